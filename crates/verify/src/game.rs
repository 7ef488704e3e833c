//! [`NumberedPositions`]: the positions of a game by numbers, and their options.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::cells::CellMoves;
use crate::code::HeapDigits;
use crate::fields::{fields, list, whole};
use crate::json::Json;
use crate::refusal::{Rejection, need};
use crate::rules::GameRules;
use crate::vectors::Vectors;
use crate::work::{MOST_ENTRIES, Work};

/// The steps of an option, and of the number of a position.
const OPTION: usize = 64;

/// The most options of all positions together.
const MOST_OPTIONS: usize = 16 * MOST_ENTRIES;

/// The options of a position, each a list of positions.
pub(crate) type PositionOptions = Rc<[Vec<usize>]>;

/// The positions of a game, each with a number.
pub(crate) struct NumberedPositions<'a> {
    source: Source,
    rules: &'a mut dyn GameRules,
    pub(crate) work: &'a mut Work,
    numbers: HashMap<Json, usize>,
    written: Vec<Json>,
    options: HashMap<usize, PositionOptions>,
    count: usize,
}

/// Where the options come from.
enum Source {
    Heaps(HeapDigits),
    AllBut(HashSet<usize>),
    Graph(HashMap<Json, Vec<Vec<Json>>>),
    Vectors(Vectors),
    Cells(CellMoves),
    /// A game of the catalogue or of a client.
    Rules(Json),
    /// Several games by name. A component is a pair of a name and a position.
    Sum(HashMap<Box<str>, Source>),
}

impl<'a> NumberedPositions<'a> {
    pub(crate) fn of(game: Option<&Json>, rules: &'a mut dyn GameRules, work: &'a mut Work) -> Result<Self, Rejection> {
        let source = Source::of(game.unwrap_or(&Json::Null), true)?;
        let (numbers, written, options) = (HashMap::new(), Vec::new(), HashMap::new());
        Ok(Self { source, rules, work, numbers, written, options, count: 0 })
    }

    /// Returns the number of a position of the certificate.
    pub(crate) fn read(&mut self, position: &Json) -> Result<usize, Rejection> {
        let position = self.source.form(position, self.rules)?;
        self.number(position)
    }

    fn number(&mut self, position: Json) -> Result<usize, Rejection> {
        self.work.spend(OPTION)?;
        if let Some(number) = self.numbers.get(&position) {
            return Ok(*number);
        }
        let number = self.written.len();
        need(number < MOST_ENTRIES, || "too many positions".to_owned())?;
        self.written.push(position.clone());
        self.numbers.insert(position, number);
        Ok(number)
    }

    /// Returns the options of a position.
    pub(crate) fn options(&mut self, number: usize) -> Result<PositionOptions, Rejection> {
        if let Some(options) = self.options.get(&number) {
            return Ok(Rc::clone(options));
        }
        let written = self.source.options(&self.written[number], self.rules, self.work)?;
        self.count = self.count.saturating_add(written.len());
        need(self.count <= MOST_OPTIONS, || "too many options".to_owned())?;
        let mut options = Vec::with_capacity(written.len());
        for left in written {
            options.push(left.into_iter().map(|part| self.number(part)).collect::<Result<Vec<_>, _>>()?);
        }
        let options: PositionOptions = options.into();
        self.options.insert(number, Rc::clone(&options));
        Ok(options)
    }

    /// Returns whether a position has no option. Such a component changes no sum.
    pub(crate) fn is_stuck(&mut self, number: usize) -> Result<bool, Rejection> {
        Ok(self.options(number)?.is_empty())
    }

    /// Writes a position.
    pub(crate) fn written(&self, number: usize) -> &Json {
        &self.written[number]
    }
}

impl Source {
    fn of(game: &Json, may_be_sum: bool) -> Result<Self, Rejection> {
        let Json::Object(there) = game else { return Err(Rejection::refused("the game is an object")) };
        let has = |name: &str| there.iter().any(|(other, _)| **other == *name);
        if has("sum") && may_be_sum {
            let [sum] = fields(game, "the game", ["sum"], 1)?;
            let Some(Json::Object(games)) = sum else { return Err(Rejection::refused("a sum has games by name")) };
            let games = games.iter().map(|(name, game)| Ok((name.clone(), Self::of(game, false)?)));
            return Ok(Self::Sum(games.collect::<Result<_, Rejection>>()?));
        }
        if has("rules") {
            let [hash, constants] = fields(game, "the game", ["rules", "constants"], 1)?;
            need(hash.and_then(Json::text).is_some(), || "the hash of rules is a string".to_owned())?;
            need(constants.is_none_or(|it| matches!(it, Json::Object(_))), || "constants are an object".to_owned())?;
            return Ok(Self::Rules(game.clone()));
        }
        if has("catalogue") {
            let texts = fields(game, "the game", ["catalogue", "parameters"], 1)?;
            let are_texts = texts.into_iter().flatten().all(|text| text.text().is_some());
            need(are_texts, || "the game and its parameters are strings".to_owned())?;
            return Ok(Self::Rules(game.clone()));
        }
        if has("graph") {
            let [graph] = fields(game, "the game", ["graph"], 1)?;
            return graph_of(graph.unwrap_or(&Json::Null)).map(Self::Graph);
        }
        if has("vectors") {
            return Vectors::of(game).map(Self::Vectors);
        }
        if has("cells") {
            return CellMoves::of(game).map(Self::Cells);
        }
        if has("all_but") {
            return kept_of(game).map(Self::AllBut);
        }
        HeapDigits::of(game).map(Self::Heaps)
    }

