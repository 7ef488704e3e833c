//! Turning corners: turn the corners of a rectangle of coins, the upper right one from heads to tails.
//!
//! A head at (*x*, *y*) is worth the nim product *x* ⊗ *y* (Conway; Berlekamp, Conway and Guy, Winning Ways, chapter 14),
//! and a move changes the XOR by (*x* ⊕ *u*) ⊗ (*y* ⊕ *w*): of a value, for each *u* of the shorter side there is one *w*.

use crate::game::kinds::coins::{self, Halves};
use crate::game::{Card, Game, Goal, Illegal, Left, Moves, Rules, Source, Step, Tag, Tameness};
use crate::number::Natural;
use crate::number::meter;
use crate::theory::nim_product::{inverse, product};
use crate::theory::sources::WINNING_WAYS_14;
use crate::theory::step;

/// Turning corners.
#[derive(Clone, Copy, Debug, Default)]
pub struct TurningCorners;

/// A coin, by its column and row.
type Coin = (u64, u64);

/// The most heads: each option lists them.
const MOST_HEADS: usize = 500;
/// The steps to divide nim products, which finds a move to a value for a place on the shorter side of a head.
const STEPS_A_DIVISION: u64 = 500;

/// The steps to look a coin up among others.
const STEPS_A_COIN: u64 = 20;

fn grundy(heads: &[Coin]) -> u64 {
    meter::charge_each(heads.len(), 100);
    heads.iter().fold(0, |xor, (x, y)| xor ^ product(*x, *y))
}

fn turned(heads: &[Coin], (x, y): Coin, (u, w): Coin) -> Vec<Coin> {
    coins::turned(heads, &[(u, w), (u, y), (x, w), (x, y)])
}

/// The head and the opposite corner of each move to a value.
fn moves_to<'h>(heads: &'h [Coin], own: &Natural, value: &Natural) -> impl Iterator<Item = (Coin, Coin)> + use<'h> {
    let change = own.to_u64().zip(value.to_u64()).map_or(0, |(own, value)| own ^ value);
    let corners = move |x: u64, y: u64| {
        // The other factor of the change is y ⊕ w.
        let other = move |short: u64, u: u64, long: u64| long ^ product(change, inverse(short ^ u));
        let by_column = (0..if x <= y { x } else { 0 }).map(move |u| (u, other(x, u, y)));
        let by_row = (0..if x <= y { 0 } else { y }).map(move |w| (other(y, w, x), w));
        by_column
            .chain(by_row)
            .take_while(|_| meter::go_on(STEPS_A_DIVISION).is_ok())
            .filter(move |(u, w)| *u < x && *w < y)
            .map(move |corner| ((x, y), corner))
    };
    heads.iter().filter(move |_| change > 0).flat_map(move |(x, y)| corners(*x, *y))
}

/// The coin and the opposite corner of the rectangle that is turned.
fn rectangle(heads: &[Coin], to: &[Coin]) -> Option<(Coin, Coin)> {
    let [near, above, beside, far]: [Coin; 4] = coins::between(heads, to, STEPS_A_COIN).try_into().ok()?;
    let corners = [(near.0, far.1), (far.0, near.1)];
    (near.0 < far.0 && near.1 < far.1 && corners == [above, beside]).then_some((far, near))
}

impl Rules for TurningCorners {
    type Position = Vec<Coin>;
    /// The head of the highest column and row, and the opposite corner.
    type Move = (Coin, Coin);

    const CARD: Card = Card {
        id: "turning-corners",
        name: "Turning corners",
        aliases: &["Switch lights (HDU 3404)"],
        problems: &["HDU 3404"],
        keywords: &["corners of a rectangle", "nim multiplication", "nim product", "lights"],
        tags: &[Tag::Coins, Tag::Boards, Tag::Contest],
        rules: "Coins on a board, in columns and rows counted from 0: where they are from 1, subtract 1 from each. A move turns the four corners of a rectangle, with sides of at \
                least two coins; the corner of the highest column and row must be heads. Who cannot move loses.",
        position: "the heads [x, y], increasing, at most 500",
        text_form: "x.y,x.y,…",
        example: "1.3,2.1",
        moves: &[("1.3,2.1", "0.2,0.3,1.2,2.1", "turn the corners of columns 0 to 1, rows 2 to 3")],
        sources: &[WINNING_WAYS_14, Source { author: "HDU", year: 2010, title: "3404. Switch lights" }],
        normal: "Exact for coordinates below 2^64. A head is worth the nim product of its coordinates; the value is the XOR.",
        misere: "Exact, in sums too, while every head has a coordinate 0 or 1; beyond it is not tame, and answered \
                 by search while the sum is small.",
        ..Card::BLANK
    };

