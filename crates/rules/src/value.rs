//! [`ScriptValue`]: a value of a script, in 16 bytes. The contents of strings, tuples, lists and tables are in the
//! [`crate::heap::Heap`].

use crate::builtins::names::Builtin;

/// A value of a script. A copy refers to the same contents.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ScriptValue {
    /// The mark of a variable that has no value.
    Unset,
    None,
    Bool(bool),
    Int(i64),
    Str(Text),
    Tuple(Span),
    List(u32),
    Range(u32),
    Dict(u32),
    Set(u32),
    FrozenSet(u32),
    View(u32, View),
    Function(u32),
    Builtin(Builtin),
    Generator(u32),
    /// A variable that several functions share.
    Cell(u32),
}

const _: () = assert!(size_of::<ScriptValue>() == 16);

/// A string: a range of bytes in `Arena::text`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Text {
    pub(crate) start: u32,
    /// The length in bytes.
    pub(crate) len: u32,
    /// `true` if all characters are ASCII. Then each byte is a character.
    pub(crate) is_ascii: bool,
}

/// A tuple: a range of values in `Arena::tuples`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

/// The kinds of views of a dict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum View {
    Keys,
    Values,
    Items,
}

/// The integers of a range.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScriptRange {
    pub(crate) start: i64,
    pub(crate) step: i64,
    pub(crate) len: i64,
}

impl ScriptRange {
    /// Returns the range from `start` up to, but without, `stop`; `None` if it has 2⁶³ integers or more.
    pub(crate) fn new(start: i64, stop: i64, step: i64) -> Option<Self> {
        let (distance, stride) = if step > 0 {
            (i128::from(stop) - i128::from(start), i128::from(step))
        } else {
            (i128::from(start) - i128::from(stop), -i128::from(step))
        };
        let len = if distance > 0 { (distance + stride - 1) / stride } else { 0 };
        Some(Self { start, step, len: i64::try_from(len).ok()? })
    }

    /// Returns the integer at an index, which must be below the length.
    pub(crate) fn get(self, index: i64) -> i64 {
        self.start.wrapping_add(self.step.wrapping_mul(index))
    }

    /// Returns the index of an integer; `None` if the range does not contain it.
    pub(crate) fn find(self, value: i64) -> Option<i64> {
        let distance = i128::from(value) - i128::from(self.start);
        let step = i128::from(self.step);
        if distance % step != 0 {
            return None;
        }
        i64::try_from(distance / step).ok().filter(|index| (0..self.len).contains(index))
    }
}

impl ScriptValue {
    /// Returns the name of the value's type, for messages.
    pub(crate) fn kind(self) -> &'static str {
        match self {
            Self::Unset => "a variable without a value",
            Self::None => "None",
            Self::Bool(_) => "a bool",
            Self::Int(_) => "an integer",
            Self::Str(_) => "a string",
            Self::Tuple(_) => "a tuple",
            Self::List(_) => "a list",
            Self::Range(_) => "a range",
            Self::Dict(_) => "a dict",
            Self::Set(_) => "a set",
            Self::FrozenSet(_) => "a frozenset",
            Self::View(..) => "a view of a dict",
            Self::Function(_) | Self::Builtin(_) => "a function",
            Self::Generator(_) => "a generator",
            Self::Cell(_) => "a variable",
        }
    }

    /// Returns the value as an integer, with a bool as 0 or 1; `None` for other types.
    #[inline]
    pub(crate) fn as_int(self) -> Option<i64> {
        match self {
            Self::Int(value) => Some(value),
            Self::Bool(value) => Some(i64::from(value)),
            _ => None,
        }
    }
}
