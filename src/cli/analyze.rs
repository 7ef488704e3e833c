//! `grundy analyze`: analyses a position.

use grundy_core::wire::analysis::Analysis;
use grundy_core::wire::request::Request;

use super::AnalyzeArgs;
use super::asking::{CommandResult, answer, games, print, tell};
use super::report::AnalysisReport;

/// Prints the analysis of a position.
///
/// # Errors
/// If the request is wrong, or the output can't be written.
pub fn run(arguments: &AnalyzeArgs) -> CommandResult {
    let files = arguments.asked.files()?;
    let parameters = arguments.asked.parameters(&[
        ("explain", arguments.explain.then(|| true.to_string())),
        ("terms", arguments.terms.then(|| true.to_string())),
        ("remoteness", arguments.remoteness.then(|| true.to_string())),
        ("genus", arguments.genus.then(|| true.to_string())),
        ("certificate", arguments.certificate.then(|| true.to_string())),
        ("line", arguments.line.map(|moves| moves.to_string())),
    ]);
    if !arguments.json {
        arguments.asked.refuse_words_of_json(&["certificate", "id", "brief"])?;
    }
    let print = if arguments.json { print } else { tell };
    print(answer(&arguments.limits.engine(), |engine| {
        let games = games(&files, engine)?;
        let request: Request = Request::from_words(&parameters, &games, &engine.limits)?;
        let order: Vec<String> = parameters.iter().map(|(key, _)| key.clone()).collect();
        let analysis = Analysis::of(request, &engine.tables)?;
        if arguments.json {
            return Ok(serde_json::to_string(&analysis.answer())? + "\n");
        }
        Ok(AnalysisReport { analysis: &analysis, order: &order }.to_string())
    })?)
}
