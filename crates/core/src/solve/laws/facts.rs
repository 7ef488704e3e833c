//! Laws for explanations: every statement must be true by the rules, whatever the words are.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::{Oracle, PLAYS, Truth, equations, mex};
use crate::catalogue;
use crate::game::any_game::shown;
use crate::game::entry::example_key;
use crate::game::fact::{Fact, Options};
use crate::game::shape::PlainValue;
use crate::game::{Play, Positions, Ruleset, Solved, Tameness, Value};
use crate::number::{Natural, meter};
use crate::solve::explain::{Explanation, Reason};
use crate::solve::{Solution, Sum, Summand, Winner};
use crate::theory::Caches;
use crate::theory::heaps::period::PeriodTheorem;
use crate::wire::limits::{LimitCounter, RequestLimits};
use crate::wire::position;

/// The facts about a position that its rules give.
pub(super) struct Known<'a> {
    /// The Grundy value of normal play.
    pub(super) grundy: u64,
    /// The Grundy value of misère play, if brute force found it.
    pub(super) misere: Option<u64>,
    /// The options, in the order of the rules.
    pub(super) options: &'a [Rc<dyn Positions>],
    /// The values of the options.
    pub(super) values: Vec<u64>,
    /// The values of the options in misère play, if brute force found them.
    pub(super) misere_values: Option<Vec<u64>>,
}

impl<'a> Known<'a> {
    /// Takes what brute force found about a position and about its options.
    pub(super) fn of(truth: Truth, options: &'a [Rc<dyn Positions>], truths: &[Truth]) -> Self {
        Self {
            grundy: truth.grundy,
            misere: Some(truth.misere),
            options,
            values: truths.iter().map(|truth| truth.grundy).collect(),
            misere_values: Some(truths.iter().map(|truth| truth.misere).collect()),
        }
    }
}

/// Checks every statement of the explanations of a position, in both plays. Nothing is checked once the meter is spent.
pub(super) fn check(solved: &dyn Solved, index: usize, known: &Known, position: &str) {
    let steps = PLAYS.into_iter().flat_map(|play| solved.explain(index, play)).map(|step| step.fact);
    let facts: Vec<Fact> = steps.chain(solved.options_and_values(index, Play::Misere).map(Fact::Options)).collect();
    if meter::go_on(0).is_ok() {
        for fact in &facts {
            check_fact(fact, known, position);
        }
    }
}

/// Checks the explanations of a sum of positions of one game, in both plays.
pub(super) fn check_sum(rules: &dyn Ruleset, components: &[&PlainValue]) {
    let mut positions = rules.none();
    for component in components {
        positions.push((*component).clone()).unwrap();
    }
    let mut oracle = Oracle::default();
    let truth = oracle.truth(&*positions);
    for play in PLAYS {
        let what = format!("{positions:?} in {play:?} play");
        let sum = Sum::new([Summand { key: rules.card().id.into(), place: 0, components: positions.copy() }]);
        let caches = Caches::default();
        let Ok(solution) = Solution::of(sum, play, &caches) else { continue };
        let explanation = Explanation::of(&solution, &caches);
        let winner = if truth.wins(play) { Winner::First } else { Winner::Second };
        check_whole(&explanation, winner, &what);
        for reason in &explanation.0 {
            let Some(index) = reason.index else { continue };
            let (options, truth) = (positions.options(index), oracle.truth(&*positions.alone(index)));
            let truths: Vec<Truth> = options.iter().map(|option| oracle.truth(&**option)).collect();
            check_fact(&reason.fact, &Known::of(truth, &options, &truths), &what);
        }
        let left = (0..positions.len())
            .flat_map(|index| positions.options(index).into_iter().map(move |option| (index, option)))
            .map(|(index, option)| oracle.truth(&*positions.with(index, &*option)).wins(play));
        let left: Vec<bool> = left.collect();
        for Reason { fact, .. } in &explanation.0 {
            if let Fact::Outcomes { moves, best, .. } = fact {
                let lost = left.iter().filter(|wins| !**wins).count();
                assert!(*moves == Natural::from(left.len()) && *best == Natural::from(lost), "{what}: {}", fact.text());
            }
        }
        let sum = explanation.0.iter().find_map(|reason| match &reason.fact {
            Fact::Sum { values, xor } => Some((values, xor)),
            _ => None,
        });
        if let Some((values, xor)) = sum {
            let grundy = |index| Natural::from(oracle.truth(&*positions.alone(index)).grundy);
            let expected: Vec<Natural> = (0..positions.len()).map(grundy).collect();
            assert!(*values == expected && *xor == truth.grundy, "{what}: {values:?}, {xor}");
        }
    }
}

