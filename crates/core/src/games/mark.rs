//! Mark: subtract 1, or halve and round down.
//!
//! G(*n*) = 0 iff *n* = 0 or the exponent of 2 in *n* is odd (Fraenkel 2011). Otherwise, the values of *n* − 1 and
//! ⌊*n*/2⌋ decide whether the value is 1 or 2. The bits of *n* are read from the left. Let *p* be the number that the
//! bits so far form, and *q* the number with one bit more. One of *q* − 5, …, *q* − 2 is 2 modulo 4, so its value is 0.
//! From there the values of the next numbers up to *q* are computed one after the other. Their halves are *p* − 2, *p*
//! − 1 or *p*. So for each bit it suffices to know the values of these three numbers.

use crate::game::{
    Card, Follower, Goal, Moves, Play, Rules, Source, Step, Tag, Tameness, Theory, left_is_the_move, small,
};
use crate::number::Natural;
use crate::number::{cost, meter};

/// Mark.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mark;

const FRAENKEL: Source = Source { author: "A. S. Fraenkel", year: 2011, title: "Aperiodic subtraction games" };

const GUO: Source =
    Source { author: "A. Guo", year: 2012, title: "Winning strategies for aperiodic subtraction games" };

/// The values of the numbers 0 to 15, which are all numbers of [`LEADING`] bits.
const SMALL: [u8; 16] = small_values();

/// The number of leading bits that are looked up in `SMALL` at once.
const LEADING: usize = 4;

const fn mex(a: u8, b: u8) -> u8 {
    match (a, b) {
        (0, 1) | (1, 0) => 2,
        (0, _) | (_, 0) => 1,
        _ => 0,
    }
}

const fn small_values() -> [u8; 16] {
    let mut values = [0; 16];
    let mut number = 1;
    while number < values.len() {
        values[number] = mex(values[number - 1], values[number / 2]);
        number += 1;
    }
    values
}

fn grundy(number: &Natural) -> u8 {
    let Some(mut places) = number.bit_len().checked_sub(LEADING) else {
        return number.to_usize().and_then(|number| SMALL.get(number)).copied().unwrap_or_default();
    };
    meter::charge_each(places, cost::VALUE);
    let leading = number.shift_right(places).to_usize().unwrap_or_default();
    // The values of p − 2, p − 1 and p, where p is the number that the bits so far form.
    let mut window = [SMALL[leading - 2], SMALL[leading - 1], SMALL[leading]];
    let mut odd = leading % 2 == 1;
    while let Some(place) = places.checked_sub(1) {
        let bit = number.bit(place);
        window = next(window, odd, bit);
        (odd, places) = (bit, place);
    }
    window[2]
}

/// Returns the values of *q* − 2, *q* − 1 and *q* from those of *p* − 2, *p* − 1 and *p*, where *q* = 2*p* + `bit`.
fn next(window: [u8; 3], p_is_odd: bool, bit: bool) -> [u8; 3] {
    // The residue of q modulo 4, and the distance from q down to the largest z ≤ q − 2 that is 2 modulo 4.
    let residue = 2 * usize::from(p_is_odd) + usize::from(bit);
    let below: usize = match residue {
        0 => 2,
        1 => 3,
        2 => 4,
        _ => 5,
    };
    let mut values = [0; 3];
    let mut value = 0;
    for step in 0..=below {
        // This step finds the value of q − back. Half of q − back, rounded down, is p − ⌈(back − bit)/2⌉.
        let back = below - step;
        if step > 0 {
            let half = back.midpoint(usize::from(!bit));
            value = mex(value, window[2 - half]);
        }
        if let Some(index) = 2_usize.checked_sub(back) {
            values[index] = value;
        }
    }
    values
}

/// True if a number, played alone, is lost for the player to move in misère play (Guo 2012).
fn is_misere_lost(number: &Natural) -> bool {
    let Some(twos) = number.trailing_zeros() else { return false };
    let is_power = twos + 1 == number.bit_len();
    if is_power { twos.is_multiple_of(2) } else { !twos.is_multiple_of(2) }
}

impl Rules for Mark {
    type Position = Natural;
    type Move = Natural;

