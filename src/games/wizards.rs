//! Wizards and Numbers: subtract a power of the smaller number from the larger, or take the larger modulo the smaller.
//!
//! With *a* ≤ *b*, *q* = ⌊*b*/*a*⌋ and *r* = *b* mod *a*, subtracting plays in a pile of *q* stones (see
//! [`crate::powers`]) whose empty heap is the pair (*r*, *a*), and the modulo goes there at once. So the values are
//! those of the pile of *q* − 1 stones, without the value g₀ of (*r*, *a*): G = skip(g₀, S(*q* − 1)), where
//! skip(*g*, *v*) is the *v*-th number, from 0, that is not *g*. That is Euclid's algorithm. (000 is the seed that has
//! the winner; values up to 3, moves and misère play are checked by brute force.)

use std::collections::VecDeque;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::OnceLock;

use crate::game::{Card, Game, Illegal, MisereClass, Source};
use crate::natural::Natural;
use crate::powers::{self, Exponents};
use crate::quotients::{self, Quotient};
use crate::shape::{Pair, Unordered};
use crate::step::{self, SHOWN_AT_EITHER_END, Step};

/// A position: two numbers of at least 0.
#[derive(Clone, Debug)]
pub struct Wizards {
    pair: Unordered,
    /// The genus of (*r*, *a*), once it is known: nearly everything about a position asks for it, and for 100,000 digits
    /// it takes a while. The options that subtract have the same one.
    below: OnceLock<Genus>,
}

impl PartialEq for Wizards {
    fn eq(&self, other: &Self) -> bool {
        self.pair == other.pair
    }
}

impl Eq for Wizards {}

impl Hash for Wizards {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.pair.hash(state);
    }
}

/// The genus of a pair: its Grundy values of normal and misère play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Genus {
    grundy: u8,
    misere: u8,
}

impl Genus {
    /// That of a position without options.
    const END: Self = Self { grundy: 0, misere: 1 };
}

/// The `value`-th number, from 0, that is not `barred`.
fn skip(barred: u8, value: u8) -> u8 {
    if value < barred { value } else { value + 1 }
}

/// The genus of the pair with these numbers.
fn genus(small: &Natural, large: &Natural) -> Genus {
    let map = descend(small, large, |_, _| {});
    Genus { grundy: map[0], misere: map[1] }
}

