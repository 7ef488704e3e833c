//! The schema of the games that a request defines.

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{AdditionalProperties, AnyOfBuilder, ArrayBuilder, ObjectBuilder, OneOfBuilder, Schema};

use crate::wire::schemas::{WIRE_INTEGER, flag, integer, list, reference, string};

/// Returns the schema of an object of names and definitions.
pub(super) fn games() -> RefOr<Schema> {
    let forms = [rules(), graph(), vectors(), board(), edges(), order(), moves()];
    let definition = forms.into_iter().fold(OneOfBuilder::new(), OneOfBuilder::item);
    let words = "Games of the client's own, by name: lower case, digits and hyphens; one with the id of a game of the catalogue is meant in its place";
    let games = ObjectBuilder::new().additional_properties(Some(AdditionalProperties::RefOr(definition.into())));
    games.description(Some(words)).into()
}

/// Returns the schema of an object that has these properties and no other.
fn closed<const N: usize>(properties: [(&str, RefOr<Schema>); N], required: &[&str]) -> ObjectBuilder {
    let object = ObjectBuilder::new().additional_properties(Some(AdditionalProperties::FreeForm(false)));
    let object = properties.into_iter().fold(object, |object, (name, schema)| object.property(name, schema));
    required.iter().fold(object, |object, name| object.required(*name))
}

fn rules() -> ObjectBuilder {
    let lines = list(string());
    let rules = OneOfBuilder::new().item(string()).item(lines).description(Some(
        "A function in Python, or its lines: def options(position), which returns the list of the positions that a move leads to; \
         [] ends the game. A position is an integer, a string or a tuple of positions, in JSON a list. A list among the options \
         is a sum: the move leaves all of its positions. def describe(position, option), if it is there, returns a move in words. \
         docs/rules.md says which part of Python it may use",
    ));
    let constants = ObjectBuilder::new()
        .additional_properties(Some(AdditionalProperties::FreeForm(true)))
        .description(Some("Names that the rules find defined, such as {\"K\": 3}; lists are tuples there"));
    closed([("rules", rules.into()), ("constants", constants.into())], &["rules"])
}

fn graph() -> ObjectBuilder {
    // In a graph without cycles, an option may also be a list of vertices.
    let options = |vertex: RefOr<Schema>| list(OneOfBuilder::new().item(vertex.clone()).item(list(vertex)));
    let named = ObjectBuilder::new()
        .additional_properties(Some(AdditionalProperties::RefOr(options(string().into()).into())))
        .description(Some("Vertex → the vertices that a move leads to, or lists of them: it leaves their sum"));
    let rows = list(options(integer().minimum(Some(0)).into()))
        .description(Some("For each vertex, by index, those that a move leads to: the form for large graphs"));
    closed([("graph", OneOfBuilder::new().item(named).item(rows).into())], &["graph"])
}

fn vectors() -> ObjectBuilder {
    let vectors = |words: &str| list(list(integer())).description(Some(words)).into();
    closed(
        [
            ("steps", vectors("A move subtracts one of these once")),
            ("rides", vectors("A move subtracts a positive multiple of one of these")),
        ],
        &[],
    )
}

fn board() -> ObjectBuilder {
    let rows = || list(string().pattern(Some("^[.x]*$")));
    let size = list(integer()).min_items(Some(2)).max_items(Some(2));
    let board = OneOfBuilder::new().item(rows()).item(size).description(Some(
        "The rows of the board, a dot for a cell and x for a hole; or the numbers of rows and columns",
    ));
    let pieces = list(rows()).description(Some("Pictures of pieces, in x: a move puts one on free cells, as it lies"));
    let turn = flag().description(Some("May pieces be turned and turned over? false unless said"));
    closed([("board", board.into()), ("pieces", pieces.into()), ("turn", turn.into())], &["board", "pieces"])
}

/// Returns the schema of names of cells.
fn names() -> ArrayBuilder {
    list(AnyOfBuilder::new().item(string()).item(reference(WIRE_INTEGER)))
}

fn pairs(words: &str) -> RefOr<Schema> {
    list(names().min_items(Some(2)).max_items(Some(2))).description(Some(words)).into()
}

fn edges() -> ObjectBuilder {
    let rule = string().enum_values(Some(["arc-kayles", "node-kayles", "grim"])).description(Some(
        "A move takes two neighbours (arc-kayles), a vertex with its neighbours (node-kayles), or a vertex that has a neighbour \
         (grim)",
    ));
    let vertices = names().description(Some("Vertices besides those of edges"));
    closed(
        [("edges", pairs("The edges of a graph")), ("rule", rule.into()), ("vertices", vertices.into())],
        &["edges", "rule"],
    )
}

fn order() -> ObjectBuilder {
    let order = pairs("Pairs of elements, the lower one first: a move takes an element and all above it");
    let elements = names().description(Some("Elements besides those of pairs"));
    closed([("order", order), ("elements", elements.into())], &["order"])
}

fn moves() -> ObjectBuilder {
    let needs = closed([("needs", names().into()), ("takes", names().into())], &["needs", "takes"]);
    let one = OneOfBuilder::new().item(names()).item(needs).description(Some(
        "The cells that a move takes; or those that it needs, all of them free, and those that it takes",
    ));
    let cells = OneOfBuilder::new().item(integer()).item(names()).description(Some("Their number, or their names"));
    closed([("cells", cells.into()), ("moves", list(one).into())], &["cells", "moves"])
}
