//! Tests trees, Hackenbush pictures and posets through the live server, in normal and in misère play. Many of them
//! are too large for any search.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use crate::common::start;
use serde_json::{Value, json};

/// Returns a tree with this number of edges. It is the same each time. Each vertex is attached to an earlier one.
fn tree(edges: u64) -> Vec<[u64; 2]> {
    let mut random = 1_u64;
    let mut next = || {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        random >> 33
    };
    (1..=edges).map(|vertex| [next() % vertex, vertex]).collect()
}

/// Computes the value of a tree after each cut. Also computes the values of the trunks, which decide misère play. A
/// trunk is an edge at the root, together with everything above it.
///
/// The method differs from the service's. It only uses that a cut changes no values except those on the way down to the
/// root.
struct Plain {
    below: Vec<usize>,
    worth: Vec<u64>,
}

impl Plain {
    fn new(edges: &[[u64; 2]]) -> Self {
        let mut below = vec![0];
        below.extend(edges.iter().map(|[below, _]| usize::try_from(*below).unwrap()));
        let mut worth = vec![0; below.len()];
        for vertex in (1..below.len()).rev() {
            worth[below[vertex]] ^= worth[vertex] + 1;
        }
        Self { below, worth }
    }

    /// Returns the value of the whole tree after a cut below a vertex. Also returns the trunk that the cut changes, and
    /// the value of this trunk after the cut.
    fn after(&self, cut: usize) -> (u64, usize, u64) {
        let (mut at, mut left) = (cut, 0);
        while self.below[at] != 0 {
            let below = self.below[at];
            left = (self.worth[below] ^ (self.worth[at] + 1) ^ left) + 1;
            at = below;
        }
        (self.worth[0] ^ (self.worth[at] + 1) ^ left, at, left)
    }

    /// Returns how many cuts win. In misère play, the tree must be the only component.
    fn winning(&self, is_misere: bool) -> usize {
        let trunks: Vec<usize> = (1..self.below.len()).filter(|vertex| self.below[*vertex] == 0).collect();
        let firm = trunks.iter().filter(|trunk| self.worth[**trunk] > 0).count();
        let wins = |cut: &usize| {
            let (value, trunk, left) = self.after(*cut);
            let is_swap = firm == usize::from(self.worth[trunk] > 0) && left < 2;
            value == u64::from(is_misere && is_swap)
        };
        (1..self.below.len()).filter(wins).count()
    }
}

/// The counts of winning moves are exact in normal and in misère play, and each recommended move leaves a lost
/// position.
#[tokio::test]
async fn trees_of_a_hundred_thousand_edges() {
    let server = start(&["--max-body", "8388608"]).await;
    for size in [7, 60, 2_000, 100_000] {
        let edges = tree(size);
        let plain = Plain::new(&edges);
        for play in ["normal", "misere"] {
            let request = json!({"position": {"hackenbush": [edges]}, "play": play});
            let answer = server.ask("/v1/analyze", &request).await;
            assert_eq!(answer["grundy"], plain.worth[0], "{size}");
            assert_eq!(answer["winning_count"], plain.winning(play == "misere"), "{size} {play}");
            assert_eq!(answer["winner"], if plain.winning(play == "misere") > 0 { "first" } else { "second" });
            if !answer["move"].is_null() && answer["winner"] == "first" {
                let after = json!({"position": answer["after"], "play": play, "brief": true});
                assert_eq!(server.ask("/v1/analyze", &after).await["winner"], "second", "{size} {play}");
            }
        }
    }
}

/// Returns a poset in the shape of a comb, in which series and parallel parts are nested as deep as possible. The
/// element 2k is below all later elements, and 2k + 1 is comparable to none of the later elements.
fn comb(elements: usize) -> Vec<String> {
    let low = |element: usize| element / 2 * 2;
    // Each element is written with the largest even element below it: e0<e1, e0<e2, e2<e3, e2<e4, ….
    (1..elements)
        .map(|element| {
            let below = if element % 2 == 1 { element - 1 } else { low(element) - 2 };
            format!("e{below}<e{element}")
        })
        .collect()
}

#[tokio::test]
async fn orders_of_thousands_of_elements() {
    let server = start(&[]).await;
    let mut value = 0;
    for _ in 0..1_500 {
        value = (value ^ 1) + 1;
    }
    for play in ["normal", "misere"] {
        let request = json!({"position": {"poset": [comb(3_000)]}, "play": play, "brief": true, "explain": true});
        let answer = server.ask("/v1/analyze", &request).await;
        assert_eq!((&answer["grundy"], &answer["winner"]), (&json!(value), &json!("first")), "{answer}");
        let explanation = answer["explanation"].to_string();
        assert!(explanation.contains("Deuber") && explanation.contains("factors"), "{explanation}");
        // In a sum of two equal combs, the second player could repeat each move in the other comb. The heap in the sum
        // prevents this.
        let request =
            json!({"position": {"poset": [comb(2_000), comb(2_000)], "nim": [1]}, "play": play, "brief": true});
        let answer = server.ask("/v1/analyze", &request).await;
        assert_eq!((&answer["grundy"], &answer["winner"]), (&json!(1), &json!("first")), "{answer}");
        assert_eq!(answer["winning_count"], 1 + 2 * count_of_change(&comb_values(2_000), 1), "{answer}");
    }
}

