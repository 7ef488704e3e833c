//! [`Label`]: the property of a component that decides the outcome of a compound.

use std::cmp::Ordering;

use super::{Compound, CompoundRule};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::graphs::{MoveResult, Play, Winner};

/// The label that decides a compound. Components have a label, and so do whole lists of components.
///
/// Labels can be compared. The label of a list is nearly always the least or the greatest label of its components.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Label {
    /// Conjunctive compounds: play lasts this number of moves. This number is the remoteness or, in continued
    /// conjunctive compounds, the suspense.
    Length(Natural),
    /// Conjunctive compounds: play may go on for ever.
    Endless,
    /// Selective compounds: the player to move loses.
    Lost,
    /// Selective compounds: the player to move wins.
    Won,
    /// Selective compounds: neither player can win.
    Drawn,
    /// Shortened selective compounds in normal play: a move can end this component. The move thereby ends and wins the
    /// whole game, whatever the other components are.
    CanEnd,
    /// Diminished disjunctive compounds: the foreclosed value.
    Value(Natural),
    /// Diminished disjunctive compounds: the component has no single value, because play may go on for ever. The list
    /// has the foreclosed values of the options, ascending.
    Infinite(Vec<Natural>),
    /// Diminished disjunctive compounds in normal play: a move can end this component. The move thereby ends and wins
    /// the whole game, whatever the other components are.
    AtOnce,
    /// Compounds that end as soon as any component ends: a component has ended.
    Over,
    /// Selective compounds in misère play.
    Going(OpenComponents),
}

/// The label of a selective compound in misère play. The label describes the components that have not ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OpenComponents {
    /// All components have ended.
    None,
    /// One component has not ended.
    One {
        /// The player to move loses this component if it is played alone in normal play.
        is_normal_lost: bool,
        /// The player to move loses this component if it is played alone in misère play.
        is_misere_lost: bool,
    },
    /// Two or more components have not ended.
    More {
        /// The player to move loses each of these components if it is played alone in normal play.
        are_normal_lost: bool,
    },
}

impl OpenComponents {
    /// Returns whether the player to move loses the compound of the components that have not ended, in normal play.
    const fn is_normal_lost(self) -> bool {
        match self {
            Self::None => true,
            Self::One { is_normal_lost: lost, .. } | Self::More { are_normal_lost: lost } => lost,
        }
    }

    const fn beside(self, other: Self) -> Self {
        match (self, other) {
            (Self::None, going) | (going, Self::None) => going,
            _ => Self::More { are_normal_lost: self.is_normal_lost() && other.is_normal_lost() },
        }
    }
}

impl CompoundRule {
    /// Returns the label of a component that has ended. An empty list of components has the same label.
    #[must_use]
    pub fn ended(self) -> Label {
        match (self.compound, self.play) {
            (Compound::Conjunctive | Compound::ContinuedConjunctive, _) => Label::Length(Natural::ZERO),
            (Compound::Selective, Play::Normal) => Label::Lost,
            (Compound::Selective, Play::Misere) => Label::Going(OpenComponents::None),
            (Compound::ShortenedSelective | Compound::DiminishedDisjunctive, _) => Label::Over,
        }
    }

    /// Returns the label of the list that joins two lists of components, given the labels of these lists.
    #[must_use]
    pub fn beside(self, left: &Label, right: &Label) -> Label {
        match (left, right) {
            (Label::Value(left), Label::Value(right)) => Label::Value(left ^ right),
            (Label::Value(value), Label::Infinite(options)) | (Label::Infinite(options), Label::Value(value)) => {
                meter::charge_each(options.len(), cost::OPTION);
                let mut options: Vec<Natural> = options.iter().map(|option| option ^ value).collect();
                options.sort_unstable();
                Label::Infinite(options)
            }
            // Neither player can win two such components, whatever the other components are (Smith).
            (Label::Infinite(_), Label::Infinite(_)) => Label::Infinite(Vec::new()),
            (Label::Going(left), Label::Going(right)) => Label::Going(left.beside(*right)),
            _ if self.compound == Compound::Conjunctive => left.min(right).clone(),
            _ => left.max(right).clone(),
        }
    }

