//! Certificates of periods: those of codes and subtraction sets, by the theorem of Guy and Smith (1956), and arithmetic
//! ones of all-but sets.

use crate::code::HeapDigits;
use crate::decimal::Decimal;
use crate::fields::{fields, list, pairs, whole};
use crate::game::kept_of;
use crate::json::{Json, MOST_DIGITS};
use crate::mex;
use crate::refusal::{Rejection, need};
use crate::work::{MOST_ENTRIES, MOST_VALUE, Work};

fn values(values: Option<&Json>) -> Result<Vec<usize>, Rejection> {
    list(values, "values")?.iter().map(|value| whole(Some(value), "a value", 0, MOST_VALUE)).collect()
}

/// Returns the digits of an integer. It may be a string, since JavaScript rounds large numbers.
fn digits_of(value: &Json) -> Result<&str, Rejection> {
    let digits = match value {
        Json::Integer(digits) => Some(digits),
        Json::Text(digits) if (digits.len() == 1 || !digits.starts_with('0')) && !digits.is_empty() => Some(digits),
        _ => None,
    };
    let digits = digits.filter(|digits| digits.len() <= MOST_DIGITS);
    digits.map(|digits| &**digits).ok_or_else(|| Rejection::refused("an integer from 0 on is needed"))
}

/// A period: g(n + length) = g(n) + saltus for all n from `start` on.
pub(crate) struct Repeats {
    pub(crate) start: usize,
    pub(crate) length: usize,
    pub(crate) saltus: usize,
}

impl Repeats {
    pub(crate) fn of(start: Option<&Json>, length: Option<&Json>, saltus: usize) -> Result<Self, Rejection> {
        let (start, length) = (whole(start, "from", 1, MOST_ENTRIES)?, whole(length, "length", 1, MOST_ENTRIES)?);
        Ok(Self { start, length, saltus })
    }

    /// Returns the heap below `start` + `length` whose value a heap repeats, and how many periods it is smaller.
    pub(crate) fn within(&self, heap: &Json) -> Result<(usize, Decimal), Rejection> {
        let digits = digits_of(heap)?;
        let heap = Decimal::of(digits)?;
        let word = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
        let Some(past) = heap.less(word(self.start)) else {
            return Ok((digits.parse().unwrap_or_default(), Decimal::of("0")?));
        };
        let (times, rest) = past.divided(word(self.length));
        Ok((self.start.saturating_add(usize::try_from(rest).unwrap_or_default()), times))
    }

    /// Checks the values of single heaps in a claim, and returns them as text.
    fn heaps(&self, heaps: Option<&Json>, g: &[usize]) -> Result<String, Rejection> {
        let word = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
        let mut text = String::new();
        for (heap, value) in pairs(heaps, "heaps")? {
            let (at, times) = self.within(heap)?;
            let grown = times.times_plus(word(self.saltus), word(g[at]));
            need(Decimal::of(digits_of(value)?)? == grown, || format!("heap {heap} has another value"))?;
            text = format!("{text}, g({}) = {}", digits_of(heap)?, digits_of(value)?);
        }
        Ok(text)
    }
}

pub(crate) fn check_plain(cert: &Json, work: &mut Work) -> Result<String, Rejection> {
    let names = ["certificate", "kind", "game", "claim", "values", "mask"];
    let [_, _, game, claim, listed, mask] = fields(cert, "the certificate", names, 5)?;
    let (game, claim) = (game.unwrap_or(&Json::Null), claim.unwrap_or(&Json::Null));
    let [start, length, heaps] = fields(claim, "the claim", ["from", "length", "heaps"], 2)?;
    let (code, repeats) = (HeapDigits::of(game)?, Repeats::of(start, length, 0)?);
    let mut g = values(listed)?;
    let Repeats { start, length, .. } = repeats;
    let count = || "the values are those of the heaps 0 to from + length - 1".to_owned();
    need(g.first() == Some(&0) && g.len() == start.saturating_add(length), count)?;
    for n in g.len()..code.heaps_to_check(start, length)? {
        g.push(g[n - length]);
    }
    let mask = mask.map_or(Ok(0), |mask| whole(Some(mask), "mask", 0, MOST_VALUE))?;
    mex::check(&code, &g, mask, work)?;
    Ok(format!("g(n + {length}) = g(n) for all n ≥ {start} in {}{}", game.shown(), repeats.heaps(heaps, &g)?))
}

/// In an all-but game a heap has an option of each value below its own. So the heaps below n have the values 0 to M.
/// Let K be the largest number of the set. Then g(n) is a function of M and of the values of the last K heaps.
pub(crate) fn check_arithmetic(cert: &Json, work: &mut Work) -> Result<String, Rejection> {
    let names = ["certificate", "kind", "game", "claim", "values"];
    let [_, _, game, claim, listed] = fields(cert, "the certificate", names, 5)?;
    let (game, claim) = (game.unwrap_or(&Json::Null), claim.unwrap_or(&Json::Null));
    let [start, length, saltus, heaps] = fields(claim, "the claim", ["from", "length", "saltus", "heaps"], 3)?;
    let kept = kept_of(game)?;
    let repeats = Repeats::of(start, length, whole(saltus, "saltus", 0, MOST_ENTRIES)?)?;
    let Repeats { start, length, saltus } = repeats;
    let (g, last) = (values(listed)?, kept.iter().copied().max().unwrap_or(0));
    let needed = start.saturating_add(length).saturating_add(last);
    need((needed..=MOST_ENTRIES).contains(&g.len()), || "too few values, or too many".to_owned())?;
    // For each value, whether a heap that is far below has it, and the last heap that has it as an option nearby.
    let (mut is_below, mut seen_by) = (vec![false; MOST_VALUE + 1], vec![None; MOST_VALUE + 1]);
    for n in 0..g.len() {
        if let Some(far) = n.checked_sub(last + 1) {
            is_below[g[far]] = true;
        }
        work.spend(last.min(n) + g[n])?;
        (1..=last.min(n)).filter(|k| !kept.contains(k)).for_each(|k| seen_by[g[n - k]] = Some(n));
        let is_there = |value: usize| is_below[value] || seen_by[value] == Some(n);
        let is_mex = !is_there(g[n]) && (0..g[n]).all(is_there);
        need(is_mex, || format!("heap {n} has another value"))?;
    }
    let repeat = (start..start + last).all(|n| g[n + length] == g[n] + saltus);
    need(repeat, || "the values do not repeat".to_owned())?;
    let largest = |end: usize| g[..end].iter().copied().max().unwrap_or(0);
    need(largest(start + length) == largest(start) + saltus, || "the largest value does not grow so".to_owned())?;
    Ok(format!(
        "g(n + {length}) = g(n) + {saltus} for all n ≥ {start} in {}{}",
        game.shown(),
        repeats.heaps(heaps, &g)?
    ))
}
