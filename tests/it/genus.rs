//! Tests the genus of components and of sums, through the live server and from the command line.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use crate::common::start;
use serde_json::{Value, json};

/// Returns the genera as texts: the genus of each component of one game, and the genus of the sum.
async fn genera(server: &crate::common::Server, position: Value, game: &str) -> (Vec<Value>, Value) {
    let answer = server.ask("/v1/analyze", &json!({"position": position, "genus": true})).await;
    let each = answer["genus"]["values"][game].as_array().unwrap();
    (each.iter().map(|genus| genus["text"].clone()).collect(), answer["genus"]["sum"]["text"].clone())
}

/// Checks the genera of Kayles that are in Winning Ways, and the genera of other codes.
#[tokio::test]
async fn genera_are_those_of_the_literature() {
    let server = start(&[]).await;
    let kayles =
        ["1^031", "2^20", "3^31", "1^031", "4^146", "3^31", "2^20", "1^13", "4^046", "2^20", "6^46", "4^046", "1^13"];
    let heaps: Vec<usize> = (1..=kayles.len()).collect();
    for key in ["kayles", "octal(0.77)"] {
        assert_eq!(genera(&server, json!({key: heaps}), key).await.0, kayles);
    }
    assert_eq!(
        genera(&server, json!({"octal(0.137)": [9, 11, 13]}), "octal(0.137)").await.0,
        ["3^1431", "2^0520", "4^146"]
    );
    // If a heap is too large for a search, its genus comes from a misère quotient: that of all sums of heaps of this
    // game and heaps of nim. The period of 0.123 is 5, and the sizes of the two heaps differ by a multiple of 5.
    let far = json!({"octal(0.123)": [8, "1000000000000000000000000003"]});
    assert_eq!(genera(&server, far, "octal(0.123)").await.0, ["2^1420", "2^1420"]);
}

/// Checks that the whole genus is found within the default limits. For heaps of 60, this is so for all codes of two digits
/// from 1 to 7. For heaps of 100, the codes are those whose sums have many classes, but not too many.
#[tokio::test]
async fn genera_of_codes_of_two_digits_are_whole() {
    let server = start(&[]).await;
    let large = ["14", "17", "26", "41", "54", "57", "72", "77"].map(|code| (code.to_owned(), 100));
    let all = (1..8).flat_map(|a| (1..8).map(move |b| (format!("{a}{b}"), 60)));
    for (code, size) in all.chain(large) {
        let game = format!("octal(0.{code})");
        let (each, _) = genera(&server, json!({&*game: [size]}), &game).await;
        assert!(each[0].as_str().is_some_and(|text| !text.ends_with('…')), "{game} {size}: {each:?}");
    }
    // The digits of 0.57 alternate later and later.
    let (each, _) = genera(&server, json!({"octal(0.57)": [40]}), "octal(0.57)").await;
    assert_eq!(each, ["2^1313131313131420"]);
}

#[tokio::test]
async fn sums_have_a_genus_of_their_own() {
    let server = start(&[]).await;
    // Heaps of any size are tame.
    let (each, sum) = genera(&server, json!({"nim": [1, "100000000000000000000"]}), "nim").await;
    let huge = "100000000000000000000^100000000000000000000.100000000000000000002";
    assert_eq!((&each[0], &each[1]), (&json!("1^031"), &json!(huge)));
    assert_eq!(sum, "100000000000000000001^100000000000000000001.100000000000000000003");
    // Two equal wild heaps do not cancel each other, but two equal tame heaps do.
    let (_, wild) = genera(&server, json!({"octal(0.77)": [5, 5]}), "octal(0.77)").await;
    let (_, tame) = genera(&server, json!({"nim": [4, 4]}), "nim").await;
    assert_eq!((&wild, &tame), (&json!("0^120"), &json!("0^02")));
    let (_, beside) = genera(&server, json!({"octal(0.77)": [5, 9], "nim": [4]}), "octal(0.77)").await;
    assert!(beside.is_string(), "{beside}");
}

#[tokio::test]
async fn what_has_no_genus_has_null() {
    let server = start(&[]).await;
    let games = json!({"walk": {"graph": {"a": ["b"], "b": ["a", "c"], "c": []}}});
    let request = json!({"games": games, "position": {"walk": ["a", "c"], "nim": [2]}, "genus": true});
    let answer = server.ask("/v1/analyze", &request).await;
    let values = &answer["genus"]["values"];
    assert_eq!((&values["walk"][0], &answer["genus"]["sum"]), (&Value::Null, &Value::Null), "{answer}");
    assert_eq!((&values["walk"][1]["text"], &values["nim"][0]["text"]), (&json!("0^120"), &json!("2^20")), "{answer}");
    // A brief answer has only the genus of the sum. If the request does not ask for the genus, the answer has none.
    let brief = server.read("/v1/analyze?octal(0.77)=5&genus=true&brief=true").await;
    let genus = json!({"sum": {"normal": 4, "misere": [1, 4, 6], "text": "4^146", "tame": false}});
    assert_eq!(brief["genus"], genus);
    assert!(server.read("/v1/analyze?octal(0.77)=5").await.get("genus").is_none());
}
