//! Reports for people about compounds other than sums: an analysis, or a list of moves.

use std::fmt::{self, Display};

use grundy_core::number::Natural;
use grundy_core::solve::compound::{CombinedMove, CompoundSolution, RatedCombinedMove};
use grundy_core::solve::{Filter, Winner};
use grundy_core::wire::compound::{ComponentNumber, CompoundAnalysis};

use super::report::{cut_short, outcome_word, rank, reasons, table};

/// An analysis for people: the winner, a table of the components, the recommended move, and the other parts that were
/// asked for.
pub struct CompoundReport<'a> {
    /// The analysis.
    pub analysis: &'a CompoundAnalysis,
    /// The keys of the games in the order of the request.
    pub order: &'a [String],
}

impl Display for CompoundReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { analysis, order } = *self;
        let solution = &analysis.solution;
        let winner = match solution.winner() {
            Winner::First => "The player to move wins",
            Winner::Second => "The other player wins",
            Winner::Draw => "Nobody can force a win",
        };
        let play = if solution.is_misere() {
            "misère play: who cannot move wins"
        } else {
            "normal play: who cannot move loses"
        };
        let rule = solution.rule();
        writeln!(f, "{winner} ({play}). {}\n", rule.compound.rule())?;
        let mut labels: Vec<_> = solution.labels().collect();
        labels.sort_by_key(|(place, _)| rank(order, &solution.position().parts()[place.part].key));
        let rows = labels.into_iter().map(|(place, label)| {
            let part = &solution.position().parts()[place.part];
            let position = cut_short(&part.components.written(place.index).to_string());
            let number = ComponentNumber { label, rule }.to_string();
            let number = match &*number {
                "N" => "won".to_owned(),
                "P" => "lost".to_owned(),
                _ => number,
            };
            [part.key.to_string(), position, number]
        });
        table(f, &["game", "position", "number or outcome"], &rows.collect::<Vec<_>>())?;
        let count = &analysis.winning_count;
        let advice = match solution.winner() {
            Winner::First if *count == 1 => "One move wins".to_owned(),
            Winner::First => format!("{} moves win, such as", count.short()),
            Winner::Second => "No move wins; one to make all the same is".to_owned(),
            Winner::Draw => format!("{} moves keep the draw, such as", solution.drawing_count().short()),
        };
        match &analysis.best {
            Some(best) => writeln!(f, "\n{advice}: {}", solution.describe(best))?,
            None => writeln!(f, "\nThere is no move.")?,
        }
        if analysis.own.remoteness {
            match solution.remoteness() {
                Some(length) if length == 1 => writeln!(f, "The game lasts 1 move.")?,
                Some(length) => writeln!(f, "The game lasts {} moves.", length.short())?,
                None => writeln!(f, "How long the game lasts is not known.")?,
            }
        }
        for (turn, moves) in (1..).zip(analysis.line.iter().flatten()) {
            let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
            writeln!(f, "Move {turn} as recommended: {}.", moves.join("; "))?;
        }
        analysis.explanation.as_ref().map_or(Ok(()), |explanation| reasons(explanation, order, f))
    }
}

/// A report for people about the moves of a compound: the number of moves, and a table of the first moves.
pub struct CompoundMovesReport<'s> {
    /// The solution.
    pub solution: &'s CompoundSolution,
    /// Selects the moves that are shown.
    pub filter: Filter,
    /// The largest number of moves that are shown.
    pub limit: usize,
}

impl Display for CompoundMovesReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { solution, filter, limit } = *self;
        let (all, winning) = (solution.count(), solution.winning_count());
        writeln!(f, "Moves: {}. Winning moves: {}.", all.short(), winning.short())?;
        let mut moves = solution.moves(filter, Natural::ZERO);
        let row = |RatedCombinedMove { combined, outcome, .. }: &RatedCombinedMove| {
            let CombinedMove(changes) = combined;
            [solution.describe(combined), changes.len().to_string(), outcome_word(*outcome).to_owned()]
        };
        let rows: Vec<_> = moves.by_ref().take(limit).map(|listed| row(&listed)).collect();
        if !rows.is_empty() {
            writeln!(f)?;
            table(f, &["move", "changes", "outcome"], &rows)?;
        }
        if moves.next().is_some() { writeln!(f, "\nThere are more: --limit shows them.") } else { Ok(()) }
    }
}
