//! Opens components for a search: makes those of their options whose value is not known.

use super::{Frontier, Halt, Option_, ValueSearch, largest_first};
use crate::theory::deletion::space::Space;
use crate::theory::deletion::table::{Bound, ComponentKey};
use crate::theory::deletion::values::Values;

/// Sorts options by their expected work, least work first. This function is separate so that the sort is compiled only
/// once, not once for each type of space.
fn lightest_first(options: &mut [Option_]) {
    options.sort_unstable_by_key(|option| (option.weight, option.order));
}

impl<S: Space> ValueSearch<'_, S> {
    /// Makes the options of a component. `None` if known values are enough to show that every value in `asked` is the
    /// value of an option. In that case, the component has none of the values in `asked`.
    pub(super) fn open(&mut self, key: S::Key, asked: Values) -> Result<Option<Frontier>, Halt> {
        // If a component has none of the values below some number, then its options have all of these values.
        let known = Values::below(self.memory.excluded(&key).trailing_ones());
        let mut opened = Frontier { options: self.options.len(), parts: self.parts.len(), known };
        let mut lefts = std::mem::take(&mut self.lefts);
        lefts.clear();
        self.space.options(key, &mut lefts);
        let (mut made, mut are_all_there) = (0, false);
        for left in &lefts {
            let first = self.parts.len();
            let xor = self.space.split(*left, &mut self.parts);
            match self.leave_out_known(xor, first) {
                Ok(value) => {
                    opened.known.insert(value);
                    are_all_there = asked.is_in(opened.known);
                }
                Err(xor) => {
                    let parts = &self.parts[first..];
                    let weight = parts.iter().map(|part| self.space.size(*part).saturating_pow(2));
                    let weight = weight.fold(0, u32::saturating_add);
                    self.options.push(Option_ { xor, weight, order: made, first, count: parts.len() });
                }
            }
            made += 1;
            if are_all_there {
                break;
            }
        }
        self.lefts = lefts;
        self.charge(made)?;
        if are_all_there {
            self.close(&opened);
            return Ok(None);
        }
        let Self { parts, options, .. } = self;
        options[opened.options..].sort_unstable_by(|one, other| {
            let list = |option: &Option_| &parts[option.first..option.first + option.count];
            (one.xor, list(one)).cmp(&(other.xor, list(other))).then_with(|| one.order.cmp(&other.order))
        });
        let mut kept = opened.options;
        for at in opened.options..options.len() {
            let option = options[at];
            let same = kept > opened.options && {
                let list = |option: &Option_| &parts[option.first..option.first + option.count];
                let before = options[kept - 1];
                before.xor == option.xor && list(&before) == list(&option)
            };
            if !same {
                options[kept] = option;
                kept += 1;
            }
        }
        options.truncate(kept);
        lightest_first(&mut options[opened.options..]);
        Ok(Some(opened))
    }

    /// Looks up the components of an option, which are the parts from `first` on. Known values are combined with `xor`,
    /// and two equal components cancel each other. Returns the option's value if no component is left, and otherwise
    /// the new XOR as an error.
    fn leave_out_known(&mut self, mut xor: u8, first: usize) -> Result<u8, u8> {
        let Self { space, memory, parts, .. } = self;
        let mut kept = first;
        for at in first..parts.len() {
            let key = parts[at];
            match memory.get(&key) {
                Some(Bound::Exactly(value)) => xor ^= value,
                _ if space.is_zero(key) => memory.set(&ComponentKey { key, certificate: None }, 0),
                _ => {
                    parts[kept] = key;
                    kept += 1;
                }
            }
        }
        let open = &mut parts[first..kept];
        largest_first(*space, open);
        kept = first + without_pairs(open);
        parts.truncate(kept);
        if kept == first { Ok(xor) } else { Err(xor) }
    }

    pub(super) fn close(&mut self, opened: &Frontier) {
        self.options.truncate(opened.options);
        self.parts.truncate(opened.parts);
    }

    /// Computes the values of all components of an option except the largest. Returns the key of the largest component
    /// and the XOR of the values of all others.
    pub(super) fn settle(
        &mut self,
        option: usize,
        value: impl Fn(&mut Self, S::Key) -> Result<u8, Halt>,
    ) -> Result<(S::Key, u8), Halt> {
        while self.options[option].count > 1 {
            let Option_ { first, count, .. } = self.options[option];
            let part = self.parts[first + count - 1];
            let value = value(self, part)?;
            self.options[option].xor ^= value;
            self.options[option].count -= 1;
        }
        let Option_ { first, xor, .. } = self.options[option];
        Ok((self.parts[first], xor))
    }
}

/// Removes pairs of equal components, which are worth 0 together. Returns the number of components that are left. The
/// components that are left are at the front of the list.
fn without_pairs<K: Copy + Eq>(parts: &mut [K]) -> usize {
    let mut kept = 0;
    for at in 0..parts.len() {
        if kept > 0 && parts[kept - 1] == parts[at] {
            kept -= 1;
        } else {
            parts[kept] = parts[at];
            kept += 1;
        }
    }
    kept
}
