//! What a game is: its [`Rules`], written once as rules, and its theory, which makes it a [`Game`].
//!
//! Rules are apart from positions, so that a family of games can have parameters that all components share. To solve is
//! a step of its own: what it finds of a position is kept, and every later question starts from that.

#[cfg(any(test, feature = "columns"))]
pub mod columns;
pub mod entry;
pub(crate) mod kinds;
pub(crate) mod options;
pub mod run;
pub(crate) mod search;
pub mod shape;
pub mod words;

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

use crate::game::shape::{Shape, Written};
use crate::number::Natural;
use crate::number::meter::{self, Spent};
use crate::theory::Tables;
use crate::theory::graphs::{misere_sum, sum};
use crate::theory::heaps::moves::Moves;
use crate::theory::heaps::period::Period;
use crate::theory::misere::heaps::MisereHeaps;
use crate::theory::misere::quotient::Quotient;
pub use crate::theory::step::{Source, Step};

/// A position: a value of the type is a legal one.
pub trait Position: Clone + Eq + Hash + Debug + Send + Sync + 'static {}

impl<T: Clone + Eq + Hash + Debug + Send + Sync + 'static> Position for T {}

/// What a move makes of a component: another position of the game, or, where games split, a list of them.
pub trait After<P>: Clone + Eq + Hash + Debug {
    /// Does a move make a list?
    const SPLITS: bool;

    /// The positions, one after the other.
    fn parts(&self) -> &[P];

    /// The option that consists of these positions; none if it takes another number of them.
    fn from_parts(parts: &[P]) -> Option<Self>;
}

impl<P: Position> After<P> for P {
    const SPLITS: bool = false;

    fn parts(&self) -> &[P] {
        std::slice::from_ref(self)
    }

    fn from_parts(parts: &[P]) -> Option<Self> {
        match parts {
            [part] => Some(part.clone()),
            _ => None,
        }
    }
}

/// What is left of a component of a game that splits: none, one or more positions, the smallest first.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Parts<P>(Vec<P>);

impl<P: Position + Ord> Parts<P> {
    /// The list of these positions.
    #[must_use]
    pub fn new(mut parts: Vec<P>) -> Self {
        parts.sort();
        Self(parts)
    }

    /// The positions, the smallest first.
    #[must_use]
    pub fn list(&self) -> &[P] {
        &self.0
    }
}

impl<P: Position + Ord> After<P> for Parts<P> {
    const SPLITS: bool = true;

    fn parts(&self) -> &[P] {
        &self.0
    }

    fn from_parts(parts: &[P]) -> Option<Self> {
        Some(Self::new(parts.to_vec()))
    }
}

/// The rules of an impartial game, with the parameters that all its components share.
pub trait Rules: Clone + Debug + Send + Sync + 'static {
    /// A position of the game.
    type Position: Position;
    /// What a move makes of it: [`Rules::Position`] itself, or [`Parts`] of it where games split.
    type Option: After<Self::Position>;

    /// What the catalogue says of the game.
    const CARD: Card;

    /// How positions are written: as the card says, but for games that a client describes.
    fn shape(&self) -> Shape {
        Self::CARD.shape
    }

    /// The position that is written so.
    ///
    /// # Errors
    /// The reason why it is none of this game.
    fn read(&self, written: Written) -> Result<Self::Position, Illegal>;

    /// How a position is written, in the client's order.
    fn write(&self, position: &Self::Position) -> Written;

    /// All options, each once, in the order that the game documents: its smallest step first. Called for small
    /// positions only: by the laws, and where a game is solved by search or has few options.
    fn options(&self, position: &Self::Position) -> Vec<Self::Option>;

    /// Is `to` an option? By the rules themselves, and for numbers of any size.
    ///
    /// # Errors
    /// Why not, so that a player understands it.
    fn check(&self, position: &Self::Position, to: &Self::Option) -> Result<(), String>;

    /// The move to an option in words.
    fn describe(&self, position: &Self::Position, to: &Self::Option) -> String;

    /// Positions that are small enough for brute force, and many enough to tell a right theory from a wrong one.
    fn small(&self) -> Vec<Self::Position>;
}

/// What it takes to make an option, or to solve one, of a few machine words.
pub(crate) const STEPS_AN_OPTION: u64 = 60;

