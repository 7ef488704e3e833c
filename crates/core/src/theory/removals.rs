//! [`Removals`]: the numbers that a move may take from a heap. Finitely many values prove a formula that repeats, or that
//! grows by the same amount in each period.

use std::collections::BTreeSet;
use std::str::FromStr;

use grundy_patterns::FormulaMeaning;

use super::factors::{gcd, is_prime};
use super::heaps::named_sets::NamedSet;
use crate::number::cost;
use crate::number::meter::{self, Spent};

/// Longer windows are not compared.
const LONGEST: i64 = 100_000;

/// Larger numbers of a set, and longer periods of a formula, are not looked at.
const LARGEST: i64 = 10_000;

/// The numbers that a move may take: some numbers below `from`, and those from there on that a tail has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Removals {
    small: Vec<i64>,
    from: i64,
    tails: Vec<Tail>,
}

/// Infinitely many numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Tail {
    /// The numbers from `start` on with some residues, which are sorted.
    Residues {
        start: i64,
        modulus: i64,
        residues: Vec<i64>,
    },
    PowersOf(i64),
    Primes,
    Squares,
}

/// A formula of the positions 0, 1, 2, … that repeats from `from` on, or that grows by `growth` in each period.
pub(crate) struct RepeatingFormula<'a> {
    pub(crate) meaning: FormulaMeaning,
    pub(crate) from: u64,
    pub(crate) period: i64,
    pub(crate) growth: i64,
    pub(crate) value: &'a dyn Fn(u64) -> Option<u64>,
}

/// Why a formula holds for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WindowProof {
    /// The formula was compared with the rules for all heaps below this one.
    pub(crate) compared: u64,
    /// The argument in words.
    pub(crate) argument: String,
}

impl Tail {
    /// Returns the set with this name; `None` if there is none, or if its residues are not known here.
    fn named(name: &str) -> Option<Self> {
        let small = |number: usize| i64::try_from(number).ok().filter(|number| *number < LARGEST);
        Some(match NamedSet::read(name)? {
            NamedSet::Primes => Self::Primes,
            NamedSet::Squares => Self::Squares,
            NamedSet::Powers(base) => Self::PowersOf(small(base)?),
            NamedSet::Multiples(of) => {
                let modulus = small(of)?;
                Self::Residues { start: modulus, modulus, residues: vec![0] }
            }
            NamedSet::Triangular | NamedSet::Fibonacci | NamedSet::Factorials => return None,
        })
    }

    fn contains(&self, number: i64) -> bool {
        match self {
            Self::Residues { start, modulus, residues } => {
                number >= *start && residues.binary_search(&(number % modulus)).is_ok()
            }
            Self::PowersOf(base) => {
                let powers = std::iter::successors(Some(1_i64), |power| power.checked_mul(*base));
                powers.take_while(|power| *power <= number).last() == Some(number)
            }
            Self::Primes => is_prime(number.unsigned_abs()),
            Self::Squares => number > 0 && number.isqrt().pow(2) == number,
        }
    }

    /// Returns residues that include those of all numbers of the tail above `modulus`.
    fn residues(&self, modulus: i64) -> BTreeSet<i64> {
        match self {
            Self::Residues { modulus: own, residues, .. } => {
                let common = gcd(*own, modulus);
                let own: BTreeSet<i64> = residues.iter().map(|residue| residue % common).collect();
                (0..modulus).filter(|number| own.contains(&(number % common))).collect()
            }
            Self::PowersOf(base) => {
                let mut seen = BTreeSet::new();
                let mut power = 1 % modulus;
                while seen.insert(power) {
                    power = power * (base % modulus) % modulus;
                }
                seen
            }
            Self::Primes => (0..modulus).filter(|residue| gcd(*residue, modulus) == 1).collect(),
            Self::Squares => (0..modulus).map(|root| root * root % modulus).collect(),
        }
    }

    fn words(&self) -> String {
        match self {
            Self::Residues { modulus, .. } => format!("numbers that repeat modulo {modulus}"),
            Self::PowersOf(base) => format!("the powers of {base}"),
            Self::Primes => "the primes".to_owned(),
            Self::Squares => "the squares".to_owned(),
        }
    }
}

impl FromStr for Removals {
    type Err = String;

