//! [`Labelled`]: tables of cells with labels. A position on such a table is written as a list. The entries of the list
//! are edges of a graph, pairs of a poset, or sets.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use crate::game::Illegal;
use crate::game::kinds::boards::{MOST_CELLS, MOST_MOVES};
use crate::game::kinds::free::{CellTable, Free};
use crate::game::shape::{Pair, PlainValue};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::deletion::{CellMove, Cells, DeletionRules, Layout};
use crate::theory::orders::Order;
use crate::theory::step::joined;

/// The way in which a position is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WrittenForm {
    /// Only edges. A vertex without an edge is not written, because no move uses it.
    Edges,
    /// Edges, and vertices without an edge.
    Vertices,
    /// Pairs of a poset, and elements without a pair.
    Order,
    /// The labels of the cells.
    Cells,
}

/// Cells with labels.
#[derive(Debug)]
pub(crate) struct Labelled {
    rules: Arc<DeletionRules>,
    form: WrittenForm,
    labels: Vec<PlainValue>,
    /// The edges and vertices, pairs and elements, or sets that the client wrote, in the client's order.
    parts: Vec<Part>,
    /// Edges, or the pairs of a poset that do not follow from other pairs.
    pairs: Vec<[usize; 2]>,
    /// The neighbours of each vertex of a graph; empty for a poset and for a family of sets.
    neighbours: Vec<Vec<usize>>,
    /// The verb with which the description of a move begins.
    verb: &'static str,
}

/// A part of a position as it was written.
#[derive(Debug)]
struct Part {
    written: PlainValue,
    /// The cells of the part. If the part has only one cell, both entries are this cell.
    cells: [usize; 2],
}

/// The labels of the cells, in the order of the cells. No two cells have the same label.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    labels: Vec<PlainValue>,
    places: HashMap<PlainValue, usize>,
}

impl Labels {
    /// The number of labels.
    pub(crate) fn len(&self) -> usize {
        self.labels.len()
    }

    /// True if there is no label.
    pub(crate) fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// The label of a cell.
    pub(crate) fn of(&self, cell: usize) -> Option<&PlainValue> {
        self.labels.get(cell)
    }

    /// The cell with this label; `None` if no cell has it.
    pub(crate) fn find(&self, label: &PlainValue) -> Option<usize> {
        self.places.get(label).copied()
    }

    /// The cell with this label. A new label gets a new cell.
    pub(crate) fn cell(&mut self, label: PlainValue) -> usize {
        match self.places.entry(label) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                meter::charge(cost::SENTENCE);
                self.labels.push(new.key().clone());
                *new.insert(self.labels.len() - 1)
            }
        }
    }
}

/// Returns the ends of an edge, which is written as a pair or as a list of two. If `written` is a single vertex, both
/// ends are this vertex.
fn ends(written: &PlainValue) -> Option<[PlainValue; 2]> {
    match written {
        PlainValue::Pair(Pair { first, second }) => Some([first, second].map(|end| PlainValue::Integer(end.clone()))),
        PlainValue::List(ends) => match &ends[..] {
            [one, other] => Some([one.clone(), other.clone()]),
            _ => None,
        },
        lone @ PlainValue::Integer(_) => Some([lone.clone(), lone.clone()]),
        _ => None,
    }
}

/// Returns the parts of a position that is written as a list.
fn parts(written: PlainValue) -> Result<Vec<PlainValue>, Illegal> {
    let PlainValue::List(parts) = written else { return Err(Illegal::shape()) };
    meter::charge(cost::POSITION);
    // If this spends the meter, nobody sees the error.
    meter::go_on_each(parts.len(), cost::POSITION).map_err(|_| Illegal::shape())?;
    Ok(parts)
}

