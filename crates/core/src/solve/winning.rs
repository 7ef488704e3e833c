//! [`Goals`]: a set of moves of one component, such as the winning moves. The moves are counted and found by rank, and
//! need not be listed. A [`Filter`] selects the moves that a list has.

use smallvec::SmallVec;

use crate::game::{AnyMove, Goal, Play, Solved, Tameness};
use crate::number::Natural;
use crate::number::{cost, meter};

/// The choice of the moves to list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Filter {
    /// All moves.
    #[default]
    All,
    /// The moves that win.
    Winning,
}

/// Some of the options of a component: first the options that meet the first goal, then those that meet the next goal,
/// and so on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Goals(pub(crate) SmallVec<[Goal; 1]>);

impl Goals {
    pub(crate) fn none() -> Self {
        Self::default()
    }

    pub(crate) fn one(goal: Goal) -> Self {
        Self(SmallVec::from_buf([goal]))
    }

    /// The number of options that these goals select.
    pub(crate) fn count(&self, solved: &dyn Solved, index: usize) -> Natural {
        self.0.iter().map(|goal| solved.count(index, goal)).sum()
    }

    /// The first option that these goals select. The game recommends this option.
    pub(crate) fn first(&self, solved: &dyn Solved, index: usize) -> Option<AnyMove> {
        self.0.iter().find_map(|goal| solved.moves(index, goal).nth(&Natural::ZERO))
    }

    /// Lists the options whose ranks are at least `from`, with their ranks.
    pub(crate) fn list(
        self,
        solved: &dyn Solved,
        index: usize,
        from: Natural,
    ) -> impl Iterator<Item = (Natural, AnyMove)> + use<'_> {
        let mut rank = from;
        // The number of options that meet the goals before the present one.
        let mut before = Natural::ZERO;
        let mut goals = self.0.into_iter();
        let mut present = goals.next().map(|goal| solved.moves(index, &goal));
        std::iter::from_fn(move || {
            while let Some(list) = present.as_ref().filter(|_| meter::go_on(cost::NUMBER).is_ok()) {
                if let Some(made) = rank.checked_sub(&before).and_then(|rank| list.nth(&rank)) {
                    let here = rank.clone();
                    rank = &rank + &Natural::ONE;
                    return Some((here, made));
                }
                before = &before + &list.count();
                present = goals.next().map(|goal| solved.moves(index, &goal));
            }
            None
        })
    }

    /// True if `option` meets one of these goals.
    pub(crate) fn contains(&self, option: &dyn Solved) -> bool {
        self.0.iter().any(|goal| meets(option, goal))
    }
}

/// True if a solved option meets a goal.
fn meets(option: &dyn Solved, goal: &Goal) -> bool {
    let is_worth = |wanted: &Natural| option.is_worth(wanted);
    match goal {
        Goal::All => true,
        // A verdict that uses these goals decides by the rank or the element of the option, and not by this function.
        Goal::Ranks(_) | Goal::Elements(_) => false,
        Goal::Value(wanted) => is_worth(wanted),
        Goal::Tame(wanted, tameness) => is_worth(wanted) && option.sum_tameness() == *tameness,
        Goal::Wins(play) => is_lost_alone(option, *play),
    }
}

/// True if the player to move is known to lose the solved `option` when it is played alone. If the option's theory says
/// who wins it alone, the theory decides. Otherwise, in normal play, the option's value decides. In misère play, the
/// value and the class in misère sums decide together.
fn is_lost_alone(option: &dyn Solved, play: Play) -> bool {
    if option.is_stuck() {
        return play == Play::Normal;
    }
    if option.has_theory_alone(0, play) {
        return option.count(0, &Goal::Wins(play)).is_zero();
    }
    let lost = match play {
        Play::Normal => Natural::ZERO,
        Play::Misere => match option.sum_tameness() {
            Tameness::Firm => Natural::ZERO,
            Tameness::Fickle => Natural::ONE,
            Tameness::Unknown => return false,
        },
    };
    option.xor() == Ok(lost)
}
