//! [`Run`]: components of one ruleset, whichever it is. What solves and writes sums knows games only so.

use std::any::Any;
use std::fmt::Debug;

use smallvec::SmallVec;

use crate::game::{After, Card, Class, Convention, Game, Illegal, Solved, Step, Unsolved, Value};
use crate::natural::Natural;
use crate::shape::Written;
use crate::theory::Tables;

/// Some components of one ruleset, in order. A move of one of them leads to another run: of one component, or, where
/// games split, of any number.
///
/// A run is read, then prepared, then solved; only of a solved one values and moves may be asked. Options come unsolved,
/// since most are only written, and need no preparing. Functions that take an index panic where there is no such
/// component.
pub trait Run: Any + Debug + Send + Sync {
    /// What the catalogue says of the game.
    fn card(&self) -> &'static Card;
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
    /// The same components; unsolved.
    fn copy(&self) -> Box<dyn Run>;
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

    /// How many steps, of about a nanosecond each, [`Run::prepare`] takes at the most.
    fn cost(&self, tables: &Tables) -> u64;
    /// Gets ready what solving these components, and all that moves lead to, needs.
    ///
    /// # Errors
    /// Where the theory does not reach a component.
    fn prepare(&mut self, tables: &Tables) -> Result<(), Unsolved>;
    /// Solves the components.
    fn solve(&mut self);

    /// What a component is worth.
    fn value(&self, index: usize) -> Value;
    /// [`Game::class`].
    fn class(&self, index: usize) -> Class;
    /// [`Game::option_count`].
    fn option_count(&self, index: usize) -> Natural;
    /// [`Game::option`].
    fn option(&self, index: usize, rank: &Natural) -> Option<Box<dyn Run>>;
    /// [`Game::count_to`].
    fn count_to(&self, index: usize, value: &Natural) -> Natural;
    /// [`Game::option_to`].
    fn option_to(&self, index: usize, value: &Natural, rank: &Natural) -> Option<Box<dyn Run>>;
    /// [`Game::swap_ranks`].
    fn swap_ranks(&self, index: usize, value: &Natural) -> Option<Vec<Natural>>;
    /// [`Game::alone_count`].
    fn alone_count(&self, index: usize, convention: Convention) -> Option<Natural>;
    /// [`Game::alone_option`].
    fn alone_option(&self, index: usize, convention: Convention, rank: &Natural) -> Option<Box<dyn Run>>;
    /// [`Game::explain`].
    fn explain(&self, index: usize) -> Vec<Step>;
    /// [`Game::explain_misere`].
    fn explain_misere(&self, index: usize) -> Vec<Step>;

    /// [`Rules::check`](crate::game::Rules::check).
    ///
    /// # Errors
    /// Why `to` is no option.
    fn check(&self, index: usize, to: &dyn Run) -> Result<(), String>;
    /// [`Rules::describe`](crate::game::Rules::describe); nothing for what is no option.
    fn describe(&self, index: usize, to: &dyn Run) -> String;
    /// [`Rules::options`](crate::game::Rules::options).
    fn options(&self, index: usize) -> Vec<Box<dyn Run>>;
    /// [`Rules::small`](crate::game::Rules::small).
    fn small(&self) -> Box<dyn Run>;
}

impl dyn Run {
    /// What all components are worth together, and their class; none where either can't be said of a sum.
    #[must_use]
    pub fn sum(&self) -> (Option<Natural>, Class) {
        let (mut xor, mut class) = (Some(Natural::ZERO), Class::Swap);
        for index in 0..self.len() {
            xor = match (xor, self.value(index)) {
                (Some(xor), Value::Nimber(value)) => Some(&xor ^ &value),
                _ => None,
            };
            class = match (class, self.class(index)) {
                (Class::Unknown, _) | (_, Class::Unknown) => Class::Unknown,
                (Class::Swap, Class::Swap) => Class::Swap,
                _ => Class::Fixed,
            };
        }
        (xor, class)
    }

    /// Are all components positions without options?
    #[must_use]
    pub fn is_stuck(&self) -> bool {
        (0..self.len()).all(|index| self.option_count(index).is_zero())
    }
}

/// The components of a game whose type is known.
#[derive(Clone, Debug)]
pub(crate) struct RunOf<G: Game> {
    game: G,
    /// One component, which is what most runs have, needs no memory of its own.
    positions: SmallVec<[G::Position; 1]>,
    solved: SmallVec<[G::Solved; 1]>,
}

impl<G: Game> RunOf<G> {
    pub(crate) fn new(game: G) -> Self {
        Self { game, positions: SmallVec::new(), solved: SmallVec::new() }
    }

