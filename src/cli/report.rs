//! Prints an analysis, or the moves of a position, for people.

use std::fmt::{self, Display};

use grundy_core::game::{Fact, Positions, Solved, Source, Value};
use grundy_core::number::Natural;
use grundy_core::solve::compound::{CombinedMove, CompoundSolution, RatedCombinedMove};
use grundy_core::solve::explain::{Explanation, Reason};
use grundy_core::solve::{
    AnySolution, ComponentIndex, Filter, Genera, ListingStart, Move, RatedMove, Solution, Sum, Summand, Winner,
};
use grundy_core::theory::compounds::Compound;
use grundy_core::theory::genus::Genus;
use grundy_core::theory::graphs::MoveResult;
use grundy_core::wire::analysis::Analysis;
use grundy_core::wire::choice::Choice;
use grundy_core::wire::compound::ComponentNumber;
use grundy_core::wire::fault::cut;

/// An analysis for people: the winner, a table of the components, the recommended move, and the other parts that were
/// asked for.
pub struct AnalysisReport<'a> {
    /// The analysis.
    pub analysis: &'a Analysis,
    /// The keys of games in the order of the request.
    pub order: &'a [String],
}

impl Display for AnalysisReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { analysis, order } = self;
        let solution = &analysis.solution;
        let position = solution.position();
        let (is_misere, head, about) = match solution {
            AnySolution::Sum(sum) => (sum.is_misere(), "value", whole(analysis)),
            AnySolution::Compound(sum) => (sum.is_misere(), "number or outcome", sum.rule().compound.rule().to_owned()),
        };
        let winner = match solution.winner() {
            Winner::First => "The player to move wins",
            Winner::Second => "The other player wins",
            Winner::Draw => "Nobody can force a win",
        };
        let play = if is_misere { "misère play: who cannot move wins" } else { "normal play: who cannot move loses" };
        writeln!(f, "{winner} ({play}). {about}\n")?;
        let rows = places(position, order).into_iter().map(|place| {
            let part = &position.parts()[place.part];
            let written = cut_short(&part.components.written(place.index).to_string());
            let value = match solution {
                AnySolution::Sum(_) => analysis.value(place).words(),
                AnySolution::Compound(solution) => number(solution, place),
            };
            [part.key.to_string(), written, value]
        });
        table(f, &["game", "position", head], &rows.collect::<Vec<_>>())?;
        match solution {
            AnySolution::Sum(solution) => {
                if is_misere {
                    writeln!(f, "\nValues are the Grundy values of normal play.")?;
                }
                self.advise(solution, f)?;
                if analysis.own.remoteness {
                    writeln!(f, "{}", lasting(solution))?;
                }
                if let Some(genera) = &analysis.genera {
                    writeln!(f, "\n{}", in_genera(solution, genera))?;
                }
                if let Some(line) = analysis.line.as_ref().filter(|line| !line.is_empty()) {
                    let moves: Vec<String> = line.iter().flatten().map(ToString::to_string).collect();
                    writeln!(f, "As recommended, play goes on: {}.", moves.join("; "))?;
                }
            }
            AnySolution::Compound(solution) => self.advise_compound(solution, f)?,
        }
        analysis.explanation.as_ref().map_or(Ok(()), |explanation| reasons(explanation, order, f))
    }
}

