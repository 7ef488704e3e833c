//! *t*-Wythoff: a move removes any number of tokens from one heap, or tokens from both heaps (Fraenkel 1982). If a move
//! removes *k* ≥ 1 tokens from one heap and *l* ≥ 1 from the other, |*k* − *l*| < *t* must hold. For *t* = 1 this is
//! Wythoff's game.
//!
//! Let α = (2 − *t* + √(*t*² + 4))/2. The pairs that are lost in normal play are {⌊*n*α⌋, ⌊*n*α⌋ + *tn*} for *n* ≥ 0.
//! For *t* ≥ 2, the pairs that are lost in misère play are {*a*, *a* + *tn* + 1} with *a* = ⌊*n*α + 1/α⌋ for *n* ≥ 0
//! (Fraenkel 1984). For *t* = 1, the lost pairs are the same in misère play as in normal play, except that {0, 1} and
//! {2, 2} replace {0, 0} and {1, 2}. In both kinds of play, every number is in exactly one lost pair.
//!
//! For *t* ≥ 2, every lost pair of normal play except {0, 0} has a move to a lost pair of misère play. So all positions
//! with the values 0 and 1 are fickle, and all others are firm. The lost pairs of misère play are the positions with
//! the value 1.

use std::sync::Arc;

use crate::number::Natural;
use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::theory::cache::{Cache, allocated};
use crate::theory::graphs::Play;
use crate::theory::kept::{Kept, length_to};
use crate::theory::ranks::last_not_after;

/// The largest heap in a table of values. For *t* = 1, the table takes a fifth of a second and 8 MB.
pub const LARGEST_TABLED: usize = 2047;

/// The largest *t* for which there are tables of values. *t* is limited because each cell of the table adds 2*t* − 1
/// values to a set.
pub const LARGEST_T_TABLED: usize = 16;

/// The smaller heap and the larger heap.
pub type HeapPair = (Natural, Natural);

/// The lost pairs for one *t*, in normal or misère play.
#[derive(Clone, Debug)]
pub struct LostPairs {
    t: Natural,
    /// The number *t*² + 4.
    discriminant: Natural,
    play: Play,
}

impl LostPairs {
    /// Creates the lost pairs for *t* ≥ 1.
    #[must_use]
    pub fn new(t: &Natural, play: Play) -> Self {
        Self { t: t.clone(), discriminant: &(t * t) + &Natural::from(4_u64), play }
    }

    /// Returns whether these are the lost pairs of misère play for *t* ≥ 2. Then the pair with the index *n* has the
    /// difference *tn* + 1.
    fn is_shifted(&self) -> bool {
        self.play == Play::Misere && self.t > Natural::ONE
    }

    /// Returns ⌊√(*t*² + 4)·*n*⌋. If the meter is spent, returns an estimate. Exact roots of long numbers would be much
    /// work for a result that is discarded anyway.
    fn root_times(&self, n: &Natural) -> Natural {
        if meter::is_spent() {
            return n * &self.t;
        }
        (&(n * n) * &self.discriminant).sqrt()
    }

    /// Returns the pair with the index `n`.
    #[must_use]
    pub fn pair(&self, n: &Natural) -> HeapPair {
        let apart = n * &self.t;
        if self.is_shifted() {
            // The smaller number is ⌊(√D · (tn + 1) + (2 − t)(tn − 1)) / 2t⌋ with D = t² + 4. No subtraction gives a
            // negative number, because √D · (tn + 1) > t(tn + 1).
            let next = &apart + &Natural::ONE;
            let plus = &self.root_times(&next) + &(&apart.shift_left(1) + &self.t);
            let smaller = plus.saturating_sub(&(&(&self.t * &apart) + &Natural::TWO));
            let smaller = smaller.div_rem(&self.t.shift_left(1)).0;
            let larger = &smaller + &next;
            (smaller, larger)
        } else {
            let smaller = (&self.root_times(n) + &n.shift_left(1)).saturating_sub(&apart).shift_right(1);
            let larger = &smaller + &apart;
            (smaller, larger)
        }
    }

