//! [`Json`]: the JSON of certificates, read within bounds.

use std::fmt;

use crate::refusal::Rejection;

/// The most bytes of a certificate.
pub const MOST_BYTES: usize = 1 << 20;

/// The most brackets that may be open at one place.
const MOST_DEPTH: usize = 64;

/// The most digits of an integer, which then has at most 4,096 bits.
pub(crate) const MOST_DIGITS: usize = 1233;

/// The most letters of a game or a position in a statement.
const MOST_SHOWN: usize = 300;

/// A JSON value. Only integers are numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Json {
    /// The word `null`.
    Null,
    /// A truth value, which is no integer.
    Bool(bool),
    /// An integer, in decimal digits, without a sign before 0.
    Integer(Box<str>),
    /// A string.
    Text(Box<str>),
    /// A list.
    List(Vec<Json>),
    /// The fields of an object, sorted by their names. Each name is there once.
    Object(Vec<(Box<str>, Json)>),
}

impl Json {
    /// Reads JSON.
    ///
    /// # Errors
    /// The text is no JSON, or it exceeds a bound.
    pub fn read(text: &[u8]) -> Result<Self, Rejection> {
        if text.len() > MOST_BYTES {
            return Err(Rejection::refused("a certificate has at most 1 MiB"));
        }
        let text = std::str::from_utf8(text).map_err(|_| Rejection::unread("it is not UTF-8"))?;
        let mut reader = Reader { text, at: 0, depth: 0 };
        let value = reader.value()?;
        reader.blanks();
        if reader.at < text.len() {
            return Err(reader.unread());
        }
        Ok(value)
    }

    /// Returns an integer.
    #[must_use]
    pub fn of(number: usize) -> Self {
        Self::Integer(number.to_string().into())
    }

    /// Returns the integer, if the value is one from 0 on that fits into a machine word.
    #[must_use]
    pub fn small(&self) -> Option<usize> {
        if let Self::Integer(digits) = self { digits.parse().ok() } else { None }
    }

    /// Returns the items, if the value is a list.
    #[must_use]
    pub fn list(&self) -> Option<&[Self]> {
        if let Self::List(items) = self { Some(items) } else { None }
    }

    /// Returns the value as text, cut if it is long.
    #[must_use]
    pub fn shown(&self) -> String {
        let text = self.to_string();
        let mut letters = text.chars();
        let begin: String = letters.by_ref().take(MOST_SHOWN).collect();
        if letters.next().is_some() { begin + "…" } else { text }
    }

    /// Returns the value of a field, if the value is an object that has it.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&Self> {
        let Self::Object(fields) = self else { return None };
        fields.iter().find(|(other, _)| **other == *name).map(|(_, value)| value)
    }

    /// Returns the string, if the value is one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, items: &mut dyn Iterator<Item = (Option<&str>, &Json)>| {
            for (place, (name, item)) in items.enumerate() {
                f.write_str(if place > 0 { ", " } else { "" })?;
                if let Some(name) = name {
                    write_text(f, name)?;
                    f.write_str(": ")?;
                }
                item.fmt(f)?;
            }
            Ok(())
        };
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(value) => value.fmt(f),
            Self::Integer(digits) => f.write_str(digits),
            Self::Text(text) => write_text(f, text),
            Self::List(items) => {
                f.write_str("[")?;
                list(f, &mut items.iter().map(|item| (None, item)))?;
                f.write_str("]")
            }
            Self::Object(fields) => {
                f.write_str("{")?;
                list(f, &mut fields.iter().map(|(name, item)| (Some(&**name), item)))?;
                f.write_str("}")
            }
        }
    }
}

fn write_text(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_str("\"")?;
    for letter in text.chars() {
        match letter {
            '"' | '\\' => write!(f, "\\{letter}")?,
            letter if u32::from(letter) < 0x20 => write!(f, "\\u{:04x}", u32::from(letter))?,
            letter => write!(f, "{letter}")?,
        }
    }
    f.write_str("\"")
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
}