    fn form(&self, position: &Json, rules: &mut dyn GameRules) -> Result<Json, Rejection> {
        match self {
            Self::Rules(game) => rules.form(game, position).map_err(Rejection::Refused),
            Self::Sum(games) => {
                let (name, part) = named(position)?;
                let game = games.get(name).ok_or_else(|| Rejection::refused("no game of this name"))?;
                Ok(Json::List(vec![Json::Text(name.into()), game.form(part, rules)?]))
            }
            Self::Vectors(_) => Vectors::form(position),
            Self::Cells(_) => CellMoves::form(position),
            Self::Heaps(_) | Self::AllBut(_) | Self::Graph(_) => Ok(position.clone()),
        }
    }

    fn options(
        &self,
        position: &Json,
        rules: &mut dyn GameRules,
        work: &mut Work,
    ) -> Result<Vec<Vec<Json>>, Rejection> {
        let heap = || position.small().ok_or_else(|| Rejection::refused("a heap is a small integer from 0 on"));
        match self {
            Self::Heaps(code) => {
                let mut options = Vec::new();
                code.each_option(heap()?, work, |left| {
                    options.push(left.iter().map(|part| Json::of(*part)).collect());
                    need(options.len() <= MOST_OPTIONS, || "too many options".to_owned())
                })?;
                Ok(options)
            }
            Self::AllBut(kept) => {
                let heap = heap()?;
                work.spend(heap.saturating_mul(OPTION))?;
                need(heap <= MOST_OPTIONS, || "too many options".to_owned())?;
                Ok((1..=heap).filter(|k| !kept.contains(k)).map(|k| vec![Json::of(heap - k)]).collect())
            }
            Self::Graph(rows) => {
                let row = rows.get(position).ok_or_else(|| Rejection::refused(format!("{position} is no vertex")))?;
                work.spend(row.len().saturating_mul(OPTION))?;
                Ok(row.clone())
            }
            Self::Vectors(vectors) => vectors.options(position, work),
            Self::Cells(moves) => moves.options(position, work),
            Self::Rules(game) => rules.options(game, position).map_err(Rejection::Refused),
            Self::Sum(games) => {
                let (name, part) = named(position)?;
                let game = games.get(name).ok_or_else(|| Rejection::refused("no game of this name"))?;
                let mut options = game.options(part, rules, work)?;
                for part in options.iter_mut().flatten() {
                    let unnamed = std::mem::replace(part, Json::Null);
                    *part = Json::List(vec![Json::Text(name.into()), unnamed]);
                }
                Ok(options)
            }
        }
    }
}

/// Returns the name of the game of a component, and its position.
fn named(component: &Json) -> Result<(&str, &Json), Rejection> {
    match component.list() {
        Some([Json::Text(name), position]) => Ok((name, position)),
        _ => Err(Rejection::refused("a component is a name and a position")),
    }
}

/// Reads the numbers of an all-but set.
pub(crate) fn kept_of(game: &Json) -> Result<HashSet<usize>, Rejection> {
    let [kept] = fields(game, "the game", ["all_but"], 1)?;
    list(kept, "all_but")?.iter().map(|k| whole(Some(k), "what may not be taken", 1, MOST_ENTRIES)).collect()
}

/// Reads a graph: a list of rows, or an object of rows by the names of vertices.
fn graph_of(graph: &Json) -> Result<HashMap<Json, Vec<Vec<Json>>>, Rejection> {
    let rows: Vec<(Json, &Json)> = match graph {
        Json::List(rows) => rows.iter().enumerate().map(|(place, row)| (Json::of(place), row)).collect(),
        Json::Object(rows) => rows.iter().map(|(name, row)| (Json::Text(name.clone()), row)).collect(),
        _ => return Err(Rejection::refused("a graph is a list or an object")),
    };
    let left = |to: &Json| to.list().map_or_else(|| vec![to.clone()], <[Json]>::to_vec);
    let row = |row| list(Some(row), "a row").map(|row| row.iter().map(left).collect());
    rows.into_iter().map(|(vertex, to)| Ok((vertex, row(to)?))).collect()
}
