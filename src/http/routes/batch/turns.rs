//! [`Turns`]: in what order the pieces of a list are charged, and how much of one is done before its turn.
//!
//! Pieces are worked at side by side, so what those before one are charged is known only when its turn comes. What was done ahead then
//! counts if there is enough left for it; else it comes to nothing, and the piece is begun anew, to find which of its
//! requests is the first that is over the budget. So only a part of the budget is at stake at a time: without that, a list of
//! heavy pieces took six times what a list may take.

use tokio::sync::watch;

/// At most such a part of the work of a list comes to nothing, beside what its requests are charged.
const PART_AT_STAKE: u64 = 4;

/// Shared by the pieces of one list.
#[derive(Clone)]
pub(super) struct Turns(watch::Sender<State>);

#[derive(Clone, Copy)]
struct State {
    /// The piece whose turn it is.
    turn: usize,
    /// What is left of the budget for it and those after it.
    left: u64,
    /// How much may come to nothing, or did.
    at_stake: u64,
    most_at_stake: u64,
}

/// What one piece may do now.
pub(super) enum Go {
    /// It is its turn, with so much of the budget left.
    ItsTurn { left: u64 },
    /// So much may be done ahead, of what is left now.
    Ahead { stake: u64, left: u64 },
}

impl State {
    fn may_stake(&self, steps: u64) -> bool {
        self.left > 0 && self.at_stake.checked_add(steps).is_some_and(|all| all <= self.most_at_stake)
    }
}

impl Turns {
    /// Those of a list with such a budget.
    pub(super) fn of(budget: u64) -> Self {
        let most_at_stake = budget / PART_AT_STAKE;
        Self(watch::Sender::new(State { turn: 0, left: budget, at_stake: 0, most_at_stake }))
    }

    /// Waits until it is the turn of a piece, or until it may do so much ahead, if it wants to.
    pub(super) async fn wait(&self, piece: usize, ahead: Option<u64>) -> Go {
        let mut seen = self.0.subscribe();
        let allowed = |state: &State| ahead.filter(|steps| state.may_stake(*steps));
        let found = seen.wait_for(|state| state.turn == piece || allowed(state).is_some()).await;
        // The sender is here, so it is not closed.
        let now = found.map_or_else(|_| *self.0.borrow(), |state| *state);
        match allowed(&now) {
            Some(stake) if now.turn != piece => {
                self.0.send_modify(|state| state.at_stake = state.at_stake.saturating_add(stake));
                Go::Ahead { stake, left: now.left }
            }
            _ => Go::ItsTurn { left: now.left },
        }
    }

    /// So much is no more at stake: it was not done.
    pub(super) fn give_back(&self, steps: u64) {
        self.0.send_modify(|state| state.at_stake = state.at_stake.saturating_sub(steps));
    }

    /// The piece whose turn it was is answered, and was charged so much; what of it was at stake counts.
    pub(super) fn next(&self, charged: u64, at_stake: u64) {
        self.0.send_modify(|state| {
            state.turn = state.turn.saturating_add(1);
            state.left = state.left.saturating_sub(charged);
            state.at_stake = state.at_stake.saturating_sub(at_stake);
        });
    }
}
