//! Context that a person can give a model before the model calls a tool: the catalogue as resources, and a question in
//! words as a prompt.

use percent_encoding::percent_decode_str;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::message::{McpFault, members};
use crate::tools::{self, Tools};

/// The address of the catalogue. The addresses of the games' entries begin with this address.
const CATALOGUE: &str = "grundy://games";

/// The name of the prompt.
const ANALYSE: &str = "analyse";

/// Lists the resources.
pub(super) fn resources() -> Value {
    json!([{
        "uri": CATALOGUE,
        "name": "games",
        "title": "All games",
        "description": "The games that can be played: keys, rules, what a position looks like, an example.",
        "mimeType": "application/json",
    }])
}

/// Lists the resource templates. The only one is for the entry of a game.
pub(super) fn templates() -> Value {
    json!([{
        "uriTemplate": format!("{CATALOGUE}/{{key}}"),
        "name": "game",
        "title": "One game",
        "description": "All that is known of a game, by its key: kayles, octal(0.77)",
        "mimeType": "application/json",
    }])
}

/// Returns the contents of a resource.
///
/// # Errors
/// If there is no resource at this address.
pub(super) async fn read(tools: &Tools, uri: &str) -> Result<Value, McpFault> {
    let none = || McpFault::params("there is no such resource: resources/list and resources/templates/list have them");
    let text = match uri.strip_prefix(CATALOGUE).ok_or_else(none)? {
        "" => json!({ "games": tools::briefs() }).to_string(),
        below => {
            // A client that expands the template percent-encodes the key (RFC 6570).
            let key = percent_decode_str(below.strip_prefix('/').ok_or_else(none)?).decode_utf8_lossy();
            tools.entry(&key).await.map_err(|_| none())?.get().to_owned()
        }
    };
    Ok(json!([{ "uri": uri, "mimeType": "application/json", "text": text }]))
}

/// Lists the prompts.
pub(super) fn prompts() -> Value {
    json!([{
        "name": ANALYSE,
        "title": "Analyse a position",
        "description": "Who wins a position of impartial games, what to play, and why",
        "arguments": [
            { "name": "position", "description": "Such as nim=3,4,5 or “two heaps of 3 and a Kayles row of 12”", "required": true },
            { "name": "play", "description": "normal: who cannot move loses; or misere: who cannot move wins. Without it, what the words of position say, else normal" },
        ],
    }])
}

/// Returns the messages of a prompt.
///
/// # Errors
/// If there is no prompt with this name, or if the arguments do not fit the prompt.
pub(super) fn prompt(name: Option<&str>, arguments: Option<&RawValue>) -> Result<Value, McpFault> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct AskedComponents {
        position: String,
        play: Option<String>,
    }

    if name != Some(ANALYSE) {
        return Err(McpFault::params(format!("there is no such prompt: the one that there is, is {ANALYSE}")));
    }
    let asked: AskedComponents = members(arguments.map_or("{}", RawValue::get))
        .map_err(|error| McpFault::params(format!("arguments: {error}")))?;
    let loser = match asked.play.as_deref() {
        None => {
            "If these words say who wins at the end, hold to them: where who cannot move, or does not make the last move, wins, it \
             is misère play, and play is \"misere\". If they say nothing of it, it is normal play: who cannot move loses."
        }
        Some("normal") => "Normal play: who cannot move loses.",
        Some("misere") => "Misère play: who cannot move wins. Give play as \"misere\".",
        Some(_) => return Err(McpFault::params("play is normal or misere")),
    };
    let text = format!(
        "Analyse this position of impartial games: {}\n{loser}\n\nFind the keys of its games and the form of their \
         positions with grundy_games, and ask grundy_analyze with explain. Do not work it out yourself. Say who wins with \
         perfect play, the Grundy value (in misère play too it is that of normal play), the move to make and what is on the table after it; then in a few plain sentences \
         why. If the rules of the game that is meant are not those of a game there, say so.",
        asked.position
    );
    Ok(json!([{ "role": "user", "content": { "type": "text", "text": text } }]))
}
