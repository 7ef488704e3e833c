//! Reads deletion games from JSON, in four forms: a board and pieces; edges and a rule; a partial order; cells and
//! moves.

use std::collections::HashSet;

use serde_json::value::RawValue;

use super::Definition;
use super::fault::{invalid, quoted, type_of};
use super::fields::{DefinitionFields, field};
use super::reader::{Reader, are_cells, cell_name, count, is_number};
use crate::game::kinds::boards::{MOST_CELLS, MOST_MOVES};
use crate::game::kinds::cells::Labels;
use crate::game::shape::PlainValue;
use crate::number::{cost, meter};
use crate::own::{NamedCells, OwnCells};
use crate::theory::deletion::graphs::{arc_kayles, grim, node_kayles};
use crate::theory::deletion::{CellMove, DeletionRules, Layout};
use crate::theory::orders::Order;
use crate::wire::fault::{Code, Fault, Faults};
use crate::wire::json_reader::{self, JsonReader, Read, Unread};
use crate::wire::limits::LimitCounter;

/// The fields of each form in which a deletion game may be defined. The first field of a form is required, and no other
/// form has this field.
pub(super) const FIELDS: [&[&str]; 4] =
    [&["board", "pieces", "turn"], &["edges", "rule", "vertices"], &["order", "elements"], &["moves", "cells"]];

/// Returns whether at least one of these fields is a field of a deletion game.
pub(super) fn is_of(fields: &DefinitionFields) -> bool {
    FIELDS.iter().any(|form| fields.has_any(form))
}

/// Reads the definition of a deletion game from the fields of a JSON object.
///
/// # Errors
/// Returns all faults, with pointers relative to the definition.
pub(super) fn read(fields: &DefinitionFields, counts: &mut LimitCounter) -> Result<Definition, Faults> {
    let mut reader = Reader::new(fields, counts);
    // Each entry of `FIELDS` is a form. If the first field of every form is missing, another field tells which form is
    // meant.
    let told_by = |most: usize| FIELDS.into_iter().filter(move |form| fields.has_any(&form[..most.min(form.len())]));
    let mut forms: Vec<&[&str]> = told_by(1).collect();
    if forms.is_empty() {
        forms = told_by(usize::MAX).collect();
    }
    let [form] = forms[..] else {
        let here = forms.iter().filter_map(|form| form.iter().find(|field| fields.get(field).is_some()));
        let here: Vec<&str> = here.copied().collect();
        let detail = format!(
            "a deletion game has board and pieces, or edges and a rule, or an order, or cells and moves: here are {}",
            here.join(" and ")
        );
        return Err(Faults::one("", Code::InvalidGame, detail));
    };
    for field in FIELDS.into_iter().flatten().filter(|field| fields.get(field).is_some() && !form.contains(field)) {
        reader.fault(format!("/{field}"), format!("a game with {} has no {field}", form[0]));
    }
    let made = match form[0] {
        "board" => reader.board().map(Definition::Board),
        "edges" => reader.edges().map(Definition::Cells),
        "order" => reader.order().map(Definition::Cells),
        _ => reader.moves().map(Definition::Cells),
    };
    match made {
        Some(made) if reader.faults.is_empty() => Ok(made),
        _ if reader.faults.is_empty() => Err(too_many()),
        _ => Err(reader.faults),
    }
}

fn too_many() -> Faults {
    Faults::one("", Code::TooCostly, format!("a game has at most {MOST_MOVES} moves"))
}

fn shown(name: &PlainValue) -> String {
    match name {
        PlainValue::Text(text) => quoted(text),
        name => name.to_string(),
    }
}

/// Reads a list of two names. No list of their texts is made, since a client can write millions of pairs.
fn pair(json: &mut JsonReader) -> Read<[PlainValue; 2]> {
    if json.peek()? != b'[' {
        let found = type_of(json.raw()?.get());
        return Err(invalid(format!("it is a list of two names, and this is {found}")));
    }
    let (mut ends, mut count) = ([const { None }; 2], 0_usize);
    let read = json.list(|json, index| {
        count = index.saturating_add(1);
        match ends.get_mut(index) {
            Some(end) => *end = Some(cell_name(json)?),
            None => json.raw().map(drop)?,
        }
        Ok(())
    });
    match (read, ends) {
        (Ok(()), [Some(one), Some(other)]) if count == 2 => Ok([one, other]),
        (Ok(()) | Err(Unread::Faults(_)), _) if count != 2 => {
            let found = if count > 2 { "more".to_owned() } else { count.to_string() };
            Err(invalid(format!("it is a list of two names, and this has {found}")))
        }
        (read, _) => Err(read.err().unwrap_or(Unread::NotJson)),
    }
}

fn named(rules: DeletionRules, cells: Labels) -> OwnCells {
    OwnCells(NamedCells::new(rules, cells).into())
}

