//! The multiplication game: multiply by 2 to 9 until the product reaches a bound.
//!
//! *p·d* ≥ *n* iff ⌊*m*/*d*⌋ = 0 for *m* = ⌊(*n* − 1)/*p*⌋, so it is dividing *m* by 2 to 9 and rounding down, to 0; the
//! theory of that is in [`crate::theory::division`].

use crate::game::{Card, Class, Game, Illegal, Rules, Source, Step, Tag};
use crate::natural::Natural;
use crate::shape::{Pair, Shape, Written};
use crate::theory::division;

/// The multiplication game.
#[derive(Clone, Copy, Debug, Default)]
pub struct MultiplicationGame;

const UVA: Source = Source { author: "UVa", year: 2001, title: "847. A Multiplication Game" };

/// The largest factor.
const MOST: u64 = 9;

/// ⌊(*n* − 1)/*p*⌋.
fn quotient(pair: &Pair) -> Natural {
    pair.second.saturating_sub(&Natural::ONE).div_rem(&pair.first).0
}

impl Rules for MultiplicationGame {
    type Position = Pair;
    type Option = Pair;

    const CARD: Card = Card {
        id: "multiplication-game",
        name: "Multiplication game",
        aliases: &["A Multiplication Game (UVa 847, POJ 2505)"],
        tags: &[Tag::Arithmetic, Tag::Contest],
        rules: "A product p, which starts at 1, and a bound n. A move multiplies p by 2, 3, … or 9, while p < n. Who cannot move, \
                since the other player has reached n, loses.",
        shape: Shape::Pair,
        position: "[p, n], both at least 1",
        text_form: "p,n",
        example: "1,100",
        sources: &[UVA],
        normal: "Exact. It is dividing the quotient (n − 1) / p by 2 to 9, rounding down.",
        misere: "Exact, in sums too. Values 0 and 1 swap.",
        max_grundy: Some(4),
        parameters: None,
    };

    fn read(&self, written: Written) -> Result<Pair, Illegal> {
        let pair = written.into_pair().ok_or_else(Illegal::shape)?;
        match pair.zero() {
            Some(part) => Err(Illegal::part(part, "both numbers are at least 1")),
            None => Ok(pair),
        }
    }

    fn write(&self, pair: &Pair) -> Written {
        Written::Pair(pair.clone())
    }

    /// Multiplies by 2, 3, …, 9.
    fn options(&self, pair: &Pair) -> Vec<Pair> {
        if pair.first >= pair.second {
            return Vec::new();
        }
        (2..=MOST).map(|factor| Pair::new(&pair.first * &factor.into(), pair.second.clone())).collect()
    }

    fn check(&self, pair: &Pair, to: &Pair) -> Result<(), String> {
        if pair.first >= pair.second {
            return Err("the product has reached the bound".to_owned());
        }
        if self.options(pair).contains(to) {
            return Ok(());
        }
        Err(format!("{} must be multiplied by 2 to {MOST}; the bound, which comes second, stays", pair.first.short()))
    }

    fn describe(&self, pair: &Pair, to: &Pair) -> String {
        let factor = to.first.div_rem(&pair.first).0;
        format!("multiply {} by {} to {}", pair.first.short(), factor.short(), to.first.short())
    }

    fn small(&self) -> Vec<Pair> {
        (1..=4_u64).flat_map(|product| (1..=250_u64).map(move |bound| Pair::new(product, bound))).collect()
    }
}

impl Game for MultiplicationGame {
    type Solved = u8;

    fn solve(&self, pair: &Pair) -> u8 {
        division::grundy(&quotient(pair), MOST)
    }

    fn explain(&self, pair: &Pair, value: &u8) -> Vec<Step> {
        let [m, less, p] =
            [&quotient(pair), &pair.second.saturating_sub(&Natural::ONE), &pair.first].map(|n| n.short().to_string());
        let same = format!(
            "To multiply p until it is n or more is to divide m = ⌊{less} / {p}⌋ = {m} by the same, down to 0."
        );
        vec![Step::new(same), Step::by(UVA, division::reason(MOST)), Step::value(&u64::from(*value).into())]
    }

    fn class(&self, _: &Pair, value: &u8) -> Class {
        if *value <= 1 { Class::Swap } else { Class::Fixed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws;

    #[test]
    fn moves_in_words() {
        laws::check_words(&MultiplicationGame, &[("1,100", "7,100", "multiply 1 by 7 to 7")]);
    }
}
