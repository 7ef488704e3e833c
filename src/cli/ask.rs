//! `grundy analyze`, `moves` and `values`: one question, answered here.

use std::num::NonZeroUsize;
use std::path::Path;

use grundy_core::wire::analysis::{Analysis, solve};
use grundy_core::wire::engine::{self, Engine, NoAnswer};
use grundy_core::wire::fault::{Fault, Faults};
use grundy_core::wire::games::Games;
use grundy_core::wire::moves::{self, Listing, MovesRequest};
use grundy_core::wire::position;
use grundy_core::wire::request::Request;
use grundy_core::wire::values::{Values, ValuesRequest};

use super::report::{self, Report};
use super::{Analyze, Moves, Outcome, Values as ValuesArguments, print};

/// Analyses a position.
///
/// # Errors
/// What is wrong with the request, or that the output can't be written.
pub fn analyze(arguments: &Analyze) -> Outcome {
    let file = file(arguments.games.as_deref())?;
    let flags = [
        ("play", misere(arguments.misere)),
        ("explain", arguments.explain.then(|| true.to_string())),
        ("remoteness", arguments.remoteness.then(|| true.to_string())),
        ("line", arguments.line.map(|moves| moves.to_string())),
    ];
    let parameters = report::parameters(&arguments.components, &flags);
    print(answer(&Engine::default(), |engine| {
        let games = games(file.as_deref(), engine)?;
        let request = Request::from_words(&parameters, &games, &engine.limits).map_err(|rejected| rejected.faults)?;
        let analysis = Analysis::of(request, &engine.tables).map_err(|rejected| rejected.faults)?;
        if arguments.json {
            return Ok(serde_json::to_string(&analysis.answer())? + "\n");
        }
        Ok(Report(&analysis).to_string())
    })?)
}

/// The parameter of `--misere`.
fn misere(is_set: bool) -> Option<String> {
    is_set.then(|| "misere".to_owned())
}

/// What the command prints, worked out within the default limits.
fn answer<T>(engine: &Engine, work: impl FnOnce(&Engine) -> Result<T, NoAnswer>) -> Outcome<T> {
    engine::run(&engine.meter(), || work(engine)).map_err(|none| match none {
        NoAnswer::Faults(faults) => fault_lines(&faults).into(),
        NoAnswer::Stopped(spent) => spent.into(),
        NoAnswer::Unwritable(error) => error.into(),
    })
}

/// The JSON of a file with games.
fn file(path: Option<&Path>) -> Result<Option<Vec<u8>>, String> {
    path.map(|path| std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))).transpose()
}

/// The games that such a file defines.
fn games(json: Option<&[u8]>, engine: &Engine) -> Result<Games, Faults> {
    json.map_or_else(|| Ok(Games::default()), |json| Games::from_json(json, &engine.limits))
}

/// Lists the moves of a position.
///
/// # Errors
/// What is wrong with the request, or that the output can't be written.
pub fn moves(arguments: &Moves) -> Outcome {
    let file = file(arguments.games.as_deref())?;
    let flags = [
        ("play", misere(arguments.misere)),
        ("only", arguments.winning.then(|| "winning".to_owned())),
        ("limit", arguments.limit.map(|limit| limit.get().min(moves::MAX_LIMIT).to_string())),
    ];
    let parameters = report::parameters(&arguments.components, &flags);
    // Beyond a page's limit the flag's own number counts.
    let limit = arguments.limit.map(NonZeroUsize::get);
    if arguments.json {
        return pages(parameters, limit, file.as_deref());
    }
    if parameters.iter().any(|(name, _)| name == "cursor") {
        return Err("cursor: a page begins at a cursor only with --json".into());
    }
    print(answer(&Engine::default(), |engine| {
        let request = moves_request(&parameters, file.as_deref(), engine)?;
        let solution = solve(request.position, request.play, &engine.tables)?;
        let limit = limit.unwrap_or(request.own.limit());
        Ok(report::Moves::new(&solution, request.own.filter(), limit).to_string())
    })?)
}

fn moves_request(
    parameters: &[(String, String)],
    file: Option<&[u8]>,
    engine: &Engine,
) -> Result<MovesRequest, NoAnswer> {
    let games = games(file, engine)?;
    Ok(MovesRequest::from_words(parameters, &games, &engine.limits).map_err(|rejected| rejected.faults)?)
}

/// The moves as the API answers them, page after page, until there are no more or none are left to show.
fn pages(mut parameters: Vec<(String, String)>, limit: Option<usize>, file: Option<&[u8]>) -> Outcome {
    let engine = Engine::default();
    let limit_of_words = answer(&engine, |engine| Ok(moves_request(&parameters, file, engine)?.own.limit()))?;
    // Without a limit there are all.
    let is_given = parameters.iter().any(|(name, _)| name == "limit");
    let mut left = limit.unwrap_or(if is_given { limit_of_words } else { usize::MAX });
    while left > 0 {
        parameters.retain(|(name, _)| name != "limit");
        parameters.push(("limit".to_owned(), left.min(moves::MAX_LIMIT).to_string()));
        let (page, count, next) = answer(&engine, |engine| {
            let page = Listing::of(moves_request(&parameters, file, engine)?, &engine.tables, &engine.limits)?;
            Ok((serde_json::to_string(&page)? + "\n", page.len(), page.next().map(str::to_owned)))
        })?;
        print(page)?;
        left = left.saturating_sub(count);
        let Some(cursor) = next else { break };
        parameters.retain(|(name, _)| name != "cursor");
        parameters.push(("cursor".to_owned(), cursor));
    }
    Ok(())
}

/// Lists the values of a game.
///
/// # Errors
/// What is wrong with the request, or that the output can't be written.
pub fn values(arguments: &ValuesArguments) -> Outcome {
    let part = position::part(&arguments.game).map_err(|fault| fault.detail)?;
    if !Values::is_for(part.run.shape()) {
        return Err(format!("positions of {} are not one integer", part.key).into());
    }
    let query = form_urlencoded::Serializer::new(String::new()).append_pair("n", &arguments.range).finish();
    print(answer(&Engine::default(), |engine| {
        let request = ValuesRequest::from_query(part, &query, &engine.limits)?;
        let values = Values::of(&request, &engine.tables)?;
        if arguments.json {
            return Ok(serde_json::to_string(&values)? + "\n");
        }
        Ok(values.each().fold(String::new(), |lines, (number, value)| match value {
            Some(value) => lines + &format!("{number} {value}\n"),
            None => lines + &format!("{number} -\n"),
        }))
    })?)
}

/// A line for each fault, with the argument that it is about.
fn fault_lines(faults: &Faults) -> String {
    let line = |fault: &Fault| match &fault.parameter {
        Some(parameter) => format!("{parameter}: {}", fault.detail),
        None => fault.detail.clone(),
    };
    faults.listed().iter().map(line).collect::<Vec<_>>().join("\ngrundy: ")
}
