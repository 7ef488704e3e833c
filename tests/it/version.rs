//! The version is the same in all places: `release/version` writes it.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

/// Each file that has the version, and the text before it. Cargo itself refuses lock files that differ.
const PLACES: [(&str, &str); 8] = [
    ("Cargo.toml", "grundy-core = { path = \"crates/core\", version = \""),
    ("Cargo.toml", "grundy-mcp = { path = \"crates/mcp\", version = \""),
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
