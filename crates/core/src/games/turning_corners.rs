//! Turning corners: turn the four corners of a rectangle of coins. The upper right corner must turn from heads to
//! tails.
//!
//! The value of a head at (*x*, *y*) is the nim product *x* ⊗ *y* (Conway; Berlekamp, Conway and Guy, Winning Ways,
//! chapter 14). The value of a position is the XOR of the values of all heads. Turn the rectangle between a head (*x*,
//! *y*) and the opposite corner (*u*, *w*). This changes the XOR by (*x* ⊕ *u*) ⊗ (*y* ⊕ *w*). So for each *u* there is
//! at most one *w* that leads to a given value, and for each *w* at most one *u*. If *x* ≤ *y*, the code tries all *u*
//! below *x*. Otherwise, it tries all *w* below *y*.

use crate::game::kinds::coins::{self, IncompletePairs};
use crate::game::shape::Pair;
use crate::game::{Card, Follower, Goal, Illegal, Moves, Rules, Source, Step, Tag, Tameness, Theory};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::nim_field::{factors_within, inverse, product};
use crate::theory::sources::WINNING_WAYS_14;
use crate::theory::step;

/// Turning corners.
#[derive(Clone, Copy, Debug, Default)]
pub struct TurningCorners;

/// The largest number of heads. It is limited because each option lists all heads.
const MOST_HEADS: usize = 500;
/// The limit for the sum of min(*x*, *y*) over all heads (*x*, *y*). Up to this limit, all moves to a value are found
/// together. If the sum is larger, only one move is found at first. The other moves are found when they are needed.
const MOST_AT_ONCE: u64 = 10_000;

fn worth(head: &Pair) -> Natural {
    product(&head.first, &head.second)
}

fn turned(heads: &[Pair], head: &Pair, corner: &Pair) -> Vec<Pair> {
    let coin = |x: &Natural, y: &Natural| Pair::new(x.clone(), y.clone());
    let [above, beside] = [coin(&corner.first, &head.second), coin(&head.first, &corner.second)];
    coins::turned(heads, &[corner.clone(), above, beside, head.clone()])
}

/// Returns the corner (*x* ⊕ *s*, *y* ⊕ *t*) opposite a head (*x*, *y*), where `sides` is [*s*, *t*]. `None` if no move
/// has this corner. After the move, the value is the XOR of the old value and the nim product of `sides`.
fn corner(head: &Pair, sides: [&Natural; 2]) -> Option<Pair> {
    let corner = Pair::new(&head.first ^ sides[0], &head.second ^ sides[1]);
    (corner.first < head.first && corner.second < head.second).then_some(corner)
}

/// Returns, head by head, the moves to the value *g* ⊕ `change`, where *g* is the value before the move. A head at
/// (*x*, *y*) has at most min(*x*, *y*) such moves.
fn moves_by(heads: &[Pair], change: &Natural) -> Vec<(Pair, Pair)> {
    let corners = |head: &'_ Pair| {
        let is_wide = head.first > head.second;
        let (short, _) = head.sorted();
        let (short, head, change) = (short.clone(), head.clone(), change.clone());
        let places = 0..short.to_u64().unwrap_or(u64::MAX);
        meter::each(places, 0).filter_map(move |place| {
            let side = &short ^ &place.into();
            let other = product(&change, &inverse(&side));
            let corner = corner(&head, if is_wide { [&other, &side] } else { [&side, &other] })?;
            Some((head.clone(), corner))
        })
    };
    heads.iter().filter(|_| !change.is_zero()).flat_map(corners).collect()
}

/// Returns some move to the value *g* ⊕ `change`, where *g* is the value before the move. If *g* ⊕ `change` is below
/// *g*, such a move exists.
fn some_move_by(heads: &[Pair], change: &Natural) -> Option<(Pair, Pair)> {
    heads.iter().find_map(|head| {
        let [one, other] = factors_within(change, [&head.first, &head.second])?;
        Some((head.clone(), corner(head, [&one, &other])?))
    })
}

/// Returns the sum of min(*x*, *y*) over all heads (*x*, *y*); `None` if the sum does not fit into a machine word.
fn places(heads: &[Pair]) -> Option<u64> {
    heads.iter().try_fold(0, |sum: u64, head| sum.checked_add(head.sorted().0.to_u64()?))
}

/// Returns the upper right and the opposite corner of the rectangle that is turned.
fn rectangle(heads: &[Pair], to: &[Pair]) -> Option<(Pair, Pair)> {
    let [near, above, beside, far]: [Pair; 4] = coins::between(heads, to, cost::NUMBER).try_into().ok()?;
    let are_corners = [&above.first, &above.second] == [&near.first, &far.second]
        && [&beside.first, &beside.second] == [&far.first, &near.second];
    (near.first < far.first && near.second < far.second && are_corners).then_some((far, near))
}

