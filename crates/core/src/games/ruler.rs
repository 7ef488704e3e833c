//! Ruler: turn a run of consecutive coins. The rightmost of them must turn from heads to tails.
//!
//! The value of a head at place *h* is the largest power of 2 that divides *h* + 1, like the marks of a ruler. Turning
//! the coins from *t* to *h* changes the XOR by γ(*h* + 1) ⊕ γ(*t*), where γ(*n*) = *n* ⊕ ⌊*n*/2⌋ is the Gray code. The
//! Gray code is one-to-one, so for each head at most one run leads to a given value.

use crate::game::kinds::coins;
use crate::game::kinds::lists;
use crate::game::shape::Notation;
use crate::game::{Card, Follower, Goal, HasValue, Illegal, Moves, Rules, Step, Tag, Tameness, Theory, Value, small};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::sources::FERGUSON;

/// Ruler.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ruler;

/// The largest place. It is limited because an option lists the heads of a whole run.
const LARGEST: u64 = 10_000;

/// A solved row.
#[derive(Clone, Debug)]
pub struct CoinRow {
    value: u64,
    /// The first and the last head on an odd place. `None` if there is no such head, or if some coin on an odd place
    /// between these two heads is tails. In the second case, no run turns all coins on odd places to tails.
    odd: Option<(u64, u64)>,
    /// The number of heads on odd places. The position is fickle iff there is no such head.
    odd_count: usize,
}

impl HasValue for CoinRow {
    fn value(&self) -> Value {
        Value::Nimber(self.value.into())
    }
}

fn gray(number: u64) -> u64 {
    number ^ number >> 1
}

fn from_gray(code: u64) -> u64 {
    (0..6).map(|power| 1 << power).fold(code, |number, shift| number ^ number >> shift)
}

fn worth(head: u64) -> u64 {
    1 << (head + 1).trailing_zeros()
}

/// Returns the heads after a move turns all coins at the places from `from` to `head`.
fn turned(heads: &[u64], from: u64, head: u64) -> Vec<u64> {
    meter::charge((head - from).saturating_mul(cost::NUMBER));
    meter::charge_each(heads.len(), cost::ENTRY);
    let inside = |coin: &u64| (from..=head).contains(coin);
    let below = heads.iter().copied().filter(|coin| *coin < from);
    let above = heads.iter().copied().filter(|coin| *coin > head);
    let run = (from..=head).filter(|coin| inside(coin) && heads.binary_search(coin).is_err());
    below.chain(run).chain(above).collect()
}

/// Returns the moves that give the row the value `value`. Each move is the first and the last coin of the run that it
/// turns. The last coin is a head, and at most one such run ends at each head.
fn runs_to(heads: &[u64], row: &CoinRow, value: &Natural) -> Vec<(u64, u64)> {
    let Some(change) = value.to_u64().map(|value| row.value ^ value).filter(|change| *change > 0) else {
        return Vec::new();
    };
    meter::charge_each(heads.len(), cost::NUMBER);
    let run = |head: &u64| (from_gray(gray(head + 1) ^ change), *head);
    heads.iter().map(run).filter(|(from, head)| from <= head).collect()
}

impl CoinRow {
    /// True if the run turns all heads on odd places, but no tails on odd places.
    fn is_fickle_after(&self, (from, head): (u64, u64)) -> bool {
        match self.odd {
            Some((first, last)) => {
                first.abs_diff(from) <= 1 && from <= first && head.abs_diff(last) <= 1 && head >= last
            }
            // The run must be a single coin, because a run of two or more coins has a coin on an odd place.
            None => self.odd_count == 0 && from == head,
        }
    }
}

impl Rules for Ruler {
    type Position = Vec<u64>;
    /// The first and the last coin of the run that is turned.
    type Move = (u64, u64);

    const CARD: Card = Card {
        id: "ruler",
        name: "Ruler",
        aliases: &["The ruler game"],
        keywords: &["turn consecutive coins", "flip coins in a row", "coin turning"],
        tags: &[Tag::Coins],
        rules: "A row of coins, numbered from 0: where they are counted from 1, subtract 1 from each. A move turns any number of consecutive coins, at least one, the right one from \
                heads to tails. Who cannot move, all being tails, loses.",
        position: "the places of the heads, from 0 to 10,000, increasing",
        notation: Some(Notation::Faces),
        text_form: "head,head,…",
        example: "1,4,6",
        moves: &[("1,4,6", "1,4", "turn coin 6"), ("1,4,6", "1,5", "turn coins 4 to 6")],
        sources: &[FERGUSON],
        normal: "Exact up to place 10,000, since a move lists the heads of a whole run. A head at place h is worth the largest power of 2 that divides h + 1; the value is the XOR.",
        misere: "Exact, in sums too. Values 0 and 1 swap exactly if all heads are at even places.",
        ..Card::BLANK
    };

