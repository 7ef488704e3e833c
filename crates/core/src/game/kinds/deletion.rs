//! The common part of deletion games. A position is a set of free cells of a
//! [`CellTable`](crate::game::kinds::free::CellTable), and is solved by a search. Each game only defines how its
//! positions are read and written.

use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::game::entry::{Family, without_parameters};
pub(crate) use crate::game::kinds::free::Free;
use crate::game::position_kind::DeletionPosition;
use crate::game::shape::{PlainValue, Shape};
use crate::game::words::{cut, quote};
use crate::game::{
    Card, Follower, Game, Goal, HasValue, Illegal, Moves, Play, Position, PositionKind, Rules, Ruleset, Step, Tameness,
    Theory, Unsolved, Value,
};
use crate::number::Natural;
use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::theory::Caches;
use crate::theory::deletion::{Cells, MOST_MOVES, Path, Setting, Solver};
use crate::theory::heaps::solved::HeapValues as SolvedHeaps;
use crate::theory::misere::multisets::Summands;
use crate::theory::misere::sums::Sums;
use crate::theory::sources::{DEUBER_THOMASSE, LEMOINE_VIENNOT};
use crate::theory::step::{counted, joined};

/// The part that is different in each deletion game.
pub(crate) trait DeletionBoard: Debug + Send + Sync + 'static {
    /// The catalogue's card of the game.
    fn card(&self) -> &'static Card;

    /// The form in which positions are written.
    fn shape(&self) -> Shape;

    /// Reads a written position, as [`Rules::read`] does.
    fn read(&self, written: PlainValue) -> Result<Free, Illegal>;

    /// Returns a client's game as JSON, in the form of certificates: see [`Rules::definition`].
    fn definition(&self, _most: usize) -> Option<String> {
        None
    }

    /// Returns the positions for [`Rules::small`]. The list is empty for a client's game, because the tests of the
    /// catalogue do not check such a game.
    fn small(&self) -> Vec<PlainValue> {
        Vec::new()
    }
}

/// A deletion game.
#[derive(Clone, Debug)]
pub(crate) struct Deletion(Arc<dyn DeletionBoard>);

/// The theory of a deletion game: the solvers of the positions that are solved so far.
#[derive(Clone, Debug)]
pub(crate) struct Solvers {
    of: Arc<Mutex<HashMap<Free, Arc<Solver>>>>,
    setting: Setting,
}

/// The common part of the cards of deletion games.
pub(crate) const DELETION: Card = Card {
    misere: "Exact, by search: alone, and in sums with boards, graphs and orders of such games, and with small positions of any game. Where it \
             is tame, also in sums with all that is tame.",
    ..Card::BLANK
};

/// The largest number of paths that an explanation describes.
const SHOWN_PATHS: usize = 8;

/// The text that says how the value of a region is found if no theory gives the value.
const SEARCH: &str =
    "A search found the value: the least that no move leaves. What falls apart is searched part by part.";

impl Deletion {
    pub(crate) fn new(cut: impl DeletionBoard) -> Self {
        Self(Arc::new(cut))
    }
}

/// Creates a solver of a position; `None` if a region of the position has too many moves.
fn new_solver(position: &Free, setting: &Setting) -> Result<Option<Solver>, Spent> {
    let is_lost = position.table.half_turn(&position.cells).is_some();
    Solver::of(position.rules(), &position.cells, is_lost, setting)
}

impl Solvers {
    /// Returns the solver of a position that was solved before on the same table. Solvers of other tables are of no
    /// use, because a cell may have another number there.
    fn asked(&self, position: &Free) -> Option<Arc<Solver>> {
        let of = self.of.lock().unwrap_or_else(PoisonError::into_inner);
        let known = of.get_key_value(position);
        known.filter(|(known, _)| Arc::ptr_eq(&known.table, &position.table)).map(|(_, solver)| Arc::clone(solver))
    }

    /// Returns the solver of a position. The solver may have been made for an earlier position that leads to this one.
    fn solver(&self, position: &Free) -> Result<Option<Arc<Solver>>, Spent> {
        if let Some(known) = position.solver.clone().or_else(|| self.asked(position)) {
            return Ok(Some(known));
        }
        let Some(solver) = new_solver(position, &self.setting)?.map(Arc::new) else { return Ok(None) };
        let mut of = self.of.lock().unwrap_or_else(PoisonError::into_inner);
        of.insert(position.clone(), Arc::clone(&solver));
        Ok(Some(solver))
    }
}

