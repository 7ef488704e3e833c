//! [`Section`]: a part of a position. The search sees a section either as a board ([`Grid`]) or as a graph of moves
//! ([`Normal`]).

use std::fmt::{self, Debug};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::bits::{Bits, Cells};
use super::drawing::drawn;
use super::frame::{Frame, Low, Square, Wide};
use super::grid::Grid;
use super::normal::Normal;
use super::rules::{DeletionRules, Layout};
use super::search::{Method, ValueSearch};
use super::space::{Key, Space, Words};
use super::table::{BoundTable, Memory};
use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::theory::cache::{Cache, CacheKind, Cached, allocated};

/// The topic under which the steps of solving are charged.
pub(super) const TOPIC: &str = "the search of a deletion game";

/// A part of a position: some of its regions, and all positions that can be reached from them by moves.
pub(in crate::theory) trait Section: Send + Sync + Debug {
    /// Finds the value of the section as it is before any move.
    fn solve(&self, cache: &Cache) -> Result<u8, Spent>;
    /// Returns the value of the section if only the cells of `free` are free.
    fn value(&self, free: &Cells) -> Result<u8, Spent>;
    /// Returns whether the section has the value `value` if only the cells of `free` are free. The search uses the
    /// results of earlier calls on this section.
    fn is_worth(&self, free: &Cells, value: u8) -> Result<bool, Spent>;

    /// Returns words that distinguish the space of this section from all other spaces. If two sections have equal words
    /// here, their keys have the same meaning.
    fn space(&self) -> &[u64];
    /// Returns the key of the section if only the cells of `free` are free.
    fn key(&self, free: &Cells) -> Words;
    /// Returns the result of [`Space::options`], with keys in words.
    fn options(&self, key: Words) -> Vec<Words>;
    /// Does the same as [`Space::split`], with keys in words.
    fn split(&self, left: Words, part: &mut dyn FnMut(Words)) -> u8;
    /// Returns the result of [`Space::size`].
    fn size(&self, key: Words) -> u32;
    /// Returns the result of [`Space::steps`].
    fn steps(&self) -> u64;
}

/// The result of solving a section. The result is cached, because bots and pages of moves send further requests about
/// the same section.
#[derive(Clone)]
struct SolvedCell<K> {
    value: u8,
    /// The table of values that the search filled.
    table: Arc<BoundTable<K>>,
}

impl<K: Key> Cached for SolvedCell<K> {
    const KIND: CacheKind = CacheKind::Deletion;

    fn bytes(&self) -> usize {
        allocated::<(BoundTable<K>, [usize; 2])>(1) + self.table.bytes()
    }
}

/// A section, with the space in which it is searched.
struct SearchedSection<S: Space, K> {
    space: S,
    /// Makes the key of the section from the free cells.
    key: K,
    method: Method,
    /// The key of the section as it is before any move.
    start: S::Key,
    /// Words that distinguish this section from all others in the cache. The first `space_len` words distinguish the
    /// space.
    identity: Vec<u64>,
    space_len: usize,
    /// The table of values that [`Section::solve`] found.
    before: OnceLock<Arc<BoundTable<S::Key>>>,
    /// The values that were found after [`Section::solve`].
    since: Mutex<Option<Memory<S::Key>>>,
}

impl<S: Space, K> Debug for SearchedSection<S, K> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Of").field("space", &self.space).field("start", &self.start).finish_non_exhaustive()
    }
}

impl<S: Space, K: Fn(&Cells) -> S::Key + Send + Sync> SearchedSection<S, K> {
    fn memory(&self) -> Memory<S::Key> {
        Memory::new(self.before.get().cloned())
    }

    /// Runs `about` on the position in which only the cells of `free` are free. `about` gets a search that knows all
    /// values found so far.
    fn ask<T>(&self, free: &Cells, about: impl FnOnce(&mut ValueSearch<S>, S::Key) -> T) -> T {
        let mut since = self.since.lock().unwrap_or_else(PoisonError::into_inner);
        let memory = since.take().unwrap_or_else(|| self.memory());
        let mut search = ValueSearch::new(&self.space, self.method, memory);
        let answer = about(&mut search, (self.key)(free));
        *since = Some(search.into_memory());
        answer
    }
}

impl<S: Space, K: Fn(&Cells) -> S::Key + Send + Sync> Section for SearchedSection<S, K> {
    fn solve(&self, cache: &Cache) -> Result<u8, Spent> {
        let make = || {
            let mut search = ValueSearch::new(&self.space, self.method, self.memory());
            let value = search.value_left(self.start)?;
            Ok::<_, Spent>(SolvedCell { value, table: Arc::new(search.into_memory().into_table()) })
        };
        meter::charge_each(self.identity.len(), cost::ENTRY);
        let SolvedCell { value, table } = cache.find(TOPIC, &self.identity, make)?;
        let _ = self.before.set(table);
        Ok(value)
    }

    #[expect(clippy::redundant_closure_for_method_calls, reason = "the method's lifetime is one, the closure's any")]
    fn value(&self, free: &Cells) -> Result<u8, Spent> {
        self.ask(free, |search, left| search.value_left(left))
    }

    fn is_worth(&self, free: &Cells, value: u8) -> Result<bool, Spent> {
        self.ask(free, |search, left| search.left_is_worth(left, value))
    }

    fn space(&self) -> &[u64] {
        &self.identity[..self.space_len]
    }

