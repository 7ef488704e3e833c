//! Properties of sums that hold for any games.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use grundy::game::MisereClass;
use grundy::games::{Component, Kind};
use grundy::limits::{Limits, Meter};
use grundy::natural::Natural;
use grundy::oracle::{Filter, Listed, Move, Play, Solution, Spot, Winner};
use grundy::position::{Position, PositionSeed};
use proptest::prelude::*;
use serde::de::DeserializeSeed;

/// A component of any game that can be built from two small numbers and a few beads: whichever of the spellings the game
/// takes. So a new game is in here as soon as it is in the catalogue.
fn component() -> impl Strategy<Value = Component> {
    (0..Kind::ALL.len(), 0_u64..15, 0_u64..15, "[RB]{0,7}").prop_filter_map("no position", |(kind, a, b, beads)| {
        let kind = Kind::ALL[kind];
        let limits = Limits::default();
        let spellings = [format!("{a},{b}"), a.to_string(), beads];
        spellings.iter().find_map(|text| kind.from_text(text, &mut Meter::new(&limits)).ok())
    })
}

fn sum() -> impl Strategy<Value = Vec<Component>> {
    proptest::collection::vec(component(), 0..5)
}

/// All positions that one move makes.
fn options(position: &Position) -> Vec<Position> {
    let components = position.components();
    let ranks = |component: &Component| (0..component.option_count().to_u64().unwrap()).map(Natural::from);
    let moves = components
        .iter()
        .enumerate()
        .flat_map(|(place, component)| ranks(component).map(move |rank| (place, component.option(&rank).unwrap())));
    let after = |(place, option): (usize, Component)| {
        let mut components = components.to_vec();
        components[place] = option;
        Position::new(components)
    };
    moves.map(after).collect()
}

/// Is there no misère theory of it? Not where a component is not known to be tame, unless no other can be moved in.
fn is_unknown(position: &Position) -> bool {
    let components = position.components();
    components.iter().any(|component| component.misere_class() == MisereClass::Unknown)
        && components.iter().filter(|component| !component.option_count().is_zero()).count() > 1
}

fn after_best(position: &Position, solution: &Solution) -> Option<Position> {
    let best = solution.best()?;
    let mut components = position.components().to_vec();
    components[best.place] = best.to;
    Some(Position::new(components))
}

