//! Tests the program as a process: its command line, its output, its exit codes and how it stops.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::common::patiently;
use crate::common::process::{PATIENCE, Running, grundy};
use serde_json::Value;

/// Runs the program until it ends by itself.
fn run(arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    grundy(arguments, variables).output().unwrap()
}

/// Starts a server and reads the address that it prints.
fn serve(arguments: &[&str], variables: &[(&str, &str)]) -> (Running, SocketAddr) {
    Running::serve(grundy(arguments, variables))
}

fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// Returns the whole answer to a GET.
fn get(address: SocketAddr, path: &str) -> String {
    let mut stream = connect(address);
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

fn assert_serves(address: SocketAddr) {
    let answer = get(address, "/v1/analyze?euclid=5,26");
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    assert!(answer.contains(r#""winner":"first""#), "{answer}");
}

#[test]
fn it_prints_the_address_that_it_got() {
    for arguments in
        [&["serve", "--listen", "127.0.0.1:0"][..], &["--listen", "127.0.0.1:0"], &["--listen=127.0.0.1:0"]]
    {
        let (_running, address) = serve(arguments, &[]);
        assert!(address.ip().is_loopback() && address.port() != 0, "{address}");
        assert_serves(address);
    }
}

#[test]
fn variables_are_flags_and_flags_win() {
    let variables = [("GRUNDY_LISTEN", "127.0.0.1:0"), ("GRUNDY_MAX_DIGITS", "3")];
    for arguments in [&[][..], &["serve"]] {
        let (_running, address) = serve(arguments, &variables);
        assert_serves(address);
        assert!(get(address, "/v1/analyze?euclid=5,2600").contains("too-many-digits"));
    }
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let variables = [("GRUNDY_LISTEN", taken.local_addr().unwrap().to_string())];
    let variables = variables.each_ref().map(|(name, value)| (*name, value.as_str()));
    for arguments in [&["serve", "--listen", "127.0.0.1:0"][..], &["--listen", "127.0.0.1:0"]] {
        let (_running, address) = serve(arguments, &variables);
        assert_serves(address);
    }
}

#[test]
fn help_names_the_variable_of_each_flag() {
    for arguments in [&["serve", "--help"][..], &["--help"]] {
        let output = run(arguments, &[]);
        assert_eq!(output.status.code(), Some(0));
        let help = String::from_utf8(output.stdout).unwrap();
        // The paragraph of a flag ends before the next flag.
        let flags: Vec<&str> = help.split("\n      --").skip(1).collect();
        assert!(flags.len() >= 10, "{help}");
        for flag in flags {
            let name = flag.split([' ', '\n']).next().unwrap();
            if name == "print-config" {
                continue;
            }
            let variable = format!("[env: GRUNDY_{}=", name.to_uppercase().replace('-', "_"));
            assert!(flag.contains(&variable), "{variable}…] is not in:\n      --{flag}");
        }
    }
    assert_eq!(run(&["--version"], &[]).stdout, format!("grundy {}\n", env!("CARGO_PKG_VERSION")).as_bytes());
}

#[test]
fn it_prints_the_contract() {
    let yaml = String::from_utf8(run(&["openapi"], &[]).stdout).unwrap();
    assert_eq!(yaml, include_str!("../../openapi.yaml"));
    assert_eq!(run(&["openapi", "--format", "yaml"], &[]).stdout, yaml.as_bytes());
    let json = run(&["openapi", "--format", "json"], &[]);
    assert_eq!(json.status.code(), Some(0));
    assert_eq!(json.stdout, grundy::http::routes::openapi::json().unwrap().as_bytes());
    let json: Value = serde_json::from_slice(&json.stdout).unwrap();
    assert!(json["openapi"].as_str().unwrap().starts_with("3.1"));
    assert!(json["paths"]["/v1/analyze"]["post"].is_object());
}

#[test]
fn bad_flags_end_it_with_2() {
    for (arguments, named) in [
        (&["--no-such-flag"][..], "--no-such-flag"),
        (&["serve", "--no-such-flag"], "--no-such-flag"),
        (&["dance"], "dance"),
        (&["--listen", "nowhere"], "nowhere"),
        (&["serve", "--listen", "127.0.0.1"], "127.0.0.1"),
        (&["serve", "--listen"], "--listen"),
        (&["--max-digits", "many"], "many"),
        (&["--max-body=-1"], "-1"),
        (&["--body-timeout=-1"], "--body-timeout"),
        (&["--drain-deadline", "soon"], "--drain-deadline"),
        (&["--log-format", "xml"], "xml"),
        (&["--listen", "127.0.0.1:0", "--log", "grundy=loud"], "off, error, warn, info, debug and trace"),
        (&["--log", "warning"], "off, error, warn, info, debug and trace"),
        (&["--listen", ":8080"], "127.0.0.1:8080"),
        (&["--admin-listen", "8080"], "127.0.0.1:8080"),
        // The value 1 is refused, since only `true` would change the defaults of the other flags.
        (&["--open-internet=1"], "true, false"),
        (&["openapi", "--format", "pdf"], "pdf"),
        (&["openapi", "--listen", "127.0.0.1:0"], "--listen"),
    ] {
        let output = run(arguments, &[]);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
        assert!(!errors.is_empty() && errors.contains(named), "{arguments:?}: {errors}");
        assert_eq!(output.stdout, b"", "{arguments:?}");
    }
    for (name, value, named) in [
        ("GRUNDY_LISTEN", "nowhere", "nowhere"),
        ("GRUNDY_OPEN_INTERNET", "yes", "true, false"),
        (
            "GRUNDY_MAX_CONECTIONS",
            "10",
            "GRUNDY_MAX_CONECTIONS, which is no variable of grundy's; the nearest is GRUNDY_MAX_CONNECTIONS",
        ),
        ("GRUNDY_BODY_TIME_OUT", "10", "the nearest is GRUNDY_BODY_TIMEOUT"),
    ] {
        let output = run(&["serve"], &[(name, value)]);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}: {errors}");
        assert!(errors.contains(named), "{name}: {errors}");
    }
}

#[test]
fn zero_is_refused_where_it_would_serve_nobody() {
    for flag in [
        "max-work",
        "max-batch-work",
        "workers",
        "max-connections",
        "max-body",
        "max-line",
        "max-batch-items",
        "max-digits",
        "max-components",
        "max-states",
        "header-timeout",
        "body-timeout",
        "write-timeout",
    ] {
        let output = run(&["--listen", "127.0.0.1:0", &format!("--{flag}=0")], &[]);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{flag}: {errors}");
        assert!(errors.contains(flag) && errors.contains("expected"), "{flag}: {errors}");
    }
    // Half a nanosecond is less than one step, so it is refused.
    assert_eq!(run(&["analyze", "nim=3", "--max-work", "0.0000000005"], &[]).status.code(), Some(2));
}

#[test]
fn empty_variables_and_those_of_kubernetes_are_none() {
    let (_running, address) = serve(
        &["--listen", "localhost:0"],
        &[
            ("GRUNDY_OPEN_INTERNET", ""),
            ("GRUNDY_ADMIN_LISTEN", ""),
            ("GRUNDY_MAX_DIGITS", ""),
            ("GRUNDY_MISSPELT", ""),
            // Variables that Kubernetes sets for a service called grundy.
            ("GRUNDY_SERVICE_HOST", "192.0.2.1"),
            ("GRUNDY_PORT", "tcp://192.0.2.1:80"),
            ("GRUNDY_PORT_80_TCP_ADDR", "192.0.2.1"),
        ],
    );
    assert_eq!(address.ip().to_string(), "127.0.0.1");
    assert_serves(address);
}

#[test]
fn a_port_alone_is_refused_with_the_variable_that_has_it() {
    let output = run(&["serve"], &[("GRUNDY_PORT", "8082")]);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("GRUNDY_LISTEN=127.0.0.1:8082"), "{errors}");
}

#[test]
fn sizes_have_units() {
    let output = run(&["--print-config", "--max-body", "8MiB"], &[("GRUNDY_CACHE", "1GiB")]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("8MiB") && text.contains("1GiB"), "{text}");
    let (_running, address) = serve(&["--listen", "127.0.0.1:0", "--max-body", "1KiB"], &[]);
    let mut stream = connect(address);
    let head = "POST /v1/analyze HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1025\r\n\r\n";
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 413");
}

#[test]
fn a_start_that_fails_says_why_in_one_line_and_announces_nothing() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    // An address that is reserved for documentation, so no machine has it.
    let elsewhere = "192.0.2.1:8080";
    for (flags, named) in [
        (&["--listen", &address][..], format!("--listen {address}")),
        (&["--listen", elsewhere], format!("--listen {elsewhere}")),
        (&["--listen", "127.0.0.1:0", "--admin-listen", &address], format!("--admin-listen {address}")),
        (&["--listen", "127.0.0.1:0", "--admin-listen", elsewhere], format!("--admin-listen {elsewhere}")),
    ] {
        let output = run(flags, &[]);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(errors.starts_with(&format!("grundy: {named}: ")), "{errors}");
        assert_eq!(errors.lines().count(), 1, "{errors}");
        assert_eq!(output.stdout, b"", "{flags:?}");
    }
}

