//! Misère play of sums in which some component belongs to a deletion game or is a heap ([`PositionKind::Heap`]). Such
//! sums are searched as multisets of independent parts.

use crate::game::PositionKind;
use crate::game::Step;
use crate::game::{Goal, Solved};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::solve::search::{MAX_WEIGHT, Outcomes, graph_of};
use crate::solve::verdict::{MoveContext, Rank, Verdict, VerdictContext};
use crate::solve::winning::Goals;
use crate::solve::{ComponentIndex, SolvedSum, Winner};
use crate::theory::graphs::MoveResult;
use crate::theory::graphs::product::ProductLimits;
use crate::theory::misere::multisets::Summands;
use crate::theory::misere::sums::Sums;

/// The result of searching a sum as a multiset of independent parts.
#[derive(Debug)]
pub(crate) struct ByParts {
    /// The outcomes of the options of each component that has options.
    outcomes: Outcomes,
}

/// A component that has options. `parts` are its independent parts, and `options` has the independent parts of each
/// option.
struct ActiveComponent {
    place: ComponentIndex,
    parts: Summands,
    options: Vec<Summands>,
}

/// The largest heap that is searched. It is limited because a table has an entry for each heap up to the largest.
pub(super) const LARGEST_HEAP: usize = 100_000;

/// A sum is first searched, and then a quotient is looked for. The first search is omitted if all heaps of the sum
/// together have more than this number of tokens. Such a search would rarely succeed. A quotient helps more, because
/// all later requests find it in the cache.
const FEW_TOKENS: u64 = 100;

/// The first search, before a quotient is looked for, may use at most the remaining steps divided by this number.
/// Looking for a quotient needs a hundred times as many steps as this search.
const PART_TO_TRY: u64 = 256;

impl ByParts {
    /// True if some component belongs to a deletion game or is a heap ([`PositionKind::Heap`]). Other sums are searched
    /// as a whole.
    pub(crate) fn is_for(position: &SolvedSum) -> bool {
        // It suffices to test the first component of each part, because all components of a part belong to the same
        // game.
        let mut parts = position.parts().iter().map(|part| &*part.components).filter(|solved| !solved.is_empty());
        parts.any(|solved| matches!(solved.position_kind(0), PositionKind::Cells(_) | PositionKind::Heap(..)))
    }

    /// Searches a sum before a quotient is looked for. `left` is the number of steps that remain. The search may use at
    /// most `left` / `PART_TO_TRY` steps, and never more than [`meter::SMALL_PART`]. `None` if all heaps together have more
    /// than `FEW_TOKENS` tokens, or if the search fails.
    pub(crate) fn soon(position: &SolvedSum, limits: ProductLimits, left: u64) -> Option<Self> {
        let tokens = |(place, solved): (ComponentIndex, &dyn Solved)| match solved.position_kind(place.index) {
            PositionKind::Heap(_, heap) => heap.to_u64(),
            _ => Some(0),
        };
        let tokens = position.components().map(tokens).try_fold(0, |sum: u64, tokens| sum.checked_add(tokens?))?;
        if tokens > FEW_TOKENS {
            return None;
        }
        Self::within(position, limits, meter::SMALL_PART.min(left / PART_TO_TRY))
    }

    /// Searches a sum in at most `most` steps. Even if this fails, the results for smaller sums are kept for the next
    /// search.
    pub(crate) fn within(position: &SolvedSum, limits: ProductLimits, most: u64) -> Option<Self> {
        meter::within(most, || Self::of(position, limits)).ok().flatten()
    }

