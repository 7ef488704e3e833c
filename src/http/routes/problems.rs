//! `/problems`: the pages to which the `type` of an error leads.

use std::fmt::Write;

use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::response::Html;

#[cfg(test)]
use super::annotations::{FixedRefusals, PathRefusals};
use crate::http::layers::problem::{HttpProblem, Problem};

/// Explain all errors
///
/// Returns a page that lists the codes of all errors, and says what to do about each error.
#[cfg_attr(test, utoipa::path(
    get, path = "/problems", tag = "errors", operation_id = "list_problems",
    responses((status = 200, description = "A page", body = String, content_type = "text/html"), FixedRefusals)
))]
pub async fn list() -> Html<String> {
    page("Errors", HttpProblem::ALL, "./")
}

/// Explain an error
///
/// Returns a page about one code. The `type` of each problem is the address of its page.
#[cfg_attr(test, utoipa::path(
    get, path = "/problems/{code}", tag = "errors", operation_id = "show_problem",
    params(("code" = String, Path, description = "The code of the error", example = "invalid-json")),
    responses((status = 200, description = "A page", body = String, content_type = "text/html"), PathRefusals)
))]
pub async fn show(code: Result<Path<String>, PathRejection>) -> Result<Html<String>, Problem> {
    let Path(code) = code.map_err(Problem::unreadable_path)?;
    let found = HttpProblem::ALL.iter().find(|known| known.as_str() == code);
    let code =
        found.ok_or_else(|| Problem::new(HttpProblem::NotFound, "no error has this code; GET /problems lists them"))?;
    Ok(page(code.title(), std::slice::from_ref(code), "../"))
}

/// Writes a page. `root` is the relative path from the page to the root of the service, which may be under a path
/// prefix. Nothing is escaped: all texts are the service's own, and none looks like HTML.
fn page(title: &str, codes: &[HttpProblem], root: &str) -> Html<String> {
    let mut html =
        format!("<!doctype html><html lang=en><meta charset=utf-8><title>{title} – grundy</title><h1>{title}</h1><dl>");
    for code in codes {
        let (name, title, advice, status) = (code.as_str(), code.title(), code.advice(), code.status().as_u16());
        // Writing to a string does not fail.
        let _ = write!(html, "<dt id={name}><code>{name}</code> ({status}) {title}<dd>{advice}");
    }
    let _ = write!(html, "</dl><p><a href={root}problems>All errors</a> · <a href={root}docs>The contract</a>");
    Html(html)
}