impl Reader<'_> {
    fn unread(&self) -> Rejection {
        Rejection::unread(format!("it is no JSON at byte {}", self.at))
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Goes past a byte, if it is the next one after blanks.
    fn takes(&mut self, byte: u8) -> bool {
        self.blanks();
        let is_there = self.peek() == Some(byte);
        self.at += usize::from(is_there);
        is_there
    }

    fn expect(&mut self, byte: u8) -> Result<(), Rejection> {
        if self.takes(byte) { Ok(()) } else { Err(self.unread()) }
    }

    fn value(&mut self) -> Result<Json, Rejection> {
        self.blanks();
        let rest = &self.text[self.at..];
        for (word, value) in [("null", Json::Null), ("true", Json::Bool(true)), ("false", Json::Bool(false))] {
            if rest.starts_with(word) {
                self.at += word.len();
                return Ok(value);
            }
        }
        match self.peek() {
            Some(b'"') => self.string().map(Json::Text),
            Some(b'[') => self.inside(|reader| reader.items(b']', Self::value)).map(Json::List),
            Some(b'{') => self.object(),
            Some(b'-' | b'0'..=b'9') => self.integer(),
            _ => Err(self.unread()),
        }
    }

    /// Reads what follows a bracket.
    fn inside<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Rejection>) -> Result<T, Rejection> {
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return Err(Rejection::refused("too many brackets"));
        }
        self.at += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    fn items<T>(
        &mut self,
        end: u8,
        mut item: impl FnMut(&mut Self) -> Result<T, Rejection>,
    ) -> Result<Vec<T>, Rejection> {
        let mut items = Vec::new();
        while !self.takes(end) {
            if !items.is_empty() {
                self.expect(b',')?;
            }
            items.push(item(self)?);
        }
        Ok(items)
    }

    fn object(&mut self) -> Result<Json, Rejection> {
        let field = |reader: &mut Self| {
            reader.blanks();
            let name = reader.string()?;
            reader.expect(b':')?;
            Ok((name, reader.value()?))
        };
        let mut fields = self.inside(|reader| reader.items(b'}', field))?;
        fields.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        if fields.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return Err(Rejection::refused("a field is there twice"));
        }
        Ok(Json::Object(fields))
    }

    fn integer(&mut self) -> Result<Json, Rejection> {
        let begin = self.at;
        self.at += usize::from(self.peek() == Some(b'-'));
        let first = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        let digits = &self.text[first..self.at];
        if digits.is_empty() || (digits.len() > 1 && digits.starts_with('0')) {
            return Err(self.unread());
        }
        if matches!(self.peek(), Some(b'.' | b'e' | b'E')) {
            return Err(Rejection::refused("a number is no integer"));
        }
        if digits.len() > MOST_DIGITS {
            return Err(Rejection::refused("an integer is too long"));
        }
        Ok(Json::Integer(if digits == "0" { "0" } else { &self.text[begin..self.at] }.into()))
    }

    fn string(&mut self) -> Result<Box<str>, Rejection> {
        if self.peek() != Some(b'"') {
            return Err(self.unread());
        }
        self.at += 1;
        let mut text = String::new();
        loop {
            let Some(letter) = self.text[self.at..].chars().next() else { return Err(self.unread()) };
            self.at += letter.len_utf8();
            match letter {
                '"' => return Ok(text.into()),
                '\\' => text.push(self.escaped()?),
                letter if u32::from(letter) < 0x20 => return Err(self.unread()),
                letter => text.push(letter),
            }
        }
    }

    fn escaped(&mut self) -> Result<char, Rejection> {
        let letter = self.peek().ok_or_else(|| self.unread())?;
        self.at += 1;
        Ok(match letter {
            b'"' | b'\\' | b'/' => char::from(letter),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let high = self.four_digits()?;
                if let Some(letter) = char::from_u32(high) {
                    return Ok(letter);
                }
                if high >= 0xdc00 || !self.text[self.at..].starts_with("\\u") {
                    return Err(self.unread());
                }
                self.at += 2;
                let low = self.four_digits()?;
                let both = low.checked_sub(0xdc00).map(|low| 0x1_0000 + ((high - 0xd800) << 10) + low);
                both.filter(|_| low < 0xe000).and_then(char::from_u32).ok_or_else(|| self.unread())?
            }
            _ => return Err(self.unread()),
        })
    }

    fn four_digits(&mut self) -> Result<u32, Rejection> {
        let digits =
            self.text.get(self.at..self.at + 4).filter(|digits| digits.bytes().all(|it| it.is_ascii_hexdigit()));
        let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).ok_or_else(|| self.unread())?;
        self.at += 4;
        Ok(code)
    }
}
