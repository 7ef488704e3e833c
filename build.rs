//! Computes a name for the build, and packs the program's files. `BUILD_DIGEST` is a digest of the sources and of the
//! compiler. If the digest changes, caches notice that a different program answers. Operators see in the digest which
//! program runs. The packed files are those of the pages, and the contract as YAML and as JSON.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::{self, Display, Write as _};
use std::hash::{DefaultHasher, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use flate2::Compression;
use flate2::write::GzEncoder;

/// A digest of contents. Another compiler may compute another digest, but then the program differs, too.
#[derive(Default)]
struct Digest(DefaultHasher);

impl Digest {
    fn add(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
    }
}

impl Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0.finish())
    }
}

/// The files and folders that the digest of the build covers. The published package has no folder `crates`, but the
/// Cargo.lock in the package names the versions of these crates.
const SOURCES: [&str; 20] = [
    "bindings/verify/verify.wasm",
    "bindings/verify/worker.js",
    "build.rs",
    "Cargo.lock",
    "Cargo.toml",
    "crates/certify/Cargo.toml",
    "crates/certify/src",
    "crates/core/Cargo.toml",
    "crates/core/src",
    "crates/mcp/Cargo.toml",
    "crates/mcp/src",
    "crates/patterns/Cargo.toml",
    "crates/patterns/src",
    "crates/rules/Cargo.toml",
    "crates/rules/src",
    "crates/verify/Cargo.toml",
    "crates/verify/src",
    "openapi.yaml",
    "src",
    "web",
];

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo names a folder")?);
    name_the_build()?;
    pack_the_page(&out)?;
    list_the_cards(&out)?;
    pack_the_contract(&out)
}

fn name_the_build() -> Result<(), Box<dyn Error>> {
    let mut files = Vec::new();
    for source in SOURCES.into_iter().filter(|source| Path::new(source).exists()) {
        println!("cargo:rerun-if-changed={source}");
        collect(Path::new(source), &mut files)?;
    }
    // The system may list the files of a folder in any order.
    files.sort();
    let mut digest = Digest::default();
    for file in files {
        digest.add(file.to_string_lossy().as_bytes());
        digest.add(&fs::read(&file)?);
    }
    let compiler = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    digest.add(&Command::new(compiler).arg("--version").output()?.stdout);
    println!("cargo:rustc-env=BUILD_DIGEST={digest}");
    Ok(())
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            collect(&entry?.path(), files)?;
        }
    } else {
        files.push(path.to_owned());
    }
    Ok(())
}

/// Writes each page, with one script and few style sheets. The addresses of these files contain a digest of the files,
/// so a browser fetches each file only once. With one file for each module, a browser far away would fetch one file
/// after the other, which would take 17 s at a delay of 1.5 s.
fn pack_the_page(out: &Path) -> Result<(), Box<dyn Error>> {
    let read = |name: &str| fs::read_to_string(Path::new("web").join(name));
    let mut digest = Digest::default();
    digest.add(env::var("CARGO_PKG_VERSION")?.as_bytes());
    let style = squeezed(&[read("style.css")?, read("drawings.css")?].concat())?;
    for (name, text) in [("style.css", style), ("desk.css", squeezed(&read("desk.css")?)?)] {
        digest.add(text.as_bytes());
        write_gzip(out, name, &text)?;
    }
    fs::create_dir_all(out.join("site"))?;
    for name in ["main.js", "desk.js", "docs.js"] {
        let joined = |service| Joined::from(name, |path| read(if path == "service.js" { service } else { path }));
        for (name, text) in joined("service.js")?.scripts(name) {
            digest.add(text.as_bytes());
            write_gzip(out, name, text)?;
        }
        // The static site has no contract.
        if name == "docs.js" {
            continue;
        }
        let of_site = joined("site/service.js")?;
        // The script of the static site is not compressed, because a web server compresses files itself. The scripts
        // that are loaded later are the same on the static site, so they are not written again.
        digest.add(of_site.text.as_bytes());
        fs::write(out.join("site").join(name), of_site.text)?;
    }
    for name in ["icon.svg", "site/worker.js"] {
        digest.add(&fs::read(Path::new("web").join(name))?);
    }
    // The check of certificates is compiled already: bindings/verify/build writes it.
    for (name, file) in [("verify.js", "worker.js"), ("verify.wasm", "verify.wasm")] {
        let content = fs::read(Path::new("bindings/verify").join(file))?;
        digest.add(&content);
        write_gzip(out, name, &content)?;
    }
    let page = read("index.html")?;
    let second = "    <link rel=\"stylesheet\" href=\"./playground/drawings.css\">\n";
    if !page.contains(second) {
        return Err("index.html does not load drawings.css".into());
    }
    let (index, desk, docs) = (page.replace(second, ""), read("desk.html")?, read("docs.html")?);
    for (name, page) in [("index.html", index), ("desk.html", desk), ("docs.html", docs)] {
        let files = ["main.js", "desk.js", "docs.js", "style.css", "desk.css", "icon.svg"];
        let page = files.iter().fold(page, |page, file| {
            page.replace(&format!("\"./playground/{file}\""), &format!("\"./playground/{digest}/{file}\""))
        });
        fs::write(out.join(name), page)?;
    }
    println!("cargo:rustc-env=PAGE_DIGEST={digest}");
    Ok(())
}

