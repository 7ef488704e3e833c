//! Strange nim: take at most 1/*k* of a heap.
//!
//! Let *q* = ⌊*n*/*k*⌋. If *k* divides *n*, G = *q*. Otherwise G = G(*n* − *q* − 1) (ARC 091 F; Levine 2006 for *k* =
//! 2). Here *n* − *q* − 1 is the largest heap below *n* that is not an option. The smallest heap with the value *v* is
//! *kv*, because a smaller heap has fewer than *v* options. After a heap *m* with the value *v*, the next heap with
//! this value is *m* + ⌊*m*/(*k* − 1)⌋ + 1. The options of a heap have all values up to *q* except the heap's own
//! value, each exactly once. The code goes from heap to heap with the same value, and makes all consecutive steps of
//! the same length at once.

use crate::game::shape::Pair;
use crate::game::{Card, Follower, Goal, Illegal, Moves, Rules, Source, Step, Tag, Tameness, Theory, taken};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::step::SHOWN_AT_EITHER_END;

/// Strange nim.
#[derive(Clone, Copy, Debug, Default)]
pub struct StrangeNim;

const ARC: Source = Source { author: "AtCoder", year: 2018, title: "ARC 091 F, Strange Nim" };
const LEVINE: Source = Source { author: "L. Levine", year: 2006, title: "Fractal sequences and restricted Nim" };

/// The limit for min(*k*, *n*/*k*), where a move takes at most 1/*k* of a heap of *n* stones. Computing a value needs
/// about min(*k*, *n*/*k*) iterations.
const MOST: u64 = 100_000;

fn quotient(pile: &Pair) -> Natural {
    pile.second.div_rem(&pile.first).0
}

fn value(pile: &Pair) -> Natural {
    let mut stones = pile.second.clone();
    loop {
        let (quotient, rest) = stones.div_rem(&pile.first);
        if rest.is_zero() {
            return quotient;
        }
        // The number of iterations is about the smaller of `pile.first` and the first quotient.
        if meter::go_on(cost::LOOK_UP).is_err() {
            return quotient;
        }
        let step = &quotient + &Natural::ONE;
        let steps = rest.div_rem(&step).0.max(Natural::ONE);
        stones = stones.saturating_sub(&(&steps * &step));
    }
}

/// Returns the largest heap with this value that is smaller than the pile. The value must differ from the pile's own
/// value.
fn heap_of(pile: &Pair, value: &Natural) -> Option<Natural> {
    let Pair { first: k, second: stones } = pile;
    let divisor = k.checked_sub(&Natural::ONE)?;
    if divisor.is_zero() {
        return (value < stones).then(|| value.clone());
    }
    let mut heap = k * value;
    if heap >= *stones {
        return None;
    }
    loop {
        meter::go_on(cost::OPTION).ok()?;
        let step = &heap.div_rem(&divisor).0 + &Natural::ONE;
        // The next heap with the same value has `step` = ⌊heap / (k − 1)⌋ + 1 more stones. `step` does not change while
        // the heap is smaller than step · (k − 1). All additions of the same `step` are made at once, and at least one
        // is made. The heap must stay smaller than the pile.
        let to_longer = (&(&step * &divisor) - &heap).div_rem(&step).0;
        let left = (&(stones - &heap) - &Natural::ONE).div_rem(&step).0;
        if left.is_zero() {
            return Some(heap);
        }
        let steps = to_longer.max(Natural::ONE).min(left);
        heap = &heap + &(&steps * &step);
    }
}

impl Rules for StrangeNim {
    type Position = Pair;
    /// The stones taken.
    type Move = Natural;

    const CARD: Card = Card {
        id: "strange-nim",
        name: "Strange nim",
        aliases: &["Strange Nim (ARC 091 F)", "Playing With Stones (UVa 1482)", "Maximum nim by a k-th"],
        problems: &["AtCoder ARC 091 F", "UVa 1482"],
        keywords: &["take at most a k-th", "take at most half"],
        tags: &[Tag::Heaps, Tag::Contest],
        rules: "A heap and a number k. A move takes at least one stone and at most a k-th of the heap, rounded down. Who cannot move \
                loses: a heap of fewer than k stones is stuck. k comes first, where AtCoder ARC 091 F has A, K.",
        position: "[k, stones]: k at least 1; k or the k-th of the heap is at most 100000",
        text_form: "k,stones",
        example: "2,17",
        moves: &[("2,17", "2,12", "take 5 of 17")],
        sources: &[ARC, LEVINE],
        normal: "Exact. The value is the k-th of the heap if k divides the heap, else the value of the largest heap \
                 out of reach, and so on.",
        misere: "Exact, in sums too. Values 0 and 1 swap.",
        ..Card::BLANK
    };

