//! Values of expressions.

use super::{Compiler, Place, small};
use crate::ast::{Binary, Compare, Expr, Kind, Unary};
use crate::op::{Op, Reg};
use crate::parser::{Parsed, no};
use crate::value::ScriptValue;

impl Compiler<'_> {
    /// Returns the register with the value of an expression. If the expression is a variable, this may be the
    /// variable's own register.
    pub(super) fn operand(&mut self, expr: &Expr) -> Parsed<Reg> {
        if let Kind::Name(name) = expr.kind
            && !self.script.has_walrus
            && let Place::Register(reg) = self.place(name, expr.at)?
        {
            self.check(reg, expr.at)?;
            return Ok(reg);
        }
        let to = self.temporary(expr.at)?;
        self.expr(expr, to)?;
        Ok(to)
    }

    /// Compiles a check that the variable in a register has a value.
    fn check(&mut self, reg: Reg, at: u32) -> Parsed<()> {
        if !self.is_definite(reg) {
            if self.frame.is_module {
                return no(at, "this variable has no value here");
            }
            if !self.frame.code.unset.contains(&reg) {
                self.frame.code.unset.push(reg);
            }
            self.emit(Op::Check { reg }, at);
            // After the check, the variable surely has a value.
            self.set_definite(reg, true);
        }
        Ok(())
    }

    /// Compiles an expression whose value goes into the register `to`. Meanwhile the register may hold intermediate
    /// results.
    pub(super) fn expr(&mut self, expr: &Expr, to: Reg) -> Parsed<()> {
        self.scoped(|compiler| compiler.expr_in(expr, to))
    }

    /// Compiles an expression whose value is assigned to a variable. The expression may use the old value of the
    /// variable.
    pub(super) fn expr_for(&mut self, expr: &Expr, to: Reg) -> Parsed<()> {
        match expr.kind {
            Kind::None
            | Kind::Bool(_)
            | Kind::Int(_)
            | Kind::Text(_)
            | Kind::Name(_)
            | Kind::Binary(..)
            | Kind::Index(..)
            | Kind::Slice(..) => self.expr(expr, to),
            _ => self.scoped(|compiler| {
                let from = compiler.temporary(expr.at)?;
                compiler.expr(expr, from)?;
                compiler.emit(Op::Move { to, from }, expr.at);
                Ok(())
            }),
        }
    }

    fn expr_in(&mut self, expr: &Expr, to: Reg) -> Parsed<()> {
        let at = expr.at;
        if let Some(value) = self.constant_value(expr) {
            return self.load(value, to, at);
        }
        match &expr.kind {
            Kind::Name(name) => match self.place(*name, at)? {
                Place::Register(from) => {
                    self.check(from, at)?;
                    if from != to {
                        self.emit(Op::Move { to, from }, at);
                    }
                }
                Place::Cell(cell) => {
                    self.emit(Op::GetCell { to, cell }, at);
                }
                Place::Global(number) => {
                    self.emit(Op::Global { to, number }, at);
                }
                Place::Builtin(builtin) => self.load(ScriptValue::Builtin(builtin), to, at)?,
            },
            Kind::Binary(op, left, right) => self.binary(*op, left, right, to, at)?,
            Kind::Unary(Unary::Not, _) | Kind::Compare(..) => self.truth(expr, to)?,
            Kind::Unary(op, value) => {
                let from = self.operand(value)?;
                let op = match op {
                    Unary::Minus => Op::Negate { to, from },
                    Unary::Plus => Op::Plus { to, from },
                    Unary::Invert | Unary::Not => Op::Invert { to, from },
                };
                self.emit(op, at);
            }
            Kind::And(items) => self.and_or(items, false, to)?,
            Kind::Or(items) => self.and_or(items, true, to)?,
            Kind::If(parts) => {
                let [test, value, other] = &**parts;
                let mut skips = Vec::new();
                self.branch(test, false, &mut skips)?;
                self.perhaps(|compiler| compiler.expr(value, to))?;
                let end = self.emit(Op::Jump { to: 0 }, at);
                self.land_all(&skips)?;
                self.perhaps(|compiler| compiler.expr(other, to))?;
                self.land(end)?;
            }
            Kind::Index(object, key) => {
                let object = self.operand(object)?;
                let key = self.operand(key)?;
                self.emit(Op::Index { to, object, key }, at);
            }
            Kind::Slice(object, bounds) => {
                let object = self.operand(object)?;
                let base = self.bounds(bounds, at)?;
                self.emit(Op::Slice { to, object, base }, at);
            }
            Kind::Attribute(object, name) => return self.attribute(object, *name, to, at),
            Kind::Call(function, arguments) => self.call(function, arguments, to, at)?,
            Kind::Star(_) => return no(at, "a starred value can't stand here"),
            Kind::Lambda(function) => self.function(function, to, at)?,
            Kind::Comprehension(inner) => self.comprehension(inner, to, at)?,
            Kind::Walrus(name, value) => {
                self.expr(value, to)?;
                self.store(*name, to, at)?;
            }
            Kind::Yield(value) => {
                if let Some(value) = value {
                    self.expr(value, to)?;
                } else {
                    self.load(ScriptValue::None, to, at)?;
                }
                self.emit(Op::Yield { from: to }, at);
                self.load(ScriptValue::None, to, at)?;
            }
            Kind::YieldFrom(_) => {
                return no(at, "\"yield from\" has no value here: write it as a statement, and what it returns apart");
            }
            Kind::Ellipsis => return no(at, "\"...\" stands only alone, as a statement that does nothing"),
            Kind::None
            | Kind::Bool(_)
            | Kind::Int(_)
            | Kind::Text(_)
            | Kind::Format(_)
            | Kind::Tuple(_)
            | Kind::List(_)
            | Kind::Set(_)
            | Kind::Dict(_) => self.display(expr, to)?,
        }
        Ok(())
    }

    /// Compiles the bounds of a slice, into three registers.
    pub(super) fn bounds(&mut self, bounds: &[Option<Expr>; 3], at: u32) -> Parsed<Reg> {
        let base = self.reserve(3, at)?;
        for (reg, bound) in (base..).zip(bounds) {
            match bound {
                Some(bound) => self.expr(bound, reg)?,
                None => self.load(ScriptValue::None, reg, at)?,
            }
        }
        Ok(base)
    }

    fn binary(&mut self, op: Binary, left: &Expr, right: &Expr, to: Reg, at: u32) -> Parsed<()> {
        let a = self.operand(left)?;
        if let Some(value) = small(right) {
            self.emit(
                match op {
                    Binary::Add => Op::AddInt { to, a, value },
                    Binary::Sub => Op::SubInt { to, a, value },
                    op => Op::BinaryInt { op, to, a, value },
                },
                at,
            );
            return Ok(());
        }
        let b = self.operand(right)?;
        self.emit(
            match op {
                Binary::Add => Op::Add { to, a, b },
                Binary::Sub => Op::Sub { to, a, b },
                Binary::Mod => Op::Mod { to, a, b },
                op => Op::Binary { op, to, a, b },
            },
            at,
        );
        Ok(())
    }

    /// Compiles a comparison or a negation whose result is needed as a bool.
    fn truth(&mut self, expr: &Expr, to: Reg) -> Parsed<()> {
        let at = expr.at;
        match &expr.kind {
            Kind::Compare(first, rest) if rest.len() == 1 => {
                let a = self.operand(first)?;
                for (op, right) in rest {
                    let b = self.operand(right)?;
                    self.emit(Op::Compare { op: *op, to, a, b }, at);
                }
            }
            Kind::Unary(_, value) => {
                let from = self.operand(value)?;
                self.emit(Op::Not { to, from }, at);
            }
            _ => {
                let mut ends = Vec::new();
                self.branch(expr, false, &mut ends)?;
                self.load(ScriptValue::Bool(true), to, at)?;
                let end = self.emit(Op::Jump { to: 0 }, at);
                self.land_all(&ends)?;
                self.load(ScriptValue::Bool(false), to, at)?;
                self.land(end)?;
            }
        }
        Ok(())
    }

    /// Compiles the value of "or" or "and": the first item whose truth is `sense`, or the last item if no item has this
    /// truth.
    fn and_or(&mut self, items: &[Expr], sense: bool, to: Reg) -> Parsed<()> {
        let mut ends = Vec::new();
        for (number, item) in items.iter().enumerate() {
            if number == 0 {
                self.expr(item, to)?;
            } else {
                self.perhaps(|compiler| compiler.expr(item, to))?;
            }
            if number + 1 < items.len() {
                let jump = if sense { Op::JumpTrue { reg: to, to: 0 } } else { Op::JumpFalse { reg: to, to: 0 } };
                ends.push(self.emit(jump, item.at));
            }
        }
        self.land_all(&ends)
    }

    /// Returns the right operand of a comparison, if it is a constant integer that an instruction can hold.
    pub(super) fn compared(op: Compare, expr: &Expr) -> Option<i16> {
        let is_of_ints =
            matches!(op, Compare::Eq | Compare::Ne | Compare::Lt | Compare::Le | Compare::Gt | Compare::Ge);
        small(expr).filter(|_| is_of_ints)
    }
}
