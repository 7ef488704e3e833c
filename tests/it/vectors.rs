//! Sends thousands of positions that brute force has solved to the live server, in normal and in misère play. Compares
//! values, winners, all winning and drawing moves, and lengths of play. Checks that the recommended move is one of the
//! best moves. Every file of `tests/vectors/` has a JSON object on each line:
//!
//! - `position`, and `games` if the vector defines games, as requests have them. Then the facts that are known:
//!   `winner`, `grundy` (`"inf"` with `grundy_options`), `values`, `components` (the `grundy` of each component),
//!   `winning_count`, `winning_moves`, `drawing_moves`, `total_moves`, `counts`, `remoteness`, `fastest_wins`,
//!   `longest_resistance`;
//! - `misere_winner` and so on: the same facts for misère play, except values;
//! - `genus`: the genus of the sum, as answers write it;
//! - `misere_theory`: `"unknown"` if the service may answer that it has no theory of the sum. For normal play, a
//!   `grundy` of null has this meaning.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use std::collections::{HashMap, HashSet};
use std::fmt;

use crate::common::{Server, moves_on, start};
use futures_util::{StreamExt, stream};
use grundy_core::catalogue;
use grundy_core::game::Positions;
use grundy_core::game::shape::PlainValue;
use grundy_core::wire::limits::RequestLimits;
use grundy_core::wire::request::{Defaults, Explain, Request};
use serde_json::{Value, json};

/// The number of concurrent requests for moves. It is not larger than the number of workers on a small machine, so that
/// no request is refused.
const CONCURRENT: usize = 2;

/// The number of moves on a page. It is small, so that many listings have several pages.
const PAGE: usize = 5;

/// The number of positions in one stream.
const STREAM: usize = 1000;

/// A move. Two moves are the same iff they have the same game and index, and `to` is the same position in this game.
struct Move {
    game: String,
    index: u64,
    to: Box<dyn Positions>,
}

impl Move {
    fn of(json: &Value, games: &Value) -> Self {
        let game = json["game"].as_str().unwrap().to_owned();
        let list =
            if games.get(&game).is_none() && Self::splits(&game) { json["to"].clone() } else { json!([json["to"]]) };
        let mut request = json!({"position": {&*game: list}});
        if !games.is_null() {
            request["games"] = games.clone();
        }
        let (request, limits) = (request.to_string(), RequestLimits::default());
        let request = Request::<Explain>::from_json(request.as_bytes(), Defaults::default(), &limits).unwrap();
        let to = request.position.parts().first().map(|part| part.components.copy());
        Self {
            index: json["index"].as_u64().unwrap(),
            to: to.unwrap_or_else(|| catalogue::find(&game).unwrap().rules.none()),
            game,
        }
    }

    /// Returns whether moves in a game of the catalogue leave a list of positions.
    fn splits(key: &str) -> bool {
        catalogue::find(key).unwrap().rules.splits()
    }

    fn list(json: &Value, games: &Value) -> Vec<Self> {
        json.as_array().unwrap().iter().map(|json| Self::of(json, games)).collect()
    }

    /// Returns whether two moves are the same. The order of the parts does not matter.
    fn is(&self, other: &Self) -> bool {
        let count = |at: usize, of: &Self| (0..of.to.len()).filter(|part| of.to.is_same(*part, &*self.to, at)).count();
        (&self.game, self.index, self.to.len()) == (&other.game, other.index, other.to.len())
            && (0..self.to.len()).all(|at| count(at, self) == count(at, other))
    }

    fn is_in(&self, moves: &[Self]) -> bool {
        moves.iter().any(|other| self.is(other))
    }
}

/// The size of the largest heap that brute force classifies.
const LARGEST: u64 = 50;

/// The classes of tame positions in misère sums (Conway, On Numbers and Games, 1976, chapter 12), by the rules alone.
/// In such sums, a tame position behaves like some heaps of Nim. Its class is the XOR of these heaps, and whether one
/// of them is larger than 1. A wild position has no class.
#[derive(Default)]
struct Kinds(HashMap<PlainValue, Option<(u64, bool)>>);

