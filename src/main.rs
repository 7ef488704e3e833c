//! Starts the program and runs its command.

use std::error::Error;
use std::io;
use std::process::ExitCode;

use grundy::cli::asking::{self, CheckResult, CommandResult, answer, print, tell};
use grundy::cli::catalogue::{CatalogueMarkdown, CatalogueReport, GameReport};
use grundy::cli::healthcheck;
use grundy::cli::lines;
use grundy::cli::{
    self, BatchArgs, Cli, Command, DocumentFormat, analyze, certificate, check, moves, packaging, play, position,
    quotient, rules, serve, site, survey, values,
};
use grundy::http::routes;
use grundy_core::wire::engine::{Engine, NoAnswer};
use grundy_core::wire::search::CatalogueSearch;
use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    let cli = Cli::read_from(std::env::args_os());
    let outcome = match cli.command.unwrap_or(Command::Serve(Box::new(cli.serve))) {
        // If this fails, the cause is the system and not a wrong flag, so the exit status is 1 and not 2.
        Command::Serve(flags) => return or_failure(serve::run(&flags)),
        // Docker permits only the exit statuses 0 and 1.
        Command::Healthcheck(arguments) => return or_failure(healthcheck::check(&arguments)),
        Command::Analyze(arguments) => analyze::run(&arguments),
        Command::Certify(arguments) => return yes_or_no(certificate::certify(&arguments)),
        Command::Survey(arguments) => survey::run(&arguments),
        Command::Verify(arguments) => return yes_or_no(certificate::verify(&arguments)),
        Command::Batch(flags) => match batch(&flags) {
            Ok(failed) if flags.strict && failed > 0 => return ExitCode::from(1),
            outcome => outcome.map(drop),
        },
        Command::Moves(arguments) => moves::run(&arguments),
        Command::Values(arguments) => values::run(&arguments),
        Command::Quotient(arguments) => quotient::run(&arguments),
        Command::Rules(arguments) => rules::run(&arguments),
        Command::Check(arguments) => return yes_or_no(check::run(&arguments)),
        Command::Play(arguments) => play::run(&arguments),
        Command::Games(arguments) => games(arguments),
        Command::Completions { shell } => print(packaging::completions(shell)),
        Command::Man => packaging::man().map_err(Into::into).and_then(print),
        Command::Site(arguments) => site(&arguments),
        Command::Mcp(limits) => serve::mcp(limits),
        Command::Openapi { format } => openapi(format),
    };
    exit_code(outcome)
}

/// Returns the exit code of a command that says yes or no: 1 for no.
fn yes_or_no(result: CheckResult) -> ExitCode {
    if let Ok(false) = result { ExitCode::FAILURE } else { exit_code(result.map(drop)) }
}

fn exit_code(outcome: CommandResult) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        // The program that reads the output has ended. This is not an error.
        Err(error)
            if error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe) =>
        {
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("grundy: {error}");
            ExitCode::from(2)
        }
    }
}

/// Prints the catalogue entry of one game, or a list of the games that a search finds.
fn games(arguments: cli::GamesArgs) -> CommandResult {
    let cli::GamesArgs { game, search, tag, markdown } = arguments;
    if let Some(key) = game {
        if position::key(&key) != key {
            return Err(format!("{key} is a file with rules, and no game of the catalogue: grundy rules {key}").into());
        }
        return tell(answer(&Engine::default(), |engine| GameReport::of(&key, engine).map_err(NoAnswer::from))?);
    }
    let found = CatalogueSearch::new(&search, tag);
    if markdown { print(CatalogueMarkdown(found)) } else { tell(CatalogueReport(found)) }
}

/// Returns the exit status 0, or prints the error and returns the exit status 1.
fn or_failure(outcome: CommandResult) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("grundy: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Answers the requests on standard input, one per line. Returns how many requests failed.
fn batch(flags: &BatchArgs) -> Result<usize, Box<dyn Error + Send + Sync>> {
    let engine = flags.limits.engine();
    let files = flags.own.files([])?;
    let games = answer(&engine, |engine| Ok(asking::shared_games(&files, engine)?))?;
    Ok(lines::run(io::stdin(), io::stdout().lock(), engine, games, flags.max_line)?)
}

fn site(cli::SiteArgs { folder, module }: &cli::SiteArgs) -> CommandResult {
    site::write(folder, module)?;
    print(format_args!("{} is written: any web server can serve it\n", folder.display()))
}

fn openapi(format: DocumentFormat) -> CommandResult {
    print(match format {
        DocumentFormat::Yaml => routes::openapi::yaml()?,
        DocumentFormat::Json => routes::openapi::json()?,
    })
}
