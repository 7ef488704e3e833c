//! [`Turn`]: the caller's move, checked and applied, and the oracle's reply: all that a bot's back end needs.

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::answer::{After, MoveAnswer};
use crate::fault::{Code, Fault, Faults, quote};
use crate::games::{Component, Kind};
use crate::json::{self, Members};
use crate::limits::{Limits, Meter};
use crate::natural::WireInteger;
use crate::oracle::{Move, Solution, Winner};
use crate::position::{self, Position};
use crate::request::{Extra, Id, Request};

/// A position and the caller's move in it.
pub type PlayRequest = Request<CallersMove>;

/// The caller's move as it came: what it means depends on the position, which may come after it.
#[derive(Debug, Default, Clone)]
pub struct CallersMove(Option<Box<RawValue>>);

impl Extra for CallersMove {
    const FIELDS: &'static [&'static str] = &["move"];

    fn set(&mut self, _: &'static str, value: &RawValue) -> Result<(), Fault> {
        self.0 = Some(value.to_owned());
        Ok(())
    }

    /// Moves are posted: a URL has no form for them.
    fn set_from_text(&mut self, _: &'static str, _: &str) -> Result<(), Fault> {
        Err(Fault::new(Code::InvalidQuery, "a move has no text form"))
    }

    fn missing(&self) -> Option<&'static str> {
        self.0.is_none().then_some("move")
    }
}

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// Who sent the request.
    Caller,
    /// The service.
    Oracle,
}

/// A move of the caller and the reply.
#[derive(Debug)]
pub struct Turn {
    id: Option<Id>,
    position: Position,
    winning: bool,
    reply: Option<Move>,
    over: bool,
    winner: Player,
}

impl Turn {
    /// Takes the caller's move and replies.
    ///
    /// # Errors
    /// What is wrong with the move; `misere-unsupported`.
    pub fn of(request: &PlayRequest, limits: &Limits) -> Result<Self, Faults> {
        let Request { position, play, id, extra, .. } = request;
        let own = extra.read(position, limits).map_err(|faults| faults.under("move"))?;
        let winning = Solution::of(position, *play)?.wins(&own);
        let position = position.with(own.place, own.to);
        let solution = Solution::of(&position, *play)?;
        // Now the oracle is the player to move. Its reply is perfect, so that it does not change who wins.
        let winner = match solution.winner() {
            Winner::First => Player::Oracle,
            Winner::Second => Player::Caller,
        };
        let reply = solution.best();
        let over = reply.as_ref().is_none_or(|reply| is_over(&position, reply));
        Ok(Self { id: id.clone(), winning, over, winner, reply, position })
    }
}

/// Is there no move after this one?
fn is_over(position: &Position, Move { place, to }: &Move) -> bool {
    let stuck = |component: &Component| component.option_count().is_zero();
    let others = position.components().iter().enumerate().filter(|(at, _)| at != place);
    stuck(to) && others.map(|(_, component)| component).all(stuck)
}

