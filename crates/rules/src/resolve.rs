//! Finds the function to which each name belongs, and the variables that inner functions use.

use std::collections::HashSet;

use crate::ast::{
    AssignTarget, Collection, Comprehension, Do, Expr, Field, Function, FunctionKind, Kind, Loop, NameIndex, Statement,
};
use crate::parser::{Parsed, ParsedScript, no};

/// Built-in functions that read the items of their first argument before they return. If this argument is a generator
/// expression, no generator is made. The expression is compiled to a list, or to a loop that computes the result.
const CONSUMERS: [&str; 11] =
    ["all", "any", "dict", "frozenset", "list", "max", "min", "set", "sorted", "sum", "tuple"];

/// Records in the tree which names belong to each function and comprehension. Returns the names that belong to the code
/// outside of functions.
pub(crate) fn resolve(script: &mut ParsedScript) -> Parsed<HashSet<NameIndex>> {
    let mut body = std::mem::take(&mut script.body);
    let mut globals = Vec::new();
    assigned(&mut body, &mut globals);
    let mut resolver = Resolver { script, scopes: Vec::new(), fault: Ok(()) };
    resolver.block(&mut body);
    resolver.fault?;
    script.body = body;
    Ok(globals.into_iter().collect())
}

struct Scope {
    is_function: bool,
    names: HashSet<NameIndex>,
    captured: HashSet<NameIndex>,
    free: Vec<NameIndex>,
    /// The names in `free`.
    seen: HashSet<NameIndex>,
}

struct Resolver<'s> {
    script: &'s mut ParsedScript,
    scopes: Vec<Scope>,
    fault: Parsed<()>,
}