    /// Reads a list such as `1, 2, 3+4i`, which has 1, 2 and 3, 7, 11, … It may also have `primes`, `squares`,
    /// `powers-of-2` and `multiples-of-5`, as a subtraction set has.
    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.trim().parse().ok().filter(|number| (1..LARGEST).contains(number));
        let (mut small, mut tails) = (Vec::new(), Vec::new());
        for item in text.split(',').map(str::trim) {
            let progression = || {
                let (start, step) = item.strip_suffix('i')?.split_once('+')?;
                let (start, modulus) = (number(start)?, number(step)?);
                Some(Tail::Residues { start, modulus, residues: vec![start % modulus] })
            };
            match (number(item), progression().or_else(|| Tail::named(item))) {
                (Some(one), _) => small.push(one),
                (_, Some(tail)) => tails.push(tail),
                _ => return Err(format!("expected a list such as 1, 2, 3+4i or 1, primes, found {item}")),
            }
        }
        Self::of(small, tails).ok_or_else(|| "the numbers repeat too late".to_owned())
    }
}

impl Removals {
    /// Creates the set of the numbers in `small`, and of all numbers from `from` on whose residue modulo `modulus` is in
    /// `residues`. Returns `None` if the modulus is 0, or if a number is 0 or too large.
    pub(crate) fn new(small: &[u64], from: u64, modulus: u64, residues: &[u64]) -> Option<Self> {
        let integer = |number: &u64| i64::try_from(*number).ok().filter(|number| *number <= LARGEST);
        let small: Vec<i64> = small.iter().map(integer).collect::<Option<_>>()?;
        let residues: Vec<i64> = residues.iter().map(integer).collect::<Option<_>>()?;
        let (start, modulus) = (integer(&from)?.max(1), integer(&modulus).filter(|modulus| *modulus > 0)?);
        let tail = Tail::Residues { start, modulus, residues };
        Self::of(small, vec![tail])
    }

    fn of(mut small: Vec<i64>, mut tails: Vec<Tail>) -> Option<Self> {
        for tail in &mut tails {
            if let Tail::Residues { residues, .. } = tail {
                residues.sort_unstable();
            }
        }
        tails.retain(|tail| !matches!(tail, Tail::Residues { residues, .. } if residues.is_empty()));
        let starts = tails.iter().map(|tail| if let Tail::Residues { start, .. } = tail { *start } else { 1 });
        // The tails begin behind all small numbers, and the part of them before that is small, too.
        let from = starts.chain(small.iter().map(|number| number + 1)).max().unwrap_or(1);
        small.extend((1..from).filter(|number| tails.iter().any(|tail| tail.contains(*number))));
        small.sort_unstable();
        small.dedup();
        (!small.contains(&0)).then_some(Self { small, from, tails })
    }

    /// Returns whether a move may take a number.
    pub(crate) fn contains(&self, number: u64) -> bool {
        let Ok(number) = i64::try_from(number) else { return false };
        if number < self.from {
            self.small.binary_search(&number).is_ok()
        } else {
            self.tails.iter().any(|tail| tail.contains(number))
        }
    }

    /// Proves a formula by the rules, if its form allows this. `None` if it does not, or if the formula is wrong.
    pub(crate) fn prove(&self, formula: &RepeatingFormula) -> Result<Option<WindowProof>, Spent> {
        let is_value = formula.meaning == FormulaMeaning::Value;
        let Some(head) = i64::try_from(formula.from).ok().filter(|head| *head <= LARGEST) else { return Ok(None) };
        if !(1..=LARGEST).contains(&formula.period) || (formula.growth != 0 && !is_value) {
            return Ok(None);
        }
        let moduli =
            self.tails.iter().map(|tail| if let Tail::Residues { modulus, .. } = tail { Some(*modulus) } else { None });
        let modulus = moduli.collect::<Option<Vec<i64>>>().and_then(|moduli| {
            moduli
                .into_iter()
                .try_fold(1_i64, |all, modulus| Some(all / gcd(all, modulus) * modulus).filter(|it| *it < LONGEST))
        });
        if let Some(modulus) = modulus
            && let Some(proof) = self.by_window(head, modulus, formula)?
        {
            return Ok(Some(proof));
        }
        if formula.growth != 0
            || !matches!(formula.meaning, FormulaMeaning::Value | FormulaMeaning::Lost { is_misere: false })
        {
            return Ok(None);
        }
        self.by_residues(head, formula)
    }

