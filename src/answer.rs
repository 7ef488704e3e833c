//! [`Answer`]: the JSON of a solution.

use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use crate::explanation::Explanation;
use crate::games::Component;
use crate::natural::Natural;
use crate::oracle::{Move, Solution, Winner};
use crate::position::Position;
use crate::request::{Explain, Id, Request};

/// Who wins a position, its Grundy value and the recommended move.
#[derive(Serialize, ToSchema)]
#[schema(as = Analysis)]
pub struct Answer<'a> {
    /// The request's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Id>, nullable = false)]
    id: Option<&'a Id>,
    /// Who wins with perfect play: `first` is the player to move.
    winner: Winner,
    /// The Grundy value of normal play, under either convention.
    #[schema(value_type = Natural)]
    grundy: &'a Natural,
    /// The Grundy value of each component, in the shape of a position; not in brief answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    values: Option<Values<'a>>,
    /// How many moves win.
    winning_count: Natural,
    /// The recommended move; null iff there is no move.
    #[schema(value_type = Option<MoveAnswer>, required = true)]
    r#move: Option<MoveAnswer<'a>>,
    /// The position after the recommended move; not in brief answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Position>)]
    after: Option<After<'a>>,
    /// Why, step by step, if the request asks for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    explanation: Option<Explanation>,
}

impl<'a> Answer<'a> {
    /// The answer to a request.
    #[must_use]
    pub fn new(request: &'a Request, solution: &'a Solution) -> Self {
        let Request { position, brief, id, extra: Explain(explain), .. } = request;
        let long = !brief;
        let best = solution.best();
        Self {
            id: id.as_ref(),
            winner: solution.winner(),
            grundy: solution.grundy(),
            values: long.then_some(Values { position, values: solution.values() }),
            winning_count: solution.winning_count(),
            r#move: best.clone().and_then(|best| MoveAnswer::new(position, best, long)),
            after: long.then_some(After { position, best }),
            explanation: explain.then(|| Explanation::of(solution)),
        }
    }
}

/// Grundy values in the shape of a position.
#[derive(Clone, Copy)]
pub struct Values<'a> {
    position: &'a Position,
    values: &'a [Natural],
}

impl Serialize for Values<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.position.serialize_each(serializer, |place, _| self.values.get(place))
    }
}

/// A move: which component becomes what.
#[derive(Serialize, ToSchema)]
#[schema(as = Move)]
pub struct MoveAnswer<'a> {
    /// The id of the game.
    game: &'static str,
    /// Which of its components.
    index: usize,
    /// The component before; not in brief answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Component>, nullable = false)]
    from: Option<&'a Component>,
    /// The component after.
    to: Component,
    /// The move in words; numbers over 40 digits are shortened.
    text: String,
}

impl<'a> MoveAnswer<'a> {
    pub(crate) fn new(position: &'a Position, Move { place, to }: Move, with_from: bool) -> Option<Self> {
        let component = position.components().get(place)?;
        Some(Self {
            game: component.kind().id(),
            index: position.index_in_game(place),
            from: with_from.then_some(component),
            text: component.describe(&to),
            to,
        })
    }
}

/// A position after a move, without a copy of it: it may be long.
pub(crate) struct After<'a> {
    pub(crate) position: &'a Position,
    pub(crate) best: Option<Move>,
}

impl Serialize for After<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Some(Move { place, to }) = &self.best else { return serializer.serialize_none() };
        self.position.serialize_each(serializer, |at, component| if at == *place { to } else { component })
    }
}