impl CallersMove {
    /// Reads a move object as answers have it, and checks it against the rules. Pointers are relative to it.
    fn read(&self, position: &Position, limits: &Limits) -> Result<Move, Faults> {
        let raw = self.0.as_deref().ok_or_else(|| Fault::new(Code::InvalidRequest, "there is no move"))?;
        let Members(members) = Members::of(raw, r#"a move with "game", "index" and "to""#)?;
        let mut faults = Faults::default();
        let (mut game, mut index, mut from, mut to) = (None, None, None, None);
        let mut told = [None; 3];
        for (name, value) in &members {
            let [text, grundy, wins] = &mut told;
            let field = match name.as_str() {
                "game" => &mut game,
                "index" => &mut index,
                "from" => &mut from,
                "to" => &mut to,
                // What answers tell of a move, so that it can be posted as it came.
                "text" => text,
                "grundy" => grundy,
                "wins" => wins,
                _ => {
                    faults.push_with(|| {
                        let detail = format!("a move has no field {}; it has game, index, to and from", quote(name));
                        Fault::new(Code::InvalidRequest, detail).under(name)
                    });
                    continue;
                }
            };
            if field.replace(*value).is_some() {
                let detail = format!("the key {name:?} stands twice in one object");
                faults.push(Fault::new(Code::InvalidJson, detail).under(name));
            }
        }
        for (name, there) in [("game", game), ("index", index), ("to", to)] {
            if there.is_none() {
                faults.push(Fault::new(Code::InvalidRequest, format!("the move has no {name:?}")));
            }
        }
        let (Some(game), Some(index), Some(to), true) = (game, index, to, faults.is_empty()) else {
            return Err(faults);
        };
        let kind = read_game(game).map_err(|fault| fault.under("game"))?;
        let place = read_place(position, kind, index).map_err(|fault| fault.under("index"))?;
        let component = |raw: &RawValue, name: &str| {
            let found = kind.from_raw(raw, &mut Meter::new(limits));
            found.map_err(|faults| faults.into_iter().collect::<Faults>().under(name))
        };
        let to = component(to, "to")?;
        let Some(before) = position.components().get(place) else { return Err(faults) };
        if let Some(from) = from
            && component(from, "from")? != *before
        {
            let detail = format!("the position has {} there", cut_component(before));
            return Err(Fault::new(Code::IllegalMove, detail).under("from").into());
        }
        before.check_move(&to).map_err(|reason| Fault::new(Code::IllegalMove, reason).under("to"))?;
        Ok(Move { place, to })
    }
}

fn read_game(raw: &RawValue) -> Result<Kind, Fault> {
    let id: String = json::read(raw, "a string", "the id of a game")?;
    Kind::from_id(&id).ok_or_else(|| position::unknown_game(&id))
}

fn read_place(position: &Position, kind: Kind, index: &RawValue) -> Result<usize, Fault> {
    let index = match json::read(index, "a number", "an integer")? {
        WireInteger::Number(index) => usize::try_from(index).ok(),
        _ => return Err(Fault::new(Code::InvalidRequest, "the index is an integer of 0 or more")),
    };
    let place = index.and_then(|index| position.place_of(kind, index));
    place.ok_or_else(|| Fault::new(Code::IllegalMove, format!("the position has no {} of this index", kind.id())))
}

/// A component for a message.
fn cut_component(component: &Component) -> String {
    quote(&component.to_string())
}

/// The answer to a move.
#[derive(Serialize, ToSchema)]
#[schema(as = Turn)]
pub struct TurnAnswer<'a> {
    /// The request's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Id>, nullable = false)]
    id: Option<&'a Id>,
    /// The position after the caller's move.
    #[schema(value_type = Position)]
    position: &'a Position,
    /// Did the caller's move win?
    winning: bool,
    /// The oracle's move, null iff there is none.
    #[schema(value_type = Option<MoveAnswer>, required = true)]
    reply: Option<MoveAnswer<'a>>,
    /// The position after the reply; the same as `position` without one.
    #[schema(value_type = Position)]
    after: AfterReply<'a>,
    /// Is the game over, neither player having a move left?
    over: bool,
    /// Who wins with perfect play from here, or has won if the game is over.
    winner: Player,
}

/// The position after a reply, if there is one.
struct AfterReply<'a>(&'a Turn);

impl Serialize for AfterReply<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0.reply {
            None => self.0.position.serialize(serializer),
            Some(reply) => After { position: &self.0.position, best: Some(reply.clone()) }.serialize(serializer),
        }
    }
}

impl<'a> From<&'a Turn> for TurnAnswer<'a> {
    fn from(turn: &'a Turn) -> Self {
        let Turn { id, position, winning, reply, over, winner } = turn;
        Self {
            id: id.as_ref(),
            position,
            winning: *winning,
            reply: reply.clone().and_then(|reply| MoveAnswer::new(position, reply, true)),
            after: AfterReply(turn),
            over: *over,
            winner: *winner,
        }
    }
}
