//! [`RunOf`]: the run of a game as a type of its own.

use std::any::Any;
#[cfg(any(test, feature = "columns"))]
use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::{AnyMove, Run};
#[cfg(any(test, feature = "columns"))]
use crate::game::columns::{self, Columns, OnMissing};
use crate::game::shape::{PlainValue, Shape};
use crate::game::{
    Card, Game, Goal, Illegal, Left, Lengths, Moves, Nature, Origin, Play, Position, Step, Tameness, Unsolved,
    UnusableRules, Value, Worth, pulled,
};
use crate::number::Natural;
use crate::number::meter::{self, Spent};
use crate::theory::Caches;

/// The components of a game of a known type: one of the catalogue's, or one that a user of the library writes.
#[derive(Clone, Debug)]
pub struct RunOf<G: Game> {
    game: G,
    /// Most runs have one component, which needs no memory of its own.
    positions: SmallVec<[G::Position; 1]>,
    solved: SmallVec<[G::Solved; 1]>,
}

/// The steps of a call about one component, besides those for its position's words. The game charges the rest.
const STEPS_A_CALL: u64 = 20;

/// The steps of a call for each machine word of the position.
const STEPS_A_WORD: u64 = 4;

/// The steps to write an explanation, besides long numbers.
const STEPS_AN_EXPLANATION: u64 = 500;

/// The steps to put a move in words, besides long numbers.
const STEPS_A_DESCRIPTION: u64 = 150;

/// The steps to put together each part of an option.
const STEPS_A_PART: u64 = 10;

impl<G: Game> RunOf<G> {
    /// Makes a run without components.
    #[must_use]
    pub fn new(game: G) -> Self {
        Self { game, positions: SmallVec::new(), solved: SmallVec::new() }
    }

    /// A run of other positions of the game.
    fn of(&self, positions: SmallVec<[G::Position; 1]>) -> Box<dyn Run> {
        charge_made(&positions);
        Box::new(Self { game: self.game.clone(), positions, solved: SmallVec::new() })
    }

    /// The steps of a call about a component.
    fn steps(&self, index: usize) -> u64 {
        let words = u64::try_from(self.positions[index].weight()).unwrap_or(u64::MAX);
        words.saturating_mul(STEPS_A_WORD).saturating_add(STEPS_A_CALL)
    }

    /// Charges a call about a component.
    fn charge(&self, index: usize) {
        meter::charge(self.steps(index));
    }

    /// Returns whether a component has no option.
    fn is_over(&self, index: usize) -> bool {
        self.by_goal(index, &Goal::All).is_some_and(|moves| moves.is_empty())
    }

    /// Returns the moves that meet a goal, by the game's theory. Without a theory all moves are listed, and the positions that they
    /// leave are solved.
    fn by_goal<'a>(&'a self, index: usize, goal: &Goal) -> Option<Moves<'a, G::Move>> {
        let (position, solved) = (&self.positions[index], &self.solved[index]);
        match (self.game.moves_to(position, solved, goal), goal) {
            (Some(known), _) => Some(known),
            (None, Goal::All) => Some(Moves::list(self.game.listed(position))),
            (None, Goal::Value(value)) => {
                let mut moves = self.game.listed(position);
                moves.retain(|made| self.game.has_value(&self.game.follow(position, solved, made), value));
                Some(Moves::list(moves))
            }
            (None, _) => None,
        }
    }

    /// The other run as one of the same game, if it is one.
    fn same_game(other: &dyn Run) -> Option<&Self> {
        let other: &dyn Any = other;
        other.downcast_ref()
    }
}

/// Charges positions that were made. It is one function for all games whose positions are alike.
fn charge_made<P: Position>(positions: &[P]) {
    meter::charge_each(positions.iter().map(Position::weight).fold(0, usize::saturating_add), STEPS_A_WORD);
    meter::charge(STEPS_A_CALL);
}

