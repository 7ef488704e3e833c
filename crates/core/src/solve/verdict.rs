//! [`Verdict`]: the decision about a sum. Each theory of sums implements it, and nothing else tells theories apart.

use std::fmt;

use crate::game::{Goal, Solved, Value};
use crate::number::Natural;
use crate::solve::winning::Goals;
use crate::solve::{ComponentIndex, Move, SolvedSum, Winner};
use crate::theory::graphs::Outcome;
use crate::theory::step::Step;

/// Draws a number below a bound. Each is equally likely.
pub(crate) type Draw<'d> = dyn FnMut(&Natural) -> Natural + 'd;

/// The theory that decides a sum of solved components.
pub(crate) trait Verdict: fmt::Debug {
    /// The winner with perfect play.
    fn winner(&self) -> Winner;

    /// The options of a component with this outcome for the player who moves, as far as each of them can be reached.
    /// Winning options are asked for in a won sum, drawing ones in a drawn sum.
    fn goals(&self, place: ComponentIndex, solved: &dyn Solved, outcome: Outcome) -> Goals;

    /// The number of these options, even if they can't be reached.
    fn count(&self, place: ComponentIndex, solved: &dyn Solved, outcome: Outcome) -> Natural {
        self.goals(place, solved, outcome).count(solved, place.index)
    }

    /// The number of moves of the whole sum that have an outcome.
    fn count_all(&self, position: &SolvedSum, outcome: Outcome) -> Natural {
        position.components().map(|(place, solved)| self.count(place, solved, outcome)).sum()
    }

    /// The outcome of moving the component at a place to a solved option, for the player who moves. The option's rank
    /// among all options is asked for only if nothing else decides the outcome.
    fn outcome(
        &self,
        place: ComponentIndex,
        solved: &dyn Solved,
        to: &dyn Solved,
        _rank: &dyn Fn() -> usize,
    ) -> Outcome {
        let wins = self.winner() == Winner::First && self.goals(place, solved, Outcome::Win).contains(to);
        if wins { Outcome::Win } else { Outcome::Loss }
    }

    /// The recommended move; `None` if no move is better than others. In a won sum it is a move of the first component
    /// with a winning one.
    fn best(&self, position: &SolvedSum) -> Option<Move> {
        if self.winner() != Winner::First {
            return None;
        }
        position.components().find_map(|(place, solved)| self.first_winning(place, solved))
    }

    /// The game's own choice among the winning moves of a component.
    fn first_winning(&self, place: ComponentIndex, solved: &dyn Solved) -> Option<Move> {
        let made = self.goals(place, solved, Outcome::Win).first(solved, place.index)?;
        Some(Move { place, made })
    }

    /// Draws one of the moves that are as good as the position. Each is equally likely. In a won sum it is one that
    /// wins, in a drawn one it keeps the draw, and in a lost one it is any move.
    fn pick(&self, position: &SolvedSum, draw: &mut Draw) -> Option<Move> {
        pick_good(self, position, draw)
    }

    /// The sentence of this theory about a component, which follows that of its game.
    fn why_component(&self, _place: ComponentIndex) -> Option<Step> {
        None
    }

    /// The reason why the winner wins.
    fn why_winner(&self, here: &VerdictContext) -> Vec<Step>;

    /// The reason why the winning move wins. Its values are known.
    fn why_move(&self, best: &MoveContext) -> String {
        format!(
            "This move leaves a lost sum, and of those that do it makes progress, so that the game ends: {}.",
            best.words()
        )
    }
}

/// The position to explain.
pub(crate) struct VerdictContext<'s> {
    /// The winner, as a clause: "the player to move wins".
    pub(crate) who: &'static str,
    /// The winner.
    pub(crate) winner: Winner,
    /// The value of the whole in normal play.
    pub(crate) whole: Option<&'s Value>,
}

