//! Empty and Divide: empty one of two boxes and divide the other's chips between them.
//!
//! Write *M* = *m* − 1 and *N* = *n* − 1. Dividing box *m* into (*i*, *m* − *i*) leaves *I* + *J* = *M* − 1, and the
//! number of ones that *I* | *J* ends in can be just the places of the bits of *M* that are set. So the values of the
//! options are the set bits of *M* | *N*, and G is its lowest clear bit: G = v₂((*M* | *N*) + 1). Ferguson's notes
//! have G = 0 (both odd); the values and the counts are checked by brute force.

use dashu_int::UBig;

use crate::game::{Card, Game, Illegal, MisereClass, Source};
use crate::natural::Natural;
use crate::shape::{Pair, Unordered};
use crate::step::Step;

/// A position: two boxes with at least 1 chip each.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EmptyAndDivide(Unordered);

impl EmptyAndDivide {
    /// The boxes that can be divided, the larger first; of equal ones only one, since both divide alike.
    fn boxes(&self) -> impl Iterator<Item = &Natural> {
        let (small, large) = self.0.0.sorted();
        std::iter::once(large).chain((small != large).then_some(small))
    }

    /// The option of a rank when the divisions are counted box by box.
    fn ranked(
        &self,
        rank: &Natural,
        count: impl Fn(&Natural) -> Natural,
        smaller_part: impl Fn(&Natural, &Natural) -> Natural,
    ) -> Option<Self> {
        let mut rank = rank.clone();
        for chips in self.boxes() {
            let count = count(chips);
            if rank < count {
                let part = smaller_part(chips, &rank);
                let rest = chips - &part;
                let (small, large) = if part <= rest { (part, rest) } else { (rest, part) };
                return Some(Self(Unordered(Pair::new(small, large))));
            }
            rank = &rank - &count;
        }
        None
    }

    /// *M* | *N*.
    fn bits(&self) -> Natural {
        let Pair { first, second } = &self.0.0;
        &less_one(first) | &less_one(second)
    }

    fn total(&self, count: impl Fn(&Natural) -> Natural) -> Natural {
        self.boxes().fold(Natural::ZERO, |sum, chips| &sum + &count(chips))
    }
}

/// *M* = *chips* − 1.
fn less_one(chips: &Natural) -> Natural {
    chips - &Natural::ONE
}

/// The divisions of a box, {*i*, *m* − *i*}: ⌊*m*/2⌋.
fn divisions(chips: &Natural) -> Natural {
    chips.shift_right(1)
}

/// The divisions of one box that have a Grundy value.
///
/// A division (*i*, *m* − *i*) has the value *t* iff bit *t* of *M* is set, bit *t* of *I* = *i* − 1 is clear, and *I*
/// has all the bits of *c* = *M* mod 2ᵗ: what is free are the other bits below *t*, and the bits above, up to those
/// of *M*. Reflection, *i* ↔ *m* − *i*, complements the free low bits and reverses the high part.
struct DivisionsTo {
    /// *t*.
    value: usize,
    /// *c*.
    fixed: Natural,
    /// How many bits below *t* are free.
    free: usize,
    /// How many divisions, {*i*, *m* − *i*} being one.
    count: Natural,
}

impl DivisionsTo {
    /// None iff there are none.
    fn new(chips: &Natural, value: usize) -> Option<Self> {
        let m = less_one(chips);
        if !m.bit(value) {
            return None;
        }
        let fixed = m.low_bits(value);
        let free = value.saturating_sub(fixed.count_ones());
        let ordered = (&m.shift_right(value).shift_right(1) + &Natural::ONE).shift_left(free);
        // Reflection pairs them; where their number is odd, one is its own image: two equal boxes.
        let count = (&ordered + &Natural::ONE).shift_right(1);
        Some(Self { value, fixed, free, count })
    }

    /// The part *i* of the division of a rank. Rank 0 is 2ᵗ; then the free low bits count down and the high part counts
    /// up, so that reflection reverses the order and the first half is one of each two images.
    fn part(&self, rank: &Natural) -> Natural {
        let high = rank.shift_right(self.free).shift_left(self.value).shift_left(1);
        let cleared = rank.low_bits(self.free);
        let free_places = (0..self.value).filter(|place| !self.fixed.bit(*place)).enumerate();
        // In place: a cursor may start at any rank, and so many copies of a long number would be quadratic.
        let mut low = UBig::ones(self.value);
        for (bit, place) in free_places.take(cleared.bit_len()) {
            if cleared.bit(bit) {
                low.clear_bit(place);
            }
        }
        &(&high + &Natural::from(low)) + &Natural::ONE
    }
}

