//! [`HeapValues`]: the solved values of a heap game. The values cover heaps of any size if a theorem allows it.

use std::sync::{Arc, OnceLock};

use super::kinds::{self, KindLabels, Kinds, TameKind};
use super::labels::{Cycle, HeapLabels, NimberLabels};
use super::lasker::{self, Splits};
use super::leaving::Leaving;
use super::listing::HeapListing;
use super::moves::{HeapCode, LeftHeaps};
use super::nearly_all::NearlyAll;
use super::period::ProvedPeriod;
use crate::number::Natural;
use crate::number::meter::{SMALL_PART, Spent};
use crate::theory::cache::{Cache, CacheKind as Kept, Cached, allocated};
use crate::theory::sequence::Sequence;

/// The values of the heaps of one game, with all results that follow from these values. These results never change, so
/// they can be shared and cached.
#[derive(Debug)]
pub struct HeapValues {
    moves: HeapCode,
    /// The values of the first heaps. Only the first `heaps` of these values are used.
    values: Arc<[u32]>,
    heaps: usize,
    period: Option<ProvedPeriod>,
    basis: Basis,
    /// The [`TameKind`] of each heap in misère play.
    kinds: OnceLock<Arc<Kinds>>,
}

/// The source of the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// A table, with its period if a period is proved.
    Table,
    /// A table, too, but nearly every smaller heap is an option, so values grow without bound.
    NearlyAll,
    /// A table, too, but moves leave at most one heap and the code ends in a repeating block of several digits. From
    /// one period to the next, each value stays the same or grows.
    Blocks,
    /// The formula of Lasker's Nim, for heaps of any size.
    Lasker,
}

impl Basis {
    /// Returns the source of the values for these moves.
    #[must_use]
    pub fn of(moves: &HeapCode) -> Self {
        if moves.digit(0) == 4 && moves.tail() == Some(3) && moves.exceptions().is_empty() {
            Self::Lasker
        } else if !moves.splits() && moves.leave_for_ever(1) {
            if moves.tail().is_some() { Self::NearlyAll } else { Self::Blocks }
        } else {
            Self::Table
        }
    }
}

/// The reason why a heap has no known value: it is larger than all heaps with known values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("values are known up to heap {largest_known}: no period is proved")]
pub struct Unknown {
    /// The largest heap whose value is known.
    pub largest_known: usize,
}

impl HeapValues {
    /// Creates the values from a table and from the period that the table proves. Only the first `heaps` heaps of the
    /// table are used. If there is a period, `heaps` must be at least max(`preperiod`, 1) + `length`.
    pub(super) fn of_table(moves: HeapCode, values: Arc<[u32]>, heaps: usize, period: Option<ProvedPeriod>) -> Self {
        let (basis, kinds) = (Basis::of(&moves), OnceLock::new());
        Self { moves, values, heaps, period, basis, kinds }
    }

    /// Creates the values of Lasker's Nim.
    pub(super) fn of_laskers_nim(moves: &HeapCode) -> Self {
        Self::of_table(moves.clone(), Arc::new([0]), 1, None)
    }

    /// Returns the values of the first heaps, at most `heaps` of them.
    pub(super) fn first_values(&self, heaps: usize) -> Arc<[u32]> {
        (0..heaps).map_while(|heap| self.small_value(heap)).collect()
    }

