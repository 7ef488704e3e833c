//! `grundy quotient`: the misère quotient of heaps, or of the positions that moves reach.

use std::fmt::Write;
use std::sync::Arc;

use grundy_core::wire::engine::{self, RequestText};
use grundy_core::wire::quotient::QuotientRequest;
use grundy_core::wire::request::Defaults;
use serde_json::{Value, json};

use super::QuotientArgs;
use super::asking::{CommandResult, answer, games, print, tell};
use super::position::key;
use super::value_form::word;
use super::values::{meant_range, positions_of};

/// Prints a misère quotient.
///
/// # Errors
/// If no quotient is found, or the output can't be written.
pub fn run(arguments: &QuotientArgs) -> CommandResult {
    let QuotientArgs { game, positions, to, own, limits, .. } = arguments;
    let files = own.files([&**game])?;
    let game = &*key(game);
    let json = answer(&limits.engine(), |engine| {
        let games = Arc::new(games(&files, engine)?);
        let mut body = json!({"game": game});
        if let Some(to) = to {
            body["to"] = (*to).into();
        }
        if !positions.is_empty() {
            body["positions"] = positions_of(game, positions, &games, engine)?.into();
        }
        let body = body.to_string();
        let defaults = Defaults { games: Some(&games), ..Defaults::default() };
        let request = QuotientRequest::read(RequestText::JsonWith(body.as_bytes(), defaults), &engine.limits)?;
        engine::json(&request.answer(&engine.tables)?)
    });
    let is_range = |word: &String| word.contains("..") || meant_range(word).is_some();
    let json = match json {
        Err(error) if positions.iter().any(is_range) => {
            return Err(format!("{error}; --to 5 asks for the integers up to 5").into());
        }
        // Whether the positions of rules are integers is not known before they run.
        Err(error) if positions.is_empty() && to.is_none() && *game != arguments.game => {
            return Err(format!("{error}, or for the integers up to one: --to 20").into());
        }
        json => json?,
    };
    let json = String::from_utf8(json)?;
    if arguments.json { print(json + "\n") } else { tell(report(&serde_json::from_str(&json)?)) }
}

/// Puts a quotient into words, without its table.
fn report(quotient: &Value) -> String {
    let list = |name: &str| quotient[name].as_array().map_or(&[][..], Vec::as_slice);
    let at = |index: &Value| index.as_u64().and_then(|index| usize::try_from(index).ok());
    let named = |element: &Value| at(element).and_then(|at| list("elements").get(at)).map_or_else(String::new, word);
    let generators = list("generators").iter();
    let generators = generators.filter_map(|generator| {
        let place = at(generator)?;
        Some(format!("{} = {}", named(list("images").get(place)?), word(list("positions").get(place)?)))
    });
    let of = if quotient["whole"] == true { "all heaps" } else { "these positions" };
    let elements = match list("elements").len() {
        1 => "1 element".to_owned(),
        count => format!("{count} elements"),
    };
    let losing = list("p_portion").iter().map(named).collect::<Vec<_>>();
    let losing = match &losing[..] {
        [] => "The player to move wins every sum.".to_owned(),
        [only] => format!("The player to move loses a sum exactly if the product is {only}."),
        _ => {
            format!(
                "The player to move loses a sum if the product is one of these {}: {}",
                losing.len(),
                losing.join(", ")
            )
        }
    };
    let mut text = format!("The misère quotient of {of} has {elements}. {losing}\n");
    let generators = generators.collect::<Vec<_>>().join(", ");
    if !generators.is_empty() {
        let _ = writeln!(text, "Generators: {generators}");
    }
    if let (Some(from), Some(length)) = (quotient["period"]["from"].as_u64(), quotient["period"]["length"].as_u64()) {
        let _ = writeln!(text, "The elements repeat after {length} from heap {from} on. This is proved.");
    }
    let rows = list("positions").iter().zip(list("images"));
    rows.fold(text, |text, (position, element)| text + &format!("{} {}\n", word(position), named(element)))
}
