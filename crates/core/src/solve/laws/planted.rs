//! Games that have one deliberate fault each. The laws must find the fault.

use std::iter;
use std::thread;

use super::check;
use crate::game::search::Searched;
use crate::game::{Card, Follower, Goal, Illegal, Moves, Play, Rules, Step, Tag, Tameness, Theory, left_is_the_move};
use crate::number::Natural;

/// Defines the faults as a type, and as a list of all faults except `None`, so that each fault is named only once.
macro_rules! faults {
    ($($fault:ident),* $(,)?) => {
        /// Faults that contributors might make.
        #[derive(Clone, Copy, Debug, PartialEq)]
        enum Fault {
            None,
            $($fault),*
        }

        const FAULTS: &[Fault] = &[$(Fault::$fault),*];
    };
}

faults! {
    ValueAt101,
    ValueAt131,
    CheckTakes2,
    CheckTakes54,
    CheckTakes486,
    CheckRefuses27,
    OptionsLeaveOut81,
    DescriptionAbove20,
    KeyWithoutColours,
    KeySpoilsAStone,
    KeyLosesAStoneAbove9,
    ThirdRegionLost,
    RegionsOfTwoLost,
    RegionsCutBetweenEqualStones,
    CheckTakesAnything,
    TableAt20,
    TableAt30,
    UnequalHalves,
    ThreePartsOfTheRightSum,
    Takes4Above40,
    ValueFrom300To900,
    ValueAbove2To40,
    CheckTakes10Above1000,
    CheckRefusesAbove60,
    OptionsInAnotherOrder,
    OptionTwice,
    FirmEverywhere,
    FirmFrom500,
    ClassOnlyOfEvenHeaps,
    LostInMisereFrom200,
    CountTooSmallFrom200,
    TheSameWordsAbove40,
    DescriptionWithoutEnd,
    ExplanationWithAWrongNumber,
    MovesMissTheLastStone,
    AnotherColourTakesAbove6,
    RegionTwice,
    RegionOfOneColourSpoilt,
    KeyTurnsOnlyTheStones,
    TableFrom100To160,
    HalvesOfOddHeaps,
    HalvesRefusedAbove100,
    OneHalf,
    HalvesAreDescribedAsTakes,
    // The rules and the theory use the same helper. So both are wrong in the same way, and no law can find this fault.
    HelperOfBothLeavesOutASplit,
}

/// The game in which a move takes a power of 3. All powers of 3 are odd, so the value is the heap modulo 2.
#[derive(Clone, Debug)]
struct PowersOf3(Fault);

fn powers_of_3() -> impl Iterator<Item = u64> {
    iter::successors(Some(1_u64), |power| power.checked_mul(3))
}

impl Rules for PowersOf3 {
    type Position = u64;
    type Move = u64;

    const CARD: Card = Card {
        id: "powers-of-3",
        name: "Powers of 3",
        tags: &[Tag::Heaps],
        rules: "A heap of stones. A move takes 1, 3, 9 or another power of 3 of them. Who cannot move loses.",
        position: "the stones",
        text_form: "stones",
        example: "10",
        moves: &[("10", "1", "take 9 of 10")],
        normal: "Exact.",
        misere: "By search while the sum is small.",
        ..Card::BLANK
    };

    fn moves(&self, stones: &u64) -> impl Iterator<Item = u64> {
        let left_out = (self.0 == Fault::OptionsLeaveOut81).then_some(81);
        let taken = powers_of_3().filter(move |taken| Some(*taken) != left_out);
        let mut options: Vec<u64> = taken.map_while(|taken| stones.checked_sub(taken)).collect();
        if self.0 == Fault::OptionTwice && *stones > 30 {
            options.extend(options.first().copied());
        }
        options.into_iter()
    }

    fn find(&self, stones: &u64, left: &Follower<u64>) -> Result<u64, Illegal> {
        let to = left.whole()?;
        let Some(taken) = stones.checked_sub(*to) else { return Err("stones are taken".into()) };
        let accepted = match self.0 {
            Fault::CheckTakes2 => Some(2),
            Fault::CheckTakes54 => Some(54),
            Fault::CheckTakes486 => Some(486),
            Fault::CheckTakes10Above1000 if *stones > 1_000 => Some(10),
            _ => None,
        };
        let is_refused =
            self.0 == Fault::CheckRefuses27 && taken == 27 || self.0 == Fault::CheckRefusesAbove60 && *stones > 60;
        let is_power = powers_of_3().any(|power| power == taken) && !is_refused;
        if is_power || accepted == Some(taken) { Ok(*to) } else { Err("a power of 3 is taken".into()) }
    }

