//! What packages of the command bring along: completions for shells, and the page of the manual. Both are in the program
//! and not in a task of the build, since most people have it without a package: `source <(grundy completions bash)`.

use std::io;

use clap::CommandFactory;
use clap_complete::Shell;

use super::Cli;

/// The script that makes a shell complete commands and flags.
#[must_use]
pub fn completions(shell: Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "grundy", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// The page of the manual, of section 1: that of the program, and after it one for each of its commands.
///
/// # Errors
/// It can't be written.
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
