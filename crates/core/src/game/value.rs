//! [`Value`] and [`Class`]: what a position is worth in sums, of normal play and of misère play.

use crate::number::Natural;
use crate::theory::graphs::labels;
use crate::theory::tame::Tame;

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

impl Value {
    /// The value in words; numbers over 40 digits are shortened.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Self::Nimber(value) => value.short().to_string(),
            Self::Infinite(options) => {
                let options: Vec<String> = options.iter().map(|option| option.short().to_string()).collect();
                format!("∞({})", options.join(", "))
            }
            Self::Outcome { .. } => "not known".to_owned(),
        }
    }
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
            Some(tame) => Self::tame(tame.is_swap),
            None => Self::Unknown,
        }
    }
}

impl Class {
    /// The class of a position that is known to be tame.
    #[must_use]
    pub const fn tame(is_swap: bool) -> Self {
        if is_swap { Self::Swap } else { Self::Fixed }
    }

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
