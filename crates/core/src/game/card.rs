//! [`Card`]: the catalogue's description of a game, for people.

use crate::game::shape::Notation;
use crate::theory::step::Source;

/// The catalogue's description of a game, for people.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    /// The id, in lower case with hyphens. The key of the game in a position is this id, or the id with parameters.
    pub id: &'static str,
    /// The name.
    pub name: &'static str,
    /// Other names of the game.
    pub aliases: &'static [&'static str],
    /// Public contest problems that ask about this game. Each is named by its online judge and its number.
    pub problems: &'static [&'static str],
    /// Everyday words and phrases that people search for, if the names and the rules of the game do not contain them.
    /// Only the search of the catalogue reads these words.
    pub keywords: &'static [&'static str],
    /// The kinds of games that the game belongs to.
    pub tags: &'static [Tag],
    /// The rules in plain words. If several rulesets have this name, this text also says which ruleset is meant.
    pub rules: &'static str,
    /// A description of positions, in words.
    pub position: &'static str,
    /// The pattern of the text form, in which URLs write a position.
    pub text_form: &'static str,
    /// A notation that people use in addition to the text form, if there is such a notation.
    pub notation: Option<Notation>,
    /// A position in its text form.
    pub example: &'static str,
    /// Examples of moves. Each example consists of a position, one of its options (both in the text form), and the move
    /// in the words of [`Rules::describe`](super::Rules::describe).
    pub moves: &'static [(&'static str, &'static str, &'static str)],
    /// Publications on the game and its theory.
    pub sources: &'static [Source],
    /// The theory of normal play, in words.
    pub normal: &'static str,
    /// The theory of misère play, in words.
    pub misere: &'static str,
    /// The largest Grundy value that a position of the game can have, if there is a largest one.
    pub max_grundy: Option<u64>,
    /// The parameters in the parentheses of the key, if this is a family of games.
    pub parameters: Option<Parameters>,
}

impl Card {
    /// A card whose texts are empty. Games override its fields. A game of the catalogue must write every field except
    /// `aliases`, `problems`, `keywords`, `notation`, `sources`, `max_grundy` and `parameters`, which only some games
    /// have.
    pub const BLANK: Self = Self {
        id: "",
        name: "",
        aliases: &[],
        problems: &[],
        keywords: &[],
        tags: &[],
        rules: "",
        position: "",
        text_form: "",
        notation: None,
        example: "",
        moves: &[],
        sources: &[],
        normal: "",
        misere: "",
        max_grundy: None,
        parameters: None,
    };

    /// Returns the aliases that have a source in parentheses, without the sources. For `Divisor Game (LeetCode 1025)`,
    /// this is `Divisor Game`. The name "Game" of HDU 5011 is left out, because it could mean any game.
    pub(crate) fn names_of_aliases(&self) -> impl Iterator<Item = &'static str> + use<> {
        let names = self.aliases.iter().filter_map(|alias| alias.split_once(" (")).map(|(name, _)| name);
        names.filter(|name| *name != "Game")
    }

    /// Returns the card unchanged, for a game of the catalogue. If a field that every game needs is empty, the program
    /// does not compile.
    pub(crate) const fn complete(self) -> Self {
        let words =
            [self.id, self.name, self.rules, self.position, self.text_form, self.example, self.normal, self.misere];
        let mut at = 0;
        // A `const fn` can't use iterators yet.
        while at < words.len() {
            assert!(!words[at].is_empty(), "a card lacks what each must say");
            at += 1;
        }
        assert!(!self.tags.is_empty(), "a card says which kinds of games this is one of");
        assert!(!self.moves.is_empty(), "a card has a move in words, which the laws compare with the game's own");
        self
    }
}

/// The parameters of a family of games.
#[derive(Clone, Copy, Debug, serde::Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ParameterForm))]
pub struct Parameters {
    /// A description of the parameters, in words.
    pub text: &'static str,
    /// The pattern in which the parameters are written.
    pub form: &'static str,
    /// An example of legal parameters.
    pub example: &'static str,
}

/// A kind of game. Clients can list all games of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Tag {
    /// Heaps of stones.
    Heaps,
    /// Coins that are moved or turned.
    Coins,
    /// Rows and strips of squares.
    Strips,
    /// Boards of two dimensions.
    Boards,
    /// Vertices and edges.
    Graphs,
    /// Numbers, with moves by arithmetic.
    Arithmetic,
    /// Games that occur in programming contests.
    Contest,
}

impl Tag {
    /// All tags.
    pub const ALL: [Self; 7] =
        [Self::Heaps, Self::Coins, Self::Strips, Self::Boards, Self::Graphs, Self::Arithmetic, Self::Contest];

    /// The tag as responses write it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Heaps => "heaps",
            Self::Coins => "coins",
            Self::Strips => "strips",
            Self::Boards => "boards",
            Self::Graphs => "graphs",
            Self::Arithmetic => "arithmetic",
            Self::Contest => "contest",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "a card lacks what each must say")]
    fn a_card_without_words_is_not_complete() {
        let _ = Card { tags: &[Tag::Heaps], moves: &[("3", "2", "take 1 of 3")], ..Card::BLANK }.complete();
    }
}