/// Checks the statements about a whole position.
pub(super) fn check_whole(explanation: &Explanation, expected: Winner, what: &str) {
    let mut names_winner = false;
    for Reason { fact, .. } in &explanation.0 {
        let text = fact.text();
        check_words(fact, &format!("{what}: {text}"));
        if let Fact::Winner { winner, .. } | Fact::Outcomes { winner, .. } | Fact::Move { winner, .. } = fact {
            assert_eq!(*winner, expected, "{what}: {text}");
        }
        names_winner |= matches!(fact, Fact::Winner { .. });
    }
    assert!(names_winner, "{what}: nobody is said to win");
}

fn check_fact(fact: &Fact, known: &Known, what: &str) {
    let text = fact.text();
    check_words(fact, &format!("{what}: {text}"));
    assert!(is_true(fact, known), "{what}: not true: {text}");
}

/// Returns whether the rules give what a statement about a position says.
fn is_true(fact: &Fact, known: &Known) -> bool {
    match fact {
        Fact::Options(options) => are_options(options, known),
        Fact::Value(value) => *value == Value::Nimber(known.grundy.into()),
        Fact::Class(tameness) => known.misere.is_none_or(|misere| match tameness {
            Tameness::Fickle => known.grundy <= 1 && misere == 1 - known.grundy,
            Tameness::Firm => misere == known.grundy,
            Tameness::Unknown => true,
        }),
        Fact::WinnerAlone { wins, play, .. } => {
            let value = if *play == Play::Normal { Some(known.grundy) } else { known.misere };
            value.is_none_or(|value| *wins == (value > 0))
        }
        Fact::Winner { .. } | Fact::Outcomes { .. } | Fact::Sum { .. } | Fact::Move { .. } => false,
        // [`check_period`] checks periods.
        Fact::Period(_) | Fact::Formula(_) | Fact::Reason(_) | Fact::Definition(_) => true,
    }
}

/// The largest heap whose value is worked out by the rules, to check a period.
const MOST_TOKENS: usize = 150;

/// Checks by the rules that the values of heaps repeat as the explanations of large heaps say.
pub(super) fn check_period(rules: &dyn Ruleset) {
    let mut heap = rules.none();
    if heap.push(PlainValue::Integer(MOST_TOKENS.into())).is_err() {
        return;
    }
    let Ok(solved) = heap.solve(Play::Normal, &Caches::default()) else { return };
    let said = solved.explain(0, Play::Normal).into_iter().find_map(|step| match step.fact {
        Fact::Period(period) => Some(period),
        _ => None,
    });
    let Some(period) = said else { return };
    let mut by_rules: Vec<u64> = Vec::new();
    for tokens in 0..=MOST_TOKENS {
        let mut heap = rules.none();
        heap.push(PlainValue::Integer(tokens.into())).unwrap();
        let value = |option: &Rc<dyn Positions>| {
            (0..option.len()).fold(0, |xor, part| {
                let tokens = option.written(part).into_integer().unwrap().to_usize().unwrap();
                xor ^ by_rules[tokens]
            })
        };
        let value = mex(heap.options(0).iter().map(value));
        by_rules.push(value);
    }
    let pairs = by_rules.iter().zip(by_rules.iter().skip(period.length)).enumerate();
    for (tokens, (here, later)) in
        pairs.skip(period.preperiod).take_while(|(tokens, _)| *tokens <= period.last_compared())
    {
        let grows = if *here < period.constant_below.into() { 0 } else { period.saltus.into() };
        assert_eq!(
            *later,
            here + grows,
            "{rules:?}: the values {tokens} and {} later: {}",
            period.length,
            period.proof()
        );
    }
    if let PeriodTheorem::Largest { from } = period.by
        && from + period.length <= by_rules.len()
    {
        let [before, later] = [from, from + period.length].map(|heaps| by_rules[..heaps].iter().max());
        let grown = before.map_or(period.saltus.into(), |before| before + 1 + u64::from(period.saltus));
        assert_eq!(later.map(|later| later + 1), Some(grown), "{rules:?}: {}", period.proof());
        if let (None, Some(later)) = (before, later) {
            let said = format!("the largest value up to heap {} is {later}.", period.length - 1);
            assert!(period.proof().contains(&said), "{rules:?}: {}", period.proof());
        }
    }
}

