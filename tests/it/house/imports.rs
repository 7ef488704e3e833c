//! Reads which file imports which, from the source. Tests are apart: what stands behind `#[cfg(test)]` does not count.
//!
//! A file imports the file that *defines* an item which it names: in a private `use`, or in a path such as
//! `crate::wire::fault::Fault`. A re-export is followed to the definition, and makes no import by itself. So a parent
//! that only declares and re-exports its children imports none of them, but it imports a child whose item its own code
//! names. A child imports its parent if it names an item that the parent defines. Methods and fields don't count.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::{fs, mem};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The imports of each file: the files that define what the file names, each with one of these names.
pub type Imports = BTreeMap<String, BTreeMap<String, String>>;

/// The names of a path, such as `crate`, `wire` and `fault`.
type Names = Vec<String>;

/// The words that begin the definition of an item.
const ITEMS: [&str; 8] = ["fn", "struct", "enum", "trait", "type", "const", "static", "union"];

/// A module: what its file defines, imports and names.
#[derive(Default)]
struct Module {
    file: String,
    items: BTreeSet<String>,
    children: BTreeSet<String>,
    /// The names that `use` brings into the module, with their paths. The name of a glob is `*`.
    uses: Vec<(String, Names)>,
    /// The paths that the code names. Re-exports are not among them.
    named: BTreeSet<Names>,
}

/// The target of a path.
#[derive(Clone)]
enum Found {
    Module(String),
    Item { file: String },
}

/// All modules of the workspace, by their paths, such as `grundy_core::wire::fault`.
#[derive(Default)]
struct Modules(HashMap<String, Module>);

/// Reads the imports of all files of some crates. Each crate has a name and a first file.
pub fn imports(root: &Path, crates: &[(String, PathBuf)]) -> Imports {
    let mut modules = Modules::default();
    for (name, file) in crates {
        modules.read(root, name, file, file.parent().unwrap());
    }
    let mut imports = Imports::new();
    for (name, module) in &modules.0 {
        let imported = imports.entry(module.file.clone()).or_default();
        for path in &module.named {
            if let Some(Found::Item { file }) = modules.resolve(name, path, 0)
                && file != module.file
            {
                imported.insert(file, path.join("::"));
            }
        }
    }
    imports
}

/// Returns the circles: the largest sets of two or more files that all import each other, directly or round about.
pub fn circles(imports: &Imports) -> Vec<Vec<&String>> {
    let reached: BTreeMap<&String, BTreeSet<&String>> =
        imports.keys().map(|file| (file, reach(imports, file))).collect();
    let circle = |file: &String| -> Vec<&String> {
        reached[file].iter().copied().filter(|other| reached[*other].contains(file)).collect()
    };
    let circles: BTreeSet<Vec<&String>> = imports.keys().map(circle).filter(|circle| !circle.is_empty()).collect();
    circles.into_iter().collect()
}

/// Returns the files that a file imports, directly or round about.
fn reach<'a>(imports: &'a Imports, file: &'a String) -> BTreeSet<&'a String> {
    let (mut reached, mut waiting) = (BTreeSet::new(), vec![file]);
    while let Some((_, imported)) = waiting.pop().and_then(|file| imports.get_key_value(file)) {
        waiting.extend(imported.keys().filter(|file| reached.insert(*file)));
    }
    reached
}

impl Modules {
    /// Reads a module and the modules that it declares. `folder` contains the files of these.
    fn read(&mut self, root: &Path, name: &str, file: &Path, folder: &Path) {
        let tokens: TokenStream = fs::read_to_string(file).unwrap().parse().unwrap();
        let mut module = Module { file: file.strip_prefix(root).unwrap().display().to_string(), ..Module::default() };
        module.read(name, &without_tests(tokens), true);
        for child in &module.children {
            let inner = folder.join(child);
            let file = [inner.with_extension("rs"), inner.join("mod.rs")].into_iter().find(|file| file.exists());
            if let Some(file) = file {
                self.read(root, &format!("{name}::{child}"), &file, &inner);
            }
        }
        self.0.insert(name.to_owned(), module);
    }

    /// Follows a path from a module. `None` if it leads out of the workspace, or is no path but a variable.
    fn resolve(&self, module: &str, path: &[String], depth: usize) -> Option<Found> {
        let (first, rest) = path.split_first()?;
        let start =
            if self.0.contains_key(first) { Found::Module(first.clone()) } else { self.look_up(module, first, depth)? };
        Some(rest.iter().fold(start, |found, name| match found {
            Found::Module(module) => {
                let file = self.0[&module].file.clone();
                self.look_up(&module, name, depth).unwrap_or(Found::Item { file })
            }
            item @ Found::Item { .. } => item,
        }))
    }

    /// Finds a name in a module: as a child, an item, an import, or through a glob.
    fn look_up(&self, name: &str, wanted: &str, depth: usize) -> Option<Found> {
        /// No chain of re-exports is as long, except one that ends nowhere.
        const LONGEST: usize = 12;
        let module = &self.0[name];
        if depth > LONGEST {
            return None;
        }
        if module.items.contains(wanted) {
            return Some(Found::Item { file: module.file.clone() });
        }
        let child = format!("{name}::{wanted}");
        if self.0.contains_key(&child) {
            return Some(Found::Module(child));
        }
        let through = |path: &Names| self.resolve(name, path, depth + 1);
        let direct = module.uses.iter().find(|(alias, _)| alias == wanted).and_then(|(_, path)| through(path));
        direct.or_else(|| {
            let globs = module.uses.iter().filter(|(alias, _)| alias == "*");
            globs.filter_map(|(_, path)| through(path)).find_map(|found| match found {
                Found::Module(inner) => self.look_up(&inner, wanted, depth + 1),
                Found::Item { .. } => None,
            })
        })
    }
}

