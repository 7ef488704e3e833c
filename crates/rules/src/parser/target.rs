//! Targets of assignments, and parameters.

use super::expression::BIT_OR;
use super::{Parsed, Parser, no};
use crate::ast::{AssignTarget, Expr, Function, Kind};
use crate::token::ScriptToken;

impl Parser<'_> {
    /// Reads the target of a loop, or several targets with commas between them.
    pub(super) fn targets(&mut self) -> Parsed<AssignTarget> {
        let at = self.at();
        let first = self.target_part()?;
        if !self.peek().is(",") {
            return self.target(first);
        }
        let mut items = vec![first];
        while self.op(",") && self.begins_expression() {
            items.push(self.target_part()?);
        }
        self.target_list(at, items)
    }

    fn target_part(&mut self) -> Parsed<Expr> {
        let at = self.at();
        let is_star = self.op("*");
        let part = self.binary(BIT_OR)?;
        if is_star { Self::node(at, part.height, Kind::Star(Box::new(part))) } else { Ok(part) }
    }

    /// Converts an expression into a target of an assignment.
    pub(super) fn target(&mut self, value: Expr) -> Parsed<AssignTarget> {
        let at = value.at;
        Ok(match value.kind {
            Kind::Name(name) => {
                self.script.assigned.insert(name);
                AssignTarget::Name(name, at)
            }
            Kind::Index(object, key) => AssignTarget::Index(*object, *key),
            Kind::Slice(object, bounds) => AssignTarget::Slice(*object, bounds),
            Kind::Tuple(items) | Kind::List(items) => self.target_list(at, items)?,
            Kind::Star(_) => return no(at, "a starred name stands beside others: first, *rest = x"),
            Kind::Attribute(..) => return no(at, "attributes can't be set"),
            _ => return no(at, "this can't be assigned to"),
        })
    }

    fn target_list(&mut self, at: u32, items: Vec<Expr>) -> Parsed<AssignTarget> {
        let mut targets = Vec::with_capacity(items.len());
        let mut star = None;
        for (number, item) in items.into_iter().enumerate() {
            let item = match item.kind {
                Kind::Star(_) if star.is_some() => return no(item.at, "only one name may be starred"),
                Kind::Star(value) => {
                    star = Some(number);
                    *value
                }
                _ => item,
            };
            targets.push(self.target(item)?);
        }
        Ok(AssignTarget::Many { targets, star, at })
    }

    /// Reads parameters up to the token `close`, which is also read.
    pub(super) fn parameters(&mut self, function: &mut Function, close: &str) -> Parsed<()> {
        while !self.op(close) {
            let at = self.at();
            if function.rest.is_some() {
                return no(at, "no parameters may follow a starred one here");
            }
            match self.peek() {
                ScriptToken::Op("/") => return no(at, "\"/\" between parameters is not known here"),
                ScriptToken::Op("**") => return no(at, "parameters with \"**\" are not known here"),
                _ => {}
            }
            let is_star = self.op("*");
            let name = self.name()?;
            self.script.assigned.insert(name);
            if function.parameters.contains(&name) {
                return no(at, format!("two parameters are called {}", self.script.names.text(name)));
            }
            if close == ")" && self.op(":") {
                self.annotation()?;
            }
            if is_star {
                function.rest = Some(name);
            } else {
                function.parameters.push(name);
                if self.op("=") {
                    function.defaults.push(self.expression()?);
                } else if !function.defaults.is_empty() {
                    return no(at, "a parameter without a default stands before those with defaults");
                }
            }
            if !self.op(",") {
                self.need(close)?;
                break;
            }
        }
        Ok(())
    }

    /// Reads a type, which has no effect here.
    pub(super) fn annotation(&mut self) -> Parsed<()> {
        self.expression().map(drop)
    }
}
