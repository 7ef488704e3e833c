//! Certificates of Grundy values. An entry has an option of each smaller value, and each option has another value or
//! can be answered by a move back to the value (Smith 1966). All of this uses earlier entries alone.

use std::collections::{BTreeSet, HashMap};

use crate::fields::{fields, list, pairs, whole};
use crate::game::NumberedPositions;
use crate::json::Json;
use crate::refusal::{Rejection, need};
use crate::rules::GameRules;
use crate::work::{MOST_VALUE, Work};

struct Labels<'a> {
    positions: NumberedPositions<'a>,
    of: HashMap<usize, usize>,
}

impl Labels<'_> {
    /// Returns the XOR of the values of a sum, if all of them are known.
    fn value(&mut self, total: &[usize]) -> Result<Option<usize>, Rejection> {
        let mut xor = 0;
        for part in total {
            self.positions.work.spend(4)?;
            match self.of.get(part) {
                Some(value) => xor ^= value,
                None if self.positions.is_stuck(*part)? => {}
                None => return Ok(None),
            }
        }
        Ok(Some(xor))
    }

    /// Returns whether a move from a sum leaves a sum of this value.
    fn is_answered(&mut self, total: &[usize], value: usize) -> Result<bool, Rejection> {
        for (place, part) in total.iter().enumerate() {
            for reply in self.positions.options(*part)?.iter() {
                let others = total[..place].iter().chain(&total[place + 1..]);
                let after: Vec<usize> = others.chain(reply).copied().collect();
                if self.value(&after)? == Some(value) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn add(&mut self, position: &Json, value: &Json) -> Result<(), Rejection> {
        let at = self.positions.read(position)?;
        let value = whole(Some(value), "a value", 0, MOST_VALUE)?;
        if let Some(known) = self.of.get(&at) {
            return need(*known == value, || format!("{position} is there with two values"));
        }
        let mut seen = BTreeSet::new();
        for left in self.positions.options(at)?.iter() {
            if let Some(other) = self.value(left)? {
                need(other != value, || format!("an option of {position} has its value {value}"))?;
                seen.insert(other);
            } else {
                let is_answered = self.is_answered(left, value)?;
                need(is_answered, || format!("an option of {position} is not shown to have another value"))?;
            }
        }
        let below = seen.range(..value).count();
        need(below == value, || format!("{position} has no option of some value below {value}"))?;
        self.of.insert(at, value);
        Ok(())
    }
}

pub(crate) fn check(cert: &Json, rules: &mut dyn GameRules, work: &mut Work) -> Result<String, Rejection> {
    let names = ["certificate", "kind", "game", "claim", "labels", "infinite"];
    let [_, _, game, claim, entries, infinite] = fields(cert, "the certificate", names, 5)?;
    let mut labels = Labels { positions: NumberedPositions::of(game, rules, work)?, of: HashMap::new() };
    for (position, value) in pairs(entries, "labels")? {
        labels.add(position, value)?;
    }
    let endless = endless(&mut labels, infinite)?;
    let [position, grundy] = fields(claim.unwrap_or(&Json::Null), "the claim", ["position", "grundy"], 2)?;
    let [shown, game] = [position, game].map(|value| value.unwrap_or(&Json::Null).shown());
    let parts = list(position, "the position")?.iter().map(|part| labels.positions.read(part));
    let parts = parts.collect::<Result<Vec<_>, _>>()?;
    if let [part] = parts[..]
        && let Some(values) = endless.get(&part)
    {
        let [claimed] = fields(grundy.unwrap_or(&Json::Null), "the value", ["infinite"], 1)?;
        let values: Vec<Json> = values.iter().copied().map(Json::of).collect();
        need(list(claimed, "values")? == values, || "another infinite value".to_owned())?;
        return Ok(format!("{shown} has the infinite value {} in {game}", Json::List(values)));
    }
    let total = labels.value(&parts)?;
    let total = total.ok_or_else(|| Rejection::refused(format!("{shown}: a component has no label")))?;
    need(grundy == Some(&Json::of(total)), || format!("the value is {total}"))?;
    Ok(format!("{shown} has the Grundy value {total} in {game}"))
}

/// Checks positions with infinite values. One is drawn beside a heap of x unless x is in its list: one player moves
/// from larger heaps to the least number that is not in the list, and from there to another such position.
fn endless(labels: &mut Labels<'_>, infinite: Option<&Json>) -> Result<HashMap<usize, BTreeSet<usize>>, Rejection> {
    let mut endless: HashMap<usize, BTreeSet<usize>> = HashMap::new();
    for (position, values) in pairs(infinite, "infinite")? {
        let at = labels.positions.read(position)?;
        let values = list(Some(values), "values")?.iter().map(|value| whole(Some(value), "a value", 0, usize::MAX));
        let values = values.collect::<Result<BTreeSet<_>, _>>()?;
        let is_same = endless.get(&at).is_none_or(|known| *known == values) && !labels.of.contains_key(&at);
        need(is_same, || format!("{position} is there with two values"))?;
        endless.insert(at, values);
    }
    for (at, values) in &endless {
        let mex = (0..=values.len()).find(|least| !values.contains(least)).unwrap_or_default();
        let (mut seen, mut stays) = (BTreeSet::new(), false);
        for left in labels.positions.options(*at)?.iter() {
            let &[left] = &left[..] else { return Err(Rejection::refused("a move splits an infinite position")) };
            match (labels.value(&[left])?, endless.get(&left)) {
                (Some(value), _) => {
                    seen.insert(value);
                }
                (None, Some(others)) => stays |= !others.contains(&mex),
                (None, None) => return Err(Rejection::refused("an option of an infinite position is not listed")),
            }
        }
        let shown = labels.positions.written(*at);
        need(seen == *values, || format!("{shown}: its options have other values"))?;
        need(stays, || format!("{shown}: each option is answered"))?;
    }
    Ok(endless)
}
