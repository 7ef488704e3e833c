//! Checks that the solution of a compound obeys the laws, and that the solution after a listed move does so, too.

use grundy_core::number::Natural;
use grundy_core::solve::compound::{CombinedMove, CompoundSolution, RatedCombinedMove};
use grundy_core::solve::{ComponentIndex, Filter, Sum, Winner};
use grundy_core::theory::compounds::{Compound, CompoundRule};
use grundy_core::theory::graphs::{MoveResult, Play};

use super::brute::TABLES;

/// The largest number of moves that are checked in a listing.
const LISTED: usize = 20;

/// Checks the laws that the solution of a compound must obey. A compound may have no solution.
pub fn solve(position: Sum, rule: CompoundRule) {
    let Ok(solution) = CompoundSolution::of(position, rule, &TABLES) else { return };
    let winner = solution.winner();
    let (count, winning_count, drawing_count) = (solution.count(), solution.winning_count(), solution.drawing_count());
    assert!(&winning_count + &drawing_count <= count);
    assert!(solution.can_be_drawn() || drawing_count.is_zero());
    assert_eq!(solution.is_over(), count.is_zero());
    // In misère play a player without a move has won.
    let has_won = rule.play == Play::Misere && count.is_zero();
    assert_eq!(winner == Winner::First, !winning_count.is_zero() || has_won);
    assert_eq!(winner == Winner::Draw, winning_count.is_zero() && !drawing_count.is_zero());
    let best = solution.best();
    assert_eq!(best.is_none(), count.is_zero());

    let listed = |filter| solution.moves(filter, Natural::ZERO).take(LISTED).collect::<Vec<RatedCombinedMove>>();
    let (all, winning) = (listed(Filter::All), listed(Filter::Winning));
    assert!(winning.iter().all(|listed| listed.outcome == MoveResult::Win));
    for (list, count) in [(&all, &count), (&winning, &winning_count)] {
        assert_eq!(Natural::from(list.len()), count.clone().min(Natural::from(LISTED)));
    }
    for RatedCombinedMove { combined, outcome, .. } in all.iter().chain(&winning) {
        assert_eq!(outcome_of(&solution, combined), *outcome, "{combined:?}");
    }
    if let Some(best) = best {
        let good = match winner {
            Winner::First => MoveResult::Win,
            Winner::Second => MoveResult::Loss,
            Winner::Draw => MoveResult::Draw,
        };
        assert_eq!(outcome_of(&solution, &best), good, "{best:?}");
        let length = solution.remoteness().filter(|_| rule.compound == Compound::Conjunctive);
        let left = after(&solution, &best).remoteness();
        assert!(length.is_none_or(|length| length.checked_sub(&Natural::ONE) == left));
    }
}

/// Returns the solution of the position after a move. If a position has a solution, each of its options has one, too.
fn after(solution: &CompoundSolution, combined: &CombinedMove) -> CompoundSolution {
    CompoundSolution::of(solution.after(combined), solution.rule(), &TABLES).unwrap()
}

fn outcome_of(solution: &CompoundSolution, combined: &CombinedMove) -> MoveResult {
    let moved: Vec<ComponentIndex> = combined.0.iter().map(|made| made.place).collect();
    assert_eq!(solution.check(&moved), Ok(()));
    assert!(!combined.describe(solution.position()).is_empty());
    MoveResult::of_move_to(after(solution, combined).winner())
}
