//! Misère play of sums with tokens on graphs, if a sum is too large to be searched. The misère types of the vertices
//! ([`crate::theory::graphs::misere`]) decide such sums.

use crate::game::PositionKind;
use crate::game::Step;
use crate::game::{Goal, Solved, Tameness, Value};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::solve::search::Outcomes;
use crate::solve::verdict::{Rank, Verdict, VerdictContext, best_with_tokens};
use crate::solve::winning::Goals;
use crate::solve::{ComponentIndex, Move, SolvedSum, Winner};
use crate::theory::graphs::MoveResult;
use crate::theory::graphs::misere_sum::{MisereSum, Others, TypedToken};
use crate::theory::sources::CONWAY;

/// A sum of tokens and of tame components.
#[derive(Debug)]
pub(crate) struct ByTokenGenus {
    winner: Winner,
    /// The outcomes of the options of each token.
    outcomes: Outcomes,
    /// The tame components, with their classes.
    others: Vec<(ComponentIndex, Tameness)>,
    /// The XOR of the values of all components. In a drawn sum, the tokens are left out, because they may have no
    /// value.
    xor: Natural,
    /// The number of firm components. In a drawn sum, the tokens are left out.
    firm: usize,
    /// A token's winning move that makes progress. The entry has the token's place, the rank of the move, and how much
    /// the move changes the sum of rounds (see [`MisereSum::best_win`]).
    best: Option<(ComponentIndex, usize, i64)>,
}

impl ByTokenGenus {
    /// Creates the sum. Every component must be a token or known to be tame, and at least one must be a token.
    /// Otherwise the result is `None`. It is also `None` if the misère types of the vertices
    /// ([`crate::theory::graphs::misere`]) do not decide every move of a token.
    pub(crate) fn of(position: &SolvedSum) -> Option<Self> {
        let solved = |place: ComponentIndex| &position.parts()[place.part].components;
        let (mut places, mut tokens): (Vec<ComponentIndex>, Vec<TypedToken>) = (Vec::new(), Vec::new());
        let mut others = Vec::new();
        let (mut xor, mut firm) = (Natural::ZERO, 0_usize);
        for place in position.places() {
            meter::go_on(cost::NUMBER).ok()?;
            if let PositionKind::Token(on, at) = solved(place).position_kind(place.index)
                && let Some(token) = on.misere_token(at)
            {
                places.push(place);
                tokens.push(token);
                continue;
            }
            let tameness = solved(place).tameness(place.index);
            let (Value::Nimber(value), true) = (solved(place).value(place.index), tameness != Tameness::Unknown) else {
                return None;
            };
            xor = &xor ^ &value;
            firm += usize::from(tameness == Tameness::Firm);
            others.push((place, tameness));
        }
        if tokens.is_empty() {
            return None;
        }
        let normal = xor.to_u64().and_then(|xor| u32::try_from(xor).ok());
        let sum = MisereSum::new(tokens.clone(), Others { normal, firm: firm > 0 });
        let winner = sum.winner()?;
        let mut outcomes: Vec<(ComponentIndex, Vec<MoveResult>)> =
            places.iter().map(|place| (*place, Vec::new())).collect();
        for (each, outcome) in sum.moves() {
            meter::charge(cost::ENTRY);
            outcomes[each.token].1.push(outcome?);
        }
        let best = sum.best_win().and_then(|(each, change)| {
            let TypedToken { graph, at, .. } = tokens[each.token];
            let rank = graph.options(at).iter().position(|to| *to == each.to)?;
            Some((places[each.token], rank, change))
        });
        if winner != Winner::Draw {
            for token in &tokens {
                let kind = token.types.get(token.at)?;
                xor = &xor ^ &u64::from(kind.value).into();
                firm += usize::from(!kind.is_fickle);
            }
        }
        Some(Self { winner, outcomes: Outcomes(outcomes), others, xor, firm, best })
    }
}

/// The change in the sum of rounds (see [`crate::theory::graphs::misere`]) that [`best_with_tokens`] assumes for some
/// winning moves. These are the moves in components that are not tokens. Such components have rounds, but their rounds
/// are not computed.
const A_ROUND: i64 = -1;

impl Verdict for ByTokenGenus {
    fn winner(&self) -> Winner {
        self.winner
    }

    fn goals(&self, place: ComponentIndex, solved: &dyn Solved, outcome: MoveResult) -> Goals {
        let Ok(at) = self.others.binary_search_by_key(&place, |(at, _)| *at) else {
            return self.outcomes.goals(place, outcome);
        };
        let (_, tameness) = &self.others[at];
        match (self.winner, outcome, solved.value(place.index)) {
            (Winner::Draw, MoveResult::Draw, _) => Goals::one(Goal::All),
            (Winner::First, MoveResult::Win, Value::Nimber(value)) => {
                let firm = self.firm - usize::from(*tameness == Tameness::Firm);
                crate::solve::tame::winning(firm > 0, &self.xor ^ &value)
            }
            _ => Goals::none(),
        }
    }

    fn outcome(&self, place: ComponentIndex, solved: &dyn Solved, to: &dyn Solved, rank: &Rank) -> MoveResult {
        if solved.token(place.index).is_some() {
            return self.outcomes.outcome(place, rank());
        }
        match self.winner {
            Winner::Draw => MoveResult::Draw,
            Winner::First if self.goals(place, solved, MoveResult::Win).contains(to) => MoveResult::Win,
            Winner::First | Winner::Second => MoveResult::Loss,
        }
    }

    fn best(&self, position: &SolvedSum) -> Option<Move> {
        best_with_tokens(self, position, self.best, A_ROUND)
    }

    fn why_winner(&self, here: &VerdictContext) -> Vec<Step> {
        let rule =
            "In misère play tame components count as sums of Nim heaps, of which the last one of more than 1 decides.";
        vec![Step::by(CONWAY, rule), here.so("By that")]
    }
}
