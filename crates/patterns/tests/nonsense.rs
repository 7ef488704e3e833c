//! Looks for formulas where there are none, or only false ones: random sequences, and games without a known formula. The
//! truth comes from brute force.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use grundy_patterns::{Conjecture, FormulaMeaning, StepTest, find, integers_beyond};

/// How many values are known, and how many are computed.
const KNOWN: usize = 200;
const COMPUTED: u64 = 1_500;

/// A position with more options is left out of the step test.
const OPTIONS: usize = 2_000;

/// `SplitMix64`.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % limit
    }
}

type Options<'a> = &'a dyn Fn(u64) -> Vec<Vec<u64>>;

fn index(n: u64) -> usize {
    usize::try_from(n).unwrap()
}

/// Returns the values by brute force.
fn values(options: Options) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for n in 0..COMPUTED {
        let mut seen = vec![false; 1 << 11];
        for option in options(n) {
            seen[index(option.iter().fold(0, |sum, part| sum ^ values[index(*part)]))] = true;
        }
        values.push(seen.iter().zip(0..).find(|(seen, _)| !**seen).unwrap().1);
    }
    values
}

/// Returns the formulas of the first values that the step test leaves.
fn left(values: &[u64], claim: FormulaMeaning, options: Options) -> (Vec<(Conjecture, StepTest)>, usize) {
    let findings = find(&values[..KNOWN], 0, KNOWN, &mut |_| Ok(())).unwrap();
    let count = findings.conjectures.len();
    let tested = findings.conjectures.into_iter().map(|conjecture| {
        let listed = |n: u64| (n < 20_000).then(|| options(n)).filter(|options| options.len() <= OPTIONS);
        let value = |n: u64| conjecture.value(&[n]);
        let test =
            StepTest::of(integers_beyond(KNOWN.try_into().unwrap()), claim, listed, value, &mut |_| Ok(())).unwrap();
        (conjecture, test)
    });
    (tested.filter(|(_, test)| test.fails.is_none()).collect(), count)
}

/// The numbers of formulas of many games: all, the false ones, and the false ones that no test refuted.
#[derive(Debug, Default)]
struct Tally {
    found: usize,
    standing: usize,
    wrong: Vec<String>,
}

impl Tally {
    fn count(&mut self, name: &str, options: Options) {
        let values = values(options);
        let lost: Vec<u64> = values.iter().map(|value| u64::from(*value == 0)).collect();
        for (values, claim) in [(&values, FormulaMeaning::Value), (&lost, FormulaMeaning::Lost { is_misere: false })] {
            if values == &lost && claim == FormulaMeaning::Value {
                continue;
            }
            let (left, found) = left(values, claim, options);
            self.found += found;
            self.standing += left.len();
            for (formula, test) in left {
                let wrong = (0..COMPUTED).find(|n| formula.value(&[*n]) != Some(values[index(*n)]));
                self.wrong.extend(
                    wrong
                        .filter(|_| test.tested > 0)
                        .map(|n| format!("{name} {claim:?}: {} bits {} at {n}, {test:?}", formula.text, formula.bits)),
                );
            }
        }
    }
}

#[test]
fn random_sequences_have_no_formula() {
    let mut random = Random(1);
    for number in 0..200 {
        let (limit, stays) = (2 + number % 9, number % 5);
        let mut last = 0;
        let values: Vec<u64> = (0..1_000)
            .map(|_| {
                if random.below(8) >= stays {
                    last = random.below(limit);
                }
                last
            })
            .collect();
        let findings = find(&values, random.below(2), 1_000, &mut |_| Ok(())).unwrap();
        assert!(findings.conjectures.is_empty(), "{number}: {}", findings.conjectures[0].text);
    }
}

#[test]
fn random_games_have_no_formula() {
    let mut random = Random(2);
    let mut tally = Tally::default();
    for number in 0..190 {
        let width = 1 + random.below(6);
        let options: Vec<Vec<Vec<u64>>> =
            (0..20_000_u64).map(|n| (0..width.min(n)).map(|_| vec![random.below(n)]).collect()).collect();
        tally.count(&format!("random game {number}"), &|n| options[index(n)].clone());
    }
    assert!(tally.wrong.is_empty() && tally.standing == 0, "{tally:#?}");
}

#[test]
fn random_subtraction_sets_have_only_formulas_that_stand() {
    let mut random = Random(3);
    let mut tally = Tally::default();
    for _ in 0..100 {
        let (count, most) = (2 + random.below(5), [12, 40, 400][index(random.below(3))]);
        let set: Vec<u64> = (0..count).map(|_| 1 + random.below(most)).collect();
        tally.count(&format!("{set:?}"), &|n| {
            set.iter().filter(|taken| **taken <= n).map(|taken| vec![n - taken]).collect()
        });
    }
    assert!(tally.wrong.is_empty() && tally.found > tally.standing && tally.standing > 30, "{tally:#?}");
}

