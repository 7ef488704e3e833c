//! [`Position`]: a position of a game. The type of a position decides how the position is written.

use std::fmt::Debug;
use std::hash::Hash;

use super::Illegal;
use super::shape::{Literal, Pair, PlainValue, Shape, Unordered};
use crate::number::Natural;
use crate::number::{cost, meter};

/// A position of a game. The type of a position defines how the position is written. The game decides which values of
/// the type are legal.
pub trait Position: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// The form in which positions of this type are written.
    const SHAPE: Shape;

    /// Reads a position of this type. A type does not implement this if a written position has no meaning without the
    /// rules. In that case the game overrides [`Rules::read`](super::Rules::read).
    ///
    /// # Errors
    /// The reason why the written value is not a position of this type.
    fn read(_written: PlainValue) -> Result<Self, Illegal> {
        Err(Illegal::shape())
    }

    /// Returns the written form of the position. If it is a list, its parts are in the order in which the client wrote
    /// them.
    fn write(&self) -> PlainValue;

    /// Returns the approximate number of machine words of the position. Work on the whole position is charged in
    /// proportion to this number. Types whose positions are always short keep the default.
    fn weight(&self) -> usize {
        1
    }

    /// Returns the approximate number of bytes of the position, without memory that several positions of a request
    /// share.
    fn memory(&self) -> usize {
        self.weight().saturating_mul(size_of::<u64>()).saturating_add(size_of::<Self>())
    }
}

impl Position for Natural {
    const SHAPE: Shape = Shape::Integer;

    fn read(written: PlainValue) -> Result<Self, Illegal> {
        written.into_integer().ok_or_else(Illegal::shape)
    }

    fn write(&self) -> PlainValue {
        PlainValue::Integer(self.clone())
    }
}

/// Implements [`Position`] for integers that fit into a machine word.
macro_rules! words {
    ($($word:ty)+) => {$(
        impl Position for $word {
            const SHAPE: Shape = Shape::Integer;

            fn read(written: PlainValue) -> Result<Self, Illegal> {
                let word = Natural::read(written)?.to_u64().and_then(|word| Self::try_from(word).ok());
                word.ok_or_else(|| Illegal::new(format!("the number is at most {}", Self::MAX)))
            }

            fn write(&self) -> PlainValue {
                PlainValue::Integer((*self).into())
            }
        }
    )+};
}

words! { u8 u16 u32 u64 usize }

impl Position for Pair {
    const SHAPE: Shape = Shape::Pair;

    fn read(written: PlainValue) -> Result<Self, Illegal> {
        written.into_pair().ok_or_else(Illegal::shape)
    }

    fn write(&self) -> PlainValue {
        PlainValue::Pair(self.clone())
    }
}

impl Position for Unordered {
    const SHAPE: Shape = Shape::Pair;

    fn read(written: PlainValue) -> Result<Self, Illegal> {
        Pair::read(written).map(Self)
    }

    fn write(&self) -> PlainValue {
        PlainValue::Pair(self.0.clone())
    }
}

/// Two integers, each of which fits into a machine word.
impl<A: Position + Into<Natural> + Copy, B: Position + Into<Natural> + Copy> Position for (A, B) {
    const SHAPE: Shape = Shape::Pair;

    fn read(written: PlainValue) -> Result<Self, Illegal> {
        let Pair { first, second } = Pair::read(written)?;
        let at = |part: usize| move |Illegal { reason, .. }| Illegal::part(part, reason);
        Ok((A::read(PlainValue::Integer(first)).map_err(at(0))?, B::read(PlainValue::Integer(second)).map_err(at(1))?))
    }

    fn write(&self) -> PlainValue {
        PlainValue::Pair(Pair::new(self.0, self.1))
    }
}

impl Position for String {
    const SHAPE: Shape = Shape::Text { pattern: "" };

    fn read(written: PlainValue) -> Result<Self, Illegal> {
        written.into_text().ok_or_else(Illegal::shape)
    }

    fn write(&self) -> PlainValue {
        PlainValue::Text(self.clone())
    }

    fn weight(&self) -> usize {
        self.len() / size_of::<u64>() + 1
    }
}

impl Position for Literal {
    const SHAPE: Shape = Shape::Literal;

    fn read(written: PlainValue) -> Result<Self, Illegal> {
        written.into_literal().ok_or_else(Illegal::shape)
    }

    fn write(&self) -> PlainValue {
        PlainValue::Literal(self.clone())
    }

    fn weight(&self) -> usize {
        self.encoded().bytes().len() / size_of::<u64>() + 1
    }
}

impl<P: Position> Position for Vec<P> {
    const SHAPE: Shape = Shape::List(&P::SHAPE);

    fn read(written: PlainValue) -> Result<Self, Illegal> {
        let PlainValue::List(parts) = written else { return Err(Illegal::shape()) };
        meter::charge_each(parts.len(), cost::ENTRY);
        let read = |(place, part)| P::read(part).map_err(|Illegal { reason, .. }| Illegal::part(place, reason));
        parts.into_iter().enumerate().map(read).collect()
    }

    fn write(&self) -> PlainValue {
        PlainValue::List(self.iter().map(P::write).collect())
    }

    fn weight(&self) -> usize {
        self.iter().map(P::weight).fold(1, usize::saturating_add)
    }
}

impl<P: Position, const N: usize> Position for [P; N] {
    const SHAPE: Shape = Shape::Tuple(&[P::SHAPE; N]);

    fn read(written: PlainValue) -> Result<Self, Illegal> {
        Vec::read(written)?.try_into().map_err(|_| Illegal::shape())
    }

    fn write(&self) -> PlainValue {
        PlainValue::List(self.iter().map(P::write).collect())
    }

    fn weight(&self) -> usize {
        self.iter().map(P::weight).fold(0, usize::saturating_add)
    }
}
