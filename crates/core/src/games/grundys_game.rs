//! Grundy's game: split a heap into two that differ. Whether its values are periodic is open.

use crate::game::kinds::heaps::{HeapCard, Named, WILD_HEAPS};
use crate::game::shape::Shape;
use crate::game::{Card, Parts, Tag};
use crate::number::Natural;
use crate::theory::heaps::rules::Rules;
use crate::theory::sources::{GRUNDY, WINNING_WAYS};

/// Grundy's game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GrundysGame;

impl HeapCard for GrundysGame {
    type Left = Parts<Natural>;

    const CARD: Card = Card {
        id: "grundys-game",
        name: "Grundy's game",
        aliases: &["Unequal splits"],
        tags: &[Tag::Heaps],
        rules: "A move splits a heap into two of different sizes. Who cannot move, all heaps being 1 or 2, loses.",
        shape: Shape::Integer,
        position: "the tokens of one heap, at least 0",
        text_form: "n",
        example: "9",
        moves: &[("7", "3 4", "split 7 into 3 and 4")],
        sources: &[GRUNDY, WINNING_WAYS],
        normal: "Exact as far as its table goes: no period is known.",
        misere: WILD_HEAPS,
        ..Card::BLANK
    };
}

impl Named for GrundysGame {
    fn rules() -> Rules {
        Rules::grundys_game()
    }
}
