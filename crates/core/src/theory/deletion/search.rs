//! The search for values of components.
//!
//! Two searches take turns, each with half as much again of options than the other had before, on one table: that of
//! Lemoine and Viennot (2012), which asks for one value after the other, and that of Beling and Rogalski (2020), which
//! keeps the set of the values that are still possible. Either is hundreds of times faster than the other on some games;
//! taking turns costs little. Small components, and games where full search is known to be best, are searched in full.

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

use super::bits::count;
use super::table::{BITS, Known, Table};
use crate::number::meter::{self, Spent};

/// A key of any space.
pub(super) type Words = [u64; 4];

/// A component of a space.
pub(super) trait Key: Copy + Default + Ord + Hash + Send + Sync + Debug + 'static {
    fn words(self) -> Words;

    fn of_words(words: Words) -> Self;
}

/// Components as a search sees them: what moves leave, and what that falls into.
pub(super) trait Space: Send + Sync + Debug {
    /// A component with moves, as the key of all that are equal to it.
    type Key: Key;

    /// What each move leaves, those first that are worth looking at first where nothing else tells.
    fn options(&self, key: Self::Key, each: &mut dyn FnMut(Self::Key));

    /// Adds the components of what a move left, but those whose value is plain to see: the XOR of these.
    fn split(&self, left: Self::Key, parts: &mut Vec<Self::Key>) -> u8;

    /// Is it plain to see that a component is worth 0?
    fn is_zero(&self, _key: Self::Key) -> bool {
        false
    }

    /// How large a component is: at least as large as its value, which is no more than play can last.
    fn size(&self, key: Self::Key) -> u32;

    /// Steps that an option takes to be made.
    fn steps(&self) -> u64;
}

/// The place from 0 to one below `places` that is next to the middle when so many are nearer.
pub(super) fn from_middle(nearer: usize, places: usize) -> Option<usize> {
    let middle = places.checked_sub(1)? / 2;
    let place = if nearer.is_multiple_of(2) { middle.checked_sub(nearer / 2)? } else { middle + nearer.div_ceil(2) };
    (place < places).then_some(place)
}

/// How components are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Method {
    /// The two searches take turns, and those of Beling and Rogalski's are so many times as long.
    Turns(u64),
    /// Every option's value is found.
    Full,
}

/// Why a search ends without having found what was asked for.
#[derive(Clone, Copy, Debug)]
enum Halt {
    /// It is the other one's turn.
    Turn,
    Spent(Spent),
}

impl From<Spent> for Halt {
    fn from(spent: Spent) -> Self {
        Self::Spent(spent)
    }
}

/// How many options the first turn makes, and by what each is longer than the one before.
const FIRST_TURN: u64 = 1_000;
const LONGER: (u64, u64) = (3, 2);

/// Components of at most this size are searched in full: their positions are few, and none is made twice. A size is half of the
/// cells in Cram, so this is small.
const FULL_SIZE: u32 = 4;

/// So many options are looked up in the table together. Each look waits for memory, and does so beside the others as long as nothing
/// else is done in between: one by one, while the options were made, they took a fifth of the time. The more there are, the
/// more are made in vain.
const LOOKS: usize = 8;

/// Some values.
#[derive(Clone, Copy, Debug, Default)]
struct Values([u64; 4]);

impl Values {
    /// More than a component has options.
    const ALL: Self = Self([u64::MAX; 4]);

    fn one(value: u8) -> Self {
        let mut values = Self::default();
        values.insert(value);
        values
    }

    fn insert(&mut self, value: u8) {
        self.0[usize::from(value / 64)] |= 1 << (value % 64);
    }

    fn remove(&mut self, value: u8) {
        self.0[usize::from(value / 64)] &= !(1 << (value % 64));
    }

    fn contains(&self, value: u8) -> bool {
        self.0[usize::from(value / 64)] >> (value % 64) & 1 == 1
    }

    /// The least that is not there; a component has fewer options than there are values.
    fn mex(&self) -> u8 {
        let word = self.0.iter().position(|word| *word != u64::MAX).unwrap_or(3);
        u8::try_from(word * 64 + count(self.0[word].trailing_ones())).unwrap_or(u8::MAX)
    }

