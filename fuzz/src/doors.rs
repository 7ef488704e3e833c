//! The ways in: what a client sends is taken or refused, with a reason for every refusal; and what is taken has an
//! answer that keeps the laws.

use grundy::answer::Answer;
use grundy::fault::{Code, Fault};
use grundy::games::Component;
use grundy::limits::Limits;
use grundy::listing::{Listing, MovesRequest, Paging};
use grundy::natural::Natural;
use grundy::oracle::{Filter, Play, Solution, Spot, Winner};
use grundy::position::Position;
use grundy::request::{Defaults, Explain, Extra, Rejected, Request};
use grundy::turn::{CallersMove, PlayRequest, Turn, TurnAnswer};
use grundy::work::Size;
use serde_json::{Value, json};

/// Small enough for any position to be quick, and to be reached by the fuzzer.
const LIMITS: Limits = Limits { max_digits: 40, max_components: 12, max_cost: 8_000 };

/// A body of each of the calls.
pub fn json(body: &[u8]) {
    if let Some(request) = read_json::<Explain>(body) {
        solve(&request);
    }
    if let Some(request) = read_json::<Paging>(body) {
        list(&request);
    }
    if let Some(request) = read_json::<CallersMove>(body) {
        turn(&request);
    }
}

/// A query string of each of the calls.
pub fn query(query: &[u8]) {
    // The server has ASCII here, but nothing depends on it.
    let query = String::from_utf8_lossy(query);
    if let Some(request) = accepted(Request::<Explain>::from_query(&query, &LIMITS)) {
        solve(&request);
        let texts: Vec<_> = request.position.components().iter().map(Component::to_string).collect();
        let kinds = request.position.components().iter().map(|component| component.kind().id());
        let again: Vec<_> = kinds.zip(&texts).map(|(kind, text)| format!("{kind}={text}")).collect();
        let again = accepted(Request::<Explain>::from_query(&again.join("&"), &LIMITS)).unwrap();
        assert_eq!(again.position, request.position, "the text form does not come back");
    }
    if let Some(request) = accepted(Request::<Paging>::from_query(&query, &LIMITS)) {
        list(&request);
    }
    assert!(
        accepted(Request::<CallersMove>::from_query(&query, &LIMITS))
            .is_none_or(|request| request.extra.missing().is_some())
    );
}

