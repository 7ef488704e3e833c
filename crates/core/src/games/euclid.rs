//! Euclid's game with Grossman's rule: both numbers stay positive.
//!
//! Let *a* ≤ *b*, *q* = ⌊*b*/*a*⌋ and *r* = *b* mod *a*. Subtracting from (*a*, *b*) leads along the path (*a*, *b* −
//! *a*), (*a*, *b* − 2*a*), …. The path ends at (*a*, *r*), or at (*a*, *a*) if *r* = 0. Let g₀ be the value of (*a*,
//! *r*). Each position on the path can reach all later positions. So the values on the path, from the position before
//! (*a*, *r*) back to (*a*, *b*), are 0, 1, 2, … without g₀. If *r* = 0, no number is left out. Nivasch (2006) found
//! the closed form G = ⌊*b*/*a* − *a*/*b*⌋ = *q* − [*r·b* < *a*²].

use std::cmp::Ordering;
use std::ops::ControlFlow;

use crate::game::shape::Unordered;
use crate::game::words::sentence;
use crate::game::{
    Card, Follower, Goal, Illegal, Lengths, Moves, Play, Rules, Source, Step, Tag, Tameness, Theory, small, taken,
};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::compounds::lengths::{self, EuclidEnd};
use crate::theory::continued_fraction::{self, PartialQuotient};
use crate::theory::ranks::unskip;
use crate::theory::sources::COLE_DAVIE;

/// Euclid's game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Euclid;

/// The division *b* = *q·a* + *r*.
struct Division<'a> {
    a: &'a Natural,
    b: &'a Natural,
    q: Natural,
    r: Natural,
}

