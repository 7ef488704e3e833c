//! [`CompoundSolution`]: a solved compound. It knows the winner, and counts, lists and explains the moves.
//!
//! Each component is solved alone, and gets a [`Label`]. The labels decide who wins: see [`crate::theory::compounds`].
//! A combined move consists of one option of each component in which a move is made. So moves are counted by
//! multiplication, and each move is found by its rank.

mod component;
mod explain;
mod explore;
mod moves;

use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use smallvec::SmallVec;

use crate::game::{Goal, Play, Positions, Purpose};
use crate::number::Natural;
use crate::number::meter;
use crate::solve::compound::component::{LabelledComponent, components, with_all};
use crate::solve::explain::MAX_COMPONENTS;
use crate::solve::loopy::has_tokens;
use crate::solve::solution::{refusal, solve};
use crate::solve::{ComponentIndex, Filter, Move, Obstacle, Refusal, SolvedSum, Sum, Summand, Winner};
use crate::theory::Caches;
use crate::theory::compounds::counts::Counts;
use crate::theory::compounds::{Compound, CompoundRule, Label};
use crate::theory::graphs::MoveResult;

pub use moves::RatedCombinedMove;

/// A move in a compound. It has at most one move in each component, in the order of the position.
#[derive(Debug)]
pub struct CombinedMove(pub SmallVec<[Move; 1]>);

impl From<Move> for CombinedMove {
    fn from(made: Move) -> Self {
        Self(SmallVec::from_buf([made]))
    }
}

impl CombinedMove {
    /// Returns the move in words. Only the moves in the first few components are described.
    #[must_use]
    pub fn describe(&self, position: &SolvedSum) -> String {
        let all = self.0.iter().take(MAX_COMPONENTS).map(|Move { place, made }| {
            let Summand { key, components: solved, .. } = &position.parts()[place.part];
            format!("{key} {}: {}", place.index, solved.describe(place.index, made))
        });
        let mut words = all.collect::<Vec<_>>().join("; ");
        if self.0.len() > MAX_COMPONENTS {
            words.push_str("; and so on");
        }
        words
    }

    /// Returns, for each component that the move changes, the positions that replace the component.
    #[must_use]
    pub fn left(&self, position: &SolvedSum) -> Vec<(ComponentIndex, Rc<dyn Positions>)> {
        self.0.iter().map(|made| (made.place, position.left(made))).collect()
    }
}

/// A compound whose winner is known.
#[derive(Debug)]
pub struct CompoundSolution {
    position: SolvedSum,
    rule: CompoundRule,
    /// All components, in the order of the position.
    components: Vec<(ComponentIndex, LabelledComponent)>,
    /// The label of all components together.
    label: Label,
    /// The entry with index *i* is about the list of all components from index *i* on. For each label, it has the
    /// number of choices for this list that lead to the label. All entries are computed when moves are first counted.
    behind: OnceCell<Vec<Counts>>,
}

/// The reason why a combined move breaks the rule of its compound, although its move in each component is legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotCombined {
    /// The game has ended.
    Over,
    /// The move changes nothing.
    Nothing,
    /// The move changes a component twice.
    Twice(ComponentIndex),
    /// The move leaves out a component in which a move must be made.
    Without(ComponentIndex),
    /// The move changes several components, although the rule allows only one.
    TooMany,
}

impl CompoundSolution {
    /// Solves a compound.
    ///
    /// # Errors
    /// The reason why the compound has no solution.
    pub fn of(position: Sum, rule: CompoundRule, tables: &Caches) -> Result<Self, Refusal> {
        Self::decided(solve(position, rule.play, Purpose::Graph, tables)?, rule, tables)
    }

    /// The solution of a position whose components are solved.
    fn decided(position: SolvedSum, rule: CompoundRule, tables: &Caches) -> Result<Self, Refusal> {
        meter::work_at("the compound");
        let mut all = Vec::with_capacity(position.len());
        for (part, Summand { components: solved, .. }) in position.parts().iter().enumerate() {
            let refused = |unsolved: crate::game::Unsolved| {
                refusal(&position, ComponentIndex { part, index: unsolved.index }, Obstacle::Unsolved(unsolved))
            };
            let found = solved
                .check_listable(&Goal::All)
                .and_then(|()| components(&**solved, rule, tables.search))
                .map_err(refused)?;
            all.extend((0..).zip(found).map(|(index, found)| (ComponentIndex { part, index }, found)));
        }
        let label = rule.of_list(all.iter().map(|(_, component)| &component.label));
        Ok(Self { position, rule, components: all, label, behind: OnceCell::new() })
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &SolvedSum {
        &self.position
    }

    /// The rule of the compound. It says in which components a move is made, and who wins when the game has ended.
    #[must_use]
    pub fn rule(&self) -> CompoundRule {
        self.rule
    }

    /// Returns the winner with perfect play.
    #[must_use]
    pub fn winner(&self) -> Winner {
        self.rule.winner(&self.label)
    }

    /// Returns the place and the label of each component.
    pub fn labels(&self) -> impl Iterator<Item = (ComponentIndex, &Label)> {
        self.components.iter().map(|(place, component)| (*place, &component.label))
    }

    /// Returns the label of the component at a place.
    #[must_use]
    pub fn label(&self, place: ComponentIndex) -> Option<&Label> {
        let at = self.components.binary_search_by_key(&place, |(place, _)| *place).ok()?;
        self.components.get(at).map(|(_, component)| &component.label)
    }

    /// Returns the label of all components together.
    #[must_use]
    pub fn whole(&self) -> &Label {
        &self.label
    }

    /// `true` if the game has ended. Then there is no move.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let mut components = self.components.iter().map(|(_, component)| component);
        if self.rule.compound.is_short() {
            self.components.is_empty() || components.any(LabelledComponent::has_ended)
        } else {
            components.all(LabelledComponent::has_ended)
        }
    }