/// Writes the list of the pictures that are shown with links. A game adds its picture as a file in `web/cards`.
fn list_the_cards(out: &Path) -> Result<(), Box<dyn Error>> {
    let web = Path::new("web");
    let mut files = vec![web.join("card.png")];
    collect(&web.join("cards"), &mut files)?;
    files.sort();
    let mut text = format!("pub(crate) static CARDS: [File; {}] = [\n", files.len());
    for file in &files {
        let content = fs::canonicalize(file)?;
        let [Some(path), Some(content)] = [file.strip_prefix(web)?, &content].map(Path::to_str) else {
            return Err("the path of a picture is no text".into());
        };
        writeln!(text, "    File::plain({path:?}, include_bytes!({content:?})),")?;
    }
    text.push_str("];\n");
    Ok(fs::write(out.join("cards.rs"), text)?)
}

/// Removes comments and unneeded blanks from a style sheet.
fn squeezed(style: &str) -> Result<String, Box<dyn Error>> {
    let mut text = String::new();
    for part in style.split("*/") {
        let (kept, _) = part.split_once("/*").unwrap_or((part, ""));
        text.push_str(kept);
    }
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let text = lines.join("\n");
    if text.contains("url(") {
        return Err("a style sheet with an address, whose blanks would count".into());
    }
    let blanks = [
        (" { ", "{"),
        (" {\n", "{"),
        ("; }", "}"),
        ("; ", ";"),
        (": ", ":"),
        (", ", ","),
        (";\n", ";"),
        (" }", "}"),
        ("}\n", "}"),
    ];
    Ok(blanks.iter().fold(text, |text, (from, to)| text.replace(from, to)))
}

/// Joins modules into one script. Each module except the first becomes a constant that has the exports of the module.
/// This constant stands after the constants of the modules that the module imports. Comments and indentation are left
/// out. Forms of `import` and `export` that `web/` does not use are refused.
///
/// A module that is imported by `import("./x.js")` gets a script of its own, `x.js`. This script contains all modules
/// that `x.js` needs and that are not in the first script. Its default export is a function. The function receives the
/// modules of the first script that `x.js` needs.
#[derive(Default)]
struct Joined {
    text: String,
    /// The first module, which no other module imports. Empty for a script that is loaded later.
    entry: String,
    /// The modules that were met so far: `true` if a module is written, `false` if its imports are still being written.
    modules: BTreeMap<String, bool>,
    /// The modules that the modules of this script import. If this script is loaded later, only modules of the first
    /// script remain in the set, because the first script hands them over.
    given: BTreeSet<String>,
    /// The scripts that are loaded later, when they are needed. The key is the path of the first module of the script.
    later: BTreeMap<String, String>,
}

impl Joined {
    fn from(entry: &str, read: impl Fn(&str) -> std::io::Result<String>) -> Result<Self, Box<dyn Error>> {
        let mut joined = Self { entry: entry.to_owned(), ..Self::default() };
        joined.add(entry, &read)?;
        for path in joined.later.keys().cloned().collect::<Vec<_>>() {
            let known = joined.modules.keys().cloned();
            let mut part = Self { modules: known.map(|module| (module, true)).collect(), ..Self::default() };
            part.add(&path, &read)?;
            if !part.later.is_empty() {
                return Err(format!("web/{path} imports a script that is loaded later than itself").into());
            }
            part.given.retain(|module| joined.modules.contains_key(module));
            let given = part.given.iter().map(|path| module(path)).collect::<Vec<_>>().join(", ");
            let script = format!("export default ({{ {given} }}) => {{\n{}return {};\n}};\n", part.text, module(&path));
            joined.later.insert(path.clone(), script);
            let import = format!("import(\"./{path}\")");
            let then = format!("{import}.then(({{ default: part }}) => part({{ {given} }}))");
            joined.text = joined.text.replace(&import, &then);
        }
        Ok(joined)
    }