    left_is_the_move!();

    fn describe(&self, stones: &u64, to: &u64) -> String {
        let is_wrong =
            self.0 == Fault::DescriptionAbove20 && *stones > 20 || self.0 == Fault::TheSameWordsAbove40 && *stones > 40;
        let taken = if is_wrong { 1 } else { stones - to };
        let times =
            if self.0 == Fault::DescriptionWithoutEnd { usize::try_from(*stones).unwrap_or_default() } else { 0 };
        format!("take {taken} of {stones}{}", " stones".repeat(times.min(1_000)))
    }
}

impl Theory<Self> for PowersOf3 {
    type Solved = Natural;

    fn solve(&self, stones: &u64) -> Natural {
        let wrong = match self.0 {
            Fault::ValueAt101 => Some(101),
            Fault::ValueAt131 => Some(131),
            _ => None,
        };
        let is_wrong = match self.0 {
            Fault::ValueFrom300To900 => (300..900).contains(stones),
            Fault::ValueAbove2To40 => *stones > 1 << 40,
            _ => wrong == Some(*stones),
        };
        (stones % 2 + u64::from(is_wrong)).into()
    }

    fn moves_to<'a>(&'a self, stones: &'a u64, _: &'a Natural, goal: &Goal) -> Option<Moves<'a, u64>> {
        let Goal::Wins(Play::Misere) = goal else {
            let moves: Vec<u64> = self.moves(stones).collect();
            let is_other = self.0 == Fault::OptionsInAnotherOrder && matches!(goal, Goal::All) && *stones > 9;
            return is_other.then(|| Moves::found(moves.into_iter().rev().collect(), |to| Some(*to)));
        };
        let wrong = |left: u64| self.0 == Fault::LostInMisereFrom200 && left > 200;
        let lost = self.moves(stones).filter(|left| left.is_multiple_of(2) == wrong(*left));
        Some(Moves::found(lost.collect(), |to| Some(*to)))
    }

    fn count_to(&self, stones: &u64, solved: &Natural, goal: &Goal) -> Option<Natural> {
        let is_wrong = self.0 == Fault::CountTooSmallFrom200 && *stones > 200 && matches!(goal, Goal::Value(_));
        if is_wrong { Some(Natural::ZERO) } else { self.moves_to(stones, solved, goal).map(|moves| moves.count()) }
    }

    fn explain(&self, stones: &u64, _: &Natural) -> Vec<Step> {
        let rest = stones % 2 + u64::from(self.0 == Fault::ExplanationWithAWrongNumber && *stones > 50);
        vec![Step::new(format!("Here {stones} = 2 × {} + {rest}.", stones / 2))]
    }

    /// Each move changes the parity of the heap, so a heap is like a nim heap of 0 or 1.
    fn tameness(&self, stones: &u64, _: &Natural) -> Tameness {
        match self.0 {
            Fault::FirmEverywhere => Tameness::Firm,
            Fault::FirmFrom500 if *stones >= 500 => Tameness::Firm,
            Fault::ClassOnlyOfEvenHeaps if !stones.is_multiple_of(2) => Tameness::Unknown,
            _ => Tameness::Fickle,
        }
    }
}

/// Clobber on one row, as an impartial game: a stone replaces a neighbouring stone of the other colour.
#[derive(Clone, Debug)]
struct Clobber(Fault);

impl Clobber {
    fn runs(&self, row: &str) -> Vec<String> {
        let mut runs: Vec<String> = vec![String::new()];
        let mut last = '.';
        for stone in row.chars() {
            if stone == '.' || self.0 == Fault::RegionsCutBetweenEqualStones && stone == last {
                runs.push(String::new());
            }
            if let Some(run) = runs.last_mut().filter(|_| stone != '.') {
                run.push(stone);
            }
            last = stone;
        }
        let shortest = if self.0 == Fault::RegionsOfTwoLost { 3 } else { 2 };
        runs.retain(|run| run.len() >= shortest);
        runs
    }
}

fn recoloured(row: &str) -> String {
    let other = |stone| match stone {
        'x' => 'o',
        'o' => 'x',
        gap => gap,
    };
    row.chars().map(other).collect()
}

impl Rules for Clobber {
    type Position = String;
    type Move = String;

    const CARD: Card = Card {
        id: "clobber-row",
        name: "Clobber on a row",
        tags: &[Tag::Boards],
        rules: "A row of stones x and o. A stone takes the place of a neighbour of the other colour. Who cannot move loses.",
        position: "the row, a dot for a gap",
        text_form: "row",
        example: "xoxo",
        moves: &[("xo", ".x", "x takes the place of 2")],
        normal: "Exact, by search.",
        misere: "By search.",
        ..Card::BLANK
    };