/// What the levels of Euclid's algorithm make of the value at the bottom; each level is told its quotient and the value
/// of its pile.
///
/// Each level of Euclid's algorithm maps the value below it to its own. The maps are composed from the top, and most
/// are soon constant: S = 1 only asks whether the value below is at least 2, S = 2 whether it is 3. Then no deeper
/// level matters, which settles random pairs after about three divisions. At the bottom the value is 0, in misère
/// play 1.
fn descend(small: &Natural, large: &Natural, mut level: impl FnMut(&Quotient, u8)) -> [u8; 4] {
    let mut map = [0, 1, 2, 3];
    let visitor = |quotient: Quotient| {
        let stones = match &quotient {
            // A heap below the base has the value of its parity.
            Quotient::Below(q) => u8::from(q % 2 == 0),
            Quotient::Any { quotient, divisor } => {
                let stones = &Natural::from((*quotient).clone()) - &Natural::ONE;
                powers::grundy(&Natural::from((*divisor).clone()), &stones)
            }
        };
        level(&quotient, stones);
        map = [0, 1, 2, 3].map(|below| map[usize::from(skip(below, stones))]);
        if map[1..].iter().all(|value| *value == map[0]) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    match (large.to_u64(), small.to_u64()) {
        (Some(large), Some(small)) => quotients::visit_words(large, small, visitor),
        _ => quotients::visit(&large.to_big(), &small.to_big(), visitor),
    }
    map
}

/// The levels of Euclid's algorithm on a pair, down to the one below which nothing matters.
struct Levels {
    /// The values of their piles.
    piles: Vec<u8>,
    /// The quotients of the last few.
    last: VecDeque<Natural>,
    /// Does the last level decide, whatever is below it?
    decided: bool,
}

impl Levels {
    fn new(small: &Natural, large: &Natural) -> Self {
        let (mut piles, mut last) = (Vec::new(), VecDeque::new());
        let map = descend(small, large, |quotient, pile| {
            piles.push(pile);
            if last.len() == SHOWN_AT_EITHER_END {
                last.pop_front();
            }
            last.push_back(match quotient {
                Quotient::Below(quotient) => (*quotient).into(),
                Quotient::Any { quotient, .. } => Natural::from((*quotient).clone()),
            });
        });
        Self { piles, last, decided: map.iter().all(|value| *value == map[0]) }
    }

    /// A step for each level, those in the middle left out if they are many. Of the first ones the numbers are at hand.
    fn steps(&self, small: &Natural, large: &Natural) -> Vec<Step> {
        let count = self.piles.len();
        let cut = step::left_out(count);
        let (first, rest) = self.piles.split_at(if cut == 0 { count } else { SHOWN_AT_EITHER_END });
        let mut steps = Vec::new();
        // A number is in up to three levels, and it takes a while to write a long one.
        let short = |number: &Natural| number.short().to_string();
        let (mut small, mut large) = (small.clone(), large.clone());
        let (mut short_small, mut short_large) = (short(&small), short(&large));
        for (level, pile) in (1_usize..).zip(first) {
            let (q, r) = large.div_rem(&small);
            let (stones, short_r) = (&q - &Natural::ONE, short(&r));
            let reason = powers::reason(&small, &stones);
            let [q, stones] = [&q, &stones].map(Natural::short);
            steps.push(Step::new(format!(
                "Level {level}: {short_large} = {q} × {short_small} + {short_r}. A pile of {stones}, base {short_small}, has \
                 the value s = {pile}: {reason}."
            )));
            (large, small) = (small, r);
            (short_large, short_small) = (short_small, short_r);
        }
        if cut > 0 {
            steps.push(Step::new(format!("Here {cut} levels are left out.")));
        }
        let last = (first.len().saturating_add(cut).saturating_add(1)..).zip(rest.iter().skip(cut)).zip(&self.last);
        steps.extend(last.map(|((level, pile), q)| {
            let stones = q - &Natural::ONE;
            let [q, stones] = [q, &stones].map(Natural::short);
            Step::new(format!("Level {level}: the quotient is {q}. A pile of {stones} has the value s = {pile}."))
        }));
        steps
    }

    /// The values that the levels can have, as far as they are known, from the last up to the first.
    fn values(&self) -> Vec<Values> {
        let bottom = if self.decided { Values([true; 4]) } else { Values([true, false, false, false]) };
        let values = self.piles.iter().rev().scan(bottom, |below, pile| {
            *below = below.above(*pile);
            Some(*below)
        });
        values.collect()
    }
}

/// Which of the values 0 to 3 are possible.
#[derive(Clone, Copy)]
struct Values([bool; 4]);

impl Values {
    fn each(self) -> impl Iterator<Item = u8> {
        (0..).zip(self.0).filter_map(|(value, possible)| possible.then_some(value))
    }

    /// Those of a level with a pile of this value, if these are possible below it.
    fn above(self, pile: u8) -> Self {
        let mut above = [false; 4];
        for below in self.each() {
            above[usize::from(skip(below, pile))] = true;
        }
        Self(above)
    }

    fn words(self) -> String {
        self.each().map(|value| value.to_string()).collect::<Vec<_>>().join(" or ")
    }
}

/// Where the moves of a position with *a* ≥ 1 lead.
struct Moves<'a> {
    /// The smaller number.
    a: &'a Natural,
    /// The larger number.
    b: &'a Natural,
    /// *b* mod *a*.
    r: Natural,
    /// *q* − 1: the stones that can be taken without getting to *r*.
    stones: Natural,
}

impl Wizards {
    fn of(pair: Pair) -> Self {
        Self { pair: Unordered(pair), below: OnceLock::new() }
    }

    /// The genus of the pair that the moves end in.
    fn below(&self, Moves { a, r, .. }: &Moves) -> Genus {
        *self.below.get_or_init(|| genus(r, a))
    }

    fn genus(&self) -> Genus {
        // Words are sooner done from the top, where fewer levels matter, than what is below them is found to be kept.
        if let Some((a, b)) = self.pair.0.sorted_words() {
            return genus(&a.into(), &b.into());
        }
        self.genus_from_below()
    }

    fn genus_from_below(&self) -> Genus {
        let Some(moves) = self.moves() else { return Genus::END };
        let below = self.below(&moves);
        let stones = powers::grundy(moves.a, &moves.stones);
        Genus { grundy: skip(below.grundy, stones), misere: skip(below.misere, stones) }
    }

