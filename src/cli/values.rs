//! `grundy values`: the values of a game of one integer.

use grundy_core::wire::engine::Engine;
use grundy_core::wire::position;
use grundy_core::wire::values::{Values, ValuesRequest};

use super::asking::{Outcome, answer, print};

/// Lists the values of a game.
///
/// # Errors
/// What is wrong with the request, or that the output can't be written.
pub fn run(arguments: &super::Values) -> Outcome {
    let part = position::part(&arguments.game).map_err(|fault| fault.detail)?;
    if !Values::is_for(part.run.shape()) {
        return Err(format!("positions of {} are not one integer", part.key).into());
    }
    let query = form_urlencoded::Serializer::new(String::new()).append_pair("n", &arguments.range).finish();
    print(answer(&Engine::default(), |engine| {
        let request = ValuesRequest::from_query(part, &query, &engine.limits)?;
        let values = Values::of(&request, &engine.tables)?;
        if arguments.json {
            return Ok(serde_json::to_string(&values)? + "\n");
        }
        Ok(values.each().fold(String::new(), |lines, (number, value)| match value {
            Some(value) => lines + &format!("{number} {value}\n"),
            None => lines + &format!("{number} -\n"),
        }))
    })?)
}
