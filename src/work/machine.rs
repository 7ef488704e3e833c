//! What the machine gives to this process: open files and memory.

/// How many files may be open, after the limit was raised as far as the process may raise it itself: the soft limit is
/// that of old programs, which know no descriptor above 1,024. `None` if there is no limit, or it is unknown.
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

/// Unknown elsewhere.
#[cfg(not(target_os = "linux"))]
#[must_use]
pub fn raise_open_files() -> Option<u64> {
    None
}

/// How much memory the container may take, in bytes, over which it is killed. `None` outside of a container with a limit.
#[must_use]
pub fn memory_limit() -> Option<u64> {
    // Of the two versions of control groups. A container sees its own at the root.
    let read = |path| std::fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let limit = read("/sys/fs/cgroup/memory.max").or_else(|| read("/sys/fs/cgroup/memory/memory.limit_in_bytes"));
    // Version 1 has a huge number for none.
    limit.filter(|bytes| *bytes < 1 << 60)
}
