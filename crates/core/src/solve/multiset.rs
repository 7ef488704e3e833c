//! Misère play of sums with deletion games: searched as multisets of the parts that no move ties together.

use crate::game::Goal;
use crate::game::also::Nature;
use crate::game::run::Run;
use crate::number::Natural;
use crate::number::meter;
use crate::solve::search::{MAX_WEIGHT, explicit, outcome, ranks};
use crate::solve::verdict::{Best, Here, Verdict};
use crate::solve::winning::Goals;
use crate::solve::{Place, Position, Winner};
use crate::theory::deletion::Sums;
use crate::theory::graphs::Outcome;
use crate::theory::graphs::product::ProductLimits;
use crate::theory::misere::multisets::Summands;
use crate::theory::step::Step;

/// A sum that was searched.
#[derive(Debug)]
pub(crate) struct Multiset {
    /// The components that have options, with the outcome of each option by its rank.
    outcomes: Vec<(Place, Vec<Outcome>)>,
}

/// A component that has options, with what each of them leaves of it.
struct Alive {
    place: Place,
    parts: Summands,
    options: Vec<Summands>,
}

/// The parts of a component of a deletion game; none of other games.
fn cells(run: &dyn Run, index: usize, sums: &mut Sums) -> Option<Summands> {
    match run.nature(index) {
        Nature::Cells(parts) => parts(sums),
        _ => None,
    }
}

impl Multiset {
    /// Searches a solved sum in misère play; none where no deletion game is in it, another component is over the limits or may be
    /// played for ever, or the meter is spent.
    pub(crate) fn of(position: &Position, limits: ProductLimits) -> Option<Self> {
        let (mut sums, mut weight) = (Sums::default(), MAX_WEIGHT);
        // All of a run are positions of one game.
        let mut runs = position.parts().iter().map(|part| &*part.run);
        if !runs.any(|run| !run.is_empty() && cells(run, 0, &mut sums).is_some()) {
            return None;
        }
        let mut alive = Vec::new();
        for (place, run) in position.components() {
            if run.option_count(place.index).is_zero() {
                continue;
            }
            if let Some(parts) = cells(run, place.index, &mut sums) {
                let list = run.list(place.index, &Goal::Any);
                let mut options = Vec::new();
                while let Some(option) = list.nth(&Natural::from(options.len())) {
                    options.push(cells(&*option, 0, &mut sums)?);
                }
                alive.push(Alive { place, parts, options });
            } else {
                let (graph, at) = explicit(run, place.index, limits, &mut weight)?;
                let vertices = sums.vertices(&graph, at)?;
                let options = graph.options(at).iter().map(|to| vertices.get(to).cloned()).collect::<Option<_>>()?;
                alive.push(Alive { place, parts: vertices.get(&at)?.clone(), options });
            }
        }
        let mut outcomes = Vec::with_capacity(alive.len());
        for Alive { place, options, .. } in &alive {
            let others = alive.iter().filter(|other| other.place != *place);
            let rest = Summands::of(others.flat_map(|other| other.parts.list()).copied());
            let mut found = Vec::with_capacity(options.len());
            for option in options {
                meter::go_on(0).ok()?;
                let wins = sums.wins(&rest.beside(option)).ok()?;
                found.push(if wins { Outcome::Loss } else { Outcome::Win });
            }
            outcomes.push((*place, found));
        }
        Some(Self { outcomes })
    }
}

impl Verdict for Multiset {
    fn winner(&self) -> Winner {
        let mut outcomes = self.outcomes.iter().flat_map(|(_, outcomes)| outcomes);
        // Who cannot move wins.
        let wins = self.outcomes.is_empty() || outcomes.any(|outcome| *outcome == Outcome::Win);
        if wins { Winner::First } else { Winner::Second }
    }

    fn goals(&self, place: Place, _run: &dyn Run, wanted: Outcome) -> Goals {
        Goals::one(Goal::Ranks(ranks(&self.outcomes, place, wanted)))
    }

    fn outcome(&self, place: Place, _run: &dyn Run, _to: &dyn Run, rank: &dyn Fn() -> usize) -> Outcome {
        outcome(&self.outcomes, place, rank()).unwrap_or(Outcome::Loss)
    }

    fn why_winner(&self, here: &Here) -> Vec<Step> {
        let what = "Equal parts do not cancel in misère play, so the sum was searched part by part, to all its ends";
        vec![Step::new(format!("{what}: {}.", here.who))]
    }

    fn why_move(&self, best: &Best) -> String {
        format!("This move leaves a sum that the search found lost: {}.", best.words())
    }
}
