//! Tests the kinds of compounds through the live server: positions that brute force solved, turns, pages and refusals.
//!
//! Each line of `tests/vectors/compounds/` is a position with its kind of compound and the known facts: `winner`,
//! `total_moves`, `winning_count`, `winning_moves`, `component_numbers`, and the same facts for misère play.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use std::collections::BTreeSet;

use crate::common::{Server, moves_on, start};
use serde_json::{Value, json};

/// The number of moves on a page. It is small, so that many listings have several pages.
const PAGE: usize = 7;

/// Listings with more moves than this are not read to their end.
const MOST_LISTED: u64 = 300;

/// Returns a combined move as a text in which every list is sorted. The parts that a move leaves have no order, and
/// neither have the two numbers of most pairs.
fn canonical(combined: &Value) -> String {
    fn plain(to: &Value) -> String {
        match to {
            Value::Array(parts) => {
                let mut parts: Vec<String> = parts.iter().map(plain).collect();
                parts.sort();
                format!("{parts:?}")
            }
            to => to.to_string(),
        }
    }
    let moves = combined.as_array().unwrap().iter();
    let mut moves: Vec<String> =
        moves.map(|each| format!("{} {} {}", each["game"], each["index"], plain(&each["to"]))).collect();
    moves.sort();
    moves.join("; ")
}

fn canonical_all<'v>(moves: impl IntoIterator<Item = &'v Value>) -> BTreeSet<String> {
    moves.into_iter().map(canonical).collect()
}

/// A test vector, and the kind of play that is tested.
struct Case {
    text: String,
    vector: Value,
    is_misere: bool,
}

impl Case {
    fn field(&self, name: &str) -> Option<&Value> {
        let name = if self.is_misere { format!("misere_{name}") } else { name.to_owned() };
        self.vector.get(name)
    }

    fn request(&self) -> Value {
        let mut request = json!({"position": self.vector["position"], "compound": self.vector["compound"]});
        if self.is_misere {
            request["play"] = "misere".into();
        }
        if let Some(games) = self.vector.get("games") {
            request["games"] = games.clone();
        }
        request
    }

    /// Returns the keys of the position in the order of the vector's text. A parsed JSON value does not keep this
    /// order.
    fn keys(&self) -> Vec<&str> {
        let mut keys: Vec<&str> = self.vector["position"].as_object().unwrap().keys().map(String::as_str).collect();
        keys.sort_by_key(|key| self.text.find(&format!("\"{key}\":[")));
        keys
    }

    fn words(&self) -> String {
        format!("{} {}", if self.is_misere { "misère" } else { "normal" }, self.vector)
    }

    fn check_analysis(&self, answer: &Value) {
        let what = self.words();
        for field in ["winner", "winning_count"] {
            assert_eq!(Some(&answer[field]), self.field(field), "{field}, {what}: {answer}");
        }
        assert_eq!(answer["compound"], self.vector["compound"], "{what}");
        assert!(answer["grundy"].is_null() && answer["move"].is_null(), "{what}");
        if let Some(numbers) = self.field("component_numbers") {
            let answered = self.keys().into_iter().flat_map(|key| answer["component_numbers"][key].as_array().unwrap());
            assert_eq!(answered.collect::<Vec<_>>(), numbers.as_array().unwrap().iter().collect::<Vec<_>>(), "{what}");
        }
        let is_over = self.vector["total_moves"] == 0;
        assert_eq!(answer["combined_move"].is_null(), is_over, "{what}: {answer}");
        assert_eq!(answer["after"].is_null(), is_over, "{what}");
        if let Some(winning) = self.field("winning_moves").filter(|winning| **winning != json!([])) {
            let winning = canonical_all(winning.as_array().unwrap());
            assert!(winning.contains(&canonical(&answer["combined_move"])), "{what}: {answer}");
        }
    }

