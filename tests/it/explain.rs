//! Tests `explain`, which adds the steps that lead to an answer.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::HashMap;

use crate::common::{Server, start};
use grundy_core::number::Natural;
use grundy_core::theory::powers;
use serde_json::{Value, json};

fn texts(answer: &Value) -> Vec<&str> {
    answer["explanation"].as_array().unwrap().iter().map(|step| step["text"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn every_way_to_ask_has_it() {
    let server = start(&[]).await;
    let request = json!({"position": {"euclid": [[5, 26]], "nim": [3]}, "explain": true});
    let mut answer = server.analyze(&request).await;
    assert_eq!(server.read("/v1/analyze?euclid=5,26&nim=3&explain=true").await, answer);
    let batch = server.ask("/v1/batch", &json!({"requests": [request, {"position": {}}]})).await;
    assert_eq!((&batch["results"][0], batch["results"][1].get("explanation")), (&answer, None));
    let lines = server.client.post(server.url("/v1/batch")).header("content-type", "application/x-ndjson");
    let lines = lines.body(request.to_string()).send().await.unwrap();
    assert_eq!(lines.json::<Value>().await.unwrap(), answer);

    // `explain` adds only the explanation.
    let explanation = answer.as_object_mut().unwrap().remove("explanation").unwrap();
    assert_eq!(server.analyze(&json!({"position": request["position"], "explain": false})).await, answer);
    let brief = json!({"position": request["position"], "explain": true, "brief": true});
    assert_eq!(server.analyze(&brief).await["explanation"], explanation);
}

#[tokio::test]
async fn only_an_analysis_is_explained() {
    let server = start(&[]).await;
    let (position, first) = (json!({"nim": [3]}), json!({"game": "nim", "index": 0, "to": 1}));
    for (path, request) in [
        ("/v1/moves", json!({"position": position, "explain": true})),
        ("/v1/play", json!({"position": position, "move": first, "explain": true})),
        ("/v1/batch", json!({"requests": [], "explain": true})),
        ("/v1/analyze", json!({"position": position, "explain": 1})),
    ] {
        server.assert_refused(path, request, ("invalid-request", "/explain", "")).await;
    }
    server.assert_bad_query("/v1/analyze?nim=3&explain=yes", "explain", "").await;
}

/// Each step that explains a component has the component's game and index. These steps come before the steps that
/// explain the whole sum, which have neither.
#[tokio::test]
async fn steps_say_what_they_are_about() {
    let server = start(&[]).await;
    let request = json!({"position": {"nim": [3, 4, 5], "euclid": [[5, 26]]}, "explain": true});
    let answer = server.analyze(&request).await;
    let steps = answer["explanation"].as_array().unwrap();
    let mut about: Vec<(Option<&str>, Option<u64>)> = steps
        .iter()
        .map(|step| (step.get("game").and_then(Value::as_str), step.get("index").and_then(Value::as_u64)))
        .collect();
    about.dedup();
    let nim = |index| (Some("nim"), Some(index));
    assert_eq!(about, [(Some("euclid"), Some(0)), nim(0), nim(1), nim(2), (None, None)]);
    for step in steps.iter().filter(|step| step.get("source").is_some()) {
        let source = &step["source"];
        assert!(source["author"].is_string() && source["title"].is_string() && source["year"].is_u64(), "{step}");
    }
    assert!(texts(&answer).iter().all(|text| text.ends_with(['.', ':'])), "{answer}");
}

async fn explained(server: &Server, position: &Value, play: &str) -> Value {
    server.analyze(&json!({"position": position, "play": play, "explain": true})).await
}

/// Checks the texts that explain one component, and the texts that explain the whole sum.
async fn assert_texts(position: Value, play: &str, component: &[&str], whole: &[&str]) {
    let server = start(&[]).await;
    let answer = explained(&server, &position, play).await;
    let texts = texts(&answer);
    // In misère play, the first step for the whole sum says that the values are those of normal play.
    let first: &[&str] = if play == "misere" { &[NORMAL_VALUES] } else { &[] };
    assert_eq!(texts, [component, first, whole].concat());
}

const NORMAL_VALUES: &str = "The Grundy values here are those of normal play, in which who cannot move loses. In misère play who \
                             cannot move wins, and they alone do not decide it.";

const WINS: &str = "The value of the whole is not 0, so the player to move wins.";
const LOSES: &str = "The value of the whole is 0, so the other player wins.";
const TAME: &str = "In misère play the player to move loses a sum of tame positions exactly if all are fickle and X, the \
                    value of the whole, is 1, or if at least one is firm and X = 0.";
const FICKLE: &str = "So it is a fickle position: misère play exchanges 0 and 1.";
const FIRM: &str = "So it is a firm position: misère play leaves its value as it is.";

fn down(component: &str, xor: &str, text: &str) -> String {
    let rule = "A move wins exactly if it leaves a whole of the value 0";
    if xor.ends_with(" = 0") {
        return format!("{rule}, as this one does: {component}, {text}.");
    }
    let (before, _) = xor.split_once(' ').unwrap();
    format!(
        "{rule}. So in a component of the value g it leaves g ⊕ X, where X is the value of the whole. Here that is from \
         {before} to {xor} in {component}: {text}."
    )
}

fn lost(text: &str) -> String {
    format!("Every move changes the value of its component, so none leaves 0, and none wins. One of the moves: {text}.")
}

#[tokio::test]
async fn euclid() {
    let component = [
        "26 = 5 × 5 + 1: with a = 5 and b = 26 the quotient is q = 5 and the remainder r = 1.",
        "The value is the floor of b/a − a/b, which is q, or q − 1 if r·b < a². Here r·b = 26 > 25 = a², so it is 5.",
        "So the Grundy value is 5.",
    ];
    let whole = [WINS, &down("euclid 0", "5 ⊕ 5 = 0", "subtract 4 × 5 from 26")];
    assert_texts(json!({"euclid": [[26, 5]]}), "normal", &component, &whole).await;

    // Two consecutive Fibonacci numbers.
    let component = [
        "8 = 1 × 5 + 3: with a = 5 and b = 8 the quotient is q = 1 and the remainder r = 3.",
        "The value is the floor of b/a − a/b, which is q, or q − 1 if r·b < a². Here r·b = 24 < 25 = a², so it is 1 − 1 = 0.",
        "So the Grundy value is 0.",
        "In misère play 0 and 1 swap exactly if the pair is a multiple of two consecutive Fibonacci numbers, which is the case exactly if \
         all quotients of Euclid's algorithm are 1, except that the last may be 2. Here they are.",
        FICKLE,
    ];
    let whole = [
        TAME,
        "Here all components are fickle positions and X = 0, so the player to move wins.",
        "This move leaves a sum that is lost by the same rule: euclid 0, subtract 5 from 8. After it all components are fickle \
         positions and X = 1.",
    ];
    assert_texts(json!({"euclid": [[5, 8]]}), "misere", &component, &whole).await;
}

const LEVELS: &str = "Let b = q·a + r, and let (r, a) have the value g. Taking b modulo a leaves g. The other moves are those of a \
                      heap of q − 1 stones, from which 1, a, a², … are taken. Let s be the value of this heap. Then (a, b) has \
                      the value s if s < g, and else s + 1. Euclid's algorithm finds g level by level.";

const HEAPS: &str = "A heap of n stones has the value 0 if n is even, and 1 if n is odd. But if a is even and n ≥ a, n modulo a + 1 \
                     counts instead of n, and the value is 2 if that is a.";

#[tokio::test]
async fn wizards() {
    let component = [
        LEVELS,
        HEAPS,
        "Level 1: 21 = 2 × 10 + 1, so a = 10. The heap of q − 1 = 1 has the value s = 1: the heap is odd and smaller than a.",
        "Level 2: 10 = 10 × 1 + 0, so a = 1. The heap of q − 1 = 9 has the value s = 1: a is odd and the heap odd.",
        "Then a number is 0, so there is no move, and the value there is 0. So the values from level 2 to level 1 are: 2, 1.",
        "So the Grundy value is 1.",
    ];
    let whole = [WINS, &down("wizards 0", "1 ⊕ 1 = 0", "subtract 10 from 21")];
    assert_texts(json!({"wizards": [[10, 21]]}), "normal", &component, &whole).await;

    // The second level decides the value. The pair (1, 10) has the value 1 or 2, and either gives (10, 31) the value 0.
    let component = [
        LEVELS,
        HEAPS,
        "Level 1: 31 = 3 × 10 + 1, so a = 10. The heap of q − 1 = 2 has the value s = 0: the heap is even and smaller than a.",
        "Level 2: 10 = 10 × 1 + 0, so a = 1. The heap of q − 1 = 9 has the value s = 1: a is odd and the heap odd.",
        "No deeper level matters: whatever the value there, the values from level 2 to level 1 are: 1 or 2, 0.",
        "So the Grundy value is 0.",
        "In misère play a pair with a 0 has the value 1. By induction over the levels, as in normal play, the values 0 and 1 swap \
         above it exactly if the heaps of all levels have the value s = 0. Here that of level 2 has s = 1.",
        "The options and their misère values: 21,10 (1), 1,10 (2). The smallest number missing is 0. All options are tame.",
        FIRM,
    ];
    let whole = [
        TAME,
        "Here 1 component is a firm position and X = 0, so the other player wins.",
        "No move wins. One of the moves: wizards 0, subtract 10 from 31.",
    ];
    assert_texts(json!({"wizards": [[31, 10]]}), "misere", &component, &whole).await;

    let end = ["There is no move.", "So the Grundy value is 0."];
    assert_texts(json!({"wizards": [[0, 4]]}), "normal", &end, &[LOSES, "There is no move."]).await;
}

#[tokio::test]
async fn red_blue() {
    let theory = "Read the string as a binary number with R = 1. A move subtracts a power of 2, which is 1 more or 1 less than \
                  a multiple of 3. So the value is the number modulo 3. From the right, the 1st, 3rd, 5th, … bead counts 1 if \
                  it is R, and the 2nd, 4th, 6th, … counts −1.";
    let here = "Here 0 − 1 = −1, and −1 + 3 = 2.";
    let component = [theory, here, "So the Grundy value is 2."];
    let whole = [WINS, &down("red-blue 0", "2 ⊕ 2 = 0", "flip the R at place 2 from the left")];
    assert_texts(json!({"red-blue": ["BRB"]}), "normal", &component, &whole).await;
    let swaps = "In misère play the values 0 and 1 of strings swap, and 2 stays.";
    let options = "The options and their misère values: BBR (0), BBB (1). The smallest number missing is 2. All options are tame.";
    let component = [theory, here, "So the Grundy value is 2.", swaps, options, FIRM];
    let whole = [
        TAME,
        "Here 1 component is a firm position and X = 2, so the player to move wins.",
        "This move leaves a sum that is lost by the same rule: red-blue 0, flip the R at place 2 from the left and the B after it. After \
         it all components are fickle positions and X = 1.",
    ];
    assert_texts(json!({"red-blue": ["BRB"]}), "misere", &component, &whole).await;
}

#[tokio::test]
async fn empty_and_divide() {
    let theory = "Dividing a box of m chips leads to the values that are the places, counted from 0 at the right, of the ones \
                  of m − 1 in binary. So the value is the place of the lowest zero of (m − 1) OR (n − 1), which has a one wherever m − 1 or \
                  n − 1 has one.";
    let component = [
        theory,
        "Here (4 = 100₂) OR (5 = 101₂) is 5 = 101₂, with the lowest zero at place 1.",
        "So the Grundy value is 1.",
    ];
    let text = "empty the box of 5, divide the 6 into 1 and 5";
    let whole = [WINS, &down("empty-and-divide 0", "1 ⊕ 1 = 0", text)];
    assert_texts(json!({"empty-and-divide": [[5, 6]]}), "normal", &component, &whole).await;

    let component = [
        theory,
        "Here (6 = 110₂) OR (8 = 1000₂) is 14 = 1110₂, with the lowest zero at place 0.",
        "So the Grundy value is 0.",
        "Alone in misère play it is lost for the player to move exactly if each box has 1 chip or a number of chips that is 2 modulo \
         3, but for 1 and 1. A number that is 0 modulo 3 is divided into 1 and a part that is 2 modulo 3. One that is 1 modulo 3 and \
         no 1 is divided into two parts that are 2 modulo 3. One that is 2 modulo 3 has no division into two such parts, but for 1 \
         and 1.",
        "Here one box has 7, which is 1 modulo 3, and the other 9, which is 0 modulo 3.",
    ];
    let whole = [
        "So the player to move wins.",
        "This move leaves a position that is lost by the same rule: empty-and-divide 0, empty the box of 7, divide the 9 \
         into 1 and 8.",
    ];
    assert_texts(json!({"empty-and-divide": [[7, 9]]}), "misere", &component, &whole).await;
}

#[tokio::test]
async fn power_pile() {
    let even = "The base 4 is even, so every move takes 1 or 4 modulo 5, and the values have the period 5. The value is 2 if n \
                mod 5 is 4. Else it is 0 if n mod 5 is even, and 1 if it is odd.";
    let component =
        [even, "Here n = 9: the base is even and 9 mod 5 = 4, which is the base.", "So the Grundy value is 2."];
    let whole = [WINS, &down("power-pile 0", "2 ⊕ 2 = 0", "take 4 of 9")];
    assert_texts(json!({"power-pile": [[4, 9]]}), "normal", &component, &whole).await;
    let odd = "The base 3 is odd, so every move takes an odd number. The value is 0 if n is even, and 1 if n is odd.";
    let component = [odd, "Here n = 4: the base is odd and the heap even.", "So the Grundy value is 0."];
    let whole = [LOSES, &lost("power-pile 0, take 1 of 4")];
    assert_texts(json!({"power-pile": [[3, 4]]}), "normal", &component, &whole).await;
}

#[tokio::test]
async fn nim_and_a_sum() {
    let component = [
        "A move leads to any heap smaller than 5, and 5 is the first value beyond them.",
        "So the Grundy value is 5.",
        "A move leads to any heap smaller than 3, and 3 is the first value beyond them.",
        "So the Grundy value is 3.",
    ];
    let whole = [
        "The value of a sum is the XOR of the values: X = 5 ⊕ 3 = 6. In binary a place has 1 if an odd number of the values \
         have, and else 0: 101 ⊕ 011 = 110.",
        WINS,
        &down("nim 0", "5 ⊕ 6 = 3", "take 2 of 5"),
    ];
    assert_texts(json!({"nim": [5, 3]}), "normal", &component, &whole).await;
    let nothing = "Nothing is on the table, which has the value 0.";
    assert_texts(json!({}), "normal", &[], &[nothing, LOSES, "There is no move."]).await;
    let whole = [
        nothing,
        TAME,
        "Here all components are fickle positions and X = 0, so the player to move wins.",
        "There is no move, and who cannot move wins.",
    ];
    assert_texts(json!({}), "misere", &[], &whole).await;
}

/// The data of a step say what its text says.
#[tokio::test]
async fn steps_have_kinds_and_data() {
    let server = start(&[]).await;
    let steps = async |position: Value| -> Vec<Value> {
        let answer = explained(&server, &position, "normal").await;
        answer["explanation"].as_array().unwrap().clone()
    };
    let of_kind = |steps: &[Value], kind: &str| steps.iter().find(|step| step["kind"] == kind).unwrap().clone();

    let kayles = steps(json!({"kayles": [3]})).await;
    let options = of_kind(&kayles, "options");
    assert_eq!(
        options["text"],
        "The options and their values (for a sum, the XOR): 2 (2), 1 + 1 (0), 1 (1). The smallest number missing is 3."
    );
    let each = json!([{"text": "2", "grundy": 2}, {"text": "1 + 1", "grundy": 0}, {"text": "1", "grundy": 1}]);
    assert_eq!((&options["options"], options.get("others")), (&each, None));
    assert_eq!(of_kind(&kayles, "value")["grundy"], 3);
    assert_eq!(of_kind(&kayles, "winner")["text"], WINS);

    // Many options: one example for each value below that of the heap.
    let many = steps(json!({"kayles": [1_000]})).await;
    let options = of_kind(&many, "options");
    let count = |option: &Value| option.get("count").map_or(1, |count| count.as_u64().unwrap());
    let listed: u64 = options["options"].as_array().unwrap().iter().map(count).sum();
    let moves = server.read("/v1/moves?kayles=1000&limit=1").await;
    assert_eq!(listed + options["others"].as_u64().unwrap(), moves["count"].as_u64().unwrap(), "{options}");
    let period = of_kind(&many, "period");
    let map = server.read("/v1/games/kayles/map?n=0..200").await;
    assert_eq!((&period["from"], &period["length"]), (&map["period"]["from"], &map["period"]["length"]));
    assert_eq!(period["compared"], map["period"]["proof"]["compared"]);
}

/// Returns the numbers in a text; `None` stands for a shortened number.
fn numbers(text: &str) -> Vec<Option<Natural>> {
    // "(100 digits)" belongs to the number before it, and 100 is not counted as a number.
    let pieces = text.split(" (").map(|piece| piece.split_once(" digits)").map_or(piece, |(_, rest)| rest));
    let text = pieces.collect::<Vec<_>>().join(" ");
    let words = text.split(|character: char| !character.is_ascii_digit() && character != '…');
    words.filter(|word| !word.is_empty()).map(|word| Natural::from_decimal(word, 1000).ok()).collect()
}

/// Checks every number in the explanation of one pair of wizards. Returns the number of levels.
fn assert_levels(texts: &[&str], [a, b]: [&Natural; 2], value: &Value) -> usize {
    let levels: Vec<&&str> = texts.iter().filter(|text| text.starts_with("Level ")).collect();
    let left_out = texts.iter().find(|text| text.ends_with(" levels are left out."));
    let left_out = left_out.map_or(0, |text| numbers(text)[0].as_ref().unwrap().to_usize().unwrap());
    let (mut small, mut large) = (a.min(b).clone(), a.max(b).clone());
    let mut piles = HashMap::new();
    let mut level = 0;
    for text in &levels {
        let (head, tail) = text.split_once(": ").unwrap();
        let number = numbers(head)[0].as_ref().unwrap().to_usize().unwrap();
        // The text leaves out some levels, but this loop computes them, too.
        while level + 1 < number {
            let (_, rest) = large.div_rem(&small);
            (large, small) = (small, rest);
            level += 1;
        }
        level += 1;
        let (q, r) = large.div_rem(&small);
        let stones = &q - &Natural::ONE;
        let pile = powers::grundy(&small, &stones);
        let said = numbers(&tail[..tail.rfind("s = ").unwrap() + 5]);
        let (is_whole, known) = (tail.contains("so a = "), said.clone());
        let one = Natural::ONE;
        let expected = if is_whole { vec![&large, &q, &small, &r, &small, &one, &stones] } else { vec![&q, &stones] };
        for (said, expected) in known.iter().zip(&expected) {
            assert!(said.as_ref().is_none_or(|said| said == *expected), "{text}: {expected}");
        }
        assert_eq!(known.last().unwrap().as_ref().unwrap(), &Natural::from(u64::from(pile)), "{text}");
        if is_whole {
            assert!(tail.starts_with(&format!(
                "{} = {} × {} + {}, so a = ",
                large.short(),
                q.short(),
                small.short(),
                r.short()
            )));
            if large.to_string().len() <= 40 {
                assert_eq!(&(&q * &small) + &r, large, "{text}");
            }
        }
        piles.insert(level, pile);
        (large, small) = (small, r);
    }
    assert_eq!(levels.len() + left_out, level, "{texts:#?}");
    let are = match level {
        1 => " the value of level 1 is: ".to_owned(),
        _ => format!(" from level {level} to level 1 are: "),
    };
    let values = texts.iter().find(|text| text.contains(&are)).unwrap();
    assert!(values.ends_with(&format!(" {value}.")), "{values}");
    assert_eq!(
        *texts.iter().find(|text| text.starts_with("So the Gr")).unwrap(),
        format!("So the Grundy value is {value}.")
    );
    level
}

#[tokio::test]
async fn what_the_levels_say_is_true() {
    let server = start(&[]).await;
    let mut deep = 0;
    for a in 1..25_u64 {
        for b in (a..150).step_by(7).chain([a * 10_000_019 + 7]) {
            let answer = explained(&server, &json!({"wizards": [[a, b]]}), "normal").await;
            let levels = assert_levels(&texts(&answer), [&a.into(), &b.into()], &answer["grundy"]);
            deep = deep.max(levels);
        }
    }
    assert!(deep >= 4, "{deep}");
}

/// Returns two consecutive Fibonacci numbers of a hundred digits.
fn fibonacci() -> [Natural; 2] {
    let (mut a, mut b) = (Natural::ONE, Natural::TWO);
    while a.to_string().len() < 100 {
        (a, b) = (b.clone(), &a + &b);
    }
    [a, b]
}

#[tokio::test]
async fn long_explanations_are_cut_in_the_middle() {
    let server = start(&[]).await;
    let [a, b] = fibonacci();
    let answer = explained(&server, &json!({"wizards": [[a, b]]}), "normal").await;
    let steps = texts(&answer);
    let levels = assert_levels(&steps, [&a, &b], &answer["grundy"]);
    assert!(levels > 400, "{levels}");
    assert!(steps.contains(&&*format!("Here {} levels are left out.", levels - 8)), "{steps:#?}");
    assert!(steps[2].starts_with("Level 1: ") && steps[2].contains("(100 digits)"), "{steps:#?}");
    assert!(steps.len() < 20 && steps.iter().all(|text| text.len() < 1000), "{steps:#?}");

    let stones: Vec<u64> = (1..=1000).collect();
    let answer = explained(&server, &json!({ "nim": stones }), "normal").await;
    let steps = texts(&answer);
    assert!(steps.contains(&"992 more components have values for reasons of the same kind, which are left out."));
    assert!(
        steps
            .iter()
            .any(|text| text.contains("X = 1 ⊕ 2 ⊕ 3 ⊕ 4 ⊕ … (992 left out) … ⊕ 997 ⊕ 998 ⊕ 999 ⊕ 1000 = 1000."))
    );
    let last = answer["explanation"].as_array().unwrap().iter().filter_map(|step| step["index"].as_u64()).max();
    assert_eq!(last, Some(7));
    let nine = json!({ "nim": [1, 2, 3, 4, 5, 6, 7, 8, 9] });
    let answer = explained(&server, &nine, "normal").await;
    assert!(texts(&answer).contains(&"1 more component has a value for reasons of the same kind, which are left out."));
    let request = json!({"position": nine, "compound": "selective", "explain": true});
    let answer = server.ask("/v1/analyze", &request).await;
    assert!(texts(&answer).contains(&"1 more component is decided in the same way."), "{answer}");
}

/// With `terms`, each definition comes before the first step that uses its term.
#[tokio::test]
async fn terms_are_defined_before_their_first_use() {
    let server = start(&[]).await;
    let terms =
        ["Grundy value", "option", "XOR", "component", "misère play", "misère quotient", "firm", "modulo", "binary"];
    let mut never: Vec<&str> = terms.to_vec();
    let games = server.read("/v1/games").await;
    for game in games["games"].as_array().unwrap() {
        let mut position = game["example"]["position"].clone();
        let (key, components) = position.as_object_mut().unwrap().iter_mut().next().unwrap();
        let (key, example) = (key.clone(), components[0].clone());
        components.as_array_mut().unwrap().push(example);
        for play in ["normal", "misere"] {
            let request = json!({"position": position, "play": play, "explain": true});
            let response = server.post("/v1/analyze", request.to_string()).await;
            let plain: Value = response.json().await.unwrap();
            if plain["explanation"].is_null() {
                continue;
            }
            let mut with_terms = request.clone();
            with_terms["terms"] = json!(true);
            let mut answer = server.analyze(&with_terms).await;
            let steps = answer["explanation"].as_array_mut().unwrap();
            for term in terms {
                let uses = |step: &Value| step["text"].as_str().unwrap().to_lowercase().contains(&term.to_lowercase());
                if let Some(first) = steps.iter().find(|step| uses(step)) {
                    assert_eq!(first["kind"], "definition", "{key}: {term} in {first}");
                    never.retain(|other| *other != term);
                }
            }
            steps.retain(|step| step["kind"] != "definition");
            assert_eq!(answer, plain, "{key}: the other steps are the same");
        }
    }
    assert_eq!(never, [""; 0], "no explanation uses these terms");
    let implied = server.analyze(&json!({"position": {"nim": [3]}, "terms": true})).await;
    assert_eq!(implied["explanation"][0]["kind"], "definition", "{implied}");
}

/// The longest explanation: many levels with long quotients, in misère play.
#[tokio::test]
async fn explanations_are_bounded() {
    let server = start(&[]).await;
    let quotient = &Natural::from(10_u64).pow(39) + &Natural::ONE;
    let (mut a, mut b) = (quotient.clone(), Natural::from(10_u64).pow(45));
    for _ in 0..30 {
        (a, b) = (b.clone(), &(&quotient * &b) + &a);
    }
    let position = json!({"wizards": vec![[a, b]; 30], "nim": vec![Natural::from(10_u64).pow(39); 30]});
    let answer = explained(&server, &position, "misere").await;
    let length = answer["explanation"].to_string().len();
    assert!((16 * 1024..64 * 1024).contains(&length), "{length}");
}

/// Compares the last step of an explanation, which describes the move, with the answer about the position after this
/// move.
#[tokio::test]
async fn what_the_move_leaves_is_true() {
    let server = start(&[]).await;
    let pairs = [[3, 5], [1, 7], [5, 8], [10, 21], [13, 21], [4, 4]];
    for (first, second) in (0..6).flat_map(|first| (0..6).map(move |second| (first, second))) {
        for play in ["normal", "misere"] {
            let position =
                json!({"euclid": [pairs[first]], "wizards": [pairs[second]], "nim": [first], "red-blue": ["RBB"]});
            let answer = explained(&server, &position, play).await;
            let last = *texts(&answer).last().unwrap();
            let after = explained(&server, &answer["after"], play).await;
            if answer["winner"] == "second" {
                assert!(last.contains("One of the moves: "), "{last}");
                continue;
            }
            assert_eq!(after["winner"], "second", "{last}");
            assert!(last.contains(answer["move"]["text"].as_str().unwrap()), "{last}");
            if play == "misere" {
                // The text is, for example, "… After it 2 components are firm positions and X = 0."
                let state = last.split_once("After it ").unwrap().1.trim_end_matches('.');
                let found =
                    texts(&after).into_iter().find(|text| text.starts_with("Here ") && text.contains("X = ")).unwrap();
                assert_eq!(found, format!("Here {state}, so the other player wins."));
            } else {
                let Some((_, sum)) = last.split_once(" that is from ") else {
                    assert!(last.contains("as this one does: "), "{last}");
                    continue;
                };
                let [_, before, xor, left] = &numbers(sum)[..4] else { unreachable!() };
                let [before, xor, left] = [before, xor, left].map(|number| number.clone().unwrap());
                assert_eq!(&before ^ &xor, left);
                assert!(left < before && answer["grundy"] == xor.to_string().parse::<u64>().unwrap(), "{last}");
            }
        }
    }
}

#[tokio::test]
async fn options_of_heaps_beyond_machine_words_are_shown() {
    let server = start(&[]).await;
    let heap = "1000000000000000000000000000000";
    let answer = server.read(&format!("/v1/analyze?octal(0.31)={heap}&explain=true")).await;
    let steps = answer["explanation"].as_array().unwrap();
    let options = steps.iter().find(|step| step["kind"] == "options").unwrap();
    assert_eq!(options["options"], json!([{"text": "999999999999999999999999999999", "grundy": 0}]));
}
