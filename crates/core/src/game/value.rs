//! [`Value`] and [`Tameness`]: the value of a position in a sum in normal play, and its class in a sum in misère play.

use crate::number::Natural;
use crate::theory::graphs::labels;
use crate::theory::tame::TameGenus;

/// The result of solving a position.
pub trait HasValue {
    /// The value of the position in a sum.
    fn value(&self) -> Value;
}

impl HasValue for Natural {
    fn value(&self) -> Value {
        Value::Nimber(self.clone())
    }
}

impl HasValue for Value {
    fn value(&self) -> Value {
        self.clone()
    }
}

impl HasValue for u8 {
    fn value(&self) -> Value {
        Value::Nimber(u64::from(*self).into())
    }
}

/// The value of a position in a sum in normal play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// The value of a heap of nim of this size. The size is the Grundy value of the position (Sprague 1935, Grundy
    /// 1939).
    Nimber(Natural),
    /// ∞(K): the position has no Grundy value, because play can go on for ever. K is the list of the Grundy values that
    /// its options have, ascending (Smith 1966).
    Infinite(Vec<Natural>),
    /// The value is not known. It is only known whether the player to move wins the position if it is played alone.
    Outcome {
        /// True if the player to move wins in normal play.
        wins: bool,
        /// True if a lost position is reported with the Grundy value 0. False in games for which only outcomes are
        /// reported.
        valued: bool,
    },
}

impl Value {
    /// The value in words. Numbers of more than 40 digits are shortened.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Self::Nimber(value) => value.short().to_string(),
            Self::Infinite(options) => {
                let options: Vec<String> = options.iter().map(|option| option.short().to_string()).collect();
                format!("∞({})", options.join(", "))
            }
            Self::Outcome { wins: false, valued: true } => "0".to_owned(),
            Self::Outcome { .. } => "not worked out".to_owned(),
        }
    }
}

impl Value {
    /// Returns numbers that some option has, ascending: those below a Grundy value, or K of ∞(K).
    pub(crate) fn below(&self) -> Box<dyn Iterator<Item = Natural> + '_> {
        match self {
            Self::Nimber(value) => Box::new((0_u64..).map(Natural::from).take_while(move |below| below < value)),
            Self::Infinite(options) => Box::new(options.iter().cloned()),
            Self::Outcome { .. } => Box::new(std::iter::empty()),
        }
    }
}

impl<N: Into<Natural>> From<labels::SmithValue<N>> for Value {
    fn from(value: labels::SmithValue<N>) -> Self {
        match value {
            labels::SmithValue::Finite(value) => Self::Nimber(value.into()),
            labels::SmithValue::Infinite(options) => Self::Infinite(options.into_iter().map(Into::into).collect()),
        }
    }
}

/// The class of a position in misère sums. The class depends on the genus (g⁺, g⁻) of the position (Conway, On Numbers
/// and Games, 1976, chapter 12). g⁺ is the Grundy value in normal play, and g⁻ is the Grundy value in misère play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tameness {
    /// The genus is (0, 1) or (1, 0), like the genus of a heap of 0 or 1.
    Fickle,
    /// The genus is (g, g), like the genus of every sum of nim heaps that is not fickle.
    Firm,
    /// The position is not known to be tame.
    Unknown,
}

impl<V> From<Option<TameGenus<V>>> for Tameness {
    /// Converts a tame genus to its class. `None` becomes [`Tameness::Unknown`].
    fn from(tame: Option<TameGenus<V>>) -> Self {
        match tame {
            Some(tame) => Self::tame(tame.is_fickle),
            None => Self::Unknown,
        }
    }
}

impl Tameness {
    /// The class of a position that is known to be tame.
    #[must_use]
    pub const fn tame(is_fickle: bool) -> Self {
        if is_fickle { Self::Fickle } else { Self::Firm }
    }

    /// The class of the sum of two positions of these classes.
    #[must_use]
    pub fn beside(self, other: Self) -> Self {
        match (self, other) {
            (Self::Unknown, _) | (_, Self::Unknown) => Self::Unknown,
            (Self::Fickle, Self::Fickle) => Self::Fickle,
            _ => Self::Firm,
        }
    }
}
