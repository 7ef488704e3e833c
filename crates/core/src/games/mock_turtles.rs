//! Mock turtles: turn one, two or three coins. The rightmost of them must turn from heads to tails.
//!
//! The value of a head at place *h* is the *h*-th odious number, counted from 0: either 2*h* or 2*h* + 1, whichever has
//! an odd number of ones in binary. The XOR of one or three odious numbers is odious, and the XOR of two is not
//! (Berlekamp, Conway and Guy, Winning Ways, chapter 14).

use crate::game::kinds::coins;
use crate::game::kinds::lists;
use crate::game::shape::Notation;
use crate::game::{Card, Follower, Goal, Illegal, Moves, Rules, Source, Step, Tag, Tameness, Theory, small};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::ranks::{locate, xor};
use crate::theory::sources::WINNING_WAYS_14;

/// Mock turtles.
#[derive(Clone, Copy, Debug, Default)]
pub struct MockTurtles;

/// Returns the value of a head: the odious number with the index `head`, counted from 0.
fn worth(head: &Natural) -> Natural {
    &head.shift_left(1) + &head.count_ones().is_multiple_of(2).into()
}

/// Returns *h*(*h* − 1)/2 for *h* = `head`: the number of pairs of coins before this head.
fn pairs(head: &Natural) -> Natural {
    (head * &head.saturating_sub(&Natural::ONE)).shift_right(1)
}

/// Returns how many moves turn a head alone, with one more coin, and with two more coins.
fn kinds(head: &Natural) -> [Natural; 3] {
    [Natural::ONE, head.clone(), pairs(head)]
}

/// Returns the pair *u* < *w* with this rank. Pairs are sorted by *w*, then by *u*. So *w* is the largest number with
/// *w*(*w* − 1)/2 ≤ `rank`.
fn pair(rank: &Natural) -> (Natural, Natural) {
    let root = (&rank.shift_left(3) + &Natural::ONE).sqrt();
    let larger = (&root + &Natural::ONE).shift_right(1);
    (rank.saturating_sub(&pairs(&larger)), larger)
}

/// For a head at place *h*, the pairs *u* < *w* < *h* with *u* ⊕ *w* = *c* > 0. There is one pair for each *w* < *h*
/// that has the top bit of *c*.
struct Pairs {
    c: Natural,
    top: usize,
    count: Natural,
}

impl Pairs {
    fn new(head: &Natural, c: Natural) -> Option<Self> {
        let top = c.bit_len().checked_sub(1)?;
        let whole = head.shift_right(top + 1).shift_left(top);
        let count = &whole + &head.low_bits(top + 1).saturating_sub(&Natural::ONE.shift_left(top));
        Some(Self { c, top, count })
    }

    fn get(&self, rank: &Natural) -> Option<(Natural, Natural)> {
        if *rank >= self.count {
            return None;
        }
        let high = rank.shift_right(self.top).shift_left(1);
        let larger = &(&high + &Natural::ONE).shift_left(self.top) + &rank.low_bits(self.top);
        Some((&larger ^ &self.c, larger))
    }
}

/// The coins to turn together with a head, so that the value changes as wanted: no coin, one coin, or any one of the
/// `Pairs`.
enum OtherCoins {
    None,
    One(Natural),
    Two(Pairs),
}

fn with(head: &Natural, change: &Natural) -> Option<OtherCoins> {
    let left = change ^ &worth(head);
    let half = left.shift_right(1);
    if left.is_zero() {
        return Some(OtherCoins::None);
    }
    if left.count_ones() % 2 == 1 {
        return (half < *head).then_some(OtherCoins::One(half));
    }
    Pairs::new(head, half).map(OtherCoins::Two)
}

impl OtherCoins {
    fn count(&self) -> Natural {
        match self {
            Self::None | Self::One(_) => Natural::ONE,
            Self::Two(pairs) => pairs.count.clone(),
        }
    }

    fn coins(&self, head: &Natural, rank: &Natural) -> Option<Vec<Natural>> {
        Some(match self {
            Self::None => vec![head.clone()],
            Self::One(other) => vec![other.clone(), head.clone()],
            Self::Two(pairs) => {
                let (smaller, larger) = pairs.get(rank)?;
                vec![smaller, larger, head.clone()]
            }
        })
    }
}

