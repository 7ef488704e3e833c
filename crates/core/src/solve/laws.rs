//! The laws of [`Game`](crate::game::Game). Every game of the catalogue is checked: its theory must agree with brute
//! force over its rules.

mod answers;
mod beyond;
mod compounds;
mod equations;
mod facts;
mod planted;
mod ranges;

use std::collections::{HashMap, HashSet};
use std::env;
use std::rc::Rc;
use std::thread;

use crate::catalogue::{self, UnknownKey};
use crate::game::entry::example_key;
use crate::game::shape::{Pair, PlainValue};
use crate::game::{AnyMove, Fact, Game, Goal, Play, Positions, Ruleset, Solved, Tameness, Value};
use crate::number::Natural;
use crate::solve::search::parts;
use crate::solve::winning::Goals;
use crate::theory::Caches;
use crate::wire::limits::{LimitCounter, RequestLimits};
use crate::wire::position;

/// The results of brute force for a sum.
#[derive(Clone, Copy)]
pub(crate) struct Truth {
    /// The Grundy value of normal play.
    pub(crate) grundy: u64,
    /// The Grundy value of misère play: 1 if there is no option, otherwise the mex of the options' values.
    pub(crate) misere: u64,
    /// The remoteness in normal and in misère play: the number of moves if the winner wins as fast as possible and the
    /// loser loses as slowly as possible.
    lengths: [u64; 2],
}

impl Truth {
    /// Returns whether the player to move wins.
    fn wins(&self, play: Play) -> bool {
        match play {
            Play::Normal => self.grundy > 0,
            Play::Misere => self.misere > 0,
        }
    }
}

/// Both kinds of play, in the order of [`Truth::lengths`].
const PLAYS: [Play; 2] = [Play::Normal, Play::Misere];

/// Brute force over the rules. Each sum is solved only once, and its results are kept.
#[derive(Default)]
pub(crate) struct Oracle(HashMap<Vec<PlainValue>, Truth>);

impl Oracle {
    /// The results for the sum of positions.
    pub(crate) fn truth(&mut self, positions: &dyn Positions) -> Truth {
        let key = parts(positions);
        if let Some(truth) = self.0.get(&key) {
            return *truth;
        }
        let options: Vec<Truth> = (0..positions.len())
            .flat_map(|index| positions.options(index).into_iter().map(move |option| positions.with(index, &*option)))
            .map(|option| self.truth(&*option))
            .collect();
        let misere = if options.is_empty() { 1 } else { mex(options.iter().map(|truth| truth.misere)) };
        let lengths = PLAYS.map(|play| {
            let place = usize::from(play == Play::Misere);
            let lengths = |wins: bool| {
                let options = options.iter().filter(move |option| option.wins(play) == wins);
                options.map(move |option| option.lengths[place])
            };
            // The winner chooses the fastest of the options that the opponent loses. The loser chooses the slowest of
            // all options.
            lengths(false).min().or_else(|| lengths(true).max()).map_or(0, |length| length + 1)
        });
        let truth = Truth { grundy: mex(options.iter().map(|truth| truth.grundy)), misere, lengths };
        self.0.insert(key, truth);
        truth
    }
}

fn mex(values: impl Iterator<Item = u64>) -> u64 {
    let values: HashSet<u64> = values.collect();
    (0..=u64::MAX).find(|value| !values.contains(value)).unwrap()
}

/// Returns a list that has only this position of a game.
pub(crate) fn positions_of<G: Game>(game: &G, position: &G::Position) -> Box<dyn Positions> {
    let mut positions = game.none();
    positions.push(game.write(position)).unwrap();
    positions
}

/// Checks the examples of moves on the card.
fn check_words(rules: &dyn Ruleset) {
    let card = rules.card();
    assert!(!card.moves.is_empty(), "the card of {} has no move in words", card.id);
    let limits = RequestLimits::default();
    let read = |text: &str| {
        let mut positions = rules.none();
        for part in text.split_whitespace() {
            position::push_text(&mut *positions, part, &mut LimitCounter::new(&limits)).unwrap();
        }
        positions
    };
    assert!(!read(card.example).is_empty(), "the example of {} is no position", card.id);
    for (from, to, words) in card.moves {
        let (position, option) = (read(from), read(to));
        let made =
            position.find(0, &*option).unwrap_or_else(|illegal| panic!("{from} to {to} of {}: {illegal}", card.id));
        assert_eq!(position.describe(0, &made), *words, "{from} to {to} of {}", card.id);
    }
}

