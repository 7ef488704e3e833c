//! Start-up.

use std::error::Error;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Parser;
use grundy::cli::healthcheck;
use grundy::cli::lines;
use grundy::cli::report::{self, Catalogue, Report};
use grundy::cli::{Analyze, Batch, Cli, Command, DocumentFormat, Healthcheck, LogFormat, Serve};
use grundy::http::{self, Service};
use grundy::server::{self, Drain, Options, Tally};
use grundy_core::game::Convention;
use grundy_core::theory::Tables;
use grundy_core::wire::analysis::Analysis;
use grundy_core::wire::fault::{Fault, Faults};
use grundy_core::wire::games::Games;
use grundy_core::wire::limits::Limits;
use grundy_core::wire::request::Explain;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tracing_subscriber::EnvFilter;

type Outcome = Result<(), Box<dyn Error + Send + Sync>>;

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
        Command::Games => print(Catalogue),
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
    let filter = EnvFilter::try_new(&flags.log)?;
    // Standard output is for what was asked for: here, the address.
    let log =
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
    match flags.log_format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().init(),
    }
    // The default hook prints several lines, which are no JSON.
    std::panic::set_hook(Box::new(|panic| tracing::error!(panic = panic.to_string(), "panicked")));
    let runtime = tokio::runtime::Runtime::new()?;
    let outcome = runtime.block_on(async {
        let (drain, tally) = (Drain::default(), Arc::new(Tally::default()));
        let service = Arc::new(flags.service(drain.clone(), Arc::clone(&tally))?);
        let app = http::app(&service)?;
        let listener = listen(flags.listen).await?;
        let shutdown = server::shutdown_signal()?;
        let mut output = io::stdout();
        writeln!(output, "grundy listens on http://{}", listener.local_addr()?)?;
        let public = |shutdown| server::run(listener, app, flags.options(tally), drain.clone(), shutdown);
        let Some(address) = flags.admin_listen else {
            output.flush()?;
            public(shutdown).await;
            return Ok(());
        };
        let admin = Admin::start(address, service, drain.clone())?;
        writeln!(output, "grundy's admin listener is http://{}", admin.address)?;
        output.flush()?;
        public(shutdown).await;
        admin.stop().await;
        Ok(())
    });
    // A solver that is still at work when its deadline is over must not hold up the exit.
    runtime.shutdown_background();
    outcome
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
    let options = lines::Options { max_line: flags.max_line, limits: flags.limits.limits() };
    Ok(lines::run(io::stdin(), io::stdout().lock(), options)?)
}

fn analyze(arguments: &Analyze) -> Outcome {
    let play = if arguments.misere { Convention::Misere } else { Convention::Normal };
    let explain = Explain {
        explain: arguments.explain,
        remoteness: arguments.remoteness,
        line: arguments.line.unwrap_or(0).into(),
        ..Explain::default()
    };
    let limits = Limits::default();
    let games = match &arguments.games {
        Some(path) => {
            let json = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
            Games::from_json(&json, &limits).map_err(|faults| fault_lines(&faults))?
        }
        None => Games::default(),
    };
    let request = report::question(&arguments.components, &games, play, explain, &limits);
    let request = request.map_err(|faults| fault_lines(&faults))?;
    let analysis = Analysis::of(request, &Tables::default()).map_err(|rejected| fault_lines(&rejected.faults))?;
    if arguments.json {
        return print(serde_json::to_string(&analysis.answer())? + "\n");
    }
    print(Report::new(analysis.solution(), play, arguments.explain))
}

/// A line for each fault, with the argument that it is about.
fn fault_lines(faults: &Faults) -> String {
    let line = |fault: &Fault| match &fault.parameter {
        Some(parameter) => format!("{parameter}: {}", fault.detail),
        None => fault.detail.clone(),
    };
    faults.listed().iter().map(line).collect::<Vec<_>>().join("\ngrundy: ")
}

/// `print!` would panic where the reader of a pipe has gone.
fn print(text: impl Display) -> Outcome {
    write!(io::stdout().lock(), "{text}")?;
    Ok(())
}

fn openapi(format: DocumentFormat) -> Outcome {
    let contract = http::contract();
    print(match format {
        DocumentFormat::Yaml => contract.to_yaml()?,
        DocumentFormat::Json => contract.to_pretty_json()?,
    })
}
