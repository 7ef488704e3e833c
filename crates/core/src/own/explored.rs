//! [`ExploredRules`]: the positions of a game that a client defined by rules, the moves between them, and their values,
//! as far as requests have needed them.
//!
//! All of this is cached for later requests with the same rules. Such a request may begin at another position. For
//! example, a bot sends a request for each of its moves in a game. What is cached is closed: a cached position has its
//! moves, and moves lead only to cached positions. If a request fails, what it has added is removed.
//!
//! A request is charged the steps to find the positions that its own positions lead to, even if they are cached, and its
//! limits hold for these positions. Requests of a batch that share a game are not charged. Instead, the batch is charged
//! once for each position that one of its requests leads to. So a response does not depend on earlier requests, and a
//! batch not on earlier batches.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use grundy_rules::{Encoded, PositionTable, Script};

use super::reach::{Limits, ReachSize, RowSize, add_options, doubt, metered, number, too_many, took_all};
use super::ruled::PartOfPositions;
use super::splitting_game::result;
use crate::game::search::Found;
use crate::game::shape::Literal;
use crate::game::{Purpose, UnusableRules};
use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::theory::cache::{CacheKind, Cached, allocated, of_map};
use crate::theory::graphs::Graph;
use crate::theory::graphs::graph::{NONE, index, vertex};
use crate::theory::graphs::labels::SmithLabels;
use crate::theory::graphs::splitting::{NoValues, SplittingGraph};

/// The sizes of the games from the starts of earlier requests are kept, for requests with at most this number of starts.
const MOST_STARTS: usize = 64;

/// The largest number of such sizes.
const MOST_SIZES: usize = 10_000;

/// The number of batches whose positions are kept at the same time.
const MOST_BATCHES: usize = 8;

/// The steps of known positions are charged once this number of steps was done to find them.
const STRIDE: u64 = 100_000;

/// Positions of one game that a client defined by rules, with the moves from these positions and their values. Games of
/// requests share the parts of it.
#[derive(Debug)]
pub(crate) struct ExploredRules {
    positions: Arc<PositionTable>,
    /// The moves. Each vertex is the position with the same number.
    graph: Arc<SplittingGraph>,
    /// The values of the positions from which play always ends.
    labels: Arc<SmithLabels>,
    /// The results of the positions, if some move leaves several positions or none; otherwise empty.
    found: Arc<Vec<Found>>,
    /// For each of these results, whether the position leads to such a move.
    splits: Vec<bool>,
    /// For each position, the steps to explore it.
    steps: Vec<u32>,
    /// The size of all of it.
    size: ReachSize,
    /// The sizes of the games from the starts of earlier requests, and the bytes of the starts.
    sizes: HashMap<Box<[u32]>, ReachSize>,
    bytes_of_starts: usize,
    /// The positions that the requests of batches have found. The batch that was used last comes last.
    batches: Vec<(u64, Progress)>,
}

/// A batch whose requests share a game.
#[derive(Debug)]
pub(crate) struct Batch {
    number: u64,
    /// The steps that its requests took for the game so far.
    steps: AtomicU64,
}

impl Default for Batch {
    fn default() -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        Self { number: COUNT.fetch_add(1, Ordering::Relaxed), steps: AtomicU64::new(0) }
    }
}

impl Batch {
    /// Adds steps. Returns the steps of all requests so far.
    pub(super) fn add(&self, steps: u64) -> u64 {
        self.steps.fetch_add(steps, Ordering::Relaxed).saturating_add(steps)
    }
}

/// The progress of the exploration in one request.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    met: Met,
    /// How many of these positions the request has explored or is exploring.
    done: usize,
    /// The steps that had been charged when the exploration of the last of these positions began.
    charged: u64,
    /// This position, if the exploration failed.
    last: Option<Literal>,
    size: ReachSize,
    /// Whether a move leaves several positions, or none.
    splits: bool,
}