impl Rules for TurningCorners {
    /// The heads: the column and the row of each.
    type Position = Vec<Pair>;
    /// The upper right corner of the turned rectangle, which is a head, and the opposite corner.
    type Move = (Pair, Pair);

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
        normal: "Exact for coordinates of any size: a head is worth the nim product of its coordinates, and the value \
                 is the XOR. The winning moves are found one by one along the shorter sides of the heads, as far as the work \
                 goes; beyond, the value, a winning move and the list of all moves are known.",
        misere: "Exact, in sums too, while every head has a coordinate 0 or 1. Beyond, the game is not tame; it is \
                 searched while the sum is small.",
        ..Card::BLANK
    };

    fn legal(&self, heads: &Vec<Pair>) -> Result<(), Illegal> {
        if heads.len() > MOST_HEADS {
            return Err(Illegal::new(format!("there are at most {MOST_HEADS} heads")));
        }
        match heads.windows(2).position(|pair| pair[0] >= pair[1]) {
            Some(place) => Err(Illegal::part(place + 1, "the heads are listed once, in order: by column, then by row")),
            None => Ok(()),
        }
    }

    /// The moves, head by head. The moves of a head are sorted by the column of the opposite corner, then by its row.
    fn moves(&self, heads: &Vec<Pair>) -> impl Iterator<Item = (Pair, Pair)> {
        let below = |number: &Natural| 0..number.to_u64().unwrap_or_default();
        heads.iter().flat_map(move |head| {
            let corners = below(&head.first).flat_map(move |u| below(&head.second).map(move |w| Pair::new(u, w)));
            corners.map(move |corner| (head.clone(), corner))
        })
    }

    fn find(&self, heads: &Vec<Pair>, left: &Follower<Vec<Pair>>) -> Result<(Pair, Pair), Illegal> {
        let to = left.whole()?;
        match rectangle(heads, to) {
            Some((head, corner)) if heads.binary_search(&head).is_ok() => Ok((head, corner)),
            Some((Pair { first: x, second: y }, _)) => {
                Err(format!("the corner of the highest column and row, {}, {}, must be heads", x.short(), y.short())
                    .into())
            }
            None => Err("just the four corners of a rectangle must be turned".into()),
        }
    }

    fn after(&self, heads: &Vec<Pair>, (head, corner): &(Pair, Pair)) -> Follower<Vec<Pair>> {
        turned(heads, head, corner).into()
    }

    fn describe(&self, _: &Vec<Pair>, (head, corner): &(Pair, Pair)) -> String {
        let [u, x, w, y] = [&corner.first, &head.first, &corner.second, &head.second].map(Natural::short);
        format!("turn the corners of columns {u} to {x}, rows {w} to {y}")
    }

    fn small(&self) -> Vec<Vec<Pair>> {
        let board: Vec<Pair> = (1_u64..=3).flat_map(|x| (1_u64..=3).map(move |y| Pair::new(x, y))).collect();
        let sets = (0_u32..1 << board.len()).filter(|set| set.count_ones() <= 3);
        let heads = |set: u32| {
            board.iter().enumerate().filter(move |(place, _)| set >> place & 1 == 1).map(|(_, coin)| coin.clone())
        };
        let edges: [&[(u64, u64)]; 4] =
            [&[(1, 5)], &[(1, 4), (1, 5)], &[(1, 2), (1, 3), (4, 1)], &[(0, 2), (1, 4), (5, 0)]];
        let edges = edges.map(|heads| heads.iter().map(|(x, y)| Pair::new(*x, *y)).collect());
        sets.map(|set| heads(set).collect()).chain(edges).collect()
    }
}

impl Theory<Self> for TurningCorners {
    type Solved = Natural;

    fn solve(&self, heads: &Vec<Pair>) -> Natural {
        heads.iter().fold(Natural::ZERO, |xor, head| &xor ^ &worth(head))
    }

    fn check_listable(&self, heads: &Vec<Pair>, goal: &Goal) -> Result<(), Illegal> {
        // Each place takes at least this work.
        let is_countable = |places: u64| places.saturating_mul(cost::VALUE) <= meter::left();
        if matches!(goal, Goal::All) || places(heads).is_some_and(is_countable) {
            return Ok(());
        }
        Err(Illegal::new(
            "the moves to a value are found one by one along the shorter side of each head, and the smaller coordinates of all heads \
             add up to too many (--max-work)",
        ))
    }

