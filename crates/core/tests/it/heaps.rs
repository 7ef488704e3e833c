//! Tests heap games against facts that were published, or computed by other programs.

use std::sync::Arc;

use grundy_core::number::Natural;
use grundy_core::number::meter::Meter;
use grundy_core::theory::heaps::growth::{Growth, TableLimits};
use grundy_core::theory::heaps::kinds::TameKind;
use grundy_core::theory::heaps::period::ProvedPeriod;
use grundy_core::theory::heaps::rules::{CodeFamily, HeapRules};
use grundy_core::theory::heaps::solved::{HeapOptions, HeapValues};
use grundy_core::theory::heaps::tables::HeapTables;
use grundy_core::theory::misere::heaps::MisereHeaps;
use grundy_core::theory::misere::quotient::Quotient;
use grundy_core::wire::analysis::Analysis;
use grundy_core::wire::catalogue::Lookup;
use grundy_core::wire::chart::ChartRequest;
use grundy_core::wire::engine::{Engine, Question, RequestText};
use grundy_core::wire::fault::Code;
use grundy_core::wire::limits::RequestLimits;
use grundy_core::wire::position;
use grundy_core::wire::request::{Defaults, Request};
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// Returns the period that a table proves within the default limits.
fn period(code: &str) -> Option<ProvedPeriod> {
    let mut growth = Growth::new(HeapRules::hexadecimal(code).unwrap().moves());
    growth.grow(usize::MAX, TableLimits::default());
    growth.period().cloned()
}

fn lines(text: &str) -> impl Iterator<Item = Value> + '_ {
    text.lines().map(|line| serde_json::from_str(line).unwrap())
}

fn size(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

/// Checks each period for which the proof took another program at most `seconds`. Returns the number of these periods.
fn check_periods(seconds: f64) -> usize {
    let mut proved = 0;
    for line in lines(include_str!("../data/periods.jsonl")) {
        let code = line["code"].as_str().unwrap();
        if line.get("unsolved").is_some() || line["cpu_seconds"].as_f64().unwrap() > seconds {
            continue;
        }
        let period = period(code).unwrap_or_else(|| panic!("no period of {code} was proved"));
        assert_eq!((period.preperiod, period.length), (size(&line["preperiod"]), size(&line["period"])), "{code}");
        proved += 1;
    }
    proved
}

#[test]
fn periods_of_heaps_that_are_short() {
    assert!(check_periods(if cfg!(debug_assertions) { 0.0003 } else { 0.02 }) > 500);
}

#[test]
#[ignore = "takes a minute, and only in a release build"]
fn periods_of_heaps_that_can_be_proved_at_once() {
    assert_eq!(check_periods(0.8), 736);
}

#[test]
fn periods_of_heaps_split_into_three() {
    for line in lines(include_str!("../data/hex_periods.jsonl")) {
        if line["kind"] == "period" {
            let code = line["code"].as_str().unwrap();
            let period = period(code).unwrap_or_else(|| panic!("no period of {code} was proved"));
            assert_eq!((period.preperiod, period.length), (size(&line["preperiod"]), size(&line["period"])), "{code}");
        }
    }
}

/// Returns the rules of the game that has this key in the corpus; `None` for games that are not listed here.
fn rules(key: &str) -> Option<HeapRules> {
    let code = |code| Some(HeapRules::hexadecimal(code).unwrap());
    match key {
        "nim" => Some(HeapRules::all_but("").unwrap()),
        "kayles" => code("0.77"),
        "dawsons-kayles" => code("0.07"),
        "dawsons-chess" => code("0.137"),
        "treblecross" => code("0.007"),
        "guiles" => code("0.15"),
        "officers" => code("0.6"),
        "stalking" => code("0.31"),
        "daisies" => code("4.7"),
        "kenyons-game" => code("0.3f"),
        "lasker-nim" => code("4.333..."),
        "grundys-game" => Some(HeapRules::grundys_game()),
        "couples-are-forever" => Some(HeapRules::couples_are_forever()),
        _ => {
            let (family, parameter) = key.strip_suffix(')')?.split_once('(')?;
            Some(match family {
                "octal" => HeapRules::octal(parameter).unwrap(),
                "hexadecimal" => HeapRules::hexadecimal(parameter).unwrap(),
                "subtraction" => HeapRules::subtraction(parameter).unwrap(),
                "all-but" => HeapRules::all_but(parameter).unwrap(),
                _ => return None,
            })
        }
    }
}

fn natural(value: &Value) -> Natural {
    let text = value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned);
    Natural::from_decimal(&text, 2000).unwrap()
}

/// A heap in a position of the corpus.
struct Heap {
    game: String,
    index: usize,
    size: Natural,
    rules: HeapRules,
    solved: Arc<HeapValues>,
}

