//! The uses of built-in functions, methods, operators and instructions whose cost is measured and tested.

/// A use of an entry of the interpreter's lists.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// The name of a built-in function, a method or an operator, or a few words.
    pub entry: &'static str,
    pub size: Size,
    pub law: Law,
    /// Statements outside of functions.
    outside: &'static str,
    /// Statements at the beginning of `options`.
    before: &'static str,
    /// The statements that are measured.
    pub work: &'static str,
}

/// The meaning of the size of a case, which is `N` in its script.
#[derive(Clone, Copy, Debug)]
pub enum Size {
    None,
    Bytes,
    Items,
    /// Items of a set or a dict.
    Entries,
    Arguments,
    /// Calls that stand in one another.
    Calls,
    /// The square root of an integer.
    Root,
}

/// How the charge grows with the size.
#[derive(Clone, Copy, Debug)]
pub enum Law {
    Constant,
    Linear,
    Sorting,
}

impl Size {
    /// Returns about the largest size that the limits of scripts allow: of strings, memory, arguments and calls.
    pub fn largest(self) -> usize {
        match self {
            Self::None => 1,
            Self::Bytes => 260_000,
            Self::Items => 200_000,
            Self::Entries => 60_000,
            Self::Arguments => 200,
            Self::Calls => 15_000,
            Self::Root => 1_000_000,
        }
    }
}

impl Case {
    fn read(line: &'static str) -> Option<Self> {
        let mut fields = line.split(";;").map(str::trim);
        let (entry, law) = (fields.next()?, fields.next()?);
        let (size, law) = law.split_once(' ')?;
        let size = match size {
            "none" => Size::None,
            "bytes" => Size::Bytes,
            "items" => Size::Items,
            "entries" => Size::Entries,
            "arguments" => Size::Arguments,
            "calls" => Size::Calls,
            "root" => Size::Root,
            _ => return None,
        };
        let law = match law {
            "1" => Law::Constant,
            "n" => Law::Linear,
            "n log n" => Law::Sorting,
            _ => return None,
        };
        Some(Self { entry, size, law, outside: fields.next()?, before: fields.next()?, work: fields.next()? })
    }

    /// Returns a script whose `options(n)` does the work `n` times.
    pub fn script(&self, size: usize) -> String {
        let lines = |code: &str, indent: &str| -> String {
            let lines = code.split("; ").filter(|line| !line.is_empty());
            lines.flat_map(|line| [indent, line, "\n"]).collect()
        };
        format!(
            "import functools, itertools, math\nN = {size}\n{}def options(n):\n{}    for _ in range(n):\n{}    return []\n",
            lines(self.outside, ""),
            lines(self.before, "    "),
            lines(self.work, "        "),
        )
    }
}

/// Returns all cases.
pub fn cases() -> impl Iterator<Item = Case> {
    let lines = include_str!("cases.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| Case::read(line).unwrap_or_else(|| panic!("not a case: {line}")))
}
