//! The limits that the system sets for this process: open files and memory.

/// Raises the process's limit of open files to the largest value that the system permits, and returns this limit.
/// Returns `None` if there is no limit, or if the limit is unknown. A process starts with a low limit only because some
/// old programs can't handle descriptors above 1,024.
#[cfg(target_os = "linux")]
#[must_use]
pub fn raise_open_files() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    match setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }) {
        Ok(()) => maximum,
        Err(_) => current,
    }
}

/// Returns `None`, since the limit is read only on Linux.
#[cfg(not(target_os = "linux"))]
#[must_use]
pub fn raise_open_files() -> Option<u64> {
    None
}

/// Returns the largest number of bytes of memory that the container may take before it is killed. `None` if there is no
/// container or no limit.
#[must_use]
pub fn memory_limit() -> Option<u64> {
    // The first file belongs to version 2 of control groups, and the second to version 1. Inside a container, the
    // folder `/sys/fs/cgroup` describes the container's own group.
    let read = |path| std::fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let limit = read("/sys/fs/cgroup/memory.max").or_else(|| read("/sys/fs/cgroup/memory/memory.limit_in_bytes"));
    // In version 1 of control groups, a huge number means no limit.
    limit.filter(|bytes| *bytes < 1 << 60)
}
