//! The red-blue string: change the colours of a red bead and of any number of consecutive blue beads right after it.
//!
//! Read the string as a binary number *X*, in which a red bead is 1. If the beads that change are the bits from 2ᵏ down
//! to 2ᵐ, the move subtracts 2ᵏ − 2ᵏ⁻¹ − … − 2ᵐ = 2ᵐ. For every 2ᵐ ≤ *X* there is exactly one such move. 2ᵐ is 1 or 2
//! modulo 3, so G = *X* mod 3. (CodeChef CHN07 gives only the winner. The values and the counts are checked by brute
//! force.)

use crate::game::shape::Shape;
use crate::game::{Card, Follower, Goal, Illegal, Moves, Rules, Source, Step, Tag, Tameness, Theory};
use crate::number::Natural;

/// The red-blue string.
#[derive(Clone, Copy, Debug, Default)]
pub struct RedBlue;

const CODECHEF: Source = Source { author: "CodeChef", year: 2014, title: "CHN07 editorial" };

const RED: u8 = b'R';
const BLUE: u8 = b'B';

/// Counts the red beads at even and at odd places, in one pass. The rightmost place is 0.
fn reds(beads: &str) -> (u64, u64) {
    let (pairs, last) = beads.as_bytes().as_chunks::<2>();
    let red = |bead: u8| u64::from(bead == RED);
    let (mut even, mut odd) = (0_u64, 0_u64);
    for [first, second] in pairs {
        even += red(*first);
        odd += red(*second);
    }
    // The loop counts the places from 0 at the left. In a string of even length, the rightmost bead then has an odd
    // place, so the two counts are exchanged.
    match last.first() {
        Some(bead) => (even + red(*bead), odd),
        None => (odd, even),
    }
}

/// Reads the string as a binary number in which a red bead is 1, and returns this number modulo 3. The result is the
/// number of red beads at even places minus the number at odd places, modulo 3, because 2 is −1 modulo 3.
fn value(beads: &str) -> u8 {
    let (even, odd) = reds(beads);
    difference(even, odd)
}

/// Returns the number of moves. For each bead from the first red bead on, there is exactly one move whose last changed
/// bead is this one.
fn bits(beads: &str) -> usize {
    beads.bytes().position(|bead| bead == RED).map_or(0, |blues| beads.len().saturating_sub(blues))
}

/// Returns the move that subtracts 2ᵐ from the number that the beads show in binary, where a red bead is 1. `None` if
/// this number is below 2ᵐ.
fn subtract(beads: &str, m: usize) -> Option<(usize, usize)> {
    let last = beads.len().checked_sub(m)?.checked_sub(1)?;
    let red = beads.as_bytes()[..=last].iter().rposition(|bead| *bead == RED)?;
    Some((red, last))
}

/// Returns the smallest *m* for which [`subtract`] leads to the value `to`, and how many such *m* there are. All of
/// them are even, or all are odd.
fn exponents_to(beads: &str, to: &Natural) -> Option<(usize, usize)> {
    let to = u8::try_from(to.to_u64()?).ok().filter(|to| *to < 3)?;
    match (value(beads) + 3 - to) % 3 {
        1 => Some((0, bits(beads).div_ceil(2))),
        2 => Some((1, bits(beads) / 2)),
        _ => None,
    }
}

/// Returns (*plus* − *minus*) mod 3.
fn difference(plus: u64, minus: u64) -> u8 {
    match (plus + 3 - minus % 3) % 3 {
        0 => 0,
        1 => 1,
        _ => 2,
    }
}

impl Rules for RedBlue {
    type Position = String;
    /// The places of the first and of the last bead that change. The first of these beads is red.
    type Move = (usize, usize);

    const SHAPE: Shape = Shape::Text { pattern: "^[RB]*$" };
    const CARD: Card = Card {
        id: "red-blue",
        name: "Red-blue string",
        aliases: &["Red and blue beads"],
        problems: &["CodeChef CHN07"],
        keywords: &["colours", "binary string", "flip"],
        tags: &[Tag::Strips, Tag::Contest],
        rules: "A string of red and blue beads. A move picks a red bead and zero or more consecutive blue beads right \
                next to it on its right, and flips the colour of all of them. Who cannot move, since all are blue, \
                loses.",
        position: "a string of R and B; it may be empty",
        text_form: "RBBR",
        example: "RBBR",
        moves: &[
            ("BR", "BB", "flip the R at place 2 from the left"),
            ("RB", "BR", "flip the R at place 1 from the left and the B after it"),
            ("RRBBR", "RBRRR", "flip the R at place 2 from the left and the 2 Bs after it"),
        ],
        sources: &[CODECHEF],
        normal: "Exact. Read the string as a binary number with R = 1. The value is this number modulo 3.",
        misere: "Exact, in sums too. Values 0 and 1 swap.",
        max_grundy: Some(2),
        ..Card::BLANK
    };

