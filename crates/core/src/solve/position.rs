//! [`Sum`]: a position of a request, which is a sum of games.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use smallvec::SmallVec;

use crate::game::{AnyMove, Positions, Solved};
use crate::number::Natural;
use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::theory::misere::heaps::MisereHeaps;
use crate::theory::misere::sums::Sums;

/// A sum of games. Its components are in the order of their games in the catalogue. A client lists the components under
/// keys, each of which stands for a game. All components under the same key form one part.
#[derive(Debug)]
pub struct Sum<R: ?Sized = dyn Positions> {
    parts: SmallVec<[Summand<R>; 1]>,
    /// Results for misère play of the sum. They are also used for all positions that moves lead to.
    pub(super) misere: FoundInMisere,
}

/// Results for misère play of a position.
#[derive(Clone, Debug, Default)]
pub(super) struct FoundInMisere {
    /// The misère quotient, once it has been looked for. The inner `None` means that no quotient was found.
    pub(super) quotient: OnceLock<Option<Arc<MisereHeaps>>>,
    /// The sums that were searched.
    sums: OnceLock<Arc<Mutex<Sums>>>,
}

impl FoundInMisere {
    /// Returns whether a misère quotient was found.
    pub(super) fn has_quotient(&self) -> bool {
        matches!(self.quotient.get(), Some(Some(_)))
    }

    /// Returns the results that can be used for smaller positions of the same game. All of them share the sums that are
    /// searched. If no quotient was found, none is looked for again.
    pub(super) fn to_share(&self) -> Self {
        drop(self.sums());
        self.clone()
    }

    /// The sums that were searched.
    pub(super) fn sums(&self) -> MutexGuard<'_, Sums> {
        self.sums.get_or_init(Arc::default).lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A sum whose components are solved.
pub type SolvedSum = Sum<dyn Solved>;

/// A part of a [`Sum`]: all components that the client listed under one key, which stands for their game. They are
/// [`Solved`], or they are [`Positions`], which are not solved.
#[derive(Debug)]
pub struct Summand<R: ?Sized = dyn Positions> {
    /// The key, as the client wrote it.
    pub key: Cow<'static, str>,
    /// The place of the game in the catalogue. Games that the client defined come after all games of the catalogue.
    pub place: usize,
    /// The components.
    pub components: Box<R>,
}

/// The place of a component.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ComponentIndex {
    /// The index of the part.
    pub part: usize,
    /// The index of the component in its part. Clients identify a component by its key and this index.
    pub index: usize,
}

/// A move in a sum.
#[derive(Clone, Debug)]
pub struct Move {
    /// The place of the component.
    pub place: ComponentIndex,
    /// The move in that component.
    pub made: AnyMove,
}

impl<R: ?Sized> Default for Sum<R> {
    fn default() -> Self {
        Self { parts: SmallVec::new(), misere: FoundInMisere::default() }
    }
}

impl<R: AsRef<dyn Positions> + ?Sized> Sum<R> {
    /// Creates the sum of these parts, in the order of the catalogue. Parts of the same game keep their order. Two
    /// different keys for the same rules stay two parts. Parts without components are removed.
    #[must_use]
    pub fn new(parts: impl IntoIterator<Item = Summand<R>>) -> Self {
        Self::of(parts.into_iter().collect())
    }

    /// Creates the sum of parts that are already in a `SmallVec`, without copying them.
    #[must_use]
    pub(crate) fn of(mut parts: SmallVec<[Summand<R>; 1]>) -> Self {
        if parts.iter().any(|part| part.positions().is_empty()) {
            parts.retain(|part| !part.positions().is_empty());
        }
        if !parts.is_sorted_by_key(|part| part.place) {
            parts.sort_by_key(|part| part.place);
        }
        Self::kept(parts)
    }

    /// Creates the sum of these parts in this order. Parts without components are not removed.
    pub(super) fn kept(parts: SmallVec<[Summand<R>; 1]>) -> Self {
        Self { parts, misere: FoundInMisere::default() }
    }

    /// The components under each key.
    #[must_use]
    pub fn parts(&self) -> &[Summand<R>] {
        &self.parts
    }

