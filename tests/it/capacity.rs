//! Checks the memory limits in the published configurations. Each limit must follow from the flags in the same
//! configuration, by the formula in docs/operations.md.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use clap::Parser;
use grundy::cli::Cli;

const MIB: usize = 1 << 20;

const FORMULA: &str = "1.2 × (10 MiB + `--cache` + `--body-budget` + `--workers` × (16 MiB + 3.5 × `--max-body`) + \
                       `--max-connections` × ¼ MiB)";

/// Returns how many bytes of memory a service needs at most, if it is started with these variables on a machine with
/// this number of cores.
fn formula(variables: &[(String, String)], cores: usize) -> usize {
    let flags = variables.iter().flat_map(|(name, value)| {
        let flag = name.strip_prefix("GRUNDY_").unwrap().to_lowercase().replace('_', "-");
        [format!("--{flag}"), value.clone()]
    });
    let serve = Cli::parse_from(["grundy".to_owned()].into_iter().chain(flags)).serve;
    let worker = 16 * MIB + serve.max_body * 7 / 2;
    let all = 10 * MIB
        + serve.limits.cache
        + serve.body_budget
        + serve.workers.unwrap_or(cores) * worker
        + serve.max_connections * MIB / 4;
    all * 6 / 5
}

fn read(path: &str) -> String {
    std::fs::read_to_string(format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// Returns the text after the first occurrence of `begin`, up to the end of the line.
fn after<'t>(text: &'t str, begin: &str) -> &'t str {
    let rest = text.split_once(begin).unwrap_or_else(|| panic!("no {begin}")).1;
    rest.lines().next().unwrap().trim().trim_matches('"')
}

/// Returns the number of bytes that a size such as 1536M stands for.
fn bytes(size: &str) -> usize {
    let digits = size.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let unit = match &size[digits.len()..] {
        "M" | "Mi" => MIB,
        "G" | "Gi" => 1024 * MIB,
        other => panic!("{other}"),
    };
    digits.parse::<usize>().unwrap() * unit
}

fn variable(name: &str, value: &str) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

#[test]
fn limits_of_memory_are_those_of_the_formula() {
    assert!(read("docs/operations.md").contains(FORMULA), "{FORMULA}");
    let connections = "GRUNDY_MAX_CONNECTIONS";
    let compose = read("docker-compose.yml");
    let compose = (after(&compose, "memory: "), after(&compose, "cpus: "), after(&compose, "GRUNDY_MAX_CONNECTIONS: "));
    let kubernetes = read("deploy/kubernetes/deployment.yaml");
    let limits = kubernetes.split_once("            limits:").unwrap().1;
    let value = kubernetes.split_once("name: GRUNDY_MAX_CONNECTIONS").unwrap().1;
    let kubernetes = (after(limits, "memory: "), after(limits, "cpu: "), after(value, "value: "));
    for (memory, cores, value) in [compose, kubernetes] {
        check(bytes(memory), formula(&[variable(connections, value)], cores.parse().unwrap()));
    }
    let systemd = read("deploy/systemd/grundy.service");
    let variables: Vec<_> = after(&systemd, "Environment=")
        .split(' ')
        .map(|each| each.split_once('=').unwrap())
        .map(|(name, value)| variable(name, value))
        .collect();
    assert!(variables.iter().any(|(name, _)| name == "GRUNDY_WORKERS"));
    check(bytes(after(&systemd, "MemoryMax=")), formula(&variables, 1));
    // With `GRUNDY_OPEN_INTERNET`, the service in the same container needs less memory.
    let strangers = formula(&[variable(connections, compose.2), variable("GRUNDY_OPEN_INTERNET", "true")], 2);
    assert!(strangers < bytes(compose.0));
}

/// Checks that a limit is at least the memory that is needed, and not much more.
fn check(limit: usize, needed: usize) {
    assert!(needed <= limit && limit <= needed * 11 / 10, "{} MiB for {} MiB", limit / MIB, needed / MIB);
}
