//! Methods of strings. Methods that depend on Unicode tables accept only ASCII, so that results are the same as in
//! Python.

use super::names::Method;
use super::no_method;
use crate::cost;
use crate::fault::{CallEnd, error};
use crate::heap::{Heap, LONGEST_TEXT};
use crate::machine::iterate::Items;
use crate::size::{index, integer, length, steps};
use crate::value::{ScriptValue, Text};

/// The largest number of bytes in the argument of `strip`. The limit exists because each character of the string is
/// looked up in the argument.
const MOST_STRIPPED: usize = 1 << 10;

/// Returns what Python's `str.isspace` returns.
pub(crate) fn is_space(char: char) -> bool {
    char.is_whitespace() || ('\x1c'..='\x1f').contains(&char)
}

const EMPTY: Text = Text { start: 0, len: 0, is_ascii: true };

impl Heap<'_> {
    pub(super) fn text_method(
        &mut self,
        method: Method,
        text: Text,
        arguments: &[ScriptValue],
    ) -> Result<ScriptValue, CallEnd> {
        match (method, arguments) {
            (Method::Join, [items]) => self.join(text, *items),
            (Method::Find | Method::Index | Method::RFind | Method::RIndex | Method::Count, [part, bounds @ ..]) => {
                self.search(method, text, *part, bounds)
            }
            (Method::Replace, [from, to, rest @ ..]) => self.replace(text, *from, *to, rest.first().copied()),
            (Method::Split | Method::RSplit, arguments) => self.split(method, text, arguments),
            (Method::SplitLines, []) => {
                self.charge(4 * cost::items(index(text.len)))?;
                let lines = self.copied(text)?;
                if lines.contains(['\r', '\x0b', '\x0c', '\x1c', '\x1d', '\x1e', '\u{85}', '\u{2028}', '\u{2029}']) {
                    return error("splitlines takes \\n alone here");
                }
                let parts = self.parts(text, &lines, lines.lines())?;
                self.list_of(parts)
            }
            (Method::Partition | Method::RPartition, [separator]) => self.partition(method, text, *separator),
            (Method::Strip | Method::LStrip | Method::RStrip, arguments) => self.strip(method, text, arguments),
            (Method::StartsWith | Method::EndsWith, [parts]) => {
                let (parts, mut number, mut found) = (Items::one_or_all(*parts), 0, false);
                while let Some(part) = parts.get(self, number) {
                    number += 1;
                    let part = self.text_of(part)?;
                    self.charge(cost::VALUE + cost::block(index(part.len)))?;
                    let (whole, part) = (self.str(text), self.str(part));
                    found |= if method == Method::StartsWith { whole.starts_with(part) } else { whole.ends_with(part) };
                }
                Ok(ScriptValue::Bool(found))
            }
            (Method::RemovePrefix | Method::RemoveSuffix, [part]) => {
                let part = self.text_of(*part)?;
                self.charge(cost::block(index(part.len)))?;
                let (whole, part) = (self.str(text), self.str(part));
                let kept =
                    if method == Method::RemovePrefix { whole.strip_prefix(part) } else { whole.strip_suffix(part) };
                let kept = kept.unwrap_or(whole);
                let part = self.part(text, kept);
                Ok(ScriptValue::Str(part))
            }
            (Method::Center | Method::LJust | Method::RJust | Method::ZFill, [width, rest @ ..]) => {
                self.pad(method, text, *width, rest.first().copied())
            }
            (Method::Translate, [ScriptValue::Dict(table)]) => self.translate(text, *table),
            (
                Method::Lower
                | Method::Upper
                | Method::SwapCase
                | Method::Capitalize
                | Method::Title
                | Method::IsAlnum
                | Method::IsAlpha
                | Method::IsDigit
                | Method::IsLower
                | Method::IsUpper
                | Method::IsSpace,
                [],
            ) => self.letters(method, text),
            _ => no_method(ScriptValue::Str(text), method),
        }
    }

    #[expect(clippy::unused_self, reason = "called like what needs the heap")]
    pub(super) fn text_of(&self, value: ScriptValue) -> Result<Text, CallEnd> {
        match value {
            ScriptValue::Str(text) => Ok(text),
            value => error(format!("a string is expected here, not {}", value.kind())),
        }
    }

    /// Returns a part of a string, without copying it.
    fn part(&self, whole: Text, part: &str) -> Text {
        // The part is a slice of the same text, so the difference of the two addresses is the offset of the part.
        let before = self.str(whole).as_bytes().as_ptr_range().start;
        let offset = part.as_ptr().addr().saturating_sub(before.addr());
        Text {
            start: whole.start + length(offset),
            len: length(part.len()),
            is_ascii: whole.is_ascii || part.is_ascii(),
        }
    }

    /// The iterator `parts` yields slices of `copy`, which is a copy of the string `whole`. Returns the same slices of
    /// `whole` itself.
    fn parts<'p>(
        &mut self,
        whole: Text,
        copy: &str,
        parts: impl Iterator<Item = &'p str>,
    ) -> Result<Vec<ScriptValue>, CallEnd> {
        let mut values: Vec<ScriptValue> = Vec::new();
        for part in parts {
            if values.len().is_multiple_of(1024) {
                self.check_room((values.len() + 1024) * size_of::<ScriptValue>())?;
            }
            self.charge(cost::OP)?;
            // The part is a slice of the copy, so the difference of the two addresses is the offset of the part.
            let offset = part.as_ptr().addr().saturating_sub(copy.as_ptr().addr());
            let is_ascii = whole.is_ascii || part.is_ascii();
            values.push(ScriptValue::Str(Text {
                start: whole.start + length(offset),
                len: length(part.len()),
                is_ascii,
            }));
        }
        Ok(values)
    }

    fn join(&mut self, separator: Text, items: ScriptValue) -> Result<ScriptValue, CallEnd> {
        let items = self.visited(items)?;
        let (mut count, mut bytes, mut is_ascii) = (0, 0_usize, true);
        while let Some(item) = items.get(self, count) {
            self.charge(cost::VALUE)?;
            let ScriptValue::Str(part) = item else {
                return error(format!("join takes strings, not {}: write str(x)", item.kind()));
            };
            let separator = if count > 0 { separator } else { EMPTY };
            bytes = bytes.saturating_add(index(part.len) + index(separator.len));
            is_ascii &= part.is_ascii && separator.is_ascii;
            count += 1;
        }
        self.check_text(bytes)?;
        self.allocate(bytes)?;
        let start = length(self.arena.text.len());
        for number in 0..count {
            if number > 0 {
                self.copy_text(separator);
            }
            if let Some(ScriptValue::Str(part)) = items.get(self, number) {
                self.copy_text(part);
            }
        }
        Ok(ScriptValue::Str(Text { start, len: length(bytes), is_ascii }))
    }

    /// Joins strings.
    pub(crate) fn joined(&mut self, parts: &[ScriptValue]) -> Result<ScriptValue, CallEnd> {
        let parts = self.new_tuple(parts)?;
        self.join(EMPTY, parts)
    }

    fn search(
        &mut self,
        method: Method,
        text: Text,
        part: ScriptValue,
        bounds: &[ScriptValue],
    ) -> Result<ScriptValue, CallEnd> {
        let part = self.text_of(part)?;
        let mut offset = 0;
        let mut whole = text;
        if !bounds.is_empty() {
            if !text.is_ascii {
                return error("find with bounds takes ASCII alone here");
            }
            let count = i64::from(text.len);
            let mut places = [0, count];
            for (place, bound) in places.iter_mut().zip(bounds) {
                let bound = self.int(*bound)?;
                *place = if bound < 0 { bound.saturating_add(count).max(0) } else { bound };
            }
            let [from, to] = places;
            // If the search starts after the end of the string, Python finds nothing, not even an empty string.
            if from > count || from > to {
                return if method == Method::Find {
                    Ok(ScriptValue::Int(-1))
                } else {
                    error("the string has no such part")
                };
            }
            let size = |value: i64| u32::try_from(value).unwrap_or(u32::MAX);
            whole = Text { start: text.start + size(from), len: size(to.min(count) - from), is_ascii: true };
            offset = from;
        }
        if method == Method::Count
            && let Some(byte) = self.only_byte(part)
        {
            self.charge(2 * cost::block(index(whole.len)))?;
            let count = memchr::memchr_iter(byte, self.str(whole).as_bytes()).count();
            return Ok(ScriptValue::Int(integer(count)));
        }
        self.charge(cost::items(index(whole.len)) + 2 * cost::items(index(part.len)))?;
        let (whole_text, part_text) = (self.str(whole), self.str(part));
        if method == Method::Count {
            let count = whole_text.matches(part_text).count();
            return Ok(ScriptValue::Int(integer(count)));
        }
        let found = if matches!(method, Method::RFind | Method::RIndex) {
            whole_text.rfind(part_text)
        } else {
            whole_text.find(part_text)
        };
        match found {
            Some(bytes) if whole.is_ascii => Ok(ScriptValue::Int(offset + integer(bytes))),
            Some(bytes) => {
                let chars = whole_text.get(..bytes).unwrap_or_default().chars().count();
                Ok(ScriptValue::Int(integer(chars)))
            }
            None if matches!(method, Method::Find | Method::RFind) => Ok(ScriptValue::Int(-1)),
            None => error("the string has no such part"),
        }
    }

    fn replace(
        &mut self,
        text: Text,
        from: ScriptValue,
        to: ScriptValue,
        count: Option<ScriptValue>,
    ) -> Result<ScriptValue, CallEnd> {
        let (from, to) = (self.text_of(from)?, self.text_of(to)?);
        let most = match count {
            Some(count) => usize::try_from(self.int(count)?).unwrap_or(usize::MAX),
            None => usize::MAX,
        };
        self.charge(cost::items(index(text.len)) + 2 * cost::items(index(from.len)))?;
        let found = if from.len == 0 {
            self.str(text).chars().count() + 1
        } else {
            self.str(text).matches(self.str(from)).count()
        };
        let found = found.min(most);
        let bytes = index(text.len).saturating_add(found.saturating_mul(index(to.len)));
        self.check_text(bytes.saturating_sub(found.saturating_mul(index(from.len))))?;
        self.check_room(bytes)?;
        self.charge(cost::block(bytes) + steps(found) * cost::VALUE)?;
        let replaced = self.str(text).replacen(self.str(from), self.str(to), found);
        self.new_text(&replaced)
    }

    fn split(&mut self, method: Method, text: Text, arguments: &[ScriptValue]) -> Result<ScriptValue, CallEnd> {
        let most = match arguments.get(1) {
            Some(count) => usize::try_from(self.int(*count)?).unwrap_or(usize::MAX),
            None => usize::MAX,
        };
        self.charge(cost::items(index(text.len)))?;
        let whole = self.copied(text)?;
        let separator = arguments.first().copied().unwrap_or(ScriptValue::None);
        if let ScriptValue::None = separator {
            if most < usize::MAX {
                return error("split by spaces takes no most number here");
            }
            self.charge(cost::items(index(text.len)))?;
            let parts = self.parts(text, &whole, whole.split(is_space).filter(|part| !part.is_empty()))?;
            return self.list_of(parts);
        }
        let separator = self.text_of(separator)?;
        self.charge(2 * cost::items(index(separator.len)))?;
        let separator = self.copied(separator)?;
        if separator.is_empty() {
            return error("split takes no empty string: for characters, write list(s)");
        }
        let count = most.saturating_add(1);
        let mut parts;
        if method == Method::Split {
            parts = self.parts(text, &whole, whole.splitn(count, separator.as_str()))?;
        } else {
            // When a string is split from the right, its parts come in reverse order.
            parts = self.parts(text, &whole, whole.rsplitn(count, separator.as_str()))?;
            parts.reverse();
        }
        self.list_of(parts)
    }

    fn partition(&mut self, method: Method, text: Text, separator: ScriptValue) -> Result<ScriptValue, CallEnd> {
        let separator = self.text_of(separator)?;
        if separator.len == 0 {
            return error("partition takes no empty string");
        }
        self.charge(cost::items(index(text.len)) + 2 * cost::items(index(separator.len)))?;
        let (whole, by) = (self.str(text), self.str(separator));
        let found = if method == Method::Partition { whole.find(by) } else { whole.rfind(by) };
        let part = |start: usize, end: usize| {
            let is_ascii = text.is_ascii || whole.get(start..end).is_some_and(str::is_ascii);
            ScriptValue::Str(Text { start: text.start + length(start), len: length(end - start), is_ascii })
        };
        let end = whole.len();
        let parts = match found {
            Some(at) => [part(0, at), part(at, at + by.len()), part(at + by.len(), end)],
            None if method == Method::Partition => [part(0, end), part(end, end), part(end, end)],
            None => [part(0, 0), part(0, 0), part(0, end)],
        };
        self.new_tuple(&parts)
    }

    fn strip(&mut self, method: Method, text: Text, arguments: &[ScriptValue]) -> Result<ScriptValue, CallEnd> {
        self.charge(cost::items(index(text.len)))?;
        let set: Option<Vec<char>> = match arguments.first() {
            None | Some(ScriptValue::None) => None,
            Some(value) => {
                let set = self.text_of(*value)?;
                if index(set.len) > MOST_STRIPPED {
                    return error(format!("strip takes at most {MOST_STRIPPED} bytes of characters"));
                }
                self.charge(4 * (cost::items(index(set.len)) + cost::items(index(text.len))))?;
                let mut set: Vec<char> = self.str(set).chars().collect();
                set.sort_unstable();
                Some(set)
            }
        };
        let matches = |char: char| set.as_ref().map_or_else(|| is_space(char), |set| set.binary_search(&char).is_ok());
        let whole = self.str(text);
        let stripped = match method {
            Method::LStrip => whole.trim_start_matches(matches),
            Method::RStrip => whole.trim_end_matches(matches),
            _ => whole.trim_matches(matches),
        };
        Ok(ScriptValue::Str(self.part(text, stripped)))
    }

    fn pad(
        &mut self,
        method: Method,
        text: Text,
        width: ScriptValue,
        fill: Option<ScriptValue>,
    ) -> Result<ScriptValue, CallEnd> {
        let width = usize::try_from(self.int(width)?).unwrap_or_default();
        let fill = match fill {
            Some(fill) => self.text_of(fill)?,
            None => EMPTY,
        };
        let mut chars = self.str(fill).chars();
        let char = match (method, chars.next(), chars.next()) {
            (Method::ZFill, ..) => '0',
            (_, None, _) if fill.len == 0 => ' ',
            (_, Some(char), None) => char,
            _ => return error("what is filled in is one character"),
        };
        let count = usize::try_from(self.len(ScriptValue::Str(text))?).unwrap_or_default();
        if width > LONGEST_TEXT {
            return self.check_text(width).map(|()| ScriptValue::None);
        }
        let missing = width.saturating_sub(count);
        let left = match method {
            Method::LJust => 0,
            // If the missing width and the whole width are both odd, CPython's `str.center` puts the extra space on the
            // left.
            Method::Center => missing / 2 + (missing & width & 1),
            _ => missing,
        };
        self.charge(cost::items(width))?;
        let whole = self.copied(text)?;
        let (sign, rest) = match whole.strip_prefix(['+', '-']) {
            Some(rest) if method == Method::ZFill => whole.split_at(whole.len() - rest.len()),
            _ => ("", whole.as_str()),
        };
        let fill = |count: usize| std::iter::repeat_n(char, count).collect::<String>();
        self.new_text(&format!("{sign}{}{rest}{}", fill(left), fill(missing - left)))
    }

    fn letters(&mut self, method: Method, text: Text) -> Result<ScriptValue, CallEnd> {
        if !text.is_ascii {
            return error(format!("{} takes ASCII alone here", method.text()));
        }
        self.charge(2 * cost::items(index(text.len)))?;
        let whole = self.str(text);
        let all = |test: fn(&u8) -> bool| !whole.is_empty() && whole.as_bytes().iter().all(test);
        let has_case = |byte: &u8| byte.is_ascii_alphabetic();
        Ok(ScriptValue::Bool(match method {
            Method::IsAlnum => all(u8::is_ascii_alphanumeric),
            Method::IsAlpha => all(u8::is_ascii_alphabetic),
            Method::IsDigit => all(u8::is_ascii_digit),
            Method::IsSpace => all(|byte| is_space(char::from(*byte))),
            Method::IsLower => {
                whole.bytes().any(|byte| has_case(&byte)) && !whole.bytes().any(|byte| byte.is_ascii_uppercase())
            }
            Method::IsUpper => {
                whole.bytes().any(|byte| has_case(&byte)) && !whole.bytes().any(|byte| byte.is_ascii_lowercase())
            }
            _ => {
                let mut before = ' ';
                let mut changed = String::with_capacity(whole.len());
                for (number, char) in whole.chars().enumerate() {
                    let is_start = if method == Method::Title { !before.is_ascii_alphabetic() } else { number == 0 };
                    let is_upper = match method {
                        Method::Upper => true,
                        Method::Lower => false,
                        Method::SwapCase => char.is_ascii_lowercase(),
                        _ => is_start,
                    };
                    changed.push(if is_upper { char.to_ascii_uppercase() } else { char.to_ascii_lowercase() });
                    before = char;
                }
                return self.new_text(&changed);
            }
        }))
    }

    pub(super) fn make_translation(&mut self, arguments: &[ScriptValue]) -> Result<ScriptValue, CallEnd> {
        let [ScriptValue::Str(from), ScriptValue::Str(to)] = arguments else {
            return error("maketrans takes two strings here");
        };
        let code = |value: &ScriptValue, heap: &Self| match value {
            ScriptValue::Str(text) => {
                heap.str(*text).chars().next().map(|char| ScriptValue::Int(i64::from(u32::from(char))))
            }
            _ => None,
        };
        let (from, to) = (self.items(ScriptValue::Str(*from))?, self.items(ScriptValue::Str(*to))?);
        if from.len() != to.len() {
            return error("the two strings of maketrans are equally long");
        }
        let table = self.new_table()?;
        for (from, to) in from.iter().zip(&to) {
            self.charge(cost::VALUE)?;
            let (Some(from), Some(to)) = (code(from, self), code(to, self)) else { continue };
            self.put(table, from, to)?;
        }
        Ok(ScriptValue::Dict(table))
    }

    fn translate(&mut self, text: Text, table: u32) -> Result<ScriptValue, CallEnd> {
        let mut out = String::new();
        for char in self.copied(text)?.chars() {
            let found = self.find(table, ScriptValue::Int(i64::from(u32::from(char))))?;
            match found.and_then(|number| self.table(table).entries.get(number)).map(|entry| entry.value) {
                None => out.push(char),
                Some(ScriptValue::None) => {}
                Some(ScriptValue::Str(part)) => {
                    self.check_text(out.len() + index(part.len))?;
                    self.charge(cost::block(index(part.len)))?;
                    out.push_str(self.str(part));
                }
                Some(value) => match value.as_int().and_then(|code| char::from_u32(u32::try_from(code).ok()?)) {
                    Some(char) => out.push(char),
                    None => return error("a character is translated to a character, a string or None"),
                },
            }
        }
        self.new_text(&out)
    }
}
