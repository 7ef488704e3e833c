//! Compares the formulas of the games, and the theory of sums, with brute force over the rules.

use std::cell::RefCell;
use std::rc::Rc;

use grundy_core::game::{Goal, Play, Positions, Solved, Tameness, Value};
use grundy_core::solve::Sum;
use grundy_core::wire::limits::RequestLimits;
use grundy_core::wire::request::{Explain, Request};

use super::brute::{Brute, BruteGenus, alone};

/// The limits keep numbers and lists so short that the rules can list all options.
const LIMITS: RequestLimits = RequestLimits {
    max_digits: 3,
    max_components: 12,
    max_games: 12,
    max_steps: u64::MAX,
    max_vertices: 0,
    max_edges: 0,
    max_vectors: 64,
    max_cells: 0,
    max_heaps: 100_000,
    // A query string can't define games.
    max_rules: 0,
    max_rules_memory: 0,
    max_certificate: 0,
    max_find: 100,
};

/// Brute force visits at most this number of sums from one component, and from one sum.
const MAX_REACH: usize = 3_000;

thread_local!(static BRUTE: RefCell<Brute> = RefCell::default());

/// Reads a query string. Checks everything that a game says about each component alone. Also asks the game, for any two
/// components with the same key, for a move from one to the other. The game must find it iff it is legal.
pub fn games(data: &[u8]) {
    BRUTE.with_borrow_mut(|brute| {
        brute.tidy();
        let Some((position, _)) = small_sum(data, brute) else { return };
        for part in position.parts() {
            for index in 0..part.components.len() {
                check(&part.key, &*part.components, index, brute);
            }
        }
    });
}

/// Reads a query string. Checks the sum of its components, in normal and in misère play.
pub fn sums(data: &[u8]) {
    BRUTE.with_borrow_mut(|brute| {
        brute.tidy();
        let Some((position, reach)) = small_sum(data, brute) else { return };
        if reach > MAX_REACH {
            return;
        }
        brute.check(&position, Play::Normal);
        brute.check(&position, Play::Misere);
    });
}

/// Returns the position in a query string, and the number of sums that moves can reach from it. Returns `None` if the
/// query is not valid, some component is not small, or the theory can't solve some component.
fn small_sum(data: &[u8], brute: &mut Brute) -> Option<(Sum, usize)> {
    let query = std::str::from_utf8(data).ok()?;
    let position = Request::<Explain>::from_query(query, &LIMITS).ok()?.position;
    let mut reach = 1_usize;
    for part in position.parts() {
        for index in 0..part.components.len() {
            // If the theory cannot solve a position, there is nothing to compare with brute force.
            let positions = part.components.alone(index).solve(Play::Normal, &super::brute::TABLES).ok()?;
            // The options are counted first, since there may be too many to list.
            positions.count(0, &Goal::All).to_usize().filter(|count| *count <= MAX_REACH)?;
            reach = reach.saturating_mul(brute.reach(&part.key, positions.positions(), MAX_REACH)?);
        }
    }
    Some((position, reach))
}

/// Checks everything that a game says about one component.
fn check(key: &str, positions: &dyn Positions, index: usize, brute: &mut Brute) {
    let component = &*alone(positions, index);
    let what = format!("{key}={}", component.written(0));
    let genus = brute.genus_of_run(key, component.positions());
    match component.value(0) {
        Value::Nimber(value) => assert_eq!(value, genus.normal, "the value of {what}"),
        Value::Outcome { wins, .. } => assert_eq!(wins, genus.normal != 0, "the winner of {what}"),
        Value::Infinite(_) => panic!("play ends from {what}"),
    }
    // A game need not know whether a component is tame.
    match component.tameness(0) {
        Tameness::Fickle => {
            assert!(
                matches!(genus, BruteGenus { normal: 0, misere: 1 } | BruteGenus { normal: 1, misere: 0 }),
                "{what}"
            );
        }
        Tameness::Firm => assert_eq!(genus.normal, genus.misere, "{what}"),
        Tameness::Unknown => {}
    }

    let by_rule = component.options(0);
    let genera: Vec<BruteGenus> = by_rule.iter().map(|option| brute.genus_of_run(key, &**option)).collect();
    let listed = listed(component, &Goal::All, &what);
    let in_order = listed.iter().zip(&by_rule).all(|(listed, by_rule)| same(&**listed, &**by_rule));
    assert!(listed.len() == by_rule.len() && in_order, "{what} has {by_rule:?}, listed are {listed:?}");
    for option in &by_rule {
        let made = component.find(0, &**option).unwrap_or_else(|illegal| panic!("{what} to {option:?}: {illegal}"));
        assert!(same(&*component.after(0, &made), &**option), "{what} to {option:?}");
        assert!(!component.describe(0, &made).is_empty(), "{what} to {option:?}");
    }
    for other in (0..positions.len()).map(|other| alone(positions, other)) {
        let is_option = by_rule.iter().any(|option| same(&**option, other.positions()));
        assert_eq!(component.find(0, other.positions()).is_ok(), is_option, "{what} to {other:?}");
    }

    let options = |chosen: &dyn Fn(&BruteGenus) -> bool| -> Vec<&dyn Positions> {
        by_rule.iter().zip(&genera).filter(|(_, genus)| chosen(genus)).map(|(option, _)| &**option).collect()
    };
    if matches!(component.value(0), Value::Nimber(_)) {
        let highest = genera.iter().map(|genus| genus.normal).max().unwrap_or(0);
        for value in 0..=highest + 2 {
            let found = self::listed(component, &Goal::Value(value.into()), &what);
            assert_same_set(&found, &options(&|genus| genus.normal == value), &format!("{what} to {value}"));
        }
    }
    for play in [Play::Normal, Play::Misere] {
        if component.has_theory_alone(0, play) {
            let found = self::listed(component, &Goal::Wins(play), &what);
            let expected = options(&|genus| !genus.wins(play));
            assert_same_set(&found, &expected, &format!("{what} alone in {play:?} play"));
        }
    }
}

/// Returns the options that meet this goal, found by their ranks. Checks that no option follows after the last rank.
fn listed(component: &dyn Solved, goal: &Goal, what: &str) -> Vec<Rc<dyn Positions>> {
    let (count, moves) = (component.count(0, goal), component.moves(0, goal));
    assert!(moves.count() == count && moves.nth(&count).is_none(), "{what} has an option past the last");
    (0..count.to_u64().unwrap()).map(|rank| component.after(0, &moves.nth(&rank.into()).unwrap())).collect()
}

/// Returns whether both are the same list of components.
fn same(left: &dyn Positions, right: &dyn Positions) -> bool {
    left.len() == right.len() && (0..left.len()).all(|at| left.is_same(at, right, at))
}

/// Asserts that both lists have the same options, each once.
fn assert_same_set(found: &[Rc<dyn Positions>], expected: &[&dyn Positions], what: &str) {
    let there = |option: &dyn Positions| found.iter().filter(|other| same(&***other, option)).count();
    assert!(found.len() == expected.len() && expected.iter().all(|option| there(*option) == 1), "{what}: {found:?}");
}
