//! Tests how much memory a request takes beyond its own bytes. `tests/shapes.jsonl` has bodies of which a client can
//! write millions of pieces. `bench/memory` sends the same bodies in their full length.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fmt::Write as _;

use crate::common::patiently;
use crate::common::process::{Running, grundy};
use serde::Deserialize;

/// A body: `head`, many times `each`, and `tail`. In `each`, a `#` stands for a number that grows.
#[derive(Deserialize)]
struct Shape {
    name: String,
    path: String,
    /// The media type, if it is not JSON.
    media: Option<String>,
    head: String,
    each: String,
    tail: String,
}

impl Shape {
    /// Returns a body of at most `length` bytes, except that a piece is never cut.
    fn body(&self, length: usize) -> String {
        let room = length - self.head.len() - self.tail.len();
        let pieces = match self.each.split_once('#') {
            None => self.each.repeat(room / self.each.len()),
            Some((start, end)) => {
                let mut pieces = String::new();
                // Octal digits are also the digits of codes such as octal(0.17).
                for number in 0.. {
                    let before = pieces.len();
                    write!(pieces, "{start}{number:o}{end}").unwrap();
                    if pieces.len() > room {
                        pieces.truncate(before);
                        break;
                    }
                }
                pieces
            }
        };
        format!("{}{pieces}{}", self.head, self.tail)
    }

    /// The largest memory that a body may take, in kB. Bodies took 50 times their own memory before their pieces were
    /// counted while they are read. The bound has room for 20,000 components of 500 bytes, and for one board of
    /// 4096 × 4096 cells. Pieces with a number may be games, of which a body as short as here never has too many.
    fn bound(&self) -> u64 {
        // Rules that are compiled take some 6 KiB each.
        if self.each.contains(r#""rules""#) {
            return 192 << 10;
        }
        if self.each.contains('#') { 64 << 10 } else { 40 << 10 }
    }
}

/// The length of the bodies here.
const LENGTH: usize = 1 << 20;

/// Returns a number of the process's status, in kB.
fn memory(running: &Running, field: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", running.0.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(field)?.strip_prefix(':')?.split_whitespace().next());
    line.unwrap().parse().unwrap()
}

#[tokio::test]
async fn no_body_takes_many_times_its_own_memory() {
    // With these limits, a body of 1 MiB exceeds as many limits as one of 64 MiB does at the defaults.
    let limits = ["--max-components", "20000", "--max-vertices", "60000", "--max-edges", "60000", "--max-work", "0.3"];
    let flags = [&["serve", "--listen", "127.0.0.1:0", "--workers", "1"][..], &limits].concat();
    let (running, address) = Running::serve(grundy(&flags, &[]));
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let shapes = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/shapes.jsonl")).unwrap();
    let mut over = Vec::new();
    for shape in shapes.lines().map(|line| serde_json::from_str::<Shape>(line).unwrap()) {
        // Each line of a stream has an answer, which takes most of the time of all shapes.
        let body = shape.body(if shape.media.is_some() { LENGTH / 8 } else { LENGTH });
        // After this, the peak of memory is counted anew.
        std::fs::write(format!("/proc/{}/clear_refs", running.0.id()), "5").unwrap();
        let before = memory(&running, "VmRSS");
        let media = shape.media.as_deref().unwrap_or("application/json");
        let request = client.post(format!("http://{address}{}", shape.path)).header("content-type", media);
        let mut answer = patiently(request.body(body)).await;
        assert!(answer.status().as_u16() < 500, "{}: {}", shape.name, answer.status());
        // Some answers are hundreds of times as long as the body, so they are not kept.
        while answer.chunk().await.unwrap().is_some() {}
        let taken = memory(&running, "VmHWM").saturating_sub(before);
        if taken > shape.bound() {
            over.push(format!("{}: {} MiB", shape.name, taken >> 10));
        }
    }
    assert!(over.is_empty(), "{over:#?}");
}

