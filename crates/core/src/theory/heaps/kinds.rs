//! [`Kinds`]: misère play of games whose heaps are all tame.
//!
//! The *kind* of a *tame* heap tells how the heap behaves in misère play. The kind consists of the heap's Grundy value
//! *g* and of whether the heap is *firm* or *fickle* (Conway 1976). By the definitions below, every fickle heap or
//! option has the value 0 or 1. A heap without moves is tame and fickle. An option is a sum of heaps. An option is firm
//! if one of its heaps is firm, and fickle otherwise. A firm option with the value *v* is *worth* *v*. A fickle option
//! with the value *v* is worth 1 − *v*. Let *g*⁻ be the mex of the numbers that the options of a heap are worth. A heap
//! with moves is tame if all heaps of all its options are tame and one of two conditions holds. If {*g*, *g*⁻} =
//! {0, 1}, the heap is tame and fickle. If *g* = *g*⁻, the heap is tame and firm.
//!
//! **Theorem.** Consider a sum of tame heaps, of one game or of several. The player to move loses the sum in misère
//! play if and only if the sum is firm with the value 0, or fickle with the value 1. Conway found that kinds of
//! different games may be mixed. The proof for the definitions above is by induction on moves. Call a sum *bad* if it
//! is firm with the value 0, or fickle with the value 1:
//!
//! *No bad sum has a bad option*: suppose that a bad sum has a bad option. No move keeps the value of a heap, so the
//! sum and the option have different values. So one of them is firm, and the other is fickle. If the sum is firm and
//! the option is fickle, the move changed the only firm heap. This heap and the rest of the sum had the same value *τ*
//! ∈ {0, 1}. The move left a fickle option of the heap with the value 1 − *τ*. Such an option is worth *τ*. But *g*⁻ =
//! *τ*, so no option is worth *τ*. If the sum is fickle and the option is firm, let *τ* be the value of the heap that
//! the move changed. The rest has the value 1 − *τ*. The move left a firm option of the heap with the value 1 − *τ*.
//! Such an option is worth 1 − *τ*. But *g*⁻ = 1 − *τ*, so no option is worth 1 − *τ*.
//!
//! *Every other sum that has a move has a bad option*: first, let the sum be fickle with the value 0. If some heap has
//! the value 1, the heap has an option with the value 0. That option is fickle, because *g*⁻ = 0 forbids an option that
//! is worth 0. If all heaps have the value 0, a heap that can move has *g*⁻ = 1. So it has an option that is worth 0
//! and whose value is not 0: a fickle option with the value 1. Second, let the sum be firm with the value *v* ≠ 0. If
//! two heaps or more are firm, the winning move of Nim leaves at least one firm heap. If only one heap is firm, let *τ*
//! be its value, and let *ρ* ≠ *τ* be the value of the rest. If *ρ* < *τ*, the firm heap has an option that is worth
//! *ρ*, because *g*⁻ = *τ*. This option is firm with the value *ρ*, or fickle with the value 1 − *ρ*. Otherwise *τ* = 0
//! and *ρ* = 1. Then a heap of the rest with the value 1 has an option with the value 0. The firm heap stays, so the
//! sum stays firm and gets the value 0. ∎
//!
//! If all games are subtraction games, all heaps with the value 0 or 1 are fickle and all others are firm. The reason
//! is that a heap has the value 1 if and only if the smallest removal leaves a heap with the value 0 (Ferguson 1974).
//! For other rules the kinds are found heap by heap. The theorem about periods of Grundy values ([`super::period`])
//! holds for kinds, too. The reason is that the kind of an option follows from the kinds of its heaps, just as its
//! value follows from their values.

use super::growth::Classes;
use super::labels::{Cycle, LabelProduct, index};
use super::leaving::lcm;
use super::mixed;
use super::moves::HeapCode;
use super::period::{self, ProvedPeriod, Reach};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::sequence::{Repetition, Sequence};
use crate::theory::tame::TameGenus;

/// The kind of a tame heap or sum: fickle if [`TameGenus::is_fickle`], otherwise firm. A kind with a value of 2 or more
/// is always firm.
pub type TameKind = TameGenus<Natural>;

/// Kinds as labels. A label is twice the value, plus 1 if the kind is firm. Positions that are not tame have the label
/// [`WILD`].
#[derive(Clone, Copy, Debug)]
pub struct KindLabels;

/// The label of positions that are not known to be tame.
pub(super) const WILD: u32 = u32::MAX;

impl LabelProduct for KindLabels {
    const NOTHING: u32 = 0;

    fn product(&self, a: u32, b: u32) -> u32 {
        if a == WILD || b == WILD { WILD } else { ((a ^ b) & !1) | ((a | b) & 1) }
    }
}

