//! [`Run`]: components of one ruleset, of any type. The code that solves and writes sums knows games only in this form.

mod of;

use std::any::Any;
use std::fmt;
#[cfg(any(test, feature = "columns"))]
use std::ops::ControlFlow;
use std::sync::Arc;

#[cfg(any(test, feature = "columns"))]
use crate::game::columns::{Columns, OnMissing};
use crate::game::shape::{PlainValue, Shape};
use crate::game::{
    Card, Goal, Illegal, Lengths, Moves, Nature, Origin, Play, STEPS_AN_OPTION, Step, Tameness, Unsolved,
    UnusableRules, Value,
};
use crate::number::Natural;
use crate::number::meter::{self, Spent};
use crate::theory::Caches;
use crate::theory::graphs::sum;
pub use of::RunOf;

/// A move of a game whose type is not known. Only a run of that game looks inside.
#[derive(Clone, Debug)]
pub struct AnyMove(Arc<dyn AnyDebug>);

/// The type of moves inside.
trait AnyDebug: Any + fmt::Debug + Send + Sync {}

impl<M: Any + fmt::Debug + Send + Sync> AnyDebug for M {}

impl AnyMove {
    fn new(made: impl Any + fmt::Debug + Send + Sync) -> Self {
        Self(Arc::new(made))
    }

    fn of<M: 'static>(&self) -> Option<&M> {
        let inside: &dyn Any = &*self.0;
        inside.downcast_ref()
    }
}

/// Some components of one ruleset, in order. A move of a component leaves another run: of one component or, where games
/// split, of any number.
///
/// A run is read, then prepared, then solved. Only a solved one may be asked for values and moves. Options come
/// unsolved, since most are only written; they need no preparing. Functions that take an index panic if there is no
/// such component.
pub trait Run: Any + Send + Sync {
    /// The catalogue's card of the game.
    fn card(&self) -> &'static Card;
    /// The form in which components are written.
    fn shape(&self) -> Shape;
    /// True if a move may leave no component, or several.
    fn splits(&self) -> bool;
    /// The number of components.
    fn len(&self) -> usize;
    /// True if there is no component.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// [`Rules::all`](crate::game::Rules::all), with the components as starts; unsolved.
    fn all(&self) -> Option<Box<dyn Run>>;
    /// A run of the same rules without components.
    fn none(&self) -> Box<dyn Run>;
    /// One of the components alone, unsolved. Its options keep their order; those of the same position, if it is read
    /// again, need not.
    fn alone(&self, index: usize) -> Box<dyn Run>;
    /// The components of another run of the same rules, with what this one has prepared; unsolved. The other may be
    /// from before the rules were explored.
    fn adopt(&self, other: &dyn Run) -> Box<dyn Run>;
    /// Adds a component.
    ///
    /// # Errors
    /// The reason why the value is no position of the game.
    fn push(&mut self, written: PlainValue) -> Result<(), Illegal>;
    /// A component as it is written.
    fn written(&self, index: usize) -> PlainValue;
    /// True if a component is the same position as one of another run.
    fn is_same(&self, index: usize, other: &dyn Run, at: usize) -> bool;
    /// The run with the components of another instead of one; unsolved.
    fn with(&self, index: usize, parts: &dyn Run) -> Box<dyn Run>;

    /// [`Game::explored`](crate::game::Game::explored): the run that is prepared and solved instead of this one.
    ///
    /// # Errors
    /// The fault of a client's rules, or that the meter is spent.
    fn explored(&self, tables: &Caches) -> Result<Option<Box<dyn Run>>, UnusableRules>;
    /// Prepares what is needed to solve these components, and all that moves lead to, in normal or misère play.
    ///
    /// # Errors
    /// The theory does not reach a component, or the meter is spent.
    fn prepare(&mut self, play: Play, tables: &Caches) -> Result<(), Unsolved>;
    /// The source of the values.
    fn origin(&self) -> Origin<'_>;
    /// Solves the components.
    ///
    /// # Errors
    /// The meter is spent. A move that was made then may leave no position, for which some games have no answer.
    fn solve(&mut self) -> Result<(), Spent>;

