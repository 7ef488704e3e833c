//! `grundy play`: a match against the oracle, line by line, for a person at a terminal or a program at a pipe.

use std::collections::hash_map::RandomState;
use std::error::Error;
use std::fmt::{self, Display};
use std::hash::{BuildHasher, Hasher};
use std::io::{self, BufRead, Write};

use grundy_core::game::Play;
use grundy_core::game::Positions;
use grundy_core::solve::{
    ComponentIndex, Filter, ListingStart, Move, RatedMove, Solution, SolvedSum, Sum, Summand, Winner,
};
use grundy_core::theory::graphs::Outcome;
use grundy_core::wire::analysis::{Analysis, solve};
use grundy_core::wire::choice::Choice;
use grundy_core::wire::engine::{Engine, NoAnswer};
use grundy_core::wire::fault::{Code, Fault};
use grundy_core::wire::games::Games;
use grundy_core::wire::request::{Explain, Request};

use super::asking::{CommandResult as Ended, answer, games};
use super::board;
use super::report::{AnalysisReport, cut_short, places, rank};
use super::{Level, PlayArgs, terminal};

/// The number of moves that are listed.
const LISTED: usize = 20;

const HELP: &str = "\
Type the letter of a component and what it becomes: “b 2”. Of a game that splits, all that it becomes: “a 3 4”, or “a”
alone where nothing is left. Where there is one component, its letter may be left out.
  moves   what can be played        hint   a move to make          why    what the position is worth, and why
  undo    take your move back       help   this                    quit   end the match
";

type Failed = Box<dyn Error + Send + Sync>;

/// Plays a match on standard input and output.
///
/// # Errors
/// If the position is wrong, or a line can't be read or written.
pub fn run(arguments: &PlayArgs) -> Ended {
    let files = arguments.asked.own.files()?;
    Match::begin(arguments, &files)?.run(io::stdin().lock(), io::stdout().lock())
}

/// A match between the user and the oracle.
struct Match {
    engine: Engine,
    games: Games,
    play: Play,
    /// The way in which the oracle chooses its moves: perfectly, or with mistakes.
    choice: Choice,
    /// The keys of games in the order of the request. Components are named in this order.
    order: Vec<String>,
    /// The rules of the games, in words, by their keys.
    rules: Vec<(String, &'static str)>,
    /// The position on the table, which is not solved.
    table: Sum,
    /// The positions at the user's earlier turns, for `undo`.
    before: Vec<Sum>,
    begins: bool,
}

/// The commands that a line can give.
enum Asked<'l> {
    Moves,
    Hint,
    Why,
    Undo,
    Help,
    Quit,
    Nothing,
    Move(Vec<&'l str>),
}

impl<'l> Asked<'l> {
    fn of(line: &'l str) -> Self {
        match line.trim() {
            "" => Self::Nothing,
            "moves" => Self::Moves,
            "hint" => Self::Hint,
            "why" => Self::Why,
            "undo" => Self::Undo,
            "help" | "?" => Self::Help,
            "quit" | "exit" => Self::Quit,
            line => Self::Move(line.split_whitespace().collect()),
        }
    }
}

impl Match {
    /// Lays the position of the arguments on the table, with the games of files.
    ///
    /// # Errors
    /// If they are wrong.
    pub fn begin(arguments: &PlayArgs, files: &[Vec<u8>]) -> Result<Self, Failed> {
        let engine = Engine::default();
        let mistakes = arguments.level.mistakes();
        let seed = arguments.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
        let flags = [("seed", mistakes.map(|_| seed.to_string())), ("mistakes", mistakes.map(str::to_owned))];
        let words = arguments.asked.parameters(&flags);
        let order: Vec<String> = words.iter().map(|(key, _)| key.clone()).collect();
        let (table, play, own, games, mut rules) = answer(&engine, |engine| {
            let games = games(files, engine)?;
            let request: Request<Explain> =
                Request::from_words(&words, &games, &engine.limits).map_err(|rejected| rejected.faults)?;
            if request.compound.is_some() {
                let detail = "a match is of a sum: of another compound, analyze and moves tell";
                return Err(Fault::new(Code::InvalidQuery, detail).of_parameter("compound").into());
            }
            let Request { position, play, own, .. } = request;
            let rules =
                position.parts().iter().map(|part| (part.key.to_string(), part.components.ruleset().card().rules));
            let rules: Vec<(String, &str)> = rules.collect();
            // A position that can't be solved can't be played. Solving explores rules. The table then holds one of the
            // explored positions, like all positions after it.
            let table = copy(solve(position, play, &engine.tables)?.position());
            Ok((table, play, own, games, rules))
        })?;
        rules.sort_by_key(|(key, _)| rank(&order, key));
        let begins = !arguments.second;
        Ok(Self { engine, games, play, choice: own.choice, order, rules, table, before: Vec::new(), begins })
    }

