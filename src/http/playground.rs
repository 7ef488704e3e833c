//! `/`: the playground, a page that plays over this API and needs no other host. Its files are in `web/`.

use axum::body::Bytes;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::Response;

use super::exchange;
use super::file::{self, File, HTML};
use super::problem::Problem;

/// Names the files of `web/` that the page loads. A folder that is embedded as a whole would need one more crate.
macro_rules! files {
    ($($path:literal)*) => {
        pub(crate) static FILES: [File; [$($path),*].len()] =
            [$(File::plain($path, include_bytes!(concat!("../../web/", $path)))),*];
    };
}

files! {
    "style.css" "drawings.css" "icon.svg" "card.png" "main.js"
    "api.js" "board.js" "calls.js" "catalogue.js" "controls.js" "element.js" "lessons.js" "link.js" "listing.js"
    "map.js" "match.js" "moves.js" "plot.js" "position.js" "record.js" "service.js" "setup.js" "status.js" "store.js" "why.js"
    "words.js"
    "drawings/bars.js" "drawings/beads.js" "drawings/boxes.js" "drawings/cells.js" "drawings/chocolate.js"
    "drawings/coins.js" "drawings/crosses.js" "drawings/graph.js" "drawings/grid.js" "drawings/heap.js"
    "drawings/heaps.js" "drawings/index.js" "drawings/network.js" "drawings/order.js" "drawings/rectangle.js"
    "drawings/row.js" "drawings/stalks.js" "drawings/string.js" "drawings/surface.js" "drawings/turning.js"
    "drawings/words.js"
}

/// What is at `/`. All its links are relative, so that a proxy may put a prefix before them.
pub(crate) const PAGE: &str = include_str!("../../web/index.html");

/// Where the page names the picture that links to it are shown with. Who shows them wants its whole address.
const PICTURE: &str = "content=\"playground/card.png\"";

/// What a proxy says of the address that it was asked under.
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");
const FORWARDED_PREFIX: HeaderName = HeaderName::from_static("x-forwarded-prefix");

/// The page loads its own files and asks its own service: no other host, no inline code, no frame around it.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'",
);

/// The same, but any page may have it in a frame: there is nobody who is logged in, so a click that was led astray moves a
/// stone at most.
const FRAMED_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; \
     form-action 'none'; frame-ancestors *",
);

/// Answers the page.
pub async fn page(headers: HeaderMap) -> Response {
    html(&headers, POLICY)
}

/// Answers the page for a frame in another page; what differs, its script finds in the address.
pub async fn embed(headers: HeaderMap) -> Response {
    html(&headers, FRAMED_POLICY)
}

/// Answers a file of the page.
pub async fn file(path: Result<Path<String>, PathRejection>, headers: HeaderMap) -> Result<Response, Problem> {
    let Path(path) = path.map_err(Problem::unreadable_path)?;
    match FILES.iter().find(|file| file.path == path) {
        Some(file) => Ok(file.answer(&headers, POLICY)),
        None => Err(exchange::not_found().await),
    }
}

fn html(headers: &HeaderMap, policy: HeaderValue) -> Response {
    let page = written(headers);
    let tag = file::tag(&page);
    file::answer(page, tag, HTML, headers, policy)
}

/// The page, with the whole address of its picture where it is known.
fn written(headers: &HeaderMap) -> Bytes {
    match address(headers) {
        Some(root) => PAGE.replacen(PICTURE, &format!("content=\"{root}playground/card.png\""), 1).into(),
        None => Bytes::from_static(PAGE.as_bytes()),
    }
}

/// Where this service's `/` is for who asks. A client can write what it likes in these headers and gets it back in its own
/// answer alone: a cache has to ask each time whether what it has is right, and the tag depends on what is written here.
/// Characters that could end the attribute make the address an unknown one.
fn address(headers: &HeaderMap) -> Option<String> {
    let text = |name| headers.get(name).map_or(Some(""), |value| value.to_str().ok());
    let is_of = |text: &str, marks: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || marks.contains(c));
    let scheme = if text(FORWARDED_PROTO)? == "https" { "https" } else { "http" };
    let host = text(header::HOST)?;
    let prefix = text(FORWARDED_PREFIX)?.trim_matches('/');
    let is_plain = !host.is_empty() && is_of(host, ".-_:[]") && is_of(prefix, ".-_~/");
    is_plain.then(|| [scheme, "://", host, "/", prefix, if prefix.is_empty() { "" } else { "/" }].concat())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;

    fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { collect(&path, found) } else { found.push(path) }
        }
    }

    #[test]
    fn every_file_of_the_folder_is_served() {
        let web = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/web"));
        let mut found = Vec::new();
        collect(web, &mut found);
        let found = found.iter().map(|path| path.strip_prefix(web).unwrap().to_str().unwrap());
        // Another page; and what a page without a service has.
        let others = ["docs/", "site/"];
        let found: BTreeSet<&str> = found.filter(|path| !others.iter().any(|other| path.starts_with(other))).collect();
        assert_eq!(FILES.iter().map(|file| file.path).chain(["index.html"]).collect::<BTreeSet<_>>(), found);
    }

    #[test]
    fn addresses() {
        let address = |host: &'static str, proto: Option<&'static str>, prefix: Option<&'static str>| {
            let named = [(header::HOST, Some(host)), (FORWARDED_PROTO, proto), (FORWARDED_PREFIX, prefix)];
            let given = named.into_iter().filter_map(|(name, value)| Some((name, HeaderValue::from_static(value?))));
            address(&given.collect())
        };
        assert_eq!(address("example.org", None, None).unwrap(), "http://example.org/");
        assert_eq!(address("[::1]:8080", Some("https"), Some("/")).unwrap(), "https://[::1]:8080/");
        assert_eq!(address("example.org", Some("javascript"), Some("/grundy/")).unwrap(), "http://example.org/grundy/");
        assert_eq!(address("", None, None), None);
        for hostile in ["a\"b", "a>b", "a'b", "a&quot;b", "a b"] {
            assert_eq!(address(hostile, None, None), None, "{hostile}");
            assert_eq!(address("example.org", None, Some(hostile)), None, "{hostile}");
        }
    }
}
