//! Tests positions in the notations that people use, over a real socket, in URLs, in JSON and on the command line.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use std::process::Command;

use crate::common::{document, problem, start};
use grundy_core::catalogue;
use serde_json::{Value, json};

/// Returns examples of notations. Each example has the key of a game, a text, and the components for which the text
/// stands.
fn notations() -> Vec<(&'static str, &'static str, Value)> {
    vec![
        ("kayles", "IXXI", json!([1, 1])),
        ("kayles", "III.II", json!([3, 2])),
        ("octal(0.77)", "XXIIIX", json!([3])),
        ("dawsons-kayles", "IIII", json!([4])),
        ("dawsons-chess", "II.I", json!([2, 1])),
        ("hexadecimal(0.3f)", "II", json!([2])),
        ("turning-turtles", "THTTH", json!([[1, 4]])),
        ("twins", "HH", json!([[0, 1]])),
        ("mock-turtles", "TTT", json!([[]])),
        ("ruler", "HTH", json!([[0, 2]])),
        ("silver-dollar", "..o.o", json!([[2, 4]])),
        ("welter", "o..o", json!([[0, 3]])),
        ("nimble", "..o.o", json!([[0, 0, 1, 0, 1]])),
        ("cram", "2x3", json!([["...", "..."]])),
        ("queens", "3x2", json!([["..", "..", ".."]])),
        ("queens", "2×2", json!([["..", ".."]])),
        ("chomp", "3x4", json!([[4, 4, 4]])),
        ("chocolate-bar", "3x4", json!([[3, 4]])),
        ("cutting-game", "4x5", json!([[4, 5]])),
        ("nim", "3 4 5", json!([3, 4, 5])),
        ("nim", "3, 4, 5", json!([3, 4, 5])),
        ("nim", "[3,4,5]", json!([3, 4, 5])),
        ("nim", "[3, \"4\"]", json!([3, 4])),
        ("euclid", "5 26", json!([[5, 26]])),
        ("euclid", "[5,26]", json!([[5, 26]])),
        ("euclid", "[[5,26],[3,4]]", json!([[5, 26], [3, 4]])),
        ("end-nim", "[3,0,5]", json!([[3, 0, 5]])),
        ("moore", "2 3 5 7", json!([[2, [3, 5, 7]]])),
        ("hackenbush", "0-1,1-2", json!([[[0, 1], [1, 2]]])),
        ("hackenbush", "[[0,1],[1,2]]", json!([[[0, 1], [1, 2]]])),
        ("node-kayles", "0-1,1-2,3", json!([[[0, 1], [1, 2], 3]])),
        ("arc-kayles", "0-1", json!([[[0, 1]]])),
        ("grim", "0-1,1-2", json!([[[0, 1], [1, 2]]])),
        ("notakto", "X../.X./...", json!(["X...X...."])),
        ("treblecross", "....X......", json!([4, 6])),
        ("treblecross", ".........", json!([11])),
        ("treblecross", ".X...X", json!([2])),
        ("treblecross", "xX", json!([2])),
    ]
}

#[tokio::test]
async fn each_notation_is_the_position_that_it_stands_for() {
    let server = start(&[]).await;
    for (key, text, components) in notations() {
        let canonical = server.analyze(&json!({ "position": { key: components } })).await;
        assert_eq!(canonical.get("position"), None, "{key}");
        let query: String = form_urlencoded::Serializer::new(String::new()).append_pair(key, text).finish();
        let mut asked = server.read(&format!("/v1/analyze?{query}")).await;
        let mut posted = server.analyze(&json!({ "position": { key: [text] } })).await;
        assert_eq!(asked, posted, "{key}={text}");
        assert_eq!(asked["position"], json!({ key: components }), "{key}={text}");
        for answer in [&mut asked, &mut posted] {
            answer.as_object_mut().unwrap().remove("position");
            assert_eq!(*answer, canonical, "{key}={text}");
        }
        let listed = server.read(&format!("/v1/moves?{query}&limit=1")).await;
        assert_eq!(listed["position"], json!({ key: components }), "{key}={text}");
        // The position in an answer can be used in another request.
        let again = server.analyze(&json!({ "position": listed["position"] })).await;
        assert_eq!(again, canonical);
        let brief = server.read(&format!("/v1/analyze?{query}&brief=true")).await;
        assert_eq!(brief.get("position"), None, "{brief}");
    }
}

