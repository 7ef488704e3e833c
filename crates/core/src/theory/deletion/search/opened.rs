//! [`Frontier`]: a component with those of its options whose value is not known.

use std::cmp::Reverse;

use super::{Halt, ValueSearch};
use crate::theory::deletion::space::Space;
use crate::theory::deletion::table::Bound;
use crate::theory::deletion::values::Values;

/// Options are looked up in the table in groups of this size, so that the processor waits for several reads of memory
/// at once. When options were looked up one by one, the reads needed a fifth of the time. A larger group would make
/// more options that turn out not to be needed.
const LOOKS: usize = 8;

/// An option of an open component, whose value is not known. The option is a sum of components, the largest first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Option_ {
    /// The XOR of the values of its components whose value is known.
    xor: u8,
    weight: u32,
    order: usize,
    first: usize,
    count: usize,
}

/// An open component. Its options begin at the place `options` of the list of all open options.
#[derive(Clone, Copy)]
pub(super) struct Frontier {
    pub(super) options: usize,
    parts: usize,
    /// The values that known options have.
    pub(super) known: Values,
}

/// Sorts options by their expected work, least work first. This function is separate so that the sort is compiled only
/// once, not once for each type of space.
fn lightest_first(options: &mut [Option_]) {
    options.sort_unstable_by_key(|option| (option.weight, option.order));
}

/// Sorts components by size, the largest first.
pub(super) fn largest_first<S: Space>(space: &S, parts: &mut [S::Key]) {
    parts.sort_unstable_by_key(|part| Reverse((space.size(*part), *part)));
}

impl<S: Space> ValueSearch<'_, S> {
    /// Makes the options of a component. `None` if each value in `asked` is the value of an option. Then the component
    /// has none of the values in `asked`.
    pub(super) fn open(&mut self, key: S::Key, asked: Values) -> Result<Option<Frontier>, Halt> {
        let mut opened = Frontier { options: self.options.len(), parts: self.parts.len(), known: Values::default() };
        let mut lefts = std::mem::take(&mut self.lefts);
        lefts.clear();
        self.space.options(key, &mut lefts);
        let (mut made, mut are_all_there) = (0, false);
        for some in lefts.chunks(LOOKS) {
            let (first_option, first_part) = (self.options.len(), self.parts.len());
            for left in some {
                let first = self.parts.len();
                let xor = self.space.split(*left, &mut self.parts);
                let count = self.parts.len() - first;
                self.options.push(Option_ { xor, weight: 0, order: made, first, count });
                made += 1;
            }
            self.leave_out_known(&mut opened.known, first_option, first_part);
            are_all_there = asked.is_in(opened.known);
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

    /// Looks up the components of the options from `first_option` on. Known values are added to the option's XOR, and
    /// two equal components cancel each other. If no component is left, the option's value is known.
    fn leave_out_known(&mut self, known: &mut Values, first_option: usize, first_part: usize) {
        let Self { space, memory, parts, options, found, .. } = self;
        found.clear();
        found.extend(parts[first_part..].iter().map(|part| memory.get(part)));
        let (mut kept_options, mut kept_parts) = (first_option, first_part);
        for at in first_option..options.len() {
            let Option_ { mut xor, order, first, count, .. } = options[at];
            let first_kept = kept_parts;
            for part in first..first + count {
                let key = parts[part];
                match found[part - first_part] {
                    Some(Bound::Exactly(value)) => xor ^= value,
                    _ if space.is_zero(key) => memory.set(key, 0),
                    _ => {
                        parts[kept_parts] = key;
                        kept_parts += 1;
                    }
                }
            }
            let open = &mut parts[first_kept..kept_parts];
            largest_first(*space, open);
            kept_parts = first_kept + without_pairs(open);
            if kept_parts == first_kept {
                known.insert(xor);
                continue;
            }
            let open = &parts[first_kept..kept_parts];
            let weight = open.iter().map(|part| space.size(*part).saturating_pow(2)).fold(0, u32::saturating_add);
            let (first, count) = (first_kept, open.len());
            options[kept_options] = Option_ { xor, weight, order, first, count };
            kept_options += 1;
        }
        options.truncate(kept_options);
        parts.truncate(kept_parts);
    }

    pub(super) fn close(&mut self, opened: &Frontier) {
        self.options.truncate(opened.options);
        self.parts.truncate(opened.parts);
    }

    /// Computes the values of all components of an option except the largest.
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
