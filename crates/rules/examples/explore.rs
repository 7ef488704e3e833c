//! Explores and solves the game of a script. `explore [--waits] FILE POSITION…` prints the positions, the moves, the
//! Grundy value of the first position, the processor time and the steps. It also prints how long a request to stop the
//! script would have had to wait at most. An option with several positions is a sum. A game with cycles is refused.

use std::time::Duration;

use grundy_rules::{Fuel, OutOfFuel, PositionTable, Script, ScriptLimits, ScriptOption, ScriptPosition, Steps};

/// The largest number of steps of a run.
const LIMIT: u64 = 1_500_000_000;
/// The largest number of positions, and also of options. The service has the same limits.
const MOST: usize = 4_000_000;
/// The largest number of bytes of all positions.
const MOST_BYTES: usize = 64 << 20;

/// Counts steps, and records the longest processor time between two charges. A request to stop may have to wait that
/// long.
struct Watched {
    steps: Steps,
    last: f64,
    /// `true` if the time is measured. Measuring takes longer than a short call of the script.
    watches: bool,
    longest: f64,
}

impl Fuel for Watched {
    fn charge(&mut self, steps: u64) -> Result<(), OutOfFuel> {
        if self.watches {
            let now = processor_time();
            self.longest = self.longest.max(now - self.last);
            self.last = now;
        }
        self.steps.charge(steps)
    }
}

/// The options of each position. An option is a sum of one or more positions, given by their numbers.
#[derive(Default)]
struct Graph {
    positions: PositionTable,
    /// For each position, the end of its options in `options`.
    ends: Vec<usize>,
    /// For each option, the end of its parts in `parts`.
    options: Vec<usize>,
    parts: Vec<u32>,
}

fn explore(script: &mut Script, starts: &[ScriptPosition], fuel: &mut dyn Fuel) -> Result<Graph, String> {
    let mut graph = Graph::default();
    for start in starts {
        graph.positions.number(start.encoded()).ok_or("no room")?;
    }
    let mut next = 0;
    while let Some(position) = graph.positions.get(next) {
        let options = match script.options(position, fuel) {
            Ok(options) => options,
            Err(failure) => return Err(format!("{failure} (at {position})")),
        };
        for option in options.iter() {
            match option {
                ScriptOption::To(position) => graph.parts.push(graph.positions.number(position).ok_or("no room")?),
                ScriptOption::Sum(parts) => {
                    for part in parts {
                        graph.parts.push(graph.positions.number(part).ok_or("no room")?);
                    }
                }
            }
            graph.options.push(graph.parts.len());
        }
        graph.ends.push(graph.options.len());
        if graph.positions.memory() > MOST_BYTES || graph.positions.len().max(graph.options.len()) > MOST {
            return Err(format!("the game has more than {next} positions: does it end?"));
        }
        next += 1;
    }
    Ok(graph)
}

/// Returns the range of the parts that belong to the item `number`. `ends` has the end of each item's parts.
fn range(ends: &[usize], number: usize) -> std::ops::Range<usize> {
    number.checked_sub(1).map_or(0, |before| ends[before])..ends[number]
}

/// Returns the Grundy value of each position.
fn solve(graph: &Graph) -> Result<Vec<u32>, String> {
    const NONE: u32 = u32::MAX;
    let index = |number: &u32| usize::try_from(*number).unwrap_or(usize::MAX);
    let count = graph.ends.len();
    let mut values = vec![NONE; count];
    let mut entered = vec![false; count];
    let mut marks: Vec<usize> = Vec::new();
    let mut stack = Vec::new();
    for start in 0..count {
        stack.push(start);
        while let Some(position) = stack.last().copied() {
            let options = range(&graph.ends, position);
            if values[position] == NONE && !std::mem::replace(&mut entered[position], true) {
                let first = options.start.checked_sub(1).map_or(0, |before| graph.options[before]);
                let end = options.end.checked_sub(1).map_or(0, |last| graph.options[last]);
                let parts = graph.parts.get(first..end).unwrap_or_default();
                stack.extend(parts.iter().map(index).filter(|number| values[*number] == NONE));
                continue;
            }
            stack.pop();
            if values[position] != NONE {
                continue;
            }
            marks.resize(marks.len().max(options.len() + 1), usize::MAX);
            for option in options {
                let mut sum = 0;
                for part in &graph.parts[range(&graph.options, option)] {
                    let value = values[index(part)];
                    if value == NONE {
                        return Err("the game has a cycle".to_owned());
                    }
                    sum ^= value;
                }
                if let Some(mark) = marks.get_mut(index(&sum)) {
                    *mark = position;
                }
            }
            let mex = marks.iter().position(|mark| *mark != position).unwrap_or(marks.len());
            values[position] = u32::try_from(mex).map_err(|error| error.to_string())?;
        }
    }
    Ok(values)
}

fn run() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1).peekable();
    let watches = arguments.next_if(|argument| argument == "--waits").is_some();
    let file = arguments.next().ok_or("usage: explore [--waits] FILE POSITION…")?;
    let starts: Result<Vec<ScriptPosition>, String> = arguments.map(|text| text.parse()).collect();
    let source = std::fs::read_to_string(&file).map_err(|error| error.to_string())?;
    let mut fuel = Watched { steps: Steps::new(LIMIT), last: processor_time(), watches, longest: 0.0 };
    let outcome = solved(&source, &starts?, &mut fuel);
    let longest = fuel.longest * 1e3;
    println!("steps {} longest wait {longest:.2} ms", fuel.steps.spent());
    outcome
}

fn solved(source: &str, starts: &[ScriptPosition], fuel: &mut Watched) -> Result<(), String> {
    let begun = processor_time();
    let mut script =
        Script::compile(source, &[], ScriptLimits::default(), fuel).map_err(|failure| failure.to_string())?;
    let graph = explore(&mut script, starts, fuel)?;
    let explored = processor_time() - begun;
    let values = solve(&graph)?;
    let all = processor_time() - begun;
    #[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "for people")]
    let spent = fuel.steps.spent() as f64;
    println!(
        "positions {} options {} value {} explored {:.6} s, {:.2} ns a step, all {:.6} s",
        graph.positions.len(),
        graph.options.len(),
        values.first().copied().unwrap_or_default(),
        explored,
        explored * 1e9 / spent,
        all,
    );
    Ok(())
}

/// Returns the processor time of this thread in seconds. Other threads may use other processors meanwhile.
fn processor_time() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap_or_default(), time.tv_nsec.try_into().unwrap_or_default()).as_secs_f64()
}

fn main() {
    if let Err(message) = run() {
        eprintln!("{message}");
        std::process::exit(1);
    }
}
