//! The limits of the exploration of rules: steps, positions, moves and memory, with the errors of games that exceed them.

use grundy_rules::{Encoded, Failure, Fuel, PositionTable, Script, ScriptOption, ScriptOptions};

use crate::game::search::Found;
use crate::game::shape::Literal;
use crate::game::words::cut;
use crate::game::{Follower, Purpose, UnusableRules};
use crate::number::{cost, meter};
use crate::theory::graphs::graph::{index, vertex};
use crate::theory::step::counted;

/// The bytes of memory that a position needs, in addition to its length: its entry in the table of positions, the place
/// of its moves, its steps and its two labels. Four bytes more are for lists that grow, or for its place among those that
/// the request has found, which is kept only if earlier requests have found some. `bench/memory --rules` measures all of
/// this.
const BYTES_A_POSITION: usize = PositionTable::BYTES + 20;

/// The bytes of memory that each position needs which a move leaves.
const BYTES_A_PART: usize = 4;

/// The bytes of memory that a position needs more if a move from it leaves several positions: its result, and the number
/// of its first option. Each option needs [`BYTES_A_PART`] more.
const BYTES_OF_SPLITTING: usize = size_of::<Found>() + 5;

/// The bytes of memory that a position, and each position that a move leaves, need more if a request makes a graph of
/// its own: see [`Purpose::Graph`].
const BYTES_IN_GRAPH: [usize; 2] = [28, 8];

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
    /// The largest number of steps of a request.
    pub(crate) steps: u64,
}

/// How large a game is from some starts on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ReachSize {
    positions: usize,
    moves: usize,
    /// The number of positions that all moves together leave.
    parts: usize,
    bytes: usize,
    pub(super) steps: u64,
}

/// The moves of one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowSize {
    /// The number of bytes of the position.
    pub(super) length: usize,
    pub(super) moves: usize,
    pub(super) parts: usize,
    /// Whether a move leaves several positions, or none.
    pub(super) splits: bool,
    /// The steps to explore the position.
    pub(super) steps: u64,
}

impl ReachSize {
    /// Adds a position.
    pub(super) fn add(&mut self, RowSize { length, moves, parts, splits, steps }: RowSize) {
        let of_splitting = if splits { BYTES_OF_SPLITTING + BYTES_A_PART * moves } else { 0 };
        self.positions += 1;
        self.moves += moves;
        self.parts += parts;
        self.bytes = self.bytes.saturating_add(BYTES_A_POSITION + length + BYTES_A_PART * parts + of_splitting);
        self.steps = self.steps.saturating_add(steps);
    }

    /// Returns the number of positions and of the positions that moves leave.
    pub(super) fn weight(&self) -> usize {
        self.positions.saturating_add(self.parts)
    }

    /// Returns the bytes that the game takes for a purpose.
    pub(super) fn bytes(&self, purpose: Purpose) -> usize {
        let [a_position, a_part] = if purpose == Purpose::Graph { BYTES_IN_GRAPH } else { [0; 2] };
        self.bytes.saturating_add(a_position * self.positions).saturating_add(a_part * self.parts)
    }

    /// Checks the limits of memory and moves. `doubt` asks whether the game ends, if it may not.
    pub(super) fn check(
        &self,
        purpose: Purpose,
        limits: &Limits,
        doubt: impl FnOnce() -> String,
    ) -> Result<(), UnusableRules> {
        if self.bytes(purpose) > limits.bytes {
            return Err(too_much_memory(limits.bytes, &doubt()));
        }
        if self.parts.max(self.moves) > index(limits.moves) {
            let most = counted(limits.moves, "move", "moves");
            let reason = format!("the game has more than {most}, the limit (--max-edges)");
            return Err(UnusableRules::too_costly(reason));
        }
        Ok(())
    }

