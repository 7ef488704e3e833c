//! [`Searched`]: a game that has rules but no theory. Its positions are solved by a search through all positions that
//! moves lead to. Each of these positions is solved once, after its options.

use std::any::TypeId;
use std::collections::{HashMap, HashSet};
use std::fmt::{self, Debug};
use std::sync::Arc;

use crate::game::shape::{PlainValue, Shape};
use crate::game::{
    Card, Follower, Game, Goal, HasValue, Illegal, Moves, Play, Position, Rules, Step, Tameness, Theory, Unsolved,
    Value,
};
use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::theory::Caches;
use crate::theory::cache::{CacheKind, Cached, allocated, of_map};
use crate::theory::tame::{TameGenus, mex};

/// The largest number of positions in memory, even if the limit of work allows more. Positions that still wait to be
/// searched are included. Each position needs some hundred bytes.
const MOST: usize = 250_000;

/// Error messages use these words for the search, if it needs too many steps.
const TOPIC: &str = "the search of a game";

/// Returns the reason why a search gives up.
pub(crate) fn too_many() -> String {
    format!(
        "it has no theory but search, and the search has to keep more than {MOST} positions and moves, a fixed limit"
    )
}

/// The results that a search stores for one position.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// The Grundy value.
    pub(crate) value: u64,
    /// The class in misère sums. The class is known iff the position is tame.
    pub(crate) tameness: Tameness,
    /// True if the player to move wins this position alone in misère play. `None` if this is not known, because the
    /// position is, or leads to, a sum of positions that are not all tame.
    pub(crate) misere_wins: Option<bool>,
}

impl Found {
    fn tame(&self) -> Option<TameGenus> {
        let is_fickle = match self.tameness {
            Tameness::Fickle => true,
            Tameness::Firm => false,
            Tameness::Unknown => return None,
        };
        Some(TameGenus { value: self.value, is_fickle })
    }

    /// Returns the result for a sum, given the results for its positions.
    pub(crate) fn of_sum(mut parts: impl Iterator<Item = Self>) -> Self {
        let nothing = Self { value: 0, tameness: Tameness::Fickle, misere_wins: Some(true) };
        let (first, second) = (parts.next().unwrap_or(nothing), parts.next());
        let Some(second) = second else { return first };
        let beside = |sum: Self, part: Self| {
            let tameness = sum.tameness.beside(part.tameness);
            Self { value: sum.value ^ part.value, tameness, misere_wins: None }
        };
        let found = parts.fold(beside(first, second), beside);
        Self { misere_wins: found.tame().as_ref().map(TameGenus::wins), ..found }
    }

    /// Returns the result for a position, given the results for its options. A position is tame iff all its options are
    /// tame and its genus is the genus of a sum of heaps of nim (Conway 1976).
    pub(crate) fn over(options: impl Iterator<Item = Self>) -> Self {
        let options: Vec<Self> = options.collect();
        let value = mex(options.iter().map(|option| option.value));
        let tame = options.iter().map(Self::tame).collect::<Option<Vec<TameGenus>>>();
        let tameness = tame.and_then(|options| TameGenus::over(&options)).into();
        let losing = |option: &Self| option.misere_wins == Some(false);
        let misere_wins = if options.is_empty() || options.iter().any(losing) {
            Some(true)
        } else {
            options.iter().all(|option| option.misere_wins.is_some()).then_some(false)
        };
        Self { value, tameness, misere_wins }
    }
}

impl HasValue for Found {
    fn value(&self) -> Value {
        Value::Nimber(self.value.into())
    }
}

/// The results for some positions and for all positions that they lead to. Each result is stored under the key
/// ([`Rules::key`]) of its position. A position that consists of several regions has no result of its own, because each
/// of its regions has a result.
pub(crate) struct Search<P> {
    found: Arc<HashMap<P, Found>>,
    /// True if some position consists of several regions.
    falls_apart: bool,
}

impl<P> Clone for Search<P> {
    fn clone(&self) -> Self {
        Self { found: Arc::clone(&self.found), falls_apart: self.falls_apart }
    }
}

impl<P> Debug for Search<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Search of {} positions", self.found.len())
    }
}

/// The way in which a search sees positions: as sums of their regions, or as a whole. Positions are seen as a whole
/// only for misère play, if their regions are not tame.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    ByRegions,
    Whole,
}

/// Returns the keys of some positions, or of the regions of these positions. For each position, all machine words but
/// one are charged.
fn keys<R: Rules>(rules: &R, positions: &[R::Position], reading: Reading) -> Vec<R::Position> {
    let mut keys = Vec::with_capacity(positions.len());
    for position in positions {
        meter::charge_each(position.weight().saturating_sub(1), cost::COMPONENT);
        let regions = if reading == Reading::ByRegions { rules.regions(position) } else { Vec::new() };
        match regions.as_slice() {
            [] => keys.push(rules.key(position)),
            regions => keys.extend(regions.iter().map(|region| rules.key(region))),
        }
    }
    keys
}

/// The start of a search: the keys of some positions. Each key occurs only once, so that equal components are searched
/// once.
struct Starts<P> {
    keys: Vec<P>,
    /// True if one of the positions consists of several regions.
    falls_apart: bool,
}

