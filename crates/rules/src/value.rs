//! [`Value`]: a value of a script in 16 bytes. Its contents are in the [`crate::heap::Heap`].

use crate::builtins::names::Builtin;

/// A value. Copies refer to the same contents.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value {
    /// A variable without a value.
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
    /// A variable that functions share.
    Cell(u32),
}

const _: () = assert!(size_of::<Value>() == 16);

/// A string: a part of the text of the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Text {
    pub(crate) start: u32,
    /// The length in bytes.
    pub(crate) len: u32,
    /// True if all characters are ASCII, so that bytes are characters.
    pub(crate) is_ascii: bool,
}

/// A tuple: a part of the tuples of the heap.
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
pub(crate) struct Range {
    pub(crate) start: i64,
    pub(crate) step: i64,
    pub(crate) len: i64,
}

impl Range {
    /// Returns the range from `start` to before `stop`; `None` if it has 2⁶³ integers or more.
    pub(crate) fn new(start: i64, stop: i64, step: i64) -> Option<Self> {
        let (distance, stride) = if step > 0 {
            (i128::from(stop) - i128::from(start), i128::from(step))
        } else {
            (i128::from(start) - i128::from(stop), -i128::from(step))
        };
        let len = if distance > 0 { (distance + stride - 1) / stride } else { 0 };
        Some(Self { start, step, len: i64::try_from(len).ok()? })
    }

    /// Returns the integer at an index below the length.
    pub(crate) fn get(self, index: i64) -> i64 {
        self.start.wrapping_add(self.step.wrapping_mul(index))
    }

    /// Returns the index of an integer.
    pub(crate) fn find(self, value: i64) -> Option<i64> {
        let distance = i128::from(value) - i128::from(self.start);
        let step = i128::from(self.step);
        if distance % step != 0 {
            return None;
        }
        i64::try_from(distance / step).ok().filter(|index| (0..self.len).contains(index))
    }
}

impl Value {
    /// Names the type, for messages.
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

    /// Returns an integer; bools are 0 and 1.
    #[inline]
    pub(crate) fn as_int(self) -> Option<i64> {
        match self {
            Self::Int(value) => Some(value),
            Self::Bool(value) => Some(i64::from(value)),
            _ => None,
        }
    }
}
