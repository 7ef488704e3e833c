//! Checks the house: the files and items that the documentation names exist, no two types that other files use have the
//! same name, and no file imports a file of a higher layer, or one that imports it.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

mod imports;

use imports::{Imports, circles, imports};

/// Folders that contain no source, since their content is built, installed or downloaded.
const NO_SOURCE: [&str; 3] = ["target", "node_modules", ".git"];

/// Extensions of files that are not searched for the names of items: documentation, pictures and test cases.
const NO_NAMES: [&str; 3] = ["md", "png", "jsonl"];

/// The documentation quotes this word of HTML. It looks like a Rust item, although no source file contains it.
const FOREIGN: &str = "modulepreload";

/// The least number of rows in the table of CONTRIBUTING.md that says which file has which behaviour.
const BEHAVIOURS: usize = 35;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns all files and folders below a folder, except the folders in [`NO_SOURCE`] and their contents.
fn below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let kept = entries.filter(|path| !NO_SOURCE.iter().any(|name| path.ends_with(name)));
    let with_inner = |path: PathBuf| if path.is_dir() { [below(&path), vec![path]].concat() } else { vec![path] };
    kept.flat_map(with_inner).collect()
}

/// Returns the pages that name files and items.
fn pages() -> Vec<PathBuf> {
    let docs = below(&root().join("docs")).into_iter().filter(|path| path.extension().is_some_and(|it| it == "md"));
    docs.chain([root().join("README.md"), root().join("CONTRIBUTING.md")]).collect()
}

/// Returns the texts between back quotes, outside of code blocks.
fn quoted(page: &str) -> Vec<&str> {
    let prose = page.split("```").step_by(2).flat_map(str::lines);
    prose.flat_map(|line| line.split('`').skip(1).step_by(2)).collect()
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// Returns `true` for a path such as `src/http` or `deploy/kubernetes/*.yaml`, and `false` for a media type or a route.
fn is_path(text: &str) -> bool {
    let is_step = |step: &str| {
        !step.is_empty() && step.chars().all(|letter| is_word(&letter.to_string()) || "-.*".contains(letter))
    };
    let text = text.strip_suffix('/').unwrap_or(text);
    text.contains('/')
        && text.split('/').all(is_step)
        && !["v1/", "application/", "text/", "image/"].iter().any(|start| text.starts_with(start))
}

/// Returns the names in the path of a Rust item, such as `Game::moves_to` or `go_on()`; `None` for other text.
fn names(text: &str) -> Option<Vec<&str>> {
    let text = text.strip_suffix("()").or(text.strip_suffix('!')).unwrap_or(text);
    let names: Vec<&str> = text.split("::").collect();
    let is_item = names.iter().all(|name| is_word(name) && !name.starts_with(|first: char| first.is_ascii_digit()));
    is_item.then_some(names)
}

#[test]
fn documentation_names_what_exists() {
    let tree = below(root());
    let exists = |path: &str| {
        let path = path.strip_suffix("/*").or(path.strip_suffix('/')).unwrap_or(path);
        tree.iter().any(|there| there.ends_with(path))
    };
    // This file does not count as source, because it contains `FOREIGN`, which no other source contains.
    let is_source = |path: &&PathBuf| {
        !path.is_dir()
            && !path.ends_with(file!())
            && path.extension().is_none_or(|kind| !NO_NAMES.iter().any(|other| kind == *other))
    };
    let source: Vec<String> = tree.iter().filter(is_source).filter_map(|path| fs::read_to_string(path).ok()).collect();
    let word = |letter: char| !letter.is_ascii_alphanumeric() && letter != '_';
    let words: HashSet<&str> = source.iter().flat_map(|text| text.split(word)).collect();
    let mut wrong = Vec::new();
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for quoted in quoted(&text) {
            let is_known = if is_path(quoted) {
                exists(quoted)
            } else {
                names(quoted).is_none_or(|names| names.iter().all(|name| words.contains(name) || *name == FOREIGN))
            };
            if !is_known {
                wrong.push(format!("{}: {quoted}", page.strip_prefix(root()).unwrap().display()));
            }
        }
    }
    assert!(wrong.is_empty(), "these are named and don't exist: {wrong:#?}");
}