    /// Returns the indices of the pairs whose difference is less than *t* away from `difference`. There are at most
    /// two.
    fn near(&self, difference: &Natural) -> impl Iterator<Item = Natural> + use<> {
        let first = match difference.checked_sub(&Natural::from(u64::from(self.is_shifted()))) {
            Some(difference) => {
                let (first, rest) = difference.div_rem(&self.t);
                [Some(first.clone()), (!rest.is_zero()).then(|| &first + &Natural::ONE)]
            }
            // Here `difference` is 0, and pair 0 has the difference 1. The distance 1 is less than *t*, because *t* is
            // at least 2.
            None => [Some(Natural::ZERO), None],
        };
        first.into_iter().flatten()
    }

    /// Returns the other number of the pair that contains the number `x`. For misère play with *t* = 1, this function
    /// uses the pairs of normal play.
    #[must_use]
    pub fn partner(&self, x: &Natural) -> Natural {
        let Self { t, .. } = self;
        // Let n be the largest index of a pair whose smaller number is at most x. Then n tells how many numbers from 1
        // to x are the smaller numbers of their pairs. The smaller number of pair 0 is 0.
        if self.is_shifted() {
            // With D = t² + 4, the largest n with ⌊nα + 1/α⌋ ≤ x is ⌊((tx + 2)(√D + t − 2) − 2t) / 2t²⌋.
            let next = &(t * x) + &Natural::TWO;
            let sum = &self.root_times(&next) + &(&next * &t.saturating_sub(&Natural::TWO));
            let twice = t.shift_left(1);
            let last = sum.saturating_sub(&twice).div_rem(&(&twice * t)).0;
            let (smaller, larger) = self.pair(&last);
            if smaller == *x {
                return larger;
            }
            let index = x.saturating_sub(&last).saturating_sub(&Natural::ONE);
            x.saturating_sub(&(&(&index * t) + &Natural::ONE))
        } else {
            // Let D = t² + 4 and α = (2 − t + √D) / 2. The largest n with ⌊nα⌋ ≤ x is ⌊(x + 1)(√D + t − 2) / 2t⌋.
            let next = x + &Natural::ONE;
            let sum = (&self.root_times(&next) + &(&next * t)).saturating_sub(&next.shift_left(1));
            let last = sum.div_rem(&t.shift_left(1)).0;
            let (smaller, larger) = self.pair(&last);
            if smaller == *x { larger } else { x.saturating_sub(&(&x.saturating_sub(&last) * t)) }
        }
    }

    /// Returns whether the player to move loses the position {*a*, *b*}.
    #[must_use]
    pub fn is_lost(&self, (a, b): (&Natural, &Natural)) -> bool {
        match self.changed() {
            Some(changed) if changed.lost.contains(&(a.to_u64(), b.to_u64())) => true,
            Some(changed) if changed.won.contains(&(a.to_u64(), b.to_u64())) => false,
            _ => {
                let difference = b.saturating_sub(a);
                self.near(&difference).any(|n| {
                    let (smaller, larger) = self.pair(&n);
                    smaller == *a && larger == *b
                })
            }
        }
    }

    /// Returns the pairs for which the formula of normal play is wrong in misère play, if there are any.
    fn changed(&self) -> Option<&'static Changed> {
        (self.play == Play::Misere && self.t == 1).then_some(&MISERE_WYTHOFF)
    }

    /// Returns the lost pairs to which a move leads from {*a*, *b*}, without repetitions. There are at most four of
    /// them. *a* must be at most *b*. The pairs that keep *a* come first, then those that keep *b*.
    #[must_use]
    pub fn reached_from(&self, (a, b): (&Natural, &Natural)) -> Vec<HeapPair> {
        let difference = b.saturating_sub(a);
        let sorted = |x: &Natural, y: Natural| if *x <= y { (x.clone(), y) } else { (y, x.clone()) };
        let (of_a, of_b) = (self.partner(a), self.partner(b));
        let mut found = Vec::new();
        if of_a < *b {
            found.push(sorted(a, of_a));
        }
        if of_b < *a {
            found.push(sorted(b, of_b));
        }
        found.extend(self.near(&difference).map(|n| self.pair(&n)).filter(|to| self.takes_from_both((a, b), to)));
        if let Some(changed) = self.changed() {
            let of =
                |pairs: [Words; 2]| pairs.map(|(a, b)| (a.unwrap_or_default().into(), b.unwrap_or_default().into()));
            let won: [HeapPair; 2] = of(changed.won);
            found.retain(|pair| !won.contains(pair));
            found.extend(of(changed.lost).into_iter().filter(|to| is_option(&self.t, (a, b), (&to.0, &to.1))));
        }
        let mut once: Vec<HeapPair> = Vec::with_capacity(found.len());
        for pair in found {
            if !once.contains(&pair) {
                once.push(pair);
            }
        }
        once
    }

    fn takes_from_both(&self, from: (&Natural, &Natural), (smaller, larger): &HeapPair) -> bool {
        takes_from_both(&self.t, from, (smaller, larger))
    }
}

