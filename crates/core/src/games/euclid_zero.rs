//! Euclid's game with the rule of Cole and Davie: the numbers may become 0.
//!
//! Let 0 < *a* ≤ *b*, *q* = ⌊*b*/*a*⌋ and *r* = *b* mod *a*. The larger number can become *b* − *a*, *b* − 2*a*, …,
//! down to *r*, which may be 0. Let *g* be the value of {*r*, *a*}. The pairs {*r* + *a*, *a*}, {*r* + 2*a*, *a*}, …,
//! {*b*, *a*} have, in this order, the values 0, 1, 2, … without *g*. So the value G of {*a*, *b*} is *q* − 1 if
//! *q* ≤ *g*, and otherwise *q*.
//!
//! Let *q*₀, *q*₁, … be the quotients of Euclid's algorithm. The first quotient *qᵢ* that differs from *q*₀ decides.
//! G = *q*₀ − 1 if *qᵢ* is larger and *i* is odd, or if *qᵢ* is smaller and *i* is even. Otherwise G = *q*₀. If all *m*
//! quotients are equal, G = *q*₀ − \[*m* even\].

use std::ops::ControlFlow;

use crate::game::shape::Unordered;
use crate::game::{
    Card, Follower, Goal, Illegal, Lengths, Moves, Play, Rules, Source, Step, Tag, Tameness, Theory, small, taken,
};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::compounds::lengths::{self, EuclidEnd};
use crate::theory::continued_fraction;
use crate::theory::ranks::unskip;
use crate::theory::sources::COLE_DAVIE;

/// Euclid's game that ends at 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct EuclidZero;

const CAIRNS: Source = Source {
    author: "G. Cairns, N. B. Ho and T. Lengyel",
    year: 2011,
    title: "The Sprague-Grundy function of the real game Euclid",
};

/// The value of {*a*, *b*}, *a* ≤ *b*.
fn value(a: &Natural, b: &Natural) -> Natural {
    if a.is_zero() {
        return Natural::ZERO;
    }
    let Some((small, large)) = a.to_u64().zip(b.to_u64()) else { return value_of_long(a, b) };
    let (first, mut rest) = (large / small, large % small);
    let (mut divisor, mut is_odd, mut steps) = (small, false, 0);
    let mut lowers = None;
    while rest > 0 && lowers.is_none() {
        steps += cost::ENTRY;
        is_odd = !is_odd;
        let quotient = divisor / rest;
        lowers = (quotient != first).then_some((quotient > first) == is_odd);
        (divisor, rest) = (rest, divisor % rest);
    }
    meter::charge(steps);
    // If all quotients are equal, 1 is subtracted iff their number is even. This is so iff the index of the last
    // quotient, counted from 0, is odd. `is_odd` is true for an odd index.
    (first - u64::from(lowers.unwrap_or(is_odd))).into()
}

/// The value of {*a*, *b*}, 0 < *a* ≤ *b*, if a number does not fit into a machine word.
fn value_of_long(a: &Natural, b: &Natural) -> Natural {
    let (mut first, mut is_odd, mut lowers) = (None, true, None);
    continued_fraction::visit(&b.to_big(), &a.to_big(), |quotient| {
        let quotient = quotient.number();
        is_odd = !is_odd;
        let first = first.get_or_insert_with(|| quotient.clone());
        if quotient == *first {
            return ControlFlow::Continue(());
        }
        lowers = Some((quotient > *first) == is_odd);
        ControlFlow::Break(())
    });
    // The first quotient is at least 1, and at most 1 is subtracted from it.
    first.unwrap_or(Natural::ONE).saturating_sub(&lowers.unwrap_or(is_odd).into())
}

/// Returns the values of the positions to which Euclid's algorithm leads from {*a*, *b*}, *a* < *b*, from the last up to
/// this one. `None` if they are too many to be read, or none.
fn further_down(a: &Natural, b: &Natural) -> Option<String> {
    /// The largest number of positions in the text.
    const MOST: usize = 12;
    let (mut small, mut large) = (a.clone(), b.clone());
    let mut positions = Vec::new();
    loop {
        if positions.len() == MOST {
            return None;
        }
        let own = value(&small, &large);
        let shown = format!("[{}, {}] {}", small.short(), large.short(), own.short());
        if small.is_zero() {
            positions.push(shown);
            break;
        }
        let (quotient, rest) = large.div_rem(&small);
        positions.push(format!("{shown} (q = {})", quotient.short()));
        (small, large) = (rest, small);
    }
    positions.reverse();
    (positions.len() > 1)
        .then(|| format!("From the end of Euclid's algorithm, the values are {}.", positions.join(", ")))
}

fn quotient(numbers: &Unordered) -> Natural {
    let (a, b) = numbers.0.sorted();
    if a.is_zero() { Natural::ZERO } else { b.div_rem(a).0 }
}

fn subtract(numbers: &Unordered, times: &Natural) -> Unordered {
    let (a, b) = numbers.0.sorted();
    Unordered(numbers.0.with_larger(b - &(times * a)))
}

/// Returns how many times the smaller number must be subtracted to leave a pair with the value `target`; `None` if no
/// move leaves such a pair. At most one move does.
fn times_to(numbers: &Unordered, target: &Natural) -> Option<Natural> {
    let (a, b) = numbers.0.sorted();
    if a.is_zero() {
        return None;
    }
    let (quotient, rest) = b.div_rem(a);
    match unskip(&value(&rest, a), target) {
        None => Some(quotient),
        Some(place) => quotient.checked_sub(&(&place + &Natural::ONE)).filter(|times| !times.is_zero()),
    }
}