#[test]
fn contributors_find_each_behaviour() {
    let page = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let table = page.split("## Where is what").nth(1).unwrap().split("\n## ").next().unwrap();
    let rows: Vec<&str> = table.lines().filter(|line| line.starts_with("| ") && line.ends_with("` |")).collect();
    assert!(rows.len() >= BEHAVIOURS, "{} behaviours", rows.len());
    for row in rows {
        let path = row.rsplit('`').nth(1).unwrap();
        assert!(root().join(path).exists(), "{row}");
    }
}

/// Returns the name of the type or trait that a line of source defines, if other files can use it.
fn shared_type(line: &str) -> Option<&str> {
    let kinds = ["struct ", "enum ", "trait ", "type ", "union "];
    let item = line.strip_prefix("pub")?;
    let item = if item.starts_with('(') { item.split_once(')')?.1 } else { item }.strip_prefix(' ')?;
    let name = kinds.iter().find_map(|kind| item.strip_prefix(kind))?;
    name.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').next()
}

#[test]
fn no_type_that_leaves_its_file_is_defined_twice() {
    let mut places: BTreeMap<String, Vec<&String>> = BTreeMap::new();
    for file in IMPORTS.keys() {
        let text = fs::read_to_string(root().join(file)).unwrap();
        for name in text.lines().filter_map(shared_type) {
            places.entry(name.to_owned()).or_default().push(file);
        }
    }
    assert!(places.len() > 500, "only {} types were found", places.len());
    places.retain(|_, places| places.len() > 1);
    assert!(places.is_empty(), "{places:#?}");
}

/// The layers, the highest first. A file may import files of its own layer and of the layers below.
const LAYERS: [&[&str]; 16] = [
    &["fuzz/src", "bindings/js/src", "bindings/python/src", "bindings/verify/check/src", "src/main.rs"],
    &["src/cli"],
    &["src/http/routes"],
    &["src/http/layers"],
    &["src/work"],
    &["src/server"],
    &["crates/mcp/src"],
    &["crates/core/src/wire"],
    &["crates/core/src/solve"],
    &["crates/core/src/catalogue.rs", "crates/core/src/games"],
    &["crates/core/src/own"],
    &["crates/core/src/game"],
    &["crates/core/src/theory"],
    &["crates/core/src/number"],
    &["crates/certify/src", "crates/patterns/src", "crates/rules/src"],
    &["crates/verify/src"],
];

/// Which file of the workspace imports which.
static IMPORTS: LazyLock<Imports> = LazyLock::new(imports_of_workspace);

fn imports_of_workspace() -> Imports {
    let manifests = below(root()).into_iter().filter(|path| path.ends_with("Cargo.toml"));
    let mut crates = Vec::new();
    for folder in manifests.map(|path| path.parent().unwrap().to_path_buf()) {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let name = manifest.lines().find_map(|line| line.strip_prefix("name = ")).unwrap_or_default();
        let name = name.trim_matches('"').replace('-', "_");
        let files = [("lib.rs", name.clone()), ("main.rs", format!("{name}(program)"))];
        crates.extend(files.map(|(file, name)| (name, folder.join("src").join(file))));
    }
    crates.retain(|(_, file)| file.exists());
    let imports = imports(root(), &crates);
    let pairs: usize = imports.values().map(BTreeMap::len).sum();
    assert!(imports.len() > 400 && pairs > 2500, "only {pairs} imports of {} files were read", imports.len());
    imports
}

#[test]
fn no_two_files_import_each_other() {
    let circles = circles(&IMPORTS);
    let arrows = |circle: &Vec<&String>| -> Vec<String> {
        let within = |file: &String| {
            let imported = IMPORTS[file].iter().filter(|(other, _)| circle.contains(other));
            imported.map(|(other, name)| format!("{file} → {other}: {name}")).collect::<Vec<_>>()
        };
        circle.iter().flat_map(|file| within(file)).collect()
    };
    assert!(circles.is_empty(), "{} circles: {:#?}", circles.len(), circles.iter().map(arrows).collect::<Vec<_>>());
}

#[test]
fn no_file_imports_a_higher_layer() {
    let layer = |file: &String| LAYERS.iter().position(|layer| layer.iter().any(|start| file.starts_with(start)));
    let mut climbs = Vec::new();
    for (file, imported) in &*IMPORTS {
        for (other, name) in imported {
            if let (Some(from), Some(to)) = (layer(file), layer(other))
                && from > to
            {
                climbs.push(format!("{file} → {other}: {name}"));
            }
        }
    }
    assert!(climbs.is_empty(), "{climbs:#?}");
}
