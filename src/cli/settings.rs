//! The settings of `serve` and their sources: `grundy serve --print-config`.

use std::fmt::{self, Display};

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};

/// Flags that are commands rather than settings.
const NO_SETTINGS: [&str; 3] = ["help", "print_config", "version"];

/// The flags of `serve` in the order of the help, each with its value and the source of the value.
#[derive(Clone, Debug, Default)]
pub struct Settings(Vec<Setting>);

#[derive(Clone, Debug)]
struct Setting {
    id: String,
    flag: String,
    /// `None` if neither the flag nor a default gives a value.
    value: Option<String>,
    source: String,
}

impl Settings {
    /// Collects the settings of a command whose arguments were read.
    pub(super) fn of(command: &Command, matches: &ArgMatches) -> Self {
        let setting = |arg: &Arg| {
            let (flag, variable) = (arg.get_long()?, arg.get_env());
            let id = arg.get_id().as_str();
            if NO_SETTINGS.contains(&id) {
                return None;
            }
            let value = matches
                .get_raw(id)
                .map(|values| values.map(|value| value.to_string_lossy()).collect::<Vec<_>>().join(","));
            let default = arg.get_default_values().iter().map(|value| value.to_string_lossy());
            let default = default.collect::<Vec<_>>().join(",");
            let source = match (matches.value_source(id), variable) {
                (Some(ValueSource::CommandLine), _) => format!("--{flag}"),
                (Some(ValueSource::EnvVariable), Some(variable)) => variable.to_string_lossy().into_owned(),
                // `--open-internet` is the only flag that changes the defaults of other flags.
                (Some(_), _) if value.as_ref().is_some_and(|value| *value != default) => "--open-internet".to_owned(),
                _ => "default".to_owned(),
            };
            Some(Setting { id: id.to_owned(), flag: flag.to_owned(), value, source })
        };
        Self(command.get_arguments().filter_map(setting).collect())
    }

    /// Sets the value of a flag that was not given and has no default.
    pub(super) fn come_to(&mut self, id: &str, value: impl Display) {
        if let Some(setting) = self.0.iter_mut().find(|setting| setting.id == id && setting.value.is_none()) {
            setting.value = Some(value.to_string());
        }
    }

    /// Lists the flags that differ from their defaults, on one line.
    pub(super) fn changed(&self) -> String {
        let changed = self.0.iter().filter(|setting| setting.source != "default");
        let said =
            changed.map(|Setting { flag, value, .. }| format!("{flag}={}", value.as_deref().unwrap_or_default()));
        said.collect::<Vec<_>>().join(" ")
    }
}

impl Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |of: fn(&Setting) -> &str| self.0.iter().map(|setting| of(setting).len()).max().unwrap_or_default();
        let (flags, values) =
            (width(|setting| &setting.flag), width(|setting| setting.value.as_deref().unwrap_or("none")));
        for Setting { flag, value, source, .. } in &self.0 {
            let value = value.as_deref().unwrap_or("none");
            writeln!(f, "{flag:flags$}  {value:values$}  {source}")?;
        }
        Ok(())
    }
}