/// Each certificate of this batch has some 15 kB, and together they would have 45 MB. The work of the batch bounds them.
#[tokio::test]
async fn a_batch_keeps_no_more_certificates_than_its_work_allows() {
    const ITEM: &str = r#"{"position":{"octal(0.165)":[20000]},"brief":true,"certificate":true}"#;
    const ITEMS: usize = 3000;
    /// The most memory, in kB.
    const BOUND: u64 = 16 << 10;
    let flags = ["serve", "--listen", "127.0.0.1:0", "--workers", "1", "--max-batch-work", "1"];
    let (running, address) = Running::serve(grundy(&flags, &[]));
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let ask = async |items: usize| {
        let body = format!(r#"{{"requests":[{}]}}"#, vec![ITEM; items].join(","));
        let request = client.post(format!("http://{address}/v1/batch")).header("content-type", "application/json");
        patiently(request.body(body)).await.text().await.unwrap()
    };
    // The table of values is kept anyway.
    assert_eq!(ask(1).await.matches(r#""kind":"period""#).count(), 1);
    std::fs::write(format!("/proc/{}/clear_refs", running.0.id()), "5").unwrap();
    let before = memory(&running, "VmRSS");
    let proved = ask(ITEMS).await.matches(r#""kind":"period""#).count();
    let taken = memory(&running, "VmHWM").saturating_sub(before);
    assert!((20..ITEMS / 2).contains(&proved), "{proved} certificates");
    assert!(taken <= BOUND, "{proved} certificates take {} MiB", taken >> 10);
}

/// Each of 3,000 heaps has thousands of options. A search that keeps all of them would take 400 MiB.
#[tokio::test]
async fn a_search_of_sums_keeps_no_more_than_its_share() {
    /// The most memory, in kB.
    const BOUND: u64 = 200 << 10;
    let flags = ["serve", "--listen", "127.0.0.1:0", "--workers", "1"];
    // As in the image: otherwise the peak depends on when the allocator returns memory, and so on other processes.
    let (running, address) = Running::serve(grundy(&flags, &[("MIMALLOC_PURGE_DELAY", "0")]));
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let before = memory(&running, "VmRSS");
    for options in ["play=misere", "genus=true"] {
        let url = format!("http://{address}/v1/analyze?octal(0.777)=3000&{options}");
        let answer = patiently(client.get(url)).await;
        assert!(answer.status().as_u16() < 500, "{}", answer.status());
        let taken = memory(&running, "VmHWM").saturating_sub(before);
        assert!(taken <= BOUND, "{options} takes {} MiB", taken >> 10);
    }
}

/// A position with one move may lead to one with 10^9 moves. A list of all of them would take gigabytes.
#[tokio::test]
async fn options_are_listed_only_as_far_as_they_are_needed() {
    /// The most memory, in kB.
    const BOUND: u64 = 128 << 10;
    let (running, address) = Running::serve(grundy(&["serve", "--listen", "127.0.0.1:0", "--workers", "1"], &[]));
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    for (path, body, said) in [
        ("analyze", r#"{"position":{"sequential-nim":[[1,100000000]]},"certificate":true,"brief":true}"#, "too-costly"),
        ("analyze", r#"{"position":{"euclid":[[100000000,100000001]]},"certificate":true}"#, "too-costly"),
        ("analyze", r#"{"position":{"circular(0.77)":[1000000000]},"certificate":true}"#, "refused"),
        ("quotient", r#"{"game":"sequential-nim","positions":[[1,100000000]]}"#, "too-costly"),
        (
            "values",
            r#"{"game":"nim","positions":[0,300000000],"of":[],"conjecture":"def value(n): return 0"}"#,
            r#""fails""#,
        ),
    ] {
        std::fs::write(format!("/proc/{}/clear_refs", running.0.id()), "5").unwrap();
        let before = memory(&running, "VmRSS");
        let request = client.post(format!("http://{address}/v1/{path}")).header("content-type", "application/json");
        let answer = patiently(request.body(body)).await.text().await.unwrap();
        let taken = memory(&running, "VmHWM").saturating_sub(before);
        assert!(answer.contains(said), "{body}: {answer}");
        assert!(taken <= BOUND, "{body} takes {} MiB", taken >> 10);
    }
}