/// The results for a position, and its solver.
#[derive(Clone, Debug)]
pub(crate) struct SolvedCells {
    solver: Option<Arc<Solver>>,
    value: Option<u64>,
    tameness: OnceLock<Tameness>,
    /// For each value that was asked for, the moves that lead to this value.
    to: Arc<Mutex<HashMap<u64, Arc<[usize]>>>>,
}

impl HasValue for SolvedCells {
    fn value(&self) -> Value {
        match self.value {
            Some(value) => Value::Nimber(value.into()),
            None => Value::Outcome { wins: false, valued: false },
        }
    }
}

impl SolvedCells {
    fn moves_to(&self, position: &Free, value: &Natural) -> Arc<[usize]> {
        let Some(value) = value.to_u64() else { return Arc::default() };
        // No option has the same value as the position, because the value is the mex of the options' values.
        if self.value == Some(value) {
            return Arc::default();
        }
        let mut known = self.to.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(moves) = known.get(&value) {
            return Arc::clone(moves);
        }
        if let Some(moves) = self.moves_of_order(position, value, None) {
            let moves = Arc::from(moves);
            known.insert(value, Arc::clone(&moves));
            return moves;
        }
        let is_worth = |made: &usize| {
            let left = position.after(*made);
            let solver = self.solver.as_ref();
            solver.is_some_and(|solver| solver.is_worth(&left.cells, value).unwrap_or(false))
        };
        let moves: Arc<[usize]> = meter::each(position.moves(), cost::NUMBER).filter(is_worth).collect();
        known.insert(value, Arc::clone(&moves));
        moves
    }

    /// Returns the moves from a poset to positions with a value. If `is_fickle` is given, returns only the moves to
    /// fickle positions, or only the moves to positions that are not fickle. `None` if the position is not a poset. In
    /// that case the caller examines the moves one by one.
    fn moves_of_order(&self, position: &Free, value: u64, is_fickle: Option<bool>) -> Option<Vec<usize>> {
        let solver = self.solver.as_ref()?;
        solver.moves_to(&position.cells, value, is_fickle).unwrap_or_default()
    }

    fn tameness(&self, position: &Free) -> Tameness {
        *self.tameness.get_or_init(|| match self.solver.as_ref().map(|solver| solver.tameness(&position.cells)) {
            Some(Ok(Some((_, is_fickle)))) => Tameness::tame(is_fickle),
            _ => Tameness::Unknown,
        })
    }
}

impl Rules for Deletion {
    type Position = Free;
    /// The index of the move in `DeletionRules::moves`.
    type Move = usize;

    const CARD: Card = DELETION;

    fn card(&self) -> &'static Card {
        self.0.card()
    }

    fn shape(&self) -> Shape {
        self.0.shape()
    }

    fn read(&self, written: PlainValue) -> Result<Free, Illegal> {
        self.0.read(written)
    }

    fn definition(&self, most: usize) -> Option<String> {
        self.0.definition(most)
    }

    /// The moves in the order of their indices. If several moves leave the same position, only the first of them is
    /// listed.
    fn moves(&self, position: &Free) -> impl Iterator<Item = usize> {
        position.moves().into_iter()
    }

    fn after(&self, position: &Free, made: &usize) -> Follower<Free> {
        position.after(*made).into()
    }

    fn find(&self, position: &Free, left: &Follower<Free>) -> Result<usize, Illegal> {
        let to = left.whole()?;
        position.move_to(to).ok_or_else(|| Illegal::new(self.why_not(position, left)))
    }

    fn why_not(&self, position: &Free, left: &Follower<Free>) -> String {
        let Ok(to) = left.whole() else { return String::new() };
        let (left, more) = position.in_common(to);
        let words = |names: &[String]| joined(names, |name| cut(name).to_owned(), " and ");
        if !more.is_empty() {
            return format!("a move only takes away, and this was not free before it: {}", words(&more));
        }
        let gone = position.cells.iter().filter(|cell| !left.contains(*cell));
        let gone: Vec<String> = gone.map(|cell| position.table.name(cell)).collect();
        if gone.is_empty() {
            return "a move takes something away, and this takes nothing".to_owned();
        }
        let rules = position.rules();
        let mut moves = rules.possible(&position.cells).into_iter();
        match moves.find(|made| rules.after(&position.cells, *made) == left) {
            // The client wrote just the cells that this move leaves. But the edges or relations between these cells are
            // wrong, or some of these cells should be omitted, because no move can use them any more.
            Some(made) => {
                let left = Position::write(&position.after(made)).to_string();
                let left = if left.is_empty() { "nothing".to_owned() } else { quote(&left) };
                format!("the move that takes {} leaves {left}", words(&gone))
            }
            None => format!("no move takes just {}", words(&gone)),
        }
    }

    fn describe(&self, position: &Free, made: &usize) -> String {
        position.table.describe(&position.cells, *made)
    }

    fn small(&self) -> Vec<Free> {
        self.0.small().into_iter().filter_map(|written| self.read(written).ok()).collect()
    }
}

