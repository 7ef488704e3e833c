//! [`Sum`]: everything on the table, one sum of games.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use smallvec::SmallVec;

use crate::game::run::{AnyMove, Run};
use crate::number::meter;
use crate::theory::misere::heaps::MisereHeaps;
use crate::theory::misere::sums::Sums;

/// The steps for each component of a pass over all.
const STEPS_A_COMPONENT: u64 = 5;

/// A sum of games: runs of components in the order of the catalogue. Components under one key are together.
#[derive(Debug, Default)]
pub struct Sum {
    parts: SmallVec<[Summand; 1]>,
    /// Results for misère play of the sum. They serve all positions that moves lead to, too.
    pub(super) misere: FoundInMisere,
}

/// Results for misère play of a position.
#[derive(Clone, Debug, Default)]
pub(super) struct FoundInMisere {
    /// The misère quotient that was looked for; `None` inside if none was found.
    pub(super) quotient: OnceLock<Option<Arc<MisereHeaps>>>,
    /// The sums that were searched.
    sums: OnceLock<Arc<Mutex<Sums>>>,
}

impl FoundInMisere {
    /// Returns whether a misère quotient was found.
    pub(super) fn has_quotient(&self) -> bool {
        matches!(self.quotient.get(), Some(Some(_)))
    }

    /// Returns the part that may serve another position of the same game. That no quotient was found says nothing about
    /// that one.
    pub(super) fn to_share(&self) -> Self {
        drop(self.sums());
        let shared = self.clone();
        if self.has_quotient() { shared } else { Self { quotient: OnceLock::new(), ..shared } }
    }

    /// The sums that were searched.
    pub(super) fn sums(&self) -> MutexGuard<'_, Sums> {
        self.sums.get_or_init(Arc::default).lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The components under one key.
#[derive(Debug)]
pub struct Summand {
    /// The key, as the client wrote it.
    pub key: Cow<'static, str>,
    /// The place of the game in the catalogue; games that the client defined come after all others.
    pub place: usize,
    /// The components.
    pub run: Box<dyn Run>,
}

/// The place of a component.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ComponentIndex {
    /// The index of the part.
    pub part: usize,
    /// The index of the component in its part, by which clients name it, beside the key.
    pub index: usize,
}

/// A move in a sum.
#[derive(Clone, Debug)]
pub struct Move {
    /// The place of the component.
    pub place: ComponentIndex,
    /// The move of that component.
    pub made: AnyMove,
}

impl Sum {
    /// Makes the sum of these parts. Keys of one game keep their order; two keys that spell the same rules are two
    /// runs. A key without components adds nothing and is left out.
    #[must_use]
    pub fn new(parts: impl IntoIterator<Item = Summand>) -> Self {
        Self::of(parts.into_iter().collect())
    }

    /// Makes the sum of parts that need not be copied.
    #[must_use]
    pub(crate) fn of(mut parts: SmallVec<[Summand; 1]>) -> Self {
        if parts.iter().any(|part| part.run.is_empty()) {
            parts.retain(|part| !part.run.is_empty());
        }
        if !parts.is_sorted_by_key(|part| part.place) {
            parts.sort_by_key(|part| part.place);
        }
        Self { parts, misere: FoundInMisere::default() }
    }

    /// The position of these parts in this order, with those that have no components.
    pub(super) fn kept(parts: impl Iterator<Item = Summand>) -> Self {
        Self { parts: parts.collect(), misere: FoundInMisere::default() }
    }

    /// The runs of components.
    #[must_use]
    pub fn parts(&self) -> &[Summand] {
        &self.parts
    }

    /// The runs of components, taken apart.
    pub fn into_parts(self) -> impl Iterator<Item = Summand> {
        self.parts.into_iter()
    }

    pub(super) fn parts_mut(&mut self) -> &mut [Summand] {
        &mut self.parts
    }

    /// The number of components.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parts.iter().map(|part| part.run.len()).sum()
    }

    /// True if nothing is on the table.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The places of all components.
    pub fn places(&self) -> impl Iterator<Item = ComponentIndex> + use<'_> {
        let parts = self.parts.iter().enumerate();
        parts.flat_map(|(part, Summand { run, .. })| (0..run.len()).map(move |index| ComponentIndex { part, index }))
    }

    /// The run of the component at a place.
    pub(crate) fn run(&self, place: ComponentIndex) -> &dyn Run {
        &*self.parts[place.part].run
    }

    /// All components, as far as the meter lets one go through them.
    pub(crate) fn components(&self) -> impl Iterator<Item = (ComponentIndex, &dyn Run)> {
        let places = self.places().take_while(|_| meter::go_on(STEPS_A_COMPONENT).is_ok());
        places.map(|place| (place, self.run(place)))
    }

    /// The only component of a solved position that has options; the other components change nothing.
    pub(crate) fn only_alive(&self) -> Option<(ComponentIndex, &dyn Run)> {
        let is_alive = |(place, run): &(ComponentIndex, &dyn Run)| !run.is_over(place.index);
        let mut alive = self.components().filter(is_alive);
        alive.next().filter(|_| alive.next().is_none())
    }

    /// The part of a key.
    #[must_use]
    pub fn find(&self, key: &str) -> Option<usize> {
        self.parts.iter().position(|part| part.key == key)
    }

    /// Returns what a move leaves of its component; unsolved.
    #[must_use]
    pub fn left(&self, Move { place, made }: &Move) -> Box<dyn Run> {
        self.run(*place).after(place.index, made)
    }

    /// Returns the position after a move; unsolved.
    #[must_use]
    pub fn after(&self, made: &Move) -> Self {
        self.with(made.place, &*self.left(made))
    }

    /// The position after the component at a place has become `to`; unsolved.
    #[must_use]
    pub fn with(&self, ComponentIndex { part: changed, index }: ComponentIndex, to: &dyn Run) -> Self {
        let parts = self.parts.iter().enumerate().map(|(at, Summand { key, place, run })| {
            let run = if at == changed { run.with(index, to) } else { run.copy() };
            Summand { key: key.clone(), place: *place, run }
        });
        Self { misere: self.misere.clone(), ..Self::new(parts) }
    }
}
