//! Empty and Divide: empty one of two boxes, and divide the chips of the other box between both boxes.
//!
//! Let the boxes have *m* and *n* chips, and write *M* = *m* − 1 and *N* = *n* − 1. Then G = v₂((*M* | *N*) + 1) with
//! the bitwise OR. This is the place of the lowest bit that is not set in *M* | *N*, and also the number of ones at the
//! end of *M* | *N*. The proof is by induction. Divide the box of *m* chips into *i* and *j* chips, and write *I* = *i*
//! − 1 and *J* = *j* − 1. Then *I* + *J* = *M* − 1. The number of ones at the end of *I* | *J* is always the place of a
//! bit that is set in *M*, and each such place occurs. So the values of the options are the places of the bits that are
//! set in *M* | *N*. Ferguson's notes treat only the positions with G = 0, in which *m* and *n* are odd. The values and
//! the counts are checked by brute force.

use dashu_int::UBig;

use crate::game::shape::{Pair, Unordered};
use crate::game::words::sentence;
use crate::game::{
    Card, Follower, Goal, Illegal, Moves, Play, Rules, Source, Step, Tag, Tameness, Theory, left_is_the_move, small,
};
use crate::number::Natural;
use crate::number::{cost, meter};

/// Empty and Divide.
#[derive(Clone, Copy, Debug, Default)]
pub struct EmptyAndDivide;

/// The boxes that can be divided, the larger first. If both boxes are equal, only one of them is listed, because both
/// have the same divisions.
fn each(boxes: &Unordered) -> impl Iterator<Item = &Natural> + Clone {
    let (small, large) = boxes.0.sorted();
    std::iter::once(large).chain((small != large).then_some(small))
}

/// Returns the divisions, box by box. `count` returns how many divisions a box has. `smaller_part` returns one part of
/// a division, from the box and the rank of the division.
fn divided<'b>(
    boxes: &'b Unordered,
    count: impl Fn(&Natural) -> Natural + 'b,
    smaller_part: impl Fn(&Natural, &Natural) -> Natural + 'b,
) -> Moves<'b, Unordered> {
    let make = move |chips: &Natural, rank: &Natural| {
        let part = smaller_part(chips, rank);
        let rest = chips - &part;
        Some(if part <= rest { Unordered::new(part, rest) } else { Unordered::new(rest, part) })
    };
    Moves::blocks(each(boxes), move |chips| count(chips), make)
}

/// Returns the bitwise or of *m* − 1 and *n* − 1 for boxes of *m* and *n* chips.
fn bits(Unordered(boxes): &Unordered) -> Natural {
    &less_one(&boxes.first) | &less_one(&boxes.second)
}

/// Returns `chips` − 1.
fn less_one(chips: &Natural) -> Natural {
    chips - &Natural::ONE
}

/// Returns how many ways there are to divide a box into two non-empty parts: ⌊`chips`/2⌋.
fn divisions(chips: &Natural) -> Natural {
    chips.shift_right(1)
}

/// The divisions of one box that leave a given Grundy value *t*.
///
/// Let the box have *M* + 1 chips, and let one part of a division have *I* + 1 chips. The division leaves the value *t*
/// iff three conditions hold: bit *t* is set in *M*, bit *t* is not set in *I*, and *I* has all the bits of *c* = *M*
/// mod 2ᵗ. The other bits of *I* below *t* are free. The bits above *t* are free, too, but if they form *x* in *I* and
/// *y* in *M*, then *x* must be at most *y*. Exchanging the two parts complements the free bits below *t*, and replaces
/// *x* by *y* − *x*.
struct DivisionsTo {
    /// The Grundy value *t* that the divisions leave.
    value: usize,
    /// The bits *c* = *M* mod 2ᵗ, which *I* must have.
    fixed: Natural,
    /// The number of free bits of *I* below *t*.
    free: usize,
    /// The number of divisions. The order of the two parts does not matter.
    count: Natural,
}

impl DivisionsTo {
    /// Finds the divisions of a box that leave the Grundy value `value`; `None` if there are none.
    fn new(chips: &Natural, value: usize) -> Option<Self> {
        let m = less_one(chips);
        if !m.bit(value) {
            return None;
        }
        let fixed = m.low_bits(value);
        let free = value.saturating_sub(fixed.count_ones());
        let ordered = (&m.shift_right(value).shift_right(1) + &Natural::ONE).shift_left(free);
        // `ordered` counts each division into unequal parts twice, because the parts may be exchanged. If `ordered` is
        // odd, one division has equal parts.
        let count = (&ordered + &Natural::ONE).shift_right(1);
        Some(Self { value, fixed, free, count })
    }

