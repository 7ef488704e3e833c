//! Misère play of sums with tokens on graphs, decided by misère types (see [`crate::theory::graphs::misere`]) where the
//! sum is too large to be searched.

use crate::game::{Class, Goal, Value};
use crate::number::Natural;
use crate::number::meter;
use crate::solve::search::{outcome, ranks};
use crate::solve::winning::Goals;
use crate::solve::{Place, Position, Winner};
use crate::theory::graphs::Outcome;
use crate::theory::graphs::misere_sum::{MisereSum, Others, Token};

/// What a component takes to be looked at.
const STEPS_A_COMPONENT: u64 = 20;

/// A sum of tokens and of tame components.
#[derive(Debug)]
pub(crate) struct Typed {
    pub(crate) winner: Winner,
    /// The tokens, with the outcome of each of their options by its rank.
    outcomes: Vec<(Place, Vec<Outcome>)>,
    /// The other components, with their classes.
    others: Vec<(Place, Class)>,
    /// The XOR of all components' values, a token's being that of its type.
    xor: Natural,
    /// How many components are fixed.
    fixed: usize,
    /// The token's move that wins and makes progress, by its rank, and by how much the sum of rounds changes.
    pub(crate) best: Option<(Place, usize, i64)>,
}

impl Typed {
    /// The sum, if it has tokens and types decide all their moves.
    pub(crate) fn of(position: &Position) -> Option<Self> {
        let run = |place: Place| &position.parts()[place.part].run;
        let (mut places, mut tokens): (Vec<Place>, Vec<Token>) = (Vec::new(), Vec::new());
        let mut others = Vec::new();
        let (mut xor, mut fixed) = (Natural::ZERO, 0_usize);
        for place in position.places() {
            meter::go_on(STEPS_A_COMPONENT).ok()?;
            if let Some(token) = run(place).misere_token(place.index) {
                places.push(place);
                tokens.push(token);
                continue;
            }
            let class = run(place).class(place.index);
            let (Value::Nimber(value), true) = (run(place).value(place.index), class != Class::Unknown) else {
                return None;
            };
            xor = &xor ^ &value;
            fixed += usize::from(class == Class::Fixed);
            others.push((place, class));
        }
        if tokens.is_empty() {
            return None;
        }
        let normal = xor.to_u64().and_then(|xor| u32::try_from(xor).ok());
        let sum = MisereSum::new(tokens.clone(), Others { normal, firm: fixed > 0 });
        let winner: Winner = sum.winner()?.into();
        let mut outcomes: Vec<(Place, Vec<Outcome>)> = places.iter().map(|place| (*place, Vec::new())).collect();
        for (each, outcome) in sum.moves() {
            meter::charge(5);
            outcomes[each.token].1.push(outcome?);
        }
        let best = sum.best_win().and_then(|(each, change)| {
            let Token { graph, at, .. } = tokens[each.token];
            let rank = graph.options(at).iter().position(|to| *to == each.to)?;
            Some((places[each.token], rank, change))
        });
        if winner != Winner::Draw {
            for token in &tokens {
                let kind = token.types.get(token.at)?;
                xor = &xor ^ &u64::from(kind.normal()).into();
                fixed += usize::from(kind.is_firm());
            }
        }
        Some(Self { winner, outcomes, others, xor, fixed, best })
    }

    /// The outcome of the option of a rank of the component at a place, if that is a token.
    pub(crate) fn outcome(&self, place: Place, rank: usize) -> Option<Outcome> {
        outcome(&self.outcomes, place, rank)
    }

    /// The options of the component at a place that have an outcome.
    pub(crate) fn goals(&self, place: Place, value: &Value, outcome: Outcome) -> Goals {
        let Ok(at) = self.others.binary_search_by_key(&place, |(at, _)| *at) else {
            return Goals::one(Goal::Ranks(ranks(&self.outcomes, place, outcome)));
        };
        let (_, class) = &self.others[at];
        match (self.winner, outcome, value) {
            (Winner::Draw, Outcome::Draw, _) => Goals::one(Goal::Any),
            (Winner::First, Outcome::Win, Value::Nimber(value)) => {
                let rest = &self.xor ^ value;
                let fixed = self.fixed - usize::from(*class == Class::Fixed);
                crate::solve::tame::winning(fixed > 0, rest)
            }
            _ => Goals::none(),
        }
    }
}
