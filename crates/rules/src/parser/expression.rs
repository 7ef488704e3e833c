//! Expressions, by the precedence of their operators.

use super::{Parsed, Parser, height, no};
use crate::ast::{Binary, Compare, Expr, FunctionKind, Kind, Unary};
use crate::token::ScriptToken;

// Precedences of operators.
const OR: u8 = 1;
const AND: u8 = 2;
const NOT: u8 = 3;
const COMPARE: u8 = 4;
/// The lowest precedence above comparisons. The target of a loop is read with this precedence. With a lower one, the
/// `in` after the target would be read as a comparison.
pub(super) const BIT_OR: u8 = 5;

impl Parser<'_> {
    /// Reads expressions with commas between them, which make a tuple.
    pub(super) fn expressions(&mut self) -> Parsed<Expr> {
        let at = self.at();
        if self.peek().is_word("yield") {
            return self.yielded();
        }
        let first = self.star_or_named()?;
        if !self.peek().is(",") {
            return match first.kind {
                Kind::Star(_) => no(at, "a starred value stands in a list or a tuple: write [*x] or (*x,)"),
                _ => Ok(first),
            };
        }
        let mut items = vec![first];
        while self.op(",") && self.begins_expression() {
            items.push(self.star_or_named()?);
        }
        Self::node(at, height(&items), Kind::Tuple(items))
    }

    pub(super) fn begins_expression(&self) -> bool {
        match self.peek() {
            ScriptToken::Int(_) | ScriptToken::Text(_) | ScriptToken::Format(_) => true,
            ScriptToken::Name(word) => !matches!(
                word.as_str(),
                "and" | "as" | "else" | "for" | "from" | "if" | "import" | "in" | "is" | "or" | "async"
            ),
            ScriptToken::Op(op) => matches!(*op, "(" | "[" | "{" | "-" | "+" | "~" | "*" | "..."),
            ScriptToken::Newline | ScriptToken::Indent | ScriptToken::Dedent | ScriptToken::End => false,
        }
    }

    pub(super) fn star_or_named(&mut self) -> Parsed<Expr> {
        let at = self.at();
        if self.op("*") {
            let value = self.deeper(|parser| parser.binary(BIT_OR))?;
            return Self::node(at, value.height, Kind::Star(Box::new(value)));
        }
        self.named()
    }

    /// Reads an expression, or an assignment such as `name := value`.
    pub(super) fn named(&mut self) -> Parsed<Expr> {
        let at = self.at();
        if matches!(self.peek(), ScriptToken::Name(_)) && self.peek_next().is(":=") {
            let name = self.name()?;
            self.script.assigned.insert(name);
            self.script.has_walrus = true;
            self.need(":=")?;
            let value = self.expression()?;
            return Self::node(at, value.height, Kind::Walrus(name, Box::new(value)));
        }
        self.expression()
    }

    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        self.deeper(|parser| {
            let at = parser.at();
            if parser.peek().is_word("lambda") {
                return parser.lambda();
            }
            let value = parser.binary(OR)?;
            if !parser.word("if") {
                return Ok(value);
            }
            let test = parser.binary(OR)?;
            if !parser.word("else") {
                return parser.expected("\"else\"");
            }
            let other = parser.expression()?;
            let parts = [test, value, other];
            Self::node(at, height(&parts), Kind::If(Box::new(parts)))
        })
    }

    /// Reads an expression without a conditional "if … else" at its top level.
    pub(super) fn disjunction(&mut self) -> Parsed<Expr> {
        self.binary(OR)
    }

    fn lambda(&mut self) -> Parsed<Expr> {
        let at = self.at();
        self.next += 1;
        let name = self.script.names.number("lambda");
        let mut function = Self::function(name, at);
        self.parameters(&mut function, ":")?;
        self.functions.push(FunctionKind::Plain);
        let value = self.expression()?;
        function.kind = self.functions.pop().unwrap_or_default();
        let below = value.height.max(height(&function.defaults));
        function.body.push(crate::ast::Statement { at: value.at, kind: crate::ast::Do::Return(Some(value)) });
        Self::node(at, below, Kind::Lambda(Box::new(function)))
    }

    pub(super) fn yielded(&mut self) -> Parsed<Expr> {
        let at = self.at();
        self.next += 1;
        match self.functions.last_mut() {
            Some(kind) => *kind = FunctionKind::Generator,
            None => return no(at, "\"yield\" stands in a function"),
        }
        if self.word("from") {
            let items = self.expression()?;
            return Self::node(at, items.height, Kind::YieldFrom(Box::new(items)));
        }
        if !self.begins_expression() {
            return Self::node(at, 0, Kind::Yield(None));
        }
        let value = self.expressions()?;
        Self::node(at, value.height, Kind::Yield(Some(Box::new(value))))
    }

    /// Reads an expression whose operators have at least this precedence.
    pub(super) fn binary(&mut self, least: u8) -> Parsed<Expr> {
        self.deeper(|parser| {
            let at = parser.at();
            let mut left = if least <= NOT && parser.word("not") {
                let value = parser.binary(NOT)?;
                Self::node(at, value.height, Kind::Unary(Unary::Not, Box::new(value)))?
            } else {
                parser.unary()?
            };
            loop {
                let at = parser.at();
                if least <= OR && parser.peek().is_word("or") {
                    let items = parser.chain(left, "or", AND)?;
                    left = Self::node(at, height(&items), Kind::Or(items))?;
                } else if least <= AND && parser.peek().is_word("and") {
                    let items = parser.chain(left, "and", NOT)?;
                    left = Self::node(at, height(&items), Kind::And(items))?;
                } else if least <= COMPARE && parser.comparison().is_some() {
                    left = parser.comparisons(at, left)?;
                } else if let ScriptToken::Op(op) = parser.peek()
                    && let Some((level, op)) = binary(op)
                    && level >= least
                {
                    parser.next += 1;
                    let right = parser.binary(level + 1)?;
                    let below = left.height.max(right.height);
                    left = Self::node(at, below, Kind::Binary(op, Box::new(left), Box::new(right)))?;
                } else if parser.peek().is("/") && least <= 10 {
                    return no(at, "\"/\" makes floats: use \"//\"");
                } else if parser.peek().is("@") && least <= 10 {
                    return no(at, "\"@\" is not known here");
                } else {
                    return Ok(left);
                }
            }
        })
    }

    fn chain(&mut self, first: Expr, word: &str, level: u8) -> Parsed<Vec<Expr>> {
        let mut items = vec![first];
        while self.word(word) {
            items.push(self.binary(level)?);
        }
        Ok(items)
    }

    fn comparisons(&mut self, at: u32, first: Expr) -> Parsed<Expr> {
        let mut below = first.height;
        let mut rest = Vec::new();
        while let Some((op, words)) = self.comparison() {
            self.next += words;
            let right = self.binary(BIT_OR)?;
            below = below.max(right.height);
            rest.push((op, right));
        }
        Self::node(at, below, Kind::Compare(Box::new(first), rest))
    }

    /// Returns the comparison operator that comes next, and the number of its tokens.
    fn comparison(&self) -> Option<(Compare, usize)> {
        let next_is = |word| self.peek_next().is_word(word);
        Some(match self.peek() {
            ScriptToken::Op("==") => (Compare::Eq, 1),
            ScriptToken::Op("!=") => (Compare::Ne, 1),
            ScriptToken::Op("<") => (Compare::Lt, 1),
            ScriptToken::Op("<=") => (Compare::Le, 1),
            ScriptToken::Op(">") => (Compare::Gt, 1),
            ScriptToken::Op(">=") => (Compare::Ge, 1),
            ScriptToken::Name(word) => match word.as_str() {
                "in" => (Compare::In, 1),
                "not" if next_is("in") => (Compare::NotIn, 2),
                "is" if next_is("not") => (Compare::IsNot, 2),
                "is" => (Compare::Is, 1),
                _ => return None,
            },
            _ => return None,
        })
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let at = self.at();
        let op = match self.peek() {
            ScriptToken::Op("-") => Unary::Minus,
            ScriptToken::Op("+") => Unary::Plus,
            ScriptToken::Op("~") => Unary::Invert,
            _ => return self.power(),
        };
        self.next += 1;
        let value = self.deeper(Self::unary)?;
        if let (Unary::Minus, Kind::Int(value)) = (op, &value.kind) {
            return Self::node(at, 0, Kind::Int(-value));
        }
        Self::node(at, value.height, Kind::Unary(op, Box::new(value)))
    }

    fn power(&mut self) -> Parsed<Expr> {
        let base = self.postfix()?;
        let at = self.at();
        if !self.op("**") {
            return Ok(base);
        }
        let exponent = self.deeper(Self::unary)?;
        let below = base.height.max(exponent.height);
        Self::node(at, below, Kind::Binary(Binary::Pow, Box::new(base), Box::new(exponent)))
    }
}

fn binary(op: &str) -> Option<(u8, Binary)> {
    Some(match op {
        "|" => (5, Binary::Or),
        "^" => (6, Binary::Xor),
        "&" => (7, Binary::And),
        "<<" => (8, Binary::Shl),
        ">>" => (8, Binary::Shr),
        "+" => (9, Binary::Add),
        "-" => (9, Binary::Sub),
        "*" => (10, Binary::Mul),
        "//" => (10, Binary::FloorDiv),
        "%" => (10, Binary::Mod),
        _ => return None,
    })
}
