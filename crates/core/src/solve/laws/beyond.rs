//! Laws for positions that are too large for brute force. For example, a client must be able to send back each position
//! that a response contains.

use std::collections::BTreeSet;
use std::iter;
use std::rc::Rc;

use super::{check_moves_are_told_apart, facts, is_checked, mex, same};
use crate::game::shape::{Pair, PlainValue};
use crate::game::{AnyMove, Goal, Play, Positions, Ruleset, Solved, Tameness, Value};
use crate::number::Natural;
use crate::number::meter;
use crate::solve::winning::Goals;
use crate::theory::Caches;
use crate::wire::limits::{LimitCounter, RequestLimits};
use crate::wire::position;

/// The largest number of small positions of a ruleset that are made larger. Each one is made larger in several ways.
const SAMPLES: usize = 6;

/// The options of a large position are compared with the rules only if the position has at most this number of options.
const MOST_OPTIONS: u64 = 300;

/// The largest heap for which all smaller heaps are tried as the result of a move. For a larger heap, only the largest
/// of these are tried.
const MOST_LEFT: u64 = 1_000;
const MOST_NEAR: u64 = 64;

/// The number of integers that are tried right after the largest integer of [`Ruleset::small`].
const JUST_PAST: u64 = 40;

/// The number of random sizes of each game. Their lengths go from [`LEAST_BITS`] to [`MOST_BITS`].
const RANDOM: u64 = 30;

/// The smallest and the largest number of bits of a random size.
const LEAST_BITS: u64 = 6;
const MOST_BITS: u64 = 16;

/// Moves are counted by the values that they lead to, up to this value.
const MOST_COUNTED: u64 = 8;

/// The largest number of letters of a description. Descriptions stay short, because long numbers are shortened and long
/// lists are cut.
const MOST_WORDS: usize = 1_000;

/// The largest number of steps for one large position.
const MOST_STEPS: u64 = 1_000_000;

/// Returns numbers around the limits of games and of machine words.
fn large_numbers() -> Vec<Natural> {
    let powers = [12_usize, 16, 31, 32, 63, 64, 70, 100].map(|exponent| Natural::ONE.shift_left(exponent));
    let around = powers.iter().flat_map(|power| [power - &Natural::ONE, power.clone(), power + &Natural::ONE]);
    let few = [60_u64, 257, 1_000, 9_999, 100_000, 999_999, 10_000_019, 30_000_000_000].map(Natural::from);
    let long = Natural::from(10_u64).pow(30);
    around.chain(few).chain([&long - &Natural::ONE, long]).collect()
}

/// Returns numbers of all lengths up to [`MOST_BITS`], which differ from game to game.
fn numbers_of(id: &str) -> impl Iterator<Item = Natural> {
    // FNV-1a, and then a generator by Knuth (MMIX): the numbers are the same in each run.
    let seed = id
        .bytes()
        .fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3));
    let next = |last: &u64| Some(last.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407));
    let random = iter::successors(Some(seed), next).skip(1);
    (0..RANDOM)
        .zip(random)
        .map(|(index, random)| (random >> (64 - LEAST_BITS - index % (MOST_BITS - LEAST_BITS))).into())
}

