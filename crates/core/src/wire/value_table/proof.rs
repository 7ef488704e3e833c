//! [`FormulaProof`]: why a formula holds for ever.

use grundy_patterns::FormulaMeaning;
use serde::Serialize;

use super::request::Column;
use super::tabled::{TabledGame, claim, part};
use crate::number::meter::{self, Spent};
use crate::theory::factors::gcd;
use crate::theory::removals::RepeatingFormula;
use crate::wire::known::KnownPeriod;

/// Why a formula holds for ever.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FormulaProof {
    /// The argument in words.
    text: String,
    /// The formula was compared with the rules for all positions below this one.
    compared: u64,
    /// The first position for which the formula is proved.
    #[serde(skip)]
    from: u64,
}

impl FormulaProof {
    /// Says which positions prove the formula, and from where on.
    pub(super) fn sentence(&self) -> String {
        let from = if self.from == 0 { "It".to_owned() } else { format!("From {} on, it", self.from) };
        format!("{from} is proved by the positions below {}.", self.compared)
    }
}

/// How a formula repeats, and the last position up to which it holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct FormulaRepeats {
    pub(super) from: u64,
    pub(super) period: i64,
    pub(super) growth: i64,
    pub(super) holds_to: u64,
}

impl TabledGame<'_> {
    /// Proves a formula of a column, by what a move may take or by the proved period of the values.
    pub(super) fn prove(
        &self,
        column: Column,
        repeats: FormulaRepeats,
        value: &dyn Fn(u64) -> Option<u64>,
    ) -> Result<Option<FormulaProof>, Spent> {
        let first = self.first.filter(|_| !self.are_starts());
        let (Some(first), Some(meaning)) = (first, claim(column, self.play)) else { return Ok(None) };
        let FormulaRepeats { from, period, growth, .. } = repeats;
        if let Some((removals, is_said)) = &self.removals {
            let formula = RepeatingFormula { meaning, from, period, growth, value };
            let proof = meter::within(part(), || removals.prove(&formula));
            meter::go_on(0)?;
            if let Some(proof) = proof.ok().and_then(Result::ok).flatten() {
                let said = "The request says what a move takes, and the rules agree where they were compared. ";
                let text = format!("{}{}", if *is_said { said } else { "" }, proof.argument);
                return Ok(Some(FormulaProof { text, compared: proof.compared, from: 0 }));
            }
        }
        Ok(self.period.and_then(|known| repeats.by_period(known, meaning, first)))
    }
}

impl FormulaRepeats {
    /// Proves a formula that holds for one common period behind the beginnings of both.
    fn by_period(self, known: &KnownPeriod, meaning: FormulaMeaning, first: u64) -> Option<FormulaProof> {
        let (length, saltus) = (i64::try_from(known.length).ok()?, i64::from(known.saltus));
        let common = (self.period / gcd(self.period, length)).checked_mul(length)?;
        let is_same = match meaning {
            FormulaMeaning::Value => self.growth * (common / self.period) == saltus * (common / length),
            FormulaMeaning::Lost { is_misere: false } => self.growth == 0 && saltus == 0,
            _ => false,
        };
        let begins = u64::try_from(known.from).ok()?.max(self.from).max(first);
        let ends = begins.checked_add(u64::try_from(common).ok()?)?;
        let repeats = match self.growth {
            0 => format!("repeats every {}", self.period),
            growth => format!("grows by {growth} every {}", self.period),
        };
        let text = format!(
            "The period {length} of the values is proved. The formula {repeats}. From {begins} on, it holds for one \
             common period of both, {common} in all."
        );
        let is_proved = is_same && known.constant_below == 0 && self.holds_to >= ends;
        is_proved.then(|| FormulaProof { text, compared: self.holds_to.saturating_add(1), from: begins })
    }
}
