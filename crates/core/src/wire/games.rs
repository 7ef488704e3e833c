//! [`Games`]: the games that a request defines, in addition to its position.

use std::collections::HashMap;
use std::iter;
use std::sync::Arc;

use serde_json::value::RawValue;

use super::definition::Definition;
use super::fault::{Code, Fault, Faults, quote};
use super::json;
use super::json_reader::{self, JsonReader, Read, Unread};
use super::limits::{LimitCounter, RequestLimits};
use crate::game::Ruleset;
use crate::game::kinds::deletion::Deletion;
use crate::number::{cost, meter};
use crate::own::{GraphGame, NamedGraph, OwnVectors, SplittingGame};
use crate::theory::graphs::splitting::SplittingGraph;
use crate::theory::vectors::game::{VectorGame, VectorLimits};

/// The longest name of a game that a request defines.
const MAX_NAME: usize = 64;

/// The games that a request defines, by name. `None` stands for a wrong definition, whose fault was reported when the
/// definition was read.
#[derive(Debug, Default)]
pub struct Games {
    list: Vec<(String, Option<Arc<dyn Ruleset>>)>,
    /// The index of each name in the list.
    places: HashMap<String, usize>,
    /// Games that are defined elsewhere, for names that are not in the list.
    others: Option<Arc<Self>>,
}

/// Whether one request or many requests use the games.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RequestCount {
    One,
    /// Many requests. The values of graphs are computed when the games are read, so that no later request is charged
    /// for them.
    Many,
}

impl Games {
    /// Finds the game with this name, and its place in the list.
    pub(crate) fn find(&self, name: &str) -> Option<(usize, &dyn Ruleset)> {
        let (place, rules) = self.get(name)?;
        Some((place, rules?))
    }

    /// Finds the definition with this name, which may be wrong, and its place in the list.
    fn get(&self, name: &str) -> Option<(usize, Option<&dyn Ruleset>)> {
        if let Some(place) = self.places.get(name) {
            let (_, rules) = self.list.get(*place)?;
            return Some((*place, rules.as_deref()));
        }
        let (place, rules) = self.others.as_ref()?.get(name)?;
        Some((self.list.len().saturating_add(place), rules))
    }

    /// Returns whether the definition with this name is wrong. Then the fault of the definition is reported, and uses
    /// of the name are not reported as faults.
    pub(crate) fn is_broken(&self, name: &str) -> bool {
        self.get(name).is_some_and(|(_, rules)| rules.is_none())
    }

    /// Returns the number of games in memory. Games count even if a later game of the same name hides them.
    pub(crate) fn count(&self) -> usize {
        iter::successors(Some(self), |games| games.others.as_deref()).map(|games| games.list.len()).sum()
    }

