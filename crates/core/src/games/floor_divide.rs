//! Floor divide: divide by 2 to 6 and round down; its theory is in [`crate::theory::division`].

use crate::game::{Card, Class, Game, Illegal, Rules, Source, Step, Tag};
use crate::natural::Natural;
use crate::shape::{Shape, Written};
use crate::theory::division;

/// Floor divide.
#[derive(Clone, Copy, Debug, Default)]
pub struct FloorDivide;

const CODECHEF: Source = Source { author: "CodeChef", year: 2019, title: "FDIVGAME, Floor Division Game" };

/// The largest divisor.
const MOST: u64 = 6;

impl Rules for FloorDivide {
    type Position = Natural;
    type Option = Natural;

    const CARD: Card = Card {
        id: "floor-divide",
        name: "Floor division game",
        aliases: &["Floor Division Game (CodeChef FDIVGAME)"],
        tags: &[Tag::Arithmetic, Tag::Contest],
        rules: "A number. A move divides it by 2, 3, 4, 5 or 6 and rounds down. Who cannot move, at 0, loses.",
        shape: Shape::Integer,
        position: "the number, at least 0",
        text_form: "number",
        example: "26",
        sources: &[CODECHEF],
        normal: "Exact. Divide by 12 and round down while there is as much; then 0 from 6 on, else 0, 1, 2, 2, 3, 3.",
        misere: "Exact, in sums too. Values 0 and 1 swap.",
        max_grundy: Some(3),
        parameters: None,
    };

    fn read(&self, written: Written) -> Result<Natural, Illegal> {
        written.into_integer().ok_or_else(Illegal::shape)
    }

    fn write(&self, number: &Natural) -> Written {
        Written::Integer(number.clone())
    }

    /// Divides by 2, 3, …; what comes out twice is one option.
    fn options(&self, number: &Natural) -> Vec<Natural> {
        if number.is_zero() {
            return Vec::new();
        }
        let mut quotients: Vec<Natural> = (2..=MOST).map(|divisor| number.div_rem(&divisor.into()).0).collect();
        quotients.dedup();
        quotients
    }

    fn check(&self, number: &Natural, to: &Natural) -> Result<(), String> {
        if self.options(number).contains(to) {
            return Ok(());
        }
        Err(format!("{} must be divided by 2 to {MOST} and rounded down", number.short()))
    }

    fn describe(&self, number: &Natural, to: &Natural) -> String {
        let divisor = (2..=MOST).find(|divisor| number.div_rem(&(*divisor).into()).0 == *to).unwrap_or_default();
        format!("divide {} by {divisor} to {}", number.short(), to.short())
    }

    fn small(&self) -> Vec<Natural> {
        (0..=400_u64).map(Natural::from).collect()
    }
}

impl Game for FloorDivide {
    type Solved = u8;

    fn solve(&self, number: &Natural) -> u8 {
        division::grundy(number, MOST)
    }

    fn explain(&self, _: &Natural, value: &u8) -> Vec<Step> {
        vec![Step::by(CODECHEF, division::reason(MOST)), Step::value(&u64::from(*value).into())]
    }

    fn class(&self, _: &Natural, value: &u8) -> Class {
        if *value <= 1 { Class::Swap } else { Class::Fixed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws;

    #[test]
    fn moves_in_words() {
        laws::check_words(&FloorDivide, &[("26", "8", "divide 26 by 3 to 8")]);
    }
}