    /// The value of a component; 0 if it has no options, whatever its game knows. Nothing is charged: callers that ask
    /// for the values of many components charge for all at once.
    fn value(&self, index: usize) -> Value;
    /// [`Game::tameness`](crate::game::Game::tameness); a component without options is a fickle position, whatever its game knows.
    fn tameness(&self, index: usize) -> Tameness;
    /// [`Game::has_value`](crate::game::Game::has_value), for all components as one option.
    fn has_value(&self, value: &Natural) -> bool;
    /// [`Game::check_listable`](crate::game::Game::check_listable), for all components.
    ///
    /// # Errors
    /// The reason why the options of a component can't be found.
    fn check_listable(&self) -> Result<(), Unsolved>;
    /// Returns the moves of a component that meet a goal. There always are such for all moves, and for those to a
    /// value. For other goals it is `None` if the game does not know them together
    /// ([`Game::moves_to`](crate::game::Game::moves_to)).
    fn moves_to<'a>(&'a self, index: usize, goal: &Goal) -> Option<Moves<'a, AnyMove>>;
    /// Returns the number of these moves.
    fn count_to(&self, index: usize, goal: &Goal) -> Option<Natural>;
    /// The number of moves of a perfect game of a component on its own, if the game has a closed form of it.
    fn remoteness(&self, index: usize, play: Play) -> Option<u64>;
    /// [`Game::lengths`](crate::game::Game::lengths).
    fn lengths(&self, index: usize, play: Play) -> Option<Lengths>;
    /// The nature of a component in theories of sums; all components of a run are of one nature.
    fn nature(&self, index: usize) -> Nature<'_>;
    /// [`Game::explain`](crate::game::Game::explain) or [`Game::explain_misere`](crate::game::Game::explain_misere).
    fn explain(&self, index: usize, play: Play) -> Vec<Step>;
    /// [`Game::answer_by_symmetry`](crate::game::Game::answer_by_symmetry).
    fn answer_by_symmetry(&self, index: usize, made: &AnyMove) -> Option<AnyMove>;

    /// [`Rules::find`](crate::game::Rules::find).
    ///
    /// # Errors
    /// The reason why no move leaves this.
    fn find(&self, index: usize, left: &dyn Run) -> Result<AnyMove, Illegal>;
    /// [`Rules::after`](crate::game::Rules::after); unsolved.
    fn after(&self, index: usize, made: &AnyMove) -> Box<dyn Run>;
    /// [`Rules::describe`](crate::game::Rules::describe).
    fn describe(&self, index: usize, made: &AnyMove) -> String;
    /// Returns whether two moves of a component are the same.
    fn is_same_move(&self, one: &AnyMove, other: &AnyMove) -> bool;
    /// [`Game::listed`](crate::game::Game::listed).
    fn listed(&self, index: usize) -> Vec<AnyMove>;
    /// Returns what all moves leave, in the order of [`Rules::moves`](crate::game::Rules::moves).
    fn options(&self, index: usize) -> Vec<Box<dyn Run>>;
    /// [`Rules::small`](crate::game::Rules::small).
    fn small(&self) -> Box<dyn Run>;

    /// Puts the Grundy value of each position in the columns into its place of `values`. The positions are of these
    /// rules; the components of the run do not matter. Places without a value stay as they are: `on_missing` is called
    /// for each, the first one first, and can end the work. If the columns are of another shape, all positions are
    /// illegal.
    #[cfg(any(test, feature = "columns"))]
    fn fill(
        &self,
        columns: Columns<'_>,
        values: &mut [u64],
        tables: &Caches,
        on_missing: &mut OnMissing<'_>,
    ) -> ControlFlow<()>;
}

impl fmt::Debug for dyn Run {
    /// Shows the game and how its components are written, not their solutions. There is one function for all games, not
    /// one for each.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.card().id)?;
        f.debug_list().entries((0..self.len()).map(|index| self.written(index))).finish()
    }
}

/// The steps for the value of each component where all are asked for. They are charged at once, since a charge for each
/// of a million small components takes time itself.
const STEPS_A_VALUE: u64 = 4;

impl dyn Run {
    /// The class of all components together.
    #[must_use]
    pub fn sum_tameness(&self) -> Tameness {
        (0..self.len()).map(|index| self.tameness(index)).fold(Tameness::Fickle, Tameness::beside)
    }

    /// The value of the sum of all components; `None` if it is not known.
    #[must_use]
    pub fn worth(&self) -> Option<Value> {
        if self.len() == 1 {
            return Some(self.value(0)).filter(|value| !matches!(value, Value::Outcome { .. }));
        }
        self.xor().ok().map(Value::Nimber)
    }

    /// The XOR of the values of all components.
    ///
    /// # Errors
    /// The index of the first component without a Grundy value.
    pub fn xor(&self) -> Result<Natural, usize> {
        meter::charge_each(self.len(), STEPS_A_VALUE);
        let mut xor = Natural::ZERO;
        for index in 0..self.len() {
            match self.value(index) {
                Value::Nimber(value) => xor = &xor ^ &value,
                _ => return Err(index),
            }
        }
        Ok(xor)
    }

    /// True if the components have this value together. A game may know this without knowing the values of each.
    #[must_use]
    pub fn is_worth(&self, value: &Natural) -> bool {
        self.xor().map_or_else(|_| self.has_value(value), |xor| xor == *value)
    }

