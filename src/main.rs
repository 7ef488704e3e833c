//! Start-up.

use std::error::Error;
use std::io::{self, IsTerminal};
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Parser;
use grundy::cli::asking::{Outcome, answer, file, games, misere, print};
use grundy::cli::catalogue::{Catalogue, Entry, Markdown};
use grundy::cli::healthcheck;
use grundy::cli::lines;
use grundy::cli::packaging;
use grundy::cli::play;
use grundy::cli::report::{self, Report};
use grundy::cli::site;
use grundy::cli::{self, Analyze, Batch, Cli, Command, DocumentFormat, Healthcheck, LimitFlags, LogFormat, Serve};
use grundy::http::{self, Service};
use grundy::server::{self, Drain, Options, Tally};
use grundy_core::wire::analysis::{Analysis, solve};
use grundy_core::wire::engine::{Engine, NoAnswer};
use grundy_core::wire::moves::{self, Listing, MovesRequest};
use grundy_core::wire::position;
use grundy_core::wire::request::Request;
use grundy_core::wire::search::Search;
use grundy_core::wire::values::{Values, ValuesRequest};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let outcome = match cli.command.unwrap_or(Command::Serve(Box::new(cli.serve))) {
        Command::Serve(flags) => serve(&flags),
        Command::Healthcheck(arguments) => return healthcheck(&arguments),
        Command::Analyze(arguments) => analyze(&arguments),
        Command::Batch(flags) => match batch(&flags) {
            Ok(failed) if flags.strict && failed > 0 => return ExitCode::from(1),
            outcome => outcome.map(drop),
        },
        Command::Moves(arguments) => moves(&arguments),
        Command::Values(arguments) => values(&arguments),
        Command::Play(arguments) => play(&arguments),
        Command::Games(arguments) => games_of(arguments),
        Command::Completions { shell } => print(packaging::completions(shell)),
        Command::Man => packaging::man().map_err(Into::into).and_then(print),
        Command::Site(arguments) => site(&arguments),
        Command::Mcp(limits) => mcp(limits),
        Command::Openapi { format } => openapi(format),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads the output has seen enough of it.
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

fn serve(flags: &Serve) -> Outcome {
    let filter = flags.log.parse::<Targets>()?;
    // Standard output is for what was asked for: here, the address.
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
    let log = tracing_subscriber::registry().with(filter);
    match flags.log_format {
        LogFormat::Text => log.with(lines).init(),
        LogFormat::Json => log.with(lines.json()).init(),
    }
    // The default hook prints several lines, which are no JSON.
    std::panic::set_hook(Box::new(|panic| tracing::error!(panic = panic.to_string(), "panicked")));
    // The first of the lanes.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let outcome = runtime.block_on(async {
        let (drain, tally) = (Drain::default(), Arc::new(Tally::default()));
        let service = Arc::new(flags.service(drain.clone(), Arc::clone(&tally))?);
        let app = http::app(&service)?;
        let listener = listen(flags.listen).await?;
        let shutdown = server::shutdown_signal()?;
        // For people. Where the log is JSON, it has the addresses, and a collector reads both outputs.
        let tell = |what: &str, address: SocketAddr| match flags.log_format {
            LogFormat::Text => print(format_args!("{what} http://{address}\n")),
            LogFormat::Json => Ok(()),
        };
        tell("grundy listens on", listener.local_addr()?)?;
        let options = flags.options(tally)?;
        let public = |shutdown| server::run(listener, app, options, drain.clone(), shutdown);
        let Some(address) = flags.admin_listen else {
            public(shutdown).await;
            return Ok(());
        };
        let admin = Admin::start(address, service, drain.clone())?;
        tell("grundy's admin listener is", admin.address)?;
        public(shutdown).await;
        admin.stop().await;
        Ok(())
    });
    // A solver that is still at work when its deadline is over must not hold up the exit.
    runtime.shutdown_background();
    outcome
}

/// The defaults of the service are those of its tools, too.
fn mcp(limits: LimitFlags) -> Outcome {
    let flags = Serve { limits, ..Cli::parse_from(["grundy"]).serve };
    let service = Arc::new(flags.service(Drain::default(), Arc::default())?);
    Ok(tokio::runtime::Runtime::new()?.block_on(http::mcp::speak(service))?)
}

/// The listener for the probes, on a thread of its own: whatever keeps the others busy, a healthy process says so.
struct Admin {
    address: SocketAddr,
    /// It ends when this is dropped.
    until: oneshot::Sender<()>,
    over: oneshot::Receiver<()>,
}

impl Admin {
    fn start(address: SocketAddr, service: Arc<Service>, drain: Drain) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        // Bound here, so that it is known whether that works; Tokio takes it on the thread where it is served.
        let listener = std::net::TcpListener::bind(address).map_err(|error| format!("{address}: {error}"))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let (until, ended) = oneshot::channel::<()>();
        let (is_over, over) = oneshot::channel::<()>();
        let options =
            Options { drain_delay: Duration::ZERO, drain_deadline: Duration::from_secs(1), ..Options::default() };
        let serve = move || {
            let until = async {
                let _ = ended.await;
            };
            runtime.block_on(async {
                match TcpListener::from_std(listener) {
                    Ok(listener) => server::run(listener, http::admin(service), options, drain, until).await,
                    Err(error) => tracing::error!(%error, "there are no probes"),
                }
            });
            // Nobody may wait for it.
            let _ = is_over.send(());
        };
        std::thread::Builder::new().name("admin".to_owned()).spawn(serve)?;
        Ok(Self { address, until, over })
    }

    /// The probes answer until the last request has.
    async fn stop(self) {
        drop(self.until);
        let _ = self.over.await;
    }
}

/// Docker knows 0 and 1 only.
fn healthcheck(arguments: &Healthcheck) -> ExitCode {
    match healthcheck::check(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("grundy: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn listen(address: SocketAddr) -> Result<TcpListener, String> {
    TcpListener::bind(address).await.map_err(|error| format!("{address}: {error}"))
}

/// The number of lines that failed.
fn batch(flags: &Batch) -> Result<usize, Box<dyn Error + Send + Sync>> {
    Ok(lines::run(io::stdin(), io::stdout().lock(), flags.limits.engine(), flags.max_line)?)
}

fn analyze(arguments: &Analyze) -> Outcome {
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

fn play(arguments: &cli::Play) -> Outcome {
    let file = file(arguments.games.as_deref())?;
    play::Match::begin(arguments, file.as_deref())?.run(io::stdin().lock(), io::stdout().lock())
}

/// The entry of one game, or the list of those that are found.
fn games_of(arguments: cli::Games) -> Outcome {
    let cli::Games { game, search, tag, markdown } = arguments;
    if let Some(key) = game {
        return print(answer(&Engine::default(), |engine| Entry::of(&key, engine).map_err(NoAnswer::from))?);
    }
    let found = Search::new(&search, tag);
    if markdown { print(Markdown(found)) } else { print(Catalogue(found)) }
}

fn moves(arguments: &cli::Moves) -> Outcome {
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

fn values(arguments: &cli::Values) -> Outcome {
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

fn site(cli::Site { folder, module }: &cli::Site) -> Outcome {
    site::write(folder, module)?;
    print(format_args!("{} is written: any web server can serve it\n", folder.display()))
}

fn openapi(format: DocumentFormat) -> Outcome {
    print(match format {
        DocumentFormat::Yaml => http::openapi::yaml()?,
        DocumentFormat::Json => http::openapi::json()?,
    })
}
