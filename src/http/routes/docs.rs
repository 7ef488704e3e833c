//! `/docs`: the contract in a page of Swagger UI, which loads nothing from other hosts.

use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::http::layers::exchange;
use crate::http::layers::file::{File, packed};
use crate::http::layers::problem::Problem;

/// The file at `/docs/`.
const PAGE: &str = "index.html";

/// The files of Swagger UI that the page loads. The crate that serves all of Swagger UI was rejected. It adds 1.2 MB,
/// most of which the page never loads, and its page has no link back to the service.
static FILES: [File; 5] = [
    File::plain(PAGE, include_bytes!("../../../web/docs/index.html")),
    File::plain("start.js", include_bytes!("../../../web/docs/start.js")),
    File::plain("style.css", include_bytes!("../../../web/docs/style.css")),
    packed!("swagger-ui-bundle.js"),
    packed!("swagger-ui.css"),
];

/// The page may load its own files and call its own service, and no page may show it in a frame. It may set styles on
/// its elements, and have inline pictures.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; \
     connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

/// The header for browsers that do not know frame-ancestors.
const NO_FRAME: (HeaderName, HeaderValue) = (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));

/// Redirects to the address with a slash at the end, so that relative paths begin in the folder of the page.
pub(super) async fn folder() -> Response {
    (StatusCode::PERMANENT_REDIRECT, [NO_FRAME, (header::LOCATION, HeaderValue::from_static("docs/"))]).into_response()
}

/// Answers with the page.
pub(super) async fn page(headers: HeaderMap) -> Result<Response, Problem> {
    find(PAGE, &headers).await
}

/// Answers with a file of the page.
pub(super) async fn file(path: Result<Path<String>, PathRejection>, headers: HeaderMap) -> Result<Response, Problem> {
    let Path(path) = path.map_err(Problem::unreadable_path)?;
    find(&path, &headers).await
}

async fn find(path: &str, headers: &HeaderMap) -> Result<Response, Problem> {
    let Some(file) = FILES.iter().find(|file| file.path == path) else { return Err(exchange::not_found().await) };
    let mut response = file.answer(headers, POLICY);
    response.headers_mut().extend([NO_FRAME]);
    Ok(response)
}
