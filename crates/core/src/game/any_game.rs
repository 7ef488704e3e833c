//! Games and positions of any type. [`Ruleset`] and [`Positions`] have rules but no values. The code that reads and
//! writes sums uses games only through these traits. [`Solved`] positions have values, too. The code that solves sums
//! uses games only through this trait.

pub(crate) mod of;

use std::any::Any;
use std::fmt;
#[cfg(any(test, feature = "columns"))]
use std::ops::ControlFlow;
use std::ops::Deref;
use std::rc::Rc;
use std::sync::Arc;

#[cfg(any(test, feature = "columns"))]
use crate::game::columns::{Columns, OnMissing};
use crate::game::fact::MOST_LISTED;
use crate::game::shape::{PlainValue, Shape};
use crate::game::{
    Card, Fact, Foreclosed, Goal, Illegal, Lengths, Moves, OptionValue, Options, Origin, Play, PositionKind, Purpose,
    Step, Tameness, Unsolved, UnusableRules, Value,
};
use crate::number::Natural;
use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::theory::Caches;
use crate::theory::graphs::sum;

/// A game of the catalogue, a game that a client describes, or a game that a user of the library writes. A `Ruleset`
/// holds no positions.
///
/// Every [`Game`](crate::game::Game) is a `Ruleset`.
pub trait Ruleset: Send + Sync {
    /// The catalogue's card of the game.
    fn card(&self) -> &'static Card;
    /// The form in which positions are written.
    fn shape(&self) -> Shape;
    /// True if a move may leave no position, or several.
    fn splits(&self) -> bool;
    /// Returns the game as JSON, in the form of certificates: see [`Rules::definition`](crate::game::Rules::definition).
    fn definition(&self, most: usize) -> Option<String>;
    /// Returns an empty list of positions, to which positions can be added.
    fn none(&self) -> Box<dyn Positions>;
    /// Returns positions for tests: see [`Rules::small`](crate::game::Rules::small).
    #[cfg(any(test, feature = "small"))]
    fn small(&self) -> Box<dyn Positions>;

    /// Writes the Grundy value of each position in the columns into `values`, at the position's index. Entries for
    /// positions without a value stay as they are. `on_missing` is called for each position without a value, in order,
    /// and can end the work. If the columns do not fit the shape of the game's positions, all positions are illegal.
    #[cfg(any(test, feature = "columns"))]
    fn fill(
        &self,
        columns: Columns<'_>,
        values: &mut [u64],
        tables: &Caches,
        on_missing: &mut OnMissing<'_>,
    ) -> ControlFlow<()>;
}

impl fmt::Debug for dyn Ruleset + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.card().id)
    }
}

/// A move of any game. Only the positions of the move's game know the type of the move inside.
#[derive(Clone, Debug)]
pub struct AnyMove(Arc<dyn AnyDebug>);

/// The methods that the move inside an [`AnyMove`] must have.
trait AnyDebug: Any + fmt::Debug + Send + Sync {}

impl<M: Any + fmt::Debug + Send + Sync> AnyDebug for M {}

impl AnyMove {
    pub(super) fn new(made: impl Any + fmt::Debug + Send + Sync) -> Self {
        Self(Arc::new(made))
    }

    pub(super) fn of<M: 'static>(&self) -> Option<&M> {
        let inside: &dyn Any = &*self.0;
        inside.downcast_ref()
    }
}

/// A list of positions of one game. These are the components that a request lists under one key, or the positions that
/// a move leaves.
///
/// Positions have no values before they are solved. Functions that take an index panic if no position has this index.
pub trait Positions: Any + Send + Sync {
    /// The game.
    fn ruleset(&self) -> &dyn Ruleset;
    /// The number of positions.
    fn len(&self) -> usize;
    /// True if there is no position.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Copies the positions.
    fn copy(&self) -> Box<dyn Positions>;
    /// Returns a list of only this position. The position's options keep their order. If the position were written and
    /// read again, its options could have another order.
    fn alone(&self, index: usize) -> Box<dyn Positions>;
    /// Returns these positions and every position that moves from these lead to: see
    /// [`Rules::all`](crate::game::Rules::all).
    fn all(&self) -> Option<Box<dyn Positions>>;
    /// Adds a position, and returns its approximate number of bytes.
    ///
    /// # Errors
    /// The reason why the value is not a position of the game.
    fn push(&mut self, written: PlainValue) -> Result<usize, Illegal>;
    /// Returns the position at `index` in the form in which it is written in requests and answers.
    fn written(&self, index: usize) -> PlainValue;
    /// True if the position at `index` is equal to the position at `at` in `other`.
    fn is_same(&self, index: usize, other: &dyn Positions, at: usize) -> bool;
    /// Returns a copy of the list with `others` in place of the position at `index`. `others` must be positions of the
    /// same game.
    fn with(&self, index: usize, others: &dyn Positions) -> Box<dyn Positions>;

