//! [`Counts`]: for each label, how many combined moves leave a list of components with this label.
//!
//! A *choice* for a component is one of its options, or the component itself if the compound lets it stay. A choice for
//! a list consists of one choice for each component of the list. The labels of the chosen options combine to one label.
//! In most compounds, the combined label is the least or the greatest of these labels. The greatest label is at most L
//! if and only if every component's label is at most L. So this file counts, for each component, the choices with a
//! label of at most L. The product of these counts is the number of choices for the list with a label of at most L. For
//! the least label, the same holds with "at least".

use std::collections::BTreeMap;

use super::{Compound, CompoundRule, Label};
use crate::number::Natural;
use crate::number::{cost, meter};

/// For each label, how many choices for a list of components lead to this label. A choice takes one option of each
/// component, or the component itself if the compound lets it stay. Labels ascend, each label occurs once, and every
/// count is at least 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts(Vec<(Label, Natural)>);

impl Counts {
    /// Adds up counts. The same label may occur several times in `counts`.
    pub(crate) fn of<'c>(counts: impl IntoIterator<Item = (&'c Label, &'c Natural)>) -> Self {
        let mut all: BTreeMap<&Label, Natural> = BTreeMap::new();
        for (label, count) in meter::each(counts, cost::LOOK_UP) {
            let sum = all.entry(label).or_insert(Natural::ZERO);
            *sum = &*sum + count;
        }
        let all = all.into_iter().filter(|(_, count)| !count.is_zero());
        Self(all.map(|(label, count)| (label.clone(), count)).collect())
    }

    /// Returns each label with the number of choices that leave it.
    pub(crate) fn each(&self) -> impl Iterator<Item = (&Label, &Natural)> {
        self.0.iter().map(|(label, count)| (label, count))
    }

    /// Returns the number of all choices.
    pub(crate) fn total(&self) -> Natural {
        self.0.iter().map(|(_, count)| count).sum()
    }

    /// Returns the number of choices that leave a label for which `holds` is true.
    pub(crate) fn total_where(&self, holds: impl Fn(&Label) -> bool) -> Natural {
        meter::charge_each(self.0.len(), cost::LOOK_UP);
        self.0.iter().filter(|(label, _)| holds(label)).map(|(_, count)| count).sum()
    }

    /// Returns the counts of a list of components that is joined from two lists. `self` has the counts of the first
    /// list, and `other` has the counts of the second list.
    pub(crate) fn beside(&self, other: &Self, rule: CompoundRule) -> Self {
        let is_least = rule.compound == Compound::Conjunctive;
        if is_least
            || self
                .0
                .iter()
                .chain(&other.0)
                .all(|(label, _)| !matches!(label, Label::Value(_) | Label::Infinite(_) | Label::Going(_)))
        {
            return self.by_order(other, is_least);
        }
        let pairs = self.each().flat_map(|(left, count)| {
            let other = meter::each(other.each(), cost::LOOK_UP);
            other.map(move |(right, times)| (rule.beside(left, right), count * times))
        });
        let pairs: Vec<(Label, Natural)> = pairs.collect();
        Self::of(pairs.iter().map(|(label, count)| (label, count)))
    }

    /// Does the same as [`Self::beside`] for labels that combine to the least of them (`is_least`) or to the greatest.
    /// If they combine to the least, a label is *beyond* L if it is greater than L. Otherwise a label is beyond L if it
    /// is smaller. A pair consists of one choice for each list. For each label L, this function counts the pairs whose
    /// two labels are L or beyond L. Then it subtracts the pairs whose two labels are both beyond L.
    fn by_order(&self, other: &Self, is_least: bool) -> Self {
        let sides = [&self.0, &other.0];
        let mut labels: Vec<&Label> = sides.iter().flat_map(|side| side.iter().map(|(label, _)| label)).collect();
        labels.sort_unstable();
        labels.dedup();
        if !is_least {
            labels.reverse();
        }
        // For each of the two lists, the number of choices whose label the loop has not passed yet. At first these are
        // all choices.
        let mut left = sides.map(|side| side.iter().map(|(_, count)| count).sum::<Natural>());
        let mut together = &left[0] * &left[1];
        let mut counts = Vec::with_capacity(labels.len());
        for label in meter::each(labels, cost::LOOK_UP) {
            for (left, side) in left.iter_mut().zip(sides) {
                if let Ok(at) = side.binary_search_by(|(other, _)| other.cmp(label)) {
                    *left = left.saturating_sub(&side[at].1);
                }
            }
            let beyond = &left[0] * &left[1];
            let count = together.saturating_sub(&beyond);
            if !count.is_zero() {
                counts.push((label.clone(), count));
            }
            together = beyond;
        }
        if !is_least {
            counts.reverse();
        }
        Self(counts)
    }
}