/// A game with its theory.
///
/// Options are never listed to find one: both all options and those to one Grundy value are counted by formula and
/// reached by their rank, so that positions with 10¹⁸ options cost no more than others. Ranks count from 0, in the
/// order of [`Rules::options`].
pub trait Game: Rules {
    /// What solving a position finds, for all later questions about it.
    type Solved: Solved + Clone + Debug + Send + Sync + 'static;

    /// Gets ready what the theory needs to solve these positions and all that moves lead to. Most games need nothing.
    ///
    /// # Errors
    /// Where the theory does not reach a position, or the meter is spent.
    fn prepare(&mut self, _positions: &[Self::Position], _tables: &Tables) -> Result<(), Unsolved> {
        Ok(())
    }

    /// Gets ready what misère play needs besides. Most games need nothing.
    ///
    /// # Errors
    /// The meter is spent.
    fn prepare_misere(&mut self) -> Result<(), Spent> {
        Ok(())
    }

    /// Where the values come from. Periods are known of a game that is prepared.
    fn origin(&self) -> Origin<'_> {
        Origin::Theory
    }

    /// Solves a position.
    fn solve(&self, position: &Self::Position) -> Self::Solved;

    /// How many options there are. This and the next three list all options where a game does not say better, which is
    /// for games of few options.
    fn option_count(&self, position: &Self::Position, _solved: &Self::Solved) -> Natural {
        self.listed(position).len().into()
    }

    /// All options, for the methods that list them.
    fn listed(&self, position: &Self::Position) -> Vec<Self::Option> {
        let options = self.options(position);
        meter::charge_each(options.len(), STEPS_AN_OPTION);
        options
    }

    /// The option of a rank, none from [`Game::option_count`] on.
    fn option(&self, position: &Self::Position, _solved: &Self::Solved, rank: &Natural) -> Option<Self::Option> {
        self.listed(position).into_iter().nth(rank.to_usize()?)
    }

    /// How many options have a Grundy value.
    fn count_to(&self, position: &Self::Position, _solved: &Self::Solved, value: &Natural) -> Natural {
        self.listed(position).iter().filter(|option| self.has_value(*option, value)).count().into()
    }

    /// The option of a rank among those that have a Grundy value, none from [`Game::count_to`] on. Rank 0 is the game's
    /// choice: the move that is recommended.
    fn option_to(
        &self,
        position: &Self::Position,
        _solved: &Self::Solved,
        value: &Natural,
        rank: &Natural,
    ) -> Option<Self::Option> {
        self.listed(position).into_iter().filter(|option| self.has_value(option, value)).nth(rank.to_usize()?)
    }

    /// Does what a move makes have a Grundy value?
    fn has_value(&self, option: &Self::Option, value: &Natural) -> bool {
        let mut xor = Natural::ZERO;
        for part in option.parts() {
            if meter::go_on(STEPS_AN_OPTION).is_err() {
                return false;
            }
            match self.solve(part).value() {
                Value::Nimber(value) => xor = &xor ^ &value,
                _ => return false,
            }
        }
        xor == *value
    }

    /// The options of a goal, where it is as much work to find one as to find them all; none where they are reached one
    /// by one. Not asked of goals of [`Goal::Alone`].
    fn list<'a>(
        &'a self,
        _position: &'a Self::Position,
        _solved: &'a Self::Solved,
        _goal: &Goal,
    ) -> Option<Box<dyn List<Self::Option> + 'a>> {
        None
    }

    /// How many moves a perfect game of the position on its own lasts, the winner hurrying and the loser delaying, by a
    /// closed form; none where there is none. Small positions are searched without it.
    fn remoteness(&self, _position: &Self::Position, _solved: &Self::Solved, _convention: Convention) -> Option<u64> {
        None
    }

    /// The position as a token on a graph, where the game is one, and play may go on for ever.
    fn token(&self, _position: &Self::Position) -> Option<sum::Token<'_>> {
        None
    }

    /// The position as a heap, with the moves of all heaps of the game, where it is one: misère quotients are of such.
    fn heap<'a>(&'a self, _position: &'a Self::Position) -> Option<(&'a Moves, &'a Natural)> {
        None
    }

    /// The quotient of the misère sums of all positions of the game, where one is known, and the position's element.
    fn element(&self, _position: &Self::Position) -> Option<(&'static Quotient, usize)> {
        None
    }

    /// [`Game::token`] with what is known of its misère play.
    fn misere_token(&self, _position: &Self::Position) -> Option<misere_sum::Token<'_>> {
        None
    }

    /// Why the value is what it is. The numbers come from the computation that found it, and the last step is
    /// [`Step::value`].
    fn explain(&self, position: &Self::Position, solved: &Self::Solved) -> Vec<Step>;

    /// How the position behaves in misère sums. Of a position whose class is known, all options are of known classes.
    fn class(&self, _position: &Self::Position, _solved: &Self::Solved) -> Class {
        Class::Unknown
    }

    /// The ranks of the swap positions among the options of a Grundy value, ascending, where options of that value can
    /// be of either class; none where those of one value are of one class. Only asked of a position whose class is
    /// known.
    fn swap_ranks(&self, _position: &Self::Position, _solved: &Self::Solved, _value: &Natural) -> Option<Vec<Natural>> {
        None
    }

    /// [`Game::swap_ranks`], for games with few options of a value: each is solved.
    fn find_swap_ranks(&self, position: &Self::Position, solved: &Self::Solved, value: &Natural) -> Vec<Natural> {
        let options = (0_u64..).map(Natural::from).map_while(|rank| {
            meter::go_on(STEPS_AN_OPTION).ok()?;
            let option = self.option_to(position, solved, value, &rank)?;
            Some((rank, option))
        });
        let is_swap = |option: &Self::Option| {
            option.parts().iter().all(|part| self.class(part, &self.solve(part)) == Class::Swap)
        };
        options.filter(|(_, option)| is_swap(option)).map(|(rank, _)| rank).collect()
    }

    /// How many options win the position on its own, by a theory that holds only there: of misère play where sums are
    /// not tame. None where there is no such theory.
    fn alone_count(
        &self,
        _position: &Self::Position,
        _solved: &Self::Solved,
        _convention: Convention,
    ) -> Option<Natural> {
        None
    }

    /// The option of a rank among those that [`Game::alone_count`] counts.
    fn alone_option(
        &self,
        _position: &Self::Position,
        _solved: &Self::Solved,
        _convention: Convention,
        _rank: &Natural,
    ) -> Option<Self::Option> {
        None
    }

    /// Why [`Game::class`] is what it is; where it is not known and the position has a misère theory of its own, that
    /// theory.
    fn explain_misere(&self, _position: &Self::Position, _solved: &Self::Solved) -> Vec<Step> {
        vec![Step::new(Self::CARD.misere)]
    }
}

