//! [`Turns`]: the order in which pieces of a list are charged, and how much of a piece may be done before its turn.
//!
//! Several pieces are answered at the same time. The turn of a piece comes when all earlier pieces have been answered.
//! Only then is it known how many steps these earlier pieces were charged. The work that a piece has done before its
//! turn counts if enough of the budget is left for this work. Otherwise the work is lost, and the piece is answered
//! anew up to the request at which the budget ends. Work that may still be lost is at stake. Only a part of the budget
//! may be at stake at a time. Without this limit, a list of heavy pieces took six times its budget.

use std::sync::Arc;

use grundy_core::wire::batch::Bill;
use tokio::sync::watch;

/// The list's budget divided by this number is the largest number of steps that may be at stake. These are steps for
/// pieces before their turn. They may turn out to be useless, and useless steps are not charged to the requests.
const PART_AT_STAKE: u64 = 4;

/// The piece of a list that has its turn, and the rest of the list's budget. All pieces of the list share this value.
#[derive(Clone)]
pub(super) struct Turns(watch::Sender<State>);

#[derive(Clone)]
struct State {
    /// The piece whose turn it is.
    turn: usize,
    budget: u64,
    /// The bill of all pieces before this piece.
    before: Arc<Bill>,
    /// The number of steps at stake: steps that pieces took before their turn, and that may still turn out to be
    /// useless. Steps that did turn out to be useless stay in this number.
    at_stake: u64,
}

/// The work that one piece may do now.
pub(super) enum Go {
    /// It is the piece's turn, and `before` is the bill of all earlier pieces.
    ItsTurn { before: Arc<Bill> },
    /// The piece may do up to `stake` steps before its turn; `before` is the bill of the pieces whose turn has ended.
    Ahead { stake: u64, before: Arc<Bill> },
}

impl State {
    fn may_stake(&self, steps: u64) -> bool {
        let most = self.budget / PART_AT_STAKE;
        self.before.steps() < self.budget && self.at_stake.checked_add(steps).is_some_and(|all| all <= most)
    }
}

impl Turns {
    /// Creates the turns of a list with this budget. The first piece has its turn.
    pub(super) fn of(budget: u64) -> Self {
        Self(watch::Sender::new(State { turn: 0, budget, before: Arc::default(), at_stake: 0 }))
    }

    /// Waits until it is the turn of a piece, or until the piece may do `ahead` steps before its turn.
    pub(super) async fn wait(&self, piece: usize, ahead: Option<u64>) -> Go {
        let mut seen = self.0.subscribe();
        let allowed = |state: &State| ahead.filter(|steps| state.may_stake(*steps));
        let found = seen.wait_for(|state| state.turn == piece || allowed(state).is_some()).await;
        // This never fails, since the sender exists and the channel is open.
        let now = found.map_or_else(|_| self.0.borrow().clone(), |state| state.clone());
        match allowed(&now) {
            Some(stake) if now.turn != piece => {
                self.0.send_modify(|state| state.at_stake = state.at_stake.saturating_add(stake));
                Go::Ahead { stake, before: now.before }
            }
            _ => Go::ItsTurn { before: now.before },
        }
    }

    /// Removes `steps` steps from the steps at stake. A piece was allowed to do these steps before its turn, but did
    /// not need them.
    pub(super) fn give_back(&self, steps: u64) {
        self.0.send_modify(|state| state.at_stake = state.at_stake.saturating_sub(steps));
    }

    /// Ends the turn of a piece with this bill. Before its turn, the piece used `at_stake` steps for
    /// answers. This work can't be lost any more, so these steps are not at stake any more.
    pub(super) fn next(&self, bill: &Bill, at_stake: u64) {
        self.0.send_modify(|state| {
            state.turn = state.turn.saturating_add(1);
            Arc::make_mut(&mut state.before).add(bill);
            state.at_stake = state.at_stake.saturating_sub(at_stake);
        });
    }
}