#[test]
fn names() {
    assert_eq!(["normal", "misere", "x"].map(|play| play.parse().ok()), [Some(Play::Normal), Some(Play::Misere), None]);
    assert_eq!(serde_json::from_str::<Play>(r#""misere""#).ok(), Some(Play::Misere));
    for kind in Kind::ALL {
        assert_eq!(Kind::from_id(kind.id()), Some(*kind));
        assert_eq!(Kind::nearest(&format!("{}x", kind.id())), kind.id());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Who wins, the number of winning moves and the recommended one, from the definition of an N- and a P-position.
    #[test]
    fn winners_are_what_the_options_make_them(components in sum(), misere in any::<bool>()) {
        let play = if misere { Play::Misere } else { Play::Normal };
        let position = Position::new(components);
        let Ok(solution) = Solution::of(&position, play) else {
            prop_assert!(misere && is_unknown(&position));
            return Ok(());
        };
        let options = options(&position);
        // What can be solved has such options only.
        let outcomes: Vec<Winner> =
            options.iter().map(|option| Solution::of(option, play).unwrap().winner()).collect();
        let winning = outcomes.iter().filter(|winner| **winner == Winner::Second).count();
        let first_wins = winning > 0 || (misere && options.is_empty());
        prop_assert_eq!(solution.winner() == Winner::First, first_wins);
        prop_assert_eq!(solution.winning_count().to_usize(), Some(winning));
        match after_best(&position, &solution) {
            None => prop_assert!(options.is_empty()),
            Some(after) => {
                prop_assert!(options.contains(&after), "the recommended move is illegal");
                let wins = Solution::of(&after, play).unwrap().winner() == Winner::Second;
                prop_assert_eq!(wins, winning > 0);
            }
        }
    }

    /// The listings have every move once, with what it leads to; from any spot on they have the rest.
    #[test]
    fn listings_are_what_the_options_are(components in sum(), misere in any::<bool>(), start in any::<prop::sample::Index>()) {
        let play = if misere { Play::Misere } else { Play::Normal };
        let position = Position::new(components);
        let Ok(solution) = Solution::of(&position, play) else { return Ok(()) };
        let all: Vec<Listed> = solution.moves(Filter::All, Spot::START).collect();
        let after = |listed: &Listed| position.with(listed.r#move.place, listed.r#move.to.clone());
        prop_assert_eq!(all.iter().map(after).collect::<Vec<_>>(), options(&position));
        prop_assert_eq!(solution.count().to_usize(), Some(all.len()));
        prop_assert_eq!(solution.position(), &position);
        prop_assert!(solution.values().iter().eq(&position.components().iter().map(Component::grundy).collect::<Vec<_>>()));
        for listed in &all {
            let after = after(listed);
            let after = Solution::of(&after, play).unwrap();
            prop_assert_eq!(&listed.grundy, after.grundy());
            prop_assert_eq!(listed.wins, after.winner() == Winner::Second);
            prop_assert_eq!(solution.wins(&listed.r#move), listed.wins);
        }
        let winning: Vec<Listed> = solution.moves(Filter::Winning, Spot::START).collect();
        prop_assert!(winning.iter().all(|listed| listed.wins && all.iter().any(|other| other.r#move == listed.r#move)));
        prop_assert_eq!(winning.len(), all.iter().filter(|listed| listed.wins).count());
        for (filter, whole) in [(Filter::All, all), (Filter::Winning, winning)] {
            if whole.is_empty() {
                continue;
            }
            let start = start.index(whole.len());
            let rest: Vec<Move> = solution.moves(filter, whole[start].spot.clone()).map(|listed| listed.r#move).collect();
            prop_assert_eq!(rest, whole[start..].iter().map(|listed| listed.r#move.clone()).collect::<Vec<_>>());
        }
    }

    /// Cursors know their listing by it.
    #[test]
    fn different_components_have_different_hashes(one in component(), other in component()) {
        let hash = |component: &Component| BuildHasherDefault::<DefaultHasher>::default().hash_one(component);
        prop_assert_eq!(hash(&one) == hash(&other), one == other);
    }

    #[test]
    fn positions_come_back_from_json(components in sum()) {
        let position = Position::new(components);
        let json = serde_json::to_string(&position).unwrap();
        let limits = Limits::default();
        let read = PositionSeed(&mut Meter::new(&limits)).deserialize(&mut serde_json::Deserializer::from_str(&json));
        prop_assert_eq!(read.unwrap(), position);
    }

    #[test]
    fn the_order_of_components_means_nothing(
        (components, shuffled) in sum().prop_flat_map(|components| (Just(components.clone()), Just(components).prop_shuffle())),
        misere in any::<bool>(),
    ) {
        let play = if misere { Play::Misere } else { Play::Normal };
        let positions = [components, shuffled].map(Position::new);
        let [one, other] = &positions;
        match [Solution::of(one, play), Solution::of(other, play)] {
            [Ok(one), Ok(other)] => {
                prop_assert_eq!(one.winner(), other.winner());
                prop_assert_eq!(one.grundy(), other.grundy());
                prop_assert_eq!(one.winning_count(), other.winning_count());
            }
            [one, other] => prop_assert_eq!(one.is_err(), other.is_err()),
        }
    }

    /// Multiplying both numbers of a pair by 2⁷⁰ takes it to another arithmetic, and changes nothing in Euclid's game.
    #[test]
    fn big_and_small_integers_agree(a in 1_u64.., b in 1_u64..) {
        let read = |a: &Natural, b: &Natural| {
            let kind = Kind::from_id("euclid").unwrap();
            kind.from_text(&format!("{a},{b}"), &mut Meter::new(&Limits::default())).unwrap()
        };
        let scale = |n: u64| Natural::from(n).shift_left(70);
        let (small, big) = (read(&a.into(), &b.into()), read(&scale(a), &scale(b)));
        prop_assert_eq!(small.grundy(), big.grundy());
        prop_assert_eq!(small.misere_class(), big.misere_class());
        prop_assert_eq!(small.option_count(), big.option_count());
        let zero = Natural::ZERO;
        let best = |component: &Component| component.option_to(&zero, &zero).map(|option| option.grundy());
        prop_assert_eq!(best(&small), best(&big));
    }
}