    /// Returns positions of another game that are solved instead of these positions: see
    /// [`Game::explored`](crate::game::Game::explored).
    ///
    /// # Errors
    /// The rules of a client have a fault, or the meter is spent.
    fn explored(&self, purpose: Purpose, tables: &Caches) -> Result<Option<Box<dyn Positions>>, UnusableRules>;
    /// Solves as many of the positions as a theory can solve, in normal or misère play. The theory also solves all
    /// positions that can be reached from the solved positions.
    ///
    /// # Errors
    /// No theory can be made for all these positions, or the meter is spent.
    fn solve_reached(self: Box<Self>, play: Play, tables: &Caches) -> Result<PartlySolved, Unsolved>;

    /// Returns the first moves of a position, at most `most`, in the order of
    /// [`Rules::moves`](crate::game::Rules::moves).
    fn first_moves(&self, index: usize, most: usize) -> Vec<AnyMove>;
    /// Returns the move that leaves the positions `left`. If [`Game::explored`](crate::game::Game::explored) replaced
    /// the client's game by this game, `left` may still belong to the client's game.
    ///
    /// # Errors
    /// The reason why no move leaves these positions.
    fn find(&self, index: usize, left: &dyn Positions) -> Result<AnyMove, Illegal>;
    /// Returns the positions that a move leaves: see [`Rules::after`](crate::game::Rules::after). The result can be
    /// shared, because a response writes it twice: in the move and in the position after the move.
    fn after(&self, index: usize, made: &AnyMove) -> Rc<dyn Positions>;
    /// Returns a move in words: see [`Rules::describe`](crate::game::Rules::describe).
    fn describe(&self, index: usize, made: &AnyMove) -> String;
    /// Returns whether two moves of a position are the same.
    fn is_same_move(&self, one: &AnyMove, other: &AnyMove) -> bool;
}

impl fmt::Debug for dyn Positions {
    /// Shows the game and its positions as they are written. This is one function for all games, so that it is compiled
    /// only once.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.ruleset().fmt(f)?;
        f.debug_list().entries((0..self.len()).map(|index| self.written(index))).finish()
    }
}

/// The result of [`Positions::solve_reached`].
#[derive(Debug)]
pub struct PartlySolved {
    /// The solved positions: those that the theory can solve.
    pub solved: Box<dyn Solved>,
    /// The indices of the positions that the theory can't solve, ascending.
    pub others: Vec<usize>,
    /// The reason why the theory can't solve the first of `others`, in a sentence.
    pub reason: Option<String>,
}

impl dyn Positions {
    /// Solves the positions, in normal or misère play. The theory also solves all positions that moves lead to.
    ///
    /// # Errors
    /// Some position can't be solved, or the meter is spent.
    pub fn solve(self: Box<Self>, play: Play, tables: &Caches) -> Result<Box<dyn Solved>, Unsolved> {
        let PartlySolved { solved, others, reason } = self.solve_reached(play, tables)?;
        match (others.first(), reason) {
            (Some(index), Some(reason)) => Err(Unsolved { index: *index, too_costly: false, reason }),
            _ => Ok(solved),
        }
    }

    /// Returns all moves of a position.
    #[must_use]
    pub fn moves(&self, index: usize) -> Vec<AnyMove> {
        self.first_moves(index, usize::MAX)
    }

    /// Returns the positions that each move leaves, in the order of the moves.
    #[must_use]
    pub fn options(&self, index: usize) -> Vec<Rc<dyn Positions>> {
        self.first_options(index, usize::MAX)
    }

