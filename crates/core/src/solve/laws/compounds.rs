//! Checks compounds of small positions of every game against brute force over the rules. The checks cover the winner,
//! the number of moves, the winning moves, the recommended move, and the positions that this move leaves.

mod texts;

use std::collections::{BTreeSet, HashMap};
use std::iter;

use super::{check_games, facts};
use crate::game::shape::PlainValue;
use crate::game::{Play, Ruleset};
use crate::number::Natural;
use crate::solve::compound::{CombinedMove, CompoundSolution};
use crate::solve::search::parts;
use crate::solve::{Filter, Sum, Summand, Winner};
use crate::theory::Caches;
use crate::theory::compounds::{Compound, CompoundRule};
use crate::theory::graphs::MoveResult;

/// The largest number of positions that a component may lead to, and the largest number of options of each such
/// position. Compounds of larger components are too much for brute force.
const MOST_POSITIONS: usize = 14;
const MOST_OPTIONS: usize = 4;

/// The largest number of positions of each game that are used as components. Each of them and each pair of them is
/// checked as a compound.
const COMPONENTS: usize = 5;

/// The components, sorted, and whether a move has left nothing of some component.
type State = (Vec<PlainValue>, bool);

/// The results of brute force for one game.
struct Oracle<'r> {
    rules: &'r dyn Ruleset,
    options: HashMap<PlainValue, Vec<Vec<PlainValue>>>,
    wins: HashMap<(CompoundRule, State), bool>,
}

impl Oracle<'_> {
    fn options(&mut self, component: &PlainValue) -> Vec<Vec<PlainValue>> {
        if let Some(options) = self.options.get(component) {
            return options.clone();
        }
        let mut positions = self.rules.none();
        positions.push(component.clone()).unwrap();
        let options: Vec<_> = positions.options(0).iter().map(|option| parts(&**option)).collect();
        self.options.insert(component.clone(), options.clone());
        options
    }

    /// Returns the state after each combined move.
    fn moves(&mut self, (components, is_one_gone): &State, compound: Compound) -> Vec<State> {
        let options: Vec<_> = components.iter().map(|component| self.options(component)).collect();
        let is_over = if compound.is_short() {
            *is_one_gone || options.is_empty() || options.iter().any(Vec::is_empty)
        } else {
            options.iter().all(Vec::is_empty)
        };
        if is_over {
            return Vec::new();
        }
        let mut choices: Vec<(usize, State)> = vec![(0, (Vec::new(), *is_one_gone))];
        for (component, options) in components.iter().zip(&options) {
            let stays = options.is_empty() || compound.may_stay() || compound == Compound::DiminishedDisjunctive;
            let mut next = Vec::new();
            for (moved, (list, gone)) in &choices {
                for option in options {
                    next.push((moved + 1, ([list.clone(), option.clone()].concat(), *gone || option.is_empty())));
                }
                if stays {
                    next.push((*moved, ([list.clone(), vec![component.clone()]].concat(), *gone)));
                }
            }
            choices = next;
        }
        let one = compound == Compound::DiminishedDisjunctive;
        let moves = choices.into_iter().filter(|(moved, _)| *moved > 0 && (!one || *moved == 1));
        moves
            .map(|(_, (mut list, gone))| {
                list.sort_unstable();
                (list, gone)
            })
            .collect()
    }

    fn wins(&mut self, state: &State, rule: CompoundRule) -> bool {
        let key = (rule, state.clone());
        if let Some(wins) = self.wins.get(&key) {
            return *wins;
        }
        let moves = self.moves(state, rule.compound);
        let wins =
            if moves.is_empty() { rule.play == Play::Misere } else { moves.iter().any(|left| !self.wins(left, rule)) };
        self.wins.insert(key, wins);
        wins
    }

    /// True if brute force can visit all positions that a component leads to.
    fn is_small(&mut self, component: &PlainValue) -> bool {
        let (mut seen, mut open) = (BTreeSet::new(), vec![component.clone()]);
        while let Some(next) = open.pop() {
            let options = self.options(&next);
            if seen.insert(next) {
                open.extend(options.iter().flatten().cloned());
            }
            if options.len() > MOST_OPTIONS || seen.len() > MOST_POSITIONS {
                return false;
            }
        }
        true
    }
}

#[test]
fn compounds_are_what_the_rules_give() {
    check_games(check);
}

fn check(rules: &dyn Ruleset) {
    let mut oracle = Oracle { rules, options: HashMap::new(), wins: HashMap::new() };
    let components = components(&mut oracle);
    for compound in Compound::ALL {
        for play in [Play::Normal, Play::Misere] {
            for components in alone_and_in_pairs(&components) {
                check_compound(&components, CompoundRule { compound, play }, &mut oracle);
            }
        }
    }
}

