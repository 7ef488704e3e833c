//! The syntax tree of a script. The height of the tree is limited, so that walking the tree needs little native stack.

use std::collections::{HashMap, HashSet};

/// The index of a name in [`ScriptNames`].
pub(crate) type NameIndex = u32;

/// The names of a script.
#[derive(Debug, Default)]
pub(crate) struct ScriptNames {
    texts: Vec<String>,
    numbers: HashMap<String, NameIndex>,
}

impl ScriptNames {
    pub(crate) fn number(&mut self, text: &str) -> NameIndex {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let number = crate::size::length(self.texts.len());
        self.texts.push(text.to_owned());
        self.numbers.insert(text.to_owned(), number);
        number
    }

    pub(crate) fn text(&self, name: NameIndex) -> &str {
        self.texts.get(crate::size::index(name)).map_or("", String::as_str)
    }
}

macro_rules! signed {
    ($(#[$attribute:meta])* $kind:ident { $($name:ident $sign:literal,)* }) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum $kind { $($name,)* }

        impl $kind {
            #[cfg(test)]
            pub(crate) const ALL: &'static [Self] = &[$(Self::$name),*];

            /// Returns how a script writes the operator.
            $(#[$attribute])*
            pub(crate) fn sign(self) -> &'static str {
                match self { $(Self::$name => $sign,)* }
            }
        }
    };
}

/// An expression.
#[derive(Debug)]
pub(crate) struct Expr {
    /// The offset in the source, in bytes, at which a fault of the expression is reported.
    pub(crate) at: u32,
    pub(crate) height: u16,
    pub(crate) kind: Kind,
}

#[derive(Debug)]
pub(crate) enum Kind {
    None,
    /// `...`, which is allowed only as a statement and in types.
    Ellipsis,
    Bool(bool),
    Int(i64),
    Text(String),
    Format(Vec<Field>),
    Name(NameIndex),
    Binary(Binary, Box<Expr>, Box<Expr>),
    Unary(Unary, Box<Expr>),
    Compare(Box<Expr>, Vec<(Compare, Expr)>),
    And(Vec<Expr>),
    Or(Vec<Expr>),
    /// The condition, then the value if the condition is true, then the value if the condition is false.
    If(Box<[Expr; 3]>),
    Index(Box<Expr>, Box<Expr>),
    Slice(Box<Expr>, Box<[Option<Expr>; 3]>),
    Attribute(Box<Expr>, NameIndex),
    Call(Box<Expr>, Vec<Argument>),
    Tuple(Vec<Expr>),
    List(Vec<Expr>),
    Set(Vec<Expr>),
    /// Keys and values. A value without a key is a dict whose items are added.
    Dict(Vec<(Option<Expr>, Expr)>),
    Star(Box<Expr>),
    Lambda(Box<Function>),
    Comprehension(Box<Comprehension>),
    Walrus(NameIndex, Box<Expr>),
    Yield(Option<Box<Expr>>),
    YieldFrom(Box<Expr>),
}

signed! {
    Binary {
        Add "+",
        Sub "-",
        Mul "*",
        FloorDiv "//",
        Mod "%",
        Pow "**",
        And "&",
        Or "|",
        Xor "^",
        Shl "<<",
        Shr ">>",
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unary {
    Not,
    Minus,
    Plus,
    Invert,
}

signed! {
    #[cfg(test)]
    Compare {
        Eq "==",
        Ne "!=",
        Lt "<",
        Le "<=",
        Gt ">",
        Ge ">=",
        In "in",
        NotIn "not in",
        Is "is",
        IsNot "is not",
    }
}

/// A part of the contents of an f-string.
#[derive(Debug)]
pub(crate) enum Field {
    Text(String),
    Value { value: Expr, conversion: Option<Conversion>, format: Vec<Field> },
}

/// How the value of a field of an f-string becomes text before it is formatted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Conversion {
    /// `!s`
    Str,
    /// `!r`
    Repr,
}

/// An argument of a call.
#[derive(Debug)]
pub(crate) struct Argument {
    pub(crate) name: Option<NameIndex>,
    pub(crate) is_star: bool,
    pub(crate) value: Expr,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Collection {
    List,
    Set,
    Dict,
    Generator,
    /// A generator expression that is the first argument of a function such as `sum`. The function reads the items
    /// before it returns, so no generator is made.
    Consumed,
}

#[derive(Debug)]
pub(crate) struct Comprehension {
    pub(crate) kind: Collection,
    /// The key of each item, in a dict comprehension.
    pub(crate) key: Option<Expr>,
    pub(crate) value: Expr,
    pub(crate) loops: Vec<Loop>,
    /// The variables of the comprehension that are also used by functions inside it.
    pub(crate) captured: HashSet<NameIndex>,
    /// The function that makes the items, if the kind is [`Collection::Generator`].
    pub(crate) function: Option<Box<Function>>,
}

/// A loop of a comprehension.
#[derive(Debug)]
pub(crate) struct Loop {
    pub(crate) target: AssignTarget,
    pub(crate) items: Expr,
    pub(crate) tests: Vec<Expr>,
}

/// The target of an assignment.
#[derive(Debug)]
pub(crate) enum AssignTarget {
    Name(NameIndex, u32),
    Index(Expr, Expr),
    Slice(Expr, Box<[Option<Expr>; 3]>),
    /// One target for each item. One of the targets may collect all items that no other target receives.
    Many {
        targets: Vec<AssignTarget>,
        star: Option<usize>,
        at: u32,
    },
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum FunctionKind {
    #[default]
    Plain,
    /// Calls with the same arguments give the result of the first such call.
    Cached,
    Generator,
}

#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) name: NameIndex,
    pub(crate) at: u32,
    pub(crate) parameters: Vec<NameIndex>,
    /// The defaults of the last parameters.
    pub(crate) defaults: Vec<Expr>,
    /// The parameter that collects all further arguments.
    pub(crate) rest: Option<NameIndex>,
    pub(crate) body: Vec<Statement>,
    pub(crate) kind: FunctionKind,
    /// The parameters, followed by the other names to which the function assigns.
    pub(crate) locals: Vec<NameIndex>,
    /// The variables of this function that are also used by functions inside it.
    pub(crate) captured: HashSet<NameIndex>,
    /// The variables that this function uses and that belong to outer functions.
    pub(crate) free: Vec<NameIndex>,
}

#[derive(Debug)]
pub(crate) struct Statement {
    pub(crate) at: u32,
    pub(crate) kind: Do,
}

/// The kinds of statements.
#[derive(Debug)]
pub(crate) enum Do {
    Expr(Expr),
    Assign(Vec<AssignTarget>, Expr),
    Augment(AssignTarget, Binary, Expr),
    Delete(Vec<AssignTarget>),
    Return(Option<Expr>),
    /// Conditions with their blocks, and the block that runs if no condition is true.
    If(Vec<(Expr, Vec<Statement>)>, Vec<Statement>),
    While(Expr, Vec<Statement>, Vec<Statement>),
    For(AssignTarget, Expr, Vec<Statement>, Vec<Statement>),
    Break,
    Continue,
    Pass,
    Define(Box<Function>),
    Assert(Expr, Option<Expr>),
    Raise(Option<Expr>),
    Nonlocal(Vec<NameIndex>),
}
