//! [`Path`]: a region whose cells form a row or a circle and whose moves leave shorter rows. Such a row is a heap of a
//! game with a code.
//!
//! A run of *n* free cells between deleted cells is a heap of *n*, because a move inside the run leaves the runs on
//! both sides of the taken cells. The code of the game depends on the moves:
//!
//! - If a move takes two neighbours of a path, as in Arc Kayles and in Cram on a strip, the code is 0.07, Dawson's
//!   Kayles.
//! - If a move takes a vertex with its neighbours, as in Node Kayles, the code is 0.137, Dawson's Chess. There the move
//!   takes an end with its neighbour, three cells in a row, or a whole path of at most three cells.
//! - If a move takes a vertex that has a neighbour, as in Grim, the code is 0.6, Officers.
//! - If a move takes any *k* cells in a row, for each *k* of some set, the code has the digit 7 for each such *k*.
//!
//! A circle has moves of one of the first three kinds. All its moves leave rows of the same length, so a circle is a
//! position with one option.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::bits::Cells;
use super::rules::{CellMove, DeletionRules, Layout};
use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::theory::graphs::Play;
use crate::theory::heaps::moves::HeapCode;
use crate::theory::heaps::solved::HeapValues;
use crate::theory::heaps::tables::{HeapTables, Unreached};
use crate::theory::misere::multisets::Summands;
use crate::theory::misere::sums::Sums;

/// A region that is a row or a circle of cells. A row of *n* cells is equal to the heap of *n* in the game of `code`.
#[derive(Clone, Debug)]
pub struct Path {
    /// The cells in order along the row or the circle.
    order: Vec<usize>,
    kind: Kind,
    code: Arc<HeapValues>,
    /// The values of the heaps of sizes 0, 1, 2, ….
    values: Vec<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Row,
    /// A circle. The number is the length of the row that each move leaves.
    Circle(usize),
}

/// The part of a path that is left after some moves.
enum PathRest {
    Heaps(Vec<usize>),
    /// A complete circle. The number is the size of the heap that each move leaves.
    Circle(usize),
}

/// The rule of the moves of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    /// The moves take two neighbours.
    Pairs,
    /// The moves take a vertex with its neighbours.
    Neighbourhoods,
    /// The moves take one vertex that has a neighbour.
    Vertices,
}

impl Rule {
    /// Returns the code of the heap game that is played on a path with this rule.
    fn code(self) -> HeapCode {
        match self {
            Self::Pairs => HeapCode::code(0, &[0, 7], &[]),
            Self::Neighbourhoods => HeapCode::code(0, &[1, 3, 7], &[]),
            Self::Vertices => HeapCode::code(0, &[6], &[]),
        }
    }

    /// Returns the number of cells that the first move on a circle takes.
    fn first_move(self) -> usize {
        match self {
            Self::Pairs => 2,
            Self::Neighbourhoods => 3,
            Self::Vertices => 1,
        }
    }
}

/// A region with its moves. A move is a pair of ascending lists: the cells that the move needs, and the cells that it
/// takes from the region. If one of the moves cannot occur on a path, `moves` is empty and `is_path` is `false`.
struct Region {
    cells: Vec<usize>,
    moves: BTreeSet<(Vec<usize>, Vec<usize>)>,
    is_path: bool,
}

impl Region {
    /// Returns the regions of a position.
    fn all(rules: &DeletionRules, free: &Cells) -> Vec<(Cells, Self)> {
        let mut regions: Vec<(Cells, Self)> = Vec::new();
        let mut of_cell: HashMap<usize, usize> = HashMap::new();
        for (number, cells) in rules.regions(free).into_iter().enumerate() {
            let list: Vec<usize> = cells.iter().collect();
            meter::charge_each(list.len(), cost::NUMBER);
            of_cell.extend(list.iter().map(|cell| (*cell, number)));
            regions.push((cells, Self { cells: list, moves: BTreeSet::new(), is_path: true }));
        }
        for made in meter::each(rules.possible(free), cost::NUMBER) {
            let made = &rules.moves()[made];
            let number = made.needs().first().and_then(|cell| of_cell.get(cell));
            let Some((cells, region)) = number.and_then(|number| regions.get_mut(*number)) else { continue };
            if region.is_path {
                region.add(made, cells);
            }
        }
        regions
    }