    /// Plays until the game, or the input, is over.
    ///
    /// # Errors
    /// If the output can't be written, or an answer takes more work than the limits allow.
    pub fn run(mut self, input: impl BufRead, mut output: impl Write) -> Result<(), Failed> {
        let play = if self.play == Play::Misere { "wins" } else { "loses" };
        for (key, rules) in &self.rules {
            writeln!(output, "{key}: {rules}")?;
        }
        writeln!(output, "You play against the oracle, and who cannot move {play}. “help” says what you can type.")?;
        if !self.begins && self.reply(&mut output)? {
            return Ok(());
        }
        self.ask(&mut output)?;
        for line in input.lines() {
            let over = match Asked::of(&line?) {
                Asked::Nothing => false,
                Asked::Help => say(&mut output, HELP)?,
                Asked::Moves => {
                    let moves = self.solved(|solution, _| Ok(moves(solution, &self.order)))?;
                    say(&mut output, moves)?
                }
                Asked::Hint => {
                    let hint = self.solved(|solution, _| Ok(hint(solution, &self.order)))?;
                    say(&mut output, hint)?
                }
                Asked::Why => {
                    let why = self.why()?;
                    say(&mut output, why)?
                }
                Asked::Undo => match self.before.pop() {
                    Some(before) => {
                        self.table = before;
                        say(&mut output, "Your move is taken back.\n")?
                    }
                    None => say(&mut output, "There is no move of yours to take back.\n")?,
                },
                Asked::Quit => break,
                Asked::Move(words) => match self.read(&words) {
                    Ok((place, to)) => {
                        self.before.push(copy(&self.table));
                        self.table = self.table.with(place, &*to);
                        self.is_over("You", &mut output)? || self.reply(&mut output)?
                    }
                    Err(reason) => say(&mut output, format_args!("{reason}\n"))?,
                },
            };
            if over {
                return Ok(());
            }
            self.ask(&mut output)?;
        }
        writeln!(output)?;
        Ok(())
    }

    /// Shows the table, and asks for a line.
    fn ask(&self, output: &mut impl Write) -> Result<(), Failed> {
        write!(output, "\n{}> ", Table(&self.table, &self.order))?;
        output.flush()?;
        Ok(())
    }

    /// Solves the position and works on the solution, within the limits of a request.
    fn solved<T>(&self, work: impl FnOnce(&Solution, &Choice) -> Result<T, NoAnswer>) -> Result<T, Failed> {
        answer(&self.engine, |engine| {
            let solution = solve(copy(&self.table), self.play, &engine.tables)?;
            work(&solution, &self.choice)
        })
    }

    /// Makes the oracle's move. Returns whether the game is over.
    fn reply(&mut self, output: &mut impl Write) -> Result<bool, Failed> {
        let (text, after) = self.solved(|solution, choice| {
            let Some(reply) = choice.of(solution) else { return Ok((String::new(), None)) };
            let after = solution.position().after(&reply);
            Ok((written(solution, &self.order, &reply), Some(copy(&after))))
        })?;
        let Some(after) = after else { return self.is_over("You", output) };
        writeln!(output, "The oracle: {text}")?;
        self.table = after;
        self.is_over("The oracle", output)
    }

    /// Returns whether no move is left, and if so, who has won. `mover` made the last move.
    fn is_over(&self, mover: &str, output: &mut impl Write) -> Result<bool, Failed> {
        let over = self.solved(|solution, _| Ok(solution.moves(Filter::All, ListingStart::START).next().is_none()))?;
        if over {
            let (you, oracle) = ("You have won.", "The oracle has won.");
            let last_wins = self.play != Play::Misere;
            writeln!(output, "There is no move left. {}", if (mover == "You") == last_wins { you } else { oracle })?;
        }
        Ok(over)
    }

    /// Reads a move: the letter of a component, and the position that it becomes.
    fn read(&self, words: &[&str]) -> Result<(ComponentIndex, Box<dyn Positions>), Failed> {
        let (place, texts) = match words {
            [letter, texts @ ..] if self.place(letter).is_some() => (self.place(letter), texts),
            texts if self.table.len() == 1 => (self.table.places().next(), texts),
            _ => (None, words),
        };
        let place = place.ok_or("There is no such component: “help” says what you can type.")?;
        let Summand { key, components: positions, .. } = &self.table.parts()[place.part];
        let words: Vec<_> = texts.iter().map(|text| (key.to_string(), (*text).to_owned())).collect();
        let read = if words.is_empty() {
            positions.ruleset().none()
        } else {
            answer(&self.engine, |engine| {
                let read: Request<Explain> =
                    Request::from_words(&words, &self.games, &engine.limits).map_err(|rejected| rejected.faults)?;
                Ok(read.position.parts()[0].components.copy())
            })?
        };
        // Vertices of rules get new numbers each time that they are read. So the same position is looked for here.
        let mut to = positions.ruleset().none();
        for index in 0..read.len() {
            let written = read.written(index);
            let said = format!("That is no move: none leads to {}.", cut_short(&written.to_string()));
            to.push(written).map_err(|_| said)?;
        }
        if !positions.ruleset().splits() && to.len() != 1 {
            return Err(format!("{key} does not split: say the one position that it becomes.").into());
        }
        // The rules of some games need tables that solving prepares.
        self.solved(|solution, _| Ok(solution.find(place, &*to)))?
            .map_err(|reason| format!("That is no move: {reason}."))?;
        Ok((place, to))
    }