/// The positions that a request has found, in the order in which it found them.
#[derive(Debug)]
enum Met {
    /// This number of positions of the cache, in the order of the cache. It is so while all of them are new, and then
    /// they need no list.
    First(u32),
    /// Any positions.
    Listed {
        /// The numbers of the positions in the cache.
        found: Vec<u32>,
        /// For each position in the cache, its place in `found`; [`NONE`] if the request has not found the position.
        numbers: Vec<u32>,
    },
}

impl Default for Met {
    fn default() -> Self {
        Self::First(0)
    }
}

impl Met {
    fn len(&self) -> usize {
        match self {
            Self::First(count) => index(*count),
            Self::Listed { found, .. } => found.len(),
        }
    }

    /// Returns the number in the cache of the position at this place.
    #[inline]
    fn get(&self, place: usize) -> Option<u32> {
        match self {
            Self::First(count) => Some(vertex(place)).filter(|number| number < count),
            Self::Listed { found, .. } => found.get(place).copied(),
        }
    }

    /// Removes the positions that were added last, so that `length` positions are left.
    fn truncate(&mut self, length: usize) {
        match self {
            Self::First(count) => *count = (*count).min(vertex(length)),
            Self::Listed { found, numbers } => {
                for known in found.drain(length.min(found.len())..) {
                    numbers[index(known)] = NONE;
                }
            }
        }
    }

    /// Returns the bytes that the lists have allocated.
    fn bytes(&self) -> usize {
        match self {
            Self::First(_) => 0,
            Self::Listed { found, numbers } => {
                allocated::<u32>(found.capacity()) + allocated::<u32>(numbers.capacity())
            }
        }
    }

    /// Adds those of some positions that are new. The cache has `all` positions.
    #[inline]
    fn add(&mut self, positions: &[u32], all: usize) {
        for (at, known) in positions.iter().enumerate() {
            match self {
                Self::First(count) if known < count => {}
                Self::First(count) if known == count => *count += 1,
                Self::First(count) => {
                    let found: Vec<u32> = (0..*count).collect();
                    *self = Self::Listed { numbers: found.clone(), found };
                    return self.add(&positions[at..], all);
                }
                Self::Listed { found, numbers } => {
                    if numbers.len() < all {
                        numbers.resize(all, NONE);
                    }
                    for known in &positions[at..] {
                        let number = &mut numbers[index(*known)];
                        if *number == NONE {
                            *number = vertex(found.len());
                            found.push(*known);
                        }
                    }
                    return;
                }
            }
        }
    }
}

impl From<Met> for PartOfPositions {
    fn from(met: Met) -> Self {
        match met {
            Met::First(count) => Self { vertices: (0..count).collect(), numbers: (0..count).collect() },
            Met::Listed { found, numbers } => Self { vertices: found, numbers },
        }
    }
}

/// The game of explored positions.
pub(super) struct GameOfRules {
    pub(super) positions: Arc<PositionTable>,
    /// The positions that are vertices; `None` if all of them are.
    pub(super) part: Option<PartOfPositions>,
    pub(super) moves: ExploredMoves,
}

/// The moves of explored positions.
pub(super) enum ExploredMoves {
    /// Each move leaves one position. The labels are known if play always ends.
    Single(Arc<Graph>, Option<Arc<SmithLabels>>),
    /// Moves leave lists of positions.
    Splitting(Arc<SplittingGraph>, Arc<Vec<Found>>),
}

/// A script that runs, and the moves that it returned last.
struct Explorer {
    script: Script,
    /// The positions that the moves leave.
    parts: Vec<u32>,
    /// For each move, the end of its positions.
    ends: Vec<u32>,
}

/// Steps that are to be charged for known positions.
#[derive(Default)]
struct KeptSteps {
    /// The steps to find the positions, which are done now.
    done: u64,
    /// All steps.
    all: u64,
}

impl KeptSteps {
    fn charge(&mut self) -> Result<(), Spent> {
        let Self { done, all } = std::mem::take(self);
        meter::charge(done.min(all));
        meter::charge_kept(all.saturating_sub(done));
        meter::go_on(0)
    }
}