impl<P: Position> Starts<P> {
    /// Returns the keys of these positions. With [`Reading::ByRegions`], a position that has regions is replaced by its
    /// regions.
    ///
    /// # Errors
    /// The meter is spent.
    fn of<R: Rules<Position = P>>(rules: &R, positions: &[P], reading: Reading) -> Result<Self, Spent> {
        meter::work_at(TOPIC);
        let (mut starts, mut seen) = (Self { keys: Vec::new(), falls_apart: false }, HashSet::new());
        for position in positions {
            let keys = keys(rules, std::slice::from_ref(position), reading);
            meter::go_on_each(keys.len(), cost::LOOK_UP)?;
            starts.falls_apart |= keys.len() > 1;
            starts.keys.extend(keys.into_iter().filter(|key| seen.insert(key.clone())));
        }
        Ok(starts)
    }
}

impl<P: Position> Search<P> {
    /// Searches these positions and all positions that they lead to.
    ///
    /// # Errors
    /// The search meets too many positions, or the meter is spent.
    pub(crate) fn of<R: Rules<Position = P>>(rules: &R, positions: &[P]) -> Result<Self, Unsolved> {
        Self::read_as(rules, positions, Reading::ByRegions)
    }

    /// Does the same as [`Search::of`], but `reading` decides whether positions are split into regions.
    fn read_as<R: Rules<Position = P>>(rules: &R, positions: &[P], reading: Reading) -> Result<Self, Unsolved> {
        Self::from(rules, &Starts::of(rules, positions, reading)?, reading)
    }

    /// Searches these starts and all positions that they lead to.
    fn from<R: Rules<Position = P>>(rules: &R, starts: &Starts<P>, reading: Reading) -> Result<Self, Unsolved> {
        let (mut found, mut falls_apart) = (HashMap::new(), starts.falls_apart);
        // The search has a stack of its own instead of recursion, because a long game would overflow the program's
        // stack.
        let mut open = starts.keys.clone();
        while let Some(position) = open.last() {
            if found.contains_key(position) {
                open.pop();
                continue;
            }
            meter::go_on(cost::COMPONENT)?;
            let mut options: Vec<Vec<P>> = Vec::new();
            for made in rules.moves(position) {
                let left = rules.after(position, &made);
                let keys = keys(rules, left.parts(), reading);
                falls_apart |= keys.len() > left.parts().len();
                meter::go_on_each(keys.len(), cost::COMPONENT)?;
                options.push(keys);
            }
            meter::go_on(0)?;
            let missing: Vec<P> = options.iter().flatten().filter(|part| !found.contains_key(*part)).cloned().collect();
            if found.len().saturating_add(open.len()).saturating_add(missing.len()) > MOST {
                return Err(Unsolved { index: 0, too_costly: true, reason: too_many() });
            }
            if missing.is_empty() {
                let solved = Found::over(options.iter().map(|option| sum(option, &found)));
                found.insert(position.clone(), solved);
                open.pop();
            } else {
                open.extend(missing);
            }
        }
        Ok(Self { found: Arc::new(found), falls_apart })
    }

    /// The number of positions that were searched.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.found.len()
    }

    /// The result for the sum of these positions; `None` if some position was not searched.
    fn sum_of<R: Rules<Position = P>>(&self, rules: &R, positions: &[P], reading: Reading) -> Option<Found> {
        let keys = keys(rules, positions, reading);
        keys.iter().all(|key| self.found.contains_key(key)).then(|| sum(&keys, &self.found))
    }
}

/// The result for a sum, computed from the results for its positions.
fn sum<P: Position>(parts: &[P], found: &HashMap<P, Found>) -> Found {
    Found::of_sum(parts.iter().filter_map(|part| found.get(part).copied()))
}

impl<P: Position> Cached for Search<P> {
    const KIND: CacheKind = CacheKind::Searches;

    fn bytes(&self) -> usize {
        let elsewhere = |position: &P| allocated::<u64>(position.weight().saturating_sub(1));
        of_map::<P, Found>(self.found.capacity()) + self.found.keys().map(elsewhere).sum::<usize>()
    }
}

/// A game that has rules but no theory.
#[derive(Clone, Debug)]
pub struct Searched<R: Rules>(R);

impl<R: Rules> Searched<R> {
    /// Creates the game that has these rules.
    #[must_use]
    pub const fn new(rules: R) -> Self {
        Self(rules)
    }
}

impl<R: Rules> Rules for Searched<R> {
    type Position = R::Position;
    type Move = R::Move;

    const CARD: Card = R::CARD;
    const SHAPE: Shape = R::SHAPE;
    const SPLITS: bool = R::SPLITS;

    fn shape(&self) -> Shape {
        self.0.shape()
    }

    fn legal(&self, position: &R::Position) -> Result<(), Illegal> {
        self.0.legal(position)
    }

    fn read(&self, written: PlainValue) -> Result<R::Position, Illegal> {
        self.0.read(written)
    }

    fn write(&self, position: &R::Position) -> PlainValue {
        self.0.write(position)
    }

