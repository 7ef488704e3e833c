//! Welter's game: coins on a strip, with at most one coin on each square. A move takes a coin to any empty square left
//! of it.
//!
//! Make a pair of the two coins that agree in the largest number of low bits. Do the same with the remaining coins,
//! until at most one coin remains. The value is the XOR of (*a* ⊕ *b*) − 1 over all pairs, and of the single coin if
//! there is one (Welter 1954; Conway 1976, chapter 13).
//!
//! Subtracting 1 from *a* ⊕ *b* flips the lowest 1 and all bits below it. So bit *j* of the value is bit *j* of the XOR
//! of all coins, flipped once for each pair that agrees in at least *j* low bits. To count these pairs, put coins that
//! are equal modulo 2ʲ into one class: a class of *c* coins has ⌊*c*/2⌋ such pairs. Now let a coin move from *x* to
//! *t*. If *x* and *t* are in the same class, the number of pairs stays. Otherwise compare the numbers of coins in the
//! two classes before the move. If both are even, or both are odd, the number of pairs changes by 1. If only one is
//! odd, the number of pairs stays. So bit *j* of the value depends only on bit *j* and the lower bits of *t*. For each
//! value there is one *t*, which is found bit by bit.

use std::cmp::Ordering;

use crate::game::kinds::lists;
use crate::game::shape::Notation;
use crate::game::{
    Card, Follower, Goal, HasValue, Illegal, Moves, Rules, Source, Step, Tag, Tameness, Theory, Value, small,
};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::bits::of_bits;
use crate::theory::ranks::xor;
use crate::theory::step;

/// Welter's game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Welter;

const WELTER: Source =
    Source { author: "C. P. Welter", year: 1954, title: "The theory of a class of games on a sequence of squares" };

const CONWAY: Source = Source { author: "J. H. Conway", year: 1976, title: "On Numbers and Games, chapter 13" };

/// A solved strip.
#[derive(Clone, Debug)]
pub struct Strip {
    value: Natural,
    /// The coins, sorted by their bits from the lowest bit on. So coins that are equal modulo a power of 2 are
    /// neighbours in this list.
    by_low_bits: Vec<Natural>,
}

impl HasValue for Strip {
    fn value(&self) -> Value {
        Value::Nimber(self.value.clone())
    }
}

/// The number of lowest bits in which two coins agree.
fn agreement(one: &Natural, other: &Natural) -> usize {
    (one ^ other).trailing_zeros().unwrap_or(usize::MAX)
}

fn by_low_bits(one: &Natural, other: &Natural) -> Ordering {
    match (one ^ other).trailing_zeros() {
        None => Ordering::Equal,
        Some(place) => one.bit(place).cmp(&other.bit(place)),
    }
}

/// Makes a pair of the two coins that agree in the largest number of low bits, and does the same with the remaining
/// coins. Returns the pairs, and the coin that remains, if there is one.
fn mates(by_low_bits: &[Natural]) -> (Vec<[&Natural; 2]>, Option<&Natural>) {
    // The coins that are in no pair so far. Two neighbours in this list agree in at least as many low bits as the
    // neighbours before them.
    let mut single: Vec<&Natural> = Vec::new();
    let mut pairs = Vec::new();
    for coin in by_low_bits {
        while let [.., one, other] = single[..]
            && agreement(one, other) > agreement(other, coin)
        {
            pairs.push([one, other]);
            single.truncate(single.len() - 2);
        }
        single.push(coin);
    }
    while let [.., one, other] = single[..] {
        pairs.push([one, other]);
        single.truncate(single.len() - 2);
    }
    (pairs, single.pop())
}

/// The coins that are equal modulo a power of 2. They are neighbours in the list that is sorted by low bits.
struct CoinClass<'c>(&'c [Natural]);

