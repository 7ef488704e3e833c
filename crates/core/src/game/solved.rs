//! [`Solved`]: positions of one game, together with the theory that solved them. The trait hides the type of the game.
//! The code that solves sums uses games only through this trait.

mod of;

use std::any::Any;
use std::fmt;
use std::ops::Deref;

use crate::game::fact::{self, MOST_LISTED};
use crate::game::{
    AnyMove, Fact, Foreclosed, Goal, Lengths, Moves, Nature, OptionValue, Options, Origin, Play, Positions, Step,
    Tameness, Unsolved, Value,
};
use crate::number::Natural;
use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::theory::graphs::sum;
pub(super) use of::SolvedOf;

/// Solving the options for an explanation may use at most the remaining steps of the request, divided by this number.
const PART_OF_REST: u64 = 2;

/// Solved positions of one game, in order, with the theory that solved them.
///
/// The theory also solves all positions that moves lead to. Functions that take an index panic if no position has this
/// index.
pub trait Solved: Any + Send + Sync {
    /// The positions.
    fn positions(&self) -> &(dyn Positions + 'static);
    /// Returns the positions that a move leaves. These positions may keep parts of the solution. Then solving them
    /// needs less work.
    fn follow(&self, index: usize, made: &AnyMove) -> Box<dyn Positions>;
    /// Solves the positions `left` by the same theory. Each of them must be one of the solved positions, or a position
    /// that moves from a solved position lead to.
    ///
    /// # Errors
    /// The meter is spent.
    fn solve_more(&self, left: Box<dyn Positions>) -> Result<Box<dyn Solved>, Spent>;

    /// Returns the value of a position. A position without options has the value 0, even if the theory does not know
    /// its value. Nothing is charged: callers that need the values of many positions charge for all positions at once.
    fn value(&self, index: usize) -> Value;
    /// Returns the class of a position in misère sums: see [`Theory::tameness`](crate::game::Theory::tameness). A
    /// position without options is fickle, even if the theory does not know its class.
    fn tameness(&self, index: usize) -> Tameness;
    /// Does the same as [`Theory::has_value`](crate::game::Theory::has_value), for the sum of all positions.
    fn has_value(&self, value: &Natural) -> bool;
    /// Checks that all options of all positions can be counted and listed: see
    /// [`Theory::check_listable`](crate::game::Theory::check_listable).
    ///
    /// # Errors
    /// The reason why the options of a position can't be found.
    fn check_listable(&self) -> Result<(), Unsolved>;
    /// Returns the moves of a position that meet a goal. There is always a result for [`Goal::All`] and
    /// [`Goal::Value`]. For other goals, the result is `None` if the theory does not find these moves
    /// ([`Theory::moves_to`](crate::game::Theory::moves_to)).
    fn moves_to<'a>(&'a self, index: usize, goal: &Goal) -> Option<Moves<'a, AnyMove>>;
    /// Returns the number of moves of a position that meet a goal. `None` if the theory does not find these moves.
    fn count_to(&self, index: usize, goal: &Goal) -> Option<Natural>;
    /// Returns the XOR of the values of all positions.
    ///
    /// # Errors
    /// The index of the first position without a Grundy value.
    fn xor(&self) -> Result<Natural, usize>;
    /// Returns how many moves in these positions change the value of the whole sum to 0. `xor` is the XOR of the values
    /// of all components of the sum. Moves in the position at `except` are not counted.
    fn count_to_zero(&self, xor: &Natural, except: Option<usize>) -> Natural;
    /// Returns the remoteness of a position alone: see [`Theory::remoteness`](crate::game::Theory::remoteness).
    fn remoteness(&self, index: usize, play: Play) -> Option<u64>;
    /// Returns how long play from a position lasts: see [`Theory::lengths`](crate::game::Theory::lengths).
    fn lengths(&self, index: usize, play: Play) -> Option<Lengths>;
    /// Returns the foreclosed values of a position: see [`Theory::foreclosed`](crate::game::Theory::foreclosed).
    fn foreclosed(&self, index: usize, play: Play) -> Option<Foreclosed>;
    /// Returns the nature of the position at `index` in `left`. Moves from the solved positions lead to `left`, which
    /// need not be solved.
    fn nature_of<'a>(&'a self, left: &'a dyn Positions, index: usize) -> Nature<'a>;
    /// The source of the values.
    fn origin(&self) -> Origin<'_>;
    /// Returns the result of [`Theory::explain`](crate::game::Theory::explain) in normal play, and of
    /// [`Theory::explain_misere`](crate::game::Theory::explain_misere) in misère play.
    fn reasons(&self, index: usize, play: Play) -> Vec<Step>;
    /// Returns whether the explanation of a position shows its options: see
    /// [`Theory::shows_options`](crate::game::Theory::shows_options).
    fn shows_options(&self, index: usize) -> bool;
    /// Returns the reply that symmetry gives to a move: see
    /// [`Theory::answer_by_symmetry`](crate::game::Theory::answer_by_symmetry).
    fn answer_by_symmetry(&self, index: usize, made: &AnyMove) -> Option<AnyMove>;
}

impl fmt::Debug for dyn Solved {
    /// Shows the positions, not their solutions.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.positions().fmt(f)
    }
}

/// Solved positions have all methods of [`Positions`].
impl Deref for dyn Solved {
    type Target = dyn Positions;

    fn deref(&self) -> &(dyn Positions + 'static) {
        self.positions()
    }
}

impl AsRef<dyn Positions> for dyn Solved {
    fn as_ref(&self) -> &(dyn Positions + 'static) {
        self.positions()
    }
}