impl Heap {
    fn value(&self) -> Natural {
        self.solved.value(&self.size).unwrap()
    }

    fn kind(&self) -> Option<TameKind> {
        self.solved.kind(&self.size)
    }
}

/// Returns the heaps of a position; `None` if [`rules`] does not know one of the games.
fn heaps(tables: &HeapTables, position: &Value) -> Option<Vec<Heap>> {
    let mut heaps = Vec::new();
    for (game, sizes) in position.as_object().unwrap() {
        let rules = rules(game)?;
        for (index, size) in sizes.as_array().unwrap().iter().enumerate() {
            let size = natural(size);
            let solved = tables.solve(rules.moves(), &size).unwrap();
            heaps.push(Heap { game: game.clone(), index, size, rules: rules.clone(), solved });
        }
    }
    Some(heaps)
}

/// Returns the winning options of each heap in normal play.
fn winning(heaps: &[Heap]) -> Vec<HeapOptions<'_>> {
    let sum = heaps.iter().fold(Natural::ZERO, |sum, heap| &sum ^ &heap.value());
    heaps.iter().map(|heap| heap.solved.options(&heap.size, &[&sum ^ &heap.value()]).unwrap()).collect()
}

/// Returns the winner in misère play and the winning options of each heap, if all heaps are known to be tame.
fn winning_in_misere(heaps: &[Heap]) -> Option<(bool, Vec<HeapOptions<'_>>)> {
    let kinds = heaps.iter().map(Heap::kind).collect::<Option<Vec<_>>>()?;
    let sum = |kinds: &mut dyn Iterator<Item = &TameKind>| kinds.fold(TameKind::nothing(), TameKind::beside);
    let options = heaps.iter().enumerate().map(|(at, heap)| {
        let rest = sum(&mut kinds.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, kind)| kind));
        let wanted: Vec<TameKind> = [Natural::ZERO, Natural::ONE, rest.value.clone(), &rest.value ^ &Natural::ONE]
            .into_iter()
            .flat_map(|value| [true, false].map(|is_fickle| TameKind { value: value.clone(), is_fickle }))
            .filter(|kind| !kind.clone().beside(&rest).wins())
            .collect();
        heap.solved.options_of_kind(&heap.size, &wanted).unwrap()
    });
    let options = options.collect();
    Some((!sum(&mut kinds.iter()).wins(), options))
}

fn total(options: &[HeapOptions]) -> Natural {
    options.iter().fold(Natural::ZERO, |sum, options| &sum + &options.count())
}

/// Returns the winning moves as the corpus writes them.
fn moves(heaps: &[Heap], options: &[HeapOptions]) -> Vec<Value> {
    let mut moves = Vec::new();
    for (heap, options) in heaps.iter().zip(options) {
        for rank in 0..options.count().to_usize().unwrap() {
            let parts = options.nth(&rank.into()).unwrap();
            let one = matches!(heap.rules.family(), CodeFamily::Subtraction | CodeFamily::AllBut);
            let to = if one {
                serde_json::to_value(parts.first().unwrap_or(&Natural::ZERO)).unwrap()
            } else {
                serde_json::to_value(&parts).unwrap()
            };
            moves.push(json!({ "game": heap.game, "index": heap.index, "to": to }));
        }
    }
    moves.sort_by_key(ToString::to_string);
    moves
}

fn sorted(moves: &Value) -> Vec<Value> {
    let mut moves = moves.as_array().unwrap().clone();
    moves.sort_by_key(ToString::to_string);
    moves
}

#[test]
fn heaps_of_the_corpus() {
    let tables = HeapTables::default();
    let (mut checked, mut tame) = (0, 0);
    for line in lines(include_str!("../../../../tests/vectors/codes.jsonl")) {
        let position = &line["position"];
        let Some(heaps) = heaps(&tables, position) else { continue };
        checked += 1;
        let sum = heaps.iter().fold(Natural::ZERO, |sum, heap| &sum ^ &heap.value());
        assert_eq!(sum, natural(&line["grundy"]), "{position}");
        let total_moves = heaps.iter().fold(Natural::ZERO, |sum, heap| &sum + &heap.rules.moves().count(&heap.size));
        assert_eq!(total_moves, natural(&line["total_moves"]), "{position}");
        assert_eq!(moves(&heaps, &winning(&heaps)), sorted(&line["winning_moves"]), "{position}");
        if let Some((lost, options)) = winning_in_misere(&heaps) {
            tame += 1;
            assert_eq!(lost, line["misere_winner"] == "second", "{position}");
            assert_eq!(moves(&heaps, &options), sorted(&line["misere_winning_moves"]), "{position}");
        }
    }
    assert!(checked > 1200 && tame > 600, "{checked} {tame}");
}