impl CoinClass<'_> {
    fn is_odd(&self) -> bool {
        !self.0.len().is_multiple_of(2)
    }

    /// The steps for one call of [`keep`](Self::keep).
    fn steps(&self) -> u64 {
        cost::VALUE * u64::from(usize::BITS - self.0.len().leading_zeros())
    }

    /// Keeps only the coins whose bit at `place` is `bit`.
    fn keep(&mut self, place: usize, bit: bool) {
        let zeros = self.0.partition_point(|coin| !coin.bit(place));
        self.0 = if bit { &self.0[zeros..] } else { &self.0[..zeros] };
    }
}

impl Strip {
    /// Returns the square to which `coin` must move so that the position gets the value `value`; `None` if there is no
    /// such square.
    fn target(&self, coin: &Natural, value: &Natural) -> Option<Natural> {
        let change = value ^ &self.value;
        let first = change.trailing_zeros()?;
        // The target agrees with the coin in the bits below `first`, but not in bit `first`. In the loops, `from` has
        // the coins that agree with `coin` in all bits so far, and `to` has those that agree with the target.
        let mut from = CoinClass(&self.by_low_bits);
        for place in 0..first {
            meter::go_on(from.steps()).ok()?;
            from.keep(place, coin.bit(place));
        }
        let mut to = CoinClass(from.0);
        let mut bits = Vec::new();
        let mut bit = !coin.bit(first);
        // The loop ends above the highest bit of all coins, because the target has no ones from there on. At the end,
        // `to` has the coin on the target square, or is empty if that square is free.
        let end = self.by_low_bits.iter().map(Natural::bit_len).max().unwrap_or_default().max(change.bit_len());
        for place in first..=end {
            meter::go_on(from.steps().saturating_add(to.steps())).ok()?;
            if bit && place >= coin.bit_len() {
                return None;
            }
            bits.push(bit);
            from.keep(place, coin.bit(place));
            to.keep(place, bit);
            let next = place + 1;
            bit = coin.bit(next) ^ change.bit(next) ^ (from.is_odd() == to.is_odd());
        }
        let target = &coin.low_bits(first) ^ &of_bits(bits.into_iter()).shift_left(first);
        (target < *coin && to.0.is_empty()).then_some(target)
    }

    /// The moves to a value. Each coin has at most one such move.
    fn moves_to(&self, coins: &[Natural], value: &Natural) -> Vec<(usize, Natural)> {
        let targets = meter::each(coins.iter().enumerate(), cost::OPTION);
        targets.filter_map(|(place, coin)| Some((place, self.target(coin, value)?))).collect()
    }
}

/// Returns the coins after the coin at `place` has gone to the empty square `target`.
fn moved(coins: &[Natural], place: usize, target: &Natural) -> Vec<Natural> {
    let mut coins = coins.to_vec();
    coins.remove(place);
    let at = coins.partition_point(|coin| coin < target);
    coins.insert(at, target.clone());
    coins
}

/// Returns the place of the coin that moved, and the square that it moved to. `None` unless exactly one coin is gone
/// and exactly one coin is new, further left.
fn change<'c>(coins: &[Natural], to: &'c [Natural]) -> Option<(usize, &'c Natural)> {
    meter::charge_each(coins.len().saturating_add(to.len()), cost::NUMBER);
    let mut gone = (0..coins.len()).filter(|place| to.binary_search(&coins[*place]).is_err());
    let mut new = to.iter().filter(|coin| coins.binary_search(coin).is_err());
    let (place, target) = (gone.next()?, new.next()?);
    (gone.next().is_none() && new.next().is_none() && *target < coins[place]).then_some((place, target))
}

/// The number of coins on each pair of squares {*i*, 2*L* − 1 − *i*}, where *L* is the number of coins.
struct Mirrored {
    /// The number of coins on each pair of squares.
    coins: Vec<u8>,
    /// The number of pairs of squares that do not have exactly one coin.
    wrong: usize,
}

