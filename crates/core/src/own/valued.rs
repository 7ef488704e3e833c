//! [`ValuedPositions`]: the values of positions of a game that a client defined by rules, without the moves between
//! them. A range of a million positions with a thousand moves each does not fit into memory together with its moves.

use std::sync::Arc;

use grundy_rules::{Encoded, PositionShape, PositionTable, Script};

use super::reach::{Limits, add_options, doubt, metered, number, too_many, too_much_memory, took_all};
use crate::game::UnusableRules;
use crate::game::shape::Literal;
use crate::number::{cost, meter};
use crate::theory::cache::{CacheKind, Cached, allocated};
use crate::theory::graphs::graph::index;
use crate::theory::graphs::labels::Mex;

/// The value of a position whose options were not asked for.
const UNSEEN: u32 = u32::MAX;
/// The value of a position whose options are being valued.
const OPEN: u32 = UNSEEN - 1;

/// The bytes of memory that a position needs, in addition to its length: its entry in the table, and its value.
const BYTES_A_POSITION: usize = PositionTable::BYTES + size_of::<u32>();

/// Positions and their values in normal play.
#[derive(Debug, Default)]
pub(crate) struct ValuedPositions {
    pub(super) positions: PositionTable,
    pub(super) values: Vec<u32>,
}

/// A position whose options are being valued.
struct Pending {
    position: u32,
    /// Where its options begin in [`Valuation::parts`] and in [`Valuation::ends`].
    parts: usize,
    ends: usize,
    /// The place in `parts` of the first option that may have no value yet.
    next: usize,
}

/// The work on the values.
pub(super) struct Valuation<'s> {
    script: &'s mut Script,
    limits: &'s Limits,
    valued: ValuedPositions,
    /// The bytes of all positions.
    bytes: usize,
    /// The options of all positions that are pending: the positions that moves leave, and the end of each move among
    /// those of its position.
    parts: Vec<u32>,
    ends: Vec<u32>,
    pending: Vec<Pending>,
    /// The steps that had been charged when the script was called last.
    charged: u64,
}

impl<'s> Valuation<'s> {
    pub(super) fn new(script: &'s mut Script, limits: &'s Limits) -> Self {
        Self {
            script,
            limits,
            valued: ValuedPositions::default(),
            bytes: 0,
            parts: Vec::new(),
            ends: Vec::new(),
            pending: Vec::new(),
            charged: 0,
        }
    }

    /// Values `starts` and all positions that they lead to. Returns `None` if play may come back to a position, so that
    /// no order of the positions has each option before its position.
    ///
    /// # Errors
    /// The script fails, the game is too large, or the meter is spent.
    pub(super) fn of(&mut self, starts: &[Literal]) -> Result<Option<Arc<ValuedPositions>>, UnusableRules> {
        let mut mex = Mex::default();
        for start in starts {
            meter::go_on(cost::LOOK_UP)?;
            let start = add(&mut self.valued, &mut self.bytes, start.encoded())?;
            self.open(start)?;
            while let Some(Pending { position, parts, ends, next }) = self.pending.last_mut() {
                let value = |part: &u32| self.valued.values[index(*part)];
                let missing = self.parts[*next..].iter().position(|part| value(part) >= OPEN);
                if let Some(missing) = missing {
                    *next += missing;
                    let option = self.parts[*next];
                    if value(&option) == OPEN {
                        return Ok(None);
                    }
                    self.open(option)?;
                    continue;
                }
                mex.start();
                let mut begin = *parts;
                for end in &self.ends[*ends..] {
                    let end = *parts + index(*end);
                    mex.insert(self.parts[begin..end].iter().fold(0, |sum, part| sum ^ value(part)));
                    begin = end;
                }
                let position = *position;
                self.parts.truncate(*parts);
                self.ends.truncate(*ends);
                self.pending.pop();
                self.valued.values[index(position)] = mex.mex();
            }
        }
        Ok(Some(Arc::new(std::mem::take(&mut self.valued))))
    }

