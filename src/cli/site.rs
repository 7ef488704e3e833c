//! `grundy site`: writes the playground as a folder for any web server, with the engine in the page instead of a
//! service.
//!
//! The engine comes from the npm package, which the user names. Embedding the engine would make the container image a
//! twelfth larger, and compiling the service would need the tools for WebAssembly. This command is used too rarely to
//! justify that.

use std::error::Error;
use std::fs;
use std::path::Path;

use serde::Deserialize;

use grundy_core::catalogue::cards;

use crate::http::routes::openapi;
use crate::http::routes::playground::{CARDS, FILES, FOLDER, desk_written, written};

/// The place where `npm install` puts the package.
pub const PACKAGE: &str = "node_modules/@grundy/engine";

/// The files of the package that the page loads.
const OF_PACKAGE: [&str; 5] = ["browser.js", "calls.js", "graphs.js", "wasm/grundy.js", "wasm/inline.js"];

/// The files with which the site works without the service. `main.js` and `desk.js` are written instead of the scripts
/// of the same names that the service sends.
const OF_SITE: [(&str, &str); 3] = [
    ("main.js", include_str!(concat!(env!("OUT_DIR"), "/site/main.js"))),
    ("desk.js", include_str!(concat!(env!("OUT_DIR"), "/site/desk.js"))),
    ("worker.js", include_str!("../../web/site/worker.js")),
];

/// The script of the page that only a service has.
const OF_SERVICE: &str = "docs.js";

/// The content security policy of the page. The page may load only files of the site. The page may not compile
/// WebAssembly, but its worker may. `frame-ancestors` is missing, since only a header can set it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'";

/// The part of package.json that is read.
#[derive(Deserialize)]
struct Package {
    version: String,
}

/// Writes the site into `folder`, with the engine from the npm package in the folder `package`.
///
/// # Errors
/// If there is no such package, if the package does not have this program's version, or if a file can't be written.
pub fn write(folder: &Path, package: &Path) -> Result<(), Box<dyn Error + Send + Sync>> {
    check(package)?;
    let put = |path: &str, content: &[u8]| {
        let path = folder.join(path);
        let made = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, content));
        made.map_err(|error| format!("{}: {error}", path.display()))
    };
    let page = page("./", &written("./", None));
    put("index.html", page.as_bytes())?;
    put("embed.html", page.as_bytes())?;
    put("games/index.html", self::page("../", &written("../", None)).as_bytes())?;
    put("desk/index.html", self::page("../", &desk_written()).as_bytes())?;
    for card in cards() {
        put(&format!("games/{}/index.html", card.id), self::page("../../", &written("../../", Some(card))).as_bytes())?;
    }
    put("openapi.yaml", openapi::yaml()?.as_bytes())?;
    for file in FILES.iter().filter(|file| OF_SITE.iter().all(|(own, _)| *own != file.path) && file.path != OF_SERVICE)
    {
        put(&format!("playground/{FOLDER}/{}", file.path), &file.bytes()?)?;
    }
    for card in &CARDS {
        put(&format!("playground/{}", card.path), card.content)?;
    }
    for (path, content) in OF_SITE {
        put(&format!("playground/{FOLDER}/{path}"), content.as_bytes())?;
    }
    for path in OF_PACKAGE {
        let source = package.join(path);
        let content = fs::read(&source).map_err(|error| format!("{}: {error}", source.display()))?;
        put(&format!("playground/{FOLDER}/engine/{path}"), &content)?;
    }
    Ok(())
}

/// Checks that the package is there, has this program's version, and is built.
fn check(package: &Path) -> Result<(), String> {
    let own = env!("CARGO_PKG_VERSION");
    let text = fs::read(package.join("package.json")).map_err(|error| {
        format!("{}: {error}: npm install @grundy/engine@{own}, or name the package with --module", package.display())
    })?;
    let Package { version } =
        serde_json::from_slice(&text).map_err(|error| format!("{}/package.json: {error}", package.display()))?;
    if version != own {
        return Err(format!("{} is version {version}, not {own}", package.display()));
    }
    // The sources of the package lack only files that the build makes.
    match OF_PACKAGE.iter().map(|path| package.join(path)).find(|path| !path.exists()) {
        None => Ok(()),
        Some(missing) => Err(format!("there is no {}: {}/build builds it", missing.display(), package.display())),
    }
}

/// Returns `page` with [`POLICY`]. Preloads are removed, and so are links to pages that only a service has. `up` is the
/// relative path to the root.
fn page(up: &str, page: &str) -> String {
    let policy =
        format!("<meta charset=\"utf-8\">\n    <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">");
    let docs = format!("href=\"{up}docs/\"");
    let page = page.replacen("<meta charset=\"utf-8\">", &policy, 1);
    let is_of_service = |line: &&str| line.contains("rel=\"preload\"") || line.contains("class=\"of-service\"");
    let lines = page.lines().filter(|line| !is_of_service(line)).map(|line| {
        let at = line.find(&format!(" The <a {docs}")).zip(line.find("</p></noscript>"));
        at.map_or(line.to_owned(), |(from, to)| [&line[..from], &line[to..]].concat())
    });
    lines.flat_map(|line| [line, "\n".to_owned()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_names_its_policy_and_nothing_that_only_a_service_has() {
        for page in [page("../", &written("../", None)), page("../", &desk_written())] {
            assert!(page.contains(POLICY) && !page.contains("docs/"), "{page}");
        }
    }
}
