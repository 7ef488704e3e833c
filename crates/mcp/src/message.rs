//! Reads messages of JSON-RPC 2.0, and checks requests by the rules of the protocol's revisions. The input of a tool is
//! kept as text. A map would lose the order of the keys, on which the recommended move depends. It would also hide a
//! repeated key, which is a mistake of the caller.

use grundy_core::wire::fault::quote;
use grundy_core::wire::json::reason;
use http::{HeaderMap, StatusCode};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

/// The supported revisions of the Model Context Protocol, the oldest first.
pub(super) const VERSIONS: [&str; 5] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", STATELESS];

/// The revisions that begin with a handshake.
pub(super) const HANDSHAKE: &[&str] = VERSIONS.split_at(4).0;

/// The revision of the Model Context Protocol without a handshake. Each request names the revision and the client's
/// capabilities in `_meta`.
const STATELESS: &str = "2026-07-28";

/// The header that names the revision.
const VERSION: &str = "mcp-protocol-version";

/// A fault of a message.
#[derive(Serialize)]
pub(super) struct McpFault {
    #[serde(skip)]
    pub(super) status: StatusCode,
    code: i32,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<Value>,
}

impl McpFault {
    fn new(status: StatusCode, code: i32, message: impl Into<String>) -> Self {
        Self { status, code, message: message.into(), data: None }
    }

    fn request(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, -32600, message)
    }

    /// Creates the fault for wrong parameters of a known method.
    pub(super) fn params(message: impl Into<String>) -> Self {
        Self::new(StatusCode::OK, -32602, message)
    }

    /// Creates the fault for a wrong host name or a foreign page.
    pub(super) fn forbidden() -> Self {
        Self::new(StatusCode::FORBIDDEN, -32600, "this Host or Origin may not call: see --mcp-hosts")
    }

    /// Creates the fault for a message that the service failed to answer.
    pub(super) fn internal() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, -32603, "the service failed")
    }
}

/// The methods.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum McpMethod {
    Ping,
    Initialize,
    Discover,
    ListTools,
    CallTool,
    ListResources,
    ListTemplates,
    ReadResource,
    ListPrompts,
    GetPrompt,
}

/// A request, or a notification if it has no id.
#[derive(Deserialize)]
pub(super) struct Message<'a> {
    jsonrpc: String,
    /// The id, which the answer repeats in the same spelling.
    #[serde(borrow, default, deserialize_with = "present")]
    pub(super) id: Option<&'a RawValue>,
    method: String,
    #[serde(borrow, default, deserialize_with = "present")]
    params: Option<&'a RawValue>,
}

/// The parameters that the methods may have.
#[derive(Deserialize)]
pub(super) struct Params<'a> {
    #[serde(rename = "protocolVersion")]
    pub(super) version: Option<String>,
    pub(super) name: Option<String>,
    pub(super) uri: Option<String>,
    #[serde(borrow)]
    pub(super) arguments: Option<&'a RawValue>,
    #[serde(rename = "_meta", default)]
    meta: Meta,
}

/// The context that a request carries.
#[derive(Deserialize, Default)]
struct Meta {
    #[serde(rename = "io.modelcontextprotocol/protocolVersion")]
    version: Option<String>,
    #[serde(rename = "io.modelcontextprotocol/clientCapabilities")]
    capabilities: Option<Map<String, Value>>,
}

impl<'a> Message<'a> {
    /// Reads a message.
    ///
    /// # Errors
    /// If the text is not JSON, or not a message.
    pub(super) fn read(text: &'a [u8]) -> Result<Self, McpFault> {
        // The text is first parsed as any JSON, since other faults might hide a fault of the syntax.
        let raw: &RawValue = serde_json::from_slice(text)
            .map_err(|error| McpFault::new(StatusCode::BAD_REQUEST, -32700, format!("this is not JSON: {error}")))?;
        let message: Self =
            members(raw.get()).map_err(|error| McpFault::request(format!("this is no request: {error}")))?;
        if message.jsonrpc != "2.0" {
            return Err(McpFault::request("jsonrpc is not \"2.0\""));
        }
        let is_integer = |id: &str| id.trim_start_matches('-').bytes().all(|digit| digit.is_ascii_digit());
        let is_id = |id: &str| id.starts_with('"') || is_integer(id);
        if message.id.is_some_and(|id| !is_id(id.get())) {
            return Err(McpFault::request("id is neither a string nor an integer"));
        }
        Ok(message)
    }

