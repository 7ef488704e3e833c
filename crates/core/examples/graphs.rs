//! Measures how long it takes to read and to solve graphs, and how long `serde_json` needs to read them. Also measures
//! the search of a product. Run it with `cargo run --release -p grundy-core --example graphs [edges]`. Each time is the
//! best of five. The memory is the most that a separate process needs, not counting the request's body.
#![allow(clippy::unwrap_used, clippy::as_conversions, clippy::cast_precision_loss, clippy::cast_possible_truncation)]
#![allow(clippy::cast_sign_loss)]

use grundy_core::theory::graphs::labels::SmithLabels;
use grundy_core::theory::graphs::misere::Types;
use grundy_core::theory::graphs::product::{Product, ProductLimits};
use grundy_core::theory::graphs::retrograde::Retrograde;
use grundy_core::theory::graphs::{Graph, GraphLimits, Play};
use grundy_core::theory::vectors::VectorRules;
use grundy_core::theory::vectors::line::Line;
use grundy_core::theory::vectors::table::BoxTable;
use grundy_core::wire::definition::read_graph;
use std::collections::HashMap;
use std::fmt::Write;
use std::hint::black_box;
use std::time::Instant;

fn main() {
    if std::env::args().nth(1).as_deref() == Some("memory") {
        return memory::of_standard_input();
    }
    let edges: u32 = std::env::args().nth(1).map_or(1_000_000, |edges| edges.parse().unwrap());
    println!("{:<26} {:>9} {:>9}   serde_json   read  solve   ratio  Medges/s  retrograde  types", "graph", "V", "E");
    let tenth = edges / 10;
    let shapes: Vec<(&str, Vec<Vec<u32>>)> = vec![
        ("acyclic, E/10 vertices", random(tenth, edges, &Shape::Acyclic)),
        ("acyclic, 4E/10 vertices", random(4 * tenth, edges, &Shape::Acyclic)),
        ("cycles, no sinks", random(tenth, edges, &Shape::Sinks(0))),
        ("cycles, 30% sinks", random(tenth, edges, &Shape::Sinks(30))),
        ("cycles, 70% sinks", random(tenth, edges, &Shape::Sinks(70))),
        ("sparse cycles, 30% sinks", random(4 * tenth, edges, &Shape::Sinks(30))),
        ("cycle with exits", cycle(edges / 2)),
        ("king's moves, 2% dead", king(edges / 8, 50)),
        ("nim made loopy", loopy_nim(edges)),
        ("built against watching", against_watching(edges)),
    ];
    for (name, rows) in &shapes {
        let json = serde_json::to_string(rows).unwrap();
        let plain = best(|| serde_json::from_str::<Vec<Vec<u32>>>(&json).unwrap());
        let read = best(|| read_graph(&json, GraphLimits::NONE).unwrap());
        let own = read_graph(&json, GraphLimits::NONE).unwrap();
        let graph = &own.graph;
        let solve = best(|| SmithLabels::of(graph));
        let peak = memory::of(&json);
        let retrograde = best(|| Retrograde::of(graph, Play::Normal));
        let types = best(|| Types::of(graph).map(drop));
        println!(
            "{name:<26} {:>9} {:>9}   {:>7.1} ms {:>6.1} {:>6.1}   {:>5.2}  {:>8.1}  {:>7.1} ms {:>6.1} ms  peak {:.1} bytes an edge{}",
            graph.vertices(),
            graph.edges(),
            plain,
            read,
            solve,
            (read + solve) / plain,
            f64::from(graph.edges()) / solve / 1e3,
            retrograde,
            types,
            peak as f64 / f64::from(graph.edges()),
            if SmithLabels::of(graph).is_err() { "  REFUSED" } else { "" },
        );
    }
    println!("\nnamed vertices: reading beside interning alone (a keyed HashMap of borrowed names)");
    for (name, rows) in &shapes[..2] {
        let json = named(rows);
        let names = best(|| intern(&json));
        let read = best(|| read_graph(&json, GraphLimits::NONE).unwrap());
        let own = read_graph(&json, GraphLimits::NONE).unwrap();
        let solve = best(|| SmithLabels::of(&own.graph).unwrap());
        let peak = memory::of(&json);
        println!(
            "{name:<26} {:>5.1} MB  interning {names:>6.1} ms, read {read:>6.1}, solve {solve:>6.1}, ratio {:.2}, peak {:.1} bytes an edge, kept {:.1}",
            json.len() as f64 / 1e6,
            (read + solve) / names,
            peak as f64 / f64::from(own.graph.edges()),
            own.bytes() as f64 / f64::from(own.graph.edges()),
        );
    }
    println!("\nproduct search, on graphs without cycles (all is decided) and with them");
    for (acyclic, tokens, vertices) in
        [(true, 2, 480), (true, 3, 62), (true, 4, 22), (false, 2, 480), (false, 3, 62), (false, 4, 22)]
    {
        let shape = || if acyclic { Shape::Acyclic } else { Shape::Sinks(20) };
        let graph = |seed| Graph::from_rows(random_seeded(vertices, 3 * vertices, &shape(), seed)).unwrap();
        let graphs: Vec<Graph> = (0..tokens).map(graph).collect();
        let size = |g: &Graph, v| g.reachable(v, usize::MAX).unwrap().1.len();
        let start = |g: &Graph| (0..g.vertices()).max_by_key(|&v| size(g, v)).unwrap();
        let tokens: Vec<(&Graph, u32)> = graphs.iter().map(|g| (g, start(g))).collect();
        let states: usize = tokens.iter().map(|&(g, v)| size(g, v)).product();
        for play in [Play::Normal, Play::Misere] {
            let time = best(|| Product::solve(&tokens, play, ProductLimits::DEFAULT).unwrap());
            let speed = states as f64 / time / 1e3;
            println!("{} graphs, {play:?}: {states} states, {time:.1} ms, {speed:.1} M states/s", graphs.len());
        }
    }
    vectors();
}

