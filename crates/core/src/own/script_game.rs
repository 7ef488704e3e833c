//! [`ScriptGame`]: a game that is given by rules. The rules are a script that returns the options of a position. Before
//! the game is solved, all positions that can be reached are found, and become a graph.

use std::any::Any;
use std::convert::Infallible;
use std::sync::Arc;

use grundy_rules::{Constant, Script, ScriptLimits, Taken};
use sha2::{Digest, Sha256};

use super::explored::{Batch, ExploredMoves, ExploredRules, GameOfRules, Progress};
pub(crate) use super::reach::Limits;
use super::reach::{metered, options_of, runnable};
use super::ruled::Ruled;
use super::valued::Valuation;
use super::valued_game::ValuedGame;
use super::{GraphGame, NamedGraph, SplittingGame};
use crate::game::any_game::of::PositionsOf;
use crate::game::shape::{Literal, PlainValue};
use crate::game::words::cut;
use crate::game::{
    Card, Follower, Game, Illegal, Play, Positions, Purpose, Rules, Ruleset, Theory, Unsolved, UnusableRules, Value,
    left_is_the_move,
};
use crate::number::{cost, meter};
use crate::theory::Caches;
use crate::theory::removals::Removals;
use crate::theory::step::joined;

/// Error messages use these words for the work of the script, if it needs too many steps.
const TOPIC: &str = "the rules of the game";

/// The remaining steps of a request are divided into this many parts. The script may use all parts but one. The last
/// part is for the rest of the response, or for the message that the script needs too many steps.
const PARTS: u64 = 16;

/// The rules of a game, before its positions are explored. They are not solved in this form: exploring turns the
/// positions into a graph, and the game on this graph is solved.
#[derive(Clone, Debug)]
pub(crate) struct ScriptGame {
    script: Arc<Script>,
    source: Arc<RulesSource>,
    limits: Limits,
    /// The batch whose requests share the game.
    batch: Option<Arc<Batch>>,
}

/// The texts that identify rules in the cache.
#[derive(Debug, Hash)]
pub(crate) struct RulesSource {
    /// The script.
    pub(crate) rules: String,
    /// The JSON of the constants.
    pub(crate) constants: String,
}

impl ScriptGame {
    /// Compiles rules, and runs the code outside of their functions.
    ///
    /// # Errors
    /// The rules have a fault or need too much work, or the meter is spent.
    pub(crate) fn compile(
        source: RulesSource,
        constants: &[(String, Constant)],
        limits: Limits,
    ) -> Result<Self, UnusableRules> {
        let compile = || metered(|fuel| Script::compile(&source.rules, constants, ScriptLimits::default(), fuel));
        let script = meter::as_one(TOPIC, || in_part(part_of(meter::left()), compile)).map_err(|fault| {
            let reason = "what is outside of functions takes all the work that is left: does it end?";
            fault.unwrap_or_else(|| UnusableRules::too_costly(reason))
        })?;
        Ok(Self { script: Arc::new(script), source: Arc::new(source), limits, batch: None })
    }

    /// Returns the game for the requests of a batch. They are not charged for exploring it, but the batch is.
    pub(crate) fn for_many(self) -> Self {
        Self { batch: Some(Arc::default()), ..self }
    }

    /// Returns the game of these positions, if it is given by rules.
    pub(crate) fn of(positions: &dyn Positions) -> Option<&Self> {
        let positions: &dyn Any = positions;
        positions.downcast_ref::<PositionsOf<Self>>().map(|positions| &positions.game)
    }

    /// Returns the position that stands for an integer in a range. This is the integer itself, unless the rules have a
    /// function `start`.
    ///
    /// # Errors
    /// The script fails, or the meter is spent.
    pub(crate) fn start(&self, n: i64) -> Result<Option<Literal>, UnusableRules> {
        if !self.script.starts() {
            return Ok(Literal::int(n));
        }
        let mut script = runnable(&self.script);
        meter::as_one("the function start of the rules", || metered(|fuel| script.start(n, fuel)))
    }

    /// Returns whether the integers of a range stand for other positions.
    pub(crate) fn starts(&self) -> bool {
        self.script.starts()
    }

