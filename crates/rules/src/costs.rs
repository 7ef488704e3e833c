//! Tests that every built-in function, method, operator and instruction charges in proportion to what it does. The
//! tests count steps, and never measure time. The example `costs` measures the same cases.

use std::collections::BTreeSet;

use crate::ast::{Binary, Compare};
use crate::builtins::names::{Builtin, Method, PRELUDE};
use crate::op::Op;
use crate::{Failure, Script, ScriptLimits, ScriptPosition, Steps};

#[path = "../examples/costs/cases.rs"]
mod cases;

use cases::{Case, Law, Size};

/// Enough for all that a case does once.
const ENOUGH: ScriptLimits = ScriptLimits { memory: 1 << 30 };

fn compiled(source: &str) -> Script {
    Script::compile(source, &[], ENOUGH, &mut Steps::new(u64::MAX)).unwrap_or_else(|fault| panic!("{fault}: {source}"))
}

/// Returns the steps of `options(n)`.
fn steps(script: &mut Script, n: i64) -> u64 {
    let mut fuel = Steps::new(u64::MAX);
    let position = ScriptPosition::int(n).unwrap();
    let outcome = script.options(position.encoded(), &mut fuel).map(drop);
    assert!(outcome.is_ok(), "{outcome:?}");
    fuel.spent()
}

/// Returns the steps for doing the work of a case once.
fn charge(case: &Case, size: usize) -> u64 {
    let mut script = compiled(&case.script(size));
    let before = steps(&mut script, 0);
    steps(&mut script, 1).saturating_sub(before)
}

/// Returns the message with which a script fails at the position 1; `None` if it does not fail.
fn failure(source: &str) -> Option<String> {
    let fuel = &mut Steps::new(1_000_000);
    let mut script = match Script::compile(source, &[], ENOUGH, fuel) {
        Ok(script) => script,
        Err(failure) => return Some(failure.to_string()),
    };
    script.options(ScriptPosition::int(1).unwrap().encoded(), fuel).err().map(|failure: Failure| failure.to_string())
}

fn entries() -> BTreeSet<&'static str> {
    cases::cases().map(|case| case.entry).collect()
}

/// A value of each type that has methods or operators, as a script writes it.
const VALUES: [(&str, &str); 8] = [
    ("int", "7"),
    ("str", "'ab'"),
    ("tuple", "(1, 2)"),
    ("list", "[1, 2]"),
    ("range", "range(1, 3)"),
    ("dict", "{1: 2}"),
    ("set", "{1, 2}"),
    ("frozenset", "frozenset((1, 2))"),
];