impl dyn Solved {
    /// Solves the positions that a move leaves.
    ///
    /// # Errors
    /// The meter is spent.
    pub fn solved_after(&self, index: usize, made: &AnyMove) -> Result<Box<dyn Solved>, Spent> {
        self.solve_more(self.follow(index, made))
    }

    /// Returns the nature of a position. All positions of a game have the same variant of [`Nature`].
    #[must_use]
    pub fn nature(&self, index: usize) -> Nature<'_> {
        self.nature_of(self.positions(), index)
    }

    /// Returns all moves of a position in a list, in the order of [`Positions::moves`].
    #[must_use]
    pub fn listed(&self, index: usize) -> Vec<AnyMove> {
        match self.moves_to(index, &Goal::All) {
            // If the theory lists the moves, its list is used, because this may be faster than listing them by the
            // rules. A formula is not used, because computing each move from its rank is slower.
            Some(known @ Moves::Listed(..)) => {
                meter::each(0_usize.., 0).map_while(|rank| known.nth(&rank.into())).collect()
            }
            _ => self.positions().moves(index),
        }
    }

    /// Returns the steps that explain a position. In normal play, they explain its value, which the last step states. In
    /// misère play, they explain its class in misère sums, or who wins the position alone.
    #[must_use]
    pub fn explain(&self, index: usize, play: Play) -> Vec<Step> {
        let mut steps = self.reasons(index, play);
        if play == Play::Misere {
            return steps;
        }
        let value = self.value(index);
        if steps.is_empty() || self.is_over(index) || self.shows_options(index) {
            steps.extend(self.options_and_values(index, &value).map(|options| Step::new(Fact::Options(options))));
        }
        if !matches!(value, Value::Outcome { .. }) {
            steps.push(Step::new(Fact::Value(value)));
        }
        steps
    }

    /// Returns the options of a position and their values: each of them if there are few, otherwise an example for each
    /// value below the value of the position. `None` if the values are not known or need too many steps.
    fn options_and_values(&self, index: usize, value: &Value) -> Option<Options> {
        let most = meter::SMALL_PART.min(meter::left() / PART_OF_REST);
        meter::within(most, || {
            let value = value.clone();
            let count = self.count(index, &Goal::All);
            if count <= MOST_LISTED.into() {
                let option = |made: AnyMove| {
                    let left = self.solved_after(index, &made).ok()?;
                    Some(OptionValue { text: fact::shown(left.positions()), value: left.worth()?, count: Natural::ONE })
                };
                let listed = self.listed(index).into_iter().map(option).collect::<Option<_>>()?;
                return Some(Options { value, listed, others: Natural::ZERO });
            }
            let mut others = count;
            let mut listed = Vec::new();
            for below in value.below().take(MOST_LISTED) {
                let moves = self.moves(index, &Goal::Value(below.clone()));
                let text = fact::shown(&*self.follow(index, &moves.nth(&Natural::ZERO)?));
                let count = moves.count();
                others = others.checked_sub(&count)?;
                listed.push(OptionValue { text, value: Value::Nimber(below), count });
            }
            Some(Options { value, listed, others })
        })
        .ok()
        .flatten()
    }

    /// The class of the sum of all components in misère play.
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

    /// True if the sum of all components has this value. Some games can tell this even if the values of the components
    /// are not known.
    #[must_use]
    pub fn is_worth(&self, value: &Natural) -> bool {
        self.xor().map_or_else(|_| self.has_value(value), |xor| xor == *value)
    }

    /// Returns the moves of a component that meet a goal. The game recommends the move with rank 0.
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
                    meter::charge(cost::OPTION);
                    self.tameness_after(index, made) == *tameness
                })
            }
            // No theory gives these moves. [`Goal::All`] and [`Goal::Value`] never come here, because they always have
            // a result above.
            Goal::Wins(_) | Goal::Elements(_) | Goal::All | Goal::Value(_) => Moves::None,
        }
    }

    /// Returns the number of moves of a component that meet a goal.
    #[must_use]
    pub fn count(&self, index: usize, goal: &Goal) -> Natural {
        self.count_to(index, goal).unwrap_or_else(|| self.moves(index, goal).count())
    }

    /// Returns whether a component has no option.
    #[must_use]
    pub fn is_over(&self, index: usize) -> bool {
        self.moves(index, &Goal::All).is_empty()
    }

    /// Returns the first component in which some move changes the value of the sum to 0 and lowers the value *g* of the
    /// component. There is such a move iff *g* ⊕ `xor` < *g*, where `xor` is the XOR of the values of all components.
    #[must_use]
    pub fn first_down(&self, xor: &Natural) -> Option<usize> {
        meter::charge_each(self.len(), cost::ENTRY);
        (0..self.len()).find(|index| match self.value(*index) {
            Value::Nimber(value) => &value ^ xor < value,
            _ => false,
        })
    }

    /// True if the theory says who wins the component when it is played alone.
    #[must_use]
    pub fn has_theory_alone(&self, index: usize, play: Play) -> bool {
        self.moves_to(index, &Goal::Wins(play)).is_some()
    }

    /// Returns the [`Tameness`] of the sum of the positions that a move leaves.
    fn tameness_after(&self, index: usize, made: &AnyMove) -> Tameness {
        self.solved_after(index, made).map_or(Tameness::Unknown, |left| left.sum_tameness())
    }

    /// A component as a token on a graph; `None` if the component is not a token.
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

    /// True if the components are positions of a deletion game.
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
