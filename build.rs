//! Names the build: `GRUNDY_BUILD` is a digest of the sources and of the compiler. It tells caches which answers are those
//! of another program, and operators what runs. And packs what the program has of files: the contract in both its forms,
//! and of Swagger UI what `/docs` loads.

use std::error::Error;
use std::io::{Cursor, Read, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use flate2::Compression;
use flate2::write::GzEncoder;
use utoipa_swagger_ui_vendored::SWAGGER_UI_VENDORED;
use zip::{CompressionMethod, ZipArchive};

#[path = "crates/core/src/wire/digest.rs"]
#[allow(dead_code)]
mod digest;

/// What the program is made of.
const SOURCES: [&str; 10] = [
    "build.rs",
    "Cargo.lock",
    "Cargo.toml",
    "crates/core/Cargo.toml",
    "crates/core/src",
    "crates/mcp/Cargo.toml",
    "crates/mcp/src",
    "openapi.yaml",
    "src",
    "web",
];

/// What `/docs` loads of Swagger UI.
const OF_SWAGGER_UI: [&str; 2] = ["swagger-ui-bundle.js", "swagger-ui.css"];

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo names a folder")?);
    name_the_build()?;
    pack_the_contract(&out)?;
    unpack_swagger_ui(&out)
}

fn name_the_build() -> Result<(), Box<dyn Error>> {
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

fn pack_the_contract(out: &Path) -> Result<(), Box<dyn Error>> {
    let yaml = fs::read_to_string("openapi.yaml")?;
    let json = serde_json::to_string_pretty(&yaml_serde::from_str::<yaml_serde::Value>(&yaml)?)?;
    for (name, text) in [("openapi.yaml", yaml), ("openapi.json", json)] {
        let mut gzip = GzEncoder::new(fs::File::create(out.join(format!("{name}.gz")))?, Compression::best());
        gzip.write_all(text.as_bytes())?;
        gzip.finish()?;
    }
    Ok(())
}

/// Writes each file as gzip. A zip archive has the same compressed bytes, with the same two checks.
fn unpack_swagger_ui(out: &Path) -> Result<(), Box<dyn Error>> {
    /// Deflated; without a name, a date or a system (RFC 1952, 2.3).
    const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
    let mut archive = ZipArchive::new(Cursor::new(SWAGGER_UI_VENDORED))?;
    for name in OF_SWAGGER_UI {
        let inside = format!("/dist/{name}");
        let path = archive.file_names().find_map(|path| path.ok().filter(|path| path.ends_with(&inside)));
        let index = path.and_then(|path| archive.index_for_name(&path));
        let mut file = archive.by_index_raw(index.ok_or(inside)?)?;
        if file.compression() != CompressionMethod::DEFLATE {
            return Err(format!("{name} is not deflated").into());
        }
        let mut gzip = HEADER.to_vec();
        file.read_to_end(&mut gzip)?;
        gzip.extend(file.crc32().to_le_bytes());
        gzip.extend(u32::try_from(file.size())?.to_le_bytes());
        fs::write(out.join(format!("{name}.gz")), gzip)?;
    }
    Ok(())
}