impl<G: Game> Run for RunOf<G> {
    fn card(&self) -> &'static Card {
        self.game.card()
    }

    fn shape(&self) -> Shape {
        self.game.shape()
    }

    fn splits(&self) -> bool {
        G::SPLITS
    }

    fn len(&self) -> usize {
        self.positions.len()
    }

    fn all(&self) -> Option<Box<dyn Run>> {
        Some(self.of(self.game.all(&self.positions)?.into()))
    }

    fn none(&self) -> Box<dyn Run> {
        self.of(SmallVec::new())
    }

    fn alone(&self, index: usize) -> Box<dyn Run> {
        self.of(SmallVec::from_buf([self.positions[index].clone()]))
    }

    fn adopt(&self, other: &dyn Run) -> Box<dyn Run> {
        Self::same_game(other).map_or_else(|| self.none().rewritten(other), |other| self.of(other.positions.clone()))
    }

    fn push(&mut self, written: PlainValue) -> Result<(), Illegal> {
        let position = self.game.read(written)?;
        meter::charge_each(position.weight(), STEPS_A_WORD);
        self.positions.push(position);
        Ok(())
    }

    fn written(&self, index: usize) -> PlainValue {
        self.charge(index);
        self.game.write(&self.positions[index])
    }

    fn is_same(&self, index: usize, other: &dyn Run, at: usize) -> bool {
        Self::same_game(other).is_some_and(|other| self.positions[index] == other.positions[at])
    }

    fn with(&self, index: usize, parts: &dyn Run) -> Box<dyn Run> {
        let parts = Self::same_game(parts).map_or(&[][..], |parts| &parts.positions);
        self.of([&self.positions[..index], parts, &self.positions[index + 1..]].concat().into())
    }

    fn explored(&self, tables: &Caches) -> Result<Option<Box<dyn Run>>, UnusableRules> {
        self.game.explored(&self.positions, tables)
    }

    fn prepare(&mut self, play: Play, tables: &Caches) -> Result<(), Unsolved> {
        meter::go_on(STEPS_A_CALL)?;
        self.game.prepare(&self.positions, play, tables)?;
        Ok(meter::go_on(0)?)
    }

    fn origin(&self) -> Origin<'_> {
        self.game.origin()
    }

    fn solve(&mut self) -> Result<(), Spent> {
        self.solved.clear();
        // Makes room for exactly this many: of a million components, room for the next power of two would be felt.
        self.solved.reserve_exact(self.positions.len());
        for (index, position) in self.positions.iter().enumerate() {
            meter::go_on(self.steps(index))?;
            self.solved.push(self.game.solve(position));
        }
        Ok(())
    }

    fn value(&self, index: usize) -> Value {
        match self.solved[index].value() {
            Value::Outcome { .. } if self.is_over(index) => Value::Nimber(Natural::ZERO),
            value => value,
        }
    }

    fn tameness(&self, index: usize) -> Tameness {
        self.charge(index);
        match self.game.tameness(&self.positions[index], &self.solved[index]) {
            Tameness::Unknown if self.is_over(index) => Tameness::Fickle,
            tameness => tameness,
        }
    }

    fn has_value(&self, value: &Natural) -> bool {
        self.game.has_value(&Left::from(&self.positions[..]), value)
    }

    fn check_listable(&self) -> Result<(), Unsolved> {
        for (index, position) in self.positions.iter().enumerate() {
            let listable = self.game.check_listable(position);
            listable.map_err(|Illegal { reason, .. }| Unsolved { index, too_costly: true, reason })?;
        }
        Ok(())
    }

    fn moves_to<'a>(&'a self, index: usize, goal: &Goal) -> Option<Moves<'a, AnyMove>> {
        self.charge(index);
        Some(self.by_goal(index, goal)?.map(move |made| {
            self.charge(index);
            AnyMove::new(made)
        }))
    }

    fn count_to(&self, index: usize, goal: &Goal) -> Option<Natural> {
        // Once the meter is spent, none of the other components is counted, which may be a million.
        if meter::go_on(self.steps(index)).is_err() {
            return Some(Natural::ZERO);
        }
        let known = self.game.count_to(&self.positions[index], &self.solved[index], goal);
        known.or_else(|| Some(self.by_goal(index, goal)?.count()))
    }

    fn remoteness(&self, index: usize, play: Play) -> Option<u64> {
        self.charge(index);
        self.game.remoteness(&self.positions[index], &self.solved[index], play)
    }

    fn lengths(&self, index: usize, play: Play) -> Option<Lengths> {
        self.charge(index);
        self.game.lengths(&self.positions[index], play)
    }

    fn nature(&self, index: usize) -> Nature<'_> {
        self.game.nature(&self.positions[index])
    }

    fn explain(&self, index: usize, play: Play) -> Vec<Step> {
        self.charge(index);
        meter::charge(STEPS_AN_EXPLANATION);
        let (position, solved) = (&self.positions[index], &self.solved[index]);
        match play {
            Play::Normal => self.game.explain(position, solved),
            Play::Misere => self.game.explain_misere(position, solved),
        }
    }

    fn answer_by_symmetry(&self, index: usize, made: &AnyMove) -> Option<AnyMove> {
        self.charge(index);
        self.game.answer_by_symmetry(&self.positions[index], made.of()?).map(AnyMove::new)
    }

    fn find(&self, index: usize, left: &dyn Run) -> Result<AnyMove, Illegal> {
        self.charge(index);
        meter::charge_each(left.len(), STEPS_A_PART);
        let left = Self::same_game(left).ok_or("a component stays a position of its game")?;
        self.game.find(&self.positions[index], &Left::from(&left.positions[..])).map(AnyMove::new)
    }

    fn after(&self, index: usize, made: &AnyMove) -> Box<dyn Run> {
        self.charge(index);
        let (position, solved) = (&self.positions[index], self.solved.get(index));
        let left = made.of().map(|made| match solved {
            Some(solved) => self.game.follow(position, solved, made),
            None => self.game.after(position, made),
        });
        self.of(left.map_or_else(SmallVec::new, Left::into_parts))
    }

    fn describe(&self, index: usize, made: &AnyMove) -> String {
        self.charge(index);
        meter::charge(STEPS_A_DESCRIPTION);
        made.of().map_or_else(String::new, |made| self.game.describe(&self.positions[index], made))
    }

    fn is_same_move(&self, one: &AnyMove, other: &AnyMove) -> bool {
        one.of::<G::Move>() == other.of()
    }

    fn listed(&self, index: usize) -> Vec<AnyMove> {
        self.charge(index);
        // This is a loop, for the same reason as in `Game::listed`.
        let mut moves = Vec::new();
        for made in self.game.listed(&self.positions[index]) {
            moves.push(AnyMove::new(made));
        }
        moves
    }

    fn options(&self, index: usize) -> Vec<Box<dyn Run>> {
        self.charge(index);
        let position = &self.positions[index];
        let mut options = Vec::new();
        for made in pulled(self.game.moves(position), position.weight()) {
            options.push(self.of(self.game.after(position, &made).into_parts()));
        }
        options
    }

    fn small(&self) -> Box<dyn Run> {
        self.of(self.game.small().into())
    }

    #[cfg(any(test, feature = "columns"))]
    fn fill(
        &self,
        columns: Columns<'_>,
        values: &mut [u64],
        tables: &Caches,
        on_missing: &mut OnMissing<'_>,
    ) -> ControlFlow<()> {
        columns::fill(&self.game, columns, values, tables, on_missing)
    }
}
