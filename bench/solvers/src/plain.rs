//! Compares each piece of the theory with a plain solver: a search of all positions by the rules, as a programmer first
//! writes it. The theory and the solver compute the same answer, and neither keeps anything between two questions.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;
use std::hint::black_box;

use grundy_core::number::meter::Meter;
use grundy_core::theory::graphs::product::ProductLimits;
use grundy_core::wire::engine::{Engine, Question, RequestText};
use grundy_core::wire::limits::RequestLimits;

use crate::measure::compare;

/// The largest number of bytes of tables that an engine may keep.
const KEPT: usize = 64 << 20;

/// Returns the answer of a fresh engine.
fn answer(query: &str) -> String {
    let engine = Engine::new(RequestLimits::default(), KEPT, ProductLimits::default());
    let meter = Meter::new(engine.limits.max_steps);
    let json = engine.answer(Question::Analysis, RequestText::Query(black_box(query)), &meter).answer.unwrap();
    String::from_utf8(json).unwrap()
}

fn row(what: &str, query: &str, theirs: impl Fn() -> String) {
    let (ours, found) = (answer(query), theirs());
    assert!(ours.contains(&found), "{what}: {found} is not in {ours}");
    compare(what, "< 1 ×", "plain search", 1.0, || _ = black_box(answer(query)), || _ = black_box(theirs()));
}

fn mex(values: impl IntoIterator<Item = usize>) -> usize {
    let values: BTreeSet<usize> = values.into_iter().collect();
    (0..).find(|value| !values.contains(value)).unwrap()
}

/// Returns the Grundy value by the rules. In misère play, a position without moves has the value 1.
fn value<P: Clone + Eq + Hash>(
    position: &P,
    is_misere: bool,
    moves: &dyn Fn(&P) -> Vec<P>,
    known: &mut HashMap<P, usize>,
) -> usize {
    if let Some(value) = known.get(position) {
        return *value;
    }
    let options = moves(position);
    let found = if options.is_empty() {
        usize::from(is_misere)
    } else {
        mex(options.iter().map(|option| value(option, is_misere, moves, known)).collect::<Vec<_>>())
    };
    known.insert(position.clone(), found);
    found
}

/// Searches all positions, and says who wins.
fn winner<P: Clone + Eq + Hash>(start: P, is_misere: bool, moves: &dyn Fn(&P) -> Vec<P>) -> String {
    let is_won = value(&start, is_misere, moves, &mut HashMap::new()) > 0;
    format!("\"winner\":\"{}\"", if is_won { "first" } else { "second" })
}

fn grundy<P: Clone + Eq + Hash>(start: P, moves: &dyn Fn(&P) -> Vec<P>) -> String {
    format!("\"grundy\":{}", value(&start, false, moves, &mut HashMap::new()))
}

/// A move deletes an element and all elements above it. `above[at]` has the bits of the element `at` and of all
/// elements above it.
fn deleted(above: &[u32]) -> impl Fn(&u32) -> Vec<u32> {
    move |left| above.iter().enumerate().filter(|(at, _)| left >> at & 1 == 1).map(|(_, gone)| left & !gone).collect()
}

fn trees() {
    // Each edge begins at the upper end of an earlier edge, or at the ground.
    let below: [usize; 16] = [0, 1, 1, 2, 0, 5, 5, 3, 7, 8, 0, 11, 11, 13, 14, 6];
    let mut above = [0_u32; 16];
    for edge in 0..16 {
        let mut at = edge + 1;
        while at > 0 {
            above[at - 1] |= 1 << edge;
            at = below[at - 1];
        }
    }
    let edges: Vec<String> = below.iter().zip(1..).map(|(low, high)| format!("{low}.{high}")).collect();
    let query = format!("hackenbush={}&play=misere", edges.join(","));
    row("a tree of 16 edges, misère play", &query, || winner(u32::MAX >> 16, true, &deleted(&above)));
}

fn orders() {
    // The order has four parts. In each part, two elements are below two others.
    let (mut above, mut pairs) = (Vec::new(), Vec::new());
    for element in 0..16_u32 {
        let level = element % 4 / 2;
        let high = if level == 0 { 0b1100 << (element / 4 * 4) } else { 0 };
        above.push(1 << element | high);
        if level == 0 {
            let first = element / 4 * 4;
            pairs.extend([first + 2, first + 3].map(|high| format!("{element}:{high}")));
        }
    }
    let query = format!("poset={}", pairs.join(","));
    row("an N-free order of 16 elements", &query, || grundy(u32::MAX >> 16, &deleted(&above)));
}

