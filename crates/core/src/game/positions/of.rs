//! [`PositionsOf`]: positions of a game whose type is known. It implements [`Positions`].

use std::any::Any;
#[cfg(any(test, feature = "columns"))]
use std::ops::ControlFlow;
use std::rc::Rc;

use smallvec::SmallVec;

use super::{AnyMove, Positions, Reached, Ruleset};
#[cfg(any(test, feature = "columns"))]
use crate::game::columns::{self, Columns, OnMissing};
use crate::game::shape::{PlainValue, Shape};
use crate::game::solved::SolvedOf;
use crate::game::{Card, Game, Illegal, Left, Play, Position, Rules, Theory, Unsolved, UnusableRules};
use crate::number::{cost, meter};
use crate::theory::Caches;

/// Positions of a game whose type is known.
#[derive(Clone, Debug)]
pub(crate) struct PositionsOf<G: Game> {
    pub(crate) game: G,
    /// The positions. Usually there is only one, for which a `SmallVec` allocates no memory.
    pub(crate) positions: SmallVec<[G::Position; 1]>,
}

impl<G: Game> PositionsOf<G> {
    /// Creates a list of these positions, and charges the steps for making it.
    pub(crate) fn made(game: G, positions: SmallVec<[G::Position; 1]>) -> Self {
        charge_made(&positions);
        Self { game, positions }
    }

    /// Creates a list of these positions, which belong to the game of `self`.
    fn of(&self, positions: SmallVec<[G::Position; 1]>) -> Box<dyn Positions> {
        Box::new(Self::made(self.game.clone(), positions))
    }

    /// Returns the steps for one call of a method about the position at `index`.
    pub(crate) fn steps(&self, index: usize) -> u64 {
        let words = u64::try_from(self.positions[index].weight()).unwrap_or(u64::MAX);
        words.saturating_mul(cost::ENTRY).saturating_add(cost::NUMBER)
    }

    /// Charges the steps for one call of a method about the position at `index`.
    pub(crate) fn charge(&self, index: usize) {
        meter::charge(self.steps(index));
    }

    /// Returns `other` as positions of this type; `None` if they belong to another game.
    pub(crate) fn same_game(other: &dyn Positions) -> Option<&Self> {
        let other: &dyn Any = other;
        other.downcast_ref()
    }
}

/// Charges the steps for making positions. This function does not depend on the game, so that it is compiled only once
/// for each type of position.
fn charge_made<P: Position>(positions: &[P]) {
    meter::charge_each(positions.iter().map(Position::weight).fold(0, usize::saturating_add), cost::ENTRY);
    meter::charge(cost::NUMBER);
}

impl<G: Game> Ruleset for G {
    fn card(&self) -> &'static Card {
        Rules::card(self)
    }

    fn shape(&self) -> Shape {
        Rules::shape(self)
    }

    fn splits(&self) -> bool {
        G::SPLITS
    }

    fn none(&self) -> Box<dyn Positions> {
        Box::new(PositionsOf::made(self.clone(), SmallVec::new()))
    }

    #[cfg(any(test, feature = "small"))]
    fn small(&self) -> Box<dyn Positions> {
        Box::new(PositionsOf::made(self.clone(), Rules::small(self).into()))
    }

    #[cfg(any(test, feature = "columns"))]
    fn fill(
        &self,
        columns: Columns<'_>,
        values: &mut [u64],
        caches: &Caches,
        on_missing: &mut OnMissing<'_>,
    ) -> ControlFlow<()> {
        columns::fill(self, columns, values, caches, on_missing)
    }
}

impl<G: Game> Positions for PositionsOf<G> {
    fn ruleset(&self) -> &dyn Ruleset {
        &self.game
    }

    fn len(&self) -> usize {
        self.positions.len()
    }

    fn copy(&self) -> Box<dyn Positions> {
        self.of(self.positions.clone())
    }

    fn alone(&self, index: usize) -> Box<dyn Positions> {
        self.of(SmallVec::from_buf([self.positions[index].clone()]))
    }

    fn all(&self) -> Option<Box<dyn Positions>> {
        Some(self.of(self.game.all(&self.positions)?.into()))
    }

    fn push(&mut self, written: PlainValue) -> Result<(), Illegal> {
        let position = self.game.read(written)?;
        meter::charge_each(position.weight(), cost::ENTRY);
        self.positions.push(position);
        Ok(())
    }

    fn written(&self, index: usize) -> PlainValue {
        self.charge(index);
        self.game.write(&self.positions[index])
    }

    fn is_same(&self, index: usize, other: &dyn Positions, at: usize) -> bool {
        Self::same_game(other).is_some_and(|other| self.positions[index] == other.positions[at])
    }

    fn with(&self, index: usize, others: &dyn Positions) -> Box<dyn Positions> {
        let others = Self::same_game(others).map_or(&[][..], |others| &others.positions);
        self.of([&self.positions[..index], others, &self.positions[index + 1..]].concat().into())
    }

    fn explored(&self, caches: &Caches) -> Result<Option<Box<dyn Positions>>, UnusableRules> {
        self.game.explored(&self.positions, caches)
    }

    fn solve_reached(self: Box<Self>, play: Play, caches: &Caches) -> Result<Reached, Unsolved> {
        meter::go_on(cost::NUMBER)?;
        let Self { game, mut positions } = *self;
        let theory = game.theory(&positions, play, caches)?;
        meter::go_on(0)?;
        meter::work_at("solving");
        let (mut others, mut reason, mut index) = (Vec::new(), None, 0);
        positions.retain(|position| {
            let reaches = theory.reaches(position);
            if let Err(why) = &reaches {
                others.push(index);
                reason.get_or_insert_with(|| why.clone());
            }
            index += 1;
            reaches.is_ok()
        });
        Ok(Reached { solved: SolvedOf::of(Self { game, positions }, theory)?, others, reason })
    }

    fn moves(&self, index: usize) -> Vec<AnyMove> {
        self.charge(index);
        // This code is compiled for each game, and a loop needs less code than `collect`.
        let mut moves = Vec::new();
        for made in self.game.listed(&self.positions[index]) {
            moves.push(AnyMove::new(made));
        }
        moves
    }

    fn find(&self, index: usize, left: &dyn Positions) -> Result<AnyMove, Illegal> {
        self.charge(index);
        meter::charge_each(left.len(), cost::VALUE);
        let this: &dyn Positions = self;
        let left = this.adopt(left);
        let left = Self::same_game(&*left).ok_or("a component stays a position of its game")?;
        self.game.find(&self.positions[index], &Left::from(&left.positions[..])).map(AnyMove::new)
    }

    fn after(&self, index: usize, made: &AnyMove) -> Rc<dyn Positions> {
        self.charge(index);
        let left = made.of().map(|made| self.game.after(&self.positions[index], made));
        Rc::new(Self::made(self.game.clone(), left.map_or_else(SmallVec::new, Left::into_parts)))
    }

    fn describe(&self, index: usize, made: &AnyMove) -> String {
        self.charge(index);
        meter::charge(cost::COMPONENT);
        made.of().map_or_else(String::new, |made| self.game.describe(&self.positions[index], made))
    }

    fn is_same_move(&self, one: &AnyMove, other: &AnyMove) -> bool {
        one.of::<G::Move>() == other.of()
    }
}
