//! `grundy certify` and `grundy verify`: certificates, and what they prove.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read};
use std::path::Path;

use grundy_core::game::{Play, Positions, Purpose};
use grundy_core::number::meter;
use grundy_core::wire::analysis::Analysis;
use grundy_core::wire::certificate::{Certificate, Subject, Unproved};
use grundy_core::wire::engine::Engine;
use grundy_core::wire::games::Games;
use grundy_core::wire::limits::{LimitCounter, RequestLimits};
use grundy_core::wire::position::{part_with, push_raw};
use grundy_core::wire::request::{Defaults, Explain, Rejected, Request};
use grundy_verify::json::{Json, MOST_BYTES};
use grundy_verify::{GameRules, NoRules, Proof, Rejection};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::asking::{CheckResult, answer, games, print};
use super::parse::steps;
use super::position::file_text;
use super::survey::{self, SurveyLine};
use super::{CertifyArgs, VerifyArgs};

/// The most work of a check, in steps, if no other limit is given.
const MOST_STEPS: u64 = 60_000_000_000;

/// An answer of the API.
#[derive(Deserialize)]
struct Answer<'a> {
    #[serde(borrow)]
    certificate: &'a RawValue,
}

/// What an answer has instead of a certificate.
#[derive(Deserialize)]
struct NoCertificate {
    refused: String,
}

/// The name of a game by rules, in its definition.
const OWN: &str = "own";

/// Prints the certificate of a position. Returns `false` if there is none.
///
/// # Errors
/// If the request is wrong, or the output can't be written.
pub fn certify(arguments: &CertifyArgs) -> CheckResult {
    let files = arguments.asked.files()?;
    let parameters = arguments.asked.parameters(&[("certificate", Some(true.to_string()))]);
    let analysis = answer(&arguments.limits.engine(), |engine| {
        let games = games(&files, engine)?;
        Ok(Analysis::of(Request::from_words(&parameters, &games, &engine.limits)?, &engine.tables)?)
    })?;
    match analysis.certificate {
        Some(Certificate::Proof(proof)) => print(format_args!("{proof}\n")).map(|()| true),
        Some(Certificate::Refused { refused }) => {
            let reason = match refused {
                Unproved::NoProof => "no-proof, which means that no certificate of this answer is known",
                Unproved::TooLarge => "too-large, which means that it has more bytes than --max-certificate",
                Unproved::TooCostly => {
                    "too-costly, which means that too many positions must be explored, or that it takes more than half \
                     of --max-work"
                }
            };
            eprintln!("grundy: there is no certificate: {reason}");
            Ok(false)
        }
        None => Err("a certificate is of sums: of another kind of compound there is none".into()),
    }
}

/// Checks a certificate, and prints what it proves, or why it is refused. Returns `false` if it is refused.
///
/// # Errors
/// If a file can't be read.
pub fn verify(arguments: &VerifyArgs) -> CheckResult {
    if arguments.certificate.is_dir() {
        return verify_survey(&arguments.certificate);
    }
    let text = read(&arguments.certificate)?;
    // A whole answer has its certificate in a field.
    let text = match serde_json::from_slice::<Answer>(&text) {
        Ok(Answer { certificate }) if certificate.get().starts_with('{') => certificate.get().as_bytes(),
        _ => &text,
    };
    if let Ok(NoCertificate { refused }) = serde_json::from_slice(text) {
        return Err(format!("not read: the answer has no certificate: {refused}").into());
    }
    let question = arguments.question.as_deref().map(file_text).transpose()?;
    let rules = arguments.rules.as_deref().map(file_text).transpose()?;
    let most = arguments.max_work.map_or(MOST_STEPS, steps);
    let engine = Engine::default();
    let engine = Engine { limits: RequestLimits { max_steps: most, ..engine.limits }, ..engine };
    let checked = answer(&engine, |engine| {
        let mut known = KnownRules { engine, rules, games: HashMap::new() };
        let proof = grundy_verify::verify(text, &mut known, most);
        Ok(match (proof, question) {
            (Ok(proof), Some(question)) => answers(&proof, question.as_bytes(), engine).map(|()| proof),
            (proof, _) => proof,
        })
    })?;
    match checked {
        Ok(proof) => print(format_args!("proved: {proof}\n")).map(|()| true),
        Err(Rejection::Unread(reason)) => Err(format!("not read: {reason}").into()),
        Err(refusal) => print(format_args!("{refusal}\n")).map(|()| false),
    }
}

