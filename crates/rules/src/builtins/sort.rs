//! Merge sort. If a comparison fails, or if the fuel is spent, the sort ends at once.

use crate::cost;
use crate::fault::CallEnd;
use crate::heap::Heap;
use crate::value::ScriptValue;

/// The largest number of integers that one call of the standard library sorts.
const RUN: usize = 1024;

impl Heap<'_> {
    /// Sorts values. Equal values keep their order.
    pub(super) fn sort(&mut self, items: &mut Vec<ScriptValue>) -> Result<(), CallEnd> {
        self.merge_sort(items, |item| *item)
    }

    /// Returns the list of the items of a value, sorted.
    pub(super) fn sorted(&mut self, value: ScriptValue) -> Result<ScriptValue, CallEnd> {
        let has_read_set = self.has_read_set;
        let mut items = self.items(value)?;
        if items.iter().all(|item| matches!(item, ScriptValue::Int(_) | ScriptValue::Str(_))) {
            // Only one order of integers or strings is ascending, whatever order the set has.
            self.has_read_set = has_read_set;
        }
        self.sort(&mut items)?;
        self.list_of(items)
    }

    /// Returns the items, sorted by their keys.
    pub(super) fn sort_by_keys(&mut self, arguments: &[ScriptValue]) -> Result<ScriptValue, CallEnd> {
        let [items, keys, reverse] = arguments else { return crate::fault::error("three arguments are expected") };
        let (items, keys) = (self.items(*items)?, self.items(*keys)?);
        let is_reversed = self.truth(*reverse)?;
        self.check_room(items.len() * size_of::<[ScriptValue; 2]>())?;
        let mut pairs: Vec<[ScriptValue; 2]> = keys.into_iter().zip(items).map(|(key, item)| [key, item]).collect();
        // For a reversed sort, the list is reversed before and after sorting, so that equal items keep their order.
        if is_reversed {
            pairs.reverse();
        }
        self.merge_sort(&mut pairs, |pair| pair[0])?;
        if is_reversed {
            pairs.reverse();
        }
        self.list_of(pairs.into_iter().map(|pair| pair[1]).collect())
    }

    fn merge_sort<T: Copy>(&mut self, items: &mut Vec<T>, key: fn(&T) -> ScriptValue) -> Result<(), CallEnd> {
        self.check_room(size_of_val(items.as_slice()))?;
        self.charge(cost::items(items.len()))?;
        let integer = |item: &T| if let ScriptValue::Int(value) = key(item) { Some(value) } else { None };
        let are_integers = items.iter().all(|item| integer(item).is_some());
        let mut width = 1;
        if are_integers {
            for run in items.chunks_mut(RUN) {
                self.charge(cost::items(run.len()) * (1 + u64::from(run.len().ilog2())))?;
                run.sort_by_key(|item| integer(item));
            }
            width = RUN;
        }
        let mut merged = Vec::with_capacity(if width < items.len() { items.len() } else { 0 });
        while width < items.len() {
            merged.clear();
            for pair in items.chunks(width * 2) {
                let (mut left, mut right) = pair.split_at(width.min(pair.len()));
                while let (Some((a, others_a)), Some((b, others_b))) = (left.split_first(), right.split_first()) {
                    self.charge(cost::ITEM)?;
                    let is_less = match (integer(b), integer(a)) {
                        (Some(b), Some(a)) => b < a,
                        _ => self.order(key(b), key(a), 0)?.is_lt(),
                    };
                    if is_less {
                        merged.push(*b);
                        right = others_b;
                    } else {
                        merged.push(*a);
                        left = others_a;
                    }
                }
                merged.extend_from_slice(left);
                merged.extend_from_slice(right);
            }
            std::mem::swap(items, &mut merged);
            width *= 2;
        }
        Ok(())
    }
}