    /// Returns one part of the division with this rank. [`DivisionsTo`] writes this part as *I* + 1, and defines *t*
    /// and the free bits. Rank 0 has the part 2ᵗ. As the rank grows, the bits of *I* above *t* count up. For each value
    /// of these bits, the free bits below *t* count down. Exchanging the two parts of every division would reverse this
    /// order. So the first half of the ranks has each division exactly once.
    fn part(&self, rank: &Natural) -> Natural {
        meter::charge_each(self.value, cost::ENTRY);
        let high = rank.shift_right(self.free).shift_left(self.value).shift_left(1);
        let cleared = rank.low_bits(self.free);
        let free_places = (0..self.value).filter(|place| !self.fixed.bit(*place)).enumerate();
        // A rank may have many bits, because a client may start at any rank. `low` is changed in place, because a copy
        // for each bit would need quadratic time.
        let mut low = UBig::ones(self.value);
        for (bit, place) in free_places.take(cleared.bit_len()) {
            if cleared.bit(bit) {
                low.clear_bit(place);
            }
        }
        &(&high + &Natural::from(low)) + &Natural::ONE
    }
}

/// Counts the divisions of a box after which the opponent loses in misère play. One part must be 2 modulo 3. The other
/// part must be 2 modulo 3, or exactly 1.
fn misere_divisions(chips: &Natural) -> Natural {
    let (third, residue) = chips.div_rem(&Natural::from(3_u64));
    match residue.to_u64() {
        Some(0) => Natural::ONE,
        // The divisions of m chips are (2, m − 2), (5, m − 5), …. This list has ⌊m/3⌋ entries, but a division into
        // unequal parts occurs twice.
        Some(1) => (&third + &Natural::ONE).shift_right(1),
        _ => Natural::ZERO,
    }
}

/// Returns the smaller part of the division with this rank, among the divisions that [`misere_divisions`] counts.
fn misere_part(chips: &Natural, rank: &Natural) -> Natural {
    if chips.div_rem(&Natural::from(3_u64)).1.is_zero() {
        return Natural::ONE;
    }
    &(&Natural::from(3_u64) * rank) + &Natural::TWO
}

const FERGUSON: Source =
    Source { author: "T. S. Ferguson", year: 2000, title: "Game Theory, Part I: Impartial Combinatorial Games" };

/// The largest number of bits of a number that is shown in binary.
const MAX_BITS: usize = 16;

impl Rules for EmptyAndDivide {
    type Position = Unordered;
    type Move = Unordered;

    const CARD: Card = Card {
        id: "empty-and-divide",
        name: "Empty and Divide",
        aliases: &["Empty and divide (Ferguson)"],
        problems: &["Luogu P2148"],
        keywords: &["two boxes", "throw one away and divide the other"],
        tags: &[Tag::Heaps],
        rules: "Two boxes with at least one chip each. A move empties one box and divides the chips of the other between \
                the two, at least one in each. (1, 1) is the only end. Who cannot move loses.",
        position: "[m, n]: the chips of the two boxes, at least 1 each, in either order",
        text_form: "m,n",
        example: "5,6",
        moves: &[
            ("5,6", "1,5", "empty the box of 5, divide the 6 into 1 and 5"),
            ("6,5", "4,1", "empty the box of 6, divide the 5 into 1 and 4"),
        ],
        sources: &[FERGUSON],
        normal: "Exact. The value is the exponent of 2 in ((m − 1) OR (n − 1)) + 1; it is 0 exactly if both boxes are odd.",
        misere: "Exact for one component alone, and in sums while no box has more than 5 chips. Most other \
                 sums are not tame, and no theory of them is known: they are searched while they are small, else refused.",
        ..Card::BLANK
    };

    fn legal(&self, Unordered(boxes): &Unordered) -> Result<(), Illegal> {
        match boxes.zero() {
            Some(part) => Err(Illegal::part(part, "each box has at least 1 chip")),
            None => Ok(()),
        }
    }

    /// Lists the divisions of the larger box, then those of the smaller box. The divisions of a box are sorted by the
    /// size of their smaller part.
    fn moves(&self, boxes: &Unordered) -> impl Iterator<Item = Unordered> {
        let divide = |chips: &Natural| {
            let chips = chips.to_u64().unwrap_or_default();
            (1..=chips / 2).map(move |part| Unordered::new(part, chips - part))
        };
        each(boxes).flat_map(divide)
    }

    fn find(&self, boxes: &Unordered, left: &Follower<Unordered>) -> Result<Unordered, Illegal> {
        let to = left.whole()?;
        let divided = to.0.sum();
        let Pair { first, second } = &boxes.0;
        if divided == *first || divided == *second {
            return Ok(to.clone());
        }
        let [divided, first, second] = [&divided, first, second].map(Natural::short);
        let why =
            format!("the boxes must hold what one of them held before: {divided} is neither {first} nor {second}");
        Err(why.into())
    }