    /// Returns the numbers that a move may take from a heap, if the syntax of the rules tells them.
    pub(crate) fn removals(&self) -> Option<Removals> {
        let RulesSource { rules, constants } = &*self.source;
        meter::charge_each(rules.len(), cost::ENTRY);
        let Taken { small, from, modulus, residues } =
            Some(rules).filter(|_| constants == "{}").and_then(|rules| Taken::of(rules))?;
        Removals::new(&small, from, modulus, &residues)
    }

    /// Runs the script to find the options of a position.
    ///
    /// # Errors
    /// The script fails, or the meter is spent.
    pub(crate) fn options_of(&self, position: &Literal) -> Result<Vec<Follower<Literal>>, UnusableRules> {
        options_of(&self.script, position)
    }

    /// Explores all positions that `starts` lead to.
    fn reach(&self, starts: &[Literal], purpose: Purpose, tables: &Caches) -> Result<GameOfRules, UnusableRules> {
        meter::charge_each(self.source.rules.len() + self.source.constants.len(), cost::WORD);
        let begun = meter::charged();
        tables.cache.with(TOPIC, &self.source, ExploredRules::default, |explored, key| {
            let mut progress = Progress::default();
            let Some(batch) = &self.batch else {
                let most = part_of(meter::left());
                let work = || explored.reach(&self.script, starts, purpose, &self.limits, &mut progress);
                let reached = in_part(most, work);
                meter::share(key, progress.steps());
                return reached.map_err(|fault| fault.unwrap_or_else(|| progress.took_all(begun, most)));
            };
            let (most, mut steps) = (part_of(self.limits.steps), 0);
            let reached = meter::uncharged(most, || {
                let reached = explored.reach_in(batch, &self.script, starts, &self.limits, &mut progress);
                steps = meter::charged().saturating_sub(begun);
                reached
            });
            // Work that ends for want of room is done again, and noted then.
            meter::go_on(0)?;
            meter::share_uncharged(key, batch.add(steps));
            let reached = reached.unwrap_or_else(|_| Err(progress.took_all(begun, most)))?;
            if let Some(reached) = reached.filter(|_| purpose == Purpose::Moves) {
                return Ok(reached);
            }
            // All positions are known now, and only have to be found once more.
            progress = Progress::default();
            let work = || explored.reach(&self.script, starts, purpose, &self.limits, &mut progress);
            let reached = meter::uncharged(most, work);
            meter::go_on_each(progress.weight(), cost::ENTRY)?;
            reached.unwrap_or_else(|_| Err(progress.took_all(begun, most)))
        })?
    }

    /// Values all positions that `starts` lead to, without keeping their moves. `None` if play may come back to a
    /// position.
    fn value(&self, starts: &[Literal], tables: &Caches) -> Result<Option<Box<dyn Positions>>, UnusableRules> {
        meter::charge_each(self.source.rules.len() + self.source.constants.len(), cost::WORD);
        for start in starts {
            meter::charge_each(start.encoded().bytes().len(), cost::WORD);
        }
        let work = || {
            let (begun, most, mut script) = (meter::charged(), part_of(meter::left()), runnable(&self.script));
            let mut valuation = Valuation::new(&mut script, &self.limits);
            let valued = in_part(most, || valuation.of(starts));
            valued.map_err(|fault| fault.unwrap_or_else(|| valuation.took_all(begun, most)))
        };
        let valued = tables.cache.find(TOPIC, &(&self.source, starts), work)?;
        let Some(valued) = valued else { return Ok(None) };
        with_starts(ValuedGame { script: Arc::clone(&self.script), valued }.none(), starts).map(Some)
    }

    /// Returns `starts` as positions of the explored game.
    fn run(&self, explored: GameOfRules, starts: &[Literal]) -> Result<Box<dyn Positions>, UnusableRules> {
        let described = self.script.describes().then(|| Script::clone(&self.script));
        let names = Ruled::new(explored.positions, explored.part, described);
        let run = match explored.moves {
            ExploredMoves::Single(graph, labels) => {
                GraphGame::new(Arc::new(NamedGraph::ruled(graph, names).labelled(labels))).none()
            }
            ExploredMoves::Splitting(graph, found) => {
                SplittingGame::solved(Arc::new(NamedGraph::ruled(graph, names)), found).none()
            }
        };
        with_starts(run, starts)
    }
}

