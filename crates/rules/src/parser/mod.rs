//! Reads tokens into the syntax tree. Nesting is limited, so that reading a script needs no more native stack than a
//! small thread has.

mod brackets;
mod expression;
mod import;
mod statement;
mod target;

use std::collections::{HashMap, HashSet};

use crate::ast::{Expr, Function, FunctionKind, Kind, NameIndex, ScriptNames, Statement};
use crate::fault::At;
use crate::lexer::{self, ScriptTokens};
use crate::size::length;
use crate::token::{KEYWORDS, ScriptToken};

pub(crate) type Parsed<T> = Result<T, At>;

/// The deepest nesting of calls within the parser. Without optimization, each call needs up to 2 KiB of stack.
const DEEPEST: u32 = 150;
/// The largest allowed height of the tree. It is limited because later passes recurse over the tree.
const HIGHEST: u16 = 100;

/// A script as the parser read it.
#[derive(Debug, Default)]
pub(crate) struct ParsedScript {
    pub(crate) body: Vec<Statement>,
    pub(crate) names: ScriptNames,
    /// The names to which the script assigns anywhere, in any scope.
    pub(crate) assigned: HashSet<NameIndex>,
    /// The meaning of each imported name: a function such as "math.gcd", or a module such as "math".
    pub(crate) imported: HashMap<NameIndex, String>,
    /// `true` if an expression of the script contains an assignment by `:=`. Then an operand may change while other
    /// operands are computed.
    pub(crate) has_walrus: bool,
}

pub(crate) fn no<T>(at: u32, message: impl Into<String>) -> Parsed<T> {
    Err(At::new(at, message))
}

/// Reads a whole script.
pub(crate) fn parse(source: &str) -> Parsed<ParsedScript> {
    let tokens = lexer::tokens(source)?;
    let mut parser =
        Parser { source, tokens, next: 0, depth: 0, script: ParsedScript::default(), functions: Vec::new(), loops: 0 };
    let mut body = Vec::new();
    while *parser.peek() != ScriptToken::End {
        parser.statement(&mut body)?;
    }
    parser.script.body = body;
    if let Some((name, meaning)) =
        parser.script.imported.iter().find(|(name, _)| parser.script.assigned.contains(*name))
    {
        let name = parser.script.names.text(*name);
        return no(0, format!("{name} is imported as {meaning}, and assigned: use two names"));
    }
    Ok(parser.script)
}

struct Parser<'s> {
    source: &'s str,
    tokens: ScriptTokens,
    next: usize,
    depth: u32,
    script: ParsedScript,
    /// The kinds of the functions that are being read, the innermost last. A function is a generator from its first
    /// `yield` on.
    functions: Vec<FunctionKind>,
    /// The number of loops that are being read in the present function.
    loops: u32,
}

impl Parser<'_> {
    fn peek(&self) -> &ScriptToken {
        self.tokens.get(self.next).map_or(&ScriptToken::End, |(token, _)| token)
    }

    fn peek_next(&self) -> &ScriptToken {
        self.tokens.get(self.next + 1).map_or(&ScriptToken::End, |(token, _)| token)
    }

    fn at(&self) -> u32 {
        self.tokens.get(self.next).map_or(length(self.source.len()), |(_, at)| *at)
    }

    fn advance(&mut self) -> ScriptToken {
        let token = self.peek().clone();
        if token != ScriptToken::End {
            self.next += 1;
        }
        token
    }

    fn op(&mut self, op: &str) -> bool {
        let found = self.peek().is(op);
        if found {
            self.next += 1;
        }
        found
    }

    fn word(&mut self, word: &str) -> bool {
        let found = self.peek().is_word(word);
        if found {
            self.next += 1;
        }
        found
    }

    fn need(&mut self, op: &str) -> Parsed<()> {
        if self.op(op) { Ok(()) } else { self.expected(&format!("\"{op}\"")) }
    }

    fn expected<T>(&self, what: &str) -> Parsed<T> {
        no(self.at(), format!("expected {what}, found {}", self.peek().shown()))
    }

    /// Reads a name, which must not be a keyword.
    fn name(&mut self) -> Parsed<NameIndex> {
        match self.peek() {
            ScriptToken::Name(name) if !KEYWORDS.contains(&name.as_str()) => {
                let name = name.clone();
                self.next += 1;
                Ok(self.script.names.number(&name))
            }
            ScriptToken::Name(name) => no(self.at(), format!("\"{name}\" is a word of the language, and no name")),
            _ => self.expected("a name"),
        }
    }

    /// Calls `read` one level deeper in the nesting. Fails if the nesting is too deep.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= DEEPEST {
            return no(self.at(), "this is nested too deep");
        }
        self.depth += 1;
        let outcome = read(self);
        self.depth -= 1;
        outcome
    }

    /// Makes a node of the tree. `below` is the height of the highest node under it.
    fn node(at: u32, below: u16, kind: Kind) -> Parsed<Expr> {
        let height = below + 1;
        if height > HIGHEST { no(at, "this expression is nested too deep") } else { Ok(Expr { at, height, kind }) }
    }

    fn function(name: NameIndex, at: u32) -> Function {
        Function {
            name,
            at,
            parameters: Vec::new(),
            defaults: Vec::new(),
            rest: None,
            body: Vec::new(),
            kind: FunctionKind::Plain,
            locals: Vec::new(),
            captured: HashSet::new(),
            free: Vec::new(),
        }
    }
}

fn height<'e>(parts: impl IntoIterator<Item = &'e Expr>) -> u16 {
    parts.into_iter().map(|part| part.height).max().unwrap_or(0)
}
