//! [`Choice`]: chooses the recommended move, for bots that should not always make the same move, or not always the best
//! one.

use super::fault::Fault;
use super::field_value::FieldValue;
use super::json;
use super::position;
use crate::number::Natural;
use crate::solve::compound::CombinedMove;
use crate::solve::{AnySolution, Filter, Solution, Winner};

/// The way in which the recommended move is chosen. Its fields are in a box, since nearly all requests leave them out,
/// and requests are often moved in memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice(Option<Box<Drawn>>);

#[derive(Clone, Debug, Default, PartialEq)]
struct Drawn {
    /// The seed of the random choice among the best moves, which keep the outcome of the position. Each of these moves
    /// is equally likely.
    seed: Option<Natural>,
    /// The probability that the move is chosen from all moves instead of from the best moves.
    mistakes: Option<f64>,
}

/// The fields of a request from which a choice is read.
pub(crate) const FIELDS: [&str; 2] = ["seed", "mistakes"];

/// The longest seed, in digits.
const MAX_SEED_DIGITS: usize = 40;

impl Choice {
    /// Sets one of the fields.
    pub(crate) fn set(&mut self, name: &str, value: FieldValue) -> Result<(), Fault> {
        if name == "seed" {
            let seed = value.integer()?.judge(MAX_SEED_DIGITS);
            let seed = seed.map_err(|reason| value.fault(format!("seed is an integer of 0 or more: {reason}")))?;
            self.0.get_or_insert_default().seed = Some(seed);
            return Ok(());
        }
        let mistakes = value.number("a number from 0 to 1")?;
        if !(0.0..=1.0).contains(&mistakes) {
            return Err(value.fault("mistakes is a probability, from 0 to 1"));
        }
        self.0.get_or_insert_default().mistakes = Some(mistakes);
        Ok(())
    }

    /// Returns a field that is missing, and the reason why it is needed.
    pub(crate) fn missing(&self) -> Option<(&'static str, &'static str)> {
        let needs = r#""mistakes" needs a "seed": an integer, by which the move is drawn"#;
        self.0.as_ref().filter(|drawn| drawn.seed.is_none()).map(|_| ("seed", needs))
    }

    /// Returns whether the move is chosen at random.
    pub(crate) fn is_drawn(&self) -> bool {
        self.0.is_some()
    }

    /// Returns the recommended move; `None` iff there is no move.
    #[must_use]
    pub fn of(&self, solution: &AnySolution) -> Option<CombinedMove> {
        self.drawn_of(solution).or_else(|| solution.best())
    }

    /// Returns the recommended move, and the number of moves that win. This number is `None` if the moves can't be
    /// listed.
    pub(crate) fn with_winning_count(&self, solution: &AnySolution) -> (Option<CombinedMove>, Option<Natural>) {
        match (self.drawn_of(solution), solution) {
            (None, AnySolution::Sum(solution)) if solution.check_listable(Filter::Winning).is_ok() => {
                let (best, count) = solution.best_and_winning_count();
                (best.map(CombinedMove::from), Some(count))
            }
            (drawn, _) => (drawn.or_else(|| solution.best()), solution.winning_count()),
        }
    }

    /// Checks that the moves can be listed from which the choice is made.
    ///
    /// # Errors
    /// The choice is random, and the reason why the moves can't be listed.
    pub(crate) fn check_listable(&self, solution: &Solution) -> Result<(), Fault> {
        match solution.winner() {
            _ if !self.is_drawn() => Ok(()),
            Winner::First => position::check_listable(solution, Filter::Winning),
            Winner::Second | Winner::Draw => position::check_listable(solution, Filter::All),
        }
    }

    /// Chooses a move at random, if the request asks for that. Only if it asks for mistakes, the move may be one.
    fn drawn_of(&self, solution: &AnySolution) -> Option<CombinedMove> {
        let Drawn { seed: Some(seed), mistakes } = self.0.as_deref()? else { return None };
        let mut random = Random(json::digest(&(solution.position(), seed)));
        let errs = mistakes.is_some_and(|mistakes| random.fraction() < mistakes);
        let draw = |count: &Natural| random.below(count);
        match solution {
            AnySolution::Sum(solution) if errs => solution.pick_any(draw).map(CombinedMove::from),
            AnySolution::Sum(solution) => solution.pick(draw).map(CombinedMove::from),
            AnySolution::Compound(solution) if errs => solution.pick_any(draw),
            AnySolution::Compound(solution) => solution.pick(draw),
        }
    }
}

