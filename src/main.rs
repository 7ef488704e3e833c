//! Start-up.

use std::error::Error;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use clap::Parser;
use grundy::cli::{Cli, Command, DocumentFormat, LogFormat, Serve};
use grundy::http;
use grundy::server::{self, Drain};
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

type Outcome = Result<(), Box<dyn Error + Send + Sync>>;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let outcome = match cli.command.unwrap_or(Command::Serve(cli.serve)) {
        Command::Serve(flags) => serve(&flags),
        Command::Openapi { format } => openapi(format),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("grundy: {error}");
            ExitCode::from(2)
        }
    }
}

fn serve(flags: &Serve) -> Outcome {
    let filter = EnvFilter::try_new(&flags.log)?;
    // Standard output is for what was asked for: here, the address.
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal());
    match flags.log_format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().init(),
    }
    let runtime = tokio::runtime::Runtime::new()?;
    let outcome = runtime.block_on(async {
        let drain = Drain::default();
        let app = http::app(flags.service(drain.clone()))?;
        let listener = TcpListener::bind(flags.listen).await.map_err(|error| format!("{}: {error}", flags.listen))?;
        let shutdown = server::shutdown_signal()?;
        let mut output = std::io::stdout();
        writeln!(output, "grundy listens on http://{}", listener.local_addr()?)?;
        output.flush()?;
        server::run(listener, app, flags.options(), drain, shutdown).await;
        Ok(())
    });
    // A solver that is still at work when its deadline is over must not hold up the exit.
    runtime.shutdown_background();
    outcome
}

fn openapi(format: DocumentFormat) -> Outcome {
    let contract = http::contract();
    let text = match format {
        DocumentFormat::Yaml => contract.to_yaml()?,
        DocumentFormat::Json => contract.to_pretty_json()?,
    };
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(())
}
