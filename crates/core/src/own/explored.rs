//! [`ExploredRules`]: the positions of a game that a client defined by rules, and the moves between them, as far as
//! requests have needed them.
//!
//! The positions and moves are cached for later requests with the same rules. Such a request may begin at another
//! position. For example, a bot sends a request for each of its moves in a game. A request sees only the positions that
//! its own positions lead to, and numbers them in its own order. It is charged the steps to find these positions, even
//! if they are cached. So a response does not depend on earlier requests.

use grundy_rules::{Encoded, Failure, Fuel, PositionTable, Script, ScriptOption};

use crate::game::UnusableRules;
use crate::game::shape::Literal;
use crate::game::words::cut;
use crate::number::{cost, meter};
use crate::theory::cache::{CacheKind, Cached, allocated};
use crate::theory::graphs::graph::{NONE, index, vertex};

/// The bytes of memory that a position needs, in addition to twice its length. This includes the memory for caching the
/// position, for the graph of the request, and for solving the graph.
const BYTES_A_POSITION: usize = 64;

/// The bytes of memory that a move needs. Each position that the move leaves needs as many bytes again. This includes
/// the memory for caching the move, for the graph of the request, and for solving the graph.
const BYTES_A_MOVE: usize = 16;

/// In [`ExploredRules::moves`], the bit that marks a move which leaves a list of positions. The other bits of the entry
/// are the length of the list. The number of a position is always smaller than this bit.
const SUM: u32 = 1 << 31;

/// The question for somebody whose positions go below 0.
const IS_TEST_MISSING: &str = "so does a test such as k <= n lack?";

/// The limits of the exploration of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The largest number of positions.
    pub(crate) positions: u32,
    /// The largest number of moves. It is also the largest number of positions that all moves together may leave.
    pub(crate) moves: u32,
    /// The largest number of bytes of memory for the positions and the moves.
    pub(crate) bytes: usize,
}

/// Positions of one game that a client defined by rules, and the moves from these positions.
#[derive(Debug, Default)]
pub(crate) struct ExploredRules {
    positions: PositionTable,
    /// For each position, the range of its moves.
    rows: Vec<Row>,
    /// The moves of all positions. A move is the number of the position that it leaves. If a move leaves a list of
    /// positions, its entry is [`SUM`] plus the length of the list, and the numbers of the positions follow.
    moves: Vec<u32>,
    /// For each position, its number in the current request; [`NONE`] if the request has not found the position.
    numbers: Vec<u32>,
}

/// The range of [`ExploredRules::moves`] that contains the moves of one position.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// The index in [`ExploredRules::moves`] at which the range starts; [`NONE`] if the moves are not known.
    first: u32,
    end: u32,
    /// The steps to explore the position.
    steps: u64,
}

impl Row {
    const UNKNOWN: Self = Self { first: NONE, end: NONE, steps: 0 };
}

/// The positions that can be reached from the starting positions of a request, and the moves of these positions.
#[derive(Debug, Default)]
pub(crate) struct ReachedPositions {
    /// The positions, in the order of their numbers. The first starting position has the number 0.
    pub(crate) positions: PositionTable,
    /// Position `v` has the moves with the numbers `moves[v]..moves[v + 1]`.
    pub(crate) moves: Vec<u32>,
    /// Move `m` leaves the positions `parts[sums[m]..sums[m + 1]]`.
    pub(crate) sums: Vec<u32>,
    pub(crate) parts: Vec<u32>,
    /// `true` if some move leaves no position, or several positions.
    pub(crate) splits: bool,
    bytes: usize,
}

/// The progress of the exploration in one request.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    /// The positions that the request has found, in the order in which it found them. An entry is the number of the
    /// position in the cache.
    found: Vec<u32>,
    /// How many of these positions the request has explored or is exploring.
    done: usize,
    /// The steps that had been charged when the exploration of the position `found[done - 1]` began.
    charged: u64,
    /// The steps for finding the moves of these positions.
    pub(crate) of_moves: u64,
}

/// The fuel of scripts: the steps of a script are charged to the meter.
struct Metered;

impl Fuel for Metered {
    fn charge(&mut self, steps: u64) -> Result<(), grundy_rules::OutOfFuel> {
        meter::go_on(steps).map_err(|_| grundy_rules::OutOfFuel)
    }
}

/// Runs a script and charges its steps to the meter.
pub(crate) fn metered<T>(work: impl FnOnce(&mut dyn Fuel) -> Result<T, Failure>) -> Result<T, UnusableRules> {
    work(&mut Metered).map_err(|failure| match failure {
        Failure::Fault(fault) => UnusableRules {
            place: Some((fault.line, fault.column)),
            at: None,
            too_costly: false,
            reason: format!("line {}, column {}: {}", fault.line, fault.column, fault.message),
        },
        Failure::Memory(limit) => {
            UnusableRules::too_costly(format!("one call takes more than {} MiB of memory, the limit", limit >> 20))
        }
        Failure::Spent => UnusableRules::too_costly("the rules take too many steps"),
    })
}

