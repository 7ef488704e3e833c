//! `grundy play`: a match against the oracle, line by line. The user may be a person at a terminal or a program at a
//! pipe.

use std::collections::hash_map::RandomState;
use std::error::Error;
use std::fmt::{self, Display};
use std::hash::{BuildHasher, Hasher};
use std::io::{self, BufRead, Write};

use grundy_core::game::Play;
use grundy_core::game::Positions;
use grundy_core::game::shape::Shape;
use grundy_core::number::Natural;
use grundy_core::solve::compound::CombinedMove;
use grundy_core::solve::{AnySolution, ComponentIndex, Filter, ListingStart, Move, SolvedSum, Sum, Summand, Winner};
use grundy_core::theory::compounds::Compound;
use grundy_core::wire::analysis::{Analysis, solve};
use grundy_core::wire::choice::Choice;
use grundy_core::wire::engine::{Engine, NoAnswer};
use grundy_core::wire::games::Games;
use grundy_core::wire::play::broken;
use grundy_core::wire::request::{Explain, Request};

use super::asking::{CommandResult as Ended, answer, games};
use super::board;
use super::literal;
use super::report::{AnalysisReport, cut_short, places, rank};
use super::{Level, PlayArgs, terminal};

/// The largest number of moves that are listed.
const LISTED: usize = 20;

const HELP: &str = "\
Type the letter of a component and what it becomes: “b 2”. Of a game that splits, all that it becomes: “a 3 4”, or “a”
alone where nothing is left. Where there is one component, its letter may be left out. A move in several components of
a compound has a semicolon between them: “a 2; b 3 4”.
  moves   what can be played        hint   a move to make          why    what the position is worth, and why
  undo    take your move back       help   this                    quit   end the match
";

type Failed = Box<dyn Error + Send + Sync>;

/// Plays a match on standard input and output.
///
/// # Errors
/// If the position is wrong, or a line can't be read or written.
pub fn run(arguments: &PlayArgs) -> Ended {
    let files = arguments.asked.files()?;
    Match::begin(arguments, &files)?.run(io::stdin().lock(), io::stdout().lock())
}

/// A match between the user and the oracle.
struct Match {
    engine: Engine,
    games: Games,
    play: Play,
    /// The kind of compound; `None` for a sum.
    compound: Option<Compound>,
    /// The way in which the oracle chooses its moves: perfectly, or with mistakes.
    choice: Choice,
    /// The keys of games in the order of the request. The letters of components follow this order.
    order: Vec<String>,
    /// The key and the rules of each game. The rules are in words.
    rules: Vec<(String, &'static str)>,
    /// The current position, which is not solved yet.
    table: Sum,
    /// The positions at the user's earlier turns, for `undo`.
    before: Vec<Sum>,
    begins: bool,
}

/// The command on a line that the user types.
enum Asked<'l> {
    Moves,
    Hint,
    Why,
    Undo,
    Help,
    Quit,
    Nothing,
    Move(&'l str),
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
            line => Self::Move(line),
        }
    }
}

impl Match {
    /// Starts a match with the position in the arguments and the games in the files.
    ///
    /// # Errors
    /// If the arguments or the files are wrong.
    pub fn begin(arguments: &PlayArgs, files: &[Vec<u8>]) -> Result<Self, Failed> {
        let engine = arguments.limits.engine();
        let mistakes = arguments.level.mistakes();
        let seed = arguments.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
        let flags = [("seed", mistakes.map(|_| seed.to_string())), ("mistakes", mistakes.map(str::to_owned))];
        let words = arguments.asked.parameters(&flags);
        let order: Vec<String> = words.iter().map(|(key, _)| key.clone()).collect();
        let (table, play, compound, own, games, mut rules) = answer(&engine, |engine| {
            let games = games(files, engine)?;
            let request: Request<Explain> =
                Request::from_words(&words, &games, &engine.limits).map_err(|rejected| rejected.faults)?;
            let Request { position, play, compound, own, .. } = request;
            let rules =
                position.parts().iter().map(|part| (part.key.to_string(), part.components.ruleset().card().rules));
            let rules: Vec<(String, &str)> = rules.collect();
            // A position that can't be solved can't be played. If the user defines a game by rules, solving also finds
            // all positions that moves lead to. `table` is copied from the solution, so `table` and all later positions
            // of the match share what was found.
            let table = copy(solve(position, play, compound, Filter::Winning, &engine.tables)?.position());
            Ok((table, play, compound, own, games, rules))
        })?;
        rules.sort_by_key(|(key, _)| rank(&order, key));
        let begins = !arguments.second;
        let (choice, before) = (own.choice, Vec::new());
        Ok(Self { engine, games, play, compound, choice, order, rules, table, before, begins })
    }

