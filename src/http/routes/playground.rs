//! `/`: the playground, a page that plays over this API and needs no other host. Its files are in `web/`.

use axum::body::Bytes;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use grundy_core::catalogue::cards;
use grundy_core::game::Card;

use crate::http::layers::exchange;
use crate::http::layers::file::{self, File, HTML, packed};
use crate::http::layers::problem::Problem;

/// The files that the pages load.
pub(crate) static FILES: [File; 13] = [
    packed!("main.js"),
    packed!("desk.js"),
    packed!("docs.js"),
    packed!("compound.js"),
    packed!("lessons.js"),
    packed!("setup.js"),
    packed!("maker.js"),
    packed!("proof.js"),
    packed!("verify.js"),
    packed!("verify.wasm"),
    packed!("style.css"),
    packed!("desk.css"),
    File::plain("icon.svg", include_bytes!("../../../web/icon.svg")),
];

// The pictures that other sites show beside links to the page: `card.png`, and `cards/{id}.png` for each game. Their
// addresses contain no digest, since other sites keep these addresses.
include!(concat!(env!("OUT_DIR"), "/cards.rs"));

/// The folder of the files. Its name is a digest of the files, so the content of a folder with this name never changes.
pub(crate) const FOLDER: &str = env!("PAGE_DIGEST");

/// The page at `/`. All its links are relative and begin with `./`. So they also work behind a proxy that adds a prefix
/// to the path. The pages of games are in folders below the root, so [`written`] replaces `./` there.
const PAGE: &str = include_str!(concat!(env!("OUT_DIR"), "/index.html"));

/// The page at `/desk/`. Its links have the same form as those of `PAGE`.
const DESK: &str = include_str!(concat!(env!("OUT_DIR"), "/desk.html"));

/// The page at `/docs/`. Its links have the same form as those of `PAGE`.
const DOCS: &str = include_str!(concat!(env!("OUT_DIR"), "/docs.html"));

/// The title of the page, and the description that other sites show beside links to the page. They are replaced in the
/// pages of games.
const TITLE: &str = "grundy – play a perfect opponent";
const ABOUT: [&str; 2] = [
    "Play combinatorial games against an opponent that never errs, and see why it wins.",
    "Nim and many other games against an opponent that never errs: every move, every value, and why.",
];

/// In the page, this text comes before the address of the picture. Other sites show the picture beside links to the
/// page, and need the whole address of the picture.
const PICTURE: &str = "property=\"og:image\" content=\"";

/// `CARD` is the path of a picture, and `ALT` describes this picture. Other sites show the picture beside links to the
/// page. The page of a game has a picture of that game instead.
const CARD: &str = "playground/card.png";
const ALT: &str = "Three heaps, and the stones that the winning move takes.";

/// One year, which is the longest time for which caches keep a file.
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// The headers in which a proxy tells the address under which the client called the proxy.
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");
const FORWARDED_PREFIX: HeaderName = HeaderName::from_static("x-forwarded-prefix");

/// The page may load its own files and call its own service. It may use no other host and no inline code, and no page
/// may show it in a frame.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'",
);

/// The policy of the thread that checks certificates. It may compile WebAssembly, and load its own file. The page may
/// not compile anything.
const VERIFY_POLICY: HeaderValue =
    HeaderValue::from_static("default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'");

/// The same as [`POLICY`], except that any page may show this page in a frame. That is safe, since nobody is logged in.
/// If another page tricks a user into a click, the click only makes a move in a game.
const FRAMED_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; \
     form-action 'none'; frame-ancestors *",
);

/// Answers with the page.
pub async fn page(headers: HeaderMap) -> Response {
    html(&headers, &written("./", None), "./", POLICY)
}

/// Answers with the playground for a frame in another page. The playground's script knows from its address that it runs
/// in a frame.
pub async fn embed(headers: HeaderMap) -> Response {
    html(&headers, &written("./", None), "./", FRAMED_POLICY)
}

/// Redirects to the page of all games, with a slash at the end, so that relative paths begin in the folder of the page.
pub async fn games_folder() -> Response {
    (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, HeaderValue::from_static("games/"))]).into_response()
}