    fn definition(&self, most: usize) -> Option<String> {
        self.0.definition(most)
    }

    fn moves(&self, position: &R::Position) -> impl Iterator<Item = R::Move> {
        self.0.moves(position)
    }

    fn after(&self, position: &R::Position, made: &R::Move) -> Follower<R::Position> {
        self.0.after(position, made)
    }

    fn find(&self, position: &R::Position, left: &Follower<R::Position>) -> Result<R::Move, Illegal> {
        self.0.find(position, left)
    }

    fn describe(&self, position: &R::Position, made: &R::Move) -> String {
        self.0.describe(position, made)
    }

    fn regions(&self, position: &R::Position) -> Vec<R::Position> {
        self.0.regions(position)
    }

    fn key(&self, position: &R::Position) -> R::Position {
        self.0.key(position)
    }

    fn all(&self, starts: &[R::Position]) -> Option<Vec<R::Position>> {
        self.0.all(starts)
    }

    fn small(&self) -> Vec<R::Position> {
        self.0.small()
    }
}

/// The reason for values that are found by search.
pub(crate) const BY_SEARCH: &str =
    "A search found the values of all positions that moves lead to: each is the smallest number that no option has.";

impl<R: Rules> Game for Searched<R> {
    type Theory = FoundBySearch<R>;

    fn theory(&self, positions: &[R::Position], _: Play, tables: &Caches) -> Result<FoundBySearch<R>, Unsolved> {
        let rules = self.0.clone();
        // If the type of the rules has no fields, all its values are the same rules. Only the searches for such types
        // are shared between requests.
        let starts = Starts::of(&rules, positions, Reading::ByRegions)?;
        let search = || Search::from(&rules, &starts, Reading::ByRegions);
        let search = if size_of::<R>() == 0 {
            // Later requests about the same positions need no second search: a client may ask for a verdict and then
            // for the moves.
            tables.cache.find(TOPIC, &(TypeId::of::<R>(), &starts.keys, starts.falls_apart), search)?
        } else {
            search()?
        };
        Ok(FoundBySearch { rules, search })
    }
}

/// The theory of a game that has only rules. It consists of the results of a search.
#[derive(Clone, Debug)]
pub struct FoundBySearch<R: Rules> {
    rules: R,
    search: Search<R::Position>,
}

impl<R: Rules> FoundBySearch<R> {
    /// The result for a sum of positions that were searched; `None` if some position was not searched, or the meter is
    /// spent.
    fn known(&self, positions: &[R::Position]) -> Option<Found> {
        self.search.sum_of(&self.rules, positions, Reading::ByRegions)
    }

    fn found(&self, positions: &[R::Position]) -> Found {
        // The search made moves only from keys ([`Rules::key`]). If `positions` are options of a position that is not a
        // key, the search may not have met the keys of `positions`. In that case `positions` are searched now.
        let search = || Search::of(&self.rules, positions).ok();
        let found = self.known(positions).or_else(|| search()?.sum_of(&self.rules, positions, Reading::ByRegions));
        found.unwrap_or(Found { value: 0, tameness: Tameness::Unknown, misere_wins: None })
    }
}

impl<R: Rules> Theory<Searched<R>> for FoundBySearch<R> {
    type Solved = Found;

    fn covers(&self, positions: &[R::Position]) -> bool {
        positions.iter().all(|position| self.known(std::slice::from_ref(position)).is_some())
    }

    fn solve(&self, position: &R::Position) -> Found {
        self.found(std::slice::from_ref(position))
    }

    fn moves_to<'a>(&'a self, position: &'a R::Position, _: &'a Found, goal: &Goal) -> Option<Moves<'a, R::Move>> {
        let Goal::Wins(Play::Misere) = goal else { return None };
        let moves = self.rules.listed(position);
        let left: Vec<Follower<R::Position>> = moves.iter().map(|made| self.rules.after(position, made)).collect();
        // A move that splits the position leaves a sum. The results of the parts do not determine who wins the sum.
        if left.iter().any(|left| left.parts().len() != 1) {
            return None;
        }
        let mut wins: Option<Vec<bool>> = left.iter().map(|left| self.found(left.parts()).misere_wins).collect();
        // The results for regions that are not tame do not determine who wins their sum. So the position is searched as
        // a whole.
        if wins.is_none() && self.search.falls_apart {
            let whole = Search::read_as(&self.rules, std::slice::from_ref(position), Reading::Whole).ok()?;
            let of_whole =
                |left: &Follower<R::Position>| whole.sum_of(&self.rules, left.parts(), Reading::Whole)?.misere_wins;
            wins = left.iter().map(of_whole).collect();
        }
        Some(Moves::list(moves.into_iter().zip(wins?).filter(|(_, wins)| !wins).map(|(made, _)| made).collect()))
    }

    fn explain(&self, _: &R::Position, _: &Found) -> Vec<Step> {
        vec![Step::new(BY_SEARCH)]
    }

    fn shows_options(&self, _: &R::Position, _: &Found) -> bool {
        true
    }

    fn tameness(&self, _: &R::Position, found: &Found) -> Tameness {
        found.tameness
    }
}
