//! Compares labels and counts with the results of brute force, which plays whole compounds by the rules.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

use proptest::prelude::*;

use super::counts::Counts;
use super::pass::{Splitting, TokenLabels, labels};
use super::{Compound, CompoundRule, Label, foreclosed};
use crate::number::Natural;
use crate::theory::graphs::graph::{index, vertex};
use crate::theory::graphs::splitting::SplittingGraph;
use crate::theory::graphs::testing::arb_graph;
use crate::theory::graphs::{Graph, MoveResult, Play, Winner};

/// A list of components, ascending, because the order of components in a compound has no meaning.
type List = Vec<u32>;

/// The largest number of combined moves of one list of components, and the largest number of lists that play can reach.
/// If there are more, brute force gives up. For example, the combined moves of 30 components with six options each do
/// not fit into memory.
const MOST_LISTS: usize = 20_000;

/// Returns, for each combined move of a list, the list of components that the move leaves. `None` if there are too many
/// moves.
fn moves(positions: &impl Splitting, list: &[u32], compound: Compound) -> Option<Vec<List>> {
    let ended = |v: &u32| positions.options(*v).next().is_none();
    let is_over = if compound.is_short() { list.is_empty() || list.iter().any(ended) } else { list.iter().all(ended) };
    if is_over {
        return Some(Vec::new());
    }
    // The choices so far. Each choice has the number of components that were moved, and the list of the resulting
    // components.
    let mut choices: Vec<(usize, List)> = vec![(0, Vec::new())];
    for v in list {
        let may_stay = ended(v) || compound.may_stay() || compound == Compound::DiminishedDisjunctive;
        let stays = may_stay.then(|| (0, vec![*v]));
        let moved = positions.options(*v).map(|parts| (1, parts.to_vec()));
        let each: Vec<(usize, List)> = moved.chain(stays).collect();
        if choices.len() * each.len() > MOST_LISTS {
            return None;
        }
        choices = choices
            .iter()
            .flat_map(|(before, list)| {
                each.iter().map(move |(moved, parts)| (before + moved, [list.clone(), parts.clone()].concat()))
            })
            .collect();
    }
    let one = compound == Compound::DiminishedDisjunctive;
    let is_move = |(moved, _): &(usize, List)| *moved > 0 && (!one || *moved == 1);
    Some(choices.into_iter().filter(is_move).map(|(_, list)| sorted(list)).collect())
}

fn sorted(mut list: List) -> List {
    list.sort_unstable();
    list
}

/// Returns, for every list that can be reached from this list, the winner and how many moves play lasts. `None` if
/// there are too many lists.
fn brute_force(
    positions: &impl Splitting,
    start: &List,
    rule: CompoundRule,
) -> Option<HashMap<List, (Winner, Option<u64>)>> {
    let mut options: HashMap<List, Vec<List>> = HashMap::new();
    let mut open = vec![start.clone()];
    while let Some(list) = open.pop() {
        if let Entry::Vacant(entry) = options.entry(list) {
            let found = moves(positions, entry.key(), rule.compound)?;
            open.extend(found.iter().cloned());
            entry.insert(found);
        }
        if options.len() + open.len() > MOST_LISTS {
            return None;
        }
    }
    let mut known: HashMap<List, (Winner, Option<u64>)> = HashMap::new();
    for length in 0_u64.. {
        let found: Vec<(List, Winner)> = options
            .iter()
            .filter(|(list, _)| !known.contains_key(*list))
            .filter_map(|(list, options)| {
                let winners = || options.iter().map(|option| known.get(option).map(|(winner, _)| *winner));
                let is_won = if options.is_empty() {
                    rule.play == Play::Misere
                } else {
                    winners().any(|winner| winner == Some(Winner::Second))
                };
                let is_lost = !is_won && winners().all(|winner| winner == Some(Winner::First));
                let winner = if is_won { Some(Winner::First) } else { is_lost.then_some(Winner::Second) };
                Some((list.clone(), winner?))
            })
            .collect();
        if found.is_empty() {
            break;
        }
        known.extend(found.into_iter().map(|(list, winner)| (list, (winner, Some(length)))));
    }
    let drawn = (Winner::Draw, None);
    Some(options.into_keys().map(|list| (list.clone(), known.get(&list).copied().unwrap_or(drawn))).collect())
}

/// Returns, for each label, the number of combined moves after which the list has this label.
fn counts(positions: &impl Splitting, list: &[u32], rule: CompoundRule, label: impl Fn(u32) -> Label) -> Counts {
    let of_parts = |parts: &[u32]| rule.of_list(&parts.iter().map(|&part| label(part)).collect::<Vec<_>>());
    let each = list.iter().map(|&v| {
        let mut options: Vec<Label> = positions.options(v).map(of_parts).collect();
        if rule.compound.may_stay() || options.is_empty() && rule.compound == Compound::ContinuedConjunctive {
            options.push(label(v));
        }
        Counts::of(options.iter().map(|option| (option, &Natural::ONE)))
    });
    each.reduce(|all, counts| all.beside(&counts, rule)).unwrap_or_default()
}

fn rules() -> impl Iterator<Item = CompoundRule> {
    let plays = |compound| [Play::Normal, Play::Misere].map(|play| CompoundRule { compound, play });
    Compound::ALL.into_iter().flat_map(plays)
}

