//! The limits that the system sets for this process: open files and memory.

/// Raises the limit of open files as far as the process may, and returns it. The soft limit at the start is low for the
/// sake of old programs, which can't handle descriptors above 1,024. `None` if there is no limit or it is unknown.
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

/// Returns `None`: the limit is unknown on other systems.
#[cfg(not(target_os = "linux"))]
#[must_use]
pub fn raise_open_files() -> Option<u64> {
    None
}

/// Returns the largest number of bytes of memory that the container may take before it is killed. `None` if there is no
/// container or no limit.
#[must_use]
pub fn memory_limit() -> Option<u64> {
    // The files of versions 2 and 1 of control groups. A container sees its own group at the root.
    let read = |path| std::fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let limit = read("/sys/fs/cgroup/memory.max").or_else(|| read("/sys/fs/cgroup/memory/memory.limit_in_bytes"));
    // In version 1, a huge number means that there is no limit.
    limit.filter(|bytes| *bytes < 1 << 60)
}