/// Returns the label of a kind; `None` if the value is too large.
pub(super) fn label(value: u32, is_fickle: bool) -> Option<u32> {
    value.checked_mul(2)?.checked_add(u32::from(!is_fickle)).filter(|label| *label != WILD)
}

/// The [`TameKind`]s of the heaps of one game, as far as they were computed. They are stored as labels: see
/// [`KindLabels`].
#[derive(Clone, Debug)]
pub(super) struct Kinds {
    /// The labels of the heaps 0, 1, 2, ….
    pub(super) labels: Vec<u32>,
    /// The cycle in which the labels repeat, if it is proved.
    pub(super) cycle: Option<Cycle>,
    /// The repetition of the labels, if [`Kinds::grow_by_blocks`] proves one. Each period may add a constant to the
    /// labels: see [`Repetition`].
    repetition: Option<Repetition>,
    /// The misère values, for games whose moves leave at most one heap and whose codes end in a repeating block of
    /// digits.
    pub(super) misere: Option<Misere>,
    /// The steps spent on finding the kinds.
    pub(super) spent: u64,
}

/// The Grundy values of single heaps in misère play, for games in which no move leaves two heaps. Each value is the mex
/// of the options' misère values, or 1 if there is no option. So the theory of normal play holds for these values,
/// except that a position without options has the value 1.
#[derive(Clone, Debug)]
pub(super) struct Misere {
    pub(super) values: Vec<u32>,
    period: Option<ProvedPeriod>,
}

impl Misere {
    /// Finds values until a period is proved or there are `MOST_HEAPS` of them.
    fn find(moves: &HeapCode) -> Self {
        const MOST_HEAPS: usize = 6_000;
        let mut table = Classes::misere(moves);
        let mut next_look = 64;
        let mut period = None;
        let looks = 1 + moves.exceptions().len() + moves.block().len();
        while period.is_none() && table.values().len() < MOST_HEAPS && meter::go_on_each(looks, cost::ENTRY).is_ok() {
            table.grow_one(moves);
            if table.values().len() == next_look {
                meter::charge_each(next_look, mixed::steps_a_heap(moves));
                next_look += next_look / 4;
                period = mixed::find(moves, table.values(), 1);
            }
        }
        Self { values: table.values().to_vec(), period }
    }

    pub(super) fn sequence(&self) -> Sequence<'_> {
        Sequence { table: &self.values, repetition: self.period.as_ref().map(ProvedPeriod::repetition) }
    }
}

impl Kinds {
    pub(super) fn new() -> Self {
        Self { labels: vec![KindLabels::NOTHING], cycle: None, repetition: None, misere: None, spent: 0 }
    }

    /// Finds the kinds of up to `heaps` heaps, given their values. All calls together spend at most `max_steps` steps.
    pub(super) fn grow(
        &mut self,
        moves: &HeapCode,
        value: impl Fn(usize) -> Option<u32>,
        heaps: usize,
        max_steps: u64,
    ) {
        let mut next_look = 64;
        while next_look <= self.labels.len() {
            next_look += next_look / 4;
        }
        while self.cycle.is_none()
            && self.labels.len() < heaps
            && self.spent < max_steps
            && meter::go_on(cost::VALUE).is_ok()
        {
            let heap = self.labels.len();
            let Some(value) = value(heap) else { return };
            let label = self.kind(moves, heap, value);
            self.labels.push(label);
            if self.labels.len() == next_look {
                next_look += next_look / 4;
                meter::charge_each(self.labels.len(), cost::ENTRY);
                self.cycle = Reach::of(moves)
                    .and_then(|reach| period::find_plain(&reach, &self.labels))
                    .map(|period| Cycle { from: period.preperiod, length: period.length });
            }
        }
    }

    /// Finds the kinds for games whose moves leave at most one heap and whose codes end in a repeating block of digits.
    /// A *common period* is a period of the values in normal play and of the values in misère play. Suppose that all
    /// heaps up to the end of the third common period are tame, and that the labels of these heaps repeat. Then the
    /// labels of all heaps repeat. The reason is that each of the two values of a heap stays constant or grows linearly
    /// from one period to the next.
    pub(super) fn grow_by_blocks(
        &mut self,
        moves: &HeapCode,
        period: Option<&ProvedPeriod>,
        heaps: usize,
        value: impl Fn(usize) -> Option<u32>,
        max_steps: u64,
    ) {
        const MOST_HEAPS: usize = 20_000;
        let misere = Misere::find(moves);
        let both = period.zip(misere.period.as_ref()).map(|(normal, misere)| {
            let length = lcm(normal.length, misere.length);
            let turns = u32::try_from(length / normal.length).unwrap_or(u32::MAX);
            Repetition {
                from: normal.preperiod.max(misere.preperiod),
                length,
                shift: normal.saltus.saturating_mul(2).saturating_mul(turns),
                constant_below: normal.constant_below.saturating_mul(2),
            }
        });
        self.misere = Some(misere);
        let Some(repetition) = both else { return self.grow(moves, value, heaps.min(MOST_HEAPS), max_steps) };
        let Repetition { from, length, .. } = repetition;
        let enough = from.saturating_add(length.saturating_mul(3)).saturating_add(1);
        self.grow(moves, value, enough.min(MOST_HEAPS), max_steps);
        let table =
            Sequence { table: &self.labels[..self.labels.len().min(from + length)], repetition: Some(repetition) };
        let goes_on = self.labels.len() >= enough
            && !self.labels.contains(&WILD)
            && (from..enough)
                .all(|heap| table.value(&heap.into()).is_some_and(|label| label == u64::from(self.labels[heap])));
        self.repetition = goes_on.then_some(repetition);
    }

