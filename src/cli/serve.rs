//! `grundy serve` and `grundy mcp`: the service over HTTP, and the tools on standard input and output.

use std::io::{self, IsTerminal};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use super::asking::{CommandResult, print};
use super::{Cli, LimitFlags, LogFormat, ServeArgs};
use crate::http::layers::log;
use crate::http::layers::service::Service;
use crate::http::routes;
use crate::server::{self, Drain, ServerOptions, Tally};
use crate::work::machine;

/// Serves requests until a signal stops the service.
///
/// # Errors
/// If the service can't start, or standard output can't be written.
pub fn run(flags: &ServeArgs) -> CommandResult {
    if flags.print_config {
        return print(flags.settings());
    }
    // Standard output is for the result of the command, which is the address of the service. The log goes to standard
    // error.
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
    let filter = log::filter(flags.logs.log.clone(), flags.logs.access_log);
    let log = tracing_subscriber::registry().with(filter);
    match flags.logs.log_format {
        LogFormat::Text => log.with(lines).init(),
        LogFormat::Json => log.with(lines.json()).init(),
    }
    // The default hook for panics prints several lines that are not JSON.
    std::panic::set_hook(Box::new(|panic| tracing::error!(panic = panic.to_string(), "panicked")));
    // The runtime of this thread is the first of the runtimes that serve connections.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    // All steps that can fail come before the address is announced. They run outside the runtime, since a step that
    // fails drops the runtimes of other threads. Inside a runtime, Tokio does not allow dropping a runtime.
    let listener = runtime.block_on(TcpListener::bind(flags.listen)).map_err(unbound("--listen", flags.listen))?;
    let admin =
        flags.admin_listen.map(|address| bind(address).map_err(unbound("--admin-listen", address))).transpose()?;
    let (drain, tally) = (Drain::default(), Arc::new(Tally::default()));
    let service = Arc::new(flags.service(drain.clone(), Arc::clone(&tally))?);
    let app = routes::app(&service)?;
    let options = flags.options(tally)?;
    let shutdown = {
        let _runtime = runtime.enter();
        server::shutdown_signal()?
    };
    // This line is for people. It is left out if the log is JSON, since a collector may read both outputs. The log has
    // the addresses, too.
    let tell = |what: &str, address: SocketAddr| match flags.logs.log_format {
        LogFormat::Text => print(format_args!("{what} http://{address}\n")),
        LogFormat::Json => Ok(()),
    };
    say_what_starts(flags);
    let admin = admin.map(|listener| Admin::start(listener, service, drain.clone())).transpose()?;
    tell("grundy listens on", listener.local_addr()?)?;
    if let Some(admin) = &admin {
        tell("grundy's admin listener is", admin.address)?;
    }
    runtime.block_on(async {
        server::run(listener, app, options, drain, shutdown).await;
        if let Some(admin) = admin {
            admin.stop().await;
        }
    });
    // The program does not wait for the runtime, since a request that still works at the deadline must not delay the
    // exit.
    runtime.shutdown_background();
    Ok(())
}

/// The number of open files that are not connections: the files of the runtimes, the listeners, and the standard
/// streams.
const OTHER_FILES: usize = 64;

/// Logs the program's version and limits. First raises the limit of open files as far as the system allows.
fn say_what_starts(flags: &ServeArgs) {
    let (open_files, memory) = (machine::raise_open_files(), machine::memory_limit());
    let ServeArgs { max_connections, body_budget, limits, .. } = flags;
    tracing::info!(
        version = env!("CARGO_PKG_VERSION"),
        build = env!("BUILD_DIGEST"),
        workers = flags.workers(),
        max_work = ?limits.max_work,
        max_digits = limits.max_digits,
        max_components = limits.max_components,
        cache = limits.cache,
        max_body = flags.max_body,
        body_budget,
        max_connections,
        max_streams = flags.max_streams(),
        open_files,
        memory,
        changed = flags.settings().changed(),
        "starting"
    );
    let wanted = u64::try_from(max_connections.saturating_add(OTHER_FILES)).unwrap_or(u64::MAX);
    if let Some(open_files) = open_files.filter(|open_files| *open_files < wanted) {
        tracing::warn!(
            open_files,
            max_connections,
            "more connections are allowed than files: raise the hard limit of open files, or lower --max-connections"
        );
    }
}

/// Speaks the Model Context Protocol on standard input and output. The tools have the same default limits as the
/// service.
///
/// # Errors
/// If the tools can't start, or standard output can't be written.
pub fn mcp(limits: LimitFlags) -> CommandResult {
    let flags = ServeArgs { limits, ..Cli::read_from(["grundy"]).serve };
    let service = Arc::new(flags.service(Drain::default(), Arc::default())?);
    Ok(tokio::runtime::Runtime::new()?.block_on(routes::speak_mcp(service))?)
}

/// The listener for the probes. It has its own thread, so that a healthy process answers probes even if all other
/// threads are busy.
struct Admin {
    address: SocketAddr,
    /// The listener stops when this sender is dropped.
    until: oneshot::Sender<()>,
    over: oneshot::Receiver<()>,
}

impl Admin {
    /// Starts a thread that serves the probes on `listener`.
    fn start(listener: std::net::TcpListener, service: Arc<Service>, drain: Drain) -> io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let address = listener.local_addr()?;
        let (until, ended) = oneshot::channel::<()>();
        let (is_over, over) = oneshot::channel::<()>();
        let options = ServerOptions {
            drain_delay: Duration::ZERO,
            drain_deadline: Duration::from_secs(1),
            ..ServerOptions::default()
        };
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
            // Sending fails if the receiver has gone, which does no harm.
            let _ = is_over.send(());
        };
        std::thread::Builder::new().name("admin".to_owned()).spawn(serve)?;
        Ok(Self { address, until, over })
    }

    /// Stops the listener. This function is called last, so that probes are answered as long as requests are answered.
    async fn stop(self) {
        drop(self.until);
        let _ = self.over.await;
    }
}

fn bind(address: SocketAddr) -> io::Result<std::net::TcpListener> {
    let listener = std::net::TcpListener::bind(address)?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

/// Explains why the service can't listen on the address that this flag gives.
fn unbound(flag: &str, address: SocketAddr) -> impl FnOnce(io::Error) -> String {
    move |error| format!("{flag} {address}: {error}")
}