    /// Proves a formula of a set that repeats modulo a number.
    fn by_window(&self, head: i64, modulus: i64, formula: &RepeatingFormula) -> Result<Option<WindowProof>, Spent> {
        let &RepeatingFormula { period, growth, .. } = formula;
        let common = period / gcd(period, modulus) * modulus;
        let growth = growth * (common / period);
        let window = if growth == 0 {
            Some(head + self.from + 2 * common - 1)
        } else {
            self.growing_window(head, common, growth, formula.value)
        };
        let Some(window) = window.filter(|window| (0..=LONGEST).contains(window)) else { return Ok(None) };
        if !self.holds_below(window, formula)? {
            return Ok(None);
        }
        let taken = if self.tails.is_empty() {
            format!("a move takes less than {}", self.from)
        } else {
            format!("what a move may take from {} on repeats modulo {modulus}", self.from)
        };
        let moved = if growth == 0 { String::new() } else { format!(", moved by {growth}") };
        let argument = format!(
            "The formula repeats every {period}, and {taken}. So from some heap on, the options of n + {common} have the \
             values of those of n{moved}. The formula is right for all heaps below {window}, and {common} of these in a \
             row are beyond that heap. By induction, it is right for all heaps."
        );
        Ok(Some(WindowProof { compared: window.unsigned_abs(), argument }))
    }

    /// Proves a formula that holds if a move takes only the smaller numbers of the set. The larger numbers lead to no
    /// position that changes the result: for values, to none with the value itself, and for losers, from none that is
    /// lost to one that is lost. Both depend only on the residues of the larger numbers.
    fn by_residues(&self, head: i64, formula: &RepeatingFormula) -> Result<Option<WindowProof>, Spent> {
        let period = formula.period;
        let from = self.from.max(head + period) + 1;
        meter::go_on_each(usize::try_from(from).unwrap_or(usize::MAX), cost::VALUE)?;
        let finite = Self {
            small: (1..from).filter(|number| self.contains(number.unsigned_abs())).collect(),
            from,
            tails: Vec::new(),
        };
        let Some(WindowProof { compared, .. }) = finite.by_window(head, 1, formula)? else { return Ok(None) };
        let value = |n: i64| (formula.value)(n.unsigned_abs());
        let residues: BTreeSet<i64> = self.tails.iter().flat_map(|tail| tail.residues(period)).collect();
        for residue in &residues {
            // A number with this residue, beyond the first values of the formula.
            let taken = from + (residue - from).rem_euclid(period);
            for left in 0..head + period {
                meter::go_on(cost::POSITION)?;
                let (Some(of_left), Some(of_whole)) = (value(left), value(left + taken)) else { return Ok(None) };
                let matters = formula.meaning == FormulaMeaning::Value || of_whole == 1;
                if of_left == of_whole && matters {
                    return Ok(None);
                }
            }
        }
        let larger: Vec<String> = self.tails.iter().map(Tail::words).collect();
        let result = if formula.meaning == FormulaMeaning::Value { "the same value" } else { "both lost" };
        let argument = format!(
            "If a move takes only the numbers below {from}, the formula is right: it repeats every {period}, and it was \
             compared for all heaps below {compared}. The larger numbers are among {}. Before and after a move that takes \
             one of them, the heaps have never {result}, which follows from the residues modulo {period}. So these moves \
             change nothing.",
            larger.join(" and ")
        );
        Ok(Some(WindowProof { compared, argument }))
    }

    /// Returns whether a formula follows from the formula at the options for all heaps below `window`.
    fn holds_below(&self, window: i64, formula: &RepeatingFormula) -> Result<bool, Spent> {
        let mut values: Vec<u64> = Vec::new();
        meter::go_on_each(usize::try_from(window).unwrap_or(usize::MAX), cost::VALUE)?;
        let taken: Vec<usize> = (1..window.unsigned_abs())
            .filter(|number| self.contains(*number))
            .filter_map(|it| usize::try_from(it).ok())
            .collect();
        for n in 0..window.unsigned_abs() {
            let options =
                taken.iter().map_while(|number| values.len().checked_sub(*number).and_then(|left| values.get(left)));
            let mut options: Vec<u64> = options.copied().collect();
            meter::go_on_each(options.len() + 2, cost::ENTRY)?;
            options.sort_unstable();
            options.dedup();
            let options: Vec<Vec<u64>> = options.into_iter().map(|value| vec![value]).collect();
            let value = (formula.value)(n);
            if value.is_none() || formula.meaning.follows(&options, Some) != value {
                return Ok(false);
            }
            values.extend(value);
        }
        Ok(true)
    }

