//! The cutting game: cut a sheet of paper in two. The player who makes the first single square wins.
//!
//! A player who leaves a strip of width 1 loses, because the opponent can cut a single square off it. So such cuts are
//! not moves here: each side of a part is at least 2, and a player without a move loses. Let *d*(*w*) be the value of 2
//! × *w*. Only the side *w* of such a sheet can be divided, so *d*(*w*) is the mex of all *d*(*a*) ⊕ *d*(*w* − *a*).
//! This is the value of a row of *w* − 2 pins in Dawson's Kayles. Then G(*w*, *h*) = *d*(*w*) if *d*(*h*) = 0, G =
//! *d*(*h*) if *d*(*w*) = 0, and G = 1 otherwise. The proof is by induction:
//!
//! - Let *d*(*w*) and *d*(*h*) be above 0. Then each cut of *w* has the value 0 or *d*(*h*) ⊕ 1, and each cut of *h*
//!   has the value 0 or *d*(*w*) ⊕ 1. None of these values is 1. Some cut of *w* leaves two parts with the same *d*,
//!   because *d*(*w*) is not 0. This cut has the value 0, so G = 1.
//! - Let *d*(*w*) = 0 and *e* = *d*(*h*). The cuts of *h* have values whose mex is *e*. Each cut of *w* leaves two
//!   parts with different *d*. If *e* > 0, its value is *e* ⊕ 1 or 0. If *e* = 0, its value is not 0. So no cut of *w*
//!   has the value *e*, and G = *e*.

use std::sync::LazyLock;

use crate::game::kinds::bars::Breaks;
use crate::game::shape::{Notation, Unordered};
use crate::game::{Card, Follower, Goal, Illegal, Moves, Rules, Source, Step, Tag, Tameness, Theory, left_is_the_move};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::sources::GUY_SMITH;
use crate::theory::tame::mex;

/// The cutting game.
#[derive(Clone, Copy, Debug, Default)]
pub struct CuttingGame;

const POJ: Source = Source { author: "POJ", year: 2004, title: "2311. Cutting Game" };
/// The smallest length that a side of a part may have.
const LEAST: u64 = 2;
/// The length from which the values of strips have the period of Dawson's Kayles.
const PERIODIC_FROM: u64 = 55;
const PERIOD: u64 = 34;

/// The values of strips of 2 × *w*, for all *w* up to the end of the first period.
static STRIPS: LazyLock<Vec<u64>> = LazyLock::new(|| meter::for_all(strips));

fn strips() -> Vec<u64> {
    let mut strips: Vec<u64> = Vec::new();
    for _ in 0..PERIODIC_FROM + PERIOD {
        let width = strips.len();
        let value = mex((2..=width / 2).map(|part| strips[part] ^ strips[width - part]));
        strips.push(value);
    }
    strips
}

/// Returns *d*(*w*).
fn strip(width: &Natural) -> u64 {
    let from = Natural::from(PERIODIC_FROM);
    let width = match width.checked_sub(&from) {
        Some(past) => &from + &past.div_rem(&PERIOD.into()).1,
        None => width.clone(),
    };
    width.to_usize().and_then(|width| STRIPS.get(width).copied()).unwrap_or_default()
}

fn value(sheet: [u64; 2]) -> u64 {
    match sheet {
        [width, 0] => width,
        [0, height] => height,
        _ => 1,
    }
}

fn grundy(sheet: &Unordered) -> u64 {
    value([&sheet.0.first, &sheet.0.second].map(strip))
}

/// Cuts of one side that leave the same value. There are `count` such cuts. The first cut is at `place`, and each
/// further cut is one period further than the cut before.
#[derive(Clone)]
struct Cuts {
    side: usize,
    place: Natural,
    count: Natural,
}

fn cuts_to(sheet: &Unordered, target: &Natural) -> Vec<Cuts> {
    let mut found = Vec::new();
    for (side, (cut, kept)) in Breaks::new(sheet, LEAST).sides().into_iter().enumerate() {
        let (kept, half) = (strip(kept), cut.shift_right(1));
        for place in (LEAST..PERIODIC_FROM + PERIOD).map(Natural::from).take_while(|place| *place <= half) {
            meter::charge(cost::LOOK_UP);
            let parts = [place.clone(), cut - &place].map(|part| value([strip(&part), kept]));
            if *target != parts[0] ^ parts[1] {
                continue;
            }
            // `place` is at most half of `cut`. So if it is at least PERIODIC_FROM, both parts are in the periodic
            // range.
            let further = if place.to_u64().is_some_and(|place| place < PERIODIC_FROM) {
                Natural::ZERO
            } else {
                (&half - &place).div_rem(&PERIOD.into()).0
            };
            found.push(Cuts { side, place, count: &further + &Natural::ONE });
        }
    }
    found
}