    async fn listed(&self, server: &Server, only: Option<&str>) -> Vec<Value> {
        let mut request = self.request();
        request["limit"] = PAGE.into();
        if let Some(only) = only {
            request["only"] = only.into();
        }
        let pages = server.pages(&request).await;
        for page in &pages {
            assert_eq!(page["count"], self.vector["total_moves"], "{}", self.words());
            assert_eq!(Some(&page["winning_count"]), self.field("winning_count"), "{}", self.words());
        }
        moves_on(&pages)
    }

    async fn check_listing(&self, server: &Server) {
        let what = self.words();
        let count = |field: Option<&Value>| field.and_then(Value::as_u64).filter(|count| *count <= MOST_LISTED);
        if let Some(count) = count(self.field("winning_count")) {
            let winning = self.listed(server, Some("winning")).await;
            assert_eq!(winning.len(), usize::try_from(count).unwrap(), "{what}");
            assert!(winning.iter().all(|each| each["wins"] == true), "{what}");
            let listed = canonical_all(winning.iter().map(|each| &each["combined_move"]));
            assert_eq!(listed.len(), winning.len(), "{what}: a move is listed twice");
            if let Some(known) = self.field("winning_moves") {
                assert_eq!(listed, canonical_all(known.as_array().unwrap()), "{what}");
            }
        }
        if let (Some(count), Some(known)) = (count(self.vector.get("total_moves")), self.field("winning_moves")) {
            let all = self.listed(server, None).await;
            assert_eq!(all.len(), usize::try_from(count).unwrap(), "{what}");
            let known = canonical_all(known.as_array().unwrap());
            for each in &all {
                assert_eq!(each["wins"] == true, known.contains(&canonical(&each["combined_move"])), "{what}: {each}");
            }
        }
    }

    /// Posts the recommended move. The answer must agree with the analysis of the position after the move.
    async fn check_turn(&self, server: &Server, answer: &Value) {
        if answer["combined_move"].is_null() {
            return;
        }
        let mut request = self.request();
        request["combined_move"] = answer["combined_move"].clone();
        let turn = server.ask("/v1/play", &request).await;
        assert_eq!(turn["position"], answer["after"], "{}", self.words());
        assert_eq!(turn["winning"] == true, answer["winner"] == "first", "{}", self.words());
        assert!(turn["reply"].is_null(), "{}", self.words());
        let mut left = self.request();
        left["position"] = answer["after"].clone();
        let left = server.ask("/v1/analyze", &left).await;
        assert_eq!(turn["combined_reply"], left["combined_move"], "{}", self.words());
        let after = if left["after"].is_null() { &answer["after"] } else { &left["after"] };
        assert_eq!(&turn["after"], after, "{}", self.words());
    }
}