impl UnusableRules {
    /// Creates the error for rules that need too much work.
    pub(crate) fn too_costly(reason: impl Into<String>) -> Self {
        Self { place: None, at: None, too_costly: true, reason: reason.into() }
    }

    /// Adds the position at which the fault was found.
    pub(crate) fn at(self, position: Literal) -> Self {
        let written = position.to_string();
        // A rule that forgets to test whether there are enough stones goes on for ever.
        let is_below = self.too_costly && written.starts_with('-');
        let below = if is_below { format!("; positions go below 0, {IS_TEST_MISSING}") } else { String::new() };
        let reason = format!("{} (at the position {}{below})", self.reason, cut(&written));
        Self { at: Some(position), reason, ..self }
    }
}

impl Progress {
    /// Creates the error for rules that have used up all their steps. `begun` is the number of steps that had been
    /// charged before the exploration.
    pub(crate) fn took_all(&self, begun: u64, explored: &ExploredRules) -> UnusableRules {
        let before_last = self.charged.saturating_sub(begun);
        let reason = if before_last < meter::charged().saturating_sub(begun) / 2 {
            "options takes all the work that is left: does it end?".to_owned()
        } else {
            let found = self.found.len();
            format!("{found} positions were found when the work that was left was spent")
        };
        let fault = UnusableRules::too_costly(reason);
        let last = self.done.checked_sub(1).and_then(|last| self.found.get(last));
        match last.and_then(|known| explored.positions.get(*known)) {
            Some(position) => fault.at(position.to_position()),
            None => fault,
        }
    }
}

impl ExploredRules {
    /// Finds all positions that `starts` lead to, and their moves.
    ///
    /// # Errors
    /// The script fails, the game is too large, or the meter is spent.
    pub(crate) fn reach(
        &mut self,
        script: &Script,
        starts: &[Literal],
        limits: &Limits,
        progress: &mut Progress,
    ) -> Result<ReachedPositions, UnusableRules> {
        if Cached::bytes(self) > limits.bytes {
            // The cache is emptied, so that positions of earlier requests can't fill the memory.
            *self = Self::default();
        }
        let reached = self.walk(script, starts, limits, progress);
        for known in &progress.found {
            self.numbers[index(*known)] = NONE;
        }
        reached
    }

    fn walk(
        &mut self,
        script: &Script,
        starts: &[Literal],
        limits: &Limits,
        progress: &mut Progress,
    ) -> Result<ReachedPositions, UnusableRules> {
        let mut reached = ReachedPositions { moves: vec![0], sums: vec![0], ..ReachedPositions::default() };
        let mut running = None;
        meter::charge_each(script.memory() / 8, cost::WORD);
        for start in starts {
            meter::go_on(cost::OPTION)?;
            let known = self.number(start.encoded())?;
            self.find(known, &mut reached, limits, progress)?;
        }
        while let Some(known) = progress.found.get(progress.done).copied() {
            progress.done += 1;
            progress.charged = meter::charged();
            let row = self.rows[index(known)];
            let row = if row.first == NONE {
                self.explore(known, running.get_or_insert_with(|| script.clone()))?
            } else {
                meter::charge_kept(row.steps);
                meter::go_on(0)?;
                row
            };
            let followed = self.follow(row, &mut reached, limits, progress);
            followed.map_err(|fault| match self.positions.get(known) {
                Some(position) => fault.at(position.to_position()),
                None => fault,
            })?;
            progress.of_moves = progress.of_moves.saturating_add(row.steps);
            reached.moves.push(vertex(reached.sums.len() - 1));
        }
        Ok(reached)
    }

    /// Calls the script to get the moves of a position.
    fn explore(&mut self, known: u32, script: &mut Script) -> Result<Row, UnusableRules> {
        let begun = meter::charged();
        let Some(position) = self.positions.get(known).map(Encoded::to_position) else { return Ok(Row::UNKNOWN) };
        let options = metered(|fuel| script.options(position.encoded(), fuel)).map_err(|fault| fault.at(position))?;
        let first = self.moves.len();
        let added = options.iter().try_for_each(|option| {
            let parts = match option {
                ScriptOption::To(to) => return self.add(to),
                ScriptOption::Sum(parts) => parts,
            };
            self.moves.push(SUM | vertex(parts.len()));
            parts.into_iter().try_for_each(|part| self.add(part))
        });
        if let Err(fault) = added {
            self.moves.truncate(first);
            return Err(fault);
        }
        let row =
            Row { first: vertex(first), end: vertex(self.moves.len()), steps: meter::charged().saturating_sub(begun) };
        self.rows[index(known)] = row;
        Ok(row)
    }

