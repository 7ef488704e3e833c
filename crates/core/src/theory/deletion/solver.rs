//! [`Solver`]: finds values and moves for the positions of one deletion game.

use std::sync::{Arc, Mutex, PoisonError};

use super::bits::Cells;
use super::paths::Path;
use super::rules::{DeletionRules, Layout};
use super::section::{Section, TOPIC, framed, listed};
use super::series::Series;
use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::theory::cache::Cache;
use crate::theory::graphs::Play;
use crate::theory::heaps::solved::HeapValues;
use crate::theory::heaps::tables::HeapTables;
use crate::theory::misere::multisets::Summands;
use crate::theory::misere::sums::Sums;

/// A part is searched only if it has at most this many possible moves. The limit exists because a value is stored in
/// one byte.
pub const MOST_MOVES: usize = 254;

/// The kind of play and the shared tables that are needed to solve any deletion game.
#[derive(Clone, Debug, Default)]
pub struct Setting {
    /// The cache of solved positions.
    pub cache: Arc<Cache>,
    /// The tables of heaps.
    pub heaps: Arc<HeapTables>,
    /// Normal or misère play.
    pub play: Play,
}

/// A solved position of a deletion game. The tables of a solved position give the value of every position that can be
/// reached from it.
#[derive(Debug)]
pub struct Solver {
    rules: Arc<DeletionRules>,
    paths: Vec<Path>,
    /// For a poset game, the parts of the poset, which give the values of positions. `sections` then serves only for
    /// sums in misère play.
    series: Option<Series>,
    /// The parts of the position that are searched, each with its cells. Without a `series`, they contain every region
    /// that has moves and is not in `paths`. With a `series`, there are no parts in normal play. In misère play, the
    /// only part is then the whole position, unless the position is empty or too large.
    sections: Vec<(Cells, Arc<dyn Section>)>,
    value: u64,
    /// The facts found so far about sums in misère play, such as which sums are tame. They are kept for later calls of
    /// [`Self::tameness`] and [`Self::moves_to`].
    sums: Mutex<Sums>,
}

impl Solver {
    /// Solves a position. If `is_lost` is `true`, the caller knows that the position is lost. Then the value is 0
    /// without a search. `None` if a part that must be searched has more than [`MOST_MOVES`] moves.
    ///
    /// # Errors
    /// If the meter is spent.
    pub fn of(
        rules: &Arc<DeletionRules>,
        free: &Cells,
        is_lost: bool,
        setting: &Setting,
    ) -> Result<Option<Self>, Spent> {
        meter::work_at(TOPIC);
        meter::go_on(0)?;
        if *rules.layout() == Layout::Order {
            return Self::of_order(rules, free, setting);
        }
        let (paths, rest) = Path::all(rules, free, &setting.heaps, setting.play)?;
        meter::work_at(TOPIC);
        let mut sections: Vec<(Cells, Arc<dyn Section>)> = Vec::new();
        let possible = if rest.is_empty() { 0 } else { rules.possible(&rest).len() };
        if possible == 0 {
            // No move is possible outside of `paths`, so no search is needed.
        } else if let Some(section) = framed(rules, &rest) {
            sections.push((rest, section));
        } else if possible <= MOST_MOVES {
            let section = listed(rules, &rest)?;
            sections.push((rest, section));
        } else {
            for region in rules.regions(&rest) {
                if rules.possible(&region).len() > MOST_MOVES {
                    return Ok(None);
                }
                let section = listed(rules, &region)?;
                sections.push((region, section));
            }
        }
        meter::go_on(0)?;
        let mut value = 0;
        if !is_lost {
            value = paths.iter().fold(0, |xor, path| xor ^ path.value(free));
            for (_, section) in &sections {
                value ^= u64::from(section.solve(&setting.cache)?);
            }
        }
        Ok(Some(Self { rules: Arc::clone(rules), paths, series: None, sections, value, sums: Mutex::default() }))
    }

    /// Solves a position of a poset game.
    fn of_order(rules: &Arc<DeletionRules>, free: &Cells, setting: &Setting) -> Result<Option<Self>, Spent> {
        let Some(series) = Series::of(rules, free)? else { return Ok(None) };
        series.solve(&setting.cache)?;
        let value = series.value(free)?;
        let mut sections = Vec::new();
        if setting.play == Play::Misere && !free.is_empty() && free.len() <= MOST_MOVES {
            sections.push((free.clone(), listed(rules, free)?));
        }
        let (rules, paths, sums) = (Arc::clone(rules), Vec::new(), Mutex::default());
        Ok(Some(Self { rules, paths, series: Some(series), sections, value, sums }))
    }

    /// Returns the value of the position.
    #[must_use]
    pub fn value(&self) -> u64 {
        self.value
    }

