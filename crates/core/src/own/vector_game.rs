//! A game that is given by vectors: a position is a list of integers, and a move subtracts a vector.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use crate::game::shape::{PlainValue, Shape};
use crate::game::{
    Card, Follower, Game, Goal, Illegal, Moves, Play, Position, Rules, Step, Tameness, Theory, Unsolved,
    left_is_the_move,
};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::Caches;
use crate::theory::graphs::GraphLimits;
use crate::theory::sources::WYTHOFF;
use crate::theory::step::counted;
use crate::theory::vectors::game::{VectorGame, VectorLimits, VectorValues};
use crate::theory::vectors::table::BoxTable;

/// A game that is given by steps and rides. Both are vectors: a move subtracts a step once, or a ride any positive
/// number of times.
#[derive(Clone, Debug)]
pub(crate) struct OwnVectors {
    game: Arc<VectorGame>,
    limits: VectorLimits,
}

/// The theory of a game that is given by vectors: the values of its positions.
#[derive(Clone, Debug)]
pub(crate) struct VectorTheory {
    rules: OwnVectors,
    values: Arc<VectorValues>,
    /// The lengths of play: a table for normal play, and a table for misère play. Each table is computed when a
    /// position first needs it, and reaches up to this position. `None` if the table would be too large.
    lengths: [Arc<OnceLock<Option<BoxTable>>>; 2],
}

/// The coordinates of a position. A position has as many coordinates as each vector of the game.
#[derive(Clone, Debug)]
pub(crate) struct Coordinates {
    numbers: Vec<Natural>,
    /// True if the client wrote the coordinates as a list. Then responses write even a single coordinate as a list.
    is_list: bool,
}

impl PartialEq for Coordinates {
    fn eq(&self, other: &Self) -> bool {
        self.numbers == other.numbers
    }
}

impl Eq for Coordinates {}

impl Hash for Coordinates {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.numbers.hash(state);
    }
}

impl Coordinates {
    /// Returns the position with these numbers. Responses write a single number as a list iff they do so for `self`.
    fn with(&self, numbers: Vec<Natural>) -> Self {
        Self { numbers, is_list: self.is_list }
    }
}

impl OwnVectors {
    pub(crate) fn new(game: Arc<VectorGame>, limits: VectorLimits) -> Self {
        Self { game, limits }
    }
}

impl VectorTheory {
    /// Returns the length of play from a position that is played alone; `None` if the table would be too large.
    fn length(&self, position: &Coordinates, play: Play) -> Option<u32> {
        let words: Vec<u64> = position.numbers.iter().map(Natural::to_u64).collect::<Option<_>>()?;
        let all = || BoxTable::lengths(self.rules.game.rules(), &words, play, self.rules.limits.cells);
        let kept = self.lengths[usize::from(play == Play::Misere)].get_or_init(all).as_ref();
        // If the stored table does not reach the position, another table is computed.
        kept.and_then(|table| table.get(&words)).or_else(|| all()?.get(&words))
    }
}

impl Position for Coordinates {
    const SHAPE: Shape = Shape::Coordinates;

    fn read(written: PlainValue) -> Result<Self, Illegal> {
        if let PlainValue::Integer(integer) = written {
            return Ok(Self { numbers: vec![integer], is_list: false });
        }
        Ok(Self { numbers: Vec::read(written)?, is_list: true })
    }

    fn write(&self) -> PlainValue {
        match &self.numbers[..] {
            [integer] if !self.is_list => PlainValue::Integer(integer.clone()),
            _ => self.numbers.write(),
        }
    }

    fn weight(&self) -> usize {
        self.numbers.len()
    }
}

impl Rules for OwnVectors {
    type Position = Coordinates;
    type Move = Coordinates;

    const CARD: Card = Card {
        id: "vectors",
        name: "A game of the client's",
        rules: "A list of integers. A move subtracts a step once, or a ride any positive number of times, and nothing falls \
                below 0. Who cannot move loses.",
        position: "a list of integers, or an integer where the vectors have one entry",
        text_form: "x,y,…",
        example: "",
        sources: &[WYTHOFF],
        normal: "Exact as far as the table goes; of one coordinate at any size where the values are proved to repeat.",
        misere: "Exact for one component that is small enough to be searched, and for small sums.",
        ..Card::BLANK
    };

    fn legal(&self, position: &Coordinates) -> Result<(), Illegal> {
        let (found, expected) = (position.numbers.len(), self.game.rules().dimensions());
        if found == expected {
            return Ok(());
        }
        let expected = counted(expected, "integer", "integers");
        Err(Illegal::new(format!("a position of this game has {expected}, and this has {found}")))
    }

