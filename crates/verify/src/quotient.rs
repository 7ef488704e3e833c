//! Certificates of misère quotients (Plambeck 2005; Plambeck and Siegel 2008). The quotient need not be minimal.

use std::collections::{BTreeSet, HashSet};

use crate::code::HeapDigits;
use crate::fields::{fields, list, whole};
use crate::json::Json;
use crate::period::Repeats;
use crate::refusal::{Rejection, need};
use crate::work::{MOST_ENTRIES, Work};

/// A set of elements, as bits.
type Elements = Vec<u64>;

/// The table of products. Element 0 is 1.
struct Products(Vec<Vec<usize>>);

impl Products {
    fn of(table: Option<&Json>) -> Result<Self, Rejection> {
        let rows = list(table, "table")?;
        let order = rows.len();
        let is_small = order > 0 && order.saturating_mul(order) <= MOST_ENTRIES;
        need(is_small, || "the table is empty, or too large".to_owned())?;
        let row = |row| list(Some(row), "a row")?.iter().map(|x| whole(Some(x), "an element", 0, order - 1)).collect();
        let rows = rows.iter().map(row).collect::<Result<Vec<Vec<usize>>, Rejection>>()?;
        need(rows.iter().all(|row| row.len() == order), || "the table is no square".to_owned())?;
        let commutes = (0..order).all(|x| rows[0][x] == x && (0..x).all(|y| rows[x][y] == rows[y][x]));
        need(commutes, || "element 0 is no 1, or the products do not commute".to_owned())?;
        Ok(Self(rows))
    }

    fn order(&self) -> usize {
        self.0.len()
    }

    fn of_all(&self, elements: impl IntoIterator<Item = usize>) -> usize {
        elements.into_iter().fold(0, |product, element| self.0[product][element])
    }

    /// Checks that (x·e)·y = x·(e·y) for the images e of heaps, which is all that products of heaps need.
    fn check_associative(&self, images: &BTreeSet<usize>, work: &mut Work) -> Result<(), Rejection> {
        let all = 0..self.order();
        for e in images {
            for x in all.clone() {
                work.spend(self.order())?;
                let is_equal = |y: usize| self.0[self.0[x][*e]][y] == self.0[x][self.0[*e][y]];
                need(all.clone().all(is_equal), || "the products are not associative".to_owned())?;
            }
        }
        Ok(())
    }
}

fn has(set: &Elements, element: usize) -> bool {
    set[element / 64] >> (element % 64) & 1 == 1
}

fn set_of(order: usize, is_in: impl Fn(usize) -> bool) -> Elements {
    let mut set = vec![0; order.div_ceil(64)];
    (0..order).filter(|element| is_in(*element)).for_each(|element| set[element / 64] |= 1 << (element % 64));
    set
}

pub(crate) fn check(cert: &Json, work: &mut Work) -> Result<String, Rejection> {
    let names = ["certificate", "kind", "game", "claim", "table", "lost", "images"];
    let [_, _, game, claim, table, lost, listed] = fields(cert, "the certificate", names, 7)?;
    let (game, claim) = (game.unwrap_or(&Json::Null), claim.unwrap_or(&Json::Null));
    let [start, length, position, winner] = fields(claim, "the claim", ["from", "length", "position", "winner"], 2)?;
    let (code, repeats, products) = (HeapDigits::of(game)?, Repeats::of(start, length, 0)?, Products::of(table)?);
    let Repeats { start, length, .. } = repeats;
    let element = |x| whole(Some(x), "an element", 0, products.order() - 1);
    let lost = list(lost, "lost")?.iter().map(element).collect::<Result<BTreeSet<_>, _>>()?;
    let mut images = list(listed, "images")?.iter().map(element).collect::<Result<Vec<_>, _>>()?;
    let count = || "the images are those of the heaps 0 to from + length - 1".to_owned();
    need(images.first() == Some(&0) && images.len() == start.saturating_add(length), count)?;
    need(!lost.contains(&0), || "the empty sum is won, so 1 is not lost".to_owned())?;
    products.check_associative(&images.iter().copied().collect(), work)?;
    for n in images.len()..code.heaps_to_check(start, length)? {
        images.push(images[n - length]);
    }
    let types = types(&code, &products, &lost, &images, work)?;
    check_states(&products, &lost, &types, work)?;
    let lost_list = Json::List(lost.iter().copied().map(Json::of).collect());
    let statement = format!("a misère sum of heaps of {} is lost iff its product is one of {lost_list}", game.shown());
    need(position.is_some() == winner.is_some(), || "a position has a winner".to_owned())?;
    let Some(position) = position else { return Ok(statement) };
    let heaps = list(Some(position), "the position")?.iter().map(|heap| Ok(images[repeats.within(heap)?.0]));
    let product = products.of_all(heaps.collect::<Result<Vec<_>, Rejection>>()?);
    let found = if lost.contains(&product) { "second" } else { "first" };
    need(winner.and_then(Json::text) == Some(found), || format!("the winner is {found}"))?;
    Ok(format!("{statement}, so the {found} player wins {}", position.shown()))
}

/// Returns the types of the heaps that have moves: the image, and the elements whose product with an option is lost.
fn types(
    code: &HeapDigits,
    products: &Products,
    lost: &BTreeSet<usize>,
    images: &[usize],
    work: &mut Work,
) -> Result<HashSet<(usize, Elements)>, Rejection> {
    let mut types = HashSet::new();
    for (n, image) in images.iter().enumerate().skip(1) {
        let mut left = BTreeSet::new();
        code.each_option(n, work, |heaps| {
            left.insert(products.of_all(heaps.iter().map(|heap| images[*heap])));
            Ok(())
        })?;
        if left.is_empty() {
            need(*image == 0, || format!("heap {n} has no move, so it is 1"))?;
            continue;
        }
        work.spend(left.len().saturating_mul(products.order()))?;
        let loses = |y: usize| left.iter().any(|e| lost.contains(&products.0[*e][y]));
        types.insert((*image, set_of(products.order(), loses)));
    }
    Ok(types)
}

/// Adds each type of heap to each sum, by its product and the elements whose product with an option is lost. A sum with
/// moves is lost iff no option is.
fn check_states(
    products: &Products,
    lost: &BTreeSet<usize>,
    types: &HashSet<(usize, Elements)>,
    work: &mut Work,
) -> Result<(), Rejection> {
    let order = products.order();
    let first = (0, set_of(order, |_| false));
    let (mut states, mut todo) = (HashSet::from([first.clone()]), vec![first]);
    while let Some((e, wins)) = todo.pop() {
        for (heap, more) in types {
            work.spend(order)?;
            let product = products.0[e][*heap];
            let after = set_of(order, |q| has(&wins, products.0[q][*heap]) || has(more, products.0[q][e]));
            let is_won = has(&after, 0);
            need(is_won != lost.contains(&product), || {
                format!("a sum of the element {product} is lost iff it is not")
            })?;
            let state = (product, after);
            if !states.contains(&state) {
                need(states.len() < MOST_ENTRIES, || "too many states".to_owned())?;
                states.insert(state.clone());
                todo.push(state);
            }
        }
    }
    Ok(())
}