/// Two numbers as machine words; `None` for a number that is too large.
type Words = (Option<u64>, Option<u64>);

/// The pairs whose winner differs between normal and misère play. The names of the fields refer to misère play.
struct Changed {
    lost: [Words; 2],
    won: [Words; 2],
}

const MISERE_WYTHOFF: Changed =
    Changed { lost: [(Some(0), Some(1)), (Some(2), Some(2))], won: [(Some(0), Some(0)), (Some(1), Some(2))] };

/// Returns whether a move removes tokens from both heaps *a* ≤ *b* and leaves the heaps `smaller` ≤ `larger`. Only one
/// move is tried: *a* becomes `smaller`, and *b* becomes `larger`. The move in which *a* becomes `larger` and *b*
/// becomes `smaller` need not be tried. Its two removals differ at least as much, so it is legal only if the tried
/// move is legal.
fn takes_from_both(t: &Natural, (a, b): (&Natural, &Natural), (smaller, larger): (&Natural, &Natural)) -> bool {
    let (Some(taken), Some(other)) = (a.checked_sub(smaller), b.checked_sub(larger)) else { return false };
    let apart = if taken > other { &taken - &other } else { &other - &taken };
    !taken.is_zero() && !other.is_zero() && apart < *t
}

/// Returns whether a move leads from the heaps *a* ≤ *b* to the heaps `smaller` ≤ `larger`.
#[must_use]
pub fn is_option(t: &Natural, (a, b): (&Natural, &Natural), (smaller, larger): (&Natural, &Natural)) -> bool {
    let from_one = |kept: &Natural, changed: &Natural| {
        let left = if smaller == kept { Some(larger) } else { (larger == kept).then_some(smaller) };
        left.is_some_and(|left| left < changed)
    };
    from_one(a, b) || from_one(b, a) || takes_from_both(t, (a, b), (smaller, larger))
}

/// The options of *a* ≤ *b* that remove tokens from both heaps, except those that a move on one heap also reaches.
///
/// With *d* = *b* − *a*, these options are the pairs {*c*, *c* + *e*} with |*e* − *d*| < *t* and *c* < *a* − max(0, *e*
/// − *d*). If *d* > 0, the pair {*a* − *e*, *a*} is left out for each *e* from 1 to *a*, because a move that removes
/// tokens only from *b* reaches it. The options are sorted by *e*. For each *e*, the largest *c* comes first.
#[derive(Clone, Debug)]
pub struct TakesFromBoth {
    a: Natural,
    d: Natural,
    /// The least *e*.
    least: Natural,
    /// One more than the largest *e*.
    past: Natural,
}

impl TakesFromBoth {
    /// Finds the options of heaps *a* ≤ *b* that remove tokens from both heaps.
    #[must_use]
    pub fn new(t: &Natural, (a, b): (&Natural, &Natural)) -> Self {
        let d = b.saturating_sub(a);
        let least = (&d + &Natural::ONE).saturating_sub(t);
        // An option {c, c + e} with e − d ≥ a would have c < 0.
        let past = if a.is_zero() { least.clone() } else { &d + a.min(t) };
        Self { a: a.clone(), d, least, past }
    }

