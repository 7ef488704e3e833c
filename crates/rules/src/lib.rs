//! A metered subset of Python, in which clients write the rules of games.
//!
//! ```
//! use grundy_rules::{Script, ScriptLimits, ScriptPosition, Steps};
//!
//! let source = "def options(n):\n    return [n - d for d in range(1, n) if n % d == 0]";
//! let mut fuel = Steps::new(1_000_000);
//! let mut script = Script::compile(source, &[], ScriptLimits::default(), &mut fuel).unwrap();
//! let position: ScriptPosition = "6".parse().unwrap();
//! let options = script.options(position.encoded(), &mut fuel).unwrap();
//! let written: Vec<String> = options.iter().map(|option| option.to_string()).collect();
//! assert_eq!(written, ["5", "4", "3"]);
//! ```
//!
//! A script that runs here gives the same set of options in `CPython` 3.11. A script that uses anything outside of the
//! subset is refused, with a line and a column, in most cases when it is compiled. Before an operation does its work,
//! it charges its steps to [`Fuel`], and counts its memory against [`ScriptLimits::memory`]. So every script ends
//! within its limits.
//!
//! **How it works:** [`Script::compile`] reads the source into tokens (`lexer`) and the tokens into a tree (`parser`,
//! `ast`). It finds the scope of each name (`resolve`), and compiles the tree into instructions (`compile`, `op`).
//! [`Script::options`] runs the instructions (`machine`). A value takes 16 bytes (`value`). The contents of strings,
//! lists and the like are in arenas (`heap`). The arenas are cleared when `options` returns. The state of each call of
//! a script's function is in vectors, so recursion needs no native stack. Some built-in functions are written in the
//! script language (`prelude.py`), so calls of these functions need no native stack either.
//!
//! **Why the parser is our own:** rustpython-parser 0.4 overflows a stack of 1 MiB on 20,000 nested brackets, and also
//! on 20,000 minus signs. It also has 61 dependencies. Ruff's parser, in the form that `RustPython` publishes, needs
//! Rust 1.92, which is newer than the version that this crate needs.

// The example of the README is tested, too.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]
#![expect(clippy::similar_names, reason = "start, stop and step are the words of Python")]

mod ast;
mod builtins;
mod compare;
mod compile;
mod cost;
#[cfg(test)]
mod costs;
mod fault;
mod formula_period;
mod fuel;
mod heap;
mod lexer;
mod machine;
mod op;
mod options;
mod parser;
mod position;
mod resolve;
mod script;
mod size;
mod strings;
mod table;
mod taken;
mod token;
mod value;

pub use fault::{Failure, ScriptFault};
pub use formula_period::FormulaPeriod;
pub use fuel::{Fuel, OutOfFuel, STRIDE, Steps};
pub use options::{ScriptOption, ScriptOptions, SumParts};
pub use position::{DEEPEST, Encoded, Encoder, MOST_BYTES, PositionShape, PositionTable, ScriptPosition, TupleParts};
pub use script::{Constant, Script, ScriptLimits};
pub use taken::Taken;