/// Returns the cuts that leave a value.
fn to_value<'s>(sheet: &'s Unordered, value: &Natural) -> Moves<'s, Follower<Unordered>> {
    let make = move |cuts: Cuts, rank: &Natural| {
        Some(Breaks::new(sheet, LEAST).broken(cuts.side, &(&cuts.place + &(rank * &PERIOD.into()))))
    };
    Moves::blocks(cuts_to(sheet, value).into_iter(), |cuts| cuts.count.clone(), make)
}

impl Rules for CuttingGame {
    type Position = Unordered;
    type Move = Follower<Unordered>;

    const SPLITS: bool = true;

    const CARD: Card = Card {
        id: "cutting-game",
        name: "Cutting game",
        aliases: &["Cutting Game (POJ 2311)"],
        problems: &["POJ 2311"],
        keywords: &["paper", "cut paper", "1 by 1"],
        tags: &[Tag::Boards, Tag::Contest],
        rules: "A sheet of paper of w × h squares. A move cuts one sheet along a line into two, both of which stay. \
                Who makes the first single square wins. A strip of width 1 lets the other player do that. So here no \
                part may have width 1, and who then cannot move loses, in sums too.",
        position: "[w, h], both at least 2, in either order",
        notation: Some(Notation::Size),
        text_form: "w,h",
        example: "4,5",
        moves: &[("4,5", "4,2 4,3", "cut 4 × 5 into 4 × 2 and 4 × 3")],
        sources: &[POJ, GUY_SMITH],
        normal: "Exact. Let d be the values of strips of width 2, which are Dawson's Kayles. The value is d(w) if \
                 d(h) = 0, d(h) if d(w) = 0, else 1.",
        misere: "Known for sheets with one side up to 3 and the other up to 11, or 13, and if both sides are 4, 5 or \
                 7. Most other sheets are not tame; they are searched while the sum is small.",
        max_grundy: Some(9),
        ..Card::BLANK
    };

    fn legal(&self, Unordered(sheet): &Unordered) -> Result<(), Illegal> {
        let thin = [&sheet.first, &sheet.second].into_iter().position(|side| *side <= Natural::ONE);
        match thin {
            Some(part) => {
                let reason = "both sides are at least 2: a longer strip of width 1 is won by cutting a single square off, and then the game is over";
                Err(Illegal::part(part, reason))
            }
            None => Ok(()),
        }
    }

    /// Lists the moves that cut the smaller side, and then the moves that cut the larger side. A side is cut after
    /// 2, 3, … squares.
    fn moves(&self, sheet: &Unordered) -> impl Iterator<Item = Follower<Unordered>> {
        Breaks::new(sheet, LEAST).all()
    }

    fn find(&self, sheet: &Unordered, left: &Follower<Unordered>) -> Result<Follower<Unordered>, Illegal> {
        let to = &left.clone().into_sorted();
        Breaks::new(sheet, LEAST).check(to.parts()).map(|()| to.clone())
    }

    left_is_the_move!();

    fn describe(&self, sheet: &Unordered, to: &Follower<Unordered>) -> String {
        Breaks::new(sheet, LEAST).describe(to.parts()).replacen("break", "cut", 1)
    }

    /// Returns only a few sheets. A move splits a sheet, so brute force must go through all sums of sheets.
    fn small(&self) -> Vec<Unordered> {
        let sheets = (2..=7_u64).flat_map(|h| (2..=h.min(6)).map(move |w| Unordered::new(w, h)));
        sheets.chain((8..=20_u64).map(|h| Unordered::new(2_u64, h))).collect()
    }
}

impl Theory<Self> for CuttingGame {
    type Solved = Natural;

    fn solve(&self, sheet: &Unordered) -> Natural {
        grundy(sheet).into()
    }

