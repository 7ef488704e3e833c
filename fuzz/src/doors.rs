//! Reads requests with any content. A request must be accepted, or refused with a reason. The answer to an accepted
//! request must obey the laws that `solve`, `list` and `turn` check.

use std::collections::BTreeMap;

use grundy_core::game::Play;
use grundy_core::number::Natural;
use grundy_core::solve::{AnySolution, ComponentIndex, Filter, ListingStart, Move, RatedMove, Solution, Sum, Winner};
use grundy_core::theory::compounds::CompoundRule;
use grundy_core::theory::graphs::MoveResult;
use grundy_core::wire::analysis::Analysis;
use grundy_core::wire::fault::{Code, Fault};
use grundy_core::wire::limits::RequestLimits;
use grundy_core::wire::moves::{MovesPage, MovesRequest, Paging};
use grundy_core::wire::play::{CallersMove, PlayRequest, Turn};
use grundy_core::wire::request::{Defaults, Explain, Fields, Rejected, Request};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::brute::{TABLES, copy, text};

/// The limits are so small that any position is solved fast, and that the fuzzer reaches the limits.
const LIMITS: RequestLimits = RequestLimits {
    max_digits: 40,
    max_components: 12,
    max_games: 12,
    max_steps: u64::MAX,
    max_vertices: 40,
    max_edges: 120,
    max_vectors: 64,
    max_cells: 2_000,
    max_heaps: 5_000_000,
    // Rules are not accepted here, since nothing would end a script. `metered` sends bodies with rules.
    max_rules: 0,
    max_rules_memory: 0,
    max_certificate: 0,
    max_find: 100,
};

/// The largest number of moves that are checked in a listing.
const LISTED: usize = 20;

/// Reads any bytes as the body of each call.
pub fn json(body: &[u8]) {
    super::metered::ask(body, LIMITS);
    if let Some(request) = read_json::<Explain>(body) {
        solve(request);
    }
    if let Some(request) = read_json::<Paging>(body) {
        list(request, games(body));
    }
    if let Some(request) = read_json::<CallersMove>(body) {
        turn(request, body);
    }
}

/// Reads any bytes as the query string of each call.
pub fn query(query: &[u8]) {
    // A server only receives ASCII here, but no code depends on this.
    let query = String::from_utf8_lossy(query);
    if let Some(request) = accepted(Request::<Explain>::from_query(&query, &LIMITS)) {
        let mut again = form_urlencoded::Serializer::new(String::new());
        for part in request.position.parts() {
            for index in 0..part.components.len() {
                again.append_pair(&part.key, &part.components.written(index).to_string());
            }
        }
        let again = accepted(Request::<Explain>::from_query(&again.finish(), &LIMITS)).unwrap();
        assert_eq!(text(&again.position), text(&request.position), "the text form does not come back");
        solve(request);
    }
    if let Some(request) = accepted(Request::<Paging>::from_query(&query, &LIMITS)) {
        list(request, None);
    }
    assert!(
        accepted(Request::<CallersMove>::from_query(&query, &LIMITS))
            .is_none_or(|request| request.own.missing().is_some())
    );
}