    fn key(&self, free: &Cells) -> Words {
        (self.key)(free).words()
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

/// Creates a section in a space. The words `told_by` distinguish the space from all other spaces.
fn of<S: Space + 'static>(
    space: S,
    told_by: &[u64],
    method: Method,
    key: impl Fn(&Cells) -> S::Key + Send + Sync + 'static,
    free: &Cells,
) -> Arc<dyn Section> {
    let start = key(free);
    let identity = [told_by, &start.words()].concat();
    let (before, since) = (OnceLock::new(), Mutex::new(None));
    Arc::new(SearchedSection { space, key, method, start, identity, space_len: told_by.len(), before, since })
}

/// On boards the search of Beling and Rogalski gets long turns, because it makes about half as many options as the
/// search of Lemoine and Viennot. The search of Lemoine and Viennot still gets short turns, because it is faster on
/// boards that are trees.
const BOARDS: Method = Method::Turns(16);

/// The two dominoes, placed in the corner.
const DOMINOES: [[(usize, usize); 2]; 2] = [[(0, 0), (0, 1)], [(0, 0), (1, 0)]];

/// Creates a section from the free cells, as a board in a [`Frame`]. If the rules give the cells no places on a board,
/// [`drawn`] must find a board. `None` for a poset game, if no board is found, or if the board fits in no frame.
pub(super) fn framed(rules: &DeletionRules, free: &Cells) -> Option<Arc<dyn Section>> {
    match rules.layout() {
        Layout::Board { columns, pieces } => {
            let columns = (*columns).max(1);
            let place = move |cell: usize| Some((cell / columns, cell % columns));
            in_frame((rules.cells().div_ceil(columns), columns), pieces, place, free)
        }
        Layout::None => {
            let places = drawn(rules, free)?;
            let end = |of: fn(&(usize, usize)) -> usize| places.values().map(of).max().map_or(0, |last| last + 1);
            let size = (end(|place| place.0), end(|place| place.1));
            in_frame(size, &DOMINOES.map(Vec::from), move |cell| places.get(&cell).copied(), free)
        }
        Layout::Order => None,
    }
}

/// Creates the section of the free cells as a board in a [`Frame`]. The board is turned if it has more than 8 rows.
/// `None` if it is then larger than 8 × 16. A cell for which `place` returns `None` must occur in no move.
fn in_frame(
    (rows, columns): (usize, usize),
    pieces: &[Vec<(usize, usize)>],
    place: impl Fn(usize) -> Option<(usize, usize)> + Send + Sync + 'static,
    free: &Cells,
) -> Option<Arc<dyn Section>> {
    let is_turned = rows > 8;
    let (height, width) = if is_turned { (columns, rows) } else { (rows, columns) };
    if height > 8 || width > 16 {
        return None;
    }
    let turned = move |(row, column)| if is_turned { (column, row) } else { (row, column) };
    let pieces: Vec<Vec<(usize, usize)>> =
        pieces.iter().map(|piece| piece.iter().copied().map(turned).collect()).collect();
    let place = move |cell| place(cell).map(turned);
    let number = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
    let is_square = width <= 8;
    let is_low = !is_square && height <= 4;
    let mut told_by = vec![u64::from(is_square), u64::from(is_low)];
    for piece in &pieces {
        told_by.push(u64::MAX);
        told_by.extend(piece.iter().flat_map(|(row, column)| [number(*row), number(*column)]));
    }
    Some(if is_square {
        of(Grid::<Square>::new(&pieces), &told_by, BOARDS, move |free| placed(free, &place), free)
    } else if is_low {
        of(Grid::<Low>::new(&pieces), &told_by, BOARDS, move |free| placed(free, &place), free)
    } else {
        of(Grid::<Wide>::new(&pieces), &told_by, BOARDS, move |free| placed(free, &place), free)
    })
}

/// Returns the free cells as a frame.
fn placed<F: Frame>(free: &Cells, place: impl Fn(usize) -> Option<(usize, usize)>) -> F {
    meter::charge_each(free.words(), cost::OPTION);
    free.iter().filter_map(place).fold(F::default(), |cells, (row, column)| cells.or(F::bit(row, column)))
}

/// Returns the section of the free cells as a graph of all possible moves ([`Normal`]).
pub(super) fn listed(rules: &DeletionRules, free: &Cells) -> Result<Arc<dyn Section>, Spent> {
    let moves = rules.possible(free);
    let deletes = rules.deletes(&moves);
    // If the meter was spent meanwhile, the lists of deleted moves are incomplete.
    meter::go_on(0)?;
    let needs: Vec<Box<[usize]>> = moves.iter().map(|made| rules.moves()[*made].needs().into()).collect();
    let method = if *rules.layout() == Layout::Order { Method::Full } else { Method::Turns(1) };
    let mut told_by = vec![u64::MAX - 2, u64::from(method == Method::Full)];
    for to in &deletes {
        told_by.push(u64::MAX);
        told_by.extend(to.iter().map(|to| u64::try_from(*to).unwrap_or(u64::MAX)));
    }
    Ok(match deletes.len() {
        0..=64 => of(Normal::<1>::new(&deletes), &told_by, method, move |free| possible(&needs, free), free),
        65..=128 => of(Normal::<2>::new(&deletes), &told_by, method, move |free| possible(&needs, free), free),
        _ => of(Normal::<4>::new(&deletes), &told_by, method, move |free| possible(&needs, free), free),
    })
}

/// Returns the moves that are possible if only the cells of `free` are free. `needs` lists the cells that each move
/// needs.
fn possible<const W: usize>(needs: &[Box<[usize]>], free: &Cells) -> Bits<W> {
    let is_possible = |needs: &[usize]| {
        meter::charge_each(needs.len().saturating_add(1), cost::BYTE);
        needs.iter().all(|cell| free.contains(*cell))
    };
    Bits::of((0..needs.len()).filter(|made| is_possible(&needs[*made])))
}
