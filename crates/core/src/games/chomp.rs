//! Chomp: bite a square of a bar. This removes the square, and all squares that are not above it and not left of it.
//!
//! Bars of one or two rows *a* ≥ *b* ≥ 0 have a closed form (cf. Sun 2002; checked by brute force). Let *d* = *a* −
//! *b*. If *d* is even, G = *a* + ⌊(*b* − 1)/2⌋. If *d* is odd, G = *d* − 1 + ⌊min(*b*, *d* − 1)/2⌋. Bars
//! with more rows have a table of all bars that bites leave of them. (Zeilberger 2001 and Byrnes 2003 studied bars of
//! three rows, but gave no closed form.)

use std::sync::Arc;

use crate::game::search;
use crate::game::shape::Notation;
use crate::game::{
    Card, Follower, Game, Goal, Illegal, Moves, Play, Rules, Source, Step, Tag, Tameness, Theory, Unsolved,
};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::Caches;
use crate::theory::chomp_table::{BarValues, ChompTable};
use crate::theory::step;

/// Chomp.
#[derive(Clone, Debug)]
pub struct Chomp;

const GALE: Source = Source { author: "D. Gale", year: 1974, title: "A curious Nim-type game" };
const SUN: Source = Source { author: "X. Sun", year: 2002, title: "Improvements on Chomp" };

/// The lengths of the two rows of a bar; `None` if the bar has more rows.
fn two_rows(rows: &[Natural]) -> Option<(&Natural, &Natural)> {
    match rows {
        [upper] => Some((upper, &Natural::ZERO)),
        [upper, lower] => Some((upper, lower)),
        _ => None,
    }
}

/// The value of a bar of two rows.
fn value(upper: &Natural, lower: &Natural) -> Natural {
    let difference = upper - lower;
    match difference.checked_sub(&Natural::ONE) {
        Some(less) if less.is_even() => &less + &lower.min(&less).shift_right(1),
        _ if lower.is_zero() => upper.saturating_sub(&Natural::ONE),
        _ => upper + &(lower - &Natural::ONE).shift_right(1),
    }
}

/// Returns the bites that leave the value `target`, for the bar with the two rows `a` and `b`. There are three kinds of
/// bites, and each kind has only a few candidates.
fn two_rows_to(a: &Natural, b: &Natural, target: &Natural) -> Vec<(usize, Natural)> {
    let one = &Natural::ONE;
    let twice = |number: &Natural| number.shift_left(1);
    let (third, residue) = target.div_rem(&Natural::from(3_u64));
    let half_less = b.checked_sub(one).map(|less| less.shift_right(1));
    // A bite of both rows leaves (j, j). Its value is 3i + 1 if j = 2i + 1, and 3i + 2 if j = 2i + 2.
    let square = residue.checked_sub(one).map(|more| &(&twice(&third) + one) + &more).filter(|j| j <= b && j < a);
    let square = square.map(|j| (j.clone(), j));
    // A bite of only the upper row leaves (j, b) with b < j < a.
    let upper = [
        half_less.and_then(|half| target.checked_sub(&half)),
        (&(b + target) + one).checked_sub(&b.shift_right(1)),
        Some(&(b + one) + &twice(&third)),
    ];
    let upper = upper.into_iter().flatten().filter(|j| j > b && j < a).map(|j| (j, b.clone()));
    // A bite of the lower row leaves (a, j) with j < b.
    let above = target.checked_sub(a).map(|more| &twice(&more) + one);
    let below = (a - one).checked_sub(target).map(|less| twice(&less));
    let lower = [
        Some(Natural::ZERO),
        above.as_ref().map(|j| j + one),
        above.clone(),
        (a - one).checked_sub(&twice(&third)),
        below.as_ref().and_then(|j| j.checked_sub(one)),
        below.clone(),
    ];
    let lower = lower.into_iter().flatten().filter(|j| j < b).map(|j| (a.clone(), j));
    let mut found: Vec<(usize, Natural)> = Vec::new();
    for (upper, lower) in square.into_iter().chain(upper).chain(lower) {
        let has_value = value(&upper, &lower) == *target;
        let bite = if upper == *a { (1, lower) } else { (0, upper) };
        if has_value && !found.contains(&bite) {
            found.push(bite);
        }
    }
    found
}

/// The bar after a bite at a row and column.
fn bitten(rows: &[Natural], row: usize, column: &Natural) -> Vec<Natural> {
    let left =
        rows.iter().enumerate().map(|(at, length)| if at < row { length.clone() } else { length.min(column).clone() });
    left.filter(|length| !length.is_zero()).collect()
}