/// Checks the certificates of a survey. Prints the games whose certificate is refused, and how many are proved. Returns
/// `false` if one is refused.
fn verify_survey(dir: &Path) -> CheckResult {
    let lines = survey::read_lines(dir).map_err(|error| format!("not read: {}: {error}", survey::LINES))?;
    let (mut proved, mut refused, mut without) = (0_usize, 0_usize, 0_usize);
    for line in &lines {
        if line.refused.is_some() {
            without = without.saturating_add(1);
            continue;
        }
        match period_of(line, dir) {
            Ok(()) => proved = proved.saturating_add(1),
            Err(reason) => {
                refused = refused.saturating_add(1);
                print(format_args!("{}: {reason}\n", line.game))?;
            }
        }
    }
    print(format_args!(
        "{proved} periods are proved, {refused} are refused, and {without} games have no certificate\n"
    ))?;
    Ok(refused == 0)
}

/// Checks that the certificate of a line proves the period of the line.
fn period_of(line: &SurveyLine, dir: &Path) -> Result<(), Rejection> {
    let refusal = |reason: &str| Rejection::Refused(reason.to_owned());
    let most = u64::try_from(MOST_BYTES).unwrap_or(u64::MAX);
    let text = survey::read_file(&dir.join(survey::certificate_name(&line.game)), most);
    let text = text.map_err(|error| refusal(&error.to_string()))?;
    let proof = grundy_verify::verify(&text, &mut NoRules, MOST_STEPS)?;
    let part = part_with(&line.game, &Games::default()).map_err(|unknown| refusal(&unknown.to_string()))?;
    let game = part.components.ruleset().definition(MOST_BYTES).and_then(|game| Json::read(game.as_bytes()).ok());
    if game.as_ref() != Some(&proof.game) {
        return Err(refusal("the certificate is about another game"));
    }
    let claimed = |name: &str| proof.claim.field(name).and_then(Json::small).unwrap_or_default();
    let claimed = ["from", "length", "saltus"].map(claimed);
    let said =
        line.period.map(|period| [period.from, period.length, usize::try_from(period.saltus).unwrap_or_default()]);
    if said == Some(claimed) { Ok(()) } else { Err(refusal("the certificate proves another period")) }
}

/// Reads a file, but not more of it than a certificate may have.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let most = u64::try_from(MOST_BYTES).unwrap_or(u64::MAX).saturating_add(1);
    let mut text = Vec::new();
    if path.as_os_str() == "-" {
        io::stdin().take(most).read_to_end(&mut text)?;
    } else {
        let open = fs::File::open(path).map_err(|error| io::Error::other(format!("{}: {error}", path.display())))?;
        open.take(most).read_to_end(&mut text)?;
    }
    Ok(text)
}

/// Checks that a proof is about the position of a request.
fn answers(proof: &Proof, question: &[u8], engine: &Engine) -> Result<(), Rejection> {
    let request: Request<Explain> =
        Request::from_json(question, Defaults::default(), &engine.limits).map_err(|Rejected { faults, .. }| {
            let own = r#"a game of your own is in its field "games""#;
            Rejection::Unread(format!("the question: {faults}; {own}"))
        })?;
    let subject = Subject::of(request.position.parts(), None, MOST_BYTES);
    let (position, game) = (subject.position(&request.position), subject.game());
    let json = |text: Option<String>| text.and_then(|text| Json::read(text.as_bytes()).ok());
    let play = if request.play == Play::Misere { "misere" } else { "normal" };
    let is_same = json(game).as_ref() == Some(&proof.game)
        && json(position) == proof.position()
        && proof.play.as_ref().and_then(Json::text).unwrap_or("normal") == play;
    if is_same { Ok(()) } else { Err(Rejection::Refused("it proves the answer to another question".to_owned())) }
}