impl Kinds {
    /// Returns the class of a component; `None` if it is wild. A component is wild if it has a genus that no heaps of
    /// Nim have, or if it can lead to a position that has such a genus.
    fn of(&mut self, run: &dyn Positions, index: usize) -> Option<(u64, bool)> {
        let written = run.written(index);
        if let Some(kind) = self.0.get(&written) {
            return *kind;
        }
        let options = run.options(index);
        let kinds: Option<Vec<(u64, bool)>> = options.iter().map(|option| self.of_sum(&**option)).collect();
        let kind = kinds.and_then(|kinds| {
            let mex = |values: HashSet<u64>| (0..=u64::MAX).find(|value| !values.contains(value)).unwrap();
            let normal = mex(kinds.iter().map(|(value, _)| *value).collect());
            // In misère play, an option whose heaps are at most 1 has the value 0 instead of 1, and 1 instead of 0.
            let of_misere = kinds.iter().map(|(value, firm)| if *firm { *value } else { 1 - value });
            let misere = if kinds.is_empty() { 1 } else { mex(of_misere.collect()) };
            let is_fickle = normal < 2 && misere == 1 - normal;
            (is_fickle || normal == misere).then_some((normal, !is_fickle))
        });
        self.0.insert(written, kind);
        kind
    }

    fn of_sum(&mut self, positions: &dyn Positions) -> Option<(u64, bool)> {
        (0..positions.len()).try_fold((0, false), |(sum, firm), index| {
            let (value, is_firm) = self.of(positions, index)?;
            Some((sum ^ value, firm || is_firm))
        })
    }
}

/// A test vector, and whether normal or misère play is tested.
#[derive(Clone, Copy)]
struct Case<'v> {
    vector: &'v Value,
    is_misere: bool,
}