impl Game for Deletion {
    type Theory = Solvers;

    #[expect(clippy::mutable_key_type, reason = "a position's hash is of its cells, not of what its solver has found")]
    fn theory(&self, positions: &[Free], play: Play, tables: &Caches) -> Result<Solvers, Unsolved> {
        let setting = Setting { cache: Arc::clone(&tables.cache), heaps: Arc::clone(&tables.heaps), play };
        let mut solvers = HashMap::new();
        for (index, position) in positions.iter().enumerate() {
            meter::go_on(cost::SENTENCE)?;
            if solvers.contains_key(position) {
                continue;
            }
            let solver = new_solver(position, &setting)?.ok_or_else(|| {
                let reason = format!("a part of it that has to be searched has more than {MOST_MOVES} possible moves");
                Unsolved { index, too_costly: true, reason }
            })?;
            solvers.insert(position.clone(), Arc::new(solver));
        }
        Ok(Solvers { of: Arc::new(Mutex::new(solvers)), setting })
    }
}

impl Theory<Deletion> for Solvers {
    type Solved = SolvedCells;

    fn solve(&self, position: &Free) -> SolvedCells {
        let (solver, value) = match (self.asked(position), &position.solver) {
            (None, Some(before)) => {
                let value = meter::within(meter::SMALL_PART, || before.value_of(&position.cells));
                (Some(Arc::clone(before)), value.ok().and_then(Result::ok))
            }
            (asked, _) => {
                let solver = asked.or_else(|| self.solver(position).ok().flatten());
                let value = solver.as_ref().map(|solver| solver.value());
                (solver, value)
            }
        };
        SolvedCells { solver, value, tameness: OnceLock::new(), to: Arc::default() }
    }

