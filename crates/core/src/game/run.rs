//! [`Run`]: components of one ruleset, whichever it is. What solves and writes sums knows games only so.

use std::any::Any;
use std::fmt;
#[cfg(any(test, feature = "columns"))]
use std::ops::ControlFlow;

use smallvec::SmallVec;

use crate::game::also::{Nature, Swaps};
#[cfg(any(test, feature = "columns"))]
use crate::game::columns::{self, Columns, OnMissing};
use crate::game::shape::{Shape, Written};
use crate::game::{
    After, Card, Class, Convention, Game, Goal, Illegal, List, Origin, Position, Solved, Step, Unsolved, Value,
};
use crate::number::Natural;
use crate::number::meter::{self, Spent};
use crate::theory::Tables;
use crate::theory::graphs::sum;

/// Some components of one ruleset, in order. A move of one of them leads to another run: of one component, or, where
/// games split, of any number.
///
/// A run is read, then prepared, then solved; only of a solved one values and moves may be asked. Options come
/// unsolved, since most are only written, and need no preparing. Functions that take an index panic where there is no
/// such component.
pub trait Run: Any + Send + Sync {
    /// What the catalogue says of the game.
    fn card(&self) -> &'static Card;
    /// How components are written.
    fn shape(&self) -> Shape;
    /// Does a move make a list of a component?
    fn splits(&self) -> bool;
    /// How many components there are.
    fn len(&self) -> usize;
    /// Is there none?
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// A run of the same rules without components.
    fn none(&self) -> Box<dyn Run>;
    /// One of the components alone, as it is: its options keep their order, which those of the same position need not have
    /// that is read. Unsolved.
    fn alone(&self, index: usize) -> Box<dyn Run>;
    /// The components of another run of the same rules, with what was got ready for this one; unsolved.
    fn adopt(&self, other: &dyn Run) -> Box<dyn Run>;
    /// Adds a component.
    ///
    /// # Errors
    /// Why what is written is no position of the game.
    fn push(&mut self, written: Written) -> Result<(), Illegal>;
    /// How a component is written.
    fn written(&self, index: usize) -> Written;
    /// Is a component the same position as one of another run?
    fn is_same(&self, index: usize, other: &dyn Run, at: usize) -> bool;
    /// The run with the components of another in the place of one; unsolved.
    fn with(&self, index: usize, parts: &dyn Run) -> Box<dyn Run>;

    /// Gets ready what solving these components, and all that moves lead to, needs under a convention.
    ///
    /// # Errors
    /// Where the theory does not reach a component, or the meter is spent.
    fn prepare(&mut self, convention: Convention, tables: &Tables) -> Result<(), Unsolved>;
    /// Where the values come from.
    fn origin(&self) -> Origin<'_>;
    /// Solves the components.
    ///
    /// # Errors
    /// The meter is spent: what a move made then may be no position, and there are games that have no answer for such.
    fn solve(&mut self) -> Result<(), Spent>;

    /// What a component is worth; one without options 0, whatever its game knows.
    fn value(&self, index: usize) -> Value;
    /// [`Game::class`]; a component without options is a swap position, whatever its game knows.
    fn class(&self, index: usize) -> Class;
    /// [`Game::has_value`], of the option that all components together are.
    fn has_value(&self, value: &Natural) -> bool;
    /// [`Game::option_count`].
    fn option_count(&self, index: usize) -> Natural;
    /// [`Game::option`].
    fn option(&self, index: usize, rank: &Natural) -> Option<Box<dyn Run>>;
    /// [`Game::count_to`].
    fn count_to(&self, index: usize, value: &Natural) -> Natural;
    /// [`Game::option_to`].
    fn option_to(&self, index: usize, value: &Natural, rank: &Natural) -> Option<Box<dyn Run>>;
    /// Which options of a Grundy value are swap positions.
    fn swaps(&self, index: usize, value: &Natural) -> Swaps;
    /// The options that meet a goal, where the game finds them together.
    fn together<'a>(&'a self, index: usize, goal: &Goal) -> Option<Box<dyn List<Box<dyn Run>> + 'a>>;
    /// How many moves a perfect game of a component on its own lasts, where the game has a closed form of that.
    fn remoteness(&self, index: usize, convention: Convention) -> Option<u64>;
    /// What a component is for theories of sums; all of a run are of one nature.
    fn nature(&self, index: usize) -> Nature<'_>;
    /// [`Game::explain`] or [`Game::explain_misere`].
    fn explain(&self, index: usize, convention: Convention) -> Vec<Step>;
    /// What is left of a component after a move to `to` and its answer, where a symmetry answers every move.
    fn answer_by_symmetry(&self, index: usize, to: &dyn Run) -> Option<Box<dyn Run>>;

    /// [`Rules::check`](crate::game::Rules::check).
    ///
    /// # Errors
    /// Why `to` is no option.
    fn check(&self, index: usize, to: &dyn Run) -> Result<(), Illegal>;
    /// [`Rules::describe`](crate::game::Rules::describe); nothing for what is no option.
    fn describe(&self, index: usize, to: &dyn Run) -> String;
    /// [`Rules::options`](crate::game::Rules::options).
    fn options(&self, index: usize) -> Vec<Box<dyn Run>>;
    /// [`Rules::small`](crate::game::Rules::small).
    fn small(&self) -> Box<dyn Run>;

    /// Puts the Grundy value of each position of these rules that the columns have into its place of `values`, and leaves
    /// those without one as they are: `on_missing` hears of them, the first one first, and can end the work. The
    /// components of the run have nothing to do with it. Of a shape that the columns are not of, all are illegal.
    #[cfg(any(test, feature = "columns"))]
    fn fill(
        &self,
        columns: Columns<'_>,
        values: &mut [u64],
        tables: &Tables,
        on_missing: &mut OnMissing<'_>,
    ) -> ControlFlow<()>;
}