    fn legal(&self, row: &String) -> Result<(), Illegal> {
        if row.chars().all(|stone| "xo.".contains(stone)) { Ok(()) } else { Err("a row has x, o and dots".into()) }
    }

    fn moves(&self, row: &String) -> impl Iterator<Item = String> {
        let stones: Vec<char> = row.chars().collect();
        let is_long = stones.len() > 6;
        let end = stones.len() - usize::from(is_long && self.0 == Fault::MovesMissTheLastStone);
        let pairs = (1..end).flat_map(|right| [(right - 1, right), (right, right - 1)]);
        let takes_any = is_long && self.0 == Fault::AnotherColourTakesAbove6;
        pairs.filter_map(move |(from, to)| {
            let mut after = stones.clone();
            let meet = stones[from] != '.' && stones[to] != '.' && (stones[from] != stones[to] || takes_any);
            after[to] = stones[from];
            after[from] = '.';
            meet.then(|| after.into_iter().collect())
        })
    }

    fn find(&self, row: &String, left: &Follower<String>) -> Result<String, Illegal> {
        let to = left.whole()?;
        let is_option = self.moves(row).any(|option| option == *to) || self.0 == Fault::CheckTakesAnything;
        if is_option { Ok(to.clone()) } else { Err("no stone goes there".into()) }
    }

    left_is_the_move!();

    fn describe(&self, row: &String, to: &String) -> String {
        let mut after = row.chars().zip(to.chars()).enumerate();
        let changed = after.find(|(_, (before, after))| before != after && *after != '.');
        changed.map_or_else(String::new, |(place, (_, stone))| {
            let is_from_the_left = place > 0 && to.as_bytes().get(place - 1) == Some(&b'.');
            let from = if is_from_the_left { "" } else { ", from the right" };
            format!("{stone} takes the place of {}{from}", place + 1)
        })
    }

    fn regions(&self, row: &String) -> Vec<String> {
        let mut runs = self.runs(row);
        if self.0 == Fault::ThirdRegionLost && runs.len() > 2 {
            runs.remove(2);
        }
        match self.0 {
            Fault::RegionTwice => runs.extend(runs.first().cloned()),
            Fault::RegionOfOneColourSpoilt => runs.iter_mut().for_each(|run| *run = run.replace("xx", "xo")),
            _ => {}
        }
        runs
    }

    fn key(&self, row: &String) -> String {
        let mirrored: String = row.chars().rev().collect();
        let ways = [recoloured(row), recoloured(&mirrored), mirrored, row.clone()];
        let mut key = ways.into_iter().min().unwrap_or_default();
        match self.0 {
            Fault::KeyWithoutColours => key = "x".repeat(key.len()),
            Fault::KeyTurnsOnlyTheStones => key = key.chars().filter(|stone| *stone == 'x').collect(),
            Fault::KeySpoilsAStone if key.len() > 3 => key.replace_range(1..2, "o"),
            Fault::KeyLosesAStoneAbove9 if key.len() > 9 => {
                key.pop();
            }
            _ => {}
        }
        key
    }

    fn small(&self) -> Vec<String> {
        ["", "x", "xo", "oxo", "xxo", "xxoo", "xoxo", "xoxo.xo", "xxoxo.ox", "oxxoxxo"].map(str::to_owned).into()
    }
}

/// The game in which a move takes 3 stones or divides an even heap into two equal heaps. Its theory is a table.
#[derive(Clone, Debug)]
struct Take3OrHalve(Fault);

/// The largest heap of the table.
const LAST: u64 = 400;

impl Take3OrHalve {
    /// The helper that both the rules and the theory use.
    fn half(&self, stones: u64) -> Option<u64> {
        let is_left_out = self.0 == Fault::HelperOfBothLeavesOutASplit && stones > 12;
        (stones > 0 && stones.is_multiple_of(2) && !is_left_out).then_some(stones / 2)
    }

    /// Returns whether the fault lets `find` accept these two heaps.
    fn divides_wrongly(&self, stones: u64, first: u64, second: u64) -> bool {
        match self.0 {
            Fault::UnequalHalves => self.half(stones).is_some() && first + second == stones,
            Fault::HalvesOfOddHeaps => first == second && first + second + 1 == stones,
            _ => false,
        }
    }
}

impl Rules for Take3OrHalve {
    type Position = u64;
    type Move = Follower<u64>;