/// Answers with the icon. Some documents, such as JSON, name no icon. For such documents, browsers ask for this path.
/// Browsers go by the media type, so the icon need not be an .ico file.
pub async fn icon(headers: HeaderMap) -> Response {
    let [.., icon] = &FILES;
    icon.answer(&headers, POLICY)
}

/// Answers with the page of all games.
pub async fn games(headers: HeaderMap) -> Response {
    html(&headers, &written("../", None), "../", POLICY)
}

/// Redirects to the desk, with a slash at the end, so that relative paths begin in its folder.
pub async fn desk_folder() -> Response {
    (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, HeaderValue::from_static("desk/"))]).into_response()
}

/// Answers with the desk, a page on which a user types the rules of a game and sees the game's values.
pub async fn desk(headers: HeaderMap) -> Response {
    html(&headers, &desk_written(), "../", POLICY)
}

/// Redirects to the page of the contract, with a slash at the end, so that relative paths begin in its folder.
pub async fn docs_folder() -> Response {
    (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, HeaderValue::from_static("docs/"))]).into_response()
}

/// Answers with the page of the contract.
pub async fn docs(headers: HeaderMap) -> Response {
    html(&headers, &DOCS.replace("\"./", "\"../"), "../", POLICY)
}

/// Redirects to the page of a game.
pub async fn game_folder(id: Result<Path<String>, PathRejection>, headers: HeaderMap) -> Result<Response, Problem> {
    let card = match find(id) {
        Ok(card) => card,
        Err(problem) => return not_found(&headers, "../", problem),
    };
    let location = HeaderValue::try_from(format!("{}/", card.id)).map_err(|error| Problem::unwritable(&error))?;
    Ok((StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, location)]).into_response())
}

/// Answers with the page of a game.
pub async fn game(id: Result<Path<String>, PathRejection>, headers: HeaderMap) -> Result<Response, Problem> {
    match find(id) {
        Ok(card) => Ok(html(&headers, &written("../../", Some(card)), "../../", POLICY)),
        Err(problem) => not_found(&headers, "../../", problem),
    }
}

/// Answers a request for a page that does not exist. A browser gets the page of all games, whose script says that there
/// is no such game. A program gets the problem.
fn not_found(headers: &HeaderMap, up: &str, problem: Problem) -> Result<Response, Problem> {
    let accepts = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or_default();
    if !accepts.contains("text/html") {
        return Err(problem);
    }
    let mut response = html(&HeaderMap::new(), &written(up, None), up, POLICY);
    *response.status_mut() = StatusCode::NOT_FOUND;
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// Answers a request for a path that does not exist. Below `/v1` there are no pages, so browsers get the problem, too.
pub async fn nowhere(method: Method, uri: Uri, headers: HeaderMap) -> Result<Response, Problem> {
    let problem = exchange::not_found();
    if method != Method::GET || uri.path().starts_with("/v1") {
        return Err(problem);
    }
    let up = match uri.path().matches('/').count() {
        0 | 1 => "./".to_owned(),
        folders => "../".repeat(folders - 1),
    };
    not_found(&headers, &up, problem)
}

fn find(id: Result<Path<String>, PathRejection>) -> Result<&'static Card, Problem> {
    let Path(id) = id.map_err(Problem::unreadable_path)?;
    match cards().find(|card| card.id == id) {
        Some(card) => Ok(card),
        None => Err(exchange::not_found()),
    }
}

/// Answers with a file of the page. Another replica may have sent the page of another version. Such a page asks for
/// files in the folder of that version. It gets the files of this version, which is better than no files. But these
/// answers must not be cached for long.
pub async fn file(path: Result<Path<String>, PathRejection>, headers: HeaderMap) -> Result<Response, Problem> {
    let Path(path) = path.map_err(Problem::unreadable_path)?;
    let (folder, name) = match path.split_once('/') {
        Some((folder, name)) if folder.len() == FOLDER.len() => (Some(folder), name),
        _ => (None, path.as_str()),
    };
    let Some(file) = FILES.iter().chain(&CARDS).find(|file| file.path == name) else {
        return Err(exchange::not_found());
    };
    let mut response = file.answer(&headers, if file.path == "verify.js" { VERIFY_POLICY } else { POLICY });
    if folder == Some(FOLDER) {
        response.headers_mut().insert(header::CACHE_CONTROL, FOR_EVER);
    }
    Ok(response)
}

