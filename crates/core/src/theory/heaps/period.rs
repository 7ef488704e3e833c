//! [`ProvedPeriod`]: a period of values, and why it is certain.
//!
//! A table that repeats is no proof: 0.16 has exceptions up to heap 149,459. A period is accepted only when the values
//! repeat over a whole window, past which a heap's options are those of the heap one period below, shifted.
//!
//! **Codes.** Let *kₜ* be the largest removal that may leave *t* heaps, *m* = max(*n₀*, 1), and
//!
//! > *W* = max(*m*, *k₀* + 1, *m* + *k₁*, 2*m* + *p* + *k₂* − 1, 3*m* + 2*p* + *k₃* − 2), of those that exist.
//!
//! If *g*(*n* + *p*) = *g*(*n*) for *n₀* ≤ *n* < *W*, then for all *n* ≥ *n₀*. For octal codes this is the theorem of
//! Guy and Smith (1956) with a window shorter by one. Proof, by induction on *n* ≥ *W*: the option *n* − *k* of one
//! heap has *n* − *k* ≥ *m*. Of *t* heaps out of *n* + *p* the largest is at least ⌈(*n* + *p* − *k*)/*t*⌉ ≥ *m* + *p*,
//! so lowering it by *p* gives an option of *n* of the same value. Of *t* heaps out of *n* the largest is at least *m*,
//! so raising it gives an option of *n* + *p*. Nothing left: *n* > *k₀*. As heap 0 is no part of a split, the proof
//! starts from *m*, not from *n₀*. In Grundy's game the two heaps differ: *W* = 2*m* + 2*p*, and (*a*, *a* + *p*) is
//! replaced by (*a* − *p*, *a* + *p*).
//!
//! If a block of *L* digits repeats after the last exception *K*, the period is a multiple of *L*, and for each bit *t*
//! of the block *kₜ* = *K* + *p*; *k₀* = *K*. Proof: the options of *n* by removals *k* > *K* are those of *n* + *p* by
//! *k* + *p*. The other options of *n* + *p* are by removals *K* < *k* ≤ *K* + *p*, for which the proof above holds.
//!
//! **Nearly everything may be removed** (all-but sets, and codes without splits whose tail is 2 or 3). Let *K* be the
//! last exception and *M*(*n*) the largest value of a heap that can be left, below heap *n*. Let *g*(*n* + *p*) =
//! *g*(*n*) + *s* for *n₀* ≤ *n* < *n₀* + *K*, and *M*(*n₀* + *p*) = *M*(*n₀*) + *s*. Then *g*(*n* + *p*) = *g*(*n*) +
//! *s* for all *n* ≥ *n₀*. Proof: by the rule of the mex the values of all heaps that can be left by more than *K* are
//! those from 0 to the largest of them. At most *K* recent values are added or missing. So it is a finite automaton on
//! (recent values − largest), which the condition on *M* carries along. A tail code needs *n₀* > *K*. One of tail 2
//! also needs a heap of value 0 older than that, since none of its options is the empty heap.

use super::labels::index;
use super::moves::HeapCode;
use crate::theory::sequence::Repetition;

/// A proved period of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvedPeriod {
    /// The least heap from which the values repeat. It is the last exception plus one.
    pub preperiod: usize,
    /// The smallest number of heaps after which they repeat.
    pub length: usize,
    /// The amount that each repetition adds to a value: 0 for a plain period.
    pub saltus: u32,
    /// Values below this do not change. It is 0 for an arithmetic period.
    pub constant_below: u32,
    /// The end of the proof. The values of all heaps from the preperiod to `end` − 1 were compared with those one
    /// period later. They decide the options of all heaps from `end` on.
    pub end: usize,
    /// If nearly everything may be removed, the heap from which the largest value so far also grows by the saltus. The
    /// recent heaps that decide all later ones begin there.
    pub grows_from: Option<usize>,
    /// True if it is a mixed period of a code with a block, by the theorem in `mixed.rs`.
    pub by_classes: bool,
}

