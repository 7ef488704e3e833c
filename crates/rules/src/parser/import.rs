//! Imports. Imported names stand for built-in functions.

use super::{Parsed, Parser, no};
use crate::builtins::instead;
use crate::builtins::names::{self, MODULES};
use crate::token::ScriptToken;

impl Parser<'_> {
    /// Reads `import math`.
    pub(super) fn import(&mut self) -> Parsed<()> {
        loop {
            let at = self.at();
            let module = self.module()?;
            let name = if self.word("as") { self.name()? } else { self.script.names.number(&module) };
            self.bind(at, name, module)?;
            if !self.op(",") {
                return Ok(());
            }
        }
    }

    /// Reads `from math import gcd`.
    pub(super) fn import_from(&mut self) -> Parsed<()> {
        let module = self.module()?;
        if !self.word("import") {
            return self.expected("\"import\"");
        }
        if self.peek().is("*") {
            return no(self.at(), "import each name: from math import gcd");
        }
        let is_open = self.op("(");
        loop {
            let at = self.at();
            let imported = self.name()?;
            let text = self.script.names.text(imported).to_owned();
            let Some(meaning) = names::in_module(&module, &text) else {
                return no(at, instead::unknown(&format!("{module}.{text}")));
            };
            let name = if self.word("as") { self.name()? } else { imported };
            self.bind(at, name, meaning)?;
            let is_more = self.op(",");
            if is_open && self.op(")") || !is_more && !is_open {
                return Ok(());
            }
            if !is_more {
                return self.expected("\")\"");
            }
        }
    }

    fn module(&mut self) -> Parsed<String> {
        let at = self.at();
        let ScriptToken::Name(module) = self.advance() else { return no(at, "expected the name of a module") };
        if module == "__future__" || MODULES.contains(&module.as_str()) {
            return Ok(module);
        }
        let instead = instead::instead(&module).map_or_else(String::new, |instead| format!(": {instead}"));
        no(at, format!("the module {module} is not known here{instead}; the modules are {}", MODULES.join(", ")))
    }

    fn bind(&mut self, at: u32, name: crate::ast::NameIndex, meaning: String) -> Parsed<()> {
        if let Some(other) = self.script.imported.get(&name)
            && *other != meaning
        {
            return no(at, format!("this name is imported as {other}, too"));
        }
        self.script.imported.insert(name, meaning);
        Ok(())
    }
}
