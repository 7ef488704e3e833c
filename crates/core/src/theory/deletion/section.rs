//! [`Section`]: part of a position, searched as what it is: a board, or moves in their normal form.

use std::fmt::Debug;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::bits::{Bits, Cells};
use super::frame::Frame;
use super::grid::Grid;
use super::known::{Known, Shared};
use super::normal::Normal;
use super::rules::{Layout, Rules};
use super::search::{Method, Search};
use super::space::{Key, Space, Words};
use super::table::{Memory, Table};
use crate::number::meter::{self, Spent};

/// Part of a position: some of its regions, and whatever moves lead to there.
pub(super) trait Section: Send + Sync + Debug {
    /// Solves it as it is at first.
    fn solve(&self, shared: &Shared) -> Result<u8, Spent>;
    /// What is left of it is worth.
    fn value(&self, free: &Cells) -> Result<u8, Spent>;
    /// Is what is left of it worth this? Charged alike whatever was asked before.
    fn is_worth(&self, free: &Cells, value: u8) -> Result<bool, Spent>;

    /// Tells its space from all others: keys of equal spaces mean the same.
    fn space(&self) -> &[u64];
    /// The key of what is left of it.
    fn key(&self, free: &Cells) -> Words;
    /// [`Space::options`].
    fn options(&self, key: Words) -> Vec<Words>;
    /// [`Space::split`].
    fn split(&self, left: Words, part: &mut dyn FnMut(Words)) -> u8;
    /// [`Space::size`].
    fn size(&self, key: Words) -> u32;
    /// [`Space::steps`].
    fn steps(&self) -> u64;
}

/// Says how cells are a key of a space.
trait Keys: Space {
    fn key(&self, free: &Cells) -> Self::Key;
}

/// The moves of a section in their normal form, and how positions are sets of them.
#[derive(Debug)]
struct Listed<const W: usize> {
    normal: Normal<W>,
    /// What each move needs.
    needs: Vec<Box<[usize]>>,
}

impl<const W: usize> Space for Listed<W> {
    type Key = Bits<W>;

    fn options(&self, key: Bits<W>, lefts: &mut Vec<Bits<W>>) {
        self.normal.options(key, lefts);
    }

    fn split(&self, left: Bits<W>, parts: &mut Vec<Bits<W>>) -> u8 {
        self.normal.split(left, parts)
    }

    fn size(&self, key: Bits<W>) -> u32 {
        self.normal.size(key)
    }

    fn steps(&self) -> u64 {
        self.normal.steps()
    }
}

impl<const W: usize> Keys for Listed<W> {
    fn key(&self, free: &Cells) -> Bits<W> {
        let is_possible = |needs: &[usize]| {
            meter::charge_each(needs.len().saturating_add(1), 2);
            needs.iter().all(|cell| free.contains(*cell))
        };
        Bits::of((0..self.needs.len()).filter(|made| is_possible(&self.needs[*made])))
    }
}

/// A board in a frame.
#[derive(Debug)]
struct Framed<F> {
    grid: Grid<F>,
    columns: usize,
    /// Are rows and columns exchanged?
    is_turned: bool,
}

impl<F: Frame> Space for Framed<F> {
    type Key = F;

    fn options(&self, key: F, lefts: &mut Vec<F>) {
        self.grid.options(key, lefts);
    }

    fn split(&self, left: F, parts: &mut Vec<F>) -> u8 {
        self.grid.split(left, parts)
    }

    fn is_zero(&self, key: F) -> bool {
        self.grid.is_zero(key)
    }

    fn size(&self, key: F) -> u32 {
        self.grid.size(key)
    }

    fn steps(&self) -> u64 {
        self.grid.steps()
    }
}

impl<F: Frame> Keys for Framed<F> {
    fn key(&self, free: &Cells) -> F {
        meter::charge_each(free.words(), 64);
        let of = |cell: usize| match (cell / self.columns, cell % self.columns) {
            (row, column) if self.is_turned => F::bit(column, row),
            (row, column) => F::bit(row, column),
        };
        free.iter().fold(F::default(), |key, cell| key.or(of(cell)))
    }
}

#[derive(Debug)]
struct Of<S: Keys> {
    space: S,
    method: Method,
    /// The free cells at first.
    free: Cells,
    /// Tells it from all others, for what is shared; the first so many its space.
    identity: Vec<u64>,
    space_len: usize,
    /// What solving it found.
    before: OnceLock<Arc<Table<S::Key>>>,
    /// What was found since.
    since: Mutex<Option<Memory<S::Key>>>,
}

impl<S: Keys> Of<S> {
    fn memory(&self) -> Memory<S::Key> {
        Memory::new(self.before.get().cloned())
    }
}

impl<S: Keys> Section for Of<S> {
    fn solve(&self, shared: &Shared) -> Result<u8, Spent> {
        let make = || {
            let mut search = Search::new(&self.space, self.method, self.memory());
            let value = search.value_left(self.space.key(&self.free))?;
            let table = search.into_memory().into_table();
            let bytes = table.bytes();
            Ok(Known { value, table: Arc::new(table), bytes })
        };
        let known = shared.of(&self.identity, make)?;
        if let Ok(table) = known.table.downcast() {
            let _ = self.before.set(table);
        }
        Ok(known.value)
    }

