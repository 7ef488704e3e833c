//! Checks how long results of cached functions are kept, and that their memory is counted.

#![allow(clippy::expect_used, reason = "what a test needs is there")]

use grundy_rules::{Failure, Script, ScriptLimits, ScriptPosition, Steps};

/// Calls one script for all positions, one after the other. Returns the options of each position as text.
fn options(source: &str, memory: usize, positions: &[i64]) -> Result<Vec<String>, Failure> {
    let mut fuel = Steps::new(100_000_000);
    let mut script = Script::compile(source, &[], ScriptLimits { memory }, &mut fuel)?;
    let mut found = Vec::new();
    for position in positions {
        let position = ScriptPosition::int(*position).expect("a position");
        let options = script.options(position.encoded(), &mut fuel)?;
        found.push(options.iter().map(|option| option.to_string()).collect::<Vec<_>>().join(" "));
    }
    Ok(found)
}

#[test]
fn results_do_not_depend_on_earlier_calls() {
    let source = "from functools import cache\n\
                  @cache\n\
                  def row(n): return [0] * n\n\
                  def options(n):\n    row(9)[0] += n\n    return [row(9)[0]]";
    let found = options(source, 1 << 20, &[1, 2, 1]).expect("options");
    assert_eq!(found, ["1", "2", "1"]);
}

#[test]
fn results_from_outside_of_functions_are_kept_and_frozen() {
    let source = "from functools import cache\n\
                  @cache\n\
                  def ways(n): return 1 if n < 2 else ways(n - 1) + ways(n - 2)\n\
                  @cache\n\
                  def row(n): return [n]\n\
                  FIRST = [ways(n) for n in range(60)], row(0)\n\
                  def options(n):\n    row(n).append(ways(59))\n    return [len(row(n))]";
    assert_eq!(options(source, 1 << 20, &[1]).expect("options"), ["2"]);
    let fault = options(source, 1 << 20, &[0]).expect_err("a list that can't be changed");
    assert!(fault.to_string().contains("outside of functions"), "{fault}");
}

#[test]
fn a_cache_that_grows_exceeds_the_memory() {
    let source = include_str!("hostile/cache_grows.py");
    assert!(matches!(options(source, 1 << 20, &[1]), Err(Failure::Memory(_))));
}

#[test]
fn a_known_result_needs_no_memory() {
    let source = "from functools import cache\n\
                  @cache\n\
                  def f(a, b): return a\n\
                  def options(n):\n    for i in range(10000):\n        n = f(n, i % 2)\n    return [n]";
    let mut fuel = Steps::new(100_000_000);
    let mut script = Script::compile(source, &[], ScriptLimits { memory: 1 << 12 }, &mut fuel).expect("a script");
    let position = ScriptPosition::int(7).expect("a position");
    script.options(position.encoded(), &mut fuel).expect("options within the limit");
    // If each call kept its key, each key would take 64 bytes: 16 for each of its four values.
    assert!(script.memory() < 1 << 14, "{} bytes", script.memory());
}

#[test]
fn faults_name_the_cached_function() {
    let source = "from functools import cache\n\
                  @cache\n\
                  def size(a): return len(a)\n\
                  def options(n): return [size([n])]";
    let fault = options(source, 1 << 20, &[1]).expect_err("a list");
    let text = fault.to_string();
    assert!(text.contains("size is cached") && text.contains("a list"), "{text}");
    assert!(matches!(&fault, Failure::Fault(fault) if fault.line == 4), "{text}");
}
