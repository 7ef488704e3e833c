//! [`Kinds`]: misère play of games in which every heap is tame.
//!
//! The *kind* of a *tame* heap says how it behaves in misère play: its Grundy value *g*, and whether it is *firm* or
//! *fickle* (Conway 1976). A heap without moves is tame and fickle. An option is firm iff one of its heaps is; it is
//! *worth* 1 − *g* if fickle, and *g* if firm. Let *g*⁻ be the mex of the worths of the options. A heap with moves is
//! tame if all heaps of all its options are, and either {*g*, *g*⁻} = {0, 1}, and the heap is fickle, or *g* = *g*⁻,
//! and it is firm. Fickle values are 0 and 1.
//!
//! **Theorem.** A sum of tame heaps, of whichever games, is lost for the player to move iff it is firm of value 0 or
//! fickle of value 1. (That kinds may be mixed freely is Conway's; the proof for these definitions is short enough to
//! give.) By induction on moves:
//!
//! *No such sum has an option of this sort.* No move keeps the value of a heap, so the option would have to be firm where the sum is fickle, or the other way
//! round. If the sum is firm and the option fickle: the heap moved was the only firm one, of value *τ*, beside a rest of value *τ* ∈ {0, 1}; it
//! became fickle of value 1 − *τ*, worth *τ*. But *g*⁻ = *τ*. If the sum is fickle and the option firm: a heap of value *τ* beside a rest of value
//! 1 − *τ* became firm of value 1 − *τ*, worth that. But *g*⁻ = 1 − *τ*.
//!
//! *Every other sum that can move has such an option.* Fickle of value 0: if some heap has value 1, it has an option of value 0, which is
//! fickle, as *g*⁻ = 0 forbids one worth 0. Else all values are 0, and a heap that can move has *g*⁻ = 1, so an option worth 0, not of value 0: fickle of
//! value 1. Firm of value *v* ≠ 0: if two heaps are firm, the move of Nim leaves one. Else there is one, of value *τ*, and the rest has value
//! *ρ* ≠ *τ*. If *ρ* < *τ*, an option is worth *ρ*, as *g*⁻ = *τ*: it is firm of value *ρ*, or fickle of value 1 − *ρ*. Else *τ* = 0 and *ρ* = 1, and
//! a heap of the rest of value 1 has an option of value 0, beside which a firm heap stays. ∎
//!
//! If only sets of removals are played, all heaps of value 0 or 1 are fickle and all others firm: a heap has value 1
//! iff the heap less the smallest removal has value 0 (Ferguson 1974). For other rules the kinds are found heap by
//! heap, and repeat by the theorem for Grundy values ([`super::period`]): an option's kind depends on the kinds of its
//! heaps as its value does on theirs.

use super::growth::Classes;
use super::labels::{Cycle, LabelProduct, index};
use super::leaving::lcm;
use super::mixed;
use super::moves::HeapCode;
use super::period::{self, ProvedPeriod, Reach};
use crate::number::Natural;
use crate::number::meter;
use crate::theory::sequence::{Repetition, Sequence};
use crate::theory::tame::TameGenus;

/// The kind of a tame heap or sum: fickle if [`TameGenus::is_fickle`], else firm. From value 2 on it is always firm.
pub type Kind = TameGenus<Natural>;

/// Kinds as labels: twice the value, plus 1 if firm; [`WILD`] for positions that are not tame.
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

/// Returns the label of a kind, if its value fits.
pub(super) fn label(value: u32, is_fickle: bool) -> Option<u32> {
    value.checked_mul(2)?.checked_add(u32::from(!is_fickle)).filter(|label| *label != WILD)
}

/// The kinds of the heaps of one game, as far as they are known.
#[derive(Clone, Debug)]
pub(super) struct Kinds {
    /// Labels of the heaps 0, 1, 2, ….
    pub(super) labels: Vec<u32>,
    /// The cycle in which they repeat, if it is proved.
    pub(super) cycle: Option<Cycle>,
    /// The repetition of values that grow, if it is proved.
    repetition: Option<Repetition>,
    /// The values of misère play, for games whose moves leave at most one heap and in which a block of digits repeats.
    pub(super) misere: Option<Misere>,
    /// The steps that finding them took.
    pub(super) spent: u64,
}

/// The Grundy values of misère play of single heaps, for games in which no move leaves two heaps. Each is the mex of
/// those of the options, or 1 without options. So the theory of normal play holds for them, with 1 for the empty
/// position.
#[derive(Clone, Debug)]
pub(super) struct Misere {
    pub(super) values: Vec<u32>,
    period: Option<ProvedPeriod>,
}

impl Misere {
    /// Finds values until a period is proved, or up to `MOST_HEAPS`.
    fn find(moves: &HeapCode) -> Self {
        const MOST_HEAPS: usize = 6_000;
        /// The steps of a heap, without those of each exception and each digit of the block.
        const STEPS_A_HEAP: usize = 20;
        let mut table = Classes::misere(moves);
        let mut next_look = 64;
        let mut period = None;
        let steps = STEPS_A_HEAP + 4 * moves.exceptions().len() + 2 * moves.block().len();
        while period.is_none() && table.values().len() < MOST_HEAPS && meter::go_on_each(steps, 1).is_ok() {
            table.grow_one(moves);
            if table.values().len() == next_look {
                meter::charge(meter::steps_of(next_look.saturating_mul(mixed::steps_a_heap(moves)), 1));
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

    /// Finds the kinds of up to `heaps` heaps, given their values, in at most `max_steps` steps in all.
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
        while self.cycle.is_none() && self.labels.len() < heaps && self.spent < max_steps && meter::go_on(10).is_ok() {
            let heap = self.labels.len();
            let Some(value) = value(heap) else { return };
            let label = self.kind(moves, heap, value);
            self.labels.push(label);
            if self.labels.len() == next_look {
                next_look += next_look / 4;
                meter::charge_each(self.labels.len(), 4);
                self.cycle = Reach::of(moves)
                    .and_then(|reach| period::find_plain(&reach, &self.labels))
                    .map(|period| Cycle { from: period.preperiod, length: period.length });
            }
        }
    }

    /// Finds the kinds for games whose moves leave at most one heap and in which a block of digits repeats. The result
    /// holds for all heaps if all are tame up to three turns of both periods. From there on both values are linear or
    /// constant along a turn, so they go on as they are.
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

    /// Returns the kind of the next heap, whose value is known.
    fn kind(&mut self, moves: &HeapCode, heap: usize, value: u32) -> u32 {
        // The labels below 4 that the options have (fickle 0, firm 0, fickle 1, firm 1), and whether an option is wild.
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
        let steps = meter::steps_of(steps, 1);
        self.spent += steps;
        meter::charge(steps);
    }

    /// Adds the options that leave `left` tokens.
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

/// Returns the genus of a value and of options that are all tame. `any` is true if there are options. The flags tell
/// which of the labels below 4 they have. `None` if the position is not tame.
pub(super) fn over(any: bool, [fickle_0, firm_0, fickle_1, firm_1]: [bool; 4], value: u32) -> Option<TameGenus<u32>> {
    if !any {
        return Some(TameGenus::nothing());
    }
    // The value of options in misère play. From 2 on it is their normal value.
    let misere = if !(fickle_1 || firm_0) {
        0
    } else if !(fickle_0 || firm_1) {
        1
    } else {
        value.max(2)
    };
    TameGenus::of_genus(value, &misere)
}

/// The labels found among the options of a heap.
#[derive(Default)]
struct Seen {
    any: bool,
    low: [bool; 4],
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
