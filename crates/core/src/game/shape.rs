//! The forms in which positions are written: the [`Shape`] of a game's positions, and a [`PlainValue`] of such a shape.
//! The shape determines how JSON and text are read and written, so that games need no code for either.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use crate::number::Natural;

/// A position in a game whose rules are a Python script: an integer, a string or a tuple of positions.
pub use grundy_rules::ScriptPosition as Literal;

/// The form in which a position is written, as data. The position's JSON, its text form in URLs, its schema and the
/// messages about faults all follow from this data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One integer.
    Integer,
    /// Tokens in a circle or in a row. A circle is an integer. A row is `{"row": 7}`, or `row7` in the text form.
    CircleOrRow,
    /// Two integers.
    Pair,
    /// A string, with a regular expression for its contents.
    Text {
        /// The pattern that the whole string matches. Only the API contract uses this pattern: the game itself decides
        /// which strings are legal.
        pattern: &'static str,
    },
    /// The name of an element of a poset, or two names with the relation between them: `a<b` or `b>a`. The text form of
    /// either pair is `a:b`.
    Comparison,
    /// A list with a fixed number of parts, each of which has its own shape.
    Tuple(&'static [Shape]),
    /// A list of any length, whose elements are all of one shape.
    List(&'static Shape),
    /// A list of integers. A list of one integer may be written as the integer alone.
    Coordinates,
    /// A list of the rows of a board, or one word that stands for such a list. Each row is a string. The text form has
    /// slashes between the rows. The game checks that all rows have the same length.
    Board,
    /// A list of names, or one word that stands for such a list. Each name is a string or an integer.
    Names,
    /// A position in a game whose rules are a Python script: an integer, a string or a list of these. The text form is
    /// a Python literal.
    Literal,
}

/// A notation that people use for the positions of some games, in addition to the text form. Within one notation, a
/// text has only one meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// A row of pins and gaps. Pins without a gap between them are one component.
    Pins,
    /// A row of squares, some of which have a cross. Players never put a cross where the opponent could then make three
    /// in a row.
    Crosses,
    /// A row of coins that show heads or tails. It stands for the list of the places of the heads.
    Faces,
    /// A strip of squares, some of which have a coin. It stands for the list of the squares with a coin.
    Strip,
    /// A strip of squares with coins. It stands for the list that tells, for each square, how many coins are on it.
    Squares,
    /// The size of a board: rows by columns.
    Size,
    /// Edges with hyphens between their ends.
    Edges,
    /// The rows of a board with slashes between them.
    Rows,
}

impl Notation {
    /// The notation in words.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Pins => "a row of pins, I for a pin and X or a dot for a gap: each run of pins is a component",
            Self::Crosses => {
                "a row of squares, X for a cross and a dot for none: each strip of squares more than two away from all crosses is a \
                 component"
            }
            Self::Faces => "the coins from the left, H for heads and T for tails; the left one is number 0",
            Self::Strip => "the squares from the left, o for a coin and a dot for none; the left one is number 0",
            Self::Squares => "the squares from the left, o for one coin and a dot for none; the left one is number 0",
            Self::Size => "its size, rows by columns",
            Self::Edges => "the edges with a hyphen between their ends",
            Self::Rows => "the rows with slashes between them",
        }
    }

    /// An example of a position in this notation.
    #[must_use]
    pub const fn example(self) -> &'static str {
        match self {
            Self::Pins => "IXXI",
            Self::Crosses => "....X......",
            Self::Faces => "THTTH",
            Self::Strip | Self::Squares => "..o.o",
            Self::Size => "4x5",
            Self::Edges => "0-1,1-2",
            Self::Rows => "X../.X./...",
        }
    }

    /// A regular expression that every whole text in this notation matches.
    #[must_use]
    pub const fn pattern(self) -> &'static str {
        match self {
            Self::Pins => "[Xx.]*I[IXx.]*",
            Self::Crosses => "[Xx.]+",
            Self::Faces => "[HT]+",
            Self::Strip | Self::Squares => "[o.]+",
            Self::Size => "(0|[1-9][0-9]*)[x×](0|[1-9][0-9]*)",
            Self::Edges => "(0|[1-9][0-9]*)-(0|[1-9][0-9]*)(,(0|[1-9][0-9]*)-(0|[1-9][0-9]*))*",
            Self::Rows => "[Xx.]{3}/[Xx.]{3}/[Xx.]{3}",
        }
    }
}

/// A value that stands for a position. The value has the right shape, but no game has checked it yet.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlainValue {
    /// The value for [`Shape::Integer`], for a single integer in [`Shape::Coordinates`], and for a circle in
    /// [`Shape::CircleOrRow`].
    Integer(Natural),
    /// The value for a row in [`Shape::CircleOrRow`].
    Row(Natural),
    /// The value for [`Shape::Pair`]. This is a separate variant, because a list would allocate memory.
    Pair(Pair),
    /// The value for [`Shape::Text`], and for one word in [`Shape::Board`] and [`Shape::Names`].
    Text(String),
    /// The value for [`Shape::Comparison`], as it is written in JSON.
    Comparison(String),
    /// The value for [`Shape::Tuple`], [`Shape::List`], [`Shape::Coordinates`] and [`Shape::Names`].
    List(Vec<PlainValue>),
    /// The value for the rows in [`Shape::Board`].
    Rows(Vec<String>),
    /// The value for [`Shape::Literal`].
    Literal(Literal),
}