impl fmt::Debug for dyn Run {
    /// By its game and how components are written, not by what is solved: one for all games, and not one for each.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.card().id)?;
        f.debug_list().entries((0..self.len()).map(|index| self.written(index))).finish()
    }
}

impl dyn Run {
    /// The class of all components together.
    #[must_use]
    pub fn sum_class(&self) -> Class {
        (0..self.len()).map(|index| self.class(index)).fold(Class::Swap, Class::beside)
    }

    /// What all components are worth together; none where that is not known.
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
        let mut xor = Natural::ZERO;
        for index in 0..self.len() {
            match self.value(index) {
                Value::Nimber(value) => xor = &xor ^ &value,
                _ => return Err(index),
            }
        }
        Ok(xor)
    }

    /// Are all components together worth this? A game may know without knowing what they are worth.
    #[must_use]
    pub fn is_worth(&self, value: &Natural) -> bool {
        self.xor().map_or_else(|_| self.has_value(value), |xor| xor == *value)
    }

    /// How many options of all components leave 0 of a sum in which this is the XOR of all values.
    #[must_use]
    pub fn count_to_zero(&self, xor: &Natural) -> Natural {
        let counts = (0..self.len()).map(|index| match self.value(index) {
            Value::Nimber(value) => self.count_to(index, &(&value ^ xor)),
            _ => Natural::ZERO,
        });
        counts.sum()
    }

    /// The first component that can leave 0 of such a sum by going down: with *g* ⊕ X < *g*.
    #[must_use]
    pub fn first_down(&self, xor: &Natural) -> Option<usize> {
        (0..self.len()).find(|index| match self.value(*index) {
            Value::Nimber(value) => &value ^ xor < value,
            _ => false,
        })
    }

    /// Does the game have a theory of the component on its own?
    #[must_use]
    pub fn has_theory_alone(&self, index: usize, convention: Convention) -> bool {
        self.together(index, &Goal::Alone(convention)).is_some()
    }

    /// The same components; unsolved.
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

    /// Are the components tokens on a graph?
    #[must_use]
    pub fn has_tokens(&self) -> bool {
        !self.is_empty() && matches!(self.nature(0), Nature::Token(..))
    }

    /// Are the components cells of a deletion game?
    #[must_use]
    pub fn has_cells(&self) -> bool {
        !self.is_empty() && matches!(self.nature(0), Nature::Cells(_))
    }

    /// Are all components positions without options?
    #[must_use]
    pub fn is_stuck(&self) -> bool {
        (0..self.len()).all(|index| self.count(index, &Goal::Any).is_zero())
    }
}

/// The components of a game whose type is known: of the catalogue's, and of any that a user of the library writes.
#[derive(Clone, Debug)]
pub struct RunOf<G: Game> {
    game: G,
    /// One component, which is what most runs have, needs no memory of its own.
    positions: SmallVec<[G::Position; 1]>,
    solved: SmallVec<[G::Solved; 1]>,
}

/// What a call about one component takes, besides what its position's words do: the game charges what is more.
const STEPS_A_CALL: u64 = 20;

/// What a call takes for each machine word of the position.
const STEPS_A_WORD: u64 = 4;

/// What the sentences of an explanation take, besides long numbers.
const STEPS_AN_EXPLANATION: u64 = 500;

/// What a move in words takes, besides long numbers.
const STEPS_A_DESCRIPTION: u64 = 150;

/// What each part of an option takes, to put it together.
const STEPS_A_PART: u64 = 10;

