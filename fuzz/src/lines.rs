//! Compares the splitter of streams with a simple splitter that has the whole stream in memory.

use grundy_core::wire::lines::{self, Splitter};

use super::Bytes;

/// Cuts a stream at any places. Checks that each line is returned as soon as it is complete.
pub fn lines(data: &[u8]) {
    let mut bytes = Bytes(data);
    let max_line = usize::from(bytes.byte() % 40);
    let cuts: Vec<usize> = (0..bytes.byte() % 16).map(|_| usize::from(bytes.byte())).collect();
    let stream = bytes.0;

    let mut splitter = Splitter::new(max_line);
    let (mut found, mut sent) = (Vec::new(), 0);
    for cut in cuts.into_iter().chain([stream.len()]) {
        let end = stream.len().min(sent + cut);
        found.extend(split(&splitter.push(&stream[sent..end]), max_line));
        sent = end;
        let whole = stream[..sent].iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
        assert_eq!(found, naively(&stream[..whole], max_line));
    }
    let last = splitter.finish();
    assert!(last.len() <= max_line + 2, "memory is not bounded");
    found.extend(split(&last, max_line));
    assert_eq!(found, naively(stream, max_line));
}

/// Returns the lines of a piece as the service reads them; `None` stands for a line that is too long.
fn split(piece: &[u8], max_line: usize) -> Vec<Option<Vec<u8>>> {
    let lines = lines::lines(piece).filter(|line| !line.is_empty());
    lines.map(|line| (line.len() <= max_line).then(|| line.to_vec())).collect()
}

/// Returns the same as [`split`], but reads byte by byte.
fn naively(stream: &[u8], max_line: usize) -> Vec<Option<Vec<u8>>> {
    let (mut lines, mut line) = (Vec::new(), Vec::new());
    for byte in stream.iter().chain(b"\n") {
        if *byte != b'\n' {
            line.push(*byte);
            continue;
        }
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        if !line.is_empty() {
            lines.push((line.len() <= max_line).then(|| line.clone()));
        }
        line.clear();
    }
    lines
}
