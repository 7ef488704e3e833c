//! The tools. Each tool has a route, the schemas of its input and its answer, and a function that puts the answer into
//! words.

use std::sync::{Arc, OnceLock};

use grundy_core::game::entry::example_key;
use grundy_core::game::{Card, Tag};
use grundy_core::wire::fault::quote;
use grundy_core::wire::position::example;
use grundy_core::wire::search::{self, CatalogueSearch};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use crate::message::{McpFault, members};
use crate::routes::{Routes, Worded};
use crate::{schema, words};

/// A tool that calls a route about positions.
struct Asking {
    name: &'static str,
    title: &'static str,
    description: &'static str,
    path: &'static str,
    /// The name of the input's schema in the OpenAPI document.
    request: &'static str,
    /// The name of the answer's schema in the OpenAPI document.
    answer: &'static str,
    /// Puts an answer into words. The function also receives the position after the move, as the answer writes it, and
    /// `true` for misère play.
    words: fn(&Value, Option<&str>, bool) -> String,
}

const ASKING: [Asking; 5] = [
    Asking {
        name: "grundy_analyze",
        title: "Analyse a position",
        description: "Who wins a position with perfect play, its Grundy value, and the move to make. With explain also \
                      why; with line the moves that follow; with games a game that nobody listed: its rule in a few lines of \
                      Python, a graph, vectors, or pieces on a board.",
        path: "/v1/analyze",
        request: "Request",
        answer: "Analysis",
        words: words::analysis,
    },
    Asking {
        name: "grundy_moves",
        title: "List the moves",
        description: "All moves of a position, or only the winning ones, counted exactly, a page at a time: next is the \
                      cursor of the next page, or null. Small positions show if a rule is as you mean.",
        path: "/v1/moves",
        request: "MovesRequest",
        answer: "Moves",
        words: words::moves,
    },
    Asking {
        name: "grundy_play",
        title: "Make a move and get the reply",
        description: "Checks your move against the rules, makes it, and replies with the oracle's. Give after of the \
                      answer as the position of your next turn, until over is true.",
        path: "/v1/play",
        request: "PlayRequest",
        answer: "Turn",
        words: words::turn,
    },
    Asking {
        name: "grundy_values",
        title: "Ask for many values",
        description: "Many positions of one game, each by itself: Grundy values, winners, lengths of play. A range tells how \
                      its values repeat. A box is a range for each integer.",
        path: "/v1/values",
        request: "ValuesRequest",
        answer: "ValuesAnswer",
        words: words::values,
    },
    Asking {
        name: "grundy_quotient",
        title: "Find the misère quotient",
        description: "Who wins all misère sums of one game, as a finite commutative monoid, proved: its elements and their table, the \
                      p_portion of the lost ones, and images, the element of each position. A sum is lost if the product of its images is. \
                      Only with game: of all heaps. Not every game has one.",
        path: "/v1/quotient",
        request: "QuotientRequest",
        answer: QUOTIENT,
        words: words::quotient,
    },
];

/// The schema of a quotient in the OpenAPI document. The tool's description says what the answer has, in fewer words.
const QUOTIENT: &str = "MisereQuotient";

/// The tool that looks games up.
const GAMES: &str = "grundy_games";

/// The largest number of games in one list. It is small, since the rules of games are long.
const PAGE: usize = 20;

/// The input of the tool [`GAMES`].
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct GamesRequest {
    #[serde(default)]
    q: String,
    tag: Option<String>,
    game: Option<String>,
    #[serde(default)]
    from: usize,
}

/// The result of a call of a tool, in the form that MCP defines.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Called {
    result_type: &'static str,
    content: [Value; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    structured_content: Option<Box<RawValue>>,
    is_error: bool,
}

/// The answer, or the problem.
type ToolResult = Result<Worded, Value>;

/// All tools.
pub(super) struct Tools {
    routes: Arc<dyn Routes>,
    /// The descriptions of the tools. They are long, so they are not made before their first use.
    known: OnceLock<Vec<Value>>,
}

impl Tools {
    pub(super) fn new(routes: Arc<dyn Routes>) -> Self {
        Self { routes, known: OnceLock::new() }
    }

    /// Returns the descriptions of all tools.
    pub(super) fn known(&self) -> &[Value] {
        self.known.get_or_init(|| {
            let contract = self.routes.contract();
            let asking = ASKING.iter().map(|tool| {
                let Asking { name, title, description, request, answer, .. } = tool;
                let input = schema::of(&contract, request);
                let output = if *answer == QUOTIENT {
                    json!({ "type": "object" })
                } else {
                    schema::of_answer(&contract, answer)
                };
                of(name, title, description, &input, &output)
            });
            std::iter::once(of_games()).chain(asking).collect()
        })
    }

    /// Calls a tool. A fault of the input is a result and not an error, since the model must see the fault to correct
    /// it.
    ///
    /// # Errors
    /// If there is no such tool.
    pub(super) async fn call(&self, name: &str, arguments: &str) -> Result<Called, McpFault> {
        let (name, outcome) = match ASKING.iter().find(|tool| tool.name == name) {
            Some(tool) => (tool.name, self.ask_about(tool, arguments).await),
            None if name == GAMES => (GAMES, self.games(arguments).await),
            None => return Err(McpFault::params(format!("there is no tool {}", quote(name)))),
        };
        let is_error = outcome.is_err();
        self.routes.called(name, is_error);
        let (text, structured_content) =
            outcome.map_or_else(|problem| (words::problem(&problem), None), |(text, answer)| (text, Some(answer)));
        let content = [json!({ "type": "text", "text": text })];
        Ok(Called { result_type: "complete", content, structured_content, is_error })
    }