    fn value(&self, free: &Cells) -> Result<u8, Spent> {
        let mut since = self.since.lock().unwrap_or_else(PoisonError::into_inner);
        let memory = since.take().unwrap_or_else(|| self.memory());
        let mut search = Search::new(&self.space, self.method, memory);
        let value = search.value_left(self.space.key(free));
        *since = Some(search.into_memory());
        value
    }

    fn is_worth(&self, free: &Cells, value: u8) -> Result<bool, Spent> {
        let mut since = self.since.lock().unwrap_or_else(PoisonError::into_inner);
        let memory = since.take().unwrap_or_else(|| self.memory());
        let mut search = Search::new(&self.space, self.method, memory);
        let is = search.left_is_worth(self.space.key(free), value);
        *since = Some(search.into_memory());
        is
    }

    fn space(&self) -> &[u64] {
        &self.identity[..self.space_len]
    }

    fn key(&self, free: &Cells) -> Words {
        self.space.key(free).words()
    }

    fn options(&self, key: Words) -> Vec<Words> {
        let mut lefts = Vec::new();
        self.space.options(Key::of_words(key), &mut lefts);
        lefts.into_iter().map(Key::words).collect()
    }

    fn split(&self, left: Words, part: &mut dyn FnMut(Words)) -> u8 {
        let mut parts = Vec::new();
        let plain = self.space.split(Key::of_words(left), &mut parts);
        for key in parts {
            part(key.words());
        }
        plain
    }

    fn size(&self, key: Words) -> u32 {
        self.space.size(Key::of_words(key))
    }

    fn steps(&self) -> u64 {
        self.space.steps()
    }
}

fn of<S: Keys + 'static>(
    space: S,
    method: Method,
    free: &Cells,
    identity: Vec<u64>,
    space_len: usize,
) -> Arc<dyn Section> {
    Arc::new(Of {
        space,
        method,
        free: free.clone(),
        identity,
        space_len,
        before: OnceLock::new(),
        since: Mutex::new(None),
    })
}

/// On boards the search of Beling and Rogalski makes about half of the options that the other one makes.
const BOARDS: Method = Method::Turns(3);

/// The free cells of a board in a frame, if they fit into one.
pub(super) fn framed(rules: &Rules, free: &Cells) -> Option<Arc<dyn Section>> {
    let Layout::Board { columns, pieces } = rules.layout() else { return None };
    let columns = (*columns).max(1);
    let rows = rules.cells().div_ceil(columns);
    let is_turned = rows > 8;
    let (height, width) = if is_turned { (columns, rows) } else { (rows, columns) };
    if height > 8 || width > 16 {
        return None;
    }
    let turned = |(row, column): &(usize, usize)| if is_turned { (*column, *row) } else { (*row, *column) };
    let pieces: Vec<Vec<(usize, usize)>> = pieces.iter().map(|piece| piece.iter().map(turned).collect()).collect();
    let number = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
    let is_small = width <= 8;
    let mut identity = vec![u64::from(is_small)];
    for piece in &pieces {
        identity.push(u64::MAX);
        identity.extend(piece.iter().flat_map(|(row, column)| [number(*row), number(*column)]));
    }
    let space_len = identity.len();
    identity.extend([u64::MAX - 1, number(columns), u64::from(is_turned)]);
    identity.extend(free.iter().map(number));
    Some(if is_small {
        of(Framed { grid: Grid::<u64>::new(&pieces), columns, is_turned }, BOARDS, free, identity, space_len)
    } else {
        of(Framed { grid: Grid::<u128>::new(&pieces), columns, is_turned }, BOARDS, free, identity, space_len)
    })
}

/// The possible moves in their normal form.
pub(super) fn listed(rules: &Rules, free: &Cells) -> Result<Arc<dyn Section>, Spent> {
    let moves = rules.possible(free);
    let deletes = rules.deletes(&moves);
    // When the meter is spent on the way, moves are missing that others delete.
    meter::go_on(0)?;
    let needs: Vec<Box<[usize]>> = moves.iter().map(|made| rules.moves()[*made].needs().into()).collect();
    let method = if *rules.layout() == Layout::Order { Method::Full } else { Method::Turns(1) };
    let mut identity = vec![u64::MAX - 2, u64::from(method == Method::Full)];
    for to in &deletes {
        identity.push(u64::MAX);
        identity.extend(to.iter().map(|to| u64::try_from(*to).unwrap_or(u64::MAX)));
    }
    let space_len = identity.len();
    Ok(match deletes.len() {
        0..=64 => of(Listed { normal: Normal::<1>::new(&deletes), needs }, method, free, identity, space_len),
        65..=128 => of(Listed { normal: Normal::<2>::new(&deletes), needs }, method, free, identity, space_len),
        _ => of(Listed { normal: Normal::<4>::new(&deletes), needs }, method, free, identity, space_len),
    })
}