#[test]
fn json_logs_are_lines_of_json() {
    let flags = ["serve", "--listen", "127.0.0.1:0", "--log-format", "json", "--log", "grundy=debug"];
    let mut running = Running(grundy(&flags, &[]).spawn().unwrap());
    let mut errors = BufReader::new(running.0.stderr.take().unwrap());
    let mut first = String::new();
    errors.read_line(&mut first).unwrap();
    let starting: Value = serde_json::from_str(&first).unwrap();
    let said = &starting["fields"];
    assert_eq!(
        (&said["message"], &said["version"]),
        (&"starting".into(), &env!("CARGO_PKG_VERSION").into()),
        "{first}"
    );
    assert_eq!((&said["max_connections"], &said["max_work"]), (&4096.into(), &"1.5s".into()), "{first}");
    assert_eq!((&said["cache"], &said["max_digits"]), (&(256 << 20).into(), &100_000.into()), "{first}");
    assert_eq!(said["changed"], "listen=127.0.0.1:0 log-format=json log=grundy=debug", "{first}");
    assert!(said["workers"].as_u64() > Some(0) && said["open_files"].is_u64(), "{first}");
    let listening = loop {
        let mut line = String::new();
        errors.read_line(&mut line).unwrap();
        let line: Value = serde_json::from_str(&line).unwrap();
        if line["fields"]["message"] == "listening" {
            break line;
        }
    };
    let mut stream = connect(listening["fields"]["address"].as_str().unwrap().parse().unwrap());
    // Data of a client must neither break a line of the log nor forge a line.
    let path = "/v1/analyze?euclid=5,26&id=a%0Ab%22";
    let head = format!("GET {path} HTTP/1.1\r\nHost: x\r\nX-Request-Id: mine-1\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    running.signal("TERM");
    assert_eq!(running.wait().code(), Some(0));

    // Standard output must be empty, since a log collector reads it together with standard error.
    let mut output = String::new();
    running.0.stdout.take().unwrap().read_to_string(&mut output).unwrap();
    assert_eq!(output, "");
    let mut rest = String::new();
    errors.read_to_string(&mut rest).unwrap();
    let lines: Vec<Value> = rest.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for line in &lines {
        for member in ["timestamp", "level", "target"] {
            assert!(line[member].is_string(), "{member}: {line}");
        }
    }
    let about = lines.iter().find(|line| line.to_string().contains("mine-1")).unwrap();
    assert!(about.to_string().contains("/v1/analyze"), "{about}");
    assert!(lines.iter().any(|line| line.to_string().contains("stopped")), "{rest}");
}

/// Stops a program, and returns the `fields` of each line of its log. Each line is a JSON object.
fn logged(mut running: Running) -> Vec<Value> {
    running.signal("TERM");
    assert_eq!(running.wait().code(), Some(0));
    let mut text = String::new();
    running.0.stderr.take().unwrap().read_to_string(&mut text).unwrap();
    text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["fields"].take()).collect()
}

