//! [`ValueOrWinner`]: the solution of a position whose winner is always known, and whose value is known while a table
//! reaches.

use crate::game::{Step, Value, Worth};
use crate::number::Natural;

/// A solved position: its value if it is known, else whether the player to move wins.
#[derive(Clone, Copy, Debug)]
pub enum ValueOrWinner {
    /// The Grundy value.
    Value(usize),
    /// Whether the player to move wins.
    Wins(bool),
}

impl ValueOrWinner {
    /// The explanation of the value or the winner; `largest` is where the table of values ends.
    pub(crate) fn explained(self, largest: usize) -> Vec<Step> {
        match self {
            Self::Value(value) => vec![
                Step::new("No closed form of the values is known: this one is from a table, built by mex."),
                Step::value(&value.into()),
            ],
            Self::Wins(false) => vec![Step::value(&Natural::ZERO)],
            Self::Wins(true) => {
                vec![Step::new(format!("Its value is not known: the table of values ends at {largest}."))]
            }
        }
    }
}

impl Worth for ValueOrWinner {
    fn value(&self) -> Value {
        match self {
            Self::Value(value) => Value::Nimber((*value).into()),
            Self::Wins(wins) => Value::Outcome { wins: *wins, valued: true },
        }
    }
}