    /// Adds a move to this region, which consists of `cells`. If the move cannot occur on a path, sets `is_path` to
    /// `false` and removes all moves instead.
    fn add(&mut self, made: &CellMove, cells: &Cells) {
        /// A vertex of a path has at most two neighbours, so a move takes at most three cells.
        const MOST_TAKEN: usize = 3;
        let mut needs = made.needs().to_vec();
        let most = needs.len().max(MOST_TAKEN);
        let taken = made.taken().inspect(|_| meter::charge(cost::NUMBER)).filter(|cell| cells.contains(*cell));
        let mut taken: Vec<usize> = taken.take(most + 1).collect();
        needs.sort_unstable();
        taken.sort_unstable();
        let fits = needs == taken || taken.len() <= MOST_TAKEN && needs.len() <= 2;
        if fits {
            self.moves.insert((needs, taken));
        } else {
            self.is_path = false;
            self.moves.clear();
        }
    }

    /// Returns each length *k* for which a move may take any *k* neighbouring cells in a row. Two cells are neighbours
    /// here if they are consecutive in the field `cells`. `None` if the moves do anything else.
    fn rows(&self) -> Option<BTreeSet<usize>> {
        let mut lengths: HashMap<usize, usize> = HashMap::new();
        for (needs, taken) in &self.moves {
            let first = self.cells.binary_search(needs.first()?).ok()?;
            if needs != taken || self.cells.get(first..first + needs.len()) != Some(&needs[..]) {
                return None;
            }
            *lengths.entry(needs.len()).or_default() += 1;
        }
        let is_whole = |(length, count): (&usize, &usize)| length + count == self.cells.len() + 1;
        lengths.iter().all(is_whole).then(|| lengths.into_keys().collect())
    }

    /// Returns the neighbours of each cell, and the rule that gives the moves. `None` if no rule gives exactly these
    /// moves.
    fn neighbours(&self) -> Option<(Rule, HashMap<usize, BTreeSet<usize>>)> {
        let rule = match self.moves.first().map(|(needs, taken)| (needs.len(), taken.len())) {
            Some((2, 2)) => Rule::Pairs,
            Some((2, 1)) => Rule::Vertices,
            Some((1, _)) => Rule::Neighbourhoods,
            _ => return None,
        };
        let mut neighbours: HashMap<usize, BTreeSet<usize>> = HashMap::new();
        for (needs, taken) in &self.moves {
            match (rule, &needs[..]) {
                (Rule::Pairs, [one, other]) if needs == taken => {
                    neighbours.entry(*one).or_default().insert(*other);
                    neighbours.entry(*other).or_default().insert(*one);
                }
                // The move needs both cells and takes one of them, so the two cells are neighbours.
                (Rule::Vertices, [one, other]) if taken[..] == [*one] => {
                    neighbours.entry(*one).or_default().insert(*other);
                }
                (Rule::Vertices, [one, other]) if taken[..] == [*other] => {
                    neighbours.entry(*other).or_default().insert(*one);
                }
                (Rule::Neighbourhoods, [own]) if taken.contains(own) => {
                    let others = taken.iter().copied().filter(|cell| cell != own);
                    if neighbours.insert(*own, others.collect()).is_some() {
                        return None;
                    }
                }
                _ => return None,
            }
        }
        let is_mutual = |(one, others): (&usize, &BTreeSet<usize>)| {
            others.iter().all(|other| neighbours.get(other).is_some_and(|others| others.contains(one)))
        };
        (neighbours.len() == self.cells.len() && neighbours.iter().all(is_mutual)).then_some((rule, neighbours))
    }