    /// Searches a solved sum in misère play. `None` if [`Self::is_for`] is false for the sum, if a heap or the number
    /// of options is too large, or if the meter is spent. Components that are neither heaps nor positions of a deletion
    /// game must not exceed the limits, and their play must end. Otherwise the result is `None`, too.
    pub(crate) fn of(position: &SolvedSum, limits: ProductLimits) -> Option<Self> {
        if !Self::is_for(position) {
            return None;
        }
        meter::work_at("the search of the sum");
        let mut sums = position.misere.sums();
        let alive = alive(position, limits, &mut sums)?;
        let mut outcomes = Vec::with_capacity(alive.len());
        for ActiveComponent { place, options, .. } in &alive {
            let others = alive.iter().filter(|other| other.place != *place);
            let rest = Summands::of(others.flat_map(|other| other.parts.list()).copied());
            let mut found = Vec::with_capacity(options.len());
            for option in options {
                meter::go_on(0).ok()?;
                let wins = sums.wins(&rest.beside(option)).ok()?;
                found.push(if wins { MoveResult::Loss } else { MoveResult::Win });
            }
            outcomes.push((*place, found));
        }
        Some(Self { outcomes: Outcomes(outcomes) })
    }
}

/// Returns the components that have options. `None` if a heap or the number of options is too large, or if the meter is
/// spent. Components that are neither heaps nor positions of a deletion game must not exceed `limits`, and their play
/// must end. Otherwise the result is `None`, too.
fn alive(position: &SolvedSum, limits: ProductLimits, sums: &mut Sums) -> Option<Vec<ActiveComponent>> {
    let most = Natural::from(meter::left() / cost::COMPONENT);
    let (mut alive, mut weight, mut count) = (Vec::new(), MAX_WEIGHT, Natural::ZERO);
    for (place, solved) in position.components() {
        let of_part = solved.count(place.index, &Goal::All);
        if of_part.is_zero() {
            continue;
        }
        count = &count + &of_part;
        if count > most {
            return None;
        }
        let (parts, options) = match solved.position_kind(place.index) {
            PositionKind::Heap(solved, heap) => {
                let heap = heap.to_usize().filter(|heap| *heap <= LARGEST_HEAP)?;
                let parts = sums.heaps(solved, [heap]).ok()?;
                let mut options = Vec::new();
                // The options come in the order of their ranks.
                for heaps in solved.moves().options(heap) {
                    options.push(sums.heaps(solved, heaps).ok()?);
                }
                (parts, options)
            }
            PositionKind::Cells(cells) => {
                let parts = cells.parts(sums)?;
                let list = solved.moves(place.index, &Goal::All);
                let mut options = Vec::new();
                while let Some(made) = list.nth(&Natural::from(options.len())) {
                    let left = solved.follow(place.index, &made);
                    let PositionKind::Cells(left) = solved.position_kind_of(&*left, 0) else { return None };
                    options.push(left.parts(sums)?);
                }
                (parts, options)
            }
            _ => {
                let (graph, at) = graph_of(solved, place.index, limits, &mut weight)?;
                let vertices = sums.vertices(&graph, at)?;
                let options = graph.options(at).iter().map(|to| vertices.get(to).cloned()).collect::<Option<_>>()?;
                (vertices.get(&at)?.clone(), options)
            }
        };
        // If the meter is spent by now, options are missing.
        meter::go_on(0).ok()?;
        alive.push(ActiveComponent { place, parts, options });
    }
    Some(alive)
}

impl Verdict for ByParts {
    fn winner(&self) -> Winner {
        let mut outcomes = self.outcomes.0.iter().flat_map(|(_, outcomes)| outcomes);
        // In misère play the player who cannot move wins.
        let wins = self.outcomes.0.is_empty() || outcomes.any(|outcome| *outcome == MoveResult::Win);
        if wins { Winner::First } else { Winner::Second }
    }

    fn goals(&self, place: ComponentIndex, _solved: &dyn Solved, wanted: MoveResult) -> Goals {
        self.outcomes.goals(place, wanted)
    }

    fn outcome(&self, place: ComponentIndex, _solved: &dyn Solved, _to: &dyn Solved, rank: &Rank) -> MoveResult {
        self.outcomes.outcome(place, rank())
    }

    fn shows_outcomes(&self, _position: &SolvedSum) -> bool {
        true
    }

    fn why_winner(&self, here: &VerdictContext) -> Vec<Step> {
        let what =
            "Values do not decide this sum in misère play, so all positions that moves in it lead to were searched";
        vec![here.so(format!("{what}:"))]
    }

    fn why_move(&self, best: &MoveContext) -> String {
        format!("This move leaves a sum that the search found lost: {}.", best.words())
    }
}