    left_is_the_move!();

    fn describe(&self, boxes: &Unordered, to: &Unordered) -> String {
        let (small, large) = boxes.0.sorted();
        let divided = to.0.sum();
        let emptied = if divided == *large { small } else { large };
        let (part, rest) = to.0.sorted();
        let [emptied, divided, part, rest] = [emptied, &divided, part, rest].map(Natural::short);
        sentence(&[&"empty the box of ", &emptied, &", divide the ", &divided, &" into ", &part, &" and ", &rest])
    }

    fn small(&self) -> Vec<Unordered> {
        let square = small::unordered(1..=48).into_iter();
        let long = (49..=140_u64).flat_map(|n| [1_u64, 2, 7].map(|m| Unordered::new(m, n)));
        square.chain(long).collect()
    }
}

impl Theory<Self> for EmptyAndDivide {
    type Solved = Natural;

    fn solve(&self, boxes: &Unordered) -> Natural {
        bits(boxes).trailing_ones().into()
    }

    fn moves_to<'a>(&'a self, boxes: &'a Unordered, _: &'a Natural, goal: &Goal) -> Option<Moves<'a, Unordered>> {
        Some(match goal {
            Goal::All => divided(boxes, divisions, |_, rank| rank + &Natural::ONE),
            // The first move divides the larger box into 2ᵗ and the rest, if some division of the larger box leads to
            // the value t.
            Goal::Value(value) => {
                let value = value.to_usize();
                let to = move |chips: &Natural| DivisionsTo::new(chips, value?);
                divided(
                    boxes,
                    move |chips| to(chips).map_or(Natural::ZERO, |divisions| divisions.count),
                    move |chips, rank| to(chips).map_or(Natural::ZERO, |divisions| divisions.part(rank)),
                )
            }
            Goal::Wins(Play::Misere) => divided(boxes, misere_divisions, misere_part),
            _ => return None,
        })
    }

    fn explain(&self, boxes: &Unordered, value: &Natural) -> Vec<Step> {
        let theory = "Dividing a box of m chips leads to the values that are the places, counted from 0 at the right, of the \
                      ones of m − 1 in binary. So the value is the place of the lowest zero of (m − 1) OR (n − 1), which has a \
                      one wherever m − 1 or n − 1 has one.";
        let Pair { first, second } = &boxes.0;
        let bits = bits(boxes);
        let [left, right, both] = [&less_one(first), &less_one(second), &bits].map(|number| {
            let small = number.to_u64().filter(|_| number.bit_len() <= MAX_BITS);
            small.map_or_else(|| number.short().to_string(), |small| format!("{small} = {small:b}₂"))
        });
        let here = format!("Here ({left}) OR ({right}) is {both}, with the lowest zero at place {value}.");
        vec![Step::by(FERGUSON, theory), Step::new(here)]
    }

    /// Positions with at most 5 chips in each box are tame.
    fn tameness(&self, boxes: &Unordered, value: &Natural) -> Tameness {
        let (small, large) = boxes.0.sorted();
        match (small.to_u64(), large.to_u64()) {
            (Some(1 | 5), Some(5)) => Tameness::Firm,
            (_, Some(..=5)) => Tameness::tame(*value <= Natural::ONE),
            _ => Tameness::Unknown,
        }
    }

    fn explain_misere(&self, boxes: &Unordered, value: &Natural) -> Vec<Step> {
        if self.tameness(boxes, value) != Tameness::Unknown {
            let text = "In misère play, while no box has more than 5 chips, the values 0 and 1 swap, but for (1, 5) and (5, 5), \
                        which keep the value 0; other values stay.";
            return vec![Step::new(text)];
        }
        let text = "Alone in misère play it is lost for the player to move exactly if each box has 1 chip or a number of chips that is 2 \
                    modulo 3, but for 1 and 1. A number that is 0 modulo 3 is divided into 1 and a part that is 2 modulo 3. One that is \
                    1 modulo 3 and no 1 is divided into two parts that are 2 modulo 3. One that is 2 modulo 3 has no division into two such \
                    parts, but for 1 and 1.";
        let Pair { first, second } = &boxes.0;
        let [left, right] = [first, second]
            .map(|chips| format!("{}, which is {} modulo 3", chips.short(), chips.div_rem(&Natural::from(3_u64)).1));
        vec![Step::new(text), Step::new(format!("Here one box has {left}, and the other {right}."))]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_written_in_ascending_order() {
        let written: Vec<_> = EmptyAndDivide
            .moves(&Unordered::new(9_u64, 6_u64))
            .map(|option| format!("{},{}", option.0.first, option.0.second))
            .collect();
        assert_eq!(written, ["1,8", "2,7", "3,6", "4,5", "1,5", "2,4", "3,3"]);
    }
}