fn read_json<E: Fields>(body: &[u8]) -> Option<Request<E>> {
    let read = |body: &[u8]| Request::<E>::from_json(body, Defaults::default(), &LIMITS);
    let request = accepted(read(body))?;
    // If a body that is right gets an unknown field, this field is its only fault.
    let more = body.trim_ascii_end().strip_suffix(b"}").unwrap();
    let refused = read(&[more, br#", "?": 0}"#].concat()).unwrap_err();
    let [fault] = refused.faults.listed() else { panic!("there is one fault: {:?}", refused.faults) };
    assert_eq!(fault.pointer, "/?");
    assert_eq!(refused.id.map(|id| json!(id)), request.id.as_ref().map(|id| json!(id)));

    let again = from_json(&json!(request.position), request.play, games(body));
    assert_eq!((text(&again.position), again.play), (text(&request.position), request.play), "it does not come back");
    Some(request)
}

/// Returns the games that a body defines, as the body writes them.
fn games(body: &[u8]) -> Option<&RawValue> {
    let members: BTreeMap<String, &RawValue> = serde_json::from_slice(body).unwrap();
    members.get("games").copied()
}

/// Reads a request that must be accepted.
fn from_json(position: &Value, play: Play, games: Option<&RawValue>) -> Request {
    let games = games.map_or("{}", RawValue::get);
    let body = format!(r#"{{"position": {position}, "play": {}, "games": {games}}}"#, json!(play));
    Request::from_json(body.as_bytes(), Defaults::default(), &LIMITS).unwrap()
}

/// Returns the request; `None` if it was refused. Checks the reasons of a refusal.
fn accepted<E: Fields>(read: Result<Request<E>, Rejected>) -> Option<Request<E>> {
    let faults = match read {
        Ok(request) => return Some(request),
        Err(rejected) => rejected.faults,
    };
    assert!(!faults.is_empty(), "refused for no reason");
    for Fault { pointer, code, detail, parameter, .. } in faults.listed() {
        assert!(pointer.is_empty() || pointer.starts_with('/'));
        assert!(matches!(code.status(), 400 | 422), "{detail}");
        // Faults of these kinds are found only after reading.
        assert!(!matches!(code, Code::MisereUnsupported | Code::ValueUnknown | Code::InvalidCursor), "{detail}");
        // Messages repeat only the beginning of a client's text. A character has at most 4 bytes, or 10 bytes if it is
        // escaped.
        let bounds = [(pointer, 1000), (detail, 1500), (parameter.as_ref().unwrap_or(pointer), 1000)];
        assert!(bounds.iter().all(|(text, bound)| text.len() <= *bound), "{detail}");
    }
    None
}

/// Returns the solution of a position. A solution must exist: the position was solved before, or a move leads to it
/// from a solved position.
fn solution(position: Sum, play: Play) -> Solution {
    Solution::of(position, play, &TABLES).unwrap()
}

fn stuck(position: &Sum, play: Play) -> bool {
    solution(copy(position), play).count().is_zero()
}

/// Returns the outcome for the player to move. For the player who moves to this position, the outcome is the opposite.
fn best_outcome(winner: Winner) -> MoveResult {
    match winner {
        Winner::First => MoveResult::Win,
        Winner::Second => MoveResult::Loss,
        Winner::Draw => MoveResult::Draw,
    }
}

/// Returns the outcome of a move for the player who makes it. `after` is the winner in the position after the move.
fn outcome_before(after: Winner) -> MoveResult {
    match after {
        Winner::First => MoveResult::Loss,
        Winner::Second => MoveResult::Win,
        Winner::Draw => MoveResult::Draw,
    }
}

/// Checks the laws that every solution must obey.
fn solve(request: Request) {
    let play = request.play;
    if let Some(compound) = request.compound {
        return super::compounds::solve(request.position, CompoundRule { compound, play });
    }
    let (asked, has_line, has_genus) = (request.own.remoteness, request.own.line > 0, request.own.genus);
    let analysis = match Analysis::of(request, &TABLES) {
        Ok(analysis) => analysis,
        Err(Rejected { faults, .. }) => {
            let misere = play == Play::Misere;
            let fits = |code| {
                matches!(code, Code::ValueUnknown | Code::TooCostly) || misere && code == Code::MisereUnsupported
            };
            return assert!(!faults.is_empty() && faults.listed().iter().all(|fault| fits(fault.code)), "{faults:?}");
        }
    };
    let AnySolution::Sum(solution) = &analysis.solution else { panic!("the request names no compound") };
    let position = solution.position();
    let winner = solution.winner();
    let Some(winning_of_answer) = &analysis.winning_count else {
        // Moves that can't be listed can't be counted either.
        return assert!(solution.check_listable(Filter::Winning).is_err());
    };
    let (count, winning_count, drawing_count) = (solution.count(), solution.winning_count(), solution.drawing_count());
    assert!(&winning_count + &drawing_count <= count);
    assert_eq!(*winning_of_answer, winning_count);
    assert!(solution.can_be_drawn() || drawing_count.is_zero());
    // In misère play a player without a move has won.
    let stuck_winner = play == Play::Misere && count.is_zero();
    assert_eq!(winner == Winner::First, !winning_count.is_zero() || stuck_winner);
    assert_eq!(winner == Winner::Draw, winning_count.is_zero() && !drawing_count.is_zero());
    if let Some(length) = solution.remoteness() {
        assert_ne!(winner, Winner::Draw, "a draw lasts for ever");
        // The winner makes the last move, or in misère play the move before the last.
        assert_eq!(length % 2 == 1, (winner == Winner::First) == (play == Play::Normal), "{length} moves");
        assert_eq!(length == 0, count.is_zero());
    }
    let best = solution.best();
    assert_eq!(best.is_none(), count.is_zero());
    let listed =
        [Filter::All, Filter::Winning].map(|filter| solution.moves(filter, ListingStart::START).take(LISTED).collect());
    let [all, winning]: [Vec<RatedMove>; 2] = listed;
    assert!(winning.iter().all(|listed| listed.outcome == MoveResult::Win));
    for (list, count) in [(&all, &count), (&winning, &winning_count)] {
        assert_eq!(Natural::from(list.len()), count.clone().min(Natural::from(LISTED)));
    }
    let last = |count: &Natural| count.checked_sub(&Natural::ONE).unwrap();
    let picks = [solution.pick(|_| Natural::ZERO), solution.pick(last)];
    for good in picks.iter().flatten().chain(&best) {
        assert_eq!(solution.outcome(good), best_outcome(winner));
    }
    let listed = all.iter().chain(&winning).inspect(|listed| {
        assert_eq!(solution.outcome(&listed.r#move), listed.outcome, "{listed:?}");
    });
    for r#move in listed.map(|listed| &listed.r#move).chain(picks.iter().flatten()).chain(&best) {
        let Move { place, made } = r#move;
        let positions = &position.parts()[place.part].components;
        let found = positions.find(place.index, &*position.left(r#move)).unwrap();
        assert!(positions.is_same_move(&found, made));
        assert!(!positions.describe(place.index, made).is_empty());
        // The options of a position with a solution have a solution, too.
        let after = self::solution(position.after(r#move), play);
        assert_eq!(outcome_before(after.winner()), solution.outcome(r#move));
    }
    let answer = json!(analysis.answer());
    assert_eq!(answer.get("remoteness").is_some(), asked, "{answer}");
    assert_eq!(answer.get("genus").is_some(), has_genus, "{answer}");
    // The first digit of the exponent of the genus is the Grundy value in misère play. It is 0 iff the sum is lost.
    if let Some(digit) = answer.pointer("/genus/sum/misere/0").filter(|_| play == Play::Misere) {
        assert_eq!(winner == Winner::Second, *digit == 0, "{answer}");
    }
    match answer["line"].as_array() {
        None => assert!(!has_line, "{answer}"),
        Some(line) if answer["move"].is_null() => assert!(line.is_empty(), "{answer}"),
        Some(line) => {
            for field in ["game", "index", "to", "text"] {
                assert_eq!(line[0][field], answer["move"][field], "{answer}");
            }
        }
    }
}

/// Checks a page of a listing, and the page after it.
fn list(request: MovesRequest, games: Option<&RawValue>) {
    if request.compound.is_some() {
        return;
    }
    let (position, play) = (json!(request.position), request.play);
    let Ok(page) = MovesPage::of(request, &TABLES, &LIMITS) else { return };
    let page = json!(page);
    let Some(next) = page["next"].as_str() else { return };
    let games = games.map_or("{}", RawValue::get);
    // The cursor depends on whether only winning moves are listed. So exactly one of these two listings accepts the
    // cursor.
    let fitting = [r#""only": "winning", "#, ""].into_iter().filter(|only| {
        let again = json!({"position": position, "play": play, "cursor": next, "limit": 1}).to_string();
        let again = format!(r#"{{{only}"games": {games}, {}"#, &again[1..]);
        let request = MovesRequest::from_json(again.as_bytes(), Defaults::default(), &LIMITS).unwrap();
        MovesPage::of(request, &TABLES, &LIMITS).is_ok_and(|page| !json!(page)["moves"].as_array().unwrap().is_empty())
    });
    assert_eq!(fitting.count(), 1, "{page}");
}

/// Checks the caller's move and the reply.
fn turn(request: PlayRequest, body: &[u8]) {
    if request.compound.is_some() {
        return;
    }
    let (before, play, games) = (copy(&request.position), request.play, games(body));
    let members: BTreeMap<String, &RawValue> = serde_json::from_slice(body).unwrap();
    let Ok(turn) = Turn::of(request, &TABLES, &LIMITS) else { return };
    let turn = json!(turn.answer());
    let read = |position: &Value| from_json(position, play, games).position;
    let (position, after) = (read(&turn["position"]), read(&turn["after"]));

    let r#move: Value = serde_json::from_str(members["move"].get()).unwrap();
    let key = r#move["game"].as_str().unwrap();
    let index = r#move["index"].to_string().trim_end_matches(".0").parse().ok();
    let is_named = |place: &ComponentIndex| before.parts()[place.part].key == key && Some(place.index) == index;
    let place = before.places().find(is_named).unwrap();
    let positions = &before.parts()[place.part].components;
    let to = if positions.ruleset().splits() { r#move["to"].clone() } else { json!([r#move["to"]]) };
    let to = read(&json!({ key: to }));
    let to = to.parts().first().map_or_else(|| positions.ruleset().none(), |part| part.components.copy());
    assert!(positions.find(place.index, &*to).is_ok());
    assert_eq!(text(&before.with(place, &*to)), text(&position));

    // This checks the outcome of the caller's move first, and then that of the reply. The reply may be a mistake, if
    // the request asks for mistakes.
    let outcome = outcome_before(solution(copy(&position), play).winner());
    assert_eq!(turn["winning"], outcome == MoveResult::Win);
    assert_eq!(turn["over"], stuck(&after, play));
    assert_eq!(turn["reply"].is_null(), stuck(&position, play));
    let outcome = match (turn["reply"].is_null(), solution(copy(&after), play).winner()) {
        (true, _) => outcome,
        (false, Winner::First) => MoveResult::Win,
        (false, Winner::Second) => MoveResult::Loss,
        (false, Winner::Draw) => MoveResult::Draw,
    };
    let winner = match outcome {
        MoveResult::Win => "caller",
        MoveResult::Loss => "oracle",
        MoveResult::Draw => "draw",
    };
    assert_eq!(turn["winner"], winner);
    if !members.contains_key("mistakes") {
        assert_eq!(turn["winning"] == true, winner == "caller", "a reply that is no mistake changes nothing");
    }
}