    /// Returns whether `self` and `other` use the same table in memory.
    #[cfg(test)]
    pub(super) fn shares_its_table_with(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.values, &other.values)
    }

    /// Returns the values in the table.
    fn table(&self) -> &[u32] {
        &self.values[..self.heaps]
    }

    /// Returns the value of a heap; `None` if the value is not known or does not fit into 32 bits.
    fn small_value(&self, heap: usize) -> Option<u32> {
        match self.table().get(heap) {
            Some(value) => Some(*value),
            None => u32::try_from(self.value(&heap.into()).ok()?.to_u64()?).ok(),
        }
    }

    /// Returns the moves of a heap.
    #[must_use]
    pub fn moves(&self) -> &HeapCode {
        &self.moves
    }

    /// Returns the period of the values if it is proved.
    #[must_use]
    pub fn period(&self) -> Option<&ProvedPeriod> {
        self.period.as_ref()
    }

    /// Returns where the values come from: a table or a formula.
    #[must_use]
    pub fn basis(&self) -> Basis {
        self.basis
    }

    /// Returns the largest heap whose value is known; `None` if the values of all heaps are known.
    #[must_use]
    pub fn largest_known(&self) -> Option<usize> {
        (self.basis != Basis::Lasker && self.period.is_none()).then(|| self.heaps - 1)
    }

    fn unknown(&self) -> Unknown {
        Unknown { largest_known: self.heaps - 1 }
    }

    fn cycle(&self) -> Option<Cycle> {
        self.period.as_ref().map(|period| Cycle { from: period.preperiod, length: period.length })
    }

    pub(super) fn labels(&self) -> HeapLabels<'_> {
        HeapLabels::new(self.table(), self.cycle())
    }

    /// Returns the values as a sequence. The values may grow from one period to the next.
    fn sequence(&self) -> Sequence<'_> {
        if self.basis == Basis::Lasker {
            return lasker::VALUES;
        }
        Sequence { table: self.table(), repetition: self.period.as_ref().map(ProvedPeriod::repetition) }
    }

    fn nearly_all(&self) -> NearlyAll<'_> {
        NearlyAll { moves: &self.moves, values: self.sequence() }
    }

    /// Returns the Grundy value of a heap.
    ///
    /// # Errors
    /// If the value of the heap is not known.
    pub fn value(&self, heap: &Natural) -> Result<Natural, Unknown> {
        let value = match self.basis {
            Basis::NearlyAll | Basis::Blocks | Basis::Lasker => self.sequence().value(heap),
            Basis::Table => self.labels().of(heap).map(|value| u64::from(value).into()),
        };
        value.ok_or_else(|| self.unknown())
    }

    /// Returns the options of a heap that have a value in `wanted`.
    ///
    /// # Errors
    /// If the value of one of the heap's options is not known.
    pub fn options(&self, heap: &Natural, wanted: &[Natural]) -> Result<HeapOptions<'_>, Unknown> {
        let options = match self.basis {
            Basis::NearlyAll | Basis::Lasker => {
                let game = self.nearly_all();
                game.values.value(heap).map(|_| Form::Listed(self.splits(heap, wanted), game.options(heap, wanted)))
            }
            Basis::Blocks => {
                let values = self.sequence();
                let leaving = || Leaving::new(&self.moves, values, heap, wanted, &Natural::ZERO);
                values.value(heap).map(|_| Form::Leaving(leaving()))
            }
            Basis::Table => {
                // With this basis, the values of all options fit into 32 bits. So no option has a larger wanted value.
                let wanted = wanted.iter().filter_map(|value| u32::try_from(value.to_u64()?).ok()).collect();
                HeapListing::new(&self.moves, self.labels(), NimberLabels, heap, wanted).map(Form::Values)
            }
        };
        options.map(HeapOptions).ok_or_else(|| self.unknown())
    }

    /// Returns the splits of a heap that have a value in `values`. The basis of the game must be [`Basis::NearlyAll`]
    /// or [`Basis::Lasker`]. With [`Basis::NearlyAll`] there are no splits.
    fn splits(&self, heap: &Natural, values: &[Natural]) -> Splits {
        Splits::new(heap, if self.basis == Basis::Lasker { values } else { &[] })
    }

    /// Returns all options of a heap.
    ///
    /// # Errors
    /// If the meter is spent. Also if `heap` is large, and a digit that repeats for ever allows moves to three heaps.
    pub fn all_options(&self, heap: &Natural) -> Result<HeapOptions<'_>, Unknown> {
        let form = match self.basis {
            Basis::NearlyAll | Basis::Lasker => Some(Form::All(self.nearly_all(), heap.clone())),
            Basis::Table | Basis::Blocks => HeapListing::all(&self.moves, heap).map(Form::Values),
        };
        form.map(HeapOptions).ok_or_else(|| self.unknown())
    }

    /// Finds the [`TameKind`]s of the heaps for misère play. The work is done only once for all requests. Each request
    /// is charged for this work.
    ///
    /// # Errors
    /// If the meter is spent.
    pub fn prepare_misere(&self, cache: &Cache) -> Result<(), Spent> {
        if self.moves.is_removal_set() || self.kinds.get().is_some() {
            return Ok(());
        }
        let key = (&self.moves, self.heaps, self.period.is_some());
        let kinds = cache.find("the tame heaps of a game", &key, || Ok::<_, Spent>(Arc::new(self.find_kinds())))?;
        // Another thread may have set the kinds first. Its result is the same.
        let _ = self.kinds.set(kinds);
        Ok(())
    }

    /// Returns the kind of a heap in misère play; `None` if the heap is not known to be tame.
    #[must_use]
    pub fn kind(&self, heap: &Natural) -> Option<TameKind> {
        let value = self.value(heap).ok()?;
        if self.moves.is_removal_set() {
            let is_fickle = value <= Natural::ONE;
            return Some(TameKind { value, is_fickle });
        }
        let kinds = self.kinds();
        let label = match HeapLabels::new(&kinds.labels, kinds.cycle).of(heap) {
            Some(label) => label,
            None if self.basis == Basis::Blocks => {
                let label = kinds.sequence().value(heap)?;
                return Some(TameKind { value, is_fickle: label.is_even() });
            }
            // If the kinds were found within the limit, the last heap of the list stands for all larger heaps: see
            // `find_kinds`. All larger heaps are then firm, unless the last heap has the label `WILD`.
            None if self.basis != Basis::Table && self.largest_known().is_none() => {
                let last = *kinds.labels.last()?;
                return (kinds.spent < SMALL_PART && last != kinds::WILD)
                    .then_some(TameKind { value, is_fickle: false });
            }
            None => return None,
        };
        (label != kinds::WILD).then_some(TameKind { value, is_fickle: label & 1 == 0 })
    }

    /// Returns the options of a tame heap that have a kind in `wanted`; `None` if the heap is not known to be tame.
    #[must_use]
    pub fn options_of_kind(&self, heap: &Natural, wanted: &[TameKind]) -> Option<HeapOptions<'_>> {
        self.kind(heap)?;
        let values = |is: &dyn Fn(&TameKind) -> bool| -> Vec<Natural> {
            wanted.iter().filter(|kind| is(kind)).map(|kind| kind.value.clone()).collect()
        };
        if self.moves.is_removal_set() {
            return self.options(heap, &values(&|kind| kind.is_fickle == (kind.value <= Natural::ONE))).ok();
        }
        let form = match self.basis {
            Basis::NearlyAll | Basis::Lasker => {
                // The only fickle split is the split of a heap of 2 into two heaps of 1.
                let splits = self.splits(heap, &values(&|kind| kind.is_fickle == (*heap <= Natural::TWO)));
                let mut options = self.nearly_all().options(heap, &values(&|_| true));
                options.retain(|parts| {
                    let kind = parts.first().map_or_else(|| Some(TameKind::nothing()), |left| self.kind(left));
                    kind.is_some_and(|kind| wanted.contains(&kind))
                });
                Form::Listed(splits, options)
            }
            Basis::Blocks => {
                let label = |kind: &TameKind| &kind.value.shift_left(1) + &Natural::from(!kind.is_fickle);
                let wanted: Vec<Natural> = wanted.iter().map(label).collect();
                let labels = self.kinds().sequence();
                // The empty position is fickle and has the value 0, so its label is 0.
                Form::Leaving(Leaving::new(&self.moves, labels, heap, &wanted, &Natural::ZERO))
            }
            Basis::Table => {
                let kinds = self.kinds();
                let labels = HeapLabels::new(&kinds.labels, kinds.cycle);
                let label = |kind: &TameKind| kinds::label(u32::try_from(kind.value.to_u64()?).ok()?, kind.is_fickle);
                let wanted = wanted.iter().filter_map(label).collect();
                Form::Kinds(HeapListing::new(&self.moves, labels, KindLabels, heap, wanted)?)
            }
        };
        Some(HeapOptions(form))
    }

    /// Returns the options that win in misère play if the heap is the whole position. `None` if the basis is not
    /// [`Basis::Blocks`], if the rules are a set of removals, or if the misère value of the heap is not known.
    #[must_use]
    pub fn options_that_win_misere(&self, heap: &Natural) -> Option<HeapOptions<'_>> {
        if self.basis != Basis::Blocks || self.moves.is_removal_set() {
            return None;
        }
        let misere = self.kinds().misere.as_ref()?.sequence();
        misere.value(heap)?;
        let leaving = Leaving::new(&self.moves, misere, heap, &[Natural::ZERO], &Natural::ONE);
        Some(HeapOptions(Form::Leaving(leaving)))
    }

    /// Returns the [`TameKind`]s of the heaps as labels.
    pub(super) fn kind_labels(&self) -> HeapLabels<'_> {
        let kinds = self.kinds();
        HeapLabels::new(&kinds.labels, kinds.cycle)
    }

    /// Returns the [`TameKind`]s of the heaps. If [`HeapValues::prepare_misere`] has not found them yet, they are found
    /// now.
    fn kinds(&self) -> &Kinds {
        self.kinds.get_or_init(|| Arc::new(self.find_kinds()))
    }

    /// Finds the [`TameKind`]s of the heaps. For [`Basis::NearlyAll`] with a period, and for [`Basis::Lasker`], the
    /// last heap in `Kinds::labels` stands for all larger heaps. All non-empty heaps with the value 0 or 1 are options
    /// of each of these larger heaps.
    fn find_kinds(&self) -> Kinds {
        let mut kinds = Kinds::new();
        if self.basis == Basis::Blocks {
            let values = |heap| self.small_value(heap);
            kinds.grow_by_blocks(&self.moves, self.period.as_ref(), self.heaps, values, SMALL_PART);
            return kinds;
        }
        let heaps = match (self.largest_known(), self.basis) {
            (Some(last), _) => last + 1,
            (None, Basis::Table | Basis::Blocks) => usize::MAX,
            (None, Basis::NearlyAll | Basis::Lasker) => {
                let small = [Natural::ZERO, Natural::ONE];
                let last = small.iter().flat_map(|value| self.nearly_all().values.of_value(value)).max();
                let last = last.and_then(|heap| heap.to_usize()).unwrap_or(0);
                last + self.moves.last_exception() + 2
            }
        };
        kinds.grow(&self.moves, |heap| self.small_value(heap), heaps, SMALL_PART);
        kinds
    }
}

