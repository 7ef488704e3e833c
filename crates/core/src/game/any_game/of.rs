//! Positions of a game whose type is known: [`PositionsOf`] implements [`Positions`], and [`SolvedOf`] implements
//! [`Solved`].

use std::any::Any;
#[cfg(any(test, feature = "columns"))]
use std::ops::ControlFlow;
use std::rc::Rc;

use smallvec::SmallVec;

use super::{AnyMove, PartlySolved, Positions, Ruleset, Solved};
#[cfg(any(test, feature = "columns"))]
use crate::game::columns::{self, Columns, OnMissing};
use crate::game::shape::{PlainValue, Shape};
use crate::game::{
    Card, Follower, Foreclosed, Game, Goal, HasValue, Illegal, Lengths, Moves, Origin, Play, Position, PositionKind,
    Purpose, Rules, Step, Tameness, Theory, Unsolved, UnusableRules, Value,
};
use crate::number::Natural;
use crate::number::cost;
use crate::number::meter::{self, Spent};
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

    fn definition(&self, most: usize) -> Option<String> {
        Rules::definition(self, most)
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
        tables: &Caches,
        on_missing: &mut OnMissing<'_>,
    ) -> ControlFlow<()> {
        columns::filling::fill(self, columns, values, tables, on_missing)
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

    fn push(&mut self, written: PlainValue) -> Result<usize, Illegal> {
        let position = self.game.read(written)?;
        meter::charge_each(position.weight(), cost::ENTRY);
        let bytes = position.memory();
        self.positions.push(position);
        Ok(bytes)
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

    fn explored(&self, purpose: Purpose, tables: &Caches) -> Result<Option<Box<dyn Positions>>, UnusableRules> {
        self.game.explored(&self.positions, purpose, tables)
    }

    fn solve_reached(self: Box<Self>, play: Play, tables: &Caches) -> Result<PartlySolved, Unsolved> {
        meter::go_on(cost::NUMBER)?;
        let Self { game, mut positions } = *self;
        let theory = game.theory(&positions, play, tables)?;
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
        Ok(PartlySolved { solved: SolvedOf::of(Self { game, positions }, theory)?, others, reason })
    }

    fn first_moves(&self, index: usize, most: usize) -> Vec<AnyMove> {
        self.charge(index);
        // This code is compiled for each game, and a loop needs less code than `collect`.
        let mut moves = Vec::new();
        for made in self.game.first_moves(&self.positions[index], most) {
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
        self.game.find(&self.positions[index], &Follower::from(&left.positions[..])).map(AnyMove::new)
    }

    fn after(&self, index: usize, made: &AnyMove) -> Rc<dyn Positions> {
        self.charge(index);
        let left = made.of().map(|made| self.game.after(&self.positions[index], made));
        Rc::new(Self::made(self.game.clone(), left.map_or_else(SmallVec::new, Follower::into_parts)))
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

/// Solved positions of a game whose type is known.
#[derive(Clone, Debug)]
pub(crate) struct SolvedOf<G: Game> {
    of: PositionsOf<G>,
    theory: G::Theory,
    solved: SmallVec<[SolvedBy<G>; 1]>,
}

/// The type of a solved position of a game.
type SolvedBy<G> = <<G as Game>::Theory as Theory<G>>::Solved;

impl<G: Game> SolvedOf<G> {
    /// Solves positions by a theory that was made for these positions, or for positions that lead to these.
    pub(crate) fn of(of: PositionsOf<G>, theory: G::Theory) -> Result<Box<dyn Solved>, Spent> {
        let mut solved = SmallVec::new();
        // The capacity is exactly the number of positions. If it grew to the next power of two instead, a million
        // components would need much more memory.
        solved.reserve_exact(of.positions.len());
        let mut charged = Ok(());
        // Calling `push` for each position would take three times as long.
        solved.extend(of.positions.iter().enumerate().map_while(|(index, position)| {
            charged = meter::go_on(of.steps(index));
            charged.is_ok().then(|| theory.solve(position))
        }));
        charged?;
        Ok(Box::new(Self { of, theory, solved }))
    }

    /// Returns whether a position has no option.
    fn is_over(&self, index: usize) -> bool {
        self.by_goal(index, &Goal::All).is_some_and(|moves| moves.is_empty())
    }

    /// Returns the moves that meet a goal. If the theory does not find the moves to a value, all moves are listed, and
    /// the positions that they leave are solved.
    fn by_goal<'a>(&'a self, index: usize, goal: &Goal) -> Option<Moves<'a, G::Move>> {
        let (position, solved) = (&self.of.positions[index], &self.solved[index]);
        match (self.theory.moves_to(position, solved, goal), goal) {
            (Some(known), _) => Some(known),
            (None, Goal::All) => Some(Moves::list(self.of.game.listed(position))),
            (None, Goal::Value(value)) => {
                let mut moves = self.of.game.listed(position);
                moves.retain(|made| self.theory.has_value(&self.left(index, made), value));
                Some(Moves::list(moves))
            }
            (None, _) => None,
        }
    }

    /// Returns the positions that a move leaves.
    fn left(&self, index: usize, made: &G::Move) -> Follower<G::Position> {
        let (position, solved) = (&self.of.positions[index], &self.solved[index]);
        let kept = self.theory.follow(position, solved, made);
        kept.unwrap_or_else(|| self.of.game.after(position, made))
    }
}

impl<G: Game> Solved for SolvedOf<G> {
    fn positions(&self) -> &(dyn Positions + 'static) {
        &self.of
    }

    fn follow(&self, index: usize, made: &AnyMove) -> Box<dyn Positions> {
        self.of.charge(index);
        let left = made.of().map_or_else(SmallVec::new, |made| self.left(index, made).into_parts());
        Box::new(PositionsOf::made(self.of.game.clone(), left))
    }

    fn solve_more(&self, left: Box<dyn Positions>) -> Result<Box<dyn Solved>, Spent> {
        let left: Box<dyn Any> = left;
        // If `left` belongs to another game, no positions remain.
        let left = left.downcast::<PositionsOf<G>>().map_or_else(|_| SmallVec::new(), |left| left.positions);
        Self::of(PositionsOf { game: self.of.game.clone(), positions: left }, self.theory.clone())
    }

    fn value(&self, index: usize) -> Value {
        match self.solved[index].value() {
            Value::Outcome { .. } if self.is_over(index) => Value::Nimber(Natural::ZERO),
            value => value,
        }
    }

    fn tameness(&self, index: usize) -> Tameness {
        self.of.charge(index);
        match self.theory.tameness(&self.of.positions[index], &self.solved[index]) {
            Tameness::Unknown if self.is_over(index) => Tameness::Fickle,
            tameness => tameness,
        }
    }

    fn has_value(&self, value: &Natural) -> bool {
        self.theory.has_value(&Follower::from(&self.of.positions[..]), value)
    }

    fn check_listable(&self, goal: &Goal) -> Result<(), Unsolved> {
        for (index, position) in self.of.positions.iter().enumerate() {
            let listable = self.theory.check_listable(position, goal);
            listable.map_err(|Illegal { reason, .. }| Unsolved { index, too_costly: true, reason })?;
        }
        Ok(())
    }

    fn moves_to<'a>(&'a self, index: usize, goal: &Goal) -> Option<Moves<'a, AnyMove>> {
        self.of.charge(index);
        Some(self.by_goal(index, goal)?.map(move |made| {
            self.of.charge(index);
            AnyMove::new(made)
        }))
    }

    fn count_to(&self, index: usize, goal: &Goal) -> Option<Natural> {
        self.of.charge(index);
        let known = self.theory.count_to(&self.of.positions[index], &self.solved[index], goal);
        known.or_else(|| Some(self.by_goal(index, goal)?.count()))
    }

    fn xor(&self) -> Result<Natural, usize> {
        meter::charge_each(self.solved.len(), cost::ENTRY);
        let mut xor = Natural::ZERO;
        for index in 0..self.solved.len() {
            match self.value(index) {
                Value::Nimber(value) => xor = &xor ^ &value,
                _ => return Err(index),
            }
        }
        Ok(xor)
    }

    fn count_to_zero(&self, xor: &Natural, except: Option<usize>) -> Natural {
        let counted = meter::each(0..self.solved.len(), cost::ENTRY).filter(|index| Some(*index) != except);
        let counts = counted.map(|index| match self.value(index) {
            Value::Nimber(value) => self.count_to(index, &Goal::Value(&value ^ xor)).unwrap_or(Natural::ZERO),
            _ => Natural::ZERO,
        });
        counts.sum()
    }

    fn remoteness(&self, index: usize, play: Play) -> Option<u64> {
        self.of.charge(index);
        self.theory.remoteness(&self.of.positions[index], &self.solved[index], play)
    }

    fn lengths(&self, index: usize, play: Play) -> Option<Lengths> {
        self.of.charge(index);
        self.theory.lengths(&self.of.positions[index], play)
    }

    fn foreclosed(&self, index: usize, play: Play) -> Option<Foreclosed> {
        self.of.charge(index);
        self.theory.foreclosed(&self.of.positions[index], play)
    }

    fn position_kind_of<'a>(&'a self, left: &'a dyn Positions, index: usize) -> PositionKind<'a> {
        PositionsOf::<G>::same_game(left)
            .map_or(PositionKind::Plain, |left| self.theory.position_kind(&left.positions[index]))
    }

    fn origin(&self) -> Origin<'_> {
        self.theory.origin()
    }

    fn reasons(&self, index: usize, play: Play) -> Vec<Step> {
        self.of.charge(index);
        meter::charge(cost::SENTENCE);
        let (position, solved) = (&self.of.positions[index], &self.solved[index]);
        match play {
            Play::Normal => self.theory.explain(position, solved),
            Play::Misere => self.theory.explain_misere(position, solved),
        }
    }

    fn shows_options(&self, index: usize) -> bool {
        self.theory.shows_options(&self.of.positions[index], &self.solved[index])
    }

    fn answer_by_symmetry(&self, index: usize, made: &AnyMove) -> Option<AnyMove> {
        self.of.charge(index);
        self.theory.answer_by_symmetry(&self.of.positions[index], made.of()?).map(AnyMove::new)
    }
}