    /// Returns the number of options {*c*, *c* + *e*} with *e* < `past`.
    fn before(&self, past: &Natural) -> Natural {
        let Self { a, d, least, .. } = self;
        let flat = past.min(&(d + &Natural::ONE)).saturating_sub(least);
        let falling = past.saturating_sub(&(d + &Natural::ONE));
        let of_falling = (&falling * a).saturating_sub(&(&falling * &(&falling + &Natural::ONE)).shift_right(1));
        let left_out = if d.is_zero() {
            Natural::ZERO
        } else {
            past.min(&(a + &Natural::ONE)).saturating_sub((&Natural::ONE).max(least))
        };
        (&(&flat * a) + &of_falling).saturating_sub(&left_out)
    }

    /// Returns the number of options.
    #[must_use]
    pub fn count(&self) -> Natural {
        self.before(&self.past)
    }

    /// Returns the option with this rank; `None` if there is none.
    #[must_use]
    pub fn nth(&self, rank: &Natural) -> Option<HeapPair> {
        if *rank >= self.count() {
            return None;
        }
        // The result has the largest difference e with before(e) ≤ rank. If `before` is the same for a smaller
        // difference, that difference has no option.
        let e = last_not_after(self.least.clone(), self.past.clone(), |e| self.before(e) <= *rank);
        self.of_difference(&e, &rank.saturating_sub(&self.before(&e)))
    }

    /// Returns all *e* for which there may be options {*c*, *c* + *e*}, ascending. For some *e* there may be no option.
    pub fn differences(&self) -> impl Iterator<Item = Natural> + use<> {
        let past = self.past.clone();
        std::iter::successors(Some(self.least.clone()), |e| Some(e + &Natural::ONE)).take_while(move |e| *e < past)
    }

    /// Returns the options {*c*, *c* + *e*} for one *e*, in the order of [`Self::nth`].
    pub fn with_difference(&self, e: &Natural) -> impl Iterator<Item = HeapPair> + use<> {
        let (options, e) = (self.clone(), e.clone());
        (0_u64..).map_while(move |place| options.of_difference(&e, &place.into()))
    }

    /// Returns the option with the index `place` among the options {*c*, *c* + *e*} for one *e*, the largest *c* first.
    fn of_difference(&self, e: &Natural, place: &Natural) -> Option<HeapPair> {
        let highest = self.a.checked_sub(&Natural::ONE)?.checked_sub(&e.saturating_sub(&self.d))?;
        let made_by_one = self.a.checked_sub(e).filter(|_| !self.d.is_zero() && !e.is_zero());
        let skipped = made_by_one.and_then(|c| highest.checked_sub(&c)).is_some_and(|skipped| skipped <= *place);
        let c = highest.checked_sub(&(place + &Natural::from(u64::from(skipped))))?;
        let larger = &c + e;
        Some((c, larger))
    }
}

/// The values of all pairs of heaps below a size.
#[derive(Debug)]
pub struct TWythoffValues {
    size: usize,
    values: Vec<u16>,
}

/// Several sets of values. Each set is a row of words, stored with the index of its first word that is not full.
struct Sets {
    words: usize,
    bits: Vec<u64>,
    full: Vec<usize>,
}

impl Sets {
    fn new(sets: usize, words: usize) -> Self {
        Self { words, bits: vec![0; sets * words], full: vec![0; sets] }
    }

    fn word(&self, set: usize, word: usize) -> u64 {
        self.bits[set * self.words + word]
    }

    fn add(&mut self, set: usize, value: usize) {
        self.bits[set * self.words + value / 64] |= 1 << (value % 64);
        while self.full[set] < self.words && self.word(set, self.full[set]) == u64::MAX {
            self.full[set] += 1;
        }
    }
}

impl TWythoffValues {
    /// Returns a table for one *t* that reaches heaps up to `largest`.
    pub(crate) fn reaching(t: usize, largest: usize, cache: &Cache) -> Result<Arc<Self>, Spent> {
        let length = length_to(largest);
        cache.find("a table of the game", &(length, t), || Self::new(t, length).map(Arc::new))
    }

