//! [`ReachedGame`]: the positions that play reaches from some components. Each has a number.

use std::collections::HashMap;
use std::rc::Rc;

use crate::labels::labels;
use crate::lost::winner;
use crate::source::{OptionSource, TooMuch};
use crate::text::Claim;

/// The most positions that are explored.
const MOST_POSITIONS: usize = 100_000;

/// The most bytes of all positions and options.
const MOST_BYTES: usize = 32 << 20;

/// The bytes that a position takes beside its text, and those of an option.
const BYTES_OF_POSITION: usize = 128;
const BYTES_OF_OPTION: usize = 32;

/// A position of a game, which knows its rules.
pub trait ExploredPosition: Sized {
    /// Returns the position as JSON; `None` if it can't be written. Equal positions are written alike.
    fn json(&self) -> Option<String>;

    /// Returns the options, each as the positions that a move leaves.
    ///
    /// # Errors
    /// Finding them takes too much work.
    fn options(&self) -> Result<Vec<Vec<Self>>, TooMuch>;

    /// Charges steps of work, each of which is some nanoseconds.
    ///
    /// # Errors
    /// The work takes too much.
    fn work(steps: usize) -> Result<(), TooMuch>;
}

/// Writes a position, with the key of its game if there are several games.
pub(crate) fn written<P: ExploredPosition>(key: Option<&str>, position: &P) -> Option<String> {
    let json = position.json()?;
    Some(if let Some(key) = key { format!("[{key},{json}]") } else { json })
}

/// The positions that play reaches from some components.
#[derive(Debug)]
pub struct ReachedGame<P> {
    components: Vec<usize>,
    /// Each position, with the key of its game as JSON if there are several games.
    positions: Vec<(Option<Rc<str>>, P)>,
    /// Each position as JSON.
    written: Vec<Rc<str>>,
    numbers: HashMap<Rc<str>, usize>,
    options: HashMap<usize, Rc<[Vec<usize>]>>,
    bytes: usize,
}

impl<P: ExploredPosition> ReachedGame<P> {
    /// Begins with the components of a sum, each with the key of its game if there are several games.
    ///
    /// # Errors
    /// There are too many.
    pub fn of(components: impl IntoIterator<Item = (Option<Rc<str>>, P)>) -> Result<Self, TooMuch> {
        let mut game = Self {
            components: Vec::new(),
            positions: Vec::new(),
            written: Vec::new(),
            numbers: HashMap::new(),
            options: HashMap::new(),
            bytes: 0,
        };
        for (key, component) in components {
            let number = game.number(key, component)?;
            game.components.push(number);
        }
        Ok(game)
    }

    /// Returns the certificate of the winner of the sum. `game` is the game as JSON.
    ///
    /// # Errors
    /// There is too much to explore.
    pub fn winner(mut self, game: &str, is_misere: bool) -> Result<String, TooMuch> {
        let components = self.components.clone();
        let proof = winner(&mut self, &components, is_misere)?;
        Ok(self.claim(game).winner(is_misere, &proof))
    }

    /// Returns the certificate of the value of the sum, with the values of all components. `game` and `value` are JSON.
    ///
    /// # Errors
    /// There is too much to explore.
    pub fn value(mut self, game: &str, value: &str) -> Result<String, TooMuch> {
        let components = self.components.clone();
        let proof = labels(&mut self, &components)?;
        Ok(self.claim(game).labels(value, &proof))
    }

    fn claim<'a>(&'a self, game: &'a str) -> Claim<'a, Rc<str>> {
        Claim { game, components: &self.components, written: &self.written }
    }

    fn charge(&mut self, bytes: usize) -> Result<(), TooMuch> {
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes > MOST_BYTES { Err(TooMuch) } else { Ok(()) }
    }

    /// Returns the number of a position, which is the next one if the position is new.
    fn number(&mut self, key: Option<Rc<str>>, position: P) -> Result<usize, TooMuch> {
        let text: Rc<str> = written(key.as_deref(), &position).ok_or(TooMuch)?.into();
        if let Some(number) = self.numbers.get(&text) {
            return Ok(*number);
        }
        let number = self.positions.len();
        if number >= MOST_POSITIONS {
            return Err(TooMuch);
        }
        self.charge(text.len().saturating_add(BYTES_OF_POSITION))?;
        self.numbers.insert(Rc::clone(&text), number);
        self.written.push(text);
        self.positions.push((key, position));
        Ok(number)
    }
}

impl<P: ExploredPosition> OptionSource for ReachedGame<P> {
    fn options(&mut self, number: usize) -> Result<Rc<[Vec<usize>]>, TooMuch> {
        if let Some(options) = self.options.get(&number) {
            return Ok(Rc::clone(options));
        }
        let mut options = Vec::new();
        let (key, position) = &self.positions[number];
        let key = key.clone();
        for left in position.options()? {
            options.push(left.into_iter().map(|part| self.number(key.clone(), part)).collect::<Result<Vec<_>, _>>()?);
            self.charge(BYTES_OF_OPTION)?;
        }
        let options: Rc<[Vec<usize>]> = options.into();
        self.options.insert(number, Rc::clone(&options));
        Ok(options)
    }

    fn work(&mut self, steps: usize) -> Result<(), TooMuch> {
        P::work(steps)
    }
}
