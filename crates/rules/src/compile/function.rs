//! Functions of the script, and functions of prelude.py.

use super::{Compiler, Frame, PRELUDE, Slot, behind};
use crate::ast::{Do, Function};
use crate::builtins::names::Builtin;
use crate::heap::Closure;
use crate::op::{Op, Reg};
use crate::parser::{self, Parsed, no};
use crate::resolve;
use crate::size::length;
use crate::value::{ScriptValue, Span};

impl Compiler<'_> {
    /// Compiles a function, and the instructions that put the function into the register `to`.
    pub(super) fn function(&mut self, function: &Function, to: Reg, at: u32) -> Parsed<()> {
        let code = self.code(function)?;
        let base = self.reserve(function.defaults.len() + function.free.len(), at)?;
        let mut reg = base;
        for value in &function.defaults {
            self.expr(value, reg)?;
            reg = behind(reg, 1);
        }
        for name in &function.free {
            let Some(slot) = self.slot(*name).filter(|slot| slot.is_cell) else {
                return no(at, "a variable of a function around can't be used here");
            };
            self.emit(Op::Move { to: reg, from: slot.reg }, at);
            reg = behind(reg, 1);
        }
        self.emit(Op::Function { to, code, base }, at);
        Ok(())
    }

    /// Compiles a function.
    fn code(&mut self, function: &Function) -> Parsed<u16> {
        let mut inner = Frame::default();
        inner.code.name = self.text(function.name);
        inner.code.at = function.at;
        inner.code.parameters = function.parameters.iter().map(|name| self.text(*name)).collect();
        inner.code.defaults = function.defaults.len();
        inner.code.has_rest = function.rest.is_some();
        inner.code.kind = function.kind;
        inner.code.is_hidden = self.is_prelude;
        inner.code.free.clone_from(&function.free);
        let outer = std::mem::replace(&mut self.frame, inner);
        let at = function.at;
        let given = function.parameters.len() + usize::from(function.rest.is_some());
        let mut fill = || -> Parsed<()> {
            let (own, others) = function.locals.split_at(given.min(function.locals.len()));
            for name in own {
                self.variable(function, *name, at, true)?;
            }
            for name in &function.free {
                let reg = self.temporary(at)?;
                self.frame.slots.push(Slot { name: *name, reg, is_cell: true });
            }
            for name in others {
                self.variable(function, *name, at, false)?;
            }
            self.block(&function.body)?;
            if !self.frame.is_dead {
                self.emit(Op::ReturnNone, at);
            }
            Ok(())
        };
        let outcome = fill();
        let inner = std::mem::replace(&mut self.frame, outer);
        outcome?;
        self.finish(inner)
    }

    /// Reserves the register of a variable.
    fn variable(&mut self, function: &Function, name: u32, at: u32, is_given: bool) -> Parsed<()> {
        let reg = self.temporary(at)?;
        let is_cell = function.captured.contains(&name);
        self.frame.slots.push(Slot { name, reg, is_cell });
        if is_given {
            self.set_definite(reg, true);
        }
        if is_cell {
            if !is_given {
                self.frame.code.unset.push(reg);
            }
            self.emit(Op::NewCell { reg }, at);
        }
        Ok(())
    }

    /// Returns the number of the global variable that holds a function of prelude.py. The function is compiled when a
    /// script needs it for the first time.
    pub(super) fn prelude(&mut self, function: &str, at: u32) -> Parsed<u16> {
        let was_prelude = std::mem::replace(&mut self.is_prelude, true);
        let known = self.numbers.contains_key(&format!("prelude {function}"));
        let number = self.global(function, at);
        if known {
            self.is_prelude = was_prelude;
            return number;
        }
        let source = source(function);
        self.program.prelude += source.len();
        let mut script = parser::parse(source)?;
        let globals = resolve::resolve(&mut script)?;
        let body = std::mem::take(&mut script.body);
        let Some(Do::Define(definition)) = body.first().map(|statement| &statement.kind) else {
            return no(at, "this function is missing");
        };
        let outer = (std::mem::replace(&mut self.script, script), std::mem::replace(&mut self.globals, globals));
        let code = self.code(definition);
        // The defaults in prelude.py are constants, or the name `__end`, whose value is `Builtin::End`.
        let end = ScriptValue::Builtin(Builtin::End);
        let values = definition.defaults.iter();
        let defaults: Vec<ScriptValue> = values.map(|value| self.constant_value(value).unwrap_or(end)).collect();
        (self.script, self.globals) = outer;
        self.is_prelude = was_prelude;
        let (code, number) = (code?, number?);
        let defaults = self.arena.span(&defaults);
        let cells = Span { start: 0, len: 0 };
        self.arena.closures.push(Closure { code: u32::from(code), defaults, cells });
        self.set_global(number, ScriptValue::Function(length(self.arena.closures.len() - 1)));
        Ok(number)
    }
}

/// Returns the source of a function in prelude.py.
fn source(function: &str) -> &'static str {
    let start = PRELUDE.find(&format!("\ndef {function}(")).map_or(PRELUDE.len(), |start| start + 1);
    let source = PRELUDE.get(start..).unwrap_or_default();
    let end = source.find("\ndef ").map_or(source.len(), |end| end + 1);
    source.get(..end).unwrap_or_default()
}