/// The name of the environment variable with the key of the only game to check. Without it, every game is checked.
/// `tests/laws` sets this variable.
const ONLY: &str = "GRUNDY_LAWS";

/// Returns the keys of the games to check. A family has the key of its example.
fn keys() -> Vec<String> {
    match env::var(ONLY) {
        Ok(key) => vec![key],
        Err(_) => catalogue::cards().map(example_key).collect(),
    }
}

/// The positions that are all checked even if only one game is checked. Of the others, one of [`ONE_OF`] is checked then.
const FIRST: usize = 40;
const ONE_OF: usize = 10;

/// Returns whether the position at a place is checked. If only one game is checked, some are left out, since somebody
/// waits after each edit, for a library that is not optimized.
fn is_checked(place: usize) -> bool {
    place < FIRST || place.is_multiple_of(ONE_OF) || env::var_os(ONLY).is_none()
}

/// Checks the games at the same time, each on a thread that has the key of the game as its name. So the message of a
/// panic names the game, even if the panic is in the game's own code.
fn check_games(check: fn(&dyn Ruleset)) {
    thread::scope(|scope| {
        for key in keys() {
            let game = catalogue::find(&key).unwrap_or_else(|unknown| panic!("{}", refusal(&key, &unknown)));
            thread::Builder::new().name(key).spawn_scoped(scope, move || check(&*game.rules)).unwrap();
        }
    });
}

/// Returns the reason why there is no such game, and the key that is most similar.
fn refusal(key: &str, unknown: &UnknownKey) -> String {
    let nearest = catalogue::nearest(key).filter(|nearest| nearest != key);
    let hint = nearest.map_or_else(String::new, |nearest| format!("; did you mean {nearest}?"));
    format!("{key}: {unknown}{hint}")
}

/// Checks every law for every game.
#[test]
fn theory_is_what_the_rules_give() {
    check_games(check_small);
}

/// Checks the moves on all cards, since those of a family belong to the parameters of its example.
#[test]
fn words_of_the_cards_are_what_the_rules_give() {
    for key in catalogue::cards().map(example_key) {
        check_words(&*catalogue::find(&key).unwrap().rules);
    }
}

#[test]
fn an_unknown_game_is_refused_with_the_nearest_one() {
    let unknown = catalogue::find("kayle").unwrap_err();
    assert_eq!(refusal("kayle", &unknown), "kayle: there is no game of this id; did you mean kayles?");
}

/// Checks the moves on the card, and every law for every small position of a ruleset.
pub(crate) fn check(rules: &dyn Ruleset) {
    check_words(rules);
    check_small(rules);
}

/// Checks every law for every small position of a ruleset.
pub(crate) fn check_small(rules: &dyn Ruleset) {
    let mut oracle = Oracle::default();
    let small = rules.small().solve(Play::Normal, &Caches::default()).unwrap();
    assert!(!small.is_empty(), "{rules:?}: `small` gives no position, so nothing is compared with the rules");
    for index in (0..small.len()).filter(|index| is_checked(*index)) {
        check_position(&*small, index, &mut oracle);
    }
    beyond::check(rules);
    facts::check_period(rules);
}

/// The largest number of pairs of positions of a ruleset that are compared, to check whether the second position is an
/// option of the first.
const MOST_CHECKS: usize = 60_000;

/// The number of neighbours that are tested as options of a position. They are the positions right before it in the
/// list `small`.
const NEAR: usize = 24;