#[test]
fn heaps_of_a_thousand_digits() {
    let tables = HeapTables::default();
    let (mut tame, mut wild) = (0, 0);
    for line in lines(include_str!("../../../../tests/vectors/codes-huge.jsonl")) {
        let position = &line["position"];
        let heaps = heaps(&tables, position).unwrap();
        let sum = heaps.iter().fold(Natural::ZERO, |sum, heap| &sum ^ &heap.value());
        assert_eq!(sum, natural(&line["grundy"]), "{position}");
        let total_moves = heaps.iter().fold(Natural::ZERO, |sum, heap| &sum + &heap.rules.moves().count(&heap.size));
        assert_eq!(total_moves, natural(&line["total_moves"]), "{position}");
        let options = winning(&heaps);
        assert_eq!(total(&options), natural(&line["winning_count"]), "{position}");
        for (heap, options) in heaps.iter().zip(&options) {
            let last = options.count().checked_sub(&Natural::ONE);
            for rank in [Some(Natural::ZERO), last.as_ref().map(|last| last.shift_right(1)), last].iter().flatten() {
                if let Some(parts) = options.nth(rank) {
                    assert_eq!(heap.rules.moves().check(&heap.size, &parts), Ok(()), "{position}");
                    let value = |sum, part| &sum ^ &heap.solved.value(part).unwrap();
                    let after = parts.iter().fold(&sum ^ &heap.value(), value);
                    assert!(after.is_zero(), "{position}");
                }
            }
        }
        let Some(count) = line.get("misere_winning_count") else { continue };
        let lost = line["misere_winner"] == "second";
        if let Some((is_lost, options)) = winning_in_misere(&heaps) {
            tame += 1;
            assert_eq!(is_lost, lost, "{position}");
            assert_eq!(total(&options), natural(count), "{position}");
        } else if !cfg!(debug_assertions) {
            wild += 1;
            assert_eq!(by_quotient(&heaps), (lost, natural(count)), "{position}");
        }
    }
    assert!(tame > 10 && (cfg!(debug_assertions) || wild > 25), "{tame} {wild}");
}

/// Returns whether a sum of heaps is lost in misère play, and how many moves win. The quotient of the games decides
/// this.
fn by_quotient(heaps: &[Heap]) -> (bool, Natural) {
    let mut games: Vec<&HeapRules> = heaps.iter().map(|heap| &heap.rules).collect();
    games.dedup();
    let number = |heap: &Heap| games.iter().position(|rules| **rules == heap.rules).unwrap();
    let largest: Vec<Option<&Natural>> = games
        .iter()
        .map(|rules| heaps.iter().filter(|heap| heap.rules == **rules).map(|heap| &heap.size).max())
        .collect();
    let asked: Vec<_> = games.iter().zip(largest).map(|(rules, largest)| (rules.moves(), largest)).collect();
    let solved = MisereHeaps::solve(&asked, Quotient::WINNERS).unwrap();
    let quotient = solved.quotient();
    let elements: Vec<usize> = heaps.iter().map(|heap| solved.element(number(heap), &heap.size).unwrap()).collect();
    let product = |but: usize| {
        let others = elements.iter().enumerate().filter(|(at, _)| *at != but);
        others.fold(0, |product, (_, element)| quotient.times(product, *element))
    };
    let count = heaps.iter().enumerate().fold(Natural::ZERO, |sum, (at, heap)| {
        let wanted = quotient.winning_beside(product(at));
        &sum + solved.options(number(heap), &heap.size, &wanted).unwrap().count()
    });
    (quotient.is_lost(product(usize::MAX)), count)
}

/// Checks each quotient of a wild game, if the quotient has at most `largest` elements. Checks that a huge heap of each
/// tame game is known to be tame. Returns the numbers of tame and of wild games.
fn check_quotients(largest: usize) -> (usize, usize) {
    let (mut tame, mut wild) = (0, 0);
    for line in lines(include_str!("../data/quotients.jsonl")) {
        let code = line["code"].as_str().unwrap();
        let rules = HeapRules::octal(code).unwrap();
        let huge = Natural::from_decimal(&"7".repeat(30), 30).unwrap();
        if line["tame"] == true {
            tame += 1;
            let solved = HeapTables::default().solve(rules.moves(), &huge).unwrap();
            assert!(solved.kind(&huge).is_some(), "{code}");
        } else if size(&line["order"]) <= largest {
            wild += 1;
            let solved = MisereHeaps::solve(&[(rules.moves(), Some(&huge))], Quotient::WINNERS).unwrap();
            let quotient = solved.quotient();
            assert_eq!(
                (quotient.order(), quotient.lost_count()),
                (size(&line["order"]), size(&line["lost"])),
                "{code}"
            );
            let cycle = solved.cycle(0).unwrap();
            assert_eq!((cycle.from, cycle.length), (size(&line["preperiod"]), size(&line["period"])), "{code}");
        }
    }
    (tame, wild)
}