impl AnalysisReport<'_> {
    fn advise(&self, solution: &Solution, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let analysis = self.analysis;
        let best = analysis.best.as_ref().and_then(|CombinedMove(moves)| moves.first());
        let Some(best) = best else { return writeln!(f, "\nThere is no move.") };
        let Move { place, made } = best;
        let to = solution.position().left(best);
        let Summand { key, components: positions, .. } = part(solution, *place);
        let count = &analysis.winning_count;
        let is_drawn = analysis.own.choice != Choice::default();
        let advice = match solution.winner() {
            winner if is_drawn && is_mistake(winner, solution.outcome(best)) => {
                "The move drawn is a mistake".to_owned()
            }
            Winner::Second if is_drawn => "No move wins; the one drawn is".to_owned(),
            Winner::First => match count {
                None => "A move that wins is".to_owned(),
                Some(count) if *count == 1 => "One move wins".to_owned(),
                Some(count) => format!("{} moves win, such as", count.short()),
            },
            Winner::Second => "No move wins; one of the moves is".to_owned(),
            Winner::Draw => keeping_draw(&solution.drawing_count()),
        };
        let text = positions.describe(place.index, made);
        let from = cut_short(&positions.written(place.index).to_string());
        let parts = (0..to.len()).map(|index| to.written(index).to_string());
        let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
        let left = if parts.is_empty() { "nothing".to_owned() } else { cut_short(&parts.join(" + ")) };
        writeln!(f, "\n{advice}: {text} ({key} {from} → {left})")
    }

    fn advise_compound(&self, solution: &CompoundSolution, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let analysis = self.analysis;
        let count = analysis.winning_count.clone().unwrap_or(Natural::ZERO);
        let advice = match solution.winner() {
            Winner::First if count == 1 => "One move wins".to_owned(),
            Winner::First => format!("{} moves win, such as", count.short()),
            Winner::Second => "No move wins; one to make anyway is".to_owned(),
            Winner::Draw => keeping_draw(&solution.drawing_count()),
        };
        match &analysis.best {
            Some(best) => writeln!(f, "\n{advice}: {}", best.describe(solution.position()))?,
            None => writeln!(f, "\nThere is no move.")?,
        }
        if analysis.own.remoteness {
            match solution.remoteness() {
                Some(length) if length == 1 => writeln!(f, "The game lasts 1 move.")?,
                Some(length) => writeln!(f, "The game lasts {} moves.", length.short())?,
                None if solution.rule().compound == Compound::Conjunctive => {
                    writeln!(f, "How long the game lasts is not known.")?;
                }
                None => writeln!(f, "How long the game lasts is worked out for conjunctive compounds only.")?,
            }
        }
        for (turn, moves) in (1..).zip(analysis.line.iter().flatten()) {
            let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
            writeln!(f, "Move {turn} as recommended: {}.", moves.join("; "))?;
        }
        Ok(())
    }
}

/// Writes the steps of an explanation. The steps about a component stand below a line that names the component.
fn reasons(explanation: &Explanation, order: &[String], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let same = |left: &Reason, right: &Reason| (&left.game, left.index) == (&right.game, right.index);
    let is_step = |reason: &&Reason| !matches!(reason.fact, Fact::Definition(_));
    let mut steps: Vec<Reason> = explanation.0.iter().filter(is_step).cloned().collect();
    let has_definitions = steps.len() < explanation.0.len();
    // The rules of a compound come first, and the steps for the whole last.
    let rules = steps.iter().position(|reason| reason.game.is_some()).unwrap_or(0);
    steps[rules..].sort_by_key(|reason| reason.game.as_ref().map_or(usize::MAX, |game| rank(order, game)));
    let mut sorted = Explanation(steps);
    if has_definitions {
        // In this order, other steps may be the first that use a term.
        sorted = sorted.with_terms();
    }
    for (chunk, reasons) in sorted.0.chunk_by(same).enumerate() {
        match reasons[0].game.as_ref().zip(reasons[0].index) {
            Some((game, index)) => writeln!(f, "\n{game} {index}")?,
            None if chunk == 0 && rules > 0 => writeln!(f, "\nThe compound")?,
            None => writeln!(f, "\nThe whole")?,
        }
        for Reason { fact, source, .. } in reasons {
            writeln!(f, "  {}", fact.text())?;
            if let Some(Source { author, year, title }) = source {
                writeln!(f, "    ({author} {year}: {title})")?;
            }
        }
    }
    Ok(())
}

/// Returns the index of a key in `order`, or the length of `order` if the key is not there.
pub(super) fn rank(order: &[String], key: &str) -> usize {
    order.iter().position(|asked| asked == key).unwrap_or(order.len())
}

/// Returns the indices of all components, in the order of the request.
pub(super) fn places<R: AsRef<dyn Positions> + ?Sized>(position: &Sum<R>, order: &[String]) -> Vec<ComponentIndex> {
    let mut places: Vec<ComponentIndex> = position.places().collect();
    places.sort_by_key(|place| rank(order, &position.parts()[place.part].key));
    places
}

/// The moves of a position: the number of moves, and a table of the first ones.
pub struct MovesReport<'s> {
    /// The solved position.
    pub solution: &'s AnySolution,
    /// Selects the moves that are shown.
    pub filter: Filter,
    /// The largest number of moves that are shown.
    pub limit: usize,
}