    /// Returns the method and its parameters. Over HTTP, the headers must agree with the message, since proxies on the
    /// way read only the headers.
    ///
    /// # Errors
    /// If there is no such method, if the parameters do not fit the method, or if the message breaks a rule of its
    /// revision of the protocol.
    pub(super) fn request(&self, headers: Option<&HeaderMap>) -> Result<(McpMethod, Params<'a>), McpFault> {
        let header = |name: &str| headers.and_then(|headers| headers.get(name)?.to_str().ok());
        let method = match self.method.as_str() {
            "ping" => McpMethod::Ping,
            "initialize" => McpMethod::Initialize,
            "server/discover" => McpMethod::Discover,
            "tools/list" => McpMethod::ListTools,
            "tools/call" => McpMethod::CallTool,
            "resources/list" => McpMethod::ListResources,
            "resources/templates/list" => McpMethod::ListTemplates,
            "resources/read" => McpMethod::ReadResource,
            "prompts/list" => McpMethod::ListPrompts,
            "prompts/get" => McpMethod::GetPrompt,
            unknown => {
                let status = if header(VERSION) == Some(STATELESS) { StatusCode::NOT_FOUND } else { StatusCode::OK };
                return Err(McpFault::new(status, -32601, format!("there is no method {}", quote(unknown))));
            }
        };
        let params = self.params.map_or("{}", RawValue::get);
        let params: Params = members(params).map_err(|error| McpFault::params(format!("params: {error}")))?;
        if method == McpMethod::Initialize {
            return Ok((method, params));
        }

        let Meta { version, capabilities } = &params.meta;
        let said = version.as_deref();
        let version = said.or_else(|| header(VERSION));
        if let Some(requested) = version.filter(|version| !VERSIONS.contains(version)) {
            let fault = McpFault::new(StatusCode::BAD_REQUEST, -32022, "Unsupported protocol version");
            let requested: String = requested.chars().take(32).collect();
            let data = json!({ "supported": VERSIONS, "requested": requested });
            return Err(McpFault { data: Some(data), ..fault });
        }
        let stateless = method == McpMethod::Discover || version == Some(STATELESS);
        if stateless && (said.is_none() || capabilities.is_none()) {
            let message = "_meta has no protocolVersion or no clientCapabilities of io.modelcontextprotocol";
            return Err(McpFault { status: StatusCode::BAD_REQUEST, ..McpFault::params(message) });
        }
        // The header may encode a name that is not plain ASCII, but no tool, prompt or resource has such a name. So the
        // header is compared as it is.
        let name = match method {
            McpMethod::CallTool | McpMethod::GetPrompt => params.name.as_deref(),
            McpMethod::ReadResource => params.uri.as_deref(),
            _ => None,
        };
        let mirrored = [
            (VERSION, said),
            ("mcp-method", stateless.then_some(self.method.as_str())),
            ("mcp-name", name.filter(|_| stateless)),
        ];
        for (name, value) in mirrored {
            if headers.is_some() && value.is_some() && header(name) != value {
                let message = format!("the header {name} does not say what the message says");
                return Err(McpFault::new(StatusCode::BAD_REQUEST, -32020, message));
            }
        }
        Ok((method, params))
    }
}

/// Returns the value if the field is there, even if the value is null.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

/// Reads the members of an object. The error is a short text.
pub(super) fn members<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, String> {
    // serde's derived code would also accept a list of the members' values.
    if !text.starts_with('{') {
        return Err("expected an object".to_owned());
    }
    // The error may quote a long part of the message, so it is cut.
    serde_json::from_str(text).map_err(|error| reason(&error).chars().take(200).collect())
}