/// Reads a graph. If `has_lone` is true, vertices without an edge may also be written. `moves` computes the moves from
/// the number of vertices and the edges.
pub(crate) fn graph(
    written: PlainValue,
    has_lone: bool,
    verb: &'static str,
    moves: impl Fn(usize, &[[usize; 2]]) -> Vec<CellMove>,
) -> Result<Free, Illegal> {
    let parts = parts(written)?;
    let mut labels = Labels::default();
    let (mut own, mut pairs) = (Vec::with_capacity(parts.len()), Vec::new());
    for (place, part) in parts.into_iter().enumerate() {
        let is_lone = matches!(part, PlainValue::Integer(_)) && has_lone;
        let [one, other] = ends(&part).ok_or_else(|| Illegal::part(place, "an edge joins two vertices"))?;
        if one == other && !is_lone {
            return Err(Illegal::part(place, "an edge joins two vertices, and not one to itself"));
        }
        let cells = [labels.cell(one), labels.cell(other)];
        bounded(labels.len(), "vertices")?;
        if !is_lone {
            pairs.push(cells);
        }
        own.push(Part { written: as_pair(part), cells });
    }
    let Labels { labels, .. } = labels;
    let moves = moves(labels.len(), &pairs);
    if moves.len() > MOST_MOVES {
        return Err(Illegal::new(format!("it has {} moves, and at most {MOST_MOVES} are allowed", moves.len())));
    }
    let cells = labels.len();
    let form = if has_lone { WrittenForm::Vertices } else { WrittenForm::Edges };
    let rules = Arc::new(DeletionRules::new(cells, moves, Layout::None));
    let mut neighbours = vec![Vec::new(); cells];
    for [one, other] in &pairs {
        neighbours[*one].push(*other);
        neighbours[*other].push(*one);
    }
    let table = Labelled { rules, form, labels, parts: own, pairs, neighbours, verb };
    Ok(Free::new(Arc::new(table), Cells::all(cells)))
}

/// Converts a list of two integers to a pair. The text form of a position writes each pair with a dot, but some lists
/// with a comma. So the vertex 3 and the edge \[1, 2\] become `3,1.2`, and not `3,1,2`, which are three vertices.
fn as_pair(part: PlainValue) -> PlainValue {
    match part {
        PlainValue::List(ends) => match <[PlainValue; 2]>::try_from(ends) {
            Ok([PlainValue::Integer(first), PlainValue::Integer(second)]) => PlainValue::Pair(Pair { first, second }),
            Ok(ends) => PlainValue::List(ends.into()),
            Err(ends) => PlainValue::List(ends),
        },
        part => part,
    }
}

/// Reads a poset, which is written as pairs `a<b` or `b>a` and single elements.
pub(crate) fn order(written: PlainValue) -> Result<Free, Illegal> {
    let parts = parts(written)?;
    let mut labels = Labels::default();
    let (mut own, mut pairs) = (Vec::with_capacity(parts.len()), Vec::new());
    for (place, part) in parts.into_iter().enumerate() {
        let PlainValue::Comparison(text) = &part else { return Err(Illegal::shape()) };
        let names: Vec<&str> = text.splitn(3, ['<', '>']).collect();
        let is_name =
            |name: &&str| !name.is_empty() && !name.contains(|letter: char| letter == ',' || letter.is_whitespace());
        if names.len() > 2 || !names.iter().all(is_name) {
            let reason =
                "a pair is written a<b or b>a, an element alone as its name; names have neither < > , nor blanks";
            return Err(Illegal::part(place, reason));
        }
        let cells: Vec<usize> =
            names.iter().map(|name| labels.cell(PlainValue::Comparison((*name).to_owned()))).collect();
        bounded(labels.len(), "elements")?;
        let cells = match cells[..] {
            [one, other] => {
                let pair = if text.contains('<') { [one, other] } else { [other, one] };
                pairs.push(pair);
                pair
            }
            _ => [cells[0]; 2],
        };
        own.push(Part { written: part, cells });
    }
    let Labels { labels, .. } = labels;
    let order = Order::closed(labels.len(), &pairs).map_err(|cycle| {
        let names = joined(&cycle, |cell| labels[*cell].to_string(), " below ");
        Illegal::new(format!("the order goes round: {names}"))
    })?;
    // Pairs that follow from other pairs are removed, because they do not change the poset.
    let pairs = order.needed(&pairs);
    let cells = labels.len();
    let rules = Arc::new(DeletionRules::new(cells, order.moves(), Layout::Order));
    let neighbours = Vec::new();
    let table = Labelled { rules, form: WrittenForm::Order, labels, parts: own, pairs, neighbours, verb: "take" };
    Ok(Free::new(Arc::new(table), Cells::all(cells)))
}