impl Progress {
    /// Returns the steps that the positions took.
    pub(super) fn steps(&self) -> u64 {
        self.size.steps
    }

    /// Returns the number of positions and of the positions that moves leave.
    pub(super) fn weight(&self) -> usize {
        self.size.weight()
    }

    /// Creates the error for rules that have used up all their steps. `begun` is the number of steps that had been
    /// charged before the exploration, which may take `most` steps.
    pub(super) fn took_all(self, begun: u64, most: u64) -> UnusableRules {
        took_all(self.charged.saturating_sub(begun), most, self.met.len(), self.last)
    }
}

impl Default for ExploredRules {
    fn default() -> Self {
        Self {
            positions: Arc::default(),
            graph: Arc::new(SplittingGraph::empty()),
            labels: Arc::new(SmithLabels::empty()),
            found: Arc::default(),
            splits: Vec::new(),
            steps: Vec::new(),
            size: ReachSize::default(),
            sizes: HashMap::new(),
            bytes_of_starts: 0,
            batches: Vec::new(),
        }
    }
}

impl ExploredRules {
    /// Explores all positions that `starts` lead to, for a request of a batch. It does not go through positions again that
    /// other requests of the batch have found. `None` if play may not end.
    ///
    /// # Errors
    /// The script fails, the game is too large, or the meter is spent.
    pub(super) fn reach_in(
        &mut self,
        batch: &Batch,
        script: &Script,
        starts: &[Literal],
        limits: &Limits,
        progress: &mut Progress,
    ) -> Result<Option<GameOfRules>, UnusableRules> {
        self.begin(script, starts, limits)?;
        let at = self.batches.iter().position(|(number, _)| *number == batch.number);
        let mut all = at.map_or_else(Progress::default, |at| self.batches.remove(at).1);
        let (found, size) = (all.met.len(), all.size);
        if let Err(fault) = self.walk_and_label(script, starts, Purpose::Moves, limits, &mut all) {
            if found > 0 && !meter::is_spent() {
                // The positions of all requests may be too many together. They are forgotten.
                return self.reach_in(batch, script, starts, limits, progress);
            }
            let met = Met::First(vertex(all.met.len() - found));
            *progress = Progress { met, charged: all.charged, last: all.last.take(), ..Progress::default() };
            all.met.truncate(found);
            (all.done, all.size) = (found, size);
            self.keep(batch, all);
            return Err(fault);
        }
        self.keep(batch, all);
        let known = self.known(starts);
        Ok(known.map(|known| self.whole(self.lead_to_split(&known))))
    }

    /// Keeps what the requests of a batch have found.
    fn keep(&mut self, batch: &Batch, found: Progress) {
        if self.batches.len() >= MOST_BATCHES {
            self.batches.remove(0);
        }
        self.batches.push((batch.number, found));
    }

    /// Charges for the script and the starts. Empties the cache if positions of earlier requests fill the memory.
    fn begin(&mut self, script: &Script, starts: &[Literal], limits: &Limits) -> Result<(), Spent> {
        if self.size.bytes(Purpose::Moves) > limits.bytes {
            *self = Self::default();
        }
        meter::charge_each(script.memory() / 8, cost::WORD);
        for start in starts {
            meter::charge(cost::OPTION);
            meter::go_on_each(start.encoded().bytes().len(), cost::WORD)?;
        }
        Ok(())
    }

