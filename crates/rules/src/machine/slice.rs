//! Slices.

use super::Machine;
use crate::cost;
use crate::fault::{CallEnd, error};
use crate::heap::Heap;
use crate::size::{index, integer, length};
use crate::value::{ScriptRange, ScriptValue, Span, Text};

/// The places of a sequence to which a slice refers.
#[derive(Clone, Copy)]
struct Places {
    start: usize,
    count: usize,
    step: i64,
}

impl Places {
    fn get(self, number: usize) -> usize {
        let at = integer(self.start).saturating_add(integer(number).saturating_mul(self.step));
        usize::try_from(at).unwrap_or_default()
    }

    fn all(self) -> impl Iterator<Item = usize> {
        (0..self.count).map(move |number| self.get(number))
    }
}

fn bound(value: ScriptValue) -> Result<Option<i64>, CallEnd> {
    match value {
        ScriptValue::None => Ok(None),
        value => match value.as_int() {
            Some(value) => Ok(Some(value)),
            None => error(format!("the bounds of a slice are integers, not {}", value.kind())),
        },
    }
}

/// Follows `CPython`'s `PySlice_AdjustIndices`.
fn places(bounds: [ScriptValue; 3], count: usize) -> Result<Places, CallEnd> {
    let [start, stop, step] = bounds;
    let step = bound(step)?.unwrap_or(1);
    if step == 0 {
        return error("the step of a slice is not 0");
    }
    let count = integer(count);
    let (lowest, highest) = if step < 0 { (-1, count - 1) } else { (0, count) };
    let clamp = |value: i64| {
        let value = if value < 0 { value.saturating_add(count) } else { value };
        value.clamp(lowest, highest)
    };
    let start = bound(start)?.map_or(if step < 0 { highest } else { lowest }, clamp);
    let stop = bound(stop)?.map_or(if step < 0 { lowest } else { highest }, clamp);
    let range = ScriptRange::new(start, stop, step).map_or(0, |range| range.len);
    let size = |value: i64| usize::try_from(value).unwrap_or_default();
    Ok(Places { start: size(start), count: size(range), step })
}

impl Machine<'_> {
    #[inline(never)]
    pub(super) fn slice(&mut self, object: ScriptValue, bounds: [ScriptValue; 3]) -> Result<ScriptValue, CallEnd> {
        self.heap.charge(cost::OP)?;
        match object {
            ScriptValue::Str(text) => self.heap.slice_text(text, bounds),
            ScriptValue::Tuple(span) => {
                let places = places(bounds, index(span.len))?;
                if places.step == 1 {
                    let start = span.start + length(places.start);
                    return Ok(ScriptValue::Tuple(Span { start, len: length(places.count) }));
                }
                let items = self.heap.picked(object, places)?;
                self.heap.new_tuple(&items)
            }
            ScriptValue::List(list) => {
                let places = places(bounds, self.heap.list(list).len())?;
                let items = self.heap.picked(object, places)?;
                self.heap.list_of(items)
            }
            ScriptValue::Range(range) => {
                let range = self.heap.range(range);
                let places = places(bounds, usize::try_from(range.len).unwrap_or(usize::MAX))?;
                let Some(step) = range.step.checked_mul(places.step) else { return super::arithmetic::too_large() };
                let start = range.get(integer(places.start));
                self.heap.new_range(ScriptRange { start, step, len: integer(places.count) })
            }
            object => error(format!("{} has no slices", object.kind())),
        }
    }

    /// Replaces the items of a slice, or deletes them if `value` is [`ScriptValue::Unset`].
    pub(super) fn set_slice(
        &mut self,
        object: ScriptValue,
        bounds: [ScriptValue; 3],
        value: ScriptValue,
    ) -> Result<(), CallEnd> {
        let ScriptValue::List(list) = object else {
            return error(format!("a slice of {} can't be set", object.kind()));
        };
        let deletes = matches!(value, ScriptValue::Unset);
        let items = if deletes { Vec::new() } else { self.heap.items(value)? };
        let count = self.heap.list(list).len();
        let places = places(bounds, count)?;
        self.heap.allocate(size_of_val(items.as_slice()))?;
        let moved = if places.step == 1 { count.saturating_sub(places.start) } else { count + places.count };
        self.heap.charge(cost::items(moved))?;
        let list = self.heap.list_mut(list)?;
        if places.step == 1 {
            list.splice(places.start..places.start + places.count, items);
            return Ok(());
        }
        if deletes {
            // `retain` visits the items from the first to the last, so the places must be in ascending order.
            let mut gone: Vec<usize> = places.all().collect();
            gone.sort_unstable();
            let mut number = 0;
            let mut next = gone.into_iter().peekable();
            list.retain(|_| {
                number += 1;
                next.next_if_eq(&(number - 1)).is_none()
            });
            return Ok(());
        }
        if items.len() != places.count {
            return error(format!("{} values are expected here, and there are {}", places.count, items.len()));
        }
        for (place, item) in places.all().zip(items) {
            list[place] = item;
        }
        Ok(())
    }
}

impl Heap<'_> {
    fn picked(&mut self, object: ScriptValue, places: Places) -> Result<Vec<ScriptValue>, CallEnd> {
        self.check_room(places.count * size_of::<ScriptValue>())?;
        self.charge(cost::items(places.count))?;
        let items = match object {
            ScriptValue::Tuple(span) => self.tuple(span),
            ScriptValue::List(list) => self.list(list),
            _ => &[],
        };
        if places.step == 1 {
            return Ok(items[places.start..places.start + places.count].to_vec());
        }
        Ok(places.all().filter_map(|at| items.get(at)).copied().collect())
    }

    fn slice_text(&mut self, text: Text, bounds: [ScriptValue; 3]) -> Result<ScriptValue, CallEnd> {
        if text.is_ascii {
            let places = places(bounds, index(text.len))?;
            if places.step == 1 {
                let start = text.start + length(places.start);
                return Ok(ScriptValue::Str(Text { start, len: length(places.count), is_ascii: true }));
            }
            self.allocate(places.count)?;
            self.charge(cost::items(places.count))?;
            let bytes = self.str(text).as_bytes();
            let chars: String = places.all().filter_map(|at| bytes.get(at)).map(|byte| char::from(*byte)).collect();
            return Ok(self.arena.constant_text(&chars));
        }
        let Span { start, len } = self.characters(text)?;
        let places = places(bounds, index(len))?;
        self.charge(cost::items(places.count))?;
        let chars = self.arena.tuples.get(index(start)..).unwrap_or_default();
        let parts: Vec<ScriptValue> = places.all().filter_map(|at| chars.get(at)).copied().collect();
        self.joined(&parts)
    }
}