async fn answers(server: &Server, requests: impl Iterator<Item = Value>) -> Vec<Value> {
    let lines: Vec<String> = requests.map(|request| request.to_string()).collect();
    let request = server.client.post(server.url("/v1/batch")).header("content-type", "application/x-ndjson");
    let text = request.body(lines.join("\n")).send().await.unwrap().text().await.unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn compounds_are_what_brute_force_found() {
    let server = start(&[]).await;
    for (name, least) in [("small", 400), ("huge", 120)] {
        let path = format!("{}/tests/vectors/compounds/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        let cases: Vec<Case> = text
            .lines()
            .flat_map(|line| {
                let case =
                    |is_misere| Case { text: line.to_owned(), vector: serde_json::from_str(line).unwrap(), is_misere };
                [false, true].map(case)
            })
            .collect();
        assert!(cases.len() >= least);
        for (case, answer) in cases.iter().zip(answers(&server, cases.iter().map(Case::request)).await) {
            case.check_analysis(&answer);
            case.check_listing(&server).await;
            case.check_turn(&server, &answer).await;
        }
    }
}

/// `TopCoder` SRM 384, `PowerGame`: a move takes a square number from every heap. The length of play is checked, too.
#[tokio::test]
async fn a_conjunctive_game_lasts_as_long_as_its_remoteness() {
    let server = start(&[]).await;
    let request = json!({"position": {"square-nim": [7, 13]}, "compound": "conjunctive", "remoteness": true, "explain": true, "line": 9});
    let answer = server.ask("/v1/analyze", &request).await;
    assert_eq!((&answer["winner"], &answer["remoteness"]), (&json!("second"), &json!(4)), "{answer}");
    assert_eq!(answer["component_numbers"], json!({"square-nim": [4, 7]}));
    assert_eq!(answer["after"], json!({"square-nim": [6, 12]}));
    let line = answer["combined_line"].as_array().unwrap();
    assert_eq!(line.len(), 4, "{answer}");
    assert!(line.iter().all(|each| each.as_array().unwrap().len() == 2), "{answer}");
    let reasons = answer["explanation"].as_array().unwrap();
    let texts: Vec<&str> = reasons.iter().map(|reason| reason["text"].as_str().unwrap()).collect();
    assert!(texts.iter().any(|text| text.contains("lasts 4 moves")), "{texts:?}");
    assert!(reasons.iter().any(|reason| reason["source"]["author"] == "C. A. B. Smith"), "{texts:?}");

    let url = server.read("/v1/analyze?square-nim=7,13&compound=conjunctive&brief=true").await;
    assert_eq!(url["combined_move"].as_array().unwrap().len(), 2, "{url}");
    assert!(url.get("component_numbers").is_none() && url.get("after").is_none(), "{url}");
    let sum = server.read("/v1/analyze?square-nim=7,13&compound=disjunctive").await;
    assert_eq!(sum, server.read("/v1/analyze?square-nim=7,13").await);
}

/// Plays a game over several calls. The service remembers no call. An empty heap stays in the position, since it may
/// end the game.
#[tokio::test]
async fn a_game_is_played_to_its_end() {
    let server = start(&[]).await;
    for (compound, play) in
        [("selective", "misere"), ("shortened-selective", "normal"), ("continued-conjunctive", "misere")]
    {
        let mut position = json!({"octal(0.77)": [4, 3], "nim": [3]});
        for _ in 0..20 {
            let request =
                json!({"position": position, "compound": compound, "play": play, "only": "winning", "limit": 1});
            let mut request = server.ask("/v1/moves", &request).await["moves"].clone();
            if request == json!([]) {
                request = server
                    .ask("/v1/moves", &json!({"position": position, "compound": compound, "play": play, "limit": 1}))
                    .await["moves"]
                    .clone();
            }
            let turn = json!({
                "position": position, "compound": compound, "play": play, "combined_move": request[0]["combined_move"]
            });
            let turn = server.ask("/v1/play", &turn).await;
            position = turn["after"].clone();
            if turn["over"] == true {
                break;
            }
        }
        let end = server.ask("/v1/analyze", &json!({"position": position, "compound": compound, "play": play})).await;
        assert!(end["combined_move"].is_null(), "{end}");
    }
    // The move takes the only pin of a row. A compound of this kind is over as soon as one component is over, so the
    // move ends the game.
    let taken = json!({
        "position": {"octal(0.77)": [1, 5]}, "compound": "shortened-selective",
        "combined_move": [{"game": "octal(0.77)", "index": 0, "to": []}]
    });
    let turn = server.ask("/v1/play", &taken).await;
    assert_eq!((&turn["position"], &turn["over"]), (&json!({"octal(0.77)": [0, 5]}), &json!(true)), "{turn}");
    assert_eq!((&turn["winning"], &turn["winner"]), (&json!(true), &json!("caller")), "{turn}");
}

#[tokio::test]
async fn moves_that_break_the_rule_are_refused() {
    let server = start(&[]).await;
    let ask = |compound: &str, combined: Value| json!({"position": {"nim": [2, 5, 0]}, "compound": compound, "combined_move": combined});
    let one = |index: usize| json!({"game": "nim", "index": index, "to": 1});
    for (compound, combined, words) in [
        ("continued-conjunctive", json!([one(0)]), "leaves out"),
        ("selective", json!([]), "changes nothing"),
        ("selective", json!([one(1), one(1)]), "twice"),
        ("diminished-disjunctive", json!([one(1)]), "has ended"),
        ("conjunctive", json!([one(0), one(1)]), "has ended"),
    ] {
        let refused = ("illegal-move", "/combined_move", words);
        server.assert_refused("/v1/play", ask(compound, combined), refused).await;
    }
    let illegal = ask("selective", json!([one(0), {"game": "nim", "index": 1, "to": 7}]));
    server.assert_refused("/v1/play", illegal, ("illegal-move", "/combined_move/1/to", "smaller")).await;
    let single =
        json!({"position": {"nim": [2]}, "compound": "selective", "move": {"game": "nim", "index": 0, "to": 1}});
    server.assert_refused("/v1/play", single, ("invalid-request", "", "list")).await;
    let combined = json!({"position": {"nim": [2]}, "combined_move": [one(0)]});
    server.assert_refused("/v1/play", combined, ("invalid-request", "", "compound")).await;
    let unknown = json!({"position": {"nim": [2]}, "compound": "some"});
    server.assert_refused("/v1/analyze", unknown, ("invalid-request", "/compound", "continued-conjunctive")).await;
    let genus = json!({"position": {"nim": [2]}, "compound": "selective", "genus": true});
    server.assert_refused("/v1/analyze", genus, ("invalid-request", "/genus", "sums")).await;
    let cursor = json!({"position": {"nim": [2]}, "compound": "selective", "cursor": "1-2"});
    server.assert_refused("/v1/moves", cursor, ("invalid-cursor", "/cursor", "listing")).await;
}

/// If play may go on for ever, compounds of some kinds can be drawn. For other kinds, the result is not known.
#[tokio::test]
async fn draws_are_told_or_refused() {
    let server = start(&[]).await;
    let games = json!({"walk": {"graph": {"a": ["b"], "b": ["a", "c"], "c": ["d"], "d": []}}});
    let ask = |compound: &str, play: &str, at: Value| json!({"games": games, "position": {"walk": at, "nim": [2]}, "compound": compound, "play": play, "remoteness": true});
    let drawn = server.ask("/v1/analyze", &ask("selective", "normal", json!(["a"]))).await;
    assert_eq!((&drawn["winner"], &drawn["component_numbers"]["walk"]), (&json!("draw"), &json!(["draw"])), "{drawn}");
    assert!(drawn["drawing_count"].as_u64().unwrap() > 0 && drawn["winning_count"] == 0, "{drawn}");
    for (compound, said) in [
        ("selective", "in such a compound it is a draw."),
        ("conjunctive", "it need not end, so its remoteness is infinite."),
    ] {
        let request = json!({"games": games, "position": {"walk": ["a"]}, "compound": compound, "explain": true});
        let drawn = server.ask("/v1/analyze", &request).await;
        assert!(drawn["winner"] == "draw" && drawn["explanation"].to_string().contains(said), "{drawn}");
    }
    // The move that takes the whole heap ends the game and wins, whatever the other components are.
    let ended = server.ask("/v1/analyze", &ask("shortened-selective", "normal", json!(["a"]))).await;
    assert_eq!(ended["winner"], "first", "{ended}");
    assert_eq!(ended["combined_move"], json!([{"game": "nim", "index": 0, "from": 2, "to": 0, "text": "take 2 of 2"}]));
    let ended = server.ask("/v1/analyze", &ask("conjunctive", "normal", json!(["a"]))).await;
    assert_eq!((&ended["winner"], &ended["remoteness"]), (&json!("first"), &json!(1)), "{ended}");
    let alone = |play: &str| json!({"games": games, "position": {"walk": ["a"]}, "compound": "diminished-disjunctive", "play": play, "explain": true});
    let drawn = server.ask("/v1/analyze", &alone("normal")).await;
    assert_eq!((&drawn["winner"], &drawn["component_numbers"]["walk"]), (&json!("draw"), &json!(["draw"])), "{drawn}");
    assert!(drawn["explanation"].to_string().contains("Its foreclosed value is ∞()."), "{drawn}");
    let lost = server.ask("/v1/analyze", &alone("misere")).await;
    assert_eq!((&lost["winner"], &lost["component_numbers"]["walk"]), (&json!("second"), &json!([0])), "{lost}");
    for (compound, play) in [("selective", "misere"), ("continued-conjunctive", "normal")] {
        let refused = ("value-unknown", "/position/walk/0", "for ever");
        server.assert_refused("/v1/analyze", ask(compound, play, json!(["a"])), refused).await;
        server.ask("/v1/analyze", &ask(compound, play, json!(["c"]))).await;
    }
}

/// If a move leaves nothing of a component, the next position does not contain this component. So the position would
/// not show that a component is over. Kinds of compounds in which this matters refuse such games.
#[tokio::test]
async fn moves_that_leave_nothing_are_refused_where_that_matters() {
    let server = start(&[]).await;
    let games = json!({"mine": {"graph": {"a": ["b", ["b", "b"], []], "b": []}}});
    let ask = |compound: &str, play: &str| json!({"games": games, "position": {"mine": ["a"]}, "compound": compound, "play": play});
    for (compound, play) in [("conjunctive", "normal"), ("selective", "misere"), ("diminished-disjunctive", "misere")] {
        let refused = ("value-unknown", "/position/mine/0", "leaves nothing");
        server.assert_refused("/v1/analyze", ask(compound, play), refused).await;
    }
    let answer = server.ask("/v1/analyze", &ask("selective", "normal")).await;
    assert_eq!((&answer["winner"], &answer["winning_count"]), (&json!("first"), &json!(3)), "{answer}");
}

#[tokio::test]
async fn a_heap_below_a_huge_least_number_is_stuck() {
    let server = start(&[]).await;
    let least = "1000000000000000000000000000000";
    for compound in ["conjunctive", "selective"] {
        let position = json!({ "take-between": [[least, least, 1_000_000_000]] });
        let request = json!({ "position": position, "compound": compound, "play": "misere" });
        assert_eq!(server.ask("/v1/analyze", &request).await["winner"], "first", "{compound}");
    }
}

/// Compounds of heaps of any size are solved by closed forms. Their moves are listed in the same order as those of
/// small heaps.
#[tokio::test]
async fn heaps_of_any_size_have_compounds() {
    let server = start(&[]).await;
    let huge = "100000000000000000000000000";
    let request =
        json!({"position": {"nim": [huge, 7], "wythoff": [[3, 5]]}, "compound": "selective", "only": "winning"});
    let page = server.ask("/v1/moves", &request).await;
    assert_eq!(page["winning_count"], 1, "{page}");
    assert_eq!(
        page["moves"][0]["text"],
        "nim 0: take 100000000000000000000000000 of 100000000000000000000000000; nim 1: take 7 of 7"
    );
    let request = json!({"position": {"nim": [huge, 3]}, "compound": "conjunctive", "limit": 4});
    let first = server.ask("/v1/moves", &request).await;
    assert_eq!(first["count"], "300000000000000000000000000");
    let to = |page: &Value| -> Vec<Value> {
        page["moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|each| json!([each["combined_move"][0]["to"], each["combined_move"][1]["to"]]))
            .collect()
    };
    let one = "99999999999999999999999999";
    let two = "99999999999999999999999998";
    assert_eq!(to(&first), [json!([one, 2]), json!([one, 1]), json!([one, 0]), json!([two, 2])]);
    let mut next = request.clone();
    next["cursor"] = first["next"].clone();
    assert_eq!(to(&server.ask("/v1/moves", &next).await)[0], json!([two, 1]));
    let mut other = next.clone();
    other["compound"] = "selective".into();
    server.assert_refused("/v1/moves", other, ("invalid-cursor", "/cursor", "listing")).await;
}
