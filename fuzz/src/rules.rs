//! The games by their rules alone, written apart from the service, and brute force over them.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::Hash;

use grundy::games::{Component, Kind};
use grundy::limits::{Limits, Meter};

use super::Bytes;

/// A small position. Of unordered pairs the smaller number is first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Position {
    Euclid(u64, u64),
    Wizards(u64, u64),
    RedBlue(String),
    EmptyAndDivide(u64, u64),
    PowerPile(u64, u64),
    Nim(u64),
}
use Position::{EmptyAndDivide, Euclid, Nim, PowerPile, RedBlue, Wizards};

/// How large the numbers and strings may be.
pub struct Size {
    /// Numbers are below it; at most 256.
    pub number: u64,
    /// The boxes of empty-and-divide have at most so many chips: every division is a move.
    pub chips: u64,
    /// Strings are shorter.
    pub beads: u64,
}

impl Position {
    /// Some position of some game.
    pub fn read(bytes: &mut Bytes, size: &Size) -> Self {
        let kind = Kind::ALL[usize::from(bytes.byte()) % Kind::ALL.len()];
        let mut number = |bound| bytes.below(bound);
        match kind {
            Kind::Euclid => Euclid(1 + number(size.number), 1 + number(size.number)),
            Kind::Wizards => Wizards(number(size.number), number(size.number)),
            Kind::RedBlue => {
                let length = number(size.beads);
                RedBlue((0..length).map(|_| if number(2) == 0 { 'B' } else { 'R' }).collect())
            }
            Kind::EmptyAndDivide => EmptyAndDivide(1 + number(size.chips), 1 + number(size.chips)),
            Kind::PowerPile => PowerPile(1 + number(12), number(size.number)),
            Kind::Nim => Nim(number(size.number)),
        }
        .sorted()
    }

    /// What a component of the service is.
    pub fn of(component: &Component) -> Self {
        let text = component.to_string();
        let number = |text: &str| text.parse::<u64>().unwrap();
        let pair = || text.split_once(',').map(|(first, second)| (number(first), number(second))).unwrap();
        match component.kind() {
            Kind::Euclid => Euclid(pair().0, pair().1),
            Kind::Wizards => Wizards(pair().0, pair().1),
            Kind::RedBlue => RedBlue(text),
            Kind::EmptyAndDivide => EmptyAndDivide(pair().0, pair().1),
            Kind::PowerPile => PowerPile(pair().0, pair().1),
            Kind::Nim => Nim(number(&text)),
        }
        .sorted()
    }

    /// The service's component.
    pub fn component(&self) -> Component {
        let (kind, text) = match self {
            Euclid(a, b) => (Kind::Euclid, format!("{a},{b}")),
            Wizards(a, b) => (Kind::Wizards, format!("{a},{b}")),
            RedBlue(beads) => (Kind::RedBlue, beads.clone()),
            EmptyAndDivide(m, n) => (Kind::EmptyAndDivide, format!("{m},{n}")),
            PowerPile(base, stones) => (Kind::PowerPile, format!("{base},{stones}")),
            Nim(stones) => (Kind::Nim, stones.to_string()),
        };
        kind.from_text(&text, &mut Meter::new(&Limits::default())).unwrap()
    }

    fn sorted(self) -> Self {
        match self {
            Euclid(a, b) => Euclid(a.min(b), a.max(b)),
            Wizards(a, b) => Wizards(a.min(b), a.max(b)),
            EmptyAndDivide(m, n) => EmptyAndDivide(m.min(n), m.max(n)),
            other => other,
        }
    }