/// Where the values of a game come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin<'g> {
    /// A theory of each position for itself.
    Theory,
    /// A table of all heaps, and the period of the values if what was worked out proves one.
    Table(Option<&'g Period>),
}

/// Some of the options of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// All.
    Any,
    /// Those that have a Grundy value.
    To(Natural),
    /// The swap positions among those, or the others.
    ToClass(Natural, Class),
    /// Those that win the position as a game of its own.
    Alone(Convention),
    /// Those of these ranks among all, ascending.
    Ranks(Vec<usize>),
    /// Those that are worth one of some elements of a misère quotient; only asked of heaps.
    Elements(Elements),
}

/// Some elements of a misère quotient of heaps.
#[derive(Clone, Debug)]
pub struct Elements {
    /// The quotient, and the elements of heaps.
    pub heaps: Arc<MisereHeaps>,
    /// The number of the game among those that the quotient is of.
    pub game: usize,
    /// The elements.
    pub wanted: Vec<usize>,
}

impl PartialEq for Elements {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.heaps, &other.heaps) && self.game == other.game && self.wanted == other.wanted
    }
}

impl Eq for Elements {}

/// Options that are counted and reached by rank, from 0.
pub trait List<T> {
    /// How many there are.
    fn count(&self) -> Natural;

    /// The one of a rank, none from [`List::count`] on.
    fn nth(&self, rank: &Natural) -> Option<T>;
}

/// What solving a position finds.
pub trait Solved {
    /// What the position is worth in a sum.
    fn value(&self) -> Value;
}

impl Solved for Natural {
    fn value(&self) -> Value {
        Value::Nimber(self.clone())
    }
}

impl Solved for u8 {
    fn value(&self) -> Value {
        Value::Nimber(u64::from(*self).into())
    }
}

/// What a position is worth in a sum of normal play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// That of a heap of so many: its Grundy value (Sprague 1935, Grundy 1939).
    Nimber(Natural),
    /// ∞(K): no Grundy value, since play can go on for ever; K has the Grundy values of the options, ascending
    /// (Smith 1966).
    Infinite(Vec<Natural>),
    /// Not known but for this: does the player to move win the position on its own?
    Outcome {
        /// In normal play.
        wins: bool,
        /// Is the Grundy value said to be 0 where the position is lost? Not in games of which only outcomes are known.
        valued: bool,
    },
}