impl Mirrored {
    fn of(coins: &[Natural]) -> Self {
        let mut mirrored = Self { coins: vec![0; coins.len()], wrong: 0 };
        for coin in coins {
            if let Some(pair) = mirrored.pair(coin) {
                mirrored.coins[pair] += 1;
            }
        }
        mirrored.wrong = mirrored.coins.iter().filter(|coins| **coins != 1).count();
        mirrored
    }

    fn pair(&self, coin: &Natural) -> Option<usize> {
        let past = 2 * self.coins.len();
        let square = coin.to_usize().filter(|square| *square < past)?;
        Some(square.min(past - 1 - square))
    }

    /// True if a coin that moves from the square `from` to the square `to` leaves a fickle position. In a fickle
    /// position, each pair of squares that [`Mirrored`] defines has exactly one coin.
    fn is_fickle_after(&self, from: &Natural, to: &Natural) -> bool {
        let (Some(to), from) = (self.pair(to), self.pair(from)) else { return false };
        // A pair is wrong if it has no coin or two coins. This is the number of wrong pairs that have exactly one coin
        // after the move. No other pair may be wrong.
        let mended = match from {
            Some(from) if from == to => return self.wrong == 0,
            Some(from) if self.coins[from] != 2 => return false,
            Some(_) => 2,
            None => 1,
        };
        self.coins[to] == 0 && self.wrong == mended
    }
}

impl Rules for Welter {
    type Position = Vec<Natural>;
    /// The place of the coin in the list, and the square that it goes to.
    type Move = (usize, Natural);

    const CARD: Card = Card {
        id: "welter",
        name: "Welter's game",
        aliases: &["Sato's game", "Sato's Maya game", "Coins on a strip with jumping"],
        keywords: &["coins on a strip", "jump", "jumping"],
        tags: &[Tag::Coins, Tag::Strips],
        rules: "Coins on a strip of squares, at most one a square. A move takes one coin to any empty square left of it; it may \
                jump over others. Who cannot move loses. Without jumping it is silver-dollar. Squares are counted from 0: where they are from 1, subtract 1 from each.",
        position: "the squares of the coins from the left, counted from 0, increasing",
        notation: Some(Notation::Strip),
        text_form: "square,square,…",
        example: "1,4,6",
        moves: &[("1,4,6", "1,2,4", "move the coin on square 6 to square 2")],
        sources: &[WELTER, CONWAY],
        normal: "Exact. Coins are mated by their lowest bits. The value is the XOR of (a ⊕ b) − 1 for each pair and \
                 of the coin that is left over, if any.",
        misere: "Exact, in sums too. With L coins, values 0 and 1 swap exactly if each pair of squares i and 2L − 1 − i has \
                 one coin.",
        ..Card::BLANK
    };

    fn legal(&self, coins: &Vec<Natural>) -> Result<(), Illegal> {
        lists::increasing_only(coins)
    }

    /// The moves, coin by coin from the left. Each coin goes first to the nearest empty square left of it.
    fn moves(&self, coins: &Vec<Natural>) -> impl Iterator<Item = (usize, Natural)> {
        let targets = |place: usize| (0..coins[place].to_u64().unwrap_or_default()).rev().map(Natural::from);
        (0..coins.len()).flat_map(move |place| {
            let free = targets(place).filter(|square| coins.binary_search(square).is_err());
            free.map(move |square| (place, square))
        })
    }

    fn find(&self, coins: &Vec<Natural>, left: &Follower<Vec<Natural>>) -> Result<(usize, Natural), Illegal> {
        let to = left.whole()?;
        if coins.len() != to.len() {
            return Err(format!("the coins stay {}", coins.len()).into());
        }
        let change = change(coins, to).map(|(place, target)| (place, target.clone()));
        change.ok_or_else(|| "one coin must move, to an empty square left of its own".into())
    }

    fn after(&self, coins: &Vec<Natural>, (place, target): &(usize, Natural)) -> Follower<Vec<Natural>> {
        moved(coins, *place, target).into()
    }