fn moves_to<'h>(
    heads: &'h [Natural],
    xor: &Natural,
    value: &Natural,
) -> impl Iterator<Item = (&'h Natural, OtherCoins)> + Clone + use<'h> {
    let change = xor ^ value;
    let is_none = change.is_zero();
    let heads = meter::each(heads.iter().filter(move |_| !is_none), cost::OPTION);
    heads.filter_map(move |head| Some((head, with(head, &change)?)))
}

impl Rules for MockTurtles {
    type Position = Vec<Natural>;
    /// The coins that are turned, ascending.
    type Move = Vec<Natural>;

    const CARD: Card = Card {
        id: "mock-turtles",
        name: "Mock turtles",
        aliases: &["Daizhenyang's Coin (HDU 3537)"],
        problems: &["HDU 3537"],
        keywords: &["turn three coins", "coin turning", "odious"],
        tags: &[Tag::Coins, Tag::Contest],
        rules: "A row of coins, numbered from 0: where they are counted from 1, subtract 1 from each. A move turns one, two or three of them, the right one from heads to tails. Who \
                cannot move, all being tails, loses.",
        position: coins::POSITION,
        notation: Some(Notation::Faces),
        text_form: "head,head,…",
        example: "1,4,6",
        moves: &[("1,4,6", "0,1,2,4", "turn coin 0 and coin 2 and coin 6")],
        sources: &[WINNING_WAYS_14, Source { author: "HDU", year: 2010, title: "3537. Daizhenyang's Coin" }],
        normal: "Exact. A head at place h is worth the h-th number with an odd number of ones in binary; the value is the XOR.",
        misere: "Exact, in sums too. Values 0 and 1 swap.",
        ..Card::BLANK
    };

    fn legal(&self, heads: &Vec<Natural>) -> Result<(), Illegal> {
        lists::increasing_only(heads)
    }

    /// Lists the moves, head by head. For each head, the first move turns only this head. Next come the moves that turn
    /// one more coin, sorted by this coin. The moves that turn two more coins come last, sorted by the larger of these
    /// two coins, and then by the smaller.
    fn moves(&self, heads: &Vec<Natural>) -> impl Iterator<Item = Vec<Natural>> {
        heads.iter().flat_map(|head| {
            let past = head.to_u64().unwrap_or_default();
            let alone = std::iter::once(vec![head.clone()]);
            let one = (0..past).map(|other| vec![other.into(), head.clone()]);
            let two = (0..past).flat_map(move |w| (0..w).map(move |u| vec![u.into(), w.into(), head.clone()]));
            alone.chain(one).chain(two)
        })
    }

    fn find(&self, heads: &Vec<Natural>, left: &Follower<Vec<Natural>>) -> Result<Vec<Natural>, Illegal> {
        coins::check(heads, left.whole()?, 3)
    }

    fn after(&self, heads: &Vec<Natural>, coins: &Vec<Natural>) -> Follower<Vec<Natural>> {
        coins::turned(heads, coins).into()
    }

    fn describe(&self, _: &Vec<Natural>, coins: &Vec<Natural>) -> String {
        coins::describe(coins)
    }

    fn small(&self) -> Vec<Vec<Natural>> {
        small::increasing(7, 7)
    }
}

impl Theory<Self> for MockTurtles {
    type Solved = Natural;

    fn solve(&self, heads: &Vec<Natural>) -> Natural {
        xor(&heads.iter().map(worth).collect::<Vec<_>>())
    }

    fn moves_to<'a>(
        &'a self,
        heads: &'a Vec<Natural>,
        xor: &'a Natural,
        goal: &Goal,
    ) -> Option<Moves<'a, Vec<Natural>>> {
        Some(match goal {
            Goal::All => {
                let counted = meter::each(heads.iter(), cost::OPTION);
                let make = move |head: &Natural, rank: &Natural| {
                    let (kind, rank) = locate(rank, kinds(head))?;
                    Some(match kind {
                        0 => vec![head.clone()],
                        1 => vec![rank, head.clone()],
                        _ => {
                            let (smaller, larger) = pair(&rank);
                            vec![smaller, larger, head.clone()]
                        }
                    })
                };
                Moves::blocks(counted, |head| kinds(head).iter().sum(), make)
            }
            Goal::Value(value) => {
                let make = move |(head, with): (&Natural, OtherCoins), rank: &Natural| with.coins(head, rank);
                Moves::blocks(moves_to(heads, xor, value), |(_, with)| with.count(), make)
            }
            _ => return None,
        })
    }

    fn explain(&self, heads: &Vec<Natural>, xor: &Natural) -> Vec<Step> {
        let theory = "A head at place h is worth the h-th number, counted from 0, with an odd number of ones in binary: 1, 2, 4, 7, 8, …. \
                      The value is the XOR.";
        let worths: Vec<Natural> = heads.iter().map(worth).collect();
        vec![Step::by(WINNING_WAYS_14, theory), Step::new(coins::shown(&worths, xor))]
    }

    /// If the value is 0 and there is a move, some move changes the value to 1. It turns the two highest heads, whose
    /// values have the same top bit, and a third coin. So every position is tame.
    fn tameness(&self, _: &Vec<Natural>, xor: &Natural) -> Tameness {
        Tameness::tame(*xor <= Natural::ONE)
    }
}
