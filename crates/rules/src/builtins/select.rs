//! Functions that prelude.py calls to find the next combination, permutation or product.

use super::names::Builtin;
use crate::cost;
use crate::fault::{CallEnd, error};
use crate::heap::Heap;
use crate::size::integer;
use crate::value::ScriptValue;

impl Heap<'_> {
    pub(super) fn select(&mut self, builtin: Builtin, arguments: &[ScriptValue]) -> Result<ScriptValue, CallEnd> {
        match (builtin, arguments) {
            (Builtin::Pick, [ScriptValue::Tuple(pool), ScriptValue::List(numbers)]) => {
                self.charge(cost::items(self.list(*numbers).len()))?;
                let pool = self.tuple(*pool);
                let numbers = self.list(*numbers).iter();
                let place = |number: &ScriptValue| number.as_int().and_then(|number| usize::try_from(number).ok());
                let items: Vec<ScriptValue> = numbers.filter_map(|number| pool.get(place(number)?)).copied().collect();
                self.new_tuple(&items)
            }
            (Builtin::NextCombination, [ScriptValue::List(list), ScriptValue::Int(count)]) => {
                let mut numbers = self.numbers(*list)?;
                let length = integer(numbers.len());
                let below = |place: usize| count - length + integer(place);
                let Some(place) = (0..numbers.len()).rev().find(|place| numbers[*place] < below(*place)) else {
                    return Ok(ScriptValue::Bool(false));
                };
                numbers[place] += 1;
                for next in place + 1..numbers.len() {
                    numbers[next] = numbers[next - 1] + 1;
                }
                self.set_numbers(*list, &numbers)
            }
            (Builtin::NextProduct, [ScriptValue::List(list), lengths]) => {
                let mut numbers = self.numbers(*list)?;
                let lengths = match lengths {
                    ScriptValue::List(lengths) => self.numbers(*lengths)?,
                    length => vec![self.int(*length)?; numbers.len()],
                };
                for place in (0..numbers.len()).rev() {
                    numbers[place] += 1;
                    if numbers[place] < lengths[place] {
                        return self.set_numbers(*list, &numbers);
                    }
                    numbers[place] = 0;
                }
                Ok(ScriptValue::Bool(false))
            }
            // This is the algorithm in Python's documentation of itertools.permutations.
            (
                Builtin::NextPermutation,
                [ScriptValue::List(list), ScriptValue::List(cycles), ScriptValue::Int(length)],
            ) => {
                let mut numbers = self.numbers(*list)?;
                let mut turns = self.numbers(*cycles)?;
                let length = usize::try_from(*length).unwrap_or_default();
                for place in (0..length.min(turns.len())).rev() {
                    self.charge(cost::items(numbers.len()))?;
                    turns[place] -= 1;
                    if turns[place] == 0 {
                        numbers[place..].rotate_left(1);
                        turns[place] = integer(numbers.len() - place);
                    } else {
                        let other = numbers.len() - usize::try_from(turns[place]).unwrap_or_default();
                        numbers.swap(place, other);
                        self.set_numbers(*cycles, &turns)?;
                        return self.set_numbers(*list, &numbers);
                    }
                }
                Ok(ScriptValue::Bool(false))
            }
            _ => error("this is not known here"),
        }
    }

    fn numbers(&mut self, list: u32) -> Result<Vec<i64>, CallEnd> {
        self.charge(cost::items(self.list(list).len()))?;
        Ok(self.list(list).iter().map(|value| value.as_int().unwrap_or_default()).collect())
    }

    fn set_numbers(&mut self, list: u32, numbers: &[i64]) -> Result<ScriptValue, CallEnd> {
        self.charge(cost::items(numbers.len()))?;
        for (to, number) in self.list_mut(list)?.iter_mut().zip(numbers) {
            *to = ScriptValue::Int(*number);
        }
        Ok(ScriptValue::Bool(true))
    }
}
