//! [`Elsewhere`]: games that people look for, and that are not here as they know them. In most of them the two players
//! have different moves, or something else than the last move decides. Without a word about this, a search would find a
//! game with a similar name, whose winner is another one.

use std::collections::HashSet;
use std::sync::LazyLock;

use serde::Serialize;

use super::terms::{SearchText, contains};
use crate::game::words::cut;

/// A game that is not here.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Elsewhere {
    /// The name of the game.
    pub name: &'static str,
    /// Other names of the game, and public problems about it.
    #[serde(skip)]
    other_names: &'static [&'static str],
    /// The reason why the game is not here, in one sentence.
    pub why: &'static str,
    /// The id of an impartial game of the catalogue with similar moves. It is another game, and its winner may be
    /// another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub impartial: Option<&'static str>,
    /// A program that plays or analyses the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played_by: Option<&'static str>,
}

/// Each name of each game that is not here.
static NAMES: LazyLock<Vec<(SearchText, &Elsewhere)>> = LazyLock::new(|| {
    let names = |game: &'static Elsewhere| std::iter::once(game.name).chain(game.other_names.iter().copied());
    GAMES.iter().flat_map(|game| names(game).map(move |name| (SearchText::of(name), game))).collect()
});

/// Returns the games that a text names, in the order of the list.
///
/// A name that is only a part of a longer name in the text is not meant: "Dawson's chess" does not ask for chess, and
/// "ultimate tic-tac-toe" does not ask for tic-tac-toe. The longer names are those of this list, and the `phrases` of the
/// catalogue. A name whose words all are `usual` in rules, such as "go", is meant only if the text has no other words.
pub(super) fn named_in(text: &SearchText, phrases: &[Vec<String>], usual: &HashSet<String>) -> Vec<&'static Elsewhere> {
    let stems = text.stems();
    let is_part = |name: &[String]| {
        let names = NAMES.iter().map(|(name, _)| name.stems()).chain(phrases.iter().map(Vec::as_slice));
        names.filter(|phrase| phrase.len() > name.len() && contains(phrase, name)).any(|phrase| contains(stems, phrase))
    };
    let is_named = |name: &SearchText| {
        let is_usual = name.stems().iter().all(|stem| usual.contains(stem));
        let is_said = name.problems.is_empty() && !is_usual && contains(stems, name.stems()) && !is_part(name.stems());
        is_said || text.is(name) || name.problems.iter().any(|problem| text.problems.contains(problem))
    };
    let mut games: Vec<&Elsewhere> = Vec::new();
    for (_, game) in NAMES.iter().filter(|(name, _)| is_named(name)) {
        if !games.iter().any(|known| std::ptr::eq(*known, *game)) {
            games.push(game);
        }
    }
    games
}

impl Elsewhere {
    /// Returns the game with exactly this name, in any usual spelling.
    pub(crate) fn named(name: &str) -> Option<&'static Self> {
        let asked = SearchText::of(cut(name));
        NAMES.iter().find(|(name, _)| asked.is(name)).map(|(_, game)| *game)
    }

    /// Returns the names of all these games.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        GAMES.iter().map(|game| game.name)
    }

    /// Says in a few sentences why the game is not here, and what there is instead.
    #[must_use]
    pub fn in_words(&self) -> String {
        let Self { name, why, impartial, played_by, .. } = self;
        let impartial = impartial.map_or_else(String::new, |id| {
            format!(" An impartial relative is {id}: it is another game, which others may win.")
        });
        let played_by = played_by.map_or_else(String::new, |program| format!(" {program} plays {name}."));
        format!("{name}, as it is usually played, is not here. {why}{impartial}{played_by}")
    }
}