    /// Computes the table, as a board with a cell for each pair. The computation keeps, for each row and each diagonal
    /// of the board, the set of the values found so far. Columns need no sets, because the board is symmetric.
    ///
    /// If a move on both heaps leads from {*a* − 1, *b* − 1} to some pair, another such move leads from {*a*, *b*} to
    /// this pair. Apart from these pairs, moves on both heaps lead from {*a*, *b*} only to {*a* − 1, *b* − 1} and to at
    /// most 2*t* − 2 further pairs.
    fn new(t: usize, size: usize) -> Result<Self, Spent> {
        // A value is at most the length of the longest play, which is the sum of the two heaps.
        let words = (2 * size).div_ceil(64);
        let (mut on_row, mut on_diagonal) = (Sets::new(size, words), Sets::new(size, words));
        let mut values = vec![0_u16; size * size];
        for a in 0..size {
            meter::go_on(0)?;
            for b in a..size {
                let diagonal = b - a;
                if a > 0 {
                    meter::charge_each(t, cost::ENTRY);
                    let mut add = |row: usize, column: usize| {
                        on_diagonal.add(diagonal, values[row.min(column) * size + row.max(column)].into());
                    };
                    (0..t.min(b)).for_each(|less| add(a - 1, b - 1 - less));
                    (1..t.min(a)).for_each(|less| add(a - 1 - less, b - 1));
                }
                let seen = |word| on_row.word(a, word) | on_row.word(b, word) | on_diagonal.word(diagonal, word);
                let first = on_row.full[a].max(on_row.full[b]).max(on_diagonal.full[diagonal]);
                let word = (first..words).find(|word| seen(*word) != u64::MAX).unwrap_or_default();
                meter::charge_each(word.saturating_sub(first), cost::BYTE);
                meter::charge(cost::NUMBER);
                let value = word * 64 + usize::try_from(seen(word).trailing_ones()).unwrap_or_default();
                on_row.add(a, value);
                on_row.add(b, value);
                values[a * size + b] = u16::try_from(value).unwrap_or_default();
            }
        }
        Ok(Self { size, values })
    }

    /// Returns the value of the pair *a* ≤ *b*; `None` if the table does not contain it.
    #[must_use]
    pub fn get(&self, a: usize, b: usize) -> Option<usize> {
        if b < self.size { self.values.get(a * self.size + b).copied().map(usize::from) } else { None }
    }
}

