//! [`CircleGame`]: circles of tokens, and the rows that circles become. An octal code gives the rules. The theory is in
//! [`crate::theory::heaps::circles`].

use crate::game::entry::{self, Family};
use crate::game::kinds::heaps::{HeapGame, HeapTheory};
use crate::game::shape::{PlainValue, Shape};
use crate::game::{
    Card, Follower, Game, Goal, Illegal, Moves, Origin, Play, Position, Rules, Ruleset, Step, Tameness, Theory,
    Unsolved, left_is_the_move,
};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::Caches;
use crate::theory::heaps::circles::Circle;
use crate::theory::heaps::rules::HeapRules;
use crate::theory::tame::TameGenus;

/// Tokens in a circle from which nothing was taken, or in a row.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Ring {
    Circle(Natural),
    Row(Natural),
}

impl Ring {
    const fn tokens(&self) -> &Natural {
        match self {
            Self::Circle(tokens) | Self::Row(tokens) => tokens,
        }
    }
}

impl Position for Ring {
    const SHAPE: Shape = Shape::CircleOrRow;

    fn read(written: PlainValue) -> Result<Self, Illegal> {
        match written {
            PlainValue::Integer(tokens) => Ok(Self::Circle(tokens)),
            PlainValue::Row(tokens) => Ok(Self::Row(tokens)),
            _ => Err(Illegal::shape()),
        }
    }

    fn write(&self) -> PlainValue {
        match self {
            Self::Circle(tokens) => PlainValue::Integer(tokens.clone()),
            Self::Row(tokens) => PlainValue::Row(tokens.clone()),
        }
    }
}

/// The game of circles and rows that an octal code defines.
#[derive(Clone, Debug)]
pub(crate) struct CircleGame {
    card: &'static Card,
    rows: HeapGame<true>,
    circle: Circle,
}

/// The largest circle and the largest row that tests use. They are small because a brute-force search meets all
/// partitions of a row.
const SMALL: u64 = 11;

fn rows(parts: Vec<Natural>) -> Follower<Ring> {
    Follower::sorted(parts.into_iter().map(Ring::Row).collect())
}

fn rows_of(parts: &Follower<Natural>) -> Follower<Ring> {
    rows(parts.parts().to_vec())
}

/// Returns the number of tokens of each row; `None` if a part is a circle.
fn tokens(parts: &Follower<Ring>) -> Option<Vec<Natural>> {
    let row = |part: &Ring| if let Ring::Row(tokens) = part { Some(tokens.clone()) } else { None };
    parts.parts().iter().map(row).collect()
}

impl Rules for CircleGame {
    type Position = Ring;
    type Move = Follower<Ring>;

    const SPLITS: bool = true;

    const CARD: Card = Card::BLANK;

    fn card(&self) -> &'static Card {
        self.card
    }

    /// The moves of a circle are in ascending order of the number of tokens that they take. The moves of a row are in
    /// the order in which [`HeapGame`] lists the moves of a heap.
    fn moves(&self, ring: &Ring) -> impl Iterator<Item = Follower<Ring>> {
        let of_circle = match ring {
            Ring::Circle(tokens) => Some(self.circle.options(tokens.to_usize().unwrap_or_default())),
            Ring::Row(_) => None,
        };
        let of_row = match ring {
            Ring::Circle(_) => None,
            Ring::Row(tokens) => Some(self.rows.moves(tokens).map(|parts| rows_of(&parts))),
        };
        let of_circle = of_circle.into_iter().flatten();
        let of_circle = of_circle.map(|left| rows(left.into_iter().map(Natural::from).collect()));
        of_circle.chain(of_row.into_iter().flatten())
    }

    fn find(&self, ring: &Ring, left: &Follower<Ring>) -> Result<Follower<Ring>, Illegal> {
        let left = left.clone().into_sorted();
        let Some(rows) = tokens(&left) else { return Err("a move leaves rows, no circle".into()) };
        match ring {
            Ring::Circle(tokens) => {
                self.circle.check(tokens, &rows).map_err(|illegal| Illegal::new(illegal.to_string()))?;
            }
            Ring::Row(tokens) => {
                self.rows.find(tokens, &Follower::sorted(rows))?;
            }
        }
        Ok(left)
    }

    left_is_the_move!();

    fn describe(&self, ring: &Ring, to: &Follower<Ring>) -> String {
        let left = tokens(to).unwrap_or_default();
        match ring {
            Ring::Row(tokens) => self.rows.describe(tokens, &Follower::sorted(left)),
            Ring::Circle(tokens) if left.is_empty() => format!("take all {} of the circle", tokens.short()),
            Ring::Circle(tokens) => {
                let row: Natural = left.iter().sum();
                let taken = tokens.saturating_sub(&row);
                format!("take {} of the circle of {}, leaving a row of {}", taken.short(), tokens.short(), row.short())
            }
        }
    }

    fn small(&self) -> Vec<Ring> {
        let numbers = || (0..=SMALL).map(Natural::from);
        numbers().map(Ring::Row).chain(numbers().map(Ring::Circle)).collect()
    }
}