    /// `true` if some component is a token on a graph, whose play can go on for ever.
    #[must_use]
    pub fn can_be_drawn(&self) -> bool {
        has_tokens(&self.position)
    }

    /// The number of moves that the game lasts if both sides play as well as they can; `None` if it never ends, or if
    /// the number is not known. In a conjunctive compound, the shortest component determines this number.
    #[must_use]
    pub fn remoteness(&self) -> Option<Natural> {
        match (&self.label, self.rule.compound) {
            (Label::Length(length), Compound::Conjunctive) => Some(length.clone()),
            _ => self.is_over().then_some(Natural::ZERO),
        }
    }

    /// The position after a combined move. A heap that the move removes completely stays in the position as an empty
    /// heap, which is a component that has ended.
    #[must_use]
    pub fn after(&self, combined: &CombinedMove) -> Sum {
        let left = combined.left(&self.position);
        let parts =
            self.position.parts().iter().enumerate().map(|(part, Summand { key, place, components: solved })| {
                Summand { key: key.clone(), place: *place, components: changed(part, solved.positions(), &left) }
            });
        Sum::new(parts)
    }

    /// `true` if the player who cannot move wins.
    #[must_use]
    pub fn is_misere(&self) -> bool {
        self.rule.play == Play::Misere
    }
}

/// Returns the components of one game after a combined move. `of` has its components before the move, and `part` is its
/// index in the sum. For each changed component of the sum, `left` has the positions that replace it.
fn changed(part: usize, of: &dyn Positions, left: &[(ComponentIndex, Rc<dyn Positions>)]) -> Box<dyn Positions> {
    let changes = left.iter().filter(|(place, _)| place.part == part);
    let changes: HashMap<_, _> = changes.map(|(place, left)| (place.index, &**left)).collect();
    if changes.is_empty() { of.copy() } else { with_all(of, &changes) }
}

impl CompoundSolution {
    /// Solves the position after a combined move. For each component that the move changes, `left` has the positions
    /// that replace the component.
    ///
    /// # Errors
    /// The reason why the compound has no solution.
    pub fn with(&self, left: &[(ComponentIndex, Rc<dyn Positions>)], tables: &Caches) -> Result<Self, Refusal> {
        let mut parts = Vec::with_capacity(self.position.parts().len());
        for (part, Summand { key, place, components: solved }) in self.position.parts().iter().enumerate() {
            let solved = solved.solve_more(changed(part, solved.positions(), left)).map_err(|spent| {
                let place = ComponentIndex { part, index: 0 };
                refusal(&self.position, place, Obstacle::Unsolved(spent.into()))
            })?;
            parts.push(Summand { key: key.clone(), place: *place, components: solved });
        }
        Self::decided(Sum::new(parts), self.rule, tables)
    }

    /// Checks that moves in these components together make a legal move of the compound.
    ///
    /// # Errors
    /// The rule that the moves break.
    pub fn check(&self, moved: &[ComponentIndex]) -> Result<(), NotCombined> {
        if self.is_over() {
            return Err(NotCombined::Over);
        }
        let mut seen = BTreeSet::new();
        for place in moved {
            if !seen.insert(*place) {
                return Err(NotCombined::Twice(*place));
            }
        }
        match self.rule.compound {
            _ if moved.is_empty() => Err(NotCombined::Nothing),
            Compound::DiminishedDisjunctive if moved.len() > 1 => Err(NotCombined::TooMany),
            Compound::Selective | Compound::ShortenedSelective | Compound::DiminishedDisjunctive => Ok(()),
            Compound::Conjunctive | Compound::ContinuedConjunctive => {
                let left_out = |(place, component): &&(ComponentIndex, LabelledComponent)| {
                    !component.has_ended() && !seen.contains(place)
                };
                let left_out = self.components.iter().find(left_out);
                left_out.map_or(Ok(()), |(place, _)| Err(NotCombined::Without(*place)))
            }
        }
    }

    /// Converts a filter to the outcome of the moves that it selects. `None` stands for all moves.
    fn wanted(filter: Filter) -> Option<MoveResult> {
        match filter {
            Filter::All => None,
            Filter::Winning => Some(MoveResult::Win),
        }
    }
}