/// Returns variants of a position, most of which are larger. The numbers of the position are replaced by `numbers`.
/// Texts, boards and lists are repeated.
pub(super) fn larger(written: &PlainValue, numbers: &[Natural]) -> Vec<PlainValue> {
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
        PlainValue::Comparison(_) | PlainValue::Literal(_) => Vec::new(),
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

/// Returns the position, if it is legal.
fn read(rules: &dyn Ruleset, written: PlainValue) -> Option<Box<dyn Positions>> {
    let mut positions = rules.none();
    positions.push(written).ok()?;
    Some(positions)
}

/// Checks that the positions that a move leaves are legal in each written form, and that `find` returns the move that
/// leaves them.
pub(super) fn check_move(positions: &dyn Positions, index: usize, made: &AnyMove, what: &str) {
    // The steps of this check are not charged to the position.
    meter::for_all(|| check_posted_back(positions, index, made, what));
}

fn check_posted_back(positions: &dyn Positions, index: usize, made: &AnyMove, what: &str) {
    let option = &*positions.after(index, made);
    let (mut posted, mut in_text) = (positions.ruleset().none(), positions.ruleset().none());
    for part in 0..option.len() {
        let written = option.written(part);
        let legal = posted.push(written.clone()).map(drop);
        assert_eq!(legal, Ok(()), "{what}: {written} is no position");
        let limits = RequestLimits::default();
        let legal = position::push_text(&mut *in_text, &written.to_string(), &mut LimitCounter::new(&limits));
        assert_eq!(legal, Ok(()), "{what}: {written} is no position as a text");
        assert!(posted.is_same(part, option, part) && in_text.is_same(part, option, part), "{what}: {written}");
        assert_eq!(posted.written(part), written, "{what}: it comes back otherwise");
    }
    let found =
        positions.find(index, &*posted).unwrap_or_else(|illegal| panic!("{what}: the move is refused: {illegal}"));
    assert!(positions.is_same_move(&found, made), "{what}: another move is found, {found:?}");
    let words = positions.describe(index, made);
    assert!(!words.is_empty() && words.chars().count() <= MOST_WORDS, "{what}: {words}");
}

/// Makes larger variants of some positions of [`Ruleset::small`], and checks every variant that is legal.
pub(super) fn check(rules: &dyn Ruleset) {
    let small = rules.small();
    let mut numbers = large_numbers();
    let largest = (0..small.len()).filter_map(|index| match small.written(index) {
        PlainValue::Integer(number) => Some(number),
        _ => None,
    });
    if let Some(largest) = largest.max() {
        numbers.extend((1..=JUST_PAST).map(|past| &largest + &past.into()).chain(numbers_of(rules.card().id)));
    }
    let samples = SAMPLES.min(small.len());
    let samples = (0..samples).map(|sample| small.len() * (2 * sample + 1) / (2 * samples));
    let mut distinct: Vec<PlainValue> = samples.flat_map(|index| larger(&small.written(index), &numbers)).collect();
    distinct.sort_unstable();
    distinct.dedup();
    let legal = distinct.into_iter().filter_map(|written| read(rules, written)).enumerate();
    for (_, solved) in legal.filter(|(place, _)| is_checked(*place)) {
        // If a position needs more steps, its check ends early.
        let _ = meter::within(MOST_STEPS, || check_position(solved));
    }
}

/// Checks the moves and the value of a position. Does nothing if no theory can solve the position.
fn check_position(position: Box<dyn Positions>) -> Option<()> {
    let what = format!("{position:?}");
    let solved = position.solve(Play::Normal, &Caches::default()).ok()?;
    let value = match solved.value(0) {
        Value::Nimber(value) => Some(value),
        _ => None,
    };
    let of_goal = |goal: &Goal, rank: &Natural| {
        let made = solved.moves(0, goal).nth(rank)?;
        // If the meter is spent, the results are wrong, so nothing more is checked.
        meter::go_on(0).ok()?;
        check_move(solved.positions(), 0, &made, &format!("{what}, move {rank} of {goal:?}"));
        Some(solved.follow(0, &made))
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
        if solved.check_listable(goal).is_err() {
            continue;
        }
        let count = solved.count(0, goal);
        meter::go_on(0).ok()?;
        let last = count.checked_sub(&Natural::ONE);
        for rank in [Some(Natural::ONE), Some(count.shift_right(1)), last].into_iter().flatten() {
            let option = of_goal(goal, &rank);
            meter::go_on(0).ok()?;
            assert_eq!(option.is_some(), rank < count, "{what}, move {rank} of {count} of {goal:?}");
            if let (Some(option), Goal::Value(value)) = (option, goal) {
                let option = solved.solve_more(option).ok()?;
                assert!(option.is_worth(value) || meter::is_spent(), "{what}, move {rank} of {goal:?}");
            }
        }
    }
    check_by_the_rules(&*solved, value.as_ref(), &what)
}

/// If a position has few moves, checks that they are those of the rules. The position's value must be the mex of the
/// options' values, which come from the theory.
fn check_by_the_rules(solved: &dyn Solved, value: Option<&Natural>, what: &str) -> Option<()> {
    if solved.check_listable(&Goal::Value(Natural::ZERO)).is_err() || solved.count(0, &Goal::All) > MOST_OPTIONS.into()
    {
        return None;
    }
    // The rules can list the options of a heap only if the heap fits into a machine word.
    if matches!(solved.written(0), PlainValue::Integer(heap) if heap.to_u64().is_none()) {
        return None;
    }
    let options = solved.options(0);
    let moves = solved.moves(0, &Goal::All);
    let made: Vec<AnyMove> = (0..options.len()).map_while(|rank| moves.nth(&rank.into())).collect();
    let listed: Vec<Rc<dyn Positions>> = made.iter().map(|made| solved.after(0, made)).collect();
    meter::go_on(0).ok()?;
    let is_same =
        listed.len() == options.len() && listed.iter().zip(&options).all(|(one, other)| same(&**one, &**other));
    assert!(
        is_same && moves.count() == Natural::from(options.len()),
        "{what}: the moves are {listed:?}, by rule {options:?}"
    );
    check_moves_are_told_apart(solved.positions(), 0, &made, what);
    meter::for_all(|| check_heaps_left(solved.positions(), &options, what));
    let (mut solved_options, mut values) = (Vec::new(), Vec::new());
    for option in &options {
        let option = solved.solve_more(option.copy()).ok()?;
        values.push(option.xor().ok()?.to_u64()?);
        solved_options.push(option);
        meter::go_on(0).ok()?;
    }
    let expected = mex(values.iter().copied());
    if let Some(value) = value {
        assert_eq!(value.to_u64(), Some(expected), "the value of {what} (left), and of its options (right)");
        check_counts(solved, expected, &values, what)?;
        check_misere(solved, expected, &solved_options, &values, what)?;
    }
    let classes: Option<Vec<Tameness>> = (solved.tameness(0) != Tameness::Unknown)
        .then(|| solved_options.iter().map(|option| option.sum_tameness()).collect());
    meter::go_on(0).ok()?;
    let misere_values: Option<Vec<u64>> = classes.map(|classes| values_in_misere(&classes, &values).collect());
    let known = facts::Known {
        grundy: expected,
        misere: misere_values.as_ref().map(|values| if values.is_empty() { 1 } else { mex(values.iter().copied()) }),
        options: &options,
        values,
        misere_values,
    };
    facts::check(solved, 0, &known, what);
    Some(())
}

/// Checks how many moves lead to each of the smallest values, and that none leads to the value of the position itself.
fn check_counts(solved: &dyn Solved, value: u64, values: &[u64], what: &str) -> Option<()> {
    for wanted in values.iter().copied().filter(|value| *value < MOST_COUNTED).chain([value]).collect::<BTreeSet<_>>() {
        let count = solved.count(0, &Goal::Value(wanted.into()));
        meter::go_on(0).ok()?;
        let expected = values.iter().filter(|value| **value == wanted).count();
        assert_eq!(count, Natural::from(expected), "the number of moves of {what} to the value {wanted}");
    }
    Some(())
}

/// Checks the class in misère sums and the winner alone in misère play, by those of the options, which come from the
/// theory.
fn check_misere(
    solved: &dyn Solved,
    value: u64,
    options: &[Box<dyn Solved>],
    values: &[u64],
    what: &str,
) -> Option<()> {
    let classes: Vec<Tameness> = options.iter().map(|option| option.sum_tameness()).collect();
    let class = solved.tameness(0);
    let lost = Goals::one(Goal::Wins(Play::Misere));
    let has_theory = solved.has_theory_alone(0, Play::Misere);
    let alone = has_theory.then(|| (lost.contains(solved), options.iter().any(|option| lost.contains(&**option))));
    meter::go_on(0).ok()?;
    if let Some((is_lost, leaves_lost)) = alone {
        let wins = options.is_empty() || leaves_lost;
        assert_eq!(is_lost, !wins, "{what} alone in misère play is lost (left), by its options (right)");
    }
    let misere = if options.is_empty() { 1 } else { mex(values_in_misere(&classes, values)) };
    match class {
        Tameness::Unknown => return Some(()),
        Tameness::Fickle => assert_eq!(misere, value ^ 1, "{what} is not fickle"),
        Tameness::Firm => assert_eq!(misere, value, "{what} is not firm"),
    }
    assert!(!classes.contains(&Tameness::Unknown), "an option of {what} is not known to be tame");
    Some(())
}

/// Returns the values that tame options have in misère play.
fn values_in_misere(classes: &[Tameness], values: &[u64]) -> impl Iterator<Item = u64> {
    classes.iter().zip(values).map(|(class, value)| if *class == Tameness::Fickle { value ^ 1 } else { *value })
}

/// Checks that `find` accepts a smaller heap exactly if it is one of `options`. Tries all smaller heaps up to
/// [`MOST_LEFT`], and beyond it the [`MOST_NEAR`] largest ones.
fn check_heaps_left(positions: &dyn Positions, options: &[Rc<dyn Positions>], what: &str) {
    let PlainValue::Integer(heap) = positions.written(0) else { return };
    let Some(heap) = heap.to_u64() else { return };
    let first = if heap <= MOST_LEFT { 0 } else { heap - MOST_NEAR };
    for left in first..heap {
        let mut to = positions.ruleset().none();
        if to.push(PlainValue::Integer(left.into())).is_err() {
            continue;
        }
        let is_option = options.iter().any(|option| same(&**option, &*to));
        let accepted = positions.find(0, &*to).is_ok();
        assert_eq!(accepted, is_option, "{what} to {left}: `find` has a move (left), and `moves` (right)");
    }
}