impl<'de> Reader<'_, '_, 'de> {
    /// Reads a field that is a list of pairs of names, and calls `found` with each pair and its index in the list.
    /// `found` returns the number of cells so far. Reading ends once there are too many pairs or too many cells. `None`
    /// if the field is not a list.
    fn pairs(
        &mut self,
        field: &str,
        what: &str,
        mut found: impl FnMut(&mut Self, usize, [PlainValue; 2]) -> usize,
    ) -> Option<()> {
        let list = self.field(field, what)?;
        meter::charge_each(list.get().len(), cost::BYTE);
        if !list.get().starts_with('[') {
            self.no_list(&format!("/{field}"), list, what);
            return None;
        }
        // The only errors are the end of reading, since faults are collected in the reader.
        let _ = json_reader::read(list.get().as_bytes(), |json| {
            json.list(|json, place| {
                let ended = || Err(Unread::ended(Faults::default()));
                if meter::go_on(cost::COMPONENT).is_err() || !self.count(|| format!("/{field}/{place}")) {
                    return ended();
                }
                match pair(json) {
                    Ok(pair) => {
                        if are_cells(found(self, place, pair)) {
                            Ok(())
                        } else {
                            ended()
                        }
                    }
                    Err(Unread::Faults(found)) => {
                        self.faults.append_with(found, |fault| fault.under(place).under(field));
                        Ok(())
                    }
                    Err(unread) => Err(unread),
                }
            })
        });
        Some(())
    }

    /// Adds to `cells` the names in the list of a field. Reading ends once there are too many of them.
    fn more(&mut self, field: &str, what: &str, cells: &mut Labels) {
        let Some(json) = self.fields.get(field) else { return };
        let list = self.list(&format!("/{field}"), json, what, MOST_CELLS);
        let mut own = HashSet::new();
        for (place, json) in list.into_iter().flatten().enumerate() {
            let pointer = format!("/{field}/{place}");
            let Some(name) = self.name(&pointer, json) else { continue };
            if !own.insert(name.clone()) {
                self.fault(pointer, format!("{} is there twice", shown(&name)));
            }
            cells.cell(name);
        }
    }

    fn edges(&mut self) -> Option<OwnCells> {
        let (mut cells, mut edges) = (Labels::default(), Vec::new());
        // The names in the field "vertices" are numbered before those in "edges", so that the client can choose the
        // order of the vertices.
        self.more("vertices", "names", &mut cells);
        let pointer = if are_cells(cells.len()) { "/edges" } else { "/vertices" };
        self.pairs("edges", "edges, each a list of two vertices", |reader, place, [one, other]| {
            let ends = [cells.cell(one), cells.cell(other)];
            if ends[0] == ends[1] {
                let from = cells.of(ends[0]).map(shown).unwrap_or_default();
                reader.fault(format!("/edges/{place}"), format!("it leads from {from} to itself"));
            }
            edges.push(ends);
            cells.len()
        })?;
        self.counted(pointer, cells.len());
        let rule: Option<String> = self.fields.get("rule").and_then(|json| serde_json::from_str(json.get()).ok());
        let count = cells.len();
        let Some(rule @ ("arc-kayles" | "node-kayles" | "grim")) = rule.as_deref() else {
            let pointer = if self.fields.get("rule").is_some() { "/rule" } else { "" };
            self.fault(pointer, "the rule of edges is \"arc-kayles\", \"node-kayles\" or \"grim\"");
            return None;
        };
        // Too many edges are not made into moves.
        if !self.faults.is_empty() {
            return None;
        }
        let moves = match rule {
            "arc-kayles" => arc_kayles(&edges),
            "node-kayles" => node_kayles(count, &edges),
            _ => grim(&edges),
        };
        if moves.len() > MOST_MOVES {
            self.too_large(
                "/edges",
                format!("the game has {} moves, and at most {MOST_MOVES} are allowed", moves.len()),
            );
        }
        self.faults.is_empty().then(|| named(DeletionRules::new(count, moves, Layout::None), cells))
    }

    fn order(&mut self) -> Option<OwnCells> {
        let mut cells = Labels::default();
        let mut below = Vec::new();
        self.more("elements", "names", &mut cells);
        let pointer = if are_cells(cells.len()) { "/order" } else { "/elements" };
        self.pairs("order", "pairs of elements, the lower one first", |_, _, [low, high]| {
            below.push([cells.cell(low), cells.cell(high)]);
            cells.len()
        })?;
        if !self.counted(pointer, cells.len()) || !self.faults.is_empty() {
            return None;
        }
        match Order::closed(cells.len(), &below) {
            Ok(order) => {
                let rules = DeletionRules::new(cells.len(), order.moves(), Layout::Order);
                self.faults.is_empty().then(|| named(rules, cells))
            }
            Err(cycle) => {
                let names: Vec<String> = cycle.iter().take(20).filter_map(|cell| cells.of(*cell)).map(shown).collect();
                self.fault("/order", format!("the order goes round: {} is below itself", names.join(" below ")));
                None
            }
        }
    }