impl ProvedPeriod {
    /// Writes the amount added to a value: ` + 2`, or ` + 2 where g(n) ≥ 3`; nothing for a plain period.
    #[must_use]
    pub fn grows(&self) -> String {
        match (self.saltus, self.constant_below) {
            (0, _) => String::new(),
            (saltus, 0) => format!(" + {saltus}"),
            (saltus, below) => format!(" + {saltus} where g(n) ≥ {below}, and g(n) elsewhere,"),
        }
    }

    /// Returns the period as a repetition of a sequence.
    pub(super) fn repetition(&self) -> Repetition {
        let Self { preperiod, length, saltus, constant_below, .. } = *self;
        Repetition { from: preperiod, length, shift: saltus, constant_below }
    }
}

/// Finds the period that a table of values proves, if any. The values are those of the heaps 0, 1, 2, ….
pub(super) fn find<V: Copy + Eq + Into<u32>>(moves: &HeapCode, values: &[V]) -> Option<ProvedPeriod> {
    if !moves.splits() && moves.leave_for_ever(1) {
        find_arithmetic(moves, values)
    } else {
        find_plain(&Reach::of(moves)?, values)
    }
}

/// The removals that bound the heaps on which a heap's options depend.
pub(crate) struct Reach {
    /// The largest removal before the block that may leave 0, 1, 2, 3 heaps.
    last: [Option<usize>; 4],
    /// Whether infinitely many removals may leave 0, 1, 2, 3 heaps.
    repeated: [bool; 4],
    last_exception: usize,
    /// The length of the block.
    block: usize,
    first: usize,
    unequal: bool,
}

impl Reach {
    /// `None` if infinitely many removals may leave three heaps. Options of a value are then not counted.
    pub(crate) fn of(moves: &HeapCode) -> Option<Self> {
        if moves.leave_for_ever(3) {
            return None;
        }
        let last = [0, 1, 2, 3].map(|parts| moves.leaving(parts).last());
        let repeated = [0, 1, 2, 3].map(|parts| moves.leave_for_ever(parts));
        let (last_exception, block) = (moves.last_exception(), moves.block().len());
        Some(Self { last, repeated, last_exception, block, first: moves.first(), unequal: moves.unequal() })
    }

    /// Returns the end of the window that proves a period `length` from `preperiod` on.
    pub(super) fn window(&self, preperiod: usize, length: usize) -> usize {
        let [_, one, two, three] = [0, 1, 2, 3]
            .map(|parts| if self.repeated[parts] { Some(self.last_exception + length) } else { self.last[parts] });
        let gone = if self.repeated[0] { Some(self.last_exception) } else { self.last[0] };
        let splits = one.is_some() || two.is_some() || three.is_some();
        let m = if splits { preperiod.max(1) } else { preperiod };
        let mut end = m.max(self.first);
        let mut reach = |from: Option<usize>| end = end.max(from.unwrap_or(0));
        reach(gone.map(|k| k + 1));
        reach(one.map(|k| m + k));
        reach(two.map(|k| if self.unequal { 2 * m + 2 * length } else { 2 * m + length + k - 1 }));
        reach(three.map(|k| 3 * m + 2 * length + k - 2));
        end
    }
}

/// Finds the least period that the table proves.
///
/// The least length that passes is the least period, and its least start is the true preperiod. A sequence that repeats
/// by *p* from *n₀* on, and in the end by a divisor of *p*, repeats by that divisor from *n₀* on.
pub(crate) fn find_plain<V: Eq>(reach: &Reach, values: &[V]) -> Option<ProvedPeriod> {
    let heaps = values.len();
    let agree = agreement(values);
    (1..=heaps.saturating_sub(1) / reach.block).find_map(|turns| {
        let length = turns * reach.block;
        let preperiod = heaps - length - index(agree[length]);
        let end = reach.window(preperiod, length);
        let proved = end + length <= heaps && preperiod.max(1) + length < heaps;
        proved.then_some(ProvedPeriod {
            preperiod,
            length,
            saltus: 0,
            constant_below: u32::MAX,
            end,
            grows_from: None,
            by_classes: false,
        })
    })
}

