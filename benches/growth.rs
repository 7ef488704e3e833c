//! Measures how the cost of an answer grows, including reading and writing the JSON: `cargo bench --bench growth`.

#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark may panic")]

use dashu_int::UBig;
use divan::Bencher;
use divan::counter::BytesCount;
use grundy_core::number::meter::Stop;
use grundy_core::wire::batch::{Answers, BatchSettings};
use grundy_core::wire::engine::{Engine, Question, RequestText};

fn main() {
    divan::main();
}

/// Answers one request.
fn answer(bencher: Bencher, request: &str) {
    let engine = Engine::default();
    bencher.counter(BytesCount::of_str(request)).bench(|| {
        engine.answer(Question::Analysis, RequestText::Json(request.as_bytes()), &engine.meter()).answer.unwrap()
    });
}

/// Returns two consecutive Fibonacci numbers, for which Euclid's algorithm has the most steps. The larger has about
/// `digits` digits.
fn fibonacci(digits: usize) -> [UBig; 2] {
    let (mut small, mut large) = (UBig::ONE, UBig::ONE);
    let end = UBig::from(10_u8).pow(digits.saturating_sub(1));
    while large < end {
        (small, large) = (large.clone(), small + large);
    }
    [small, large]
}

fn pair(game: &str, [a, b]: [UBig; 2]) -> String {
    format!(r#"{{"position": {{"{game}": [["{a}", "{b}"]]}}, "brief": true}}"#)
}

const DIGITS: [usize; 5] = [10, 100, 1_000, 10_000, 100_000];

#[divan::bench(args = DIGITS)]
fn euclid_digits(bencher: Bencher, digits: usize) {
    answer(bencher, &pair("euclid", fibonacci(digits)));
}

#[divan::bench(args = DIGITS)]
fn wizards_fibonacci_digits(bencher: Bencher, digits: usize) {
    answer(bencher, &pair("wizards", fibonacci(digits)));
}

/// Numbers with ordinary quotients: a power of 3 and a power of 7.
#[divan::bench(args = DIGITS)]
fn wizards_usual_digits(bencher: Bencher, digits: usize) {
    answer(
        bencher,
        &pair("wizards", [UBig::from(3_u8).pow(digits * 209 / 100), UBig::from(7_u8).pow(digits * 13 / 11)]),
    );
}

#[divan::bench(args = DIGITS)]
fn empty_and_divide_digits(bencher: Bencher, digits: usize) {
    answer(bencher, &pair("empty-and-divide", fibonacci(digits)));
}

const COUNTS: [usize; 5] = [1, 100, 10_000, 100_000, 1_000_000];

#[divan::bench(args = COUNTS)]
fn red_blue_beads(bencher: Bencher, beads: usize) {
    answer(bencher, &format!(r#"{{"position": {{"red-blue": ["{}"]}}, "brief": true}}"#, "RBB".repeat(beads / 3 + 1)));
}

#[divan::bench(args = COUNTS)]
fn components(bencher: Bencher, count: usize) {
    let heaps = vec!["[5, 26]"; count].join(",");
    answer(bencher, &format!(r#"{{"position": {{"euclid": [{heaps}]}}, "brief": true}}"#));
}

#[divan::bench(args = COUNTS)]
fn lines(bencher: Bencher, count: usize) {
    let lines = "{\"position\": {\"euclid\": [[5, 26]]}}\n".repeat(count);
    let engine = Engine::default();
    bencher.counter(BytesCount::of_str(&lines)).bench(|| {
        Answers::of_lines(lines.as_bytes(), 1, BatchSettings::of_lines(usize::MAX), &engine, &Stop::default()).unwrap()
    });
}
