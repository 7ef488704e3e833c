//! [`Fact`]: the statement that a step of an explanation makes. All words about options, values and periods are written
//! here, from data that the rules alone can check. The laws check them: see `solve/laws/facts.rs`.

use crate::game::{Play, Tameness, Value};
use crate::number::Natural;
use crate::theory::graphs::Winner;
use crate::theory::heaps::period::ProvedPeriod;
use crate::theory::step::{Source, joined};

/// A statement of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A theorem, a rule or a method. It says nothing about this position alone.
    Reason(&'static str),
    /// The meaning of a term.
    Definition(&'static str),
    /// How a formula applies to this position, in words. It may not speak of options: [`Fact::Options`] does.
    Formula(String),
    /// The options of the position, and their values in normal or misère play.
    Options(Options),
    /// How many moves of the whole position are as good as the position.
    Outcomes {
        /// The number of moves.
        moves: Natural,
        /// The number of moves that win, or that keep a draw if nobody can force a win.
        best: Natural,
        /// The winner.
        winner: Winner,
    },
    /// The values of a game of heaps repeat, and it is proved.
    Period(ProvedPeriod),
    /// The value of the position.
    Value(Value),
    /// The class of the position in misère sums.
    Class(Tameness),
    /// The values of some components, and their XOR.
    Sum {
        /// The values.
        values: Vec<Natural>,
        /// The XOR.
        xor: Natural,
    },
    /// The winner of the whole position.
    Winner {
        /// The reason, before the clause that names the winner.
        why: String,
        /// The winner.
        winner: Winner,
        /// The words after this clause.
        more: String,
    },
    /// The winner of a component that is played alone.
    WinnerAlone {
        /// The reason, before the clause that names the winner.
        why: String,
        /// True if the player to move wins.
        wins: bool,
        /// The kind of play.
        play: Play,
    },
    /// The recommended move.
    Move {
        /// The winner, if the move is made.
        winner: Winner,
        /// The reason for the move, with its name and its words.
        text: String,
    },
}

impl From<&'static str> for Fact {
    fn from(text: &'static str) -> Self {
        Self::Reason(text)
    }
}

impl From<String> for Fact {
    fn from(text: String) -> Self {
        Self::Formula(text)
    }
}

impl Fact {
    /// The word for this kind of statement.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Reason(_) => "reason",
            Self::Definition(_) => "definition",
            Self::Formula(_) => "formula",
            Self::Options(Options { play: Play::Normal, .. }) => "options",
            Self::Period(_) => "period",
            Self::Value(_) => "value",
            Self::Class(_) | Self::Options(_) => "class",
            Self::Sum { .. } => "sum",
            Self::Winner { .. } | Self::WinnerAlone { .. } | Self::Outcomes { .. } => "winner",
            Self::Move { .. } => "move",
        }
    }

    /// The statement in one or two short sentences. Numbers with more than 40 digits are shortened.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Reason(text) | Self::Definition(text) => (*text).to_owned(),
            Self::Formula(text) | Self::Move { text, .. } => text.clone(),
            Self::Options(options) => options.text(),
            Self::Outcomes { moves, best, winner } => outcomes(moves, best, *winner),
            Self::Period(period) => format!("{}: {}", growth(period), period.proof()),
            Self::Value(Value::Nimber(value)) => format!("So the Grundy value is {}.", value.short()),
            Self::Value(Value::Outcome { .. }) => "Its value is not worked out.".to_owned(),
            Self::Value(infinite) => {
                format!("So its value is {}, with the values of its options that are numbers.", infinite.words())
            }
            Self::Class(Tameness::Fickle) => "So it is a fickle position: misère play exchanges 0 and 1.".to_owned(),
            Self::Class(Tameness::Firm) => {
                "So it is a firm position: misère play leaves its value as it is.".to_owned()
            }
            Self::Class(Tameness::Unknown) => "It is not tame, or it is not known to be.".to_owned(),
            Self::Sum { values, xor } => sum(values, xor),
            Self::Winner { why, winner, more } => {
                let who = match winner {
                    Winner::First => "the player to move wins",
                    Winner::Second => "the other player wins",
                    Winner::Draw => "nobody can force a win",
                };
                format!("{why} {who}{more}.")
            }
            Self::WinnerAlone { why, wins, play } => {
                let wins = if *wins { "wins" } else { "loses" };
                let play = if *play == Play::Normal { "normal" } else { "misère" };
                format!("{why} alone in {play} play the player to move {wins}.")
            }
        }
    }
}