/// The rules of the catalogue, and the rules of a client in a file.
struct KnownRules<'e> {
    engine: &'e Engine,
    rules: Option<String>,
    /// For each game of the certificate, as JSON, an empty list of its positions.
    games: HashMap<String, Box<dyn Positions>>,
}

impl KnownRules<'_> {
    /// Returns a position of a game.
    fn position(&mut self, game: &Json, position: &Json) -> Result<Box<dyn Positions>, String> {
        let key = game.to_string();
        let mut components = if let Some(known) = self.games.get(&key) {
            known.copy()
        } else {
            let none = self.game(game)?;
            self.games.insert(key, none.copy());
            none
        };
        let raw = RawValue::from_string(position.to_string()).map_err(|error| error.to_string())?;
        let mut counts = LimitCounter::new(&self.engine.limits);
        push_raw(&mut *components, &raw, &mut counts).map_err(|faults| faults.to_string())?;
        if components.len() == 1 { Ok(components) } else { Err("it is no single position".to_owned()) }
    }

    /// Returns an empty list of positions of a game.
    fn game(&self, game: &Json) -> Result<Box<dyn Positions>, String> {
        if !matches!(game, Json::Object(_)) {
            return Err("no game".to_owned());
        }
        let (key, games) = if let Some(id) = game.field("catalogue").and_then(Json::text) {
            let parameters = game.field("parameters").and_then(Json::text);
            (parameters.map_or(id.to_owned(), |parameters| format!("{id}({parameters})")), Games::default())
        } else {
            let rules = self.rules.as_ref().ok_or("name the file of the rules with --rules")?;
            let rules = serde_json::to_string(rules).map_err(|error| error.to_string())?;
            let constants = game.field("constants").map_or("{}".to_owned(), Json::to_string);
            let definition = format!(r#"{{"{OWN}":{{"rules":{rules},"constants":{constants}}}}}"#);
            let games = Games::from_json(definition.as_bytes(), &self.engine.limits);
            (OWN.to_owned(), games.map_err(|faults| faults.to_string())?)
        };
        let part = part_with(&key, &games).map_err(|unknown| unknown.to_string())?;
        let components = part.components;
        if game.field("catalogue").is_none() {
            let text = components.ruleset().definition(MOST_BYTES).unwrap_or_default();
            if Json::read(text.as_bytes()).as_ref() != Ok(game) {
                return Err("the certificate is about other rules".to_owned());
            }
        }
        Ok(components)
    }
}

/// Writes a position.
fn written(positions: &dyn Positions, index: usize) -> Result<Json, String> {
    let text = serde_json::to_string(&positions.written(index)).map_err(|error| error.to_string())?;
    Json::read(text.as_bytes()).map_err(|refusal| refusal.to_string())
}

impl GameRules for KnownRules<'_> {
    fn form(&mut self, game: &Json, position: &Json) -> Result<Json, String> {
        written(&*self.position(game, position)?, 0)
    }

    fn options(&mut self, game: &Json, position: &Json) -> Result<Vec<Vec<Json>>, String> {
        let positions = self.position(game, position)?;
        // The script of a client is run by exploring: it may fail, and then has no options by itself.
        let explored = positions.explored(Purpose::Moves, &self.engine.tables).map_err(|fault| fault.reason)?;
        let positions = explored.unwrap_or(positions);
        let options = positions.options(0);
        if meter::is_spent() {
            return Err("it takes too many steps".to_owned());
        }
        options.iter().map(|left| (0..left.len()).map(|index| written(&**left, index)).collect()).collect()
    }
}
