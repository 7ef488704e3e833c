//! [`SolvedOf`]: solved positions of a game whose type is known. It implements [`Solved`].

use std::any::Any;

use smallvec::SmallVec;

use super::Solved;
use crate::game::positions::PositionsOf;
use crate::game::{
    AnyMove, Foreclosed, Game, Goal, Illegal, Left, Lengths, Moves, Nature, Origin, Play, Positions, Step, Tameness,
    Theory, Unsolved, Value, Worth,
};
use crate::number::Natural;
use crate::number::cost;
use crate::number::meter::{self, Spent};

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
    fn left(&self, index: usize, made: &G::Move) -> Left<G::Position> {
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
        self.theory.has_value(&Left::from(&self.of.positions[..]), value)
    }

    fn check_listable(&self) -> Result<(), Unsolved> {
        for (index, position) in self.of.positions.iter().enumerate() {
            let listable = self.theory.check_listable(position);
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

    fn nature_of<'a>(&'a self, left: &'a dyn Positions, index: usize) -> Nature<'a> {
        PositionsOf::<G>::same_game(left).map_or(Nature::Plain, |left| self.theory.nature(&left.positions[index]))
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
