//! Checks and applies the caller's move, and replies with the oracle's move. This is all that the back end of a bot
//! needs.

use serde::Serialize;
use serde_json::value::RawValue;

use super::analysis::{After, MoveAnswer, OrNull, combined, decide};
use super::choice::{self, Choice};
use super::fault::{Code, Fault, Faults, quote};
use super::field_value::FieldValue;
use super::games::Games;
use super::id::Id;
use super::integer::WireInteger;
use super::json::{self, Members};
use super::limits::{LimitCounter, RequestLimits};
use super::position;
use super::request::{Fields, Request};
use super::rules_position::SUM;
use crate::game::shape::Shape;
use crate::game::{Illegal, Positions};
use crate::solve::compound::{CombinedMove, CompoundSolution, NotCombined};
use crate::solve::{AnySolution, ComponentIndex, Move, Solution, SolvedSum, Sum, Winner};
use crate::theory::Caches;
use crate::theory::compounds::Compound;
use crate::theory::graphs::MoveResult;

/// A position and the caller's move in it.
pub type PlayRequest = Request<CallersMove>;

/// The caller's move as it was written. The move is read later, because reading it needs the position, and the position
/// may come after the move in the JSON.
#[derive(Debug, Default, Clone)]
pub struct CallersMove {
    r#move: Option<Box<RawValue>>,
    /// The caller's move as it was written, in a compound in which a move may change several components.
    combined_move: Option<Box<RawValue>>,
    /// The way in which the reply is chosen.
    choice: Choice,
}

impl Fields for CallersMove {
    const FIELDS: &'static [&'static str] = &["move", "combined_move", choice::FIELDS[0], choice::FIELDS[1]];

    /// Only a body can have a move, since a move has no text form for a URL.
    fn set(&mut self, name: &'static str, value: FieldValue) -> Result<(), Fault> {
        match (name, value) {
            ("move", FieldValue::Json(raw)) => self.r#move = Some(raw.to_owned()),
            ("combined_move", FieldValue::Json(raw)) => self.combined_move = Some(raw.to_owned()),
            (_, FieldValue::Text(_)) => return Err(value.fault("a move has no text form")),
            _ => self.choice.set(name, value)?,
        }
        Ok(())
    }

    fn missing(&self) -> Option<(&'static str, &'static str)> {
        match (&self.r#move, &self.combined_move) {
            (None, None) => Some(("move", r#"there is no "move""#)),
            _ => self.choice.missing(),
        }
    }
}

/// The winner of play between the caller and the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Player {
    /// The player who sent the request.
    Caller,
    /// The service.
    Oracle,
    /// Nobody: each player can make play go on for ever.
    #[serde(rename = "draw")]
    Nobody,
}

/// The caller's move in a sum or another compound, and the oracle's reply.
#[derive(Debug)]
pub struct Turn {
    id: Option<Id>,
    /// The solved position after the caller's move. The oracle is to move there.
    solution: AnySolution,
    reply: Option<CombinedMove>,
    /// The solved position after the reply; `None` for a sum, and if there is no reply.
    end: Option<CompoundSolution>,
    over: bool,
    winner: Player,
}

impl Turn {
    /// Checks the caller's move and replies.
    ///
    /// # Errors
    /// If the move is wrong. `misere-unsupported`, `value-unknown` or `too-costly` if a position can't be solved.
    pub fn of(request: PlayRequest, tables: &Caches, limits: &RequestLimits) -> Result<Self, Faults> {
        let Request { position, games, play, compound, id, own, .. } = request;
        let left = match compound {
            None => own.read(&position, &games, limits).map(|left| vec![left]),
            Some(_) => own.read_combined(&position, &games, limits),
        }?;
        let before = decide(position, play, compound, tables)?;
        // Illegal moves are refused before the position after the move is solved, to save that work.
        check(&before, &left)?;
        // The answer repeats the result of the move as the caller wrote it. For example, the numbers of a pair keep
        // their order.
        let adopt = |(place, left): LeftAt| (place, before.position().components_of(place).adopt(&*left).into());
        let left: Vec<_> = left.into_iter().map(adopt).collect();
        let solution = before.with(&left, tables).map_err(position::refusal)?;
        if let AnySolution::Sum(solution) = &solution {
            own.choice.check_listable(solution)?;
        }
        let reply = own.choice.of(&solution);
        let mut end = None;
        // If the request asks for mistakes, the reply may give away a win or a draw. So the winner depends on the
        // outcome of the reply.
        let (outcome, over) = match (&solution, &reply) {
            (AnySolution::Sum(solution), Some(reply)) => {
                (Some(solution.outcome(&reply.0[0])), is_over(solution, &reply.0[0]))
            }
            (AnySolution::Compound(solution), Some(reply)) => {
                let after = solution.with(&reply.left(solution.position()), tables).map_err(position::refusal)?;
                let after = end.insert(after);
                (Some(MoveResult::of_move_to(after.winner())), after.is_over())
            }
            (_, None) => (None, true),
        };
        let winner = match (outcome, solution.winner()) {
            (Some(MoveResult::Win), _) | (None, Winner::First) => Player::Oracle,
            (Some(MoveResult::Loss), _) | (None, Winner::Second) => Player::Caller,
            (Some(MoveResult::Draw), _) | (None, Winner::Draw) => Player::Nobody,
        };
        Ok(Self { id, solution, reply, end, over, winner })
    }

