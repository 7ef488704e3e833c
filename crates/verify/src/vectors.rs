//! [`Vectors`]: games in which a move subtracts a step once, or a ride any positive number of times.

use crate::fields::{fields, list};
use crate::json::Json;
use crate::refusal::{Rejection, need};
use crate::work::{MOST_ENTRIES, Work};

/// Entries of vectors are smaller than this, whatever their sign.
const MOST_ENTRY: u64 = 1 << 53;

/// The vectors of a game. None of them has another length than a position.
pub(crate) struct Vectors {
    steps: Vec<Vec<i128>>,
    rides: Vec<Vec<i128>>,
}

fn coordinates(position: &Json) -> Result<Vec<i128>, Rejection> {
    let coordinate = |part: &Json| {
        let small = part.small().and_then(|number| i128::try_from(number).ok());
        small.ok_or_else(|| Rejection::refused("a coordinate is a small integer from 0 on"))
    };
    list(Some(position), "a position")?.iter().map(coordinate).collect()
}

fn vectors(value: Option<&Json>, what: &str) -> Result<Vec<Vec<i128>>, Rejection> {
    let entry = |entry: &Json| {
        let number = if let Json::Integer(digits) = entry { digits.parse::<i64>().ok() } else { None };
        let small = number.filter(|number| number.unsigned_abs() < MOST_ENTRY).map(i128::from);
        small.ok_or_else(|| Rejection::refused("an entry is a small integer"))
    };
    let vector = |vector| list(Some(vector), "a vector")?.iter().map(entry).collect();
    list(value, what)?.iter().map(vector).collect()
}

impl Vectors {
    /// Reads `{"vectors": {"steps": [[2, 1]], "rides": [[1, 0]]}}`.
    pub(crate) fn of(game: &Json) -> Result<Self, Rejection> {
        let [given] = fields(game, "the game", ["vectors"], 1)?;
        let [steps, rides] = fields(given.unwrap_or(&Json::Null), "vectors", ["steps", "rides"], 2)?;
        let (steps, rides) = (vectors(steps, "steps")?, vectors(rides, "rides")?);
        let end = rides.iter().all(|ride| ride.iter().any(|entry| *entry > 0));
        need(end, || "a ride has an entry above 0".to_owned())?;
        Ok(Self { steps, rides })
    }

    /// Returns a position as a list. A single coordinate may be written without the list.
    pub(crate) fn form(position: &Json) -> Result<Json, Rejection> {
        let list = if position.list().is_some() { position.clone() } else { Json::List(vec![position.clone()]) };
        coordinates(&list).map(|_| list)
    }

    pub(crate) fn options(&self, position: &Json, work: &mut Work) -> Result<Vec<Vec<Json>>, Rejection> {
        let from = coordinates(position)?;
        let mut options = Vec::new();
        for (vector, most) in
            self.steps.iter().map(|step| (step, 1)).chain(self.rides.iter().map(|ride| (ride, i128::MAX)))
        {
            need(vector.len() == from.len(), || "a position has another length than a vector".to_owned())?;
            let ends = from.iter().zip(vector).filter(|(_, entry)| **entry > 0).map(|(from, entry)| from / entry);
            let last = ends.min().unwrap_or(most).min(most);
            for times in 1..=last {
                work.spend(from.len().saturating_add(1).saturating_mul(64))?;
                need(options.len() < MOST_ENTRIES, || "too many options".to_owned())?;
                let left =
                    from.iter().zip(vector).map(|(from, entry)| usize::try_from(from - entry * times).map(Json::of));
                let left =
                    left.collect::<Result<_, _>>().map_err(|_| Rejection::refused("a coordinate is too large"))?;
                options.push(vec![Json::List(left)]);
            }
        }
        Ok(options)
    }
}
