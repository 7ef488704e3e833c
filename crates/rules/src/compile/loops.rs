//! Loops over items. The test of a loop is placed after the body. So each pass through the loop needs only one
//! instruction to fetch the next item and to jump back.

use super::{Compiler, behind};
use crate::ast::{Argument, Expr, Kind, Statement, Target};
use crate::op::{Op, Reg};
use crate::parser::Read;
use crate::value::Value;

/// The source of a loop's items, with the registers that hold the state of the loop.
pub(super) enum Source {
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
    source: Source,
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
        target: &Target,
        items: &Expr,
        body: &[Statement],
        other: &[Statement],
    ) -> Read<()> {
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
    pub(super) fn source(&mut self, items: &Expr, target: &Target) -> Read<Source> {
        let at = items.at;
        if let Kind::Call(function, arguments) = &items.kind
            && arguments.iter().all(|argument| !argument.is_star && argument.name.is_none())
            && let Some(name) = self.static_name(function)
        {
            let width = if let Target::Many { targets, star: None, .. } = target { targets.len() } else { 0 };
            match (name.as_str(), arguments.as_slice()) {
                ("range", [_] | [_, _] | [_, _, _]) => {
                    let base = self.reserve(3, at)?;
                    let count = super::count(arguments.len(), at)?;
                    for (reg, argument) in (base..).zip(arguments) {
                        self.expr(&argument.value, reg)?;
                    }
                    self.emit(Op::Range { base, count }, at);
                    return Ok(Source::Range(base));
                }
                ("enumerate", [items, rest @ ..]) if width == 2 && rest.len() < 2 => {
                    let base = self.items(&items.value, false)?;
                    let number = self.temporary(at)?;
                    match rest {
                        [start] => {
                            self.expr(&start.value, number)?;
                            self.emit(Op::Plus { to: number, from: number }, at);
                        }
                        _ => self.load(Value::Int(0), number, at)?,
                    }
                    return Ok(Source::Numbered(base, number));
                }
                ("zip", [_, ..]) if width == arguments.len() => return self.rows(arguments),
                ("reversed", [items]) => return Ok(Source::Items(self.items(&items.value, true)?)),
                ("map", [function, items]) => {
                    let from = self.temporary(at)?;
                    self.expr(&function.value, from)?;
                    return Ok(Source::Mapped(self.items(&items.value, false)?, from));
                }
                _ => {}
            }
        }
        Ok(Source::Items(self.items(items, false)?))
    }

    fn rows(&mut self, arguments: &[Argument]) -> Read<Source> {
        let bases: Read<Vec<Reg>> = arguments.iter().map(|argument| self.items(&argument.value, false)).collect();
        Ok(Source::Rows(bases?))
    }

    fn items(&mut self, items: &Expr, is_reversed: bool) -> Read<Reg> {
        let base = self.reserve(3, items.at)?;
        self.expr(items, base)?;
        self.emit(Op::Iterate { base, is_reversed }, items.at);
        Ok(base)
    }

    /// Begins the body of a loop. The first instructions of the body assign the items to their targets.
    pub(super) fn enter(&mut self, source: Source, target: &Target) -> Read<Open> {
        let at = match target {
            Target::Name(_, at) | Target::Many { at, .. } => *at,
            Target::Index(object, _) | Target::Slice(object, _) => object.at,
        };
        if let Source::Mapped(_, from) = source {
            let open = self.enter_mapped(source, from, at)?;
            self.assign(target, open.items)?;
            return Ok(open);
        }
        let parts: &[Target] = match target {
            Target::Many { targets, star: None, .. } => targets,
            _ => &[],
        };
        let register = |compiler: &mut Self, target: &Target| compiler.target_register(target);
        let is_pair = matches!(source, Source::Items(_)) && parts.len() == 2;
        let items = match (&source, parts) {
            (Source::Items(_), [a, b]) => match (register(self, a), register(self, b)) {
                (Some(a), Some(b)) if b == behind(a, 1) => a,
                _ => self.reserve(2, at)?,
            },
            (Source::Numbered(..), [_, item]) => match register(self, item) {
                Some(reg) => reg,
                None => self.temporary(at)?,
            },
            (Source::Rows(_), parts) => self.reserve(parts.len(), at)?,
            _ => match register(self, target) {
                Some(reg) => reg,
                None => self.temporary(at)?,
            },
        };
        let start = self.emit(Op::Jump { to: 0 }, at);
        let body = self.here();
        match (&source, parts) {
            (Source::Numbered(_, number), [first, item]) => {
                self.assign(first, *number)?;
                self.emit(Op::AddInt { to: *number, a: *number, value: 1 }, at);
                self.assign(item, items)?;
            }
            (Source::Rows(_), parts) => {
                for (number, part) in parts.iter().enumerate() {
                    self.assign(part, behind(items, number))?;
                }
            }
            (Source::Items(_), [a, b]) => {
                self.assign(a, items)?;
                self.assign(b, behind(items, 1))?;
            }
            _ => self.assign(target, items)?,
        }
        Ok(Open { source, start, body, items, is_pair, at })
    }

    /// Begins the body of a loop over the results of a function. Each result goes into the register `items` of
    /// [`Open`].
    fn enter_mapped(&mut self, source: Source, from: Reg, at: u32) -> Read<Open> {
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
    pub(super) fn mapped(&mut self, function: &Expr, items: &Expr, at: u32) -> Read<Reg> {
        let list = self.temporary(at)?;
        self.emit(Op::List { to: list, base: 0, count: 0 }, at);
        let from = self.temporary(at)?;
        self.expr(function, from)?;
        let base = self.items(items, false)?;
        let open = self.enter_mapped(Source::Mapped(base, from), from, at)?;
        self.emit(Op::Append { list, from: open.items }, at);
        self.leave(open)?;
        Ok(list)
    }

    /// Ends the body of a loop.
    pub(super) fn leave(&mut self, open: Open) -> Read<()> {
        let Open { source, start, body, items, is_pair, at } = open;
        self.land(start)?;
        match source {
            Source::Range(base) => {
                let next = self.emit(Op::ForRange { base, to: items, body: 0 }, at);
                self.aim(next, body)
            }
            Source::Items(base) if is_pair => {
                let next = self.emit(Op::ForPair { base, to: items, body: 0 }, at);
                self.aim(next, body)
            }
            Source::Items(base) | Source::Numbered(base, _) | Source::Mapped(base, _) => {
                let next = self.emit(Op::For { base, to: items, body: 0 }, at);
                self.aim(next, body)
            }
            Source::Rows(bases) => {
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
