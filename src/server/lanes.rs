//! [`RuntimeThreads`]: the threads that serve connections.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::{io, iter, thread};

use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;

/// Threads that serve connections. Each thread has its own runtime. The thread that accepts connections also serves
/// some of them, since handing a connection to another thread takes 40 µs. The threads end when the last clone is
/// dropped.
///
/// A connection stays with its thread (its lane). The thread that receives a request also answers it, and wakes no
/// other thread. A runtime that all threads share would move tasks between threads, which takes a tenth more CPU time
/// for a short request (`bench/service`). The disadvantage is that no other thread takes over the tasks of a thread
/// that waits for the CPU. If other programs use all cores, one answer in a hundred comes later by a time slice of the
/// system.
#[derive(Clone, Debug, Default)]
pub struct RuntimeThreads(Arc<[RuntimeThread]>);

#[derive(Debug)]
struct RuntimeThread {
    runtime: Handle,
    /// Dropping this sender ends the thread and the connections that the thread serves.
    _until: oneshot::Sender<()>,
}

impl RuntimeThreads {
    /// Starts `count` − 1 threads. Together with the thread that accepts connections, `count` threads serve
    /// connections.
    ///
    /// # Errors
    /// If the system refuses to start a thread.
    pub fn new(count: NonZeroUsize) -> io::Result<Self> {
        (1..count.get()).map(RuntimeThread::new).collect::<io::Result<_>>().map(Self)
    }

    /// Returns the runtimes of the lanes. The first runtime is that of the calling thread, which accepts connections.
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
