//! Replays the corpus of the fuzz target, so that corrected faults do not come back.

#![allow(clippy::expect_used, reason = "what a test needs is there")]

#[path = "../../../fuzz/src/rules.rs"]
mod rules;

#[test]
fn the_corpus_holds() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/rules");
    let mut inputs = 0;
    for entry in std::fs::read_dir(&folder).expect("a folder") {
        rules::rules(&std::fs::read(entry.expect("an entry").path()).expect("a file"));
        inputs += 1;
    }
    assert!(inputs > 0, "no corpus");
}
