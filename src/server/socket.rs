//! A TCP stream with time-outs for its peer.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

use super::connections::Activity;
use super::tally::{Closed, Tally};
use super::unreadable::{Bare, UnreadableAnswers};

/// The longest time for which a closed connection still reads the bytes that its peer sends.
const LINGER: Duration = Duration::from_secs(1);

/// How long the service works without sending a byte of the answer, after the client has closed its sending side. The
/// service cannot tell whether such a client still waits or has gone. If the client has gone, the work should end
/// within 50 ms. A single piece of work may go on for half of this time, so only 25 ms are left here. The
/// disadvantage is that a client that still waits loses its answer if no byte is sent for 25 ms.
const HALF_CLOSED: Duration = Duration::from_millis(25);

/// A TCP stream. A write fails if too few bytes can be sent within `write_timeout`. The stream is closed in such a way
/// that the last answer still arrives.
pub(super) struct Socket {
    stream: TcpStream,
    activity: Arc<Activity>,
    tally: Arc<Tally>,
    write_timeout: Duration,
    /// The number of bytes that must be sent within the time-out. 0 means one byte.
    least_bytes: usize,
    /// The number of bytes that were sent since the clock started.
    written: usize,
    /// The clock for `write_timeout`. It starts at the first write that must wait, and stops when enough bytes are
    /// sent. After the shutdown, it measures how long the socket lingers (see [`LINGER`]).
    clock: Option<Pin<Box<Sleep>>>,
    /// The clock for [`HALF_CLOSED`]. It starts when the peer closes its sending side, and starts again when bytes are
    /// sent.
    half_closed: Option<Pin<Box<Sleep>>>,
    lingers: bool,
    /// Creates the answers to requests that hyper can't read. They replace hyper's own answers.
    refusals: UnreadableAnswers,
    /// The answer that is being sent instead of hyper's own answer, and how many of its bytes have been sent.
    refusal: Option<(Vec<u8>, usize)>,
}

impl Socket {
    pub(super) fn new(
        stream: TcpStream,
        activity: Arc<Activity>,
        tally: Arc<Tally>,
        write_timeout: Duration,
        min_rate: usize,
        refusals: UnreadableAnswers,
    ) -> Self {
        let seconds = usize::try_from(write_timeout.as_secs()).unwrap_or(usize::MAX);
        let least_bytes = min_rate.saturating_mul(seconds);
        Self {
            stream,
            activity,
            tally,
            write_timeout,
            least_bytes,
            written: 0,
            clock: None,
            half_closed: None,
            lingers: false,
            refusals,
            refusal: None,
        }
    }

    /// Returns the outcome of a write, or an error if too few bytes were sent within the time-out.
    fn timed(&mut self, cx: &mut Context<'_>, outcome: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if let Poll::Ready(Ok(bytes)) = outcome {
            self.activity.moved(bytes);
            self.half_closed = None;
            if self.clock.is_some() {
                self.written = self.written.saturating_add(bytes);
                if self.written >= self.least_bytes {
                    self.clock = None;
                }
            }
            return outcome;
        }
        if outcome.is_ready() {
            return outcome;
        }
        if self.clock.is_none() {
            self.written = 0;
        }
        ready!(self.poll_clock(cx, self.write_timeout));
        self.tally.close(Closed::Deaf);
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client does not read its answer")))
    }

    /// Writes our own answer instead of hyper's refusal. If we have no answer, writes the refusal.
    fn poll_refusal(&mut self, cx: &mut Context<'_>, bare: &[u8], found: &Bare) -> Poll<io::Result<usize>> {
        let (bytes, mut sent) =
            self.refusal.take().unwrap_or_else(|| ((self.refusals)(found).unwrap_or_else(|| bare.to_vec()), 0));
        while sent < bytes.len() {
            let written = Pin::new(&mut self.stream).poll_write(cx, &bytes[sent..]);
            match self.timed(cx, written) {
                Poll::Ready(Ok(0)) => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                Poll::Ready(Ok(more)) => sent = sent.saturating_add(more),
                Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                Poll::Pending => {
                    self.refusal = Some((bytes, sent));
                    return Poll::Pending;
                }
            }
        }
        Poll::Ready(Ok(bare.len()))
    }

    fn poll_clock(&mut self, cx: &mut Context<'_>, duration: Duration) -> Poll<()> {
        self.clock.get_or_insert_with(|| Box::pin(sleep(duration))).as_mut().poll(cx)
    }
}

impl AsyncRead for Socket {
    /// When the peer closes its sending side, hyper assumes that the connection has ended, and drops the answer.
    /// Therefore hyper is told of the closing only if no answer is due, or if the answer takes too long.
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if self.half_closed.is_none() {
            let before = buf.filled().len();
            ready!(Pin::new(&mut self.stream).poll_read(cx, buf))?;
            let bytes = buf.filled().len().saturating_sub(before);
            self.activity.moved(bytes);
            if bytes > 0 || buf.remaining() == 0 {
                return Poll::Ready(Ok(()));
            }
        }
        if self.activity.is_busy() {
            let clock = self.half_closed.get_or_insert_with(|| Box::pin(sleep(HALF_CLOSED)));
            ready!(clock.as_mut().poll(cx));
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Socket {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let buf = match Bare::find(buf) {
            Some(found) if found.start == 0 => return self.poll_refusal(cx, buf, &found),
            // The bytes before hyper's own answer are sent first.
            Some(found) => &buf[..found.start],
            None => buf,
        };
        let written = Pin::new(&mut self.stream).poll_write(cx, buf);
        self.timed(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let bufs = match bufs.iter().position(|buf| Bare::find(buf).is_some()) {
            Some(0) => return self.poll_write(cx, &bufs[0]),
            Some(place) => &bufs[..place],
            None => bufs,
        };
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, bufs);
        self.timed(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// hyper calls this when all bytes are sent, and again while the socket lingers.
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if !self.lingers {
            self.clock = None;
        }
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    /// Closes our sending side, and then reads until the peer closes its sending side.
    ///
    /// If a socket is closed while it has unread bytes, the system resets the connection, and the client may lose the
    /// answer. For example, a client that is still sending a body that is too large would never see the 413 (RFC 9112,
    /// section 9.6).
    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if !self.lingers {
            ready!(Pin::new(&mut self.stream).poll_shutdown(cx))?;
            self.lingers = true;
            self.clock = None;
        }
        // The time is checked first. If a peer sends without a pause, the loop below never waits, so the clock would
        // never be polled there.
        if self.poll_clock(cx, LINGER).is_ready() {
            return Poll::Ready(Ok(()));
        }
        let mut scratch = [0; 4096];
        loop {
            let mut unwanted = ReadBuf::new(&mut scratch);
            let end = ready!(Pin::new(&mut self.stream).poll_read(cx, &mut unwanted));
            if end.is_err() || unwanted.filled().is_empty() {
                // An error is treated as the end, since nobody is left to whom it could be reported.
                return Poll::Ready(Ok(()));
            }
        }
    }
}
