//! [`HeapGame`]: a game whose positions are heaps. The rules are given by a code (for example, an octal code) or by a
//! set of numbers. Its theory is a table of the values of the heaps: see [`crate::theory::heaps`].

use std::fmt::Debug;
use std::sync::Arc;

use crate::game::entry::{self, Family};
use crate::game::shape::Shape;
use crate::game::{
    Card, Elements, Fact, Follower, Game, Goal, Illegal, Moves, Origin, Play, PositionKind, Rules, Ruleset, Step, Tag,
    Tameness, Theory, Unsolved, left_is_the_move, small,
};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::Caches;
use crate::theory::heaps::kinds::TameKind;
use crate::theory::heaps::period::{PeriodTheorem, ProvedPeriod};
use crate::theory::heaps::rules::{CodeFamily, HeapRules, RulesFault};
use crate::theory::heaps::solved::{Basis, HeapOptions, HeapValues};
use crate::theory::sources::{FERGUSON_1974, GUY_SMITH};
use crate::theory::step;

/// The common text of most cards of heap games. Each card overrides the fields that differ.
pub(crate) const HEAPS: Card = Card {
    tags: &[Tag::Heaps],
    position: "the tokens of one heap, at least 0",
    text_form: "n",
    misere: "Exact for heaps that are tame, in sums too. Other heaps, also with other games, are searched while the \
             sum is small. Larger sums of heaps are solved by a misère quotient where one is found and proved, else \
             they are refused.",
    ..Card::BLANK
};

/// A game of heaps. If `SPLITS` is true, a move may leave no heap, or several. Otherwise the rules are a set of the
/// numbers that may be taken, and a move leaves one heap, which may be empty.
#[derive(Clone, Debug)]
pub(crate) struct HeapGame<const SPLITS: bool> {
    card: &'static Card,
    rules: HeapRules,
    /// True if each heap stands for a strip of squares that is two shorter than the heap. A move marks one square of
    /// the strip, and the description of the move names this square.
    has_squares: bool,
}

/// The theory of a game of heaps: the known values of its heaps.
#[derive(Clone, Debug)]
pub(crate) struct HeapTheory<const SPLITS: bool> {
    rules: HeapRules,
    pub(crate) values: Arc<HeapValues>,
    /// The largest heap that the theory was made for.
    largest: Natural,
}

/// The largest heap that tests use if moves may split heaps. It is small because a brute-force search meets all
/// partitions of a heap.
const SMALL_SPLIT: u64 = 16;
/// The largest heap that tests use if moves never split heaps.
const SMALL: u64 = 60;

impl<const SPLITS: bool> HeapGame<SPLITS> {
    pub(crate) fn new(card: &'static Card, rules: HeapRules) -> Self {
        Self { card, rules, has_squares: false }
    }

    fn left(parts: &[Natural]) -> Follower<Natural> {
        // If moves never split heaps, a position is always one number. So a heap that is gone is written as 0.
        if parts.is_empty() && !SPLITS { Natural::ZERO.into() } else { parts.into() }
    }

    /// The heaps that a move leaves, without empty ones.
    fn parts(left: &Follower<Natural>) -> Vec<Natural> {
        left.parts().iter().filter(|part| !part.is_zero()).cloned().collect()
    }
}

impl<const SPLITS: bool> HeapTheory<SPLITS> {
    /// Turns options of the theory into moves of the game.
    fn moves_of(options: HeapOptions<'_>) -> Moves<'_, Follower<Natural>> {
        Moves::counted(options.count(), move |rank| Some(HeapGame::<SPLITS>::left(&options.nth(rank)?)))
    }

    /// Returns the options that meet a goal; `None` if the theory of heaps can't find them.
    fn options_of(&self, heap: &Natural, goal: &Goal) -> Option<HeapOptions<'_>> {
        meter::charge(cost::COMPONENT);
        match goal {
            Goal::All => self.values.all_options(heap).ok(),
            Goal::Value(value) => self.values.options(heap, std::slice::from_ref(value)).ok(),
            Goal::Tame(value, tameness) => {
                let kind = TameKind { value: value.clone(), is_fickle: *tameness != Tameness::Firm };
                self.values.options_of_kind(heap, &[kind])
            }
            Goal::Wins(_) | Goal::Ranks(_) | Goal::Elements(_) => None,
        }
    }
}

impl<const SPLITS: bool> Rules for HeapGame<SPLITS> {
    type Position = Natural;
    type Move = Follower<Natural>;

