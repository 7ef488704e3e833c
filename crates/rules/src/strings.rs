//! The contents of string literals: escapes, and the fields of f-strings.

use crate::ast::Conversion;
use crate::fault::At;
use crate::size::length;
use crate::token::FStringPiece;

type Unescaped<T> = Result<T, At>;

/// The number of levels of nested fields: a field, and the fields inside its format. Python has the same limit.
const MOST_FIELDS: usize = 2;

fn no<T>(at: usize, message: impl Into<String>) -> Unescaped<T> {
    Err(At::new(length(at), message))
}

/// Returns the string that a literal stands for.
pub(crate) fn unescape(source: &str, start: usize, end: usize, is_raw: bool) -> Unescaped<String> {
    let text = source.get(start..end).unwrap_or_default();
    // Python reads CR LF as a single line break, so the CR is left out.
    let mut chars =
        text.char_indices().filter(|(at, char)| *char != '\r' || text.as_bytes().get(at + 1) != Some(&b'\n'));
    let mut out = String::new();
    while let Some((at, char)) = chars.next() {
        if char != '\\' || is_raw {
            out.push(char);
            continue;
        }
        let Some((_, escaped)) = chars.next() else { return no(start + at, "a string ends with \\") };
        match escaped {
            '\n' => {}
            '\\' | '\'' | '"' => out.push(escaped),
            'n' => out.push('\n'),
            't' => out.push('\t'),
            'r' => out.push('\r'),
            '0' if !text.get(at + 2..).is_some_and(|rest| rest.starts_with(|char: char| char.is_digit(8))) => {
                out.push('\0');
            }
            'x' | 'u' | 'U' => {
                let digits = match escaped {
                    'x' => 2,
                    'u' => 4,
                    _ => 8,
                };
                let code: String = chars.by_ref().take(digits).map(|(_, char)| char).collect();
                let is_code = code.len() == digits && code.chars().all(|digit| digit.is_ascii_hexdigit());
                let char = u32::from_str_radix(&code, 16).ok().filter(|_| is_code).and_then(char::from_u32);
                let Some(char) = char else { return no(start + at, "there is no such character") };
                out.push(char);
            }
            _ => return no(start + at, "this escape is not known: write \\\\ for a backslash"),
        }
    }
    Ok(out)
}

/// Returns the parts of an f-string.
pub(crate) fn pieces(source: &str, start: usize, end: usize, is_raw: bool) -> Unescaped<Vec<FStringPiece>> {
    Fields { source, at: start, end, is_raw }.pieces(0)
}

struct Fields<'s> {
    source: &'s str,
    at: usize,
    end: usize,
    is_raw: bool,
}

impl Fields<'_> {
    fn byte(&self, ahead: usize) -> Option<u8> {
        self.source.as_bytes().get(self.at + ahead).copied().filter(|_| self.at + ahead < self.end)
    }

    /// Reads text and fields up to the end of the string. If `depth` is not 0, reads the format of a field, up to the
    /// brace that closes the field.
    fn pieces(&mut self, depth: usize) -> Unescaped<Vec<FStringPiece>> {
        let mut pieces = Vec::new();
        let mut start = self.at;
        loop {
            let byte = self.byte(0);
            let is_doubled = depth == 0 && byte == self.byte(1);
            match byte {
                Some(b'{' | b'}') if is_doubled => {
                    // Two equal braces stand for one brace in the text.
                    self.at += 1;
                    self.text(start, &mut pieces)?;
                    self.at += 1;
                    start = self.at;
                }
                Some(b'{') => {
                    self.text(start, &mut pieces)?;
                    if depth >= MOST_FIELDS {
                        return no(self.at, "fields of a string stand too deep in one another");
                    }
                    pieces.push(self.field(depth)?);
                    start = self.at;
                }
                Some(b'}') if depth == 0 => return no(self.at, "write }} for a brace in an f-string"),
                None | Some(b'}') => {
                    self.text(start, &mut pieces)?;
                    return Ok(pieces);
                }
                Some(b'\\') if !self.is_raw => self.at += 2,
                Some(_) => self.at += 1,
            }
        }
    }

    fn text(&self, start: usize, pieces: &mut Vec<FStringPiece>) -> Unescaped<()> {
        if start < self.at {
            pieces.push(FStringPiece::Text(unescape(self.source, start, self.at.min(self.end), self.is_raw)?));
        }
        Ok(())
    }

    fn field(&mut self, depth: usize) -> Unescaped<FStringPiece> {
        self.at += 1;
        let start = self.at;
        let mut brackets = 0_u32;
        let mut quote = None;
        loop {
            let Some(byte) = self.byte(0) else { return no(start, "a field of this string is never closed") };
            match (byte, quote) {
                (b'\\', _) => return no(self.at, "a field of an f-string has no backslash"),
                (b'#', None) => return no(self.at, "a field of an f-string has no comment"),
                (byte, Some(open)) => quote = (byte != open).then_some(open),
                (b'\'' | b'"', None) => quote = Some(byte),
                (b'(' | b'[' | b'{', None) => brackets += 1,
                (b')' | b']', None) => brackets = brackets.saturating_sub(1),
                (b'}', None) if brackets > 0 => brackets -= 1,
                (b'!', None) if self.byte(1) == Some(b'=') => self.at += 1,
                (b'}' | b':' | b'!', None) if brackets == 0 => break,
                _ => {}
            }
            self.at += 1;
        }
        let end = self.at;
        let expression = self.source.get(start..end).unwrap_or_default().trim_end();
        if expression.ends_with('=') && !["==", "!=", "<=", ">="].iter().any(|op| expression.ends_with(op)) {
            return no(start, "\"=\" in a field is not known here");
        }
        let mut conversion = None;
        if self.byte(0) == Some(b'!') {
            conversion = Some(match self.byte(1) {
                Some(b's') => Conversion::Str,
                Some(b'r') => Conversion::Repr,
                _ => return no(self.at, "write !r or !s"),
            });
            self.at += 2;
        }
        let mut format = Vec::new();
        if self.byte(0) == Some(b':') {
            self.at += 1;
            format = self.pieces(depth + 1)?;
        }
        if self.byte(0) != Some(b'}') {
            return no(self.at, "a field of this string is never closed");
        }
        self.at += 1;
        Ok(FStringPiece::Field { start, end, conversion, format })
    }
}