    /// Returns the answer.
    #[must_use]
    pub fn answer(&self) -> TurnAnswer<'_> {
        let Self { id, solution, reply, end, over, winner } = self;
        let position = solution.position();
        let mut moves = reply.as_ref().map(|reply| combined(position, reply, true));
        let (reply, combined_reply, compound) = match solution {
            AnySolution::Sum(_) => (moves.as_mut().and_then(Vec::pop), None, None),
            AnySolution::Compound(solution) => (None, Some(OrNull(moves)), Some(solution.rule().compound)),
        };
        let after = After::Solved(end.as_ref().map_or(position, CompoundSolution::position));
        TurnAnswer {
            id: id.as_ref(),
            position,
            compound,
            winning: solution.winner() == Winner::Second,
            after: reply.as_ref().map_or(after, |reply| After::new(position, reply)),
            reply,
            combined_reply,
            over: *over,
            winner: *winner,
        }
    }
}

/// Checks that a move is legal.
fn check(before: &AnySolution, left: &[LeftAt]) -> Result<(), Fault> {
    match before {
        AnySolution::Sum(before) => left.iter().try_for_each(|(place, left)| {
            let found = before.find(*place, &**left);
            found.map(|_| ()).map_err(|illegal| illegal_move(illegal).under("move"))
        }),
        AnySolution::Compound(before) => {
            let moved: Vec<ComponentIndex> = left.iter().map(|(place, _)| *place).collect();
            before.check(&moved).map_err(|rule| {
                let detail = format!("{}. {}", broken(before, &rule), before.rule().compound.rule());
                Fault::new(Code::IllegalMove, detail).under("combined_move")
            })
        }
    }
}

/// Says how a combined move breaks the rule of its compound. The text is a sentence without its full stop.
#[must_use]
pub fn broken(before: &CompoundSolution, rule: &NotCombined) -> String {
    let name = |ComponentIndex { part, index }: &ComponentIndex| {
        format!("{} {index}", quote(&before.position().parts()[*part].key))
    };
    match rule {
        NotCombined::Over => "the game has ended, so there is no move".to_owned(),
        NotCombined::Nothing => "the move changes nothing".to_owned(),
        NotCombined::Twice(place) => format!("the move changes {} twice", name(place)),
        NotCombined::Without(place) => format!("the move leaves out {}", name(place)),
        NotCombined::TooMany => "the move changes more than one component".to_owned(),
    }
}

/// Returns whether no move remains after this move.
fn is_over(solution: &Solution, Move { place, made }: &Move) -> bool {
    let position = solution.position();
    let left = position.components_of(*place).solved_after(place.index, made);
    let mut others = position.components().filter(|(at, _)| at != place);
    left.is_ok_and(|left| left.is_stuck()) && others.all(|(at, positions)| positions.is_over(at.index))
}

/// The fields of a move in a request. The first three are required, and `from` is checked if it is there. The other
/// fields are ignored. They are allowed so that a client can send back a move of an answer unchanged.
const MOVE_FIELDS: [&str; 8] = ["game", "index", "to", "from", "text", "grundy", "wins", "outcome"];

/// The place of a component, and the positions that a move leaves there.
type LeftAt = (ComponentIndex, Box<dyn Positions>);