    /// The first so many that are not there.
    fn first_missing(&self, count: usize) -> Self {
        let mut missing = Self::default();
        (0..=u8::MAX).filter(|value| !self.contains(*value)).take(count).for_each(|value| missing.insert(value));
        missing
    }

    fn iter(self) -> impl Iterator<Item = u8> {
        (0..4_u8).flat_map(move |place| {
            let mut left = self.0[usize::from(place)];
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(place * 64 + u8::try_from(bit).unwrap_or(0))
            })
        })
    }

    fn largest(self) -> u8 {
        let word = self.0.iter().rposition(|word| *word != 0).unwrap_or(0);
        u8::try_from(word * 64 + 63 - count(self.0[word].leading_zeros().min(63))).unwrap_or(u8::MAX)
    }

    fn up_to(self, top: u8) -> Self {
        let mut words = self.0;
        for (word, first) in words.iter_mut().zip([0_u32, 64, 128, 192]) {
            let kept = (u32::from(top) + 1).saturating_sub(first);
            *word &= 1_u64.checked_shl(kept).map_or(u64::MAX, |end| end - 1);
        }
        Self(words)
    }

    fn is_single(self) -> bool {
        self.0.iter().map(|word| word.count_ones()).sum::<u32>() == 1
    }

    fn is_in(self, other: Self) -> bool {
        self.0.iter().zip(other.0).all(|(one, other)| one & !other == 0)
    }

    fn meets(self, other: Self) -> bool {
        self.0.iter().zip(other.0).any(|(one, other)| one & other != 0)
    }

    fn xor(self, with: u8) -> Self {
        let mut values = Self::default();
        self.iter().for_each(|value| values.insert(value ^ with));
        values
    }

    /// As far as entries of tables keep them.
    fn bits(self) -> u32 {
        u32::try_from(self.0[0] & ((1 << BITS) - 1)).unwrap_or(0)
    }
}

/// What searches have found: what was found before, which others share, and what was found since.
#[derive(Clone, Debug)]
pub(super) struct Memory<K> {
    before: Option<Arc<Table<K>>>,
    since: Table<K>,
}

impl<K: Copy + Default + Eq + Hash> Memory<K> {
    pub(super) fn new(before: Option<Arc<Table<K>>>) -> Self {
        Self { before, since: Table::new() }
    }

    pub(super) fn into_table(self) -> Table<K> {
        self.since
    }

    fn get(&self, key: &K) -> Option<Known> {
        let before = || self.before.as_ref().and_then(|table| table.get(key));
        self.since.get(key).or_else(before)
    }

    fn value(&self, key: &K) -> Option<u8> {
        match self.get(key) {
            Some(Known::Exactly(value)) => Some(value),
            _ => None,
        }
    }

    fn excluded(&self, key: &K) -> u32 {
        match self.get(key) {
            Some(Known::Not(values)) => values,
            _ => 0,
        }
    }

    fn exclude(&mut self, key: K, values: u32) {
        let all = values | self.excluded(&key);
        self.since.set(key, Known::Not(all));
    }
}

/// A search, with what it has found.
#[derive(Debug)]
pub(super) struct Search<'s, S: Space> {
    space: &'s S,
    method: Method,
    memory: Memory<S::Key>,
    /// Components of the options of all components that are open now.
    parts: Vec<S::Key>,
    /// Those options.
    options: Vec<Option_>,
    /// What the moves leave of the component that is being opened.
    lefts: Vec<S::Key>,
    /// What is known of the components of the options that are being made.
    found: Vec<Option<Known>>,
    /// Options made so far, and how many there may be before it is the other's turn.
    made: u64,
    turn: u64,
}

/// An option of an open component whose value is not known: a sum of components, the largest first.
#[derive(Clone, Copy, Debug)]
struct Option_ {
    /// The XOR of the values of its other components.
    xor: u8,
    weight: u32,
    order: u32,
    first: u32,
    count: u32,
}