    /// Returns the positions that each of the first moves leaves, of at most `most` moves. A position may have more moves
    /// than memory can hold, although the position before it has one. The list ends early if the meter is spent.
    #[must_use]
    pub fn first_options(&self, index: usize, most: usize) -> Vec<Rc<dyn Positions>> {
        let moves = self.first_moves(index, most);
        moves.iter().take_while(|_| meter::go_on(cost::POSITION).is_ok()).map(|made| self.after(index, made)).collect()
    }

    /// Converts `other` to positions of this game. If [`Game::explored`](crate::game::Game::explored) replaced the
    /// client's game by this game, `other` may still belong to the client's game.
    #[must_use]
    pub fn adopt(&self, other: &dyn Positions) -> Box<dyn Positions> {
        let (this, of_other): (&dyn Any, &dyn Any) = (self, other);
        let mut adopted = self.ruleset().none();
        let is_known = this.type_id() == of_other.type_id();
        if is_known || (0..other.len()).any(|index| adopted.push(other.written(index)).is_err()) {
            return other.copy();
        }
        adopted
    }
}

impl AsRef<dyn Positions> for dyn Positions {
    fn as_ref(&self) -> &(dyn Positions + 'static) {
        self
    }
}

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
    /// Checks that the moves of all positions that meet a goal can be counted and listed: see
    /// [`Theory::check_listable`](crate::game::Theory::check_listable).
    ///
    /// # Errors
    /// The reason why the moves of a position can't be found.
    fn check_listable(&self, goal: &Goal) -> Result<(), Unsolved>;
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
    /// Returns the kind of the position at `index` in `left`. Moves from the solved positions lead to `left`, which
    /// need not be solved.
    fn position_kind_of<'a>(&'a self, left: &'a dyn Positions, index: usize) -> PositionKind<'a>;
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

    /// Returns the kind of a position. All positions of a game have the same variant of [`PositionKind`].
    #[must_use]
    pub fn position_kind(&self, index: usize) -> PositionKind<'_> {
        self.position_kind_of(self.positions(), index)
    }

    /// Returns all moves of a position in a list, in the order of [`Positions::first_moves`].
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
        let shows_options = steps.is_empty() || self.is_over(index) || self.shows_options(index);
        if steps.is_empty() && !self.is_over(index) {
            steps.push(Step::new(
                "The values of all positions that moves lead to were worked out, beginning with those without a move.",
            ));
        }
        if shows_options {
            steps.extend(self.options_and_values(index, Play::Normal).map(|options| Step::new(Fact::Options(options))));
        }
        if !matches!(value, Value::Outcome { .. }) {
            steps.push(Step::new(Fact::Value(value)));
        }
        steps
    }

    /// Returns the options of a position and their values: each of them if there are few, otherwise an example for each
    /// value below the value of the position, or above it if that is 0. `None` if the values are not known or need too
    /// many steps, or if the position is not known to be tame in misère play.
    pub(crate) fn options_and_values(&self, index: usize, play: Play) -> Option<Options> {
        let most = meter::SMALL_PART.min(meter::left() / PART_OF_REST);
        meter::within(most, || {
            let value = match play {
                Play::Normal => self.value(index),
                Play::Misere => misere_value(self.value(index), self.tameness(index))?,
            };
            let count = self.count(index, &Goal::All);
            if count <= MOST_LISTED.into() {
                let option = |made: AnyMove| {
                    let left = self.solved_after(index, &made).ok()?;
                    Some(OptionValue {
                        text: shown(left.positions()),
                        is_sum: left.len() > 1,
                        value: left.worth_in(play)?,
                        count: Natural::ONE,
                    })
                };
                // The rules list the moves of a heap only if its number fits into a machine word.
                let moves = self.moves(index, &Goal::All);
                let made = (0..MOST_LISTED).map_while(|rank| moves.nth(&rank.into()));
                let listed = made.map(option).collect::<Option<Vec<_>>>()?;
                return (count == Natural::from(listed.len())).then_some(Options {
                    play,
                    value,
                    listed,
                    others: Natural::ZERO,
                });
            }
            let example = |of: Natural| {
                // A fickle position of the value 1 has the misère value 0, and one of the value 0 has 1.
                let goals = match play {
                    Play::Normal => vec![Goal::Value(of.clone())],
                    Play::Misere if of <= Natural::ONE => {
                        vec![Goal::Tame(&of ^ &Natural::ONE, Tameness::Fickle), Goal::Tame(of.clone(), Tameness::Firm)]
                    }
                    Play::Misere => vec![Goal::Tame(of.clone(), Tameness::Firm)],
                };
                let moves: Vec<_> = goals.iter().map(|goal| self.moves(index, goal)).collect();
                let first = moves.iter().find_map(|moves| moves.nth(&Natural::ZERO))?;
                let left = self.follow(index, &first);
                Some(OptionValue {
                    text: shown(&*left),
                    is_sum: left.len() > 1,
                    value: Value::Nimber(of),
                    count: moves.iter().map(Moves::count).sum(),
                })
            };
            let mut others = count;
            let mut listed = Vec::new();
            for below in value.below().take(MOST_LISTED) {
                let option = example(below)?;
                others = others.checked_sub(&option.count)?;
                listed.push(option);
            }
            if value == Value::Nimber(Natural::ZERO) {
                let above = || {
                    let (mut listed, mut others) = (Vec::new(), others.clone());
                    for above in 1..=MOST_LISTED {
                        if others.is_zero() {
                            break;
                        }
                        if let Some(option) = example(above.into()) {
                            others = others.checked_sub(&option.count)?;
                            listed.push(option);
                        }
                    }
                    Some((listed, others))
                };
                // Without these examples, the sentence is still true. So they may not take all that is left.
                if let Ok(Some(found)) = meter::within(meter::left() / PART_OF_REST, above) {
                    (listed, others) = found;
                }
            }
            Some(Options { play, value, listed, others })
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

    /// The value of the sum of all components in normal play; in misère play, its misère value. `None` if it is not
    /// known, or if the sum is not known to be tame in misère play.
    fn worth_in(&self, play: Play) -> Option<Value> {
        match play {
            Play::Normal => self.worth(),
            Play::Misere => misere_value(self.worth()?, self.sum_tameness()),
        }
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
        match self.position_kind(index) {
            PositionKind::Token(tokens, at) => Some(tokens.token(at)),
            _ => None,
        }
    }

    /// True if the components are tokens on a graph.
    #[must_use]
    pub fn has_tokens(&self) -> bool {
        !self.is_empty() && matches!(self.position_kind(0), PositionKind::Token(..))
    }

    /// True if the components are positions of a deletion game.
    #[must_use]
    pub fn has_cells(&self) -> bool {
        !self.is_empty() && matches!(self.position_kind(0), PositionKind::Cells(_))
    }

    /// True if no component has options.
    #[must_use]
    pub fn is_stuck(&self) -> bool {
        (0..self.len()).all(|index| self.is_over(index))
    }
}

/// The largest number of letters of an option in an explanation.
const MOST_LETTERS: usize = 60;

/// Returns the misère value of a position of this value and class; `None` if the position is not known to be tame.
fn misere_value(value: Value, tameness: Tameness) -> Option<Value> {
    match (value, tameness) {
        (Value::Nimber(value), Tameness::Fickle) => Some(Value::Nimber(&value ^ &Natural::ONE)),
        (value @ Value::Nimber(_), Tameness::Firm) => Some(value),
        _ => None,
    }
}

/// Returns the positions that a move leaves, as the explanation writes them. Long positions are cut in the middle.
pub(crate) fn shown(left: &dyn Positions) -> String {
    let part = |index: usize| match left.written(index) {
        PlainValue::Integer(number) => number.short().to_string(),
        written => cut(&written.to_string()),
    };
    let text = (0..left.len()).map(part).collect::<Vec<_>>().join(" + ");
    if text.is_empty() { "nothing".to_owned() } else { text }
}

fn cut(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() <= MOST_LETTERS {
        return text.to_owned();
    }
    let end = MOST_LETTERS / 2;
    letters[..end].iter().chain(['…'].iter()).chain(&letters[letters.len() - end..]).collect()
}
