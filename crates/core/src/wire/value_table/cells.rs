//! [`ColumnCells`]: the cells of a column of a table.

use std::collections::HashMap;

use crate::game::Value;
use crate::number::Natural;
use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::solve::Winner;
use crate::theory::genus::Genus;

/// The cells of a column, in the order of the positions. A cell is `None` if the value is not known, or if the position
/// has no such value.
#[derive(Debug)]
pub(super) enum ColumnCells {
    Values(Vec<Option<Value>>),
    Winners(Vec<Option<Winner>>),
    Lengths(Vec<Option<u64>>),
    Genera(Vec<Option<Genus<Natural>>>),
}

/// Sets the values that no theory gives but the genera tell, if a table has columns of both.
pub(super) fn fill_from_genera<C>(columns: &mut [(C, ColumnCells)]) {
    let (mut values, mut genera) = (None, None);
    for (_, cells) in columns {
        match cells {
            ColumnCells::Values(cells) => values = Some(cells),
            ColumnCells::Genera(cells) => genera = Some(&*cells),
            _ => {}
        }
    }
    let (Some(values), Some(genera)) = (values, genera) else { return };
    for (value, genus) in values.iter_mut().zip(genera) {
        if let (None | Some(Value::Outcome { .. }), Some(genus)) = (&value, genus) {
            *value = Some(Value::Nimber(genus.normal().clone()));
        }
    }
}

impl ColumnCells {
    /// Returns the cells as integers, up to the first one that is unknown or no integer. If they are genera, the names of
    /// the integers are returned, too.
    pub(super) fn numbers(&self) -> Result<(Vec<u64>, Vec<String>), Spent> {
        let mut genera = Vec::new();
        let numbers = match self {
            Self::Values(values) => {
                meter::go_on_each(values.len(), cost::ENTRY)?;
                values.iter().map_while(|value| value.as_ref()?.small()).collect()
            }
            Self::Winners(winners) => {
                meter::go_on_each(winners.len(), cost::ENTRY)?;
                let lost = |winner: &Option<Winner>| match (*winner)? {
                    Winner::First => Some(0),
                    Winner::Second => Some(1),
                    Winner::Draw => None,
                };
                winners.iter().map_while(lost).collect()
            }
            Self::Lengths(lengths) => lengths.iter().map_while(|length| *length).collect(),
            Self::Genera(all) => {
                meter::go_on_each(all.len(), cost::LOOK_UP)?;
                let mut indices = HashMap::new();
                let mut index = |genus: &Genus<Natural>| {
                    let next = u64::try_from(indices.len()).unwrap_or(u64::MAX);
                    *indices.entry(genus.to_string()).or_insert_with_key(|name| {
                        genera.push(name.clone());
                        next
                    })
                };
                let whole = |genus: &'_ Option<Genus<Natural>>| genus.as_ref().is_some_and(|genus| !genus.is_partial());
                let numbers: Vec<u64> = all.iter().take_while(|genus| whole(genus)).flatten().map(&mut index).collect();
                // If most genera occur once, their indices only count the positions.
                if genera.len() > numbers.len() / 2 { Vec::new() } else { numbers }
            }
        };
        Ok((numbers, genera))
    }

    /// Returns the index of the first cell that is unknown. Of `tokens` on a graph, a length is never unknown: if there is
    /// none, play never ends. So it is with a genus.
    pub(super) fn first_unknown(&self, tokens: bool) -> Option<usize> {
        match self {
            Self::Values(values) => values.iter().position(|value| match value {
                Some(Value::Nimber(_) | Value::Infinite(_)) => false,
                Some(Value::Outcome { wins, valued }) => *wins || !valued,
                None => true,
            }),
            Self::Winners(winners) => winners.iter().position(Option::is_none),
            Self::Lengths(_) | Self::Genera(_) if tokens => None,
            Self::Lengths(lengths) => lengths.iter().position(Option::is_none),
            Self::Genera(genera) => genera.iter().position(Option::is_none),
        }
    }

    /// Returns the indices of the positions with this winner. There are none if the cells are no winners.
    pub(super) fn indices_of(&self, winner: Winner) -> Vec<usize> {
        let Self::Winners(winners) = self else { return Vec::new() };
        let all = winners.iter().enumerate().filter(|(_, other)| **other == Some(winner));
        all.map(|(index, _)| index).collect()
    }

    /// Returns what a formula should give for the position at an index.
    pub(super) fn expected(&self, index: usize) -> Option<u64> {
        match self {
            Self::Values(values) => values.get(index)?.as_ref().and_then(Value::small),
            Self::Winners(winners) => winners.get(index)?.map(|winner| u64::from(winner == Winner::Second)),
            Self::Lengths(_) | Self::Genera(_) => None,
        }
    }
}

impl Value {
    /// Returns the value, if it is an integer below 2^64.
    pub(super) fn small(&self) -> Option<u64> {
        if let Self::Nimber(value) = self { value.to_u64() } else { None }
    }
}
