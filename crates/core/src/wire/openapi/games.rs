//! The schema of the games that a request defines.

use std::borrow::Cow;

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{AdditionalProperties, AnyOfBuilder, ArrayBuilder, ObjectBuilder, OneOfBuilder, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::wire::schemas::{Schemas, WIRE_INTEGER, flag, integer, list, reference, string};

/// The schema of an object that has the definition of each game under its name.
pub struct OwnGames;

/// Returns the forms of a definition, each with the name of its schema. They are named, since some generators of clients
/// read no objects inside of a union.
fn forms() -> [(&'static str, ObjectBuilder); 7] {
    [
        ("GameByRules", rules()),
        ("GameByGraph", graph()),
        ("GameByVectors", vectors()),
        ("GameByBoard", board()),
        ("GameByEdges", edges()),
        ("GameByOrder", order()),
        ("GameByMoves", moves()),
    ]
}

impl PartialSchema for OwnGames {
    fn schema() -> RefOr<Schema> {
        let forms = forms().into_iter().map(|(name, _)| reference(name));
        let definition = forms.fold(OneOfBuilder::new(), OneOfBuilder::item);
        let words = "Games that the client defines, by name. A name has lower-case letters, digits and hyphens. If a name is also an id of the \
                 catalogue, it means the client's game";
        let games = ObjectBuilder::new().additional_properties(Some(AdditionalProperties::RefOr(definition.into())));
        games.description(Some(words)).into()
    }
}

impl ToSchema for OwnGames {
    fn name() -> Cow<'static, str> {
        "OwnGames".into()
    }

    /// Adds the schema itself as well, so that requests add both by one call.
    fn schemas(schemas: &mut Schemas) {
        schemas.push((Self::name().into_owned(), Self::schema()));
        schemas.extend(forms().map(|(name, form)| (name.to_owned(), form.into())));
    }
}

/// Returns the schema of an object that has only these properties.
fn closed<const N: usize>(properties: [(&str, RefOr<Schema>); N], required: &[&str]) -> ObjectBuilder {
    let object = ObjectBuilder::new().additional_properties(Some(AdditionalProperties::FreeForm(false)));
    let object = properties.into_iter().fold(object, |object, (name, schema)| object.property(name, schema));
    required.iter().fold(object, |object, name| object.required(*name))
}

fn rules() -> ObjectBuilder {
    let lines = list(string());
    let rules = OneOfBuilder::new().item(string()).item(lines).description(Some(
        "A program in Python, as one string or as a list of lines. def options(position) returns the list of the positions that \
         a move leads to; [] ends the game. A position is an integer, a string or a tuple of positions, which is a list in JSON. \
         An option that is a list is a sum: the move leaves all of its positions. def describe(position, option) is optional, \
         and returns a move in words. docs/rules.md says which part of Python the program may use",
    ));
    let constants = ObjectBuilder::new().additional_properties(Some(AdditionalProperties::FreeForm(true))).description(
        Some("Constants that the rules can use by name, such as {\"K\": 3}. The rules see a list as a tuple"),
    );
    closed([("rules", rules.into()), ("constants", constants.into())], &["rules"])
}

fn graph() -> ObjectBuilder {
    // In a graph without cycles, an option may also be a list of vertices.
    let options = |vertex: RefOr<Schema>| list(OneOfBuilder::new().item(vertex.clone()).item(list(vertex)));
    let named = ObjectBuilder::new()
        .additional_properties(Some(AdditionalProperties::RefOr(options(string().into()).into())))
        .description(Some(
            "For each vertex, the list of its options. An option is a vertex, or a list of vertices, which is a sum",
        ));
    let rows = list(options(integer().minimum(Some(0)).into())).description(Some(
        "The options of each vertex, in a list. A vertex is its index. This form is shorter for large graphs",
    ));
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
        "The rows of the board, with a dot for a cell and x for a hole, or the numbers of rows and columns",
    ));
    let pieces = list(rows()).description(Some(
        "The pieces, each as rows with x for its cells. A move puts a piece on free cells, as it is shown \
         or, with turn, turned",
    ));
    let turn = flag().description(Some("Whether pieces may be turned and turned over; false by default"));
    closed([("board", board.into()), ("pieces", pieces.into()), ("turn", turn.into())], &["board", "pieces"])
}

/// Returns the schema of a list of names of cells.
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
    let vertices = names().description(Some("Vertices without edges"));
    closed(
        [("edges", pairs("The edges of a graph")), ("rule", rule.into()), ("vertices", vertices.into())],
        &["edges", "rule"],
    )
}

fn order() -> ObjectBuilder {
    let order =
        pairs("Pairs of elements, with the lower element first. A move takes an element and all elements above it");
    let elements = names().description(Some("Elements without pairs"));
    closed([("order", order), ("elements", elements.into())], &["order"])
}

fn moves() -> ObjectBuilder {
    let needs = closed([("needs", names().into()), ("takes", names().into())], &["needs", "takes"]);
    let one = OneOfBuilder::new().item(names()).item(needs).description(Some(
        "The cells that a move needs and takes; or, as an object, the cells that must be free, and the cells that the move takes",
    ));
    let cells = OneOfBuilder::new()
        .item(integer())
        .item(names())
        .description(Some("The number of cells, or a list of their names"));
    closed([("cells", cells.into()), ("moves", list(one).into())], &["cells", "moves"])
}
