//! [`Observed`]: values that repeat in the requested range. Whether they repeat beyond it is not known.

use std::collections::HashMap;
use std::hash::Hash;

use serde::Serialize;

use crate::game::Value;
use crate::number::Natural;
use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::wire::json;

/// The smallest number of consecutive whole periods that count as a repetition.
const LEAST_PERIODS: usize = 3;

/// How the values, the winners or the genera of a range repeat: g(n + length) = g(n) + saltus for every n that was
/// compared. Here g(n) is the value, the winner or the genus of the position n. Nothing is known about larger n.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ObservedPeriod))]
pub struct Observed {
    /// The smallest n in the range from which on the values repeat.
    from: Natural,
    /// The length of the period.
    length: usize,
    /// The amount by which a value grows from one period to the next; absent if it is 0.
    #[serde(skip_serializing_if = "json::is_zero")]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    saltus: u64,
    /// The smallest and the largest n for which the positions n and n + length were compared.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Natural>, min_items = 2, max_items = 2))]
    compared: [Natural; 2],
}

impl Observed {
    /// Returns how the values repeat that come before the first unknown value. The first value belongs to the number
    /// `first`. Values count as repeating if they repeat at least in the second half of these values, and at least three
    /// times. `None` if they do not, or if one of them is no integer.
    pub(super) fn of(first: &Natural, values: &[Option<Value>]) -> Result<Option<Self>, Spent> {
        meter::go_on_each(values.len(), cost::VALUE)?;
        let word = |value: &Value| match value {
            Value::Nimber(value) => i64::try_from(value.to_u64()?).ok(),
            _ => None,
        };
        let known = values.iter().map_while(Option::as_ref);
        let Some(words) = known.map(word).collect::<Option<Vec<i64>>>() else { return Ok(None) };
        // The differences from one value to the next, the last difference first. If values grow by a saltus, the values
        // themselves do not repeat, but their differences do.
        let steps: Vec<i64> = words.windows(2).rev().map(|pair| pair[1].wrapping_sub(pair[0])).collect();
        let Some((length, repeating)) = repeating(&steps) else { return Ok(None) };
        let from = steps.len().saturating_sub(repeating);
        let saltus = words[from.saturating_add(length)].wrapping_sub(words[from]);
        let Ok(saltus) = u64::try_from(saltus) else { return Ok(None) };
        Ok(Some(Self::new(first, from, length, saltus, words.len())))
    }

    /// Returns how things other than numbers repeat, such as genera. [`Self::of`] says when a list counts as repeating. The
    /// saltus is 0.
    pub(super) fn of_things<T: Eq + Hash>(first: &Natural, things: &[Option<T>]) -> Result<Option<Self>, Spent> {
        meter::go_on_each(things.len(), cost::VALUE)?;
        let mut numbers: HashMap<&T, i64> = HashMap::new();
        let number = |thing| {
            let next = i64::try_from(numbers.len()).unwrap_or(i64::MAX);
            *numbers.entry(thing).or_insert(next)
        };
        let mut listed: Vec<i64> = things.iter().map_while(Option::as_ref).map(number).collect();
        listed.reverse();
        let Some((length, repeating)) = repeating(&listed) else { return Ok(None) };
        let from = listed.len().saturating_sub(repeating);
        Ok(Some(Self::new(first, from, length, 0, listed.len())))
    }

    /// Describes how a list of `count` values repeats from the index `from` on. The first value of the list belongs to
    /// the number `first`.
    fn new(first: &Natural, from: usize, length: usize, saltus: u64, count: usize) -> Self {
        let number = |place: usize| first + &Natural::from(place);
        let last = count.saturating_sub(length).saturating_sub(1);
        Self { from: number(from), length, saltus, compared: [number(from), number(last)] }
    }
}

