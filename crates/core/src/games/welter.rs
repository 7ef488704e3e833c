//! Welter's game: coins on a strip go left, at most one a square, over each other.
//!
//! The Welter function: mate the two coins that agree in most low bits, again and again; G is the XOR of (*a* ⊕ *b*) − 1 over
//! the pairs, and of the coin that is left over (Welter 1954; Conway, On Numbers and Games, chapter 13). Bit *j* of that is
//! bit *j* of the XOR of all coins, changed as often as there are pairs that agree in the *j* lowest bits, which are all
//! that the classes modulo 2ʲ can make. So a coin *t* beside others adds *t* ⊕ σ(*t*), with bit *j* of σ(*t*) the parity of
//! the others that agree with *t* in the *j* lowest bits, and for each value there is one *t*, found bit by bit.

use crate::game::{Card, Class, Game, Illegal, Rules, Source, Step, Tag};
use crate::natural::Natural;
use crate::shape::{Shape, Written};
use crate::step;
use crate::theory::lists;
use crate::theory::ranks::{locate, total};

/// Welter's game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Welter;

const WELTER: Source =
    Source { author: "C. P. Welter", year: 1954, title: "The theory of a class of games on a sequence of squares" };
const CONWAY: Source = Source { author: "J. H. Conway", year: 1976, title: "On Numbers and Games, chapter 13" };

/// The most coins: each is compared with all others.
const MOST_COINS: usize = 500;

/// *t* ⊕ σ(*t*).
fn adds<'c>(coin: &Natural, others: impl Iterator<Item = &'c Natural>) -> Natural {
    // σ(t) is the XOR of 2^(k+1) − 1 over the others, k the number of low bits that one has in common with t.
    others.fold(coin.clone(), |sum, other| {
        let common = (coin ^ other).trailing_zeros().unwrap_or_default();
        &sum ^ &Natural::ONE.shift_left(common + 1).saturating_sub(&Natural::ONE)
    })
}

/// The coin *t* < `below` with *t* ⊕ σ(*t*) = `wanted`. It ends: of the others at most one agrees with *t* for long, and
/// then a 0 of `wanted` makes them differ. So *t* is on none of their squares.
fn target<'c>(wanted: &Natural, below: &Natural, others: impl Iterator<Item = &'c Natural>) -> Option<Natural> {
    // Those whose lowest bits are those of the target, as far as it is found.
    let mut agreeing: Vec<&Natural> = others.collect();
    let mut low = Natural::ZERO;
    for place in 0.. {
        if agreeing.is_empty() {
            let target = &wanted.shift_right(place).shift_left(place) + &low;
            return (target < *below).then_some(target);
        }
        let bit = wanted.bit(place) == agreeing.len().is_multiple_of(2);
        if bit {
            low = &low + &Natural::ONE.shift_left(place);
        }
        agreeing.retain(|coin| coin.bit(place) == bit);
        if low >= *below {
            return None;
        }
    }
    None
}

/// The value: each coin is added to those before it.
fn value(coins: &[Natural]) -> Natural {
    let added = coins.iter().enumerate().map(|(place, coin)| adds(coin, coins[..place].iter()));
    added.fold(Natural::ZERO, |xor, more| &xor ^ &more)
}

fn others(coins: &[Natural], place: usize) -> impl Iterator<Item = &Natural> {
    coins.iter().enumerate().filter(move |(at, _)| *at != place).map(|(_, coin)| coin)
}

/// The coin and where it goes, for each coin that can make a value.
fn moves_to(coins: &[Natural], own: &Natural, value: &Natural) -> Vec<(usize, Natural)> {
    if own == value {
        return Vec::new();
    }
    let change = own ^ value;
    let targets = coins.iter().enumerate().filter_map(|(place, coin)| {
        let wanted = &adds(coin, others(coins, place)) ^ &change;
        Some((place, target(&wanted, coin, others(coins, place))?))
    });
    targets.collect()
}

fn moved(coins: &[Natural], place: usize, to: Natural) -> Vec<Natural> {
    let mut coins = coins.to_vec();
    coins[place] = to;
    coins.sort_unstable();
    coins
}

/// The coin that moved: from where to where.
fn change<'c>(coins: &'c [Natural], to: &'c [Natural]) -> Option<(&'c Natural, &'c Natural)> {
    let only = |left: &'c [Natural], right: &[Natural]| -> Vec<&'c Natural> {
        left.iter().filter(|coin| right.binary_search(coin).is_err()).collect()
    };
    match (only(coins, to).as_slice(), only(to, coins).as_slice()) {
        ([from], [to]) => Some((from, to)),
        _ => None,
    }
}

/// Is just one coin on each pair of squares {*i*, 2*L* − 1 − *i*}? Then the position is its own mirror image as a Young
/// diagram.
fn is_symmetric(coins: &[Natural]) -> bool {
    let squares = 2 * coins.len();
    let mut seen = vec![false; coins.len()];
    coins.iter().all(|coin| {
        let Some(square) = coin.to_usize().filter(|square| *square < squares) else { return false };
        !std::mem::replace(&mut seen[square.min(squares - 1 - square)], true)
    })
}

impl Rules for Welter {
    type Position = Vec<Natural>;
    type Option = Vec<Natural>;