impl MovesReport<'_> {
    /// Returns the name of the second column, and the rows of all moves.
    fn rows(&self) -> (&'static str, Box<dyn Iterator<Item = [String; 3]> + '_>) {
        let position = self.solution.position();
        match self.solution {
            AnySolution::Sum(solution) => {
                let row = move |RatedMove { r#move, value: worth, outcome, .. }| {
                    let worth = worth.as_ref().map_or_else(|| "not worked out".to_owned(), Value::words);
                    [solution.describe(&r#move), worth, outcome_word(outcome).to_owned()]
                };
                ("value", Box::new(solution.moves(self.filter, ListingStart::START).map(row)))
            }
            AnySolution::Compound(solution) => {
                let row = move |RatedCombinedMove { combined, outcome, .. }| {
                    [combined.describe(position), combined.0.len().to_string(), outcome_word(outcome).to_owned()]
                };
                ("changes", Box::new(solution.moves(self.filter, Natural::ZERO).map(row)))
            }
        }
    }
}

impl Display for MovesReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winning = self.solution.winning_count();
        let winning = winning.map_or_else(|| "not counted".to_owned(), |count| count.short().to_string());
        writeln!(f, "Moves: {}. Winning moves: {winning}.", self.solution.count().short())?;
        let (head, mut moves) = self.rows();
        let rows: Vec<_> = moves.by_ref().take(self.limit).collect();
        if !rows.is_empty() {
            writeln!(f)?;
            table(f, &["move", head, "outcome"], &rows)?;
        }
        match (moves.next(), moves.next()) {
            (None, _) => Ok(()),
            (_, None) => writeln!(f, "\nThere is one more: --limit shows it."),
            _ => writeln!(f, "\nThere are more: a larger --limit shows more of them."),
        }
    }
}

/// Says how many moves keep a draw, before one of them.
fn keeping_draw(count: &Natural) -> String {
    if *count == 1 {
        "One move keeps the draw".to_owned()
    } else {
        format!("{} moves keep the draw, such as", count.short())
    }
}

/// Returns the number or the word for a component of a compound.
fn number(solution: &CompoundSolution, place: ComponentIndex) -> String {
    let label = solution.label(place).map(|label| ComponentNumber { label, rule: solution.rule() });
    label.map_or_else(String::new, |number| number.to_string())
}

fn part(solution: &Solution, place: ComponentIndex) -> &Summand<dyn Solved> {
    &solution.position().parts()[place.part]
}

/// Returns a verb for the outcome of a move, as the player who makes the move sees it.
const fn outcome_word(outcome: MoveResult) -> &'static str {
    match outcome {
        MoveResult::Win => "wins",
        MoveResult::Draw => "draws",
        MoveResult::Loss => "loses",
    }
}

/// Returns whether a move is a mistake: its outcome is worse than the outcome of the position.
fn is_mistake(winner: Winner, outcome: MoveResult) -> bool {
    match winner {
        Winner::First => outcome != MoveResult::Win,
        Winner::Draw => outcome == MoveResult::Loss,
        Winner::Second => false,
    }
}

/// Returns a sentence about the length of a perfect game.
fn lasting(solution: &Solution) -> String {
    match (solution.remoteness(), solution.at_most()) {
        (Some(1), _) => "A perfect game lasts 1 move.".to_owned(),
        (Some(moves), _) => format!("A perfect game lasts {moves} moves."),
        (None, Some(most)) => format!("A perfect game lasts at most {most} moves."),
        (None, None) if solution.winner() == Winner::Draw => "A perfect game never ends.".to_owned(),
        (None, None) => "How long a perfect game lasts is not known.".to_owned(),
    }
}

/// Returns a sentence about the genus of the sum. If there are several components, the sentence also has the genus of
/// each component.
fn in_genera(solution: &Solution, genera: &Genera) -> String {
    let words = |genus: Option<&Genus<Natural>>| genus.map_or_else(|| "not known".to_owned(), Genus::to_string);
    let each: Vec<String> = solution.position().places().map(|place| words(genera.of(place))).collect();
    match &each[..] {
        [_] | [] => format!("The genus is {}.", words(genera.sum.as_ref())),
        each => format!("The genus is {}; of the components {}.", words(genera.sum.as_ref()), each.join(", ")),
    }
}

/// Returns a sentence about the value of the whole sum.
fn whole(analysis: &Analysis) -> String {
    match analysis.whole().as_deref() {
        Some(Value::Nimber(value)) => format!("The Grundy value is {}.", value.short()),
        Some(infinite) => format!("The value is {}.", infinite.words()),
        None => "Only the winner is worked out, not the Grundy value.".to_owned(),
    }
}

/// Shortens a long text, and ends it with “…”.
#[must_use]
pub fn cut_short(text: &str) -> String {
    let head = cut(text);
    if head == text { text.to_owned() } else { format!("{head}…") }
}

/// Prints a table of three columns under their headings.
fn table(f: &mut fmt::Formatter<'_>, head: &[&str; 3], rows: &[[String; 3]]) -> fmt::Result {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([head[column].len()]).max().unwrap_or_default()
    };
    let (first, second) = (width(0), width(1));
    writeln!(f, "  {:first$}  {:second$}  {}", head[0], head[1], head[2])?;
    for [game, position, value] in rows {
        writeln!(f, "  {game:first$}  {position:second$}  {value}")?;
    }
    Ok(())
}
