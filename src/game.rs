//! [`Game`]: what every game answers about a position of it. The type that implements it *is* the position.

use std::fmt;
use std::hash::Hash;

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use crate::natural::Natural;
use crate::shape::Shape;
pub use crate::source::Source;
use crate::step::Step;

/// An impartial game in which every play ends. A value of the type is a legal position.
///
/// Options are never listed to find one: both all options and those to one Grundy value are counted by formula and
/// reached by their rank, so that positions with 10¹⁸ options cost no more than others. Ranks count from 0, and the
/// order is the documented one of the game, its smallest step first.
pub trait Game: Clone + Eq + Hash + fmt::Debug + Send + Sync + Sized {
    /// How a position is written.
    type Shape: Shape;
    /// What the catalogue says of the game.
    const CARD: Card;

    /// The position that is written so.
    ///
    /// # Errors
    /// The reason why it is none of this game.
    fn new(written: Self::Shape) -> Result<Self, Illegal>;

    /// How the position is written, in the client's order.
    fn written(&self) -> &Self::Shape;

    /// The schema of a position; more than its shape's where the game can say more.
    #[must_use]
    fn schema() -> RefOr<Schema> {
        Self::Shape::schema()
    }

    /// The Grundy value.
    fn grundy(&self) -> Natural;

    /// How many options there are.
    fn option_count(&self) -> Natural;

    /// The option of a rank, none from [`Game::option_count`] on. Rank 0 is the game's smallest step.
    fn option(&self, rank: &Natural) -> Option<Self>;

    /// How many options have a Grundy value.
    fn count_to(&self, value: &Natural) -> Natural;

    /// The option of a rank among those that have a Grundy value, none from [`Game::count_to`] on. Rank 0 is the
    /// game's choice: the move that is recommended.
    fn option_to(&self, value: &Natural, rank: &Natural) -> Option<Self>;

    /// Is `to` an option, by the rules themselves and for numbers of any size?
    ///
    /// # Errors
    /// Why not, so that a player understands it.
    fn check_move(&self, to: &Self) -> Result<(), String>;

    /// The move to an option in words.
    fn describe(&self, option: &Self) -> String;

    /// Why the Grundy value is what it is. The numbers come from the computation that found it, and the last step is
    /// [`Step::value`].
    fn explain(&self) -> Vec<Step> {
        let Card { normal, sources, .. } = Self::CARD;
        vec![Step { text: normal.to_owned(), source: sources.first().copied() }, Step::value(&self.grundy())]
    }

    /// How the position behaves in misère sums. Of a position whose class is known, all options are of known classes,
    /// and those with the same Grundy value of the same.
    fn misere_class(&self) -> MisereClass {
        MisereClass::Unknown
    }

    /// The misère theory of the position on its own, for games whose sums are not tame: how many options win.
    fn lone_misere_count(&self) -> Option<Natural> {
        None
    }

    /// The option of a rank among those that [`Game::lone_misere_count`] counts.
    fn lone_misere_option(&self, _rank: &Natural) -> Option<Self> {
        None
    }

    /// Why [`Game::misere_class`] is what it is; of a position that has a misère theory of its own, and whose class is
    /// not known, that theory.
    fn explain_misere(&self) -> Vec<Step> {
        vec![Step::new(Self::CARD.misere)]
    }
}

/// How a position behaves in misère sums, by its genus (g⁺, g⁻): the Grundy values of normal and misère play
/// (Conway, On Numbers and Games, 1976, chapter 12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MisereClass {
    /// (0, 1) or (1, 0).
    Swap,
    /// (g, g).
    Fixed,
    /// Not known to be tame.
    Unknown,
}

/// What the catalogue says of a game, for people.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    /// The key in a position: lower case with hyphens.
    pub id: &'static str,
    /// The name.
    pub name: &'static str,
    /// The rules in plain words: which of the rulesets of this name it is, too.
    pub rules: &'static str,
    /// What a position is, in words.
    pub position: &'static str,
    /// The pattern of the text form.
    pub text_form: &'static str,
    /// A position in its text form.
    pub example: &'static str,
    /// Where the game and its theory come from.
    pub sources: &'static [Source],
    /// What is known of normal play.
    pub normal: &'static str,
    /// What is known of misère play.
    pub misere: &'static str,
    /// The largest Grundy value that there is, if there is one.
    pub max_grundy: Option<u64>,
}

/// Why something of the right shape is no position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    /// Which part is to blame, where one is: 0 or 1 of a pair.
    pub part: Option<usize>,
    /// The reason, in a sentence.
    pub reason: String,
}

#[cfg(test)]
pub(crate) mod laws {
    //! The laws of [`Game`], checked for every game against brute force over its rules.

    use std::collections::HashMap;

    use super::*;
    use crate::limits::{Limits, Meter};

    /// A game's rules, written from the rules alone, and the positions to check its theory on.
    pub(crate) trait Rules: Game {
        /// The positions to check.
        fn small() -> Vec<Self>;
        /// All options; duplicates allowed.
        fn options_by_rule(&self) -> Vec<Self>;
    }

    /// What brute force finds of a position.
    #[derive(Clone, Copy)]
    pub(crate) struct Truth {
        /// Grundy value of normal play.
        pub(crate) grundy: u64,
        /// Grundy value of misère play: 1 where there is no option, else mex.
        pub(crate) misere: u64,
    }

    /// Brute force over the rules, each position once.
    pub(crate) struct Oracle<G>(HashMap<G, Truth>);