    fn definition(&self, _: usize) -> Option<String> {
        let rules = self.game.rules();
        meter::charge_each(
            (rules.steps().len() + rules.rides().len()).saturating_mul(rules.dimensions()),
            cost::NUMBER,
        );
        Some(format!(r#"{{"vectors":{{"steps":{:?},"rides":{:?}}}}}"#, rules.steps(), rules.rides()))
    }

    /// First come the moves that subtract a step, then the moves that subtract a ride (see [`OwnVectors`]). Steps and
    /// rides are in the order of the client's lists. The multiples of each ride ascend. A position to which several
    /// vectors lead is listed only once.
    fn moves(&self, position: &Coordinates) -> impl Iterator<Item = Coordinates> {
        let words: Vec<u64> = position.numbers.iter().map(|n| n.to_u64().unwrap_or_default()).collect();
        let targets: Vec<Vec<u64>> = meter::each(self.game.rules().targets(&words), cost::OPTION).collect();
        targets.into_iter().map(|to| position.with(to.into_iter().map(Natural::from).collect()))
    }

    fn find(&self, position: &Coordinates, left: &Follower<Coordinates>) -> Result<Coordinates, Illegal> {
        let to = left.whole()?;
        if self.game.is_move(&position.numbers, &to.numbers) {
            return Ok(to.clone());
        }
        Err("no step, and no multiple of a ride, leads there".into())
    }

    left_is_the_move!();

    fn describe(&self, position: &Coordinates, to: &Coordinates) -> String {
        let changes = position.numbers.iter().zip(&to.numbers).map(|(from, to)| match from.checked_sub(to) {
            Some(taken) => taken.short().to_string(),
            None => format!("−{}", (to - from).short()),
        });
        let changes: Vec<String> = changes.collect();
        match &changes[..] {
            [change] => format!("subtract {change}"),
            changes => format!("subtract ({})", changes.join(", ")),
        }
    }
}

impl Game for OwnVectors {
    type Theory = VectorTheory;

    fn theory(&self, positions: &[Coordinates], _: Play, tables: &Caches) -> Result<VectorTheory, Unsolved> {
        meter::charge_each(positions.len(), cost::LOOK_UP);
        let listed: Vec<&[Natural]> = positions.iter().map(|position| position.numbers.as_slice()).collect();
        let [vertices, edges] =
            [tables.search.states, tables.search.moves].map(|limit| u32::try_from(limit).unwrap_or(u32::MAX));
        let limits = VectorLimits { explored: GraphLimits { vertices, edges }, ..self.limits };
        let solved = self.game.solve(&listed, &limits).map_err(|unsolved| {
            let largest = positions.iter().enumerate().max_by_key(|(_, position)| position.numbers.iter().max());
            Unsolved { index: largest.map_or(0, |(index, _)| index), too_costly: true, reason: unsolved.to_string() }
        })?;
        Ok(VectorTheory { rules: self.clone(), values: Arc::new(solved), lengths: Default::default() })
    }
}

impl Theory<OwnVectors> for VectorTheory {
    type Solved = Natural;

    fn covers(&self, positions: &[Coordinates]) -> bool {
        positions.iter().all(|position| self.values.value(&position.numbers).is_some())
    }

    #[expect(clippy::expect_used, reason = "moves subtract, so the table of the first positions serves all later ones")]
    fn solve(&self, position: &Coordinates) -> Natural {
        self.values.value(&position.numbers).expect("within the table")
    }

    fn moves_to<'a>(
        &'a self,
        position: &'a Coordinates,
        _: &'a Natural,
        goal: &Goal,
    ) -> Option<Moves<'a, Coordinates>> {
        let value = match goal {
            Goal::All => None,
            Goal::Value(value) => Some(value.clone()),
            // In misère play the player who makes the last move loses. So a move wins iff an odd number of moves
            // follows. The result is `None` if the lengths are not known.
            Goal::Wins(Play::Misere) => {
                self.length(position, Play::Misere)?;
                let is_odd =
                    |option: &Coordinates| self.length(option, Play::Misere).is_some_and(|length| length % 2 == 1);
                return Some(Moves::list(self.rules.listed(position).into_iter().filter(is_odd).collect()));
            }
            _ => return None,
        };
        let solved = &self.values;
        let count = solved.count(&position.numbers, value.as_ref()).unwrap_or(Natural::ZERO);
        Some(Moves::counted(count, move |rank| {
            solved.nth(&position.numbers, value.as_ref(), rank).map(|numbers| position.with(numbers))
        }))
    }

    /// A game with one coordinate is a subtraction game, perhaps with infinitely many numbers that a move may subtract.
    /// So every position is tame.
    fn tameness(&self, _: &Coordinates, value: &Natural) -> Tameness {
        match self.rules.game.rules().dimensions() {
            1 => Tameness::tame(*value <= Natural::ONE),
            _ => Tameness::Unknown,
        }
    }

    fn remoteness(&self, position: &Coordinates, _: &Natural, play: Play) -> Option<u64> {
        self.length(position, play).map(u64::from)
    }

    fn shows_options(&self, _: &Coordinates, _: &Natural) -> bool {
        true
    }

    fn explain(&self, _: &Coordinates, _: &Natural) -> Vec<Step> {
        let text = "Each value is the first number that no option has. They were worked out from the smallest position on, for \
                    one coordinate until they are proved to repeat; coordinates that no vector links are independent, and \
                    their values are combined by XOR.";
        vec![Step::new(text)]
    }
}
