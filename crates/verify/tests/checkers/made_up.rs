//! Made-up certificates that are near the truth, each with whether its claim is true, by brute force.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use crate::certificates;
use crate::random::Random;
use grundy_verify::json::Json;

/// Returns made-up certificates of all kinds, with whether the claim of each is true.
pub(crate) fn all(count: usize) -> Vec<(String, bool)> {
    let mut random = Random(2026);
    let quotients = Quotients::new();
    (0..count)
        .map(|number| match number % 5 {
            0 => winner(&mut random),
            1 => labels(&mut random),
            2 => period(&mut random),
            3 => arithmetic(&mut random),
            _ => quotients.made_up(&mut random),
        })
        .collect()
}

/// Shows a list of things as JSON.
fn list<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    format!("[{}]", items.join(","))
}

/// A small game of any kind that is data.
struct SmallGame {
    /// The game as JSON.
    game: String,
    /// Each position as JSON.
    written: Vec<String>,
    /// The options of each position, by their places.
    rows: Vec<Vec<usize>>,
}

impl SmallGame {
    fn of(random: &mut Random) -> Self {
        match random.below(4) {
            0 => Self::vectors(random),
            1 => Self::cells(random),
            _ => {
                let rows = graph(random);
                let game = format!(r#"{{"graph":{}}}"#, list(rows.iter().map(list)));
                Self { game, written: (0..rows.len()).map(|vertex| vertex.to_string()).collect(), rows }
            }
        }
    }

    /// Steps and rides on the pairs whose sum is at most 3. No vector makes the sum larger.
    fn vectors(random: &mut Random) -> Self {
        let pairs: Vec<[i32; 2]> = (0..4).flat_map(|a| (0..4 - a).map(move |b| [a, b])).collect();
        let all = [[1, 0], [0, 1], [1, 1], [2, 0], [0, 2], [1, 2], [1, -1], [-1, 1], [2, -1], [0, 0]];
        let mut pick =
            |most: usize| -> Vec<[i32; 2]> { (0..random.below(3)).map(|_| all[random.below(most)]).collect() };
        let (steps, rides) = (pick(all.len()), pick(all.len() - 1));
        let row = |from: &[i32; 2]| {
            let times = steps
                .iter()
                .map(|step| (step, 1))
                .chain(rides.iter().flat_map(|ride| (1..4).map(move |times| (ride, times))));
            let to = times.map(|(vector, times)| [from[0] - vector[0] * times, from[1] - vector[1] * times]);
            to.filter_map(|to| pairs.iter().position(|pair| *pair == to)).collect()
        };
        let vectors = |vectors: &[[i32; 2]]| list(vectors.iter().map(list));
        Self {
            game: format!(r#"{{"vectors":{{"steps":{},"rides":{}}}}}"#, vectors(&steps), vectors(&rides)),
            written: pairs.iter().map(list).collect(),
            rows: pairs.iter().map(row).collect(),
        }
    }

    /// Moves that need and take some of three cells. A position is the set of its bits.
    fn cells(random: &mut Random) -> Self {
        let moves: Vec<[usize; 2]> = (0..=random.below(4)).map(|_| [random.below(8), random.below(8)]).collect();
        let names = [r#""1""#, "1", "0"];
        let set = |bits: usize| list((0..3).filter(|bit| bits >> bit & 1 == 1).map(|bit| names[bit]));
        let made = |[needs, takes]: &[usize; 2]| format!(r#"{{"needs":{},"takes":{}}}"#, set(*needs), set(*takes));
        let row = |free: usize| {
            let possible = moves.iter().filter(|[needs, _]| needs & free == *needs);
            possible.map(|[_, takes]| free & !takes).collect()
        };
        Self {
            game: format!(r#"{{"cells":{}}}"#, list(moves.iter().map(made))),
            written: (0..8).map(set).collect(),
            rows: (0..8).map(row).collect(),
        }
    }
}

/// A graph, which may have cycles.
fn graph(random: &mut Random) -> Vec<Vec<usize>> {
    let vertices = random.below(5) + 1;
    let row = |random: &mut Random| {
        let degree = *random.pick(&[0, 0, 1, 1, 2, 3]);
        let mut row: Vec<usize> = (0..degree).map(|_| random.below(vertices)).collect();
        row.sort_unstable();
        row.dedup();
        row
    };
    (0..vertices).map(|_| row(random)).collect()
}

/// The winner of each vertex: by backward induction as long as it decides anything.
fn outcomes(graph: &[Vec<usize>], is_misere: bool) -> Vec<&'static str> {
    let mut found = vec!["draw"; graph.len()];
    loop {
        let before = found.clone();
        for (vertex, row) in graph.iter().enumerate() {
            if row.is_empty() {
                found[vertex] = if is_misere { "first" } else { "second" };
            } else if row.iter().any(|to| before[*to] == "second") {
                found[vertex] = "first";
            } else if row.iter().all(|to| before[*to] == "first") {
                found[vertex] = "second";
            }
        }
        if found == before {
            return found;
        }
    }
}

fn shuffle<T>(random: &mut Random, items: &mut [T]) {
    for place in (1..items.len()).rev() {
        items.swap(place, random.below(place + 1));
    }
}

fn winner(random: &mut Random) -> (String, bool) {
    let SmallGame { game, written, rows: graph } = SmallGame::of(random);
    let is_misere = random.once_in(2);
    let truth = outcomes(&graph, is_misere);
    let near = |random: &mut Random, word: &str| -> Vec<usize> {
        (0..graph.len()).filter(|vertex| (truth[*vertex] == word) ^ random.once_in(12)).collect()
    };
    let (mut lost, drawn) = (near(random, "second"), near(random, "draw"));
    shuffle(random, &mut lost);
    if !random.once_in(3) {
        lost.sort_by_key(|vertex| graph[*vertex].len());
    }
    let vertex = random.below(graph.len());
    let winner = if random.once_in(3) { *random.pick(&["first", "second", "draw"]) } else { truth[vertex] };
    let text = format!(
        r#"{{"certificate":1,"kind":"lost","game":{game},"claim":{{"position":[{}],"winner":"{winner}"}},"play":"{}","lost":{},"drawn":{}}}"#,
        written[vertex],
        if is_misere { "misere" } else { "normal" },
        list(lost.into_iter().map(|vertex| list([&written[vertex]]))),
        list(drawn.into_iter().map(|vertex| list([&written[vertex]]))),
    );
    (text, winner == truth[vertex])
}

/// The most stones of the heap beside which values of graphs are found.
const STONES: usize = 5;

/// The Grundy value of each vertex, or the values of an infinite one: by the sums with heaps of nim.
fn values(graph: &[Vec<usize>]) -> Vec<Result<usize, Vec<usize>>> {
    let place = |vertex: usize, stones: usize| vertex * (STONES + 1) + stones;
    let mut product = Vec::new();
    for (vertex, row) in graph.iter().enumerate() {
        for stones in 0..=STONES {
            let moved = row.iter().map(|to| place(*to, stones));
            product.push(moved.chain((0..stones).map(|left| place(vertex, left))).collect());
        }
    }
    let found = outcomes(&product, false);
    let value = |vertex: usize| {
        let stones =
            |word: &str| (0..=STONES).filter(|stones| found[place(vertex, *stones)] == word).collect::<Vec<_>>();
        stones("second").first().copied().ok_or_else(|| stones("first"))
    };
    (0..graph.len()).map(value).collect()
}

fn labels(random: &mut Random) -> (String, bool) {
    let SmallGame { game, written, rows: graph } = SmallGame::of(random);
    let truth = values(&graph);
    let (mut labels, mut infinite) = (Vec::new(), Vec::new());
    for (vertex, value) in truth.iter().enumerate() {
        match value {
            _ if random.once_in(25) => {}
            Ok(value) => labels.push((vertex, if random.once_in(25) { random.below(4) } else { *value })),
            Err(values) => {
                let mut values = values.clone();
                if random.once_in(12) {
                    values.push(random.below(3));
                    values.sort_unstable();
                    values.dedup();
                }
                infinite.push((vertex, values));
            }
        }
    }
    shuffle(random, &mut labels);
    if !random.once_in(3) {
        labels.sort_by_key(|(vertex, value)| (*value, graph[*vertex].len()));
    }
    let count = random.below(2) + 1;
    let position: Vec<usize> = (0..count).map(|_| random.below(graph.len())).collect();
    let nimbers = position.iter().map(|vertex| truth[*vertex].clone().ok()).collect::<Option<Vec<_>>>();
    let true_value = match (&position[..], nimbers) {
        (_, Some(values)) => Some(values.iter().fold(0, |xor, value| xor ^ value).to_string()),
        ([vertex], _) => truth[*vertex].clone().err().map(|values| format!(r#"{{"infinite":{}}}"#, list(values))),
        _ => None,
    };
    let other = *random.pick(&["0", "1", "2", r#"{"infinite":[]}"#, r#"{"infinite":[0]}"#]);
    let claim = true_value.clone().filter(|_| !random.once_in(5)).unwrap_or_else(|| other.to_owned());
    let text = format!(
        r#"{{"certificate":1,"kind":"labels","game":{game},"claim":{{"position":{},"grundy":{claim}}},"labels":{},"infinite":{}}}"#,
        list(position.iter().map(|vertex| &written[*vertex])),
        list(labels.into_iter().map(|(vertex, value)| format!("[{},{value}]", written[vertex]))),
        list(infinite.into_iter().map(|(vertex, values)| format!("[{},{}]", written[vertex], list(values)))),
    );
    (text, true_value == Some(claim))
}

/// The heaps up to which brute force compares values.
const HEAPS: usize = 260;

/// A game of heaps: the digits of a code, or what must stay.
enum Heaps {
    Code(Vec<usize>),
    AllBut(Vec<usize>),
}

impl Heaps {
    fn grundy(&self) -> Vec<usize> {
        let mut g: Vec<usize> = Vec::new();
        for n in 0..HEAPS {
            let mut seen = vec![false; 2 * HEAPS + 2];
            match self {
                Self::AllBut(kept) => (1..=n).filter(|k| !kept.contains(k)).for_each(|k| seen[g[n - k]] = true),
                Self::Code(digits) => {
                    for (k, digit) in digits.iter().enumerate().filter(|(k, _)| *k <= n) {
                        let rest = n - k;
                        if digit & 1 > 0 && rest == 0 && n > 0 {
                            seen[0] = true;
                        }
                        if digit & 2 > 0 && rest > 0 {
                            seen[g[rest]] = true;
                        }
                        if digit & 4 > 0 {
                            (1..rest).for_each(|first| seen[g[first] ^ g[rest - first]] = true);
                        }
                    }
                }
            }
            g.push(seen.iter().position(|seen| !seen).unwrap());
        }
        g
    }

    fn game(&self) -> String {
        match self {
            Self::AllBut(kept) => format!(r#"{{"all_but":{}}}"#, list(kept)),
            Self::Code(digits) => {
                let digits: String = digits[1..].iter().map(ToString::to_string).collect();
                format!(r#"{{"code":"0.{digits}"}}"#)
            }
        }
    }
}

/// Returns the shortest period of values whose window is surely within [`HEAPS`], if there is one.
fn repetition(g: &[usize], saltus: impl Fn(usize, usize) -> usize) -> Option<(usize, usize)> {
    (1..40).find_map(|length| {
        let start =
            (1..60).find(|start| (*start..HEAPS - length).all(|n| g[n + length] == g[n] + saltus(*start, length)));
        start.map(|start| (start, length))
    })
}

/// Changes a claim a little in most runs.
fn nearly(random: &mut Random, number: usize) -> usize {
    if random.once_in(6) { (number + random.below(3)).saturating_sub(1).max(1) } else { number }
}

/// Returns heaps with values, most of them true, as JSON, and whether all are true.
fn heaps(random: &mut Random, g: &[usize]) -> (String, bool) {
    let mut is_true = true;
    let count = random.below(3);
    let pairs: Vec<String> = (0..count)
        .map(|_| {
            let heap = random.below(HEAPS);
            let value = if random.once_in(8) { random.below(5) } else { g[heap] };
            is_true &= value == g[heap];
            list([heap, value])
        })
        .collect();
    (list(pairs), is_true)
}

fn period(random: &mut Random) -> (String, bool) {
    let (code, g, start, length) = loop {
        let digits = (0..=random.below(3)).map(|_| *random.pick(&[0, 1, 2, 3, 3, 5, 6, 7]));
        let code = Heaps::Code([0].into_iter().chain(digits).collect());
        let g = code.grundy();
        let Heaps::Code(digits) = &code else { unreachable!() };
        if let Some((start, length)) = repetition(&g, |_, _| 0)
            && digits.iter().any(|digit| *digit > 0)
        {
            break (code, g, start, length);
        }
    };
    let times = if random.once_in(8) { 2 } else { 1 };
    let (start, length) = (nearly(random, start), nearly(random, length * times));
    let mut values = g[..start + length].to_vec();
    if random.once_in(8) {
        let place = random.below(values.len());
        values[place] = random.below(4);
    }
    let (heaps, heaps_are_true) = heaps(random, &g);
    let repeats = (start..HEAPS - length).all(|n| g[n + length] == g[n]);
    let mut text = format!(
        r#"{{"certificate":1,"kind":"period","game":{},"claim":{{"from":{start},"length":{length},"heaps":{heaps}}},"values":{}"#,
        code.game(),
        list(&values),
    );
    if random.once_in(2) {
        write!(text, r#","mask":{}"#, random.below(8)).unwrap();
    }
    (text + "}", repeats && heaps_are_true)
}

fn arithmetic(random: &mut Random) -> (String, bool) {
    let (game, kept, g, start, length, saltus) = loop {
        let mut kept: Vec<usize> = (0..random.below(3)).map(|_| random.below(6) + 1).collect();
        kept.sort_unstable();
        kept.dedup();
        let game = Heaps::AllBut(kept.clone());
        let g = game.grundy();
        if let Some((start, length)) =
            repetition(&g, |start, length| g[start + length] - g[start].min(g[start + length]))
        {
            let saltus = g[start + length] - g[start];
            break (game, kept, g, start, length, saltus);
        }
    };
    let last = kept.last().copied().unwrap_or(0);
    let (start, length) = (nearly(random, start), nearly(random, length));
    let saltus = if random.once_in(6) { nearly(random, saltus + 1) } else { saltus };
    let mut values = g[..start + length + last + random.below(3)].to_vec();
    if random.once_in(8) {
        let place = random.below(values.len());
        values[place] = random.below(4);
    }
    let (heaps, heaps_are_true) = heaps(random, &g);
    let repeats = (start..HEAPS - length).all(|n| g[n + length] == g[n] + saltus);
    let text = format!(
        r#"{{"certificate":1,"kind":"arithmetic-period","game":{},"claim":{{"from":{start},"length":{length},"saltus":{saltus},"heaps":{heaps}}},"values":{}}}"#,
        game.game(),
        list(&values),
    );
    (text, repeats && heaps_are_true)
}

/// Certificates of quotients, and who wins small misère sums of their games.
struct Quotients(Vec<(Json, BTreeMap<Vec<usize>, bool>)>);

/// The tables of the first two tame quotients, and the images of the heaps of a subtraction game.
const TAME: [&str; 2] = [
    r#"{"certificate":1,"kind":"misere-quotient","game":{"subtraction":[1]},"claim":{"from":1,"length":2},"table":[[0,1],[1,0]],"lost":[1],"images":[0,1,0]}"#,
    r#"{"certificate":1,"kind":"misere-quotient","game":{"subtraction":[1,2]},"claim":{"from":1,"length":3},"table":[[0,1,2,3,4,5],[1,0,3,2,5,4],[2,3,4,5,2,3],[3,2,5,4,3,2],[4,5,2,3,4,5],[5,4,3,2,5,4]],"lost":[1,4],"images":[0,1,2,0]}"#,
];

/// The largest heap and the most heaps of the sums that brute force plays.
const LARGEST: usize = 9;
const MOST: usize = 3;

impl Quotients {
    fn new() -> Self {
        let files = certificates().into_iter().filter(|(name, _)| name.starts_with("quotient")).map(|(_, text)| text);
        let texts = TAME.iter().map(|text| (*text).to_owned()).chain(files);
        let truth = |text: String| {
            let certificate = Json::read(text.as_bytes()).unwrap();
            let digits: Vec<usize> = if text.contains("0.77") {
                vec![0, 7, 7]
            } else if text.contains("0.15") {
                vec![0, 1, 5]
            } else {
                vec![0, 3, 3][..if text.contains("[1,2]") { 3 } else { 2 }].to_vec()
            };
            let mut known = HashMap::new();
            let mut sums = BTreeMap::new();
            for a in 0..=LARGEST {
                for b in a..=LARGEST {
                    for c in b..=LARGEST {
                        let sum = vec![a, b, c];
                        let is_lost = is_lost(&digits, &sum, &mut known);
                        sums.insert(sum, is_lost);
                    }
                }
            }
            (certificate, sums)
        };
        Self(texts.map(truth).collect())
    }

    fn made_up(&self, random: &mut Random) -> (String, bool) {
        // The large ones take long to check.
        let (certificate, truth) = if random.once_in(40) { random.pick(&self.0) } else { random.pick(&self.0[..2]) };
        let sums: Vec<_> = truth.iter().collect();
        let (sum, is_lost) = *random.pick(&sums);
        let claimed = *is_lost ^ random.once_in(4);
        let mut text = certificate.to_string();
        let winner = if claimed { "second" } else { "first" };
        let claim = format!(r#""claim": {{"position": {}, "winner": "{winner}", "#, list(&sum[..MOST]));
        text = text.replacen(r#""claim": {"#, &claim, 1);
        if random.once_in(2) {
            // A digit of the table, the images or the lost elements.
            let start = text.find("\"images\"").unwrap();
            let digits: Vec<usize> = text
                .char_indices()
                .filter(|(place, letter)| *place > start && letter.is_ascii_digit())
                .map(|(place, _)| place)
                .collect();
            let place = *random.pick(&digits);
            text.replace_range(place..=place, &random.below(6).to_string());
        }
        (text, claimed == *is_lost)
    }
}

/// Whether the player to move loses a misère sum of heaps.
fn is_lost(digits: &[usize], sum: &[usize], known: &mut HashMap<Vec<usize>, bool>) -> bool {
    let mut sum: Vec<usize> = sum.iter().copied().filter(|heap| *heap > 0).collect();
    sum.sort_unstable();
    if let Some(is_lost) = known.get(&sum) {
        return *is_lost;
    }
    let (mut has_moves, mut wins) = (false, false);
    for place in 0..sum.len() {
        for (k, digit) in digits.iter().enumerate().filter(|(k, _)| *k <= sum[place]) {
            let rest = sum[place] - k;
            let mut lefts = Vec::new();
            if digit & 1 > 0 && rest == 0 {
                lefts.push(Vec::new());
            }
            if digit & 2 > 0 && rest > 0 {
                lefts.push(vec![rest]);
            }
            if digit & 4 > 0 {
                lefts.extend((1..=rest / 2).map(|first| vec![first, rest - first]));
            }
            for left in lefts {
                let others = sum[..place].iter().chain(&sum[place + 1..]);
                let option: Vec<usize> = others.chain(&left).copied().collect();
                has_moves = true;
                wins = wins || is_lost(digits, &option, known);
            }
        }
    }
    // In misère play, the player without a move wins.
    let is_lost = has_moves && !wins;
    known.insert(sum, is_lost);
    is_lost
}