impl Resolver<'_> {
    fn block(&mut self, block: &mut [Statement]) {
        for statement in block {
            let at = statement.at;
            match &mut statement.kind {
                Do::Define(function) => {
                    function.defaults.iter_mut().for_each(|value| self.expr(value));
                    self.function(function);
                    self.used(function.name);
                }
                Do::Nonlocal(names) => {
                    for name in names {
                        if !self.used(*name) {
                            let text = self.script.names.text(*name);
                            self.fault = no(at, format!("no function around this one has a variable {text}"));
                        }
                    }
                }
                kind => {
                    exprs(kind, &mut |expr| self.expr(expr));
                    targets(kind, &mut |name| {
                        self.used(name);
                    });
                    blocks(kind, &mut |block| self.block(block));
                }
            }
        }
    }

    fn function(&mut self, function: &mut Function) {
        let mut locals: Vec<NameIndex> = function.parameters.iter().copied().chain(function.rest).collect();
        assigned(&mut function.body, &mut locals);
        let mut outer = HashSet::new();
        nonlocals(&mut function.body, &mut outer);
        let mut seen = HashSet::new();
        locals.retain(|name| !outer.contains(name) && seen.insert(*name));
        self.scopes.push(Scope {
            is_function: true,
            names: seen,
            captured: HashSet::new(),
            free: Vec::new(),
            seen: HashSet::new(),
        });
        self.block(&mut function.body);
        function.locals = locals;
        if let Some(scope) = self.scopes.pop() {
            function.captured = scope.captured;
            function.free = scope.free;
        }
    }

    /// Records that a name is used. Returns whether the name belongs to a scope in `scopes`. Any other name is global
    /// or built-in.
    fn used(&mut self, name: NameIndex) -> bool {
        let Some(home) = self.scopes.iter().rposition(|scope| scope.names.contains(&name)) else { return false };
        let mut is_crossed = false;
        for scope in self.scopes.iter_mut().skip(home + 1).filter(|scope| scope.is_function) {
            is_crossed = true;
            if scope.seen.insert(name) {
                scope.free.push(name);
            }
        }
        if is_crossed && let Some(scope) = self.scopes.get_mut(home) {
            scope.captured.insert(name);
        }
        true
    }

    fn expr(&mut self, expr: &mut Expr) {
        let at = expr.at;
        match &mut expr.kind {
            Kind::Name(name) => {
                self.used(*name);
            }
            Kind::Walrus(name, value) => {
                self.expr(value);
                self.used(*name);
            }
            Kind::Lambda(function) => {
                function.defaults.iter_mut().for_each(|value| self.expr(value));
                self.function(function);
            }
            Kind::Comprehension(_) => self.comprehension(expr),
            Kind::Call(function, arguments) => {
                let is_consumed = match &function.kind {
                    Kind::Name(name) => {
                        CONSUMERS.contains(&self.script.names.text(*name)) && !self.script.assigned.contains(name)
                    }
                    Kind::Attribute(_, name) => self.script.names.text(*name) == "join",
                    _ => false,
                };
                // Further arguments are evaluated before a generator gives its first item.
                if is_consumed
                    && let [first] = &mut arguments[..]
                    && let Kind::Comprehension(inner) = &mut first.value.kind
                    && inner.kind == Collection::Generator
                    && !first.is_star
                {
                    inner.kind = Collection::Consumed;
                }
                each(expr, &mut |part| self.expr(part));
            }
            Kind::Yield(_) | Kind::YieldFrom(_) if self.scopes.last().is_some_and(|scope| !scope.is_function) => {
                self.fault = no(at, "\"yield\" can't stand in a comprehension");
            }
            _ => each(expr, &mut |part| self.expr(part)),
        }
    }

    fn comprehension(&mut self, expr: &mut Expr) {
        let at = expr.at;
        let Kind::Comprehension(inner) = &mut expr.kind else { return };
        if self.script.has_walrus {
            self.check_walruses(at, inner);
        }
        // The items of the first loop belong to the outer scope.
        if let Some(first) = inner.loops.first_mut() {
            self.expr(&mut first.items);
        }
        if inner.kind == Collection::Generator {
            let mut function = self.lazy(at, inner);
            self.function(&mut function);
            inner.function = Some(Box::new(function));
            return;
        }
        let mut names = Vec::new();
        for each_loop in &inner.loops {
            target_names(&each_loop.target, &mut |name| names.push(name));
        }
        let names = names.into_iter().collect();
        self.scopes.push(Scope {
            is_function: false,
            names,
            captured: HashSet::new(),
            free: Vec::new(),
            seen: HashSet::new(),
        });
        for (number, each_loop) in inner.loops.iter_mut().enumerate() {
            if number > 0 {
                self.expr(&mut each_loop.items);
            }
            target_exprs(&mut each_loop.target, &mut |part| self.expr(part));
            each_loop.tests.iter_mut().for_each(|test| self.expr(test));
        }
        inner.key.iter_mut().chain([&mut inner.value]).for_each(|part| self.expr(part));
        if let Some(scope) = self.scopes.pop() {
            inner.captured = scope.captured;
        }
    }

    /// Refuses each `:=` of a comprehension that is a syntax error in Python, and all of a generator that becomes a
    /// function.
    fn check_walruses(&mut self, at: u32, inner: &mut Comprehension) {
        let (mut in_items, mut elsewhere, mut targets) = (Vec::new(), Vec::new(), Vec::new());
        for each_loop in &mut inner.loops {
            walruses(&mut each_loop.items, &mut in_items);
            each_loop.tests.iter_mut().for_each(|test| walruses(test, &mut elsewhere));
            target_names(&each_loop.target, &mut |name| targets.push(name));
        }
        inner.key.iter_mut().chain([&mut inner.value]).for_each(|part| walruses(part, &mut elsewhere));
        if !in_items.is_empty() {
            self.fault = no(at, "\":=\" can't stand behind \"in\" of a comprehension");
        } else if elsewhere.iter().any(|name| targets.contains(name)) {
            self.fault = no(at, "\":=\" can't assign to a variable of the comprehension");
        } else if inner.kind == Collection::Generator && !elsewhere.is_empty() {
            self.fault = no(at, "\":=\" can't stand in a generator here: write a list [ ... ]");
        }
    }

    /// Turns a generator expression into a function. The function receives the items of the first loop as its argument,
    /// because these items are evaluated before the function is called.
    fn lazy(&mut self, at: u32, inner: &mut Comprehension) -> Function {
        let node = |kind| Expr { at, height: 1, kind };
        let name = self.script.names.number("generator");
        let parameter = self.script.names.number(".0");
        let value = std::mem::replace(&mut inner.value, node(Kind::None));
        let mut body = vec![Statement { at, kind: Do::Expr(node(Kind::Yield(Some(Box::new(value))))) }];
        let mut loops = std::mem::take(&mut inner.loops);
        while let Some(Loop { target, mut items, mut tests }) = loops.pop() {
            while let Some(test) = tests.pop() {
                body = vec![Statement { at, kind: Do::If(vec![(test, body)], Vec::new()) }];
            }
            if loops.is_empty() {
                inner.value = std::mem::replace(&mut items, node(Kind::Name(parameter)));
            }
            body = vec![Statement { at, kind: Do::For(target, items, body, Vec::new()) }];
        }
        Function {
            name,
            at,
            parameters: vec![parameter],
            defaults: Vec::new(),
            rest: None,
            body,
            kind: FunctionKind::Generator,
            locals: Vec::new(),
            captured: HashSet::new(),
            free: Vec::new(),
        }
    }
}

/// Collects the names to which a block assigns. The variables of inner functions and of loops in comprehensions are
/// left out.
fn assigned(block: &mut [Statement], out: &mut Vec<NameIndex>) {
    for statement in block {
        if let Do::Define(function) = &mut statement.kind {
            out.push(function.name);
            function.defaults.iter_mut().for_each(|value| walruses(value, out));
        }
        exprs(&mut statement.kind, &mut |expr| walruses(expr, out));
        targets(&mut statement.kind, &mut |name| out.push(name));
        blocks(&mut statement.kind, &mut |block| assigned(block, out));
    }
}

fn nonlocals(block: &mut [Statement], out: &mut HashSet<NameIndex>) {
    for statement in block {
        if let Do::Nonlocal(names) = &statement.kind {
            out.extend(names);
        }
        blocks(&mut statement.kind, &mut |block| nonlocals(block, out));
    }
}

