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
use crate::oracle::Winning;
use crate::position::Position;

/// The theory that decides a position.
pub(crate) enum Theory<'p> {
    /// All components are known to be tame.
    Tame(Tame<'p>),
    /// Only the component at this place has options, and its game has a misère theory of its own.
    Lone {
        /// The place.
        place: usize,
        /// Is there a winning move?
        first_wins: bool,
    },
}

/// A sum of tame components.
pub(crate) struct Tame<'p> {
    components: &'p [Component],
    values: &'p [Natural],
    xor: &'p Natural,
    swap: Vec<bool>,
    /// How many components are not swap.
    fixed: usize,
}

impl<'p> Theory<'p> {
    /// The theory of a position with these values.
    ///
    /// # Errors
    /// `misere-unsupported` if there is none.
    pub(crate) fn of(position: &'p Position, values: &'p [Natural], xor: &'p Natural) -> Result<Self, Fault> {
        let components = position.components();
        let classes: Vec<MisereClass> = components.iter().map(Component::misere_class).collect();
        let Some(wild) = classes.iter().position(|class| *class == MisereClass::Unknown) else {
            let swap: Vec<bool> = classes.iter().map(|class| *class == MisereClass::Swap).collect();
            let fixed = swap.iter().filter(|swap| !**swap).count();
            return Ok(Self::Tame(Tame { components, values, xor, swap, fixed }));
        };
        // Components without options change nothing.
        let mut alive = components.iter().enumerate().filter(|(_, component)| !component.option_count().is_zero());
        if let (Some((place, component)), None) = (alive.next(), alive.next())
            && let Some(count) = component.lone_misere_count()
        {
            return Ok(Self::Lone { place, first_wins: !count.is_zero() });
        }
        let (game, index) = (components[wild].kind().id(), position.index_in_game(wild));
        let detail = format!("no misère theory is known for a sum with {game} {index}: it is not tame");
        Err(Fault::new(Code::MisereUnsupported, detail).under(index).under(game).under("position"))
    }

    /// Does the player to move win?
    pub(crate) fn first_wins(&self) -> bool {
        match self {
            Self::Tame(Tame { xor, fixed: 0, .. }) => **xor != 1,
            Self::Tame(Tame { xor, .. }) => !xor.is_zero(),
            Self::Lone { first_wins, .. } => *first_wins,
        }
    }

    /// The winning moves of the component at a place.
    pub(crate) fn winning(&self, place: usize) -> Winning {
        match self {
            Self::Tame(tame) => tame.winning(place),
            Self::Lone { place: alive, .. } if place == *alive => Winning::Lone,
            Self::Lone { .. } => Winning::NONE,
        }
    }
}

impl Tame<'_> {
    /// With *s* the XOR of the other components' values: if one of those is not swap, the moves to *s*; else those to
    /// *s* ⊕ 1 that leave a swap position, and those to *s* that do not.
    fn winning(&self, place: usize) -> Winning {
        let rest = self.xor ^ &self.values[place];
        if self.fixed > usize::from(!self.swap[place]) {
            return Winning::To(vec![rest]);
        }
        // The options to one value are all of one class.
        let leaves_swap = |value: &Natural| {
            let option = self.components[place].option_to(value, &Natural::ZERO);
            option.is_some_and(|option| option.misere_class() == MisereClass::Swap)
        };
        let swapped = &rest ^ &Natural::ONE;
        let mut values = Vec::new();
        if !leaves_swap(&rest) {
            values.push(rest);
        }
        if leaves_swap(&swapped) {
            values.push(swapped);
        }
        Winning::To(values)
    }
}
