//! What a game is: its [`Rules`], written once as rules, and its theory, which makes it a [`Game`].
//!
//! Rules are apart from positions, so that a family of games can have parameters that all components share. To solve is
//! a step of its own: what it finds of a position is kept, and every later question starts from that.

pub mod also;
#[cfg(any(test, feature = "columns"))]
pub mod columns;
pub mod entry;
pub(crate) mod kinds;
pub(crate) mod options;
mod position;
pub mod run;
pub mod search;
pub mod shape;
pub mod words;

use std::error::Error;
use std::fmt::{self, Debug};
use std::hash::Hash;
use std::sync::Arc;

use crate::game::shape::{Pair, Shape, Written};
use crate::number::Natural;
use crate::number::meter::{self, Spent};
use crate::theory::Tables;
pub use crate::theory::graphs::Convention;
use crate::theory::graphs::labels;
use crate::theory::heaps::period::Period;
use crate::theory::misere::heaps::MisereHeaps;
pub use crate::theory::step::{Source, Step};
use crate::theory::tame::Tame;
pub use also::Also;
pub use position::Position;

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

    /// Is what the type of positions allows a position of this game?
    ///
    /// # Errors
    /// The reason why it is none.
    fn legal(&self, _position: &Self::Position) -> Result<(), Illegal> {
        Ok(())
    }

    /// The position that is written so.
    ///
    /// # Errors
    /// The reason why it is none of this game.
    fn read(&self, written: Written) -> Result<Self::Position, Illegal> {
        let position = Self::Position::read(written)?;
        self.legal(&position).map(|()| position)
    }

    /// How a position is written, in the client's order.
    fn write(&self, position: &Self::Position) -> Written {
        position.write()
    }

    /// All options, each once, in the order that the game documents: its smallest step first. Who asks for them pulls
    /// one after the other, and charges each: a game charges only what it tries in vain between two.
    fn options(&self, position: &Self::Position) -> impl Iterator<Item = Self::Option>;

    /// Is `to` an option? Where there may be many, a game says it by its rules, and for numbers of any size.
    ///
    /// # Errors
    /// Why not, so that a player understands it.
    fn check(&self, position: &Self::Position, to: &Self::Option) -> Result<(), Illegal> {
        if pulled(self.options(position), position.weight()).any(|option| option == *to) {
            return Ok(());
        }
        Err(self.why_not(position, to).into())
    }

    /// Why `to` is no option, so that a player understands it, where [`Rules::check`] found it among none.
    fn why_not(&self, _position: &Self::Position, _to: &Self::Option) -> String {
        format!("no move leads there: {}", Self::CARD.rules)
    }

    /// The move to an option in words.
    fn describe(&self, position: &Self::Position, to: &Self::Option) -> String;

    /// The independent regions that a position falls into, of which it is the sum: a search solves each for itself. None where
    /// it is whole, as positions of most games are.
    fn regions(&self, _position: &Self::Position) -> Vec<Self::Position> {
        Vec::new()
    }

    /// Of all positions that are played alike, such as the reflections of a board, the one under which a search keeps what it
    /// finds of them.
    fn key(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// Positions that are small enough for brute force, and many enough to tell a right theory from a wrong one: of
    /// integers and pairs those up to some size, where a game does not say better.
    fn small(&self) -> Vec<Self::Position> {
        const MOST: u64 = 130;
        const SIDE: u64 = 14;
        let written: Vec<Written> = match self.shape() {
            Shape::Integer => (0..=MOST).map(|number| Written::Integer(number.into())).collect(),
            Shape::Pair => {
                let pairs = (0..=SIDE).flat_map(|first| (0..=SIDE).map(move |second| Pair::new(first, second)));
                pairs.map(Written::Pair).collect()
            }
            _ => Vec::new(),
        };
        written.into_iter().filter_map(|written| self.read(written).ok()).collect()
    }
}

/// Options of a position that weighs so much, each charged as it is pulled, as far as the meter goes.
pub(crate) fn pulled<T>(options: impl Iterator<Item = T>, weight: usize) -> impl Iterator<Item = T> {
    let each = STEPS_AN_OPTION.saturating_add(u64::try_from(weight).unwrap_or(u64::MAX).saturating_mul(2));
    options.take_while(move |_| meter::go_on(each).is_ok())
}

/// What it takes to make an option, or to solve one, of a few machine words.
pub(crate) const STEPS_AN_OPTION: u64 = 60;