impl Cached for Arc<Kinds> {
    const KIND: Kept = Kept::Heaps;

    fn bytes(&self) -> usize {
        allocated::<(Kinds, [usize; 2])>(1)
            + allocated::<u32>(self.labels.capacity())
            + self.misere.as_ref().map_or(0, |misere| allocated::<u32>(misere.values.len()))
    }
}

/// Options of one heap. The options are counted, and numbered in the order of [`HeapCode::options`].
#[derive(Debug)]
pub struct HeapOptions<'a>(Form<'a>);

#[derive(Debug)]
enum Form<'a> {
    Values(HeapListing<'a, NimberLabels>),
    Kinds(HeapListing<'a, KindLabels>),
    /// The splits come first, then a list of all other options.
    Listed(Splits, Vec<LeftHeaps>),
    Leaving(Leaving),
    All(NearlyAll<'a>, Natural),
}

impl HeapOptions<'_> {
    /// Returns the number of options.
    #[must_use]
    pub fn count(&self) -> Natural {
        match &self.0 {
            Form::Values(listing) => listing.count().clone(),
            Form::Kinds(listing) => listing.count().clone(),
            Form::Listed(splits, options) => splits.count() + &options.len().into(),
            Form::Leaving(leaving) => leaving.count(),
            Form::All(game, heap) => game.moves.count(heap),
        }
    }

    /// Returns the option with the number `rank`, counted from 0; `None` if there is none.
    #[must_use]
    pub fn nth(&self, rank: &Natural) -> Option<LeftHeaps> {
        match &self.0 {
            Form::Values(listing) => listing.nth(rank),
            Form::Kinds(listing) => listing.nth(rank),
            Form::Listed(splits, options) => match rank.checked_sub(splits.count()) {
                Some(rank) => options.get(rank.to_usize()?).cloned(),
                None => Some(splits.nth(rank)),
            },
            Form::Leaving(leaving) => leaving.nth(rank),
            Form::All(game, heap) => game.nth(heap, rank),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;
    use crate::theory::heaps::by_the_rules::{any_rules, lost_in_misere, values};
    use crate::theory::heaps::growth::TableLimits;
    use crate::theory::heaps::rules::HeapRules;
    use crate::theory::heaps::tables::HeapTables;

    /// Solves the first `heaps` heaps of a game. If a period is proved, the table has only the heaps that the period
    /// needs.
    fn solved(moves: &HeapCode, heaps: usize) -> HeapValues {
        let (limits, cache) = (TableLimits { max_steps: u64::MAX, ..TableLimits::default() }, Arc::default());
        let solved = HeapTables::new(cache, limits).solve(moves, &(heaps - 1).into()).unwrap();
        Arc::into_inner(solved).unwrap()
    }

    fn listed(options: &HeapOptions) -> Vec<LeftHeaps> {
        let count = options.count().to_usize().unwrap();
        assert_eq!(options.nth(&count.into()), None);
        (0..count).map(|rank| options.nth(&rank.into()).unwrap()).collect()
    }

    /// Compares the results for a heap with the options that the rules list.
    fn check(rules: &HeapRules, solved: &HeapValues, values: &[u32], heap: usize) {
        let moves = rules.moves();
        let number = Natural::from(heap);
        let all: Vec<(u32, LeftHeaps)> = moves
            .options(heap)
            .map(|parts| {
                let value = parts.iter().fold(0, |sum, part| sum ^ values[*part]);
                (value, parts.into_iter().map(Natural::from).collect())
            })
            .collect();
        assert_eq!(solved.value(&number), Ok(u64::from(values[heap]).into()), "{rules} {heap}");
        assert_eq!(moves.count(&number), Natural::from(all.len()), "{rules} {heap}");
        let parts: Vec<_> = all.iter().map(|(_, parts)| parts.clone()).collect();
        assert_eq!(listed(&solved.all_options(&number).unwrap()), parts, "{rules} {heap}");
        for parts in &parts {
            assert_eq!(moves.check(&number, parts), Ok(()), "{rules} {heap}");
        }
        let below = values[heap].saturating_sub(1);
        for wanted in [vec![0], vec![1], vec![2], vec![3], vec![0, 5], vec![64], vec![below, 9, below]] {
            let natural: Vec<Natural> = wanted.iter().map(|value| u64::from(*value).into()).collect();
            let expected = all.iter().filter(|(value, _)| wanted.contains(value)).map(|(_, parts)| parts.clone());
            let options = solved.options(&number, &natural).unwrap();
            assert_eq!(listed(&options), expected.collect::<Vec<_>>(), "{rules} {heap} {wanted:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 30 } else { 1000 }))]

        #[test]
        fn options_of_a_value_are_counted_and_numbered(rules in any_rules(), heaps in proptest::collection::vec(0_usize..110, 5)) {
            let values = values(rules.moves(), 110);
            let solved = solved(rules.moves(), 110);
            for heap in heaps {
                check(&rules, &solved, &values, heap);
            }
        }

        #[test]
        fn kinds_decide_misere_play(a in any_rules(), b in any_rules()) {
            let games = [a.moves(), b.moves()];
            let solved = games.map(|moves| solved(moves, 40));
            let mut known = HashMap::new();
            for (x, y, z) in (0..9).flat_map(|x| (0..=x).flat_map(move |y| (0..9).map(move |z| (x, y, z)))) {
                if x + y + z > 12 {
                    continue;
                }
                let mut sum: Vec<_> = [(0, x), (0, y), (1, z)].into_iter().filter(|(_, heap)| *heap > 0).collect();
                sum.sort_unstable();
                let kinds: Option<Vec<TameKind>> = sum.iter().map(|(game, heap)| solved[*game].kind(&(*heap).into())).collect();
                let Some(kinds) = kinds else { continue };
                let kind = kinds.iter().fold(TameKind::nothing(), TameKind::beside);
                prop_assert_eq!(!kind.wins(), lost_in_misere(&games, &sum, &mut known), "{} {} {:?}", a, b, sum);
            }
        }

        #[test]
        fn options_of_a_kind_are_counted_and_numbered(rules in any_rules(), heaps in proptest::collection::vec(0_usize..80, 5)) {
            let moves = rules.moves();
            let solved = solved(moves, 90);
            for heap in heaps {
                let number = Natural::from(heap);
                if solved.kind(&number).is_none() {
                    prop_assert!(solved.options_of_kind(&number, &[]).is_none());
                    continue;
                }
                let all: Vec<(TameKind, LeftHeaps)> = moves.options(heap).map(|parts| {
                    let kind = parts.iter().map(|part| solved.kind(&(*part).into()).unwrap());
                    let kind = kind.fold(TameKind::nothing(), |sum, kind| sum.beside(&kind));
                    (kind, parts.into_iter().map(Natural::from).collect())
                }).collect();
                let kind = |value: u64, firm: bool| TameKind { value: value.into(), is_fickle: !firm };
                for wanted in [
                    vec![kind(0, false)], vec![kind(0, true)], vec![kind(1, false)], vec![kind(1, true)],
                    vec![kind(2, true), kind(0, false)], vec![kind(2, false)], vec![kind(5, true), kind(0, true), kind(1, false)],
                ] {
                    let expected: Vec<_> = all.iter().filter(|(kind, _)| wanted.contains(kind)).map(|(_, parts)| parts.clone()).collect();
                    let options = solved.options_of_kind(&number, &wanted).unwrap();
                    prop_assert_eq!(listed(&options), expected, "{} {} {:?}", &rules, heap, wanted);
                }
            }
        }
    }

    #[test]
    fn all_is_known_of_laskers_nim() {
        let rules = HeapRules::octal("4.333...").unwrap();
        let heaps = if cfg!(debug_assertions) { 70 } else { 150 };
        let (values, solved) = (values(rules.moves(), heaps), solved(rules.moves(), heaps));
        (0..heaps).for_each(|heap| check(&rules, &solved, &values, heap));
    }

    #[test]
    fn periods_carry_counts_to_heaps_far_past_them() {
        for code in ["0.77", "0.07", "0.137", "4.7", "0.b3", "0.a6", "0.f", "0.d", "0.71...", "4.", "0.123", "0.1f1"] {
            let rules = HeapRules::hexadecimal(code).unwrap();
            let values = values(rules.moves(), 320);
            let solved = solved(rules.moves(), 320);
            let heaps = if cfg!(debug_assertions) { vec![97, 214] } else { (180..320).collect() };
            for heap in heaps {
                if !rules.moves().splits_into_three() || heap < 250 {
                    check(&rules, &solved, &values, heap);
                }
            }
        }
    }

    #[test]
    fn what_is_not_known_is_not_said() {
        let rules = HeapRules::octal("0.007").unwrap();
        let solved = solved(rules.moves(), 100);
        let largest_known = solved.largest_known().unwrap();
        assert!(solved.value(&largest_known.into()).is_ok());
        let next = Natural::from(largest_known + 4);
        assert_eq!(solved.value(&next), Err(Unknown { largest_known }));
        assert!(solved.options(&next, &[Natural::ZERO]).is_err());
        assert_eq!(solved.kind(&next), None);
        assert_eq!(solved.all_options(&next).unwrap().count(), rules.moves().count(&next));
    }
}