#[test]
fn what_is_said_about_sums_is_true() {
    check_games(|rules| {
        let components = components(&mut Oracle { rules, options: HashMap::new(), wins: HashMap::new() });
        for components in alone_and_in_pairs(&components) {
            facts::check_sum(rules, &components);
        }
    });
}

/// Returns small positions of a game, of which at most one has no moves.
fn components(oracle: &mut Oracle) -> Vec<PlainValue> {
    let small = oracle.rules.small();
    let written: Vec<PlainValue> = (0..small.len()).map(|index| small.written(index)).collect();
    let (mut components, mut ended) = (Vec::new(), 0);
    for component in written {
        let is_ended = oracle.options(&component).is_empty();
        // Only one component without moves is used.
        if components.len() < COMPONENTS && !(is_ended && ended > 0) && oracle.is_small(&component) {
            ended += usize::from(is_ended);
            components.push(component);
        }
    }
    components
}

fn alone_and_in_pairs(components: &[PlainValue]) -> impl Iterator<Item = Vec<&PlainValue>> {
    components.iter().enumerate().flat_map(|(at, first)| {
        iter::once(vec![first]).chain(components[at..].iter().map(move |second| vec![first, second]))
    })
}

fn check_compound(components: &[&PlainValue], rule: CompoundRule, oracle: &mut Oracle) {
    let mut positions = oracle.rules.none();
    for component in components {
        positions.push((*component).clone()).unwrap();
    }
    let what = format!("{components:?} of {}, {rule:?}", oracle.rules.card().id);
    let part = Summand { key: oracle.rules.card().id.into(), place: 0, components: positions };
    let solution = CompoundSolution::of(Sum::new([part]), rule, &Caches::default()).unwrap();
    let mut state: State = (components.iter().map(|component| (*component).clone()).collect(), false);
    state.0.sort_unstable();

    let wins = oracle.wins(&state, rule);
    assert_eq!(solution.winner(), if wins { Winner::First } else { Winner::Second }, "{what}");
    let moves = oracle.moves(&state, rule.compound);
    let mut winning: Vec<State> = moves.iter().filter(|left| !oracle.wins(left, rule)).cloned().collect();
    assert_eq!(solution.count(), Natural::from(moves.len()), "{what}");
    assert_eq!(solution.winning_count(), Natural::from(winning.len()), "{what}");

    let left = |CombinedMove(changes): &CombinedMove| -> State {
        let mut left: Vec<Vec<PlainValue>> = components.iter().map(|component| vec![(*component).clone()]).collect();
        for change in changes {
            left[change.place.index] =
                parts(&*solution.position().components_of(change.place).after(change.place.index, &change.made));
        }
        let is_one_gone = left.iter().any(Vec::is_empty);
        let mut left = left.concat();
        left.sort_unstable();
        (left, is_one_gone)
    };
    for rated in solution.moves(Filter::All, Natural::ZERO) {
        let outcome = if winning.contains(&left(&rated.combined)) { MoveResult::Win } else { MoveResult::Loss };
        assert_eq!(rated.outcome, outcome, "{what}: {:?}", rated.combined);
        assert_eq!(
            solution.check(&rated.combined.0.iter().map(|change| change.place).collect::<Vec<_>>()),
            Ok(()),
            "{what}"
        );
    }
    let mut listed: Vec<State> =
        solution.moves(Filter::All, Natural::ZERO).map(|rated| left(&rated.combined)).collect();
    let mut all = moves.clone();
    listed.sort_unstable();
    all.sort_unstable();
    assert_eq!(listed, all, "{what}");
    let mut listed: Vec<State> =
        solution.moves(Filter::Winning, Natural::ZERO).map(|rated| left(&rated.combined)).collect();
    listed.sort_unstable();
    winning.sort_unstable();
    assert_eq!(listed, winning, "{what}");

    texts::check(&solution, components, oracle, &what);
    let best = solution.best();
    facts::check_whole(&solution.explanation(best.as_ref()), solution.winner(), &what);
    assert_eq!(best.is_some(), !moves.is_empty(), "{what}");
    if let Some(best) = best {
        assert_eq!(winning.contains(&left(&best)), wins, "{what}: {best:?}");
        let after = CompoundSolution::of(solution.after(&best), rule, &Caches::default()).unwrap();
        assert_eq!(after.winner() == Winner::Second, wins, "{what}: {best:?}");
    }
}
