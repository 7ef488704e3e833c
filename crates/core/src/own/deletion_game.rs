//! A deletion game that a client describes. A position is the set of cells that are free. A move removes some of the
//! free cells.

use std::sync::Arc;

use grundy_certify::{joined_up_to, list};

use crate::game::kinds::boards::{self, PieceBoard};
use crate::game::kinds::cells::Labels;
use crate::game::kinds::deletion::{DELETION, DeletionBoard, Free};
use crate::game::kinds::free::CellTable;
use crate::game::shape::{PlainValue, Shape};
use crate::game::words::quote;
use crate::game::{Card, Illegal};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::deletion::{Cells, DeletionRules};
use crate::theory::sources::WINNING_WAYS;
use crate::theory::step::{counted, joined};

/// The word for the position with all cells free.
const START: &str = "start";

/// The names of the cells, and the moves.
#[derive(Debug)]
pub(crate) struct NamedCells {
    rules: Arc<DeletionRules>,
    names: Labels,
}

impl NamedCells {
    /// Creates the game with these moves, on cells with these names.
    pub(crate) fn new(rules: DeletionRules, names: Labels) -> Self {
        Self { rules: Arc::new(rules), names }
    }

    /// Returns the cell with this name. A string of digits means the same as the integer, because responses write large
    /// integers as strings. Some JSON readers could not read such integers as numbers.
    fn cell(&self, name: &PlainValue) -> Option<usize> {
        let otherwise = || match name {
            PlainValue::Integer(integer) => self.names.find(&PlainValue::Text(integer.to_string())),
            PlainValue::Text(text) => {
                self.names.find(&PlainValue::Integer(Natural::from_decimal(text, text.len()).ok()?))
            }
            _ => None,
        };
        self.names.find(name).or_else(otherwise)
    }
}

impl CellTable for NamedCells {
    fn name(&self, cell: usize) -> String {
        self.names.of(cell).map_or_else(String::new, |name| match name {
            PlainValue::Text(text) => crate::game::words::cut(text).to_owned(),
            name => name.to_string(),
        })
    }

    fn rules(&self) -> &Arc<DeletionRules> {
        &self.rules
    }

    /// All positions of a game share its table.
    fn own_memory(&self) -> usize {
        0
    }

    fn write(&self, free: &Cells) -> PlainValue {
        PlainValue::List(free.iter().filter_map(|cell| self.names.of(cell).cloned()).collect())
    }

    fn describe(&self, free: &Cells, made: usize) -> String {
        let Some(made) = self.rules.moves().get(made) else { return String::new() };
        let names = |cells: &[usize]| joined(cells, |cell| self.name(*cell), ", ");
        let with: Vec<usize> =
            made.taken().filter(|cell| free.contains(*cell) && !made.needs().contains(cell)).collect();
        let (taken, kept): (Vec<usize>, Vec<usize>) = made.needs().iter().partition(|cell| made.takes(**cell));
        let mut text = format!("take {}", names(&taken));
        if !with.is_empty() {
            text = format!("{text}, with {}", names(&with));
        }
        if !kept.is_empty() {
            text = format!("{text}, by {}", names(&kept));
        }
        text
    }
}