    const CARD: Card = Card {
        id: "mark",
        name: "Mark",
        aliases: &["The Mark game", "Subtract one or halve"],
        keywords: &["halve", "minus one"],
        tags: &[Tag::Arithmetic],
        rules: "An integer. A move subtracts 1, or halves the number and rounds down. Who cannot move, at 0, loses.",
        position: "the number, at least 0",
        text_form: "number",
        example: "26",
        moves: &[("26", "25", "subtract 1 from 26"), ("26", "13", "halve 26 to 13"), ("2", "1", "subtract 1 from 2")],
        sources: &[FRAENKEL, GUO],
        normal: "Exact. The value is 0 exactly if the number is 0 or the exponent of 2 in it is odd; else its bits decide \
                 between 1 and 2.",
        misere: "Exact alone, by Guo's theorem, and in sums of numbers up to 7. Larger numbers are not tame; their \
                 sums are searched while they are small.",
        max_grundy: Some(2),
        ..Card::BLANK
    };

    /// The moves are listed in this order: subtracting 1, then halving. Halving is omitted if it leaves the same number
    /// as subtracting 1.
    fn moves(&self, number: &Natural) -> impl Iterator<Item = Natural> {
        let less = number.checked_sub(&Natural::ONE);
        let half = less.as_ref().map(|_| number.shift_right(1)).filter(|half| Some(half) != less.as_ref());
        less.into_iter().chain(half)
    }

    fn why_not(&self, number: &Natural, _: &Follower<Natural>) -> String {
        match self.moves(number).collect::<Vec<_>>().as_slice() {
            [] => "from 0 there is no move".to_owned(),
            [only] => format!("the only move leads to {}", only.short()),
            [less, half, ..] => format!("the moves lead to {} and to {}", less.short(), half.short()),
        }
    }

    left_is_the_move!();

    fn describe(&self, number: &Natural, to: &Natural) -> String {
        if number.checked_sub(&Natural::ONE).as_ref() == Some(to) {
            format!("subtract 1 from {}", number.short())
        } else {
            format!("halve {} to {}", number.short(), to.short())
        }
    }

    fn small(&self) -> Vec<Natural> {
        small::numbers(0..=700)
    }
}

impl Theory<Self> for Mark {
    type Solved = u8;

    fn solve(&self, number: &Natural) -> u8 {
        grundy(number)
    }

    fn moves_to<'a>(&'a self, number: &'a Natural, _: &'a u8, goal: &Goal) -> Option<Moves<'a, Natural>> {
        match goal {
            Goal::Wins(Play::Misere) => Some(Moves::list(self.moves(number).filter(is_misere_lost).collect())),
            _ => None,
        }
    }

    fn explain(&self, number: &Natural, _: &u8) -> Vec<Step> {
        let theory = "The value is 0 exactly if the number is 0 or the exponent of 2 in it is odd. Any other number has an \
                      option of the value 0. It has the value 2 if its other option has 1, and else 1, so the values follow from 0 up.";
        let here = match number.trailing_zeros() {
            None => "Here the number is 0.".to_owned(),
            Some(twos) => format!("Here {} is {} × 2^{twos}.", number.short(), number.shift_right(twos).short()),
        };
        vec![Step::by(FRAENKEL, theory), Step::new(here)]
    }

    fn shows_options(&self, _: &Natural, _: &u8) -> bool {
        true
    }

    /// The classes up to 7 were found by search. From 8 on, no number is tame.
    fn tameness(&self, number: &Natural, _: &u8) -> Tameness {
        match number.to_u64() {
            Some(0 | 1 | 2 | 4) => Tameness::Fickle,
            Some(3 | 5 | 6 | 7) => Tameness::Firm,
            _ => Tameness::Unknown,
        }
    }

    fn explain_misere(&self, number: &Natural, value: &u8) -> Vec<Step> {
        if self.tameness(number, value) != Tameness::Unknown {
            return vec![Step::new("Up to 7 the numbers are tame: 0, 1, 2 and 4 swap, 3, 5, 6 and 7 do not.")];
        }
        let theory = "In misère play a number alone is lost for the player to move exactly if it is a power of 2 with an even exponent, \
                      or no power of 2 and the exponent of 2 in it is odd.";
        let twos = number.trailing_zeros().unwrap_or_default();
        let kind = if twos + 1 == number.bit_len() { "a power of 2" } else { "no power of 2" };
        let here = format!("Here the number is {kind}, and the exponent of 2 in it is {twos}.");
        vec![Step::by(GUO, theory), Step::new(here)]
    }
}
