//! How long solving takes beside reading, estimated before it begins.

use crate::game::Convention;
use crate::shape::Written;
use crate::solve::Position;
use crate::theory::Tables;
use crate::theory::heaps::moves::Moves;

/// About how many steps, of a nanosecond each, solving takes at most: for tables, for graphs, in misère play and beside
/// components whose value is not known for what may have to be searched; and for searching the sum as a whole, where that is asked for.
#[must_use]
pub fn cost(position: &Position, convention: Convention, is_searched: bool, tables: &Tables) -> u64 {
    let of_games = position.parts().iter().map(|part| part.run.cost(tables)).fold(0, u64::saturating_add);
    let of_sums = match convention {
        Convention::Misere if position.parts().iter().any(|part| part.run.may_be_wild()) => of_wild(position, tables),
        Convention::Normal if position.len() > 1 && position.parts().iter().any(|part| part.run.has_unvalued()) => {
            of_search(position, tables)
        }
        _ => 0,
    };
    let searching = if is_searched { of_search(position, tables) } else { 0 };
    of_games.saturating_add(of_sums).saturating_add(searching)
}

/// Of finding out by a quotient of the heaps, or by a search, or by both in vain.
fn of_wild(position: &Position, tables: &Tables) -> u64 {
    let mut games: Vec<&Moves> = Vec::new();
    let mut are_heaps = true;
    for part in position.parts() {
        match part.run.heap(0) {
            Some((moves, _)) if !games.contains(&moves) => games.push(moves),
            Some(_) => {}
            None => are_heaps = false,
        }
    }
    let of_quotient = if games.is_empty() { 0 } else { tables.quotients.cost(&games) };
    let is_found = are_heaps && games.len() == 1 && of_quotient == 0;
    of_quotient.saturating_add(if is_found { 0 } else { of_search(position, tables) })
}

/// About how many nanoseconds it takes to search a sum as a whole, which has at most as many positions as the product of
/// those that its components reach.
fn of_search(position: &Position, tables: &Tables) -> u64 {
    /// For each position of the sum, in nanoseconds: as measured.
    const PER_STATE: u64 = 100;
    /// Steps that games of a client's own count for each of their positions, at the least.
    const OWN_STEPS: u64 = 10;
    let states = position.places().map(|place| {
        let part = &position.parts()[place.part];
        match part.run.written(place.index) {
            _ if part.is_own() => part.run.cost(tables) / OWN_STEPS + 1,
            // A sum of parts that are no larger together: in the end each stone is a part, or not.
            Written::Integer(stones) if part.run.splits() => power_of_2(stones.to_usize()),
            written => reach(&written),
        }
    });
    states.fold(PER_STATE, u64::saturating_mul).min(tables.search.cost())
}

/// About how many positions can be reached from one that is written so, at most: as if each number in it could only get
/// smaller, and each character be one of two.
fn reach(written: &Written) -> u64 {
    match written {
        Written::Integer(number) => number.to_u64().unwrap_or(u64::MAX).saturating_add(1),
        Written::Pair(pair) => [&pair.first, &pair.second]
            .into_iter()
            .map(|number| number.to_u64().unwrap_or(u64::MAX).saturating_add(1))
            .fold(1, u64::saturating_mul),
        Written::Text(text) => power_of_2(Some(text.len())),
        Written::List(parts) => parts.iter().map(reach).fold(1, u64::saturating_mul),
    }
}

fn power_of_2(exponent: Option<usize>) -> u64 {
    2_u64.saturating_pow(exponent.and_then(|exponent| u32::try_from(exponent).ok()).unwrap_or(u32::MAX))
}