/// Adds positions to an empty list of positions of a game.
fn with_starts(mut positions: Box<dyn Positions>, starts: &[Literal]) -> Result<Box<dyn Positions>, UnusableRules> {
    for start in starts {
        let pushed = positions.push(PlainValue::Literal(start.clone()));
        pushed.map_err(|illegal| UnusableRules::too_costly(illegal.reason))?;
    }
    Ok(positions)
}

/// Divides steps into [`PARTS`] parts, and returns the steps of all parts but one.
fn part_of(steps: u64) -> u64 {
    steps / PARTS * (PARTS - 1)
}

/// Does work that may take `most` steps, fewer than are left.
///
/// # Errors
/// The rules have a fault, or the meter is spent. The error is `None` if only the steps for this work are used up.
fn in_part<T>(most: u64, work: impl FnOnce() -> Result<T, UnusableRules>) -> Result<T, Option<UnusableRules>> {
    match meter::within(most, work) {
        Ok(done) => done.map_err(Some),
        Err(spent) if meter::is_spent() => Err(Some(spent.into())),
        Err(_) => Err(None),
    }
}

impl Rules for ScriptGame {
    type Position = Literal;
    type Move = Follower<Literal>;

    const SPLITS: bool = true;

    const CARD: Card = Card {
        id: "rules",
        rules: "A move takes a position to one of those that the rules return for it. Who cannot move loses; play that never ends \
                is a draw.",
        position: "an integer, a string or a list of positions",
        text_form: "a literal of Python",
        ..GraphGame::CARD
    };

    /// The SHA-256 of the script, and its constants.
    fn definition(&self, _: usize) -> Option<String> {
        let RulesSource { rules, constants } = &*self.source;
        meter::charge_each(rules.len(), cost::VALUE);
        let hash = Sha256::digest(rules).iter().fold(String::new(), |hash, byte| format!("{hash}{byte:02x}"));
        let constants = if constants == "{}" { String::new() } else { format!(r#","constants":{constants}"#) };
        Some(format!(r#"{{"rules":"{hash}"{constants}}}"#))
    }

    /// The options that the script returns. If the script fails, there are no options. Exploring the rules has already
    /// reported this failure.
    fn moves(&self, position: &Literal) -> impl Iterator<Item = Follower<Literal>> {
        self.options_of(position).unwrap_or_default().into_iter()
    }

    fn find(&self, position: &Literal, left: &Follower<Literal>) -> Result<Follower<Literal>, Illegal> {
        let to = &left.clone().into_sorted();
        let Ok(options) = self.options_of(position) else {
            // The script fails at this position. No error is returned here, because exploring begins with this position
            // and reports the failure.
            return Ok(to.clone());
        };
        meter::charge_each(options.len(), cost::NUMBER);
        if options.contains(to) {
            return Ok(to.clone());
        }
        let returned = if options.is_empty() { "none".to_owned() } else { joined(&options, sum, ", ") };
        let from = position.to_string();
        Err(format!("no move leads from {} to {}; the options are {}", cut(&from), cut(&sum(to)), cut(&returned))
            .into())
    }

    left_is_the_move!();

    fn describe(&self, position: &Literal, to: &Follower<Literal>) -> String {
        format!("move from {position} to {}", sum(to))
    }
}

/// Describes the positions that a move leaves.
fn sum(parts: &Follower<Literal>) -> String {
    match parts.parts() {
        [] => "nothing".to_owned(),
        parts => joined(parts, Literal::to_string, " + "),
    }
}

impl Game for ScriptGame {
    /// There is no theory, because the game on the explored graph is solved instead.
    type Theory = Infallible;

    fn explored(
        &self,
        positions: &[Literal],
        purpose: Purpose,
        tables: &Caches,
    ) -> Result<Option<Box<dyn Positions>>, UnusableRules> {
        if purpose == Purpose::Values
            && let Some(valued) = self.value(positions, tables)?
        {
            return Ok(Some(valued));
        }
        let purpose = if purpose == Purpose::Moves { purpose } else { Purpose::Graph };
        let explored = self.reach(positions, purpose, tables)?;
        self.run(explored, positions).map(Some)
    }

    fn theory(&self, _: &[Literal], _: Play, _: &Caches) -> Result<Infallible, Unsolved> {
        Err(Unsolved { index: 0, too_costly: false, reason: "the rules are not explored".to_owned() })
    }
}

impl Theory<ScriptGame> for Infallible {
    type Solved = Value;

    fn solve(&self, _: &Literal) -> Value {
        match *self {}
    }
}