/// If moves may split components, returns changed options: one part is missing, occurs twice, or is replaced by another
/// position, or the stones are divided in another way. Most of the changed options are not legal options.
fn changed(small: &dyn Positions, index: usize, options: &[Rc<dyn Positions>]) -> Vec<Box<dyn Positions>> {
    if !small.ruleset().splits() {
        return Vec::new();
    }
    let none = small.ruleset().none();
    let change = |option: &dyn Positions| {
        let first = (!option.is_empty()).then(|| option.alone(0));
        let other = small.alone(index / 2);
        let changes = first.iter().flat_map(|first| {
            let twice = first.with(0, option);
            [option.with(0, &*none), option.with(0, &*other), option.with(0, &*twice)]
        });
        let divided = (1..=3_u64).filter_map(|moved| divided_otherwise(option, &moved.into()));
        let in_more = (1..=3_u64).filter_map(|part| divided_once_more(option, &part.into()));
        changes.chain(divided).chain(in_more).collect::<Vec<_>>()
    };
    options.iter().flat_map(|option| change(&**option)).collect()
}

/// Returns the two heaps of an option after `moved` stones are moved from the first heap to the second; `None` if the
/// option does not consist of two heaps.
fn divided_otherwise(option: &dyn Positions, moved: &Natural) -> Option<Box<dyn Positions>> {
    let heaps: Vec<PlainValue> = (0..option.len()).map(|part| option.written(part)).collect();
    let [PlainValue::Integer(first), PlainValue::Integer(second)] = &heaps[..] else { return None };
    let mut parts = option.ruleset().none();
    for stones in [first.checked_sub(moved)?, second + moved] {
        parts.push(PlainValue::Integer(stones)).ok()?;
    }
    Some(parts)
}

/// Returns the heaps of an option, with the last heap divided into `part` and the rest.
fn divided_once_more(option: &dyn Positions, part: &Natural) -> Option<Box<dyn Positions>> {
    let mut heaps: Vec<PlainValue> = (0..option.len()).map(|part| option.written(part)).collect();
    let Some(PlainValue::Integer(last)) = heaps.pop() else { return None };
    let rest = last.checked_sub(part)?;
    heaps.extend([PlainValue::Integer(rest), PlainValue::Integer(part.clone())]);
    let mut parts = option.ruleset().none();
    heaps.into_iter().try_for_each(|heap| parts.push(heap).map(drop)).ok()?;
    Some(parts)
}

/// Returns the position with its last number replaced by a huge number, if this is legal.
fn huge(small: &dyn Positions, index: usize) -> Option<Box<dyn Positions>> {
    let huge = Natural::from(10_u64).pow(30);
    let written = match small.written(index) {
        PlainValue::Integer(_) => PlainValue::Integer(huge),
        PlainValue::Pair(pair) => PlainValue::Pair(Pair { second: huge, ..pair }),
        _ => return None,
    };
    let mut positions = small.ruleset().none();
    positions.push(written).ok()?;
    Some(positions)
}

fn ranks(count: &Natural) -> impl Iterator<Item = Natural> + use<> {
    (0..count.to_u64().unwrap()).map(Natural::from)
}

/// Returns the positions that are left by the moves that meet `goal`.
fn left_by(solved: &dyn Solved, index: usize, goal: &Goal) -> Vec<Rc<dyn Positions>> {
    let moves = solved.moves(index, goal);
    ranks(&solved.count(index, goal)).map(|rank| solved.after(index, &moves.nth(&rank).unwrap())).collect()
}

fn tameness(small: &dyn Solved, option: &dyn Positions) -> Tameness {
    small.solve_more(option.copy()).unwrap().sum_tameness()
}

fn same(left: &dyn Positions, right: &dyn Positions) -> bool {
    left.len() == right.len() && (0..left.len()).all(|at| left.is_same(at, right, at))
}

/// True if both sums have the same parts, in any order.
fn same_parts(left: &dyn Positions, right: &dyn Positions) -> bool {
    let mut unmatched: Vec<usize> = (0..right.len()).collect();
    let matched = (0..left.len()).all(|at| {
        let found = unmatched.iter().position(|other| left.is_same(at, right, *other));
        found.map(|found| unmatched.swap_remove(found)).is_some()
    });
    matched && unmatched.is_empty()
}

/// Checks that both lists have the same options, and that each option occurs only once.
fn assert_same_set(found: &[Rc<dyn Positions>], expected: &[&dyn Positions], what: &str) {
    let there = |option: &dyn Positions| found.iter().filter(|other| same(&***other, option)).count();
    assert!(found.len() == expected.len() && expected.iter().all(|option| there(*option) == 1), "{what}: {found:?}");
}