    fn moves_to<'a>(
        &'a self,
        sheet: &'a Unordered,
        _: &'a Natural,
        goal: &Goal,
    ) -> Option<Moves<'a, Follower<Unordered>>> {
        match goal {
            Goal::All => Some(Breaks::new(sheet, LEAST).moves()),
            Goal::Value(value) => Some(to_value(sheet, value)),
            // The tameness is known only for small sheets. These have so few cuts that all can be examined.
            Goal::Tame(value, tameness) => {
                let class_of = |parts: &Follower<Unordered>| {
                    parts.parts().iter().map(|part| self.tameness(part, value)).fold(Tameness::Fickle, Tameness::beside)
                };
                Some(to_value(sheet, value).filtered(|parts| class_of(parts) == *tameness))
            }
            _ => None,
        }
    }

    fn explain(&self, sheet: &Unordered, _: &Natural) -> Vec<Step> {
        let [w, h] = [&sheet.0.first, &sheet.0.second];
        let strips = "A strip of 2 × w can only be cut across, into parts of at least 2. So its value d(w) is the smallest \
                      number that is no d(u) ⊕ d(w − u) with 2 ≤ u ≤ w − 2, as of w − 2 pins in Dawson's Kayles: d(2), d(3), … are 0, 0, 1, 1, \
                      2, 0, 3, 1, 1, 0, ….";
        let theory = "A sheet of w × h has the value d(w) if d(h) = 0, d(h) if d(w) = 0, and else 1. If d(h) = 0, cuts of w leave \
                      what they leave of a strip, and no cut of h leaves d(w). If neither is 0, some cut leaves parts that \
                      are worth the same, and none leaves 1.";
        let is_long = w.max(h) >= &Natural::from(PERIODIC_FROM + PERIOD);
        let period = if is_long { "From d(55) on they have the period 34. " } else { "" };
        let here = format!("{period}Here d({}) = {} and d({}) = {}.", w.short(), strip(w), h.short(), strip(h));
        vec![Step::by(GUY_SMITH, strips), Step::new(theory), Step::new(here)]
    }

    /// These classes were found by search. Hardly any other sheet is tame.
    fn tameness(&self, sheet: &Unordered, _: &Natural) -> Tameness {
        let (small, large) = sheet.0.sorted();
        match (small.to_u64(), large.to_u64()) {
            (Some(2 | 3), Some(6 | 8 | 13)) => Tameness::Firm,
            (Some(2 | 3), Some(..=11)) | (Some(4 | 5 | 7), Some(4 | 5 | 7)) => Tameness::Fickle,
            _ => Tameness::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the formula with the mex of all cuts. The lengths are below and above [`PERIODIC_FROM`].
    #[test]
    fn sheets_have_the_values_of_strips() {
        let mut values = std::collections::HashMap::new();
        for h in 2..=130_u64 {
            for w in 2..=h.min(8) {
                let sheet = Unordered::new(w, h);
                let of = |option: &Follower<Unordered>| option.parts().iter().fold(0, |xor, part| xor ^ values[part]);
                let value = mex(CuttingGame.moves(&sheet).map(|option| of(&option)));
                assert_eq!(grundy(&sheet), value, "{w} × {h}");
                values.insert(sheet, value);
            }
        }
    }

    /// The explanation names Dawson's Kayles, whose row of *n* pins is the heap *n* of the code 0.07.
    #[test]
    fn strips_are_rows_of_pins() {
        let mut pins: Vec<u64> = Vec::new();
        for count in 0..200_usize {
            let knocked =
                count.checked_sub(2).into_iter().flat_map(|rest| (0..=rest).map(move |left| [left, rest - left]));
            pins.push(mex(knocked.map(|[left, right]| pins[left] ^ pins[right])));
            assert_eq!(strip(&(count + 2).into()), pins[count], "{count}");
        }
        let first = pins[..10].iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
        let steps = CuttingGame.explain(&Unordered::new(2_u64, 2_u64), &Natural::ZERO);
        assert!(steps[0].fact.text().contains(&format!("w − 2 pins in Dawson's Kayles: d(2), d(3), … are {first}, ")));
    }

    /// Compares the result of `count_to` with a list of all cuts, for strips that are longer than several periods.
    #[test]
    fn long_strips_are_counted_by_the_period() {
        let count = |width: u64| {
            let sheet = Unordered::new(width, 2_u64);
            (0..12_u64)
                .map(|value| CuttingGame.count_to(&sheet, &Natural::ZERO, &Goal::Value(value.into())).unwrap())
                .collect::<Vec<_>>()
        };
        for width in [200, 333] {
            let sheet = Unordered::new(width, 2_u64);
            let mut expected = vec![Natural::ZERO; 12];
            for option in CuttingGame.moves(&sheet) {
                let value = option.parts().iter().fold(0, |xor, part| xor ^ grundy(part));
                let value = usize::try_from(value).unwrap();
                expected[value] = &expected[value] + &Natural::ONE;
            }
            assert_eq!(count(width), expected, "{width}");
        }
    }
}