    /// Returns the window for a formula that grows. There must be a tail, whose options are met once for all.
    ///
    /// For n from the window's last period on, every option by a small number has a value above all values that are met
    /// near the beginning. Then the values of the options of n + `common` are those of n, moved by `growth`, and some of
    /// those from the beginning, which are too small to be the value.
    fn growing_window(&self, head: i64, common: i64, growth: i64, value: &dyn Fn(u64) -> Option<u64>) -> Option<i64> {
        let value = |n: i64| value(n.unsigned_abs()).and_then(|value| i64::try_from(value).ok());
        if self.tails.is_empty() || growth < 0 {
            return None;
        }
        let most = |to: i64| (0..to).map(&value).try_fold(0, |most: i64, value| Some(most.max(value?)));
        let bound = most(head + common)?.max(growth + most(head)?);
        let mut start = head + self.from + common;
        let is_above = |start: i64| {
            let first = (start - self.from).max(head);
            (first..first + common).all(|n| value(n).is_some_and(|value| value > bound))
        };
        while !is_above(start) {
            start += 1;
            if start > LONGEST {
                return None;
            }
        }
        Some(start + common)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_patterns::{Conjecture, find};

    const HEAPS: usize = 700;

    /// Returns the results of all heaps below 700.
    fn results(set: &Removals, meaning: FormulaMeaning) -> Vec<u64> {
        let mut results: Vec<u64> = Vec::new();
        for n in 0..HEAPS {
            let may_take = |number: &usize| set.contains(u64::try_from(*number).unwrap());
            let options: Vec<u64> = (1..=n).filter(may_take).map(|number| results[n - number]).collect();
            results.push(match meaning {
                FormulaMeaning::Lost { is_misere } if options.is_empty() => u64::from(!is_misere),
                FormulaMeaning::Lost { .. } => u64::from(!options.contains(&1)),
                _ => (0..=u64::MAX).find(|value| !options.contains(value)).unwrap(),
            });
        }
        results
    }

    fn prove(set: &Removals, meaning: FormulaMeaning, formula: &Conjecture) -> Option<WindowProof> {
        let (period, growth) = formula.periodic?;
        let value = |n: u64| formula.value(&[n]);
        set.prove(&RepeatingFormula { meaning, from: formula.from, period, growth, value: &value }).unwrap()
    }

    #[test]
    fn ten_values_prove_the_example() {
        let set: Removals = "1, 2, 3+4i".parse().unwrap();
        assert_eq!(set, Removals::new(&[1, 2], 3, 4, &[3]).unwrap());
        let found = find(&results(&set, FormulaMeaning::Value)[..200], 0, 200, &mut |_| Ok(())).unwrap();
        let proof = prove(&set, FormulaMeaning::Value, &found.conjectures[0]).unwrap();
        assert_eq!((&*found.conjectures[0].text, proof.compared), ("n modulo 4", 10));
        // The formula is wrong for another game.
        let other = Removals::new(&[1, 2], 5, 4, &[1]).unwrap();
        assert_eq!(prove(&other, FormulaMeaning::Value, &found.conjectures[0]), None);
    }

    #[test]
    fn sets_are_read() {
        let set: Removals = "1, primes, powers-of-3,4+6i,multiples-of-14".parse().unwrap();
        let taken: Vec<u64> = (0..30).filter(|number| set.contains(*number)).collect();
        assert_eq!(taken, [1, 2, 3, 4, 5, 7, 9, 10, 11, 13, 14, 16, 17, 19, 22, 23, 27, 28, 29]);
        for wrong in ["", "0", "1,,2", "3+0i", "powers-of-1", "20000", "-1", "evens"] {
            assert!(wrong.parse::<Removals>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn sets_without_a_period_have_proofs() {
        for (set, modulus, is_proved) in [
            ("powers-of-2", 3, true),
            ("1, primes", 4, true),
            ("powers-of-5", 2, true),
            ("powers-of-2, primes", 3, false),
            ("primes", 4, false),
            ("1, squares", 2, false),
        ] {
            let parsed: Removals = set.parse().unwrap();
            let value = |n: u64| Some(n % modulus);
            let period = i64::try_from(modulus).unwrap();
            let formula =
                RepeatingFormula { meaning: FormulaMeaning::Value, from: 0, period, growth: 0, value: &value };
            assert_eq!(parsed.prove(&formula).unwrap().is_some(), is_proved, "{set}");
            let is_right = results(&parsed, FormulaMeaning::Value).iter().zip(0..).all(|(it, n)| *it == n % modulus);
            assert_eq!(is_right, is_proved, "{set}");
        }
    }

    /// Returns random integers from 0 on, each below a limit.
    fn random(seed: u64) -> impl FnMut(i64) -> i64 {
        let mut state = seed;
        move |limit| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            i64::try_from(state >> 33).unwrap() % limit
        }
    }

    #[test]
    fn proved_formulas_of_random_rules_hold() {
        let mut below = random(5);
        let (mut repeating, mut growing, mut lost, mut endless) = (0, 0, 0, 0);
        for _ in 0..100 {
            let small: Vec<i64> = (0..below(5)).map(|_| 1 + below(14)).collect();
            let modulus = 1 + below(6);
            let count = below(1 + (modulus + 1) / 2);
            let residues = (0..count).map(|_| below(modulus)).collect();
            let mut tails = vec![Tail::Residues { start: 1 + below(12), modulus, residues }];
            let endless_tail = [Tail::PowersOf(2 + below(8)), Tail::Primes, Tail::Squares].into_iter();
            tails.extend(endless_tail.skip(usize::try_from(below(6)).unwrap()).take(1));
            let set = Removals::of(small, tails).unwrap();
            for meaning in [
                FormulaMeaning::Value,
                FormulaMeaning::Lost { is_misere: false },
                FormulaMeaning::Lost { is_misere: true },
            ] {
                let values = results(&set, meaning);
                // Few values leave formulas that are false.
                let found = find(&values[..60], 0, 60, &mut |_| Ok(())).unwrap();
                let found = found
                    .conjectures
                    .into_iter()
                    .chain(find(&values[..300], 0, 300, &mut |_| Ok(())).unwrap().conjectures);
                for formula in found {
                    if prove(&set, meaning, &formula).is_none() {
                        continue;
                    }
                    let wrong = (0..).zip(&values).find(|(n, value)| formula.value(&[*n]) != Some(**value));
                    assert_eq!(wrong, None, "{set:?} {meaning:?} {}", formula.text);
                    let is_endless = set.tails.iter().any(|tail| !matches!(tail, Tail::Residues { .. }));
                    *match (is_endless, meaning, formula.periodic.unwrap().1) {
                        (true, ..) => &mut endless,
                        (_, FormulaMeaning::Value, 0) => &mut repeating,
                        (_, FormulaMeaning::Value, _) => &mut growing,
                        _ => &mut lost,
                    } += 1;
                }
            }
        }
        assert!(repeating > 5 && growing > 10 && lost > 10 && endless > 5, "{repeating} {growing} {lost} {endless}");
    }

    /// Continues the first values of random sets by their growth in one period. Checks that no such formula is proved if
    /// it is wrong, though many hold long enough for a window that begins too early.
    #[test]
    fn a_growth_that_ends_is_not_proved() {
        let mut below = random(6);
        let random = std::iter::repeat_with(|| {
            let small: Vec<i64> = (0..below(5)).map(|_| 1 + below(14)).collect();
            let modulus = 1 + below(5);
            let residues = (0..=below(modulus)).map(|_| below(modulus)).collect();
            (small, 1 + below(25), modulus, residues)
        });
        // If the window begins where the values are above those of the first period, or of the head, the wrong formulas
        // of these sets are proved.
        let hard = [(vec![2], 3, 4, vec![0, 1]), (vec![4, 7, 10], 18, 1, vec![0])];
        let (mut proved, mut ended) = (0, 0);
        for (small, start, modulus, residues) in hard.into_iter().chain(random.take(60)) {
            let set = Removals::of(small, vec![Tail::Residues { start, modulus, residues }]).unwrap();
            let values = results(&set, FormulaMeaning::Value);
            for (head, period) in (0..30).flat_map(|head| (1..=20).map(move |period| (head, period))) {
                let growth = values[head + period].saturating_sub(values[head]);
                if growth == 0 {
                    continue;
                }
                let value = |n: u64| {
                    let n = usize::try_from(n).unwrap();
                    let turns = n.saturating_sub(head) / period;
                    Some(values[n - turns * period] + growth * u64::try_from(turns).unwrap())
                };
                let wrong = (0..).zip(&values).find(|(n, known)| value(*n) != Some(**known));
                let [from, period, growth] =
                    [head, period, usize::try_from(growth).unwrap()].map(|it| i64::try_from(it).unwrap());
                let meaning = FormulaMeaning::Value;
                let formula = RepeatingFormula { meaning, from: from.unsigned_abs(), period, growth, value: &value };
                let is_proved = set.prove(&formula).unwrap().is_some();
                assert!(!is_proved || wrong.is_none(), "{set:?} from {from} by {growth} every {period}: {wrong:?}");
                proved += u32::from(is_proved);
                // A formula that grows is proved by two periods behind the removals at the least.
                let least = from + set.from + 2 * period;
                ended += u32::from(wrong.is_some_and(|(n, _)| n >= least.unsigned_abs()));
            }
        }
        assert!(proved > 1_000 && ended > 5, "{proved} {ended}");
    }
}
