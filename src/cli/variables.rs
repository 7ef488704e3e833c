//! Environment variables. Each flag may have a variable. A variable that has the common prefix but belongs to no flag
//! is refused.

use std::env;
use std::ffi::OsStr;

use clap::builder::Resettable;
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};
use grundy_core::game::words::nearest;

/// The prefix of all environment variables that set flags.
const PREFIX: &str = "GRUNDY_";

/// The variable in which people expect the port. Kubernetes sets it as well, in every container of a namespace with a
/// service called grundy.
const PORT: &str = "GRUNDY_PORT";

/// The prefixes of the other variables that Kubernetes sets for a service called grundy.
const OF_KUBERNETES: [&str; 2] = ["GRUNDY_PORT_", "GRUNDY_SERVICE_"];

/// Returns whether Kubernetes sets this variable. It writes the address of a service as a URL, such as
/// `tcp://10.0.0.1:80`.
fn is_of_kubernetes(name: &str, value: &str) -> bool {
    OF_KUBERNETES.iter().any(|start| name.starts_with(start)) || name == PORT && value.contains("://")
}

/// Ignores variables that are set to an empty text. Docker Compose passes unset variables on in this way.
#[must_use]
pub fn without_empty(command: Command) -> Command {
    let leave_out = |arg: Arg| if is_set_but_empty(&arg) { arg.env(Resettable::Reset) } else { arg };
    command.mut_args(leave_out).mut_subcommands(|command| command.mut_args(leave_out))
}

/// Returns whether the variable of a flag is set to an empty text.
fn is_set_but_empty(arg: &Arg) -> bool {
    arg.get_env().and_then(env::var_os).is_some_and(|value| value.is_empty())
}

/// Refuses variables that have the prefix but belong to no flag. If a misspelt limit were ignored, nothing would be
/// limited.
///
/// # Errors
/// If there is such a variable.
pub fn check(command: &Command) -> Result<(), Error> {
    let known = known(command);
    let variables = env::vars_os().filter(|(_, value)| !value.is_empty());
    for (name, value) in variables.filter_map(|(name, value)| Some((name.into_string().ok()?, value))) {
        let value = value.to_string_lossy();
        let is_ours = name.starts_with(PREFIX) && !is_of_kubernetes(&name, &value);
        if !is_ours || known.contains(&name.as_str()) {
            continue;
        }
        let nearest = if name == PORT {
            format!("; the port is in GRUNDY_LISTEN, with an address: GRUNDY_LISTEN=127.0.0.1:{value}")
        } else {
            let nearest = nearest(&name, known.iter().map(|known| (known.to_lowercase(), known)));
            nearest.map_or_else(String::new, |nearest| format!("; the nearest is {nearest}"))
        };
        let message = format!("the environment has {name}, which is no variable of grundy's{nearest}\n");
        return Err(Error::raw(ErrorKind::UnknownArgument, message));
    }
    Ok(())
}

/// Returns the variables of all flags of all commands.
fn known(command: &Command) -> Vec<&str> {
    let commands = std::iter::once(command).chain(command.get_subcommands());
    commands.flat_map(Command::get_arguments).filter_map(Arg::get_env).filter_map(OsStr::to_str).collect()
}
