//! The red-blue string: flip a red bead and any number of consecutive blue ones right of it.
//!
//! Read the string as a binary number *X*, red = 1. The run that is flipped starts at 2ᵏ and ends at 2ᵐ, so a move
//! subtracts 2ᵏ − 2ᵏ⁻¹ − … − 2ᵐ = 2ᵐ, and every 2ᵐ ≤ *X* comes from one move. 2ᵐ is 1 or 2 modulo 3, so G = *X* mod 3
//! (CodeChef CHN07 has the winner; values and counts are checked by brute force).

use crate::game::{Card, Game, Illegal, MisereClass, Source};
use crate::natural::Natural;
use crate::shape::Text;
use crate::step::Step;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};

/// A position: a string of `R` and `B`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RedBlue(Text);

const CODECHEF: Source = Source { author: "CodeChef", year: 2014, title: "CHN07 editorial" };

const RED: u8 = b'R';
const BLUE: u8 = b'B';

impl RedBlue {
    fn beads(&self) -> &[u8] {
        self.0.0.as_bytes()
    }

    /// The reds at even and at odd places, counted from 0 at the right. One pass over the string.
    fn reds(&self) -> (u64, u64) {
        let (pairs, last) = self.beads().as_chunks::<2>();
        let red = |bead: u8| u64::from(bead == RED);
        let (mut even, mut odd) = (0_u64, 0_u64);
        for [first, second] in pairs {
            even += red(*first);
            odd += red(*second);
        }
        // Counted from the left; a string of even length ends in an odd place.
        match last.first() {
            Some(bead) => (even + red(*bead), odd),
            None => (odd, even),
        }
    }

    /// *X* mod 3, by 2 ≡ −1: the reds at even places less those at odd places.
    fn value(&self) -> u8 {
        let (even, odd) = self.reds();
        difference(even, odd)
    }

    /// ⌊log₂ *X*⌋ + 1: the number of moves.
    fn bits(&self) -> usize {
        self.beads().iter().position(|bead| *bead == RED).map_or(0, |blues| self.beads().len().saturating_sub(blues))
    }

    /// *X* − 2ᵐ, if 2ᵐ ≤ *X*.
    fn subtract(&self, m: usize) -> Option<Self> {
        let mut beads = self.beads().to_vec();
        let end = beads.len().checked_sub(m)?;
        let red = beads[..end].iter().rposition(|bead| *bead == RED)?;
        beads[red] = BLUE;
        beads[red.saturating_add(1)..end].fill(RED);
        String::from_utf8(beads).ok().map(|beads| Self(Text(beads)))
    }

    /// The exponents *m* that lead to a value are those of one parity; their first and their number.
    fn exponents_to(&self, value: &Natural) -> Option<(usize, usize)> {
        let value = u8::try_from(value.to_u64()?).ok().filter(|value| *value < 3)?;
        match (self.value() + 3 - value) % 3 {
            1 => Some((0, self.bits().div_ceil(2))),
            2 => Some((1, self.bits() / 2)),
            _ => None,
        }
    }
}

/// (*plus* − *minus*) mod 3.
fn difference(plus: u64, minus: u64) -> u8 {
    match (plus + 3 - minus % 3) % 3 {
        0 => 0,
        1 => 1,
        _ => 2,
    }
}

impl Game for RedBlue {
    type Shape = Text;

    const CARD: Card = Card {
        id: "red-blue",
        name: "Red-blue string",
        rules: "A string of red and blue beads. A move picks a red one and zero or more consecutive blue ones right next \
                to it on its right, and flips the colour of all of them. Who cannot move, all being blue, loses.",
        position: "a string of R and B; it may be empty",
        text_form: "RBBR",
        example: "RBBR",
        sources: &[CODECHEF],
        normal: "Exact. Read as a binary number, R = 1, the value is the number modulo 3.",
        misere: "Exact, in sums too. Values 0 and 1 swap.",
        max_grundy: Some(2),
    };

    fn new(written: Text) -> Result<Self, Illegal> {
        match written.0.bytes().position(|bead| bead != RED && bead != BLUE) {
            None => Ok(Self(written)),
            Some(at) => {
                let reason = format!("only R and B may stand in the string; after {at} of them something else does");
                Err(Illegal { part: None, reason })
            }
        }
    }

    fn written(&self) -> &Text {
        &self.0
    }

    fn schema() -> RefOr<Schema> {
        let string = ObjectBuilder::new().schema_type(Type::String).pattern(Some("^[RB]*$"));
        RefOr::T(Schema::Object(string.build()))
    }

