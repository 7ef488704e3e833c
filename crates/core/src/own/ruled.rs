//! [`Ruled`]: the names of the vertices of a graph, if each vertex stands for a position of a game that the client
//! defined by rules. The rules are a script, which can also describe moves.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use grundy_rules::{Encoded, PositionTable, Script, ScriptOption, ScriptOptions};

use super::explored::metered;
use crate::game::shape::Literal;

/// The names of the vertices of a graph. Each vertex stands for a position of a game that the client defined by rules.
pub(crate) struct Ruled {
    positions: PositionTable,
    /// The client's script, if it has a function that describes moves.
    words: Option<Mutex<Words>>,
}

/// A script that describes moves. `last` is the position from which the script most recently described a move, with the
/// options of this position.
struct Words {
    script: Script,
    last: Option<(u32, ScriptOptions)>,
}

impl fmt::Debug for Ruled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} positions of rules", self.positions.len())
    }
}

impl Ruled {
    /// Creates the names of a graph's vertices. Each vertex stands for the position that has the same number in
    /// `positions`. `script`, if given, describes moves.
    pub(crate) fn new(positions: PositionTable, script: Option<Script>) -> Self {
        Self { positions, words: script.map(|script| Mutex::new(Words { script, last: None })) }
    }

    /// Returns the position for which a vertex stands.
    pub(crate) fn position(&self, v: u32) -> Option<Literal> {
        self.positions.get(v).map(Encoded::to_position)
    }

    /// Returns the vertex that stands for a position.
    pub(crate) fn vertex(&self, position: &Literal) -> Option<u32> {
        self.positions.find(position.encoded())
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
        let position = self.positions.get(from)?;
        let described = metered(|fuel| {
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
        });
        described.unwrap_or_else(|fault| Some(format!("describe fails: {fault}")))
    }

    /// Returns whether an option leaves these vertices, in any order.
    fn is_to(&self, option: &ScriptOption<'_>, to: &[u32]) -> bool {
        let parts = match option {
            ScriptOption::To(option) => return matches!(to, [v] if self.positions.get(*v) == Some(*option)),
            ScriptOption::Sum(parts) if parts.len() == to.len() => parts.clone(),
            ScriptOption::Sum(_) => return false,
        };
        let mut option: Vec<&[u8]> = parts.map(Encoded::bytes).collect();
        let mut left: Vec<&[u8]> = to.iter().filter_map(|v| self.positions.get(*v)).map(Encoded::bytes).collect();
        option.sort_unstable();
        left.sort_unstable();
        option == left
    }
}
