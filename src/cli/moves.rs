//! `grundy moves`: the moves of a position.

use grundy_core::wire::analysis::solve;
use grundy_core::wire::engine::{Engine, NoAnswer};
use grundy_core::wire::moves::{self, MovesPage, MovesRequest};

use super::MovesArgs;
use super::asking::{CommandResult, answer, games, print, tell};
use super::report;

/// Lists the moves of a position.
///
/// # Errors
/// If the request is wrong, or the output can't be written.
pub fn run(arguments: &MovesArgs) -> CommandResult {
    let files = arguments.asked.files()?;
    let parameters = arguments.asked.parameters(&[
        ("only", arguments.winning.then(|| "winning".to_owned())),
        ("limit", arguments.limit.map(|limit| limit.min(moves::MAX_LIMIT).to_string())),
    ]);
    // The flag may ask for more moves than a page may have. Then several pages are read.
    let limit = arguments.limit;
    if arguments.json {
        return pages(&arguments.limits.engine(), parameters, limit, &files);
    }
    arguments.asked.refuse_words_of_json(&["cursor", "id", "brief"])?;
    tell(answer(&arguments.limits.engine(), |engine| {
        let request = moves_request(&parameters, &files, engine)?;
        let (filter, limit) = (request.own.filter, limit.unwrap_or(request.own.limit));
        let solution = solve(request.position, request.play, request.compound, filter, &engine.tables)?;
        Ok(report::MovesReport { solution: &solution, filter, limit }.to_string())
    })?)
}

fn moves_request(
    parameters: &[(String, String)],
    files: &[Vec<u8>],
    engine: &Engine,
) -> Result<MovesRequest, NoAnswer> {
    let games = games(files, engine)?;
    Ok(MovesRequest::from_words(parameters, &games, &engine.limits)?)
}

/// Prints the moves page by page as the JSON of the API, until there are no more moves or the limit is reached.
fn pages(
    engine: &Engine,
    mut parameters: Vec<(String, String)>,
    limit: Option<usize>,
    files: &[Vec<u8>],
) -> CommandResult {
    let limit_of_words = answer(engine, |engine| Ok(moves_request(&parameters, files, engine)?.own.limit))?;
    // Without a limit all moves are printed.
    let is_given = parameters.iter().any(|(name, _)| name == "limit");
    let mut left = limit.unwrap_or(if is_given { limit_of_words } else { usize::MAX });
    while left > 0 {
        parameters.retain(|(name, _)| name != "limit");
        parameters.push(("limit".to_owned(), left.min(moves::MAX_LIMIT).to_string()));
        let (page, count, next) = answer(engine, |engine| {
            let request = moves_request(&parameters, files, engine)?;
            let page = MovesPage::of(request, &engine.tables, &engine.limits)?;
            Ok((serde_json::to_string(&page)? + "\n", page.moves.len(), page.next))
        })?;
        print(page)?;
        left = left.saturating_sub(count);
        let Some(cursor) = next else { break };
        parameters.retain(|(name, _)| name != "cursor");
        parameters.push(("cursor".to_owned(), cursor));
    }
    Ok(())
}
