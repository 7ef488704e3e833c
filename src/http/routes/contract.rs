//! The contract: the OpenAPI document, made from the handlers and from the catalogue.
//!
//! A test creates the document and writes it to the file `openapi.yaml`, which the service embeds ([`super::openapi`]).
//! So the program contains neither the code that creates the document nor the libraries for it. They would be a tenth
//! of the program.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use std::fs;

use grundy_core::wire::catalogue::CatalogueEntry;
use grundy_core::wire::map::ValueMap;
use grundy_core::wire::play::CallersMove;
use grundy_core::wire::problem::Document;
use grundy_core::wire::schemas::Schemas;
use grundy_core::wire::values::ValueRow;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{OpenApi, ToSchema};

use super::annotations::{
    AnalysisAnswer, BatchAnswer, BatchLine, BatchLineAnswer, CatalogueAnswer, MovesPage, Paging, Request, TurnAnswer,
    ValuesAnswer, ValuesLine, ValuesRequest,
};
use super::batch::envelope::Envelope;
use super::catalogue::ServiceLimits;
use super::{
    analyze, batch, catalogue, examples, map, metrics, moves, openapi, play, probes, problems, quotient, values,
};

/// The parts of the contract that the handlers' annotations do not give.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "grundy",
        description = "Plays impartial combinatorial games perfectly: winner, Grundy value and a move for any sum of games, \
            exactly, for integers of any size.\n\nA position is a sum of games: an object with the key of each game and the list \
            of its positions on the table. In requests, an integer is a JSON number or a string of digits. In answers, integers \
            from 2^53 on are strings. An unknown field in a request is an error. Answers may get new fields, so ignore fields that \
            you do not know. No call changes anything, so every call may be retried, even a POST. Every error is an RFC 9457 \
            problem. An unknown path is 404, and a wrong method is 405 with an Allow header.\n\nThe size of a request and the \
            work for it are limited: `GET /v1/games` lists the `limits` of this service. A request beyond a limit is 413, 414 or \
            422. A body that arrives too slowly is 408. A service that has too much to do answers 503 with a Retry-After header. A \
            proxy in front of the service may answer 429 to an address that sends too many requests.",
        contact(name = "The authors of grundy"),
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    servers((url = ".", description = "This service, wherever this document is")),
    tags(
        (name = "positions", description = "Who wins, and how"),
        (name = "catalogue", description = "What can be played"),
        (name = "errors", description = "What errors mean"),
        (name = "operations", description = "Probes")
    ),
    paths(
        analyze::post, analyze::get, moves::post, moves::get, play::post, values::post, values::get, quotient::post, batch::post, catalogue::list, catalogue::show,
        map::show, quotient::show, problems::list, problems::show, probes::healthz, probes::readyz, metrics::show
    ),
    components(schemas(Document, ServiceLimits))
)]
struct Contract;

fn contract() -> utoipa::openapi::OpenApi {
    let mut contract = Contract::openapi();
    // No call needs an API key. The contract states this, so that nobody looks for a place to put a key.
    contract.security = Some(Vec::new());
    examples::write(&mut contract);
    contract
}

/// This is a snapshot test. If the contract has changed, it is written to the file. The test then fails once, so that
/// somebody looks at the change.
#[test]
fn the_file_is_what_the_code_says() {
    let (path, contract) = (concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.yaml"), contract().to_yaml().unwrap());
    if fs::read_to_string(path).unwrap() != contract {
        fs::write(path, contract).unwrap();
        panic!("openapi.yaml was stale, and is written anew");
    }
}

#[test]
fn its_json_is_the_same() {
    let json: serde_json::Value = serde_json::from_str(&openapi::json().unwrap()).unwrap();
    // This does not use assert_eq, which would print both texts of 400 KB.
    assert!(json == serde_json::to_value(contract()).unwrap(), "openapi.yaml is stale: run tests/anew");
}

/// If two schemas have the same name, utoipa silently uses the last one.
#[test]
fn no_two_schemas_share_a_name() {
    fn add<T: ToSchema>(schemas: &mut Schemas) {
        schemas.push((T::name().into_owned(), T::schema()));
        T::schemas(schemas);
    }
    let mut schemas = Schemas::new();
    add::<Request>(&mut schemas);
    add::<Request<Paging>>(&mut schemas);
    add::<Request<CallersMove>>(&mut schemas);
    add::<MovesPage>(&mut schemas);
    add::<TurnAnswer>(&mut schemas);
    add::<AnalysisAnswer>(&mut schemas);
    add::<Envelope>(&mut schemas);
    add::<BatchAnswer>(&mut schemas);
    add::<BatchLine>(&mut schemas);
    add::<BatchLineAnswer>(&mut schemas);
    add::<CatalogueAnswer>(&mut schemas);
    add::<CatalogueEntry>(&mut schemas);
    add::<ValueMap>(&mut schemas);
    add::<ValueRow>(&mut schemas);
    add::<ValuesRequest>(&mut schemas);
    add::<ValuesAnswer>(&mut schemas);
    add::<ValuesLine>(&mut schemas);
    add::<Document>(&mut schemas);
    let json = |schema: &RefOr<Schema>| serde_json::to_string(schema).unwrap();
    let contract = serde_json::to_value(contract()).unwrap();
    for (name, schema) in &schemas {
        let same = schemas.iter().filter(|(other, _)| other == name);
        assert!(same.map(|(_, other)| json(other)).all(|other| other == json(schema)), "{name} is two schemas");
        assert!(contract["components"]["schemas"].get(name).is_some(), "{name} is not in the contract");
    }
}

#[test]
fn it_has_the_routes() {
    let mut patterns = super::resources().patterns;
    patterns.sort_unstable();
    assert!(contract().paths.paths.keys().eq(patterns));
}
