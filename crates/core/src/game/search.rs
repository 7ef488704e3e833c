//! [`Searched`]: a game of rules alone. Where there is no theory, all positions that moves lead to are solved, options
//! first, each once.

use crate::game::also::{Alone, Also, Mixed};
use crate::game::options::find_swap_ranks;
use std::collections::HashMap;
use std::fmt::{self, Debug};
use std::sync::Arc;

use super::Tables;
use crate::game::shape::{Shape, Written};
use crate::game::{After, Card, Class, Convention, Game, Illegal, List, Rules, Solved, Unsolved, Value};
use crate::number::Natural;
use crate::number::meter;
use crate::theory::step::{self, Step};

/// So many positions are held at the most, whatever the limit of work, those that are still to be searched too: each
/// takes some hundred bytes.
const MOST: usize = 250_000;

/// What an option takes to be made and looked up, and a position to be judged by them.
const STEPS_EACH: u64 = 150;

/// What is found of a position.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// Its Grundy value.
    pub(crate) value: u64,
    /// How it behaves in misère sums: known iff it is tame.
    pub(crate) class: Class,
    /// Does the player to move win it alone in misère play? Not known where it splits into untame parts.
    pub(crate) misere_wins: Option<bool>,
}

impl Solved for Found {
    fn value(&self) -> Value {
        Value::Nimber(self.value.into())
    }
}

/// All positions that moves lead to from some.
#[derive(Clone)]
pub(crate) struct Search<P>(Arc<HashMap<P, Found>>);

impl<P> Debug for Search<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Search of {} positions", self.0.len())
    }
}

impl<P: crate::game::Position> Search<P> {
    /// All that these lead to.
    ///
    /// # Errors
    /// There are too many of them, or the meter is spent.
    pub(crate) fn of<R: Rules<Position = P>>(rules: &R, positions: &[P]) -> Result<Self, Unsolved> {
        meter::work_at("the search of a game");
        let mut found = HashMap::new();
        // On a stack of its own: games may be long.
        let mut open: Vec<P> = positions.to_vec();
        while let Some(position) = open.last() {
            if found.contains_key(position) {
                open.pop();
                continue;
            }
            meter::go_on(STEPS_EACH)?;
            let options: Vec<R::Option> =
                rules.options(position).take_while(|_| meter::go_on(STEPS_EACH).is_ok()).collect();
            meter::go_on(0)?;
            let parts = options.iter().flat_map(After::parts);
            let missing: Vec<P> = parts.filter(|part| !found.contains_key(*part)).cloned().collect();
            if found.len().saturating_add(open.len()).saturating_add(missing.len()) > MOST {
                let reason = format!("it has no theory but search, and moves lead to more than {MOST} positions");
                return Err(Unsolved { index: 0, too_costly: true, reason });
            }
            if missing.is_empty() {
                let solved = judge(&options, &found);
                found.insert(position.clone(), solved);
                open.pop();
            } else {
                open.extend(missing);
            }
        }
        Ok(Self(Arc::new(found)))
    }

    pub(crate) fn get(&self, position: &P) -> Option<Found> {
        self.0.get(position).copied()
    }
}

/// What a sum of positions is, by what they are.
fn sum<P: crate::game::Position>(parts: &[P], found: &HashMap<P, Found>) -> Found {
    if let [part] = parts
        && let Some(found) = found.get(part)
    {
        return *found;
    }
    let solved = parts.iter().filter_map(|part| found.get(part));
    let (mut value, mut class) = (0, Class::Swap);
    for part in solved {
        value ^= part.value;
        class = class.beside(part.class);
    }
    let misere_wins = match class {
        Class::Swap => Some(value == 0),
        Class::Fixed => Some(value != 0),
        Class::Unknown => None,
    };
    Found { value, class, misere_wins }
}

/// What a position is, by its options. It is tame iff they are and its genus is one of a heap (Conway 1976).
fn judge<P: crate::game::Position, A: After<P>>(options: &[A], found: &HashMap<P, Found>) -> Found {
    let options: Vec<Found> = options.iter().map(|option| sum(option.parts(), found)).collect();
    let value = mex(options.iter().map(|option| option.value));
    let misere = match options.as_slice() {
        [] => 1,
        options => mex(options.iter().map(|option| match option.class {
            Class::Swap => 1 - option.value,
            _ => option.value,
        })),
    };
    let class = match (options.iter().all(|option| option.class != Class::Unknown), value, misere) {
        (true, 0, 1) | (true, 1, 0) => Class::Swap,
        (true, value, misere) if value == misere => Class::Fixed,
        _ => Class::Unknown,
    };
    let losing = |option: &Found| option.misere_wins == Some(false);
    let misere_wins = if options.is_empty() || options.iter().any(losing) {
        Some(true)
    } else {
        options.iter().all(|option| option.misere_wins.is_some()).then_some(false)
    };
    Found { value, class, misere_wins }
}

pub(crate) fn mex(values: impl Iterator<Item = u64>) -> u64 {
    let mut values: Vec<u64> = values.collect();
    values.sort_unstable();
    values.dedup();
    (0..)
        .zip(&values)
        .find(|(place, value)| place != *value)
        .map_or_else(|| u64::try_from(values.len()).unwrap_or(u64::MAX), |(place, _)| place)
}