/// Returns, at *p*, the number of values at the end of the table that equal those *p* heaps before. This is the
/// Z-function of the reversed table (Gusfield 1997). For all *p* together, the time is proportional to the table's
/// length.
fn agreement<V: Eq>(values: &[V]) -> Vec<u32> {
    let heaps = values.len();
    let from_end = |i: usize| &values[heaps - 1 - i];
    // 32-bit places take half the memory, and a table of tens of millions of heaps has a place for each.
    let mut z: Vec<u32> = vec![0; heaps];
    let (mut left, mut right) = (0, 0);
    for i in 1..heaps {
        let mut same = if i < right { index(z[i - left]).min(right - i) } else { 0 };
        while i + same < heaps && from_end(same) == from_end(i + same) {
            same += 1;
        }
        if i + same > right {
            (left, right) = (i, i + same);
        }
        z[i] = u32::try_from(same).unwrap_or(u32::MAX);
    }
    z
}

/// Returns the first number up to `last` for which a condition holds, by bisection. It must hold for `last`, and for
/// all numbers after one for which it holds.
fn halves(last: usize, holds: impl Fn(usize) -> bool) -> usize {
    let (mut first, mut last) = (0, last);
    while first < last {
        let middle = first.midpoint(last);
        if holds(middle) {
            last = middle;
        } else {
            first = middle + 1;
        }
    }
    first
}

/// Finds the least arithmetic period that the table proves.
fn find_arithmetic<V: Copy + Into<u32>>(moves: &HeapCode, values: &[V]) -> Option<ProvedPeriod> {
    let heaps = values.len();
    let window = moves.last_exception();
    let at = |heap: usize| i64::from(values[heap].into());
    let steps: Vec<i64> = (1..heaps).map(|heap| at(heap) - at(heap - 1)).collect();
    let agree = agreement(&steps);
    // Heap 0 can be left if every digit with bit 1 has bit 0, as in sets. Otherwise heaps from 1 on can be left.
    let lowest = usize::from(!moves.is_removal_set());
    let earliest = if lowest == 0 {
        0
    } else if moves.leave_for_ever(0) {
        window + 1
    } else {
        values.iter().skip(1).position(|value| (*value).into() == 0)? + 1 + window + 1
    };
    // At n, it has the largest value of the heaps from `lowest` to n − 1, or −1.
    let mut largest = vec![-1; lowest + 1];
    for heap in lowest..heaps {
        largest.push(largest[largest.len() - 1].max(at(heap)));
    }
    (1..steps.len()).find_map(|length| {
        // The differences agree from this index on. So the values agree, too, except for the saltus.
        let preperiod = steps.len() - length - index(agree[length]);
        let last = heaps.checked_sub(length + window)?;
        let saltus = (preperiod + length < heaps).then(|| at(preperiod + length) - at(preperiod))?;
        // Once the largest value has grown by the saltus, it goes on growing, since the values after it do. So the last
        // place tells whether there is such a place, and bisection finds the first.
        let has_grown = |from: usize| largest[from + length] == largest[from] + saltus;
        let first = preperiod.max(earliest);
        if first > last || !has_grown(last) {
            return None;
        }
        let from = first + halves(last - first, |past| has_grown(first + past));
        let saltus = u32::try_from(saltus).ok()?;
        // If the window is empty, one more value is compared: the first value of the period itself.
        let end = from + window.max(1);
        (end + length <= heaps).then_some(ProvedPeriod {
            preperiod,
            length,
            saltus,
            constant_below: 0,
            end,
            grows_from: Some(from),
            by_classes: false,
        })
    })
}