    const SPLITS: bool = true;

    const CARD: Card = Card {
        id: "take-3-or-halve",
        name: "Take 3 or halve",
        tags: &[Tag::Heaps],
        rules: "A heap of stones. A move takes 3 of them, or makes two equal heaps of an even one. Who cannot move loses.",
        position: "the stones, at most 400",
        text_form: "stones",
        example: "10",
        moves: &[("10", "5 5", "halve 10")],
        normal: "Exact.",
        misere: "By search while the sum is small.",
        ..Card::BLANK
    };

    fn legal(&self, stones: &u64) -> Result<(), Illegal> {
        if *stones <= LAST { Ok(()) } else { Err("a heap has at most 400 stones".into()) }
    }

    fn moves(&self, stones: &u64) -> impl Iterator<Item = Follower<u64>> {
        let taken = stones.checked_sub(3).map(|left| Follower::sorted(vec![left]));
        let half = self.half(*stones).map(|half| Follower::sorted(vec![half; 2]));
        taken.into_iter().chain(half)
    }

    fn find(&self, stones: &u64, left: &Follower<u64>) -> Result<Follower<u64>, Illegal> {
        let to = &left.clone().into_sorted();
        let is_option = match *to.parts() {
            [left] => match self.0 {
                Fault::Takes4Above40 if *stones > 40 => left + 4 == *stones || left + 3 == *stones,
                Fault::OneHalf => left * 2 == *stones || left + 3 == *stones,
                _ => left + 3 == *stones,
            },
            [first, second] => {
                let is_refused = self.0 == Fault::HalvesRefusedAbove100 && *stones > 100;
                let is_half = first == second && self.half(*stones) == Some(first) && !is_refused;
                is_half || self.divides_wrongly(*stones, first, second)
            }
            [first, second, third] => {
                self.0 == Fault::ThreePartsOfTheRightSum
                    && first + second + third == *stones
                    && stones.is_multiple_of(2)
            }
            _ => false,
        };
        if is_option { Ok(to.clone()) } else { Err("3 are taken, or the heap is halved".into()) }
    }

    left_is_the_move!();

    fn describe(&self, stones: &u64, to: &Follower<u64>) -> String {
        let is_taken = to.parts().len() == 1 || self.0 == Fault::HalvesAreDescribedAsTakes && *stones > 30;
        if is_taken { format!("take 3 of {stones}") } else { format!("halve {stones}") }
    }

    fn small(&self) -> Vec<u64> {
        (0..=20).collect()
    }
}

impl Theory<Self> for Take3OrHalve {
    type Solved = Natural;

    fn solve(&self, stones: &u64) -> Natural {
        let mut values: Vec<u64> = Vec::new();
        for heap in 0..=*stones {
            let taken = heap.checked_sub(3).and_then(|left| values.get(usize::try_from(left).ok()?).copied());
            // Two equal heaps together have the value 0.
            let halved = self.half(heap).map(|_| 0);
            let value = (0..3).find(|value| ![taken, halved].contains(&Some(*value))).unwrap_or_default();
            let is_wrong = matches!(
                (self.0, heap),
                (Fault::TableAt20, 20) | (Fault::TableAt30, 30) | (Fault::TableFrom100To160, 100..160)
            );
            values.push(value + 3 * u64::from(is_wrong));
        }
        values.pop().unwrap_or_default().into()
    }
}

/// Returns the message with which the laws report this fault; `None` if the laws find no fault.
fn said(fault: Fault) -> Option<String> {
    // Each check has its own thread, because a panic does not reset the meter of its thread. On one thread, a check
    // that fails could change the next check.
    let checked = thread::spawn(move || {
        check(&PowersOf3(fault));
        check(&Searched::new(Clobber(fault)));
        check(&Take3OrHalve(fault));
    });
    let panic = checked.join().err()?;
    let message = panic.downcast_ref::<String>().cloned();
    Some(message.or_else(|| panic.downcast_ref::<&str>().map(|said| (*said).to_owned())).unwrap_or_default())
}

#[test]
fn the_laws_see_planted_faults() {
    assert_eq!(said(Fault::None), None, "a game without a fault");
    let mut missed = Vec::new();
    for fault in FAULTS {
        match said(*fault) {
            Some(message) => {
                let names = ["powers-of-3", "clobber-row", "take-3-or-halve"];
                assert!(names.iter().any(|name| message.contains(name)), "{fault:?}: {message}");
            }
            None => missed.push(*fault),
        }
    }
    assert_eq!(missed, [Fault::HelperOfBothLeavesOutASplit], "the faults that the laws do not see");
}