fn check_position(small: &dyn Solved, index: usize, oracle: &mut Oracle) {
    let position = format!("{} of {}", small.written(index), small.ruleset().card().id);
    let lone = small.alone(index);
    let truth = oracle.truth(&*lone);
    let value = match small.value(index) {
        Value::Nimber(value) => Some(value),
        Value::Outcome { wins, .. } => {
            assert_eq!(wins, truth.grundy > 0, "the winner of {position}");
            None
        }
        Value::Infinite(_) => panic!("{position} can be played for ever"),
    };

    let by_rule = small.options(index);
    let truths: Vec<Truth> = by_rule.iter().map(|option| oracle.truth(&**option)).collect();
    facts::check(small, index, &facts::Known::of(truth, &by_rule, &truths), &position);
    let count = small.count(index, &Goal::All);
    let moves: Vec<AnyMove> = ranks(&count).map(|rank| small.moves(index, &Goal::All).nth(&rank).unwrap()).collect();
    assert_eq!(moves.len(), by_rule.len(), "the number of moves of {position}");
    for (rank, (made, expected)) in moves.iter().zip(&by_rule).enumerate() {
        let left = small.after(index, made);
        assert!(same(&*left, &**expected), "move {rank} of {position} leaves {left:?}, by rule {expected:?}");
        beyond::check_move(small.positions(), index, made, &format!("{position} to {left:?}"));
    }
    check_moves_are_told_apart(small.positions(), index, &moves, &position);
    let distinct: HashSet<Vec<PlainValue>> =
        by_rule.iter().map(|option| (0..option.len()).map(|at| option.written(at)).collect()).collect();
    assert_eq!(distinct.len(), by_rule.len(), "an option of {position} is listed twice");
    assert!(small.moves(index, &Goal::All).nth(&count).is_none(), "past the last option of {position}");

    let together = small.listed(index);
    let are_same = together.iter().zip(&moves).all(|(one, other)| small.is_same_move(one, other));
    assert!(together.len() == moves.len() && are_same, "{position}: its moves one by one, and all together");

    let tameness = small.tameness(index);
    if let Some(value) = &value {
        assert_eq!(*value, truth.grundy, "the value of {position}, by the theory and by the rules");
        let most = small.ruleset().card().max_grundy;
        assert!(most.is_none_or(|most| truth.grundy <= most), "{position} has more than the card's largest value");
        let last = small.explain(index, Play::Normal).pop().map(|step| step.fact);
        assert_eq!(last, Some(Fact::Value(Value::Nimber(value.clone()))), "the explanation of {position}");
        check_values(small, index, &by_rule, &truths, &position);
    }
    assert!(small.find(index, &*lone).is_err(), "{position} to itself");
    let stride = (small.len() * small.len() / MOST_CHECKS).max(1);
    // The positions right before this one in the list are often nearly options of it, so a wrong `find` may accept
    // them.
    let near = index.saturating_sub(NEAR)..index;
    let others = near.chain((index % stride..small.len()).step_by(stride)).map(|at| small.alone(at));
    let of_neighbour = index.checked_sub(1).map(|before| small.options(before)).unwrap_or_default();
    let of_neighbour = of_neighbour.iter().map(|option| option.copy());
    let others = others.chain(of_neighbour).chain(changed(small.positions(), index, &by_rule));
    for other in others.chain(huge(small.positions(), index)) {
        // Parts are compared in any order, because their order has no meaning.
        let is_option = by_rule.iter().any(|option| same_parts(&**option, &*other));
        let accepted = small.find(index, &*other).is_ok();
        assert_eq!(accepted, is_option, "{position} to {other:?}: `find` has a move (left), and `moves` (right)");
    }

    match tameness {
        Tameness::Fickle => {
            assert!(truth.grundy <= 1 && truth.misere == 1 - truth.grundy, "{position} is not fickle");
        }
        Tameness::Firm => assert_eq!(truth.misere, truth.grundy, "{position} is not firm"),
        Tameness::Unknown => {}
    }
    if tameness != Tameness::Unknown {
        let mut classes = by_rule.iter().map(|option| self::tameness(small, &**option));
        assert!(
            classes.all(|tameness| tameness != Tameness::Unknown),
            "an option of {position} is not known to be tame"
        );
    }
    for (play, length) in PLAYS.into_iter().zip(truth.lengths) {
        check_lengths(small, index, play, length, &truths);
        if let Some(remoteness) = small.remoteness(index, play) {
            assert_eq!(remoteness, length, "the remoteness of {position} in {play:?} play");
        }
        if !small.has_theory_alone(index, play) {
            continue;
        }
        let goal = Goal::Wins(play);
        let count = small.count(index, &goal);
        let found = left_by(small, index, &goal);
        let winning = by_rule.iter().zip(&truths).filter(|(_, truth)| !truth.wins(play)).map(|(option, _)| &**option);
        assert_same_set(&found, &winning.collect::<Vec<_>>(), &format!("{position} alone in {play:?} play"));
        assert!(small.moves(index, &goal).nth(&count).is_none(), "{position}");
        for (option, truth) in by_rule.iter().zip(&truths) {
            let wins = Goals::one(goal.clone()).contains(&*small.solve_more(option.copy()).unwrap());
            assert_eq!(wins, !truth.wins(play), "{position} to {option:?} in {play:?} play");
        }
    }
}

