//! Jumps that depend on conditions.

use super::Compiler;
use crate::ast::{Compare, Expr, Kind, Unary};
use crate::op::Op;
use crate::parser::Parsed;

impl Compiler<'_> {
    /// Compiles a jump that is made if the truth of the expression is `sense`.
    pub(super) fn branch(&mut self, expr: &Expr, sense: bool, jumps: &mut Vec<usize>) -> Parsed<()> {
        self.scoped(|compiler| compiler.branch_in(expr, sense, jumps))
    }

    fn branch_in(&mut self, expr: &Expr, sense: bool, jumps: &mut Vec<usize>) -> Parsed<()> {
        let at = expr.at;
        match &expr.kind {
            Kind::Unary(Unary::Not, value) => return self.branch(value, !sense, jumps),
            Kind::Bool(value) => {
                if *value == sense {
                    jumps.push(self.emit(Op::Jump { to: 0 }, at));
                }
            }
            Kind::And(items) => return self.any_of(items, false, sense, jumps),
            Kind::Or(items) => return self.any_of(items, true, sense, jumps),
            Kind::Compare(first, rest) => return self.comparisons(first, rest, sense, jumps, at),
            _ => {
                let reg = self.operand(expr)?;
                let jump = if sense { Op::JumpTrue { reg, to: 0 } } else { Op::JumpFalse { reg, to: 0 } };
                jumps.push(self.emit(jump, at));
            }
        }
        Ok(())
    }

    /// Compiles the items of an "or" or an "and". The first item whose truth is `deciding` decides the result.
    fn any_of(&mut self, items: &[Expr], deciding: bool, sense: bool, jumps: &mut Vec<usize>) -> Parsed<()> {
        let mut skips = Vec::new();
        for (number, item) in items.iter().enumerate() {
            let is_last = number + 1 == items.len();
            let mut work = |compiler: &mut Self| {
                if sense == deciding || is_last {
                    compiler.branch(item, sense, jumps)
                } else {
                    compiler.branch(item, deciding, &mut skips)
                }
            };
            if number == 0 { work(self) } else { self.perhaps(work) }?;
        }
        self.land_all(&skips)
    }

    fn comparisons(
        &mut self,
        first: &Expr,
        rest: &[(Compare, Expr)],
        sense: bool,
        jumps: &mut Vec<usize>,
        at: u32,
    ) -> Parsed<()> {
        let mut skips = Vec::new();
        let mut a = self.operand(first)?;
        for (number, (op, right)) in rest.iter().enumerate() {
            let is_last = number + 1 == rest.len();
            let op = *op;
            // A chained comparison is true only if all its comparisons are true. So only the last comparison may jump
            // if it is true. All other jumps are taken if a comparison is false.
            let jumps_if = sense && is_last;
            let jump = if let Some(value) = Self::compared(op, right).filter(|_| is_last) {
                if jumps_if { Op::WhenInt { op, a, value, to: 0 } } else { Op::UnlessInt { op, a, value, to: 0 } }
            } else {
                let b =
                    if number == 0 { self.operand(right)? } else { self.perhaps(|compiler| compiler.operand(right))? };
                let left = std::mem::replace(&mut a, b);
                if jumps_if { Op::When { op, a: left, b, to: 0 } } else { Op::Unless { op, a: left, b, to: 0 } }
            };
            let jump = self.emit(jump, at);
            if sense && !is_last { skips.push(jump) } else { jumps.push(jump) }
        }
        self.land_all(&skips)
    }
}