    /// Explores all positions that `starts` lead to.
    ///
    /// # Errors
    /// The script fails, the game is too large, or the meter is spent.
    pub(super) fn reach(
        &mut self,
        script: &Script,
        starts: &[Literal],
        purpose: Purpose,
        limits: &Limits,
        progress: &mut Progress,
    ) -> Result<GameOfRules, UnusableRules> {
        self.begin(script, starts, limits)?;
        if purpose == Purpose::Moves
            && let Some(known) = self.known(starts)
            && let Some(size) = self.sizes.get(&*known)
            && size.fits(meter::left(), limits)
        {
            meter::charge_kept(size.steps);
            meter::go_on(0)?;
            progress.size = *size;
            progress.splits = self.lead_to_split(&known);
            return Ok(self.whole(progress.splits));
        }
        self.walk_and_label(script, starts, purpose, limits, progress)?;
        let known = self.known(starts);
        if let Some(known) = known.as_ref().filter(|_| starts.len() <= MOST_STARTS) {
            if self.sizes.len() >= MOST_SIZES {
                self.sizes.clear();
                self.bytes_of_starts = 0;
            }
            if self.sizes.insert(known.as_slice().into(), progress.size).is_none() {
                self.bytes_of_starts += allocated::<u32>(known.len());
            }
        }
        match (known.is_some(), progress.splits, purpose) {
            (true, true, _) | (true, false, Purpose::Moves) => Ok(self.whole(progress.splits)),
            (is_finite, false, _) => self.part(is_finite, progress),
            (false, true, _) => Err(self.cycle(progress)),
        }
    }

    /// Returns the numbers of positions, if all of them are known and play from them always ends.
    fn known(&self, starts: &[Literal]) -> Option<Vec<u32>> {
        let finite = |known: &u32| *known < self.graph.vertices() && self.labels.finite(*known).is_some();
        starts.iter().map(|start| self.positions.find(start.encoded()).filter(finite)).collect()
    }

    /// Returns whether one of these positions leads to a move that leaves several positions, or none.
    fn lead_to_split(&self, known: &[u32]) -> bool {
        known.iter().any(|start| self.splits.get(index(*start)) == Some(&true))
    }

    /// Returns the game of all positions. It serves only those that lead to no cycle, and to no split if `splits` is
    /// false.
    fn whole(&self, splits: bool) -> GameOfRules {
        let moves = if splits {
            ExploredMoves::Splitting(Arc::clone(&self.graph), Arc::clone(&self.found))
        } else {
            ExploredMoves::Single(Arc::clone(self.graph.below()), Some(Arc::clone(&self.labels)))
        };
        GameOfRules { positions: Arc::clone(&self.positions), part: None, moves }
    }

    /// Returns the game of just the positions that a request has found, numbered in the order in which it found them.
    fn part(&self, is_finite: bool, progress: &mut Progress) -> Result<GameOfRules, UnusableRules> {
        meter::go_on_each(progress.size.weight(), cost::ENTRY)?;
        let positions = Arc::clone(&self.positions);
        if matches!(progress.met, Met::First(count) if count == self.graph.vertices()) {
            let labels = is_finite.then(|| Arc::clone(&self.labels));
            let moves = ExploredMoves::Single(Arc::clone(self.graph.below()), labels);
            return Ok(GameOfRules { positions, part: None, moves });
        }
        let PartOfPositions { vertices, numbers } = std::mem::take(&mut progress.met).into();
        let graph = Arc::new(self.graph.below().part(&vertices, &numbers));
        let labels = is_finite.then(|| Arc::new(self.labels.part(&vertices)));
        let part = Some(PartOfPositions { vertices, numbers });
        Ok(GameOfRules { positions, part, moves: ExploredMoves::Single(graph, labels) })
    }

    /// Creates the error for a game in which a move leaves a list of positions, and play may come back to a position.
    fn cycle(&self, progress: &mut Progress) -> UnusableRules {
        let PartOfPositions { vertices, numbers } = std::mem::take(&mut progress.met).into();
        let through = match self.graph.part(&vertices, &numbers).bottom_up() {
            Err(NoValues::Cycle { through }) => vertices.get(index(through)).copied(),
            Err(NoValues::Spent(spent)) => {
                progress.met = Met::Listed { found: vertices, numbers };
                return spent.into();
            }
            Ok(_) => None,
        };
        let reason = "play may come back to this position, and a game in which a move leaves a list of positions, their sum, \
                      must come to an end; if the list is meant as one position, write a tuple";
        let fault = UnusableRules { place: None, at: None, too_costly: false, reason: reason.to_owned() };
        fault.at_known(through.and_then(|through| self.positions.get(through)).map(Encoded::to_position))
    }

