//! `grundy healthcheck`: the health check for a container that has no shell and no curl.

use std::error::Error;
use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};

use super::HealthcheckArgs;

/// The longest answer that is read, in bytes. The answer of `/healthz` is far shorter.
const LONGEST: u64 = 4096;

/// Asks a running service whether it is alive.
///
/// # Errors
/// The reason why the service does not seem alive.
pub fn check(arguments: &HealthcheckArgs) -> Result<(), Box<dyn Error + Send + Sync>> {
    let address = reachable(arguments.admin_listen.unwrap_or(arguments.listen));
    let answer = ask(address, arguments).map_err(|error| format!("http://{address}/healthz: {error}"))?;
    match answer.lines().next() {
        Some(status) if status.starts_with("HTTP/1.1 200 ") => Ok(()),
        status => Err(format!("http://{address}/healthz: {}", status.unwrap_or("no answer")).into()),
    }
}

/// Returns the address under which a client on the same machine reaches a service that listens on `address`.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    address
}

fn ask(address: SocketAddr, arguments: &HealthcheckArgs) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, arguments.timeout)?;
    stream.set_read_timeout(Some(arguments.timeout))?;
    stream.set_write_timeout(Some(arguments.timeout))?;
    // The request is written in one piece. Otherwise a service that answers early and closes would make the second
    // write fail.
    let request = format!("GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut answer = String::new();
    stream.take(LONGEST).read_to_string(&mut answer)?;
    Ok(answer)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may panic")]

    use super::*;

    #[test]
    fn everywhere_is_reached_by_the_loopback() {
        for (told, asked) in [
            ("0.0.0.0:8080", "127.0.0.1:8080"),
            ("[::]:9090", "[::1]:9090"),
            ("192.0.2.1:80", "192.0.2.1:80"),
            ("[2001:db8::1]:80", "[2001:db8::1]:80"),
        ] {
            assert_eq!(reachable(told.parse().unwrap()), asked.parse().unwrap());
        }
    }
}