    fn legal(&self, pile: &Pair) -> Result<(), Illegal> {
        if pile.first.is_zero() {
            return Err(Illegal::part(0, "k, which comes first, is at least 1"));
        }
        let smaller = quotient(pile).min(pile.first.clone());
        if smaller.to_u64().is_none_or(|steps| steps > MOST) {
            return Err(Illegal::new(format!(
                "k or the k-th of the heap is at most {MOST}: so many steps lead to the value"
            )));
        }
        Ok(())
    }

    /// The moves take 1, 2, … stones.
    fn moves(&self, pile: &Pair) -> impl Iterator<Item = Natural> {
        let most = quotient(pile).to_u64().unwrap_or_default();
        (1..=most).map(Natural::from)
    }

    fn find(&self, pile: &Pair, left: &Follower<Pair>) -> Result<Natural, Illegal> {
        let to = left.whole()?;
        if to.first != pile.first {
            return Err(format!("k, which comes first, stays {}", pile.first.short()).into());
        }
        let most = quotient(pile);
        let taken = taken("heap", &pile.second, &to.second)?;
        if taken > most {
            let [most, taken] = [&most, &taken].map(Natural::short);
            return Err(format!("at most a k-th, {most}, may be taken, this move takes {taken}").into());
        }
        Ok(taken)
    }

    fn after(&self, pile: &Pair, taken: &Natural) -> Follower<Pair> {
        pile.after_taking(taken).into()
    }

    fn describe(&self, pile: &Pair, taken: &Natural) -> String {
        format!("take {} of {}", taken.short(), pile.second.short())
    }

    fn small(&self) -> Vec<Pair> {
        (1..=6_u64).flat_map(|k| (0..=15 * k + 5).map(move |stones| Pair::new(k, stones))).collect()
    }
}

impl Theory<Self> for StrangeNim {
    type Solved = Natural;

    fn solve(&self, pile: &Pair) -> Natural {
        value(pile)
    }

    fn moves_to<'a>(&'a self, pile: &'a Pair, own: &'a Natural, goal: &Goal) -> Option<Moves<'a, Natural>> {
        Some(match goal {
            Goal::All => Moves::counted(quotient(pile), |rank| Some(rank + &Natural::ONE)),
            // For each value up to `quotient(pile)` except the pile's own value, there is exactly one option.
            Goal::Value(value) if value != own && *value <= quotient(pile) => {
                heap_of(pile, value).and_then(|heap| pile.second.checked_sub(&heap)).into()
            }
            Goal::Value(_) => Moves::None,
            _ => return None,
        })
    }

    fn explain(&self, pile: &Pair, own: &Natural) -> Vec<Step> {
        let (quotient, rest) = pile.second.div_rem(&pile.first);
        let out_of_reach =
            |heap: &Natural, quotient: &Natural| heap.saturating_sub(quotient).saturating_sub(&Natural::ONE);
        let theory = "If k divides the heap, the value is the quotient. Else it is the value of the largest smaller heap that no move \
                      leaves, since no option has this value.";
        let last = own * &pile.first;
        let mut heaps = Vec::new();
        let mut heap = out_of_reach(&pile.second, &quotient);
        while heap > last && heaps.len() <= SHOWN_AT_EITHER_END {
            heaps.push(heap.short().to_string());
            heap = out_of_reach(&heap, &heap.div_rem(&pile.first).0);
        }
        if heap > last {
            heaps.push("…".to_owned());
        }
        let [k, stones, own, last] = [&pile.first, &pile.second, own, &last].map(Natural::short);
        heaps.push(format!("{last} = {own} × {k}"));
        let here = if rest.is_zero() {
            format!("Here {stones} = {own} × {k}.")
        } else {
            let heaps = heaps.join(", ");
            format!("Here {k} does not divide {stones}. Going on to the largest heap out of reach leads to {heaps}.")
        };
        vec![Step::by(ARC, theory), Step::new(here)]
    }

    /// Every heap is tame, because a heap with the value 0 has no move or has an option with the value 1. If a heap of
    /// *n* has the value 0, its options have the values 1, …, ⌊*n*/*k*⌋.
    fn tameness(&self, _: &Pair, own: &Natural) -> Tameness {
        Tameness::tame(*own <= Natural::ONE)
    }
}