    /// Returns the cells in the order of a row or a circle, and whether they form a circle; `None` if they form
    /// neither.
    fn in_order(&self, neighbours: &HashMap<usize, BTreeSet<usize>>) -> Option<(Vec<usize>, bool)> {
        if neighbours.values().any(|others| others.len() > 2) {
            return None;
        }
        let end = self.cells.iter().find(|cell| neighbours[*cell].len() < 2);
        let mut order = vec![*end.or(self.cells.first())?];
        let mut before = None;
        while let Some(last) = order.last() {
            let next = neighbours[last].iter().find(|next| Some(**next) != before && **next != order[0]);
            let Some(next) = next else { break };
            before = Some(*last);
            order.push(*next);
        }
        (order.len() == self.cells.len()).then_some((order, end.is_none()))
    }

    /// Returns the cells in order, the kind and the code, if the region is a row or a circle; `None` if it is neither.
    fn path(&self, lengths: &BTreeSet<usize>) -> Option<(Vec<usize>, Kind, HeapCode)> {
        meter::charge_each(self.moves.len().saturating_add(self.cells.len()), cost::COMPONENT);
        if !self.is_path {
            return None;
        }
        // A region of one cell can be a path of Node Kayles, or a row from which a move takes one cell. All regions of
        // a game must have the same code. So if `lengths` contains only 1, the region counts as a path of Node Kayles.
        let are_single = lengths.len() == 1 && lengths.contains(&1);
        if let Some(own) = self.rows().filter(|own| !are_single && own.is_subset(lengths)) {
            // All regions of a game must have the same code. So the code also has the moves that take more cells than
            // this region has.
            let length = self.cells.len();
            let longest = lengths.last().copied().unwrap_or(0);
            let is_taken = |taken: &usize| own.contains(taken) || *taken > length && lengths.contains(taken);
            let digits: Vec<u8> = (1..=longest).map(|taken| if is_taken(&taken) { 7 } else { 0 }).collect();
            return Some((self.cells.clone(), Kind::Row, HeapCode::code(0, &digits, &[])));
        }
        let (rule, neighbours) = self.neighbours()?;
        let (order, is_circle) = self.in_order(&neighbours)?;
        let kind = if is_circle { Kind::Circle(order.len().checked_sub(rule.first_move())?) } else { Kind::Row };
        Some((order, kind, rule.code()))
    }
}

impl Path {
    /// Returns the regions of a position that are rows or circles, and all other cells of the position.
    pub(super) fn all(
        rules: &DeletionRules,
        free: &Cells,
        tables: &HeapTables,
        play: Play,
    ) -> Result<(Vec<Self>, Cells), Spent> {
        let (mut paths, mut rest) = (Vec::new(), free.clone());
        if *rules.layout() == Layout::Order {
            // A move takes an element and all elements above it, so the cells form no path.
            return Ok((paths, rest));
        }
        // The moves that take exactly the cells that they need.
        let taken = rules.moves().iter().filter(|made| {
            meter::charge_each(made.needs().len().saturating_add(1), cost::NUMBER);
            made.taken().take(made.needs().len() + 1).count() == made.needs().len()
                && made.taken().all(|cell| made.needs().contains(&cell))
        });
        let lengths: BTreeSet<usize> = taken.map(|made| made.needs().len()).collect();
        for (cells, region) in Region::all(rules, free) {
            let Some((order, kind, code)) = region.path(&lengths) else { continue };
            let Some(path) = Self::new(order, kind, &code, tables, play)? else { continue };
            cells.iter().for_each(|cell| rest.remove(cell));
            paths.push(path);
        }
        meter::go_on(0)?;
        Ok((paths, rest))
    }