impl Game for CircleGame {
    type Theory = CircleTheory;

    fn theory(&self, rings: &[Ring], play: Play, tables: &Caches) -> Result<CircleTheory, Unsolved> {
        let heaps: Vec<Natural> = rings.iter().map(|ring| ring.tokens().clone()).collect();
        Ok(CircleTheory { rows: self.rows.theory(&heaps, play, tables)?, circle: self.circle.clone() })
    }
}

/// The theory of circles. It uses the theory of the rows that circles become.
#[derive(Clone, Debug)]
pub(crate) struct CircleTheory {
    rows: HeapTheory<true>,
    circle: Circle,
}

impl Theory<CircleGame> for CircleTheory {
    type Solved = Natural;

    fn reaches(&self, ring: &Ring) -> Result<(), String> {
        self.rows.reaches(ring.tokens())
    }

    fn covers(&self, rings: &[Ring]) -> bool {
        rings.iter().all(|ring| self.rows.covers(std::slice::from_ref(ring.tokens())))
    }

    fn solve(&self, ring: &Ring) -> Natural {
        match ring {
            Ring::Row(tokens) => self.rows.solve(tokens),
            Ring::Circle(tokens) => u64::from(self.circle.value(&self.rows.values, tokens).unwrap_or_default()).into(),
        }
    }

    fn moves_to<'a>(&'a self, ring: &'a Ring, value: &'a Natural, goal: &Goal) -> Option<Moves<'a, Follower<Ring>>> {
        let tokens = match ring {
            Ring::Row(tokens) => {
                return self.rows.moves_to(tokens, value, goal).map(|moves| moves.map(|parts| rows_of(&parts)));
            }
            Ring::Circle(tokens) => tokens,
        };
        meter::charge(cost::COMPONENT);
        let solved = &self.rows.values;
        Some(match goal {
            Goal::All => {
                let count = self.circle.count(tokens);
                Moves::counted(count, move |rank| self.circle.all(tokens)?.nth(rank).map(rows))
            }
            Goal::Value(value) => {
                let listing = self.circle.to_value(solved, tokens, value)?;
                Moves::counted(listing.count().clone(), move |rank| listing.nth(rank).map(rows))
            }
            Goal::Tame(value, tameness) => {
                let kind = TameGenus { value: value.clone(), is_fickle: *tameness != Tameness::Firm };
                let listing = self.circle.to_kind(solved, tokens, &kind)?;
                Moves::counted(listing.count().clone(), move |rank| listing.nth(rank).map(rows))
            }
            _ => return None,
        })
    }

    fn shows_options(&self, _: &Ring, _: &Natural) -> bool {
        true
    }

    fn explain(&self, ring: &Ring, value: &Natural) -> Vec<Step> {
        let Ring::Circle(tokens) = ring else { return self.rows.explain(ring.tokens(), value) };
        if tokens.is_zero() {
            return Vec::new();
        }
        let text = format!(
            "A move takes neighbouring tokens of the circle of {} and leaves a row, or nothing. So the value is the smallest number \
             that is the value of no row that can be left. The values of rows were worked out from 0 up.",
            tokens.short()
        );
        vec![Step::new(text)]
    }

    fn tameness(&self, ring: &Ring, value: &Natural) -> Tameness {
        match ring {
            Ring::Row(tokens) => self.rows.tameness(tokens, value),
            Ring::Circle(tokens) => self.circle.kind(&self.rows.values, tokens).into(),
        }
    }

    fn origin(&self) -> Origin<'_> {
        // The values of the rows may have a proved period. But the values of the circles need not have this period.
        Origin::Theory
    }
}

/// The catalogue's entry of a game of circles.
pub(crate) struct Circles {
    pub(crate) card: &'static Card,
}

impl Family for Circles {
    fn card(&self) -> &'static Card {
        self.card
    }

    fn shape(&self) -> Shape {
        Ring::SHAPE
    }

    fn rules(&self, parameters: Option<&str>) -> Result<Box<dyn Ruleset>, Illegal> {
        let code = entry::need_parameters(self.card, parameters)?;
        let rules = HeapRules::octal(code).map_err(|fault| Illegal::new(fault.to_string()))?;
        let circle = Circle::of(rules.moves());
        Ok(Box::new(CircleGame { card: self.card, rows: HeapGame::new(self.card, rules), circle }))
    }
}