    fn moves(&mut self) -> Option<OwnCells> {
        let mut cells = Labels::default();
        match self.fields.get("cells") {
            None => self.fault("", "the game lacks \"cells\", their number or the list of their names"),
            Some(number) if is_number(number) => match count(number).filter(|count| are_cells(*count)) {
                Some(count) => {
                    for cell in meter::each(0..count, 0) {
                        cells.cell(PlainValue::Integer(cell.into()));
                    }
                }
                None => self.out_of_bounds("/cells", number.get()),
            },
            Some(_) => {
                self.more("cells", "names, or their number", &mut cells);
                self.counted("/cells", cells.len());
            }
        }
        let list = self.required("moves", "moves, each a list of cells", MOST_MOVES)?;
        if cells.is_empty() && !self.faults.is_empty() {
            // Moves are read only if the cells could be read, since a move lists cells.
            return None;
        }
        if list.len() > MOST_MOVES {
            self.too_large("/moves", format!("the game has more than {MOST_MOVES} moves, which is the limit"));
            return None;
        }
        let mut moves = Vec::new();
        for (place, json) in meter::each(list, cost::COMPONENT).enumerate() {
            let pointer = format!("/moves/{place}");
            moves.extend(self.one_move(&pointer, json, &cells));
        }
        let count = cells.len();
        self.faults.is_empty().then(|| named(DeletionRules::new(count, moves, Layout::None), cells))
    }

    fn one_move(&mut self, pointer: &str, json: &'de RawValue, cells: &Labels) -> Option<CellMove> {
        if json.get().starts_with('[') {
            let taken = self.cells(pointer, json, cells)?;
            if taken.is_empty() {
                self.fault(pointer, "a move takes at least one cell");
                return None;
            }
            return Some(CellMove::taking(taken));
        }
        if !json.get().starts_with('{') {
            let found = type_of(json.get());
            self.fault(
                pointer,
                format!(r#"a move is a list of cells, or {{"needs": [], "takes": []}}, and this is {found}"#),
            );
            return None;
        }
        let known = |name: &str| field(["needs", "takes"].iter(), name);
        let mut faults = Faults::default();
        let fields = json_reader::read(json.get().as_bytes(), |json| {
            let all = "a move has the fields needs and takes";
            DefinitionFields::read(json, known, all, |json| json.raw().map(drop), &mut faults)
        });
        let place = |fault: Fault| Fault { pointer: format!("{pointer}{}", fault.pointer), ..fault };
        self.faults.append_with(faults, place);
        let fields = fields.map_err(|found| self.faults.append_with(found, place)).ok()?;
        let (Some(needs), Some(takes)) = (fields.get("needs"), fields.get("takes")) else {
            self.fault(pointer, "a move has needs and takes, both lists of cells");
            return None;
        };
        let needs = self.cells(&format!("{pointer}/needs"), needs, cells);
        let takes = self.cells(&format!("{pointer}/takes"), takes, cells);
        let (needs, takes) = (needs?, takes?);
        if needs.is_empty() {
            self.fault(format!("{pointer}/needs"), "a move needs at least one cell");
            return None;
        }
        let needed: HashSet<&usize> = needs.iter().collect();
        if !takes.iter().any(|cell| needed.contains(cell)) {
            let detail = "it takes none of the cells that it needs: the move could be made again for ever";
            self.fault(format!("{pointer}/takes"), detail);
            return None;
        }
        Some(CellMove::new(needs, takes))
    }

    /// Reads a list of cells, in which no cell may occur twice.
    fn cells(&mut self, pointer: &str, json: &'de RawValue, cells: &Labels) -> Option<Vec<usize>> {
        let list = self.list(pointer, json, "cells", MOST_CELLS)?;
        let mut found = Vec::new();
        for (place, json) in meter::each(list, cost::NUMBER).enumerate() {
            let pointer = format!("{pointer}/{place}");
            let Some(name) = self.name(&pointer, json) else { continue };
            match cells.find(&name) {
                None => self.fault(pointer, format!("the game has no cell {}", shown(&name))),
                Some(cell) => found.push((cell, place)),
            }
        }
        let mut sorted = found.clone();
        sorted.sort_unstable();
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let name = cells.of(pair[1].0).map(shown).unwrap_or_default();
            self.fault(format!("{pointer}/{}", pair[1].1), format!("the cell {name} is there twice"));
            return None;
        }
        Some(found.into_iter().map(|(cell, _)| cell).collect())
    }
}