    fn grundy(&self) -> Natural {
        u64::from(self.value()).into()
    }

    fn option_count(&self) -> Natural {
        self.bits().into()
    }

    /// *X* less 2⁰, 2¹, 2², ….
    fn option(&self, rank: &Natural) -> Option<Self> {
        self.subtract(rank.to_usize()?)
    }

    fn count_to(&self, value: &Natural) -> Natural {
        self.exponents_to(value).map_or(Natural::ZERO, |(_, count)| count.into())
    }

    fn option_to(&self, value: &Natural, rank: &Natural) -> Option<Self> {
        let (first, _) = self.exponents_to(value)?;
        self.subtract(first.saturating_add(rank.to_usize()?.saturating_mul(2)))
    }

    fn check_move(&self, to: &Self) -> Result<(), String> {
        let (before, after) = (self.beads(), to.beads());
        if before.len() != after.len() {
            return Err(format!("the string keeps its length, {}", before.len()));
        }
        let same = |(before, after): &(&u8, &u8)| before == after;
        let start = before.iter().zip(after).take_while(same).count();
        let end = before.len().saturating_sub(before.iter().zip(after).rev().take_while(same).count());
        // What lies between the ends that stay must be red, blue, …, blue before, and blue, red, …, red after.
        let is_run = |beads: &[u8], first: u8, rest: u8| {
            beads.split_first().is_some_and(|(bead, beads)| *bead == first && beads.iter().all(|bead| *bead == rest))
        };
        let changed = start..end.max(start);
        if is_run(&before[changed.clone()], RED, BLUE) && is_run(&after[changed], BLUE, RED) {
            return Ok(());
        }
        Err("a red bead must flip, and besides it only consecutive blue ones right next to it".to_owned())
    }

    fn describe(&self, option: &Self) -> String {
        let flipped =
            self.beads().iter().zip(option.beads()).enumerate().filter(|(_, (before, after))| before != after);
        let mut places = flipped.map(|(index, _)| index.saturating_add(1));
        let red = places.next().unwrap_or_default();
        match places.count() {
            0 => format!("flip the R at place {red}"),
            1 => format!("flip the R at place {red} and the B after it"),
            blues => format!("flip the R at place {red} and the {blues} Bs after it"),
        }
    }

    fn explain(&self) -> Vec<Step> {
        let theory = "Read the string as a binary number with R = 1: a move subtracts a power of 2, which is 1 or −1 modulo \
                      3, and so the value is the number modulo 3. That is the Rs at even places less those at odd ones, \
                      counted from 0 at the right.";
        let (even, odd) = self.reds();
        let value = difference(even, odd);
        let here = format!("Here {even} − {odd} is {value} modulo 3.");
        vec![Step::by(CODECHEF, theory), Step::new(here), Step::value(&u64::from(value).into())]
    }

    fn misere_class(&self) -> MisereClass {
        if self.value() <= 1 { MisereClass::Swap } else { MisereClass::Fixed }
    }

    fn explain_misere(&self) -> Vec<Step> {
        vec![Step::new("In misère play the values 0 and 1 of strings swap, and 2 stays.")]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::laws::{self, Rules};

    impl Rules for RedBlue {
        fn small() -> Vec<Self> {
            let strings = (0..=11).flat_map(|length| (0..1_u32 << length).map(move |bits| (length, bits)));
            let bead = |bits: u32, place: u32| if bits >> place & 1 == 1 { 'R' } else { 'B' };
            strings.map(|(length, bits)| Self(Text((0..length).map(|place| bead(bits, place)).collect()))).collect()
        }

        fn options_by_rule(&self) -> Vec<Self> {
            let beads = self.beads();
            let mut options = Vec::new();
            for red in (0..beads.len()).filter(|place| beads[*place] == RED) {
                let mut flipped = beads.to_vec();
                flipped[red] = BLUE;
                options.push(flipped.clone());
                for blue in (red + 1..beads.len()).take_while(|place| beads[*place] == BLUE) {
                    flipped[blue] = RED;
                    options.push(flipped.clone());
                }
            }
            options.into_iter().map(|beads| Self(Text(String::from_utf8(beads).unwrap()))).collect()
        }
    }

    #[test]
    fn theory_is_what_the_rules_give() {
        laws::check::<RedBlue>();
    }

    #[test]
    fn moves_in_words() {
        laws::check_words::<RedBlue>(&[
            ("BR", "BB", "flip the R at place 2"),
            ("RB", "BR", "flip the R at place 1 and the B after it"),
            ("RRBBR", "RBRRR", "flip the R at place 2 and the 2 Bs after it"),
        ]);
    }
}