impl Case<'_> {
    /// Returns a field of the test vector. In misère play, the field's name begins with `misere_`.
    fn field(&self, name: &str) -> Option<&Value> {
        let name = if self.is_misere { format!("misere_{name}") } else { name.to_owned() };
        self.vector.get(name)
    }

    fn moves(&self, name: &str) -> Option<Vec<Move>> {
        Some(Move::list(self.field(name)?, self.games()))
    }

    fn games(&self) -> &Value {
        &self.vector["games"]
    }

    fn request(&self) -> Value {
        let play = if self.is_misere { "misere" } else { "normal" };
        let mut request = json!({"position": self.vector["position"], "play": play});
        if !self.games().is_null() {
            request["games"] = self.games().clone();
        }
        request
    }

    /// Returns whether the service may refuse this case.
    fn may_refuse(&self, answer: &Value) -> bool {
        match answer["error"]["code"].as_str().unwrap() {
            "value-unknown" => self.vector["grundy"].is_null(),
            "illegal-position" | "too-costly" => BOUNDED.iter().any(|game| self.vector["position"].get(game).is_some()),
            "misere-unsupported" if self.is_misere && self.games().is_null() => {
                self.vector["misere_theory"] == "unknown" || !self.is_tame(&answer["error"])
            }
            _ => false,
        }
    }

    /// Finds out by brute force whether a component is tame. The component is the one that the error's pointer names.
    /// Returns `false` if the component is not an integer up to [`LARGEST`].
    fn is_tame(&self, error: &Value) -> bool {
        let pointer: Vec<&str> = error["errors"][0]["pointer"].as_str().unwrap().split('/').collect();
        let ["", "position", key, index] = pointer[..] else { panic!("{error}") };
        let component = &self.vector["position"][key][index.parse::<usize>().unwrap()];
        if component.as_u64().is_none_or(|size| size > LARGEST) {
            return false;
        }
        let to = json!({"game": key, "index": 0, "to": if Move::splits(key) { json!([component]) } else { component.clone() }});
        Kinds::default().of(&*Move::of(&to, self.games()).to, 0).is_some()
    }

    /// Returns the Grundy value that a test vector states, in the form that the service writes.
    fn value(known: &Value) -> Option<Value> {
        match known.get("grundy")? {
            Value::String(inf) if inf == "inf" => Some(json!({"infinite": known["grundy_options"]})),
            value => Some(value.clone()),
        }
    }

    fn check_analysis(&self, answer: &Value) {
        if let Some(value) = Self::value(self.vector) {
            // If only the outcomes of a game are known, the vector has the value null. If the player to move loses, the
            // service may answer 0 instead.
            let is_over = value.is_null() && self.vector["winner"] == "second" && answer["grundy"] == 0;
            assert!(answer["grundy"] == value || is_over, "{self}: {answer}");
        }
        assert_eq!(&answer["values"], self.vector.get("values").unwrap_or(&answer["values"]), "{self}");
        for component in self.vector.get("components").and_then(Value::as_array).into_iter().flatten() {
            let (game, index) = (component["game"].as_str().unwrap(), component["index"].as_u64().unwrap());
            let answered = &answer["values"][game][usize::try_from(index).unwrap()];
            assert_eq!(Some(answered), Self::value(component).as_ref(), "{component}, {self}");
        }
        for field in ["winner", "winning_count"] {
            assert_eq!(&answer[field], self.field(field).unwrap_or(&answer[field]), "{field}, {self}");
        }
        if let Some(counts) = self.field("counts") {
            let drawing = answer.get("drawing_count").cloned().unwrap_or(json!(0));
            assert_eq!((&counts["winning"], &counts["drawing"]), (&answer["winning_count"], &drawing), "{self}");
        }
        let Some(winning) = self.moves("winning_moves") else { return };
        assert_eq!(answer["winning_count"], winning.len(), "{self}");
        let drawing = self.moves("drawing_moves").unwrap_or_default();
        let good = if winning.is_empty() { drawing } else { winning };
        match &answer["move"] {
            Value::Null => assert!(answer["after"].is_null() && good.is_empty(), "{self}"),
            best => assert!(good.is_empty() || Move::of(best, self.games()).is_in(&good), "{self}: {best}"),
        }
    }

    /// Checks the answer of a request that asks how long play lasts.
    fn check_length(&self, answer: &Value) {
        assert_eq!(Some(&answer["remoteness"]), self.field("remoteness"), "{self}");
        assert_eq!(Some(&answer["winner"]), self.field("winner"), "{self}");
        for field in ["fastest_wins", "longest_resistance"] {
            if let Some(best) = self.moves(field).filter(|best| !best.is_empty()) {
                assert!(Move::of(&answer["move"], self.games()).is_in(&best), "{field}, {self}: {answer}");
            }
        }
    }

    /// Checks the moves that `/v1/moves` lists, page by page.
    async fn check_listing(&self, server: &Server) {
        let Some(winning) = self.moves("winning_moves") else { return };
        let listed = self.listed(server, Some("winning")).await;
        self.assert_same(&listed, &winning, "winning");
        let Some(drawing) = self.moves("drawing_moves") else { return };
        let listed = self.listed(server, None).await;
        let of = |outcome: &str| listed.iter().filter(|each| outcome_of(each) == outcome).cloned().collect::<Vec<_>>();
        self.assert_same(&of("win"), &winning, "win");
        self.assert_same(&of("draw"), &drawing, "draw");
        let losing = of("loss").len();
        let counts = self.field("counts").unwrap();
        assert_eq!((&json!(losing), &json!(listed.len())), (&counts["losing"], &counts["moves"]), "{self}");
    }

    async fn listed(&self, server: &Server, only: Option<&str>) -> Vec<Value> {
        let mut request = self.request();
        request["limit"] = PAGE.into();
        if let Some(only) = only {
            request["only"] = only.into();
        }
        let pages = server.pages(&request).await;
        let listed = moves_on(&pages);
        for r#move in &listed {
            let is_win = outcome_of(r#move) == "win";
            assert!(r#move["wins"] == is_win && (is_win || only.is_none()), "{self}: {move}");
        }
        let last = pages.last().unwrap();
        let count = if only.is_some() { &last["winning_count"] } else { &last["count"] };
        assert_eq!(*count, listed.len(), "{self}");
        assert_eq!(&last["count"], self.vector.get("total_moves").unwrap_or(&last["count"]), "{self}");
        listed
    }

    /// Asserts that both lists have the same moves, each once.
    fn assert_same(&self, listed: &[Value], expected: &[Move], what: &str) {
        let mut seen = Vec::new();
        for r#move in listed {
            let read = Move::of(r#move, self.games());
            assert!(read.is_in(expected) && !read.is_in(&seen), "{what}, {self}: {move} is wrong or listed twice");
            seen.push(read);
        }
        assert_eq!(seen.len(), expected.len(), "{what}, {self}");
    }
}

/// Games that may refuse large numbers, since solving them means counting primes.
const BOUNDED: [&str; 1] = ["prime-nim"];

impl fmt::Display for Case<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", if self.is_misere { "misère" } else { "normal" }, self.vector)
    }
}

/// Returns the outcome of a listed move. If play cannot go on for ever, answers only say whether the move wins.
fn outcome_of(r#move: &Value) -> &str {
    let wins = if r#move["wins"] == true { "win" } else { "loss" };
    r#move.get("outcome").map_or(wins, |outcome| outcome.as_str().unwrap())
}

/// Returns the answers to these requests, in the order of the requests.
async fn analyze(server: &Server, requests: impl Iterator<Item = Value>) -> Vec<Value> {
    let lines: Vec<String> = requests.map(|request| request.to_string()).collect();
    let request = server.client.post(server.url("/v1/batch")).header("content-type", "application/x-ndjson");
    let text = request.body(lines.join("\n")).send().await.unwrap().text().await.unwrap();
    let answers: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), lines.len());
    answers
}