/// Returns a deletion game as JSON, up to some bytes more than `most`. `name` returns a cell as JSON.
fn definition(rules: &DeletionRules, name: impl Fn(usize) -> Option<String>, most: usize) -> Option<String> {
    let names = |cells: &mut dyn Iterator<Item = usize>| {
        Some(list(meter::each(cells, cost::NUMBER).map(&name).collect::<Option<Vec<_>>>()?))
    };
    let moves = meter::each(rules.moves(), cost::OPTION).map(|made| {
        let (needs, takes) = (names(&mut made.needs().iter().copied())?, names(&mut made.taken())?);
        Some(format!(r#"{{"needs":{needs},"takes":{takes}}}"#))
    });
    Some(format!(r#"{{"cells":[{}]}}"#, joined_up_to(most, moves)?))
}

/// A deletion game on cells that the client has named.
#[derive(Clone, Debug)]
pub(crate) struct OwnCells(pub(crate) Arc<NamedCells>);

/// Returns the card of a client's deletion game. `position` is the card's text on how a position is written.
const fn card(position: &'static str) -> Card {
    Card {
        id: "deletion",
        name: "A game of the client's",
        rules: "A move needs some free cells and takes some away. Who cannot move loses.",
        position,
        text_form: "cell,cell,…",
        example: "",
        sources: &[WINNING_WAYS],
        normal: "Exact, by search.",
        ..DELETION
    }
}

impl DeletionBoard for OwnCells {
    fn card(&self) -> &'static Card {
        const { &card("the free cells") }
    }

    fn shape(&self) -> Shape {
        Shape::Names
    }

    fn definition(&self, most: usize) -> Option<String> {
        definition(&self.0.rules, |cell| serde_json::to_string(self.0.names.of(cell)?).ok(), most)
    }

    fn read(&self, written: PlainValue) -> Result<Free, Illegal> {
        let Self(table) = self;
        let start = || Ok(Free::new(table.clone(), Cells::all(table.names.len())));
        let names = match written {
            PlainValue::Text(word) if word == START => return start(),
            PlainValue::Text(word) => {
                return Err(Illegal::new(format!(
                    "a position is a list of the free cells, or {START:?}, and not {}",
                    quote(&word)
                )));
            }
            PlainValue::List(names) => names,
            _ => return Err(Illegal::shape()),
        };
        let mut free = Cells::none(table.names.len());
        if let [PlainValue::Text(word)] = &names[..]
            && word == START
            && table.cell(&names[0]).is_none()
        {
            return start();
        }
        for (place, name) in names.iter().enumerate() {
            meter::charge(cost::LOOK_UP);
            let shown = quote(&name.to_string());
            let cell = table.cell(name).ok_or_else(|| Illegal::part(place, format!("the game has no cell {shown}")))?;
            if !free.insert(cell) {
                return Err(Illegal::part(place, format!("the cell {shown} is there twice")));
            }
        }
        Ok(Free::new(table.clone(), free))
    }
}

/// A game in which pieces are put on a client's board.
#[derive(Clone, Debug)]
pub(crate) struct OwnBoard {
    pub(crate) board: Arc<PieceBoard>,
    /// The cells that are free at the start. All other cells are holes.
    pub(crate) start: Cells,
}

impl DeletionBoard for OwnBoard {
    fn card(&self) -> &'static Card {
        const { &card("the rows of the board: a dot for a free cell, x for a hole or one that is gone") }
    }

    fn shape(&self) -> Shape {
        Shape::Board
    }

    /// The cells are numbered row by row.
    fn definition(&self, most: usize) -> Option<String> {
        definition(self.board.rules(), |cell| Some(cell.to_string()), most)
    }

    fn read(&self, written: PlainValue) -> Result<Free, Illegal> {
        let rows = match written {
            PlainValue::Text(word) if word == START => vec![word],
            PlainValue::Text(text) => text.split('/').map(str::to_owned).collect(),
            PlainValue::Rows(rows) => rows,
            _ => return Err(Illegal::shape()),
        };
        if rows == [START] {
            return Ok(Free::new(self.board.clone(), self.start.clone()));
        }
        let (height, width) = self.board.size();
        let free = boards::read(&rows)?;
        let is_of_size = rows.len() == height && rows.iter().all(|row| row.len() == width);
        // The text form of a board without rows is read as one empty row.
        let is_without_cells = height * width == 0 && rows.iter().all(String::is_empty);
        if !is_of_size && !is_without_cells {
            let rows = counted(height, "row", "rows");
            return Err(Illegal::new(format!("a board of this game has {rows} of {width}")));
        }
        let hole = free.iter().find(|cell| !self.start.contains(*cell));
        match hole {
            Some(cell) => {
                let (row, column) = (cell / width.max(1), cell % width.max(1));
                let reason = format!("column {} of it is a hole, which is never free", column + 1);
                Err(Illegal::part(row, reason))
            }
            None => Ok(Free::new(self.board.clone(), free)),
        }
    }
}