/// Returns how the values of the heaps go on.
fn growth(ProvedPeriod { length, saltus, constant_below, .. }: &ProvedPeriod) -> String {
    match (saltus, constant_below) {
        (0, _) => "The values g(n) of heaps of n were worked out from 0 up, and repeat".to_owned(),
        (_, 0) => format!(
            "The values g(n) of heaps of n were worked out from 0 up, and grow by {saltus} when the heap grows by {length}"
        ),
        (_, below) => format!(
            "The values g(n) of heaps of n were worked out from 0 up. Those below {below} repeat, and the others grow by {saltus} when the heap grows by {length}"
        ),
    }
}

/// Values of at most this many bits are shown in binary.
const MAX_BITS: usize = 16;

/// Returns the sentence about the moves of a position that has moves.
fn outcomes(moves: &Natural, best: &Natural, winner: Winner) -> String {
    let leave = |count: &Natural| if *count == 1 { "leaves" } else { "leave" };
    let which = match (moves == best || winner == Winner::Second, moves.to_u64()) {
        (true, Some(1)) => "The only move leaves".to_owned(),
        (true, Some(2)) => "Both moves leave".to_owned(),
        (true, _) => format!("All {} moves leave", moves.short()),
        _ => format!("Of the {} moves, {} {}", moves.short(), best.short(), leave(best)),
    };
    let what = match winner {
        Winner::First => "lost position",
        Winner::Second => "won position",
        Winner::Draw => "drawn position, and none wins",
    };
    format!("{which} the other player a {what}.")
}

/// Returns the sentences about a sum of nimbers.
fn sum(values: &[Natural], xor: &Natural) -> String {
    if values.is_empty() {
        return "Nothing is on the table, which has the value 0.".to_owned();
    }
    let decimal = joined(values, |value| value.short().to_string(), " ⊕ ");
    let text = format!("The value of a sum is the XOR of the values: X = {decimal} = {}.", xor.short());
    let width = values.iter().map(Natural::bit_len).max().unwrap_or_default().max(1);
    if width > MAX_BITS {
        return text;
    }
    let show = |value: &Natural| format!("{:0width$b}", value.to_u64().unwrap_or_default());
    let binary = joined(values, show, " ⊕ ");
    format!("{text} In binary a place has 1 if an odd number of the values have, and else 0: {binary} = {}.", show(xor))
}

/// One step of an explanation.
#[derive(Clone, Debug)]
pub struct Step {
    /// The statement of the step.
    pub fact: Fact,
    /// The publication of the theorem that the step uses, if it uses one.
    pub source: Option<Source>,
}

impl Step {
    /// Creates a step that uses no theorem.
    #[must_use]
    pub fn new(fact: impl Into<Fact>) -> Self {
        Self { fact: fact.into(), source: None }
    }

    /// Creates a step that says who wins a component alone. `why` is the reason, in words that this clause can follow.
    #[must_use]
    pub fn winner(why: impl Into<String>, wins: bool, play: Play) -> Self {
        Self::new(Fact::WinnerAlone { why: why.into(), wins, play })
    }

    /// Creates a step that uses a theorem.
    #[must_use]
    pub fn by(source: Source, fact: impl Into<Fact>) -> Self {
        Self { fact: fact.into(), source: Some(source) }
    }
}