#[test]
fn quotients_of_heaps_that_are_small() {
    assert_eq!(check_quotients(if cfg!(debug_assertions) { 12 } else { 36 }).0, 250);
}

#[test]
#[ignore = "takes ten seconds, and only in a release build"]
fn quotients_of_heaps_of_three_digits() {
    assert_eq!(check_quotients(512), (250, 98));
}

/// If the value of a heap is not known, the message of the fault names the largest heap whose value is known. Few steps
/// are allowed here, so the values of large heaps are not known.
#[test]
fn unknown_values() {
    let few = HeapTables::new(Arc::default(), TableLimits { max_steps: 100_000, ..TableLimits::default() });
    let tables = grundy_core::theory::Caches { heaps: few.into(), ..grundy_core::theory::Caches::default() };
    let analyze = |size: &str| {
        let body = json!({"position": {"nim": [3], "officers": [3, size]}}).to_string();
        let request = Request::from_json(body.as_bytes(), Defaults::default(), &RequestLimits::default()).unwrap();
        Analysis::of(request, &tables).map(|analysis| json!(analysis.answer()))
    };
    let faults = analyze("1000000000000000000000").unwrap_err().faults;
    let [fault] = faults.listed() else { panic!("{faults:?}") };
    assert_eq!((fault.code, fault.pointer.as_str()), (Code::ValueUnknown, "/position/officers/1"));
    // The heap that the message names has an answer. A slightly larger heap has none.
    let numbers = fault.detail.split(|c: char| !c.is_ascii_digit()).filter_map(|text| text.parse::<u64>().ok());
    let known = numbers.filter(|number| *number > 100).max().unwrap_or_else(|| panic!("how far: {fault:?}"));
    assert!(analyze(&known.to_string()).is_ok(), "{fault:?}");
    assert!(analyze(&(known + 2).to_string()).is_err(), "{fault:?}");
}

/// The period that a call reports: the first heap whose value repeats, and the length of the period.
type Said = Option<(u64, u64)>;

fn said(period: &Value) -> Said {
    Some((period["from"].as_u64()?, period["length"].as_u64()?))
}

/// Returns the period that the explanation of `analyze` states; `None` if it states none, or the value is not known.
fn said_of_a_heap(key: &str, heap: usize, engine: &Engine) -> Said {
    let body = json!({"position": {key: [heap]}, "explain": true}).to_string();
    let answer = engine.answer(Question::Analysis, RequestText::Json(body.as_bytes()), &engine.meter()).answer.ok()?;
    let answer: Value = serde_json::from_slice(&answer).unwrap();
    said(answer["explanation"].as_array().unwrap().iter().find(|step| step["kind"] == "period")?)
}

/// `map`, `analyze` and the entry of a game report the same period, whatever requests came before.
#[test]
fn calls_agree_about_periods() {
    let warm = Engine::default();
    let codes = lines(include_str!("../data/periods.jsonl"))
        .filter(|line| line["cpu_seconds"].as_f64().is_some_and(|seconds| seconds < 0.01))
        .map(|line| format!("octal({})", line["code"].as_str().unwrap()));
    let others = ["octal(0.007)", "subtraction(2,5,11)", "all-but(3,7)", "hexadecimal(0.3f)", "grundys-game"];
    let mut agreed = 0;
    for key in codes.step_by(9).chain(others.map(ToOwned::to_owned)) {
        let limits = RawValue::from_string("{}".to_owned()).unwrap();
        let lookup = Lookup::of(&key, &limits).unwrap();
        let entry = json!(Meter::new(u64::MAX).run(|| lookup.answer(&warm.tables)).unwrap().unwrap());
        let (of_game, searched) = (said(&entry["known"]["period"]), size(&entry["known"]["searched"]));
        for heap in [searched, 3 * searched, 1, 63, 64, 400, 5_000] {
            let request =
                ChartRequest::from_query(position::part(&key).unwrap(), &format!("n={heap}..{heap}"), &warm.limits);
            let Ok(chart) = request.unwrap().unwrap().answer(&warm.tables) else { continue };
            let of_map = said(&json!(chart)["period"]);
            // The explanation states the period only if the heap is in the range where the values repeat.
            let fresh = Engine::default();
            for engine in [&warm, &fresh] {
                if let Some(of_heap) = said_of_a_heap(&key, heap, engine) {
                    assert_eq!(of_map, Some(of_heap), "{key} {heap}");
                    agreed += 1;
                } else if heap >= searched {
                    assert_eq!(of_map, None, "{key} {heap}");
                }
            }
            if heap <= searched {
                assert_eq!(of_map, of_game, "{key} {heap}");
            }
        }
    }
    assert!(agreed > 300, "{agreed}");
}
