//! Writes certificates as JSON.

use crate::labels::LabelProof;
use crate::lost::WinnerProof;
use crate::mask::mask;

/// The game of a certificate, the components that it is about, and how positions are written.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'a, T> {
    /// The game as JSON.
    pub game: &'a str,
    /// The numbers of the components.
    pub components: &'a [usize],
    /// Each position as JSON.
    pub written: &'a [T],
}

/// The most heaps and the largest value that a checker reads.
const MOST_HEAPS: usize = 1_000_000;
const MOST_VALUE: usize = (1 << 15) - 1;

/// A period of the values of heaps, which a table of values proves.
#[derive(Clone, Copy, Debug)]
pub struct HeapPeriod<'a> {
    /// The game as JSON.
    pub game: &'a str,
    /// The heap from which the values repeat.
    pub from: usize,
    /// The number of heaps after which they repeat.
    pub length: usize,
    /// The saltus of an all-but game, and the largest number that may not be taken.
    pub growth: Option<(u32, usize)>,
}

/// A misère quotient of all heaps of a game. Element 0 is 1, the element of the empty sum.
#[derive(Clone, Copy, Debug)]
pub struct HeapQuotient<'a> {
    /// The game as JSON, given by a code or a set.
    pub game: &'a str,
    /// The heap from which the elements repeat.
    pub from: usize,
    /// The number of heaps after which they repeat.
    pub length: usize,
    /// The number of elements.
    pub order: usize,
}

/// Writes a list of texts as JSON.
pub fn list<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    format!("[{}]", items.join(","))
}

/// Joins texts with commas, up to the one with which they have more than `most` bytes. `None` if one can't be written.
pub fn joined_up_to(most: usize, texts: impl IntoIterator<Item = Option<String>>) -> Option<String> {
    let mut joined = String::new();
    for (place, text) in texts.into_iter().enumerate() {
        joined.extend([if place > 0 { "," } else { "" }, &text?]);
        if joined.len() > most {
            break;
        }
    }
    Some(joined)
}

/// Writes a text as JSON.
#[must_use]
pub fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Writes a game of the catalogue. Its parameters are in its key.
#[must_use]
pub fn catalogue_game(id: &str, key: &str) -> String {
    let parameters = key.strip_suffix(')').and_then(|key| key.split_once('('));
    let parameters = parameters.map(|(_, parameters)| format!(r#","parameters":{}"#, quoted(parameters)));
    format!(r#"{{"catalogue":"{id}"{}}}"#, parameters.unwrap_or_default())
}

/// Writes a field, unless there is nothing to list.
fn field<T: ToString>(name: &str, items: impl IntoIterator<Item = T>) -> String {
    let items = list(items);
    if items == "[]" { String::new() } else { format!(r#","{name}":{items}"#) }
}

impl<T: AsRef<str>> Claim<'_, T> {
    fn sum(&self, numbers: &[usize]) -> String {
        list(numbers.iter().map(|number| self.written[*number].as_ref()))
    }

    /// Writes the certificate of a Grundy value, which is JSON.
    #[must_use]
    pub fn labels(&self, grundy: &str, proof: &LabelProof) -> String {
        let (game, position) = (self.game, self.sum(self.components));
        let labels = list(proof.values.iter().map(|(at, value)| format!("[{},{value}]", self.written[*at].as_ref())));
        let infinite = proof.infinite.iter();
        let infinite = infinite.map(|(at, values)| format!("[{},{}]", self.written[*at].as_ref(), list(values)));
        format!(
            r#"{{"certificate":1,"kind":"labels","game":{game},"claim":{{"position":{position},"grundy":{grundy}}},"labels":{labels}{}}}"#,
            field("infinite", infinite)
        )
    }

    /// Writes the certificate of a winner.
    #[must_use]
    pub fn winner(&self, is_misere: bool, proof: &WinnerProof) -> String {
        let (game, position) = (self.game, self.sum(self.components));
        let winner = match proof.wins {
            Some(true) => "first",
            Some(false) => "second",
            None => "draw",
        };
        let play = if is_misere { "misere" } else { "normal" };
        let lost = list(proof.lost.iter().map(|sum| self.sum(sum)));
        let drawn = field("drawn", proof.drawn.iter().map(|sum| self.sum(sum)));
        format!(
            r#"{{"certificate":1,"kind":"lost","game":{game},"claim":{{"position":{position},"winner":"{winner}"}},"play":"{play}","lost":{lost}{drawn}}}"#
        )
    }
}

/// Returns whether a game, which is JSON, is given by a code or a set.
#[must_use]
pub fn has_digits(game: &str) -> bool {
    game.starts_with(r#"{"code""#) || game.starts_with(r#"{"subtraction""#)
}

impl HeapPeriod<'_> {
    /// Writes the certificate of a period, with the values of single heaps. `value` returns the value of a heap, and
    /// `heaps` returns pairs of JSON. `None` if no certificate proves this.
    pub fn certificate(
        &self,
        value: impl FnMut(usize) -> Option<usize>,
        heaps: impl FnOnce() -> Option<Vec<(String, String)>>,
    ) -> Option<String> {
        let Self { game, from, length, growth } = *self;
        let start = from.max(1);
        let is_of_kind = if growth.is_some() { game.starts_with(r#"{"all_but""#) } else { has_digits(game) };
        let count = start.checked_add(length)?.checked_add(growth.map_or(0, |(_, last)| last))?;
        if !is_of_kind || count > MOST_HEAPS {
            return None;
        }
        let values = (0..count).map(value).map(|value| value.filter(|value| *value <= MOST_VALUE));
        let values: Vec<usize> = values.collect::<Option<_>>()?;
        let heaps = field("heaps", heaps()?.into_iter().map(|(heap, value)| format!("[{heap},{value}]")));
        let (kind, saltus, mask) = match growth {
            Some((saltus, _)) => ("arithmetic-period", format!(r#","saltus":{saltus}"#), String::new()),
            None => ("period", String::new(), format!(r#","mask":{}"#, mask(&values))),
        };
        Some(format!(
            r#"{{"certificate":1,"kind":"{kind}","game":{game},"claim":{{"from":{start},"length":{length}{saltus}{heaps}}},"values":{}{mask}}}"#,
            list(values)
        ))
    }
}

impl HeapQuotient<'_> {
    /// Writes the certificate of a quotient, with the winner of a sum of heaps. `element` returns the element of a heap.
    /// The heaps and the winner are JSON. `None` if the element of a heap is not known.
    pub fn certificate(
        &self,
        element: impl Fn(usize) -> Option<usize>,
        times: impl Fn(usize, usize) -> usize,
        is_lost: impl Fn(usize) -> bool,
        sum: Option<(String, String)>,
    ) -> Option<String> {
        let Self { game, from, length, order } = *self;
        let start = from.max(1);
        let images = list((0..start.checked_add(length)?).map(element).collect::<Option<Vec<_>>>()?);
        let table = list((0..order).map(|a| list((0..order).map(|b| times(a, b)))));
        let lost = list((0..order).filter(|element| is_lost(*element)));
        let sum = sum.map(|(heaps, winner)| format!(r#","position":{heaps},"winner":{winner}"#)).unwrap_or_default();
        Some(format!(
            r#"{{"certificate":1,"kind":"misere-quotient","game":{game},"claim":{{"from":{start},"length":{length}{sum}}},"table":{table},"lost":{lost},"images":{images}}}"#
        ))
    }
}