#[test]
fn each_case_charges_by_its_law() {
    let mut wrong = Vec::new();
    for case in cases::cases() {
        // Look-ups in large tables cost more, so both tables are large.
        let large = if let Size::Entries = case.size { case.size.largest() } else { case.size.largest().min(20_000) };
        let small = large / 10;
        let (few, many) = (charge(&case, small), charge(&case, 10 * small));
        // The law says how often `many` is `few`. What a case charges whatever the size makes the ratio a little
        // smaller. A table or a list that doubles its room makes it larger or smaller.
        let (least, most) = match (case.size, case.law) {
            (Size::None, _) => continue,
            (_, Law::Constant) => (1, 1),
            (_, Law::Linear) => (6, 14),
            (_, Law::Sorting) => (10, 22),
        };
        if few == 0 || many < few * least || many > few * most {
            wrong.push(format!("{}: {}: {few} steps, and {many} for ten times the size", case.entry, case.work));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn each_built_in_function_has_a_case() {
    let entries = entries();
    let names = Builtin::ALL.iter().map(|builtin| builtin.text()).chain(PRELUDE.iter().map(|(name, _)| *name));
    // These are values that no script can call.
    let names = names.filter(|name| !["__NoneType", "__Typing", "__end"].contains(name));
    let missing: Vec<&str> =
        names.filter(|name| !entries.contains(name)).map(|name| name.trim_start_matches("__")).collect();
    let missing: Vec<&&str> = missing.iter().filter(|name| !entries.contains(&format!("__{name}").as_str())).collect();
    assert!(missing.is_empty(), "no case: {missing:?}");
}

/// A type has a method if it accepts the method with any of some arguments, or refuses only the arguments.
#[test]
fn each_method_of_each_type_has_a_case() {
    let entries = entries();
    let arguments = ["1", "'a'", "(1, 2)", "['a']", "{1: 2}"];
    let mut missing = Vec::new();
    for (kind, value) in VALUES {
        for method in Method::ALL {
            let name = format!("{kind}.{}", method.text());
            let is_known = arguments.iter().any(|argument| {
                method.arguments().take(3).any(|count| {
                    let list = vec![*argument; count].join(", ");
                    let source =
                        format!("def options(n):\n    x = {value}\n    x.{}({list})\n    return []", method.text());
                    failure(&source).is_none()
                })
            });
            if is_known && !entries.contains(name.as_str()) {
                missing.push(name);
            }
        }
    }
    assert!(missing.is_empty(), "no case: {missing:?}");
}

#[test]
fn each_operator_of_each_type_has_a_case() {
    let entries = entries();
    let mut needed: Vec<String> = Compare::ALL.iter().map(|op| op.sign().to_owned()).collect();
    needed.retain(|sign| sign.starts_with("is"));
    // The other comparisons are done like these.
    for sign in Binary::ALL.iter().map(|op| op.sign()).chain([Compare::Eq.sign(), Compare::Lt.sign()]) {
        for (kind, value) in VALUES {
            for (other, second) in [(kind, value), ("int", "7")] {
                // `x == 7` does no work for most types.
                if sign == Compare::Eq.sign() && kind != other {
                    continue;
                }
                let name = format!("{kind}{sign}{other}");
                if failure(&format!("def options(n):\n    {value} {sign} {second}\n    return []")).is_none() {
                    needed.push(name);
                }
                // An assignment does other work than the operator if it changes the object.
                let assignment = format!("def options(n):\n    x = {value}\n    x {sign}= {second}\n    return []");
                if sign != Compare::Lt.sign()
                    && matches!(kind, "list" | "dict" | "set")
                    && failure(&assignment).is_none()
                {
                    needed.push(format!("{kind}{sign}={other}"));
                }
            }
        }
    }
    for (kind, value) in VALUES {
        if failure(&format!("def options(n):\n    'a' in {value}\n    return []")).is_none() {
            needed.push(format!("in {kind}"));
        }
    }
    needed.retain(|name| !entries.iter().any(|entry| entry == name));
    assert!(needed.is_empty(), "no case: {needed:?}");
}

#[test]
fn each_instruction_is_in_a_case() {
    let mut seen = BTreeSet::new();
    for case in cases::cases() {
        let small = case.size.largest().min(20);
        for op in compiled(&case.script(small)).instructions() {
            let name = format!("{op:?}");
            seen.insert(name.split(' ').next().unwrap_or_default().to_owned());
        }
    }
    let missing: Vec<&&str> = Op::NAMES.iter().filter(|name| !seen.contains(**name)).collect();
    assert!(missing.is_empty(), "no case: {missing:?}");
}

/// The keys of a table are placed by a secret. So equal work charges equal steps, whatever the keys are.
#[test]
fn no_charge_depends_on_the_keys() {
    let charge = |factor: i64| {
        let source = format!(
            "def options(n):\n    x = {{i * {factor} for i in range(3000)}}\n    y = x.copy() - {{0}} | x\n    \
             return [len(y) - 3000, sum([i in x for i in range(999)]) * 0]"
        );
        steps(&mut compiled(&source), 1)
    };
    // Under a fixed multiplication by 2⁶⁴/φ, multiples of its inverse have one hash after another.
    let charges: BTreeSet<u64> = [65_537, 1 << 20, 1 << 40, 999_999_999_989].into_iter().map(charge).collect();
    assert_eq!(charges.len(), 1, "{charges:?}");
}