    /// Explores and labels the positions. If this fails, everything that it has added is removed.
    fn walk_and_label(
        &mut self,
        script: &Script,
        starts: &[Literal],
        purpose: Purpose,
        limits: &Limits,
        progress: &mut Progress,
    ) -> Result<(), UnusableRules> {
        let (before, size) = (self.graph.vertices(), self.size);
        let walked = self.walk(script, starts, purpose, limits, progress);
        walked.and_then(|()| self.label(before).map_err(UnusableRules::from)).inspect_err(|_| {
            let last = progress.done.checked_sub(1).and_then(|last| progress.met.get(last));
            progress.last = last.and_then(|last| self.positions.get(last)).map(Encoded::to_position);
            self.truncate(before);
            self.size = size;
        })
    }

    fn walk(
        &mut self,
        script: &Script,
        starts: &[Literal],
        purpose: Purpose,
        limits: &Limits,
        progress: &mut Progress,
    ) -> Result<(), UnusableRules> {
        for start in starts {
            let known = self.positions.find(start.encoded());
            let new = || number(Arc::make_mut(&mut self.positions), start.encoded());
            let known = known.map_or_else(new, Ok)?;
            self.meet(&[known], limits, progress)?;
        }
        let (mut explorer, mut kept, mut left) = (None, KeptSteps::default(), meter::left());
        while let Some(known) = progress.met.get(progress.done) {
            progress.done += 1;
            let steps = self.steps_of(known);
            let fits = |steps: &u64| *steps <= left.saturating_sub(kept.all) && kept.done < STRIDE;
            if let Some(steps) = steps.filter(fits) {
                kept.all += steps;
            } else {
                kept.charge()?;
                progress.charged = meter::charged();
                if let Some(steps) = steps {
                    meter::charge_kept(steps);
                    meter::go_on(0)?;
                } else {
                    let new = || Explorer { script: script.clone(), parts: Vec::new(), ends: Vec::new() };
                    self.explore(known, explorer.get_or_insert_with(new))?;
                }
                left = meter::left();
            }
            let followed = self.follow(known, purpose, limits, progress);
            let done = followed.map_err(|fault| fault.at_known(self.positions.get(known).map(Encoded::to_position)))?;
            kept.done += if steps.is_some() { done } else { 0 };
        }
        Ok(kept.charge()?)
    }

    /// Calls the script to get the moves of a position, which is the next without moves.
    fn explore(&mut self, known: u32, explorer: &mut Explorer) -> Result<(), UnusableRules> {
        let Explorer { script, parts, ends } = explorer;
        let begun = meter::charged();
        let Some(position) = self.positions.get(known) else { return Ok(()) };
        meter::charge(cost::POSITION);
        let options =
            metered(|fuel| script.options(position, fuel)).map_err(|fault| fault.at(position.to_position()))?;
        parts.clear();
        ends.clear();
        let positions = Arc::make_mut(&mut self.positions);
        let splits = add_options(options, parts, ends, |position| {
            meter::charge(cost::OPTION);
            meter::go_on_each(position.bytes().len(), cost::WORD)?;
            number(positions, position)
        })?;
        if splits {
            // The result of a position that splits takes more time than its value.
            meter::go_on(cost::COMPONENT)?;
        }
        let steps = u32::try_from(meter::charged().saturating_sub(begun));
        let steps =
            steps.map_err(|_| UnusableRules::too_costly("one position takes more than 2^32 steps, the limit"))?;
        Arc::make_mut(&mut self.graph).add_row(parts, ends);
        self.steps.push(steps);
        self.size.add(self.row(known));
        Ok(())
    }

