//! [`Verdict`]: the decision about a sum. Each theory of sums implements this trait, and other code uses theories only
//! through it.

use std::fmt;

use crate::game::{Fact, Goal, Solved, Step, Value};
use crate::number::Natural;
use crate::solve::winning::Goals;
use crate::solve::{ComponentIndex, Move, SolvedSum, Winner};
use crate::theory::graphs::MoveResult;

/// A function that returns a random number below a bound. All these numbers are equally likely.
pub(crate) type Draw<'d> = dyn FnMut(&Natural) -> Natural + 'd;

/// A function that returns the rank of an option among all options of its component.
pub(crate) type Rank<'r> = dyn Fn() -> usize + 'r;

/// A theory that has decided a sum of solved components.
pub(crate) trait Verdict: fmt::Debug {
    /// The winner with perfect play.
    fn winner(&self) -> Winner;

    /// Returns goals that select those options of a component that have this outcome for the player who moves. Options
    /// that no [`Goal`] can select are missing. The outcome must be a win in a won sum, or a draw in a drawn sum.
    fn goals(&self, place: ComponentIndex, solved: &dyn Solved, outcome: MoveResult) -> Goals;

    /// The number of all options with this outcome, including those that [`Self::goals`] leaves out. A theory must
    /// override this method if its goals leave options out.
    fn count(&self, place: ComponentIndex, solved: &dyn Solved, outcome: MoveResult) -> Natural {
        self.goals(place, solved, outcome).count(solved, place.index)
    }

    /// The number of moves of the whole sum that have this outcome.
    fn count_all(&self, position: &SolvedSum, outcome: MoveResult) -> Natural {
        count_each(self, position, outcome)
    }

    /// The outcome, for the player who moves, of a move that replaces the component at `place` by a solved option.
    /// `rank` is called only if nothing else decides the outcome.
    fn outcome(&self, place: ComponentIndex, solved: &dyn Solved, to: &dyn Solved, _rank: &Rank) -> MoveResult {
        let wins = self.winner() == Winner::First && self.goals(place, solved, MoveResult::Win).contains(to);
        if wins { MoveResult::Win } else { MoveResult::Loss }
    }

    /// The recommended move; `None` if no move is better than the others. In a won sum, it is a move of the first
    /// component that has a winning move.
    fn best(&self, position: &SolvedSum) -> Option<Move> {
        if self.winner() != Winner::First {
            return None;
        }
        position.components().find_map(|(place, solved)| self.first_winning(place, solved))
    }

    /// The recommended move, and the number of winning moves. Finding both together may need less work than finding
    /// them one by one.
    fn best_and_count(&self, position: &SolvedSum) -> (Option<Move>, Natural) {
        let is_won = self.winner() == Winner::First;
        let count = if is_won { self.count_all(position, MoveResult::Win) } else { Natural::ZERO };
        (self.best(position), count)
    }

    /// The first winning move of a component. The game recommends this move.
    fn first_winning(&self, place: ComponentIndex, solved: &dyn Solved) -> Option<Move> {
        let made = self.goals(place, solved, MoveResult::Win).first(solved, place.index)?;
        Some(Move { place, made })
    }

    /// Chooses a random move that is as good as the position. All such moves are equally likely. In a won sum it is a
    /// winning move, and in a drawn sum it is a move that keeps the game drawn. In a lost sum it is any move.
    fn pick(&self, position: &SolvedSum, draw: &mut Draw) -> Option<Move> {
        pick_good(self, position, draw)
    }

    /// The sentence of this theory about a component. It comes after the sentences of the component's game.
    fn why_component(&self, _place: ComponentIndex) -> Option<Step> {
        None
    }

    /// Returns whether the explanation counts the moves that win, because no rule says why the winner wins.
    fn shows_outcomes(&self, _position: &SolvedSum) -> bool {
        false
    }

    /// The reason why the winner wins.
    fn why_winner(&self, here: &VerdictContext) -> Vec<Step>;

    /// The reason why the winning move wins. All values in `best` are known.
    fn why_move(&self, best: &MoveContext) -> String {
        format!("This move leaves a lost sum and brings the end of the game nearer: {}.", best.words())
    }
}

/// The facts about a position that its explanation needs.
pub(crate) struct VerdictContext<'s> {
    /// The winner.
    pub(crate) winner: Winner,
    /// The value of the whole sum in normal play.
    pub(crate) whole: Option<&'s Value>,
    /// The position.
    pub(crate) position: &'s SolvedSum,
}

impl VerdictContext<'_> {
    /// Returns the step that names the winner. `why` is the reason, in words that this clause can follow.
    pub(crate) fn so(&self, why: impl Into<String>) -> Step {
        Step::new(Fact::Winner { why: why.into(), winner: self.winner, more: String::new() })
    }
}

/// The facts about a winning move that its explanation needs.
pub(crate) struct MoveContext<'s> {
    /// The place of the component.
    pub(crate) place: ComponentIndex,
    /// The name of the component, as explanations write it.
    pub(crate) component: String,
    /// The move in words.
    pub(crate) text: String,
    /// The value of the component before the move.
    pub(crate) before: &'s Natural,
    /// The component after the move.
    pub(crate) to: &'s dyn Solved,
    /// The value of the component after the move.
    pub(crate) left: &'s Natural,
    /// The value of the whole sum after the move.
    pub(crate) after: &'s Natural,
}

impl MoveContext<'_> {
    /// The name of the component and the move, in words.
    pub(crate) fn words(&self) -> String {
        format!("{}, {}", self.component, self.text)
    }
}

/// Returns the move with this rank among all moves of a component.
pub(crate) fn ranked(position: &SolvedSum, place: ComponentIndex, rank: usize) -> Option<Move> {
    let made = position.components_of(place).moves(place.index, &Goal::All).nth(&rank.into())?;
    Some(Move { place, made })
}

/// Does the work of [`Verdict::count_all`], component by component.
pub(crate) fn count_each(verdict: &(impl Verdict + ?Sized), position: &SolvedSum, outcome: MoveResult) -> Natural {
    position.components().map(|(place, solved)| verdict.count(place, solved, outcome)).sum()
}

/// Does the work of [`Verdict::pick`] for sums in which [`Verdict::goals`] selects all options with the wanted outcome.
pub(crate) fn pick_good(verdict: &(impl Verdict + ?Sized), position: &SolvedSum, draw: &mut Draw) -> Option<Move> {
    match verdict.winner() {
        Winner::First => pick_of(position, |place, solved| verdict.goals(place, solved, MoveResult::Win), draw),
        Winner::Draw => pick_of(position, |place, solved| verdict.goals(place, solved, MoveResult::Draw), draw),
        Winner::Second => pick_of(position, |_, _| Goals::one(Goal::All), draw),
    }
}

/// Chooses a random move that meets one of the goals for its component. All such moves are equally likely.
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

/// Chooses a random move. `counts` has the number of moves in each component. All moves are equally likely. Returns the
/// component of the move, and the rank of the move among the moves in this component.
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

/// Returns the recommended move of a sum with tokens on graphs. `token` is the best move of a token: the place of the
/// token, the rank of the move, and how much the move changes the measure of progress. In normal play, this measure is
/// the sum of counters (see [`crate::theory::graphs::tokens`]). In misère play, it is the sum of rounds (see
/// [`crate::theory::graphs::misere`]).
///
/// `others` is the assumed change of the measure by a winning move of a component that is not a token. Nothing is known
/// about such a component except that its play ends. In a won sum, `token` is recommended if it changes the measure by
/// less than `others`. Otherwise, a winning move of a component that is not a token is preferred.
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
