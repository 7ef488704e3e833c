//! Wizards and Numbers: subtract a power of the smaller number from the larger, or take the larger modulo the smaller.
//!
//! Let *a* ≤ *b*, *q* = ⌊*b*/*a*⌋ and *r* = *b* mod *a*. Think of *b* as *r* and a pile of *q* stones, each of which
//! stands for *a*. Subtracting a power of *a* is a move in this pile (see [`crate::theory::powers`]). The modulo move
//! takes all stones, and leaves the pair (*r*, *a*). Let g₀ be the value of this pair. A pair with at least one stone
//! has the modulo move, so its value is not g₀. The other moves of the pair leave at least one stone, so they are the
//! moves of a pile of *q* − 1 stones. Let *s* be the value of this smaller pile. Then G = skip(g₀, *s*). Here skip(*g*,
//! *v*) is the *v*-th number that is not *g*, counted from 0. The value is computed along Euclid's algorithm.
//! (Codeforces 167C gives only the winner. The values are at most 3. The values, the moves and misère play are checked
//! by brute force.)

use std::collections::VecDeque;
use std::ops::ControlFlow;

use crate::game::shape::Unordered;
use crate::game::words::sentence;
use crate::game::{
    Card, Follower, Goal, HasValue, Illegal, Moves, Rules, Source, Step, Tag, Tameness, Theory, Value,
    left_is_the_move, small, taken,
};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::continued_fraction::{self, PartialQuotient};
use crate::theory::powers::{self, Exponents};
use crate::theory::step::{self, SHOWN_AT_EITHER_END};

/// Wizards and Numbers. Any two numbers are a position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wizards;

/// The genus of a pair: its Grundy values of normal and misère play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WizardGenus {
    grundy: u8,
    misere: u8,
}

impl HasValue for WizardGenus {
    fn value(&self) -> Value {
        self.grundy.value()
    }
}

impl WizardGenus {
    /// The genus of a position without options.
    const END: Self = Self { grundy: 0, misere: 1 };
}

/// Returns the `value`-th number that is not `barred`, counted from 0.
fn skip(barred: u8, value: u8) -> u8 {
    if value < barred { value } else { value + 1 }
}

/// The levels of Euclid's algorithm that decide the genus.
///
/// Each level is a pair *a* ≤ *b*. The pile of this pair has ⌊*b*/*a*⌋ − 1 stones, and a move in the pile takes 1, *a*,
/// *a*², … stones. The piles of the first levels have the same value *s*. The last level that matters is the first one
/// whose pile has another value *t*.
///
/// If the pile of a pair has the value *s*, the pair has the value *s* + 1 if the value of the next pair is at most
/// *s*, and otherwise *s*. So the values of the first pairs alternate. The pair whose pile has the value *t* has the
/// value *t* or *t* + 1. This value is at most *s* iff *t* is at most *s*, so no deeper level matters. Random pairs are
/// decided after about three divisions.
#[derive(Clone, Copy, Debug)]
struct Deciding {
    /// The value *s* that the piles of the first levels have.
    pile: u8,
    /// True if the number of first levels is odd.
    odd: bool,
    /// The value *t* of the first pile whose value is not *s*; `None` if there is no such pile.
    next: Option<u8>,
}

impl Deciding {
    /// Starts with the first level.
    fn first(pile: u8) -> Self {
        Self { pile, odd: true, next: None }
    }

    /// Adds the next level of Euclid's algorithm, whose pile has the value `pile`. If the genus is already decided,
    /// nothing changes.
    #[expect(clippy::needless_bitwise_bool, reason = "branches on what nothing predicts are what takes the time")]
    fn add(&mut self, pile: u8) {
        let decided = self.is_decided();
        self.odd ^= !decided & (pile == self.pile);
        self.next = if decided | (pile == self.pile) { self.next } else { Some(pile) };
    }

    /// Returns the value of the first pair. `bottom` is the value of the pair after the last level.
    fn value(self, bottom: u8) -> u8 {
        let raised = (self.next.unwrap_or(bottom) <= self.pile) == self.odd;
        self.pile + u8::from(raised)
    }

    fn is_decided(self) -> bool {
        self.next.is_some()
    }

