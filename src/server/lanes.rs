//! [`Lanes`]: the threads that serve connections.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::{io, thread};

use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;

/// Threads that serve connections, each with a runtime of its own, until the last clone is dropped.
///
/// A connection stays in its lane: the thread that hears of a request answers it and wakes no other, as those of one
/// runtime for all do, which hand tasks to each other. That saves a tenth of the CPU of a small question
/// (`bench/service`). In return nobody takes over what waits for a thread that has no turn at the machine, so on one
/// whose cores are all taken by other programs one answer in a hundred comes a time slice later.
#[derive(Clone, Debug, Default)]
pub struct Lanes(Arc<[Lane]>);

#[derive(Debug)]
struct Lane {
    runtime: Handle,
    /// The thread ends when this is dropped, and with it what it serves.
    _until: oneshot::Sender<()>,
}

impl Lanes {
    /// So many threads.
    ///
    /// # Errors
    /// If the system has no more.
    pub fn new(count: NonZeroUsize) -> io::Result<Self> {
        (0..count.get()).map(Lane::new).collect::<io::Result<_>>().map(Self)
    }

    /// Their runtimes; without lanes the one that asks.
    pub(super) fn runtimes(&self) -> Vec<Handle> {
        let runtimes: Vec<_> = self.0.iter().map(|lane| lane.runtime.clone()).collect();
        if runtimes.is_empty() { vec![Handle::current()] } else { runtimes }
    }
}

impl Lane {
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