    fn legal(&self, heads: &Vec<u64>) -> Result<(), Illegal> {
        if let Some(place) = heads.iter().position(|head| *head > LARGEST) {
            return Err(Illegal::part(
                place,
                format!("the coins are numbered up to {LARGEST}: a move lists a whole run"),
            ));
        }
        lists::increasing_only(heads)
    }

    /// The moves, head by head. A head is turned alone first, then together with the coin before it, then with the two
    /// coins before it, ….
    fn moves(&self, heads: &Vec<u64>) -> impl Iterator<Item = (u64, u64)> {
        heads.iter().flat_map(|head| (0..=*head).rev().map(move |from| (from, *head)))
    }

    fn find(&self, heads: &Vec<u64>, left: &Follower<Vec<u64>>) -> Result<(u64, u64), Illegal> {
        let to = left.whole()?;
        let Some((from, head)) = run(heads, to) else { return Err("a coin must be turned".into()) };
        if heads.binary_search(&head).is_err() {
            return Err(format!("the highest coin that is turned, {head}, must be heads").into());
        }
        if turned(heads, from, head) != *to {
            return Err(format!("the coins that are turned, from {from} to {head}, must have no gap").into());
        }
        Ok((from, head))
    }

    fn after(&self, heads: &Vec<u64>, (from, head): &(u64, u64)) -> Follower<Vec<u64>> {
        turned(heads, *from, *head).into()
    }

    fn describe(&self, _: &Vec<u64>, (from, head): &(u64, u64)) -> String {
        if from == head { format!("turn coin {head}") } else { format!("turn coins {from} to {head}") }
    }

    fn small(&self) -> Vec<Vec<u64>> {
        small::increasing(9, 9).into_iter().map(|heads| heads.iter().filter_map(Natural::to_u64).collect()).collect()
    }
}

/// Returns the first and the last coin that differ between `heads` and `to`.
fn run(heads: &[u64], to: &[u64]) -> Option<(u64, u64)> {
    let same = |(before, after): &(&u64, &u64)| before == after;
    let at = heads.iter().zip(to).take_while(same).count();
    let first = heads.get(at).into_iter().chain(to.get(at)).min()?;
    let at = heads.iter().rev().zip(to.iter().rev()).take_while(same).count();
    let last = heads.iter().rev().nth(at).into_iter().chain(to.iter().rev().nth(at)).max()?;
    Some((*first, *last))
}

impl Theory<Self> for Ruler {
    type Solved = CoinRow;

    fn solve(&self, heads: &Vec<u64>) -> CoinRow {
        let value = heads.iter().fold(0, |xor, head| xor ^ worth(*head));
        let odd: Vec<u64> = heads.iter().copied().filter(|head| head % 2 == 1).collect();
        let is_run = odd.windows(2).all(|pair| pair[0] + 2 == pair[1]);
        let ends = odd.first().copied().zip(odd.last().copied());
        CoinRow { value, odd: ends.filter(|_| is_run), odd_count: odd.len() }
    }

    fn moves_to<'a>(&'a self, heads: &'a Vec<u64>, row: &'a CoinRow, goal: &Goal) -> Option<Moves<'a, (u64, u64)>> {
        let mut runs = match goal {
            Goal::All => {
                let make = move |head: u64, rank: &Natural| Some((head.checked_sub(rank.to_u64()?)?, head));
                return Some(Moves::blocks(heads.iter().copied(), |head| (head + 1).into(), make));
            }
            Goal::Value(value) | Goal::Tame(value, _) => runs_to(heads, row, value),
            _ => return None,
        };
        if let Goal::Tame(_, tameness) = goal {
            runs.retain(|run| row.is_fickle_after(*run) == (*tameness == Tameness::Fickle));
        }
        Some(Moves::list(runs))
    }

    fn explain(&self, heads: &Vec<u64>, row: &CoinRow) -> Vec<Step> {
        let theory = "A head at place h, counted from 0, is worth the largest power of 2 that divides h + 1: 1, 2, 1, 4, 1, 2, 1, 8, …, like \
                      the lengths of the marks of a ruler. The value is the XOR.";
        let worths: Vec<Natural> = heads.iter().map(|head| worth(*head).into()).collect();
        let value = Natural::from(row.value);
        vec![Step::by(FERGUSON, theory), Step::new(coins::shown(&worths, &value))]
    }

    fn tameness(&self, _: &Vec<u64>, row: &CoinRow) -> Tameness {
        Tameness::tame(row.odd_count == 0)
    }
}
