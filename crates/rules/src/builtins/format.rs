//! Formats of f-strings, with fill, alignment, sign, width, grouping and base.

use crate::ast::Conversion;
use crate::cost;
use crate::fault::{CallEnd, error};
use crate::heap::Heap;
use crate::size::index;
use crate::value::ScriptValue;

/// The largest width of a field.
const WIDEST: usize = 4096;
/// The largest number of bytes of a format.
const LONGEST: usize = 64;

#[derive(Clone, Copy, Default)]
struct Format {
    fill: Option<char>,
    align: Option<char>,
    sign: Option<char>,
    has_prefix: bool,
    is_zero: bool,
    width: usize,
    group: Option<char>,
    kind: Option<char>,
}

impl Format {
    fn read(text: &str) -> Option<Self> {
        let chars: Vec<char> = text.chars().collect();
        let mut rest = chars.as_slice();
        let mut format = Self::default();
        let is_align = |char: char| matches!(char, '<' | '>' | '^' | '=');
        if let [fill, align, after @ ..] = rest
            && is_align(*align)
        {
            (format.fill, format.align, rest) = (Some(*fill), Some(*align), after);
        } else if let [align, after @ ..] = rest
            && is_align(*align)
        {
            (format.align, rest) = (Some(*align), after);
        }
        let mut next = |test: &dyn Fn(char) -> bool| match rest {
            [first, after @ ..] if test(*first) => {
                rest = after;
                Some(*first)
            }
            _ => None,
        };
        format.sign = next(&|char| matches!(char, '+' | '-' | ' '));
        format.has_prefix = next(&|char| char == '#').is_some();
        format.is_zero = next(&|char| char == '0').is_some();
        while let Some(digit) = next(&|char| char.is_ascii_digit()) {
            format.width = format.width.saturating_mul(10).saturating_add(usize::try_from(digit.to_digit(10)?).ok()?);
        }
        format.group = next(&|char| matches!(char, ',' | '_'));
        format.kind = next(&|char| matches!(char, 'd' | 'b' | 'o' | 'x' | 'X' | 'c' | 's'));
        rest.is_empty().then_some(format)
    }
}

impl Heap<'_> {
    /// Formats a value for an f-string.
    pub(crate) fn formatted(
        &mut self,
        value: ScriptValue,
        conversion: Option<Conversion>,
        format: Option<ScriptValue>,
    ) -> Result<ScriptValue, CallEnd> {
        let value = match conversion {
            None => value,
            Some(Conversion::Str) => self.shown(value)?,
            Some(Conversion::Repr) => {
                let text = self.written(value)?;
                self.new_text(&text)?
            }
        };
        let format = match format {
            Some(ScriptValue::Str(text)) => text,
            Some(value) => return error(format!("a format is a string, not {}", value.kind())),
            None => return self.shown(value),
        };
        if format.len == 0 {
            return self.shown(value);
        }
        self.charge(cost::NUMBER)?;
        let format: String = self.str(format).chars().take(LONGEST + 1).collect();
        let Some(read) = Some(&format).filter(|format| format.len() <= LONGEST).and_then(|format| Format::read(format))
        else {
            return error(format!("this format is not known here: {:?}", format.chars().take(40).collect::<String>()));
        };
        if read.width > WIDEST {
            return error(format!("a field is at most {WIDEST} wide"));
        }
        self.charge(2 * cost::NUMBER + cost::items(read.width))?;
        let text = match value {
            ScriptValue::Str(text) => {
                self.charge(cost::items(index(text.len)))?;
                let text = self.copied(text)?;
                text_field(&text, read)
            }
            ScriptValue::Int(_) | ScriptValue::Bool(_) => int_field(self.int(value)?, read),
            value => return error(format!("{} takes no format: write str(x)", value.kind())),
        };
        match text {
            Some(text) => self.new_text(&text),
            None => error(format!("{} doesn't take the format {format:?} here", value.kind())),
        }
    }

    fn shown(&mut self, value: ScriptValue) -> Result<ScriptValue, CallEnd> {
        if let ScriptValue::Str(_) = value {
            return Ok(value);
        }
        let text = self.written(value)?;
        self.new_text(&text)
    }
}

fn text_field(text: &str, format: Format) -> Option<String> {
    let Format { sign: None, has_prefix: false, group: None, kind: None | Some('s'), .. } = format else { return None };
    if format.align == Some('=') {
        return None;
    }
    let fill = format.fill.unwrap_or(if format.is_zero { '0' } else { ' ' });
    Some(padded("", text, format.align.unwrap_or('<'), fill, format.width))
}

fn int_field(value: i64, format: Format) -> Option<String> {
    let digits = value.unsigned_abs();
    let (prefix, digits) = match format.kind {
        None | Some('d') => ("", digits.to_string()),
        Some('b') => ("0b", format!("{digits:b}")),
        Some('o') => ("0o", format!("{digits:o}")),
        Some('x') => ("0x", format!("{digits:x}")),
        Some('X') => ("0X", format!("{digits:X}")),
        Some(_) => return None,
    };
    let sign = if value < 0 {
        "-"
    } else {
        format.sign.filter(|sign| *sign != '-').map_or("", |sign| if sign == '+' { "+" } else { " " })
    };
    let prefix = format!("{sign}{}", if format.has_prefix { prefix } else { "" });
    let digits = match format.group {
        None => digits,
        // Python also puts separators between the zeros that fill a field. This is not supported here.
        Some(_) if format.is_zero => return None,
        Some(',') if !matches!(format.kind, None | Some('d')) => return None,
        Some(mark) => {
            let every = if matches!(format.kind, None | Some('d')) { 3 } else { 4 };
            let mut grouped = String::new();
            for (number, digit) in digits.chars().enumerate() {
                if number > 0 && (digits.len() - number) % every == 0 {
                    grouped.push(mark);
                }
                grouped.push(digit);
            }
            grouped
        }
    };
    let align = format.align.unwrap_or(if format.is_zero { '=' } else { '>' });
    let fill = format.fill.unwrap_or(if format.is_zero { '0' } else { ' ' });
    Some(padded(&prefix, &digits, align, fill, format.width))
}

fn padded(prefix: &str, text: &str, align: char, fill: char, width: usize) -> String {
    let missing = width.saturating_sub(prefix.chars().count() + text.chars().count());
    let fill = |count: usize| std::iter::repeat_n(fill, count).collect::<String>();
    match align {
        '<' => format!("{prefix}{text}{}", fill(missing)),
        '^' => format!("{}{prefix}{text}{}", fill(missing / 2), fill(missing - missing / 2)),
        '=' => format!("{prefix}{}{text}", fill(missing)),
        _ => format!("{}{prefix}{text}", fill(missing)),
    }
}
