//! [`Separate`]: many positions of one game that are solved separately, not as one sum.
//!
//! Values are found first, because nearly every winner follows from a value. If the positions are vertices of a graph,
//! one search finds the winners of all vertices. Only misère play of positions that are not tame is decided one
//! position at a time, by the theories of sums.
//!
//! If the work of the request does not suffice for all positions, the first positions are solved, and the others are not.

use std::borrow::Cow;

use smallvec::SmallVec;

use crate::game::{PartlySolved, Play, PositionKind, Positions, Solved, Value};
use crate::number::Natural;
use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::solve::alone::Alone;
use crate::solve::attempts::Attempts;
use crate::solve::multiset::ByParts;
use crate::solve::position::FoundInMisere;
use crate::solve::quotient::ByQuotient;
use crate::solve::search::BySearch;
use crate::solve::verdict::Verdict;
use crate::solve::{Solution, SolvedSum, Summand, Winner};
use crate::solve::{genus, tame};
use crate::theory::Caches;
use crate::theory::genus::Genus;
use crate::theory::graphs::retrograde::Retrograde;

/// Positions of one game. Each position is solved alone: together they are not a sum. Positions that no theory solves
/// stay unsolved.
#[derive(Debug)]
pub struct Separate<'t> {
    play: Play,
    tables: &'t Caches,
    count: usize,
    /// The stretches of consecutive positions for which a theory could be made, in ascending order. A position that is
    /// in no [`SolvedRun`] is not solved.
    stretches: Vec<SolvedRun>,
}

/// One of this many parts of the remaining work is kept for the first positions, if the work does not suffice for all.
const FOR_FEWER: u64 = 8;

/// One of this many parts of the remaining work is kept for the rest of the response while winners or lengths of play are
/// searched.
const FOR_THE_REST: u64 = 16;

/// Consecutive positions for which one theory was made.
#[derive(Debug)]
struct SolvedRun {
    /// The index of the first of these positions among all positions of [`Separate`].
    first: usize,
    /// The solved positions: those that the theory can solve.
    solved: Box<dyn Solved>,
    /// The positions that the theory can't solve, each by its index within this [`SolvedRun`], in ascending order.
    unreached: Vec<usize>,
}

impl<'t> Separate<'t> {
    /// Solves positions of one game.
    ///
    /// # Errors
    /// The meter is spent.
    pub fn of(positions: &dyn Positions, play: Play, tables: &'t Caches) -> Result<Self, Spent> {
        let mut separate = Self { play, tables, count: positions.len(), stretches: Vec::new() };
        separate.solve(0, positions)?;
        Ok(separate)
    }

    /// Solves positions. `first` is the index of the first of them among all positions of [`Separate`]. If one theory
    /// can be made for these positions, this theory solves them at once. Otherwise each half is solved separately.
    fn solve(&mut self, first: usize, positions: &dyn Positions) -> Result<(), Spent> {
        meter::go_on(cost::NUMBER)?;
        if positions.is_empty() {
            return Ok(());
        }
        let left = meter::left();
        let most = if positions.len() > 1 { left - left / FOR_FEWER } else { left };
        match self.solve_run(first, positions.copy(), most)? {
            Ok(true) => return Ok(()),
            Ok(false) => {}
            Err(spent) => return self.solve_first(first, positions, spent),
        }
        // A single position can't be halved, so it stays unsolved.
        let half = positions.len() / 2;
        if half > 0 {
            self.solve(first, &*part_of(positions, 0, half)?)?;
            self.solve(first.saturating_add(half), &*part_of(positions, half, positions.len())?)?;
        }
        Ok(())
    }

    /// Solves positions at once, within `most` steps. Returns whether one theory could be made for them. The inner error
    /// says that `most` steps do not suffice.
    fn solve_run(
        &mut self,
        first: usize,
        positions: Box<dyn Positions>,
        most: u64,
    ) -> Result<Result<bool, Spent>, Spent> {
        let solved = meter::within(most, || positions.solve_reached(self.play, self.tables));
        meter::go_on(0)?;
        Ok(solved.map(|solved| match solved {
            Ok(PartlySolved { solved, others: unreached, .. }) => {
                self.stretches.push(SolvedRun { first, solved, unreached });
                true
            }
            Err(_) => false,
        }))
    }

    /// Solves positions from the first on, in longer and longer runs, as far as the work suffices. `spent` is the error of
    /// the attempt to solve all of them.
    ///
    /// # Errors
    /// `spent`, if the work does not suffice for any of them.
    fn solve_first(&mut self, first: usize, positions: &dyn Positions, spent: Spent) -> Result<(), Spent> {
        let floor = meter::left() / 2;
        let (mut start, mut length) = (0_usize, 1_usize);
        while start < positions.len() && length > 0 {
            let end = start.saturating_add(length).min(positions.len());
            let run = part_of(positions, start, end)?;
            let most = meter::left().saturating_sub(floor) / 2;
            match self.solve_run(first.saturating_add(start), run, most)? {
                Ok(false) if length > 1 => length /= 2,
                Ok(_) => (start, length) = (end, length.saturating_mul(2)),
                Err(_) => length /= 2,
            }
        }
        if self.stretches.is_empty() { Err(spent) } else { Ok(()) }
    }