/// An open component: where its options begin.
#[derive(Clone, Copy)]
struct Frame {
    options: usize,
    parts: usize,
    /// The values of options that are known.
    known: Values,
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn place(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

impl<'s, S: Space> Search<'s, S> {
    pub(super) fn new(space: &'s S, method: Method, memory: Memory<S::Key>) -> Self {
        let (parts, options, lefts, found) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { space, method, memory, parts, options, lefts, found, made: 0, turn: u64::MAX }
    }

    pub(super) fn into_memory(self) -> Memory<S::Key> {
        self.memory
    }

    /// The value of a component.
    pub(super) fn value_of(&mut self, key: S::Key) -> Result<u8, Spent> {
        if self.space.is_zero(key) {
            return Ok(0);
        }
        self.in_turns(|search, lemoine_viennot| match (search.method, lemoine_viennot) {
            (Method::Full, _) => search.full(key),
            (Method::Turns(_), true) => search.value(key),
            (Method::Turns(_), false) => search.value_by_sets(key),
        })
    }

    /// Is the value of a component this?
    pub(super) fn is_worth(&mut self, key: S::Key, value: u8) -> Result<bool, Spent> {
        self.in_turns(|search, lemoine_viennot| match (search.method, lemoine_viennot) {
            (Method::Full, _) => search.full(key).map(|found| found == value),
            (Method::Turns(_), true) => search.is(key, value),
            (Method::Turns(_), false) => Ok(search.within(key, Values::one(value))? == Some(value)),
        })
    }

    /// Is the sum of what a move left worth this? All but its largest component are valued, that one only asked.
    pub(super) fn left_is_worth(&mut self, left: S::Key, value: u8) -> Result<bool, Spent> {
        let mut parts = Vec::new();
        let mut rest = value ^ self.space.split(left, &mut parts);
        parts.sort_unstable_by_key(|part| (self.space.size(*part), *part));
        let Some(largest) = parts.pop() else { return Ok(rest == 0) };
        for part in parts {
            rest ^= self.value_of(part)?;
        }
        self.is_worth(largest, rest)
    }

    /// What the sum of what a move left is worth.
    pub(super) fn value_left(&mut self, left: S::Key) -> Result<u8, Spent> {
        let mut parts = Vec::new();
        let plain = self.space.split(left, &mut parts);
        parts.into_iter().try_fold(plain, |xor, part| Ok(xor ^ self.value_of(part)?))
    }

    fn in_turns<T>(&mut self, mut work: impl FnMut(&mut Self, bool) -> Result<T, Halt>) -> Result<T, Spent> {
        let (mut length, mut lemoine_viennot) = (FIRST_TURN, true);
        loop {
            let times = match self.method {
                Method::Turns(times) if !lemoine_viennot => times,
                _ => 1,
            };
            self.turn = self.made.saturating_add(length.saturating_mul(times));
            match work(self, lemoine_viennot) {
                Ok(found) => return Ok(found),
                Err(Halt::Spent(spent)) => return Err(spent),
                Err(Halt::Turn) => {}
            }
            self.parts.clear();
            self.options.clear();
            length = length.saturating_mul(LONGER.0) / LONGER.1;
            lemoine_viennot = !lemoine_viennot;
        }
    }

    /// Makes the options of a component. None once there is one of each value that is asked for: then its own is none of them.
    fn open(&mut self, key: S::Key, asked: Values) -> Result<Option<Frame>, Halt> {
        let mut frame = Frame { options: self.options.len(), parts: self.parts.len(), known: Values::default() };
        let mut lefts = std::mem::take(&mut self.lefts);
        lefts.clear();
        self.space.options(key, &mut |left| lefts.push(left));
        let (mut made, mut are_all_there) = (0, false);
        for some in lefts.chunks(LOOKS) {
            let (first_option, first_part) = (self.options.len(), self.parts.len());
            for left in some {
                let first = self.parts.len();
                let xor = self.space.split(*left, &mut self.parts);
                let count = number(self.parts.len() - first);
                self.options.push(Option_ { xor, weight: 0, order: made, first: number(first), count });
                made += 1;
            }
            self.leave_out_known(&mut frame.known, first_option, first_part);
            are_all_there = asked.is_in(frame.known);
            if are_all_there {
                break;
            }
        }
        self.lefts = lefts;
        self.charge(made)?;
        if are_all_there {
            self.close(&frame);
            return Ok(None);
        }
        let Self { parts, options, .. } = self;
        let opened = &mut options[frame.options..];
        opened.sort_unstable_by(|one, other| {
            let list = |option: &Option_| &parts[place(option.first)..place(option.first + option.count)];
            (one.xor, list(one)).cmp(&(other.xor, list(other))).then_with(|| one.order.cmp(&other.order))
        });
        let mut kept = frame.options;
        for at in frame.options..options.len() {
            let option = options[at];
            let same = kept > frame.options && {
                let list = |option: &Option_| &parts[place(option.first)..place(option.first + option.count)];
                let before = options[kept - 1];
                before.xor == option.xor && list(&before) == list(&option)
            };
            if !same {
                options[kept] = option;
                kept += 1;
            }
        }
        options.truncate(kept);
        options[frame.options..].sort_unstable_by_key(|option| (option.weight, option.order));
        Ok(Some(frame))
    }

    /// Looks up the components of the options from one on. Those that are known, and two that are the same, go into the XOR; an
    /// option of which none is left is known itself.
    fn leave_out_known(&mut self, known: &mut Values, first_option: usize, first_part: usize) {
        let Self { space, memory, parts, options, found, .. } = self;
        found.clear();
        found.extend(parts[first_part..].iter().map(|part| memory.get(part)));
        let (mut kept_options, mut kept_parts) = (first_option, first_part);
        for at in first_option..options.len() {
            let Option_ { mut xor, order, first, count, .. } = options[at];
            let first_kept = kept_parts;
            for part in place(first)..place(first + count) {
                let key = parts[part];
                match found[part - first_part] {
                    Some(Known::Exactly(value)) => xor ^= value,
                    _ if space.is_zero(key) => memory.since.set(key, Known::Exactly(0)),
                    _ => {
                        parts[kept_parts] = key;
                        kept_parts += 1;
                    }
                }
            }
            let open = &mut parts[first_kept..kept_parts];
            open.sort_unstable_by_key(|part| std::cmp::Reverse((space.size(*part), *part)));
            kept_parts = first_kept + without_pairs(open);
            if kept_parts == first_kept {
                known.insert(xor);
                continue;
            }
            let open = &parts[first_kept..kept_parts];
            let weight = open.iter().map(|part| space.size(*part).saturating_pow(2)).fold(0, u32::saturating_add);
            let (first, count) = (number(first_kept), number(open.len()));
            options[kept_options] = Option_ { xor, weight, order, first, count };
            kept_options += 1;
        }
        options.truncate(kept_options);
        parts.truncate(kept_parts);
    }

    fn close(&mut self, frame: &Frame) {
        self.options.truncate(frame.options);
        self.parts.truncate(frame.parts);
    }

    /// Values all components of an option but the largest.
    fn settle(
        &mut self,
        option: usize,
        value: impl Fn(&mut Self, S::Key) -> Result<u8, Halt>,
    ) -> Result<(S::Key, u8), Halt> {
        while self.options[option].count > 1 {
            let Option_ { first, count, .. } = self.options[option];
            let part = self.parts[place(first + count - 1)];
            let value = value(self, part)?;
            self.options[option].xor ^= value;
            self.options[option].count -= 1;
        }
        let Option_ { first, xor, .. } = self.options[option];
        Ok((self.parts[place(first)], xor))
    }

    /// The value, by valuing all options. None is kept: what they leave stands on the components' stack until it is valued.
    fn full(&mut self, key: S::Key) -> Result<u8, Halt> {
        match self.memory.get(&key) {
            Some(Known::Exactly(value)) => return Ok(value),
            _ if self.space.is_zero(key) => return Ok(0),
            _ => {}
        }
        let (space, first) = (self.space, self.parts.len());
        space.options(key, &mut |left| self.parts.push(left));
        let end = self.parts.len();
        self.charge(number(end - first))?;
        let mut known = Values::default();
        for at in first..end {
            let value = self.full_left(self.parts[at])?;
            known.insert(value);
        }
        self.parts.truncate(first);
        let value = known.mex();
        self.memory.since.set(key, Known::Exactly(value));
        Ok(value)
    }

    /// The value of what a move left. Where all is searched in full it is looked up as it is, before it is taken apart: most of
    /// it was left before, in one piece. What falls apart is not kept itself, which would take six times the memory.
    fn full_left(&mut self, left: S::Key) -> Result<u8, Halt> {
        if self.method == Method::Full
            && let Some(value) = self.memory.value(&left)
        {
            return Ok(value);
        }
        let first = self.parts.len();
        let mut xor = self.space.split(left, &mut self.parts);
        while self.parts.len() > first
            && let Some(part) = self.parts.pop()
        {
            xor ^= self.full(part)?;
        }
        Ok(xor)
    }

    /// Counts options, once they are made.
    fn charge(&mut self, made: u32) -> Result<(), Halt> {
        self.made = self.made.saturating_add(u64::from(made));
        meter::go_on(self.space.steps().saturating_mul(u64::from(made).saturating_add(1)))?;
        if self.made > self.turn { Err(Halt::Turn) } else { Ok(()) }
    }

    /// The value, by Lemoine and Viennot.
    fn value(&mut self, key: S::Key) -> Result<u8, Halt> {
        if let Some(value) = self.memory.value(&key) {
            return Ok(value);
        }
        if self.space.size(key) <= FULL_SIZE {
            return self.full(key);
        }
        let Some(frame) = self.open(key, Values::ALL)? else { return Ok(u8::MAX) };
        let value = self.rise(key, frame, None)?;
        self.close(&frame);
        Ok(value.unwrap_or_default())
    }

    /// Is the value this? By Lemoine and Viennot.
    fn is(&mut self, key: S::Key, value: u8) -> Result<bool, Halt> {
        if self.space.size(key) < u32::from(value) {
            return Ok(false);
        }
        match self.memory.get(&key) {
            Some(Known::Exactly(found)) => return Ok(found == value),
            Some(Known::Not(values)) if u32::from(value) < BITS && values >> value & 1 == 1 => return Ok(false),
            _ => {}
        }
        if self.space.size(key) <= FULL_SIZE {
            return Ok(self.full(key)? == value);
        }
        let Some(frame) = self.open(key, Values::one(value))? else {
            self.memory.exclude(key, Values::one(value).bits());
            return Ok(false);
        };
        let found = self.rise(key, frame, Some(value))?;
        self.close(&frame);
        Ok(found == Some(value))
    }

    /// Looks for options of the values 0, 1, … until there is none: that is the value. None if there is one of the value
    /// that is asked about.
    fn rise(&mut self, key: S::Key, mut frame: Frame, asked: Option<u8>) -> Result<Option<u8>, Halt> {
        let excluded = |value: u8| if u32::from(value) < BITS { 1 << value } else { 0 };
        for value in 0..=u8::MAX {
            let mut option = frame.options;
            while option < self.options.len() && !frame.known.contains(value) {
                let (largest, xor) = self.settle(option, Self::value)?;
                let is = self.is(largest, value ^ xor)?;
                let found = if is { Some(value) } else { self.memory.value(&largest).map(|found| found ^ xor) };
                match found {
                    Some(found) => {
                        frame.known.insert(found);
                        self.options.remove(option);
                    }
                    None => option += 1,
                }
            }
            if !frame.known.contains(value) {
                self.memory.since.set(key, Known::Exactly(value));
                return Ok(Some(value));
            }
            if let Some(asked) = asked.filter(|asked| frame.known.contains(*asked)) {
                self.memory.exclude(key, excluded(asked));
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// The value, by Beling and Rogalski: asked for one value after the other.
    fn value_by_sets(&mut self, key: S::Key) -> Result<u8, Halt> {
        if let Some(value) = self.memory.value(&key) {
            return Ok(value);
        }
        for value in 0..=u8::MAX {
            if let Some(value) = self.within(key, Values::one(value))? {
                return Ok(value);
            }
        }
        Ok(u8::MAX)
    }

    /// The value, if it is one of those that are asked for, or if it is found on the way: by Beling and Rogalski.
    fn within(&mut self, key: S::Key, asked: Values) -> Result<Option<u8>, Halt> {
        match self.memory.get(&key) {
            Some(Known::Exactly(value)) => return Ok(Some(value)),
            Some(Known::Not(values)) if asked.0[1..] == [0; 3] && asked.0[0] & !u64::from(values) == 0 => {
                return Ok(None);
            }
            _ => {}
        }
        if self.space.size(key) <= FULL_SIZE {
            return self.full(key).map(Some);
        }
        let Some(mut frame) = self.open(key, asked)? else {
            self.memory.exclude(key, asked.bits());
            return Ok(None);
        };
        // With so many options left, the value is one of the first so many that none has, or the next one.
        let mut possible = frame.known.first_missing(self.options.len() - frame.options + 1);
        let excluded = self.memory.excluded(&key);
        // An option of a larger value makes no difference to whether the value is one that is asked for. So the larger ones
        // of those that are possible are not asked for, and may be wrong: only how many there are is right.
        let top = asked.largest();
        for option in frame.options..self.options.len() {
            if possible.is_single() {
                break;
            }
            if !possible.meets(asked) {
                self.close(&frame);
                self.memory.exclude(key, excluded | asked.bits());
                return Ok(None);
            }
            let (largest, xor) = self.settle(option, Self::value_by_sets)?;
            let last = possible.largest();
            possible.remove(last);
            if let Some(found) = self.within(largest, possible.up_to(top).xor(xor))? {
                let found = found ^ xor;
                if possible.contains(found) {
                    possible.remove(found);
                    possible.insert(last);
                }
                frame.known.insert(found);
            }
        }
        self.close(&frame);
        let value = possible.largest();
        if possible.is_single() && value <= top {
            self.memory.since.set(key, Known::Exactly(value));
            return Ok(Some(value));
        }
        self.memory.exclude(key, asked.bits());
        Ok(None)
    }
}

/// Takes out two of the same, which are worth 0 together, of components in some order; how many are left, at the front.
fn without_pairs<K: Copy + Eq>(parts: &mut [K]) -> usize {
    let mut kept = 0;
    for at in 0..parts.len() {
        if kept > 0 && parts[kept - 1] == parts[at] {
            kept -= 1;
        } else {
            parts[kept] = parts[at];
            kept += 1;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::super::grid::{Frame, Grid};
    use super::*;
    use proptest::prelude::*;

    /// Halts that no search without a limit comes to.
    fn found<T>(search: Result<T, Halt>) -> T {
        search.unwrap_or_else(|halt| panic!("{halt:?}"))
    }

    proptest! {
        /// Each search by itself, whose turn may not come in small games.
        #[test]
        fn searches_agree(gone in any::<u32>(), more in any::<u32>(), bent in any::<bool>(), asked in 1..256_u64) {
            let domino = [vec![(0, 0), (0, 1)], vec![(0, 0), (1, 0)]];
            let pieces = [&domino[..], &[vec![(0, 0), (0, 1), (1, 0)]]].concat();
            let grid = Grid::<u64>::new(if bent { &pieces } else { &domino });
            let board = (0..20).filter(|cell| (gone & more) >> cell & 1 == 0).map(|cell| u64::bit(cell / 5, cell % 5));
            let mut parts = Vec::new();
            grid.split(board.fold(0, |board, cell| board | cell), &mut parts);
            for part in parts {
                let search = || Search::new(&grid, Method::Turns(1), Memory::new(None));
                let value = found(search().full(part));
                prop_assert_eq!(found(search().value(part)), value);
                prop_assert_eq!(found(search().value_by_sets(part)), value);
                let asked = Values([asked, 0, 0, 0]);
                let mut by_sets = search();
                let within = found(by_sets.within(part, asked));
                prop_assert!(within == Some(value) || within.is_none() && !asked.contains(value));
                // What was noted on the way is right, too.
                prop_assert_eq!(found(by_sets.value(part)), value);
                for one in asked.iter() {
                    prop_assert_eq!(found(search().is(part, one)), one == value);
                }
            }
        }
    }
}
