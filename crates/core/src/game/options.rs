//! The options of a component that meet a [`Goal`]: counted, and reached by rank.

use crate::game::also::{Alone, Mixed};
use crate::game::{After, Class, Convention, Game, Goal, List, STEPS_AN_OPTION};
use crate::number::Natural;
use crate::number::meter;

/// The options of a position that meet a goal, each found by itself.
pub(crate) struct Options<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) position: &'a G::Position,
    pub(crate) solved: &'a G::Solved,
}

impl<'a, G: Game> Options<'a, G> {
    /// Those that win the position on its own, where there is a theory for that.
    pub(crate) fn alone(&self, convention: Convention) -> Option<Box<dyn List<G::Option> + 'a>> {
        self.game.also().alone?.winning(self.position, self.solved, convention)
    }

    /// The ranks of the swap positions among those of a value, where they may be of either class.
    fn swap_ranks(&self, value: &Natural) -> Option<Vec<Natural>> {
        Some(self.game.also().mixed?.swap_ranks(self.position, self.solved, value))
    }

    /// How many meet a goal.
    pub(crate) fn count(&self, goal: &Goal) -> Natural {
        let Self { game, position, solved } = *self;
        match goal {
            Goal::Any => game.option_count(position, solved),
            Goal::To(value) => game.count_to(position, solved, value),
            Goal::ToClass(value, Class::Swap) => self.swap_count(value),
            // When the meter is spent on the way, either may be anything.
            Goal::ToClass(value, _) => game.count_to(position, solved, value).saturating_sub(&self.swap_count(value)),
            Goal::Alone(convention) => self.alone(*convention).map_or(Natural::ZERO, |options| options.count()),
            Goal::Ranks(ranks) => ranks.len().into(),
            Goal::Elements(_) => Natural::ZERO,
        }
    }

    /// The one of a rank among those that meet a goal.
    pub(crate) fn nth(&self, goal: &Goal, rank: &Natural) -> Option<G::Option> {
        let Self { game, position, solved } = *self;
        match goal {
            Goal::Any => game.option(position, solved, rank),
            Goal::To(value) => game.option_to(position, solved, value, rank),
            Goal::ToClass(value, class) => match self.swap_ranks(value) {
                None => {
                    let option = game.option_to(position, solved, value, rank)?;
                    (class_of(game, &option) == *class).then_some(option)
                }
                Some(swaps) if *class == Class::Swap => {
                    game.option_to(position, solved, value, swaps.get(rank.to_usize()?)?)
                }
                Some(swaps) => game.option_to(position, solved, value, &rank_beside(&swaps, rank)),
            },
            Goal::Alone(convention) => self.alone(*convention)?.nth(rank),
            Goal::Ranks(ranks) => game.option(position, solved, &(*ranks.get(rank.to_usize()?)?).into()),
            Goal::Elements(_) => None,
        }
    }

    /// How many options of a value are swap positions.
    fn swap_count(&self, value: &Natural) -> Natural {
        let Self { game, position, solved } = *self;
        match self.swap_ranks(value) {
            Some(swaps) => swaps.len().into(),
            None => match game.option_to(position, solved, value, &Natural::ZERO) {
                Some(option) if class_of(game, &option) == Class::Swap => game.count_to(position, solved, value),
                _ => Natural::ZERO,
            },
        }
    }
}

/// Games that have a theory of a position on its own in misère play only, and list the options that win by it.
pub(crate) trait AloneInMisere: Game {
    /// The options from which the player to move loses; none where there is no theory of the position.
    fn lost_in_misere(&self, position: &Self::Position, solved: &Self::Solved) -> Option<Vec<Self::Option>>;
}

impl<G: AloneInMisere> Alone<G> for G {
    fn winning<'a>(
        &'a self,
        position: &'a G::Position,
        solved: &'a G::Solved,
        convention: Convention,
    ) -> Option<Box<dyn List<G::Option> + 'a>> {
        match convention {
            Convention::Normal => None,
            Convention::Misere => Some(Box::new(self.lost_in_misere(position, solved)?)),
        }
    }
}

/// [`Mixed`] games of which few options have one value: each of these is solved.
pub(crate) trait MixedBySolving: Game {}

impl<G: MixedBySolving> Mixed<G> for G {
    fn swap_ranks(&self, position: &G::Position, solved: &G::Solved, value: &Natural) -> Vec<Natural> {
        find_swap_ranks(self, position, solved, value)
    }
}

/// [`Mixed::swap_ranks`] of such a game.
pub(crate) fn find_swap_ranks<G: Game>(
    game: &G,
    position: &G::Position,
    solved: &G::Solved,
    value: &Natural,
) -> Vec<Natural> {
    let options = (0_u64..).map(Natural::from).map_while(|rank| {
        meter::go_on(STEPS_AN_OPTION).ok()?;
        let option = game.option_to(position, solved, value, &rank)?;
        Some((rank, option))
    });
    options.filter(|(_, option)| class_of(game, option) == Class::Swap).map(|(rank, _)| rank).collect()
}

/// The rank among all of the one that has a rank among those that are not in a list of ranks.
fn rank_beside(left_out: &[Natural], rank: &Natural) -> Natural {
    meter::charge_each(left_out.len(), 5);
    left_out.iter().fold(rank.clone(), |rank, out| if *out <= rank { &rank + &Natural::ONE } else { rank })
}

/// The options that meet one goal.
pub(crate) struct OfGoal<'a, G: Game>(pub(crate) Options<'a, G>, pub(crate) Goal);

impl<G: Game> List<G::Option> for OfGoal<'_, G> {
    fn count(&self) -> Natural {
        self.0.count(&self.1)
    }

    fn nth(&self, rank: &Natural) -> Option<G::Option> {
        self.0.nth(&self.1, rank)
    }
}

/// Moves that were found together, each made an option when it is asked for.
pub(crate) struct FoundMoves<M, F> {
    pub(crate) moves: Vec<M>,
    pub(crate) make: F,
}

impl<M, T, F: Fn(&M) -> Option<T>> List<T> for FoundMoves<M, F> {
    fn count(&self) -> Natural {
        self.moves.len().into()
    }

    fn nth(&self, rank: &Natural) -> Option<T> {
        (self.make)(self.moves.get(rank.to_usize()?)?)
    }
}

/// The class of an option: swap iff all its parts are, and known iff all theirs are.
fn class_of<G: Game>(game: &G, option: &G::Option) -> Class {
    // What was made once the meter was spent may be no position.
    if meter::is_spent() {
        return Class::Unknown;
    }
    let classes = option.parts().iter().map(|part| game.class(part, &game.solve(part)));
    classes.fold(Class::Swap, Class::beside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_beside_others_leave_them_out() {
        let left_out = [0_u64, 3, 4].map(Natural::from);
        let beside: Vec<Natural> = (0..4_u64).map(|rank| rank_beside(&left_out, &rank.into())).collect();
        assert_eq!(beside, [1_u64, 2, 5, 6].map(Natural::from));
    }
}
