//! What the command line prints: an analysis and the catalogue, for people.

use std::fmt::{self, Display};

use crate::explanation::{Explanation, Reason};
use crate::fault::{Faults, cut};
use crate::game::{Card, Source};
use crate::games::{Component, Kind};
use crate::limits::Limits;
use crate::oracle::{Move, Play, Solution, Winner};
use crate::request::{Explain, Request};

/// The question that arguments such as `euclid=5,26` ask.
///
/// # Errors
/// Everything that is wrong with them.
pub fn question(arguments: &[String], play: Play, explain: Explain, limits: &Limits) -> Result<Request, Faults> {
    let mut query = form_urlencoded::Serializer::new(String::new());
    for argument in arguments {
        let (name, value) = argument.split_once('=').unwrap_or((argument, ""));
        query.append_pair(name, value);
    }
    let request = Request::from_query(&query.finish(), limits).map_err(|rejected| rejected.faults)?;
    Ok(Request { play, extra: explain, ..request })
}

/// An analysis for people: who wins, a table of the components, the move.
pub struct Report<'s> {
    solution: &'s Solution<'s>,
    play: Play,
    explain: Explain,
}

impl<'s> Report<'s> {
    /// The report of a solution.
    #[must_use]
    pub fn new(solution: &'s Solution<'s>, play: Play, explain: Explain) -> Self {
        Self { solution, play, explain }
    }
}

impl Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let solution = self.solution;
        let winner = match solution.winner() {
            Winner::First => "The player to move wins",
            Winner::Second => "The other player wins",
        };
        let convention = match self.play {
            Play::Normal => "normal play: who cannot move loses",
            Play::Misere => "misère play: who cannot move wins",
        };
        writeln!(f, "{winner} ({convention}). The Grundy value is {}.\n", solution.grundy().short())?;
        let components = solution.position().components();
        let rows = components.iter().zip(solution.values());
        let rows = rows
            .map(|(component, value)| [component.kind().id().to_owned(), shown(component), value.short().to_string()]);
        table(f, &["game", "position", "value"], &rows.collect::<Vec<_>>())?;
        self.advise(f)?;
        if self.explain == Explain(true) { self.reasons(f) } else { Ok(()) }
    }
}

impl Report<'_> {
    fn advise(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let solution = self.solution;
        let Some(Move { place, to }) = solution.best() else { return writeln!(f, "\nThere is no move.") };
        let Some(from) = solution.position().components().get(place) else { return Ok(()) };
        let count = solution.winning_count();
        let advice = match solution.winner() {
            Winner::First if count == 1 => "One move wins".to_owned(),
            Winner::First => format!("{} moves win, such as", count.short()),
            Winner::Second => "No move wins; a small step is".to_owned(),
        };
        let text = from.describe(&to);
        writeln!(f, "\n{advice}: {text} ({} {} → {})", from.kind().id(), shown(from), shown(&to))
    }

    /// A line for each step, under a line for each component.
    fn reasons(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let explanation = Explanation::of(self.solution);
        let same = |left: &Reason, right: &Reason| (left.game, left.index) == (right.game, right.index);
        for reasons in explanation.reasons().chunk_by(same) {
            match reasons[0].game.zip(reasons[0].index) {
                Some((game, index)) => writeln!(f, "\n{game} {index}")?,
                None => writeln!(f, "\nThe whole")?,
            }
            for Reason { text, source, .. } in reasons {
                writeln!(f, "  {text}")?;
                if let Some(Source { author, year, title }) = source {
                    writeln!(f, "    ({author} {year}: {title})")?;
                }
            }
        }
        Ok(())
    }
}

/// The text form, cut if it is long.
fn shown(component: &Component) -> String {
    let text = component.to_string();
    let head = cut(&text);
    if head == text { text } else { format!("{head}…") }
}

/// The catalogue for people.
pub struct Catalogue;

impl Display for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for kind in Kind::ALL {
            let Card { id, name, rules, example, normal, misere, .. } = kind.card();
            writeln!(f, "{id}: {name}, such as {id}={example}\n  {rules}")?;
            writeln!(f, "  Normal play: {normal}\n  Misère play: {misere}\n")?;
        }
        Ok(())
    }
}

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
