//! Loops over items. The test of a loop is placed after the body. So each pass through the loop needs only one
//! instruction to fetch the next item and to jump back.

use super::{Compiler, behind};
use crate::ast::{Argument, AssignTarget, Expr, Kind, Statement};
use crate::op::{Op, Reg};
use crate::parser::Parsed;
use crate::value::ScriptValue;

/// The source of a loop's items, with the registers that hold the state of the loop.
pub(super) enum LoopSource {
    /// The integers of a range. No range value is created.
    Range(Reg),
    Items(Reg),
    /// Items with their numbers. No pairs are created.
    Numbered(Reg, Reg),
    /// One item from each of several sources. No tuples are created.
    Rows(Vec<Reg>),
    /// The results of calling a function with each item.
    Mapped(Reg, Reg),
}

/// A loop whose body must be compiled next.
pub(super) struct Open {
    source: LoopSource,
    /// The jump to the test of the loop.
    start: usize,
    body: usize,
    /// The first of the registers that receive the items.
    items: Reg,
    is_pair: bool,
    at: u32,
}

impl Compiler<'_> {
    pub(super) fn for_loop(
        &mut self,
        target: &AssignTarget,
        items: &Expr,
        body: &[Statement],
        other: &[Statement],
    ) -> Parsed<()> {
        let source = self.source(items, target)?;
        let before = self.frame.definite.clone();
        let was_dead = self.frame.is_dead;
        let open = self.enter(source, target)?;
        self.frame.loops.push(super::Jumps::default());
        self.block(body)?;
        let jumps = self.frame.loops.pop().unwrap_or_default();
        self.land_all(&jumps.continues)?;
        self.leave(open)?;
        self.end_loop(before, was_dead, other, &jumps.breaks)
    }

    /// Compiles the source of a loop's items.
    pub(super) fn source(&mut self, items: &Expr, target: &AssignTarget) -> Parsed<LoopSource> {
        let at = items.at;
        if let Kind::Call(function, arguments) = &items.kind
            && arguments.iter().all(|argument| !argument.is_star && argument.name.is_none())
            && let Some(name) = self.static_name(function)
        {
            let width = if let AssignTarget::Many { targets, star: None, .. } = target { targets.len() } else { 0 };
            match (name.as_str(), arguments.as_slice()) {
                ("range", [_] | [_, _] | [_, _, _]) => {
                    let base = self.reserve(3, at)?;
                    let count = super::count(arguments.len(), at)?;
                    for (reg, argument) in (base..).zip(arguments) {
                        self.expr(&argument.value, reg)?;
                    }
                    self.emit(Op::Range { base, count }, at);
                    return Ok(LoopSource::Range(base));
                }
                ("enumerate", [items, rest @ ..]) if width == 2 && rest.len() < 2 => {
                    let base = self.items(&items.value, false)?;
                    let number = self.temporary(at)?;
                    match rest {
                        [start] => {
                            self.expr(&start.value, number)?;
                            self.emit(Op::Plus { to: number, from: number }, at);
                        }
                        _ => self.load(ScriptValue::Int(0), number, at)?,
                    }
                    return Ok(LoopSource::Numbered(base, number));
                }
                ("zip", [_, ..]) if width == arguments.len() => return self.rows(arguments),
                ("reversed", [items]) => return Ok(LoopSource::Items(self.items(&items.value, true)?)),
                ("map", [function, items]) => {
                    let from = self.temporary(at)?;
                    self.expr(&function.value, from)?;
                    return Ok(LoopSource::Mapped(self.items(&items.value, false)?, from));
                }
                _ => {}
            }
        }
        Ok(LoopSource::Items(self.items(items, false)?))
    }

    fn rows(&mut self, arguments: &[Argument]) -> Parsed<LoopSource> {
        let bases: Parsed<Vec<Reg>> = arguments.iter().map(|argument| self.items(&argument.value, false)).collect();
        Ok(LoopSource::Rows(bases?))
    }

    fn items(&mut self, items: &Expr, is_reversed: bool) -> Parsed<Reg> {
        let base = self.reserve(3, items.at)?;
        self.expr(items, base)?;
        self.emit(Op::Iterate { base, is_reversed }, items.at);
        Ok(base)
    }

    /// Begins the body of a loop. The first instructions of the body assign the items to their targets.
    pub(super) fn enter(&mut self, source: LoopSource, target: &AssignTarget) -> Parsed<Open> {
        let at = match target {
            AssignTarget::Name(_, at) | AssignTarget::Many { at, .. } => *at,
            AssignTarget::Index(object, _) | AssignTarget::Slice(object, _) => object.at,
        };
        if let LoopSource::Mapped(_, from) = source {
            let open = self.enter_mapped(source, from, at)?;
            self.assign(target, open.items)?;
            return Ok(open);
        }
        let parts: &[AssignTarget] = match target {
            AssignTarget::Many { targets, star: None, .. } => targets,
            _ => &[],
        };
        let register = |compiler: &mut Self, target: &AssignTarget| compiler.target_register(target);
        let is_pair = matches!(source, LoopSource::Items(_)) && parts.len() == 2;
        let items = match (&source, parts) {
            (LoopSource::Items(_), [a, b]) => match (register(self, a), register(self, b)) {
                (Some(a), Some(b)) if b == behind(a, 1) => a,
                _ => self.reserve(2, at)?,
            },
            (LoopSource::Numbered(..), [_, item]) => match register(self, item) {
                Some(reg) => reg,
                None => self.temporary(at)?,
            },
            (LoopSource::Rows(_), parts) => self.reserve(parts.len(), at)?,
            _ => match register(self, target) {
                Some(reg) => reg,
                None => self.temporary(at)?,
            },
        };
        let start = self.emit(Op::Jump { to: 0 }, at);
        let body = self.here();
        match (&source, parts) {
            (LoopSource::Numbered(_, number), [first, item]) => {
                self.assign(first, *number)?;
                self.emit(Op::AddInt { to: *number, a: *number, value: 1 }, at);
                self.assign(item, items)?;
            }
            (LoopSource::Rows(_), parts) => {
                for (number, part) in parts.iter().enumerate() {
                    self.assign(part, behind(items, number))?;
                }
            }
            (LoopSource::Items(_), [a, b]) => {
                self.assign(a, items)?;
                self.assign(b, behind(items, 1))?;
            }
            _ => self.assign(target, items)?,
        }
        Ok(Open { source, start, body, items, is_pair, at })
    }

    /// Begins the body of a loop over the results of a function. Each result goes into the register `items` of
    /// [`Open`].
    fn enter_mapped(&mut self, source: LoopSource, from: Reg, at: u32) -> Parsed<Open> {
        // A call uses the registers after its function, so these must be free.
        let call = self.reserve(2, at)?;
        self.emit(Op::Move { to: call, from }, at);
        let items = behind(call, 1);
        let start = self.emit(Op::Jump { to: 0 }, at);
        let body = self.here();
        self.emit(Op::Call { to: items, base: call, count: 1 }, at);
        Ok(Open { source, start, body, items, is_pair: false, at })
    }

    /// Compiles a call of `map` that is the argument of a function such as `sum`, which consumes all results. A loop
    /// collects the results in a list.
    pub(super) fn mapped(&mut self, function: &Expr, items: &Expr, at: u32) -> Parsed<Reg> {
        let list = self.temporary(at)?;
        self.emit(Op::List { to: list, base: 0, count: 0 }, at);
        let from = self.temporary(at)?;
        self.expr(function, from)?;
        let base = self.items(items, false)?;
        let open = self.enter_mapped(LoopSource::Mapped(base, from), from, at)?;
        self.emit(Op::Append { list, from: open.items }, at);
        self.leave(open)?;
        Ok(list)
    }

    /// Ends the body of a loop.
    pub(super) fn leave(&mut self, open: Open) -> Parsed<()> {
        let Open { source, start, body, items, is_pair, at } = open;
        self.land(start)?;
        match source {
            LoopSource::Range(base) => {
                let next = self.emit(Op::ForRange { base, to: items, body: 0 }, at);
                self.aim(next, body)
            }
            LoopSource::Items(base) if is_pair => {
                let next = self.emit(Op::ForPair { base, to: items, body: 0 }, at);
                self.aim(next, body)
            }
            LoopSource::Items(base) | LoopSource::Numbered(base, _) | LoopSource::Mapped(base, _) => {
                let next = self.emit(Op::For { base, to: items, body: 0 }, at);
                self.aim(next, body)
            }
            LoopSource::Rows(bases) => {
                let mut ends = Vec::new();
                for (number, base) in bases.iter().enumerate() {
                    let to = behind(items, number);
                    let next = self.emit(Op::For { base: *base, to, body: 0 }, at);
                    if number + 1 == bases.len() {
                        self.aim(next, body)?;
                    } else {
                        ends.push(self.emit(Op::Jump { to: 0 }, at));
                        self.land(next)?;
                    }
                }
                self.land_all(&ends)
            }
        }
    }
}
