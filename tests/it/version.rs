//! Checks that all files have the same version, which `release/version` writes.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::path::Path;
use std::process::Command;

/// Each file that has the version, with the text before the version. The files `Cargo.lock` are not listed, since Cargo
/// refuses a lock file with another version.
const PLACES: [(&str, &str); 12] = [
    ("Cargo.toml", "grundy-certify = { path = \"crates/certify\", version = \""),
    ("Cargo.toml", "grundy-core = { path = \"crates/core\", version = \""),
    ("Cargo.toml", "grundy-mcp = { path = \"crates/mcp\", version = \""),
    ("Cargo.toml", "grundy-patterns = { path = \"crates/patterns\", version = \""),
    ("Cargo.toml", "grundy-rules = { path = \"crates/rules\", version = \""),
    ("Cargo.toml", "grundy-verify = { path = \"crates/verify\", version = \""),
    ("bindings/js/package.json", "\"version\": \""),
    ("bindings/js/package-lock.json", "\"version\": \""),
    ("bindings/python/Cargo.toml", "version = \""),
    ("Dockerfile", "org.opencontainers.image.version=\""),
    ("docker-compose.yml", "image: grundy:"),
    ("deploy/kubernetes/kustomization.yaml", "newTag: "),
];

#[test]
fn every_file_has_the_version() {
    for (file, before) in PLACES {
        let text = std::fs::read_to_string(format!("{}/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap();
        let (_, said) = text.split_once(before).unwrap_or_else(|| unreachable!("{file} has no {before:?}"));
        let said = said.split(['"', '\n']).next().unwrap();
        assert_eq!(said, env!("CARGO_PKG_VERSION"), "{file}: release/version writes it");
    }
}

/// Copies the script `release/repository` to `folder`, with the files in which it sets the address of the repository.
fn copied(folder: &Path) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates =
        ["certify", "core", "mcp", "patterns", "rules", "verify"].map(|name| format!("crates/{name}/README.md"));
    let others = ["Cargo.toml", "README.md", "release/repository", "bindings/js/package.json", "bindings/js/README.md"];
    let python = ["bindings/python/Cargo.toml", "bindings/python/README.md"];
    for file in crates.iter().map(String::as_str).chain(others).chain(python) {
        std::fs::create_dir_all(folder.join(file).parent().unwrap()).unwrap();
        std::fs::copy(root.join(file), folder.join(file)).unwrap();
    }
}

/// Before a release, the address of the repository must be set. Then every link in a registry leads to this address.
#[test]
fn packages_say_where_the_project_lives() {
    let folder = std::env::temp_dir().join(format!("grundy-repository-{}", std::process::id()));
    copied(&folder);
    let run = |argument: &str| {
        let output = Command::new("python3").arg(folder.join("release/repository")).arg(argument).output().unwrap();
        (output.status.success(), String::from_utf8(output.stderr).unwrap())
    };
    let (is_fit, said) = run("--check");
    assert!(!is_fit && said.contains("Cargo.toml has no address yet"), "{said}");
    assert!(said.contains("crates/core/README.md has a link to ../../README.md"), "{said}");
    assert!(!run("forge.example/grundy").0);
    // The address can be changed a second time, if the project moves.
    for url in ["https://forge.example/someone/grundy", "https://forge.example/other/grundy"] {
        assert_eq!(run(url), (true, String::new()));
        assert_eq!(run("--check"), (true, String::new()));
        let read = |file: &str| std::fs::read_to_string(folder.join(file)).unwrap();
        assert!(read("bindings/python/README.md").contains(&format!("({url}/blob/HEAD/docs/api.md)")));
        assert!(read("README.md").contains(&format!("({url}/raw/HEAD/docs/playground.png)")));
        for manifest in ["Cargo.toml", "bindings/python/Cargo.toml", "bindings/js/package.json"] {
            assert!(read(manifest).contains(&format!("\"{url}\"")), "{manifest}");
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
}
