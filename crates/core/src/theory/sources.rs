//! Publications that several files cite.

use crate::theory::step::Source;

/// About Euclid's game.
pub const COLE_DAVIE: Source = Source {
    author: "A. J. Cole and A. J. T. Davie",
    year: 1969,
    title: "A game based on the Euclidean algorithm and a winning strategy for it",
};

/// About partial orders that are built by sums and series.
pub const DEUBER_THOMASSE: Source =
    Source { author: "W. Deuber and S. Thomassé", year: 1996, title: "Grundy sets of partial orders" };

/// About games on partial orders and on sets.
pub const GALE_NEYMAN: Source = Source { author: "D. Gale and A. Neyman", year: 1982, title: "Nim-type games" };

/// Lecture notes about take-away games, coins and sums.
pub const FERGUSON: Source = Source { author: "T. S. Ferguson", year: 2014, title: "Game Theory, part I" };

/// About misère play of subtraction games.
pub const FERGUSON_1974: Source =
    Source { author: "T. S. Ferguson", year: 1974, title: "On sums of graph games with last player losing" };

/// About subtraction games and similar games.
pub const GOLOMB: Source =
    Source { author: "S. W. Golomb", year: 1966, title: "A mathematical investigation of games of take-away" };

/// About the value that is called the Grundy value.
pub const GRUNDY: Source = Source { author: "P. M. Grundy", year: 1939, title: "Mathematics and games" };

/// About octal games and the periods of their values.
pub const GUY_SMITH: Source =
    Source { author: "R. K. Guy and C. A. B. Smith", year: 1956, title: "The G-values of various games" };

/// About Notakto in misère play.
pub const PLAMBECK_WHITEHEAD: Source = Source {
    author: "T. Plambeck and G. Whitehead",
    year: 2013,
    title: "The secrets of Notakto: winning at X-only tic-tac-toe",
};

/// About Kenyon's game and similar games.
pub const KENYON: Source =
    Source { author: "J. C. Kenyon", year: 1967, title: "Nim-like games and the Sprague-Grundy theory" };

/// About the search that tests one Grundy value after the other.
pub const LEMOINE_VIENNOT: Source =
    Source { author: "J. Lemoine and S. Viennot", year: 2012, title: "Nimbers are inevitable" };

/// About the complexity of games on graphs.
pub const SCHAEFER: Source = Source {
    author: "T. J. Schaefer",
    year: 1978,
    title: "On the complexity of some two-person perfect-information games",
};

/// About sums of games in which play may go on for ever.
pub const SMITH: Source = Source { author: "C. A. B. Smith", year: 1966, title: "Graphs and composite games" };

/// The standard book of the field, Winning Ways.
pub const WINNING_WAYS: Source = Source {
    author: "E. R. Berlekamp, J. H. Conway and R. K. Guy",
    year: 1982,
    title: "Winning Ways for your Mathematical Plays",
};

/// The chapter of Winning Ways about turning coins.
pub const WINNING_WAYS_14: Source = Source {
    author: "E. R. Berlekamp, J. H. Conway and R. K. Guy",
    year: 1982,
    title: "Winning Ways for your Mathematical Plays, chapter 14",
};

/// About Wythoff's game.
pub const WYTHOFF: Source = Source { author: "W. A. Wythoff", year: 1907, title: "A modification of the game of Nim" };

/// About values of sums.
pub const SPRAGUE: Source = Source { author: "R. P. Sprague", year: 1935, title: "Über mathematische Kampfspiele" };

/// About misère quotients.
pub const PLAMBECK_SIEGEL: Source =
    Source { author: "T. E. Plambeck and A. N. Siegel", year: 2008, title: "Misère quotients for impartial games" };

/// About tame sums.
pub const CONWAY: Source = Source { author: "J. H. Conway", year: 1976, title: "On Numbers and Games, chapter 12" };