/// Returns the options of a game with an octal code.
fn octal(digits: &[u64], n: u64) -> Vec<Vec<u64>> {
    let mut options = Vec::new();
    for (digit, taken) in digits.iter().zip(1_u64..) {
        let Some(left) = n.checked_sub(taken) else { break };
        if digit & 1 > 0 && left == 0 {
            options.push(vec![]);
        }
        if digit & 2 > 0 && left > 0 {
            options.push(vec![left]);
        }
        if digit & 4 > 0 {
            options.extend((1..=left / 2).map(|one| vec![one, left - one]));
        }
    }
    options
}

#[test]
fn octal_codes_have_only_formulas_that_stand() {
    let mut tally = Tally::default();
    for code in 0..512 {
        let digits = [code / 64, code / 8 % 8, code % 8];
        if digits[2] > 0 {
            tally.count(&format!("{digits:?}"), &|n| octal(&digits, n));
        }
    }
    assert!(tally.wrong.is_empty() && tally.standing > 50, "{tally:#?}");
}

#[test]
fn games_without_a_known_formula_have_none() {
    let mut tally = Tally::default();
    let unequal = |n: u64| (1..n.div_ceil(2)).map(|one| vec![one, n - one]).collect();
    tally.count("Grundy's game", &unequal);
    tally.count("0.007", &|n| octal(&[0, 0, 7], n));
    tally.count("Officers", &|n| octal(&[6], n));
    let couples = |n: u64| if n == 2 { vec![] } else { (1..=n / 2).map(|one| vec![one, n - one]).collect() };
    tally.count("Couples", &couples);
    let squares = |n: u64| {
        (1..100).map(|root| root * root).take_while(|square| *square <= n).map(|square| vec![n - square]).collect()
    };
    tally.count("square nim", &squares);
    assert!(tally.standing == 0, "{tally:#?}");
}

/// Returns the options of a move of one of many kinds, with a parameter from 1 to 6.
fn moves(kind: u64, k: u64, n: u64) -> Vec<Vec<u64>> {
    let up_to = |limit: u64| 1..=limit.min(n);
    let one = |left: Option<u64>| left.map(|left| vec![left]);
    match kind {
        0 => one(n.checked_sub(k)).into_iter().collect(),
        1 => one((n > 0).then(|| n / (k + 1))).into_iter().collect(),
        2 => up_to(k).map(|taken| vec![n - taken]).collect(),
        3 => up_to(n / (k + 1)).map(|taken| vec![n - taken]).collect(),
        4 => up_to(n.isqrt()).map(|taken| vec![n - taken]).collect(),
        5 => (1..n).filter(|divisor| n.is_multiple_of(*divisor)).map(|divisor| vec![n - divisor]).collect(),
        6 => (1..n).filter(|divisor| n.is_multiple_of(*divisor)).map(|divisor| vec![divisor]).collect(),
        7 => (0..20).map(|e| (k + 1).pow(e)).take_while(|power| *power <= n).map(|power| vec![n - power]).collect(),
        8 => (0..14).filter(|bit| n >> bit & 1 == 1).map(|bit| vec![n - (1 << bit)]).collect(),
        9 => (1..=n / 2).filter(|_| n.is_multiple_of(k + 1)).map(|one| vec![one, n - one]).collect(),
        10 => (n > 0 && n.is_multiple_of(2)).then(|| vec![n / 2, n / 2]).into_iter().collect(),
        11 => n
            .to_string()
            .bytes()
            .map(|digit| u64::from(digit - b'0'))
            .filter(|digit| *digit > 0)
            .map(|digit| vec![n - digit])
            .collect(),
        12 => one((n > 0).then(|| n - n % (k + 2)).filter(|left| *left < n)).into_iter().collect(),
        13 => one((n > 0).then(|| n & (n - 1))).into_iter().collect(),
        14 => (1..=k).filter(|part| n > 2 * part).map(|part| vec![part, n - 2 * part]).collect(),
        _ => one((n > k).then(|| n - 1 - n / 2)).into_iter().collect(),
    }
}

#[test]
fn generated_rules_have_only_formulas_that_stand() {
    let mut random = Random(4);
    let mut tally = Tally::default();
    for _ in 0..700 {
        let rule: Vec<(u64, u64)> = (0..=random.below(3)).map(|_| (random.below(16), 1 + random.below(6))).collect();
        tally.count(&format!("{rule:?}"), &|n| rule.iter().flat_map(|(kind, k)| moves(*kind, *k, n)).collect());
    }
    assert!(tally.wrong.is_empty() && tally.standing > 100, "{tally:#?}");
}
