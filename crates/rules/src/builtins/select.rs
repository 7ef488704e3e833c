//! Functions that prelude.py calls to find the next combination, permutation or product.

use super::names::Builtin;
use crate::cost;
use crate::fault::{Stop, error};
use crate::heap::Heap;
use crate::size::integer;
use crate::value::Value;

impl Heap<'_> {
    pub(super) fn select(&mut self, builtin: Builtin, arguments: &[Value]) -> Result<Value, Stop> {
        match (builtin, arguments) {
            (Builtin::Pick, [Value::Tuple(pool), Value::List(numbers)]) => {
                self.charge(cost::items(self.list(*numbers).len()))?;
                let pool = self.tuple(*pool);
                let numbers = self.list(*numbers).iter();
                let place = |number: &Value| number.as_int().and_then(|number| usize::try_from(number).ok());
                let items: Vec<Value> = numbers.filter_map(|number| pool.get(place(number)?)).copied().collect();
                self.new_tuple(&items)
            }
            (Builtin::NextCombination, [Value::List(list), Value::Int(count)]) => {
                let mut numbers = self.numbers(*list)?;
                let length = integer(numbers.len());
                let below = |place: usize| count - length + integer(place);
                let Some(place) = (0..numbers.len()).rev().find(|place| numbers[*place] < below(*place)) else {
                    return Ok(Value::Bool(false));
                };
                numbers[place] += 1;
                for next in place + 1..numbers.len() {
                    numbers[next] = numbers[next - 1] + 1;
                }
                self.set_numbers(*list, &numbers)
            }
            (Builtin::NextProduct, [Value::List(list), lengths]) => {
                let mut numbers = self.numbers(*list)?;
                let lengths = match lengths {
                    Value::List(lengths) => self.numbers(*lengths)?,
                    length => vec![self.int(*length)?; numbers.len()],
                };
                for place in (0..numbers.len()).rev() {
                    numbers[place] += 1;
                    if numbers[place] < lengths[place] {
                        return self.set_numbers(*list, &numbers);
                    }
                    numbers[place] = 0;
                }
                Ok(Value::Bool(false))
            }
            // This is the algorithm in Python's documentation of itertools.permutations.
            (Builtin::NextPermutation, [Value::List(list), Value::List(cycles), Value::Int(length)]) => {
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
                Ok(Value::Bool(false))
            }
            _ => error("this is not known here"),
        }
    }

    fn numbers(&mut self, list: u32) -> Result<Vec<i64>, Stop> {
        self.charge(cost::items(self.list(list).len()))?;
        Ok(self.list(list).iter().map(|value| value.as_int().unwrap_or_default()).collect())
    }

    fn set_numbers(&mut self, list: u32, numbers: &[i64]) -> Result<Value, Stop> {
        self.charge(cost::items(numbers.len()))?;
        for (to, number) in self.list_mut(list)?.iter_mut().zip(numbers) {
            *to = Value::Int(*number);
        }
        Ok(Value::Bool(true))
    }
}
