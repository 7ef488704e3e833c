//! Subtraction games: take a number of stones that is in the set S. The values are periodic, because each value depends
//! only on a fixed number of values before it (Golomb 1966).

use crate::game::kinds::heaps::{HEAPS, Heaps, Spelled};
use crate::game::{Card, Parameters};
use crate::theory::heaps::rules::HeapRules;
use crate::theory::sources::{FERGUSON_1974, GOLOMB, WINNING_WAYS};

/// Subtraction games.
pub(crate) const SUBTRACTION: Heaps = Heaps {
    card: &Card {
        id: "subtraction",
        name: "Subtraction games",
        aliases: &["Take-away games", "Subtract-a-number", "Chips"],
        problems: &["HDU 1536", "HDU 1848", "POJ 2960", "AtCoder DP K", "SPOJ MCOINS", "SPOJ HS09GAME", "UVa 10404", "Kattis bachetsgame", "CSES Stick Game", "HackerRank Game of Stones", "Codeforces 1194D", "BOJ 9655", "BOJ 9656", "BOJ 9657", "BOJ 9658", "BOJ 9659", "BOJ 9660"],
        keywords: &["take 1, 3 or 4", "take one of these numbers", "subtract", "s-nim", "fibonacci numbers", "take a square", "subtract a prime", "powers of two", "factorials", "triangular numbers"],
        rules: "A heap, and the set S of numbers that may be taken. A move takes one of them from the heap. Who cannot move loses. \
                Infinite sets have names: subtraction(squares), subtraction(1,primes).",
        example: "26",
        moves: &[("26", "17", "take 9 of 26"), ("4", "0", "take all 4")],
        sources: &[GOLOMB, FERGUSON_1974, WINNING_WAYS],
        normal: "Exact: the values of a finite set repeat, and with multiples-of-m they may also grow. How they do is \
                 proved while the table grows, as far as the table goes. Sets with another name are known for heaps up to \
                 1000000, and with primes up to 100000. The usual limit of work ends sooner: with primes at about \
                 60000, triangular at 350000, and squares at 440000.",
        misere: "Exact, in sums too: values 0 and 1 swap (Ferguson 1974).",
        parameters: Some(Parameters {
            text: "the numbers that may be taken, each at least 1, and names of infinite sets: primes, squares, \
                   triangular, fibonacci, factorials, powers-of-b, multiples-of-m",
            form: "s1,s2,…",
            example: "1,4,9",
        }),
        ..HEAPS
    }
    .complete(),
    rules: Spelled::ByParameters(HeapRules::subtraction),
};

#[cfg(test)]
mod tests {
    use crate::game::Play;
    use crate::game::shape::PlainValue;
    use crate::number::Natural;
    use crate::solve::laws;
    use crate::theory::Caches;

    /// Returns the values of the heaps from 0 to `last`, by the rules alone.
    fn values(is_of_set: impl Fn(usize) -> bool, last: usize) -> Vec<usize> {
        let mut values: Vec<usize> = Vec::new();
        for heap in 0..=last {
            let options: Vec<usize> =
                (1..=heap).filter(|taken| is_of_set(*taken)).map(|taken| values[heap - taken]).collect();
            values.push((0..=options.len()).find(|value| !options.contains(value)).unwrap());
        }
        values
    }

    type IsOfSet = fn(usize) -> bool;

    fn is_prime(n: usize) -> bool {
        n > 1 && (2..n).all(|divisor| !n.is_multiple_of(divisor))
    }

    fn is_square(n: usize) -> bool {
        (1..=n).any(|root| root * root == n)
    }

    #[test]
    fn sets_with_a_name_have_the_values_of_their_numbers() {
        let tables = Caches::default();
        let sets: [(&str, IsOfSet); 8] = [
            ("subtraction(primes)", is_prime),
            ("subtraction(4,1,primes)", |n| n == 1 || n == 4 || is_prime(n)),
            ("subtraction(squares)", is_square),
            ("all-but(squares)", |n| !is_square(n)),
            ("subtraction(multiples-of-3)", |n| n % 3 == 0),
            ("all-but(2,multiples-of-4,multiples-of-6)", |n| n != 2 && n % 4 > 0 && n % 6 > 0),
            ("subtraction(powers-of-2)", usize::is_power_of_two),
            ("subtraction(multiples-of-5,powers-of-2)", |n| n % 5 == 0 || n.is_power_of_two()),
        ];
        for (key, is_of_set) in sets {
            let rules = crate::catalogue::find(key).unwrap().rules;
            let mut heaps = rules.none();
            (0..=200_usize).for_each(|heap| drop(heaps.push(PlainValue::Integer(Natural::from(heap)))));
            let solved = heaps.solve(Play::Normal, &tables).unwrap();
            let found: Vec<_> = (0..=200).map(|heap| solved.value(heap)).collect();
            let expected: Vec<_> =
                values(is_of_set, 200).into_iter().map(|value| crate::game::Value::Nimber(value.into())).collect();
            assert_eq!(found, expected, "{key}");
            laws::check_small(&*rules);
        }
    }

    #[test]
    fn a_heap_beyond_the_listed_numbers_is_no_position() {
        for (key, most) in [("subtraction(squares)", 1_000_000_usize), ("all-but(primes)", 100_000)] {
            let mut heaps = crate::catalogue::find(key).unwrap().rules.none();
            assert!(heaps.push(PlainValue::Integer(most.into())).is_ok(), "{key}");
            assert!(heaps.push(PlainValue::Integer((most + 1).into())).is_err(), "{key}");
        }
        let mut heaps = crate::catalogue::find("subtraction(multiples-of-3)").unwrap().rules.none();
        assert!(heaps.push(PlainValue::Integer(Natural::from(10_u64).pow(30))).is_ok());
        assert!(crate::catalogue::find("subtraction(primrose)").is_err());
    }
}