/// Writes the page of all games or of one game. `up` is the relative path from its address to the root.
pub(crate) fn written(up: &str, card: Option<&Card>) -> String {
    let page = PAGE.replace("\"./", &format!("\"{up}"));
    let Some(card) = card else { return page };
    let page = page.replace(TITLE, &format!("{} – play a perfect opponent", escaped(card.name)));
    let page = page.replace(CARD, &format!("playground/cards/{}.png", card.id));
    let page = page.replace(ALT, &format!("A position of {}.", escaped(card.name)));
    ABOUT.iter().fold(page, |page, about| page.replace(about, &escaped(card.rules)))
}

/// Returns the HTML of the page `/desk/`. This page is one folder below the root, so the addresses in it begin with
/// `../` instead of `./`.
pub(crate) fn desk_written() -> String {
    DESK.replace("\"./", "\"../")
}

/// Escapes a text for HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Answers with the page. The address of its picture is absolute if the service's own address is known.
fn html(headers: &HeaderMap, page: &str, up: &str, policy: HeaderValue) -> Response {
    let root = address(headers).unwrap_or_else(|| up.to_owned());
    let page = Bytes::from(page.replacen(&[PICTURE, up].concat(), &[PICTURE, &root].concat(), 1));
    let tag = file::tag(&page);
    file::answer(page, tag, HTML, headers, policy)
}

/// Returns the address under which the client reaches this service's `/`, according to the headers of its request.
/// `None` if the host is missing, or if a header has a character that could end an HTML attribute.
///
/// A client can write anything into these headers, but this only affects its own answer. A cache must ask each time
/// whether its copy is right. The service then compares entity tags (`ETag`), which depend on the address.
pub(super) fn address(headers: &HeaderMap) -> Option<String> {
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

    use super::*;

    #[test]
    fn what_is_replaced_is_there() {
        for text in [TITLE, &[PICTURE, "./", CARD].concat(), ALT, ABOUT[0], ABOUT[1], FOLDER] {
            assert!(PAGE.contains(text), "{text}");
        }
        assert_eq!(PAGE.matches("<script").count(), 1);
    }

    #[test]
    fn a_game_has_a_page_of_its_own() {
        for card in cards() {
            let page = written("../../", Some(card));
            assert!(page.contains(&format!("<title>{} – ", escaped(card.name))), "{page}");
            assert!(page.contains(&format!("{PICTURE}../../playground/cards/{}.png\"", card.id)), "{page}");
            assert!(!page.contains("\"./") && page.contains("data-root=\"../../\""), "{page}");
        }
        assert_eq!(escaped("<a href=\"&\">"), "&lt;a href=&quot;&amp;&quot;&gt;");
    }

    /// `tests/anew` draws the pictures.
    #[test]
    fn each_game_has_a_card_that_is_small() {
        let ids = CARDS.iter().filter_map(|card| card.path.strip_prefix("cards/")?.strip_suffix(".png"));
        assert_eq!(ids.collect::<BTreeSet<_>>(), cards().map(|card| card.id).collect());
        // The program contains all pictures, so together they must be small.
        assert!(CARDS.iter().map(|card| card.content.len()).sum::<usize>() <= 350_000);
    }

    /// Fails if a module is in no script, which happens if no other module imports it.
    #[test]
    fn every_module_is_in_a_script() {
        let scripts = FILES.iter().filter(|file| file.path.strip_suffix(".js").is_some());
        let script: String = scripts.map(|file| file.text().unwrap()).collect();
        // A module that is loaded on demand begins a script of its own, which has the module's name.
        let begins = |name: &str| FILES.iter().any(|file| file.path == name);
        for folder in ["web", "web/drawings", "web/editing", "web/desk"] {
            for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/").to_owned() + folder).unwrap() {
                let name = entry.unwrap().file_name().into_string().unwrap();
                let inner = folder.strip_prefix("web/").map_or(name.clone(), |folder| format!("{folder}_{name}"));
                let is_module = name.strip_suffix(".js").is_some() && !(folder == "web" && begins(&name));
                assert!(
                    !is_module || script.contains(&format!("const ${} = ", inner.replace(['.', '-'], "_"))),
                    "{name}"
                );
            }
        }
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
