//! [`Triples`]: the splits of some tokens into three heaps whose labels have a wanted product.

use super::labels::{HeapLabels, LabelProduct};
use super::pairs::Pairs;
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::ranks::last_not_after;

/// The wanted splits *a* + *b* + *c* = `left` with *a* ≤ *b* ≤ *c*, in order of *a* and then *b*. The product of the
/// labels of *a*, *b* and *c* decides whether a split is wanted.
///
/// Let labels repeat from *m* on with period *p*. For *a* = *m* + *r* + *pt* with 0 ≤ *r* < *p*, the wanted *b* are in
/// the range from *a* to (`left` − *a*)/2. All of this range is in the repeating part. If *t* becomes *t* + 2, the
/// range begins 2*p* later and ends *p* earlier, so it is exactly three periods shorter. So the counts form two
/// arithmetic series, one for even *t* and one for odd *t*.
#[derive(Debug)]
pub(super) struct Triples {
    /// At index *a*, up to `from()`: the number of wanted splits whose smallest heap is below *a*.
    low: Vec<Natural>,
    /// At index *r*: the series for the smallest heaps *a*, *a* + *p*, *a* + 2*p*, …, where *a* is `from()` + *r* and
    /// *p* is the period of the labels. The list is empty if `low` counts all splits.
    series: Vec<Series>,
    /// The upper bound of *a*, the smallest heap of a split: a third of the tokens, rounded down.
    last: Natural,
}

/// The numbers of wanted splits whose smallest heap is *a*, *a* + *p*, *a* + 2*p*, …, where *p* is the period of the
/// labels. The first, third, fifth, … number form one arithmetic series. The second, fourth, … number form another.
#[derive(Debug)]
struct Series {
    /// The first two numbers. They are the first terms of the two arithmetic series.
    first: [Natural; 2],
    /// The amount by which both arithmetic series fall from one term to the next.
    less: Natural,
}

impl Triples {
    /// Finds the wanted splits of `left` tokens. `None` if a label is not known, or if the meter is spent.
    pub(super) fn new<P: LabelProduct>(
        labels: HeapLabels,
        product: &P,
        left: &Natural,
        wanted: &impl Fn(u32) -> bool,
    ) -> Option<Self> {
        let last = left.div_rem(&3_u64.into()).0;
        let end = match (labels.cycle(), last.to_usize()) {
            (None, last) => last? + 1,
            (Some(cycle), last) => last.map_or(cycle.from, |last| cycle.from.min(last + 1)),
        };
        // Returns two numbers for the smallest heap `a`. The first is the number of wanted splits with this heap. The
        // second is the number of such splits while the middle heap runs through one period of the labels.
        let with = |a: &Natural| {
            meter::go_on(0).ok()?;
            let pairs = pairs(labels, product, left, a, wanted)?;
            Some((&pairs.count() - &pairs.before(a), pairs.density()))
        };
        let mut low = vec![Natural::ZERO; 2];
        for a in 1..end {
            low.push(&low[a] + &with(&a.into())?.0);
        }
        let mut series = Vec::new();
        if let Some(cycle) = labels.cycle()
            && last >= cycle.from.into()
        {
            for r in 0..cycle.length {
                let mut first = [Natural::ZERO, Natural::ZERO];
                let mut less = Natural::ZERO;
                for (t, first) in first.iter_mut().enumerate() {
                    let a = Natural::from(cycle.from + r + t * cycle.length);
                    if a <= last {
                        // From t to t + 2, the range of middle heaps becomes three periods shorter. Each period has
                        // `density` wanted splits.
                        let (count, density) = with(&a)?;
                        (*first, less) = (count, (3 * density).into());
                    }
                }
                series.push(Series { first, less });
            }
        }
        Some(Self { low, series, last })
    }

    /// Returns the number of wanted splits.
    pub(super) fn count(&self) -> Natural {
        self.before(&(&self.last + &Natural::ONE))
    }

    /// Returns the number that separates `low` from `series`. `low` counts the splits whose smallest heap is below this
    /// number, and `series` counts all other splits.
    fn from(&self) -> usize {
        self.low.len() - 1
    }

    /// Returns the number of wanted splits whose smallest heap is below `a`, for 1 ≤ `a` ≤ `last` + 1.
    fn before(&self, a: &Natural) -> Natural {
        let above = match a.checked_sub(&self.from().into()) {
            Some(above) if !self.series.is_empty() => above,
            _ => {
                return a
                    .to_usize()
                    .and_then(|a| self.low.get(a))
                    .or(self.low.last())
                    .cloned()
                    .unwrap_or(Natural::ZERO);
            }
        };
        let (turns, rest) = above.div_rem(&self.series.len().into());
        let mut count = self.low[self.from()].clone();
        for (r, series) in meter::each(self.series.iter().enumerate(), cost::LOOK_UP) {
            let terms = if rest > r.into() { &turns + &Natural::ONE } else { turns.clone() };
            let odd = terms.shift_right(1);
            let even = &terms - &odd;
            for (first, terms) in series.first.iter().zip([even, odd]) {
                count = &count + &sum_of_series(first, &series.less, &terms);
            }
        }
        count
    }

    /// Finds the wanted split with the number `rank`, counted from 0. Returns its smallest heap *a*, and its rank among
    /// the wanted splits whose smallest heap is *a*.
    pub(super) fn nth(&self, rank: &Natural) -> Option<(Natural, Natural)> {
        if *rank >= self.count() {
            return None;
        }
        // Finds the largest a such that at most `rank` wanted splits have a smallest heap below a. A block consists of
        // `stride` successive smallest heaps, which are two periods of the labels. From each block to the next, the
        // number of wanted splits falls by a constant. So the first search finds the block that contains a, and the
        // second search finds a in this block.
        let end = &self.last + &Natural::ONE;
        let from = Natural::from(self.from());
        let (mut low, mut high) = (Natural::ONE, end.clone());
        if let Some(above) = end.checked_sub(&from)
            && !self.series.is_empty()
            && self.low[self.from()] <= *rank
        {
            let stride = Natural::from(2 * self.series.len());
            let all = self.series.iter().flat_map(|series| &series.first);
            let first: Natural = all.sum();
            let less: Natural = self.series.iter().map(|series| series.less.shift_left(1)).sum();
            let rank = rank - &self.low[self.from()];
            let turns = last_not_after(Natural::ZERO, &above.div_rem(&stride).0 + &Natural::ONE, |turns| {
                sum_of_series(&first, &less, turns) <= rank
            });
            low = &from + &(&turns * &stride);
            high = high.min(&low + &stride);
        }
        let a = last_not_after(low, high, |a| self.before(a) <= *rank);
        let rank = rank - &self.before(&a);
        Some((a, rank))
    }
}

/// Returns the pairs of heaps that make a wanted split of `left` tokens together with the heap `a`.
pub(super) fn pairs<P: LabelProduct>(
    labels: HeapLabels,
    product: &P,
    left: &Natural,
    a: &Natural,
    wanted: &impl Fn(u32) -> bool,
) -> Option<Pairs> {
    let label = labels.of(a)?;
    Pairs::new(labels, product, &(left - a), false, |pair| wanted(product.product(label, pair)))
}

/// Returns the sum of first, first − less, first − 2·less, …, for `terms` terms. No term is below 0.
fn sum_of_series(first: &Natural, less: &Natural, terms: &Natural) -> Natural {
    let Some(last) = terms.checked_sub(&Natural::ONE) else { return Natural::ZERO };
    &(first * terms) - &(less * &(terms * &last).shift_right(1))
}
