//! Laws of positions that are too large for brute force: whatever an answer gives of them can be posted back.

use crate::game::run::Run;
use crate::game::shape::{Pair, PlainValue};
use crate::game::{Goal, Play, Value};
use crate::number::Natural;
use crate::number::meter;
use crate::theory::Caches;
use crate::wire::limits::{LimitCounter, RequestLimits};
use crate::wire::position;

/// So many small positions of a ruleset are made larger, each in several ways.
const SAMPLES: usize = 6;

/// Steps that one large position may take.
const MOST_STEPS: u64 = 1_000_000;

/// Numbers around the bounds that games and machine words have.
fn large_numbers() -> Vec<Natural> {
    let powers = [12_usize, 16, 31, 32, 63, 64, 70, 100].map(|exponent| Natural::ONE.shift_left(exponent));
    let around = powers.iter().flat_map(|power| [power - &Natural::ONE, power.clone(), power + &Natural::ONE]);
    let few = [60_u64, 257, 1_000, 9_999, 100_000, 999_999, 10_000_019, 30_000_000_000].map(Natural::from);
    let long = Natural::from(10_u64).pow(30);
    around.chain(few).chain([&long - &Natural::ONE, long]).collect()
}

/// Ways to write a position with one number in the place of another, or longer.
fn larger(written: &PlainValue, numbers: &[Natural]) -> Vec<PlainValue> {
    match written {
        PlainValue::Integer(_) => numbers.iter().cloned().map(PlainValue::Integer).collect(),
        PlainValue::Pair(Pair { first, second }) => numbers
            .iter()
            .flat_map(|number| {
                [
                    Pair::new(number.clone(), second.clone()),
                    Pair::new(first.clone(), number.clone()),
                    Pair::new(&(number + first) + &Natural::ONE, number.clone()),
                ]
            })
            .map(PlainValue::Pair)
            .collect(),
        PlainValue::Text(text) => [3, 40, 1_000].map(|times| PlainValue::Text(text.repeat(times))).into(),
        PlainValue::Row(_) => numbers.iter().cloned().map(PlainValue::Row).collect(),
        PlainValue::Comparison(_) => Vec::new(),
        PlainValue::Rows(rows) => {
            let wide = |times: usize| rows.iter().map(|row| row.repeat(times)).collect::<Vec<String>>();
            [(1, 2), (2, 1), (3, 3)].map(|(down, across)| PlainValue::Rows(vec![wide(across); down].concat())).into()
        }
        PlainValue::List(parts) => {
            let one_larger = parts.iter().enumerate().flat_map(|(at, part)| {
                larger(part, numbers).into_iter().map(move |part| {
                    let mut parts = parts.clone();
                    parts[at] = part;
                    PlainValue::List(parts)
                })
            });
            let repeated = [2, 20].map(|times| PlainValue::List(vec![parts.clone(); times].concat()));
            let counted = [30_u64, 300]
                .map(|length| PlainValue::List((1..=length).map(|part| PlainValue::Integer(part.into())).collect()));
            one_larger.chain(repeated).chain(counted).collect()
        }
    }
}

/// A run of one position, if it is legal.
fn read(rules: &dyn Run, written: PlainValue) -> Option<Box<dyn Run>> {
    let mut run = rules.none();
    run.push(written).ok()?;
    Some(run)
}

/// Checks that what a move leaves of a component is a legal position in each form, and that `play` accepts the move.
pub(super) fn check_option(run: &dyn Run, index: usize, option: &dyn Run, what: &str) {
    // The check takes nothing of what the position may take.
    meter::for_all(|| check_posted_back(run, index, option, what));
}

fn check_posted_back(run: &dyn Run, index: usize, option: &dyn Run, what: &str) {
    let (mut posted, mut in_text) = (run.none(), run.none());
    for part in 0..option.len() {
        let written = option.written(part);
        let legal = posted.push(written.clone());
        assert_eq!(legal, Ok(()), "{what}: {written} is no position");
        let limits = RequestLimits::default();
        let legal = position::push_text(&mut *in_text, &written.to_string(), &mut LimitCounter::new(&limits));
        assert_eq!(legal, Ok(()), "{what}: {written} is no position as a text");
        assert!(posted.is_same(part, option, part) && in_text.is_same(part, option, part), "{what}: {written}");
        assert_eq!(posted.written(part), written, "{what}: it comes back otherwise");
    }
    assert_eq!(run.check(index, &*posted), Ok(()), "{what}: the move is refused");
    assert!(!run.describe(index, &*posted).is_empty(), "{what}");
}

/// Checks positions of a ruleset that are larger than those of `small`.
pub(super) fn check(rules: &dyn Run) {
    let small = rules.small();
    let numbers = large_numbers();
    let samples = SAMPLES.min(small.len());
    let samples = (0..samples).map(|sample| small.len() * (2 * sample + 1) / (2 * samples));
    let mut distinct: Vec<PlainValue> = samples.flat_map(|index| larger(&small.written(index), &numbers)).collect();
    distinct.sort_unstable();
    distinct.dedup();
    for run in distinct.into_iter().filter_map(|written| read(rules, written)) {
        // What takes more than that is another matter.
        let _ = meter::within(MOST_STEPS, || check_position(run));
    }
}

/// Checks a position, if theory reaches it.
fn check_position(mut run: Box<dyn Run>) -> Option<()> {
    let what = format!("{run:?}");
    run.prepare(Play::Normal, &Caches::default()).ok()?;
    run.solve().ok()?;
    let value = match run.value(0) {
        Value::Nimber(value) => Some(value),
        _ => None,
    };
    let of_goal = |goal: &Goal, rank: &Natural| {
        let option = run.moves(0, goal).nth(rank)?;
        // What comes of spent work is nothing.
        meter::go_on(0).ok()?;
        check_option(&*run, 0, &*option, &format!("{what}, move {rank} of {goal:?}"));
        Some(option)
    };
    let goals: Vec<Goal> = match &value {
        None => Vec::new(),
        Some(value) => {
            let near =
                [0_u64, 1, 2, 3].map(Natural::from).into_iter().chain([value ^ &Natural::ONE, value + &Natural::ONE]);
            near.map(Goal::Value).collect()
        }
    };
    for goal in goals.iter().chain([&Goal::All]) {
        let first = of_goal(goal, &Natural::ZERO);
        meter::go_on(0).ok()?;
        if let (Goal::Value(wanted), Some(value)) = (goal, &value) {
            assert!(wanted >= value || first.is_some(), "{what}: no move to {wanted}");
        }
        if run.check_listable().is_err() {
            continue;
        }
        let count = run.count(0, goal);
        meter::go_on(0).ok()?;
        let last = count.checked_sub(&Natural::ONE);
        for rank in [Some(Natural::ONE), Some(count.shift_right(1)), last].into_iter().flatten() {
            let option = of_goal(goal, &rank);
            meter::go_on(0).ok()?;
            assert_eq!(option.is_some(), rank < count, "{what}, move {rank} of {count} of {goal:?}");
            if let (Some(mut option), Goal::Value(value)) = (option, goal) {
                option.solve().ok()?;
                assert!(option.is_worth(value) || meter::is_spent(), "{what}, move {rank} of {goal:?}");
            }
        }
    }
    Some(())
}
