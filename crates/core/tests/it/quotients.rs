//! Compares the misère quotients that the engine finds with `tests/data/quotient_tables.jsonl`, which another program found
//! and checked by brute force. Each line has a game with its quotient: `lost` are the elements of the P-portion, `times`
//! has for each generator the products with all elements, and `first` and `repeated` are the elements of the heaps. A
//! line with `to` is about the heaps up to this one.

use std::collections::HashMap;

use grundy_core::number::meter::Meter;
use grundy_core::wire::engine::{Engine, NoAnswer, Question, RequestText};
use serde_json::{Value, json};

fn ask(engine: &Engine, asked: RequestText, meter: &Meter) -> Result<Value, NoAnswer> {
    let answer = engine.answer(Question::Quotient, asked, meter).answer?;
    Ok(serde_json::from_slice(&answer).unwrap())
}

fn numbers(value: &Value) -> Vec<usize> {
    value.as_array().unwrap().iter().map(|number| usize::try_from(number.as_u64().unwrap()).unwrap()).collect()
}

/// Checks that an answer is a quotient of these lists, apart from the numbers of the elements: each heap has the
/// corresponding element, and the correspondence keeps products and the P-portion.
fn is_same(answer: &Value, line: &Value, heaps: usize) {
    let (images, table) = (numbers(&answer["images"]), answer["table"].as_array().unwrap());
    let table: Vec<Vec<usize>> = table.iter().map(numbers).collect();
    let times: Vec<Vec<usize>> = line["times"].as_array().unwrap().iter().map(numbers).collect();
    let (first, repeated) = (numbers(&line["first"]), line.get("repeated").map_or_else(Vec::new, numbers));
    let expected =
        |heap: usize| first.get(heap).copied().unwrap_or_else(|| repeated[(heap - first.len()) % repeated.len()]);
    let order = times.first().map_or(1, Vec::len);
    assert_eq!(table.len(), order, "{line}");
    // The element of the data that corresponds to each element of the answer, found by products of generators.
    let mut same = HashMap::from([(0, 0)]);
    let mut open = vec![(0, 0)];
    // A generator of the data is the product of the identity and itself.
    let generators: Vec<(usize, usize)> = times
        .iter()
        .enumerate()
        .map(|(number, products)| {
            let heap = (0..heaps).find(|heap| expected(*heap) == products[0]).unwrap();
            (number, images[heap])
        })
        .collect();
    while let Some((here, there)) = open.pop() {
        for (number, image) in &generators {
            let (product, other) = (table[here][*image], times[*number][there]);
            match same.insert(product, other) {
                None => open.push((product, other)),
                Some(known) => assert_eq!(known, other, "{line}"),
            }
        }
    }
    assert_eq!(same.len(), order, "{line}");
    let lost = numbers(&line["lost"]);
    for (here, there) in &same {
        assert_eq!(numbers(&answer["p_portion"]).contains(here), lost.contains(there), "{line}");
    }
    for (heap, image) in images.iter().enumerate().take(heaps) {
        assert_eq!(same[image], expected(heap), "{line} {heap}");
    }
    // The table is the product of the names: each element is its name, read as powers of generators.
    let named = |name: &str| {
        let mut product = 0;
        let mut letters = name.chars().peekable();
        while let Some(letter) = letters.next() {
            if letter == '1' {
                continue;
            }
            let place = usize::try_from(u32::from(letter) - u32::from('a')).unwrap();
            let image = images[numbers(&answer["generators"])[place]];
            let mut power = String::new();
            if letters.next_if_eq(&'^').is_some() {
                while let Some(digit) = letters.next_if(char::is_ascii_digit) {
                    power.push(digit);
                }
            }
            for _ in 0..power.parse().unwrap_or(1) {
                product = table[product][image];
            }
        }
        product
    };
    for (place, name) in answer["elements"].as_array().unwrap().iter().enumerate() {
        assert_eq!(named(name.as_str().unwrap()), place, "{line}");
    }
}