    /// Creates a row or circle with a code; `None` if the table of the code's values is too short.
    fn new(
        order: Vec<usize>,
        kind: Kind,
        code: &HeapCode,
        tables: &HeapTables,
        play: Play,
    ) -> Result<Option<Self>, Spent> {
        let code = match tables.solve(code, &order.len().into()) {
            Ok(code) => code,
            Err(Unreached::Unknown(_)) => return Ok(None),
            Err(Unreached::Spent(spent)) => return Err(spent),
        };
        if play == Play::Misere {
            tables.prepare_misere(&code)?;
        }
        meter::go_on_each(order.len(), cost::NUMBER)?;
        let value = |heap: usize| code.value(&heap.into()).ok()?.to_u64();
        let values = (0..=order.len()).map(value).collect::<Option<Vec<u64>>>();
        Ok(values.map(|values| Self { order, kind, code, values }))
    }

    /// Returns the number of cells.
    #[must_use]
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Returns `false`: a path always has cells.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Returns `true` for a circle.
    #[must_use]
    pub fn is_circle(&self) -> bool {
        self.kind != Kind::Row
    }

    /// Returns the size of the heap to which the row is equal. For a circle, it is the size of the heap that every move
    /// leaves.
    #[must_use]
    pub fn heap(&self) -> usize {
        match self.kind {
            Kind::Row => self.order.len(),
            Kind::Circle(left) => left,
        }
    }

    /// Returns the name of the game that has this code; `None` if no game with a name has it.
    #[must_use]
    pub fn game(&self) -> Option<&'static str> {
        let named: [(&[u8], &str); 5] = [
            (&[0, 7], "Dawson's Kayles"),
            (&[1, 3, 7], "Dawson's Chess"),
            (&[6], "Officers"),
            (&[7, 7], "Kayles"),
            (&[0, 0, 7], "Treblecross"),
        ];
        named.into_iter().find(|(digits, _)| *self.code.moves() == HeapCode::code(0, digits, &[])).map(|(_, name)| name)
    }

    /// Returns the numbers of consecutive cells that a move may take.
    pub fn lengths(&self) -> impl Iterator<Item = usize> + '_ {
        self.code.moves().exceptions().iter().map(|(taken, _)| *taken)
    }

    /// Returns what is left of the path if only the cells of `free` are free.
    fn left(&self, free: &Cells) -> PathRest {
        meter::charge_each(self.order.len(), cost::BYTE);
        let mut runs = self.order.split(|cell| !free.contains(*cell)).map(<[usize]>::len);
        let Kind::Circle(after) = self.kind else { return PathRest::Heaps(runs.filter(|run| *run > 0).collect()) };
        let first = runs.next().unwrap_or(0);
        if first == self.order.len() {
            return PathRest::Circle(after);
        }
        // The first and the last run of a circle are connected, so they are one row.
        let mut runs: Vec<usize> = runs.collect();
        match runs.last_mut() {
            Some(last) => *last += first,
            None => runs.push(first),
        }
        runs.retain(|run| *run > 0);
        PathRest::Heaps(runs)
    }

    /// Returns the value of the free cells of the path.
    #[must_use]
    pub fn value(&self, free: &Cells) -> u64 {
        let value = |heap: &usize| self.values.get(*heap).copied().unwrap_or(0);
        match self.left(free) {
            PathRest::Heaps(heaps) => heaps.iter().fold(0, |xor, heap| xor ^ value(heap)),
            PathRest::Circle(after) => u64::from(value(&after) == 0),
        }
    }

    /// Returns the heaps that the free cells form, with the known values of their game. `None` for a complete circle,
    /// which is not a heap.
    pub(super) fn heaps(&self, free: &Cells) -> Option<(&Arc<HeapValues>, Vec<usize>)> {
        match self.left(free) {
            PathRest::Heaps(heaps) => Some((&self.code, heaps)),
            PathRest::Circle(_) => None,
        }
    }

    /// Returns the components that the free cells form, by their numbers in `sums`.
    pub(super) fn parts(&self, free: &Cells, sums: &mut Sums) -> Result<Summands, Spent> {
        match self.left(free) {
            PathRest::Heaps(heaps) => sums.heaps(&self.code, heaps),
            PathRest::Circle(after) => {
                let option = sums.heaps(&self.code, [after])?;
                Ok(sums.of_options(vec![option]))
            }
        }
    }
}
