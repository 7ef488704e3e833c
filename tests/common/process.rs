//! Runs the program as a process.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::SocketAddr;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};

/// The time after which a test counts as stuck. It is a hundred times the time of the longest test, since the machine
/// may be busy with other work.
pub const PATIENCE: Duration = Duration::from_secs(600);

/// Returns a command that runs the program with these arguments and environment variables. No other variables that
/// begin with `GRUNDY_` are set.
pub fn grundy(arguments: &[&str], variables: &[(&str, &str)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("GRUNDY_")) {
        command.env_remove(name);
    }
    command.args(arguments).envs(variables.iter().copied());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs a command with this text on its standard input.
pub fn fed(command: &mut Command, input: &str) -> Output {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let (mut stdin, input) = (child.stdin.take().unwrap(), input.to_owned());
    // Writing fails if the command ends before it has read everything. This is not an error.
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// A process that is killed at the end of its test.
pub struct Running(pub Child);

impl Drop for Running {
    fn drop(&mut self) {
        // Killing fails if the process has ended already. This is not an error.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Running {
    /// Starts a server and reads the address that it prints.
    pub fn serve(mut command: Command) -> (Self, SocketAddr) {
        let mut running = Self(command.spawn().unwrap());
        let mut line = String::new();
        BufReader::new(running.0.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim_end().rsplit_once("http://").map(|(_, address)| address.parse().unwrap());
        let Some(address) = address else {
            let mut errors = String::new();
            let _ = running.0.kill();
            running.0.stderr.as_mut().map(|stderr| stderr.read_to_string(&mut errors).unwrap());
            unreachable!("{command:?} printed {line:?} and {errors:?}");
        };
        // A server waits if the pipe of its log is full. On a busy machine, it logs many requests as slow.
        let stderr = running.0.stderr.take();
        std::thread::spawn(move || stderr.map(|mut stderr| std::io::copy(&mut stderr, &mut std::io::sink())));
        (running, address)
    }

    pub fn signal(&self, name: &str) {
        let id = self.0.id().to_string();
        // The shell has its own `kill`. Some systems have no program of this name.
        let status = Command::new("sh").args(["-c", "kill -s \"$0\" \"$1\"", name, &id]).status().unwrap();
        assert!(status.success());
    }

    /// Waits until the process ends.
    pub fn wait(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.0.try_wait().unwrap() {
                return status;
            }
            assert!(start.elapsed() < PATIENCE, "the process does not end");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}