    fn describe(&self, coins: &Vec<Natural>, (place, target): &(usize, Natural)) -> String {
        format!("move the coin on square {} to square {}", coins[*place].short(), target.short())
    }

    fn small(&self) -> Vec<Vec<Natural>> {
        [small::increasing(6, 6), small::increasing(8, 4), small::increasing(14, 2)].concat()
    }
}

impl Theory<Self> for Welter {
    type Solved = Strip;

    fn solve(&self, coins: &Vec<Natural>) -> Strip {
        let words = coins.last().map_or(0, Natural::bit_len) / 64 + 1;
        meter::charge_each(coins.len().saturating_mul(words), cost::COMPONENT);
        let mut sorted = coins.clone();
        sorted.sort_unstable_by(by_low_bits);
        let (pairs, left) = mates(&sorted);
        let pairs = pairs.into_iter().map(|[one, other]| (one ^ other).saturating_sub(&Natural::ONE));
        let value = &xor(&pairs.collect::<Vec<_>>()) ^ left.unwrap_or(&Natural::ZERO);
        Strip { value, by_low_bits: sorted }
    }

    fn moves_to<'a>(
        &'a self,
        coins: &'a Vec<Natural>,
        strip: &'a Strip,
        goal: &Goal,
    ) -> Option<Moves<'a, (usize, Natural)>> {
        let mut moves = match goal {
            Goal::All => {
                // The number of empty squares left of a coin.
                let empty = move |place: usize| coins[place].saturating_sub(&place.into());
                let make = move |place: usize, rank: &Natural| {
                    let from_left = empty(place).checked_sub(&(rank + &Natural::ONE))?;
                    let (mut low, mut high) = (0, place);
                    while low < high {
                        let middle = low.midpoint(high);
                        (low, high) = if empty(middle) <= from_left { (middle + 1, high) } else { (low, middle) };
                    }
                    Some((place, &from_left + &low.into()))
                };
                return Some(Moves::blocks(0..coins.len(), move |place| empty(*place), make));
            }
            Goal::Value(value) | Goal::Tame(value, _) => strip.moves_to(coins, value),
            _ => return None,
        };
        if let Goal::Tame(_, tameness) = goal {
            let mirrored = Mirrored::of(coins);
            let is_fickle = *tameness == Tameness::Fickle;
            moves.retain(|(place, target)| mirrored.is_fickle_after(&coins[*place], target) == is_fickle);
        }
        Some(Moves::list(moves))
    }

    fn explain(&self, _: &Vec<Natural>, strip: &Strip) -> Vec<Step> {
        let theory = "Mate the two coins that agree in the largest number of lowest bits, and so on with the others: the value is the \
                      XOR of (a ⊕ b) − 1 over the pairs, and of the coin that is left over.";
        let (pairs, left) = mates(&strip.by_low_bits);
        let show = |[one, other]: &[&Natural; 2]| {
            format!(
                "({} ⊕ {}) − 1 = {}",
                one.short(),
                other.short(),
                (*one ^ *other).saturating_sub(&Natural::ONE).short()
            )
        };
        let pairs = match pairs.as_slice() {
            [] => "there is no pair".to_owned(),
            pairs => format!("the pairs make {}", step::joined(pairs, show, ", ")),
        };
        let here = match left {
            Some(left) => format!("Here {pairs}, and {} is left over.", left.short()),
            None => format!("Here {pairs}, and no coin is left over."),
        };
        vec![Step::by(CONWAY, theory), Step::new(here)]
    }

    /// A search found that a strip is fickle iff each pair of squares of [`Mirrored`] has exactly one coin. (A strip
    /// can be read as a Young diagram, from which a move removes a hook. The strip is fickle iff the diagram is equal
    /// to its transpose.)
    fn tameness(&self, coins: &Vec<Natural>, _: &Strip) -> Tameness {
        Tameness::tame(Mirrored::of(coins).wrong == 0)
    }
}