/// Checks the closed form of the lengths of play, if the game has one.
fn check_lengths(small: &dyn Solved, index: usize, play: Play, here: u64, options: &[Truth]) {
    let Some(lengths) = small.lengths(index, play) else { return };
    let position = format!("{} of {} in {play:?} play", small.written(index), small.ruleset().card().id);
    assert_eq!(lengths.here, here, "the length of {position}");
    let rows = lengths.options.iter();
    let found: Vec<u64> =
        rows.flat_map(|(count, length)| vec![length.to_u64().unwrap(); count.to_usize().unwrap()]).collect();
    let place = usize::from(play == Play::Misere);
    assert_eq!(
        found,
        options.iter().map(|option| option.lengths[place]).collect::<Vec<_>>(),
        "the options of {position}"
    );
}

/// Checks that no two moves of a heap are described with the same words. Other positions are not checked: with several
/// heaps, two moves may have the same words.
fn check_moves_are_told_apart(positions: &dyn Positions, index: usize, moves: &[AnyMove], position: &str) {
    if !matches!(positions.written(index), PlainValue::Integer(_)) {
        return;
    }
    let mut words = HashSet::new();
    for made in moves {
        let described = positions.describe(index, made);
        assert!(!words.contains(&described), "{position}: two moves are described as {described:?}");
        words.insert(described);
    }
}

fn check_values(small: &dyn Solved, index: usize, by_rule: &[Rc<dyn Positions>], truths: &[Truth], position: &str) {
    let highest = truths.iter().map(|truth| truth.grundy).max().unwrap_or(0);
    for value in (0..=highest + 2).map(Natural::from) {
        let count = small.count(index, &Goal::Value(value.clone()));
        let found = left_by(small, index, &Goal::Value(value.clone()));
        let there = by_rule.iter().zip(truths).filter(|(_, truth)| value == truth.grundy).map(|(option, _)| &**option);
        let what = format!("{position} to {value}");
        let there: Vec<&dyn Positions> = there.collect();
        assert_same_set(&found, &there, &what);
        assert!(
            small.moves(index, &Goal::Value(value.clone())).nth(&count).is_none(),
            "past the last option of {what}"
        );
        if small.tameness(index) == Tameness::Unknown {
            continue;
        }
        for tameness in [Tameness::Fickle, Tameness::Firm] {
            let goal = Goal::Tame(value.clone(), tameness);
            let listed = left_by(small, index, &goal);
            let expected = there.iter().filter(|option| self::tameness(small, **option) == tameness).copied();
            assert_same_set(&listed, &expected.collect::<Vec<_>>(), &format!("{what}, {tameness:?}"));
        }
    }
    let huge = Natural::from(10_u64).pow(100);
    let huge = Goal::Value(huge);
    assert!(small.count(index, &huge).is_zero() && small.moves(index, &huge).nth(&Natural::ZERO).is_none());
}
