//! Lists the rules of `check/rules`, so that a game adds its rules as a file.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new("../../../check/rules");
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut rules = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "py") {
            let id = path.file_stem().and_then(|stem| stem.to_str()).ok_or("the name of a file is no text")?;
            rules.push((id.to_owned(), fs::read_to_string(&path)?));
        }
    }
    // The system may list the files of a folder in any order.
    rules.sort();
    let text =
        format!("/// The rules of each game of the catalogue.\nstatic CATALOGUE: &[(&str, &str)] = &{rules:?};\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo names a folder")?);
    Ok(fs::write(out.join("catalogue.rs"), text)?)
}
