//! [`ValuedGame`]: the game of positions whose values are known and whose moves are not kept. Moves come from the script
//! of the client again.

use std::sync::Arc;

use grundy_rules::{Encoded, Script};

use super::GraphGame;
use super::reach::options_of;
use super::valued::ValuedPositions;
use crate::game::shape::{Literal, PlainValue, Shape};
use crate::game::{Card, Follower, Illegal, Rules, Theory, Value, left_is_the_move};
use crate::number::{cost, meter};
use crate::theory::graphs::graph::index;
use crate::theory::graphs::reached::reached;
use crate::theory::step::joined;

/// Positions of rules with their values. A position is its number in the table.
#[derive(Clone, Debug)]
pub(crate) struct ValuedGame {
    pub(super) script: Arc<Script>,
    pub(super) valued: Arc<ValuedPositions>,
}

impl ValuedGame {
    fn literal(&self, v: u32) -> Option<Literal> {
        self.valued.positions.get(v).map(Encoded::to_position)
    }

    /// Returns the options of a position, which have numbers. If the meter is spent, there are none.
    fn options(&self, v: u32) -> Vec<Follower<u32>> {
        let options = self.literal(v).and_then(|position| options_of(&self.script, &position).ok()).unwrap_or_default();
        let number = |part: &Literal| self.valued.positions.find(part.encoded());
        let parts = |option: &Follower<Literal>| option.parts().iter().filter_map(number).collect::<Vec<u32>>();
        meter::each(options, cost::OPTION).map(|option| Follower::from(parts(&option).as_slice())).collect()
    }
}

impl Rules for ValuedGame {
    type Position = u32;
    type Move = Follower<u32>;

    const SPLITS: bool = true;
    const CARD: Card = Card { id: "rules", ..GraphGame::CARD };

    fn shape(&self) -> Shape {
        Shape::Literal
    }

    fn read(&self, written: PlainValue) -> Result<u32, Illegal> {
        let PlainValue::Literal(position) = written else { return Err(Illegal::shape()) };
        self.valued.positions.find(position.encoded()).ok_or_else(Illegal::shape)
    }

    fn write(&self, v: &u32) -> PlainValue {
        self.literal(*v).map_or(PlainValue::Integer((*v).into()), PlainValue::Literal)
    }

    fn moves(&self, v: &u32) -> impl Iterator<Item = Follower<u32>> {
        self.options(*v).into_iter()
    }

    fn all(&self, starts: &[u32]) -> Option<Vec<u32>> {
        let count = u32::try_from(self.valued.values.len()).ok()?;
        let parts = |option: Follower<u32>| option.into_parts();
        Some(reached(count, starts, |v| self.options(v).into_iter().flat_map(parts)))
    }

    left_is_the_move!();

    fn describe(&self, v: &u32, left: &Follower<u32>) -> String {
        let written = |v: &u32| self.write(v).to_string();
        format!("move from {} to {}", written(v), joined(left.parts(), written, " + "))
    }
}

impl Theory<Self> for ValuedGame {
    type Solved = Value;

    fn solve(&self, v: &u32) -> Value {
        Value::Nimber(self.valued.values[index(*v)].into())
    }
}