/// A winning move that is to be explained.
pub(crate) struct MoveContext<'s> {
    /// The place of the component.
    pub(crate) place: ComponentIndex,
    /// The component, as explanations name it, followed by the move in words.
    pub(crate) component: String,
    pub(crate) text: String,
    /// The value of the component before the move.
    pub(crate) before: &'s Natural,
    /// The component after the move.
    pub(crate) to: &'s dyn Solved,
    /// The value of the component after the move.
    pub(crate) left: &'s Natural,
    /// The value of the whole after the move.
    pub(crate) after: &'s Natural,
}

impl MoveContext<'_> {
    /// The move in words, after its component.
    pub(crate) fn words(&self) -> String {
        format!("{}, {}", self.component, self.text)
    }
}

/// The move to the option of a rank among all those of a component.
pub(crate) fn ranked(position: &SolvedSum, place: ComponentIndex, rank: usize) -> Option<Move> {
    let made = position.components_of(place).moves(place.index, &Goal::All).nth(&rank.into())?;
    Some(Move { place, made })
}

/// [`Verdict::pick`] for a sum in which all moves that are as good as the position can be reached.
pub(crate) fn pick_good(verdict: &(impl Verdict + ?Sized), position: &SolvedSum, draw: &mut Draw) -> Option<Move> {
    match verdict.winner() {
        Winner::First => pick_of(position, |place, solved| verdict.goals(place, solved, Outcome::Win), draw),
        Winner::Draw => pick_of(position, |place, solved| verdict.goals(place, solved, Outcome::Draw), draw),
        Winner::Second => pick_of(position, |_, _| Goals::one(Goal::All), draw),
    }
}

/// Draws one of the moves that meet the goals of their components. Each is equally likely.
pub(crate) fn pick_of(
    position: &SolvedSum,
    goals: impl Fn(ComponentIndex, &dyn Solved) -> Goals,
    draw: &mut Draw,
) -> Option<Move> {
    let count =
        |(place, solved): (ComponentIndex, &dyn Solved)| (place, goals(place, solved).count(solved, place.index));
    let (place, rank) = located(position.components().map(count).collect(), draw)?;
    let solved = position.components_of(place);
    let (_, made) = goals(place, solved).list(solved, place.index, rank).next()?;
    Some(Move { place, made })
}

/// Finds a rank that was drawn below the sum of these counts: its place, and its rank within that place.
pub(crate) fn located(counts: Vec<(ComponentIndex, Natural)>, draw: &mut Draw) -> Option<(ComponentIndex, Natural)> {
    let total: Natural = counts.iter().map(|(_, count)| count).sum();
    if total.is_zero() {
        return None;
    }
    let mut rank = draw(&total);
    for (place, count) in counts {
        match rank.checked_sub(&count) {
            Some(left) => rank = left,
            None => return Some((place, rank)),
        }
    }
    None
}

/// The best move of a sum with tokens on graphs. It is the token's move that makes progress or keeps the draw, with its
/// change of the sum of counters. But if another component wins with a smaller change, it is that component's move.
///
/// Other components are only known to end. So each of their winning moves counts as this change.
pub(crate) fn best_with_tokens(
    verdict: &impl Verdict,
    position: &SolvedSum,
    token: Option<(ComponentIndex, usize, i64)>,
    others: i64,
) -> Option<Move> {
    let of_token = token.and_then(|(place, rank, change)| Some((ranked(position, place, rank)?, change)));
    match (verdict.winner(), of_token) {
        (Winner::Second | Winner::Draw, chosen) => chosen.map(|(chosen, _)| chosen),
        (Winner::First, Some((chosen, change))) if change < others => Some(chosen),
        (Winner::First, chosen) => {
            let mut components = position.components().filter(|(place, solved)| solved.token(place.index).is_none());
            let other = components.find_map(|(place, solved)| verdict.first_winning(place, solved));
            other.or(chosen.map(|(chosen, _)| chosen))
        }
    }
}
