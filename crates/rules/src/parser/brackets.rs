//! Calls, indices, and expressions in brackets.

use std::collections::HashSet;

use super::{Parsed, Parser, height, no};
use crate::ast::{Argument, Collection, Comprehension, Expr, Field, Kind, Loop};
use crate::lexer;
use crate::token::{FStringPiece, ScriptToken};

impl Parser<'_> {
    /// Reads a value with all calls, indices and attributes that follow it.
    pub(super) fn postfix(&mut self) -> Parsed<Expr> {
        let mut value = self.atom()?;
        loop {
            let at = self.at();
            let below = value.height;
            if self.op("(") {
                let arguments = self.arguments()?;
                let below = below.max(height(arguments.iter().map(|argument| &argument.value)));
                value = Self::node(at, below, Kind::Call(Box::new(value), arguments))?;
            } else if self.op("[") {
                value = self.subscript(at, value)?;
            } else if self.op(".") {
                let at = self.at();
                let name = self.name()?;
                value = Self::node(at, below, Kind::Attribute(Box::new(value), name))?;
            } else {
                return Ok(value);
            }
        }
    }

    fn subscript(&mut self, at: u32, value: Expr) -> Parsed<Expr> {
        let mut bounds = [None, None, None];
        let mut colons = 0;
        if !self.peek().is(":") {
            let mut index = self.expressions()?;
            if self.op("]") {
                // A type such as `Tuple[int, ...]` has no effect here, so its `...` becomes `None`.
                if let Kind::Tuple(items) = &mut index.kind
                    && let Some(last @ Expr { kind: Kind::Ellipsis, .. }) = items.last_mut()
                {
                    last.kind = Kind::None;
                }
                let below = value.height.max(index.height);
                return Self::node(at, below, Kind::Index(Box::new(value), Box::new(index)));
            }
            bounds[0] = Some(index);
        }
        while self.op(":") {
            colons += 1;
            if colons > 2 {
                return no(self.at(), "a slice has at most two colons");
            }
            if !self.peek().is(":")
                && !self.peek().is("]")
                && let Some(bound) = bounds.get_mut(colons)
            {
                *bound = Some(self.expression()?);
            }
        }
        if self.peek().is(",") {
            return no(self.at(), "a slice has no comma");
        }
        self.need("]")?;
        let below = value.height.max(height(bounds.iter().flatten()));
        Self::node(at, below, Kind::Slice(Box::new(value), Box::new(bounds)))
    }

    fn arguments(&mut self) -> Parsed<Vec<Argument>> {
        let mut arguments = Vec::new();
        let mut is_named = false;
        while !self.op(")") {
            let at = self.at();
            if self.peek().is("**") {
                return no(at, "\"**\" in a call is not known here: name the arguments");
            }
            let is_star = self.op("*");
            let mut name = None;
            if !is_star && matches!(self.peek(), ScriptToken::Name(_)) && self.peek_next().is("=") {
                name = Some(self.name()?);
                self.need("=")?;
            }
            is_named |= name.is_some();
            if is_named && name.is_none() {
                return no(at, "an argument without a name stands before those with names");
            }
            if name.is_some() && arguments.iter().any(|argument: &Argument| argument.name == name) {
                return no(at, "this argument is given twice");
            }
            let mut value = if name.is_some() { self.expression()? } else { self.named()? };
            if self.begins_loop() {
                if !arguments.is_empty() || is_star || is_named {
                    return no(at, "put brackets around a generator beside other arguments");
                }
                value = self.comprehension(at, Collection::Generator, None, value)?;
                self.need(")")?;
                return Ok(vec![Argument { name: None, is_star: false, value }]);
            }
            arguments.push(Argument { name, is_star, value });
            if !self.op(",") {
                self.need(")")?;
                break;
            }
        }
        Ok(arguments)
    }

    fn begins_loop(&self) -> bool {
        self.peek().is_word("for") || self.peek().is_word("async")
    }

    fn atom(&mut self) -> Parsed<Expr> {
        let at = self.at();
        let kind = match self.peek() {
            ScriptToken::Int(value) => Kind::Int(*value),
            ScriptToken::Text(_) | ScriptToken::Format(_) => return self.string(),
            ScriptToken::Op("(") => return self.parentheses(),
            ScriptToken::Op("[") => return self.list(),
            ScriptToken::Op("{") => return self.braces(),
            ScriptToken::Op("...") => Kind::Ellipsis,
            ScriptToken::Name(word) => match word.as_str() {
                "None" => Kind::None,
                "True" => Kind::Bool(true),
                "False" => Kind::Bool(false),
                "lambda" => return no(at, "put brackets around this lambda"),
                "await" | "async" => return no(at, format!("\"{word}\" is not known here")),
                _ => {
                    let name = self.name()?;
                    return Self::node(at, 0, Kind::Name(name));
                }
            },
            _ => return self.expected("a value"),
        };
        self.next += 1;
        Self::node(at, 0, kind)
    }

    /// Reads a string. Adjacent strings are joined.
    fn string(&mut self) -> Parsed<Expr> {
        let at = self.at();
        let mut fields: Vec<Field> = Vec::new();
        let mut below = 0;
        while matches!(self.peek(), ScriptToken::Text(_) | ScriptToken::Format(_)) {
            let pieces = match self.advance() {
                ScriptToken::Text(text) => vec![FStringPiece::Text(text)],
                ScriptToken::Format(pieces) => pieces,
                _ => break,
            };
            let (more, height) = self.fields(pieces)?;
            fields.extend(more);
            below = below.max(height);
        }
        let is_text = |field: &Field| matches!(field, Field::Text(_));
        if fields.iter().all(is_text) {
            let text = fields.iter().map(|field| if let Field::Text(text) = field { text.as_str() } else { "" });
            return Self::node(at, 0, Kind::Text(text.collect()));
        }
        Self::node(at, below, Kind::Format(fields))
    }

    fn fields(&mut self, pieces: Vec<FStringPiece>) -> Parsed<(Vec<Field>, u16)> {
        let mut fields = Vec::with_capacity(pieces.len());
        let mut below = 0;
        for piece in pieces {
            fields.push(match piece {
                FStringPiece::Text(text) => Field::Text(text),
                FStringPiece::Field { start, end, conversion, format } => {
                    let value = self.deeper(|parser| parser.field(start, end))?;
                    let (format, height) = self.fields(format)?;
                    below = below.max(value.height).max(height);
                    Field::Value { value, conversion, format }
                }
            });
        }
        Ok((fields, below))
    }

    /// Reads the expression in a field of an f-string. The tokens of this expression come from inside the string.
    fn field(&mut self, start: usize, end: usize) -> Parsed<Expr> {
        let tokens = lexer::field(self.source, start, end)?;
        let tokens = std::mem::replace(&mut self.tokens, tokens);
        let next = std::mem::replace(&mut self.next, 0);
        let value = self.expressions().and_then(|value| match self.peek() {
            ScriptToken::End => Ok(value),
            _ => self.expected("\"}\""),
        });
        self.tokens = tokens;
        self.next = next;
        value
    }

    fn parentheses(&mut self) -> Parsed<Expr> {
        let at = self.at();
        self.next += 1;
        if self.op(")") {
            return Self::node(at, 0, Kind::Tuple(Vec::new()));
        }
        if self.peek().is_word("yield") {
            let value = self.yielded()?;
            self.need(")")?;
            return Ok(value);
        }
        let first = self.star_or_named()?;
        if self.begins_loop() {
            let value = self.comprehension(at, Collection::Generator, None, first)?;
            self.need(")")?;
            return Ok(value);
        }
        if self.op(")") {
            return match first.kind {
                Kind::Star(_) => no(at, "a tuple of one starred value has a comma: (*x,)"),
                _ => Ok(first),
            };
        }
        let items = self.items(first, ")")?;
        Self::node(at, height(&items), Kind::Tuple(items))
    }

    /// Reads the items of a list, tuple or set after its first item.
    fn items(&mut self, first: Expr, close: &str) -> Parsed<Vec<Expr>> {
        let mut items = vec![first];
        while !self.op(close) {
            self.need(",")?;
            if self.op(close) {
                break;
            }
            items.push(self.star_or_named()?);
        }
        Ok(items)
    }

    fn list(&mut self) -> Parsed<Expr> {
        let at = self.at();
        self.next += 1;
        if self.op("]") {
            return Self::node(at, 0, Kind::List(Vec::new()));
        }
        let first = self.star_or_named()?;
        if self.begins_loop() {
            let value = self.comprehension(at, Collection::List, None, first)?;
            self.need("]")?;
            return Ok(value);
        }
        let items = self.items(first, "]")?;
        Self::node(at, height(&items), Kind::List(items))
    }

    fn braces(&mut self) -> Parsed<Expr> {
        let at = self.at();
        self.next += 1;
        if self.op("}") {
            return Self::node(at, 0, Kind::Dict(Vec::new()));
        }
        if self.peek().is("**") {
            return self.dict(at, Vec::new());
        }
        let is_assigned = self.peek_next().is(":=");
        let first = self.star_or_named()?;
        if is_assigned && self.peek().is(":") {
            return no(at, "a key with \":=\" needs parentheses");
        }
        if self.op(":") {
            let value = self.expression()?;
            if self.begins_loop() {
                let value = self.comprehension(at, Collection::Dict, Some(first), value)?;
                self.need("}")?;
                return Ok(value);
            }
            let is_last = !self.op(",");
            let items = vec![(Some(first), value)];
            if is_last {
                self.need("}")?;
                let below = height(items.iter().flat_map(|(key, value)| key.iter().chain([value])));
                return Self::node(at, below, Kind::Dict(items));
            }
            return self.dict(at, items);
        }
        if self.begins_loop() {
            let value = self.comprehension(at, Collection::Set, None, first)?;
            self.need("}")?;
            return Ok(value);
        }
        let items = self.items(first, "}")?;
        Self::node(at, height(&items), Kind::Set(items))
    }

    fn dict(&mut self, at: u32, mut items: Vec<(Option<Expr>, Expr)>) -> Parsed<Expr> {
        while !self.op("}") {
            if self.op("**") {
                items.push((None, self.disjunction()?));
            } else {
                let key = self.expression()?;
                self.need(":")?;
                items.push((Some(key), self.expression()?));
            }
            if !self.op(",") {
                self.need("}")?;
                break;
            }
        }
        let below = height(items.iter().flat_map(|(key, value)| key.iter().chain([value])));
        Self::node(at, below, Kind::Dict(items))
    }

    /// Reads the loops of a comprehension, up to its closing bracket.
    fn comprehension(&mut self, at: u32, kind: Collection, key: Option<Expr>, value: Expr) -> Parsed<Expr> {
        if key.iter().chain([&value]).any(|part| matches!(part.kind, Kind::Star(_))) {
            return no(at, "a comprehension has no starred values");
        }
        let mut loops = Vec::new();
        let mut below = height(key.iter().chain([&value]));
        while self.begins_loop() {
            if !self.word("for") {
                return no(self.at(), "\"async\" is not known here");
            }
            let target = self.targets()?;
            if !self.word("in") {
                return self.expected("\"in\"");
            }
            let items = self.disjunction()?;
            let mut tests = Vec::new();
            while self.word("if") {
                tests.push(self.disjunction()?);
            }
            below = below.max(items.height).max(height(&tests));
            loops.push(Loop { target, items, tests });
        }
        // Later passes recurse once for each loop of the comprehension, so each loop counts as one level.
        below = below.saturating_add(u16::try_from(loops.len()).unwrap_or(u16::MAX));
        let comprehension = Comprehension { kind, key, value, loops, captured: HashSet::new(), function: None };
        Self::node(at, below, Kind::Comprehension(Box::new(comprehension)))
    }
}