    fn legal(&self, heads: &Vec<Coin>) -> Result<(), Illegal> {
        if heads.len() > MOST_HEADS {
            return Err(Illegal::new(format!("there are at most {MOST_HEADS} heads")));
        }
        match heads.windows(2).position(|pair| pair[0] >= pair[1]) {
            Some(place) => Err(Illegal::part(place + 1, "the heads are listed once, in order: by column, then by row")),
            None => Ok(()),
        }
    }

    /// Head by head; the opposite corner by column, then by row.
    fn moves(&self, heads: &Vec<Coin>) -> impl Iterator<Item = (Coin, Coin)> {
        let corners = |(x, y): Coin| (0..x).flat_map(move |u| (0..y).map(move |w| (u, w)));
        heads.iter().flat_map(move |head| corners(*head).map(move |corner| (*head, corner)))
    }

    fn find(&self, heads: &Vec<Coin>, left: &Left<Vec<Coin>>) -> Result<(Coin, Coin), Illegal> {
        let to = left.whole()?;
        match rectangle(heads, to) {
            Some((head, corner)) if heads.binary_search(&head).is_ok() => Ok((head, corner)),
            Some(((x, y), _)) => {
                Err(format!("the corner of the highest column and row, {x}, {y}, must be heads").into())
            }
            None => Err("just the four corners of a rectangle must be turned".into()),
        }
    }

    fn after(&self, heads: &Vec<Coin>, (head, corner): &(Coin, Coin)) -> Left<Vec<Coin>> {
        turned(heads, *head, *corner).into()
    }

    fn describe(&self, _: &Vec<Coin>, ((x, y), (u, w)): &(Coin, Coin)) -> String {
        format!("turn the corners of columns {u} to {x}, rows {w} to {y}")
    }

    fn small(&self) -> Vec<Vec<Coin>> {
        let board: Vec<Coin> = (1..=3).flat_map(|x| (1..=3).map(move |y| (x, y))).collect();
        let sets = (0_u32..1 << board.len()).filter(|set| set.count_ones() <= 3);
        let heads =
            |set: u32| board.iter().enumerate().filter(move |(place, _)| set >> place & 1 == 1).map(|(_, coin)| *coin);
        let edges = [vec![(1, 5)], vec![(1, 4), (1, 5)], vec![(1, 2), (1, 3), (4, 1)], vec![(0, 2), (1, 4), (5, 0)]];
        sets.map(|set| heads(set).collect()).chain(edges).collect()
    }
}

impl Game for TurningCorners {
    type Solved = Natural;

    fn solve(&self, heads: &Vec<Coin>) -> Natural {
        grundy(heads).into()
    }

    fn moves_to<'a>(&'a self, heads: &'a Vec<Coin>, own: &'a Natural, goal: &Goal) -> Option<Moves<'a, (Coin, Coin)>> {
        Some(match goal {
            Goal::All => {
                let count = |(x, y): &Coin| &Natural::from(*x) * &Natural::from(*y);
                let make = move |head: Coin, rank: &Natural| {
                    let (u, w) = rank.div_rem(&head.1.into());
                    Some((head, (u.to_u64()?, w.to_u64()?)))
                };
                Moves::blocks(heads.iter().copied(), count, make)
            }
            Goal::Value(value) => Moves::list(moves_to(heads, own, value).collect()),
            _ => return None,
        })
    }

    fn explain(&self, heads: &Vec<Coin>, own: &Natural) -> Vec<Step> {
        let theory = "A head at (x, y) is worth the nim product x ⊗ y; the value is the XOR.";
        let shown = |(x, y): &Coin| format!("{x} ⊗ {y} = {}", product(*x, *y));
        let here = match step::joined(heads, shown, ", ") {
            shown if shown.is_empty() => "Here no coin is heads.".to_owned(),
            shown => format!("Here {shown}."),
        };
        vec![Step::by(WINNING_WAYS_14, theory), Step::new(here), Step::value(own)]
    }

    /// In row 1 and in column 1 it is twins; what lies in row 0 and column 0 does not matter.
    fn tameness(&self, heads: &Vec<Coin>, _: &Natural) -> Tameness {
        if heads.iter().any(|(x, y)| *x.min(y) > 1) {
            return Tameness::Unknown;
        }
        let column: Vec<Natural> = heads.iter().filter(|(x, _)| *x == 1).map(|(_, y)| (*y).into()).collect();
        let row: Vec<Natural> = heads.iter().filter(|(_, y)| *y == 1).map(|(x, _)| (*x).into()).collect();
        Tameness::tame(Halves::of(&column).is_whole() && Halves::of(&row).is_whole())
    }
}
