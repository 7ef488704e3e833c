//! Computes tables of heap games, and prints a line for each game: `heaps <heaps> [--no-period] <game>…`.
//!
//! A game is an octal or hexadecimal code, `grundy`, `couples`, or a subtraction set such as `1,3,4`. A set of one
//! number ends with a comma: `2,`. With `--no-period`, the whole table is computed even if a period is proved before
//! the table ends. `bench/heaps` uses this program.
use std::time::Instant;

use grundy_core::theory::heaps::growth::{Growth, TableLimits};
use grundy_core::theory::heaps::rules::HeapRules;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1).peekable();
    let heaps: usize = arguments.next().ok_or("how many heaps?")?.parse()?;
    let no_period = arguments.next_if(|argument| argument == "--no-period").is_some();
    for name in arguments {
        let rules = match name.as_str() {
            "grundy" => HeapRules::grundys_game(),
            "couples" => HeapRules::couples_are_forever(),
            set if set.contains(',') => HeapRules::subtraction(set.trim_end_matches(','))?,
            code => HeapRules::hexadecimal(code)?,
        };
        let start = Instant::now();
        let mut growth = if no_period { Growth::measured(rules.moves(), heaps) } else { Growth::new(rules.moves()) };
        growth.grow(heaps, TableLimits { max_heaps: usize::MAX, max_steps: u64::MAX });
        let seconds = start.elapsed().as_secs_f64();
        let (known, steps) = (growth.len(), growth.spent());
        let largest = growth.values().iter().max().copied().unwrap_or(0);
        let period = growth.period().map_or_else(|| "no period proved".to_owned(), |period| format!("{period:?}"));
        println!("{name}: {known} heaps, values up to {largest}, {seconds:.4} s, {steps} steps; {period}");
    }
    Ok(())
}
