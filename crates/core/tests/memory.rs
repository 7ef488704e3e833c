//! Cached values take about as many bytes as the cache reports. An allocator counts the bytes. This test is a separate
//! binary, because a program has only one allocator, and nothing else may allocate meanwhile.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests are tests")]

use std::alloc::System;

use grundy_core::theory::cache::CacheKind;
use grundy_core::theory::graphs::product::ProductLimits;
use grundy_core::wire::engine::{Engine, Question, RequestText};
use grundy_core::wire::limits::RequestLimits;
use serde_json::{Value, json};
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Returns the bytes that are allocated now. This includes about 16 bytes that the allocator needs for each allocation.
fn allocated() -> usize {
    let stats = ALLOCATOR.stats();
    let bytes = stats.bytes_allocated - stats.bytes_deallocated;
    bytes + 16 * (stats.allocations - stats.deallocations)
}

fn ask(engine: &Engine, request: &Value) {
    let text = request.to_string();
    let _ = engine.answer(Question::Analysis, RequestText::Json(text.as_bytes()), &engine.meter());
}

/// Returns an octal code of about this length. Each `number` gives a different code.
fn code(number: usize, digits: usize) -> String {
    let digit =
        |place: usize| char::from_digit(u32::try_from((number * 7 + place * place * 3 + place) % 8).unwrap(), 8);
    let digits: String = (0..digits).filter_map(digit).collect();
    format!("octal(0.{number:o}{digits}7)")
}

/// Returns requests whose cached values are all of one kind.
fn requests(kind: CacheKind) -> Vec<Value> {
    let heap = |key: String, size: usize| json!({"position": {key: [size]}});
    match kind {
        CacheKind::Heaps => (0..150)
            .map(|number| heap(code(number, 250), 1))
            .chain((0..40).map(|number| heap(code(number, 3), 3_000)))
            .chain((2..30).map(|number| heap(format!("subtraction(1,{number})"), 900)))
            .chain((2..30).map(|number| heap(format!("all-but(1,{number})"), 5_000)))
            .chain([heap("hexadecimal(0.bf)".to_owned(), 400), heap("octal(0.6)".to_owned(), 20_000)])
            .chain([json!({"position": {"kayles": [500]}, "play": "misere"})])
            .collect(),
        CacheKind::Quotients => ["0.123", "0.75", "0.71", "0.53"]
            .map(|code| json!({"position": {format!("octal({code})"): [20, 30]}, "play": "misere"}))
            .into(),
        CacheKind::Deletion => {
            (2..7).map(|columns| json!({"position": {"cram": [vec![".".repeat(columns); 4]]}})).collect()
        }
        CacheKind::Graphs => (6_000..6_004)
            .map(|count: usize| {
                let rows: Vec<Vec<usize>> =
                    (0..count).map(|v| if v < 2 { vec![] } else { vec![v - 1, v / 2] }).collect();
                json!({"games": {"mine": {"graph": rows}}, "position": {"mine": [7]}})
            })
            .collect(),
        CacheKind::Searches => (8..16).map(|side| json!({"position": {"knight": [[side, side]]}})).collect(),
        CacheKind::Tables => vec![
            json!({"position": {"wythoff": [[500, 3]], "square-nim": [9_000], "prim": [5_000], "prime-nim": [100_000]}}),
            json!({"position": {"fibonacci-nim": [[900, 50]]}}),
        ],
        CacheKind::Rules => (1..60)
            .map(|most: usize| {
                let rules = format!("def options(n): return [n - d for d in range(1, min({most}, n) + 1)]");
                json!({"games": {"mine": {"rules": rules}}, "position": {"mine": [most * most]}})
            })
            .collect(),
    }
}

#[test]
fn the_cache_counts_what_it_takes() {
    for kind in CacheKind::ALL {
        let requests = requests(kind);
        // Values that a process creates only once are created before the count begins.
        for request in &requests {
            ask(&Engine::default(), request);
        }
        let engine = Engine::default();
        let before = allocated();
        for request in &requests {
            ask(&engine, request);
        }
        let (taken, counted) = (allocated() - before, engine.tables.cache.bytes());
        assert!(counted > 5_000, "{kind:?}: only {counted} bytes are kept");
        assert!(taken.abs_diff(counted) <= taken / 10, "{kind:?}: {counted} bytes are counted, and {taken} taken");
        let place = CacheKind::ALL.iter().position(|other| *other == kind).unwrap();
        assert!(engine.tables.cache.counts()[place].bytes > 0, "{kind:?}");
    }
    // All kinds of values together have one limit. Nothing is kept beyond this limit.
    let limit = 1 << 20;
    let engine = Engine::new(RequestLimits::default(), limit, ProductLimits::default());
    let requests: Vec<Value> = CacheKind::ALL.into_iter().flat_map(requests).collect();
    let before = allocated();
    for request in &requests {
        ask(&engine, request);
        assert!(engine.tables.cache.bytes() <= limit, "{:?}", engine.tables.cache);
        let (taken, counted) = (allocated() - before, engine.tables.cache.bytes());
        assert!(taken <= limit + limit / 10, "{counted} bytes are counted, and {taken} taken: {request:.200}");
    }
}