    /// None iff there is no move.
    fn moves(&self) -> Option<Moves<'_>> {
        let (a, b) = self.pair.0.sorted();
        let (q, r) = b.div_rem(a);
        (!a.is_zero()).then(|| Moves { a, b, r, stones: &q - &Natural::ONE })
    }

    fn modulo(&self, moves: Moves) -> Self {
        Self::of(self.pair.0.with_larger(moves.r))
    }

    /// The option that subtracts a power: of the smaller number itself, so one more than the exponent in stones.
    fn take(&self, moves: &Moves, exponents: Exponents, rank: &Natural) -> Option<Self> {
        let exponent = exponents.get(rank.to_usize()?)?;
        let left = moves.b - &moves.a.pow(exponent.saturating_add(1));
        Some(Self { pair: Unordered(self.pair.0.with_larger(left)), below: self.below.clone() })
    }

    /// The moves to a value: those of the pile, or the modulo alone.
    fn moves_to(&self, value: &Natural) -> Option<(Moves<'_>, Way)> {
        let moves = self.moves()?;
        let value = u8::try_from(value.to_u64()?).ok()?;
        let below = self.below(&moves).grundy;
        let way = if value == below {
            Way::Modulo
        } else {
            // The inverse of skip.
            let after = if value < below { value } else { value - 1 };
            Way::Take(powers::exponents_to(moves.a, &moves.stones, after))
        };
        Some((moves, way))
    }
}

/// A kind of move.
enum Way {
    /// Subtract one of these powers.
    Take(Exponents),
    /// Take the larger number modulo the smaller.
    Modulo,
}

impl Game for Wizards {
    type Shape = Unordered;

    const CARD: Card = Card {
        id: "wizards",
        name: "Wizards and Numbers",
        rules: "Two integers a ≤ b. A move replaces b by b − aᵏ for some k ≥ 1, if that is not negative, or by b mod a. \
                Once a number is 0 there is no move. Who cannot move loses.",
        position: "[a, b], both at least 0, in either order",
        text_form: "a,b",
        example: "10,21",
        sources: &[
            Source { author: "Codeforces", year: 2012, title: "Problem 167C, Wizards and Numbers" },
            powers::SOURCE,
        ],
        normal: "Exact, by Euclid's algorithm. Codeforces asks for the winner of a single pair; a sum of pairs is one game.",
        misere: "Exact, in sums too.",
        max_grundy: Some(3),
    };

    fn new(written: Unordered) -> Result<Self, Illegal> {
        Ok(Self::of(written.0))
    }

    fn written(&self) -> &Unordered {
        &self.pair
    }

    fn grundy(&self) -> Natural {
        u64::from(self.genus().grundy).into()
    }

    fn option_count(&self) -> Natural {
        let Some(moves) = self.moves() else { return Natural::ZERO };
        &Natural::from(powers::exponents(moves.a, &moves.stones).count()) + &Natural::ONE
    }

    /// Subtracts *a*, *a*², …, and last takes the modulo; a power that comes to the same as the modulo is left out.
    fn option(&self, rank: &Natural) -> Option<Self> {
        let moves = self.moves()?;
        let powers = powers::exponents(moves.a, &moves.stones);
        if *rank == Natural::from(powers.count()) {
            return Some(self.modulo(moves));
        }
        self.take(&moves, powers, rank)
    }

    fn count_to(&self, value: &Natural) -> Natural {
        match self.moves_to(value) {
            None => Natural::ZERO,
            Some((_, Way::Modulo)) => Natural::ONE,
            Some((_, Way::Take(exponents))) => exponents.count().into(),
        }
    }

    fn option_to(&self, value: &Natural, rank: &Natural) -> Option<Self> {
        match self.moves_to(value)? {
            (moves, Way::Modulo) => rank.is_zero().then(|| self.modulo(moves)),
            (moves, Way::Take(exponents)) => self.take(&moves, exponents, rank),
        }
    }

    fn check_move(&self, to: &Self) -> Result<(), String> {
        let Some(Moves { a, b, r, .. }) = self.moves() else {
            return Err("there is no move once a number is 0".to_owned());
        };
        let left = to.pair.0.other(a).ok_or_else(|| format!("to must leave {} unchanged", a.short()))?;
        if *left == r {
            return Ok(());
        }
        if left >= b {
            return Err(format!("the other number must get smaller than {}", b.short()));
        }
        let taken = b - left;
        match powers::exponent(a, &taken) {
            Some(exponent) if exponent > 0 || *a == 1 => Ok(()),
            _ => Err(format!(
                "what is subtracted, {}, must be a power of {}, or what is left the remainder {}",
                taken.short(),
                a.short(),
                r.short()
            )),
        }
    }

    fn describe(&self, option: &Self) -> String {
        let (a, b) = self.pair.0.sorted();
        let left = &option.pair.0.sum() - a;
        let (short_a, short_b) = (a.short(), b.short());
        if left < *a {
            return format!("take {short_b} modulo {short_a}");
        }
        match (b - &left).ilog(a) {
            None | Some(1) => format!("subtract {short_a} from {short_b}"),
            Some(exponent) => format!("subtract {short_a}^{exponent} from {short_b}"),
        }
    }

