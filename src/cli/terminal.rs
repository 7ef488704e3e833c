//! The width of the terminal, and texts whose lines are broken at this width.

use textwrap::{Options, WordSplitter};

/// If a line is broken, all its parts except the first get this additional indentation.
const FURTHER: &str = "    ";

/// Returns the number of columns of the terminal on standard output. `None` if standard output is not a terminal, or on
/// Windows, where the width is not read.
#[must_use]
pub fn width() -> Option<usize> {
    #[cfg(unix)]
    {
        let size = rustix::termios::tcgetwinsize(std::io::stdout()).ok()?;
        Some(usize::from(size.ws_col)).filter(|width| *width > 0)
    }
    #[cfg(not(unix))]
    None
}

/// Returns the text with lines of at most `width` columns. Words are not broken, since people copy positions from the
/// output.
#[must_use]
pub fn wrapped(text: &str, width: usize) -> String {
    let mut wrapped = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let words = line.trim_start_matches(' ');
        let indent = &line[..line.len() - words.len()];
        let further = [indent, FURTHER].concat();
        let options = Options::new(width)
            .initial_indent(indent)
            .subsequent_indent(&further)
            .word_splitter(WordSplitter::NoHyphenation)
            .break_words(false);
        wrapped.push_str(&textwrap::fill(words, options));
    }
    wrapped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_long_as_the_terminal_is_wide() {
        let text = "nim: Nim, such as nim=3\n  Take any number of stones.\n\nposition-that-is-long=1,2,3,4,5,6,7\n";
        let told = "nim: Nim, such as\n    nim=3\n  Take any number\n      of stones.\n\nposition-that-is-long=1,2,3,4,5,6,7\n";
        assert_eq!(wrapped(text, 18), told);
        assert_eq!(wrapped(text, 80), text);
    }
}