    /// Returns each script with its name. `name` is the name of the first script.
    fn scripts<'a>(&'a self, name: &'a str) -> impl Iterator<Item = (&'a str, &'a String)> {
        std::iter::once((name, &self.text)).chain(self.later.iter().map(|(path, text)| (path.as_str(), text)))
    }

    fn add(&mut self, path: &str, read: &impl Fn(&str) -> std::io::Result<String>) -> Result<(), Box<dyn Error>> {
        match self.modules.insert(path.to_owned(), false) {
            Some(false) => return Err(format!("{path} imports itself, by others").into()),
            Some(true) => {
                self.modules.insert(path.to_owned(), true);
                return Ok(());
            }
            None => {}
        }
        let source = read(path).map_err(|error| format!("web/{path}: {error}"))?;
        let (mut body, mut exports) = (String::new(), Vec::new());
        let mut lines = source.lines();
        while let Some(line) = lines.next() {
            let bare = line.trim();
            if bare.is_empty() || ["//", "/*", "* ", "*/"].iter().any(|mark| bare.starts_with(mark)) || bare == "*" {
                continue;
            }
            if line.starts_with("import ") {
                let mut statement = line.to_owned();
                while !statement.ends_with("\";") {
                    statement.push_str(lines.next().ok_or("an import without an end")?);
                }
                let (names, from) = statement["import ".len()..].split_once(" from \"").ok_or(statement.clone())?;
                let from = resolved(path, from.trim_end_matches("\";"))?;
                self.add(&from, read)?;
                self.given.insert(from.clone());
                let names = match names.strip_prefix("* as ") {
                    Some(name) => name.to_owned(),
                    None if names.starts_with('{') => names.replace(" as ", ": "),
                    None => return Err(format!("web/{path}: {statement}").into()),
                };
                writeln!(body, "const {names} = {};", module(&from))?;
            } else if let Some(rest) = line.strip_prefix("export ") {
                let plain = rest.strip_prefix("async ").unwrap_or(rest);
                let declared = ["function ", "const ", "class "].iter().find_map(|word| plain.strip_prefix(word));
                let name: String =
                    declared.unwrap_or("").chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
                if name.is_empty() {
                    return Err(format!("web/{path}: {line}").into());
                }
                exports.push(name);
                writeln!(body, "{rest}")?;
            } else if line.matches('`').count() % 2 == 1 {
                return Err(
                    format!("web/{path}: a template over several lines would lose its indentation: {line}").into()
                );
            } else {
                if let Some((_, rest)) = bare.split_once("import(\"") {
                    let (from, _) = rest.split_once("\")").ok_or_else(|| format!("web/{path}: {line}"))?;
                    // All scripts will be in one folder, and a browser resolves an address in a script relative to
                    // the script. So a path with another folder is refused.
                    let later = from.strip_prefix("./").filter(|name| !name.contains('/') && !path.contains('/'));
                    self.later.insert(later.ok_or_else(|| format!("web/{path}: {line}"))?.to_owned(), String::new());
                }
                writeln!(body, "{bare}")?;
            }
        }
        if path == self.entry {
            self.text.push_str(&body);
        } else {
            writeln!(
                self.text,
                "const {} = (() => {{\n{body}return {{ {} }};\n}})();",
                module(path),
                exports.join(", ")
            )?;
        }
        self.modules.insert(path.to_owned(), true);
        Ok(())
    }
}

/// Resolves the path of an import. The imported file is in the same folder, or in the folder above.
fn resolved(path: &str, import: &str) -> Result<String, String> {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    match import.split_once('/') {
        Some((".", name)) if folder.is_empty() => Ok(name.to_owned()),
        Some((".", name)) => Ok(format!("{folder}/{name}")),
        Some(("..", name)) if !folder.is_empty() && !folder.contains('/') => Ok(name.to_owned()),
        _ => Err(format!("web/{path} imports {import}")),
    }
}

/// Returns the name that the script uses for a module.
fn module(path: &str) -> String {
    format!("${}", path.replace(['/', '.', '-'], "_"))
}

fn pack_the_contract(out: &Path) -> Result<(), Box<dyn Error>> {
    let yaml = fs::read_to_string("openapi.yaml")?;
    let json = serde_json::to_string_pretty(&yaml_serde::from_str::<yaml_serde::Value>(&yaml)?)?;
    for (name, text) in [("openapi.yaml", yaml), ("openapi.json", json)] {
        write_gzip(out, name, &text)?;
    }
    Ok(())
}

/// Writes a file as gzip, at the best compression, since it is packed once and sent often.
fn write_gzip(out: &Path, name: &str, text: impl AsRef<[u8]>) -> std::io::Result<()> {
    let mut gzip = GzEncoder::new(fs::File::create(out.join(format!("{name}.gz")))?, Compression::best());
    gzip.write_all(text.as_ref())?;
    gzip.finish()?;
    Ok(())
}
