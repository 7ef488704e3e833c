//! How long solving takes beside reading, estimated before it begins.

use crate::catalogue;
use crate::game::Convention;
use crate::solve::Position;
use crate::theory::Tables;
use crate::theory::heaps::moves::Moves;

/// About how many steps, of a nanosecond each, solving takes at most: for tables, for graphs, and in misère play for what
/// may have to be searched.
#[must_use]
pub fn cost(position: &Position, convention: Convention, tables: &Tables) -> u64 {
    let of_games = position.parts().iter().map(|part| part.run.cost(tables)).fold(0, u64::saturating_add);
    let of_misere = match convention {
        Convention::Normal => 0,
        Convention::Misere => of_quotient(position, tables).saturating_add(of_search(position, tables)),
    };
    of_games.saturating_add(of_misere)
}

/// Of a quotient of heaps.
fn of_quotient(position: &Position, tables: &Tables) -> u64 {
    let mut games: Vec<&Moves> = Vec::new();
    for part in position.parts() {
        match part.run.heap(0) {
            Some((moves, _)) if !games.contains(&moves) => games.push(moves),
            Some(_) => {}
            None => return 0,
        }
    }
    if games.is_empty() { 0 } else { tables.quotients.cost(&games) }
}

/// Of a search of the whole sum, where one of its games is the client's own.
fn of_search(position: &Position, tables: &Tables) -> u64 {
    let is_own = position.parts().iter().any(|part| part.place >= catalogue::all().len());
    if is_own { tables.search.cost() } else { 0 }
}