    /// Meets the positions that the moves of a position leave. Returns the steps.
    fn follow(
        &self,
        known: u32,
        purpose: Purpose,
        limits: &Limits,
        progress: &mut Progress,
    ) -> Result<u64, UnusableRules> {
        let row = self.row(known);
        self.meet(self.graph.below().options(known), limits, progress)?;
        progress.splits |= row.splits;
        progress.size.add(row);
        progress.size.check(purpose, limits, || doubt(self.met(progress, 0), self.positions.get(known)))?;
        Ok(meter::steps_of(row.parts + 1, cost::ENTRY))
    }

    /// Returns the steps to explore a position; `None` if it is not explored yet.
    fn steps_of(&self, known: u32) -> Option<u64> {
        self.steps.get(index(known)).map(|steps| u64::from(*steps))
    }

    fn row(&self, known: u32) -> RowSize {
        let parts = self.graph.below().options(known).len();
        let splits = self.graph.splits_at(known);
        RowSize {
            length: self.positions.get(known).map_or(0, |position| position.bytes().len()),
            moves: if splits { self.graph.option_count(known) } else { parts },
            parts,
            splits,
            steps: self.steps_of(known).unwrap_or(0),
        }
    }

    /// Adds positions to those that a request has found.
    fn meet(&self, positions: &[u32], limits: &Limits, progress: &mut Progress) -> Result<(), UnusableRules> {
        progress.met.add(positions, self.positions.len());
        match self.met(progress, index(limits.positions)) {
            Some(last) => Err(too_many(limits.positions, self.met(progress, 0).unwrap_or(last), last)),
            None => Ok(()),
        }
    }

    /// Returns the position that a request has found as the one with this number, counted from 0.
    fn met(&self, progress: &Progress, place: usize) -> Option<Encoded<'_>> {
        self.positions.get(progress.met.get(place)?)
    }

    /// Labels the positions from `first` on, whose moves are known now.
    fn label(&mut self, first: u32) -> Result<(), Spent> {
        if first == self.graph.vertices() {
            return Ok(());
        }
        Arc::make_mut(&mut self.labels).grow(&self.graph)?;
        if !self.graph.splits() {
            return Ok(());
        }
        let found = Arc::make_mut(&mut self.found);
        // Until the first move that splits, there are no results.
        let mut order: Vec<u32> = (vertex(found.len())..self.graph.vertices()).collect();
        order.retain(|v| self.labels.finite(*v).is_some());
        order.sort_unstable_by_key(|v| self.labels.counter(*v));
        found.resize(index(self.graph.vertices()), Found::of_sum(std::iter::empty()));
        self.splits.resize(found.len(), false);
        for v in order {
            found[index(v)] = result(&self.graph, v, found);
            let mut parts = self.graph.below().options(v).iter();
            self.splits[index(v)] = self.graph.splits_at(v) || parts.any(|part| self.splits[index(*part)]);
        }
        meter::check()
    }

    /// Removes the positions that were added last, so that `length` positions are left.
    fn truncate(&mut self, length: u32) {
        if index(length) == self.positions.len() {
            return;
        }
        Arc::make_mut(&mut self.positions).truncate(index(length));
        Arc::make_mut(&mut self.graph).truncate(length);
        Arc::make_mut(&mut self.labels).truncate(length);
        Arc::make_mut(&mut self.found).truncate(index(length));
        self.splits.truncate(index(length));
        self.steps.truncate(index(length));
    }
}

impl Cached for ExploredRules {
    const KIND: CacheKind = CacheKind::Rules;

    fn bytes(&self) -> usize {
        self.positions.memory()
            + self.graph.bytes()
            + self.labels.bytes()
            + allocated::<Found>(self.found.capacity())
            + allocated::<bool>(self.splits.capacity())
            + allocated::<u32>(self.steps.capacity())
            + of_map::<Box<[u32]>, ReachSize>(self.sizes.capacity())
            + self.bytes_of_starts
            + self.batches.iter().map(|(_, found)| found.met.bytes()).sum::<usize>()
    }

    fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }
}
