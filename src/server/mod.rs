//! The listener: accepts connections, limits their time and number, and stops without losing a request.
//!
//! `axum::serve` has no header time-out, no write time-out and no limit on connections. On SIGTERM, it waits for ever
//! for a client that is stuck. Therefore this module has its own accept loop. hyper speaks the protocol, which is
//! HTTP/1.1 only. TLS and HTTP/2 are left to a proxy.
//!
//! [`run`] gets a bound listener, and a future that resolves when the service must stop. Tests pass a listener and a
//! future of their own, and so does the code that serves probes.

mod connections;
mod drain;
mod lanes;
mod reply;
mod seldom;
mod socket;
mod tally;
mod unreadable;

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};
use tracing::{debug, info, warn};

use connections::Connections;
pub use drain::Drain;
pub use lanes::RuntimeThreads;
pub use reply::{App, Sent, Upload};
pub use seldom::LogThrottle;
use socket::Socket;
pub use tally::Tally;
pub use unreadable::Unreadable;

/// How long an idle connection may delay the end of the service. If the connection were closed at once, a request that
/// is on its way could be lost. A client that sends one request after another nearly always has a request on its way.
const GRACE: Duration = Duration::from_secs(1);

/// The pause after the system refused to accept a connection. Without this pause, the loop would get the same error
/// again and again, as long as the cause lasts.
const ACCEPT_PAUSE: Duration = Duration::from_millis(20);

/// The smallest buffer that hyper accepts. hyper panics if the buffer is smaller.
const LEAST_BUFFER: usize = 8 * 1024;

/// The time-outs and limits of one listener.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// The largest number of open connections, at least 1. If a new connection exceeds this limit, the connection that
    /// has been idle the longest is closed, or the one whose client sends and reads next to nothing. If no connection is
    /// idle or slow, the new connection is closed. Keep this limit below the process's limit of open files.
    pub max_connections: usize,
    /// How long a client may take to send the head of a request, counted from the start of the connection or from the
    /// end of the previous answer. So this is also how long a connection may stay idle. A proxy should close its idle
    /// connections earlier. Otherwise the proxy may send a request on a connection that is just being closed.
    pub header_timeout: Duration,
    /// How long the service waits for a client that reads no byte of its answer.
    pub write_timeout: Duration,
    /// The least rate at which a client must read an answer that waits to be sent, in bytes per second. The rate is
    /// averaged over the write time-out.
    pub answer_min_rate: usize,
    /// The number of bytes that a connection may hold in memory in each direction, at least 8 KiB. A request with a
    /// longer head is answered with the status 431.
    pub buffer: usize,
    /// How long to go on accepting connections after the signal to stop. In this time, a load balancer must notice that
    /// `/readyz` fails. Zero if there is no load balancer.
    pub drain_delay: Duration,
    /// How long open requests may take once the listener is closed. Requests that take longer are cut off. The whole
    /// stop takes at most `drain_delay + drain_deadline`.
    pub drain_deadline: Duration,
    /// Counts the connections.
    pub tally: Arc<Tally>,
    /// The threads that serve connections, in addition to the thread that accepts connections.
    pub lanes: RuntimeThreads,
}

impl Default for ServerOptions {
    fn default() -> Self {
        Self {
            max_connections: 4096,
            header_timeout: Duration::from_secs(30),
            write_timeout: Duration::from_secs(30),
            answer_min_rate: 1024,
            buffer: 64 * 1024,
            drain_delay: Duration::ZERO,
            drain_deadline: Duration::from_secs(25),
            tally: Arc::default(),
            lanes: RuntimeThreads::default(),
        }
    }
}

/// Serves `app` on `listener` until `shutdown` resolves, then drains and returns.
///
/// The service stops in steps. First, `drain` begins. For the time [`drain_delay`](ServerOptions::drain_delay), every
/// request is still answered, and each answer closes its connection. Then the connections that wait at the listener are
/// accepted, and the listener is closed. Idle connections have a second for one more request. Open requests finish, or
/// are cut off after [`drain_deadline`](ServerOptions::drain_deadline).
///
/// The function does not wait for work that the app gave to `spawn_blocking`. But when a Tokio runtime is dropped, it
/// waits for such work. So end the process with `Runtime::shutdown_background`.
pub async fn run(
    listener: TcpListener,
    app: impl App,
    options: ServerOptions,
    drain: Drain,
    shutdown: impl Future<Output = ()>,
) {
    let address = listener.local_addr().map_or_else(|error| error.to_string(), |address| address.to_string());
    info!(address, "listening");

    let mut door = ConnectionIntake::new(app, &options, drain.clone());
    let unaccepted = LogThrottle::default();
    let mut stop = pin!(async {
        shutdown.await;
        info!(address, delay = ?options.drain_delay, "draining");
        drain.begin();
        sleep(options.drain_delay).await;
    });
    loop {
        tokio::select! {
            () = &mut stop => break,
            () = door.connections.ended() => {}
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) => match stream.into_std() {
                    Ok(stream) => door.open(stream, peer),
                    Err(error) => debug!(%peer, %error, "accept"),
                },
                // The client closed the connection before it was accepted.
                Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => debug!(%error, "accept"),
                // The reason is most likely the limit of open files. Closing a connection helps. Waiting alone does
                // not.
                Err(error) => {
                    if let Some(times) = unaccepted.again() {
                        warn!(%error, times, "cannot accept");
                    }
                    door.connections.close_one();
                    sleep(ACCEPT_PAUSE).await;
                }
            },
        }
    }

    if let Err(error) = door.open_all_that_wait(listener, options.max_connections) {
        warn!(address, %error, "cannot accept those that waited");
    }
    if !door.close(options.drain_deadline).await {
        warn!(address, deadline = ?options.drain_deadline, "requests in flight are cut off");
    }
    info!(address, "stopped");
}

