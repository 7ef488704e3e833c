//! The schema of certificates, for OpenAPI.

use utoipa::openapi::schema::Type;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// The schema of a certificate, without the data of its kind.
pub struct CertificateFields;

impl PartialSchema for CertificateFields {
    fn schema() -> RefOr<Schema> {
        let field = |kind, words| ObjectBuilder::new().schema_type(kind).description(Some(words));
        let kinds = ["lost", "labels", "period", "arithmetic-period", "misere-quotient"];
        let fields = [
            ("certificate", field(Type::Integer, "The version, 1")),
            ("kind", field(Type::String, "What is proved").enum_values(Some(kinds))),
            ("game", field(Type::Object, "The game")),
            ("claim", field(Type::Object, "The claim")),
        ];
        let all = fields.into_iter().fold(field(Type::Object, "A certificate"), |all, (name, schema)| {
            all.property(name, schema).required(name)
        });
        all.into()
    }
}

impl ToSchema for CertificateFields {}