fn read_json<E: Extra>(body: &[u8]) -> Option<Request<E>> {
    let read = |body: &[u8]| Request::<E>::from_json(body, Defaults::default(), &LIMITS);
    let request = accepted(read(body))?;
    // With an unknown field in it, the same body takes the slow reading: that finds this fault and no other.
    let more = body.trim_ascii_end().strip_suffix(b"}").unwrap();
    let slowly = read(&[more, br#", "?": 0}"#].concat()).unwrap_err();
    let [fault] = slowly.faults.listed() else { panic!("the readings disagree: {:?}", slowly.faults) };
    assert_eq!(fault.pointer, "/?");
    assert_eq!(slowly.id.map(|id| json!(id)), request.id.as_ref().map(|id| json!(id)));

    let again = json!({"position": request.position, "play": request.play}).to_string();
    let again = Request::<Explain>::from_json(again.as_bytes(), Defaults::default(), &LIMITS).unwrap();
    assert_eq!((again.position, again.play), (request.position.clone(), request.play), "it does not come back");
    Some(request)
}

/// What was read, or nothing if it was refused as it should be.
fn accepted<E: Extra>(read: Result<Request<E>, Rejected>) -> Option<Request<E>> {
    let faults = match read {
        Ok(request) => return Some(request),
        Err(rejected) => rejected.faults,
    };
    assert!(!faults.is_empty(), "refused for no reason");
    for Fault { pointer, code, detail, parameter } in faults.listed() {
        assert!(pointer.is_empty() || pointer.starts_with('/'));
        assert!(matches!(code.status(), 400 | 422) && !matches!(code, Code::MisereUnsupported | Code::InvalidCursor));
        // Nothing that the client sent comes back unbounded. A character is 4 bytes at most, escaped 10.
        let bounds = [(pointer, 1000), (detail, 1500), (parameter.as_ref().unwrap_or(pointer), 1000)];
        assert!(bounds.iter().all(|(text, bound)| text.len() <= *bound), "{detail}");
    }
    None
}

/// The laws that every solution of a request keeps.
fn solve(request: &Request) {
    let Request { position, play, .. } = request;
    let Ok(solution) = Solution::of(position, *play) else {
        return assert_eq!(*play, Play::Misere);
    };
    let first_wins = solution.winner() == Winner::First;
    let (count, winning_count) = (solution.count(), solution.winning_count());
    assert!(winning_count <= count);
    // In misère play a player without a move has won.
    let stuck_winner = *play == Play::Misere && count.is_zero();
    assert_eq!(first_wins, !winning_count.is_zero() || stuck_winner);
    let best = solution.best();
    assert_eq!(best.is_none(), count.is_zero());
    let listed = [Filter::All, Filter::Winning].map(|filter| solution.moves(filter, Spot::START).take(20).collect());
    let [all, winning]: [Vec<_>; 2] = listed;
    assert!(winning.iter().all(|listed| listed.wins));
    for (list, count) in [(&all, &count), (&winning, &winning_count)] {
        assert_eq!(Natural::from(list.len()), count.clone().min(Natural::from(20_u64)));
    }
    for r#move in all.iter().chain(&winning).map(|listed| &listed.r#move).chain(&best) {
        let before = &position.components()[r#move.place];
        before.check_move(&r#move.to).unwrap();
        assert!(!before.describe(&r#move.to).is_empty());
        let after = position.with(r#move.place, r#move.to.clone());
        let wins = solution.wins(r#move);
        // A position whose misère theory is known has only such options.
        assert_eq!(Solution::of(&after, *play).unwrap().winner() == Winner::Second, wins);
        if best.as_ref() == Some(r#move) {
            assert_eq!(wins, !winning_count.is_zero());
        }
    }
    serde_json::to_string(&Answer::new(request, &solution)).unwrap();
}

/// A page, and the page after it.
fn list(request: &MovesRequest) {
    let Ok(page) = Listing::of(request, Size::default(), &LIMITS) else { return };
    let page = json!(page);
    let Some(next) = page["next"].as_str() else { return };
    let again = json!({"position": request.position, "play": request.play, "cursor": next, "limit": 1});
    // Whether only the winning moves were asked for is in the cursor, one of the two fits.
    let fitting = [json!("winning"), Value::Null].into_iter().filter(|only| {
        let mut again = again.clone();
        if !only.is_null() {
            again["only"] = only.clone();
        }
        let request = MovesRequest::from_json(again.to_string().as_bytes(), Defaults::default(), &LIMITS).unwrap();
        Listing::of(&request, Size::default(), &LIMITS)
            .is_ok_and(|page| !json!(page)["moves"].as_array().unwrap().is_empty())
    });
    assert_eq!(fitting.count(), 1, "{page}");
}

/// The caller's move and the reply.
fn turn(request: &PlayRequest) {
    let Ok(turn) = Turn::of(request, &LIMITS) else { return };
    let turn = json!(TurnAnswer::from(&turn));
    let read = |position: &Value| -> Position {
        let body = json!({ "position": position }).to_string();
        Request::<Explain>::from_json(body.as_bytes(), Defaults::default(), &LIMITS).unwrap().position
    };
    let position = read(&turn["position"]);
    let before = request.position.components();
    let changed: Vec<_> = before.iter().zip(position.components()).filter(|(before, after)| before != after).collect();
    let [(from, to)] = changed[..] else { panic!("{} components changed", changed.len()) };
    from.check_move(to).unwrap();
    let solution = Solution::of(&position, request.play).unwrap();
    let caller_wins = solution.winner() == Winner::Second;
    assert_eq!(turn["winner"], if caller_wins { "caller" } else { "oracle" });
    assert_eq!(turn["winning"], caller_wins);
    let after = read(&turn["after"]);
    let stuck = |position: &Position| position.components().iter().all(|component| component.option_count().is_zero());
    assert_eq!(turn["over"], stuck(&after));
    assert_eq!(turn["reply"].is_null(), stuck(&position));
}