/// Returns the Grundy value of each option of the poset `comb(elements)`.
fn comb_values(elements: usize) -> Vec<u64> {
    let (mut value, mut options) = (0_u64, Vec::<u64>::new());
    for _ in 0..elements / 2 {
        // First an element is added that is comparable to no other, and then an element below all of them.
        options = options.iter().map(|option| option ^ 1).chain([value]).map(|option| option + 1).chain([0]).collect();
        value = (value ^ 1) + 1;
    }
    options
}

/// Returns how many options have the value v XOR `change`, where v is the value of the whole comb.
fn count_of_change(options: &[u64], change: u64) -> usize {
    let value = (0..=u64::MAX).find(|value| !options.contains(value)).unwrap();
    options.iter().filter(|option| **option == value ^ change).count()
}

/// If a poset has a least element, normal play of the other elements decides who wins the poset in misère play.
#[tokio::test]
async fn a_least_element_decides_misere_play() {
    let server = start(&[]).await;
    // Without its least element, the poset is wild: both a and b are below c, b is also below d, and a is also below e.
    let wild = ["a<c", "a<e", "b<c", "b<d"];
    let rooted: Vec<String> =
        wild.iter().map(ToString::to_string).chain("abcde".chars().map(|name| format!("root<{name}"))).collect();
    let normal = server.ask("/v1/analyze", &json!({"position": {"poset": [wild]}})).await;
    for beside in [json!([]), json!([7]), json!(["1000000000000000000000"])] {
        let request = json!({"position": {"poset": [rooted], "nim": beside}, "play": "misere", "explain": true});
        let answer = server.ask("/v1/analyze", &request).await;
        let value = normal["grundy"].as_u64().unwrap() + 1;
        assert_eq!(answer["values"]["poset"], json!([value]), "{answer}");
        assert_eq!(answer["winner"], "first", "{answer}");
        assert!(answer["explanation"].to_string().contains("lowest factor"), "{answer}");
    }
    // A wild poset together with a heap that is too large for a search is refused, and the error says why.
    let refused = json!({"position": {"poset": [wild], "nim": ["1000000000000000000000"]}, "play": "misere"});
    server.assert_refused("/v1/analyze", refused, ("misere-unsupported", "/position/poset/0", "tame")).await;
}

/// In a picture, a cycle that is attached at one vertex is solved at any size. Other parts with cycles are solved only
/// if they are small.
#[tokio::test]
async fn pictures_with_cycles_in_misere_sums() {
    let server = start(&[]).await;
    let huge = json!(["1000000000000000000000"]);
    // `trunk` is an edge that carries a cycle of 1000 edges. In `three`, three edges join the ground to one vertex, and
    // a fourth edge hangs on this vertex. `bare` is a cycle of 1000 edges through the ground.
    let ring = |from: u64, length: u64| (0..length).map(move |at| [from + at, from + (at + 1) % length]);
    let trunk: Vec<[u64; 2]> = std::iter::once([0, 1]).chain(ring(1, 1_000)).collect();
    let three = vec![[0, 1], [0, 1], [1, 0], [1, 2]];
    let bare: Vec<[u64; 2]> = ring(0, 1_000).collect();
    for (picture, value) in [(trunk, 1), (three, 0), (bare, 0)] {
        let request = json!({"position": {"hackenbush": [picture], "nim": huge}, "play": "misere", "explain": true});
        let answer = server.ask("/v1/analyze", &request).await;
        assert_eq!(
            (&answer["values"]["hackenbush"], &answer["winner"]),
            (&json!([value]), &json!("first")),
            "{answer}"
        );
        assert!(answer["explanation"].to_string().contains("one edge joins it to the ground"), "{answer}");
    }
    let wild: Value = json!([[0, 1], [0, 2], [1, 2], [1, 3], [2, 4]]);
    let request = json!({"position": {"hackenbush": [wild], "nim": huge}, "play": "misere"});
    server.assert_refused("/v1/analyze", request, ("misere-unsupported", "/position/hackenbush/0", "tame")).await;
    // If the picture is the only component, it is searched.
    let answer = server.ask("/v1/analyze", &json!({"position": {"hackenbush": [wild]}, "play": "misere"})).await;
    assert_eq!(answer["winner"], "first");
}
