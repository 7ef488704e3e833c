//! A TCP stream that does not wait for ever for its peer.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

/// How long a closed connection still reads what its peer goes on sending.
const LINGER: Duration = Duration::from_secs(1);

/// Ends a write of which no byte could leave for `write_timeout`, and closes so that the last answer arrives.
pub(super) struct Socket {
    stream: TcpStream,
    write_timeout: Duration,
    /// Runs while a write waits; after the shutdown, while the socket lingers.
    clock: Option<Pin<Box<Sleep>>>,
    lingers: bool,
}

impl Socket {
    pub(super) fn new(stream: TcpStream, write_timeout: Duration) -> Self {
        Self { stream, write_timeout, clock: None, lingers: false }
    }

    /// Passes on the outcome of a write, unless it has been waiting for too long.
    fn timed(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.clock = None;
            return written;
        }
        ready!(self.poll_clock(cx, self.write_timeout));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client does not read its answer")))
    }

    fn poll_clock(&mut self, cx: &mut Context<'_>, duration: Duration) -> Poll<()> {
        self.clock.get_or_insert_with(|| Box::pin(sleep(duration))).as_mut().poll(cx)
    }
}

impl AsyncRead for Socket {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for Socket {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, buf);
        self.timed(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, bufs);
        self.timed(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    /// Closes our side, then reads until the peer closes its own.
    ///
    /// A socket closed with unread bytes in it resets the connection, and a reset overtakes the answer: a client in the
    /// middle of a body that is too large would never see its 413 (RFC 9112, section 9.6).
    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if !self.lingers {
            ready!(Pin::new(&mut self.stream).poll_shutdown(cx))?;
            self.lingers = true;
            self.clock = None;
        }
        // First, because a peer that sends without a pause keeps the loop below from ever waiting.
        if self.poll_clock(cx, LINGER).is_ready() {
            return Poll::Ready(Ok(()));
        }
        let mut scratch = [0; 4096];
        loop {
            let mut unwanted = ReadBuf::new(&mut scratch);
            let end = ready!(Pin::new(&mut self.stream).poll_read(cx, &mut unwanted));
            if end.is_err() || unwanted.filled().is_empty() {
                // An error too is an end: there is nobody left to tell.
                return Poll::Ready(Ok(()));
            }
        }
    }
}