#[tokio::test]
async fn each_game_has_the_notation_of_its_kind() {
    let server = start(&[]).await;
    let mut with_one = 0;
    for card in catalogue::cards() {
        let entry = server.read(&format!("/v1/games/{}", card.id)).await;
        let Some(notation) = card.notation else {
            assert_eq!(entry["notation"], Value::Null, "{}", card.id);
            continue;
        };
        with_one += 1;
        assert_eq!(entry["notation"], json!({ "text": notation.text(), "example": notation.example() }));
        let key = grundy_core::game::entry::example_key(card);
        let answer = server.analyze(&json!({ "position": { &key: [notation.example()] } })).await;
        assert!(answer["position"][&key].is_array(), "{key}: {answer}");
    }
    assert!(with_one >= 23, "{with_one}");
    // A size such as `2x3` also stands for the whole board of a game that the request defines.
    let own = json!({"mine": {"board": [2, 3], "pieces": [["xx"]]}});
    let whole = server.analyze(&json!({ "games": own, "position": {"mine": ["2x3"]} })).await;
    assert_eq!(whole["position"], json!({"mine": [["...", "..."]]}));
}

#[tokio::test]
async fn indices_mean_the_position_that_the_answer_has() {
    let server = start(&[]).await;
    let answer = server.read("/v1/analyze?kayles=IXII&kayles=3&nim=1+2").await;
    assert_eq!(answer["position"], json!({"nim": [1, 2], "kayles": [1, 2, 3]}));
    assert_eq!(answer["values"]["kayles"].as_array().unwrap().len(), 3);
    let best = &answer["move"];
    let (game, index) = (best["game"].as_str().unwrap(), usize::try_from(best["index"].as_u64().unwrap()).unwrap());
    assert_eq!(answer["position"][game][index], best["from"]);
    let turn = json!({ "position": {"kayles": ["IXII"]}, "move": {"game": "kayles", "index": 1, "to": [1]} });
    let played = server.ask("/v1/play", &turn).await;
    assert_eq!(played["position"], json!({"kayles": [1, 1]}));
}

#[tokio::test]
async fn an_empty_list_adds_no_position() {
    let server = start(&[]).await;
    let answer = server.read("/v1/analyze?nim=[]&euclid=[]&kayles=3").await;
    assert_eq!(answer["position"], json!({"kayles": [3]}));
    assert_eq!(server.read("/v1/analyze?nim=[]").await["winner"], "second");
    assert_eq!(server.analyze(&json!({"position": {"nim": []}})).await["winner"], "second");
    // In a list, each element is a position.
    let refused = ("invalid-integer", "/position/nim/0", "not an integer");
    server.assert_refused("/v1/analyze", json!({"position": {"nim": ["[]"]}}), refused).await;
}