/// Asks about the position after each move that wins. It must be lost.
async fn check_after(server: &Server, mut after: Vec<(&Case<'_>, Value, Value)>) {
    after.retain(|(_, winner, left)| winner == "first" && !left.is_null());
    let requests = after.iter().map(|(case, _, left)| {
        let mut request = case.request();
        request["position"] = left.clone();
        request
    });
    for ((case, _, left), answer) in after.iter().zip(analyze(server, requests).await) {
        let code = &answer["error"]["code"];
        // A move that splits leaves more components than a search may decide.
        if code == "misere-unsupported" {
            continue;
        }
        assert_eq!(answer["winner"], "second", "{case} leaves {left}: {answer}");
    }
}

/// Checks cases, and returns how many of them were answered.
async fn check(server: &Server, cases: &[Case<'_>]) -> usize {
    let answers = analyze(server, cases.iter().map(Case::request)).await;
    let (mut answered, mut after) = (Vec::new(), Vec::new());
    for (case, answer) in cases.iter().zip(answers) {
        if answer.get("error").is_some() {
            assert!(case.may_refuse(&answer), "{case}: {answer}");
        } else {
            case.check_analysis(&answer);
            after.push((case, answer["winner"].clone(), answer["after"].clone()));
            answered.push(*case);
        }
    }
    check_after(server, after).await;
    let timed: Vec<&Case> = answered.iter().filter(|case| case.field("remoteness").is_some()).collect();
    let requests = timed.iter().map(|case| {
        let mut request = case.request();
        request["remoteness"] = true.into();
        request
    });
    for (case, answer) in timed.iter().zip(analyze(server, requests).await) {
        case.check_length(&answer);
    }
    let has_genus: Vec<&Case> = answered.iter().filter(|case| case.field("genus").is_some()).collect();
    let requests = has_genus.iter().map(|case| {
        let mut request = case.request();
        request["genus"] = true.into();
        request
    });
    for (case, answer) in has_genus.iter().zip(analyze(server, requests).await) {
        assert_eq!(Some(&answer["genus"]["sum"]), case.field("genus"), "{case}");
    }
    let listings = stream::iter(&answered).map(|case| case.check_listing(server));
    listings.buffer_unordered(CONCURRENT).collect::<()>().await;
    answered.len()
}

/// Returns whether every game of a vector is in the catalogue, or is defined in the vector.
fn is_known(vector: &Value, ids: &HashSet<&str>) -> bool {
    let mut keys = vector["position"].as_object().unwrap().keys();
    keys.all(|key| {
        vector["games"].get(key).is_some() || ids.contains(key.split_once('(').map_or(key.as_str(), |(id, _)| id))
    })
}

/// Returns whether a game of the vector has parameters in its key, as in `octal(0.77)`.
fn is_of_heaps(vector: &Value) -> bool {
    vector["position"].as_object().unwrap().keys().any(|key| key.contains('('))
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_are_what_brute_force_found() {
    let server = start(&[]).await;
    let catalogue = server.read("/v1/games").await;
    let ids = catalogue["games"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect();
    let folder = format!("{}/tests/vectors", env!("CARGO_MANIFEST_DIR"));
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    for path in paths.filter(|path| path.extension().is_some_and(|extension| extension == "jsonl")) {
        let text = std::fs::read_to_string(&path).unwrap();
        let vectors: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let known: Vec<&Value> = vectors.iter().filter(|vector| is_known(vector, &ids)).collect();
        assert!(known.len() > 100 && known.len() * 10 > vectors.len() * 9, "{}", path.display());
        for is_misere in [false, true] {
            let winner = if is_misere { "misere_winner" } else { "winner" };
            // In misère play, sums with games of heaps are left out unless the sums are tame. The search for a common
            // quotient may fail, which takes a minute in a build without optimization.
            let is_slow = |vector: &Value| is_misere && vector["misere_theory"] != "tame" && is_of_heaps(vector);
            let told = known.iter().filter(|vector| vector.get(winner).is_some() && !is_slow(vector));
            let cases: Vec<Case> = told.map(|vector| Case { vector, is_misere }).collect();
            let mut answered = 0;
            for cases in cases.chunks(STREAM) {
                answered += check(&server, cases).await;
            }
            println!("{}, {winner}: {answered} of {} answered", path.display(), cases.len());
            assert!(answered >= cases.len() / 4, "{}: too few to tell anything", path.display());
        }
    }
}
