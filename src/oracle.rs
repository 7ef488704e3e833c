//! The oracle: who wins a sum, and how. It knows no game.
//!
//! Normal play is the theorem of Sprague (1935) and Grundy (1939): with X the XOR of the components' Grundy values,
//! the player to move wins iff X ≠ 0, and a move wins iff it takes some component from *g* to exactly *g* ⊕ X. One
//! with *g* ⊕ X < *g* exists, and has such an option by the definition of mex; options that go up may exist too.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::games::Component;
use crate::misere;
use crate::natural::Natural;
use crate::position::Position;
use crate::winning::Winning;

/// Who wins when nobody can move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase", try_from = "String")] // from a string only: serde would take {"misere": null}, too
pub enum Play {
    /// Who cannot move loses.
    #[default]
    Normal,
    /// Who cannot move wins.
    Misere,
}

impl FromStr for Play {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "normal" => Ok(Self::Normal),
            "misere" => Ok(Self::Misere),
            _ => Err(r#"play is "normal" (who cannot move loses) or "misere" (who cannot move wins)"#),
        }
    }
}

impl TryFrom<String> for Play {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
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

/// Which moves to list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Filter {
    /// All.
    #[default]
    All,
    /// Those that win.
    Winning,
}

/// Where a listing of moves stands: at the option of a rank of the component at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The place of the component.
    pub place: usize,
    /// The rank among its listed options.
    pub rank: Natural,
}

impl Spot {
    /// Before the first move.
    pub const START: Self = Self { place: 0, rank: Natural::ZERO };
}

/// A move as a listing has it.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Where it stands in the listing.
    pub spot: Spot,
    /// The move.
    pub r#move: Move,
    /// The Grundy value of the whole sum after it.
    pub grundy: Natural,
    /// Does it win?
    pub wins: bool,
}

/// A position whose winner is known, and all that follows from that.
#[derive(Debug)]
pub struct Solution<'p> {
    position: &'p Position,
    values: Vec<Natural>,
    xor: Natural,
    theory: Theory,
}

/// What decides the winner.
#[derive(Debug)]
enum Theory {
    Normal,
    Misere(misere::Theory),
}

impl<'p> Solution<'p> {
    /// Solves a position.
    ///
    /// # Errors
    /// `misere-unsupported` for a sum whose misère theory is not known.
    pub fn of(position: &'p Position, play: Play) -> Result<Self, Fault> {
        let theory = match play {
            Play::Normal => Theory::Normal,
            Play::Misere => Theory::Misere(misere::Theory::of(position)?),
        };
        let values: Vec<Natural> = position.components().iter().map(Component::grundy).collect();
        let xor = values.iter().fold(Natural::ZERO, |xor, value| &xor ^ value);
        Ok(Self { position, values, xor, theory })
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &'p Position {
        self.position
    }

    /// Who wins with perfect play.
    #[must_use]
    pub fn winner(&self) -> Winner {
        let first = match &self.theory {
            Theory::Normal => !self.xor.is_zero(),
            Theory::Misere(theory) => theory.first_wins(&self.xor),
        };
        if first { Winner::First } else { Winner::Second }
    }

    /// The Grundy value of normal play, whichever is played.
    #[must_use]
    pub fn grundy(&self) -> &Natural {
        &self.xor
    }

    /// The Grundy value of each component.
    #[must_use]
    pub fn values(&self) -> &[Natural] {
        &self.values
    }

    /// The theory that decides the winner, if it is misère play.
    pub(crate) fn misere(&self) -> Option<&misere::Theory> {
        match &self.theory {
            Theory::Normal => None,
            Theory::Misere(theory) => Some(theory),
        }
    }

    /// How many moves win.
    #[must_use]
    pub fn winning_count(&self) -> Natural {
        self.components().fold(Natural::ZERO, |sum, (place, component, value)| {
            &sum + &self.winning(place, component, value).count(component)
        })
    }

    /// The recommended move, none iff there is no move. From a won position it is in the first component that can win
    /// by going down (in misère play, that can win), and there the game's own choice; from a lost one, since a bot must
    /// play something, the smallest step of the first component that has one.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        if self.winner() == Winner::Second {
            return self.smallest_step();
        }
        let winning = self.components().find_map(|(place, component, value)| {
            if matches!(self.theory, Theory::Normal) && self.rest(value) >= *value {
                return None;
            }
            let to = self.winning(place, component, value).option(component, &Natural::ZERO)?;
            Some(Move { place, to })
        });
        // In misère play a position without moves is won.
        winning.or_else(|| self.smallest_step())
    }

    /// How many moves there are.
    #[must_use]
    pub fn count(&self) -> Natural {
        self.components().fold(Natural::ZERO, |sum, (_, component, _)| &sum + &component.option_count())
    }

    /// Does a move win?
    #[must_use]
    pub fn wins(&self, Move { place, to }: &Move) -> bool {
        let component = self.position.components().get(*place).zip(self.values.get(*place));
        component.is_some_and(|(component, value)| self.winning(*place, component, value).contains(to))
    }

    /// The moves from a spot on, made one by one as they are asked for: component by component, and in each in the
    /// game's own order, its smallest step first; of the winning ones those to one Grundy value after the other.
    pub fn moves(&self, filter: Filter, from: Spot) -> impl Iterator<Item = Listed> {
        let Spot { place: first, rank } = from;
        self.components().skip(first).flat_map(move |(place, component, value)| {
            let winning = self.winning(place, component, value);
            let rest = self.rest(value);
            let start = if place == first { rank.clone() } else { Natural::ZERO };
            let ranks = std::iter::successors(Some(start), |rank| Some(rank + &Natural::ONE));
            ranks.map_while(move |rank| {
                let to = match filter {
                    Filter::All => component.option(&rank),
                    Filter::Winning => winning.option(component, &rank),
                }?;
                let (grundy, wins) = (&rest ^ &to.grundy(), winning.contains(&to));
                Some(Listed { spot: Spot { place, rank }, r#move: Move { place, to }, grundy, wins })
            })
        })
    }

    fn smallest_step(&self) -> Option<Move> {
        self.components()
            .find_map(|(place, component, _)| component.option(&Natural::ZERO).map(|to| Move { place, to }))
    }

    fn components(&self) -> impl Iterator<Item = (usize, &'p Component, &Natural)> {
        let components = self.position.components().iter().zip(&self.values).enumerate();
        components.map(|(place, (component, value))| (place, component, value))
    }

    /// The XOR of the values of all components but one with this value.
    fn rest(&self, value: &Natural) -> Natural {
        &self.xor ^ value
    }

    /// The winning moves of one component.
    fn winning(&self, place: usize, component: &Component, value: &Natural) -> Winning {
        match &self.theory {
            _ if self.winner() == Winner::Second => Winning::NONE,
            Theory::Normal => Winning::to(self.rest(value)),
            Theory::Misere(theory) => theory.winning(place, component, self.rest(value)),
        }
    }
}