/// The games that are not here, sorted by the reason.
const GAMES: &[Elsewhere] = &[
    Elsewhere {
        name: "Domineering",
        other_names: &["crosscram", "stop-gate"],
        why: "One player places dominoes upright and the other places them across, so the two players have different moves.",
        impartial: Some("cram"),
        played_by: Some("CGSuite"),
    },
    Elsewhere {
        name: "Red-blue hackenbush",
        other_names: &[
            "blue-red hackenbush",
            "red blue green hackenbush",
            "blue-red-green hackenbush",
            "partizan hackenbush",
            "partisan hackenbush",
        ],
        why: "One player cuts the blue edges and the other cuts the red ones, so the two players have different moves.",
        impartial: Some("hackenbush"),
        played_by: Some("CGSuite"),
    },
    Elsewhere {
        name: "Clobber",
        other_names: &["partizan clobber", "partisan clobber"],
        why: "In the usual game each player moves the stones of one colour; the game clobber here lets both players move all stones.",
        impartial: Some("clobber"),
        played_by: Some("CGSuite"),
    },
    Elsewhere {
        name: "Col",
        other_names: &[],
        why: "Each player paints with a colour of their own, so the two players have different moves.",
        impartial: Some("node-kayles"),
        played_by: Some("CGSuite"),
    },
    Elsewhere {
        name: "Snort",
        other_names: &["cats and dogs"],
        why: "Each player paints with a colour of their own, so the two players have different moves.",
        impartial: None,
        played_by: Some("CGSuite"),
    },
    Elsewhere {
        name: "Toads and frogs",
        other_names: &[],
        why: "One player moves the toads and the other moves the frogs, so the two players have different moves.",
        impartial: None,
        played_by: Some("CGSuite"),
    },
    Elsewhere {
        name: "Amazons",
        other_names: &[],
        why: "Each player moves the amazons of one colour, so the two players have different moves.",
        impartial: None,
        played_by: Some("CGSuite"),
    },
    Elsewhere {
        name: "Fox and geese",
        other_names: &["fox and hounds"],
        why: "One player moves the fox and the other moves the geese, so the two players have different moves.",
        impartial: None,
        played_by: Some("CGSuite"),
    },
    Elsewhere {
        name: "Toppling dominoes",
        other_names: &[],
        why: "One player topples the black dominoes and the other the white ones, so the two players have different moves.",
        impartial: None,
        played_by: Some("CGSuite"),
    },
    Elsewhere {
        name: "Cutcake",
        other_names: &[],
        why: "One player cuts from left to right and the other from top to bottom, so the two players have different moves.",
        impartial: Some("chocolate-bar"),
        played_by: Some("CGSuite"),
    },
    Elsewhere {
        name: "Fission",
        other_names: &[],
        why: "One player splits a stone upwards and downwards, and the other to its sides, so the two players have different moves.",
        impartial: None,
        played_by: Some("CGSuite"),
    },
    Elsewhere {
        name: "Partizan subtraction games",
        other_names: &["partisan subtraction"],
        why: "Each player has a set of numbers of their own to take, so the two players have different moves.",
        impartial: Some("subtraction"),
        played_by: Some("CGSuite"),
    },
    Elsewhere {
        name: "Konane",
        other_names: &["Hawaiian checkers"],
        why: "Each player jumps with the stones of one colour, so the two players have different moves.",
        impartial: None,
        played_by: Some("Ludii"),
    },
    Elsewhere {
        name: "NoGo",
        other_names: &["anti-atari go"],
        why: "Each player places stones of one colour, so the two players have different moves.",
        impartial: None,
        played_by: Some("Ludii"),
    },
    Elsewhere {
        name: "Maker-Breaker games",
        other_names: &[],
        why: "One player wants to occupy a whole set and the other wants to prevent it, so they do not want the same.",
        impartial: None,
        played_by: None,
    },
    Elsewhere {
        name: "Shannon switching game",
        other_names: &["Bridgit", "Gale"],
        why: "One player joins and the other cuts, so the two players have different moves.",
        impartial: None,
        played_by: Some("Ludii"),
    },
    Elsewhere {
        name: "Hex",
        other_names: &["con-tac-tix"],
        why: "Each player places stones of one colour and joins two sides of their own, so the two players have different moves.",
        impartial: None,
        played_by: Some("MoHex"),
    },
    Elsewhere {
        name: "Havannah",
        other_names: &[],
        why: "Each player places stones of one colour, so the two players have different moves.",
        impartial: None,
        played_by: Some("Ludii"),
    },
    Elsewhere {
        name: "Tic-tac-toe",
        other_names: &["noughts and crosses", "Xs and Os", "three men's morris"],
        why: "One player writes X and the other writes O, so the two players have different moves; in notakto both write X.",
        impartial: Some("notakto"),
        played_by: Some("Ludii"),
    },
    Elsewhere {
        name: "Ultimate tic-tac-toe",
        other_names: &["super tic-tac-toe"],
        why: "One player writes X and the other writes O, so the two players have different moves.",
        impartial: None,
        played_by: Some("Ludii"),
    },
    Elsewhere {
        name: "Qubic",
        other_names: &["3D tic-tac-toe", "three-dimensional tic-tac-toe"],
        why: "One player writes X and the other writes O, so the two players have different moves.",
        impartial: None,
        played_by: None,
    },
    Elsewhere {
        name: "Connect Four",
        other_names: &["four in a row", "4 in a row"],
        why: "Each player drops discs of one colour, so the two players have different moves.",
        impartial: None,
        played_by: Some("Pascal Pons's Connect 4 solver"),
    },
    Elsewhere {
        name: "Connect6",
        other_names: &["connect six"],
        why: "Each player places stones of one colour, so the two players have different moves.",
        impartial: None,
        played_by: Some("Ludii"),
    },
    Elsewhere {
        name: "Gomoku",
        other_names: &["five in a row", "renju", "gobang"],
        why: "Each player places stones of one colour, so the two players have different moves.",
        impartial: None,
        played_by: Some("Rapfi"),
    },
    Elsewhere {
        name: "Pente",
        other_names: &[],
        why: "Each player places stones of one colour, so the two players have different moves.",
        impartial: None,
        played_by: Some("Ludii"),
    },
    Elsewhere {
        name: "Chess",
        other_names: &[],
        why: "Each player moves the pieces of one colour, so the two players have different moves, and checkmate decides.",
        impartial: None,
        played_by: Some("Stockfish"),
    },
    Elsewhere {
        name: "Xiangqi",
        other_names: &["Chinese chess"],
        why: "Each player moves the pieces of one colour, so the two players have different moves.",
        impartial: None,
        played_by: Some("Fairy-Stockfish"),
    },
    Elsewhere {
        name: "Shogi",
        other_names: &["Japanese chess"],
        why: "Each player moves pieces of their own, so the two players have different moves.",
        impartial: None,
        played_by: Some("Fairy-Stockfish"),
    },
    Elsewhere {
        name: "Janggi",
        other_names: &["Korean chess"],
        why: "Each player moves the pieces of one colour, so the two players have different moves.",
        impartial: None,
        played_by: Some("Fairy-Stockfish"),
    },
    Elsewhere {
        name: "Checkers",
        other_names: &["draughts", "English draughts", "international draughts"],
        why: "Each player moves the pieces of one colour, so the two players have different moves.",
        impartial: None,
        played_by: Some("KingsRow"),
    },
    Elsewhere {
        name: "Chinese checkers",
        other_names: &["Halma"],
        why: "Each player moves the pieces of one colour, so the two players have different moves.",
        impartial: None,
        played_by: Some("Ludii"),
    },
    Elsewhere {
        name: "Go",
        other_names: &["baduk", "weiqi", "igo"],
        why: "Each player places stones of one colour, so the two players have different moves, and the score decides.",
        impartial: None,
        played_by: Some("KataGo"),
    },
    Elsewhere {
        name: "Reversi",
        other_names: &["Othello"],
        why: "Each player places discs of one colour, so the two players have different moves, and the score decides.",
        impartial: None,
        played_by: Some("Edax"),
    },
    Elsewhere {
        name: "Nine men's morris",
        other_names: &["mills", "merels"],
        why: "Each player moves the men of one colour, so the two players have different moves.",
        impartial: None,
        played_by: Some("Malom"),
    },
    Elsewhere {
        name: "Hnefatafl",
        other_names: &["tablut", "tafl"],
        why: "One player defends the king and the other attacks, so the two players have different moves.",
        impartial: None,
        played_by: Some("Ludii"),
    },
    Elsewhere {
        name: "Lines of Action",
        other_names: &[],
        why: "Each player moves the pieces of one colour, so the two players have different moves.",
        impartial: None,
        played_by: Some("Ludii"),
    },
    Elsewhere {
        name: "Breakthrough",
        other_names: &["hexapawn"],
        why: "Each player moves the pawns of one colour, so the two players have different moves.",
        impartial: None,
        played_by: Some("Ludii"),
    },
    Elsewhere {
        name: "Arimaa",
        other_names: &[],
        why: "Each player moves the pieces of one colour, so the two players have different moves.",
        impartial: None,
        played_by: None,
    },
    Elsewhere {
        name: "Abalone",
        other_names: &[],
        why: "Each player moves the marbles of one colour, so the two players have different moves.",
        impartial: None,
        played_by: None,
    },
    Elsewhere {
        name: "Quoridor",
        other_names: &[],
        why: "Each player moves a pawn of their own, so the two players have different moves.",
        impartial: None,
        played_by: None,
    },
    Elsewhere {
        name: "Tak",
        other_names: &[],
        why: "Each player moves pieces of one colour, so the two players have different moves.",
        impartial: None,
        played_by: None,
    },
    Elsewhere {
        name: "Hive",
        other_names: &[],
        why: "Each player moves insects of one colour, so the two players have different moves.",
        impartial: None,
        played_by: None,
    },
    Elsewhere {
        name: "Isola",
        other_names: &["isolation"],
        why: "Each player moves a pawn of their own, so the two players have different moves.",
        impartial: None,
        played_by: Some("Ludii"),
    },
    Elsewhere {
        name: "Tron",
        other_names: &["light cycles"],
        why: "Each player extends a trail of their own, so the two players have different moves.",
        impartial: None,
        played_by: Some("Ludii"),
    },
    Elsewhere {
        name: "Blokus",
        other_names: &[],
        why: "Each player places pieces of one colour, so the two players have different moves.",
        impartial: None,
        played_by: None,
    },
    Elsewhere {
        name: "Pentago",
        other_names: &[],
        why: "Each player places marbles of one colour, so the two players have different moves.",
        impartial: None,
        played_by: None,
    },
    Elsewhere {
        name: "Sim",
        other_names: &[],
        why: "Each player draws lines of one colour and loses by a triangle of it, so the two players have different moves.",
        impartial: None,
        played_by: None,
    },
    Elsewhere {
        name: "Phutball",
        other_names: &["philosopher's football"],
        why: "Both players move the same ball, but towards different goals, so they do not want the same.",
        impartial: None,
        played_by: None,
    },
    Elsewhere {
        name: "Order and chaos",
        other_names: &[],
        why: "One player wants a line of five and the other wants to prevent it, so they do not want the same.",
        impartial: None,
        played_by: None,
    },
    Elsewhere {
        name: "Mancala",
        other_names: &["kalah", "oware", "awari", "bao", "congkak"],
        why: "Each player sows from a side of their own, so the two players have different moves, and the score decides.",
        impartial: None,
        played_by: Some("Ludii"),
    },
    Elsewhere {
        name: "Dots and boxes",
        other_names: &["boxes"],
        why: "Both players have the same moves, but the number of boxes decides and not the last move.",
        impartial: None,
        played_by: None,
    },
    Elsewhere {
        name: "Stone Game",
        other_names: &[
            "LeetCode 877",
            "LeetCode 1140",
            "LeetCode 1406",
            "Stone Game II",
            "Stone Game III",
            "Stone Game V",
            "Stone Game VI",
            "Stone Game VII",
            "Stone Game VIII",
            "Stone Game IX",
            "predict the winner",
            "LeetCode 486",
            "Removal Game",
            "optimal strategy for a game",
            "coins in a line",
        ],
        why: "Both players have the same moves, but the sum of what they took decides and not the last move.",
        impartial: None,
        played_by: None,
    },
    Elsewhere {
        name: "A Chess Game (POJ 2425)",
        other_names: &["POJ 2425", "HDU 1524"],
        why: "Each input brings a graph of its own: describe it under \"games\", as a graph.",
        impartial: None,
        played_by: None,
    },
    Elsewhere {
        name: "Proportionate Nim (Project Euler 665)",
        other_names: &["Proportionate Nim", "Project Euler 665"],
        why: "Describe it under \"games\" by vectors: {\"rides\": [[1, 0], [0, 1], [1, 1], [1, 2], [2, 1]]}.",
        impartial: None,
        played_by: None,
    },
    Elsewhere {
        name: "Sprouts",
        other_names: &[],
        why: "Sprouts is impartial, but its positions are drawings, which no notation of this service describes.",
        impartial: None,
        played_by: Some("Glop"),
    },
    Elsewhere {
        name: "Brussels sprouts",
        other_names: &[],
        why: "It is impartial, but needs no theory: from n crosses a game always lasts 5n − 2 moves, so n alone tells who wins.",
        impartial: None,
        played_by: None,
    },
    Elsewhere {
        name: "Nimstring",
        other_names: &["strings and coins"],
        why: "It is impartial, but a player who completes a box moves again, which the games here do not know.",
        impartial: None,
        played_by: None,
    },
    Elsewhere {
        name: "Quarto",
        other_names: &[],
        why: "Both players have the same moves, but a line of four like pieces wins, and the opponent chooses the piece.",
        impartial: None,
        played_by: None,
    },
    Elsewhere {
        name: "Pentomino game",
        other_names: &["Golomb's game"],
        why: "It is impartial, but each piece may be placed only once, which the board games here do not know: describe it by rules.",
        impartial: None,
        played_by: Some("Ludii"),
    },
    Elsewhere {
        name: "Ghost",
        other_names: &["word ghost", "Superghost"],
        why: "Its moves depend on a dictionary: describe the words as a graph, in which a move adds a letter.",
        impartial: None,
        played_by: None,
    },
    Elsewhere {
        name: "Battleship",
        other_names: &["sea battle"],
        why: "Each player hides ships from the other, and in the games here nothing is hidden.",
        impartial: None,
        played_by: None,
    },
    Elsewhere {
        name: "Stratego",
        other_names: &[],
        why: "Each player hides the ranks of their pieces, and in the games here nothing is hidden.",
        impartial: None,
        played_by: None,
    },
    Elsewhere {
        name: "Poker",
        other_names: &["Texas hold'em"],
        why: "Cards are dealt by chance and are hidden, and in the games here nothing is left to chance; poker nim is another game.",
        impartial: None,
        played_by: None,
    },
    Elsewhere {
        name: "Blackjack",
        other_names: &[],
        why: "Cards are dealt by chance, and in the games here nothing is left to chance.",
        impartial: None,
        played_by: None,
    },
    Elsewhere {
        name: "This game of cards",
        other_names: &["bridge", "contract bridge", "hearts", "spades", "rummy"],
        why: "Cards are dealt by chance and are hidden, and in the games here nothing is left to chance.",
        impartial: None,
        played_by: None,
    },
    Elsewhere {
        name: "Backgammon",
        other_names: &[],
        why: "Dice decide which moves there are, and in the games here nothing is left to chance.",
        impartial: None,
        played_by: Some("GNU Backgammon"),
    },
    Elsewhere {
        name: "Ludo",
        other_names: &["pachisi", "parcheesi", "snakes and ladders"],
        why: "Dice decide which moves there are, and in the games here nothing is left to chance.",
        impartial: None,
        played_by: None,
    },
    Elsewhere {
        name: "This game of dice",
        other_names: &["Yahtzee", "pig dice", "monopoly"],
        why: "Dice decide what a player may do, and in the games here nothing is left to chance.",
        impartial: None,
        played_by: None,
    },
    Elsewhere {
        name: "Dominoes block game",
        other_names: &["draw dominoes"],
        why: "The tiles are dealt by chance and are hidden, and in the games here nothing is left to chance.",
        impartial: None,
        played_by: None,
    },
    Elsewhere {
        name: "Rock paper scissors",
        other_names: &["roshambo", "morra"],
        why: "Both players choose at the same time, and in the games here they take turns.",
        impartial: None,
        played_by: None,
    },
    Elsewhere {
        name: "Prisoner's dilemma",
        other_names: &["game of chicken", "battle of the sexes"],
        why: "Both players choose at the same time for payoffs, and in the games here they take turns and the last move decides.",
        impartial: None,
        played_by: Some("Gambit"),
    },
    Elsewhere {
        name: "Mastermind",
        other_names: &["bulls and cows"],
        why: "One player guesses what the other hides, and in the games here nothing is hidden.",
        impartial: None,
        played_by: None,
    },
    Elsewhere {
        name: "Game of life",
        other_names: &["Conway's life"],
        why: "Nobody plays against anybody in it: it is a cellular automaton.",
        impartial: None,
        played_by: Some("Golly"),
    },
    Elsewhere {
        name: "This puzzle",
        other_names: &[
            "2048",
            "Tetris",
            "minesweeper",
            "sudoku",
            "solitaire",
            "peg solitaire",
            "Rubik's cube",
            "15 puzzle",
            "fifteen puzzle",
            "tower of Hanoi",
            "lights out",
            "Sokoban",
        ],
        why: "One player plays it alone, and the games here have two players.",
        impartial: None,
        played_by: None,
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;

    #[test]
    fn each_entry_has_a_reason_of_one_sentence_and_a_relative_of_the_catalogue() {
        assert!(GAMES.len() >= 40, "{}", GAMES.len());
        for Elsewhere { name, why, impartial, .. } in GAMES {
            assert!(why.ends_with('.') && why.matches(['.', '!', '?']).count() == 1, "{name}: {why}");
            assert!(impartial.is_none_or(|id| catalogue::place(id).is_some()), "{name}: {impartial:?}");
        }
    }

    #[test]
    fn no_name_stands_twice() {
        for (at, (name, _)) in NAMES.iter().enumerate() {
            let twin = NAMES[..at].iter().find(|(other, _)| other.is(name)).map(|(_, game)| game.name);
            assert_eq!(twin, None, "{name:?}");
        }
    }
}