/// The divisions of a box after which the other player loses in misère play: both parts are 1 or 2 modulo 3, but 1
/// only as 1 itself.
fn misere_divisions(chips: &Natural) -> Natural {
    let (third, residue) = chips.div_rem(&Natural::from(3_u64));
    match residue.to_u64() {
        Some(0) => Natural::ONE,
        // (2, m − 2), (5, m − 5), …: chips ÷ 3 of them in order.
        Some(1) => (&third + &Natural::ONE).shift_right(1),
        _ => Natural::ZERO,
    }
}

/// The smaller part of the division of a rank that [`misere_divisions`] counts.
fn misere_part(chips: &Natural, rank: &Natural) -> Natural {
    if chips.div_rem(&Natural::from(3_u64)).1.is_zero() {
        return Natural::ONE;
    }
    &(&Natural::from(3_u64) * rank) + &Natural::TWO
}

const FERGUSON: Source =
    Source { author: "T. S. Ferguson", year: 2000, title: "Game Theory, Part I: Impartial Combinatorial Games" };

/// Numbers of at most so many bits are shown in binary.
const MAX_BITS: usize = 16;

impl Game for EmptyAndDivide {
    type Shape = Unordered;

    const CARD: Card = Card {
        id: "empty-and-divide",
        name: "Empty and Divide",
        rules: "Two boxes with at least one chip each. A move empties one box and divides the chips of the other between \
                the two, at least one in each. (1, 1) is the only end. Who cannot move loses.",
        position: "[m, n]: the chips of the two boxes, at least 1 each, in either order",
        text_form: "m,n",
        example: "5,6",
        sources: &[FERGUSON],
        normal: "Exact. The value is the exponent of 2 in ((m − 1) | (n − 1)) + 1; it is 0 iff both boxes are odd.",
        misere: "Exact for one component alone, and in sums while no box has more than 5 chips. Other sums are not tame, \
                 and no theory of them is known: they are refused.",
        max_grundy: None,
    };

    fn new(written: Unordered) -> Result<Self, Illegal> {
        if let Some(part) = written.0.zero() {
            return Err(Illegal { part: Some(part), reason: "each box has at least 1 chip".to_owned() });
        }
        Ok(Self(written))
    }

    fn written(&self) -> &Unordered {
        &self.0
    }

    fn grundy(&self) -> Natural {
        self.bits().trailing_ones().into()
    }

    fn option_count(&self) -> Natural {
        self.total(divisions)
    }

    /// Divides the larger box into 1 and the rest, 2 and the rest, …, then the smaller one.
    fn option(&self, rank: &Natural) -> Option<Self> {
        self.ranked(rank, divisions, |_, rank| rank + &Natural::ONE)
    }

    fn count_to(&self, value: &Natural) -> Natural {
        let Some(value) = value.to_usize() else { return Natural::ZERO };
        self.total(|chips| DivisionsTo::new(chips, value).map_or(Natural::ZERO, |divisions| divisions.count))
    }

    /// First the larger box into 2ᵗ and the rest, if that box can.
    fn option_to(&self, value: &Natural, rank: &Natural) -> Option<Self> {
        let value = value.to_usize()?;
        self.ranked(
            rank,
            |chips| DivisionsTo::new(chips, value).map_or(Natural::ZERO, |divisions| divisions.count),
            |chips, rank| DivisionsTo::new(chips, value).map_or(Natural::ZERO, |divisions| divisions.part(rank)),
        )
    }

    fn check_move(&self, to: &Self) -> Result<(), String> {
        let divided = to.0.0.sum();
        let Pair { first, second } = &self.0.0;
        if divided == *first || divided == *second {
            return Ok(());
        }
        let [divided, first, second] = [&divided, first, second].map(Natural::short);
        Err(format!("the boxes must hold what one of them held before: {divided} is neither {first} nor {second}"))
    }

