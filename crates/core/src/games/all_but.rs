//! All-but games: take any number that is not in the set. The values are always arithmetic-periodic.

use crate::game::kinds::heaps::{HEAPS, Heaps, Spelled};
use crate::game::{Card, Parameters};
use crate::theory::heaps::rules::HeapRules;
use crate::theory::sources::{FERGUSON_1974, WINNING_WAYS};

/// All-but games.
pub(crate) const ALL_BUT: Heaps = Heaps {
    card: &Card {
        id: "all-but",
        name: "All-but games",
        aliases: &["All-but subtraction games"],
        keywords: &["forbidden numbers", "take any number but"],
        rules: "A heap, and a set of numbers that may not be taken. A move takes any other number, at least 1, from the heap. Who cannot move loses. Without any number it is Nim: all-but(). Infinite sets have names: all-but(primes).",
        example: "17",
        moves: &[("17", "14", "take 3 of 17")],
        sources: &[WINNING_WAYS, FERGUSON_1974],
        normal: "Exact: values grow by a fixed number after a fixed number of heaps, or repeat with multiples-of-m. Both \
                 numbers are proved while the table grows. Sets with another name are known for heaps up to 1000000, and with \
                 primes up to 100000. The usual limit of work ends sooner: with primes at about 60000, triangular at \
                 350000, and squares at 440000.",
        misere: "Exact, in sums too: values 0 and 1 swap (Ferguson 1974).",
        parameters: Some(Parameters {
            text: "the numbers that may not be taken, each at least 1, and names of infinite sets as in subtraction, or \
                   nothing",
            form: "x1,x2,…",
            example: "2,5",
        }),
        ..HEAPS
    }
    .complete(),
    rules: Spelled::ByParameters(HeapRules::all_but),
};
