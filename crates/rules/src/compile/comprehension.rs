//! Comprehensions. Most of them are compiled as loops in the function that contains them.

use super::{Compiler, Slot};
use crate::ast::{AssignTarget, Collection, Comprehension, Loop, NameIndex};
use crate::op::{Op, Reg};
use crate::parser::Parsed;
use crate::value::ScriptValue;

/// A function that compiles the body of the innermost loop.
type Work<'w, 'c> = &'w mut dyn FnMut(&mut Compiler<'c>) -> Parsed<()>;

impl<'c> Compiler<'c> {
    pub(super) fn comprehension(&mut self, inner: &Comprehension, to: Reg, at: u32) -> Parsed<()> {
        if let Some(function) = &inner.function {
            let base = self.reserve(2, at)?;
            self.scoped(|compiler| compiler.function(function, base, at))?;
            self.expr(&inner.value, super::behind(base, 1))?;
            self.emit(Op::Call { to, base, count: 1 }, at);
            return Ok(());
        }
        let all = self.temporary(at)?;
        self.emit(
            match inner.kind {
                Collection::Set => Op::Set { to: all, base: 0, count: 0 },
                Collection::Dict => Op::Dict { to: all },
                Collection::List | Collection::Generator | Collection::Consumed => {
                    Op::List { to: all, base: 0, count: 0 }
                }
            },
            at,
        );
        self.nest(inner, at, &mut |compiler| {
            if let Some(key) = &inner.key {
                let key = compiler.operand(key)?;
                let from = compiler.operand(&inner.value)?;
                compiler.emit(Op::SetItem { dict: all, key, from }, at);
                return Ok(());
            }
            let from = compiler.operand(&inner.value)?;
            let is_set = inner.kind == Collection::Set;
            compiler.emit(if is_set { Op::SetAdd { set: all, from } } else { Op::Append { list: all, from } }, at);
            Ok(())
        })?;
        self.emit(Op::Move { to, from: all }, at);
        Ok(())
    }

    /// Compiles the loops of a comprehension, with `work` as their body.
    pub(super) fn nest(&mut self, inner: &Comprehension, at: u32, work: Work<'_, 'c>) -> Parsed<()> {
        let slots = self.frame.slots.len();
        let outcome =
            self.scoped(|compiler| compiler.perhaps(|compiler| compiler.turn(&inner.loops, Some(inner), at, work)));
        self.frame.slots.truncate(slots);
        outcome
    }

    fn turn(&mut self, loops: &[Loop], first: Option<&Comprehension>, at: u32, work: Work<'_, 'c>) -> Parsed<()> {
        let Some((outer, rest)) = loops.split_first() else { return self.scoped(|compiler| work(compiler)) };
        let source = self.source(&outer.items, &outer.target)?;
        if let Some(inner) = first {
            // The variables of the comprehension are created here. The items of the first loop were evaluated in the
            // scope around the comprehension.
            self.variables(inner, at)?;
        }
        let open = self.enter(source, &outer.target)?;
        let mut skips = Vec::new();
        for test in &outer.tests {
            self.branch(test, false, &mut skips)?;
        }
        self.turn(rest, None, at, work)?;
        self.land_all(&skips)?;
        self.leave(open)
    }

    fn variables(&mut self, inner: &Comprehension, at: u32) -> Parsed<()> {
        let mut names: Vec<NameIndex> = Vec::new();
        inner.loops.iter().for_each(|each_loop| names_of(&each_loop.target, &mut names));
        for name in names {
            let reg = self.temporary(at)?;
            self.set_definite(reg, false);
            let is_cell = inner.captured.contains(&name);
            if is_cell {
                self.load(ScriptValue::Unset, reg, at)?;
                self.emit(Op::NewCell { reg }, at);
            }
            self.frame.slots.push(Slot { name, reg, is_cell });
        }
        Ok(())
    }

    /// Compiles `any` or `all`. The first item whose truth is `sense` decides the result.
    pub(super) fn decide(&mut self, items: &crate::ast::Expr, sense: bool, to: Reg, at: u32) -> Parsed<()> {
        let mut found = Vec::new();
        match &items.kind {
            crate::ast::Kind::Comprehension(inner) if inner.kind == Collection::Consumed => {
                self.nest(inner, at, &mut |compiler| compiler.branch(&inner.value, sense, &mut found))?;
            }
            _ => self.each(items, |compiler, reg| {
                let jump = if sense { Op::JumpTrue { reg, to: 0 } } else { Op::JumpFalse { reg, to: 0 } };
                found.push(compiler.emit(jump, at));
                Ok(())
            })?,
        }
        self.load(ScriptValue::Bool(!sense), to, at)?;
        let end = self.emit(Op::Jump { to: 0 }, at);
        self.land_all(&found)?;
        self.load(ScriptValue::Bool(sense), to, at)?;
        self.land(end)
    }

    /// Compiles the sum of a comprehension without making a list.
    pub(super) fn sum(&mut self, inner: &Comprehension, to: Reg, at: u32) -> Parsed<()> {
        let total = self.temporary(at)?;
        self.load(ScriptValue::Int(0), total, at)?;
        self.nest(inner, at, &mut |compiler| {
            let b = compiler.operand(&inner.value)?;
            compiler.emit(Op::Add { to: total, a: total, b }, at);
            Ok(())
        })?;
        self.emit(Op::Move { to, from: total }, at);
        Ok(())
    }

    /// Compiles a loop over the items of a value, with `work` as its body.
    pub(super) fn each(
        &mut self,
        items: &crate::ast::Expr,
        mut work: impl FnMut(&mut Self, Reg) -> Parsed<()>,
    ) -> Parsed<()> {
        self.scoped(|compiler| {
            let base = compiler.reserve(3, items.at)?;
            compiler.expr(items, base)?;
            compiler.emit(Op::Iterate { base, is_reversed: false }, items.at);
            let item = compiler.temporary(items.at)?;
            let start = compiler.emit(Op::Jump { to: 0 }, items.at);
            work(compiler, item)?;
            compiler.land(start)?;
            let next = compiler.emit(Op::For { base, to: item, body: 0 }, items.at);
            compiler.aim(next, start + 1)
        })
    }
}

fn names_of(target: &AssignTarget, names: &mut Vec<NameIndex>) {
    match target {
        AssignTarget::Name(name, _) if !names.contains(name) => names.push(*name),
        AssignTarget::Many { targets, .. } => targets.iter().for_each(|target| names_of(target, names)),
        AssignTarget::Name(..) | AssignTarget::Index(..) | AssignTarget::Slice(..) => {}
    }
}
