//! The games' formulas, and the theory of sums, against brute force over the rules.

use std::collections::BTreeSet;

use grundy::game::MisereClass;
use grundy::games::Component;
use grundy::natural::Natural;
use grundy::oracle::{Filter, Listed, Play, Solution, Spot, Winner};
use grundy::position;

use super::Bytes;
use super::rules::{self, Position, Size};

/// One component: all that its game says of it.
pub fn games(data: &[u8]) {
    const SIZE: Size = Size { number: 250, chips: 64, beads: 12 };
    let mut bytes = Bytes(data);
    let position = Position::read(&mut bytes, &SIZE);
    let (component, options, genus) = (position.component(), position.options(), rules::genus(&position));
    assert_eq!(component.grundy(), genus.0, "{position:?}");
    let class = match genus {
        (0, 1) | (1, 0) => MisereClass::Swap,
        (normal, misere) if normal == misere => MisereClass::Fixed,
        _ => MisereClass::Unknown,
    };
    // A game may know less than there is to know.
    assert!([class, MisereClass::Unknown].contains(&component.misere_class()), "{position:?}: {genus:?}");

    let all = listed(&component.option_count(), |rank| component.option(rank), &position);
    assert_eq!(all, options, "{position:?}");
    for option in &options {
        assert!(!component.describe(&option.component()).is_empty());
    }
    let highest = options.iter().map(|option| rules::genus(option).0).max().unwrap_or(0);
    for value in 0..=highest + 2 {
        let natural = Natural::from(value);
        let found = listed(&component.count_to(&natural), |rank| component.option_to(&natural, rank), &position);
        let expected = options.iter().filter(|option| rules::genus(option).0 == value).cloned().collect();
        assert_eq!(found, expected, "{position:?} to {value}");
    }
    if let Some(count) = component.lone_misere_count() {
        let found = listed(&count, |rank| component.lone_misere_option(rank), &position);
        let expected = options.iter().filter(|option| rules::genus(option).1 == 0).cloned().collect();
        assert_eq!(found, expected, "misère {position:?}");
    }
    for to in options.iter().cloned().chain([Position::read(&mut bytes, &SIZE)]) {
        assert_eq!(component.check_move(&to.component()).is_ok(), options.contains(&to), "{position:?} to {to:?}");
    }
}

/// What a count and a way to reach options by rank list: each once, and nothing after the last.
fn listed(count: &Natural, option: impl Fn(&Natural) -> Option<Component>, of: &Position) -> BTreeSet<Position> {
    let length = count.to_u64().unwrap();
    let options: BTreeSet<_> = (0..length).map(|rank| Position::of(&option(&Natural::from(rank)).unwrap())).collect();
    assert_eq!(Natural::from(options.len()), *count, "{of:?} lists an option twice");
    assert_eq!(option(count), None, "{of:?} has an option past the last");
    options
}

/// A sum of up to four components, by normal and by misère play.
pub fn sums(data: &[u8]) {
    const SIZE: Size = Size { number: 8, chips: 7, beads: 4 };
    let mut bytes = Bytes(data);
    let count = bytes.below(5);
    let components = (0..count).map(|_| Position::read(&mut bytes, &SIZE).component()).collect();
    let table = position::Position::new(components);
    let sum: Vec<Position> = table.components().iter().map(Position::of).collect();
    let truth = rules::first_wins(&sum);
    for (play, first_wins) in [Play::Normal, Play::Misere].into_iter().zip(truth) {
        match Solution::of(&table, play) {
            Ok(solution) => {
                let convention = usize::from(play == Play::Misere);
                check(&solution, &sum, first_wins, |after| rules::first_wins(after)[convention]);
            }
            Err(_) => assert!(play == Play::Misere && is_wild(&sum), "{sum:?}"),
        }
    }
}

fn check(solution: &Solution, sum: &[Position], first_wins: bool, wins_after: impl Fn(&[Position]) -> bool) {
    assert_eq!(solution.winner() == Winner::First, first_wins, "{sum:?}");
    let xor = sum.iter().fold(0, |xor, position| xor ^ rules::genus(position).0);
    assert_eq!(*solution.grundy(), xor, "{sum:?}");

    let all = rules::moves(sum);
    let wins = |(place, to): &(usize, Position)| !wins_after(&rules::with(sum, *place, to.clone()));
    let winning: BTreeSet<_> = all.iter().filter(|r#move| wins(r#move)).cloned().collect();
    assert_eq!(solution.count(), Natural::from(all.len()), "{sum:?}");
    assert_eq!(solution.winning_count(), Natural::from(winning.len()), "{sum:?}");
    for (filter, expected) in [(Filter::All, &all), (Filter::Winning, &winning)] {
        let mut found = BTreeSet::new();
        for Listed { r#move, grundy, wins, .. } in solution.moves(filter, Spot::START) {
            let at = (r#move.place, Position::of(&r#move.to));
            assert_eq!(wins, winning.contains(&at), "{sum:?}: {at:?}");
            assert_eq!(solution.wins(&r#move), wins, "{sum:?}: {at:?}");
            let after = rules::with(sum, at.0, at.1.clone());
            assert_eq!(grundy, after.iter().fold(0, |xor, position| xor ^ rules::genus(position).0), "{sum:?}: {at:?}");
            assert!(found.insert(at), "{sum:?} lists a move twice");
        }
        assert_eq!(found, *expected, "{sum:?}");
    }
    let best = solution.best().map(|best| (best.place, Position::of(&best.to)));
    let choice = if winning.is_empty() { &all } else { &winning };
    assert!(best.map_or(choice.is_empty(), |best| choice.contains(&best)), "{sum:?}");
}

/// The only sums that the service says it has no misère theory of: more than 5 chips in a box, and another component
/// that can be moved in.
fn is_wild(sum: &[Position]) -> bool {
    let large = |position: &Position| matches!(position, Position::EmptyAndDivide(m, n) if *m.max(n) > 5);
    sum.iter().any(large) && sum.iter().filter(|position| !position.options().is_empty()).count() > 1
}