/// Starts to serve accepted connections.
struct ConnectionIntake<A> {
    app: A,
    http: http1::Builder,
    write_timeout: Duration,
    answer_min_rate: usize,
    drain: Drain,
    connections: Connections,
    tally: Arc<Tally>,
}

impl<A: App> ConnectionIntake<A> {
    fn new(app: A, options: &ServerOptions, drain: Drain) -> Self {
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new())
            .header_read_timeout(options.header_timeout)
            .max_buf_size(options.buffer.max(LEAST_BUFFER));
        let tally = Arc::clone(&options.tally);
        let connections = Connections::new(options.max_connections, Arc::clone(&tally), &options.lanes);
        let ServerOptions { write_timeout, answer_min_rate, .. } = *options;
        Self { app, http, write_timeout, answer_min_rate, drain, connections, tally }
    }

    /// Serves a connection, if there is room for it.
    fn open(&mut self, stream: std::net::TcpStream, peer: SocketAddr) {
        if !self.connections.make_room() {
            debug!(%peer, "refused: every connection is busy");
            return;
        }
        // Answers are written as a whole. So Nagle's algorithm would not save packets, and could only delay the last
        // packet.
        if let Err(error) = stream.set_nodelay(true) {
            debug!(%peer, %error, "TCP_NODELAY");
        }
        self.connections.open(peer, |activity| {
            let (tally, http) = (Arc::clone(&self.tally), self.http.clone());
            let (write_timeout, answer_min_rate) = (self.write_timeout, self.answer_min_rate);
            let service = reply::service(self.app.clone(), self.drain.clone(), Arc::clone(&activity));
            let refusals = unreadable::answers(self.app.clone(), self.drain.clone(), Arc::clone(&activity));
            async move {
                // The connection is registered here, on the thread that serves it. So the runtime of this thread
                // receives the connection's events.
                let stream = match TcpStream::from_std(stream) {
                    Ok(stream) => stream,
                    Err(error) => return warn!(%peer, %error, "cannot serve"),
                };
                let socket =
                    Socket::new(stream, Arc::clone(&activity), tally, write_timeout, answer_min_rate, refusals);
                let connection = http.serve_connection(TokioIo::new(socket), service);
                let mut connection = pin!(connection);
                let ended = tokio::select! {
                    ended = &mut connection => ended,
                    () = activity.asked_to_end() => {
                        connection.as_mut().graceful_shutdown();
                        connection.await
                    }
                };
                log_end(peer, ended);
            }
        });
    }

    /// Accepts at most `most` connections that wait at the listener, and closes the listener.
    ///
    /// The client of such a connection already sees it as open, and may have sent a request. If the connection were not
    /// accepted, closing the listener would reset it. The function calls the system's `accept`, since Tokio's `accept`
    /// returns only connections that its runtime has already noticed.
    fn open_all_that_wait(&mut self, listener: TcpListener, most: usize) -> io::Result<()> {
        let listener = listener.into_std()?;
        for _ in 0..most {
            match listener.accept() {
                Ok((stream, peer)) => {
                    stream.set_nonblocking(true)?;
                    self.open(stream, peer);
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Lets the open requests finish. Returns `false` if some were cut off at the deadline.
    async fn close(mut self, deadline: Duration) -> bool {
        let all_ended = async {
            // Each answer now closes its connection, since the drain has begun. So a connection that gets one more
            // request within `GRACE` ends by itself. The remaining connections are asked to end.
            if timeout(GRACE, self.connections.all_ended()).await.is_err() {
                self.connections.ask_to_end();
                self.connections.close_newcomers();
                self.connections.all_ended().await;
            }
        };
        timeout(deadline, all_ended).await.is_ok()
    }
}

/// Returns a future that resolves when the process receives SIGTERM, SIGINT or SIGHUP.
///
/// If the process was started with SIGHUP ignored, for example by `nohup`, the future ignores SIGHUP, too.
///
/// The call itself installs the handlers, so that signals are noticed even before the future is polled. This function
/// must be called inside a Tokio runtime.
///
/// # Errors
/// If the system refuses a handler.
#[cfg(unix)]
pub fn shutdown_signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut hangup = if ignores_hangup() { None } else { Some(signal(SignalKind::hangup())?) };
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
            Some(()) = async { hangup.as_mut()?.recv().await } => {}
        }
    })
}

/// Returns whether this process was started with SIGHUP ignored. On systems other than Linux, returns `false`, since
/// only an unsafe call could find out.
#[cfg(unix)]
fn ignores_hangup() -> bool {
    /// SIGHUP is signal 1, the lowest bit of the mask.
    const HANGUP: u64 = 1;
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & HANGUP != 0)
}

/// Returns a future that resolves at Ctrl-C. The call itself installs the handler. This function must be called inside
/// a Tokio runtime.
///
/// # Errors
/// If the system refuses the handler.
#[cfg(windows)]
pub fn shutdown_signal() -> io::Result<impl Future<Output = ()>> {
    let mut interrupt = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        interrupt.recv().await;
    })
}

fn log_end(peer: SocketAddr, result: hyper::Result<()>) {
    match result {
        Ok(()) => {}
        Err(error) if error.is_timeout() => debug!(%peer, "closed: no request in time"),
        // The debug form of the error contains the cause. The display form says only "connection error".
        Err(error) => debug!(%peer, error = ?error, "connection failed"),
    }
}
