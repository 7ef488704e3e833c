//! A metered subset of Python, for the rules of games that clients write.
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
//! A script that runs here gives the same set of options in `CPython` 3.11. Other parts of Python are refused, mostly
//! while the script is read, with line and column. Each operation takes its steps from [`Fuel`] before it works, and
//! its memory from [`ScriptLimits`], so every script ends within its limits.
//!
//! **How it works:** [`Script::compile`] reads tokens (`lexer`) into a tree (`parser`, `ast`), finds the scope of each
//! name (`resolve`), and makes instructions (`compile`, `op`). [`Script::options`] runs them (`machine`) on values of
//! 16 bytes (`value`) whose contents are in arenas (`heap`) that end with the call. Calls of the script, and built-ins
//! that call back (`prelude.py`), are frames on the heap: recursion takes no native stack.
//!
//! **Why the parser is our own:** rustpython-parser 0.4 overflows a stack of 1 MiB on 20,000 nested brackets and on
//! 20,000 minus signs. It also brings 61 packages. Ruff's parser, as `RustPython` publishes it, needs Rust 1.92.

#![expect(clippy::similar_names, reason = "start, stop and step are the words of Python")]

mod ast;
mod builtins;
mod compare;
mod compile;
mod fault;
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
mod token;
mod value;

pub use fault::{Failure, ScriptFault};
pub use fuel::{Fuel, OutOfFuel, STRIDE, Steps};
pub use options::{ScriptOption, ScriptOptions, SumParts};
pub use position::{DEEPEST, Encoded, Encoder, MOST_BYTES, PositionShape, PositionTable, ScriptPosition, TupleParts};
pub use script::{Constant, Script, ScriptLimits};