/// Who wins when nobody can move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Play))]
pub enum Convention {
    /// Who cannot move loses.
    #[default]
    Normal,
    /// Who cannot move wins.
    Misere,
}

/// How a position behaves in misère sums, by its genus (g⁺, g⁻): the Grundy values of normal and misère play
/// (Conway, On Numbers and Games, 1976, chapter 12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// (0, 1) or (1, 0), as a heap of 0 or 1.
    Swap,
    /// (g, g), as any other sum of heaps.
    Fixed,
    /// Not known to be tame.
    Unknown,
}

impl Class {
    /// The class of the sum of two positions of these classes.
    #[must_use]
    pub fn beside(self, other: Self) -> Self {
        match (self, other) {
            (Self::Unknown, _) | (_, Self::Unknown) => Self::Unknown,
            (Self::Swap, Self::Swap) => Self::Swap,
            _ => Self::Fixed,
        }
    }
}

/// What the catalogue says of a game, for people.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    /// The key in a position: lower case with hyphens.
    pub id: &'static str,
    /// The name.
    pub name: &'static str,
    /// Other names that it goes by.
    pub aliases: &'static [&'static str],
    /// What kind of game it is.
    pub tags: &'static [Tag],
    /// The rules in plain words: which of the rulesets of this name it is, too.
    pub rules: &'static str,
    /// How a position is written.
    pub shape: Shape,
    /// What a position is, in words.
    pub position: &'static str,
    /// The pattern of the text form.
    pub text_form: &'static str,
    /// A position in its text form.
    pub example: &'static str,
    /// Where the game and its theory come from.
    pub sources: &'static [Source],
    /// What is known of normal play.
    pub normal: &'static str,
    /// What is known of misère play.
    pub misere: &'static str,
    /// The largest Grundy value that there is, if there is one.
    pub max_grundy: Option<u64>,
    /// What stands in the parentheses of the key, where this is a family of games.
    pub parameters: Option<Parameters>,
}

/// The parameters of a family of games.
#[derive(Clone, Copy, Debug)]
pub struct Parameters {
    /// What they are, in words.
    pub text: &'static str,
    /// Their pattern.
    pub form: &'static str,
    /// Some that work.
    pub example: &'static str,
}

/// A kind of game, to find games by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Tag {
    /// Heaps of stones.
    Heaps,
    /// Coins that are moved or turned.
    Coins,
    /// Rows and strips of squares.
    Strips,
    /// Boards of two dimensions.
    Boards,
    /// Vertices and edges.
    Graphs,
    /// Numbers, by their arithmetic.
    Arithmetic,
    /// Met in programming contests.
    Contest,
}

impl Tag {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Heaps, Self::Coins, Self::Strips, Self::Boards, Self::Graphs, Self::Arithmetic, Self::Contest];

    /// The tag as answers have it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Heaps => "heaps",
            Self::Coins => "coins",
            Self::Strips => "strips",
            Self::Boards => "boards",
            Self::Graphs => "graphs",
            Self::Arithmetic => "arithmetic",
            Self::Contest => "contest",
        }
    }
}

/// Why something of the right shape is no position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    /// Which part is to blame, where one is: 0 or 1 of a pair.
    pub part: Option<usize>,
    /// The reason, in a sentence.
    pub reason: String,
}

impl Illegal {
    /// The whole position is to blame.
    #[must_use]
    pub fn new(reason: impl Into<String>) -> Self {
        Self { part: None, reason: reason.into() }
    }

    /// One part of it is.
    #[must_use]
    pub fn part(part: usize, reason: impl Into<String>) -> Self {
        Self { part: Some(part), reason: reason.into() }
    }

    /// A writing of another shape, which no reader of the card's shape makes.
    #[must_use]
    pub fn shape() -> Self {
        Self::new("it is of another shape")
    }
}

/// Why a theory has no answer about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsolved {
    /// Which of the positions.
    pub index: usize,
    /// Is it only that finding out would take too long here? Else it is not known.
    pub too_costly: bool,
    /// How far the theory reaches, in a sentence.
    pub reason: String,
}

impl From<Spent> for Unsolved {
    /// Nobody sees it: what a spent run came to is thrown away.
    fn from(_: Spent) -> Self {
        Self { index: 0, too_costly: true, reason: "it takes too long".to_owned() }
    }
}
