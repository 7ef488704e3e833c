//! Calls. Names that the script does not define are looked up here.

use std::ops::RangeInclusive;

use super::{Compiler, Place, behind, count};
use crate::ast::{Argument, Collection, Expr, Kind, NameIndex};
use crate::builtins::instead;
use crate::builtins::names::{self, Builtin, Method};
use crate::op::{Op, Reg};
use crate::parser::{Parsed, no};
use crate::value::ScriptValue;

/// Built-in functions that iterate over all items of their first argument.
const CONSUMERS: [&str; 9] = ["frozenset", "list", "max", "min", "set", "sorted", "sum", "tuple", "dict"];

impl Compiler<'_> {
    /// Returns the full name of a function that the script doesn't define, such as "len" or "math.gcd".
    pub(super) fn static_name(&self, function: &Expr) -> Option<String> {
        let own = |name: NameIndex| self.slot(name).is_some() || self.globals.contains(&name);
        match &function.kind {
            Kind::Name(name) if !own(*name) => {
                let text = self.script.names.text(*name);
                let imported = self.script.imported.get(name);
                let is_known = imported.is_some() || !self.numbers.contains_key(text) || self.is_prelude;
                is_known.then(|| imported.map_or(text, String::as_str).to_owned())
            }
            Kind::Attribute(object, name) => {
                let Kind::Name(object) = object.kind else { return None };
                if own(object) {
                    return None;
                }
                let name = self.script.names.text(*name);
                if let Some(module) = self.script.imported.get(&object) {
                    return names::in_module(module, name);
                }
                let full = format!("{}.{name}", self.script.names.text(object));
                matches!(full.as_str(), "dict.fromkeys" | "str.maketrans").then_some(full)
            }
            _ => None,
        }
    }

    /// Compiles an attribute that is not called. It must be a known function, such as `math.gcd` or `dict.fromkeys`.
    pub(super) fn attribute(&mut self, object: &Expr, name: NameIndex, to: Reg, at: u32) -> Parsed<()> {
        let full = Expr { at, height: 1, kind: Kind::Attribute(Box::new(copy_name(object)), name) };
        if let Some(text) = self.static_name(&full) {
            return match self.built_in(&text, at)? {
                Place::Builtin(builtin) => self.load(ScriptValue::Builtin(builtin), to, at),
                Place::Global(number) => {
                    self.emit(Op::Global { to, number }, at);
                    Ok(())
                }
                Place::Register(_) | Place::Cell(_) => Ok(()),
            };
        }
        let name = self.text(name);
        if let Kind::Name(object) = object.kind
            && let Some(module) = self.script.imported.get(&object)
        {
            return no(at, instead::unknown(&format!("{module}.{name}")));
        }
        if Method::find(&name).is_some() {
            return no(at, format!("{name} is a method: call it, x.{name}(...), or write a lambda"));
        }
        self.known(object)?;
        no(at, format!("values have no attribute {name} here"))
    }

    pub(super) fn call(&mut self, function: &Expr, arguments: &[Argument], to: Reg, at: u32) -> Parsed<()> {
        if let Some(name) = self.static_name(function) {
            return self.static_call(&name, arguments, to, function.at);
        }
        if let Kind::Attribute(object, name) = &function.kind {
            return self.method(object, *name, arguments, to, function.at);
        }
        if let Kind::Name(name) = function.kind
            && let Place::Global(number) = self.place(name, function.at)?
        {
            return self.call_global(number, arguments, to, at);
        }
        let base = self.temporary(at)?;
        self.expr(function, base)?;
        self.call_in(base, arguments, to, at)
    }

    fn call_global(&mut self, number: u16, arguments: &[Argument], to: Reg, at: u32) -> Parsed<()> {
        let base = self.temporary(at)?;
        if arguments.iter().any(|argument| argument.is_star || argument.name.is_some()) {
            self.emit(Op::Global { to: base, number }, at);
            return self.call_in(base, arguments, to, at);
        }
        self.arguments(arguments, at)?;
        self.emit(Op::CallGlobal { to, base, number, count: count(arguments.len(), at)? }, at);
        Ok(())
    }

    /// Compiles a call of the function in the register `base`, which must be the last reserved register.
    fn call_in(&mut self, base: Reg, arguments: &[Argument], to: Reg, at: u32) -> Parsed<()> {
        let names: Vec<String> =
            arguments.iter().filter_map(|argument| argument.name).map(|name| self.text(name)).collect();
        if arguments.iter().any(|argument| argument.is_star) {
            let list = self.temporary(at)?;
            self.emit(Op::List { to: list, base: 0, count: 0 }, at);
            let (named, plain): (Vec<_>, Vec<_>) = arguments.iter().partition(|argument| argument.name.is_some());
            for argument in plain {
                self.scoped(|compiler| {
                    let from = compiler.operand(&argument.value)?;
                    let op = if argument.is_star { Op::Extend { list, from } } else { Op::Append { list, from } };
                    compiler.emit(op, argument.value.at);
                    Ok(())
                })?;
            }
            for argument in named {
                let reg = self.temporary(at)?;
                self.expr(&argument.value, reg)?;
            }
            let names = self.names(names, at)?;
            self.emit(Op::CallSpread { to, base, names }, at);
            return Ok(());
        }
        self.arguments(arguments, at)?;
        let count = count(arguments.len(), at)?;
        if names.is_empty() {
            self.emit(Op::Call { to, base, count }, at);
        } else {
            let names = self.names(names, at)?;
            self.emit(Op::CallNamed { to, base, count, names }, at);
        }
        Ok(())
    }

    /// Returns the index of a list of names in `program.names`.
    fn names(&mut self, names: Vec<String>, at: u32) -> Parsed<u16> {
        if let Some(number) = self.name_lists.get(&names) {
            return Ok(*number);
        }
        let Ok(number) = u16::try_from(self.program.names.len()) else { return no(at, "too many calls") };
        self.program.names.push(names.clone());
        self.name_lists.insert(names, number);
        Ok(number)
    }

    /// Compiles arguments, whose values go into the next free registers.
    fn arguments(&mut self, arguments: &[Argument], at: u32) -> Parsed<()> {
        let base = self.reserve(arguments.len(), at)?;
        for (number, argument) in arguments.iter().enumerate() {
            self.expr(&argument.value, behind(base, number))?;
        }
        Ok(())
    }

    fn static_call(&mut self, name: &str, arguments: &[Argument], to: Reg, at: u32) -> Parsed<()> {
        let is_starred = arguments.iter().any(|argument| argument.is_star);
        let values: Vec<&Expr> =
            arguments.iter().filter(|argument| argument.name.is_none()).map(|argument| &argument.value).collect();
        let named = |name: &str| {
            arguments.iter().find(|argument| argument.name.is_some_and(|found| self.script.names.text(found) == name))
        };
        match (name, values.as_slice()) {
            ("any" | "all", [items]) if arguments.len() == 1 && !is_starred => {
                return self.decide(items, name == "any", to, at);
            }
            ("sum", [items]) if arguments.len() == 1 => {
                if let Kind::Comprehension(inner) = &items.kind
                    && matches!(inner.kind, Collection::Consumed | Collection::List)
                {
                    return self.sum(inner, to, at);
                }
            }
            ("sorted", [_]) if arguments.len() > 1 => return self.prelude_call("sorted_by", arguments, to, at),
            ("min" | "max", [_, ..]) if values.len() < arguments.len() => {
                return self.least(name, arguments, to, at);
            }
            ("itertools.product", _) => {
                let repeat = named("repeat").map(|argument| &argument.value);
                return self.product(arguments, repeat, to, at);
            }
            ("next", [_] | [_, _]) if arguments.len() == values.len() && !is_starred => {
                let base = self.reserve(2, at)?;
                for (reg, value) in (base..).zip(&values) {
                    self.expr(value, reg)?;
                }
                self.emit(Op::Next { to, base, has_default: values.len() == 2 }, at);
                return Ok(());
            }
            ("next", _) => return no(at, "next takes a generator, and what it is at its end"),
            ("print", _) => {
                for argument in arguments {
                    let reg = self.temporary(at)?;
                    self.expr(&argument.value, reg)?;
                }
                return self.load(ScriptValue::None, to, at);
            }
            _ => {}
        }
        match self.built_in(name, at)? {
            Place::Global(number) => self.call_global(number, arguments, to, at),
            Place::Builtin(builtin) => self.builtin_call(builtin, arguments, to, at),
            Place::Register(_) | Place::Cell(_) => Ok(()),
        }
    }

    fn prelude_call(&mut self, function: &str, arguments: &[Argument], to: Reg, at: u32) -> Parsed<()> {
        let number = self.prelude(function, at)?;
        self.call_global(number, arguments, to, at)
    }

    /// Compiles a call of `min` or `max` with a key or a default.
    fn least(&mut self, name: &str, arguments: &[Argument], to: Reg, at: u32) -> Parsed<()> {
        let number = self.prelude(if name == "min" { "min_by" } else { "max_by" }, at)?;
        let (named, plain): (Vec<_>, Vec<_>) = arguments.iter().partition(|argument| argument.name.is_some());
        if let [only] = plain.as_slice()
            && !only.is_star
        {
            return self.call_global(number, arguments, to, at);
        }
        let is_default = |argument: &&Argument| argument.name.is_some_and(|it| self.script.names.text(it) == "default");
        if named.iter().any(is_default) {
            return no(at, format!("{name} takes a default only beside one list"));
        }
        self.packed(number, &plain, &named, to, at)
    }

    fn product(&mut self, arguments: &[Argument], repeat: Option<&Expr>, to: Reg, at: u32) -> Parsed<()> {
        let (named, plain): (Vec<_>, Vec<_>) = arguments.iter().partition(|argument| argument.name.is_some());
        if named.len() > usize::from(repeat.is_some()) {
            return no(at, "product takes no other named argument than repeat");
        }
        let number = self.prelude("product", at)?;
        self.packed(number, &plain, &named, to, at)
    }

    /// Compiles a call of a function that receives all unnamed arguments in one list.
    fn packed(&mut self, number: u16, plain: &[&Argument], named: &[&Argument], to: Reg, at: u32) -> Parsed<()> {
        let base = self.reserve(2, at)?;
        self.emit(Op::Global { to: base, number }, at);
        let list = behind(base, 1);
        self.emit(Op::List { to: list, base: 0, count: 0 }, at);
        for argument in plain {
            self.scoped(|compiler| {
                let from = compiler.operand(&argument.value)?;
                let op = if argument.is_star { Op::Extend { list, from } } else { Op::Append { list, from } };
                compiler.emit(op, at);
                Ok(())
            })?;
        }
        let mut names = Vec::new();
        for argument in named {
            let reg = self.temporary(at)?;
            self.expr(&argument.value, reg)?;
            names.extend(argument.name.map(|name| self.text(name)));
        }
        let count = count(1 + named.len(), at)?;
        let names = self.names(names, at)?;
        self.emit(Op::CallNamed { to, base, count, names }, at);
        Ok(())
    }

    fn builtin_call(&mut self, builtin: Builtin, arguments: &[Argument], to: Reg, at: u32) -> Parsed<()> {
        if arguments.iter().any(|argument| argument.is_star) {
            let base = self.temporary(at)?;
            self.load(ScriptValue::Builtin(builtin), base, at)?;
            return self.call_in(base, arguments, to, at);
        }
        for (number, argument) in arguments.iter().enumerate() {
            let Some(name) = argument.name else { continue };
            let name = self.text(name);
            let place = match (builtin, name.as_str()) {
                (Builtin::Sum, "start") | (Builtin::Int, "base") => 1,
                (Builtin::Pow, "mod") => 2,
                _ => return no(argument.value.at, format!("{} takes no argument {name} here", builtin.text())),
            };
            if place != number {
                return no(argument.value.at, format!("an argument is missing before {name}"));
            }
        }
        if !builtin.arguments().contains(&arguments.len()) {
            return no(at, wrong_count(builtin.text(), &builtin.arguments(), arguments.len()));
        }
        if let [only] = arguments
            && CONSUMERS.contains(&builtin.text())
            && let Kind::Call(function, inner) = &only.value.kind
            && let [mapping, items] = inner.as_slice()
            && inner.iter().all(|argument| !argument.is_star && argument.name.is_none())
            && self.static_name(function).as_deref() == Some("map")
        {
            // The built-in function uses all results of `map`, so a loop computes them here.
            let base = self.mapped(&mapping.value, &items.value, at)?;
            self.emit(Op::Builtin { builtin, to, base, count: 1 }, at);
            return Ok(());
        }
        if builtin == Builtin::Len {
            for argument in arguments {
                let from = self.operand(&argument.value)?;
                self.emit(Op::Len { to, from }, at);
            }
            return Ok(());
        }
        let base = self.reserve(arguments.len(), at)?;
        for (number, argument) in arguments.iter().enumerate() {
            self.expr(&argument.value, behind(base, number))?;
        }
        self.emit(Op::Builtin { builtin, to, base, count: count(arguments.len(), at)? }, at);
        Ok(())
    }

    /// Checks that the name before a dot is known. A module that the script does not import is not known.
    fn known(&mut self, object: &Expr) -> Parsed<()> {
        match object.kind {
            Kind::Name(name) => self.place(name, object.at).map(drop),
            _ => Ok(()),
        }
    }

    fn method(&mut self, object: &Expr, name: NameIndex, arguments: &[Argument], to: Reg, at: u32) -> Parsed<()> {
        let text = self.text(name);
        if let Kind::Name(object) = object.kind
            && self.slot(object).is_none()
            && let Some(module) = self.script.imported.get(&object)
        {
            return no(at, instead::unknown(&format!("{module}.{text}")));
        }
        let Some(method) = Method::find(&text) else {
            self.known(object)?;
            let instead = instead::instead(&text).map_or_else(String::new, |instead| format!(": {instead}"));
            return no(at, format!("no value has a method {}{instead}", text.chars().take(40).collect::<String>()));
        };
        if arguments.iter().any(|argument| argument.is_star) {
            return no(at, format!("{text} takes no starred arguments here: use a loop"));
        }
        if method == Method::Sort {
            let number = self.prelude("sort_by", at)?;
            let base = self.reserve(2, at)?;
            self.emit(Op::Global { to: base, number }, at);
            self.expr(object, behind(base, 1))?;
            let mut names = Vec::new();
            for argument in arguments {
                let reg = self.temporary(at)?;
                self.expr(&argument.value, reg)?;
                match argument.name {
                    Some(name) => names.push(self.text(name)),
                    None => return no(at, "sort takes key= and reverse= alone"),
                }
            }
            let count = count(1 + arguments.len(), at)?;
            let names = self.names(names, at)?;
            self.emit(Op::CallNamed { to, base, count, names }, at);
            return Ok(());
        }
        for (number, argument) in arguments.iter().enumerate() {
            let Some(name) = argument.name else { continue };
            let name = self.text(name);
            let place = match (method, name.as_str()) {
                (Method::Split | Method::RSplit, "sep") => 0,
                (Method::Split | Method::RSplit, "maxsplit") => 1,
                _ => return no(argument.value.at, format!("{text} takes no argument {name} here")),
            };
            if place != number {
                return no(argument.value.at, format!("an argument is missing before {name}"));
            }
        }
        if !method.arguments().contains(&arguments.len()) {
            return no(at, wrong_count(&text, &method.arguments(), arguments.len()));
        }
        if let (Method::Append, [value]) = (method, arguments) {
            let list = self.operand(object)?;
            let from = self.operand(&value.value)?;
            self.emit(Op::Append { list, from }, at);
            return self.load(ScriptValue::None, to, at);
        }
        let base = self.reserve(1 + arguments.len(), at)?;
        self.expr(object, base)?;
        for (number, argument) in arguments.iter().enumerate() {
            self.expr(&argument.value, behind(base, number + 1))?;
        }
        self.emit(Op::Method { method, to, base, count: count(arguments.len(), at)? }, at);
        Ok(())
    }
}

fn wrong_count(name: &str, expected: &RangeInclusive<usize>, found: usize) -> String {
    let name = name.rsplit('.').next().unwrap_or(name);
    let (least, most) = (expected.start(), expected.end());
    if least == most {
        format!("{name} takes {least} arguments, and has {found} here")
    } else {
        format!("{name} takes {least} to {most} arguments, and has {found} here")
    }
}

/// Returns a copy of an expression that is a name. For any other expression, returns the constant `None` instead: such
/// an expression is not a module, so its attribute can't be a function of a module.
fn copy_name(object: &Expr) -> Expr {
    let kind = if let Kind::Name(name) = object.kind { Kind::Name(name) } else { Kind::None };
    Expr { at: object.at, height: 1, kind }
}