#[tokio::test]
async fn what_is_no_position_is_told_the_form_and_an_example() {
    let server = start(&[]).await;
    for (query, parameter, words) in [
        ("kayles=IXYI", "kayles", "kayles is n, such as kayles=12 or kayles=IXXI"),
        ("bachet=17", "bachet", "bachet is k,stones, such as bachet=3,17"),
        ("euclid=5", "euclid", "euclid is a,b, such as euclid=5,26"),
        ("turning-turtles=HTX", "turning-turtles", "or turning-turtles=THTTH"),
        ("cram=999999x999999", "cram", "at most 4096"),
        ("nim=3+x", "nim", "not an integer"),
        ("kayles=XX", "kayles", "kayles=IXXI"),
    ] {
        let refused = document(server.get(&format!("/v1/analyze?{query}")).await).await;
        let fault = &refused["errors"][0];
        assert_eq!(fault["parameter"], parameter, "{refused}");
        assert!(fault["detail"].as_str().unwrap().contains(words), "{words:?} is not in {refused}");
    }
    for (position, words) in [
        (json!({"bachet": [17]}), "a position of bachet is [k, stones]"),
        (json!({"euclid": ["5;26"]}), r#"such as {"euclid":[[5,26]]}"#),
        (json!({"chomp": ["4x"]}), "a position of chomp is"),
    ] {
        let refused = document(server.post("/v1/analyze", json!({ "position": position }).to_string()).await).await;
        assert_eq!(refused["status"], 422, "{refused}");
        assert!(refused["detail"].as_str().unwrap().contains(words), "{words:?} is not in {refused}");
    }
}

#[tokio::test]
async fn what_reads_in_two_ways_is_refused_or_said() {
    let server = start(&[]).await;
    for (code, words) in [
        ("octal(0.0505...)", "write 0.(05)"),
        ("octal(0.0505...)", "write 0.050(5)"),
        ("octal(0.3737...)", "write 0.373(7)"),
        ("hexadecimal(0.1c31c3...)", "ends in 1c3 twice"),
    ] {
        let query: String = form_urlencoded::Serializer::new(String::new()).append_pair(code, "9").finish();
        let refused = problem(server.get(&format!("/v1/analyze?{query}")).await, 422, "invalid-game").await;
        let detail = refused["detail"].as_str().unwrap();
        assert!(detail.contains(words), "{detail}");
    }
    for code in [
        "octal(0.333...)",
        "octal(0.1333...)",
        "octal(0.770...)",
        "octal(0.050[5])",
        "octal(0.050(5))",
        "octal(0.(05))",
    ] {
        let answer = server.analyze(&json!({ "position": { code: [9] } })).await;
        assert!(answer["grundy"].is_u64(), "{code}: {answer}");
    }
    let moore = server.read("/v1/analyze?moore=3,5,7&explain=true").await;
    assert!(moore["move"]["text"].as_str().unwrap().ends_with("where k is 3"), "{moore}");
    assert_eq!(
        moore["explanation"][0]["text"],
        "Here k, which comes first, is 3: a move takes from at most 3 of the heaps 5, 7."
    );
    let rules = server.read("/v1/games/silver-dollar").await["rules"].to_string();
    assert!(rules.contains("POJ 1704 counts squares from 1: subtract 1 from each"), "{rules}");
    let root = document(server.get("/v1/analyze?hackenbush=1.2").await).await;
    assert!(root["detail"].as_str().unwrap().contains("give the vertex that stands on the ground"), "{root}");
}

#[tokio::test]
async fn rows_of_treblecross_are_played_by_its_rules() {
    let server = start(&[]).await;
    for (row, words) in [
        ("..XX.", "the player to move wins at once, whatever else is on the table: a cross on square 2 of 5"),
        (".X.X.", "a cross on square 3 of 5 makes three in a row"),
        ("X.XXX.", "the game is over: squares 3 to 5 are three crosses in a row"),
    ] {
        let refused = document(server.get(&format!("/v1/analyze?treblecross={row}&nim=1")).await).await;
        assert_eq!(refused["code"], "illegal-position", "{refused}");
        let detail = refused["detail"].as_str().unwrap();
        assert!(detail.contains(words), "{row}: {detail}");
    }
    // The text of a move names a square of the strip.
    let answer = server.read("/v1/analyze?treblecross=.........").await;
    assert!(answer["move"]["text"].as_str().unwrap().starts_with("mark square 1 of 9"), "{answer}");
}

#[test]
fn the_command_reads_them_too() {
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_grundy")).args(arguments).output().unwrap();
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
    };
    let pins = run(&["analyze", "kayles=IXXI"]);
    assert_eq!(pins, run(&["analyze", "kayles=1,1"]));
    assert_eq!(run(&["analyze", "nim=3 4 5"]), run(&["analyze", "nim=3,4,5"]));
    assert!(run(&["analyze", "kayls=3"]).contains("the nearest is \"kayles\""));
    let unknown = run(&["analyze", "xyzzy=3"]);
    assert!(
        unknown.contains("grundy games --search xyzzy finds games by words") && !unknown.contains("nearest"),
        "{unknown}"
    );
    let misere = run(&["analyze", "nim=3", "misere=true"]);
    assert!(misere.contains("play=misere") && !misere.contains("nearest"), "{misere}");
    let report = run(&["analyze", "nim=3", "--misere"]);
    assert!(report.contains("Values are the Grundy values of normal play."), "{report}");
}
