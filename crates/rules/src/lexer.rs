//! Splits the source into tokens.

use crate::fault::{At, FLOAT};
use crate::size::length;
use crate::strings;
use crate::token::{OPS, ScriptToken};

/// The deepest nesting of brackets. It is limited because each level needs native stack in the parser.
const MOST_BRACKETS: usize = 50;
/// The deepest nesting of blocks.
const MOST_BLOCKS: usize = 40;

type Lexed<T> = Result<T, At>;
pub(crate) type ScriptTokens = Vec<(ScriptToken, u32)>;

/// Returns the tokens of a script, each with its place in the source in bytes. The last token is [`ScriptToken::End`].
pub(crate) fn tokens(source: &str) -> Lexed<ScriptTokens> {
    if let Some(at) = source.find('\0') {
        return no(at, "a script has no character NUL");
    }
    let start = if source.starts_with('\u{feff}') { 3 } else { 0 };
    Lexer { source, at: start, end: source.len(), brackets: Vec::new(), indents: vec![(0, 0)], tokens: Vec::new() }
        .script()
}

/// Returns the tokens of an expression inside an f-string.
pub(crate) fn field(source: &str, start: usize, end: usize) -> Lexed<ScriptTokens> {
    let mut lexer = Lexer { source, at: start, end, brackets: Vec::new(), indents: Vec::new(), tokens: Vec::new() };
    // Line breaks have no meaning in the expression, just as inside brackets.
    lexer.brackets.push("f");
    while lexer.at < end {
        lexer.token()?;
    }
    if lexer.brackets.len() != 1 {
        return no(start, "a bracket is never closed");
    }
    lexer.tokens.push((ScriptToken::End, length(end)));
    Ok(lexer.tokens)
}

fn no<T>(at: usize, message: impl Into<String>) -> Lexed<T> {
    Err(At::new(length(at), message))
}

struct Lexer<'s> {
    source: &'s str,
    at: usize,
    end: usize,
    brackets: Vec<&'static str>,
    /// The columns of the open blocks, counted in two ways: with tabs of 8 columns, and with tabs of 1 column.
    indents: Vec<(usize, usize)>,
    tokens: ScriptTokens,
}

