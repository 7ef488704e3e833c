//! Dawson's Chess as a game of heaps: the octal game 0.137. Its values have the period 34, with exceptions up to 51
//! (Guy and Smith 1956). Dawson's own question was about misère play. It is still open.

use crate::game::kinds::heaps::{HEAPS, Heaps, Spelled};
use crate::game::shape::Notation;
use crate::game::{Card, Source, Tag};
use crate::theory::heaps::rules::HeapRules;
use crate::theory::sources::{GUY_SMITH, WINNING_WAYS};

/// Dawson's Chess.
pub(crate) const DAWSONS_CHESS: Heaps = Heaps {
    card: &Card {
        id: "dawsons-chess",
        name: "Dawson's Chess",
        aliases: &["0.137", "octal 0.137"],
        keywords: &["pawns", "chess", "no two adjacent"],
        tags: &[Tag::Strips, Tag::Heaps],
        rules: "On a board of 3 by n squares white pawns face black ones with one empty row between; taking is \
                compulsory, and who moves last wins. A turn takes away a file with its neighbours: a heap of 1 \
                becomes 0, and a heap of n becomes n − 2, or two heaps of n − 3 in all. Who cannot move loses. It is \
                the octal game 0.137.",
        position: "the files of one board, at least 0",
        notation: Some(Notation::Pins),
        example: "13",
        moves: &[("6", "1 2", "take 3 of 6, leaving 1 and 2")],
        sources: &[
            Source { author: "T. R. Dawson", year: 1935, title: "Caissa's Wild Roses" },
            GUY_SMITH,
            WINNING_WAYS,
        ],
        normal: "Exact for boards of any length: the values repeat after 34 from 52 on.",
        max_grundy: Some(9),
        ..HEAPS
    }
    .complete(),
    rules: Spelled::Once(|| HeapRules::of_digits(0, &[1, 3, 7], 0)),
};