/// Starts a server that logs JSON. Such a server does not print its address, so the test chooses a free port.
fn serve_logging(command: &mut Command, flags: &[&str]) -> (Running, SocketAddr) {
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    command.args(["--listen", &free.to_string(), "--log-format", "json"]).args(flags);
    let running = Running(command.spawn().unwrap());
    let start = Instant::now();
    while TcpStream::connect(free).is_err() {
        assert!(start.elapsed() < PATIENCE, "it does not listen");
        std::thread::sleep(Duration::from_millis(10));
    }
    (running, free)
}

#[test]
fn an_access_log_says_who_asked_what() {
    let asks = |flags: &[&str]| {
        let (running, address) = serve_logging(&mut grundy(&[], &[]), flags);
        let mut stream = connect(address);
        let head = format!(
            "GET /v1/analyze?nim=3 HTTP/1.1\r\nHost: {address}\r\nUser-Agent: someone/1.0\r\nConnection: close\r\n\
             Traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\r\nX-Forwarded-For: 198.51.100.7\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream.read_to_string(&mut String::new()).unwrap();
        let client = stream.local_addr().unwrap().to_string();
        let line = logged(running).into_iter().find(|said| said["message"] == "answered");
        (line, client)
    };
    assert_eq!(asks(&[]).0, None);
    let (line, client) = asks(&["--access-log"]);
    let line = line.unwrap();
    assert_eq!((&line["client"], &line["forwarded_for"]), (&client.into(), &Value::Null), "{line}");
    assert_eq!((&line["uri"], &line["status"]), (&"/v1/analyze?nim=3".into(), &200.into()), "{line}");
    assert_eq!((&line["route"], &line["user_agent"]), (&"/v1/analyze".into(), &"someone/1.0".into()), "{line}");
    assert!(line["bytes"].as_u64() > Some(0) && line["seconds"].as_f64() > Some(0.0), "{line}");
    assert_eq!(line["traceparent"], "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "{line}");
    let (line, _) = asks(&["--access-log", "--trust-forwarded"]);
    assert_eq!(line.unwrap()["forwarded_for"], "198.51.100.7");
}

/// Returns the value of each flag that `--print-config` prints.
fn settings(flags: &[&str]) -> BTreeMap<String, String> {
    let text = String::from_utf8(run(&[flags, &["--print-config"]].concat(), &[]).stdout).unwrap();
    let setting = |line: &str| {
        let mut words = line.split_whitespace().map(str::to_owned);
        Some((words.next()?, words.next()?))
    };
    text.lines().filter_map(setting).collect()
}

/// Reads a value in thousandths, as the documentation or `--print-config` writes it: `64 MiB`, `64MiB` and `67108864` are
/// the same.
fn value(text: &str) -> u64 {
    let number: String = text.chars().filter(|letter| letter.is_ascii_digit() || *letter == '.').collect();
    let (whole, part) = number.split_once('.').unwrap_or((&number, ""));
    let units = [("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30)];
    let unit = units.iter().find(|(unit, _)| text.contains(unit)).map_or(1, |(_, unit)| *unit);
    format!("{whole}{part:0<3}").parse::<u64>().unwrap() * unit
}

/// The documentation names every flag, and its table has every default that `--open-internet` changes.
#[test]
fn the_documentation_has_every_flag_and_the_defaults_for_strangers() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/operations.md")).unwrap();
    let (usual, strict) = (settings(&["serve"]), settings(&["serve", "--open-internet"]));
    assert!(usual.len() > 30, "{usual:?}");
    let names = |flag: &str| {
        page.match_indices(&format!("`--{flag}")).any(|(at, found)| !page[at + found.len()..].starts_with('-'))
    };
    let unnamed: Vec<&String> = usual.keys().filter(|flag| !names(flag)).collect();
    assert!(unnamed.is_empty(), "docs/operations.md does not name {unnamed:?}");

    let mut told = BTreeSet::new();
    for row in page.lines().filter(|line| line.starts_with("| `--")) {
        let [_, flags, default, for_strangers, _] = row.split('|').collect::<Vec<_>>()[..] else {
            unreachable!("{row}")
        };
        for flag in flags.split(',').map(|flag| flag.trim().trim_matches('`').trim_start_matches("--")) {
            // This default depends on another one.
            if flag != "max-streams" {
                assert_eq!(value(default), value(&usual[flag]), "{row}");
            }
            assert_eq!(value(for_strangers), value(&strict[flag]), "{row}");
            told.insert(flag.to_owned());
        }
    }
    let is_changed = |flag: &&String| *flag != "open-internet" && usual[*flag] != strict[*flag];
    assert_eq!(told, usual.keys().filter(is_changed).cloned().collect());
}

#[test]
fn settings_are_printed_with_their_sources() {
    for arguments in [&["serve", "--max-digits", "7", "--open-internet"][..], &["--max-digits", "7", "--open-internet"]]
    {
        let arguments = [arguments, &["--print-config"]].concat();
        let output = run(&arguments, &[("GRUNDY_MAX_WORK", "0.5"), ("GRUNDY_MAX_LINE", "")]);
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{text}");
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        for line in [
            ["max-digits", "7", "--max-digits"],
            ["max-work", "0.5", "GRUNDY_MAX_WORK"],
            ["max-line", "64KiB", "--open-internet"],
            ["max-gzip-ratio", "50", "default"],
            ["max-streams", "64", "--open-internet"],
            ["admin-listen", "none", "default"],
            ["mcp-hosts", "localhost,127.0.0.1,::1", "default"],
        ] {
            assert!(lines.iter().any(|found| *found == line), "{line:?} is not in\n{text}");
        }
        // The number of workers was not given, but the value that is used is printed.
        assert!(lines.iter().any(|line| line[0] == "workers" && line[1].parse::<u32>().is_ok()), "{text}");
    }
}

/// Returns a command in which a shell first limits open files and then runs the program.
#[cfg(target_os = "linux")]
fn with_files(limit: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit {limit}; exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_grundy")]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[cfg(target_os = "linux")]
#[test]
fn it_may_open_as_many_files_as_it_is_let() {
    let (running, address) = serve_logging(&mut with_files("-S -n 100"), &["--max-connections", "200"]);
    assert_serves(address);
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", running.0.id())).unwrap();
    let files: Vec<&str> =
        limits.lines().find(|line| line.contains("open files")).unwrap().split_whitespace().collect();
    assert_eq!(files[3], files[4], "the soft limit is the hard one: {limits}");
    let lines = logged(running);
    assert!(!lines.iter().any(|line| line.to_string().contains("hard limit")), "{lines:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn files_that_run_out_are_a_line_now_and_then() {
    let (running, address) = serve_logging(&mut with_files("-n 50"), &["--max-connections", "1000"]);
    let open: Vec<TcpStream> = (0..200).map(|_| connect(address)).collect();
    assert_serves(address);
    drop(open);
    let lines = logged(running);
    let of = |message: &str| lines.iter().filter(|line| line["message"] == message).count();
    // The system refuses nearly every one of these connections, but a line is logged only every ten seconds.
    assert!((1..20).contains(&of("cannot accept")), "{lines:?}");
    assert!(lines.iter().any(|line| line.to_string().contains("raise the hard limit")), "{lines:?}");
}

#[test]
fn sigterm_lets_a_request_in_flight_finish() {
    let (mut running, address) = serve(&["--listen", "127.0.0.1:0"], &[]);
    let mut stream = connect(address);
    let body = r#"{"position": {"euclid": [[5, 26]]}}"#;
    let length = body.len();
    let head = format!(
        "POST /v1/analyze HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\
         Expect: 100-continue\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    // Once the server asks for the body, the request has begun.
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    assert_eq!(line, "HTTP/1.1 100 Continue\r\n");
    reader.read_line(&mut line).unwrap();
    let (first, second) = body.split_at(length / 2);
    stream.write_all(first.as_bytes()).unwrap();

    running.signal("TERM");
    // Once connections are refused, the server is stopping.
    let start = Instant::now();
    while TcpStream::connect(address).is_ok() {
        assert!(start.elapsed() < PATIENCE, "it goes on listening");
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(running.0.try_wait().unwrap().is_none(), "it did not wait");
    stream.write_all(second.as_bytes()).unwrap();
    let mut answer = String::new();
    // This reads until the server closes the connection.
    reader.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    assert!(head.to_ascii_lowercase().contains("connection: close"), "{answer}");
    assert_eq!(serde_json::from_str::<Value>(body).unwrap()["winner"], "first");
    drop((stream, reader));
    assert_eq!(running.wait().code(), Some(0));
}

/// Returns the command that starts the program as a shell would. A test that `nohup` started ignores SIGHUP, and the
/// programs that it starts inherit this.
fn with_default_signals(arguments: &[&str]) -> Command {
    if cfg!(not(target_os = "linux")) {
        return grundy(arguments, &[]);
    }
    let mut command = Command::new("env");
    command.args(["-i", "--default-signal=HUP", env!("CARGO_BIN_EXE_grundy")]).args(arguments);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[test]
fn it_ends_with_0_at_each_signal_to_stop() {
    for signal in ["TERM", "INT", "HUP"] {
        let (mut running, address) = Running::serve(with_default_signals(&["--listen", "127.0.0.1:0"]));
        // An idle connection must not keep the server from stopping.
        let _idle = connect(address);
        assert_serves(address);
        running.signal(signal);
        assert_eq!(running.wait().code(), Some(0), "SIG{signal}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_nohup_started_survives_its_terminal() {
    let mut command = Command::new("nohup");
    command.arg(env!("CARGO_BIN_EXE_grundy")).args(["--listen", "127.0.0.1:0"]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let (mut running, address) = Running::serve(command);
    running.signal("HUP");
    assert_serves(address);
    running.signal("TERM");
    assert_eq!(running.wait().code(), Some(0));
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn faults_that_are_not_listed_take_no_memory() {
    let (running, address) = serve(&["--listen", "127.0.0.1:0"], &[]);
    // One position, in which every number is wrong.
    let body = serde_json::json!({"position": {"welter": [vec![-1; 400_000]]}}).to_string();
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let request = client.post(format!("http://{address}/v1/analyze")).header("content-type", "application/json");
    let document: Value = patiently(request.body(body)).await.json().await.unwrap();
    assert_eq!(document["errors_omitted"], 400_000 - 32, "{document}");
    let status = std::fs::read_to_string(format!("/proc/{}/status", running.0.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.split_whitespace().next()).unwrap();
    // In the past, the service described all faults. Then the process needed 91 MB.
    assert!(peak.parse::<u64>().unwrap() < 64 << 10, "{peak} kB");
}
