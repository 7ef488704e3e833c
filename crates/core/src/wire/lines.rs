//! [`Splitter`]: cuts a stream of bytes into pieces of whole lines, in memory that does not grow with the stream.

use memchr::{memchr, memchr_iter, memrchr};

/// Receives a stream piece by piece, and returns the lines that are complete.
#[derive(Debug)]
pub struct Splitter {
    max_line: usize,
    /// The beginning of the incomplete line. At most `max_line` + 2 bytes are kept, because a line of this length is
    /// certainly too long.
    begun: Vec<u8>,
}

impl Splitter {
    /// Creates a splitter for lines of at most this many bytes. The line ends are not counted.
    #[must_use]
    pub fn new(max_line: usize) -> Self {
        Self { max_line, begun: Vec::new() }
    }

    /// Receives the next bytes. Returns the lines that end in these bytes, possibly none. A line that is too long may
    /// be shortened, but the shortened line is still too long.
    #[must_use]
    pub fn push(&mut self, bytes: &[u8]) -> Vec<u8> {
        let (Some(first), Some(last)) = (memchr(b'\n', bytes), memrchr(b'\n', bytes)) else {
            self.keep(bytes);
            return Vec::new();
        };
        let (rest_of_begun, others) = bytes.split_at(first);
        let (whole, begun) = others.split_at(last.saturating_sub(first).saturating_add(1));
        self.keep(rest_of_begun);
        let mut lines = std::mem::take(&mut self.begun);
        lines.extend_from_slice(whole);
        self.keep(begun);
        lines
    }

    /// Returns the number of bytes stored for the incomplete line.
    #[must_use]
    pub fn begun(&self) -> usize {
        self.begun.len()
    }

    /// Returns the last line, if no line feed ends it.
    #[must_use]
    pub fn finish(self) -> Vec<u8> {
        self.begun
    }

    fn keep(&mut self, bytes: &[u8]) {
        // One byte more than `max_line` may be the carriage return at the end of the line. With two bytes more, the
        // line is certainly too long.
        let room = self.max_line.saturating_add(2).saturating_sub(self.begun.len());
        self.begun.extend_from_slice(bytes.get(..room).unwrap_or(bytes));
    }
}

/// Returns the lines of a piece, without the LF or CR LF at their ends.
pub fn lines(piece: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(piece);
    std::iter::from_fn(move || {
        let text = rest?;
        let (line, next) = match memchr(b'\n', text) {
            Some(end) => (&text[..end], text.get(end.saturating_add(1)..)),
            None => (text, None),
        };
        rest = next;
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    })
}

/// Returns the requests of a piece: all lines that are not blank, each with its number in the stream. The first line of
/// the piece has the number `first`.
pub fn requests(piece: &[u8], first: u64) -> impl Iterator<Item = (u64, &[u8])> {
    (first..).zip(lines(piece)).filter(|(_, line)| !line.trim_ascii().is_empty())
}

/// Returns the number of line feeds in a piece.
#[must_use]
pub fn ends(piece: &[u8]) -> u64 {
    u64::try_from(memchr_iter(b'\n', piece).count()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn split(text: &[u8], cuts: &[usize], max_line: usize) -> Vec<Vec<u8>> {
        let mut splitter = Splitter::new(max_line);
        let mut pieces = Vec::new();
        let mut rest = text;
        for cut in cuts {
            let (piece, later) = rest.split_at((*cut).min(rest.len()));
            pieces.push(splitter.push(piece));
            assert!(splitter.begun.len() <= max_line + 2);
            rest = later;
        }
        pieces.push(splitter.push(rest));
        pieces.push(splitter.finish());
        pieces.iter().flat_map(|piece| lines(piece)).filter(|line| !line.is_empty()).map(<[u8]>::to_vec).collect()
    }

    #[test]
    fn lines_come_as_soon_as_they_are_whole() {
        let mut splitter = Splitter::new(100);
        assert_eq!(splitter.push(b"one"), b"");
        assert_eq!(splitter.push(b"\ntwo\r"), b"one\n");
        assert_eq!(splitter.push(b"\n\nthree\nfo"), b"two\r\n\nthree\n");
        assert_eq!(splitter.push(b"ur"), b"");
        assert_eq!(splitter.finish(), b"four");
    }

    #[test]
    fn the_limit_is_exact() {
        for end in ["\n", "\r\n", ""] {
            for (length, kept) in [(5, 5), (6, 6), (7, 7), (1_000, 7)] {
                let text = ["x".repeat(length).as_str(), end].concat();
                let cuts = vec![1; text.len()];
                assert_eq!(split(text.as_bytes(), &cuts, 5), [vec![b'x'; kept]], "{length} {end:?}");
            }
        }
    }

    proptest! {
        /// The same lines are returned, however the stream is cut. Only a beginning of a line that is too long is
        /// returned. The test checks only that this beginning is too long as well.
        #[test]
        fn cuts_change_nothing(text in "[a\r\n]{0,60}", cuts in proptest::collection::vec(0..9_usize, 0..20)) {
            let whole = lines(text.as_bytes()).filter(|line| !line.is_empty()).map(<[u8]>::to_vec);
            let cut = |line: Vec<u8>| if line.len() > 4 { vec![b'!'] } else { line };
            let expected: Vec<_> = whole.map(cut).collect();
            let found: Vec<_> = split(text.as_bytes(), &cuts, 4).into_iter().map(cut).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
