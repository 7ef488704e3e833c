//! [`RuntimeThreads`]: the threads that serve connections.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::{io, iter, thread};

use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;

/// Threads that serve connections, each with its own runtime. The thread that accepts connections also serves a part of
/// them, since handing a connection over takes 40 µs. The threads end with the last clone.
///
/// A connection stays in its lane. The thread that receives a request answers it, and wakes no other thread. A runtime
/// that all threads share would hand tasks from thread to thread, which takes a tenth more CPU for a small question
/// (`bench/service`). The price: no thread takes over the tasks of one that waits for the CPU. On a machine whose cores
/// are all taken by other programs, one answer in a hundred comes a time slice later.
#[derive(Clone, Debug, Default)]
pub struct RuntimeThreads(Arc<[RuntimeThread]>);

#[derive(Debug)]
struct RuntimeThread {
    runtime: Handle,
    /// The thread and the connections that it serves end when this is dropped.
    _until: oneshot::Sender<()>,
}

impl RuntimeThreads {
    /// Starts threads, so that there are `count` of them with the thread that accepts.
    ///
    /// # Errors
    /// If the system has no more threads.
    pub fn new(count: NonZeroUsize) -> io::Result<Self> {
        (1..count.get()).map(RuntimeThread::new).collect::<io::Result<_>>().map(Self)
    }

    /// Returns the runtimes of the lanes. The first is that of the calling thread, which accepts connections.
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