    /// Returns the tables that the positions are solved with.
    #[must_use]
    pub fn tables(&self) -> &'t Caches {
        self.tables
    }

    /// Returns the solved positions of the last [`SolvedRun`] that has any; `None` if no position is solved.
    #[must_use]
    pub fn solved(&self) -> Option<&dyn Solved> {
        self.stretches.iter().rev().map(|stretch| &*stretch.solved).find(|solved| !solved.is_empty())
    }

    /// Returns whether the positions are tokens on a graph, so that play may never end.
    #[must_use]
    pub fn are_tokens(&self) -> bool {
        self.solved().is_some_and(|solved| solved.token(0).is_some())
    }

    /// Returns the value of each position; `None` if the position is not solved.
    ///
    /// # Errors
    /// The meter is spent.
    pub fn values(&self) -> Result<Vec<Option<Value>>, Spent> {
        self.column(|solved| each(solved, |index| Ok(Some(solved.value(index)))))
    }

    /// Returns the winner of each position; `None` if the winner is not known.
    ///
    /// # Errors
    /// The meter is spent.
    pub fn winners(&self) -> Result<Vec<Option<Winner>>, Spent> {
        match self.play {
            Play::Normal => self.column(|solved| each(solved, |index| Ok(Some(winner(&solved.value(index)))))),
            Play::Misere => self.column(|solved| self.misere_winners(solved)),
        }
    }

    /// Returns, for each position, the number of moves if the winner wins as fast as possible and the loser loses as
    /// slowly as possible. `None` if play never ends, or if the number is not known.
    ///
    /// # Errors
    /// The meter is spent.
    pub fn lengths(&self) -> Result<Vec<Option<u64>>, Spent> {
        self.column(|solved| {
            let searched = retrograde(solved, self.play)?;
            let mut attempts = Attempts::leaving_one_of(FOR_THE_REST);
            each(solved, |index| {
                if let (Some(searched), Some(token)) = (&searched, solved.token(index)) {
                    return Ok(searched.remoteness(token.at).map(u64::from));
                }
                if let Some(length) = solved.remoteness(index, self.play) {
                    return Ok(Some(length));
                }
                let most = attempts.left() / if solved.len() > 1 { 2 } else { 1 };
                // All moves may be listed to see that there is one, so this is a part of the attempt.
                let found =
                    || if solved.is_over(index) { Some(0) } else { self.searched_length(solved, index).ok()? };
                attempts.attempt(most, found)
            })
        })
    }

    /// Returns the genus of each position; `None` if a position has no genus, or if a share of the remaining steps does
    /// not suffice to find the genus.
    ///
    /// # Errors
    /// The meter is spent.
    pub fn genera(&self) -> Result<Vec<Option<Genus<Natural>>>, Spent> {
        self.column(|solved| {
            let in_misere = match self.play {
                Play::Misere => Some(solved.solve_more(solved.copy())?),
                Play::Normal => solved.copy().solve(Play::Misere, self.tables).ok(),
            };
            meter::go_on(0)?;
            let unknown = || vec![None; solved.len()];
            let found = in_misere.map_or_else(unknown, |solved| genus::of_many(&*solved, self.tables));
            meter::go_on(0)?;
            Ok(found)
        })
    }

    /// Searches a position for the length of play; `None` if the position is too large, or if play never ends.
    fn searched_length(&self, solved: &dyn Solved, index: usize) -> Result<Option<u64>, Spent> {
        let position = alone(solved, index, FoundInMisere::default())?;
        let searched = BySearch::of(&position, self.play, self.tables.search);
        meter::go_on(0)?;
        Ok(searched.and_then(|searched| searched.remoteness).map(u64::from))
    }

    /// Returns a list with one entry for each position. `cells` computes the entries of the solved positions of one
    /// [`SolvedRun`]. The entry of an unsolved position is `None`.
    fn column<T: Clone>(
        &self,
        mut cells: impl FnMut(&dyn Solved) -> Result<Vec<Option<T>>, Spent>,
    ) -> Result<Vec<Option<T>>, Spent> {
        let mut column = Vec::with_capacity(self.count);
        for SolvedRun { first, solved, unreached } in &self.stretches {
            column.resize(*first, None);
            let cells = if solved.is_empty() { Vec::new() } else { cells(&**solved)? };
            let mut cells = cells.into_iter();
            let mut unreached = unreached.iter().peekable();
            while unreached.peek().is_some() || cells.len() > 0 {
                let place = column.len().saturating_sub(*first);
                column.push(if unreached.next_if_eq(&&place).is_some() { None } else { cells.next().flatten() });
            }
        }
        column.resize(self.count, None);
        Ok(column)
    }

    fn misere_winners(&self, solved: &dyn Solved) -> Result<Vec<Option<Winner>>, Spent> {
        if let Some(searched) = retrograde(solved, Play::Misere)? {
            return each(solved, |index| Ok(solved.token(index).map(|token| searched.winner(token.at))));
        }
        let mut wild = Vec::new();
        let mut winners = each(solved, |index| {
            let tame = genus::tame(solved, index).map(|tame| tame::winner(&tame));
            if tame.is_none() {
                wild.push(index);
            }
            Ok(tame)
        })?;
        // A small heap is found in little time, and helps to find larger ones.
        wild.sort_by_cached_key(|index| match solved.position_kind(*index) {
            PositionKind::Heap(_, heap) => Some(heap.clone()),
            _ => None,
        });
        self.wild_winners(solved, &wild, &mut winners)?;
        Ok(winners)
    }

    /// Finds the winners of positions that are not known to be tame, as far as the work suffices.
    fn wild_winners(&self, solved: &dyn Solved, wild: &[usize], winners: &mut [Option<Winner>]) -> Result<(), Spent> {
        let Some(largest) = wild.last() else { return Ok(()) };
        let mut attempts = Attempts::leaving_one_of(FOR_THE_REST);
        let position = alone(solved, *largest, FoundInMisere::default())?;
        // A quotient for the largest heap decides all of them. If there is none, it is not looked for again, and the
        // search of each heap uses what the searches of smaller heaps have found.
        let is_of_heaps = matches!(solved.position_kind(*largest), PositionKind::Heap(..));
        if is_of_heaps && wild.len() > 1 {
            attempts.attempt(attempts.left(), || {
                let is_decided = Alone::of(&position, Play::Misere).is_some()
                    || ByParts::soon(&position, self.tables.search, meter::left()).is_some();
                if is_decided { None } else { ByQuotient::of_one_game(&position, self.tables, meter::left()) }
            })?;
        }
        let found = position.misere.to_share();
        let parts = if is_of_heaps || wild.len() == 1 { 1 } else { 2 };
        for index in wild {
            let find = || self.wild_winner(solved, *index, &found).ok().flatten();
            winners[*index] = attempts.attempt(attempts.left() / parts, find)?;
        }
        Ok(())
    }

    /// Finds the winner of misère play of a position that is not known to be tame. `found` has results for other
    /// positions, which are used here.
    fn wild_winner(&self, solved: &dyn Solved, index: usize, found: &FoundInMisere) -> Result<Option<Winner>, Spent> {
        let position = alone(solved, index, found.clone())?;
        if position.misere.has_quotient()
            && let Some(in_quotient) = ByQuotient::of_one_game(&position, self.tables, meter::left())
        {
            return Ok(Some(in_quotient.winner()));
        }
        let solution = Solution::decided(position, Play::Misere, self.tables);
        meter::go_on(0)?;
        Ok(solution.ok().map(|solution| solution.winner()))
    }
}