fn compounds() {
    let squares = |heap: usize| (1..).map(|root: usize| root * root).take_while(move |taken| *taken <= heap);
    let moves = |heaps: &[usize; 3]| {
        let [a, b, c] = *heaps;
        let mut left = Vec::new();
        for first in squares(a) {
            for second in squares(b) {
                left.extend(squares(c).map(|third| [a - first, b - second, c - third]));
            }
        }
        left
    };
    row("a conjunctive compound of 3 heaps", "square-nim=40,37,42&compound=conjunctive", || {
        winner([40, 37, 42], false, &moves)
    });
}

/// Returns the Grundy values of heaps, each computed from the values of all smaller heaps.
fn table(heaps: usize, options: impl Fn(&[usize], usize) -> Vec<usize>) -> Vec<usize> {
    let mut values = Vec::new();
    for heap in 0..=heaps {
        values.push(mex(options(&values, heap)));
    }
    values
}

fn circles() {
    // A move removes a vertex of a row, and its neighbours.
    let rows = |values: &[usize], row: usize| match row {
        0 => Vec::new(),
        1 => vec![0],
        _ => {
            let inner = (0..=row.saturating_sub(3)).filter(|_| row > 2);
            inner.map(|left| values[left] ^ values[row - 3 - left]).chain([values[row - 2]]).collect()
        }
    };
    row("node kayles on a circle of 1000", "circular(0.137)=1000", || {
        format!("\"grundy\":{}", mex([table(997, rows)[997]]))
    });
}

fn blocks() {
    // A move takes an even number of stones, and leaves nothing or two heaps.
    let options = |values: &[usize], heap: usize| {
        let mut found: Vec<usize> = (heap > 0 && heap.is_multiple_of(2)).then_some(0).into_iter().collect();
        for taken in (2..heap).step_by(2) {
            found.extend((1..heap - taken).map(|left| values[left] ^ values[heap - taken - left]));
        }
        found
    };
    row("a heap of 100 of octal(0.(05))", "octal(0.(05))=100", || format!("\"grundy\":{}", table(100, options)[100]));
}

fn take_away() {
    let moves = |(heap, most): &(usize, usize)| (1..=*heap.min(most)).map(|taken| (heap - taken, 3 * taken)).collect();
    row("take-away, k = 3, 120 stones", "take-away=3,120,119", || winner((120, 119), false, &moves));
}

fn t_wythoff() {
    let moves = |(a, b): &(usize, usize)| {
        let (a, b) = (*a, *b);
        let single = (0..a).map(|left| (left, b)).chain((0..b).map(|left| (a, left)));
        let both = (1..=a).flat_map(|k| (k.saturating_sub(1).max(1)..=(k + 1).min(b)).map(move |l| (a - k, b - l)));
        single.chain(both).collect()
    };
    row("t-wythoff, t = 2, 60 and 90 stones", "t-wythoff=2,60,90", || winner((60, 90), false, &moves));
}

fn genus() {
    // A position is a sum of heaps of Kayles and heaps of Nim.
    let moves = |(kayles, nim): &(Vec<usize>, Vec<usize>)| {
        let mut left = Vec::new();
        for (at, heap) in kayles.iter().enumerate() {
            let others = || kayles.iter().enumerate().filter(move |(other, _)| *other != at).map(|(_, heap)| *heap);
            for rest in (1..=2).filter_map(|taken| heap.checked_sub(taken)) {
                for one in 0..=rest / 2 {
                    let mut heaps: Vec<usize> = others().chain([one, rest - one]).filter(|heap| *heap > 0).collect();
                    heaps.sort_unstable();
                    left.push((heaps, nim.clone()));
                }
            }
        }
        for at in 0..nim.len() {
            for to in 0..nim[at] {
                let mut heaps = nim.clone();
                heaps[at] = to;
                heaps.retain(|heap| *heap > 0);
                heaps.sort_unstable();
                left.push((kayles.clone(), heaps));
            }
        }
        left
    };
    row("the genus of a heap of 11 of kayles", "kayles=11&genus=true", || {
        let normal = value(&(vec![11], Vec::new()), false, &moves, &mut HashMap::new());
        let mut known = HashMap::new();
        // The genus has the misère values of the heap beside 0, 1, 2, … heaps of two. The first two values repeat for
        // ever.
        let digits = (0..2).map(|twos| value(&(vec![11], vec![2; twos]), true, &moves, &mut known));
        let digits: Vec<String> = digits.map(|digit| digit.to_string()).collect();
        format!("\"text\":\"{normal}^{}", digits.concat())
    });
}

pub fn rows() {
    trees();
    orders();
    compounds();
    blocks();
    circles();
    take_away();
    t_wythoff();
    genus();
}