    /// Creates the error for rules that have used up all their steps: see [`took_all`].
    pub(super) fn took_all(&self, begun: u64, most: u64) -> UnusableRules {
        let last = self.pending.last().and_then(|last| self.valued.positions.get(last.position));
        took_all(self.charged.saturating_sub(begun), most, self.valued.positions.len(), last.map(Encoded::to_position))
    }

    /// Calls the script to get the options of a position, unless its value is known.
    fn open(&mut self, position: u32) -> Result<(), UnusableRules> {
        if self.valued.values[index(position)] != UNSEEN {
            return Ok(());
        }
        self.charged = meter::charged();
        self.valued.values[index(position)] = OPEN;
        let (first, end) = (self.parts.len(), self.ends.len());
        self.pending.push(Pending { position, parts: first, ends: end, next: first });
        meter::charge(cost::COMPONENT);
        let Self { script, valued, bytes, parts, ends, .. } = self;
        let Some(encoded) = valued.positions.get(position) else { return Ok(()) };
        let options = metered(|fuel| script.options(encoded, fuel)).map_err(|fault| fault.at(encoded.to_position()))?;
        let mut is_ready = true;
        let splits = add_options(options, parts, ends, |option| {
            meter::charge(cost::NUMBER);
            meter::go_on_each(option.bytes().len(), cost::WORD)?;
            let number = add(valued, bytes, option)?;
            is_ready &= valued.values[index(number)] < OPEN;
            Ok(number)
        })?;
        if !is_ready && !splits {
            // The smallest options are valued first. So few positions are pending at a time if moves make positions
            // smaller, in whatever order the script returns them.
            meter::go_on_each(parts.len() - first, cost::LOOK_UP)?;
            parts[first..].sort_by_cached_key(|part| valued.positions.get(*part).map_or(0, weight));
        }
        self.check()
    }

    /// Checks the limits of positions and memory.
    fn check(&self) -> Result<(), UnusableRules> {
        let positions = &self.valued.positions;
        if positions.len() > index(self.limits.positions)
            && let (Some(first), Some(found)) = (positions.get(0), positions.get(self.limits.positions))
        {
            return Err(too_many(self.limits.positions, first, found));
        }
        let pending = size_of::<Pending>() * self.pending.len() + 4 * (self.parts.len() + self.ends.len());
        if self.bytes.saturating_add(pending) > self.limits.bytes {
            let last = self.pending.last().and_then(|last| positions.get(last.position));
            let doubt = doubt(positions.get(0), last);
            return Err(too_much_memory(self.limits.bytes, &doubt).at_known(last.map(Encoded::to_position)));
        }
        Ok(())
    }
}

/// Returns the number of a position. A new position is added, and its bytes are counted.
fn add(valued: &mut ValuedPositions, bytes: &mut usize, position: Encoded<'_>) -> Result<u32, UnusableRules> {
    let number = number(&mut valued.positions, position)?;
    if index(number) == valued.values.len() {
        valued.values.push(UNSEEN);
        *bytes += BYTES_A_POSITION + position.bytes().len();
    }
    Ok(number)
}

/// Returns a number that is smaller for a smaller position: the sum of its integers and of the lengths of its strings.
fn weight(position: Encoded<'_>) -> i64 {
    match position.shape() {
        PositionShape::Int(value) => value,
        PositionShape::Text(text) => i64::try_from(text.len()).unwrap_or(i64::MAX),
        PositionShape::Tuple(parts) => parts.map(weight).fold(0, i64::saturating_add),
    }
}

/// `None` stands for positions without an order.
impl Cached for Option<Arc<ValuedPositions>> {
    const KIND: CacheKind = CacheKind::Rules;

    fn bytes(&self) -> usize {
        self.as_ref().map_or(1, |valued| valued.positions.memory() + allocated::<u32>(valued.values.capacity()))
    }
}
