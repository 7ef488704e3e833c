//! Compiles the tree into instructions. Variables have their own registers. Intermediate results use the registers
//! after the registers of the variables.

mod branch;
mod call;
mod comprehension;
mod display;
mod expression;
mod function;
mod loops;
mod statement;
mod target;

use std::collections::{HashMap, HashSet};

use crate::ast::{Expr, Kind, NameIndex, Statement};
use crate::builtins::instead;
use crate::builtins::names::{self, Builtin};
use crate::heap::Arena;
use crate::op::{CompiledFunction, Op, Program, Reg};
use crate::parser::{Parsed, ParsedScript, no};
use crate::size::{index, length};
use crate::value::ScriptValue;

/// The functions that are written in the script language itself. The source of each function reaches from its `def` to
/// the next `def`.
const PRELUDE: &str = include_str!("../prelude.py");

/// The largest number of registers that a function may need.
const MOST_REGISTERS: usize = 50_000;

/// The place in which the value of a name is stored.
#[derive(Clone, Copy, Debug)]
enum Place {
    Register(Reg),
    Cell(Reg),
    Global(u16),
    Builtin(Builtin),
}

/// A variable of the function that is being compiled.
#[derive(Clone, Copy)]
struct Slot {
    name: NameIndex,
    reg: Reg,
    is_cell: bool,
}

/// The jumps of the `break` and `continue` statements of a loop.
#[derive(Default)]
struct Jumps {
    breaks: Vec<usize>,
    continues: Vec<usize>,
}

/// A function that is being compiled.
#[derive(Default)]
struct Frame {
    code: CompiledFunction,
    slots: Vec<Slot>,
    /// The first register that is free.
    next: usize,
    /// For each register, whether it surely has a value.
    definite: Vec<bool>,
    /// `true` if no path of the program reaches the next instruction.
    is_dead: bool,
    loops: Vec<Jumps>,
    /// `true` if this is the code outside of all functions. The names in this code are global.
    is_module: bool,
}

/// Compiles a script.
pub(crate) struct Compiler<'a> {
    script: ParsedScript,
    /// The names to which the code outside of functions assigns.
    globals: HashSet<NameIndex>,
    program: Program,
    arena: &'a mut Arena,
    frame: Frame,
    numbers: HashMap<String, u16>,
    /// The index of each list in `program.names`.
    name_lists: HashMap<Vec<String>, u16>,
    is_prelude: bool,
}

/// Compiles a script. The last code in the program is the code outside of all functions.
pub(crate) fn compile(
    mut script: ParsedScript,
    globals: HashSet<NameIndex>,
    constants: Vec<(String, ScriptValue)>,
    arena: &mut Arena,
) -> Parsed<Program> {
    let body = std::mem::take(&mut script.body);
    let mut compiler = Compiler {
        script,
        globals,
        program: Program::default(),
        arena,
        frame: Frame { is_module: true, ..Frame::default() },
        numbers: HashMap::new(),
        name_lists: HashMap::new(),
        is_prelude: false,
    };
    for (name, value) in constants {
        let number = compiler.global(&name, 0)?;
        compiler.set_global(number, value);
    }
    compiler.block(&body)?;
    compiler.emit(Op::ReturnNone, 0);
    let frame = std::mem::take(&mut compiler.frame);
    compiler.finish(frame)?;
    compiler.arena.globals.resize(compiler.program.globals.len(), ScriptValue::Unset);
    Ok(compiler.program)
}

