//! [`Ruled`]: the names of the vertices of a graph, if each vertex stands for a position of a game that the client
//! defined by rules. The rules are a script, which can also describe moves.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use grundy_rules::{Encoded, Fuel, PositionTable, Script, ScriptOption, ScriptOptions};

use super::reach::metered;
use crate::game::shape::Literal;
use crate::number::meter;
use crate::theory::graphs::graph::{NONE, index};

/// The names of the vertices of a graph. Each vertex stands for a position of a game that the client defined by rules.
pub(crate) struct Ruled {
    positions: Arc<PositionTable>,
    /// The part of the positions for which there are vertices; `None` if there is a vertex for each.
    part: Option<PartOfPositions>,
    /// The client's script, if it has a function that describes moves.
    words: Option<Mutex<Words>>,
}

/// Some of the positions of a table, in the order of their vertices.
#[derive(Debug)]
pub(crate) struct PartOfPositions {
    /// The number of each vertex in the table.
    pub(crate) vertices: Vec<u32>,
    /// The vertex of each number; [`NONE`] if there is none.
    pub(crate) numbers: Vec<u32>,
}

/// A script that describes moves. `last` is the position from which the script most recently described a move, with the
/// options of this position.
struct Words {
    script: Script,
    last: Option<(u32, ScriptOptions)>,
}

impl fmt::Debug for Ruled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} positions of rules", self.part.as_ref().map_or(self.positions.len(), |part| part.vertices.len()))
    }
}

impl Ruled {
    /// Creates the names of a graph's vertices. Each vertex stands for the position that has the same number in
    /// `positions`, or in a part of them. `script`, if given, describes moves.
    pub(crate) fn new(positions: Arc<PositionTable>, part: Option<PartOfPositions>, script: Option<Script>) -> Self {
        Self { positions, part, words: script.map(|script| Mutex::new(Words { script, last: None })) }
    }

    /// Returns the position for which a vertex stands.
    pub(crate) fn position(&self, v: u32) -> Option<Literal> {
        self.encoded(v).map(Encoded::to_position)
    }

    fn encoded(&self, v: u32) -> Option<Encoded<'_>> {
        let number = self.part.as_ref().map_or(Some(v), |part| part.vertices.get(index(v)).copied());
        self.positions.get(number?)
    }

    /// Returns the vertex that stands for a position.
    pub(crate) fn vertex(&self, position: &Literal) -> Option<u32> {
        let number = self.positions.find(position.encoded())?;
        let Some(part) = &self.part else { return Some(number) };
        part.numbers.get(index(number)).copied().filter(|vertex| *vertex != NONE)
    }

    /// Returns how many bytes of memory the positions need.
    pub(crate) fn bytes(&self) -> usize {
        self.positions.memory()
    }

    /// Returns the text that the function `describe` of the client's script gives for a move. If the function fails,
    /// returns its error message. `None` if the script has no function `describe`.
    pub(crate) fn describe(&self, from: u32, to: &[u32]) -> Option<String> {
        let mut words = self.words.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner);
        let Words { script, last } = &mut *words;
        let position = self.encoded(from)?;
        let run = |fuel: &mut dyn Fuel| {
            let options = match last.take() {
                Some((described, options)) if described == from => options,
                _ => script.options(position, fuel)?.clone(),
            };
            let described = match options.iter().find(|option| self.is_to(option, to)) {
                Some(option) => script.describe(position, &option, fuel),
                None => Ok(None),
            };
            *last = Some((from, options));
            described
        };
        let described = meter::as_one("the function describe of the rules", || metered(run));
        described.unwrap_or_else(|fault| Some(format!("describe fails: {fault}")))
    }

    /// Returns whether an option leaves these vertices, in any order.
    fn is_to(&self, option: &ScriptOption<'_>, to: &[u32]) -> bool {
        let parts = match option {
            ScriptOption::To(option) => return matches!(to, [v] if self.encoded(*v) == Some(*option)),
            ScriptOption::Sum(parts) if parts.len() == to.len() => parts.clone(),
            ScriptOption::Sum(_) => return false,
        };
        let mut option: Vec<&[u8]> = parts.map(Encoded::bytes).collect();
        let mut left: Vec<&[u8]> = to.iter().filter_map(|v| self.encoded(*v)).map(Encoded::bytes).collect();
        option.sort_unstable();
        left.sort_unstable();
        option == left
    }
}
