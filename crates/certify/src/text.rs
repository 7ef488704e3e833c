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
#[derive(Clone, Debug)]
pub struct HeapPeriod<'a> {
    game: &'a str,
    start: usize,
    length: usize,
    saltus: Option<u32>,
    values: Vec<usize>,
}

/// A misère quotient of all heaps of a game. Element 0 is 1, the element of the empty sum.
#[derive(Clone, Copy, Debug)]
pub struct HeapQuotient<'a> {
    /// The game as JSON, given by a code or a set.
    pub game: &'a str,
    /// The heap from which the elements repeat, at least 1.
    pub start: usize,
    /// The number of heaps after which they repeat.
    pub length: usize,
    /// The number of elements.
    pub order: usize,
    /// The elements of the heaps 0, 1, 2, ….
    pub images: &'a [usize],
}

/// Writes a list of texts as JSON.
pub fn list<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    format!("[{}]", items.join(","))
}

/// Writes a text as JSON.
#[must_use]
pub fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
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

impl<'a> HeapPeriod<'a> {
    /// Takes the period of a game, which is JSON: the values repeat from the heap `start` on, which is at least 1, after
    /// `length` heaps. In an all-but game, `growth` has the saltus, and the largest number that may not be taken. `value`
    /// returns the value of a heap. `None` if no certificate proves this.
    pub fn of(
        game: &'a str,
        start: usize,
        length: usize,
        growth: Option<(u32, usize)>,
        value: impl FnMut(usize) -> Option<usize>,
    ) -> Option<Self> {
        let is_of_kind = if growth.is_some() { game.starts_with(r#"{"all_but""#) } else { has_digits(game) };
        let count = start.checked_add(length)?.checked_add(growth.map_or(0, |(_, last)| last))?;
        if !is_of_kind || count > MOST_HEAPS {
            return None;
        }
        let values = (0..count).map(value).map(|value| value.filter(|value| *value <= MOST_VALUE));
        let values = values.collect::<Option<_>>()?;
        Some(Self { game, start, length, saltus: growth.map(|(saltus, _)| saltus), values })
    }

    /// Writes the certificate of a period, with the values of single heaps. These are pairs of JSON.
    #[must_use]
    pub fn certificate(&self, heaps: impl IntoIterator<Item = (String, String)>) -> String {
        let Self { game, start, length, saltus, values } = self;
        let heaps = field("heaps", heaps.into_iter().map(|(heap, value)| format!("[{heap},{value}]")));
        let (kind, saltus, mask) = match saltus {
            Some(saltus) => ("arithmetic-period", format!(r#","saltus":{saltus}"#), String::new()),
            None => ("period", String::new(), format!(r#","mask":{}"#, mask(values))),
        };
        format!(
            r#"{{"certificate":1,"kind":"{kind}","game":{game},"claim":{{"from":{start},"length":{length}{saltus}{heaps}}},"values":{}{mask}}}"#,
            list(values)
        )
    }
}

impl HeapQuotient<'_> {
    /// Writes the certificate of a quotient, with the winner of a sum of heaps. The heaps and the winner are JSON.
    #[must_use]
    pub fn certificate(
        &self,
        times: impl Fn(usize, usize) -> usize,
        is_lost: impl Fn(usize) -> bool,
        sum: Option<(String, String)>,
    ) -> String {
        let Self { game, start, length, order, images } = *self;
        let table = list((0..order).map(|a| list((0..order).map(|b| times(a, b)))));
        let lost = list((0..order).filter(|element| is_lost(*element)));
        let sum = sum.map(|(heaps, winner)| format!(r#","position":{heaps},"winner":{winner}"#)).unwrap_or_default();
        format!(
            r#"{{"certificate":1,"kind":"misere-quotient","game":{game},"claim":{{"from":{start},"length":{length}{sum}}},"table":{table},"lost":{lost},"images":{}}}"#,
            list(images)
        )
    }
}