/// Returns the shortest period that holds in at least the first half of a list, and the length of the part in which it
/// holds.
fn repeating(steps: &[i64]) -> Option<(usize, usize)> {
    // The longest border of each prefix (Knuth, Morris and Pratt, 1977). The shortest period of a prefix is its length
    // minus the length of its border.
    let mut borders = vec![0_usize];
    for end in 1..steps.len() {
        let mut border = borders[end - 1];
        while border > 0 && steps[border] != steps[end] {
            border = borders[border - 1];
        }
        borders.push(if steps[border] == steps[end] { border.saturating_add(1) } else { 0 });
    }
    let period = |length: usize| length.saturating_sub(borders[length - 1]);
    let is_seen = |length: &usize| period(*length).saturating_mul(LEAST_PERIODS) <= *length;
    let half = steps.len().div_ceil(2).max(1);
    let shortest = (half..=steps.len()).find(is_seen).map(period)?;
    let reach = (half..=steps.len()).rev().find(|length| period(*length) == shortest)?;
    Some((shortest, reach))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::genus::Genus;
    use crate::theory::tame::TameGenus;
    use proptest::prelude::*;

    fn observed(first: u64, values: &[u64]) -> Option<(u64, usize, u64)> {
        let values: Vec<_> = values.iter().map(|value| Some(Value::Nimber((*value).into()))).collect();
        let found = Observed::of(&first.into(), &values).unwrap()?;
        Some((found.from.to_u64().unwrap(), found.length, found.saltus))
    }

    #[test]
    fn repetitions_are_seen_three_times_in_half_of_the_values() {
        assert_eq!(observed(10, &[9, 9, 7, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0]), Some((13, 3, 0)));
        // The values of Nim, and a list that repeats only at its end.
        assert_eq!(observed(0, &[0, 1, 2, 3, 4, 5, 6]), Some((0, 1, 1)));
        assert_eq!(observed(0, &[5, 3, 4, 4, 1, 7, 2, 2, 2]), None);
        // Two repetitions are not enough.
        assert_eq!(observed(0, &[0, 1, 3, 0, 1, 3]), None);
        assert_eq!(observed(0, &[]), None);
        assert_eq!(observed(0, &[1]), None);
        // g(n + 4) = g(n) + 4.
        assert_eq!(observed(1, &[1, 2, 4, 3, 5, 6, 8, 7, 9, 10, 12, 11, 13, 14]), Some((1, 4, 4)));
    }

    #[test]
    fn genera_repeat_as_they_are() {
        let genera = |values: &[u64]| -> Vec<Option<Genus<Natural>>> {
            let tame = |value: &u64| TameGenus { value: (*value).into(), is_fickle: *value == 0 };
            values.iter().map(|value| Some(Genus::of_tame(tame(value)))).collect()
        };
        let found = Observed::of_things(&4_u64.into(), &genera(&[7, 0, 1, 0, 1, 0, 1])).unwrap().unwrap();
        assert_eq!((found.from.to_u64(), found.length, found.saltus), (Some(5), 2, 0));
        assert_eq!(found.compared.map(|n| n.to_u64()), [Some(5), Some(8)]);
        // These genera grow, so they do not repeat.
        assert_eq!(Observed::of_things(&Natural::ZERO, &genera(&[0, 1, 2, 3, 4, 5, 6])).unwrap(), None);
        assert_eq!(Observed::of_things::<u8>(&Natural::ZERO, &[]).unwrap(), None);
        // Genera behind an unknown one do not count.
        let unknown = [genera(&[0, 0, 0, 0, 0]), vec![None], genera(&[1, 2, 3])].concat();
        let found = Observed::of_things(&Natural::ZERO, &unknown).unwrap().unwrap();
        assert_eq!((found.length, found.compared.map(|n| n.to_u64())), (1, [Some(0), Some(3)]));
    }

    #[test]
    fn values_behind_an_unknown_one_do_not_count() {
        let mut values = vec![Some(Value::Nimber(Natural::ZERO)); 20];
        let compared = |values: &[Option<Value>]| {
            let found = Observed::of(&Natural::ZERO, values).unwrap()?;
            Some(found.compared.map(|n| n.to_u64().unwrap()))
        };
        assert_eq!(compared(&values), Some([0, 18]));
        values[7] = None;
        values[8] = Some(Value::Nimber(5_u64.into()));
        assert_eq!(compared(&values), Some([0, 5]));
        values[1] = None;
        assert_eq!(compared(&values), None);
        values[1] = Some(Value::Infinite(Vec::new()));
        assert_eq!(compared(&values), None);
    }

    proptest! {
        /// The repetition holds from `from` to the end of the list.
        #[test]
        fn what_is_observed_holds(
            before in proptest::collection::vec(0..3_u64, 0..5),
            period in proptest::collection::vec(0..3_u64, 1..5),
            times in 1..8_usize,
            saltus in 0..3_u64,
        ) {
            let mut values = before;
            for time in 0..times {
                values.extend(period.iter().map(|value| value + saltus * u64::try_from(time).unwrap()));
            }
            if let Some((from, length, saltus)) = observed(0, &values) {
                let from = usize::try_from(from).unwrap();
                prop_assert!(from + LEAST_PERIODS * length < values.len() + length);
                prop_assert!((from..values.len() - length).all(|n| values[n + length] == values[n] + saltus));
            } else {
                prop_assert!(times < 8 && values.len() < 60);
            }
        }
    }
}
