//! [`PythonRules`]: the rules of games as Python, with positions as literals of Python.

use std::collections::BTreeMap;

use grundy_rules::{Constant, Encoded, Encoder, Failure, Script, ScriptLimits, ScriptOption, ScriptPosition, Steps};
use grundy_verify::GameRules;
use grundy_verify::json::Json;
use sha2::{Digest, Sha256};

include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));

/// The rules of the catalogue and of a client.
pub(crate) struct PythonRules<'r> {
    own: &'r [&'r str],
    fuel: Steps,
    /// The compiled rules of each game of the certificate.
    games: BTreeMap<Json, GameScripts<'r>>,
}

/// The compiled rules of a game.
struct GameScripts<'r> {
    source: &'r str,
    options: Script,
    /// Its only option is the one way to write a position; `None` if each position is written in one way.
    form: Option<Script>,
}

impl<'r> PythonRules<'r> {
    pub(crate) fn new(own: &'r [&'r str], most_steps: u64) -> Self {
        Self { own, fuel: Steps::new(most_steps), games: BTreeMap::new() }
    }

    /// Returns the rules that were used.
    pub(crate) fn used(&self) -> impl Iterator<Item = &str> {
        self.games.values().map(|game| game.source)
    }

    fn scripts(&mut self, game: &Json) -> Result<(&mut GameScripts<'r>, &mut Steps), String> {
        if !self.games.contains_key(game) {
            let scripts = GameScripts::of(game, self.own, &mut self.fuel)?;
            self.games.insert(game.clone(), scripts);
        }
        let scripts = self.games.get_mut(game).ok_or("no rules of this game")?;
        Ok((scripts, &mut self.fuel))
    }
}

impl<'r> GameScripts<'r> {
    fn of(game: &Json, own: &[&'r str], fuel: &mut Steps) -> Result<Self, String> {
        let text = |name: &str| game.field(name).and_then(Json::text);
        let (source, constants, parameters) = if let Some(id) = text("catalogue") {
            let found = CATALOGUE.iter().find(|(other, _)| *other == id).ok_or("no rules of this game")?;
            (found.1, Vec::new(), text("parameters"))
        } else {
            let is_named = |source: &&&str| {
                let hash = Sha256::digest(source).iter().fold(String::new(), |hash, byte| format!("{hash}{byte:02x}"));
                text("rules") == Some(&hash)
            };
            let source = own.iter().find(is_named).ok_or("the certificate is about other rules")?;
            let constants = match game.field("constants") {
                Some(Json::Object(fields)) => fields.as_slice(),
                _ => &[],
            };
            let constant = |(name, value): &(Box<str>, Json)| Ok((name.to_string(), constant(value)?));
            (*source, constants.iter().map(constant).collect::<Result<_, String>>()?, None)
        };
        let mut compiled = |source: &str| {
            Script::compile(source, &constants, ScriptLimits::default(), fuel).map_err(|failure| said(&failure))
        };
        let options = match parameters {
            None => compiled(source)?,
            Some(parameters) => {
                let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-.,()+_ ".contains(letter);
                if !parameters.chars().all(is_plain) {
                    return Err("no parameters".to_owned());
                }
                let named = source.replace("def options(", "def of_family(");
                compiled(&format!(
                    "{named}\ndef options(position):\n    return of_family(position, \"{parameters}\")\n"
                ))?
            }
        };
        let has_form = text("catalogue").is_some() && source.contains("\ndef form(");
        let named =
            || source.replace("def options(", "def moves(") + "\ndef options(position):\n    return [form(position)]\n";
        let form = if has_form { Some(compiled(&named())?) } else { None };
        Ok(Self { source, options, form })
    }

    /// Writes a position in the one way.
    fn formed(&mut self, position: &ScriptPosition, fuel: &mut Steps) -> Result<Json, String> {
        let Some(form) = &mut self.form else { return Ok(Json::Text(position.to_string().into())) };
        let found = form.options(position.encoded(), fuel).map_err(|failure| said(&failure))?;
        match found.get(0) {
            Some(ScriptOption::To(formed)) => Ok(Json::Text(formed.to_position().to_string().into())),
            _ => Err("it is no position".to_owned()),
        }
    }
}

impl GameRules for PythonRules<'_> {
    fn form(&mut self, game: &Json, position: &Json) -> Result<Json, String> {
        let mut encoder = Encoder::default();
        let finished = encode(position, &mut encoder).and_then(|()| encoder.finish());
        let position = finished.ok_or("it is no position")?;
        let (scripts, fuel) = self.scripts(game)?;
        scripts.formed(&position, fuel)
    }

    fn options(&mut self, game: &Json, position: &Json) -> Result<Vec<Vec<Json>>, String> {
        let (scripts, fuel) = self.scripts(game)?;
        let position: ScriptPosition = position.text().unwrap_or_default().parse()?;
        let found = scripts.options.options(position.encoded(), fuel).map_err(|failure| said(&failure))?;
        let parts = |option: ScriptOption| match option {
            ScriptOption::To(left) => vec![left.to_position()],
            ScriptOption::Sum(parts) => parts.map(Encoded::to_position).collect(),
        };
        let found: Vec<Vec<ScriptPosition>> = found.iter().map(parts).collect();
        let formed = found.into_iter().map(|left| left.into_iter().map(|part| scripts.formed(&part, fuel)).collect());
        formed.collect()
    }
}

/// Writes a position: a list is a tuple, and an object is a tuple of pairs. `None` if it is no position.
fn encode(position: &Json, encoder: &mut Encoder) -> Option<()> {
    match position {
        Json::Integer(digits) => encoder.int(digits.parse().ok()?).ok(),
        Json::Text(text) => encoder.text(text).ok(),
        Json::List(parts) => {
            encoder.tuple(parts.len()).ok()?;
            parts.iter().try_for_each(|part| encode(part, encoder))
        }
        Json::Object(fields) => {
            encoder.tuple(fields.len()).ok()?;
            fields.iter().try_for_each(|(name, part)| {
                encoder.tuple(2).and_then(|()| encoder.text(name)).ok()?;
                encode(part, encoder)
            })
        }
        Json::Null | Json::Bool(_) => None,
    }
}

fn constant(value: &Json) -> Result<Constant, String> {
    Ok(match value {
        Json::Null => Constant::Null,
        Json::Bool(value) => Constant::Bool(*value),
        Json::Integer(digits) => Constant::Int(digits.parse().map_err(|_| "a constant is too long")?),
        Json::Text(text) => Constant::Text(text.to_string()),
        Json::List(items) => Constant::List(items.iter().map(constant).collect::<Result<_, _>>()?),
        Json::Object(fields) => {
            let field = |(name, value): &(Box<str>, Json)| Ok((name.to_string(), constant(value)?));
            Constant::Object(fields.iter().map(field).collect::<Result<_, String>>()?)
        }
    })
}

fn said(failure: &Failure) -> String {
    match failure {
        Failure::Fault(fault) => fault.to_string(),
        _ => "the rules take too long".to_owned(),
    }
}
