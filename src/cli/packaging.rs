//! Completions for shells, and the page of the manual. The program writes both itself: most people have it without a
//! package, and `source <(grundy completions bash)` serves them too.

use std::io;

use clap::CommandFactory;
use clap_complete::Shell;

use super::Cli;

/// Returns the script that makes a shell complete commands and flags.
#[must_use]
pub fn completions(shell: Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "grundy", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// Returns the manual of section 1: the program's page, followed by one for each command.
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