/// Returns whether a position has these options. Each option that is listed must be there with its value, as often as
/// the list says. The value of the position must be missing, and no other option may have a value of the list.
fn are_options(options: &Options, known: &Known) -> bool {
    let (grundy, values) = match options.play {
        Play::Normal => (known.grundy, &known.values),
        Play::Misere => match known.misere.zip(known.misere_values.as_ref()) {
            Some(in_misere) => in_misere,
            None => return true,
        },
    };
    let has = |value: &Value| values.iter().filter(move |found| *value == Value::Nimber((**found).into())).count();
    let texts: Vec<String> = known.options.iter().map(|option| shown(&**option)).collect();
    let is_option = |text: &str, value: &Value| {
        texts.iter().zip(values).any(|(found, of)| found == text && *value == Value::Nimber((*of).into()))
    };
    let all = options.count() == Natural::from(known.options.len());
    let there = options.listed.iter().all(|option| is_option(&option.text, &option.value));
    let complete = if options.others.is_zero() && options.listed.iter().all(|option| option.count == Natural::ONE) {
        options.listed.iter().map(|option| &option.text).eq(&texts)
    } else {
        options.listed.iter().all(|option| option.count == Natural::from(has(&option.value)))
    };
    let missing = options.value == Value::Nimber(grundy.into()) && has(&options.value) == 0;
    all && there && complete && missing
}

/// The number of sentences of the kind `reason` in the explanations of small positions. No law checks them, so a new one
/// must be checked by hand, against a proof or the publication that the step names.
const REASONS: usize = 70;

#[test]
fn the_sentences_that_no_law_checks_are_counted() {
    let mut found = BTreeSet::new();
    for key in catalogue::cards().map(example_key) {
        let small = catalogue::find(&key).unwrap().rules.small().solve(Play::Normal, &Caches::default()).unwrap();
        let steps = (0..small.len()).flat_map(|index| PLAYS.map(|play| small.explain(index, play)).concat());
        found.extend(steps.filter_map(|step| match step.fact {
            Fact::Reason(text) => Some(text),
            _ => None,
        }));
    }
    assert_eq!(found.len(), REASONS, "{found:#?}");
}

/// Games in which a search finds the values.
const SEARCHED: [&str; 7] = ["cram", "node-kayles", "arc-kayles", "grim", "poset", "subset-take-away", "queens"];

#[test]
fn a_searched_value_is_shown_to_be_a_mex() {
    for key in SEARCHED {
        let rules = catalogue::find(key).unwrap().rules;
        let mut example = rules.none();
        let limits = RequestLimits::default();
        position::push_text(&mut *example, rules.card().example, &mut LimitCounter::new(&limits)).unwrap();
        let steps = example.solve(Play::Normal, &Caches::default()).unwrap().explain(0, Play::Normal);
        let shown = steps.iter().any(|step| matches!(step.fact, Fact::Options(_)));
        let by_symmetry = steps.iter().any(|step| step.fact.text().starts_with("Half a turn"));
        assert_ne!(shown, by_symmetry, "{key}: {steps:?}");
    }
}

/// Words that tell of options. Only [`Fact::Options`] may use them for a position, since it is checked.
const OF_OPTIONS: [&str; 2] = ["option", "options"];

/// Words that end like a plural and may follow "1".
const NO_PLURALS: [&str; 5] = ["has", "leaves", "swaps", "times", "was"];

/// Checks the words of a statement. No rename of our types may change a sentence. A number of 1 needs the singular.
fn check_words(fact: &Fact, what: &str) {
    let text = fact.text();
    let words: Vec<&str> = text.split(|letter: char| !letter.is_alphanumeric() && letter != '\'').collect();
    assert!(text.ends_with(['.', ':']), "no sentence: {what}");
    // Binary digits, and the numbers of the elements of a quotient, are no numbers of an equation.
    let has_other_digits = text.contains("binary") || text.contains("product");
    let wrong = if has_other_digits { Vec::new() } else { equations::wrong(&text) };
    assert!(wrong.is_empty(), "wrong equations {wrong:?}: {what}");
    if matches!(fact, Fact::Formula(_)) {
        assert!(!words.iter().any(|word| OF_OPTIONS.contains(word)), "options that no law checks: {what}");
    }
    if matches!(fact, Fact::Formula(_) | Fact::Reason(_)) {
        let is_type = |word: &&str| {
            word.chars().zip(word.chars().skip(1)).any(|(one, next)| one.is_lowercase() && next.is_uppercase())
        };
        assert!(!words.iter().any(is_type), "a name of our code: {what}");
    }
    if matches!(fact, Fact::Reason(_)) {
        return;
    }
    for pair in text.split(' ').collect::<Vec<_>>().windows(2) {
        let [number, noun] = pair else { continue };
        let noun = noun.trim_end_matches(|letter: char| !letter.is_alphanumeric());
        let is_plural = noun.len() > 2 && noun.ends_with('s') && noun.chars().all(char::is_alphabetic);
        assert!(*number != "1" || !is_plural || NO_PLURALS.contains(&noun), "1 and a plural: {what}");
    }
}
