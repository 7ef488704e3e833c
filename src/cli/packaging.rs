//! Completions for shells, and the manual page. The program prints them itself, since most people install the program
//! without a package that could contain such files. Users of bash can write `source <(grundy completions bash)`.

use std::io;

use clap::CommandFactory;
use clap::builder::PossibleValuesParser;
use clap_complete::Shell;
use grundy_core::catalogue::cards;
use grundy_core::wire::fault::for_shell;

use super::Cli;

/// Returns the script that makes a shell complete commands, flags, keys of games and example positions.
#[must_use]
pub fn completions(shell: Shell) -> String {
    let single = || cards().filter(|card| card.parameters.is_none());
    let keys: Vec<&str> = single().map(|card| card.id).collect();
    let positions = single().map(|card| format!("{}={}", card.id, card.example));
    let positions: Vec<String> = positions.filter(|word| for_shell(word) == *word).collect();
    // The list of keys is used only for completion. The command itself accepts any word, since a family has infinitely
    // many keys.
    let mut command = Cli::command().mut_subcommands(|command| {
        command.mut_args(|arg| match arg.get_id().as_str() {
            "components" => arg.value_parser(PossibleValuesParser::new(positions.clone())),
            "game" => arg.value_parser(PossibleValuesParser::new(keys.clone())),
            _ => arg,
        })
    });
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "grundy", &mut script);
    let mut script = String::from_utf8_lossy(&script).into_owned();
    // For fish, clap completes only flags, so the keys are added here.
    if shell == Shell::Fish {
        for (commands, words) in [("analyze moves play", positions.join(" ")), ("games values", keys.join(" "))] {
            let line = format!("complete -c grundy -n '__fish_seen_subcommand_from {commands}' -f -a '{words}'\n");
            script.push_str(&line);
        }
    }
    script
}

/// Returns the manual of section 1: the page of the program, followed by a page for each command.
///
/// # Errors
/// If it can't be written.
pub fn man() -> io::Result<String> {
    let mut program = Cli::command();
    program.build();
    let mut page = Vec::new();
    clap_mangen::Man::new(program.clone()).render(&mut page)?;
    for command in program.get_subcommands().filter(|command| command.get_name() != "help") {
        let command = clap_mangen::Man::new(command.clone());
        command.render_name_section(&mut page)?;
        command.render_synopsis_section(&mut page)?;
        command.render_options_section(&mut page)?;
    }
    Ok(String::from_utf8_lossy(&page).into_owned())
}