impl<G: Game> RunOf<G> {
    /// None yet.
    #[must_use]
    pub fn new(game: G) -> Self {
        Self { game, positions: SmallVec::new(), solved: SmallVec::new() }
    }

    /// Other positions of the game.
    fn of(&self, positions: SmallVec<[G::Position; 1]>) -> Box<dyn Run> {
        meter::charge_each(positions.iter().map(Position::weight).fold(0, usize::saturating_add), STEPS_A_WORD);
        meter::charge(STEPS_A_CALL);
        Box::new(Self { game: self.game.clone(), positions, solved: SmallVec::new() })
    }

    /// What a move makes of a component.
    fn to(&self, option: &G::Option) -> Box<dyn Run> {
        self.of(option.parts().iter().cloned().collect())
    }

    /// What a call about a component takes.
    fn steps(&self, index: usize) -> u64 {
        let words = u64::try_from(self.positions[index].weight()).unwrap_or(u64::MAX);
        words.saturating_mul(STEPS_A_WORD).saturating_add(STEPS_A_CALL)
    }

    /// Charges a call about a component.
    fn charge(&self, index: usize) {
        meter::charge(self.steps(index));
    }

    /// A run of the same game, by its type.
    fn same_game(other: &dyn Run) -> Option<&Self> {
        let other: &dyn Any = other;
        other.downcast_ref()
    }

    /// The option that a run of the same game is.
    fn as_option(other: &dyn Run) -> Option<G::Option> {
        G::Option::from_parts(&Self::same_game(other)?.positions)
    }
}

/// A list of options as runs.
struct Listed<'a, G: Game> {
    run: &'a RunOf<G>,
    index: usize,
    list: Box<dyn List<G::Option> + 'a>,
}

impl<G: Game> List<Box<dyn Run>> for Listed<'_, G> {
    fn count(&self) -> Natural {
        self.list.count()
    }

    fn nth(&self, rank: &Natural) -> Option<Box<dyn Run>> {
        self.run.charge(self.index);
        self.list.nth(rank).map(|option| self.run.to(&option))
    }
}

