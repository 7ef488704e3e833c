//! [`ValueOrWinner`]: the solution of a position whose winner is always known. The value is known only if the position
//! is in a table of values.

use crate::game::{Fact, HasValue, Step, Value};
use crate::number::Natural;

/// A solved position: its value if the value is known, otherwise whether the player to move wins.
#[derive(Clone, Copy, Debug)]
pub enum ValueOrWinner {
    /// The Grundy value.
    Value(usize),
    /// True if the player to move wins.
    Wins(bool),
}

impl ValueOrWinner {
    /// Explains the value or the winner. `largest` is the largest heap in the table of values.
    pub(crate) fn explained(self, largest: usize) -> Vec<Step> {
        match self {
            Self::Value(_) => {
                vec![Step::new(
                    "No formula for the values is known. This one is from a table: each value in it is the smallest that no option has.",
                )]
            }
            Self::Wins(false) => vec![Step::new(Fact::Value(Value::Nimber(Natural::ZERO)))],
            Self::Wins(true) => {
                vec![Step::new(format!("Its value is not known: the table of values ends at {largest}."))]
            }
        }
    }
}

impl HasValue for ValueOrWinner {
    fn value(&self) -> Value {
        match self {
            Self::Value(value) => Value::Nimber((*value).into()),
            Self::Wins(wins) => Value::Outcome { wins: *wins, valued: true },
        }
    }
}
