//! Publications that more than one file names.

use crate::theory::step::Source;

/// Euclid's game.
pub const COLE_DAVIE: Source = Source {
    author: "A. J. Cole and A. J. T. Davie",
    year: 1969,
    title: "A game based on the Euclidean algorithm and a winning strategy for it",
};

/// Orders that are made by sums and series.
pub const DEUBER_THOMASSE: Source =
    Source { author: "W. Deuber and S. Thomassé", year: 1996, title: "Grundy sets of partial orders" };

/// Games on orders and on sets.
pub const GALE_NEYMAN: Source = Source { author: "D. Gale and A. Neyman", year: 1982, title: "Nim-type games" };

/// Lecture notes: take-away games, coins, sums.
pub const FERGUSON: Source = Source { author: "T. S. Ferguson", year: 2014, title: "Game Theory, part I" };

/// Misère play of subtraction games.
pub const FERGUSON_1974: Source =
    Source { author: "T. S. Ferguson", year: 1974, title: "On sums of graph games with last player losing" };

/// Subtraction games and their kin.
pub const GOLOMB: Source =
    Source { author: "S. W. Golomb", year: 1966, title: "A mathematical investigation of games of take-away" };

/// The value that bears the name.
pub const GRUNDY: Source = Source { author: "P. M. Grundy", year: 1939, title: "Mathematics and games" };

/// Octal games, and when their values repeat.
pub const GUY_SMITH: Source =
    Source { author: "R. K. Guy and C. A. B. Smith", year: 1956, title: "The G-values of various games" };

/// Kenyon's game and others of its kind.
pub const KENYON: Source =
    Source { author: "J. C. Kenyon", year: 1967, title: "Nim-like games and the Sprague-Grundy theory" };

/// The search for one value after the other.
pub const LEMOINE_VIENNOT: Source =
    Source { author: "J. Lemoine and S. Viennot", year: 2012, title: "Nimbers are inevitable" };

/// Games on graphs, and how hard they are.
pub const SCHAEFER: Source = Source {
    author: "T. J. Schaefer",
    year: 1978,
    title: "On the complexity of some two-person perfect-information games",
};

/// Sums of games in which play may go on for ever.
pub const SMITH: Source = Source { author: "C. A. B. Smith", year: 1966, title: "Graphs and composite games" };

/// The book of the field.
pub const WINNING_WAYS: Source = Source {
    author: "E. R. Berlekamp, J. H. Conway and R. K. Guy",
    year: 1982,
    title: "Winning Ways for your Mathematical Plays",
};

/// The chapter of that book on turning coins.
pub const WINNING_WAYS_14: Source = Source {
    author: "E. R. Berlekamp, J. H. Conway and R. K. Guy",
    year: 1982,
    title: "Winning Ways for your Mathematical Plays, chapter 14",
};

/// The game of one queen.
pub const WYTHOFF: Source = Source { author: "W. A. Wythoff", year: 1907, title: "A modification of the game of Nim" };

/// Values of sums.
pub const SPRAGUE: Source = Source { author: "R. P. Sprague", year: 1935, title: "Über mathematische Kampfspiele" };

/// Quotients of misère play.
pub const PLAMBECK_SIEGEL: Source =
    Source { author: "T. E. Plambeck and A. N. Siegel", year: 2008, title: "Misère quotients for impartial games" };

/// Tame sums.
pub const CONWAY: Source = Source { author: "J. H. Conway", year: 1976, title: "On Numbers and Games, chapter 12" };