impl<G: Game> Run for RunOf<G> {
    fn card(&self) -> &'static Card {
        self.game.card()
    }

    fn shape(&self) -> Shape {
        self.game.shape()
    }

    fn splits(&self) -> bool {
        <G::Option as After<G::Position>>::SPLITS
    }

    fn len(&self) -> usize {
        self.positions.len()
    }

    fn none(&self) -> Box<dyn Run> {
        self.of(SmallVec::new())
    }

    fn alone(&self, index: usize) -> Box<dyn Run> {
        self.of(SmallVec::from_buf([self.positions[index].clone()]))
    }

    fn adopt(&self, other: &dyn Run) -> Box<dyn Run> {
        Self::same_game(other).map_or_else(|| other.copy(), |other| self.of(other.positions.clone()))
    }

    fn push(&mut self, written: Written) -> Result<(), Illegal> {
        meter::charge_each(written.weight(), STEPS_A_WORD);
        self.positions.push(self.game.read(written)?);
        Ok(())
    }

    fn written(&self, index: usize) -> Written {
        self.charge(index);
        self.game.write(&self.positions[index])
    }

    fn is_same(&self, index: usize, other: &dyn Run, at: usize) -> bool {
        Self::same_game(other).is_some_and(|other| self.positions[index] == other.positions[at])
    }

    fn with(&self, index: usize, parts: &dyn Run) -> Box<dyn Run> {
        let parts = Self::same_game(parts).map_or(&[][..], |parts| &parts.positions);
        let (before, after) = self.positions.split_at(index);
        let mut positions = SmallVec::new();
        for some in [before, parts, &after[1..]] {
            positions.extend(some.iter().cloned());
        }
        self.of(positions)
    }

    fn prepare(&mut self, convention: Convention, tables: &Tables) -> Result<(), Unsolved> {
        meter::go_on(STEPS_A_CALL)?;
        self.game.prepare(&self.positions, convention, tables)?;
        Ok(meter::go_on(0)?)
    }

    fn origin(&self) -> Origin<'_> {
        self.game.also().nature.map_or(Origin::Theory, |game| game.origin())
    }

    fn solve(&mut self) -> Result<(), Spent> {
        let mut solved = SmallVec::with_capacity(self.positions.len());
        for (index, position) in self.positions.iter().enumerate() {
            meter::go_on(self.steps(index))?;
            solved.push(self.game.solve(position));
        }
        self.solved = solved;
        Ok(())
    }

    fn value(&self, index: usize) -> Value {
        meter::charge(STEPS_A_WORD);
        match self.solved[index].value() {
            Value::Outcome { .. } if self.option_count(index).is_zero() => Value::Nimber(Natural::ZERO),
            value => value,
        }
    }

    fn class(&self, index: usize) -> Class {
        self.charge(index);
        match self.game.class(&self.positions[index], &self.solved[index]) {
            Class::Unknown if self.option_count(index).is_zero() => Class::Swap,
            class => class,
        }
    }

    fn has_value(&self, value: &Natural) -> bool {
        G::Option::from_parts(&self.positions).is_some_and(|option| self.game.has_value(&option, value))
    }

    fn option_count(&self, index: usize) -> Natural {
        self.charge(index);
        self.game.option_count(&self.positions[index], &self.solved[index])
    }

    fn option(&self, index: usize, rank: &Natural) -> Option<Box<dyn Run>> {
        self.charge(index);
        let option = self.game.option(&self.positions[index], &self.solved[index], rank);
        option.map(|option| self.to(&option))
    }

    fn count_to(&self, index: usize, value: &Natural) -> Natural {
        // Of a million components none is counted any more once the meter is spent.
        if meter::go_on(self.steps(index)).is_err() {
            return Natural::ZERO;
        }
        self.game.count_to(&self.positions[index], &self.solved[index], value)
    }

    fn option_to(&self, index: usize, value: &Natural, rank: &Natural) -> Option<Box<dyn Run>> {
        self.charge(index);
        let option = self.game.option_to(&self.positions[index], &self.solved[index], value, rank);
        option.map(|option| self.to(&option))
    }

    fn swaps(&self, index: usize, value: &Natural) -> Swaps {
        let (position, solved) = (&self.positions[index], &self.solved[index]);
        self.game.also().mixed.map_or(Swaps::AllOrNone, |game| game.swaps(position, solved, value))
    }

    fn together<'a>(&'a self, index: usize, goal: &Goal) -> Option<Box<dyn List<Box<dyn Run>> + 'a>> {
        let (position, solved, also) = (&self.positions[index], &self.solved[index], self.game.also());
        self.charge(index);
        let list = match goal {
            Goal::Alone(convention) => also.alone?.winning(position, solved, *convention)?,
            goal => also.lists?.list(position, solved, goal)?,
        };
        Some(Box::new(Listed { run: self, index, list }))
    }

    fn remoteness(&self, index: usize, convention: Convention) -> Option<u64> {
        self.charge(index);
        self.game.also().remoteness?.remoteness(&self.positions[index], &self.solved[index], convention)
    }

    fn nature(&self, index: usize) -> Nature<'_> {
        self.game.also().nature.map_or(Nature::Plain, |game| game.nature(&self.positions[index]))
    }

    fn explain(&self, index: usize, convention: Convention) -> Vec<Step> {
        self.charge(index);
        meter::charge(STEPS_AN_EXPLANATION);
        let (position, solved) = (&self.positions[index], &self.solved[index]);
        match convention {
            Convention::Normal => self.game.explain(position, solved),
            Convention::Misere => self.game.explain_misere(position, solved),
        }
    }

    fn answer_by_symmetry(&self, index: usize, to: &dyn Run) -> Option<Box<dyn Run>> {
        self.charge(index);
        let [to] = &Self::same_game(to)?.positions[..] else { return None };
        let left = self.game.also().nature?.answer_by_symmetry(&self.positions[index], to)?;
        Some(self.of(SmallVec::from_buf([left])))
    }

    fn check(&self, index: usize, to: &dyn Run) -> Result<(), Illegal> {
        self.charge(index);
        meter::charge_each(to.len(), STEPS_A_PART);
        let option = Self::as_option(to).ok_or("a component stays a position of its game")?;
        self.game.check(&self.positions[index], &option)
    }

    fn describe(&self, index: usize, to: &dyn Run) -> String {
        self.charge(index);
        meter::charge_each(to.len(), STEPS_A_PART);
        meter::charge(STEPS_A_DESCRIPTION);
        Self::as_option(to).map_or_else(String::new, |option| self.game.describe(&self.positions[index], &option))
    }

    fn options(&self, index: usize) -> Vec<Box<dyn Run>> {
        self.charge(index);
        self.game.listed(&self.positions[index]).iter().map(|option| self.to(option)).collect()
    }

    fn small(&self) -> Box<dyn Run> {
        self.of(self.game.small().into())
    }

    #[cfg(any(test, feature = "columns"))]
    fn fill(
        &self,
        columns: Columns<'_>,
        values: &mut [u64],
        tables: &Tables,
        on_missing: &mut OnMissing<'_>,
    ) -> ControlFlow<()> {
        columns::fill(&self.game, columns, values, tables, on_missing)
    }
}