    const CARD: Card = Card {
        id: "welter",
        name: "Welter's game",
        aliases: &["Welter", "Sato's game of Maya", "Sliding coins with jumping"],
        tags: &[Tag::Coins, Tag::Strips],
        rules: "Coins on a strip of squares, at most one a square. A move takes a coin to any free square left of it, over others \
                if need be. Who cannot move, the coins being on the first squares, loses. If they may not jump, it is silver-dollar.",
        shape: Shape::List(&Shape::Integer),
        position: "the squares of the coins, counted from 0, increasing; at most 500",
        text_form: "square,square,…",
        example: "1,4,6",
        sources: &[WELTER, CONWAY],
        normal: "Exact. The Welter function.",
        misere: "Exact, in sums too. With L coins, 0 and 1 swap iff there is just one coin on each pair of squares i and 2L − 1 − i.",
        max_grundy: None,
        parameters: None,
    };

    fn read(&self, written: Written) -> Result<Vec<Natural>, Illegal> {
        let coins = lists::read_increasing(written)?;
        if coins.len() > MOST_COINS {
            return Err(Illegal::new(format!("there are at most {MOST_COINS} coins")));
        }
        Ok(coins)
    }

    fn write(&self, coins: &Vec<Natural>) -> Written {
        Written::integers(coins)
    }

    /// Coin by coin from the left, to the nearest free square first.
    fn options(&self, coins: &Vec<Natural>) -> Vec<Vec<Natural>> {
        let free = |square: &Natural| coins.binary_search(square).is_err();
        let targets =
            |place: usize| (0..coins[place].to_u64().unwrap_or_default()).rev().map(Natural::from).filter(free);
        (0..coins.len()).flat_map(|place| targets(place).map(move |to| moved(coins, place, to))).collect()
    }

    fn check(&self, coins: &Vec<Natural>, to: &Vec<Natural>) -> Result<(), String> {
        match change(coins, to) {
            Some((from, to)) if to < from => Ok(()),
            _ => Err("just one coin must move, to a free square left of its own".to_owned()),
        }
    }

    fn describe(&self, coins: &Vec<Natural>, to: &Vec<Natural>) -> String {
        let words = |(from, to): (&Natural, &Natural)| {
            format!("move the coin on square {} to square {}", from.short(), to.short())
        };
        change(coins, to).map_or_else(String::new, words)
    }

    fn small(&self) -> Vec<Vec<Natural>> {
        lists::increasing(9, 9).chain(lists::increasing(12, 3)).collect()
    }
}

impl Game for Welter {
    type Solved = Natural;

    fn solve(&self, coins: &Vec<Natural>) -> Natural {
        value(coins)
    }

    fn option_count(&self, coins: &Vec<Natural>, _: &Natural) -> Natural {
        total(coins.iter().enumerate().map(|(before, coin)| coin.saturating_sub(&before.into())))
    }

    fn option(&self, coins: &Vec<Natural>, _: &Natural, rank: &Natural) -> Option<Vec<Natural>> {
        let free = coins.iter().enumerate().map(|(before, coin)| coin.saturating_sub(&before.into()));
        let (place, rank) = locate(rank, free)?;
        // From the right: each coin that is passed takes one square more.
        let mut to = coins[place].checked_sub(&(&rank + &Natural::ONE));
        for coin in coins[..place].iter().rev() {
            match &to {
                Some(square) if coin >= square => to = square.checked_sub(&Natural::ONE),
                _ => break,
            }
        }
        Some(moved(coins, place, to?))
    }

    fn count_to(&self, coins: &Vec<Natural>, own: &Natural, value: &Natural) -> Natural {
        moves_to(coins, own, value).len().into()
    }

    fn option_to(&self, coins: &Vec<Natural>, own: &Natural, value: &Natural, rank: &Natural) -> Option<Vec<Natural>> {
        let (place, to) = moves_to(coins, own, value).into_iter().nth(rank.to_usize()?)?;
        Some(moved(coins, place, to))
    }

    fn explain(&self, coins: &Vec<Natural>, own: &Natural) -> Vec<Step> {
        let theory = "Mate the two coins that agree in most low bits, again and again: the value is the XOR of (a ⊕ b) − 1 over the \
                      pairs, and of the coin that is left over, if any.";
        let shown = step::joined(coins, |coin| coin.short().to_string(), ", ");
        let here = if shown.is_empty() {
            "Here there is no coin.".to_owned()
        } else {
            format!("Here the coins are on {shown}.")
        };
        vec![Step::by(CONWAY, theory), Step::new(here), Step::value(own)]
    }

    fn class(&self, coins: &Vec<Natural>, _: &Natural) -> Class {
        if is_symmetric(coins) { Class::Swap } else { Class::Fixed }
    }

    fn swap_ranks(&self, coins: &Vec<Natural>, own: &Natural, value: &Natural) -> Option<Vec<Natural>> {
        let moves = moves_to(coins, own, value).into_iter().enumerate();
        let swaps = moves.filter(|(_, (place, to))| is_symmetric(&moved(coins, *place, to.clone())));
        Some(swaps.map(|(rank, _)| rank.into()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws;

    #[test]
    fn moves_in_words() {
        laws::check_words(&Welter, &[("1,4,6", "0,1,4", "move the coin on square 6 to square 0")]);
    }
}