    /// Returns the options of a component that meet a goal. Rank 0 is the game's choice.
    #[must_use]
    pub fn moves<'a>(&'a self, index: usize, goal: &Goal) -> Moves<'a, AnyMove> {
        if let Some(moves) = self.moves_to(index, goal) {
            return moves;
        }
        match goal {
            Goal::Ranks(ranks) => {
                self.moves(index, &Goal::All).of_ranks(ranks.iter().map(|rank| (*rank).into()).collect())
            }
            Goal::Tame(value, tameness) => {
                let to_value = self.moves(index, &Goal::Value(value.clone()));
                if let Moves::Counted(..) = to_value {
                    let first = to_value.nth(&Natural::ZERO);
                    return if first.is_some_and(|made| self.tameness_after(index, &made) == *tameness) {
                        to_value
                    } else {
                        Moves::None
                    };
                }
                to_value.filtered(|made| {
                    meter::go_on(STEPS_AN_OPTION).is_ok() && self.tameness_after(index, made) == *tameness
                })
            }
            // No theory is known. Only the goals of all moves and of a value always have a list.
            Goal::Wins(_) | Goal::Elements(_) | Goal::All | Goal::Value(_) => Moves::None,
        }
    }

    /// Returns the number of options of a component that meet a goal.
    #[must_use]
    pub fn count(&self, index: usize, goal: &Goal) -> Natural {
        self.count_to(index, goal).unwrap_or_else(|| self.moves(index, goal).count())
    }

    /// Returns whether a component has no option.
    #[must_use]
    pub fn is_over(&self, index: usize) -> bool {
        self.moves(index, &Goal::All).is_empty()
    }

    /// The number of options of all components that leave 0, in a sum in which this is the XOR of all values.
    #[must_use]
    pub fn count_to_zero(&self, xor: &Natural) -> Natural {
        meter::charge_each(self.len(), STEPS_A_VALUE);
        let counts = (0..self.len()).map(|index| match self.value(index) {
            Value::Nimber(value) => self.count(index, &Goal::Value(&value ^ xor)),
            _ => Natural::ZERO,
        });
        counts.sum()
    }

    /// The first component that can leave 0 of such a sum by going down: with *g* ⊕ X < *g*.
    #[must_use]
    pub fn first_down(&self, xor: &Natural) -> Option<usize> {
        meter::charge_each(self.len(), STEPS_A_VALUE);
        (0..self.len()).find(|index| match self.value(*index) {
            Value::Nimber(value) => &value ^ xor < value,
            _ => false,
        })
    }

    /// True if the game has a theory of the component on its own.
    #[must_use]
    pub fn has_theory_alone(&self, index: usize, play: Play) -> bool {
        self.moves_to(index, &Goal::Wins(play)).is_some()
    }

    /// Returns what a move leaves, solved.
    ///
    /// # Errors
    /// The meter is spent.
    pub fn solved_after(&self, index: usize, made: &AnyMove) -> Result<Box<dyn Run>, Spent> {
        let mut left = self.after(index, made);
        left.solve()?;
        Ok(left)
    }

    /// Returns the class in misère sums of what a move leaves.
    fn tameness_after(&self, index: usize, made: &AnyMove) -> Tameness {
        // A move that was made once the meter was spent may leave no position.
        self.solved_after(index, made).map_or(Tameness::Unknown, |left| left.sum_tameness())
    }

    /// The components of another run, written as this run writes them.
    fn rewritten(mut self: Box<Self>, other: &dyn Run) -> Box<dyn Run> {
        let all = (0..other.len()).try_for_each(|index| self.push(other.written(index)));
        if all.is_ok() { self } else { other.copy() }
    }

    /// Copies the components; they are unsolved.
    #[must_use]
    pub fn copy(&self) -> Box<dyn Run> {
        self.adopt(self)
    }

    /// A component as a token on a graph, where it is one.
    #[must_use]
    pub fn token(&self, index: usize) -> Option<sum::Token<'_>> {
        match self.nature(index) {
            Nature::Token(tokens, at) => Some(tokens.token(at)),
            _ => None,
        }
    }

    /// True if the components are tokens on a graph.
    #[must_use]
    pub fn has_tokens(&self) -> bool {
        !self.is_empty() && matches!(self.nature(0), Nature::Token(..))
    }

    /// True if the components are cells of a deletion game.
    #[must_use]
    pub fn has_cells(&self) -> bool {
        !self.is_empty() && matches!(self.nature(0), Nature::Cells(_))
    }

    /// True if no component has options.
    #[must_use]
    pub fn is_stuck(&self) -> bool {
        (0..self.len()).all(|index| self.is_over(index))
    }
}