    fn moves_to<'a>(&'a self, position: &'a Free, solved: &'a SolvedCells, goal: &Goal) -> Option<Moves<'a, usize>> {
        let moves: Vec<usize> = match goal {
            Goal::All => position.moves(),
            Goal::Value(value) => solved.moves_to(position, value).to_vec(),
            Goal::Tame(value, tameness) => {
                let is_fickle = Some(*tameness == Tameness::Fickle);
                let of_order = value.to_u64().and_then(|value| solved.moves_of_order(position, value, is_fickle));
                let is_of = |made: &usize| {
                    let option = solved.option(position, *made);
                    self.tameness(&option, &self.solve(&option)) == *tameness
                };
                of_order.unwrap_or_else(|| solved.moves_to(position, value).iter().copied().filter(is_of).collect())
            }
            _ => return None,
        };
        Some(Moves::list(moves))
    }

    /// The option keeps the solver, which may already have results for the option.
    fn follow(&self, position: &Free, solved: &SolvedCells, made: &usize) -> Option<Follower<Free>> {
        Some(solved.option(position, *made).into())
    }

    fn has_value(&self, left: &Follower<Free>, value: &Natural) -> bool {
        let (Ok(option), Some(value)) = (left.whole(), value.to_u64()) else { return false };
        let solver = self.solver(option).ok().flatten();
        solver.is_some_and(|solver| solver.is_worth(&option.cells, value).unwrap_or(false))
    }

    fn tameness(&self, position: &Free, solved: &SolvedCells) -> Tameness {
        solved.tameness(position)
    }

    fn position_kind<'r>(&'r self, position: &'r Free) -> PositionKind<'r> {
        PositionKind::Cells(Box::new(SplitPosition { solvers: self, position }))
    }

    fn answer_by_symmetry(&self, position: &Free, made: &usize) -> Option<usize> {
        position.table.half_turn(&position.cells)?.get(made).copied()
    }

    fn explain_misere(&self, _: &Free, solved: &SolvedCells) -> Vec<Step> {
        // The class is known only if the theory of the sum needed it. No search is made for the class here, because
        // this search can need more steps than all other work for the response.
        let tameness = solved.tameness.get().copied().unwrap_or(Tameness::Unknown);
        let text = match solved.value {
            Some(value) if tameness != Tameness::Unknown => {
                // The genus of a fickle position is (0, 1) or (1, 0).
                let in_misere = if tameness == Tameness::Fickle { value ^ 1 } else { value };
                format!(
                    "It is tame, as is all that moves lead to: its values of normal and misère play are {value} and {in_misere}."
                )
            }
            _ => {
                "It is not tame, or it is not known to be, so its value does not tell how it is played in misère sums."
                    .to_owned()
            }
        };
        let is_series =
            solved.solver.as_ref().and_then(|solver| solver.order()).is_some_and(|(factors, _)| factors > 1);
        let of_series = "If one factor is below another, only the lowest factor and the value of all above it count. It is tame if that factor is. \
                         It is fickle exactly if that factor is and what is above it is worth 0.";
        let of_series = (is_series && tameness != Tameness::Unknown).then(|| Step::new(of_series));
        of_series.into_iter().chain([Step::new(text)]).collect()
    }

    fn explain(&self, position: &Free, solved: &SolvedCells) -> Vec<Step> {
        if solved.value.is_none() {
            return Vec::new();
        }
        let mut steps = Vec::new();
        let regions = position.rules().regions(&position.cells);
        let worth = |cells: &Cells| solved.solver.as_ref().and_then(|solver| solver.value_of(cells).ok());
        match &regions[..] {
            [] | [_] => {}
            regions => {
                let what = position.table.region();
                let values: Vec<u64> = regions.iter().filter_map(worth).collect();
                let xor = values.iter().fold(0, |xor, value| xor ^ value);
                let values = joined(&values, u64::to_string, " ⊕ ");
                let text = format!(
                    "It falls into {} {what} that no move ties together. The value is the XOR of their values: {values} = {xor}.",
                    regions.len()
                );
                steps.push(Step::new(text));
            }
        }
        if position.table.half_turn(&position.cells).is_some() {
            let text = "Half a turn answers every move: a move and the turned move never hinder each other. So whoever is second can always \
                        make the turned move, and makes the last move."
                .to_owned();
            steps.push(Step::new(text));
        } else if let Some(order) = solved.solver.as_ref().and_then(|solver| solver.order()) {
            steps.extend(why_of_order(order));
        } else {
            let paths = solved.solver.as_ref().map_or(&[][..], |solver| solver.paths());
            let as_heap = |path: &Path| as_heap(path, position.table.cell(), path.value(&position.cells));
            steps.extend(paths.iter().take(SHOWN_PATHS).map(|path| Step::new(as_heap(path))));
            if regions.len() > paths.len() {
                steps.push(Step::by(LEMOINE_VIENNOT, SEARCH));
            }
        }
        steps
    }

    /// Only symmetry tells the value without the options.
    fn shows_options(&self, position: &Free, _: &SolvedCells) -> bool {
        position.table.half_turn(&position.cells).is_none()
    }
}

/// A position that will be split into its components.
struct SplitPosition<'r> {
    solvers: &'r Solvers,
    position: &'r Free,
}

impl SplitPosition<'_> {
    fn solver(&self) -> Option<Arc<Solver>> {
        meter::charge(cost::SENTENCE);
        self.solvers.solver(self.position).ok()?
    }
}

impl DeletionPosition for SplitPosition<'_> {
    fn parts(&self, sums: &mut Sums) -> Option<Summands> {
        self.solver()?.parts(&self.position.cells, sums).ok()?
    }

    fn heaps(&self) -> Option<Vec<(Arc<SolvedHeaps>, usize)>> {
        self.solver()?.heaps(&self.position.cells)
    }
}

