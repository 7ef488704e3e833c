//! The oracle: who wins a sum, and how. It knows no game.
//!
//! Normal play is the theorem of Sprague (1935) and Grundy (1939): with X the XOR of the components' Grundy values,
//! the player to move wins iff X ≠ 0, and a move wins iff it takes some component from *g* to exactly *g* ⊕ X. One
//! with *g* ⊕ X < *g* exists, and has such an option by the definition of mex; options that go up may exist too.

use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::games::Component;
use crate::misere;
use crate::natural::Natural;
use crate::position::Position;

/// Who wins when nobody can move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Play {
    /// Who cannot move loses.
    #[default]
    Normal,
    /// Who cannot move wins.
    Misere,
}

/// A player: the one to move, or the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// The player to move.
    First,
    /// The other one.
    Second,
}

/// A move in a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The place of the component that changes.
    pub place: usize,
    /// The option it becomes.
    pub to: Component,
}

/// What there is to say about a position.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// Who wins with perfect play.
    pub winner: Winner,
    /// The Grundy value of normal play, whichever is played.
    pub grundy: Natural,
    /// The Grundy value of each component.
    pub values: Vec<Natural>,
    /// How many moves win.
    pub winning_count: Natural,
    /// The recommended move, none iff there is no move. A lost position has one too: a bot must play something.
    pub best: Option<Move>,
}

/// The moves of one component that win the sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Winning {
    /// Those to these Grundy values, in this order.
    To(Vec<Natural>),
    /// Those that win the component as a misère game of its own.
    Lone,
}

impl Winning {
    pub(crate) const NONE: Self = Self::To(Vec::new());

    fn count(&self, component: &Component) -> Natural {
        match self {
            Self::To(values) => values.iter().fold(Natural::ZERO, |sum, value| &sum + &component.count_to(value)),
            Self::Lone => component.lone_misere_count().unwrap_or(Natural::ZERO),
        }
    }

    /// The game's own choice among them.
    fn first(&self, component: &Component) -> Option<Component> {
        match self {
            Self::To(values) => values.iter().find_map(|value| component.option_to(value, &Natural::ZERO)),
            Self::Lone => component.lone_misere_option(&Natural::ZERO),
        }
    }
}

/// Analyses a position.
///
/// # Errors
/// `misere-unsupported` for a sum whose misère theory is not known.
pub fn analyze(position: &Position, play: Play) -> Result<Analysis, Fault> {
    let components = position.components();
    let values: Vec<Natural> = components.iter().map(Component::grundy).collect();
    let grundy = values.iter().fold(Natural::ZERO, |xor, value| &xor ^ value);
    let (winner, winning_count, winning) = match play {
        Play::Normal => normal(components, &values, &grundy),
        Play::Misere => misere(position, &values, &grundy)?,
    };
    let smallest_step = || {
        let step =
            |(place, component): (usize, &Component)| component.option(&Natural::ZERO).map(|to| Move { place, to });
        components.iter().enumerate().find_map(step)
    };
    Ok(Analysis { winner, grundy, values, winning_count, best: winning.or_else(smallest_step) })
}

/// Who wins, how many moves do, and the recommended one of those.
type Verdict = (Winner, Natural, Option<Move>);

fn normal(components: &[Component], values: &[Natural], xor: &Natural) -> Verdict {
    if xor.is_zero() {
        return (Winner::Second, Natural::ZERO, None);
    }
    let mut count = Natural::ZERO;
    let mut best = None;
    for (place, (component, value)) in components.iter().zip(values).enumerate() {
        let target = value ^ xor;
        count = &count + &component.count_to(&target);
        if best.is_none() && target < *value {
            best = component.option_to(&target, &Natural::ZERO).map(|to| Move { place, to });
        }
    }
    (Winner::First, count, best)
}

fn misere(position: &Position, values: &[Natural], xor: &Natural) -> Result<Verdict, Fault> {
    let theory = misere::Theory::of(position, values, xor)?;
    if !theory.first_wins() {
        return Ok((Winner::Second, Natural::ZERO, None));
    }
    let mut count = Natural::ZERO;
    let mut best = None;
    for (place, component) in position.components().iter().enumerate() {
        let winning = theory.winning(place);
        count = &count + &winning.count(component);
        if best.is_none() {
            best = winning.first(component).map(|to| Move { place, to });
        }
    }
    Ok((Winner::First, count, best))
}
