//! Lists, tuples, sets, dicts and f-strings.

use super::{Compiler, behind, count_16, is_constant};
use crate::ast::{Expr, Field, Kind};
use crate::op::{Op, Reg};
use crate::parser::Parsed;

/// The largest number of items that are all computed before the collection is made. If there are more items, each item
/// is added as soon as it is computed, which needs fewer registers.
const FEW: usize = 64;

impl Compiler<'_> {
    pub(super) fn display(&mut self, expr: &Expr, to: Reg) -> Parsed<()> {
        let at = expr.at;
        let is_starred = |items: &[Expr]| items.iter().any(|item| matches!(item.kind, Kind::Star(_)));
        match &expr.kind {
            Kind::Tuple(items) | Kind::List(items) | Kind::Set(items) if items.len() <= FEW && !is_starred(items) => {
                let base = self.reserve(items.len(), at)?;
                for (reg, item) in (base..).zip(items) {
                    self.expr(item, reg)?;
                }
                let count = count_16(items.len());
                self.emit(
                    match expr.kind {
                        Kind::Tuple(_) => Op::Tuple { to, base, count },
                        Kind::List(_) => Op::List { to, base, count },
                        _ => Op::Set { to, base, count },
                    },
                    at,
                );
            }
            Kind::List(items) if items.iter().all(is_constant) => {
                let from = self.temporary(at)?;
                let values: Vec<_> = items.iter().filter_map(|item| self.constant_value(item)).collect();
                let values = self.arena.span(&values);
                self.load(crate::value::ScriptValue::Tuple(values), from, at)?;
                self.emit(Op::List { to, base: 0, count: 0 }, at);
                self.emit(Op::Extend { list: to, from }, at);
            }
            Kind::Tuple(items) | Kind::List(items) | Kind::Set(items) => {
                let list = self.list_of(items, at)?;
                self.emit(
                    match expr.kind {
                        Kind::Tuple(_) => Op::ToTuple { to, from: list },
                        Kind::List(_) => Op::Move { to, from: list },
                        _ => Op::ToSet { to, from: list },
                    },
                    at,
                );
            }
            Kind::Dict(items) => {
                let dict = self.temporary(at)?;
                self.emit(Op::Dict { to: dict }, at);
                for (key, value) in items {
                    self.scoped(|compiler| {
                        if let Some(key) = key {
                            let key = compiler.operand(key)?;
                            let from = compiler.operand(value)?;
                            compiler.emit(Op::SetItem { dict, key, from }, at);
                        } else {
                            let from = compiler.operand(value)?;
                            compiler.emit(Op::Merge { dict, from }, at);
                        }
                        Ok(())
                    })?;
                }
                self.emit(Op::Move { to, from: dict }, at);
            }
            Kind::Format(fields) => self.format(fields, to, at)?,
            _ => {}
        }
        Ok(())
    }

    /// Compiles a list of items, some of which may be starred, into a new register.
    pub(super) fn list_of(&mut self, items: &[Expr], at: u32) -> Parsed<Reg> {
        let list = self.temporary(at)?;
        self.emit(Op::List { to: list, base: 0, count: 0 }, at);
        for item in items {
            self.add_to_list(list, item)?;
        }
        Ok(list)
    }

    /// Compiles the addition of an item to a list. If the item is starred, all items of its value are added.
    pub(super) fn add_to_list(&mut self, list: Reg, item: &Expr) -> Parsed<()> {
        self.scoped(|compiler| {
            if let Kind::Star(items) = &item.kind {
                let from = compiler.operand(items)?;
                compiler.emit(Op::Extend { list, from }, item.at);
            } else {
                let from = compiler.operand(item)?;
                compiler.emit(Op::Append { list, from }, item.at);
            }
            Ok(())
        })
    }

    fn format(&mut self, fields: &[Field], to: Reg, at: u32) -> Parsed<()> {
        let base = self.reserve(fields.len(), at)?;
        for (reg, field) in (base..).zip(fields) {
            match field {
                Field::Text(text) => {
                    let value = self.arena.constant_text(text);
                    self.load(value, reg, at)?;
                }
                Field::Value { value, conversion, format } => self.scoped(|compiler| {
                    let from = compiler.reserve(2, at)?;
                    compiler.expr(value, from)?;
                    if !format.is_empty() {
                        compiler.format(format, behind(from, 1), at)?;
                    }
                    let op = Op::Format { to: reg, from, conversion: *conversion, has_format: !format.is_empty() };
                    compiler.emit(op, value.at);
                    Ok(())
                })?,
            }
        }
        self.emit(Op::Join { to, base, count: count_16(fields.len()) }, at);
        Ok(())
    }
}
