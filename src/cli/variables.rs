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

/// The prefixes of variables that Kubernetes sets in every container of a namespace with a service called grundy.
const OF_KUBERNETES: [&str; 2] = ["GRUNDY_PORT", "GRUNDY_SERVICE_"];

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
    let names = env::vars_os().filter(|(_, value)| !value.is_empty()).map(|(name, _)| name);
    for name in names.filter_map(|name| name.into_string().ok()) {
        let is_ours = name.starts_with(PREFIX) && !OF_KUBERNETES.iter().any(|start| name.starts_with(start));
        if !is_ours || known.contains(&name.as_str()) {
            continue;
        }
        let nearest = nearest(&name, known.iter().map(|known| (known.to_lowercase(), known)));
        let nearest = nearest.map_or_else(String::new, |nearest| format!("; the nearest is {nearest}"));
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