/// Counts the squares of a row that may be bitten. The poisoned square may not be bitten.
fn squares(row: usize, length: &Natural) -> Natural {
    if row == 0 { length.saturating_sub(&Natural::ONE) } else { length.clone() }
}

impl Rules for Chomp {
    type Position = Vec<Natural>;
    /// The row and the column of the square that is bitten.
    type Move = (usize, Natural);

    const CARD: Card = Card {
        id: "chomp",
        name: "Chomp",
        aliases: &["Chocolate game", "Divisors (Schuh's game of two primes)"],
        keywords: &[
            "cookie",
            "bite",
            "bite off",
            "poisoned square",
            "poisoned corner",
            "everything above and to the right",
        ],
        tags: &[Tag::Boards, Tag::Contest],
        rules: "A bar of chocolate in rows; no row is longer than the one above it. The square at the upper left is \
                poisoned. A move bites a square, and all squares right of it and below it go, too. The poisoned \
                square may not be bitten: who is left with it alone cannot move and loses. In misère play here, who \
                takes the last square that is not poisoned loses.",
        position: "the squares in each row, from the top; at least 1 each, no row longer than the one before",
        notation: Some(Notation::Size),
        text_form: "row,row,…",
        example: "4,4,3",
        moves: &[("4,4,3", "4,2,2", "bite row 2, column 3"), ("4,4,3", "4,4", "bite row 3, column 1")],
        sources: &[Source { author: "F. Schuh", year: 1952, title: "Spel van delers" }, GALE, SUN],
        normal: "Exact. One or two rows of any length by a closed form; more by search.",
        misere: "Exact alone. Exact in sums where it is tame: up to two rows, and a few small bars beyond. Other sums \
                 are searched while they are small.",
        ..Card::BLANK
    };

    fn legal(&self, rows: &Vec<Natural>) -> Result<(), Illegal> {
        if rows.is_empty() {
            return Err(Illegal::new("the poisoned square is always there: at least 1 row of at least 1"));
        }
        if let Some(empty) = rows.iter().position(Natural::is_zero) {
            return Err(Illegal::part(empty, "each row has at least 1 square; those that are eaten are left out"));
        }
        match rows.windows(2).position(|pair| pair[0] < pair[1]) {
            Some(place) => Err(Illegal::part(place + 1, "no row is longer than the one above it")),
            None => Ok(()),
        }
    }

    /// The bites, row by row from the top, and in each row from left to right.
    fn moves(&self, rows: &Vec<Natural>) -> impl Iterator<Item = (usize, Natural)> {
        let columns = |row: usize, length: &Natural| u64::from(row == 0)..length.to_u64().unwrap_or_default();
        let squares = rows.iter().enumerate();
        squares.flat_map(move |(row, length)| columns(row, length).map(move |column| (row, column.into())))
    }

    fn find(&self, rows: &Vec<Natural>, left: &Follower<Vec<Natural>>) -> Result<(usize, Natural), Illegal> {
        let to = left.whole()?;
        let length = |row: usize| to.get(row).unwrap_or(&Natural::ZERO);
        let Some(row) = (0..rows.len()).find(|row| length(*row) != &rows[*row]) else {
            return Err("a square must be bitten".into());
        };
        let column = length(row);
        if *column < rows[row] && bitten(rows, row, column) == *to {
            return Ok((row, column.clone()));
        }
        Err("what is left must be all above or left of the square that is bitten".into())
    }

    fn after(&self, rows: &Vec<Natural>, (row, column): &(usize, Natural)) -> Follower<Vec<Natural>> {
        bitten(rows, *row, column).into()
    }

    fn describe(&self, _: &Vec<Natural>, (row, column): &(usize, Natural)) -> String {
        format!("bite row {}, column {}", row + 1, (column + &Natural::ONE).short())
    }

    fn small(&self) -> Vec<Vec<Natural>> {
        let bar =
            |upper: u64, lower: u64| [upper, lower].into_iter().filter(|row| *row > 0).map(Natural::from).collect();
        let two = (1..=12_u64).flat_map(|a| (0..=a).map(move |b| bar(a, b)));
        let three = (1..=4_u64).flat_map(|a| (1..=a).flat_map(move |b| (1..=b).map(move |c| [a, b, c])));
        let three: Vec<Vec<Natural>> = three.map(|rows| rows.map(Natural::from).to_vec()).collect();
        let four = three.iter().map(|rows| [&rows[..], &[Natural::ONE]].concat());
        two.chain(three.clone()).chain(four).collect()
    }
}

impl Game for Chomp {
    type Theory = Bars;

