//! Compares the solvers with their rivals. The rivals are a single hardware division, a recursion in C++ that follows
//! the rules literally, GMP, and plain searches. A solver and its rival run in turn.
//!
//! Prints a line for each comparison: the median time of the solver, that of the rival, and the median of their ratios.
//! With the argument `plain`, only the plain searches run.

#[cfg(feature = "gmp")]
mod gmp;
mod measure;
mod plain;

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};

use grundy_core::game::shape::PlainValue;
use grundy_core::number::Natural;

use measure::{ROUNDS, compare, pair, pairs, run, won};

/// Counts allocations, since solving small numbers must not allocate.
struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// SAFETY: every call is passed on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

unsafe extern "C" {
    fn literal(numbers: *const u64, pairs: usize) -> u64;
}

/// The number of pairs in one round of a 64-bit comparison.
const PAIRS: usize = 1 << 16;

/// Pseudo-random numbers, by Vigna's SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn digits(&mut self, count: usize) -> String {
        std::iter::once('7').chain((1..count).map(|_| char::from(b'0' + (self.next() % 10) as u8))).collect()
    }
}

fn words() {
    let mut random = Random(1);
    let any: Vec<u64> = (0..2 * PAIRS).map(|_| random.next() >> 1 | 1).collect();
    let euclid = pairs("euclid", &any);
    let units = PAIRS as f64;

    let before = ALLOCATIONS.load(Ordering::Relaxed);
    let grundy = || _ = black_box(won(&*euclid));
    let divide = || any.chunks(2).for_each(|pair| _ = black_box(black_box(pair[0]) / black_box(pair[1])));
    compare("euclid, value of a pair of words", "≤ 2 ×", "one division", units, grundy, divide);

    let mut fibonacci: Vec<u64> = vec![1, 2];
    while let [.., a, b] = fibonacci[..]
        && fibonacci.len() < 90
    {
        fibonacci.push(a + b);
    }
    let top: Vec<u64> = fibonacci[88..].iter().copied().cycle().take(2 * PAIRS).collect();
    for (name, numbers, goal) in [("random", &any, "≥ 12 × faster"), ("Fibonacci", &top, "≤ 1 ×")] {
        // SAFETY: `numbers` has two elements for each of `PAIRS` pairs.
        let literally = || unsafe { literal(numbers.as_ptr(), PAIRS) };
        let wizards = pairs("wizards", numbers);
        assert_eq!(won(&*wizards), literally());
        let ours = || _ = black_box(won(&*wizards));
        compare(&format!("wizards, {name} pair of 63 bits"), goal, "recursion in C++", units, ours, || {
            _ = black_box(literally())
        });
    }
    // `compare` itself prints and collects, which allocates a few times for each comparison.
    let allocations = ALLOCATIONS.load(Ordering::Relaxed) - before;
    assert!(allocations < PAIRS as u64, "a path for words allocates");
    println!("{:44} {allocations} for {} pairs, of the benchmark itself", "allocations", 3 * (2 * ROUNDS + 3) * PAIRS);
}

fn beads() {
    let mut random = Random(2);
    let text: String = (0..1 << 24).map(|_| if random.next() & 1 == 0 { 'R' } else { 'B' }).collect();
    let mut copy = vec![0_u8; text.len()];
    let bytes = text.as_bytes().to_vec();
    let position = run("red-blue", [PlainValue::Text(text)]);
    let units = bytes.len() as f64;
    let ours = || _ = black_box(won(&*position));
    compare("red-blue, value, a bead (1 ns is 1 GB/s)", "≤ 1 ns", "memcpy, a byte", units, ours, || {
        copy.copy_from_slice(black_box(&bytes));
        black_box(&copy);
    });
}

/// Compares two times for a position with long numbers: the time to solve it, and the time to read its numbers.
fn long() {
    let mut random = Random(3);
    let (first, second) = (random.digits(100_000), random.digits(100_000));
    let read = |text: &str| Natural::from_decimal(text, usize::MAX).unwrap();
    let wizards = pair("wizards", &read(&first), &read(&second));
    let ours = || _ = black_box(won(&*wizards));
    let parse = || drop(black_box((read(black_box(&first)), read(black_box(&second)))));
    compare("wizards, random, 100000 digits", "≤ 3 ×", "parsing them", 1.0, ours, parse);
}

fn main() {
    if std::env::args().nth(1).as_deref() == Some("plain") {
        return plain::rows();
    }
    words();
    beads();
    #[cfg(feature = "gmp")]
    gmp::long();
    long();
    plain::rows();
}
