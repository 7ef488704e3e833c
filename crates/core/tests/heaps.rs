//! Published and independently computed facts about heap games.

use grundy_core::theory::heaps::growth::{DEFAULT_MAX_STEPS, Growth};
use grundy_core::theory::heaps::period::Period;
use grundy_core::theory::heaps::rules::Rules;
use serde_json::Value;

/// The period that a table proves within the default steps.
fn period(code: &str) -> Option<Period> {
    let mut growth = Growth::new(Rules::hexadecimal(code).unwrap().moves());
    growth.grow(usize::MAX, DEFAULT_MAX_STEPS);
    growth.period().cloned()
}

fn lines(text: &str) -> impl Iterator<Item = Value> + '_ {
    text.lines().map(|line| serde_json::from_str(line).unwrap())
}

fn size(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

/// Codes whose period took longer than `seconds` to prove, by another program, are left out.
fn check_periods(seconds: f64) -> usize {
    let mut proved = 0;
    for line in lines(include_str!("data/periods.jsonl")) {
        let code = line["code"].as_str().unwrap();
        if line.get("unsolved").is_some() || line["cpu_seconds"].as_f64().unwrap() > seconds {
            continue;
        }
        let period = period(code).unwrap_or_else(|| panic!("no period of {code} was proved"));
        assert_eq!((period.preperiod, period.length), (size(&line["preperiod"]), size(&line["period"])), "{code}");
        proved += 1;
    }
    proved
}

#[test]
fn periods_of_heaps_that_are_short() {
    assert!(check_periods(if cfg!(debug_assertions) { 0.0003 } else { 0.02 }) > 500);
}

#[test]
#[ignore = "takes a minute, and only in a release build"]
fn periods_of_heaps_that_can_be_proved_at_once() {
    assert_eq!(check_periods(0.8), 736);
}

#[test]
fn periods_of_heaps_split_into_three() {
    for line in lines(include_str!("data/hex_periods.jsonl")) {
        if line["kind"] == "period" {
            let code = line["code"].as_str().unwrap();
            let period = period(code).unwrap_or_else(|| panic!("no period of {code} was proved"));
            assert_eq!((period.preperiod, period.length), (size(&line["preperiod"]), size(&line["period"])), "{code}");
        }
    }
}