    fn of(&self, positions: impl IntoIterator<Item = G::Position>) -> Box<dyn Run> {
        Box::new(Self { game: self.game.clone(), positions: positions.into_iter().collect(), solved: SmallVec::new() })
    }

    fn to(&self, option: &G::Option) -> Box<dyn Run> {
        self.of(option.parts().iter().cloned())
    }

    /// A run of the same game, by its type.
    fn same_game(other: &dyn Run) -> Option<&Self> {
        (other as &dyn Any).downcast_ref()
    }

    /// The option that a run of the same game is.
    fn as_option(other: &dyn Run) -> Option<G::Option> {
        G::Option::from_parts(Self::same_game(other)?.positions.to_vec())
    }
}

impl<G: Game> Run for RunOf<G> {
    fn card(&self) -> &'static Card {
        const { &G::CARD }
    }

    fn splits(&self) -> bool {
        <G::Option as After<G::Position>>::SPLITS
    }

    fn len(&self) -> usize {
        self.positions.len()
    }

    fn none(&self) -> Box<dyn Run> {
        self.of([])
    }

    fn copy(&self) -> Box<dyn Run> {
        self.of(self.positions.iter().cloned())
    }

    fn push(&mut self, written: Written) -> Result<(), Illegal> {
        self.positions.push(self.game.read(written)?);
        Ok(())
    }

    fn written(&self, index: usize) -> Written {
        self.game.write(&self.positions[index])
    }

    fn is_same(&self, index: usize, other: &dyn Run, at: usize) -> bool {
        Self::same_game(other).is_some_and(|other| self.positions[index] == other.positions[at])
    }

    fn with(&self, index: usize, parts: &dyn Run) -> Box<dyn Run> {
        let (before, after) = self.positions.split_at(index);
        let parts = Self::same_game(parts).map_or(&[][..], |parts| &parts.positions);
        self.of(before.iter().chain(parts).chain(&after[1..]).cloned())
    }

    fn cost(&self, tables: &Tables) -> u64 {
        self.game.cost(&self.positions, tables)
    }

    fn prepare(&mut self, tables: &Tables) -> Result<(), Unsolved> {
        self.game.prepare(&self.positions, tables)
    }

    fn solve(&mut self) {
        self.solved = self.positions.iter().map(|position| self.game.solve(position)).collect();
    }

    fn value(&self, index: usize) -> Value {
        self.solved[index].value()
    }

    fn class(&self, index: usize) -> Class {
        self.game.class(&self.positions[index], &self.solved[index])
    }

    fn option_count(&self, index: usize) -> Natural {
        self.game.option_count(&self.positions[index], &self.solved[index])
    }

    fn option(&self, index: usize, rank: &Natural) -> Option<Box<dyn Run>> {
        self.game.option(&self.positions[index], &self.solved[index], rank).map(|option| self.to(&option))
    }

    fn count_to(&self, index: usize, value: &Natural) -> Natural {
        self.game.count_to(&self.positions[index], &self.solved[index], value)
    }

    fn option_to(&self, index: usize, value: &Natural, rank: &Natural) -> Option<Box<dyn Run>> {
        let option = self.game.option_to(&self.positions[index], &self.solved[index], value, rank)?;
        Some(self.to(&option))
    }

    fn swap_ranks(&self, index: usize, value: &Natural) -> Option<Vec<Natural>> {
        self.game.swap_ranks(&self.positions[index], &self.solved[index], value)
    }

    fn alone_count(&self, index: usize, convention: Convention) -> Option<Natural> {
        self.game.alone_count(&self.positions[index], &self.solved[index], convention)
    }

    fn alone_option(&self, index: usize, convention: Convention, rank: &Natural) -> Option<Box<dyn Run>> {
        let option = self.game.alone_option(&self.positions[index], &self.solved[index], convention, rank)?;
        Some(self.to(&option))
    }

    fn explain(&self, index: usize) -> Vec<Step> {
        self.game.explain(&self.positions[index], &self.solved[index])
    }

    fn explain_misere(&self, index: usize) -> Vec<Step> {
        self.game.explain_misere(&self.positions[index], &self.solved[index])
    }

    fn check(&self, index: usize, to: &dyn Run) -> Result<(), String> {
        let option = Self::as_option(to).ok_or("a component stays a position of its game")?;
        self.game.check(&self.positions[index], &option)
    }

    fn describe(&self, index: usize, to: &dyn Run) -> String {
        Self::as_option(to).map_or_else(String::new, |option| self.game.describe(&self.positions[index], &option))
    }

    fn options(&self, index: usize) -> Vec<Box<dyn Run>> {
        self.game.options(&self.positions[index]).iter().map(|option| self.to(option)).collect()
    }

    fn small(&self) -> Box<dyn Run> {
        self.of(self.game.small())
    }
}
