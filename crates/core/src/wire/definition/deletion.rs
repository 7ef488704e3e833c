//! Deletion games from JSON, in four forms: a board and pieces, edges and a rule, an order, cells and moves. One careful reading
//! does: there are at most some thousand cells and moves.

use std::collections::HashMap;

use serde_json::value::RawValue;

use super::careful::type_of;
use super::fault::quoted;
use crate::game::kinds::boards::{self, Board, MOST_CELLS, MOST_MOVES, Piece};
use crate::game::kinds::cells::Labels;
use crate::game::shape::Written;
use crate::number::meter;
use crate::own::{NamedCells, OwnBoard, OwnCells};
use crate::theory::deletion::{Cells, Layout, Move, Rules};
use crate::theory::orders::Order;
use crate::wire::fault::{Code, Faults};
use crate::wire::integer::WireInteger;
use crate::wire::json::{AllMembers, STEPS_A_BYTE};
use crate::wire::shape::Name;

/// A deletion game that a request defines.
#[derive(Clone, Debug)]
pub(crate) enum Deletions {
    /// On a board.
    Board(OwnBoard),
    /// Of named cells.
    Cells(OwnCells),
}

/// The fields of all forms, with the one that tells the form first.
pub(super) const FIELDS: [&[&str]; 4] =
    [&["board", "pieces", "turn"], &["edges", "rule", "vertices"], &["order", "elements"], &["moves", "cells"]];

/// The members of a definition, by the names of [`FIELDS`].
pub(super) type Members<'de> = HashMap<&'static str, &'de RawValue>;

/// The field of a name.
pub(super) fn field(name: &str) -> Option<&'static str> {
    FIELDS.iter().flat_map(|form| form.iter()).find(|field| **field == name).copied()
}