    async fn ask_about(&self, tool: &Asking, arguments: &str) -> ToolResult {
        /// The position that an answer's recommended move or reply leads to. It stays raw text, since a parsed value
        /// would sort the keys of the position.
        #[derive(Deserialize)]
        struct Table<'a> {
            #[serde(borrow)]
            after: Option<&'a RawValue>,
        }

        /// Whether a request asks for normal or misère play. The answer does not say this.
        #[derive(Deserialize, Default)]
        struct Asked {
            play: Option<String>,
        }

        let asked: Asked = serde_json::from_str(arguments).unwrap_or_default();
        let is_misere = asked.play.as_deref() == Some("misere");
        let answer = self.routes.ask(tool.path, Some(arguments.to_owned())).await?;
        let (bytes, words) = (answer.get().len(), tool.words);
        let job = move || {
            let table = members::<Table>(answer.get()).ok().and_then(|table| table.after);
            let text = words(&members(answer.get()).unwrap_or_default(), table.map(RawValue::get), is_misere);
            (text, answer)
        };
        self.routes.put_into_words(bytes, Box::new(job)).await
    }

    /// Returns the catalogue's entry for a key, or the problem.
    pub(super) async fn entry(&self, key: &str) -> Result<Box<RawValue>, Value> {
        let key = utf8_percent_encode(key, NON_ALPHANUMERIC);
        self.routes.ask(&format!("/v1/games/{key}"), None).await
    }

    async fn games(&self, arguments: &str) -> ToolResult {
        let invalid = |detail: String| json!({ "code": "invalid-request", "detail": detail });
        let asked: GamesRequest = members(arguments).map_err(invalid)?;
        let mut not_here = String::new();
        let answer = if let Some(key) = asked.game {
            let entry = self.entry(&key).await?;
            let entry: Value = members(entry.get()).unwrap_or_default();
            let mut game = entry.as_object().cloned().unwrap_or_default();
            // The entry gets the same fields as each game in a list of games.
            game.remove("limits");
            game.insert("position".to_owned(), entry["position"]["text"].clone());
            game.insert("example".to_owned(), entry["example"]["position"].clone());
            json!({ "count": 1, "games": [game], "next": null })
        } else {
            let tag = asked.tag.map(|tag| search::tag(&tag)).transpose().map_err(invalid)?;
            let search = CatalogueSearch::new(&asked.q, tag);
            let cards = search.cards();
            let end = asked.from.saturating_add(PAGE);
            let page = cards.iter().skip(asked.from).take(PAGE).map(|card| brief(card));
            let mut answer = json!({
                "count": cards.len(),
                "games": page.collect::<Vec<_>>(),
                "next": (end < cards.len()).then_some(end),
            });
            let elsewhere = search.elsewhere();
            if !elsewhere.is_empty() {
                answer["elsewhere"] = json!(elsewhere);
                not_here = elsewhere.iter().map(|game| game.in_words() + "\n").collect();
            }
            if cards.is_empty() {
                answer["advice"] = json!(search.advice());
            }
            answer
        };
        let written = to_raw_value(&answer).map_err(|error| invalid(error.to_string()))?;
        Ok((not_here + &words::games(&answer), written))
    }
}

/// Describes a tool that changes nothing.
fn of(name: &str, title: &str, description: &str, input: &Value, output: &Value) -> Value {
    json!({
        "name": name,
        "title": title,
        "description": description,
        "inputSchema": input,
        "outputSchema": output,
        "annotations": { "readOnlyHint": true, "openWorldHint": false },
    })
}

/// Returns, for each game, the facts that a model needs to play it.
pub(super) fn briefs() -> Vec<Value> {
    grundy_core::catalogue::cards().map(brief).collect()
}

/// Returns the facts that a model needs to play a game.
fn brief(card: &Card) -> Value {
    let Card { id, name, rules, position, .. } = card;
    let mut game = json!({
        "id": id, "name": name, "rules": rules, "position": position, "example": example(card),
    });
    if let Some(parameters) = &card.parameters {
        game["parameters"] = json!(format!("{}, such as {}", parameters.text, example_key(card)));
    }
    game
}

fn of_games() -> Value {
    let tags: Vec<_> = Tag::ALL.iter().map(|tag| tag.as_str()).collect();
    let input = json!({
        "type": "object",
        "properties": {
            "q": { "type": "string", "description": "Words of a name, of the rules or of daily life, such as matchsticks, or a problem, such as POJ 1704; the best is first" },
            "tag": { "enum": tags },
            "game": { "type": "string", "description": "The key of one game, for all that is known of it: kayles, octal(0.77)" },
            "from": { "type": "integer", "minimum": 0, "description": "Leave so many out: next of the page before" },
        },
        "additionalProperties": false,
    });
    let description = "The games that can be played, in which both players have the same moves: keys, rules, what a \
                       position looks like. All of them, a page at a time; those that have words of q, and why a game of q is \
                       not here; or one, with what is known of it.";
    let output = json!({
        "type": "object",
        "properties": {
            "count": { "type": "integer", "description": "How many" },
            "games": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "id": { "type": "string", "description": "The key" },
                        "name": { "type": "string" },
                        "rules": { "type": "string" },
                        "position": { "type": "string", "description": "Its form" },
                        "example": { "type": "object", "description": "To ask for" },
                    },
                },
            },
            "next": { "type": ["integer", "null"], "description": "The next from" },
            "elsewhere": {
                "type": "array",
                "items": { "type": "object" },
            },
            "advice": { "type": "string", "description": "What to try" },
        },
        "required": ["count", "games", "next"],
    });
    of(GAMES, "Look games up", description, &input, &output)
}