    const SPLITS: bool = SPLITS;

    const CARD: Card = HEAPS;

    fn card(&self) -> &'static Card {
        self.card
    }

    fn legal(&self, heap: &Natural) -> Result<(), Illegal> {
        match self.rules.moves().known_to() {
            Some(most) if *heap > most.into() => {
                Err(format!("the numbers of this set are listed up to {most}, so a heap has at most {most} tokens")
                    .into())
            }
            _ => Ok(()),
        }
    }

    fn definition(&self, _: usize) -> Option<String> {
        self.rules.moves().definition()
    }

    /// The moves are in ascending order of the number of tokens that they remove. For each number, moves that leave no
    /// heap come first, then moves that leave one, two and three heaps. Pairs and triples of heaps are in the order of
    /// their smaller heaps.
    fn moves(&self, heap: &Natural) -> impl Iterator<Item = Follower<Natural>> {
        let heap = heap.to_usize().unwrap_or_default();
        let parts = |parts: Vec<usize>| -> Vec<Natural> { parts.into_iter().map(Natural::from).collect() };
        self.rules.moves().options(heap).map(move |option| Self::left(&parts(option)))
    }

    fn find(&self, heap: &Natural, left: &Follower<Natural>) -> Result<Follower<Natural>, Illegal> {
        let left = if SPLITS { left.clone().into_sorted() } else { left.whole()?.clone().into() };
        // If `SPLITS` is true, `left` is a list of heaps, and an empty heap in this list is a mistake. If `SPLITS` is
        // false, `left` is a single number, and 0 means that no heap remains.
        let parts = if SPLITS { left.parts().to_vec() } else { Self::parts(&left) };
        let checked = self.rules.moves().check(heap, &parts);
        checked.map(|()| left).map_err(|illegal| Illegal::new(illegal.to_string()))
    }

    left_is_the_move!();

    fn describe(&self, heap: &Natural, to: &Follower<Natural>) -> String {
        let parts = Self::parts(to);
        if self.has_squares {
            return marked(heap, &parts);
        }
        let left: Natural = parts.iter().sum();
        let taken = heap.saturating_sub(&left);
        let and = |parts: &[Natural]| {
            let texts: Vec<String> = parts.iter().map(|part| part.short().to_string()).collect();
            match texts.split_last() {
                Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
                _ => texts.concat(),
            }
        };
        match (&parts[..], taken.is_zero()) {
            ([], _) => format!("take all {}", heap.short()),
            ([_], _) => format!("take {} of {}", taken.short(), heap.short()),
            (parts, true) => format!("split {} into {}", heap.short(), and(parts)),
            (parts, false) => format!("take {} of {}, leaving {}", taken.short(), heap.short(), and(parts)),
        }
    }

    fn small(&self) -> Vec<Natural> {
        let largest = if self.rules.moves().splits() { SMALL_SPLIT } else { SMALL };
        small::numbers(0..=largest)
    }
}

impl<const SPLITS: bool> Game for HeapGame<SPLITS> {
    type Theory = HeapTheory<SPLITS>;

    fn theory(&self, heaps: &[Natural], play: Play, tables: &Caches) -> Result<HeapTheory<SPLITS>, Unsolved> {
        let largest = heaps.iter().max().unwrap_or(&Natural::ZERO);
        let values = tables.heaps.reach(self.rules.moves(), largest)?;
        if play == Play::Misere {
            values.prepare_misere(&tables.cache)?;
        }
        Ok(HeapTheory { rules: self.rules.clone(), values, largest: largest.clone() })
    }
}

impl<const SPLITS: bool> Theory<HeapGame<SPLITS>> for HeapTheory<SPLITS> {
    type Solved = Natural;

    fn reaches(&self, heap: &Natural) -> Result<(), String> {
        match self.values.largest_known() {
            Some(known) if *heap > known.into() => Err(format!(
                "no period of this game's values is proved by its table, which ends at a heap of {known} (--max-heaps, --max-work)"
            )),
            _ => Ok(()),
        }
    }

    fn covers(&self, heaps: &[Natural]) -> bool {
        heaps.iter().all(|heap| *heap <= self.largest)
    }

    #[expect(clippy::expect_used, reason = "heaps past the table have no theory, and moves lead to smaller ones")]
    fn solve(&self, heap: &Natural) -> Natural {
        self.values.value(heap).expect("within the table")
    }

