//! [`Solver`]: what is asked about positions of one deletion game.

use std::sync::{Arc, Mutex, PoisonError};

use super::bits::Cells;
use super::known::Shared;
use super::rules::DeletionRules;
use super::section::{Section, framed, listed};
use crate::number::meter::{self, Spent};
use crate::theory::misere::multisets::Summands;
use crate::theory::misere::sums::Sums;

/// The most possible moves of a region: a value must fit into a byte.
pub const MOST_MOVES: usize = 254;

/// A position whose value is found, with what is needed to value whatever moves lead to.
#[derive(Debug)]
pub struct Solver {
    rules: Arc<DeletionRules>,
    sections: Vec<(Cells, Arc<dyn Section>)>,
    value: u8,
    /// What was asked about misère play.
    sums: Mutex<Sums>,
}

impl Solver {
    /// Solves a position, unless it is known to be lost; none if a region of it has more than [`MOST_MOVES`].
    ///
    /// # Errors
    /// The meter is spent.
    pub fn of(rules: &Arc<DeletionRules>, free: &Cells, is_lost: bool, shared: &Shared) -> Result<Option<Self>, Spent> {
        meter::work_at("the search of a deletion game");
        meter::go_on(0)?;
        let mut sections: Vec<(Cells, Arc<dyn Section>)> = Vec::new();
        if let Some(section) = framed(rules, free) {
            sections.push((free.clone(), section));
        } else if rules.possible(free).len() <= MOST_MOVES {
            sections.push((free.clone(), listed(rules, free)?));
        } else {
            for region in rules.regions(free) {
                if rules.possible(&region).len() > MOST_MOVES {
                    return Ok(None);
                }
                let section = listed(rules, &region)?;
                sections.push((region, section));
            }
        }
        meter::go_on(0)?;
        let to_solve = if is_lost { &[] } else { &sections[..] };
        let value = to_solve.iter().try_fold(0, |xor, (_, section)| Ok(xor ^ section.solve(shared)?))?;
        Ok(Some(Self { rules: Arc::clone(rules), sections, value, sums: Mutex::default() }))
    }

    /// The value of the position.
    #[must_use]
    pub fn value(&self) -> u8 {
        self.value
    }

    /// The value of what is left after some moves.
    ///
    /// # Errors
    /// The meter is spent.
    pub fn value_of(&self, free: &Cells) -> Result<u8, Spent> {
        self.sections.iter().try_fold(0, |xor, (cells, section)| Ok(xor ^ section.value(&both(free, cells))?))
    }

    /// Is what is left after some moves worth this? It takes less than to find the value.
    ///
    /// # Errors
    /// The meter is spent.
    pub fn is_worth(&self, free: &Cells, value: u64) -> Result<bool, Spent> {
        let Ok(mut value) = u8::try_from(value) else { return Ok(false) };
        let Some(((cells, last), others)) = self.sections.split_last() else { return Ok(value == 0) };
        for (cells, section) in others {
            value ^= section.value(&both(free, cells))?;
        }
        last.is_worth(&both(free, cells), value)
    }

    /// The value of what is left, and whether it is a swap position, where it is tame.
    ///
    /// # Errors
    /// The meter is spent.
    pub fn class(&self, free: &Cells) -> Result<Option<(u64, bool)>, Spent> {
        let mut sums = self.sums.lock().unwrap_or_else(PoisonError::into_inner);
        let parts = self.parts(free, &mut sums)?;
        sums.class(&parts)
    }

    /// The components of what is left after some moves, by their numbers in sums.
    ///
    /// # Errors
    /// The meter is spent.
    pub fn parts(&self, free: &Cells, sums: &mut Sums) -> Result<Summands, Spent> {
        sums.parts(self.sections.iter().map(|(cells, section)| (section, both(free, cells))))
    }

    /// The game.
    #[must_use]
    pub fn rules(&self) -> &DeletionRules {
        &self.rules
    }
}

fn both(free: &Cells, cells: &Cells) -> Cells {
    meter::charge_each(free.words(), 10);
    free.and(cells)
}