/// Reads a family of sets. A move removes one set and all sets that contain it.
pub(crate) fn family(written: PlainValue) -> Result<Free, Illegal> {
    let parts = parts(written)?;
    bounded(parts.len(), "sets")?;
    let mut sets: Vec<Vec<Natural>> = Vec::new();
    let mut own = Vec::with_capacity(parts.len());
    for (place, part) in parts.into_iter().enumerate() {
        let mut set = part.clone().into_integers().ok_or_else(Illegal::shape)?;
        own.push(Part { written: part, cells: [place; 2] });
        set.sort_unstable();
        let length = set.len();
        set.dedup();
        if set.is_empty() || set.len() < length {
            return Err(Illegal::part(place, "a set has at least one number, and each once"));
        }
        meter::charge_each(sets.len().saturating_mul(set.len()), cost::ENTRY);
        if sets.contains(&set) {
            return Err(Illegal::part(place, "each set is there once"));
        }
        sets.push(set);
    }
    let contains = |large: &[Natural], small: &[Natural]| {
        meter::charge_each(small.len().saturating_add(1), cost::NUMBER);
        small.iter().all(|number| large.binary_search(number).is_ok())
    };
    let takes = |set: &Vec<Natural>| (0..sets.len()).filter(|other| contains(&sets[*other], set)).collect::<Vec<_>>();
    let mut moves = Vec::new();
    for (place, set) in sets.iter().enumerate() {
        if meter::is_spent() {
            break;
        }
        moves.push(CellMove::new([place], takes(set)));
    }
    let labels = sets.iter().map(|set| PlainValue::integers(set)).collect();
    let cells = sets.len();
    let rules = Arc::new(DeletionRules::new(cells, moves, Layout::Order));
    let (pairs, neighbours) = (Vec::new(), Vec::new());
    let table = Labelled { rules, form: WrittenForm::Cells, labels, parts: own, pairs, neighbours, verb: "take" };
    Ok(Free::new(Arc::new(table), Cells::all(cells)))
}

fn bounded(cells: usize, what: &str) -> Result<(), Illegal> {
    if cells > MOST_CELLS {
        return Err(Illegal::new(format!("a position has at most {MOST_CELLS} {what}, and this has more")));
    }
    Ok(())
}

impl Labelled {
    /// The pairs whose cells are both free.
    fn free_pairs<'a>(&'a self, free: &'a Cells) -> impl Iterator<Item = [usize; 2]> + 'a {
        meter::charge_each(self.pairs.len(), cost::OPTION);
        self.pairs.iter().copied().filter(|pair| pair.iter().all(|cell| free.contains(*cell)))
    }

    /// The client's parts whose cells are all still free, in the client's order and spelling. If only one of the two
    /// cells of a part is free, that cell takes the place of the part. The cell is omitted if the list already has it,
    /// or if positions are lists of edges only.
    fn as_written(&self, free: &Cells) -> Vec<PlainValue> {
        meter::charge_each(self.parts.len(), cost::OPTION);
        let is_whole = |part: &&Part| part.cells.iter().all(|cell| free.contains(*cell));
        let mut there = Cells::none(self.labels.len());
        for cell in self.parts.iter().filter(is_whole).flat_map(|part| part.cells) {
            there.insert(cell);
        }
        let mut written = Vec::new();
        for part in &self.parts {
            if is_whole(&part) {
                written.push(part.written.clone());
            } else if self.form != WrittenForm::Edges {
                let left = part.cells.into_iter().filter(|cell| free.contains(*cell) && there.insert(*cell));
                written.extend(left.map(|cell| self.labels[cell].clone()));
            }
        }
        written
    }