    /// Returns the label of a list of components, given the labels of the components.
    #[must_use]
    pub fn of_list<'l>(self, labels: impl IntoIterator<Item = &'l Label>) -> Label {
        let mut labels = labels.into_iter();
        let Some(first) = labels.next() else { return self.ended() };
        labels.fold(first.clone(), |all, label| self.beside(&all, label))
    }

    /// Returns the winner of a list of components with this label.
    #[must_use]
    pub fn winner(self, label: &Label) -> Winner {
        let is_lost = match label {
            Label::Endless | Label::Drawn => return Winner::Draw,
            Label::Length(length) => length.is_even() == (self.play == Play::Normal),
            Label::Lost => true,
            Label::Won | Label::CanEnd | Label::AtOnce | Label::Going(OpenComponents::None) => false,
            Label::Value(value) => value.is_zero(),
            Label::Infinite(options) => match options.first() {
                Some(least) if least.is_zero() => false,
                _ => return Winner::Draw,
            },
            // In normal play the player to move has lost a game that is over.
            Label::Over => self.play == Play::Normal,
            Label::Going(OpenComponents::One { is_misere_lost, .. }) => *is_misere_lost,
            Label::Going(OpenComponents::More { are_normal_lost }) => *are_normal_lost,
        };
        if is_lost { Winner::Second } else { Winner::First }
    }

    /// Returns the outcome of a move for the player who makes it. The move leaves components with the label `left`.
    #[must_use]
    pub fn outcome(self, left: &Label) -> MoveResult {
        match self.winner(left) {
            Winner::First => MoveResult::Loss,
            Winner::Second => MoveResult::Win,
            Winner::Draw => MoveResult::Draw,
        }
    }

    /// Returns the label of a component whose play must end, given the labels of its options.
    #[must_use]
    pub fn over(self, options: &[Label]) -> Label {
        if options.is_empty() {
            return self.ended();
        }
        let wins = || options.iter().any(|option| self.winner(option) == Winner::Second);
        match (self.compound, self.play) {
            (Compound::Conjunctive, _) => self.length(options, Ordering::Less),
            (Compound::ContinuedConjunctive, _) => self.length(options, Ordering::Greater),
            (Compound::ShortenedSelective, Play::Normal) if options.contains(&Label::Over) => Label::CanEnd,
            (Compound::Selective, Play::Normal) | (Compound::ShortenedSelective, _) => {
                if wins() {
                    Label::Won
                } else {
                    Label::Lost
                }
            }
            (Compound::Selective, Play::Misere) => {
                let is_lost = |option: &Label| matches!(option, Label::Going(going) if going.is_normal_lost());
                let is_normal_lost = !options.iter().any(is_lost);
                Label::Going(OpenComponents::One { is_normal_lost, is_misere_lost: !wins() })
            }
            (Compound::DiminishedDisjunctive, Play::Normal) if options.contains(&Label::Over) => Label::AtOnce,
            (Compound::DiminishedDisjunctive, _) => Label::Value(foreclosed(options)),
        }
    }

    /// Returns the length of play. If `winner_likes` is `Less`, the winner hurries and the loser delays, and Smith
    /// calls the length remoteness. If `winner_likes` is `Greater`, the winner delays and the loser hurries, and Smith
    /// calls the length suspense.
    fn length(self, options: &[Label], winner_likes: Ordering) -> Label {
        let better = |liked: Ordering, left: &Label, right: &Label| {
            let order = left.cmp(right);
            if liked == Ordering::Less { order.reverse() } else { order }
        };
        let lost = options.iter().filter(|option| self.winner(option) == Winner::Second);
        let best = lost.max_by(|left, right| better(winner_likes, left, right));
        let best = best.or_else(|| options.iter().max_by(|left, right| better(winner_likes.reverse(), left, right)));
        match best {
            Some(Label::Length(length)) => Label::Length(length + &Natural::ONE),
            _ => Label::Endless,
        }
    }
}

/// Returns the foreclosed value: the least number that is not the value of an option. Options without a value do not
/// count, because a move to such an option loses. In normal play, these options let the opponent end the game. In
/// misère play, the move to them ends the game.
fn foreclosed(options: &[Label]) -> Natural {
    let mut values: Vec<&Natural> =
        options.iter().filter_map(|option| if let Label::Value(value) = option { Some(value) } else { None }).collect();
    values.sort_unstable();
    values.dedup();
    let missing = (0_u64..).zip(&values).find(|(expected, value)| ***value != *expected);
    missing.map_or_else(|| Natural::from(values.len()), |(expected, _)| expected.into())
}