impl Lexer<'_> {
    fn script(mut self) -> Lexed<ScriptTokens> {
        while self.at < self.end {
            if self.is_line_start() {
                self.line_start()?;
            } else {
                self.token()?;
            }
        }
        if !self.brackets.is_empty() {
            return no(self.end, "a bracket is never closed");
        }
        if !matches!(self.tokens.last(), None | Some((ScriptToken::Newline, _))) {
            self.push(ScriptToken::Newline, self.end);
        }
        for _ in 1..self.indents.len() {
            self.push(ScriptToken::Dedent, self.end);
        }
        self.push(ScriptToken::End, self.end);
        Ok(self.tokens)
    }

    fn is_line_start(&self) -> bool {
        self.brackets.is_empty()
            && matches!(self.tokens.last(), None | Some((ScriptToken::Newline, _)))
            && self
                .source
                .as_bytes()
                .get(self.at.wrapping_sub(1))
                .is_none_or(|before| *before == b'\n' || *before > 127)
    }

    fn push(&mut self, token: ScriptToken, at: usize) {
        self.tokens.push((token, length(at)));
    }

    fn rest(&self) -> &str {
        self.source.get(self.at..self.end).unwrap_or_default()
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.source.as_bytes().get(self.at + ahead).copied().filter(|_| self.at + ahead < self.end).unwrap_or_default()
    }

    fn skip(&mut self, matches: impl Fn(u8) -> bool) {
        while self.at < self.end && matches(self.byte(0)) {
            self.at += 1;
        }
    }

    /// Reads the indentation of a line, and skips blank lines and lines that are only comments.
    fn line_start(&mut self) -> Lexed<()> {
        let (mut column, mut alone) = (0, 0);
        loop {
            match self.byte(0) {
                b' ' => (column, alone) = (column + 1, alone + 1),
                b'\t' => (column, alone) = ((column / 8 + 1) * 8, alone + 1),
                b'\x0c' => (column, alone) = (0, 0),
                _ => break,
            }
            self.at += 1;
        }
        let at = self.at;
        let is_blank = match self.byte(0) {
            b'\n' | b'#' | 0 => true,
            b'\r' => self.byte(1) == b'\n',
            _ => false,
        };
        if is_blank {
            self.skip(|byte| byte != b'\n');
            self.at = (self.at + 1).min(self.end);
            return Ok(());
        }
        let top = self.indents.last().copied().unwrap_or_default();
        if (column > top.0) != (alone > top.1) || (column == top.0) != (alone == top.1) {
            return no(at, "this line is indented by tabs where others are by spaces: use spaces alone");
        }
        if column > top.0 {
            if self.indents.len() >= MOST_BLOCKS {
                return no(at, format!("blocks stand at most {MOST_BLOCKS} deep in one another"));
            }
            self.indents.push((column, alone));
            self.push(ScriptToken::Indent, at);
        }
        while column < self.indents.last().map_or(0, |indent| indent.0) {
            self.indents.pop();
            self.push(ScriptToken::Dedent, at);
        }
        if column != self.indents.last().map_or(0, |indent| indent.0) {
            return no(at, "this line is indented like none of the blocks above");
        }
        if self.byte(0) == b'\\' {
            return no(at, "a line doesn't begin with a backslash");
        }
        // Reads the first token of the line. Without this, `is_line_start` could stay true on a line without
        // indentation, and this function would be called for ever.
        self.token()
    }

    fn token(&mut self) -> Lexed<()> {
        let at = self.at;
        match self.byte(0) {
            b' ' | b'\t' | b'\x0c' => self.at += 1,
            b'\r' if self.byte(1) == b'\n' => self.at += 1,
            b'#' => self.skip(|byte| byte != b'\n'),
            b'\\' if self.byte(1) == b'\n' => self.at += 2,
            b'\\' if self.byte(1) == b'\r' && self.byte(2) == b'\n' => self.at += 3,
            b'\n' => {
                self.at += 1;
                if self.brackets.is_empty() {
                    self.push(ScriptToken::Newline, at);
                }
            }
            b'0'..=b'9' => self.number()?,
            b'"' | b'\'' => self.string(at, false, false)?,
            b'A'..=b'Z' | b'a'..=b'z' | b'_' => self.name()?,
            b'.' if self.byte(1).is_ascii_digit() => return no(at, FLOAT),
            _ => self.op()?,
        }
        Ok(())
    }

    fn name(&mut self) -> Lexed<()> {
        let at = self.at;
        self.skip(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let name = self.source.get(at..self.at).unwrap_or_default();
        if matches!(self.byte(0), b'"' | b'\'') {
            return match name.to_ascii_lowercase().as_str() {
                "f" => self.string(at, true, false),
                "r" => self.string(at, false, true),
                "fr" | "rf" => self.string(at, true, true),
                "u" => self.string(at, false, false),
                "b" | "br" | "rb" => no(at, "bytes are not known here: write a string"),
                _ => no(at, format!("a string can't begin with {name}")),
            };
        }
        if !self.rest().starts_with(|char: char| char.is_ascii()) && !self.rest().is_empty() {
            return no(self.at, "names have letters from a to z, digits and underscores here");
        }
        let name = name.to_owned();
        self.push(ScriptToken::Name(name), at);
        Ok(())
    }

    fn number(&mut self) -> Lexed<()> {
        let at = self.at;
        self.skip(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let word = self.source.get(at..self.at).unwrap_or_default().to_ascii_lowercase();
        let is_radix = ["0x", "0b", "0o"].iter().any(|prefix| word.starts_with(prefix));
        if self.byte(0) == b'.' || !is_radix && (word.contains('e') || word.ends_with('j')) {
            return no(at, FLOAT);
        }
        let is_digits = !word.ends_with('_') && !word.contains("__");
        let digits = word.replace('_', "");
        let radix = |prefix: &str, radix| digits.strip_prefix(prefix).map(|digits| (digits.to_owned(), radix));
        let (digits, radix) =
            radix("0x", 16).or_else(|| radix("0b", 2)).or_else(|| radix("0o", 8)).unwrap_or((digits, 10));
        if !is_digits || digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
            return no(at, format!("this is no number: {}", word.chars().take(40).collect::<String>()));
        }
        if radix == 10 && digits.starts_with('0') && digits.contains(|digit| digit != '0') {
            return no(at, "a number doesn't begin with 0");
        }
        match i64::from_str_radix(&digits, radix) {
            Ok(value) => self.push(ScriptToken::Int(value), at),
            Err(_) => return no(at, "the integers of a script are below 2**63"),
        }
        Ok(())
    }

    fn string(&mut self, at: usize, is_format: bool, is_raw: bool) -> Lexed<()> {
        let quote = self.byte(0);
        let quotes = if self.byte(1) == quote && self.byte(2) == quote { 3 } else { 1 };
        self.at += quotes;
        let start = self.at;
        loop {
            if self.at >= self.end || quotes == 1 && self.byte(0) == b'\n' {
                return no(at, "this string is never closed");
            }
            if (0..quotes).all(|ahead| self.byte(ahead) == quote) {
                break;
            }
            self.at += if self.byte(0) == b'\\' { 2 } else { 1 };
        }
        let end = self.at;
        self.at += quotes;
        let token = if is_format {
            ScriptToken::Format(strings::pieces(self.source, start, end, is_raw)?)
        } else {
            ScriptToken::Text(strings::unescape(self.source, start, end, is_raw)?)
        };
        self.push(token, at);
        Ok(())
    }

    fn op(&mut self) -> Lexed<()> {
        let at = self.at;
        let Some(op) = OPS.into_iter().find(|op| self.rest().starts_with(op)) else {
            let found = self.rest().chars().next().unwrap_or_default();
            return no(at, format!("the character {found:?} means nothing here"));
        };
        match op {
            "(" | "[" | "{" => {
                self.brackets.push(op);
                if self.brackets.len() > MOST_BRACKETS {
                    return no(at, format!("brackets stand at most {MOST_BRACKETS} deep in one another"));
                }
            }
            ")" | "]" | "}" => {
                let opened = match op {
                    ")" => "(",
                    "]" => "[",
                    _ => "{",
                };
                if self.brackets.pop() != Some(opened) {
                    return no(at, format!("\"{op}\" closes no bracket"));
                }
            }
            _ => {}
        }
        self.at += op.len();
        self.push(ScriptToken::Op(op), at);
        Ok(())
    }
}