impl CallersMove {
    /// Reads a move in a sum. Returns the place of the component that the move changes, and the positions that the move
    /// leaves there.
    fn read(&self, position: &Sum, games: &Games, limits: &RequestLimits) -> Result<LeftAt, Faults> {
        let detail =
            "there is no move: a combined_move is one of another compound than a sum, which compound has to name";
        let raw = self.r#move.as_deref().ok_or_else(|| Fault::new(Code::InvalidRequest, detail))?;
        Self::read_one(raw, position, games, limits).map_err(|faults| faults.under("move"))
    }

    /// Reads a move in a compound that is not a sum. Such a move is a list of moves, one for each component that
    /// changes. For each move of the list, returns the place of the component, and the positions that the move leaves
    /// there.
    fn read_combined(&self, position: &Sum, games: &Games, limits: &RequestLimits) -> Result<Vec<LeftAt>, Faults> {
        let detail = "there is no combined_move: in this compound a move is a list, with a move for each component that is changed";
        let raw = self.combined_move.as_deref().ok_or_else(|| Fault::new(Code::InvalidRequest, detail))?;
        Self::read_list(raw, position, games, limits).map_err(|faults| faults.under("combined_move"))
    }

    fn read_list(raw: &RawValue, position: &Sum, games: &Games, limits: &RequestLimits) -> Result<Vec<LeftAt>, Faults> {
        // A longer list has a component twice, which is refused later. So the rest of the list need not be read.
        let components = position.parts().iter().map(|part| part.components.len()).sum();
        let list = json::elements(raw, components).ok_or_else(|| {
            let detail = format!("expected a list of moves, found {}", json::type_of(raw.get()));
            Fault::new(Code::InvalidRequest, detail)
        })?;
        let (mut changes, mut faults) = (Vec::with_capacity(list.len()), Faults::default());
        for (index, raw) in list.into_iter().enumerate() {
            match Self::read_one(raw, position, games, limits) {
                Ok(change) => changes.push(change),
                Err(found) => faults.append_with(found, |fault| fault.under(index)),
            }
        }
        if faults.is_empty() { Ok(changes) } else { Err(faults) }
    }