impl Module {
    /// Reads tokens of the module. `outside` is true outside of all items, where the words of [`ITEMS`] define the
    /// items of the module.
    fn read(&mut self, module: &str, tokens: &[TokenTree], outside: bool) {
        let mut exported = false;
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at += 1;
            match token {
                TokenTree::Group(group) => {
                    self.read(module, &without_tests(group.stream()), false);
                }
                TokenTree::Ident(word) => {
                    let (word, next) = (word.to_string(), tokens.get(at).map(ToString::to_string));
                    // In the type of a function, `use<'a>` says which lifetimes are captured.
                    if word == "use" && next.as_deref() != Some("<") {
                        let end = tokens[at..].iter().position(|token| token.to_string() == ";").unwrap() + at;
                        let mut used = Vec::new();
                        read_use(&tokens[at..end], &[], &mut used);
                        for (alias, path) in used {
                            let path = absolute(module, path);
                            if !exported && alias != "*" {
                                self.named.insert(path.clone());
                            }
                            self.uses.push((alias, path));
                        }
                        at = end;
                    } else if outside && word == "mod" {
                        self.children.insert(next.unwrap());
                    } else if outside && word == "macro_rules" {
                        self.items.insert(tokens[at + 1].to_string());
                    } else if outside && ITEMS.contains(&&*word) {
                        self.items.extend(next);
                    } else if !is_member(tokens, at) {
                        let mut path = vec![word.clone()];
                        while let Some(name) = next_in_path(&tokens[at..]) {
                            path.push(name);
                            at += 3;
                        }
                        // A word such as `crate` alone is part of `pub(crate)`.
                        if path.len() > 1 || !["crate", "self", "super"].contains(&&*word) {
                            self.named.insert(absolute(module, path));
                        }
                    }
                    // After `pub`, an import is a re-export until its statement ends.
                    exported = word == "pub";
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => exported = false,
            }
        }
    }
}

/// Returns `true` if the word before `at` is a field or a method, after a dot that is not part of a range.
fn is_member(tokens: &[TokenTree], at: usize) -> bool {
    let is_dot = |back: usize| at.checked_sub(back).is_some_and(|place| tokens[place].to_string() == ".");
    is_dot(2) && !is_dot(3)
}

/// Returns the next name of a path, after two colons.
fn next_in_path(tokens: &[TokenTree]) -> Option<String> {
    match tokens {
        [TokenTree::Punct(a), TokenTree::Punct(b), TokenTree::Ident(name), ..]
            if a.as_char() == ':' && b.as_char() == ':' =>
        {
            Some(name.to_string())
        }
        _ => None,
    }
}

/// Reads the tree of a `use` into pairs of a name and its path.
fn read_use(tokens: &[TokenTree], before: &[String], used: &mut Vec<(String, Names)>) {
    for branch in tokens.split(|token| token.to_string() == ",") {
        let mut path = before.to_vec();
        let mut alias = None;
        let mut renamed = false;
        for token in branch {
            match token {
                TokenTree::Group(group) => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    read_use(&inner, &mem::take(&mut path), used);
                }
                TokenTree::Ident(word) if word == "as" => renamed = true,
                TokenTree::Ident(word) if renamed => alias = Some(word.to_string()),
                TokenTree::Ident(word) if word == "self" && !path.is_empty() => {}
                TokenTree::Ident(word) => path.push(word.to_string()),
                TokenTree::Punct(sign) if sign.as_char() == '*' => alias = Some("*".to_owned()),
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
        if let Some(last) = path.last() {
            used.push((alias.unwrap_or_else(|| last.clone()), path));
        }
    }
}

/// Replaces `crate`, `self` and `super` at the beginning of a path by the path of a module.
fn absolute(module: &str, path: Names) -> Names {
    let mut names: Names = module.split("::").map(str::to_owned).collect();
    let supers = path.iter().take_while(|name| *name == "super").count();
    match path.first().map(String::as_str) {
        Some("crate") => names.truncate(1),
        Some("self") => {}
        Some("super") => names.truncate(names.len() - supers),
        _ => return path,
    }
    names.into_iter().chain(path.into_iter().skip(supers.max(1))).collect()
}

/// Returns the tokens without the items behind `#[cfg(test)]`.
fn without_tests(tokens: TokenStream) -> Vec<TokenTree> {
    let mut kept = Vec::new();
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        let is_test = matches!(&token, TokenTree::Group(group)
            if group.delimiter() == Delimiter::Bracket && group.stream().to_string().replace(' ', "") == "cfg(test)");
        if !is_test {
            kept.push(token);
            continue;
        }
        let ends = |token: &TokenTree| match token {
            TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
            other => other.to_string() == ";",
        };
        tokens.by_ref().find(ends);
    }
    kept
}
