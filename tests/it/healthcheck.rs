//! Tests `grundy healthcheck` with a live service, and with addresses where there is no service.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::process::{Command, Output};

/// Returns the exit code and the message, for these flags and variables.
fn healthcheck(arguments: &[&str], variables: &[(&str, String)]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.env_remove("GRUNDY_LISTEN").env_remove("GRUNDY_ADMIN_LISTEN").envs(variables.iter().cloned());
    let Output { status, stderr, .. } = command.arg("healthcheck").args(arguments).output().unwrap();
    (status.code(), String::from_utf8(stderr).unwrap())
}

/// Returns an address where nobody listens.
fn dead() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

fn listen(address: SocketAddr) -> (&'static str, String) {
    ("GRUNDY_LISTEN", address.to_string())
}

fn admin(address: SocketAddr) -> (&'static str, String) {
    ("GRUNDY_ADMIN_LISTEN", address.to_string())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_live_service_is_healthy() {
    let server = crate::common::start(&[]).await;
    let everywhere = SocketAddr::from(([0, 0, 0, 0], server.address.port()));
    for variables in [
        vec![listen(server.address)],
        vec![listen(everywhere)],
        // If there is an admin address, the command uses it.
        vec![listen(dead()), admin(everywhere)],
    ] {
        assert_eq!(healthcheck(&[], &variables), (Some(0), String::new()), "{variables:?}");
    }
    let flags = ["--listen", &server.address.to_string()];
    assert_eq!(healthcheck(&flags, &[listen(dead())]), (Some(0), String::new()));
    let (code, message) = healthcheck(&[], &[listen(server.address), admin(dead())]);
    assert_eq!(code, Some(1), "{message}");
}

#[test]
fn a_dead_port_is_not() {
    let address = dead();
    let (code, message) = healthcheck(&[], &[listen(address)]);
    assert_eq!(code, Some(1));
    assert!(message.starts_with(&format!("grundy: http://{address}/healthz: ")), "{message}");
}

#[test]
fn nor_is_a_service_that_never_answers() {
    // The kernel accepts the connection, but nobody answers.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let (code, message) = healthcheck(&["--timeout", "0.2"], &[listen(silent.local_addr().unwrap())]);
    assert_eq!(code, Some(1), "{message}");
}

#[test]
fn nor_is_another_answer() {
    for answer in ["HTTP/1.1 503 Service Unavailable\r\n\r\n", "HTTP/1.1 2000\r\n\r\n", ""] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let service = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let read = stream.read(&mut [0; 1024]).unwrap();
            assert_ne!(read, 0);
            stream.write_all(answer.as_bytes()).unwrap();
        });
        let (code, message) = healthcheck(&[], &[listen(address)]);
        assert_eq!(code, Some(1), "{answer:?}");
        assert!(message.contains(answer.lines().next().unwrap_or("no answer")), "{message}");
        service.join().unwrap();
    }
}

#[test]
fn no_time_at_all_is_refused() {
    let (code, message) = healthcheck(&["--timeout", "0"], &[]);
    assert_eq!(code, Some(1), "{message}");
}