/// A game with its theory.
///
/// Where there may be many options, a game counts all of them, and those to one Grundy value, by formula, and reaches them by
/// their rank, so that positions with 10¹⁸ options cost no more than others. A game of few options leaves that to their list.
/// Ranks count from 0, in the order of [`Rules::options`].
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

    /// What the game has beside values.
    fn also(&self) -> Also<'_, Self> {
        Also::NOTHING
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
        pulled(self.options(position), position.weight()).collect()
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

    /// Why the value is what it is. The numbers come from the computation that found it, and the last step is
    /// [`Step::value`]. Where a game has no better reason, the values of the options are one.
    fn explain(&self, position: &Self::Position, solved: &Self::Solved) -> Vec<Step> {
        let mut steps = vec![Step::new(search::values_of_options(self, position, "The value"))];
        if let Value::Nimber(value) = solved.value() {
            steps.push(Step::value(&value));
        }
        steps
    }

    /// How the position behaves in misère sums. Of a position whose class is known, all options are of known classes.
    fn class(&self, _position: &Self::Position, _solved: &Self::Solved) -> Class {
        Class::Unknown
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
#[derive(Clone, Debug)]
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

/// Options that are counted and reached by rank, from 0.
pub trait List<T> {
    /// How many there are.
    fn count(&self) -> Natural;

    /// The one of a rank, none from [`List::count`] on.
    fn nth(&self, rank: &Natural) -> Option<T>;
}

impl<T: Clone> List<T> for Vec<T> {
    fn count(&self) -> Natural {
        self.len().into()
    }

    fn nth(&self, rank: &Natural) -> Option<T> {
        self.get(rank.to_usize()?).cloned()
    }
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

impl Solved for Value {
    fn value(&self) -> Value {
        self.clone()
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

impl<N: Into<Natural>> From<labels::Value<N>> for Value {
    fn from(value: labels::Value<N>) -> Self {
        match value {
            labels::Value::Finite(value) => Self::Nimber(value.into()),
            labels::Value::Infinite(options) => Self::Infinite(options.into_iter().map(Into::into).collect()),
        }
    }
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

impl<V> From<Option<Tame<V>>> for Class {
    /// The class of what is tame, where it is.
    fn from(tame: Option<Tame<V>>) -> Self {
        match tame {
            Some(Tame { is_swap: true, .. }) => Self::Swap,
            Some(Tame { is_swap: false, .. }) => Self::Fixed,
            None => Self::Unknown,
        }
    }
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
    /// Moves in words: a position and an option of it in their text forms, the parts of a split with spaces between them,
    /// and what [`Rules::describe`] says.
    pub moves: &'static [(&'static str, &'static str, &'static str)],
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

impl Card {
    /// A card of empty words, over which those of a game are written. A game of the catalogue must write all but what only
    /// some games have: `aliases`, `sources`, `max_grundy` and `parameters`.
    pub const BLANK: Self = Self {
        id: "",
        name: "",
        aliases: &[],
        tags: &[],
        rules: "",
        shape: Shape::Integer,
        position: "",
        text_form: "",
        example: "",
        moves: &[],
        sources: &[],
        normal: "",
        misere: "",
        max_grundy: None,
        parameters: None,
    };

    /// The card of a game of the catalogue, which says all that each of them must: one that leaves it out does not compile.
    pub(crate) const fn complete(self) -> Self {
        let words =
            [self.id, self.name, self.rules, self.position, self.text_form, self.example, self.normal, self.misere];
        let mut at = 0;
        // Iterators are not for constants yet.
        while at < words.len() {
            assert!(!words[at].is_empty(), "a card lacks what each must say");
            at += 1;
        }
        assert!(!self.tags.is_empty(), "a card says which kinds of games this is one of");
        assert!(!self.moves.is_empty(), "a card has a move in words, which the laws compare with the game's own");
        self
    }
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

/// Why something of the right shape is no position of a game, no option of a position, or no parameters of a family.
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

impl From<String> for Illegal {
    fn from(reason: String) -> Self {
        Self::new(reason)
    }
}

impl From<&str> for Illegal {
    fn from(reason: &str) -> Self {
        Self::new(reason)
    }
}

impl Error for Illegal {}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

/// How much a move takes away of a number, which is called `what`.
///
/// # Errors
/// It takes nothing.
pub(crate) fn taken(what: &str, before: &Natural, after: &Natural) -> Result<Natural, Illegal> {
    let taken = before.checked_sub(after).filter(|taken| !taken.is_zero());
    taken.ok_or_else(|| Illegal::new(format!("the {what} must get smaller than {}", before.short())))
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

impl Error for Unsolved {}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl From<Spent> for Unsolved {
    /// Nobody sees it: what a spent run came to is thrown away.
    fn from(_: Spent) -> Self {
        Self { index: 0, too_costly: true, reason: "it takes too long".to_owned() }
    }
}