/// Returns whether a pair is a multiple of two consecutive Fibonacci numbers, (*d*, *d*) included. This is so iff all
/// quotients of Euclid's algorithm are 1, except that the last quotient may be 2.
fn is_of_fibonacci(Unordered(numbers): &Unordered) -> bool {
    let (a, b) = numbers.sorted();
    let mut last = Some(Natural::ONE);
    continued_fraction::visit(&b.to_big(), &a.to_big(), |quotient| {
        last = last.take().filter(|last| *last == 1).map(|_| quotient.number());
        if last.is_some() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    last.is_some_and(|last| last == 1 || last == 2)
}

/// Subtracts the smaller number `k` times. `k` must be legal.
fn subtract(Unordered(numbers): &Unordered, k: &Natural) -> Unordered {
    let (a, b) = numbers.sorted();
    Unordered(numbers.with_larger(b - &(k * a)))
}

impl<'a> Division<'a> {
    fn of(Unordered(numbers): &'a Unordered) -> Self {
        let (a, b) = numbers.sorted();
        let (q, r) = b.div_rem(a);
        Self { a, b, q, r }
    }

    /// Returns the value of the pair (*r*, *a*), for *r* > 0.
    fn below(&self) -> Natural {
        let (a, b) = (&self.r, self.a);
        let (q, r) = b.div_rem(a);
        value(&Division { a, b, q, r })
    }
}

/// Nivasch's closed form.
fn value(Division { a, b, q, r }: &Division) -> Natural {
    let below = Natural::compare_products([r, b], [a, a]) == Ordering::Less;
    q - &Natural::from(below)
}

const NIVASCH: Source =
    Source { author: "G. Nivasch", year: 2006, title: "The Sprague-Grundy function of the game Euclid" };

const GURVICH: Source =
    Source { author: "V. Gurvich", year: 2007, title: "On the misere version of game Euclid and miserable games" };

/// Does the same as `value` for machine words, in a third of the time. Nearly all numbers are machine words, and a
/// request may have a million of them.
fn value_of_words(a: u64, b: u64) -> u64 {
    let (q, r) = (b / a, b % a);
    let below = u128::from(r) * u128::from(b) < u128::from(a) * u128::from(a);
    q - u64::from(below)
}

/// Returns whether a move leaves the value `target`. By the definition of mex, each value below `value` is reached. Let
/// *a* ≤ *b* be the numbers. The only value above `value` that may be reached is the value of the pair (*b* mod *a*,
/// *a*).
fn is_reached(numbers: &Unordered, value: &Natural, target: &Natural) -> bool {
    match target.cmp(value) {
        Ordering::Less => true,
        Ordering::Equal => false,
        Ordering::Greater => match (numbers.0.sorted_words(), target.to_u64()) {
            (Some((a, b)), Some(target)) => {
                let r = b % a;
                r > 0 && target == value_of_words(r, a)
            }
            // If both numbers are machine words, so are all values of options.
            (Some(_), None) => false,
            (None, _) => {
                let division = Division::of(numbers);
                !division.r.is_zero() && *target == division.below()
            }
        },
    }
}

/// Returns the move to an option with the Grundy value `target`: how many times the smaller number is subtracted. There
/// must be such an option.
fn move_to(numbers: &Unordered, target: &Natural) -> Option<Natural> {
    let division = Division::of(numbers);
    let q = &division.q;
    let place = if division.r.is_zero() { Some(target.clone()) } else { unskip(&division.below(), target) };
    match place {
        Some(place) => q.checked_sub(&(&place + &Natural::ONE)),
        None => Some(q.clone()),
    }
}

impl Rules for Euclid {
    type Position = Unordered;
    /// How many times the smaller number is subtracted.
    type Move = Natural;

    const CARD: Card = Card {
        id: "euclid",
        name: "Euclid's game",
        aliases: &["Game of Euclid", "Euclid, Grossman's rule"],
        problems: &["CodeChef GAMEAAM"],
        keywords: &["subtract a multiple of the smaller", "greatest common divisor"],
        tags: &[Tag::Arithmetic, Tag::Contest],
        rules: "Two positive integers. A move subtracts a positive multiple of the smaller from the larger, leaving \
                it positive; from equal numbers there is no move. Who cannot move loses. This is Grossman's rule. In \
                Cole and Davie's original the game ends at 0. For single pairs this changes only the winner of (a, \
                a).",
        position: "[a, b], both at least 1, in either order",
        text_form: "a,b",
        example: "5,26",
        moves: &[("5,26", "5,6", "subtract 4 × 5 from 26"), ("26,5", "21,5", "subtract 5 from 26")],
        sources: &[
            COLE_DAVIE,
            Source { author: "J. W. Grossman", year: 1997, title: "A nim-type game, problem 1537" },
            NIVASCH,
            Source { author: "CodeChef", year: 2014, title: "GAMEAAM editorial" },
            GURVICH,
        ],
        normal: "Exact. With a ≤ b the Grundy value is the floor of b/a − a/b.",
        misere: "Exact, in sums too. Values 0 and 1 swap exactly if the pair is d·(F, F′) for two consecutive Fibonacci \
                 numbers (Gurvich 2007).",
        ..Card::BLANK
    };

    fn legal(&self, Unordered(numbers): &Unordered) -> Result<(), Illegal> {
        let Some(part) = numbers.zero() else { return Ok(()) };
        let reason = "both numbers are at least 1 here, and stay so (Grossman's rule); if your game ends at 0 \
                      (Cole and Davie), then of single pairs only (a, a) has another winner";
        Err(Illegal::part(part, reason))
    }

    /// The moves subtract the smaller number from the larger one once, twice, …, as long as the difference is positive.
    fn moves(&self, numbers: &Unordered) -> impl Iterator<Item = Natural> {
        let (a, b) = numbers.0.sorted();
        let left = std::iter::successors(b.checked_sub(a), move |left| left.checked_sub(a));
        let multiples = std::iter::successors(Some(Natural::ONE), |last| Some(last + &Natural::ONE));
        left.take_while(|left| !left.is_zero()).zip(multiples).map(|(_, multiple)| multiple)
    }

    fn find(&self, numbers: &Unordered, left: &Follower<Unordered>) -> Result<Natural, Illegal> {
        let to = left.whole()?;
        let (a, b) = numbers.0.sorted();
        let left = to.0.other(a).ok_or_else(|| format!("to must leave {} unchanged", a.short()))?;
        let taken = taken("other number", b, left)?;
        match taken.div_rem(a) {
            (multiple, rest) if rest.is_zero() => Ok(multiple),
            _ => Err(format!("what is subtracted, {}, must be a multiple of {}", taken.short(), a.short()).into()),
        }
    }

    fn after(&self, numbers: &Unordered, k: &Natural) -> Follower<Unordered> {
        subtract(numbers, k).into()
    }

    fn describe(&self, numbers: &Unordered, k: &Natural) -> String {
        let (a, b) = numbers.0.sorted();
        if *k == 1 {
            sentence(&[&"subtract ", &a.short(), &" from ", &b.short()])
        } else {
            sentence(&[&"subtract ", &k.short(), &" × ", &a.short(), &" from ", &b.short()])
        }
    }

    fn small(&self) -> Vec<Unordered> {
        small::unordered(1..=70)
    }
}

impl Theory<Self> for Euclid {
    type Solved = Natural;

    fn solve(&self, numbers: &Unordered) -> Natural {
        match numbers.0.sorted_words() {
            Some((a, b)) => value_of_words(a, b).into(),
            None => value(&Division::of(numbers)),
        }
    }

    fn moves_to<'a>(&'a self, numbers: &'a Unordered, value: &'a Natural, goal: &Goal) -> Option<Moves<'a, Natural>> {
        match goal {
            // The numbers are a ≤ b. There are ⌊(b − 1) / a⌋ moves.
            Goal::All => {
                let Division { q, r, .. } = Division::of(numbers);
                let count = &q - &Natural::from(r.is_zero());
                Some(Moves::counted(count, |rank| Some(rank + &Natural::ONE)))
            }
            Goal::Value(target) if is_reached(numbers, value, target) => Some(move_to(numbers, target).into()),
            Goal::Value(_) => Some(Moves::None),
            _ => None,
        }
    }

    fn count_to(&self, numbers: &Unordered, value: &Natural, goal: &Goal) -> Option<Natural> {
        match goal {
            Goal::Value(target) => Some(is_reached(numbers, value, target).into()),
            goal => self.moves_to(numbers, value, goal).map(|moves| moves.count()),
        }
    }

    fn explain(&self, numbers: &Unordered, value: &Natural) -> Vec<Step> {
        let Division { a, b, q, r } = &Division::of(numbers);
        let [short_a, short_b, short_q, short_r] = [a, b, q, r].map(|number| number.short().to_string());
        let (left, right) = (r * b, *a * *a);
        let [left, right] = [&left, &right].map(Natural::short);
        let compared = if value == q {
            format!("r·b = {left} > {right} = a², so it is {short_q}")
        } else {
            format!("r·b = {left} < {right} = a², so it is {short_q} − 1 = {}", value.short())
        };
        vec![
            Step::new(format!(
                "{short_b} = {short_q} × {short_a} + {short_r}: with a = {short_a} and b = {short_b} the quotient is q = \
                 {short_q} and the remainder r = {short_r}."
            )),
            Step::by(
                NIVASCH,
                format!("The value is the floor of b/a − a/b, which is q, or q − 1 if r·b < a². Here {compared}."),
            ),
        ]
    }

    /// The position is fickle iff the pair is a multiple of two consecutive Fibonacci numbers (Gurvich 2007).
    fn tameness(&self, numbers: &Unordered, _: &Natural) -> Tameness {
        Tameness::tame(is_of_fibonacci(numbers))
    }

    fn lengths(&self, numbers: &Unordered, play: Play) -> Option<Lengths> {
        let (a, b) = numbers.0.sorted();
        Some(lengths::of_euclid(a, b, EuclidEnd::Equal, play))
    }

    fn explain_misere(&self, numbers: &Unordered, _: &Natural) -> Vec<Step> {
        let here = if is_of_fibonacci(numbers) { "Here they are" } else { "Here they are not" };
        let text = format!(
            "In misère play 0 and 1 swap exactly if the pair is a multiple of two consecutive Fibonacci numbers, which is the case exactly if all quotients \
             of Euclid's algorithm are 1, except that the last may be 2. {here}."
        );
        vec![Step::by(GURVICH, text)]
    }

    /// Play is forced, because a won position has one winning move and a lost position has only one move. Let *a* < *b*
    /// be the numbers, and let *r* = *b* mod *a*. Assume that *r* > 0. If ⌊*b*/*a*⌋ is 1, the next position is
    /// (*r*, *a*). If ⌊*b*/*a*⌋ is larger, the position is won. If (*r*, *a*) is lost, the winner moves there.
    /// Otherwise the winner moves to (*a*, *a* + *r*), and the opponent must move to (*r*, *a*).
    fn remoteness(&self, numbers: &Unordered, _: &Natural, play: Play) -> Option<u64> {
        if play == Play::Misere {
            return None;
        }
        let (a, b) = numbers.0.sorted();
        let mut larger_than_one = Vec::new();
        continued_fraction::visit(&b.to_big(), &a.to_big(), |quotient| {
            meter::charge(cost::ENTRY);
            larger_than_one.push(match quotient {
                PartialQuotient::Below(quotient) => quotient > 1,
                PartialQuotient::Any { quotient, .. } => *quotient > dashu_int::UBig::ONE,
            });
            ControlFlow::Continue(())
        });
        // The last pair is (d, q·d). It has no move if q = 1. Otherwise it is won in one move.
        let mut levels = larger_than_one.iter().rev();
        let mut moves = u64::from(*levels.next()?);
        let mut won = moves > 0;
        for larger in levels {
            (moves, won) = match (larger, won) {
                (false, won) => (moves + 1, !won),
                (true, false) => (moves + 1, true),
                (true, true) => (moves + 2, true),
            };
        }
        Some(moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If both numbers are multiplied by the same factor, the game stays the same, move by move.
    #[test]
    fn long_numbers_are_as_short_ones() {
        let factor = Natural::from(10_u64).pow(30);
        for short in Euclid.small() {
            let (a, b) = short.0.sorted();
            let long = Unordered::new(a * &factor, b * &factor);
            let (long_value, short_value) = (Euclid.solve(&long), Euclid.solve(&short));
            assert_eq!(long_value, short_value, "{short:?}");
            for target in (0..75_u64).map(Natural::from) {
                let [long, short] = [(&long, &long_value), (&short, &short_value)]
                    .map(|(numbers, value)| Euclid.count_to(numbers, value, &Goal::Value(target.clone())).unwrap());
                assert_eq!(long, short, "{target}");
            }
        }
    }

    /// The first pair has the value 0, but floating-point numbers would give the value 1.
    #[test]
    fn no_floating_point() {
        assert_eq!(Euclid.solve(&Unordered::new(165_580_141_u64, 267_914_296_u64)), 0);
        let fibonacci = Unordered::new(7_540_113_804_746_346_429_u64, 12_200_160_415_121_876_738_u64);
        assert_eq!(Euclid.tameness(&fibonacci, &Euclid.solve(&fibonacci)), Tameness::Fickle);
    }
}