impl Compiler<'_> {
    // Instructions.

    fn emit(&mut self, op: Op, at: u32) -> usize {
        self.frame.code.ops.push(op);
        self.frame.code.places.push(at);
        self.frame.code.ops.len() - 1
    }

    fn here(&self) -> usize {
        self.frame.code.ops.len()
    }

    /// Makes an earlier jump lead to the next instruction.
    fn land(&mut self, jump: usize) -> Parsed<()> {
        let here = self.here();
        self.aim(jump, here)
    }

    fn land_all(&mut self, jumps: &[usize]) -> Parsed<()> {
        jumps.iter().try_for_each(|jump| self.land(*jump))
    }

    fn aim(&mut self, jump: usize, target: usize) -> Parsed<()> {
        let place = self.frame.code.places.get(jump).copied().unwrap_or_default();
        let Ok(short) = u16::try_from(target) else { return no(place, "this function is too long") };
        match self.frame.code.ops.get_mut(jump) {
            Some(Op::Jump { to } | Op::JumpTrue { to, .. } | Op::JumpFalse { to, .. } | Op::Loop { to }) => {
                *to = u32::from(short);
            }
            Some(Op::Unless { to, .. } | Op::UnlessInt { to, .. } | Op::When { to, .. } | Op::WhenInt { to, .. }) => {
                *to = short;
            }
            Some(Op::ForRange { body, .. } | Op::For { body, .. } | Op::ForPair { body, .. }) => *body = short,
            _ => {}
        }
        Ok(())
    }

    // Registers.

    /// Reserves `count` consecutive registers.
    fn reserve(&mut self, count: usize, at: u32) -> Parsed<Reg> {
        let first = self.frame.next;
        self.frame.next += count;
        if self.frame.next > MOST_REGISTERS {
            return no(at, "this takes too many values at once");
        }
        self.frame.code.registers = self.frame.code.registers.max(self.frame.next);
        Ok(u16::try_from(first).unwrap_or_default())
    }

    fn temporary(&mut self, at: u32) -> Parsed<Reg> {
        self.reserve(1, at)
    }

    /// Does some work, then frees the registers that the work reserved.
    fn scoped<T>(&mut self, work: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let next = self.frame.next;
        let outcome = work(self);
        self.frame.next = next;
        outcome
    }

    fn set_definite(&mut self, reg: Reg, is_definite: bool) {
        let reg = usize::from(reg);
        if self.frame.definite.len() <= reg {
            self.frame.definite.resize(reg + 1, false);
        }
        if let Some(found) = self.frame.definite.get_mut(reg) {
            *found = is_definite;
        }
    }

    fn is_definite(&self, reg: Reg) -> bool {
        self.frame.definite.get(usize::from(reg)).copied().unwrap_or(false)
    }

    /// Compiles code that may be skipped when the program runs. So the variables to which this code assigns may have no
    /// value afterwards.
    fn perhaps<T>(&mut self, work: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let before = self.frame.definite.clone();
        let outcome = work(self);
        self.frame.definite = before;
        outcome
    }

    // Names.

    fn text(&self, name: NameIndex) -> String {
        self.script.names.text(name).to_owned()
    }

    /// Returns the number of a global variable, which is its index in `program.globals`. A new variable gets the next
    /// number. A variable of prelude.py and a variable of the script have different numbers, even if their names are
    /// equal.
    fn global(&mut self, name: &str, at: u32) -> Parsed<u16> {
        let key = if self.is_prelude { format!("prelude {name}") } else { name.to_owned() };
        if let Some(number) = self.numbers.get(&key) {
            return Ok(*number);
        }
        let Ok(number) = u16::try_from(self.program.globals.len()) else { return no(at, "too many names") };
        self.program.globals.push(name.to_owned());
        self.numbers.insert(key, number);
        Ok(number)
    }

    fn set_global(&mut self, number: u16, value: ScriptValue) {
        let number = usize::from(number);
        if self.arena.globals.len() <= number {
            self.arena.globals.resize(number + 1, ScriptValue::Unset);
        }
        if let Some(global) = self.arena.globals.get_mut(number) {
            *global = value;
        }
    }

    fn slot(&self, name: NameIndex) -> Option<Slot> {
        self.frame.slots.iter().rfind(|slot| slot.name == name).copied()
    }

    /// Returns the place in which the value of a name is stored.
    fn place(&mut self, name: NameIndex, at: u32) -> Parsed<Place> {
        if let Some(slot) = self.slot(name) {
            return Ok(if slot.is_cell { Place::Cell(slot.reg) } else { Place::Register(slot.reg) });
        }
        let text = self.text(name);
        if self.globals.contains(&name) || !self.is_prelude && self.numbers.contains_key(&text) {
            return Ok(Place::Global(self.global(&text, at)?));
        }
        if let Some(meaning) = self.script.imported.get(&name).cloned() {
            return self.built_in(&meaning, at);
        }
        if text.contains('.') {
            return no(at, "this is not known here");
        }
        self.built_in(&text, at)
    }

    /// Returns the place in which the value of a built-in name is stored.
    fn built_in(&mut self, text: &str, at: u32) -> Parsed<Place> {
        if let Some(function) = names::prelude(text) {
            return Ok(Place::Global(self.prelude(function, at)?));
        }
        if self.is_prelude && is_in_prelude(text) {
            return Ok(Place::Global(self.prelude(text, at)?));
        }
        let is_hidden = text.starts_with("__") && !matches!(text, "__Typing") && !self.is_prelude;
        if let Some(builtin) = Builtin::find(text).filter(|_| !is_hidden) {
            return Ok(Place::Builtin(builtin));
        }
        let known: String = text.chars().take(40).collect();
        if let Some(module) = names::module_of(text) {
            return no(at, format!("{known} is not known: write \"from {module} import {known}\" above"));
        }
        if names::MODULES.contains(&text) {
            return no(at, format!("{known} is a module: write \"import {known}\" above, and {known}.name here"));
        }
        match text {
            _ if instead::instead(text).is_some() => no(at, instead::unknown(text)),
            "exec" | "eval" | "globals" | "locals" | "__import__" => {
                no(at, format!("{known} is not known here: options depend on the position alone"))
            }
            _ => no(at, format!("{known} is not known: is it spelled as where it is defined?")),
        }
    }

    // Values.

    fn constant(&mut self, value: ScriptValue, at: u32) -> Parsed<u16> {
        let Ok(number) = u16::try_from(self.program.constants.len()) else { return no(at, "too many constants") };
        self.program.constants.push(value);
        Ok(number)
    }

    fn load(&mut self, value: ScriptValue, to: Reg, at: u32) -> Parsed<()> {
        let number = self.constant(value, at)?;
        self.emit(Op::Const { to, number }, at);
        Ok(())
    }

    /// Returns the value of an expression if it is constant.
    fn constant_value(&mut self, expr: &Expr) -> Option<ScriptValue> {
        Some(match &expr.kind {
            Kind::None => ScriptValue::None,
            Kind::Bool(value) => ScriptValue::Bool(*value),
            Kind::Int(value) => ScriptValue::Int(*value),
            Kind::Text(value) => self.arena.constant_text(value),
            Kind::Tuple(items) => {
                if !items.iter().all(is_constant) {
                    return None;
                }
                let values: Vec<ScriptValue> = items.iter().filter_map(|item| self.constant_value(item)).collect();
                ScriptValue::Tuple(self.arena.span(&values))
            }
            _ => return None,
        })
    }

    fn block(&mut self, block: &[Statement]) -> Parsed<()> {
        block.iter().try_for_each(|statement| self.statement(statement))
    }

    /// Adds the code of a finished function to the program.
    fn finish(&mut self, frame: Frame) -> Parsed<u16> {
        let Ok(number) = u16::try_from(self.program.codes.len()) else { return no(0, "too many functions") };
        self.program.codes.push(frame.code);
        Ok(number)
    }
}

fn is_constant(expr: &Expr) -> bool {
    match &expr.kind {
        Kind::None | Kind::Bool(_) | Kind::Int(_) | Kind::Text(_) => true,
        Kind::Tuple(items) => items.iter().all(is_constant),
        _ => false,
    }
}

/// Returns the value of an expression if it is a small integer constant.
fn small(expr: &Expr) -> Option<i16> {
    if let Kind::Int(value) = expr.kind { i16::try_from(value).ok() } else { None }
}

/// Returns the number of arguments of a call as a `u8`. Fails if it is above 200.
fn count(number: usize, at: u32) -> Parsed<u8> {
    match u8::try_from(number) {
        Ok(count) if count <= 200 => Ok(count),
        _ => no(at, "a call has at most 200 arguments"),
    }
}

fn count_16(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

/// Returns the register that is `count` registers after `reg`.
fn behind(reg: Reg, count: usize) -> Reg {
    u16::try_from(index(length(count)) + usize::from(reg)).unwrap_or(u16::MAX)
}

/// Returns whether prelude.py has a function with this name.
fn is_in_prelude(function: &str) -> bool {
    PRELUDE.contains(&format!("\ndef {function}("))
}
