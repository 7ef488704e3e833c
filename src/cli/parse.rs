//! Parses the values of flags and variables. A wrong value is refused with an example of a valid value.

use std::net::SocketAddr;
use std::str::FromStr;
use std::time::Duration;

use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;

/// The crates that log.
const LOGGING: [&str; 2] = ["grundy", "hyper_util"];

/// Parses an address and a port.
///
/// A port without an address is refused. Some people would expect it to mean only this machine, and others all
/// networks.
///
/// # Errors
/// If the text is not an address with a port.
pub fn address(text: &str) -> Result<SocketAddr, String> {
    let local = text.strip_prefix("localhost:").map(|port| format!("127.0.0.1:{port}"));
    local.as_deref().unwrap_or(text).parse().map_err(|_| {
        "expected an address and a port: 127.0.0.1:8080 is reached from this machine only, 0.0.0.0:8080 from everywhere, \
         [::1]:8080 and [::]:8080 are the same for IPv6"
            .to_owned()
    })
}

/// Parses an integer of at least 1.
///
/// # Errors
/// If the text is not such an integer, or the integer is too large for its type.
pub fn positive<T: FromStr + Default + PartialEq>(text: &str) -> Result<T, String> {
    match text.parse::<T>() {
        Ok(number) if number != T::default() => Ok(number),
        Err(_) if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) => {
            Err("expected a smaller integer".to_owned())
        }
        _ => Err("expected an integer of at least 1".to_owned()),
    }
}

/// The largest number of workers. Many more threads than this make some systems end the program.
const MOST_WORKERS: usize = 1024;

/// Parses a number of workers, from 1 to 1,024.
///
/// # Errors
/// If the text is not such a number.
pub fn workers(text: &str) -> Result<usize, String> {
    match positive(text)? {
        workers if workers > MOST_WORKERS => Err(format!("expected at most {MOST_WORKERS}")),
        workers => Ok(workers),
    }
}

/// The units of sizes, each with its number of bytes.
const UNITS: [(&str, u64); 7] = [
    ("KiB", 1 << 10),
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
    ("kB", 1_000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("B", 1),
];

/// Parses a number of bytes, such as `65536` or `64KiB`.
///
/// # Errors
/// If the text is not such a number, or the number is too large for this machine.
pub fn bytes(text: &str) -> Result<usize, String> {
    let unit = UNITS.iter().find_map(|(unit, bytes)| text.strip_suffix(unit).map(|number| (number.trim_end(), *bytes)));
    let (number, unit) = unit.unwrap_or((text, 1));
    let expected = "expected bytes, such as 65536, 64KiB, 64MiB or 2GiB";
    let number: u64 = number.parse().map_err(|_| expected.to_owned())?;
    number.checked_mul(unit).and_then(|bytes| bytes.try_into().ok()).ok_or_else(|| "expected fewer bytes".to_owned())
}

/// Parses a number of bytes that is at least 1.
///
/// # Errors
/// If the text is not such a number.
pub fn positive_bytes(text: &str) -> Result<usize, String> {
    match bytes(text)? {
        0 => Err("expected at least 1".to_owned()),
        bytes => Ok(bytes),
    }
}

/// The longest time that can be set: a year. A clock can always add a year to the present time.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// Parses a number of seconds, which may be 0, and is at most a year.
///
/// # Errors
/// If the text is not such a number.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    let duration = Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())?;
    if duration > LONGEST { Err("expected at most a year".to_owned()) } else { Ok(duration) }
}

/// Parses a number of seconds that is at least a nanosecond.
///
/// # Errors
/// If the text is not such a number.
pub fn positive_seconds(text: &str) -> Result<Duration, String> {
    let duration = seconds(text)?;
    if duration.is_zero() { Err("expected more than 0 seconds".to_owned()) } else { Ok(duration) }
}

/// Parses the filter of the log: a level, or levels for parts of the program.
///
/// [`Targets`] accepts any word as the name of a part of the program. So the misspelt level `warning` would name a part
/// that does not exist, and silence all other parts.
///
/// # Errors
/// If there is no such level or no such part.
pub fn log_filter(text: &str) -> Result<Targets, String> {
    for directive in text.split(',') {
        let (part, level) = directive.rsplit_once('=').map_or((None, directive), |(part, level)| (Some(part), level));
        if level.is_empty() || level.parse::<LevelFilter>().is_err() {
            return Err(format!(
                "{level:?} is no level; the levels are off, error, warn, info, debug and trace, for all or for a part: \
                 grundy::server=debug"
            ));
        }
        if let Some(part) = part.filter(|part| !LOGGING.contains(&part.split("::").next().unwrap_or(part))) {
            return Err(format!(
                "nothing logs as {part:?}; the parts are grundy, those in it such as grundy::server, and \
                 hyper_util"
            ));
        }
    }
    text.parse::<Targets>().map_err(|error| error.to_string())
}

/// Converts a time to steps: one step takes about a nanosecond.
#[must_use]
pub fn steps(work: Duration) -> u64 {
    u64::try_from(work.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may panic")]

    use super::*;

    #[test]
    fn addresses_have_a_port() {
        for (text, read) in [("localhost:8080", "127.0.0.1:8080"), ("[::1]:80", "[::1]:80"), ("0.0.0.0:0", "0.0.0.0:0")]
        {
            assert_eq!(address(text).unwrap(), read.parse().unwrap());
        }
        for text in ["8080", ":8080", "localhost", "localhost:", "localhost:http", "127.0.0.1", "example.org:80", ""] {
            assert!(address(text).unwrap_err().contains("127.0.0.1:8080"), "{text}");
        }
    }

    #[test]
    fn counts_are_positive() {
        assert_eq!(positive("7"), Ok(7_u8));
        for text in ["0", "", "-1", "x", "1.5"] {
            assert_eq!(positive::<u8>(text), Err("expected an integer of at least 1".to_owned()), "{text}");
        }
        assert_eq!(positive::<u8>("256"), Err("expected a smaller integer".to_owned()));
        assert!(workers("1024").is_ok() && workers("1025").is_err());
    }

    #[test]
    fn sizes_have_units() {
        for (text, read) in
            [("0", 0), ("65536", 65_536), ("64KiB", 65_536), ("64 MiB", 64 << 20), ("2GB", 2_000_000_000)]
        {
            assert_eq!(bytes(text), Ok(read), "{text}");
        }
        for text in ["", "MiB", "64M", "64mib", "-1", "1.5MiB", "0x10", "64MiBB", "64 MiB "] {
            assert!(bytes(text).unwrap_err().contains("64MiB"), "{text}");
        }
        assert!(bytes("99999999999GiB").is_err());
        assert!(positive_bytes("0KiB").is_err());
    }

    #[test]
    fn what_is_logged_is_never_nothing_by_mistake() {
        for text in ["off", "WARN", "info", "grundy=debug", "warn,grundy::server=trace", "error,hyper_util=debug"] {
            assert!(log_filter(text).is_ok(), "{text}");
        }
        for text in ["warning", "verbose", "", "info,", "grundy", "grundy=", "grundy=loud", "info,grundy::http=loud"] {
            assert!(log_filter(text).unwrap_err().contains("off, error, warn, info, debug and trace"), "{text}");
        }
        assert!(log_filter("grudny=debug").unwrap_err().contains("\"grudny\""));
    }
}
