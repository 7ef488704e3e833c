//! A game given as vectors: a position is a list of integers, a move subtracts a vector.

use std::sync::Arc;

use crate::game::{Card, Game, Illegal, Rules, Step, Unsolved};
use crate::natural::Natural;
use crate::shape::{Shape, Written};
use crate::step::Source;
use crate::theory::Tables;
use crate::theory::vectors::game::{Solved, VectorGame, VectorLimits};

/// A game given as steps and rides.
#[derive(Clone, Debug)]
pub(crate) struct OwnVectors {
    game: Arc<VectorGame>,
    limits: VectorLimits,
    /// The values that the positions need, once they are asked for.
    solved: Option<Arc<Solved>>,
}

/// The coordinates; as many as the vectors have.
pub(crate) type Coordinates = Vec<Natural>;

const WYTHOFF: Source = Source { author: "W. A. Wythoff", year: 1907, title: "A modification of the game of Nim" };

impl OwnVectors {
    pub(crate) fn new(game: VectorGame, limits: VectorLimits) -> Self {
        Self { game: Arc::new(game), limits, solved: None }
    }

    fn dimensions(&self) -> usize {
        self.game.rules().dimensions()
    }

    /// The values; [`Game::prepare`] found them.
    #[expect(clippy::expect_used, reason = "a game is prepared before it is solved")]
    fn solved(&self) -> &Solved {
        self.solved.as_deref().expect("prepared")
    }
}

impl Rules for OwnVectors {
    type Position = Coordinates;
    type Option = Coordinates;

    const CARD: Card = Card {
        id: "vectors",
        name: "A game of the client's",
        aliases: &[],
        tags: &[],
        rules: "A list of integers. A move subtracts a step once, or a ride any positive number of times, and nothing falls \
                below 0. Who cannot move loses.",
        shape: Shape::List(&Shape::Integer),
        position: "a list of integers, or an integer where the vectors have one entry",
        text_form: "x,y,…",
        example: "",
        sources: &[WYTHOFF],
        normal: "Exact as far as the table goes; of one coordinate at any size where the values are proved to repeat.",
        misere: "Exact for one component that is small enough to be searched, and for small sums.",
        max_grundy: None,
        parameters: None,
    };

    fn shape(&self) -> Shape {
        if self.dimensions() == 1 { Shape::Integer } else { Self::CARD.shape }
    }

    fn read(&self, written: Written) -> Result<Coordinates, Illegal> {
        let coordinates = match written {
            Written::Integer(integer) => vec![integer],
            written => written.into_integers().ok_or_else(Illegal::shape)?,
        };
        let (found, expected) = (coordinates.len(), self.dimensions());
        if found == expected {
            return Ok(coordinates);
        }
        Err(Illegal::new(format!("a position of this game has {expected} integers, and this has {found}")))
    }

    fn write(&self, position: &Coordinates) -> Written {
        match &position[..] {
            [integer] => Written::Integer(integer.clone()),
            integers => Written::integers(integers),
        }
    }

    /// Steps in the order of their list, then rides in that of theirs with the multiple rising; each target once.
    fn options(&self, position: &Coordinates) -> Vec<Coordinates> {
        let words: Vec<u64> = position.iter().map(|n| n.to_u64().unwrap_or_default()).collect();
        self.game.rules().targets(&words).map(|to| to.into_iter().map(Natural::from).collect()).collect()
    }

    fn check(&self, position: &Coordinates, to: &Coordinates) -> Result<(), String> {
        if self.game.is_move(position, to) {
            return Ok(());
        }
        Err("no step, and no multiple of a ride, leads there".to_owned())
    }

    fn describe(&self, position: &Coordinates, to: &Coordinates) -> String {
        let changes = position.iter().zip(to).map(|(from, to)| match from.checked_sub(to) {
            Some(taken) => taken.short().to_string(),
            None => format!("−{}", (to - from).short()),
        });
        let changes: Vec<String> = changes.collect();
        match &changes[..] {
            [change] => format!("subtract {change}"),
            changes => format!("subtract ({})", changes.join(", ")),
        }
    }

    /// None: a client's game is checked by no law.
    fn small(&self) -> Vec<Coordinates> {
        Vec::new()
    }
}

impl Game for OwnVectors {
    type Solved = Natural;

    fn prepare(&mut self, positions: &[Coordinates], _: &Tables) -> Result<(), Unsolved> {
        let listed: Vec<&[Natural]> = positions.iter().map(Vec::as_slice).collect();
        let solved = self.game.solve(&listed, &self.limits).map_err(|unsolved| {
            let largest = positions.iter().enumerate().max_by_key(|(_, position)| position.iter().max());
            Unsolved {
                index: largest.map_or(0, |(index, _)| index),
                too_costly: true,
                reason: unsolved.to_string(),
            }
        })?;
        self.solved = Some(Arc::new(solved));
        Ok(())
    }

    /// Each cell takes about as long as it has vectors.
    fn cost(&self, positions: &[Coordinates], _: &Tables) -> u64 {
        const PER_CELL: u64 = 20;
        let sides = (0..self.dimensions()).map(|at| {
            let largest = positions.iter().filter_map(|position| position.get(at)).max();
            largest.and_then(Natural::to_u64).map_or(u64::MAX, |side| side.saturating_add(1))
        });
        let cells = sides.fold(1_u64, u64::saturating_mul).min(self.limits.cells);
        let vectors = self.game.rules().steps().len().saturating_add(self.game.rules().rides().len());
        cells.saturating_mul(PER_CELL).saturating_mul(u64::try_from(vectors).unwrap_or(u64::MAX))
    }

    #[expect(clippy::expect_used, reason = "prepare has solved the positions and all that moves lead to")]
    fn solve(&self, position: &Coordinates) -> Natural {
        self.solved().value(position).expect("within the table")
    }

    fn option_count(&self, position: &Coordinates, _: &Natural) -> Natural {
        self.solved().count(position, None).unwrap_or(Natural::ZERO)
    }

    fn option(&self, position: &Coordinates, _: &Natural, rank: &Natural) -> Option<Coordinates> {
        self.solved().nth(position, None, rank)
    }

    fn count_to(&self, position: &Coordinates, _: &Natural, value: &Natural) -> Natural {
        self.solved().count(position, Some(value)).unwrap_or(Natural::ZERO)
    }

    fn option_to(
        &self,
        position: &Coordinates,
        _: &Natural,
        value: &Natural,
        rank: &Natural,
    ) -> Option<Coordinates> {
        self.solved().nth(position, Some(value), rank)
    }

    fn explain(&self, _: &Coordinates, value: &Natural) -> Vec<Step> {
        let text = "The values of all positions below it were worked out, each the first number that no option has; coordinates \
                    that no vector links are independent, and their values are combined by XOR.";
        vec![Step::new(text), Step::value(value)]
    }
}