impl Rules for EuclidZero {
    type Position = Unordered;
    /// How many times the smaller number is subtracted.
    type Move = Natural;

    const CARD: Card = Card {
        id: "euclid-zero",
        name: "Euclid's game to zero",
        aliases: &["Euclid's Game (POJ 2348)", "Euclid, Cole and Davie's rule"],
        problems: &["POJ 2348", "HDU 1525", "UVa 10368", "Luogu P1290", "Project Euler 325"],
        keywords: &["subtract a multiple of the smaller until one is 0", "greatest common divisor"],
        tags: &[Tag::Arithmetic, Tag::Contest],
        rules: "Two integers. A move subtracts a positive multiple of the smaller from the larger, which may become \
                0, but not less. When one is 0 there is no move, and who cannot move loses. This is Cole and Davie's \
                rule; where both numbers stay positive the game is euclid.",
        position: "[a, b], both at least 0, in either order",
        text_form: "a,b",
        example: "25,7",
        moves: &[("25,7", "11,7", "subtract 2 × 7 from 25"), ("7,7", "7,0", "subtract 7 from 7")],
        sources: &[
            COLE_DAVIE,
            Source { author: "POJ", year: 2002, title: "2348. Euclid's Game" },
            Source { author: "Project Euler", year: 2011, title: "Problem 325, Stone Game II" },
            CAIRNS,
        ],
        normal: "Exact. The value is the first quotient of Euclid's algorithm, or 1 less. The first quotient that \
                 differs from it decides which.",
        misere: "Exact, in sums too. Values 0 and 1 swap exactly if a number is 0 or both are equal.",
        ..Card::BLANK
    };

    /// The moves subtract the smaller number once, twice, ….
    fn moves(&self, numbers: &Unordered) -> impl Iterator<Item = Natural> {
        (1..=quotient(numbers).to_u64().unwrap_or_default()).map(Natural::from)
    }

    fn find(&self, numbers: &Unordered, left: &Follower<Unordered>) -> Result<Natural, Illegal> {
        let to = left.whole()?;
        let (a, b) = numbers.0.sorted();
        let left = to.0.other(a).ok_or_else(|| format!("to must leave {} unchanged", a.short()))?;
        let taken = taken("other number", b, left)?;
        let multiple = (!a.is_zero()).then(|| taken.div_rem(a)).filter(|(_, rest)| rest.is_zero());
        multiple
            .map(|(multiple, _)| multiple)
            .ok_or_else(|| format!("what is subtracted, {}, must be a multiple of {}", taken.short(), a.short()).into())
    }

    fn after(&self, numbers: &Unordered, times: &Natural) -> Follower<Unordered> {
        subtract(numbers, times).into()
    }

    fn describe(&self, numbers: &Unordered, times: &Natural) -> String {
        let (a, b) = numbers.0.sorted();
        if *times == 1 {
            return format!("subtract {} from {}", a.short(), b.short());
        }
        format!("subtract {} × {} from {}", times.short(), a.short(), b.short())
    }

    fn small(&self) -> Vec<Unordered> {
        small::unordered(0..=45)
    }
}

impl Theory<Self> for EuclidZero {
    type Solved = Natural;

    fn solve(&self, numbers: &Unordered) -> Natural {
        let (a, b) = numbers.0.sorted();
        value(a, b)
    }

    fn moves_to<'a>(&'a self, numbers: &'a Unordered, _: &'a Natural, goal: &Goal) -> Option<Moves<'a, Natural>> {
        Some(match goal {
            Goal::All => Moves::counted(quotient(numbers), |rank| Some(rank + &Natural::ONE)),
            Goal::Value(target) => times_to(numbers, target).into(),
            _ => return None,
        })
    }

    fn explain(&self, numbers: &Unordered, _: &Natural) -> Vec<Step> {
        let (a, b) = numbers.0.sorted();
        if a.is_zero() {
            return Vec::new();
        }
        let (quotient, rest) = b.div_rem(a);
        let below = value(&rest, a);
        let further = further_down(&rest, a);
        let here = if quotient <= below { "q ≤ g, so the value is q − 1" } else { "q > g, so the value is q" };
        let [a, b, quotient, rest, below] = [a, b, &quotient, &rest, &below].map(Natural::short);
        let theory = "Let b = q·a + r, and let [r, a] have the value g. Other moves lead to the pairs between [r, a] and [a, b], \
                      whose values are 0, 1, 2, … without g. So the value is q if q > g, and else q − 1.";
        let division =
            format!("Here {b} = {quotient} × {a} + {rest}, and [{rest}, {a}] has the value g = {below}: {here}.");
        let further = further.map(Step::new);
        [Step::by(CAIRNS, theory)].into_iter().chain(further).chain([Step::new(division)]).collect()
    }

    /// A final position has the genus (0, 1). Each quotient of Euclid's algorithm, from the last to the first, changes
    /// both entries in the same way. If the quotient is *q*, an entry *g* becomes the *q*-th number, counted from 1,
    /// among the numbers other than *g*. A quotient of 1 keeps the entries different. A larger quotient makes them
    /// equal, and then they stay equal. The last quotient is larger than 1, unless both numbers are equal.
    fn tameness(&self, numbers: &Unordered, _: &Natural) -> Tameness {
        let (a, b) = numbers.0.sorted();
        Tameness::tame(a.is_zero() || a == b)
    }

    fn lengths(&self, numbers: &Unordered, play: Play) -> Option<Lengths> {
        let (a, b) = numbers.0.sorted();
        Some(lengths::of_euclid(a, b, EuclidEnd::Zero, play))
    }
}