    fn theory(&self, positions: &[Vec<Natural>], _: Play, tables: &Caches) -> Result<Bars, Unsolved> {
        let mut bars = Bars(Vec::new());
        for (index, rows) in positions.iter().enumerate().filter(|(_, rows)| rows.len() > 2) {
            meter::charge_each(rows.len().saturating_mul(bars.0.len().saturating_add(1)), cost::NUMBER);
            if bars.get(rows).is_some() {
                continue;
            }
            let unsolved = || Unsolved { index, too_costly: true, reason: search::too_many() };
            let rows = lengths(rows).ok_or_else(unsolved)?;
            let table = tables
                .cache
                .find("a table of bars", &rows, || ChompTable::of(&rows)?.map(Arc::new).ok_or_else(unsolved))?;
            bars.0.push(table);
        }
        Ok(bars)
    }
}

/// The lengths of the rows as machine words; `None` if a row is too long.
fn lengths(rows: &[Natural]) -> Option<Vec<usize>> {
    rows.iter().map(Natural::to_usize).collect()
}

/// The theory of bars. Each bar of more than two rows is in one of the tables.
#[derive(Clone, Debug)]
pub struct Bars(Vec<Arc<ChompTable>>);

impl Bars {
    /// The values of a bar that is in a table.
    fn get(&self, rows: &[Natural]) -> Option<BarValues> {
        let rows = lengths(rows)?;
        self.0.iter().find_map(|table| table.get(&rows))
    }
}

impl Theory<Chomp> for Bars {
    type Solved = Natural;

    fn covers(&self, positions: &[Vec<Natural>]) -> bool {
        positions.iter().all(|rows| rows.len() <= 2 || self.get(rows).is_some())
    }

    fn solve(&self, rows: &Vec<Natural>) -> Natural {
        match two_rows(rows) {
            Some((upper, lower)) => value(upper, lower),
            None => self.get(rows).map_or(Natural::ZERO, |found| u64::from(found.normal).into()),
        }
    }

    fn moves_to<'a>(
        &'a self,
        rows: &'a Vec<Natural>,
        _: &'a Natural,
        goal: &Goal,
    ) -> Option<Moves<'a, (usize, Natural)>> {
        Some(match (goal, two_rows(rows)) {
            (Goal::All, _) => {
                let make = move |row, rank: &Natural| Some((row, rank + &u64::from(row == 0).into()));
                Moves::blocks(0..rows.len(), move |row| squares(*row, &rows[*row]), make)
            }
            (Goal::Value(value), Some((upper, lower))) => Moves::list(two_rows_to(upper, lower, value)),
            (Goal::Wins(Play::Misere), None) => {
                let lost = |rows: &Vec<Natural>| match two_rows(rows) {
                    Some((upper, lower)) => {
                        let value = value(upper, lower);
                        if self.tameness(rows, &value) == Tameness::Fickle { value == 1 } else { value.is_zero() }
                    }
                    None => self.get(rows).is_some_and(|found| found.misere == 0),
                };
                let wins = |(row, column): &(usize, Natural)| lost(&bitten(rows, *row, column));
                Moves::list(Chomp.listed(rows).into_iter().filter(wins).collect())
            }
            _ => return None,
        })
    }

    fn explain(&self, rows: &Vec<Natural>, _: &Natural) -> Vec<Step> {
        let Some((upper, lower)) = two_rows(rows) else {
            let theory = "Every rectangle of more than 1 square is won: if no other move wins, biting the last corner does, \
                          since any answer to it could be made at once.";
            let is_rectangle = rows.iter().all(|row| Some(row) == rows.first());
            let rectangle = is_rectangle.then(|| Step::by(GALE, theory));
            return [Step::new(search::BY_SEARCH)].into_iter().chain(rectangle).collect();
        };
        let difference = upper - lower;
        let theory = "Two rows of a and b squares, d = a − b, have the value a + ⌊(b − 1) / 2⌋ if d is even, else d − 1 + \
                      ⌊min(b, d − 1) / 2⌋.";
        let parity = if difference.is_even() { "even" } else { "odd" };
        let shown = step::joined(&[upper, lower], |row| row.short().to_string(), " and ");
        let here = format!("Here the rows are {shown}, and d = {} is {parity}.", difference.short());
        vec![Step::by(SUN, theory), Step::new(here)]
    }

    fn shows_options(&self, rows: &Vec<Natural>, _: &Natural) -> bool {
        two_rows(rows).is_none()
    }

    fn tameness(&self, rows: &Vec<Natural>, value: &Natural) -> Tameness {
        match two_rows(rows) {
            Some(_) => Tameness::tame(*value <= Natural::ONE),
            None => self.get(rows).and_then(BarValues::tame).into(),
        }
    }
}