    fn add(&mut self, position: Encoded<'_>) -> Result<(), UnusableRules> {
        meter::charge(cost::OPTION);
        meter::go_on_each(position.bytes().len(), cost::WORD)?;
        let known = self.number(position)?;
        self.moves.push(known);
        Ok(())
    }

    /// Returns the number that a position has in the cache. A new position is added to the cache.
    fn number(&mut self, position: Encoded<'_>) -> Result<u32, UnusableRules> {
        let number = self.positions.number(position).filter(|number| *number < SUM);
        let number =
            number.ok_or_else(|| UnusableRules::too_costly("the game has too many positions: does it end?"))?;
        if index(number) == self.rows.len() {
            self.rows.push(Row::UNKNOWN);
            self.numbers.push(NONE);
        }
        Ok(number)
    }

    /// Adds the moves of one position to the graph of a request. The moves are the range `row` of
    /// [`ExploredRules::moves`].
    fn follow(
        &mut self,
        row: Row,
        reached: &mut ReachedPositions,
        limits: &Limits,
        progress: &mut Progress,
    ) -> Result<(), UnusableRules> {
        let mut place = row.first;
        while place < row.end {
            let (parts, is_sum) = match self.moves[index(place)] {
                sum if sum >= SUM => (sum - SUM, true),
                _ => (1, false),
            };
            place += u32::from(is_sum);
            reached.splits |= parts != 1;
            meter::go_on(cost::VALUE)?;
            for known in place..place + parts {
                meter::charge(cost::VALUE);
                let number = self.find(self.moves[index(known)], reached, limits, progress)?;
                reached.parts.push(number);
            }
            place += parts;
            reached.sums.push(vertex(reached.parts.len()));
            reached.take(BYTES_A_MOVE.saturating_mul(index(parts) + 1), limits)?;
            if reached.parts.len().max(reached.sums.len() - 1) > index(limits.moves) {
                let reason = format!("the game has more than {} moves, the limit (--max-edges)", limits.moves);
                return Err(UnusableRules::too_costly(reason));
            }
        }
        Ok(())
    }

    /// Returns the number that a position has in a request. A position that is new in this request gets the next
    /// number.
    fn find(
        &mut self,
        known: u32,
        reached: &mut ReachedPositions,
        limits: &Limits,
        progress: &mut Progress,
    ) -> Result<u32, UnusableRules> {
        let number = &mut self.numbers[index(known)];
        if *number == NONE
            && let Some(position) = self.positions.get(known)
        {
            let bytes = position.bytes().len();
            meter::charge(cost::OPTION);
            meter::go_on_each(bytes, cost::WORD)?;
            reached.take(bytes.saturating_mul(2).saturating_add(BYTES_A_POSITION), limits)?;
            if progress.found.len() >= index(limits.positions) {
                let first = progress.found.first().and_then(|first| self.positions.get(*first));
                let doubt = doubt(first.unwrap_or(position), position);
                let most = limits.positions;
                let reason = format!("the game has more than {most} positions, the limit (--max-vertices){doubt}");
                return Err(UnusableRules::too_costly(reason));
            }
            *number = vertex(progress.found.len());
            progress.found.push(known);
            reached.positions.number(position);
        }
        Ok(*number)
    }
}

/// Returns words that ask whether a game ends, if it may not. `first` is a position from which the game began, and
/// `found` is one that it leads to.
fn doubt(first: Encoded<'_>, found: Encoded<'_>) -> String {
    let text = found.to_string();
    match (first.to_string().parse::<i64>(), text.parse::<i64>()) {
        (Ok(_), Ok(..0)) => format!("; positions go below 0 (… {text}), {IS_TEST_MISSING}"),
        // All positions so far are integers between 0 and the first one, so the game ends.
        (Ok(first), Ok(found)) if found < first => String::new(),
        _ => ": does it end?".to_owned(),
    }
}

impl ReachedPositions {
    /// Counts bytes of memory, and checks the limit.
    fn take(&mut self, bytes: usize, limits: &Limits) -> Result<(), UnusableRules> {
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes <= limits.bytes {
            return Ok(());
        }
        let reason = format!(
            "the positions of the game take more than {} MiB of memory, the limit (--max-rules-memory). Positions without what is the same in all of \
             them are shorter",
            limits.bytes >> 20
        );
        Err(UnusableRules::too_costly(reason))
    }
}

impl Cached for ExploredRules {
    const KIND: CacheKind = CacheKind::Rules;

    fn bytes(&self) -> usize {
        self.positions.memory()
            + allocated::<Row>(self.rows.capacity())
            + allocated::<u32>(self.moves.capacity())
            + allocated::<u32>(self.numbers.capacity())
    }

    fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}