    fn explain(&self) -> Vec<Step> {
        let (a, b) = self.pair.0.sorted();
        if a.is_zero() {
            return vec![Step::new("A number is 0, so there is no move."), Step::value(&Natural::ZERO)];
        }
        let theory = "With b = q·a + r, subtracting plays in a pile of q − 1 stones, from which 1, a, a², … are taken. If \
                      that has the value s, then (a, b) has the s-th value, counted from 0, of those that are not the \
                      value of (r, a), which Euclid's algorithm finds level by level.";
        let levels = Levels::new(a, b);
        let (count, values) = (levels.piles.len(), levels.values());
        let mut steps = vec![Step::by(powers::SOURCE, theory)];
        steps.extend(levels.steps(a, b));
        let below = if levels.decided {
            "No deeper level matters: whatever the value there,"
        } else {
            "Then a number is 0, so there is no move, and the value there is 0. So"
        };
        let known = step::joined(&values, |values| values.words(), ", ");
        steps.push(Step::new(format!("{below} the values from level {count} up to level 1 are: {known}.")));
        steps.extend(values.last().and_then(|top| top.each().next()).map(|top| Step::value(&u64::from(top).into())));
        steps
    }

    fn misere_class(&self) -> MisereClass {
        let genus = self.genus();
        if genus.grundy == genus.misere { MisereClass::Fixed } else { MisereClass::Swap }
    }

    fn explain_misere(&self) -> Vec<Step> {
        let (a, b) = self.pair.0.sorted();
        let mut first = None;
        let mut count = 0_usize;
        descend(a, b, |_, pile| {
            count = count.saturating_add(1);
            first = first.or_else(|| (pile > 0).then_some((count, pile)));
        });
        let here = match first {
            None => "Here all have".to_owned(),
            Some((level, pile)) => format!("Here that of level {level} has s = {pile}"),
        };
        let theory = "In misère play a pair with a 0 has the value 1, and above it 0 and 1 swap iff the piles of all levels \
                      have the value s = 0.";
        vec![Step::new(format!("{theory} {here}."))]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::laws::{self, Oracle, Rules};

    fn wizards(a: u64, b: u64) -> Wizards {
        Wizards::of(Pair::new(a, b))
    }

    impl Rules for Wizards {
        fn small() -> Vec<Self> {
            (0..=70).flat_map(|b| (0..=b).map(move |a| wizards(a, b))).collect()
        }

        fn options_by_rule(&self) -> Vec<Self> {
            let (a, b) = self.pair.0.sorted();
            let (a, b) = (a.to_u64().unwrap(), b.to_u64().unwrap());
            if a == 0 {
                return Vec::new();
            }
            // a¹ to a⁶⁴: all that differ, and more than fit below b.
            let powers = (1..=64).map_while(|k| a.checked_pow(k)).take_while(|power| *power <= b);
            powers.map(|power| wizards(a, b - power)).chain([wizards(a, b % a)]).collect()
        }
    }

    #[test]
    fn theory_is_what_the_rules_give() {
        laws::check::<Wizards>();
    }

    #[test]
    fn moves_in_words() {
        laws::check_words::<Wizards>(&[
            ("10,21", "10,11", "subtract 10 from 21"),
            ("3,30", "3,21", "subtract 3^2 from 30"),
            ("3,6", "3,3", "subtract 3 from 6"),
            ("30,3", "0,3", "take 30 modulo 3"),
            ("1,5", "1,4", "subtract 1 from 5"),
        ]);
    }

    /// Small bases with several powers, which the square above has few of.
    #[test]
    fn long_piles_too() {
        let mut oracle = Oracle::new();
        for (a, b) in (1..=9).flat_map(|a| (a..2_500).map(move |b| (a, b))) {
            let truth = oracle.truth(&wizards(a, b));
            let Genus { grundy, misere } = wizards(a, b).genus();
            assert_eq!((u64::from(grundy), u64::from(misere)), (truth.grundy, truth.misere), "({a}, {b})");
            assert_eq!(wizards(a, b).genus_from_below(), Genus { grundy, misere }, "({a}, {b}) as if they were long");
        }
    }

    #[test]
    fn the_first_power_is_the_number_itself() {
        assert!(wizards(3, 10).check_move(&wizards(3, 9)).is_err());
        assert!(wizards(3, 10).check_move(&wizards(3, 7)).is_ok());
        assert!(wizards(1, 10).check_move(&wizards(1, 9)).is_ok());
    }

    #[test]
    fn codeforces_samples() {
        let first_wins = [(10, 21), (31, 10), (0, 1), (10, 30)].map(|(a, b)| wizards(a, b).genus().grundy > 0);
        assert_eq!(first_wins, [true, false, false, true]);
    }
}
