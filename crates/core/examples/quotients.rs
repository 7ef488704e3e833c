//! Computes misère quotients of heap games: `quotients <code>…`. Codes that are joined by `+` get one common quotient.
//! `code:20` stands for only the heaps up to 20.
use std::time::Instant;

use grundy_core::number::{Natural, meter};
use grundy_core::theory::heaps::rules::HeapRules;
use grundy_core::theory::misere::heaps::MisereHeaps;
use grundy_core::theory::misere::quotient::Quotient;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for codes in std::env::args().skip(1) {
        let mut rules = Vec::new();
        for code in codes.split('+') {
            let (code, largest) = match code.split_once(':') {
                Some((code, largest)) => (code, Some(Natural::from(largest.parse::<u64>()?))),
                None => (code, None),
            };
            rules.push((HeapRules::hexadecimal(code)?, largest));
        }
        let games: Vec<_> = rules.iter().map(|(rules, largest)| (rules.moves(), largest.as_ref())).collect();
        let start = Instant::now();
        let solved = meter::within(meter::PART, || MisereHeaps::solve(&games, Quotient::WINNERS)).ok().flatten();
        let seconds = start.elapsed().as_secs_f64();
        match solved {
            None => println!("{codes}: none, {seconds:.3} s"),
            Some(solved) => {
                let quotient = solved.quotient();
                let cycles: Vec<_> = (0..games.len()).map(|game| solved.cycle(game)).collect();
                println!(
                    "{codes}: order {}, {} lost, {cycles:?}, {seconds:.3} s",
                    quotient.order(),
                    quotient.lost_count()
                );
            }
        }
    }
    Ok(())
}
