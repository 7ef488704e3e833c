//! Names the build: `GRUNDY_BUILD` is a digest of the sources and of the compiler. It tells caches which answers are those
//! of another program, and operators what runs.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

#[path = "crates/core/src/digest.rs"]
#[allow(dead_code)]
mod digest;

/// What the program is made of.
const SOURCES: [&str; 7] =
    ["build.rs", "Cargo.lock", "Cargo.toml", "crates/core/Cargo.toml", "crates/core/src", "src", "web"];

fn main() -> Result<(), Box<dyn Error>> {
    let mut files = Vec::new();
    for source in SOURCES {
        println!("cargo:rerun-if-changed={source}");
        collect(Path::new(source), &mut files)?;
    }
    // The system lists a folder in any order.
    files.sort();
    let mut digest = digest::Digest::default();
    for file in files {
        digest.add(file.to_string_lossy().as_bytes());
        digest.add(&fs::read(&file)?);
    }
    let compiler = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    digest.add(&Command::new(compiler).arg("--version").output()?.stdout);
    println!("cargo:rustc-env=GRUNDY_BUILD={digest}");
    Ok(())
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            collect(&entry?.path(), files)?;
        }
    } else if path.exists() {
        files.push(path.to_owned());
    }
    Ok(())
}