    /// Returns whether a game of this size is within the limits and takes at most `steps` steps. Then each part of it is
    /// so, too.
    pub(super) fn fits(&self, steps: u64, limits: &Limits) -> bool {
        self.check(Purpose::Moves, limits, String::new).is_ok()
            && self.positions <= index(limits.positions)
            && self.steps <= steps
    }
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

/// Returns a copy of a script, which can run.
pub(super) fn runnable(script: &Script) -> Script {
    meter::charge_each(script.memory() / 8, cost::WORD);
    Script::clone(script)
}

/// Returns the number of a position in a table. A new position is added.
pub(super) fn number(positions: &mut PositionTable, position: Encoded<'_>) -> Result<u32, UnusableRules> {
    let number = positions.number(position);
    number.ok_or_else(|| UnusableRules::too_costly("the game has too many positions: does it end?"))
}

/// Adds the numbers of the positions that options leave to `parts`, and to `ends` the end of each option among the numbers
/// that are added. `number` returns the number of a position. Returns whether an option leaves a list of positions.
pub(super) fn add_options(
    options: &ScriptOptions,
    parts: &mut Vec<u32>,
    ends: &mut Vec<u32>,
    mut number: impl FnMut(Encoded<'_>) -> Result<u32, UnusableRules>,
) -> Result<bool, UnusableRules> {
    let (first, mut splits) = (parts.len(), false);
    for option in options.iter() {
        match option {
            ScriptOption::To(to) => parts.push(number(to)?),
            ScriptOption::Sum(sum) => {
                splits = true;
                for part in sum {
                    parts.push(number(part)?);
                }
            }
        }
        ends.push(vertex(parts.len() - first));
    }
    Ok(splits)
}

/// Runs a script to find the options of a position.
///
/// # Errors
/// The script fails, or the meter is spent.
pub(super) fn options_of(script: &Script, position: &Literal) -> Result<Vec<Follower<Literal>>, UnusableRules> {
    let mut script = runnable(script);
    let options = metered(|fuel| script.options(position.encoded(), fuel))?;
    let parts = |option| match option {
        ScriptOption::To(to) => vec![to.to_position()],
        ScriptOption::Sum(parts) => parts.map(Encoded::to_position).collect(),
    };
    Ok(options.iter().map(|option| Follower::sorted(parts(option))).collect())
}

impl UnusableRules {
    /// Creates the error for rules that need too much work.
    pub(crate) fn too_costly(reason: impl Into<String>) -> Self {
        Self { place: None, at: None, too_costly: true, reason: reason.into() }
    }

    /// Adds the position at which the fault was found, if it is known.
    pub(super) fn at_known(self, position: Option<Literal>) -> Self {
        match position {
            Some(position) => self.at(position),
            None => self,
        }
    }

    /// Adds the position at which the fault was found.
    pub(crate) fn at(self, position: Literal) -> Self {
        let written = position.to_string();
        // A rule that forgets to test whether there are enough stones goes on for ever.
        let is_below = self.too_costly && written.starts_with('-') && !self.reason.contains(IS_TEST_MISSING);
        let below = if is_below { format!("positions go below 0, {IS_TEST_MISSING} ") } else { String::new() };
        let reason = format!("{below}{} (at the position {})", self.reason, cut(&written));
        Self { at: Some(position), reason, ..self }
    }
}

/// Creates the error for rules that have used up all their steps, of which there were `most`. Before the position `last`
/// was explored, `before_last` steps were charged. Then `found` positions had been found.
pub(super) fn took_all(before_last: u64, most: u64, found: usize, last: Option<Literal>) -> UnusableRules {
    let reason = if before_last < most / 2 {
        "options takes all the work that is left: does it end?".to_owned()
    } else {
        format!("{found} positions were found when the work that was left (--max-work) was spent")
    };
    UnusableRules::too_costly(reason).at_known(last)
}

/// Creates the error for a game whose positions take too many bytes. `doubt` asks whether the game ends, if it may not.
pub(super) fn too_much_memory(most: usize, doubt: &str) -> UnusableRules {
    let doubt = if doubt.is_empty() { "." } else { doubt };
    UnusableRules::too_costly(format!(
        "the positions of the game take more than {} MiB of memory, the limit (--max-rules-memory){doubt} Positions \
         without what is the same in all of them are shorter",
        most >> 20
    ))
}

/// Creates the error for a game that has too many positions. `first` is a position from which the game began, and
/// `found` is one that it leads to.
pub(super) fn too_many(most: u32, first: Encoded<'_>, found: Encoded<'_>) -> UnusableRules {
    let doubt = doubt(Some(first), Some(found));
    let most = counted(most, "position", "positions");
    UnusableRules::too_costly(format!("the game has more than {most}, the limit (--max-vertices){doubt}"))
}

/// Returns words that ask whether a game ends, if it may not. `first` is a position from which the game began, and
/// `found` is one that it leads to.
pub(super) fn doubt(first: Option<Encoded<'_>>, found: Option<Encoded<'_>>) -> String {
    let (Some(first), Some(found)) = (first, found) else { return String::new() };
    let text = found.to_string();
    match (first.to_string().parse::<i64>(), text.parse::<i64>()) {
        (Ok(_), Ok(..0)) => format!("; positions go below 0 (… {text}), {IS_TEST_MISSING}"),
        // All positions so far are integers between 0 and the first one, so the game ends.
        (Ok(first), Ok(found)) if found < first => String::new(),
        _ => ": does it end?".to_owned(),
    }
}
