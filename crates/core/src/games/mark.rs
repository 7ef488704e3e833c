//! Mark: subtract 1, or halve and round down.
//!
//! G = 0 iff *n* = 0 or the exponent of 2 in *n* is odd (Fraenkel 2011). Of another number at most one option is not 0,
//! and then the value is 2 iff that option's is 1; so a path of such options down to a number that has none of them, whose
//! value is 1, tells all values on it: 1 and 2 in turn.

use crate::game::{Card, Class, Convention, Game, Illegal, Rules, Source, Step, Tag};
use crate::natural::Natural;
use crate::shape::{Shape, Written};

/// Mark.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mark;

const FRAENKEL: Source = Source { author: "A. S. Fraenkel", year: 2011, title: "Aperiodic subtraction games" };
const GUO: Source =
    Source { author: "A. Guo", year: 2012, title: "Winning strategies for aperiodic subtraction games" };

fn is_zero_value(number: &Natural) -> bool {
    number.trailing_zeros().is_none_or(|twos| twos % 2 == 1)
}

/// Is it lost for the player to move in misère play, alone?
fn is_lost_in_misere(number: &Natural) -> bool {
    let Some(twos) = number.trailing_zeros() else { return false };
    let is_power = number.bit_len() == twos + 1;
    is_power == twos.is_multiple_of(2)
}

impl Rules for Mark {
    type Position = Natural;
    type Option = Natural;

    const CARD: Card = Card {
        id: "mark",
        name: "Mark",
        aliases: &["Halve or subtract 1"],
        tags: &[Tag::Arithmetic],
        rules: "A number. A move subtracts 1 from it, or halves it and rounds down. Who cannot move, at 0, loses.",
        shape: Shape::Integer,
        position: "the number, at least 0",
        text_form: "number",
        example: "26",
        sources: &[FRAENKEL, GUO],
        normal: "Exact. The value is 0 iff the number is 0 or its exponent of 2 is odd; 1 and 2 follow from that.",
        misere: "In sums only up to 7, beyond it is not tame; alone exact (Guo 2012).",
        max_grundy: Some(2),
        parameters: None,
    };

    fn read(&self, written: Written) -> Result<Natural, Illegal> {
        written.into_integer().ok_or_else(Illegal::shape)
    }

    fn write(&self, number: &Natural) -> Written {
        Written::Integer(number.clone())
    }

    /// Subtracts 1; halves, where that is something else.
    fn options(&self, number: &Natural) -> Vec<Natural> {
        let Some(less) = number.checked_sub(&Natural::ONE) else { return Vec::new() };
        let half = number.shift_right(1);
        if half == less { vec![less] } else { vec![less, half] }
    }

    fn check(&self, number: &Natural, to: &Natural) -> Result<(), String> {
        if self.options(number).contains(to) {
            return Ok(());
        }
        let shown = number.short();
        Err(format!("{shown} can become 1 less, or its half rounded down"))
    }

    fn describe(&self, number: &Natural, to: &Natural) -> String {
        if &(to + &Natural::ONE) == number {
            return "subtract 1".to_owned();
        }
        format!("halve {} to {}", number.short(), to.short())
    }

    fn small(&self) -> Vec<Natural> {
        (0..=400_u64).map(Natural::from).collect()
    }
}

impl Game for Mark {
    type Solved = u8;

    fn solve(&self, number: &Natural) -> u8 {
        if is_zero_value(number) {
            return 0;
        }
        let mut steps = 0_u64;
        let mut at = number.clone();
        loop {
            match self.options(&at).into_iter().find(|option| !is_zero_value(option)) {
                Some(next) => at = next,
                None if steps.is_multiple_of(2) => return 1,
                None => return 2,
            }
            steps += 1;
        }
    }

    fn explain(&self, number: &Natural, value: &u8) -> Vec<Step> {
        let theory =
            "The value is 0 iff the number is 0 or has 2 an odd number of times; else 1 or 2, whichever no option has.";
        let here = match number.trailing_zeros() {
            None => "Here it is 0.".to_owned(),
            Some(twos) => {
                let options = self.options(number);
                let shown = |option: &Natural| format!("{} has {}", option.short(), self.solve(option));
                let options: Vec<String> = options.iter().map(shown).collect();
                format!("Here the exponent of 2 is {twos}; of the options {}.", options.join(", "))
            }
        };
        vec![Step::by(FRAENKEL, theory), Step::new(here), Step::value(&u64::from(*value).into())]
    }

    fn class(&self, number: &Natural, _: &u8) -> Class {
        match number.to_u64() {
            Some(0 | 1 | 2 | 4) => Class::Swap,
            Some(3 | 5..=7) => Class::Fixed,
            _ => Class::Unknown,
        }
    }

    fn swap_ranks(&self, number: &Natural, found: &u8, value: &Natural) -> Option<Vec<Natural>> {
        Some(self.find_swap_ranks(number, found, value))
    }

    fn explain_misere(&self, _: &Natural, _: &u8) -> Vec<Step> {
        let text = "Alone in misère play a number > 0 is lost for the player to move iff it is a power of 2 with an even exponent, \
                    or no power of 2 and has 2 an odd number of times.";
        vec![Step::by(GUO, text)]
    }

    fn alone_count(&self, number: &Natural, _: &u8, convention: Convention) -> Option<Natural> {
        (convention == Convention::Misere)
            .then(|| self.options(number).iter().filter(|option| is_lost_in_misere(option)).count().into())
    }

    fn alone_option(&self, number: &Natural, _: &u8, convention: Convention, rank: &Natural) -> Option<Natural> {
        if convention == Convention::Normal {
            return None;
        }
        self.options(number).into_iter().filter(is_lost_in_misere).nth(rank.to_usize()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws;

    #[test]
    fn moves_in_words() {
        laws::check_words(&Mark, &[("26", "25", "subtract 1"), ("26", "13", "halve 26 to 13")]);
    }
}