fn vectors() {
    println!("\ntables of vector games");
    let plane = [vec![1, 0], vec![0, 1], vec![1, 1]];
    let space: Vec<Vec<i64>> = (1..8).map(|bits| (0..3).map(|i| i64::from(bits >> i & 1)).collect()).collect();
    for (name, rides, bounds) in
        [("Wythoff, 1000 × 1000", plane.to_vec(), vec![999, 999]), ("queen, 100 × 100 × 100", space, vec![99, 99, 99])]
    {
        let rules = VectorRules::new(vec![], rides).unwrap();
        let values = best(|| BoxTable::values(&rules, &bounds, u64::MAX).unwrap());
        let lengths = best(|| BoxTable::lengths(&rules, &bounds, Play::Normal, u64::MAX).unwrap());
        println!("{name:<26} values {values:.1} ms, lengths {lengths:.1} ms");
    }
    let time = best(|| Line::new(&[1, 5, 8, 9], &[7], 0));
    println!("steps 1, 5, 8, 9, ride 7   period proved in {time:.1} ms");
    let time = best(|| Line::new(&[19_997, 20_000], &[], 0));
    println!("steps 19997, 20000         given up in {time:.1} ms");
}

enum Shape {
    Acyclic,
    /// This percentage of the vertices has no moves.
    Sinks(u32),
}

fn random(vertices: u32, edges: u32, shape: &Shape) -> Vec<Vec<u32>> {
    random_seeded(vertices, edges, shape, 1)
}

fn random_seeded(vertices: u32, edges: u32, shape: &Shape, seed: u64) -> Vec<Vec<u32>> {
    let mut next = generator(seed);
    let mut rows = vec![vec![]; vertices as usize];
    for _ in 0..edges {
        let from = match shape {
            Shape::Acyclic => 1 + next() % (vertices - 1),
            Shape::Sinks(percent) => {
                let sinks = vertices / 100 * percent;
                sinks + next() % (vertices - sinks)
            }
        };
        let below = if matches!(shape, Shape::Acyclic) { from } else { vertices };
        rows[from as usize].push(next() % below);
    }
    rows
}

fn cycle(vertices: u32) -> Vec<Vec<u32>> {
    let last = vertices - 1;
    (0..vertices).map(|v| if v == last { vec![] } else { vec![(v + 1) % last, last] }).collect()
}

fn king(squares: u32, dead: u32) -> Vec<Vec<u32>> {
    let side = i64::from(squares.isqrt());
    let mut next = generator(3);
    let mut row = |x: i64, y: i64| {
        if next().is_multiple_of(dead) {
            return vec![];
        }
        let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))).filter(|&d| d != (0, 0));
        let inside = |&(x, y): &(i64, i64)| (0..side).contains(&x) && (0..side).contains(&y);
        around.map(|(dx, dy)| (x + dx, y + dy)).filter(inside).map(|(x, y)| (x * side + y) as u32).collect()
    };
    (0..side).flat_map(|x| (0..side).map(move |y| (x, y))).map(|(x, y)| row(x, y)).collect()
}

/// Heaps of nim, each as two vertices that lead to each other.
fn loopy_nim(edges: u32) -> Vec<Vec<u32>> {
    let levels = (edges * 2 / 3).isqrt();
    let mut rows = Vec::new();
    for n in 0..levels {
        // The first vertex of level n leads to the first vertices of all lower levels, and to the second vertex of
        // level n. The second vertex leads back, and to all vertices of lower levels.
        let mut row: Vec<u32> = (0..n).map(|m| 2 * m).collect();
        row.push(2 * n + 1);
        rows.push(row);
        let mut back: Vec<u32> = (0..=n).map(|m| 2 * m).collect();
        back.extend((0..n).map(|m| 2 * m + 1));
        rows.push(back);
    }
    rows
}