/// Compares the result of the labels with brute force: the winner, how many moves there are, and how many of them win.
fn check(
    positions: &impl Splitting,
    list: &List,
    rule: CompoundRule,
    label: impl Fn(u32) -> Label,
) -> Result<(), TestCaseError> {
    let Some(truth) = brute_force(positions, list, rule) else { return Ok(()) };
    let whole = rule.of_list(&list.iter().map(|&v| label(v)).collect::<Vec<_>>());
    prop_assert_eq!(rule.winner(&whole), truth[list].0, "{:?} {:?} {:?}", rule, list, whole);
    if let (Compound::Conjunctive, Label::Length(length)) = (rule.compound, &whole) {
        prop_assert_eq!(length.to_u64(), truth[list].1);
    }
    let Some(by_rules) = moves(positions, list, rule.compound) else { return Ok(()) };
    let outcomes = by_rules.iter().map(|left| truth[left].0);
    let wins = outcomes.filter(|winner| *winner == Winner::Second).count();
    if rule.compound == Compound::DiminishedDisjunctive {
        for left in &by_rules {
            let whole = rule.of_list(&left.iter().map(|&v| label(v)).collect::<Vec<_>>());
            prop_assert_eq!(rule.winner(&whole), truth[left].0, "{:?} {:?} {:?}", rule, left, whole);
        }
        return Ok(());
    }
    let ended = list.is_empty() || list.iter().any(|v| positions.options(*v).next().is_none());
    let counts =
        if rule.compound.is_short() && ended { Counts::default() } else { counts(positions, list, rule, label) };
    // In a selective compound a move must change at least one component, but the counts include the choice that changes
    // none. In a lost position, the counts include this choice among the winning moves, because it leaves a lost
    // position.
    let stays = usize::from(rule.compound.may_stay() && !counts.total().is_zero());
    let is_lost = rule.winner(&whole) == Winner::Second;
    let none = list.iter().all(|v| positions.options(*v).next().is_none());
    let one = usize::from(rule.compound == Compound::ContinuedConjunctive && none && !list.is_empty());
    prop_assert_eq!(counts.total(), Natural::from(by_rules.len() + stays + one), "{:?} {:?}", rule, list);
    let winning = counts.total_where(|label| rule.outcome(label) == MoveResult::Win);
    let stays = if is_lost { stays + one } else { 0 };
    prop_assert_eq!(winning, Natural::from(wins + stays), "{:?} {:?}", rule, list);
    Ok(())
}

/// Graphs in which a move may leave several positions. Vertex 0 has no options.
fn arb_splitting() -> impl Strategy<Value = SplittingGraph> {
    let part = any::<prop::sample::Index>();
    let option = proptest::collection::vec(part, 1..3);
    let row = proptest::collection::vec(option, 0..4);
    proptest::collection::vec(row, 3..7).prop_map(|rows| {
        let (mut options, mut sums, mut parts) = (vec![0, 0], vec![0], Vec::new());
        for (v, row) in (1_usize..).zip(rows) {
            let row: BTreeSet<List> =
                row.iter().map(|option| sorted(option.iter().map(|part| vertex(part.index(v))).collect())).collect();
            for option in row {
                parts.extend(option);
                sums.push(vertex(parts.len()));
            }
            options.push(vertex(sums.len() - 1));
        }
        SplittingGraph::from_arrays(options, sums, parts).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn labels_decide_compounds_of_games_that_split(
        graph in arb_splitting(),
        list in proptest::collection::vec(any::<prop::sample::Index>(), 0..4),
    ) {
        let list = sorted(list.iter().map(|v| vertex(v.index(index(graph.vertices())))).collect());
        for rule in rules() {
            let labels = labels(&graph, rule).unwrap();
            check(&graph, &list, rule, |v| labels[index(v)].clone().unwrap())?;
        }
    }

    #[test]
    fn labels_decide_compounds_of_graphs_with_cycles(
        graph in arb_graph(5),
        list in proptest::collection::vec(any::<prop::sample::Index>(), 0..4),
    ) {
        let list = sorted(list.iter().map(|v| vertex(v.index(index(graph.vertices())))).collect());
        for rule in rules() {
            let labels = TokenLabels::of(&graph, rule).unwrap();
            let of = |v: &u32| labels.label(&graph, *v);
            // Some kinds of compounds have no theory for play that may go on for ever.
            if list.iter().all(|v| reach(&graph, *v).iter().all(|v| of(v).is_some())) {
                check(&graph, &list, rule, |v| of(&v).unwrap())?;
            } else {
                let has_theory = match rule.compound {
                    Compound::Conjunctive | Compound::ShortenedSelective | Compound::DiminishedDisjunctive => true,
                    Compound::Selective => rule.play == Play::Normal,
                    Compound::ContinuedConjunctive => false,
                };
                prop_assert!(!has_theory);
            }
        }
    }
}

fn reach(graph: &Graph, v: u32) -> Vec<u32> {
    graph.reachable(v, usize::MAX).unwrap().1
}

#[test]
fn the_closed_form_of_foreclosed_values_is_what_the_rules_give() {
    const LARGEST: u32 = 60;
    for most in 1..=9_u32 {
        let graph = Graph::from_rows((0..=LARGEST).map(|heap| (heap.saturating_sub(most)..heap).collect::<Vec<_>>()));
        let graph = graph.unwrap();
        for play in [Play::Normal, Play::Misere] {
            let labels = labels(&graph, CompoundRule { compound: Compound::DiminishedDisjunctive, play }).unwrap();
            for heap in 0..=LARGEST {
                let found = foreclosed::of_bachet(&most.into(), &heap.into(), play).unwrap();
                assert_eq!(Some(&found.here), labels[index(heap)].as_ref(), "{heap}, at most {most}, {play:?}");
                let options = found
                    .options
                    .iter()
                    .flat_map(|(count, label)| std::iter::repeat_n(Some(label), count.to_usize().unwrap()));
                // The move that removes 1 stone comes first.
                let expected = (heap.saturating_sub(most)..heap).rev().map(|option| labels[index(option)].as_ref());
                assert!(options.eq(expected), "options of {heap}, at most {most}, {play:?}");
            }
        }
    }
}