    /// Returns the components under each key without copying them.
    pub fn into_parts(self) -> impl Iterator<Item = Summand<R>> {
        self.parts.into_iter()
    }

    /// The number of components.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parts.iter().map(|part| part.positions().len()).sum()
    }

    /// True if the sum has no components.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The places of all components.
    pub fn places(&self) -> impl Iterator<Item = ComponentIndex> + use<'_, R> {
        let parts = self.parts.iter().enumerate();
        parts.flat_map(|(part, of)| (0..of.positions().len()).map(move |index| ComponentIndex { part, index }))
    }

    /// All components of the part `place.part`.
    pub(crate) fn components_of(&self, place: ComponentIndex) -> &R {
        &self.parts[place.part].components
    }

    /// Iterates over all components. The iterator ends early if the meter is spent.
    pub(crate) fn components(&self) -> impl Iterator<Item = (ComponentIndex, &R)> {
        let places = meter::each(self.places(), cost::ENTRY);
        places.map(|place| (place, self.components_of(place)))
    }

    /// The index of the part with this key.
    #[must_use]
    pub fn find(&self, key: &str) -> Option<usize> {
        self.parts.iter().position(|part| part.key == key)
    }

    /// Returns the positions that remain of a component after a move in this component.
    #[must_use]
    pub fn left(&self, Move { place, made }: &Move) -> Rc<dyn Positions> {
        self.components_of(*place).as_ref().after(place.index, made)
    }

    /// Returns the position after a move.
    #[must_use]
    pub fn after(&self, made: &Move) -> Sum {
        self.with(made.place, &*self.left(made))
    }

    /// Returns the position after the component at a place is replaced by `to`.
    #[must_use]
    pub fn with(&self, ComponentIndex { part: changed, index }: ComponentIndex, to: &dyn Positions) -> Sum {
        let parts = self.parts.iter().enumerate().map(|(at, of)| {
            let solved = if at == changed { of.positions().with(index, to) } else { of.positions().copy() };
            Summand { key: of.key.clone(), place: of.place, components: solved }
        });
        Sum::new(parts)
    }
}

impl<R: AsRef<dyn Positions> + ?Sized> Summand<R> {
    /// Returns the components as [`Positions`], even if they are [`Solved`].
    #[must_use]
    pub fn positions(&self) -> &dyn Positions {
        (*self.components).as_ref()
    }
}

impl SolvedSum {
    /// Returns how many moves leave a sum with the value 0. `xor` is the XOR of the values of all components. Moves in
    /// the component at `except` are not counted.
    pub(super) fn count_to_zero(&self, xor: &Natural, except: Option<ComponentIndex>) -> Natural {
        let excepted = |part: usize| except.filter(|place| place.part == part).map(|place| place.index);
        let parts = self.parts.iter().enumerate();
        parts.map(|(at, part)| part.components.count_to_zero(xor, excepted(at))).sum()
    }

    /// Returns the only component that has options; `None` if no component or several components have options.
    pub(crate) fn only_alive(&self) -> Option<(ComponentIndex, &dyn Solved)> {
        let is_alive = |(place, solved): &(ComponentIndex, &dyn Solved)| !solved.is_over(place.index);
        let mut alive = self.components().filter(is_alive);
        alive.next().filter(|_| alive.next().is_none())
    }

    /// Makes a move in its component, and returns the positions that replace this component. These positions may keep
    /// parts of the solution of `self`.
    pub(super) fn follow(&self, Move { place, made }: &Move) -> Box<dyn Positions> {
        self.components_of(*place).follow(place.index, made)
    }

    /// Returns the solved sum after a move that replaces the component at `place` by the positions `left`. The theories
    /// that solved `self` solve this sum, too.
    pub(super) fn solved_with(&self, place: ComponentIndex, left: &dyn Positions) -> Result<Self, Spent> {
        let mut parts = Vec::with_capacity(self.parts.len());
        for (at, Summand { key, place: game, components: solved }) in self.parts.iter().enumerate() {
            let positions = if at == place.part { solved.with(place.index, left) } else { solved.copy() };
            let solved = solved.solve_more(positions)?;
            parts.push(Summand { key: key.clone(), place: *game, components: solved });
        }
        Ok(Self { misere: self.misere.clone(), ..Self::new(parts) })
    }
}