    fn place(&self, letter: &str) -> Option<ComponentIndex> {
        let mut places = places(&self.table, &self.order).into_iter().enumerate();
        places.find(|(count, _)| self::letter(*count) == letter).map(|(_, place)| place)
    }

    fn why(&self) -> Result<String, Failed> {
        let own = Explain { explain: true, ..Explain::default() };
        answer(&self.engine, |engine| {
            let position = copy(&self.table);
            let request = Request {
                compound: None,
                position,
                rewritten: false,
                games: Games::default(),
                play: self.play,
                brief: false,
                id: None,
                own,
            };
            let analysis = Analysis::of(request, &engine.tables).map_err(|rejected| rejected.faults)?;
            Ok(AnalysisReport { analysis: &analysis, order: &self.order }.to_string())
        })
    }
}

impl Level {
    /// Returns the probability with which the oracle's move is drawn at random; `None` if it is always the best.
    fn mistakes(self) -> Option<&'static str> {
        match self {
            Self::Easy => Some("0.6"),
            Self::Medium => Some("0.3"),
            Self::Hard => Some("0.1"),
            Self::Perfect => None,
        }
    }
}

/// Writes a text. Returns `false`, since the match is not over.
fn say(output: &mut impl Write, text: impl Display) -> Result<bool, Failed> {
    match terminal::width() {
        Some(width) => write!(output, "{}", terminal::wrapped(&text.to_string(), width))?,
        None => write!(output, "{text}")?,
    }
    Ok(false)
}

/// Copies a position, without its solution.
fn copy<R: AsRef<dyn Positions> + ?Sized>(position: &Sum<R>) -> Sum {
    let part = |part: &Summand<R>| {
        let positions = part.positions().copy();
        Summand { key: part.key.clone(), place: part.place, components: positions }
    };
    Sum::new(position.parts().iter().map(part))
}

/// Names a component by letters: a to z, aa to az and so on, as the columns of a spreadsheet.
fn letter(count: usize) -> String {
    let last = char::from(b"abcdefghijklmnopqrstuvwxyz"[count % 26]);
    if count < 26 { last.to_string() } else { format!("{}{last}", letter(count / 26 - 1)) }
}

/// Prints the components on the table, drawn where possible, in the order of these keys.
struct Table<'p>(&'p Sum, &'p [String]);

impl Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(position, order) = self;
        for (count, ComponentIndex { part, index }) in places(position, order).into_iter().enumerate() {
            let Summand { key, components: positions, .. } = &position.parts()[part];
            let written = positions.written(index);
            writeln!(f, "{:>3}  {key}  {}", letter(count), cut_short(&written.to_string()))?;
            for line in board::draw(positions.ruleset().card(), &written) {
                writeln!(f, "       {line}")?;
            }
        }
        Ok(())
    }
}

/// Writes a move in words, and in the form in which it can be typed.
fn typed(position: &SolvedSum, order: &[String], made: &Move) -> String {
    let count = places(position, order).iter().position(|at| *at == made.place).unwrap_or_default();
    let to = position.left(made);
    let parts: Vec<String> = (0..to.len()).map(|index| to.written(index).to_string()).collect();
    [vec![letter(count)], parts].concat().join(" ")
}

fn written(solution: &Solution, order: &[String], r#move: &Move) -> String {
    let typed = typed(solution.position(), order, r#move);
    format!("{} ({})", solution.describe(r#move), cut_short(&typed))
}

fn moves(solution: &Solution, order: &[String]) -> String {
    let mut moves = solution.moves(Filter::All, ListingStart::START);
    let mut text = format!("Moves: {}.\n", solution.count().short());
    for RatedMove { r#move, .. } in moves.by_ref().take(LISTED) {
        text.extend(["  ", &written(solution, order, &r#move), "\n"]);
    }
    if moves.next().is_some() {
        text += "  and more\n";
    }
    text
}

fn hint(solution: &Solution, order: &[String]) -> String {
    let Some(best) = solution.best() else { return "There is no move.\n".to_owned() };
    let text = written(solution, order, &best);
    match (solution.winner(), solution.outcome(&best)) {
        (Winner::First, Outcome::Win) => format!("You can win: {text}\n"),
        (Winner::Draw, _) => format!("Nobody can force a win. This keeps the draw: {text}\n"),
        _ => format!("The oracle wins if it makes no mistake. A small step: {text}\n"),
    }
}