    fn legal(&self, beads: &String) -> Result<(), Illegal> {
        match beads.bytes().position(|bead| bead != RED && bead != BLUE) {
            None => Ok(()),
            Some(at) => Err(Illegal::new(format!(
                "only R and B may stand in the string; after {at} of them something else does"
            ))),
        }
    }

    /// The string is a binary number in which a red bead is 1. The moves subtract 1, 2, 4, … from this number.
    fn moves(&self, beads: &String) -> impl Iterator<Item = (usize, usize)> {
        let beads = beads.as_bytes();
        // The last bead that changes is the first bead from the right in the first move. In the second move it is the
        // second bead from the right, and so on.
        let red = |last: usize| beads[..=last].iter().rposition(|bead| *bead == RED);
        (0..beads.len()).rev().map_while(move |last| Some((red(last)?, last)))
    }

    fn find(&self, beads: &String, left: &Follower<String>) -> Result<(usize, usize), Illegal> {
        let to = left.whole()?;
        let (before, after) = (beads.as_bytes(), to.as_bytes());
        if before.len() != after.len() {
            return Err(format!("the string keeps its length, {}", before.len()).into());
        }
        let same = |(before, after): &(&u8, &u8)| before == after;
        let start = before.iter().zip(after).take_while(same).count();
        let end = before.len().saturating_sub(before.iter().zip(after).rev().take_while(same).count());
        // The beads that change must be red, blue, …, blue before the move, and blue, red, …, red after the move.
        let is_run = |beads: &[u8], first: u8, rest: u8| {
            beads.split_first().is_some_and(|(bead, beads)| *bead == first && beads.iter().all(|bead| *bead == rest))
        };
        let changed = start..end.max(start);
        if is_run(&before[changed.clone()], RED, BLUE) && is_run(&after[changed], BLUE, RED) {
            return Ok((start, end.saturating_sub(1)));
        }
        Err("a red bead must flip, and besides it only consecutive blue ones right next to it".into())
    }

    fn after(&self, beads: &String, (red, last): &(usize, usize)) -> Follower<String> {
        let mut after = beads.clone();
        after.replace_range(*red..=*last, &format!("B{}", "R".repeat(last - red)));
        after.into()
    }

    fn describe(&self, _: &String, (red, last): &(usize, usize)) -> String {
        let place = red + 1;
        match last - red {
            0 => format!("flip the R at place {place} from the left"),
            1 => format!("flip the R at place {place} from the left and the B after it"),
            blues => format!("flip the R at place {place} from the left and the {blues} Bs after it"),
        }
    }

    fn small(&self) -> Vec<String> {
        let strings = (0..=11).flat_map(|length| (0..1_u32 << length).map(move |bits| (length, bits)));
        let bead = |bits: u32, place: u32| if bits >> place & 1 == 1 { 'R' } else { 'B' };
        strings.map(|(length, bits)| (0..length).map(|place| bead(bits, place)).collect()).collect()
    }
}

impl Theory<Self> for RedBlue {
    type Solved = u8;

    fn solve(&self, beads: &String) -> u8 {
        value(beads)
    }

    fn moves_to<'a>(&'a self, beads: &'a String, _: &'a u8, goal: &Goal) -> Option<Moves<'a, (usize, usize)>> {
        Some(match goal {
            // The moves subtract 2⁰, 2¹, 2², … from the binary number in which a red bead is 1.
            Goal::All => Moves::counted(bits(beads).into(), move |rank| subtract(beads, rank.to_usize()?)),
            Goal::Value(value) => {
                let (first, count) = exponents_to(beads, value).unwrap_or((0, 0));
                Moves::counted(count.into(), move |rank| {
                    subtract(beads, rank.to_usize()?.checked_mul(2)?.checked_add(first)?)
                })
            }
            _ => return None,
        })
    }

    fn explain(&self, beads: &String, _: &u8) -> Vec<Step> {
        let theory = "Read the string as a binary number with R = 1. A move subtracts a power of 2, which is 1 more or 1 less than a \
                      multiple of 3. So the value is the number modulo 3. From the right, the 1st, 3rd, 5th, … bead counts 1 if \
                      it is R, and the 2nd, 4th, 6th, … counts −1.";
        let (even, odd) = reds(beads);
        let value = difference(even, odd);
        let here = if let Some(more) = even.checked_sub(odd) {
            format!("Here {even} − {odd} = {more}, and {more} modulo 3 is {value}.")
        } else {
            let less = odd - even;
            format!("Here {even} − {odd} = −{less}, and −{less} + {} = {value}.", less + u64::from(value))
        };
        vec![Step::by(CODECHEF, theory), Step::new(here)]
    }

    fn tameness(&self, _: &String, value: &u8) -> Tameness {
        Tameness::tame(*value <= 1)
    }

    fn explain_misere(&self, _: &String, _: &u8) -> Vec<Step> {
        vec![Step::new("In misère play the values 0 and 1 of strings swap, and 2 stays.")]
    }
}