/// Compares all quotients that have at most `largest` elements, and returns the numbers of quotients of all heaps and of
/// the first heaps.
fn compare(largest: usize) -> (usize, usize) {
    let engine = Engine::default();
    let (mut whole, mut parts) = (0, 0);
    for line in include_str!("../data/quotient_tables.jsonl").lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        if line["times"][0].as_array().map_or(1, Vec::len) > largest {
            continue;
        }
        let (game, to) = (line["game"].as_str().unwrap(), line["to"].as_u64());
        let query = to.map_or_else(|| format!("game={game}"), |to| format!("game={game}&to={to}"));
        let answer = ask(&engine, RequestText::Query(&query), &engine.meter());
        let answer = match answer {
            Ok(answer) => answer,
            // Some quotients of the first heaps take more work than a request may.
            Err(NoAnswer::Faults(faults)) if to.is_some() && faults.listed()[0].code.as_str() == "too-costly" => {
                continue;
            }
            Err(none) => panic!("{query}: {none}"),
        };
        let heaps = numbers(&answer["images"]).len();
        if let Some(to) = to {
            assert_eq!(heaps, usize::try_from(to).unwrap() + 1, "{query}");
            parts += 1;
        } else {
            let period = ["from", "length"].map(|name| answer["period"][name].as_u64().map(usize::try_from));
            let least = ["first", "repeated"].map(|name| Some(Ok(line[name].as_array().unwrap().len())));
            assert_eq!((&answer["whole"], period), (&json!(true), least), "{query}");
            whole += 1;
        }
        is_same(&answer, &line, heaps);
    }
    (whole, parts)
}

#[test]
fn small_quotients_are_those_that_another_program_found() {
    assert_eq!(compare(12), (277, 0));
}

#[test]
#[ignore = "takes long, and only in a release build"]
fn quotients_are_those_that_another_program_found() {
    let (whole, parts) = compare(512);
    assert!(whole == 348 && parts > 0, "{whole} {parts}");
}

#[test]
fn positions_of_any_game_have_a_quotient() {
    let engine = Engine::default();
    let answer = |body: Value| ask(&engine, RequestText::Json(body.to_string().as_bytes()), &engine.meter());
    // Notakto (Plambeck and Whitehead 2013): 18 elements, 4 of them lost.
    let notakto = answer(json!({"game": "notakto", "positions": ["........."]})).unwrap();
    assert_eq!(notakto["elements"].as_array().unwrap().len(), 18);
    assert_eq!(notakto["p_portion"].as_array().unwrap().len(), 4);
    // The rules of Kayles in Python have the quotient of the code.
    let rules =
        "def options(n):\n    return [[i, n - k - i] for k in (1, 2) for i in range((n - k) // 2 + 1) if n >= k]";
    let of_rules = json!({"games": {"pins": {"rules": rules}}, "game": "pins", "to": 12});
    let (pins, kayles) = (answer(of_rules).unwrap(), answer(json!({"game": "kayles", "to": 12})).unwrap());
    for field in ["elements", "table", "p_portion", "images", "generators", "positions"] {
        assert_eq!(pins[field], kayles[field], "{field}");
    }
    assert_eq!((&pins["verified"], &kayles["verified"], &pins["whole"]), (&Value::Null, &json!(12), &json!(false)));
    // Heaps of nim to 2: 1, a, b, ab, b² and ab², of which a and b² are lost.
    let graph = json!({"games": {"g": {"graph": {"two": ["one", "none"], "one": ["none"], "none": []}}}, "game": "g", "positions": ["two"]});
    let nim = answer(graph).unwrap();
    assert_eq!(nim["elements"], json!(["1", "a", "b", "ab", "b^2", "ab^2"]));
    assert_eq!((&nim["p_portion"], &nim["positions"]), (&json!([1, 4]), &json!(["none", "one", "two"])));
}

#[test]
fn what_has_no_quotient_is_refused() {
    let engine = Engine::default();
    let code = |body: Value| match ask(&engine, RequestText::Json(body.to_string().as_bytes()), &engine.meter()) {
        Err(NoAnswer::Faults(faults)) => (faults.listed()[0].code.as_str(), faults.listed()[0].pointer.clone()),
        other => panic!("{body}: {other:?}"),
    };
    assert_eq!(code(json!({})), ("invalid-request", String::new()));
    assert_eq!(code(json!({"game": "kayles", "to": 600})).1, "/to");
    assert_eq!(code(json!({"game": "kayles", "to": 3, "positions": [3]})).1, "/to");
    assert_eq!(code(json!({"game": "euclid"})).0, "invalid-request");
    let few = Meter::new(5_000_000);
    match ask(&engine, RequestText::Query("game=octal(0.07)"), &few) {
        Err(NoAnswer::Faults(faults)) => assert_eq!(faults.listed()[0].code.as_str(), "too-costly"),
        other => panic!("{other:?}"),
    }
    let endless = json!({"games": {"g": {"graph": {"a": ["b"], "b": ["a"]}}}, "game": "g", "positions": ["a"]});
    assert_eq!(code(endless).0, "misere-unsupported");
}