/// Random numbers by `SplitMix64` (Steele, Lea and Flood 2014). The same seed must give the same answer in every later
/// version. Crates of random numbers do not promise that, so these few lines replace them.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a random number from 0 up to but not including 1.
    #[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "53 bits fit a double exactly")]
    fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns a random number below `count`. All numbers below `count` are equally likely. If the count is 0, the
    /// result is 0. A count of moves is 0 only if the meter is spent.
    fn below(&mut self, count: &Natural) -> Natural {
        if count.is_zero() {
            return Natural::ZERO;
        }
        let bits = count.bit_len();
        loop {
            let mut drawn = Natural::ZERO;
            for _ in 0..bits.div_ceil(64) {
                drawn = &drawn.shift_left(64) | &self.next().into();
            }
            let drawn = drawn.low_bits(bits);
            if drawn < *count {
                return drawn;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::limits::RequestLimits;
    use super::super::request::{Defaults, Request};
    use super::*;
    use crate::theory::Caches;
    use std::collections::HashMap;

    fn solved(body: &str) -> AnySolution {
        let request: Request =
            Request::from_json(body.as_bytes(), Defaults::default(), &RequestLimits::default()).unwrap();
        AnySolution::of(request.position, request.play, None, &Caches::default()).unwrap()
    }

    fn seeded(seed: u64) -> Choice {
        Choice(Some(Box::new(Drawn { seed: Some(seed.into()), mistakes: None })))
    }

    /// In a sum that is a draw, moves in graphs and moves in other components may keep the draw. Each of these moves is
    /// equally likely.
    #[test]
    fn moves_that_keep_a_draw_are_drawn_evenly() {
        // Vertices 0 to 20 of the graph are Nim heaps of these sizes. Vertex 21 has moves to itself and to the vertices
        // 5 to 20. So the sum of vertex 21 and a heap is a win if the heap's value is from 5 to 20, and a draw
        // otherwise. The heap of `at-least-half` has half a million moves. Only its moves to the heaps 0 to 15 lead to
        // values below 5, and keep the draw. All its other moves lead to values from 5 to 20.
        let heaps = (0..=20).map(|heap| format!("{:?}", (0..heap).collect::<Vec<u32>>()));
        let rows: Vec<String> = heaps.chain([format!("{:?}", (5..=21).collect::<Vec<u32>>())]).collect();
        let many = format!(
            r#"{{"games": {{"w": {{"graph": [{}]}}}}, "position": {{"w": [21], "at-least-half": [1048576]}}}}"#,
            rows.join(",")
        );
        for (body, count) in [
            (r#"{"games": {"w": {"graph": [[0]]}}, "position": {"w": [0], "nim": [5]}}"#, 6),
            (r#"{"games": {"w": {"graph": [[0, 1], []]}}, "position": {"w": [0], "nim": [5]}}"#, 5),
            (r#"{"games": {"w": {"graph": [[0]]}}, "position": {"w": [0, 0], "nim": [2, 1]}}"#, 5),
            (&many, 17),
        ] {
            let (solution, tables) = (solved(body), Caches::default());
            assert_eq!((solution.winner(), solution.drawing_count()), (Winner::Draw, Some(count.into())), "{body}");
            let mut counts: HashMap<String, u64> = HashMap::new();
            for seed in 0..100 * count {
                let chosen = seeded(seed).of(&solution).unwrap();
                let after = solution.with(&chosen.left(solution.position()), &tables).unwrap();
                assert_eq!(after.winner(), Winner::Draw, "{body}");
                *counts.entry(chosen.describe(solution.position())).or_default() += 1;
            }
            let is_even = counts.len() == usize::try_from(count).unwrap();
            assert!(is_even && counts.values().all(|count| (60..140).contains(count)), "{body}: {counts:?}");
        }
        let huge = solved(
            r#"{"games": {"w": {"graph": [[0, 1], []]}}, "position": {"w": [0], "nim": ["9999999999999999999999"]}}"#,
        );
        let moves: Vec<String> =
            (0..20).map(|seed| seeded(seed).of(&huge).unwrap().describe(huge.position())).collect();
        assert!(moves.iter().all(|text| text.starts_with("nim 0: take ")), "{moves:?}");
    }

    #[test]
    fn draws_are_even() {
        let mut random = Random(7);
        let mut counts = [0_u32; 5];
        for _ in 0..10_000 {
            counts[random.below(&5_u64.into()).to_usize().unwrap()] += 1;
        }
        assert!(counts.iter().all(|count| (1_800..2_200).contains(count)), "{counts:?}");
        let huge = Natural::from(10_u64).pow(40);
        assert!((0..100).all(|_| random.below(&huge) < huge));
        assert!((0..100).map(|_| random.fraction()).all(|drawn| (0.0..1.0).contains(&drawn)));
    }
}
