//! [`ScriptToken`]: the tokens of the language.

use crate::ast::Conversion;

/// A token of a script.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ScriptToken {
    /// A name or a keyword.
    Name(String),
    Int(i64),
    Text(String),
    /// An f-string.
    Format(Vec<FStringPiece>),
    Op(&'static str),
    Newline,
    Indent,
    Dedent,
    End,
}

/// A part of the contents of an f-string.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum FStringPiece {
    Text(String),
    Field {
        /// The place of the expression in the source, in bytes.
        start: usize,
        end: usize,
        /// The conversion after an exclamation mark.
        conversion: Option<Conversion>,
        /// The parts of the format after a colon.
        format: Vec<FStringPiece>,
    },
}

/// The operators. Longer operators come first, so that the lexer finds the longest one.
pub(crate) const OPS: [&str; 47] = [
    "**=", "//=", "<<=", ">>=", "...", "**", "//", "<<", ">>", "<=", ">=", "==", "!=", "+=", "-=", "*=", "/=", "%=",
    "&=", "|=", "^=", "->", ":=", "@=", "+", "-", "*", "/", "%", "&", "|", "^", "~", "<", ">", "=", "(", ")", "[", "]",
    "{", "}", ",", ":", ".", ";", "@",
];

pub(crate) const KEYWORDS: [&str; 35] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del",
    "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal",
    "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

impl ScriptToken {
    /// Returns whether the token is this operator.
    pub(crate) fn is(&self, op: &str) -> bool {
        matches!(self, Self::Op(found) if *found == op)
    }

    /// Returns whether the token is this keyword.
    pub(crate) fn is_word(&self, word: &str) -> bool {
        matches!(self, Self::Name(found) if found == word)
    }

    /// Returns the token as text for a message.
    pub(crate) fn shown(&self) -> String {
        match self {
            Self::Name(name) => format!("\"{}\"", name.chars().take(40).collect::<String>()),
            Self::Int(value) => value.to_string(),
            Self::Text(_) | Self::Format(_) => "a string".to_owned(),
            Self::Op(op) => format!("\"{op}\""),
            Self::Newline => "the end of the line".to_owned(),
            Self::Indent => "an indented line".to_owned(),
            Self::Dedent => "the end of the block".to_owned(),
            Self::End => "the end of the script".to_owned(),
        }
    }
}
