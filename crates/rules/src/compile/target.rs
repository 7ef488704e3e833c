//! Assignments.

use super::{Compiler, Place, behind, count_16};
use crate::ast::{AssignTarget, Binary, Expr, Kind, NameIndex};
use crate::op::{Op, Reg};
use crate::parser::{Parsed, no};

impl Compiler<'_> {
    /// Compiles the assignment of a register's value to a name.
    pub(super) fn store(&mut self, name: NameIndex, from: Reg, at: u32) -> Parsed<()> {
        match self.place(name, at)? {
            Place::Register(to) => {
                if to != from {
                    self.emit(Op::Move { to, from }, at);
                }
                self.set_definite(to, true);
            }
            Place::Cell(cell) => {
                self.emit(Op::SetCell { cell, from }, at);
            }
            Place::Global(number) if self.frame.is_module => {
                self.emit(Op::SetGlobal { number, from }, at);
            }
            Place::Global(_) | Place::Builtin(_) => return no(at, "this name can't be assigned to here"),
        }
        Ok(())
    }

    /// Returns the register of a target if the target is a local variable that no inner function uses.
    pub(super) fn target_register(&mut self, target: &AssignTarget) -> Option<Reg> {
        let AssignTarget::Name(name, _) = target else { return None };
        self.slot(*name).filter(|slot| !slot.is_cell).map(|slot| slot.reg)
    }

    pub(super) fn assign(&mut self, target: &AssignTarget, from: Reg) -> Parsed<()> {
        self.scoped(|compiler| match target {
            AssignTarget::Name(name, at) => compiler.store(*name, from, *at),
            AssignTarget::Index(object, key) => {
                let at = object.at;
                let object = compiler.operand(object)?;
                let key = compiler.operand(key)?;
                compiler.emit(Op::SetIndex { object, key, from }, at);
                Ok(())
            }
            AssignTarget::Slice(object, bounds) => {
                let at = object.at;
                let object = compiler.operand(object)?;
                let base = compiler.bounds(bounds, at)?;
                compiler.emit(Op::SetSlice { object, base, from }, at);
                Ok(())
            }
            AssignTarget::Many { targets, star, at } => compiler.unpack(targets, *star, from, *at),
        })
    }

    fn unpack(&mut self, targets: &[AssignTarget], star: Option<usize>, from: Reg, at: u32) -> Parsed<()> {
        let base = self.reserve(targets.len(), at)?;
        if let Some(star) = star {
            let (Ok(before), Ok(after)) = (u8::try_from(star), u8::try_from(targets.len() - star - 1)) else {
                return no(at, "this has too many names");
            };
            self.emit(Op::UnpackStar { from, base, before, after }, at);
        } else {
            self.emit(Op::Unpack { from, base, count: count_16(targets.len()) }, at);
        }
        for (number, target) in targets.iter().enumerate() {
            self.assign(target, behind(base, number))?;
        }
        Ok(())
    }

    /// Compiles `targets = value`.
    pub(super) fn assignment(&mut self, targets: &[AssignTarget], value: &Expr) -> Parsed<()> {
        self.scoped(|compiler| {
            if let [target] = targets {
                if let Some(to) = compiler.target_register(target) {
                    compiler.expr_for(value, to)?;
                    compiler.set_definite(to, true);
                    return Ok(());
                }
                if let (AssignTarget::Many { targets, star: None, at }, Kind::Tuple(items)) = (target, &value.kind)
                    && targets.len() == items.len()
                    && !items.iter().any(|item| matches!(item.kind, Kind::Star(_)))
                {
                    // The numbers of values and targets are equal, so no tuple is needed.
                    let base = compiler.reserve(items.len(), *at)?;
                    for (number, item) in items.iter().enumerate() {
                        compiler.expr(item, behind(base, number))?;
                    }
                    for (number, target) in targets.iter().enumerate() {
                        compiler.assign(target, behind(base, number))?;
                    }
                    return Ok(());
                }
            }
            let from = compiler.temporary(value.at)?;
            compiler.expr(value, from)?;
            targets.iter().try_for_each(|target| compiler.assign(target, from))
        })
    }

    /// Compiles `target op= value`.
    pub(super) fn augment(&mut self, target: &AssignTarget, op: Binary, value: &Expr) -> Parsed<()> {
        self.scoped(|compiler| match target {
            AssignTarget::Name(name, at) => {
                let current = Expr { at: *at, height: 1, kind: Kind::Name(*name) };
                if let Some(to) = compiler.target_register(target) {
                    let a = compiler.operand(&current)?;
                    compiler.change(op, to, a, value, *at)?;
                    compiler.set_definite(to, true);
                    return Ok(());
                }
                let to = compiler.temporary(*at)?;
                compiler.expr(&current, to)?;
                compiler.change(op, to, to, value, *at)?;
                compiler.store(*name, to, *at)
            }
            AssignTarget::Index(object, key) => {
                let at = object.at;
                let object = compiler.operand(object)?;
                let key = compiler.operand(key)?;
                let to = compiler.temporary(at)?;
                compiler.emit(Op::Index { to, object, key }, at);
                compiler.change(op, to, to, value, at)?;
                compiler.emit(Op::SetIndex { object, key, from: to }, at);
                Ok(())
            }
            AssignTarget::Slice(object, _) => no(object.at, "a slice can't be changed so: assign it"),
            AssignTarget::Many { at, .. } => no(*at, "this can't be changed as one"),
        })
    }

    fn change(&mut self, op: Binary, to: Reg, a: Reg, value: &Expr, at: u32) -> Parsed<()> {
        let op = match (op, super::small(value)) {
            (Binary::Add, Some(value)) => Op::AddInt { to, a, value },
            (Binary::Sub, Some(value)) => Op::SubInt { to, a, value },
            (op, _) => {
                let b = self.operand(value)?;
                Op::Augment { op, to, a, b }
            }
        };
        self.emit(op, at);
        Ok(())
    }
}