    fn describe(&self, option: &Self) -> String {
        let (small, large) = self.0.0.sorted();
        let divided = option.0.0.sum();
        let emptied = if divided == *large { small } else { large };
        let (part, rest) = option.0.0.sorted();
        let [emptied, divided, part, rest] = [emptied, &divided, part, rest].map(Natural::short);
        format!("empty the box of {emptied}, divide the {divided} into {part} and {rest}")
    }

    fn explain(&self) -> Vec<Step> {
        let theory = "Dividing a box of m chips leads to the values that are the places, counted from 0 at the right, of the \
                      ones of m − 1 in binary. So the value is the place of the lowest zero of (m − 1) | (n − 1).";
        let Pair { first, second } = &self.0.0;
        let bits = self.bits();
        let [left, right, both] = [&less_one(first), &less_one(second), &bits].map(|number| {
            let small = number.to_u64().filter(|_| number.bit_len() <= MAX_BITS);
            small.map_or_else(|| number.short().to_string(), |small| format!("{small} = {small:b}₂"))
        });
        let value = bits.trailing_ones();
        let here = format!("Here ({left}) | ({right}) is {both}, with the lowest zero at place {value}.");
        vec![Step::by(FERGUSON, theory), Step::new(here), Step::value(&value.into())]
    }

    /// Up to 5 chips a box the sums are tame.
    fn misere_class(&self) -> MisereClass {
        let (small, large) = self.0.0.sorted();
        match (small.to_u64(), large.to_u64()) {
            (Some(1 | 5), Some(5)) => MisereClass::Fixed,
            (_, Some(..=5)) if self.grundy() <= Natural::ONE => MisereClass::Swap,
            (_, Some(..=5)) => MisereClass::Fixed,
            _ => MisereClass::Unknown,
        }
    }

    fn explain_misere(&self) -> Vec<Step> {
        if self.misere_class() != MisereClass::Unknown {
            let text = "In misère play, while no box has more than 5 chips, the values 0 and 1 swap, but for (1, 5) and (5, 5), \
                        which keep the value 0; other values stay.";
            return vec![Step::new(text)];
        }
        let text = "Alone in misère play it is lost for the player to move iff each box has 1 chip, or so many that they \
                    are 2 modulo 3, and not both have 1.";
        let Pair { first, second } = &self.0.0;
        let [left, right] = [first, second]
            .map(|chips| format!("{}, which is {} modulo 3", chips.short(), chips.div_rem(&Natural::from(3_u64)).1));
        vec![Step::new(text), Step::new(format!("Here one box has {left}, and the other {right}."))]
    }

    fn lone_misere_count(&self) -> Option<Natural> {
        Some(self.total(misere_divisions))
    }

    fn lone_misere_option(&self, rank: &Natural) -> Option<Self> {
        self.ranked(rank, misere_divisions, misere_part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::laws::{self, Rules};

    impl Rules for EmptyAndDivide {
        fn small() -> Vec<Self> {
            let pair = |m: u64, n: u64| Self(Unordered(Pair::new(m, n)));
            let square = (1..=48).flat_map(|n| (1..=n).map(move |m| pair(m, n)));
            let long = (49..=300).flat_map(|n| [1, 2, 7].map(|m| pair(m, n)));
            square.chain(long).collect()
        }

        fn options_by_rule(&self) -> Vec<Self> {
            let Pair { first, second } = &self.0.0;
            let boxes = [first.to_u64().unwrap(), second.to_u64().unwrap()];
            let divide = |chips: u64| (1..chips).map(move |part| Self(Unordered(Pair::new(part, chips - part))));
            boxes.into_iter().flat_map(divide).collect()
        }
    }

    #[test]
    fn theory_is_what_the_rules_give() {
        laws::check::<EmptyAndDivide>();
    }

    #[test]
    fn options_are_written_in_ascending_order() {
        let position = EmptyAndDivide(Unordered(Pair::new(9_u64, 6_u64)));
        let written = |rank: u64| position.option(&rank.into()).map(|option| option.0.to_string());
        let options: Vec<_> = (0..7).map_while(written).collect();
        assert_eq!(options, ["1,8", "2,7", "3,6", "4,5", "1,5", "2,4", "3,3"]);
    }

    #[test]
    fn moves_in_words() {
        laws::check_words::<EmptyAndDivide>(&[
            ("5,6", "1,5", "empty the box of 5, divide the 6 into 1 and 5"),
            ("6,5", "4,1", "empty the box of 6, divide the 5 into 1 and 4"),
        ]);
    }
}