/// A game of rules alone.
#[derive(Clone, Debug)]
pub struct Searched<R: Rules> {
    rules: R,
    /// None before the positions of a request are known.
    search: Option<Search<R::Position>>,
}

impl<R: Rules> Searched<R> {
    /// The game of these rules.
    #[must_use]
    pub const fn new(rules: R) -> Self {
        Self { rules, search: None }
    }

    fn found(&self, position: &R::Position) -> Found {
        match self.search.as_ref().and_then(|search| search.get(position)) {
            Some(found) => found,
            // Only for a position that was not prepared, which no solution asks for.
            None => Search::of(&self.rules, std::slice::from_ref(position))
                .ok()
                .and_then(|search| search.get(position))
                .unwrap_or(Found { value: 0, class: Class::Unknown, misere_wins: None }),
        }
    }

    fn lost_in_misere(&self, position: &R::Position) -> Option<Vec<R::Option>> {
        let options = self.listed(position);
        let wins: Option<Vec<bool>> = options
            .iter()
            .map(|option| if let [part] = option.parts() { self.found(part).misere_wins } else { None })
            .collect();
        Some(options.into_iter().zip(wins?).filter(|(_, wins)| !wins).map(|(option, _)| option).collect())
    }
}

impl<R: Rules> Rules for Searched<R> {
    type Position = R::Position;
    type Option = R::Option;

    const CARD: Card = R::CARD;

    fn shape(&self) -> Shape {
        self.rules.shape()
    }

    fn legal(&self, position: &R::Position) -> Result<(), Illegal> {
        self.rules.legal(position)
    }

    fn read(&self, written: Written) -> Result<R::Position, Illegal> {
        self.rules.read(written)
    }

    fn write(&self, position: &R::Position) -> Written {
        self.rules.write(position)
    }

    fn options(&self, position: &R::Position) -> impl Iterator<Item = R::Option> {
        self.rules.options(position)
    }

    fn check(&self, position: &R::Position, to: &R::Option) -> Result<(), String> {
        self.rules.check(position, to)
    }

    fn describe(&self, position: &R::Position, to: &R::Option) -> String {
        self.rules.describe(position, to)
    }

    fn small(&self) -> Vec<R::Position> {
        self.rules.small()
    }
}

/// How an explanation begins where values are found by search.
pub(crate) const BY_SEARCH: &str = "Found by search: the value";

impl<R: Rules> Game for Searched<R> {
    type Solved = Found;

    fn also(&self) -> Also<'_, Self> {
        Also { alone: Some(self), mixed: Some(self), ..Also::NOTHING }
    }

    fn prepare(&mut self, positions: &[R::Position], _: &Tables) -> Result<(), Unsolved> {
        self.search = Some(Search::of(&self.rules, positions)?);
        Ok(())
    }

    fn solve(&self, position: &R::Position) -> Found {
        self.found(position)
    }

    fn explain(&self, position: &R::Position, found: &Found) -> Vec<Step> {
        vec![Step::new(values_of_options(self, position, BY_SEARCH)), Step::value(&found.value.into())]
    }

    fn class(&self, _: &R::Position, found: &Found) -> Class {
        found.class
    }
}

impl<R: Rules> Alone<Self> for Searched<R> {
    fn winning<'a>(
        &'a self,
        position: &'a R::Position,
        _: &'a Found,
        convention: Convention,
    ) -> Option<Box<dyn List<R::Option> + 'a>> {
        if convention == Convention::Normal {
            return None;
        }
        Some(Box::new(self.lost_in_misere(position)?))
    }
}

impl<R: Rules> Mixed<Self> for Searched<R> {
    fn swap_ranks(&self, position: &R::Position, found: &Found, value: &Natural) -> Vec<Natural> {
        find_swap_ranks(self, position, found, value)
    }
}

/// The values of the options in a sentence, for games that have no other reason; it begins with why they are known.
pub(crate) fn values_of_options<G: Game>(game: &G, position: &G::Position, begin: &str) -> String {
    let value = |option: &G::Option| {
        let parts = option.parts().iter().filter_map(|part| match game.solve(part).value() {
            Value::Nimber(value) => Some(value),
            _ => None,
        });
        parts.fold(Natural::ZERO, |xor, value| &xor ^ &value)
    };
    let mut values: Vec<Natural> = game.listed(position).iter().map(value).collect();
    values.sort_unstable();
    values.dedup();
    match values.as_slice() {
        [] => "From here there is no move.".to_owned(),
        values => format!(
            "{begin} is the smallest that no option has; the options have {}.",
            step::joined(values, |value| value.short().to_string(), ", ")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mex_is_the_least_that_is_not_there() {
        for (values, least) in [(&[][..], 0), (&[0, 1, 3], 2), (&[1, 1], 0), (&[2, 1, 0, 0], 3)] {
            assert_eq!(mex(values.iter().copied()), least, "{values:?}");
        }
    }
}
