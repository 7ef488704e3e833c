//! `grundy serve` and `grundy mcp`: the service, over HTTP and on standard input and output.

use std::error::Error;
use std::io::{self, IsTerminal};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use clap::Parser;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use super::asking::{Outcome, print};
use super::{Cli, LimitFlags, LogFormat, Serve};
use crate::http::layers::service::Service;
use crate::http::routes;
use crate::server::{self, Drain, Options, Tally};

/// Serves until it is told to stop.
///
/// # Errors
/// Why it can't.
pub fn run(flags: &Serve) -> Outcome {
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
        let app = routes::app(&service)?;
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

/// Speaks the Model Context Protocol. The defaults of the service are those of its tools, too.
///
/// # Errors
/// Why it can't.
pub fn mcp(limits: LimitFlags) -> Outcome {
    let flags = Serve { limits, ..Cli::parse_from(["grundy"]).serve };
    let service = Arc::new(flags.service(Drain::default(), Arc::default())?);
    Ok(tokio::runtime::Runtime::new()?.block_on(routes::speak_mcp(service))?)
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
                    Ok(listener) => server::run(listener, routes::admin(service), options, drain, until).await,
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

async fn listen(address: SocketAddr) -> Result<TcpListener, String> {
    TcpListener::bind(address).await.map_err(|error| format!("{address}: {error}"))
}
