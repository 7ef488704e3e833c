//! The tools: for each a route, its schemas, and the words of its answer.

use std::sync::{Arc, OnceLock};

use grundy_core::catalogue::example_key;
use grundy_core::game::{Card, Tag};
use grundy_core::wire::catalogue;
use grundy_core::wire::search::{self, Search};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, JsonObject, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{Routes, schema, words};

const INSTRUCTIONS: &str = "Plays impartial combinatorial games perfectly. A position is a sum of games, such as \
    {\"nim\": [3, 4, 5]}. Look a game up with grundy_games for its key and the form of its positions; grundy_analyze \
    says who wins and what to play; grundy_moves lists all moves; grundy_play makes a move of yours and replies. \
    Integers above 2^53 are strings of digits.";

/// A tool that asks a route about a position.
struct Asking {
    name: &'static str,
    title: &'static str,
    description: &'static str,
    path: &'static str,
    /// Schemas of the contract.
    request: &'static str,
    answer: &'static str,
    words: fn(&Value) -> String,
}

const ASKING: [Asking; 3] = [
    Asking {
        name: "grundy_analyze",
        title: "Analyse a position",
        description: "Who wins a position with perfect play, its Grundy value, and the move to make. With explain also \
                      why; with line the moves that follow; with games a game of your own, as a graph or as vectors.",
        path: "/v1/analyze",
        request: "Request",
        answer: "Analysis",
        words: words::analysis,
    },
    Asking {
        name: "grundy_moves",
        title: "List the moves",
        description: "All moves of a position, or only the winning ones, counted exactly, a page at a time: next is the \
                      cursor of the next page, or null.",
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
];

/// The tool that looks games up.
const GAMES: &str = "grundy_games";

/// How many games it lists at a time: their rules are long.
const PAGE: usize = 20;

/// What it is asked.
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

/// All tools. Clones share what they know.
#[derive(Clone)]
pub(super) struct Tools {
    routes: Arc<dyn Routes>,
    /// They are long, and only wanted by those who ask for them.
    known: Arc<OnceLock<Vec<Tool>>>,
}

impl Tools {
    pub(super) fn new(routes: Arc<dyn Routes>) -> Self {
        Self { routes, known: Arc::default() }
    }

    fn known(&self) -> &[Tool] {
        self.known.get_or_init(|| {
            let contract = self.routes.contract();
            let asking = ASKING.iter().map(|tool| {
                Tool::new(tool.name, tool.description, Arc::new(schema::of(&contract, tool.request)))
                    .with_raw_output_schema(Arc::new(schema::of(&contract, tool.answer)))
                    .with_title(tool.title)
            });
            let pure = || ToolAnnotations::new().read_only(true).destructive(false).idempotent(true).open_world(false);
            std::iter::once(of_games()).chain(asking).map(|tool| tool.with_annotations(pure())).collect()
        })
    }

    async fn ask_about(&self, tool: &Asking, arguments: &JsonObject) -> Result<(String, Value), Value> {
        let body = serde_json::to_vec(arguments).unwrap_or_default();
        let answer = self.routes.ask(tool.path, Some(body)).await?;
        Ok(((tool.words)(&answer), answer))
    }

    async fn games(&self, arguments: &JsonObject) -> Result<(String, Value), Value> {
        let invalid = |detail: String| json!({ "code": "invalid-request", "detail": detail });
        let asked: GamesRequest = GamesRequest::deserialize(arguments).map_err(|error| invalid(error.to_string()))?;
        let answer = if let Some(key) = asked.game {
            let key: String = form_urlencoded::byte_serialize(key.as_bytes()).collect();
            let entry = self.routes.ask(&format!("/v1/games/{key}"), None).await?;
            let mut game = entry.as_object().cloned().unwrap_or_default();
            // What is there of the others, too.
            game.remove("limits");
            game.insert("position".to_owned(), entry["position"]["text"].clone());
            game.insert("example".to_owned(), entry["example"]["position"].clone());
            json!({ "count": 1, "games": [game], "next": null })
        } else {
            let tag = asked.tag.map(|tag| search::tag(&tag)).transpose().map_err(invalid)?;
            let cards: Vec<_> = Search::new(&asked.q, tag).cards().collect();
            let end = asked.from.saturating_add(PAGE);
            let page = cards.iter().skip(asked.from).take(PAGE).map(|card| brief(card));
            json!({
                "count": cards.len(),
                "games": page.collect::<Vec<_>>(),
                "next": (end < cards.len()).then_some(end),
            })
        };
        Ok((words::games(&answer), answer))
    }
}

/// What a model has to know to play a game.
fn brief(card: &Card) -> Value {
    let Card { id, name, rules, position, .. } = card;
    let mut game = json!({
        "id": id, "name": name, "rules": rules, "position": position, "example": catalogue::example(card),
    });
    if let Some(parameters) = &card.parameters {
        game["parameters"] = json!(format!("{}, such as {}", parameters.text, example_key(card)));
    }
    game
}

fn of_games() -> Tool {
    let tags: Vec<_> = Tag::ALL.iter().map(|tag| tag.as_str()).collect();
    let input = json!({
        "type": "object",
        "properties": {
            "q": { "type": "string", "description": "Words that the names or the rules have, such as subtract" },
            "tag": { "enum": tags },
            "game": { "type": "string", "description": "The key of one game, for all that is known of it: kayles, octal(0.77)" },
            "from": { "type": "integer", "minimum": 0, "description": "Leave so many out: next of the page before" },
        },
        "additionalProperties": false,
    });
    let output = json!({
        "type": "object",
        "properties": {
            "count": { "type": "integer", "description": "How many were found" },
            "games": { "type": "array", "items": {
                "type": "object",
                "properties": {
                    "id": { "type": "string", "description": "The key of a position, if it has no parameters" },
                    "name": { "type": "string" },
                    "rules": { "type": "string" },
                    "position": { "type": "string", "description": "What a position is" },
                    "example": { "type": "object", "description": "A position, for the other tools" },
                },
                "required": ["id", "name", "rules", "position", "example"],
            }},
            "next": { "type": ["integer", "null"], "description": "Where the next page begins" },
        },
        "required": ["count", "games", "next"],
    });
    let object = |schema: Value| Arc::new(schema.as_object().cloned().unwrap_or_default());
    let description = "The games that can be played: keys, rules, what a position looks like. All of them, a page at a \
                       time; those that have the words of q; or one, with what is known of it.";
    Tool::new(GAMES, description, object(input)).with_raw_output_schema(object(output)).with_title("Look games up")
}

impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("grundy", env!("CARGO_PKG_VERSION")).with_title("grundy"))
            .with_instructions(INSTRUCTIONS)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.known().iter().find(|tool| tool.name == name).cloned()
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.known().to_vec()))
    }

    async fn call_tool(
        &self,
        CallToolRequestParams { name, arguments, .. }: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = arguments.unwrap_or_default();
        let outcome = match ASKING.iter().find(|tool| tool.name == name) {
            Some(tool) => self.ask_about(tool, &arguments).await,
            None if name == GAMES => self.games(&arguments).await,
            None => return Err(ErrorData::invalid_params(format!("there is no tool {name:?}"), None)),
        };
        Ok(match outcome {
            Ok((text, answer)) => {
                let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
                result.structured_content = Some(answer);
                result
            }
            // A fault of the call, which the model can mend: it has to see it.
            Err(problem) => CallToolResult::error(vec![ContentBlock::text(words::problem(&problem))]),
        }
        .into())
    }
}
