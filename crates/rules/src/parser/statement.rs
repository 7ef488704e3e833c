//! Statements and their blocks.

use super::{Parsed, Parser, no};
use crate::ast::{Argument, Binary, Do, Expr, Function, FunctionKind, Kind, Statement};
use crate::token::ScriptToken;

type Block = Vec<Statement>;

impl Parser<'_> {
    /// Reads a statement. If a line has several simple statements, reads all of them.
    pub(super) fn statement(&mut self, block: &mut Block) -> Parsed<()> {
        let at = self.at();
        let ScriptToken::Name(word) = self.peek() else {
            if *self.peek() == ScriptToken::Indent {
                return no(at, "this line is indented, and the line above opens no block");
            }
            if self.peek().is("@") {
                return self.decorated(block);
            }
            return self.simple_line(block);
        };
        let kind = match word.as_str() {
            "if" => self.if_statement()?,
            "while" => {
                self.next += 1;
                let test = self.named()?;
                let body = self.loop_body()?;
                Do::While(test, body, self.else_block()?)
            }
            "for" => {
                self.next += 1;
                let target = self.targets()?;
                if !self.word("in") {
                    return self.expected("\"in\"");
                }
                let items = self.expressions()?;
                let body = self.loop_body()?;
                Do::For(target, items, body, self.else_block()?)
            }
            "def" => Do::Define(Box::new(self.function_definition()?)),
            "class" => return no(at, "classes are not known here: a position is an integer, a string or a tuple"),
            "try" => return no(at, "\"try\" is not known here: test with \"if\" before"),
            "with" | "async" => {
                return no(
                    at,
                    format!("\"{word}\" is not known here: leave it out, since there are no files and no waiting"),
                );
            }
            "global" => {
                return no(at, "\"global\" is not known here: give the value to the function as an argument");
            }
            "match"
                if matches!(self.peek_next(), ScriptToken::Name(_) | ScriptToken::Int(_) | ScriptToken::Text(_)) =>
            {
                return no(at, "\"match\" is not known here: use \"if\"");
            }
            _ => return self.simple_line(block),
        };
        block.push(Statement { at, kind });
        Ok(())
    }

    fn if_statement(&mut self) -> Parsed<Do> {
        let mut branches = Vec::new();
        // A chain of "elif" is read into one list, so its length does not make the tree higher.
        loop {
            self.next += 1;
            let test = self.named()?;
            branches.push((test, self.block()?));
            if !self.peek().is_word("elif") {
                return Ok(Do::If(branches, self.else_block()?));
            }
        }
    }

    fn else_block(&mut self) -> Parsed<Block> {
        if self.word("else") { self.block() } else { Ok(Vec::new()) }
    }

    fn loop_body(&mut self) -> Parsed<Block> {
        let loops = self.loops;
        self.loops += 1;
        let body = self.block();
        self.loops = loops;
        body
    }

    fn block(&mut self) -> Parsed<Block> {
        self.need(":")?;
        let mut block = Vec::new();
        if *self.peek() != ScriptToken::Newline {
            self.simple_line(&mut block)?;
            return Ok(block);
        }
        self.next += 1;
        if *self.peek() != ScriptToken::Indent {
            return no(self.at(), "expected an indented block");
        }
        self.next += 1;
        self.deeper(|parser| {
            while !matches!(parser.peek(), ScriptToken::Dedent | ScriptToken::End) {
                parser.statement(&mut block)?;
            }
            Ok(())
        })?;
        self.next += 1;
        Ok(block)
    }

    /// Reads decorators and their function. Only decorators that cache results are known.
    fn decorated(&mut self, block: &mut Block) -> Parsed<()> {
        let mut is_cached = false;
        while self.op("@") {
            let at = self.at();
            let decorator = self.expression()?;
            let (called, arguments) = match decorator.kind {
                Kind::Call(function, arguments) => (*function, Some(arguments)),
                _ => (decorator, None),
            };
            let name = match called.kind {
                Kind::Name(name) => self.script.imported.get(&name).cloned().unwrap_or_default(),
                Kind::Attribute(module, name) => match module.kind {
                    Kind::Name(module) => {
                        let module = self.script.imported.get(&module).cloned().unwrap_or_default();
                        format!("{module}.{}", self.script.names.text(name))
                    }
                    _ => String::new(),
                },
                _ => String::new(),
            };
            is_cached |= match (name.as_str(), arguments.as_deref()) {
                ("functools.cache" | "functools.lru_cache", None) | ("functools.lru_cache", Some([])) => true,
                ("functools.cache", Some(_)) => return no(at, "@cache stands without brackets"),
                ("functools.lru_cache", Some([size])) if self.is_size(size) => !matches!(size.value.kind, Kind::Int(0)),
                ("functools.lru_cache", Some(_)) => return no(at, "lru_cache takes maxsize alone here"),
                _ => return no(at, "only @cache and @lru_cache of functools are known here, after an import"),
            };
            if *self.peek() != ScriptToken::Newline {
                return self.expected("the end of the line");
            }
            self.next += 1;
        }
        if !self.peek().is_word("def") {
            return self.expected("\"def\"");
        }
        let at = self.at();
        let mut function = self.function_definition()?;
        if is_cached {
            if function.kind == FunctionKind::Generator {
                return no(at, "a cached generator would be empty the second time: return a list");
            }
            function.kind = FunctionKind::Cached;
        }
        block.push(Statement { at, kind: Do::Define(Box::new(function)) });
        Ok(())
    }

    /// Returns whether an argument of `lru_cache` is its `maxsize`.
    fn is_size(&self, argument: &Argument) -> bool {
        !argument.is_star && argument.name.is_none_or(|name| self.script.names.text(name) == "maxsize")
    }

    fn function_definition(&mut self) -> Parsed<Function> {
        self.next += 1;
        let at = self.at();
        let name = self.name()?;
        self.script.assigned.insert(name);
        let mut function = Self::function(name, at);
        self.need("(")?;
        self.parameters(&mut function, ")")?;
        if self.op("->") {
            self.annotation()?;
        }
        let loops = std::mem::take(&mut self.loops);
        self.functions.push(FunctionKind::Plain);
        function.body = self.block()?;
        function.kind = self.functions.pop().unwrap_or_default();
        self.loops = loops;
        Ok(function)
    }

    fn simple_line(&mut self, block: &mut Block) -> Parsed<()> {
        loop {
            let at = self.at();
            let kind = self.simple()?;
            block.push(Statement { at, kind });
            let is_more = self.op(";");
            if *self.peek() == ScriptToken::Newline {
                self.next += 1;
                return Ok(());
            }
            if *self.peek() == ScriptToken::End {
                return Ok(());
            }
            if !is_more {
                if self.peek().is("=") {
                    return no(self.at(), "\"=\" assigns; to compare, write \"==\"");
                }
                return self.expected("the end of the line");
            }
        }
    }

    fn simple(&mut self) -> Parsed<Do> {
        let at = self.at();
        let word = if let ScriptToken::Name(word) = self.peek() { word.clone() } else { String::new() };
        let in_loop =
            |parser: &Self| if parser.loops > 0 { Ok(()) } else { no(at, format!("\"{word}\" stands in a loop")) };
        match word.as_str() {
            "pass" => self.next += 1,
            "break" => {
                in_loop(self)?;
                self.next += 1;
                return Ok(Do::Break);
            }
            "continue" => {
                in_loop(self)?;
                self.next += 1;
                return Ok(Do::Continue);
            }
            "return" => {
                if self.functions.is_empty() {
                    return no(at, "\"return\" stands in a function");
                }
                self.next += 1;
                let value = if self.begins_expression() { Some(self.expressions()?) } else { None };
                return Ok(Do::Return(value));
            }
            "import" => {
                self.next += 1;
                self.import()?;
            }
            "from" => {
                self.next += 1;
                self.import_from()?;
            }
            "assert" => {
                self.next += 1;
                let test = self.expression()?;
                let message = if self.op(",") { Some(self.expression()?) } else { None };
                return Ok(Do::Assert(test, message));
            }
            "raise" => {
                self.next += 1;
                let value = if self.begins_expression() { Some(self.raised()?) } else { None };
                return Ok(Do::Raise(value));
            }
            "nonlocal" => {
                if self.functions.len() < 2 {
                    return no(at, "\"nonlocal\" stands in a function inside of another one");
                }
                self.next += 1;
                let mut names = vec![self.name()?];
                while self.op(",") {
                    names.push(self.name()?);
                }
                self.script.assigned.extend(&names);
                return Ok(Do::Nonlocal(names));
            }
            "del" => return self.delete(),
            "elif" | "else" => return no(at, format!("\"{word}\" belongs to no \"if\" above: is it indented alike?")),
            _ if self.peek_next().is(":=") => return no(at, "\":=\" stands inside of an expression: write \"=\""),
            _ => return self.assignment(),
        }
        Ok(Do::Pass)
    }

    /// Reads the exception of a `raise` statement. Only the message of the exception is used.
    fn raised(&mut self) -> Parsed<Expr> {
        let value = self.expression()?;
        let at = value.at;
        Ok(match value.kind {
            Kind::Call(_, mut arguments) if !arguments.is_empty() => arguments.swap_remove(0).value,
            Kind::Call(name, _) if matches!(name.kind, Kind::Name(_)) => self.exception(at, &name.kind),
            kind @ Kind::Name(_) => self.exception(at, &kind),
            kind => Expr { kind, ..value },
        })
    }

    fn exception(&self, at: u32, name: &Kind) -> Expr {
        let text = if let Kind::Name(name) = name { self.script.names.text(*name) } else { "" };
        Expr { at, height: 1, kind: Kind::Text(text.to_owned()) }
    }

    fn delete(&mut self) -> Parsed<Do> {
        self.next += 1;
        let mut targets = Vec::new();
        loop {
            let at = self.at();
            let value = self.postfix()?;
            if !matches!(value.kind, Kind::Index(..) | Kind::Slice(..)) {
                return no(at, "\"del\" takes items of lists and dicts alone: del x[0]");
            }
            targets.push(self.target(value)?);
            if !self.op(",") {
                return Ok(Do::Delete(targets));
            }
        }
    }

    fn assignment(&mut self) -> Parsed<Do> {
        let at = self.at();
        let first = if self.peek().is("*") { self.star_list()? } else { self.expressions()? };
        if let ScriptToken::Op(op) = *self.peek() {
            if op == "/=" {
                return no(self.at(), "\"/\" makes floats: use \"//\"");
            }
            if let Some(binary) = augmented(op) {
                self.next += 1;
                let target = match self.target(first)? {
                    crate::ast::AssignTarget::Many { .. } => return no(at, "this can't be changed as one"),
                    target => target,
                };
                return Ok(Do::Augment(target, binary, self.expressions()?));
            }
            if op == ":" {
                // The type of a variable has no effect here.
                self.next += 1;
                self.annotation()?;
                let target = self.target(first)?;
                if !self.op("=") {
                    return Ok(Do::Pass);
                }
                return Ok(Do::Assign(vec![target], self.expressions()?));
            }
        }
        if !self.peek().is("=") {
            return Ok(Do::Expr(first));
        }
        let mut targets = Vec::new();
        let mut value = first;
        while self.op("=") {
            targets.push(self.target(value)?);
            value = if self.peek().is("*") { self.star_list()? } else { self.expressions()? };
        }
        Ok(Do::Assign(targets, value))
    }

    /// Reads a list such as `*a, b`, which is a tuple or the targets of an assignment.
    fn star_list(&mut self) -> Parsed<Expr> {
        let at = self.at();
        let mut items = vec![self.star_or_named()?];
        if !self.peek().is(",") {
            return no(at, "a starred value stands beside others, or has a comma");
        }
        while self.op(",") && self.begins_expression() {
            items.push(self.star_or_named()?);
        }
        Self::node(at, super::height(&items), Kind::Tuple(items))
    }
}

/// Returns the binary operator of an augmented assignment, for example `+` for `+=`.
fn augmented(op: &str) -> Option<Binary> {
    Some(match op {
        "+=" => Binary::Add,
        "-=" => Binary::Sub,
        "*=" => Binary::Mul,
        "//=" => Binary::FloorDiv,
        "%=" => Binary::Mod,
        "**=" => Binary::Pow,
        "&=" => Binary::And,
        "|=" => Binary::Or,
        "^=" => Binary::Xor,
        "<<=" => Binary::Shl,
        ">>=" => Binary::Shr,
        _ => return None,
    })
}