/// Returns the positions at the places `from`..`to`.
fn part_of(positions: &dyn Positions, from: usize, to: usize) -> Result<Box<dyn Positions>, Spent> {
    let mut part = positions.ruleset().none();
    for index in from..to {
        meter::go_on(cost::NUMBER)?;
        // This cannot fail, because the position is already one of the game.
        let _ = part.push(positions.written(index));
    }
    Ok(part)
}

/// Calls a function for each position, and collects the results.
fn each<T>(
    solved: &dyn Solved,
    mut find: impl FnMut(usize) -> Result<Option<T>, Spent>,
) -> Result<Vec<Option<T>>, Spent> {
    let mut found = Vec::with_capacity(solved.len());
    for index in 0..solved.len() {
        meter::go_on(cost::NUMBER)?;
        found.push(find(index)?);
    }
    Ok(found)
}

/// Finds the winner and the length of play for each vertex, if the positions are tokens on one graph.
fn retrograde(solved: &dyn Solved, play: Play) -> Result<Option<Retrograde>, Spent> {
    let searched = solved.token(0).map(|token| Retrograde::of(token.graph, play));
    meter::go_on(0)?;
    Ok(searched)
}

/// Returns the winner of normal play of a position with this value.
fn winner(value: &Value) -> Winner {
    match value {
        Value::Nimber(value) if value.is_zero() => Winner::Second,
        Value::Outcome { wins: false, .. } => Winner::Second,
        Value::Nimber(_) | Value::Outcome { wins: true, .. } => Winner::First,
        Value::Infinite(options) if options.contains(&Natural::ZERO) => Winner::First,
        Value::Infinite(_) => Winner::Draw,
    }
}

/// Solves the sum whose only component is the position at `index`.
fn alone(solved: &dyn Solved, index: usize, misere: FoundInMisere) -> Result<SolvedSum, Spent> {
    meter::go_on(cost::POSITION)?;
    let solved = solved.solve_more(solved.alone(index))?;
    let part = Summand { key: Cow::Borrowed(""), place: 0, components: solved };
    let mut position = SolvedSum::of(SmallVec::from_buf([part]));
    position.misere = misere;
    Ok(position)
}