    /// Returns the names of the games, without those whose definition is wrong.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        let lists = iter::successors(Some(self), |games| games.others.as_deref()).flat_map(|games| &games.list);
        lists.filter(|(_, rules)| rules.is_some()).map(|(name, _)| &**name)
    }

    /// Reads an object that has the definition of each game under its name.
    ///
    /// # Errors
    /// Returns all faults in the object, with pointers relative to `json`.
    pub fn from_json(json: &[u8], limits: &RequestLimits) -> Result<Self, Faults> {
        Self::of_text(json, &mut LimitCounter::new(limits), RequestCount::One)
    }

    /// Reads games that many requests share.
    ///
    /// # Errors
    /// Returns all faults in the object, with pointers relative to `json`.
    pub fn for_many(json: &[u8], limits: &RequestLimits) -> Result<Self, Faults> {
        let games = Self::of_text(json, &mut LimitCounter::new(limits), RequestCount::Many);
        meter::go_on(0).map_err(Fault::spent)?;
        games
    }

    fn of_text(json: &[u8], counts: &mut LimitCounter, requests: RequestCount) -> Result<Self, Faults> {
        json_reader::read(json, |json| {
            let mut games = Self::default();
            games.read_all(json, counts, requests).map(|()| games)
        })
    }

    /// Reads the field `games` of a request, if it is there. Its games hide those of the same name in `shared`.
    pub(crate) fn of_field(
        raw: Option<&RawValue>,
        shared: Option<&Arc<Self>>,
        limits: &RequestLimits,
        faults: &mut Faults,
    ) -> Self {
        let mut games = Self::default();
        let mut counts = LimitCounter::new(limits);
        if let Some(raw) = raw
            && let Err(found) = json_reader::read(raw.get().as_bytes(), |json| games.read(json, &mut counts))
        {
            faults.append(found.under("games"));
        }
        games.beside(shared)
    }

    /// Reads an object that has the definition of each game under its name, and adds these games. A game whose definition
    /// is wrong is added as such.
    ///
    /// # Errors
    /// Returns all faults in the object, with pointers relative to the object.
    pub(crate) fn read(&mut self, json: &mut JsonReader, counts: &mut LimitCounter) -> Read<()> {
        self.read_all(json, counts, RequestCount::One)
    }

    fn read_all(&mut self, json: &mut JsonReader, counts: &mut LimitCounter, requests: RequestCount) -> Read<()> {
        if json.peek()? != b'{' {
            return json.refuse(r#"an object of games, such as {"mine": {"rules": "def options(n): …"}}"#);
        }
        json.object(|json, name, faults| {
            meter::go_on(cost::POSITION)?;
            counts.game().map_err(Unread::ended)?;
            if self.places.contains_key(name) {
                faults.push_with(|| json::repeated(name));
                return json.raw().map(drop);
            }
            if let Some(fault) = misnamed(name) {
                self.push(name.to_owned(), None);
                json.raw()?;
                return Err(fault.into());
            }
            match Definition::read(json, counts) {
                Ok(definition) => self.add(name.to_owned(), definition, counts.limits, requests),
                Err(unread) => {
                    self.push(name.to_owned(), None);
                    return Err(unread);
                }
            }
            Ok(())
        })
    }

    fn add(&mut self, name: String, definition: Definition, limits: &RequestLimits, requests: RequestCount) {
        let rules: Arc<dyn Ruleset> = match definition {
            Definition::Graph(mut graph) => {
                if requests == RequestCount::Many {
                    // If this spends the meter, reading the games fails, so the result need not be checked here.
                    let _ = graph.find_labels();
                }
                Arc::new(GraphGame::new(Arc::new(graph)))
            }
            Definition::Splitting(graph) => Arc::new(SplittingGame::new(Arc::new(graph))),
            Definition::Rules(game) if requests == RequestCount::Many => Arc::new(game.for_many()),
            Definition::Rules(game) => Arc::new(game),
            Definition::Vectors(rules) => {
                let limits = VectorLimits { cells: limits.max_cells, ..VectorLimits::DEFAULT };
                Arc::new(OwnVectors::new(Arc::new(VectorGame::new(rules)), limits))
            }
            Definition::Board(board) => Arc::new(Deletion::new(board)),
            Definition::Cells(cells) => Arc::new(Deletion::new(cells)),
        };
        self.push(name, Some(rules));
    }

    /// Adds the games of `others`, except those whose names are taken. Games that were added in this way before are
    /// dropped.
    #[must_use]
    pub fn beside(mut self, others: Option<&Arc<Self>>) -> Self {
        self.others = others.cloned();
        // Each list is more than twice as long as the one before it, so a name is found in few steps. Many requests
        // share one long list, which must not be copied for each of them.
        while let Some(next) = self.others.take_if(|next| next.list.len() <= self.list.len().saturating_mul(2)) {
            meter::charge_each(next.list.len(), cost::COMPONENT);
            for (name, rules) in &next.list {
                if !self.places.contains_key(name) {
                    self.push(name.clone(), rules.clone());
                }
            }
            self.others.clone_from(&next.others);
        }
        self
    }

    /// Adds a game that is a graph. A program that has the graph in memory need not write it as JSON.
    ///
    /// # Errors
    /// If the name is wrong or taken.
    pub fn add_graph(&mut self, name: &str, graph: Arc<NamedGraph>) -> Result<(), Fault> {
        self.add_rules(name, Arc::new(GraphGame::new(graph)))
    }

    /// Adds a game that is a graph in which a move may lead to a sum of vertices. The graph must have no cycle.
    ///
    /// # Errors
    /// If the name is wrong or taken.
    pub fn add_splitting(&mut self, name: &str, graph: Arc<NamedGraph<SplittingGraph>>) -> Result<(), Fault> {
        self.add_rules(name, Arc::new(SplittingGame::new(graph)))
    }

    fn add_rules(&mut self, name: &str, rules: Arc<dyn Ruleset>) -> Result<(), Fault> {
        let twice = || Fault::new(Code::InvalidGame, format!("{} is defined twice", quote(name)));
        if let Some(fault) = misnamed(name).or_else(|| self.places.contains_key(name).then(twice)) {
            return Err(fault.under(name));
        }
        self.push(name.to_owned(), Some(rules));
        Ok(())
    }

    fn push(&mut self, name: String, rules: Option<Arc<dyn Ruleset>>) {
        self.places.insert(name.clone(), self.list.len());
        self.list.push((name, rules));
    }
}

/// Returns the fault of a name that a client's game must not have; `None` if the name is allowed. The name of a game of
/// the catalogue is allowed, and means the client's game in the request. If such names were refused, each new game of
/// the catalogue could break requests that work today.
#[must_use]
pub fn misnamed(name: &str) -> Option<Fault> {
    let letters = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    if name.is_empty() || name.len() > MAX_NAME || !letters {
        let detail = format!(
            "a game's name has 1 to {MAX_NAME} characters of a–z, A–Z, 0–9, _ and -, and this is {}",
            quote(name)
        );
        return Some(Fault::new(Code::InvalidGame, detail));
    }
    None
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::number::meter::Meter;

    /// Returns a game for each of these numbers, with names that begin with `letter`.
    fn games(letter: char, numbers: impl IntoIterator<Item = usize>) -> Games {
        let mut games = Games::default();
        for number in numbers {
            games.push(format!("{letter}{number}"), None);
        }
        games
    }

    #[test]
    fn games_of_many_lines_are_put_together_cheaply() {
        let (mut shared, meter) = (Arc::new(games('a', 0..1)), Meter::new(u64::MAX));
        meter.run(|| (1..4000).for_each(|number| shared = games('a', [number]).beside(Some(&shared)).into())).unwrap();
        // Each game is put into another list at most log(4000) / log(1.5) times.
        assert!(meter.charged() <= 4000 * 21 * cost::COMPONENT, "{}", meter.charged() / cost::COMPONENT);
        assert!(iter::successors(Some(&shared), |games| games.others.as_ref()).count() <= 12);
        assert!((0..4000).all(|number| shared.is_broken(&format!("a{number}"))));
        let places: HashSet<_> = (0..4000).map(|number| shared.get(&format!("a{number}")).unwrap().0).collect();
        assert_eq!(places.len(), 4000);
    }

    #[test]
    fn a_request_with_games_does_not_copy_those_that_many_requests_share() {
        let (shared, meter) = (Arc::new(games('a', 0..4000)), Meter::new(u64::MAX));
        let own = meter.run(|| games('b', 0..100).beside(Some(&shared))).unwrap();
        assert_eq!((meter.charged(), own.get("a0").unwrap().0, own.get("b0").unwrap().0), (0, 100, 0));
    }
}