    impl<G: Rules> Oracle<G> {
        pub(crate) fn new() -> Self {
            Self(HashMap::new())
        }

        pub(crate) fn truth(&mut self, position: &G) -> Truth {
            if let Some(truth) = self.0.get(position) {
                return *truth;
            }
            let options: Vec<Truth> = position.options_by_rule().iter().map(|option| self.truth(option)).collect();
            let misere = if options.is_empty() { 1 } else { mex(options.iter().map(|truth| truth.misere)) };
            let truth = Truth { grundy: mex(options.iter().map(|truth| truth.grundy)), misere };
            self.0.insert(position.clone(), truth);
            truth
        }
    }

    fn mex(values: impl Iterator<Item = u64>) -> u64 {
        let values: std::collections::HashSet<u64> = values.collect();
        (0..=u64::MAX).find(|value| !values.contains(value)).unwrap()
    }

    fn ranks(count: &Natural) -> impl Iterator<Item = Natural> + use<> {
        (0..count.to_u64().unwrap()).map(Natural::from)
    }

    /// Distinct, and the same set as expected.
    fn assert_same_set<G: Game>(found: &[G], expected: impl Iterator<Item = G>, what: &str) {
        let set: std::collections::HashSet<&G> = found.iter().collect();
        let expected: std::collections::HashSet<G> = expected.collect();
        assert_eq!(set.len(), found.len(), "{what}: an option is listed twice");
        assert!(set.len() == expected.len() && expected.iter().all(|option| set.contains(option)), "{what}: {found:?}");
    }

    /// Moves in words, by the text forms of a position and of its option.
    pub(crate) fn check_words<G: Game>(expected: &[(&str, &str, &str)]) {
        let limits = Limits::default();
        let read = |text| G::new(G::Shape::from_text(text, &mut Meter::new(&limits)).unwrap()).unwrap();
        for (from, to, words) in expected {
            assert_eq!(read(from).describe(&read(to)), *words, "{from} to {to}");
        }
    }

    /// Every law, for every small position.
    pub(crate) fn check<G: Rules>() {
        let mut oracle = Oracle::new();
        let small = G::small();
        for (index, position) in small.iter().enumerate() {
            let truth = oracle.truth(position);
            assert_eq!(position.grundy(), truth.grundy, "the value of {position:?}");
            let last = position.explain().pop().map(|step| step.text);
            assert_eq!(last, Some(Step::value(&truth.grundy.into()).text), "the explanation of {position:?}");
            assert!(!position.explain_misere().is_empty(), "{position:?}");

            let by_rule: Vec<(G, Truth)> =
                position.options_by_rule().into_iter().map(|option| (option.clone(), oracle.truth(&option))).collect();
            let count = position.option_count();
            let listed: Vec<G> = ranks(&count).map(|rank| position.option(&rank).unwrap()).collect();
            assert_same_set(
                &listed,
                by_rule.iter().map(|(option, _)| option.clone()),
                &format!("options of {position:?}"),
            );
            assert_eq!(position.option(&count), None, "past the last option of {position:?}");

            let highest = by_rule.iter().map(|(_, truth)| truth.grundy).max().unwrap_or(0);
            for value in (0..=highest + 2).map(Natural::from) {
                let count = position.count_to(&value);
                let listed: Vec<G> = ranks(&count).map(|rank| position.option_to(&value, &rank).unwrap()).collect();
                let there = by_rule.iter().filter(|(_, truth)| value == truth.grundy);
                assert_same_set(&listed, there.map(|(option, _)| option.clone()), &format!("{position:?} to {value}"));
                assert_eq!(position.option_to(&value, &count), None, "past the last option of {position:?} to {value}");
                let classes: Vec<MisereClass> = listed.iter().map(Game::misere_class).collect();
                if position.misere_class() != MisereClass::Unknown {
                    assert!(!classes.contains(&MisereClass::Unknown), "{position:?} to {value}");
                    assert!(classes.windows(2).all(|pair| pair[0] == pair[1]), "{position:?} to {value}: {classes:?}");
                }
            }
            let huge = Natural::from(10_u64).pow(100);
            assert!(position.count_to(&huge).is_zero() && position.option_to(&huge, &Natural::ZERO).is_none());
            assert!(listed.iter().all(|option| !position.describe(option).is_empty()));
            assert!(listed.iter().all(|option| position.check_move(option).is_ok()), "{position:?}");
            assert!(position.check_move(position).is_err(), "{position:?}");
            // Others for each position.
            for other in small.iter().skip(index % 97).step_by(97) {
                assert_eq!(position.check_move(other).is_ok(), listed.contains(other), "{position:?} to {other:?}");
            }

            match position.misere_class() {
                MisereClass::Swap => {
                    assert!(truth.grundy <= 1 && truth.misere == 1 - truth.grundy, "{position:?} is no swap position");
                }
                MisereClass::Fixed => assert_eq!(truth.misere, truth.grundy, "{position:?} is not fixed"),
                MisereClass::Unknown => {}
            }
            if let Some(count) = position.lone_misere_count() {
                let listed: Vec<G> = ranks(&count).map(|rank| position.lone_misere_option(&rank).unwrap()).collect();
                let winning = by_rule.iter().filter(|(_, truth)| truth.misere == 0);
                assert_same_set(&listed, winning.map(|(option, _)| option.clone()), &format!("misère {position:?}"));
                assert_eq!(position.lone_misere_option(&count), None);
            }
        }
    }
}
