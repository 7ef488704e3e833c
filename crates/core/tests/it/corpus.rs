//! Replays the corpora of the fuzz targets, so that corrected faults do not come back.

use std::path::Path;

use crate::fuzz;

#[test]
fn the_corpora_hold() {
    for (name, target) in fuzz::TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(name);
        let mut inputs = 0;
        for entry in std::fs::read_dir(&folder).expect("a folder for each target") {
            let path = entry.expect("an entry").path();
            println!("{}", path.display());
            target(&std::fs::read(path).expect("a file"));
            inputs += 1;
        }
        assert!(inputs > 0, "no corpus for {name}");
    }
}
