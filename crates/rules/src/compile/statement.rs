//! Statements.

use super::Compiler;
use crate::ast::{AssignTarget, Do, Expr, Kind, Statement};
use crate::op::Op;
use crate::parser::Parsed;
use crate::value::ScriptValue;

impl Compiler<'_> {
    pub(super) fn statement(&mut self, statement: &Statement) -> Parsed<()> {
        let at = statement.at;
        self.scoped(|compiler| compiler.statement_in(at, &statement.kind))
    }

    fn statement_in(&mut self, at: u32, kind: &Do) -> Parsed<()> {
        match kind {
            Do::Assign(targets, value) => self.assignment(targets, value)?,
            Do::Augment(target, op, value) => self.augment(target, *op, value)?,
            Do::Delete(targets) => targets.iter().try_for_each(|target| self.delete(target))?,
            Do::Return(value) => {
                if let Some(value) = value {
                    let from = self.operand(value)?;
                    self.emit(Op::Return { from }, at);
                } else {
                    self.emit(Op::ReturnNone, at);
                }
                self.frame.is_dead = true;
            }
            Do::If(branches, other) => self.if_else(branches, other)?,
            Do::While(test, body, other) => self.while_loop(test, body, other)?,
            Do::For(target, items, body, other) => self.for_loop(target, items, body, other)?,
            Do::Break | Do::Continue => {
                let jump = self.emit(Op::Jump { to: 0 }, at);
                if let Some(jumps) = self.frame.loops.last_mut() {
                    let list = if matches!(kind, Do::Break) { &mut jumps.breaks } else { &mut jumps.continues };
                    list.push(jump);
                }
                self.frame.is_dead = true;
            }
            // A string that is a whole statement is a comment.
            Do::Pass | Do::Nonlocal(_) | Do::Expr(Expr { kind: Kind::Text(_) | Kind::Ellipsis, .. }) => {}
            Do::Expr(Expr { kind: Kind::YieldFrom(items), .. }) => self.each(items, |compiler, item| {
                compiler.emit(Op::Yield { from: item }, at);
                Ok(())
            })?,
            Do::Expr(value) => {
                let to = self.temporary(at)?;
                self.expr(value, to)?;
            }
            Do::Define(function) => {
                let to = self.temporary(at)?;
                self.function(function, to, at)?;
                self.store(function.name, to, at)?;
            }
            Do::Assert(test, message) => {
                let mut ends = Vec::new();
                self.branch(test, true, &mut ends)?;
                if let Some(message) = message {
                    let from = self.operand(message)?;
                    self.emit(Op::Raise { from }, at);
                } else {
                    self.emit(Op::AssertFailed, at);
                }
                self.land_all(&ends)?;
            }
            Do::Raise(value) => {
                if let Some(value) = value {
                    let from = self.operand(value)?;
                    self.emit(Op::Raise { from }, at);
                } else {
                    self.emit(Op::AssertFailed, at);
                }
                self.frame.is_dead = true;
            }
        }
        Ok(())
    }

    fn if_else(&mut self, branches: &[(Expr, Vec<Statement>)], other: &[Statement]) -> Parsed<()> {
        let mut ends = Vec::new();
        let mut after: Option<Vec<bool>> = None;
        let was_dead = self.frame.is_dead;
        for (test, block) in branches {
            let mut skips = Vec::new();
            self.branch(test, false, &mut skips)?;
            let before = self.frame.definite.clone();
            self.block(block)?;
            self.join(&mut after);
            if !self.frame.is_dead {
                ends.push(self.emit(Op::Jump { to: 0 }, test.at));
            }
            self.frame.definite = before;
            self.frame.is_dead = was_dead;
            self.land_all(&skips)?;
        }
        self.block(other)?;
        self.join(&mut after);
        self.land_all(&ends)?;
        self.frame.is_dead = after.is_none();
        if let Some(after) = after {
            self.frame.definite = after;
        }
        Ok(())
    }

    /// Records which registers surely have a value: those that have a value at the end of every branch.
    fn join(&mut self, after: &mut Option<Vec<bool>>) {
        if self.frame.is_dead {
            return;
        }
        if let Some(other) = after {
            for (number, found) in other.iter_mut().enumerate() {
                *found &= self.frame.definite.get(number).copied().unwrap_or(false);
            }
        } else {
            *after = Some(self.frame.definite.clone());
        }
    }

    fn while_loop(&mut self, test: &Expr, body: &[Statement], other: &[Statement]) -> Parsed<()> {
        let before = self.frame.definite.clone();
        let was_dead = self.frame.is_dead;
        let start = self.here();
        let mut exits = Vec::new();
        self.branch(test, false, &mut exits)?;
        self.frame.loops.push(super::Jumps::default());
        self.block(body)?;
        let jumps = self.frame.loops.pop().unwrap_or_default();
        self.land_all(&jumps.continues)?;
        let back = self.emit(Op::Loop { to: 0 }, test.at);
        self.aim(back, start)?;
        self.land_all(&exits)?;
        self.end_loop(before, was_dead, other, &jumps.breaks)
    }

    /// Compiles the `else` block of a loop, which runs if the loop ends without a break.
    pub(super) fn end_loop(
        &mut self,
        before: Vec<bool>,
        was_dead: bool,
        other: &[Statement],
        breaks: &[usize],
    ) -> Parsed<()> {
        // The body may not have run, so the variables to which it assigns may have no value.
        self.frame.definite.clone_from(&before);
        self.frame.is_dead = was_dead;
        self.block(other)?;
        self.land_all(breaks)?;
        self.frame.definite = before;
        self.frame.is_dead = was_dead;
        Ok(())
    }

    fn delete(&mut self, target: &AssignTarget) -> Parsed<()> {
        self.scoped(|compiler| {
            match target {
                AssignTarget::Index(object, key) => {
                    let at = object.at;
                    let object = compiler.operand(object)?;
                    let key = compiler.operand(key)?;
                    compiler.emit(Op::DeleteIndex { object, key }, at);
                }
                AssignTarget::Slice(object, bounds) => {
                    let at = object.at;
                    let object = compiler.operand(object)?;
                    let base = compiler.bounds(bounds, at)?;
                    let from = compiler.temporary(at)?;
                    compiler.load(ScriptValue::Unset, from, at)?;
                    compiler.emit(Op::SetSlice { object, base, from }, at);
                }
                AssignTarget::Name(..) | AssignTarget::Many { .. } => {}
            }
            Ok(())
        })
    }
}
