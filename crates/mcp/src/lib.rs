//! grundy's answers as tools for language models, with its catalogue and a prompt. The crate speaks the Model Context
//! Protocol without sessions, one message at a time. The service handles HTTP, and reads and writes the lines of
//! standard input and output.
//!
//! Answers come from [`Routes`]. A tool calls the same routes as every client, so the same limits, workers and metrics
//! apply. The tool passes the caller's text on unchanged, so the answers are the same as well.
#![forbid(unsafe_code)]

mod context;
mod hosts;
mod message;
mod routes;
mod schema;
mod tools;
mod words;

use std::sync::Arc;

use http::{HeaderMap, StatusCode};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

pub use self::hosts::{Host, Hosts};
use self::message::{HANDSHAKE, McpFault, McpMethod, Message, Params, VERSIONS};
pub use self::routes::{Later, Routes, Worded, Wording};
use self::tools::Tools;

const INSTRUCTIONS: &str = "Plays impartial combinatorial games perfectly. A position is a sum of games, such as \
    {\"nim\": [3, 4, 5]}. Look a game up with grundy_games for its key and the form of its positions; grundy_analyze \
    says who wins and what to play; grundy_moves lists all moves; grundy_play makes a move of yours and replies; grundy_values has the values of many positions; grundy_quotient decides misère sums. \
    Integers above 2^53 are strings of digits.";

/// The time for which a client may cache responses that do not change while the service runs: an hour.
const FRESH_MS: u32 = 3_600_000;

/// Answers messages.
pub struct Server(Tools);

/// The answer to a message.
pub struct McpAnswer {
    /// The HTTP status.
    pub status: StatusCode,
    /// The response message, on one line.
    pub json: Vec<u8>,
}

impl McpAnswer {
    fn new(id: Option<&RawValue>, outcome: Result<Box<RawValue>, McpFault>) -> Self {
        #[derive(Serialize)]
        struct Reply<'a> {
            jsonrpc: &'static str,
            /// Null if the id is not known.
            id: Option<&'a RawValue>,
            #[serde(skip_serializing_if = "Option::is_none")]
            result: Option<Box<RawValue>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            error: Option<McpFault>,
        }

        let status = outcome.as_ref().map_or_else(|fault| fault.status, |_| StatusCode::OK);
        let (result, error) = outcome.map_or_else(|fault| (None, Some(fault)), |result| (Some(result), None));
        let json = serde_json::to_vec(&Reply { jsonrpc: "2.0", id, result, error }).unwrap_or_default();
        Self { status, json }
    }

    /// Creates the answer to a sender that is not allowed to call.
    #[must_use]
    pub fn forbidden() -> Self {
        Self::new(None, Err(McpFault::forbidden()))
    }

    /// Creates the answer for a message that the service failed to answer.
    #[must_use]
    pub fn failure() -> Self {
        Self::new(None, Err(McpFault::internal()))
    }
}

impl Server {
    /// Creates a server whose tools call these routes.
    #[must_use]
    pub fn new(routes: Arc<dyn Routes>) -> Self {
        Self(Tools::new(routes))
    }

    /// Answers a message; `None` for a notification, which has no answer. Over HTTP, the headers must agree with the
    /// message.
    #[must_use]
    pub fn answer<'a>(&'a self, text: &'a [u8], headers: Option<&'a HeaderMap>) -> Later<'a, Option<McpAnswer>> {
        Box::pin(async move {
            let message = match Message::read(text) {
                Ok(message) => message,
                Err(fault) => return Some(McpAnswer::new(None, Err(fault))),
            };
            // There are no sessions, so a notification has no effect.
            let id = message.id?;
            Some(McpAnswer::new(Some(id), self.outcome(&message, headers).await))
        })
    }

    async fn outcome(&self, message: &Message<'_>, headers: Option<&HeaderMap>) -> Result<Box<RawValue>, McpFault> {
        let (method, params) = message.request(headers)?;
        match method {
            McpMethod::Ping => written(&json!({})),
            McpMethod::Initialize => {
                let asked = params.version.ok_or_else(|| McpFault::params("there is no protocolVersion"))?;
                // If the client asks for an unknown revision, the answer offers the newest revision that begins with a
                // handshake.
                let newest = HANDSHAKE.last().copied().unwrap_or_default();
                let version = HANDSHAKE.iter().copied().find(|version| *version == asked).unwrap_or(newest);
                written(&json!({
                    "protocolVersion": version,
                    "capabilities": capabilities(),
                    "serverInfo": info(),
                    "instructions": INSTRUCTIONS,
                }))
            }
            McpMethod::Discover => written(&json!({
                "resultType": "complete",
                "supportedVersions": VERSIONS,
                "capabilities": capabilities(),
                "instructions": INSTRUCTIONS,
                "ttlMs": FRESH_MS,
                "cacheScope": "public",
                "_meta": { "io.modelcontextprotocol/serverInfo": info() },
            })),
            McpMethod::ListTools => fresh("tools", &self.0.known()),
            McpMethod::ListResources => fresh("resources", &context::resources()),
            McpMethod::ListTemplates => fresh("resourceTemplates", &context::templates()),
            McpMethod::ReadResource => {
                let uri = params.uri.ok_or_else(|| McpFault::params("there is no uri of a resource"))?;
                fresh("contents", &context::read(&self.0, &uri).await?)
            }
            McpMethod::ListPrompts => fresh("prompts", &context::prompts()),
            McpMethod::GetPrompt => written(&json!({
                "resultType": "complete",
                "messages": context::prompt(params.name.as_deref(), params.arguments)?,
            })),
            McpMethod::CallTool => {
                let Params { name, arguments, .. } = params;
                let name = name.ok_or_else(|| McpFault::params("there is no name of a tool"))?;
                let arguments = arguments.map_or("{}", RawValue::get);
                if !arguments.starts_with('{') {
                    return Err(McpFault::params("arguments is not an object"));
                }
                written(&self.0.call(&name, arguments).await?)
            }
        }
    }
}

/// Describes the server.
fn info() -> Value {
    json!({ "name": "grundy", "title": "grundy", "version": env!("CARGO_PKG_VERSION") })
}

/// Lists the capabilities.
fn capabilities() -> Value {
    json!({ "tools": {}, "resources": {}, "prompts": {} })
}

/// Writes a result that never changes while the service runs.
fn fresh(name: &str, result: &impl Serialize) -> Result<Box<RawValue>, McpFault> {
    written(&json!({ "resultType": "complete", "ttlMs": FRESH_MS, "cacheScope": "public", name: result }))
}

fn written(result: &impl Serialize) -> Result<Box<RawValue>, McpFault> {
    to_raw_value(result).map_err(|_| McpFault::internal())
}