    /// Returns the regions of the position that are rows or circles.
    #[must_use]
    pub fn paths(&self) -> &[Path] {
        &self.paths
    }

    /// Returns the value of all rows and circles together, in the position with the free cells `free`.
    fn of_paths(&self, free: &Cells) -> u64 {
        self.paths.iter().fold(0, |xor, path| xor ^ path.value(free))
    }

    /// Returns the value of the position with the free cells `free`.
    ///
    /// # Errors
    /// If the meter is spent.
    pub fn value_of(&self, free: &Cells) -> Result<u64, Spent> {
        if let Some(series) = &self.series {
            return series.value(free);
        }
        let mut value = self.of_paths(free);
        for (cells, section) in &self.sections {
            value ^= u64::from(section.value(&both(free, cells))?);
        }
        meter::go_on(0)?;
        Ok(value)
    }

    /// Returns whether the position with the free cells `free` has the value `value`. Testing one value is less work
    /// than finding the value.
    ///
    /// # Errors
    /// If the meter is spent.
    pub fn is_worth(&self, free: &Cells, value: u64) -> Result<bool, Spent> {
        meter::go_on(0)?;
        if let Some(series) = &self.series {
            return series.is_worth(free, value);
        }
        let mut value = value ^ self.of_paths(free);
        let Some(((cells, last), others)) = self.sections.split_last() else { return Ok(value == 0) };
        for (cells, section) in others {
            value ^= u64::from(section.value(&both(free, cells))?);
        }
        let Ok(value) = u8::try_from(value) else { return Ok(false) };
        last.is_worth(&both(free, cells), value)
    }

    /// Returns the moves that leave a position with the value `value`. If `is_fickle` is given, returns only the moves
    /// that leave a fickle position (`true`), or only the moves that leave a position that is not fickle (`false`).
    /// `None` if there is no shortcut and each move must be tried.
    ///
    /// # Errors
    /// If the meter is spent.
    pub fn moves_to(&self, free: &Cells, value: u64, is_fickle: Option<bool>) -> Result<Option<Vec<usize>>, Spent> {
        let Some(series) = &self.series else { return Ok(None) };
        let mut sums = self.sums.lock().unwrap_or_else(PoisonError::into_inner);
        series.moves_to(free, value, is_fickle, &mut sums).map(Some)
    }

    /// Returns the value of the position with the free cells `free`, and whether the position is fickle; `None` if the
    /// position is not known to be tame.
    ///
    /// # Errors
    /// If the meter is spent.
    pub fn tameness(&self, free: &Cells) -> Result<Option<(u64, bool)>, Spent> {
        let mut sums = self.sums.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(series) = &self.series {
            return series.tameness(free, &mut sums);
        }
        self.parts(free, &mut sums)?.map_or(Ok(None), |parts| sums.tameness(&parts))
    }

    /// Returns the components of the position that has the free cells `free`. Each component is given by the number
    /// that `sums` has for it. `None` if a component is too large to be searched.
    ///
    /// # Errors
    /// If the meter is spent.
    pub fn parts(&self, free: &Cells, sums: &mut Sums) -> Result<Option<Summands>, Spent> {
        if self.series.is_some() && self.sections.is_empty() && !free.is_empty() {
            return Ok(None);
        }
        let mut parts = sums.parts(self.sections.iter().map(|(cells, section)| (section, both(free, cells))))?;
        for path in &self.paths {
            parts = parts.beside(&path.parts(free, sums)?);
        }
        Ok(Some(parts))
    }

    /// Returns the heaps of the position with the free cells `free`, each with the known values of its game; `None` if
    /// anything other than heaps is left.
    #[must_use]
    pub fn heaps(&self, free: &Cells) -> Option<Vec<(Arc<HeapValues>, usize)>> {
        if !self.sections.is_empty() || self.series.is_some() && !free.is_empty() {
            return None;
        }
        let mut all = Vec::new();
        for path in &self.paths {
            let (code, heaps) = path.heaps(free)?;
            meter::charge_each(heaps.len(), cost::NUMBER);
            all.extend(heaps.into_iter().map(|heap| (Arc::clone(code), heap)));
        }
        meter::go_on(0).ok()?;
        Some(all)
    }

    /// Returns the number of factors of the poset, and whether the poset is N-free. Every element of a factor is below
    /// all elements of the next factor. `None` if this is not a poset game.
    #[must_use]
    pub fn order(&self) -> Option<(usize, bool)> {
        self.series.as_ref().map(|series| (series.factors(), series.is_n_free()))
    }

    /// Returns the rules of the game.
    #[must_use]
    pub fn rules(&self) -> &DeletionRules {
        &self.rules
    }
}

fn both(free: &Cells, cells: &Cells) -> Cells {
    meter::charge_each(free.words(), cost::VALUE);
    free.and(cells)
}