    /// Returns the pairs of free cells. If positions are not lists of edges, the result also has the free cells that
    /// are in none of these pairs. The two cells of each pair are in a fixed order, however the client wrote the pair.
    /// The caller must sort the list.
    fn parts_in_order(&self, free: &Cells) -> Vec<PlainValue> {
        let mut joined = Cells::none(self.labels.len());
        let pairs = self.free_pairs(free).inspect(|pair| {
            for cell in pair {
                joined.insert(*cell);
            }
        });
        let pair = |[one, other]: [usize; 2]| {
            let (one, other) = (&self.labels[one], &self.labels[other]);
            let ends = if self.form == WrittenForm::Order || one < other { [one, other] } else { [other, one] };
            PlainValue::List(ends.map(PlainValue::clone).into())
        };
        let mut parts: Vec<PlainValue> = pairs.map(pair).collect();
        if self.form != WrittenForm::Edges {
            let alone = free.iter().filter(|cell| !joined.contains(*cell));
            parts.extend(alone.map(|cell| self.labels[cell].clone()));
        }
        parts
    }
}

impl CellTable for Labelled {
    fn name(&self, cell: usize) -> String {
        match &self.labels[cell] {
            PlainValue::List(set) => format!("{{{}}}", joined(set, PlainValue::to_string, ", ")),
            label => label.to_string(),
        }
    }

    fn rules(&self) -> &Arc<DeletionRules> {
        &self.rules
    }

    fn write(&self, free: &Cells) -> PlainValue {
        PlainValue::List(self.as_written(free))
    }

    fn written_in_order(&self, free: &Cells) -> PlainValue {
        let mut parts = self.parts_in_order(free);
        meter::charge_each(parts.len(), cost::COMPONENT);
        parts.sort_unstable();
        parts.dedup();
        PlainValue::List(parts)
    }

    fn trimmed(&self, free: Cells) -> Cells {
        if self.form != WrittenForm::Edges {
            return free;
        }
        let mut joined = Cells::none(self.labels.len());
        self.free_pairs(&free).flatten().for_each(|cell| {
            joined.insert(cell);
        });
        joined
    }

    fn after(&self, free: &Cells, made: usize) -> Cells {
        let mut left = self.rules.after(free, made);
        if self.form != WrittenForm::Edges {
            return left;
        }
        // Only the neighbours of the removed vertices are tested: no other vertex can have lost its last neighbour.
        let taken = self.rules.moves().get(made).into_iter().flat_map(CellMove::taken);
        for near in taken.flat_map(|cell| &self.neighbours[cell]) {
            let around = &self.neighbours[*near];
            let joined = around.iter().position(|other| left.contains(*other));
            meter::charge_each(joined.unwrap_or(around.len()).saturating_add(1), cost::BYTE);
            if joined.is_none() {
                left.remove(*near);
            }
        }
        left
    }

    fn cell(&self) -> [&'static str; 2] {
        if matches!(self.form, WrittenForm::Edges | WrittenForm::Vertices) {
            ["vertex", "vertices"]
        } else {
            ["element", "elements"]
        }
    }

    fn describe(&self, free: &Cells, made: usize) -> String {
        let Some(made) = self.rules.moves().get(made) else { return String::new() };
        let (own, more): (Vec<usize>, Vec<usize>) = made.taken().partition(|cell| made.needs().contains(cell));
        let more: Vec<usize> = more.into_iter().filter(|cell| free.contains(*cell)).collect();
        let label = |cell: &usize| self.name(*cell);
        let mut text = format!("{} {}", self.verb, joined(&own, label, " and "));
        if !more.is_empty() {
            text = format!("{text}, with {}", joined(&more, label, ", "));
        }
        text
    }
}

/// Returns small graphs, in the form in which games on graphs read them.
pub(crate) fn small_graphs(has_lone: bool) -> Vec<PlainValue> {
    // The edges between the first four vertices come first.
    let pairs: Vec<[u64; 2]> = (1..5).flat_map(|other| (0..other).map(move |one| [one, other])).collect();
    let number = |number: u64| PlainValue::Integer(number.into());
    // All graphs on four vertices, and some graphs on five.
    let sets = (0..64_u32).chain((0..40).map(|set| set * 25 + 7));
    sets.map(|set| {
        let edges = pairs.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
        let edges = edges.map(|(_, [one, other])| {
            if has_lone {
                PlainValue::List(vec![number(*one), number(*other)])
            } else {
                PlainValue::Pair(Pair::new(*one, *other))
            }
        });
        let lone = (has_lone && set % 3 == 0).then(|| number(9));
        PlainValue::List(edges.chain(lone).collect())
    })
    .collect()
}