/// Reads a definition.
///
/// # Errors
/// Every fault, with pointers from the definition on.
pub(super) fn read(members: &Members) -> Result<Deletions, Faults> {
    let mut reader = Reader { members, faults: Faults::default() };
    let forms = FIELDS.iter().filter(|form| members.contains_key(form[0]));
    let form: Vec<&&[&str]> = forms.collect();
    let [form] = form[..] else {
        let heads: Vec<&str> = form.iter().map(|form| form[0]).collect();
        let found =
            if heads.is_empty() { "neither is here".to_owned() } else { format!("here are {}", heads.join(" and ")) };
        let detail = format!(
            "a deletion game has board and pieces, or edges and a rule, or an order, or cells and moves: {found}"
        );
        return Err(Faults::one("", Code::InvalidGame, detail));
    };
    for field in
        FIELDS.iter().flat_map(|form| form.iter()).filter(|field| members.contains_key(*field) && !form.contains(field))
    {
        reader.fault(format!("/{field}"), format!("a game with {} has no {field}", form[0]));
    }
    let made = match form[0] {
        "board" => reader.board(),
        "edges" => reader.edges(),
        "order" => reader.order(),
        _ => reader.moves(),
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

fn shown(name: &Written) -> String {
    match name {
        Written::Text(text) => quoted(text),
        name => name.to_string(),
    }
}

struct Reader<'m, 'de> {
    members: &'m Members<'de>,
    faults: Faults,
}

fn named(rules: Rules, cells: Labels) -> Deletions {
    Deletions::Cells(OwnCells(NamedCells::new(rules, cells).into()))
}

impl<'de> Reader<'_, 'de> {
    fn fault(&mut self, pointer: impl Into<String>, detail: impl Into<String>) {
        self.faults.add(|| (pointer.into(), detail.into()));
    }

    fn too_large(&mut self, pointer: &str, detail: String) {
        if self.faults.is_empty() {
            self.faults = Faults::one(pointer, Code::TooCostly, detail);
        }
    }

    fn list(&mut self, pointer: &str, json: &'de RawValue, what: &str) -> Option<Vec<&'de RawValue>> {
        meter::charge_each(json.get().len(), 2 * STEPS_A_BYTE);
        let list = serde_json::from_str(json.get()).ok();
        if list.is_none() {
            self.fault(pointer, format!("it is a list of {what}, and this is {}", type_of(json.get())));
        }
        list
    }

    /// A name of a cell.
    fn name(&mut self, pointer: &str, json: &RawValue) -> Option<Written> {
        meter::charge_each(json.get().len(), 20);
        if let Ok(Name(name)) = serde_json::from_str::<Name>(json.get()) {
            return Some(name);
        }
        let detail = format!("a name is a string or an integer of 0 or more, and this is {}", type_of(json.get()));
        self.fault(pointer, detail);
        None
    }

    /// The pairs of a field.
    fn pairs(&mut self, field: &str, what: &str) -> Vec<(usize, [Written; 2])> {
        let Some(list) = self.members.get(field).and_then(|json| self.list(&format!("/{field}"), json, what)) else {
            return Vec::new();
        };
        let mut pairs = Vec::new();
        for (place, json) in list.into_iter().enumerate() {
            if meter::go_on(100).is_err() {
                break;
            }
            let pointer = format!("/{field}/{place}");
            let Some(ends) = self.list(&pointer, json, "two names") else { continue };
            let [one, other] = ends[..] else {
                self.fault(pointer, format!("it is a list of two names, and this has {}", ends.len()));
                continue;
            };
            let one = self.name(&format!("{pointer}/0"), one);
            let other = self.name(&format!("{pointer}/1"), other);
            if let (Some(one), Some(other)) = (one, other) {
                pairs.push((place, [one, other]));
            }
        }
        pairs
    }

    /// Names that a field adds.
    fn more(&mut self, field: &str, cells: &mut Labels) {
        let Some(list) = self.members.get(field).and_then(|json| self.list(&format!("/{field}"), json, "names")) else {
            return;
        };
        let mut own = std::collections::HashSet::new();
        for (place, json) in list.into_iter().enumerate() {
            let pointer = format!("/{field}/{place}");
            let Some(name) = self.name(&pointer, json) else { continue };
            if !own.insert(name.clone()) {
                self.fault(pointer, format!("{} is there twice", shown(&name)));
            }
            cells.cell(name);
        }
    }

    /// Is the number of cells within its bounds?
    fn counted(&mut self, pointer: &str, cells: usize) -> bool {
        if cells == 0 {
            self.fault(pointer, "the game has no cell");
        } else if cells > MOST_CELLS {
            self.fault(pointer, format!("a game has at most {MOST_CELLS} cells, and this has {cells}"));
        }
        (1..=MOST_CELLS).contains(&cells)
    }

    fn edges(&mut self) -> Option<Deletions> {
        let mut cells = Labels::default();
        let pairs = self.pairs("edges", "edges, each a list of two vertices");
        let mut edges = Vec::new();
        // Those of "vertices" come first: the order of the definition is the client's to choose.
        self.more("vertices", &mut cells);
        for (place, [one, other]) in pairs {
            let (from, to) = (shown(&one), (cells.cell(one), cells.cell(other)));
            if to.0 == to.1 {
                self.fault(format!("/edges/{place}"), format!("it leads from {from} to itself"));
            }
            edges.push([to.0, to.1]);
        }
        self.counted("/edges", cells.len());
        let rule: Option<String> = self.members.get("rule").and_then(|json| serde_json::from_str(json.get()).ok());
        let count = cells.len();
        let moves = match rule.as_deref() {
            Some("arc-kayles") => crate::theory::deletion::graphs::arc_kayles(&edges),
            Some("node-kayles") => crate::theory::deletion::graphs::node_kayles(count, &edges),
            Some("grim") => crate::theory::deletion::graphs::grim(&edges),
            _ => {
                self.fault("/rule", "the rule of edges is \"arc-kayles\", \"node-kayles\" or \"grim\"");
                return None;
            }
        };
        if moves.len() > MOST_MOVES {
            self.too_large(
                "/edges",
                format!("the game has {} moves, and at most {MOST_MOVES} are allowed", moves.len()),
            );
        }
        self.faults.is_empty().then(|| named(Rules::new(count, moves, Layout::None), cells))
    }

    fn order(&mut self) -> Option<Deletions> {
        let mut cells = Labels::default();
        let pairs = self.pairs("order", "pairs of elements, the lower one first");
        self.more("elements", &mut cells);
        let below: Vec<[usize; 2]> =
            pairs.into_iter().map(|(_, [low, high])| [cells.cell(low), cells.cell(high)]).collect();
        if !self.counted("/order", cells.len()) {
            return None;
        }
        match Order::closed(cells.len(), &below) {
            Ok(order) => {
                let rules = Rules::new(cells.len(), order.moves(), Layout::Order);
                self.faults.is_empty().then(|| named(rules, cells))
            }
            Err(cycle) => {
                let names: Vec<String> = cycle.iter().take(20).filter_map(|cell| cells.of(*cell)).map(shown).collect();
                self.fault("/order", format!("the order goes round: {} is below itself", names.join(" below ")));
                None
            }
        }
    }

    fn moves(&mut self) -> Option<Deletions> {
        let mut cells = Labels::default();
        match self.members.get("cells") {
            None => self.fault("", "a game with moves has \"cells\", their number or the list of their names"),
            Some(json) => match serde_json::from_str::<WireInteger>(json.get()) {
                Ok(WireInteger::Number(count)) if !json.get().starts_with('"') => {
                    let count = usize::try_from(count).unwrap_or(usize::MAX);
                    if self.counted("/cells", count) {
                        for cell in (0..count).take_while(|_| meter::go_on(0).is_ok()) {
                            cells.cell(Written::Integer(cell.into()));
                        }
                    }
                }
                _ => {
                    self.more("cells", &mut cells);
                    if self.faults.is_empty() {
                        self.counted("/cells", cells.len());
                    }
                }
            },
        }
        let list = self.members.get("moves").and_then(|json| self.list("/moves", json, "moves"))?;
        if list.len() > MOST_MOVES {
            self.too_large(
                "/moves",
                format!("the game has {} moves, and at most {MOST_MOVES} are allowed", list.len()),
            );
            return None;
        }
        let mut moves = Vec::new();
        for (place, json) in list.into_iter().enumerate() {
            if meter::go_on(100).is_err() {
                return None;
            }
            let pointer = format!("/moves/{place}");
            moves.extend(self.one_move(&pointer, json, &cells));
        }
        let count = cells.len();
        self.faults.is_empty().then(|| named(Rules::new(count, moves, Layout::None), cells))
    }

    fn one_move(&mut self, pointer: &str, json: &'de RawValue, cells: &Labels) -> Option<Move> {
        if json.get().starts_with('[') {
            let taken = self.cells(pointer, json, cells)?;
            if taken.is_empty() {
                self.fault(pointer, "a move takes at least one cell");
                return None;
            }
            return Some(Move::taking(taken));
        }
        let Ok(AllMembers(entries)) = serde_json::from_str(json.get()) else {
            let found = type_of(json.get());
            self.fault(
                pointer,
                format!(r#"a move is a list of cells, or {{"needs": [], "takes": []}}, and this is {found}"#),
            );
            return None;
        };
        let [mut needs, mut takes] = [None, None];
        for (name, json) in entries {
            let field = match name.as_str() {
                "needs" => &mut needs,
                "takes" => &mut takes,
                other => {
                    let detail = format!("a move has the fields needs and takes, and no {}", quoted(other));
                    self.fault(format!("{pointer}/{}", super::fault::step(other)), detail);
                    continue;
                }
            };
            if field.replace(json).is_some() {
                self.fault(format!("{pointer}/{name}"), "it is there twice; this is the second");
            }
        }
        let (Some(needs), Some(takes)) = (needs, takes) else {
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
        if !takes.iter().any(|cell| needs.contains(cell)) {
            let detail = "it takes none of the cells that it needs: the move could be made again for ever";
            self.fault(format!("{pointer}/takes"), detail);
            return None;
        }
        Some(Move::new(needs, takes))
    }

    /// A list of cells, each once.
    fn cells(&mut self, pointer: &str, json: &'de RawValue, cells: &Labels) -> Option<Vec<usize>> {
        let list = self.list(pointer, json, "cells")?;
        let mut found = Vec::new();
        for (place, json) in list.into_iter().enumerate() {
            if meter::go_on(20).is_err() {
                return None;
            }
            let pointer = format!("{pointer}/{place}");
            let Some(name) = self.name(&pointer, json) else { continue };
            match cells.find(&name) {
                None if self.members.contains_key("cells") && !cells.is_empty() => {
                    self.fault(pointer, format!("the game has no cell {}", shown(&name)));
                }
                None => {}
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

    fn board(&mut self) -> Option<Deletions> {
        let (rows, columns, start) = self.start()?;
        let pieces = self.pieces();
        let turn = self.members.get("turn").is_some_and(|json| {
            serde_json::from_str::<bool>(json.get()).unwrap_or_else(|_| {
                let detail = || format!("it is true or false, and this is {}", type_of(json.get()));
                self.faults.add(|| ("/turn".to_owned(), detail()));
                false
            })
        });
        if !self.faults.is_empty() {
            return None;
        }
        let pieces = if turn { pieces.iter().flat_map(turned).collect() } else { pieces };
        let mut distinct: Vec<Piece> = Vec::new();
        for piece in pieces {
            meter::charge_each(distinct.len(), 20);
            if !distinct.contains(&piece) {
                distinct.push(piece);
            }
        }
        let Some(board) = Board::of_pieces(rows, columns, distinct, Some(&start)) else {
            self.too_large(
                "/pieces",
                format!("there are more than {MOST_MOVES} ways to put the pieces, which is the limit"),
            );
            return None;
        };
        Some(Deletions::Board(OwnBoard { board: board.into(), start }))
    }

    fn start(&mut self) -> Option<(usize, usize, Cells)> {
        let json = self.members.get("board")?;
        let list = self.list("/board", json, "rows, or the numbers of rows and columns")?;
        let sizes: Option<Vec<usize>> = list
            .iter()
            .map(|json| match serde_json::from_str::<WireInteger>(json.get()) {
                Ok(WireInteger::Number(number)) if !json.get().starts_with('"') => usize::try_from(number).ok(),
                _ => None,
            })
            .collect();
        if let Some([rows, columns]) = sizes.as_deref() {
            let cells = rows.saturating_mul(*columns);
            return self.counted("/board", cells).then(|| (*rows, *columns, Cells::all(cells)));
        }
        let rows = self.rows("/board", &list)?;
        match boards::read(&rows) {
            Ok(start) if start.is_empty() => {
                self.fault("/board", "the board has no cell");
                None
            }
            Ok(start) => Some((rows.len(), rows.first().map_or(0, String::len), start)),
            Err(illegal) => {
                let pointer = illegal.part.map_or_else(|| "/board".to_owned(), |row| format!("/board/{row}"));
                self.fault(pointer, illegal.reason);
                None
            }
        }
    }

    fn rows(&mut self, pointer: &str, list: &[&RawValue]) -> Option<Vec<String>> {
        let mut rows = Vec::new();
        for (place, json) in list.iter().enumerate() {
            match serde_json::from_str(json.get()) {
                Ok(row) => rows.push(row),
                Err(_) => {
                    self.fault(
                        format!("{pointer}/{place}"),
                        format!("a row is a string, and this is {}", type_of(json.get())),
                    );
                }
            }
        }
        (rows.len() == list.len()).then_some(rows)
    }

    fn pieces(&mut self) -> Vec<Piece> {
        let Some(json) = self.members.get("pieces") else {
            self.fault("", "a game on a board has \"pieces\", a list of pictures such as [\"xx\"]");
            return Vec::new();
        };
        let list = self.list("/pieces", json, "pieces").unwrap_or_default();
        if list.len() > MOST_MOVES {
            self.too_large("/pieces", format!("a game has at most {MOST_MOVES} pieces"));
            return Vec::new();
        }
        let mut pieces = Vec::new();
        for (place, json) in list.into_iter().enumerate() {
            let pointer = format!("/pieces/{place}");
            let Some(rows) = self.list(&pointer, json, "rows").and_then(|list| self.rows(&pointer, &list)) else {
                continue;
            };
            let free = match boards::read(&rows) {
                Ok(free) => free,
                Err(illegal) => {
                    self.fault(
                        illegal.part.map_or_else(|| pointer.clone(), |row| format!("{pointer}/{row}")),
                        illegal.reason,
                    );
                    continue;
                }
            };
            let width = rows.first().map_or(0, String::len);
            let cells = (0..rows.len()).flat_map(|row| (0..width).map(move |column| (row, column)));
            let piece: Piece = cells.filter(|(row, column)| !free.contains(row * width + column)).collect();
            if piece.is_empty() {
                self.fault(pointer, "a piece has at least one cell, an x");
                continue;
            }
            pieces.push(cornered(piece));
        }
        pieces
    }
}

/// A piece in the corner, its cells in order.
fn cornered(piece: Piece) -> Piece {
    let row = piece.iter().map(|cell| cell.0).min().unwrap_or(0);
    let column = piece.iter().map(|cell| cell.1).min().unwrap_or(0);
    let mut piece: Piece = piece.into_iter().map(|cell| (cell.0 - row, cell.1 - column)).collect();
    piece.sort_unstable();
    piece
}

/// A piece in all eight ways.
fn turned(piece: &Piece) -> Vec<Piece> {
    meter::charge_each(piece.len(), 500);
    let mut ways = Vec::new();
    let mut now = piece.clone();
    for turn in 0..8 {
        ways.push(now.clone());
        let last = now.iter().map(|cell| cell.0).max().unwrap_or(0);
        now = cornered(now.into_iter().map(|(row, column)| (column, last - row)).collect());
        if turn == 3 {
            now = cornered(now.into_iter().map(|(row, column)| (column, row)).collect());
        }
    }
    ways
}
