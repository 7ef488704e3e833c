//! Misère play of sums: who cannot move wins.
//!
//! A position is *tame* if it behaves as a heap sum does. For the tame games here each component is a swap position,
//! genus (0, 1) or (1, 0), or has g⁻ = g⁺, and Bouton's rule (1901) for misère Nim carries over: play as in normal
//! play until only swap components would be left, then leave an odd number of 1s. That is: a sum is lost for the
//! player to move iff all components are swap and X = 1, or not all are and X = 0. (Conway 1976, chapter 12, for
//! heaps; for these games the rule was checked by brute force over their sums.)

use crate::fault::{Code, Fault};
use crate::game::MisereClass;
use crate::games::Component;
use crate::natural::Natural;
use crate::position::Position;
use crate::winning::Winning;

/// The theory that decides a position.
#[derive(Debug)]
pub(crate) enum Theory {
    /// All components are known to be tame.
    Tame(Tame),
    /// Only one component has options, and its game has a misère theory of its own.
    Lone {
        /// Is there a winning move?
        first_wins: bool,
    },
}

/// A sum of tame components.
#[derive(Debug)]
pub(crate) struct Tame {
    /// Which components are swap positions.
    swap: Vec<bool>,
    /// How many are not.
    fixed: usize,
}

impl Theory {
    /// The theory of a position.
    ///
    /// # Errors
    /// `misere-unsupported` if there is none.
    pub(crate) fn of(position: &Position) -> Result<Self, Fault> {
        let components = position.components();
        let classes: Vec<MisereClass> = components.iter().map(Component::misere_class).collect();
        let Some(wild) = classes.iter().position(|class| *class == MisereClass::Unknown) else {
            let swap: Vec<bool> = classes.iter().map(|class| *class == MisereClass::Swap).collect();
            let fixed = swap.iter().filter(|swap| !**swap).count();
            return Ok(Self::Tame(Tame { swap, fixed }));
        };
        // Components without options change nothing.
        let mut alive = components.iter().filter(|component| !component.option_count().is_zero());
        if let (Some(component), None) = (alive.next(), alive.next())
            && let Some(count) = component.lone_misere_count()
        {
            return Ok(Self::Lone { first_wins: !count.is_zero() });
        }
        let (game, index) = (components[wild].kind().id(), position.index_in_game(wild));
        let detail = format!("no misère theory is known for a sum with {game} {index}: it is not tame");
        Err(Fault::new(Code::MisereUnsupported, detail).under(index).under(game).under("position"))
    }

    /// Does the player to move win, if the components' values make `xor`?
    pub(crate) fn first_wins(&self, xor: &Natural) -> bool {
        match self {
            Self::Tame(Tame { fixed: 0, .. }) => *xor != 1,
            Self::Tame(_) => !xor.is_zero(),
            Self::Lone { first_wins } => *first_wins,
        }
    }

    /// The winning moves of the component at `place`, with `rest` the XOR of the other components' values.
    pub(crate) fn winning(&self, place: usize, component: &Component, rest: Natural) -> Winning {
        match self {
            Self::Tame(tame) => tame.winning(place, component, rest),
            // The other components have no options, so no winning ones.
            Self::Lone { .. } => Winning::Lone,
        }
    }
}

impl Tame {
    /// Is the component at `place` a swap position?
    pub(crate) fn is_swap(&self, place: usize) -> bool {
        self.swap.get(place).copied().unwrap_or_default()
    }

    /// How many components are none.
    pub(crate) fn fixed(&self) -> usize {
        self.fixed
    }

    /// If some other component is not swap, every move to `rest`; else those to `rest` that leave no swap position, and
    /// those to `rest` ⊕ 1 that leave one.
    fn winning(&self, place: usize, component: &Component, rest: Natural) -> Winning {
        if self.fixed > usize::from(!self.is_swap(place)) {
            return Winning::to(rest);
        }
        // The options to one value are all of one class.
        let leaves_swap = |value: &Natural| {
            let option = component.option_to(value, &Natural::ZERO);
            option.is_some_and(|option| option.misere_class() == MisereClass::Swap)
        };
        let swapped = &rest ^ &Natural::ONE;
        let fixed = (!leaves_swap(&rest)).then_some(rest);
        Winning::To([fixed, leaves_swap(&swapped).then_some(swapped)])
    }
}
