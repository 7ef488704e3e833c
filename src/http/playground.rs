//! `/`: the playground, a page that plays over this API and needs no other host. Its files are in `web/`.

use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;

use super::exchange;
use super::file::File;
use super::problem::Problem;

/// Names the files of `web/`. A folder that is embedded as a whole would need a build script and one more crate.
macro_rules! files {
    ($($path:literal)*) => {
        &[$(File { path: $path, content: include_bytes!(concat!("../../web/", $path)), is_gzip: false },)*]
    };
}

const FILES: &[File] = files! {
    "index.html" "style.css" "icon.svg" "card.png" "main.js"
    "api.js" "board.js" "calls.js" "catalogue.js" "controls.js" "element.js" "lessons.js" "link.js" "listing.js"
    "map.js" "match.js" "moves.js" "plot.js" "position.js" "record.js" "setup.js" "status.js" "store.js" "why.js"
    "words.js"
    "drawings/beads.js" "drawings/boxes.js" "drawings/coins.js" "drawings/graph.js" "drawings/grid.js"
    "drawings/heap.js" "drawings/heaps.js" "drawings/index.js" "drawings/pins.js" "drawings/powers.js" "drawings/rectangle.js"
    "drawings/string.js" "drawings/words.js"
};

/// The file at `/`.
const PAGE: &str = "index.html";

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
pub async fn page(headers: HeaderMap) -> Result<Response, Problem> {
    find(PAGE, &headers, POLICY).await
}

/// Answers the page for a frame in another page; what differs, its script finds in the address.
pub async fn embed(headers: HeaderMap) -> Result<Response, Problem> {
    find(PAGE, &headers, FRAMED_POLICY).await
}

/// Answers a file of the page.
pub async fn file(path: Result<Path<String>, PathRejection>, headers: HeaderMap) -> Result<Response, Problem> {
    let Path(path) = path.map_err(Problem::unreadable_path)?;
    find(&path, &headers, POLICY).await
}

async fn find(path: &str, headers: &HeaderMap, policy: HeaderValue) -> Result<Response, Problem> {
    match FILES.iter().find(|file| file.path == path) {
        Some(file) => Ok(file.answer(headers, policy)),
        None => Err(exchange::not_found().await),
    }
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
        // Another page.
        let found: BTreeSet<&str> = found.filter(|path| !path.starts_with("docs/")).collect();
        assert_eq!(FILES.iter().map(|file| file.path).collect::<BTreeSet<_>>(), found);
    }
}