    /// Reads an object that describes a move, and checks the move against the rules. Returns the place of the
    /// component, and the positions that the move leaves there. Pointers are relative to the object.
    fn read_one(raw: &RawValue, position: &Sum, games: &Games, limits: &RequestLimits) -> Result<LeftAt, Faults> {
        let Members(members) = Members::of(raw, r#"a move with "game", "index" and "to""#)?;
        let mut faults = Faults::default();
        let mut values = [None; MOVE_FIELDS.len()];
        for (name, value) in &members {
            match MOVE_FIELDS.iter().position(|field| field == name) {
                Some(field) if values[field].replace(*value).is_some() => faults.push(json::repeated(name)),
                Some(_) => {}
                None => faults.push_with(|| {
                    let detail = format!("a move has no field {}; it has game, index, to and from", quote(name));
                    Fault::new(Code::InvalidRequest, detail).under(name)
                }),
            }
        }
        let [game, index, to, from, ..] = values;
        for (name, there) in [("game", game), ("index", index), ("to", to)] {
            if there.is_none() {
                faults.push(Fault::new(Code::InvalidRequest, format!("the move has no {name:?}")));
            }
        }
        let (Some(game), Some(index), Some(to), true) = (game, index, to, faults.is_empty()) else {
            return Err(faults);
        };
        let place = read_place(position, games, game, index)?;
        let positions = &*position.parts()[place.part].components;
        let to = read_option(positions, to, limits).map_err(|faults| faults.under("to"))?;
        if let Some(from) = from {
            let mut before = positions.ruleset().none();
            position::push_raw(&mut *before, from, &mut LimitCounter::new(limits))
                .map_err(|faults| faults.under("from"))?;
            if !positions.is_same(place.index, &*before, 0) {
                let detail = format!("the position has {} there", quote(&positions.written(place.index).to_string()));
                return Err(Fault::new(Code::IllegalMove, detail).under("from").into());
            }
        }
        positions.find(place.index, &*to).map_err(illegal_move)?;
        Ok((place, to))
    }
}

fn illegal_move(illegal: Illegal) -> Fault {
    Fault::new(Code::IllegalMove, illegal.reason).under("to")
}

/// Reads the result of a move: a position, or a list of positions if the game splits.
fn read_option(
    positions: &dyn Positions,
    raw: &RawValue,
    limits: &RequestLimits,
) -> Result<Box<dyn Positions>, Faults> {
    let (mut to, mut counts) = (positions.ruleset().none(), LimitCounter::new(limits));
    let sum = (positions.ruleset().shape() == Shape::Literal).then(|| sum_of(raw)).transpose()?.flatten();
    if !positions.ruleset().splits() || positions.ruleset().shape() == Shape::Literal && sum.is_none() {
        return position::push_raw(&mut *to, raw, &mut counts).map(|()| to);
    }
    let raw = sum.unwrap_or(raw);
    let Some(parts) = json::elements(raw, limits.max_components) else {
        let detail = format!("expected the list of what is left, found {}", json::type_of(raw.get()));
        return Err(Fault::new(Code::InvalidRequest, detail).into());
    };
    let mut faults = Faults::default();
    for (index, raw) in parts.into_iter().enumerate() {
        if let Err(found) = position::push_raw(&mut *to, raw, &mut counts) {
            faults.append_with(found, |fault| fault.under(index));
            if counts.are_over() {
                break;
            }
        }
    }
    if faults.is_empty() { Ok(to) } else { Err(faults) }
}

/// Returns the list of the positions that a move leaves, if the result is written as `{"sum": [ … ]}`. Only games that
/// are defined by rules have this form.
fn sum_of(raw: &RawValue) -> Result<Option<&RawValue>, Fault> {
    if !raw.get().starts_with('{') {
        return Ok(None);
    }
    let expected = format!(r#"a position, or {{"{SUM}": [ … ]}} with those that the move leaves"#);
    let Members(members) = Members::of(raw, &expected)?;
    match &members[..] {
        [(name, list)] if name == SUM => Ok(Some(list)),
        _ => Err(Fault::new(Code::InvalidRequest, format!("expected {expected}"))),
    }
}

/// The most digits of an index.
const MOST_INDEX_DIGITS: usize = 20;

fn read_place(position: &Sum, games: &Games, game: &RawValue, index: &RawValue) -> Result<ComponentIndex, Fault> {
    let key: String = json::read(game, "a string", "the key of a game").map_err(|fault| fault.under("game"))?;
    let Some(part) = position.find(&key) else {
        return Err(match position::part_with(&key, games) {
            Err(unknown) => position::worded(unknown, &key, games).under("game"),
            Ok(_) => Fault::new(Code::IllegalMove, format!("the position has no {} of this index", quote(&key)))
                .under("index"),
        });
    };
    let index: WireInteger = json::read(index, "a number", "an integer").map_err(|fault| fault.under("index"))?;
    let index = index.judge(MOST_INDEX_DIGITS).map_err(|reason| {
        Fault::new(Code::InvalidRequest, format!("the index is an integer of 0 or more: {reason}")).under("index")
    })?;
    let positions = &position.parts()[part].components;
    let index = index.to_usize().filter(|index| *index < positions.len()).ok_or_else(|| {
        Fault::new(Code::IllegalMove, format!("the position has no {key} of this index")).under("index")
    })?;
    Ok(ComponentIndex { part, index })
}

/// The answer to a move, or to a combined move.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Turn))]
pub struct TurnAnswer<'a> {
    /// The `id` of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Id>, nullable = false))]
    pub(super) id: Option<&'a Id>,
    /// The position after the caller's move.
    #[cfg_attr(feature = "openapi", schema(value_type = Sum))]
    pub(super) position: &'a SolvedSum,
    /// The kind of compound; absent for a sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub(super) compound: Option<Compound>,
    /// Whether the caller's move wins.
    pub(super) winning: bool,
    /// The oracle's move; null if the oracle has no move, and always null with `compound`.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<MoveAnswer>, required = true))]
    pub(super) reply: Option<MoveAnswer<'a>>,
    /// With `compound`, instead of `reply`: a list of one move for each changed component; null if there is no move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<MoveAnswer>>))]
    pub(super) combined_reply: Option<OrNull<Vec<MoveAnswer<'a>>>>,
    /// The position after the reply; the same as `position` if there is no reply.
    #[cfg_attr(feature = "openapi", schema(value_type = Sum))]
    pub(super) after: After<'a>,
    /// Whether the game is over: `after` has no move.
    pub(super) over: bool,
    /// The player who wins if both play perfectly from `after` on, or who has won if the game is over.
    pub(super) winner: Player,
}