fn walruses(expr: &mut Expr, out: &mut Vec<NameIndex>) {
    if let Kind::Walrus(name, _) = &expr.kind {
        out.push(*name);
    }
    each(expr, &mut |part| walruses(part, out));
}

/// Visits the expressions of a statement, including those in its targets.
fn exprs(kind: &mut Do, visit: &mut dyn FnMut(&mut Expr)) {
    match kind {
        Do::Expr(value) | Do::Return(Some(value)) | Do::Raise(Some(value)) | Do::While(value, ..) => visit(value),
        Do::Assign(targets, value) => {
            visit(value);
            for target in targets {
                target_exprs(target, visit);
            }
        }
        Do::Augment(target, _, value) | Do::For(target, value, ..) => {
            visit(value);
            target_exprs(target, visit);
        }
        Do::Delete(targets) => targets.iter_mut().for_each(|target| target_exprs(target, visit)),
        Do::If(branches, _) => {
            for (test, _) in branches {
                visit(test);
            }
        }
        Do::Assert(test, message) => {
            visit(test);
            message.iter_mut().for_each(visit);
        }
        Do::Return(None) | Do::Raise(None) | Do::Break | Do::Continue | Do::Pass | Do::Define(_) | Do::Nonlocal(_) => {}
    }
}

fn targets(kind: &mut Do, visit: &mut dyn FnMut(NameIndex)) {
    match kind {
        Do::Assign(targets, _) => targets.iter().for_each(|target| target_names(target, visit)),
        Do::Augment(target, ..) | Do::For(target, ..) => target_names(target, visit),
        _ => {}
    }
}

fn blocks(kind: &mut Do, visit: &mut dyn FnMut(&mut [Statement])) {
    match kind {
        Do::If(branches, other) => {
            for (_, block) in branches {
                visit(block);
            }
            visit(other);
        }
        Do::While(_, body, other) | Do::For(_, _, body, other) => {
            visit(body);
            visit(other);
        }
        _ => {}
    }
}

fn target_names(target: &AssignTarget, visit: &mut dyn FnMut(NameIndex)) {
    match target {
        AssignTarget::Name(name, _) => visit(*name),
        AssignTarget::Many { targets, .. } => targets.iter().for_each(|target| target_names(target, visit)),
        AssignTarget::Index(..) | AssignTarget::Slice(..) => {}
    }
}

fn target_exprs(target: &mut AssignTarget, visit: &mut dyn FnMut(&mut Expr)) {
    match target {
        AssignTarget::Name(..) => {}
        AssignTarget::Index(object, key) => {
            visit(object);
            visit(key);
        }
        AssignTarget::Slice(object, bounds) => {
            visit(object);
            bounds.iter_mut().flatten().for_each(visit);
        }
        AssignTarget::Many { targets, .. } => targets.iter_mut().for_each(|target| target_exprs(target, visit)),
    }
}

/// Visits the parts of an expression, except the bodies of functions.
fn each(expr: &mut Expr, visit: &mut dyn FnMut(&mut Expr)) {
    match &mut expr.kind {
        Kind::None
        | Kind::Ellipsis
        | Kind::Bool(_)
        | Kind::Int(_)
        | Kind::Text(_)
        | Kind::Name(_)
        | Kind::Yield(None) => {}
        Kind::Format(fields) => each_field(fields, visit),
        Kind::Binary(_, left, right) | Kind::Index(left, right) => {
            visit(left);
            visit(right);
        }
        Kind::Unary(_, value)
        | Kind::Attribute(value, _)
        | Kind::Star(value)
        | Kind::Walrus(_, value)
        | Kind::Yield(Some(value))
        | Kind::YieldFrom(value) => visit(value),
        Kind::Compare(first, rest) => {
            visit(first);
            for (_, value) in rest {
                visit(value);
            }
        }
        Kind::And(items) | Kind::Or(items) | Kind::Tuple(items) | Kind::List(items) | Kind::Set(items) => {
            items.iter_mut().for_each(visit);
        }
        Kind::If(parts) => parts.iter_mut().for_each(visit),
        Kind::Slice(object, bounds) => {
            visit(object);
            bounds.iter_mut().flatten().for_each(visit);
        }
        Kind::Call(function, arguments) => {
            visit(function);
            for argument in arguments {
                visit(&mut argument.value);
            }
        }
        Kind::Dict(items) => {
            for (key, value) in items {
                key.iter_mut().chain([value]).for_each(&mut *visit);
            }
        }
        Kind::Lambda(function) => function.defaults.iter_mut().for_each(visit),
        Kind::Comprehension(inner) => {
            inner.key.iter_mut().chain([&mut inner.value]).for_each(&mut *visit);
            for each_loop in &mut inner.loops {
                target_exprs(&mut each_loop.target, visit);
                each_loop.tests.iter_mut().chain([&mut each_loop.items]).for_each(&mut *visit);
            }
        }
    }
}

fn each_field(fields: &mut [Field], visit: &mut dyn FnMut(&mut Expr)) {
    for field in fields {
        if let Field::Value { value, format, .. } = field {
            visit(value);
            each_field(format, visit);
        }
    }
}