impl PlainValue {
    /// Returns the integer; `None` if the value is not an integer.
    #[must_use]
    pub fn into_integer(self) -> Option<Natural> {
        if let Self::Integer(integer) = self { Some(integer) } else { None }
    }

    /// The pair, if the value is one.
    #[must_use]
    pub fn into_pair(self) -> Option<Pair> {
        if let Self::Pair(pair) = self { Some(pair) } else { None }
    }

    /// The literal, if the value is one.
    #[must_use]
    pub fn into_literal(self) -> Option<Literal> {
        if let Self::Literal(literal) = self { Some(literal) } else { None }
    }

    /// The string, if the value is one.
    #[must_use]
    pub fn into_text(self) -> Option<String> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// The integers of a list in which all parts are integers; `None` for any other value.
    #[must_use]
    pub fn into_integers(self) -> Option<Vec<Natural>> {
        let Self::List(parts) = self else { return None };
        parts.into_iter().map(Self::into_integer).collect()
    }

    /// The approximate number of machine words that the value needs.
    #[must_use]
    pub fn words(&self) -> u64 {
        let of = |bits: usize| u64::try_from(bits / 64).unwrap_or(u64::MAX).saturating_add(1);
        let of_text = |text: &String| of(text.len().saturating_mul(8));
        match self {
            Self::Integer(integer) | Self::Row(integer) => of(integer.bit_len()),
            Self::Pair(pair) => of(pair.first.bit_len()).saturating_add(of(pair.second.bit_len())),
            Self::Text(text) | Self::Comparison(text) => of_text(text),
            Self::List(parts) => parts.iter().map(Self::words).fold(1, u64::saturating_add),
            Self::Rows(rows) => rows.iter().map(of_text).fold(1, u64::saturating_add),
            Self::Literal(literal) => of(literal.encoded().bytes().len().saturating_mul(8)),
        }
    }

    /// A list of integers.
    #[must_use]
    pub fn integers(integers: &[Natural]) -> Self {
        Self::List(integers.iter().cloned().map(Self::Integer).collect())
    }
}

/// An ordered pair of integers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pair {
    /// The first integer, as the client wrote it.
    pub first: Natural,
    /// The second integer, as the client wrote it.
    pub second: Natural,
}

impl Pair {
    /// The pair of two integers.
    #[must_use]
    pub fn new(first: impl Into<Natural>, second: impl Into<Natural>) -> Self {
        Self { first: first.into(), second: second.into() }
    }

    /// The smaller and the larger number. Equal numbers keep their order.
    #[must_use]
    pub fn sorted(&self) -> (&Natural, &Natural) {
        if self.first <= self.second { (&self.first, &self.second) } else { (&self.second, &self.first) }
    }

    /// The smaller and the larger number, if both fit into a machine word.
    #[must_use]
    pub fn sorted_words(&self) -> Option<(u64, u64)> {
        let (first, second) = (self.first.to_u64()?, self.second.to_u64()?);
        Some((first.min(second), first.max(second)))
    }

    /// The pair with `number` in place of the larger number. If the two numbers of the pair are equal, the second is
    /// replaced.
    #[must_use]
    pub fn with_larger(&self, number: Natural) -> Self {
        if self.first <= self.second {
            Self { first: self.first.clone(), second: number }
        } else {
            Self { first: number, second: self.second.clone() }
        }
    }

    /// The pair after `taken` is subtracted from the second number, which must be at least `taken`.
    #[must_use]
    pub fn after_taking(&self, taken: &Natural) -> Self {
        Self { first: self.first.clone(), second: self.second.saturating_sub(taken) }
    }

    /// The index of the first number that is 0.
    #[must_use]
    pub fn zero(&self) -> Option<usize> {
        [&self.first, &self.second].iter().position(|number| number.is_zero())
    }

    /// The partner of `number` in the pair; `None` if `number` is not in the pair.
    #[must_use]
    pub fn other(&self, number: &Natural) -> Option<&Natural> {
        if self.first == *number { Some(&self.second) } else { (self.second == *number).then_some(&self.first) }
    }

    /// The sum of both integers.
    #[must_use]
    pub fn sum(&self) -> Natural {
        &self.first + &self.second
    }
}

/// Two integers whose order has no meaning: (5, 26) = (26, 5). The order is still stored, so that responses can use the
/// order that the client wrote.
#[derive(Clone, Debug)]
pub struct Unordered(pub Pair);

impl Unordered {
    /// The pair of two integers.
    #[must_use]
    pub fn new(first: impl Into<Natural>, second: impl Into<Natural>) -> Self {
        Self(Pair::new(first, second))
    }
}

impl PartialEq for Unordered {
    fn eq(&self, other: &Self) -> bool {
        self.0.sorted() == other.0.sorted()
    }
}

impl Eq for Unordered {}

impl Ord for Unordered {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.sorted().cmp(&other.0.sorted())
    }
}

impl PartialOrd for Unordered {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Unordered {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.sorted().hash(state);
    }
}