    /// Returns the labels as a sequence.
    pub(super) fn sequence(&self) -> Sequence<'_> {
        let of_cycle =
            |cycle: Cycle| Repetition { from: cycle.from, length: cycle.length, shift: 0, constant_below: 0 };
        Sequence { table: &self.labels, repetition: self.repetition.or_else(|| self.cycle.map(of_cycle)) }
    }

    /// Returns the label of the heap `heap`, which has the Grundy value `value`. All smaller heaps must have labels.
    fn kind(&mut self, moves: &HeapCode, heap: usize, value: u32) -> u32 {
        // `seen` records which of four labels the options have: 0 (fickle, value 0), 1 (firm, value 0), 2 (fickle,
        // value 1) and 3 (firm, value 1). It also records whether an option has the label [`WILD`].
        let mut seen = Seen::default();
        if heap >= moves.first() {
            if moves.digit(heap) & 1 != 0 {
                seen.add(KindLabels::NOTHING);
            }
            let last = if moves.leave_heaps_for_ever() { heap } else { moves.last_exception().min(heap) };
            for k in 0..=last {
                self.look(moves, moves.digit(k), heap - k, &mut seen);
                if seen.wild {
                    return WILD;
                }
            }
        }
        over(seen.any, seen.low, value)
            .and_then(|TameGenus { value, is_fickle }| label(value, is_fickle))
            .unwrap_or(WILD)
    }

    fn spend(&mut self, steps: usize) {
        let steps = meter::steps_of(steps, cost::WORD);
        self.spent += steps;
        meter::charge(steps);
    }

    /// Adds to `seen` the labels of the options that leave `left` tokens as one or more heaps.
    fn look(&mut self, moves: &HeapCode, digit: u8, left: usize, seen: &mut Seen) {
        self.spend(1);
        if digit & 2 != 0 && left > 0 {
            seen.add(self.labels[left]);
        }
        if digit & 4 != 0 {
            self.spend(left / 2);
            for a in 1..=moves.last_smaller(left) {
                seen.add(KindLabels.product(self.labels[a], self.labels[left - a]));
            }
        }
        if digit & 8 != 0 {
            for a in 1..=left / 3 {
                self.spend((left - a) / 2);
                for b in a..=(left - a) / 2 {
                    let pair = KindLabels.product(self.labels[b], self.labels[left - a - b]);
                    seen.add(KindLabels.product(self.labels[a], pair));
                }
            }
        }
    }
}

/// Returns the genus of a position with the value `value`; `None` if the position is not tame. All options of the
/// position must be tame. `any` is `true` if there are options. The flags tell which of the labels below 4 the options
/// have.
pub(super) fn over(any: bool, [fickle_0, firm_0, fickle_1, firm_1]: [bool; 4], value: u32) -> Option<TameGenus<u32>> {
    if !any {
        return Some(TameGenus::nothing());
    }
    // The mex of the options' misère values. An option's misère value differs from its value only if both are 0 or 1.
    // So if the mex and `value` are both 2 or more, they are equal. If only the mex is 2 or more, the position is not
    // tame, and 2 stands for the mex.
    let misere = if !(fickle_1 || firm_0) {
        0
    } else if !(fickle_0 || firm_1) {
        1
    } else {
        value.max(2)
    };
    TameGenus::of_genus(value, &misere)
}

/// Which labels were found among the options of a heap.
#[derive(Default)]
struct Seen {
    /// Whether there is an option.
    any: bool,
    /// For each label below 4, whether an option has it.
    low: [bool; 4],
    /// Whether an option has the label [`WILD`].
    wild: bool,
}

impl Seen {
    fn add(&mut self, label: u32) {
        self.any = true;
        self.wild |= label == WILD;
        if let Some(seen) = self.low.get_mut(index(label)) {
            *seen = true;
        }
    }
}