/// A graph that is slow for [`SmithLabels`]. Many vertices have the same long row of options. The algorithm assigns the
/// labels 0, 1, 2, … in turn. For each label, it searches each row for an option that still forbids the label. Label 0
/// is forbidden only by the last option of the long row, label 1 only by the option before it, and so on. So the
/// algorithm searches the whole row again for each label.
fn against_watching(edges: u32) -> Vec<Vec<u32>> {
    let levels = (edges / 4).isqrt();
    let crowd = (edges - levels * levels) / levels;
    // The first vertices are heaps of nim. Then, for each n, come a vertex `late(n)`, which gets the label n, and a
    // vertex that forms a cycle with `late(n)`.
    let mut rows: Vec<Vec<u32>> = (0..levels).map(|n| (0..n).collect()).collect();
    let late = |n: u32| levels + 2 * n;
    for n in 0..levels {
        rows.push((0..n).chain([late(n) + 1]).collect());
        rows.push(vec![late(n), n]);
    }
    rows.extend((0..crowd).map(|_| (0..levels).rev().map(late).collect()));
    rows
}

fn named(rows: &[Vec<u32>]) -> String {
    let mut json = String::from("{");
    for (v, row) in rows.iter().enumerate() {
        let comma = if v == 0 { "" } else { "," };
        write!(json, "{comma}\"v{v}\":[").unwrap();
        for (place, to) in row.iter().enumerate() {
            let comma = if place == 0 { "" } else { "," };
            write!(json, "{comma}\"v{to}\"").unwrap();
        }
        json.push(']');
    }
    json + "}"
}

/// Only interns the names, for comparison: every name is looked up in a `HashMap`, and the numbers are kept.
fn intern(json: &str) -> (usize, usize) {
    struct Map;
    impl<'de> serde::de::Visitor<'de> for Map {
        type Value = (usize, usize);
        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("an object")
        }
        fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut numbers: HashMap<&'de str, u32> = HashMap::new();
            let mut all = Vec::new();
            while let Some(key) = map.next_key::<&'de str>()? {
                let next = numbers.len() as u32;
                all.push(*numbers.entry(key).or_insert(next));
                map.next_value_seed(Row(&mut numbers, &mut all))?;
            }
            Ok((numbers.len(), all.len()))
        }
    }
    struct Row<'r, 'de>(&'r mut HashMap<&'de str, u32>, &'r mut Vec<u32>);
    impl<'de> serde::de::DeserializeSeed<'de> for Row<'_, 'de> {
        type Value = ();
        fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
            deserializer.deserialize_seq(self)
        }
    }
    impl<'de> serde::de::Visitor<'de> for Row<'_, 'de> {
        type Value = ();
        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("a list")
        }
        fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut row: A) -> Result<(), A::Error> {
            while let Some(name) = row.next_element::<&'de str>()? {
                let next = self.0.len() as u32;
                self.1.push(*self.0.entry(name).or_insert(next));
            }
            Ok(())
        }
    }
    serde::Deserializer::deserialize_map(&mut serde_json::Deserializer::from_str(json), Map).unwrap()
}

/// Returns a generator of random numbers. The same seed gives the same numbers.
fn generator(seed: u64) -> impl FnMut() -> u32 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u32
    }
}

/// Returns the milliseconds of the best of five runs.
fn best<T>(mut work: impl FnMut() -> T) -> f64 {
    let time = |_| {
        let start = Instant::now();
        let result = black_box(work());
        let time = start.elapsed().as_secs_f64() * 1e3;
        drop(result);
        time
    };
    (0..5).map(time).fold(f64::INFINITY, f64::min)
}

/// Measures the memory that reading and labelling a graph need, not counting the JSON text. A separate process does
/// this. The main process would reuse memory that was freed earlier, so the result would be too small.
mod memory {
    use super::{GraphLimits, SmithLabels, black_box, read_graph};
    use std::io::{Read, Write};
    use std::process::{Command, Stdio};

    /// Returns the largest number of bytes in use while the graph is read and labelled. This works only on Linux.
    pub fn of(json: &str) -> usize {
        let this = std::env::current_exe().unwrap();
        let mut child = Command::new(this).arg("memory").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(json.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap().stdout;
        String::from_utf8(output).unwrap().trim().parse().unwrap()
    }

    pub fn of_standard_input() {
        let mut json = String::new();
        std::io::stdin().read_to_string(&mut json).unwrap();
        let before = field("VmRSS:");
        // Writing 5 resets the largest memory use that Linux has recorded.
        std::fs::write("/proc/self/clear_refs", "5").unwrap();
        let own = read_graph(&json, GraphLimits::NONE).unwrap();
        let labels = SmithLabels::of(&own.graph);
        black_box((&own, &labels));
        println!("{}", field("VmHWM:").saturating_sub(before));
    }

    fn field(name: &str) -> usize {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.trim().strip_suffix(" kB").unwrap().parse::<usize>().unwrap() * 1024
    }
}