/// The largest number of options, or of values of options, that an explanation lists.
pub(super) const MOST_LISTED: usize = 12;

/// The options of a position and their values. If there are at most [`MOST_LISTED`] options, each of them is listed.
/// Otherwise the values below the value of the position are listed, each with the number of options that have it. If
/// the position has the value 0, the next values are listed instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The kind of play. In misère play, all values are misère values, and all options are tame.
    pub play: Play,
    /// The value of the position.
    pub value: Value,
    /// The options that are listed.
    pub listed: Vec<OptionValue>,
    /// The number of options that are not listed. None of them has a value that is listed.
    pub others: Natural,
}

/// An option, or an example of several options with the same value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionValue {
    /// The positions that the move leaves, joined by plus signs. Long positions are cut in the middle.
    pub text: String,
    /// Whether the move leaves several positions.
    pub is_sum: bool,
    /// The value.
    pub value: Value,
    /// The number of options with this value that the example stands for.
    pub count: Natural,
}

impl Options {
    /// The number of all options.
    #[must_use]
    pub fn count(&self) -> Natural {
        let listed: Natural = self.listed.iter().map(|option| &option.count).sum();
        &listed + &self.others
    }

    fn text(&self) -> String {
        let count = self.count();
        let (worth, [one_tame, all_tame]) = match self.play {
            Play::Normal => ("value", ["", ""]),
            Play::Misere => ("misère value", [" The option is tame.", " All options are tame."]),
        };
        // In misère play, the value of a sum is not always the XOR.
        let has_sums = self.listed.iter().any(|option| option.is_sum);
        let by_xor = if has_sums && self.play == Play::Normal { " (for a sum, the XOR)" } else { "" };
        if count > MOST_LISTED.into() {
            return self.text_by_value(&count, worth, by_xor) + all_tame;
        }
        let missing = match &self.value {
            Value::Nimber(value) => format!(" The smallest number missing is {}.", value.short()),
            _ => String::new(),
        };
        match &self.listed[..] {
            [] if self.play == Play::Misere => "There is no move, so the misère value is 1.".to_owned(),
            [] => "There is no move.".to_owned(),
            [only] => {
                let value = only.value.words();
                format!("The only option is {}, of the {worth} {value}{by_xor}.{missing}{one_tame}", only.text)
            }
            options => {
                let shown = |option: &OptionValue| format!("{} ({})", option.text, option.value.words());
                format!("The options and their {worth}s{by_xor}: {}.{missing}{all_tame}", joined_all(options, shown))
            }
        }
    }

    fn text_by_value(&self, count: &Natural, worth: &str, by_xor: &str) -> String {
        let count = count.short();
        let shown = |option: &OptionValue| {
            let value = option.value.words();
            if option.count == Natural::ONE {
                format!("{value} (only {})", option.text)
            } else {
                format!("{value} ({} of them, such as {})", option.count.short(), option.text)
            }
        };
        let others = match self.others.to_u64() {
            Some(0) => String::new(),
            Some(1) => format!("; the other one has another {worth}"),
            _ => format!("; the other {} have other {worth}s", self.others.short()),
        };
        match (&self.listed[..], &self.value) {
            ([], Value::Nimber(value)) => format!("None of the {count} options has the {worth} {}.", value.short()),
            ([], _) => format!("None of the {count} options has a number as its value."),
            (listed, value) => {
                let listed = joined_all(listed, shown);
                let missing = match value {
                    Value::Nimber(value) => format!(" None has {}.", value.short()),
                    _ => String::new(),
                };
                format!("The {count} options by {worth}{by_xor}: {listed}{others}.{missing}")
            }
        }
    }
}

/// Joins the texts of a few items by commas.
fn joined_all(options: &[OptionValue], show: impl Fn(&OptionValue) -> String) -> String {
    options.iter().map(show).collect::<Vec<_>>().join(", ")
}