    fn moves_to<'a>(&'a self, heads: &'a Vec<Pair>, own: &'a Natural, goal: &Goal) -> Option<Moves<'a, (Pair, Pair)>> {
        Some(match goal {
            Goal::All => {
                let count = |head: &&Pair| &head.first * &head.second;
                let make = move |head: &Pair, rank: &Natural| {
                    let (u, w) = rank.div_rem(&head.second);
                    Some((head.clone(), Pair::new(u, w)))
                };
                Moves::blocks(heads.iter(), count, make)
            }
            Goal::Value(value) => {
                let change = own ^ value;
                if places(heads).is_some_and(|places| places <= MOST_AT_ONCE) {
                    return Some(Moves::list(moves_by(heads, &change)));
                }
                let first = some_move_by(heads, &change);
                Moves::late(first.clone(), move || {
                    let others = moves_by(heads, &change).into_iter().filter(|made| Some(made) != first.as_ref());
                    Moves::list(first.iter().cloned().chain(others).collect())
                })
            }
            _ => return None,
        })
    }

    fn explain(&self, heads: &Vec<Pair>, value: &Natural) -> Vec<Step> {
        let theory = "A head at (x, y) is worth the nim product x ⊗ y; the value is the XOR. The nim product is worked out like \
                      a product, with ⊕ in the place of +. For F = 2, 4, 16, 256, …, it has F ⊗ F = F + F/2, and F ⊗ x = F · x \
                      if x < F.";
        let shown = |head: &Pair| format!("{} ⊗ {} = {}", head.first.short(), head.second.short(), worth(head).short());
        let here = match (heads.len(), step::joined(heads, shown, ", ")) {
            (0, _) => "Here no coin is heads.".to_owned(),
            (1, shown) => format!("Here {shown}."),
            (_, shown) => format!("Here {shown}, and the XOR is {}.", value.short()),
        };
        vec![Step::by(WINNING_WAYS_14, theory), Step::new(here)]
    }

    /// The tameness is known if each head is in one of the first two rows or columns. In row 1 and in column 1 the game
    /// is Twins. Heads in row 0 and column 0 have no effect.
    fn tameness(&self, heads: &Vec<Pair>, _: &Natural) -> Tameness {
        if heads.iter().any(|head| *head.sorted().0 > Natural::ONE) {
            return Tameness::Unknown;
        }
        let column: Vec<Natural> =
            heads.iter().filter(|head| head.first == 1).map(|head| head.second.clone()).collect();
        let row: Vec<Natural> = heads.iter().filter(|head| head.second == 1).map(|head| head.first.clone()).collect();
        Tameness::tame(IncompletePairs::of(&column).is_whole() && IncompletePairs::of(&row).is_whole())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(digits: &str) -> Natural {
        Natural::from_decimal(digits, 400).unwrap()
    }

    /// The expected nim product was computed by an independent program in another language.
    #[test]
    fn a_head_of_long_coordinates_has_its_value_and_a_move_to_each_smaller_one() {
        let head = Pair::new(
            number("334858186585972305768210643426565322772834718741243274769161266943351912254276483501679873936"),
            number("27610297382670902801315001835288085461629427168"),
        );
        let value = number(
            "5857841761042639762427299592646779989663826521795462421160392161620808081969751921302393830776822426\
             74382000432193685357640383345926470",
        );
        let heads = vec![Pair::new(1_u64, 1_u64), head];
        let own = TurningCorners.solve(&heads);
        assert_eq!(own, &value ^ &Natural::ONE);
        assert!(TurningCorners.check_listable(&heads, &Goal::Value(Natural::ZERO)).is_err());
        assert!(TurningCorners.check_listable(&heads, &Goal::All).is_ok());
        for smaller in
            [Natural::ZERO, Natural::TWO, own.shift_right(1), own.shift_right(90), own.saturating_sub(&Natural::ONE)]
        {
            let moves = TurningCorners.moves_to(&heads, &own, &Goal::Value(smaller.clone())).unwrap();
            let made = moves.nth(&Natural::ZERO).unwrap();
            let left = TurningCorners.after(&heads, &made);
            assert_eq!(TurningCorners.solve(left.whole().unwrap()), smaller);
            assert_eq!(TurningCorners.find(&heads, &left).unwrap(), made);
        }
    }

    #[test]
    fn a_long_row_is_counted_and_its_first_move_is_not_counted_twice() {
        let heads = vec![Pair::new(3_u64, Natural::ONE.shift_left(200)), Pair::new(12_000_u64, 20_000_u64)];
        let own = TurningCorners.solve(&heads);
        let moves = TurningCorners.moves_to(&heads, &own, &Goal::Value(Natural::ZERO)).unwrap();
        let made: Vec<(Pair, Pair)> = (0_u64..).map_while(|rank| moves.nth(&rank.into())).collect();
        assert_eq!(moves.count(), Natural::from(made.len()));
        let first = made.first().unwrap();
        assert!(!made[1..].contains(first));
        for made in &made {
            assert!(TurningCorners.solve(TurningCorners.after(&heads, made).whole().unwrap()).is_zero());
        }
    }
}