/// Explains how a poset is solved. `factors` is the number of its factors: each element of a factor is below all
/// elements of the next factor. `is_n_free` is true if no four elements of the poset form an N.
fn why_of_order((factors, is_n_free): (usize, bool)) -> Vec<Step> {
    let mut steps = Vec::new();
    if factors > 1 {
        steps.push(Step::new(format!("Its elements fall into {factors} factors, each below all of the next.")));
    }
    if factors > 1 || is_n_free {
        let theory = "If one order is above another, a move in the lower one takes all of the upper one, too. List the numbers 0, 1, \
                      2, … that no option of the lower one alone is worth. The value is number v of this list, counted from 0, where \
                      v is the value of the upper one.";
        steps.push(Step::new(theory));
    }
    if is_n_free {
        let text =
            "No four elements compare as w < y, x < y and x < z alone. So the order is made of single elements by two \
                    steps: orders beside each other, whose values are added by XOR, and one order above another. It needs no search."
                .to_owned();
        steps.push(Step::by(DEUBER_THOMASSE, text));
    } else {
        steps.push(Step::by(LEMOINE_VIENNOT, SEARCH));
    }
    steps
}

/// Explains which heap a path is equal to. `cell` is the word for the cells of the path, and `value` its value.
fn as_heap(path: &Path, [cell, cells]: [&str; 2], value: u64) -> String {
    let game = path.game().map_or_else(
        || {
            let lengths: Vec<usize> = path.lengths().collect();
            format!("the code in which a move takes {} in a row", joined(&lengths, usize::to_string, " or "))
        },
        |name| format!("the game {name}"),
    );
    let (length, heap) = (counted(path.len(), cell, cells), path.heap());
    if path.is_circle() {
        format!(
            "Every move on a closed ring of {length} leaves {heap} in a row, a heap of {heap} of {game}. By its table, the ring has the \
             value {value}."
        )
    } else {
        format!("A row of {length} is a heap of {heap} of {game}, whose table has the value {value} for it.")
    }
}

impl SolvedCells {
    /// Returns the position after a move, with the solver that finds its value.
    fn option(&self, position: &Free, made: usize) -> Free {
        Free { solver: self.solver.clone(), ..position.after(made) }
    }
}

/// A deletion game of the catalogue.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deletions {
    pub(crate) card: &'static Card,
    pub(crate) shape: Shape,
    pub(crate) read: fn(PlainValue) -> Result<Free, Illegal>,
    pub(crate) small: fn() -> Vec<PlainValue>,
}

impl DeletionBoard for Deletions {
    fn card(&self) -> &'static Card {
        self.card
    }

    fn shape(&self) -> Shape {
        self.shape
    }

    fn read(&self, written: PlainValue) -> Result<Free, Illegal> {
        (self.read)(written)
    }

    fn small(&self) -> Vec<PlainValue> {
        (self.small)()
    }
}

impl Family for Deletions {
    fn card(&self) -> &'static Card {
        self.card
    }

    fn shape(&self) -> Shape {
        self.shape
    }

    fn rules(&self, parameters: Option<&str>) -> Result<Box<dyn Ruleset>, Illegal> {
        without_parameters(Deletion::new(*self), parameters)
    }
}

#[cfg(test)]
pub(crate) mod testing {
    use super::*;
    use crate::game::Positions;
    use crate::wire::limits::{LimitCounter, RequestLimits};
    use crate::wire::position;

    /// The value of the position `text` of this game.
    pub(crate) fn value(game: &Deletions, text: &str) -> u64 {
        let mut positions = game.rules(None).unwrap().none();
        position::push_text(&mut *positions, text, &mut LimitCounter::new(&RequestLimits::default())).unwrap();
        worth(positions)
    }

    /// The value of the position `text`. The catalogue has its game under `key`.
    pub(crate) fn value_of(key: &str, text: &str) -> u64 {
        let mut positions = crate::catalogue::find(key).unwrap().rules.none();
        position::push_text(&mut *positions, text, &mut LimitCounter::new(&RequestLimits::default())).unwrap();
        worth(positions)
    }

    fn worth(positions: Box<dyn Positions>) -> u64 {
        positions.solve(Play::Normal, &Caches::default()).unwrap().xor().unwrap().to_u64().unwrap()
    }
}