    /// Plays until the game, or the input, is over.
    ///
    /// # Errors
    /// If the output can't be written, or an answer takes more work than the limits allow.
    pub fn run(mut self, input: impl BufRead, mut output: impl Write) -> Result<(), Failed> {
        let play = match self.play {
            Play::Normal => "who cannot move loses",
            Play::Misere => "other than the rules say, who cannot move wins",
        };
        for (key, rules) in &self.rules {
            writeln!(output, "{key}: {rules}")?;
        }
        if let Some(compound) = self.compound {
            writeln!(output, "{}", compound.rule())?;
        }
        writeln!(output, "You play against the oracle, and {play}. “help” says what you can type.")?;
        let is_over = if self.begins { self.is_over("The oracle", &mut output)? } else { self.reply(&mut output)? };
        if is_over {
            return Ok(());
        }
        self.ask(&mut output)?;
        for line in input.lines() {
            let over = match Asked::of(&line?) {
                Asked::Nothing => false,
                Asked::Help => say(&mut output, HELP)?,
                Asked::Moves => {
                    let moves = self.solved(|known, _| Ok(moves(known, &self.order)))?;
                    say(&mut output, moves)?
                }
                Asked::Hint => {
                    let hint = self.solved(|known, _| Ok(hint(known, &self.order)))?;
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
                Asked::Move(words) => match self.read(words) {
                    Ok(after) => {
                        self.before.push(std::mem::replace(&mut self.table, after));
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

    /// Shows the position, and asks for a line.
    fn ask(&self, output: &mut impl Write) -> Result<(), Failed> {
        write!(output, "\n{}> ", Table(&self.table, &self.order))?;
        output.flush()?;
        Ok(())
    }

    /// Solves the position, and calls `work` with the solution. Both steps together have the limits of one request.
    fn solved<T>(&self, work: impl FnOnce(&AnySolution, &Choice) -> Result<T, NoAnswer>) -> Result<T, Failed> {
        answer(&self.engine, |engine| {
            let known = solve(copy(&self.table), self.play, self.compound, Filter::Winning, &engine.tables)?;
            work(&known, &self.choice)
        })
    }

    /// Makes the oracle's move. Returns whether the game is over.
    fn reply(&mut self, output: &mut impl Write) -> Result<bool, Failed> {
        let (text, after) = self.solved(|known, choice| {
            let Some(reply) = choice.of(known) else { return Ok((String::new(), None)) };
            Ok((written(known, &self.order, &reply), Some(after(known, &reply))))
        })?;
        let Some(after) = after else { return self.is_over("You", output) };
        writeln!(output, "The oracle: {text}")?;
        self.table = after;
        self.is_over("The oracle", output)
    }

    /// If no move is left, prints the winner and returns `true`. `mover` made the last move.
    fn is_over(&self, mover: &str, output: &mut impl Write) -> Result<bool, Failed> {
        let over = self.solved(|known, _| Ok(all_moves(known).next().is_none()))?;
        if over {
            let (you, oracle) = ("You have won.", "The oracle has won.");
            let last_wins = self.play != Play::Misere;
            writeln!(output, "There is no move left. {}", if (mover == "You") == last_wins { you } else { oracle })?;
        }
        Ok(over)
    }

    /// Reads a move, and returns the position after it.
    fn read(&self, words: &str) -> Result<Sum, Failed> {
        let changes = words.split(';').map(|change| self.change(&change.split_whitespace().collect::<Vec<_>>()));
        let changes = changes.collect::<Result<Vec<_>, _>>()?;
        // The position is solved first, because the rules of some games need tables that solving prepares.
        let found = self.solved(|known, _| Ok(find(known, &changes).map(|found| after(known, &found))))?;
        found.map_err(|reason| format!("That is no move: {reason}.").into())
    }

    /// Reads a move in one component: the letter of the component, and the positions that the component becomes.
    fn change(&self, words: &[&str]) -> Result<(ComponentIndex, Box<dyn Positions>), Failed> {
        let (place, texts) = match words {
            [letter, texts @ ..] if self.place(letter).is_some() => (self.place(letter), texts),
            texts if self.table.len() == 1 => (self.table.places().next(), texts),
            _ => (None, words),
        };
        let place = place.ok_or("There is no such component: “help” says what you can type.")?;
        let Summand { key, components: positions, .. } = &self.table.parts()[place.part];
        let texts = match positions.ruleset().shape() {
            Shape::Literal => {
                let letter = words.iter().take(words.len() - texts.len());
                let typed = |literals: &[&str]| letter.clone().chain(literals).copied().collect::<Vec<_>>().join(" ");
                let texts = literal::joined(texts);
                if let Some(mistake) = texts.iter().find_map(|text| literal::mistake(text, typed)) {
                    return Err(format!("{key}: {mistake}").into());
                }
                texts
            }
            _ => texts.iter().map(ToString::to_string).collect(),
        };
        let words: Vec<_> = texts.iter().map(|text| (key.to_string(), text.clone())).collect();
        let read = if words.is_empty() {
            positions.ruleset().none()
        } else {
            answer(&self.engine, |engine| {
                let read: Request<Explain> =
                    Request::from_words(&words, &self.games, &engine.limits).map_err(|rejected| rejected.faults)?;
                Ok(read.position.parts()[0].components.copy())
            })?
        };
        // If the user defines the game by rules, its positions are numbered, and `read` has numbered them anew. So the
        // positions are written out and pushed to `to`, which finds their numbers in this match.
        let mut to = positions.ruleset().none();
        for index in 0..read.len() {
            let written = read.written(index);
            let said = format!("That is no move: none leads to {}.", cut_short(&written.to_string()));
            to.push(written).map_err(|_| said)?;
        }
        if !positions.ruleset().splits() && to.len() != 1 {
            return Err(format!("{key} does not split: say the one position that it becomes.").into());
        }
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
                compound: self.compound,
                position,
                rewritten: false,
                games: Games::default(),
                play: self.play,
                brief: false,
                id: None,
                max_certificate: engine.limits.max_certificate,
                own,
            };
            let order = &self.order;
            let analysis = Analysis::of(request, &engine.tables).map_err(|rejected| rejected.faults)?;
            Ok(AnalysisReport { analysis: &analysis, order }.to_string())
        })
    }
}

impl Level {
    /// Returns the probability that the oracle chooses its move at random; `None` if it always chooses a best move.
    fn mistakes(self) -> Option<&'static str> {
        match self {
            Self::Easy => Some("0.6"),
            Self::Medium => Some("0.3"),
            Self::Hard => Some("0.1"),
            Self::Perfect => None,
        }
    }
}

/// Writes a text. Returns `false`, which tells the caller that the match is not over.
fn say(output: &mut impl Write, text: impl Display) -> Result<bool, Failed> {
    match terminal::width() {
        Some(width) => write!(output, "{}", terminal::wrapped(&text.to_string(), width))?,
        None => write!(output, "{text}")?,
    }
    Ok(false)
}

/// Returns the letters that name a component: a to z, aa to az and so on, as for the columns of a spreadsheet.
fn letter(count: usize) -> String {
    let last = char::from(b"abcdefghijklmnopqrstuvwxyz"[count % 26]);
    if count < 26 { last.to_string() } else { format!("{}{last}", letter(count / 26 - 1)) }
}

/// Prints the components in the order of these keys, with pictures if possible.
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

/// Writes a move in one component in the form in which it can be typed.
fn typed(position: &SolvedSum, order: &[String], made: &Move) -> String {
    let count = places(position, order).iter().position(|at| *at == made.place).unwrap_or_default();
    let to = position.left(made);
    let parts: Vec<String> = (0..to.len()).map(|index| to.written(index).to_string()).collect();
    [vec![letter(count)], parts].concat().join(" ")
}

/// Writes a move in words, and in the form in which it can be typed.
fn written(known: &AnySolution, order: &[String], combined: &CombinedMove) -> String {
    let typed: Vec<String> = combined.0.iter().map(|made| typed(known.position(), order, made)).collect();
    format!("{} ({})", combined.describe(known.position()), cut_short(&typed.join("; ")))
}

/// Iterates over all moves. Each move is created when it is needed.
fn all_moves(known: &AnySolution) -> Box<dyn Iterator<Item = CombinedMove> + '_> {
    match known {
        AnySolution::Sum(solution) => {
            Box::new(solution.moves(Filter::All, ListingStart::START).map(|rated| rated.r#move.into()))
        }
        AnySolution::Compound(solution) => {
            Box::new(solution.moves(Filter::All, Natural::ZERO).map(|rated| rated.combined))
        }
    }
}

/// Returns the move that makes all changes in `left`. Each change has the index of a component, and the positions that
/// the component becomes.
///
/// # Errors
/// The reason why there is no such move, as a sentence without its full stop.
fn find(known: &AnySolution, left: &[(ComponentIndex, Box<dyn Positions>)]) -> Result<CombinedMove, String> {
    let found = left.iter().map(|(place, to)| {
        let made = known.position().parts()[place.part].components.find(place.index, &**to);
        made.map(|made| Move { place: *place, made }).map_err(|illegal| illegal.to_string())
    });
    let moves = found.collect::<Result<_, _>>()?;
    match known {
        AnySolution::Sum(_) if left.len() != 1 => return Err("it changes more than one component".to_owned()),
        AnySolution::Sum(_) => {}
        AnySolution::Compound(solution) => {
            let places: Vec<ComponentIndex> = left.iter().map(|(place, _)| *place).collect();
            solution.check(&places).map_err(|rule| broken(solution, &rule))?;
        }
    }
    Ok(CombinedMove(moves))
}

/// Returns the position after a move.
fn after(known: &AnySolution, combined: &CombinedMove) -> Sum {
    match known {
        AnySolution::Sum(solution) => solution.position().after(&combined.0[0]),
        AnySolution::Compound(solution) => solution.after(combined),
    }
}

/// Copies a position, without its solution.
fn copy<R: AsRef<dyn Positions> + ?Sized>(position: &Sum<R>) -> Sum {
    let part = |part: &Summand<R>| {
        let positions = part.positions().copy();
        Summand { key: part.key.clone(), place: part.place, components: positions }
    };
    Sum::new(position.parts().iter().map(part))
}

fn moves(known: &AnySolution, order: &[String]) -> String {
    let mut moves = all_moves(known);
    let mut text = format!("Moves: {}.\n", known.count().short());
    for combined in moves.by_ref().take(LISTED) {
        text.extend(["  ", &written(known, order, &combined), "\n"]);
    }
    if moves.next().is_some() {
        text += "  and more\n";
    }
    text
}

fn hint(known: &AnySolution, order: &[String]) -> String {
    let Some(best) = known.best() else { return "There is no move.\n".to_owned() };
    let text = written(known, order, &best);
    match known.winner() {
        Winner::First => format!("You can win: {text}\n"),
        Winner::Draw => format!("Nobody can force a win. This keeps the draw: {text}\n"),
        Winner::Second => format!("The oracle wins if it makes no mistake. One of the moves: {text}\n"),
    }
}