    fn moves_to<'a>(&'a self, heap: &'a Natural, _: &'a Natural, goal: &Goal) -> Option<Moves<'a, Follower<Natural>>> {
        match goal {
            Goal::All => {
                let count = self.rules.moves().count(heap);
                Some(Moves::counted(count, move |rank| {
                    Some(HeapGame::<SPLITS>::left(&self.options_of(heap, &Goal::All)?.nth(rank)?))
                }))
            }
            // If the options can't be found, the result has no moves. With `None`, the library would list all moves
            // instead.
            Goal::Value(_) => Some(self.options_of(heap, goal).map_or(Moves::None, Self::moves_of)),
            Goal::Elements(Elements { heaps, game, wanted }) => {
                let (heaps, game, wanted) = (Arc::clone(heaps), *game, wanted.clone());
                let count = heaps.options(game, heap, &wanted).map_or(Natural::ZERO, |options| options.count().clone());
                // The options are computed again for each rank. This is cheap: heaps have only few different elements
                // in the quotient, and the steps are proportional to the number of these elements.
                Some(Moves::counted(count, move |rank| {
                    Some(HeapGame::<SPLITS>::left(&heaps.options(game, heap, &wanted)?.nth(rank)?))
                }))
            }
            Goal::Wins(Play::Misere) => self.values.options_that_win_misere(heap).map(Self::moves_of),
            goal => self.options_of(heap, goal).map(Self::moves_of),
        }
    }

    fn explain(&self, heap: &Natural, value: &Natural) -> Vec<Step> {
        match (self.values.basis(), self.values.period()) {
            (Basis::Lasker, _) => {
                let theory = "The values of Lasker's Nim are known: a heap of 4k + 3 has the value 4k + 4, one of 4k + 4 has 4k + 3, and all \
                              others have the value of their size (Winning Ways, chapter 4).";
                let rest = heap.div_rem(&4_u64.into()).1;
                // From 4k + 4 on, a multiple of 4 has the rest 4.
                let rest = if rest.is_zero() && !heap.is_zero() { 4_u64.into() } else { rest };
                let fours = heap.saturating_sub(&rest).shift_right(2);
                let [heap, fours, rest, value] = [heap, &fours, &rest, value].map(Natural::short);
                vec![
                    Step::new(theory),
                    Step::new(format!("Here {heap} = 4 × {fours} + {rest}, so the value is {value}.")),
                ]
            }
            (_, Some(period)) if *heap >= Natural::from(period.preperiod) => {
                let ProvedPeriod { preperiod: from, length, saltus, constant_below, by, .. } = *period;
                let fact = Fact::Period(period.clone());
                let source = Some(GUY_SMITH).filter(|_| !matches!(by, PeriodTheorem::Mixed { .. }));
                let (times, past) = heap.saturating_sub(&from.into()).div_rem(&length.into());
                let residue = &past + &from.into();
                let grows = saltus > 0 && *value >= Natural::from(constant_below);
                let here = (!times.is_zero()).then(|| {
                    let [heap, residue, times] = [heap, &residue, &times].map(Natural::short);
                    let added = if grows { format!(" + {times} × {saltus}") } else { String::new() };
                    Step::new(format!(
                        "Here {heap} = {residue} + {times} × {length}, so g({heap}) = g({residue}){added}."
                    ))
                });
                [Step { fact, source }].into_iter().chain(here).collect()
            }
            _ => vec![Step::new(
                "The values were worked out heap by heap, from 0 up: each is the smallest number that no option has.",
            )],
        }
    }

    fn shows_options(&self, _: &Natural, _: &Natural) -> bool {
        self.values.basis() != Basis::Lasker
    }

    fn tameness(&self, heap: &Natural, _: &Natural) -> Tameness {
        self.values.kind(heap).into()
    }

    fn position_kind<'r>(&'r self, heap: &'r Natural) -> PositionKind<'r> {
        PositionKind::Heap(&self.values, heap)
    }

    fn origin(&self) -> Origin<'_> {
        match Basis::of(self.rules.moves()) {
            Basis::Lasker => Origin::Theory,
            Basis::Table | Basis::NearlyAll | Basis::Blocks => Origin::Table(self.values.period()),
        }
    }

    fn explain_misere(&self, heap: &Natural, value: &Natural) -> Vec<Step> {
        if self.rules.moves().is_removal_set() {
            let text = "Every heap of value 0 that has a move has one to value 1, so in misère play the values 0 and 1 swap, and others stay.";
            return vec![Step::by(FERGUSON_1974, text)];
        }
        match self.tameness(heap, value) {
            Tameness::Unknown => vec![Step::new(Fact::Class(Tameness::Unknown))],
            _ => Vec::new(),
        }
    }
}

