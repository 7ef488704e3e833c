//! [`RuntimeThreads`]: the threads that serve connections.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::{io, iter, thread};

use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;

/// Threads that serve connections, each with a runtime of its own, beside the one that accepts them, which serves its
/// part: to hand a connection over takes 40 µs. They end with the last clone.
///
/// A connection stays in its lane: the thread that hears of a request answers it and wakes no other, as those of one
/// runtime for all do, which hand tasks to each other. That saves a tenth of the CPU of a small question
/// (`bench/service`). In return nobody takes over what waits for a thread that has no turn at the machine, so on one
/// whose cores are all taken by other programs one answer in a hundred comes a time slice later.
#[derive(Clone, Debug, Default)]
pub struct RuntimeThreads(Arc<[RuntimeThread]>);

#[derive(Debug)]
struct RuntimeThread {
    runtime: Handle,
    /// The thread ends when this is dropped, and with it what it serves.
    _until: oneshot::Sender<()>,
}

impl RuntimeThreads {
    /// So many, with the thread that accepts.
    ///
    /// # Errors
    /// If the system has no more threads.
    pub fn new(count: NonZeroUsize) -> io::Result<Self> {
        (1..count.get()).map(RuntimeThread::new).collect::<io::Result<_>>().map(Self)
    }

    /// Their runtimes; first that of the thread that accepts, which asks.
    pub(super) fn runtimes(&self) -> impl Iterator<Item = Handle> {
        iter::once(Handle::current()).chain(self.0.iter().map(|lane| lane.runtime.clone()))
    }
}

impl RuntimeThread {
    fn new(number: usize) -> io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let handle = runtime.handle().clone();
        let (until, ended) = oneshot::channel();
        let serve = move || {
            let _ = runtime.block_on(ended);
        };
        thread::Builder::new().name(format!("lane-{number}")).spawn(serve)?;
        Ok(Self { runtime: handle, _until: until })
    }
}