    /// All options.
    pub fn options(&self) -> BTreeSet<Self> {
        let options: Vec<Self> = match self {
            // Down to a positive rest only: Grossman's rule.
            Euclid(a, b) => (1..*b).filter(|left| (b - left) % a == 0).map(|left| Euclid(*a, left)).collect(),
            Wizards(0, _) => Vec::new(),
            Wizards(a, b) => powers(*a)
                .skip(1)
                .take_while(|power| power <= b)
                .map(|power| b - power)
                .chain([b % a])
                .map(|left| Wizards(*a, left))
                .collect(),
            RedBlue(beads) => {
                let flip = |from: usize, end: usize| {
                    let flipped =
                        beads.bytes().enumerate().map(|(place, bead)| match (bead, from <= place && place < end) {
                            (bead, false) => char::from(bead),
                            (b'R', true) => 'B',
                            (_, true) => 'R',
                        });
                    RedBlue(flipped.collect())
                };
                let runs = (0..beads.len()).flat_map(|from| (from + 1..=beads.len()).map(move |end| (from, end)));
                let is_move = |(from, end): &(usize, usize)| {
                    beads[*from..].starts_with('R') && !beads[from + 1..*end].contains('R')
                };
                runs.filter(is_move).map(|(from, end)| flip(from, end)).collect()
            }
            EmptyAndDivide(m, n) => [*m, *n]
                .into_iter()
                .flat_map(|chips| (1..chips).map(move |part| EmptyAndDivide(part, chips - part)))
                .collect(),
            PowerPile(base, stones) => powers(*base)
                .take_while(|power| power <= stones)
                .map(|power| PowerPile(*base, stones - power))
                .collect(),
            Nim(stones) => (0..*stones).map(Nim).collect(),
        };
        options.into_iter().map(Self::sorted).collect()
    }
}

/// 1, *a*, *a*², …: enough of them for small numbers.
fn powers(a: u64) -> impl Iterator<Item = u64> {
    std::iter::successors(Some(1), move |power: &u64| power.checked_mul(a)).take(10)
}

/// The Grundy values of normal and of misère play: misère, a position without options has 1.
pub fn genus(position: &Position) -> (u64, u64) {
    thread_local!(static KNOWN: RefCell<HashMap<Position, (u64, u64)>> = RefCell::default());
    remembered(&KNOWN, position, || {
        let genera: Vec<_> = position.options().iter().map(genus).collect();
        let misere = if genera.is_empty() { 1 } else { mex(genera.iter().map(|genus| genus.1)) };
        (mex(genera.iter().map(|genus| genus.0)), misere)
    })
}

fn mex(values: impl Iterator<Item = u64>) -> u64 {
    let values: HashSet<u64> = values.collect();
    (0..=u64::MAX).find(|value| !values.contains(value)).unwrap()
}

/// Does the player to move win the sum, in normal and in misère play? From the definition, without any theory.
pub fn first_wins(sum: &[Position]) -> [bool; 2] {
    thread_local!(static KNOWN: RefCell<HashMap<Vec<Position>, [bool; 2]>> = RefCell::default());
    let mut sum = sum.to_vec();
    sum.sort_unstable();
    remembered(&KNOWN, &sum, || {
        let after: Vec<[bool; 2]> =
            moves(&sum).into_iter().map(|(place, to)| first_wins(&with(&sum, place, to))).collect();
        [after.iter().any(|wins| !wins[0]), after.is_empty() || after.iter().any(|wins| !wins[1])]
    })
}

/// The moves of a sum: which component becomes what.
pub fn moves(sum: &[Position]) -> BTreeSet<(usize, Position)> {
    let of = |(place, position): (usize, &Position)| position.options().into_iter().map(move |to| (place, to));
    sum.iter().enumerate().flat_map(of).collect()
}

/// The sum after a move.
pub fn with(sum: &[Position], place: usize, to: Position) -> Vec<Position> {
    let mut sum = sum.to_vec();
    sum[place] = to;
    sum
}

type Known<K, V> = std::thread::LocalKey<RefCell<HashMap<K, V>>>;

/// `find`, once for each key.
fn remembered<K: Clone + Eq + Hash, V: Copy>(known: &'static Known<K, V>, key: &K, find: impl FnOnce() -> V) -> V {
    if let Some(value) = known.with_borrow(|known| known.get(key).copied()) {
        return value;
    }
    let value = find();
    known.with_borrow_mut(|known| {
        // Hours of fuzzing must not fill the memory.
        if known.len() > 500_000 {
            known.clear();
        }
        known.insert(key.clone(), value);
    });
    value
}