impl Kept for TWythoffValues {
    fn bytes(&self) -> usize {
        allocated::<u16>(self.values.capacity())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::tame::mex;

    const CONVENTIONS: [Play; 2] = [Play::Normal, Play::Misere];

    /// Returns the options of {*a*, *b*} with *a* ≤ *b*, by the rules, in order and without repetitions. Options by
    /// moves on one heap come first, then those by moves on both heaps.
    fn options(t: u64, a: u64, b: u64) -> [Vec<(u64, u64)>; 2] {
        let sorted = |x: u64, y: u64| (x.min(y), x.max(y));
        let mut one: Vec<_> = (0..b).map(|y| sorted(a, y)).chain((0..a).map(|x| sorted(x, b))).collect();
        one.sort_unstable();
        one.dedup();
        let taken = (1..=a).flat_map(|k| (1..=b).map(move |l| (k, l)));
        let mut both: Vec<_> = taken.filter(|(k, l)| k.abs_diff(*l) < t).map(|(k, l)| sorted(a - k, b - l)).collect();
        both.sort_unstable();
        both.dedup();
        both.retain(|pair| !one.contains(pair));
        [one, both]
    }

    fn words((a, b): &HeapPair) -> (u64, u64) {
        (a.to_u64().unwrap(), b.to_u64().unwrap())
    }

    #[test]
    fn winners_values_options_and_winning_moves_are_those_of_the_rules() {
        const SIDE: u64 = 26;
        for t in [1, 2, 3, 4, 7, 16, 40] {
            let mut truth = std::collections::HashMap::<(u64, u64), [u64; 2]>::new();
            let of = |t: u64| Natural::from(t);
            let table = TWythoffValues::new(usize::try_from(t).unwrap(), 32).unwrap();
            let lost = CONVENTIONS.map(|play| LostPairs::new(&of(t), play));
            for a in 0..SIDE {
                for b in a..SIDE {
                    let [one, both] = options(t, a, b);
                    let all: Vec<_> = one.iter().chain(&both).copied().collect();
                    let values: Vec<[u64; 2]> = all.iter().map(|pair| truth[pair]).collect();
                    let misere = if all.is_empty() { 1 } else { mex(values.iter().map(|value| value[1])) };
                    let value = [mex(values.iter().map(|value| value[0])), misere];
                    truth.insert((a, b), value);
                    let name = format!("{t}: {a}, {b}");
                    let found = table.get(usize::try_from(a).unwrap(), usize::try_from(b).unwrap()).unwrap();
                    assert_eq!(u64::try_from(found).unwrap(), value[0], "{name}");
                    let (small, large) = (of(a), of(b));
                    for (play, lost) in lost.iter().enumerate() {
                        assert_eq!(lost.is_lost((&small, &large)), value[play] == 0, "{name}, {play}");
                        let mut found: Vec<_> = lost.reached_from((&small, &large)).iter().map(words).collect();
                        found.sort_unstable();
                        let mut there: Vec<_> = all.iter().copied().filter(|pair| truth[pair][play] == 0).collect();
                        there.sort_unstable();
                        assert_eq!(found, there, "{name}, {play}");
                    }
                    let from_both = TakesFromBoth::new(&of(t), (&small, &large));
                    assert_eq!(from_both.count(), u64::try_from(both.len()).unwrap(), "{name}");
                    let mut listed: Vec<_> =
                        (0..).map_while(|rank| from_both.nth(&of(rank))).map(|pair| words(&pair)).collect();
                    listed.sort_unstable();
                    assert_eq!(listed, both, "{name}");
                    for c in 0..SIDE {
                        for d in c..SIDE {
                            let is_option = is_option(&of(t), (&small, &large), (&of(c), &of(d)));
                            assert_eq!(is_option, all.contains(&(c, d)), "{name} to {c}, {d}");
                        }
                    }
                }
            }
        }
    }

    /// Checks that the smaller number of each pair is the least number that is in no earlier pair. The two numbers of
    /// pair *n* must differ by *tn* in normal play, and by *tn* + 1 in misère play.
    #[test]
    fn pairs_are_those_of_the_mex_rule() {
        for t in [1_u64, 2, 3, 5, 12] {
            for play in CONVENTIONS.into_iter().filter(|play| t > 1 || *play == Play::Normal) {
                let lost = LostPairs::new(&t.into(), play);
                let shift = u64::from(play == Play::Misere);
                let mut used = std::collections::HashSet::new();
                let mut least = 1 - shift;
                for n in 1 - shift..2_000 {
                    while used.contains(&least) {
                        least += 1;
                    }
                    let pair = (least, least + t * n + shift);
                    used.extend([pair.0, pair.1]);
                    assert_eq!(words(&lost.pair(&n.into())), pair, "{t}, {n}, {play:?}");
                    let partners = [pair.0, pair.1].map(|x| lost.partner(&x.into()).to_u64().unwrap());
                    assert_eq!(partners, [pair.1, pair.0], "{t}, {n}, {play:?}");
                }
            }
        }
    }

    /// Checks that for numbers of forty digits the partner of the partner is the number itself. Floating-point
    /// arithmetic would fail here.
    #[test]
    fn long_numbers_are_exact() {
        for t in 1..=9_u64 {
            for play in CONVENTIONS {
                let lost = LostPairs::new(&t.into(), play);
                for offset in 0..50_u64 {
                    let x = &Natural::from(10_u64).pow(40) + &offset.into();
                    let partner = lost.partner(&x);
                    assert_eq!(lost.partner(&partner), x, "{t}, {x}");
                    let (a, b) = if x < partner { (&x, &partner) } else { (&partner, &x) };
                    assert!(lost.is_lost((a, b)) && !lost.is_lost((a, &(b + &Natural::ONE))), "{t}, {x}");
                }
            }
        }
    }
}