    fn genus(self) -> WizardGenus {
        WizardGenus { grundy: self.value(WizardGenus::END.grundy), misere: self.value(WizardGenus::END.misere) }
    }
}

/// Visits the levels of Euclid's algorithm until the genus is decided. Calls `level` with the quotient of each level,
/// and with the value of the pile that [`Deciding`] defines for the level. `None` if there is no level, because a
/// number is 0.
fn descend(small: &Natural, large: &Natural, mut level: impl FnMut(&PartialQuotient, u8)) -> Option<Deciding> {
    let mut deciding: Option<Deciding> = None;
    continued_fraction::visit(&large.to_big(), &small.to_big(), |quotient| {
        let pile = match &quotient {
            PartialQuotient::Below(quotient) => pile_below(*quotient),
            PartialQuotient::Any { quotient, divisor } => {
                let stones = &Natural::from((*quotient).clone()) - &Natural::ONE;
                powers::grundy(&Natural::from((*divisor).clone()), &stones)
            }
        };
        meter::charge(cost::VALUE);
        level(&quotient, pile);
        match &mut deciding {
            None => deciding = Some(Deciding::first(pile)),
            Some(levels) => levels.add(pile),
        }
        if deciding.is_some_and(Deciding::is_decided) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    deciding
}

/// Returns the value of the pile that [`Deciding`] defines for a pair *a* ≤ *b*, if `quotient` = ⌊*b*/*a*⌋ is at most
/// *a*. The pile has `quotient` − 1 stones, which are fewer than *a*. A move takes a power of *a*, so here it can take
/// only a single stone. The value is the parity of the pile.
fn pile_below(quotient: u64) -> u8 {
    u8::from(quotient.is_multiple_of(2))
}

/// Returns the genus of a pair.
fn genus(small: &Natural, large: &Natural) -> WizardGenus {
    descend(small, large, |_, _| {}).map_or(WizardGenus::END, Deciding::genus)
}

/// Returns the genus of a pair of machine words.
fn genus_of_words(small: u64, large: u64) -> WizardGenus {
    let pile = |large: u64, small: u64| match large / small {
        quotient if quotient <= small => pile_below(quotient),
        quotient => powers::grundy(&small.into(), &(quotient - 1).into()),
    };
    if small == 0 {
        return WizardGenus::END;
    }
    let mut deciding = Deciding::first(pile(large, small));
    // The steps are charged only once, at the end. For random pairs, most of the time would otherwise go into charging.
    let mut steps = 0;
    let (mut large, mut small) = (small, large % small);
    while !deciding.is_decided() {
        // Two levels are processed before the next test. Whether a level decides is random, and a wrong branch
        // prediction costs more than one more division. So a pair needs 29 ns instead of 36.
        steps += cost::VALUE;
        for _ in 0..2 {
            if small == 0 {
                meter::charge(steps);
                return deciding.genus();
            }
            deciding.add(pile(large, small));
            (large, small) = (small, large % small);
        }
    }
    meter::charge(steps);
    deciding.genus()
}

/// The levels of Euclid's algorithm on a pair, until the genus is decided.
struct Levels {
    /// For each level, the value of the pile that [`Deciding`] defines.
    piles: Vec<u8>,
    /// The quotients of the last few levels.
    last: VecDeque<Natural>,
    /// True if the last level decides the genus, so that further levels do not matter.
    decided: bool,
}

impl Levels {
    fn new(small: &Natural, large: &Natural) -> Self {
        let (mut piles, mut last) = (Vec::new(), VecDeque::new());
        let deciding = descend(small, large, |quotient, pile| {
            piles.push(pile);
            if last.len() == SHOWN_AT_EITHER_END {
                last.pop_front();
            }
            last.push_back(match quotient {
                PartialQuotient::Below(quotient) => (*quotient).into(),
                PartialQuotient::Any { quotient, .. } => Natural::from((*quotient).clone()),
            });
        });
        Self { piles, last, decided: deciding.is_some_and(Deciding::is_decided) }
    }

    /// Returns an explanation for each level. If there are many levels, those in the middle are omitted. The first
    /// levels are shown with their numbers, and the last levels only with their quotients *q*.
    fn steps(&self, small: &Natural, large: &Natural) -> Vec<Step> {
        let count = self.piles.len();
        let cut = step::left_out(count);
        let (first, rest) = self.piles.split_at(if cut == 0 { count } else { SHOWN_AT_EITHER_END });
        let mut steps = Vec::new();
        // Each number is converted to text only once, because it occurs in up to three levels and a long number takes a
        // while to convert.
        let short = |number: &Natural| number.short().to_string();
        let (mut small, mut large) = (small.clone(), large.clone());
        let (mut short_small, mut short_large) = (short(&small), short(&large));
        for (level, pile) in (1_usize..).zip(first) {
            meter::charge(cost::SENTENCE);
            let (q, r) = large.div_rem(&small);
            let (stones, short_r) = (&q - &Natural::ONE, short(&r));
            let reason = powers::reason(&small, &stones, "a");
            let [q, stones] = [&q, &stones].map(Natural::short);
            steps.push(Step::new(format!(
                "Level {level}: {short_large} = {q} × {short_small} + {short_r}, so a = {short_small}. The heap of q − 1 = {stones} \
                 has the value s = {pile}: {reason}."
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
            Step::new(format!("Level {level}: q = {q}. A heap of {stones} has the value s = {pile}."))
        }));
        steps
    }

    /// Returns, for each level, the values that the level's pair can have. The list begins with the last level.
    fn values(&self) -> Vec<Values> {
        let bottom = if self.decided { Values([true; 4]) } else { Values([true, false, false, false]) };
        let values = self.piles.iter().rev().scan(bottom, |below, pile| {
            *below = below.above(*pile);
            Some(*below)
        });
        values.collect()
    }
}

/// A set of possible values, which are from 0 to 3.
#[derive(Clone, Copy)]
struct Values([bool; 4]);

impl Values {
    fn each(self) -> impl Iterator<Item = u8> {
        (0..).zip(self.0).filter_map(|(value, possible)| possible.then_some(value))
    }

    /// Returns the values that a pair of Euclid's algorithm can have if the next pair has one of the values in `self`.
    /// `pile` is the value of the pile that [`Deciding`] defines for the pair.
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

/// The moves of a pair with *a* ≥ 1.
struct PairMoves<'a> {
    /// The smaller number.
    a: &'a Natural,
    /// The larger number.
    b: &'a Natural,
    /// The remainder *b* mod *a*.
    r: Natural,
    /// ⌊*b*/*a*⌋ − 1, the number of stones in the pile that [`Deciding`] defines.
    stones: Natural,
}

/// A kind of move.
enum MoveKind {
    /// Subtract *a*^(*e* + 1) from the larger number, where *a* is the smaller number, and *e* one of these exponents.
    Take(Exponents),
    /// Take the larger number modulo the smaller.
    Modulo,
}

impl<'a> PairMoves<'a> {
    /// Finds the moves of a pair; `None` if the pair has no move.
    fn of(pair: &'a Unordered) -> Option<Self> {
        let (a, b) = pair.0.sorted();
        if a.is_zero() {
            return None;
        }
        let (q, r) = b.div_rem(a);
        Some(Self { a, b, r, stones: &q - &Natural::ONE })
    }

    /// The moves to a value: either moves that subtract a power of *a*, or only the modulo move.
    fn to(&self, value: &Natural) -> Option<MoveKind> {
        let value = u8::try_from(value.to_u64()?).ok()?;
        let below = genus(&self.r, self.a).grundy;
        if value == below {
            return Some(MoveKind::Modulo);
        }
        // `value` is the number with the index `after` among all numbers except `below`: see [`skip`]. So the move must
        // leave a pile with the value `after`.
        let after = if value < below { value } else { value - 1 };
        Some(MoveKind::Take(powers::exponents_to(self.a, &self.stones, after)))
    }

    fn modulo(&self, pair: &Unordered) -> Unordered {
        Unordered(pair.0.with_larger(self.r.clone()))
    }

    /// Returns the option after *a*^(`exponent` + 1) is subtracted. In the pile that [`Deciding`] defines, this move
    /// takes *a*^`exponent` stones, each of which stands for *a*.
    fn take(&self, pair: &Unordered, exponent: usize) -> Unordered {
        Unordered(pair.0.with_larger(self.b - &(self.a * &self.a.pow(exponent))))
    }
}

impl Rules for Wizards {
    type Position = Unordered;
    type Move = Unordered;

    const CARD: Card = Card {
        id: "wizards",
        name: "Wizards and Numbers",
        aliases: &["Codeforces 167C"],
        problems: &["Codeforces 167C"],
        keywords: &["remainder", "powers of a number"],
        tags: &[Tag::Arithmetic, Tag::Contest],
        rules: "Two integers a ≤ b. A move replaces b by b − aᵏ for some k ≥ 1, if that is not negative, or by b mod a. \
                Once a number is 0 there is no move. Who cannot move loses.",
        position: "[a, b], both at least 0, in either order",
        text_form: "a,b",
        example: "10,21",
        moves: &[
            ("10,21", "10,11", "subtract 10 from 21"),
            ("3,30", "3,21", "subtract 3^2 from 30"),
            ("3,6", "3,3", "subtract 3 from 6"),
            ("30,3", "0,3", "take 30 modulo 3"),
            ("1,5", "1,4", "subtract 1 from 5"),
        ],
        sources: &[
            Source { author: "Codeforces", year: 2012, title: "Problem 167C, Wizards and Numbers" },
            powers::SOURCE,
        ],
        normal: "Exact, by Euclid's algorithm. Codeforces asks for the winner of a single pair; a sum of pairs is one game.",
        misere: "Exact, in sums too.",
        max_grundy: Some(3),
        ..Card::BLANK
    };

    /// The moves subtract *a*, *a*², … from the larger number, where *a* is the smaller number. The last move replaces
    /// the larger number by its remainder modulo *a*. A power is omitted if it leaves the same pair as the last move.
    fn moves(&self, pair: &Unordered) -> impl Iterator<Item = Unordered> {
        let (a, b) = pair.0.sorted();
        let remainder = (!a.is_zero()).then(|| b.div_rem(a).1);
        let powers = std::iter::successors(remainder.as_ref().map(|_| a.clone()), move |power| {
            Some(power * a).filter(|next| next > power)
        });
        let last = remainder.clone();
        let left = powers.map_while(|power| b.checked_sub(&power)).filter(move |left| Some(left) != remainder.as_ref());
        left.chain(last).map(|left| Unordered(pair.0.with_larger(left)))
    }

    fn find(&self, pair: &Unordered, left: &Follower<Unordered>) -> Result<Unordered, Illegal> {
        let to = left.whole()?;
        let Some(PairMoves { a, b, r, .. }) = PairMoves::of(pair) else {
            return Err("there is no move once a number is 0".into());
        };
        let left = to.0.other(a).ok_or_else(|| format!("to must leave {} unchanged", a.short()))?;
        if *left == r {
            return Ok(to.clone());
        }
        let taken = taken("other number", b, left)?;
        match powers::exponent(a, &taken) {
            Some(exponent) if exponent > 0 || *a == 1 => Ok(to.clone()),
            _ => {
                let [taken, a, r] = [&taken, a, &r].map(Natural::short);
                Err(Illegal::new(format!(
                    "what is subtracted, {taken}, must be a power of {a}, or what is left the remainder {r}"
                )))
            }
        }
    }

    left_is_the_move!();

    fn describe(&self, pair: &Unordered, to: &Unordered) -> String {
        let (a, b) = pair.0.sorted();
        let left = &to.0.sum() - a;
        let (short_a, short_b) = (a.short(), b.short());
        if left < *a {
            return sentence(&[&"take ", &short_b, &" modulo ", &short_a]);
        }
        match (b - &left).ilog(a) {
            None | Some(1) => sentence(&[&"subtract ", &short_a, &" from ", &short_b]),
            Some(exponent) => format!("subtract {short_a}^{exponent} from {short_b}"),
        }
    }

    fn small(&self) -> Vec<Unordered> {
        small::unordered(0..=70)
    }
}

impl Theory<Self> for Wizards {
    type Solved = WizardGenus;

    fn solve(&self, pair: &Unordered) -> WizardGenus {
        let (small, large) = pair.0.sorted();
        pair.0.sorted_words().map_or_else(|| genus(small, large), |(small, large)| genus_of_words(small, large))
    }

    fn moves_to<'a>(&'a self, pair: &'a Unordered, _: &'a WizardGenus, goal: &Goal) -> Option<Moves<'a, Unordered>> {
        let moves = PairMoves::of(pair);
        Some(match (goal, moves) {
            (Goal::All | Goal::Value(_), None) => Moves::None,
            (Goal::All, Some(moves)) => {
                let powers = powers::exponents(moves.a, &moves.stones);
                let count = powers.count().saturating_add(1);
                Moves::counted(count.into(), move |rank| {
                    Some(match powers.get(rank.to_usize()?) {
                        Some(exponent) => moves.take(pair, exponent),
                        None => moves.modulo(pair),
                    })
                })
            }
            (Goal::Value(value), Some(moves)) => match moves.to(value) {
                None => Moves::None,
                Some(MoveKind::Modulo) => Moves::One(moves.modulo(pair)),
                Some(MoveKind::Take(exponents)) => Moves::counted(exponents.count().into(), move |rank| {
                    Some(moves.take(pair, exponents.get(rank.to_usize()?)?))
                }),
            },
            _ => return None,
        })
    }

    fn explain(&self, pair: &Unordered, _: &WizardGenus) -> Vec<Step> {
        let (a, b) = pair.0.sorted();
        if a.is_zero() {
            return Vec::new();
        }
        let theory = "Let b = q·a + r, and let (r, a) have the value g. Taking b modulo a leaves g. The other moves are those of a heap \
                      of q − 1 stones, from which 1, a, a², … are taken. Let s be the value of this heap. Then (a, b) has the \
                      value s if s < g, and else s + 1. Euclid's algorithm finds g level by level.";
        let heaps = "A heap of n stones has the value 0 if n is even, and 1 if n is odd. But if a is even and n ≥ a, n modulo a + 1 \
                     counts instead of n, and the value is 2 if that is a.";
        let levels = Levels::new(a, b);
        let (count, values) = (levels.piles.len(), levels.values());
        let mut steps = vec![Step::by(powers::SOURCE, theory), Step::by(powers::SOURCE, heaps)];
        steps.extend(levels.steps(a, b));
        let below = if levels.decided {
            "No deeper level matters: whatever the value there,"
        } else {
            "Then a number is 0, so there is no move, and the value there is 0. So"
        };
        let known = step::joined(&values, |values| values.words(), ", ");
        let are = if count == 1 {
            "value of level 1 is".to_owned()
        } else {
            format!("values from level {count} to level 1 are")
        };
        steps.push(Step::new(format!("{below} the {are}: {known}.")));
        steps
    }

    fn tameness(&self, _: &Unordered, genus: &WizardGenus) -> Tameness {
        if genus.grundy == genus.misere { Tameness::Firm } else { Tameness::Fickle }
    }

    fn explain_misere(&self, pair: &Unordered, _: &WizardGenus) -> Vec<Step> {
        let (a, b) = pair.0.sorted();
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
        let theory = "In misère play a pair with a 0 has the value 1. By induction over the levels, as in normal play, the values 0 \
                      and 1 swap above it exactly if the heaps of all levels have the value s = 0.";
        vec![Step::new(format!("{theory} {here}."))]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::solve::laws::{self, Oracle};

    /// Tests pairs (a, b) in which b is much larger than a, so several powers of a can be subtracted. Such pairs are
    /// rare among the pairs that [`laws`] checks.
    #[test]
    fn long_piles_too() {
        let mut oracle = Oracle::default();
        for (a, b) in (1..=9_u64).flat_map(|a| (a..2_500).map(move |b| (a, b))) {
            let pair = Unordered::new(a, b);
            let truth = oracle.truth(&*laws::positions_of(&Wizards, &pair));
            let WizardGenus { grundy, misere } = Wizards.solve(&pair);
            assert_eq!((u64::from(grundy), u64::from(misere)), (truth.grundy, truth.misere), "({a}, {b})");
        }
    }

    #[test]
    fn words_as_long_numbers() {
        proptest!(|(a in 0_u64.., b in 0_u64.., shift in 0..64_u32)| {
            let (small, large) = ((a >> shift).min(b), (a >> shift).max(b));
            prop_assert_eq!(genus_of_words(small, large), genus(&small.into(), &large.into()));
        });
    }
}
