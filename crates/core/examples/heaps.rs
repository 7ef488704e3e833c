//! Times tables of heap games: `heaps <heaps> <code>…`, one line a code with the seconds that the table took.
//!
//! Periods are not used to stop: the point is the work for a given number of heaps.
use std::time::Instant;

use grundy_core::theory::heaps::growth::Growth;
use grundy_core::theory::heaps::rules::Rules;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let heaps: usize = arguments.next().ok_or("how many heaps?")?.parse()?;
    for name in arguments {
        let rules = match name.as_str() {
            "grundy" => Rules::grundys_game(),
            "couples" => Rules::couples_are_forever(),
            set if set.contains(',') => Rules::subtraction(set)?,
            code => Rules::hexadecimal(code)?,
        };
        let start = Instant::now();
        let mut growth = Growth::new(rules.moves());
        growth.grow(heaps, u64::MAX);
        let seconds = start.elapsed().as_secs_f64();
        let sum = growth.values().iter().take(heaps).fold(0_u64, |sum, value| sum.wrapping_mul(31) + u64::from(*value));
        let period = growth.period().map_or_else(|| "no period".to_owned(), ToString::to_string);
        println!("{name} {} heaps {seconds:.4} s {} steps, checksum {sum:x}: {period}", growth.len(), growth.spent());
    }
    Ok(())
}