/// Describes the move from `heap` to the heaps `parts` as a mark on a strip of squares. A mark removes its own square
/// and up to two squares on either side. Each strip is two squares shorter than the heap that stands for it.
fn marked(heap: &Natural, parts: &[Natural]) -> String {
    let two = Natural::from(2_u64);
    let before = if let [first, _] = parts { first.clone() } else { Natural::ZERO };
    let square = &before + &Natural::ONE;
    let strips: Vec<Natural> =
        parts.iter().filter_map(|part| part.checked_sub(&two)).filter(|strip| !strip.is_zero()).collect();
    let leaving = match &strips[..] {
        [] => String::new(),
        [strip] => format!(", leaving a free strip of {}", strip.short()),
        strips => {
            format!(", leaving free strips of {}", step::joined(strips, |strip| strip.short().to_string(), " and "))
        }
    };
    format!("mark square {} of {}{leaving}", square.short(), heap.saturating_sub(&two).short())
}

/// The catalogue's entry of a game of heaps, or of a family of such games.
pub(crate) struct Heaps {
    pub(crate) card: &'static Card,
    pub(crate) rules: Spelled,
}

/// The way in which the rules of a heap game are given.
pub(crate) enum Spelled {
    /// Rules that are fixed.
    Once(fn() -> HeapRules),
    /// The rules of a game on strips of squares. A move marks one square. Each strip is two squares shorter than the
    /// heap that stands for it.
    Squares(fn() -> HeapRules),
    /// Rules that are read from the parameters, for a family of games.
    ByParameters(fn(&str) -> Result<HeapRules, RulesFault>),
}

impl Family for Heaps {
    fn card(&self) -> &'static Card {
        self.card
    }

    fn shape(&self) -> Shape {
        HeapGame::<false>::SHAPE
    }

    fn rules(&self, parameters: Option<&str>) -> Result<Box<dyn Ruleset>, Illegal> {
        let rules = match self.rules {
            Spelled::Once(rules) | Spelled::Squares(rules) => {
                entry::refuse_parameters(self.card, parameters).map(|()| rules())?
            }
            Spelled::ByParameters(read) => read(entry::need_parameters(self.card, parameters)?)
                .map_err(|fault| Illegal { is_limit: fault.is_limit, ..Illegal::new(fault.to_string()) })?,
        };
        Ok(match rules.family() {
            CodeFamily::Subtraction | CodeFamily::AllBut => Box::new(HeapGame::<false>::new(self.card, rules)),
            CodeFamily::Code | CodeFamily::GrundysGame | CodeFamily::CouplesAreForever => {
                let game = HeapGame::<true>::new(self.card, rules);
                Box::new(HeapGame { has_squares: matches!(self.rules, Spelled::Squares(_)), ..game })
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::shape::PlainValue;
    use crate::solve::laws;

    /// Each code ends in digits that repeat. In some of these games the values repeat, in some they grow, and in some
    /// both happen. Some of the games split heaps, and in one game a move may leave three heaps.
    #[test]
    fn codes_with_blocks_keep_the_laws() {
        let codes = [
            "0.(05)",
            "0.0(302)",
            "0.31(03)",
            "0.(12)",
            "0.(300)",
            "0.13(302)",
            "0.(07)",
            "4.2(50)",
            "0.2(1022)",
            "0.0(03b)",
        ];
        for code in codes {
            laws::check_small(&*crate::catalogue::find(&format!("hexadecimal({code})")).unwrap().rules);
        }
    }

    #[test]
    fn explanations_do_not_depend_on_what_is_cached() {
        for key in ["kayles", "stalking", "octal(0.137)", "subtraction(1,4,9)", "all-but(1,2)", "grundys-game"] {
            let warm = Caches::default();
            let explained = |heap: usize, tables: &Caches| {
                let mut positions = crate::catalogue::find(key).unwrap().rules.none();
                positions.push(PlainValue::Integer(heap.into())).unwrap();
                let positions = positions.solve(Play::Normal, tables).unwrap();
                positions.explain(0, Play::Normal).into_iter().map(|step| step.fact.text()).collect::<Vec<_>>()
            };
            explained(1_000, &warm);
            for heap in (0..400).step_by(13) {
                assert_eq!(explained(heap, &warm), explained(heap, &Caches::default()), "{key} {heap}");
            }
        }
    }
}
