//! [`CatalogueSearch`]: finds games of the catalogue by words and by tag, and returns the best match first.
//!
//! # The order
//! A game is found if at least one word of the query is found in its card. The score of a game is the sum over the
//! words that are found. A word counts `rarity × worth`:
//!
//! - The *rarity* of a word is 1 for a word of more than half of the games, 2 for a word of more than a quarter, and so
//!   on: each time that half as many games have the word, it grows by 1. So "domino" counts more than "take". This is the
//!   usual weight of a word (Spärck Jones 1972), rounded down to an integer.
//! - The *worth* of a word depends on the place where it is found, such as the name or the rules, and on how well it
//!   fits: the same word, another form of it, only its beginning, or another word of the same meaning.
//!
//! The words of a name or of a phrase that the query contains as a whole count half as much again, and a query that is
//! a whole name comes before all this. A game is left out if it has much less of the query than the best game: of the
//! rarities of the words that are found, less than half. So "take coins from either end" does not list every game in
//! which something is taken.

mod elsewhere;
mod problem;
mod terms;

use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::LazyLock;

pub use self::elsewhere::Elsewhere;
use self::terms::{Fit, SearchText, Term};
use super::fault::{Code, Fault, Faults, quote};
use super::parameters;
use crate::catalogue;
use crate::game::{Card, Source, Tag};

/// A search of the catalogue.
#[derive(Clone, Debug, Default)]
pub struct CatalogueSearch {
    /// The text as the client wrote it.
    text: String,
    query: SearchText,
    tag: Option<Tag>,
    elsewhere: Vec<&'static Elsewhere>,
}

/// The largest number of words of a query that are read. It only bounds the work, since people type fewer words.
const MOST_WORDS: usize = 32;

/// Everyday words, each with the words that descriptions of games use instead.
const OTHER_WORDS: [(&str, &[&str]); 28] = [
    ("ball", &["coin", "token"]),
    ("bean", &["stone"]),
    ("bottle", &["pin"]),
    ("brick", &["domino"]),
    ("circle", &["cycle"]),
    ("connected", &["join", "hang"]),
    ("counter", &["stone"]),
    ("divisor", &["divide"]),
    ("double", &["twice"]),
    ("factor", &["divisor", "divide"]),
    ("flip", &["turn"]),
    ("grid", &["board"]),
    ("match", &["stone"]),
    ("matchstick", &["stone"]),
    ("node", &["vertex"]),
    ("object", &["stone"]),
    ("pebble", &["stone"]),
    ("pile", &["heap"]),
    ("place", &["put"]),
    ("previous", &["last"]),
    ("rectangle", &["board"]),
    ("remove", &["take"]),
    ("skittle", &["pin"]),
    ("stack", &["heap"]),
    ("stick", &["stone"]),
    ("subtract", &["take"]),
    ("tile", &["domino"]),
    ("token", &["stone"]),
];

/// The worth of each place in which a word of a query may be found.
mod worth {
    pub(super) const NAME: u32 = 24;
    pub(super) const OTHER_NAME: u32 = 16;
    pub(super) const KEYWORD: u32 = 12;
    pub(super) const RULES: u32 = 4;
    pub(super) const SOURCE: u32 = 2;
    /// The score of the game of a problem, if the query names the problem with its judge.
    pub(super) const PROBLEM: u32 = 8_000_000;
    /// The bonus if the query is a whole name.
    pub(super) const WHOLE_NAME: u32 = 4_000_000;
    pub(super) const WHOLE_KEYWORD: u32 = 2_000_000;
    pub(super) const WHOLE_OTHER_NAME: u32 = 1_000_000;
}

/// A card of a game, prepared for the search.
struct Indexed {
    card: &'static Card,
    /// Each word of the card, with the worth of its place.
    words: Vec<(Term, u32)>,
    /// Names and phrases.
    phrases: Vec<Phrase>,
    problems: Vec<String>,
}

/// A name or a phrase of a card.
struct Phrase {
    text: SearchText,
    /// The worth of its words.
    word: u32,
    /// The bonus if the query is this phrase.
    whole: u32,
}

/// The words of a query that a card has.
#[derive(Clone, Copy, Default)]
struct Found {
    score: u32,
    /// The sum of the rarities of the words.
    rarities: u32,
    /// Whether the query is a name or a phrase of the card.
    is_whole: bool,
    /// Whether the query contains a name or a phrase of the card.
    is_named: bool,
}

/// The words of [`OTHER_WORDS`], as terms.
static OTHERS: LazyLock<Vec<(Term, Vec<Term>)>> = LazyLock::new(|| {
    let of = |(daily, others): &(&str, &[&str])| {
        let others = others.iter().flat_map(|other| SearchText::of(other).words).collect::<Vec<_>>();
        SearchText::of(daily).words.into_iter().map(move |daily| (daily, others.clone())).collect::<Vec<_>>()
    };
    OTHER_WORDS.iter().flat_map(of).collect()
});

static INDEX: LazyLock<Vec<Indexed>> = LazyLock::new(|| catalogue::cards().map(Indexed::of).collect());

/// The stems of all words in the rules of games.
static IN_RULES: LazyLock<HashSet<String>> =
    LazyLock::new(|| catalogue::cards().flat_map(|card| SearchText::of(card.rules).stems().to_vec()).collect());

/// The stems of the names and the phrases of all cards.
static PHRASES: LazyLock<Vec<Vec<String>>> = LazyLock::new(|| {
    let phrases = INDEX.iter().flat_map(|game| &game.phrases);
    phrases.map(|phrase| phrase.text.stems().to_vec()).filter(|stems| stems.len() > 1).collect()
});

impl Indexed {
    fn of(card: &'static Card) -> Self {
        let Card { id, name, aliases, problems, keywords, tags, rules, sources, .. } = *card;
        let mut index = Self { card, words: Vec::new(), phrases: Vec::new(), problems: Vec::new() };
        for text in [id, name] {
            index.add(SearchText::of(text), worth::NAME, worth::WHOLE_NAME);
        }
        for text in aliases.iter().copied().chain(card.names_of_aliases()) {
            index.add(SearchText::of(text), worth::OTHER_NAME, worth::WHOLE_OTHER_NAME);
        }
        for text in problems {
            let mut text = SearchText::of(text);
            index.problems.extend(text.problems.iter().cloned());
            // The number in the name of a problem is no word to search for: QCJ3 is not about 3 stones.
            text.words.retain(|word| !word.is_number());
            index.add(text, worth::OTHER_NAME, worth::WHOLE_OTHER_NAME);
        }
        for text in keywords {
            index.add(SearchText::of(text), worth::KEYWORD, worth::WHOLE_KEYWORD);
        }
        index.add(SearchText::of(rules), worth::RULES, 0);
        for tag in tags {
            index.add(SearchText::of(tag.as_str()), worth::RULES, 0);
        }
        for Source { author, year, title } in sources {
            index.add(SearchText::of(&format!("{year} {author} {title}")), worth::SOURCE, 0);
        }
        index
    }

    fn add(&mut self, text: SearchText, word: u32, whole: u32) {
        for term in &text.words {
            match self.words.iter_mut().find(|(known, _)| known == term) {
                Some((_, known)) => *known = word.max(*known),
                None => self.words.push((term.clone(), word)),
            }
        }
        if whole > 0 {
            self.phrases.push(Phrase { text, word, whole });
        }
    }

    /// Returns the bonus if the query is a name or a phrase of the card; 0 if it is none.
    fn whole(&self, query: &SearchText) -> u32 {
        let wholes = self.phrases.iter().filter(|phrase| query.is(&phrase.text));
        // "Matching game" is a name of one game, and "matches" is a word for another.
        let bonus = |phrase: &Phrase| if query.is_spelled(&phrase.text) { phrase.whole } else { phrase.whole / 4 };
        wholes.map(bonus).max().unwrap_or(0)
    }

    /// Returns the score of the best name or phrase of the card that the query contains; 0 if it contains none.
    /// `rarities` are those of the words of the query.
    fn contained(&self, query: &SearchText, rarities: &[u32]) -> u32 {
        let rarity = |stem: &String| {
            let words = query.stems().iter().zip(rarities);
            words.filter(|(word, _)| *word == stem).map(|(_, rarity)| *rarity).max().unwrap_or(0)
        };
        let score =
            |phrase: &Phrase| phrase.text.stems().iter().map(rarity).sum::<u32>().saturating_mul(phrase.word) / 2;
        self.phrases.iter().filter(|phrase| query.contains(&phrase.text)).map(score).max().unwrap_or(0)
    }

    /// Returns the worth of the card's best match for a word of a query; 0 if the card does not have the word.
    fn word(&self, word: &Term) -> u32 {
        let best = |word: &Term| {
            let fits = self.words.iter().filter_map(|(known, worth)| Some((word.fits(known)?, worth)));
            let part = |(fit, worth): (Fit, &u32)| match fit {
                Fit::Whole => *worth,
                Fit::Form => worth - worth / 4,
                Fit::Beginning => worth / 2,
            };
            fits.map(part).max()
        };
        let mut others = OTHERS.iter().filter(|(daily, _)| daily.stem == word.stem).flat_map(|(_, others)| others);
        // If a card has only a word that `OTHER_WORDS` lists for the query's word, the worth is 1. So games whose cards
        // have the query's word come first.
        best(word).or_else(|| others.any(|other| best(other).is_some()).then_some(1)).unwrap_or(0)
    }
}

/// Returns the rarity of a word that `count` games have.
fn rarity(count: usize) -> u32 {
    INDEX.len().checked_div(count).and_then(usize::checked_ilog2).map_or(0, |halvings| halvings.saturating_add(1))
}

impl CatalogueSearch {
    /// The names of the parameters.
    pub const PARAMETERS: [&str; 2] = ["q", "tag"];

    /// Creates a search for the games that have the tag, and words of the text. The words are looked for in ids, names,
    /// other names, problems, keywords, rules, tags and sources. A word may be in the plural or another form, and in any
    /// usual spelling. A text with a problem of an online judge finds only the games of the problem.
    #[must_use]
    pub fn new(text: &str, tag: Option<Tag>) -> Self {
        let query = SearchText::of_beginning(text, MOST_WORDS);
        let elsewhere = elsewhere::named_in(&query, &PHRASES, &IN_RULES);
        Self { text: text.to_owned(), query, tag, elsewhere }
    }

    /// Reads a query string, percent-encoded, without its question mark.
    ///
    /// # Errors
    /// Returns all faults in the query string.
    pub fn from_query(query: &str) -> Result<Self, Faults> {
        let mut faults = Faults::default();
        let [text, tag] = parameters::read(query, Self::PARAMETERS, &mut faults);
        let tag = tag.and_then(|tag| {
            let fault = |detail| faults.push(Fault::new(Code::InvalidQuery, detail).under("tag").of_parameter("tag"));
            self::tag(&tag).map_err(fault).ok()
        });
        if faults.is_empty() { Ok(Self::new(&text.unwrap_or_default(), tag)) } else { Err(faults) }
    }

    /// Returns the games that are found, the best first. Games with equal scores are in the order of the catalogue, and
    /// so are all games if there are no words.
    #[must_use]
    pub fn cards(&self) -> Vec<&'static Card> {
        let of_tag = |game: &Indexed| self.tag.is_none_or(|tag| game.card.tags.contains(&tag));
        if self.text.trim().is_empty() {
            return INDEX.iter().filter(|game| of_tag(game)).map(|game| game.card).collect();
        }
        let found = if self.query.problems.is_empty() { self.by_words() } else { self.by_problem() };
        let mut found: Vec<_> = found.into_iter().filter(|(game, _)| of_tag(game)).collect();
        let most = found.iter().map(|(_, found)| found.rarities).max().unwrap_or(0);
        found.retain(|(_, found)| found.score > 0 && (found.is_whole || found.rarities.saturating_mul(2) >= most));
        found.sort_by_key(|(_, found)| Reverse(found.score));
        found.into_iter().map(|(game, _)| game.card).collect()
    }

    /// Returns which words of the query each game has.
    fn by_words(&self) -> Vec<(&'static Indexed, Found)> {
        let mut games: Vec<_> = INDEX.iter().map(|game| (game, Found::default())).collect();
        let mut rarities = Vec::new();
        for word in &self.query.words {
            let worths: Vec<u32> = INDEX.iter().map(|game| game.word(word)).collect();
            let rarity = rarity(worths.iter().filter(|worth| **worth > 0).count());
            for ((_, found), worth) in games.iter_mut().zip(worths).filter(|(_, worth)| *worth > 0) {
                found.score = found.score.saturating_add(worth.saturating_mul(rarity));
                found.rarities = found.rarities.saturating_add(rarity);
            }
            rarities.push(rarity);
        }
        for (game, found) in &mut games {
            let (whole, contained) = (game.whole(&self.query), game.contained(&self.query, &rarities));
            found.score = found.score.saturating_add(contained).saturating_add(whole);
            found.is_whole = whole > 0;
            found.is_named = whole > 0 || contained > 0;
        }
        // If the query names a game that is not here, words that other games happen to have would mislead.
        if !self.elsewhere.is_empty() {
            games.retain(|(_, found)| found.is_named);
        }
        games
    }

    /// Returns the games of the query's problems. The other words of the query are not searched for, since they would
    /// find games that the problem does not ask about.
    fn by_problem(&self) -> Vec<(&'static Indexed, Found)> {
        let is_of = |game: &&Indexed| self.query.problems.iter().any(|problem| game.problems.contains(problem));
        let found = Found { score: worth::PROBLEM, rarities: 0, is_whole: true, is_named: true };
        INDEX.iter().filter(is_of).map(|game| (game, found)).collect()
    }

    /// Returns the games that the text names, and that are not here.
    #[must_use]
    pub fn elsewhere(&self) -> &[&'static Elsewhere] {
        &self.elsewhere
    }

    /// Returns what to try if nothing is found.
    #[must_use]
    pub fn advice(&self) -> String {
        let tag = self.tag.map_or_else(String::new, |tag| format!(" with the tag {}", tag.as_str()));
        let nothing = if !self.elsewhere.is_empty() {
            format!("No game{tag} has this name.")
        } else if !self.query.problems.is_empty() {
            format!("No game{tag} is listed for {}. Try words of its rules instead of its number.", quote(&self.text))
        } else {
            let names: Vec<_> = Elsewhere::names().collect();
            let meant = catalogue::nearest_of(&self.text, &names);
            let meant = meant.map_or_else(String::new, |meant| format!(" Did you mean {meant}?"));
            format!("No game{tag} has these words.{meant} Try other words, or a problem, such as POJ 1704.")
        };
        format!(
            "{nothing} Any finite impartial game can be described in the request itself, under \"games\": by its rule in a few lines \
             of Python, such as {{\"mine\": {{\"rules\": \"def options(n): return [n - k for k in (1, 3, 4) if k <= n]\"}}}}, by a graph \
             of its positions, by vectors that a move subtracts, or by pieces on a board; its name then stands in \"position\"."
        )
    }
}

/// Returns the tag with this name.
///
/// # Errors
/// If there is no such tag. The error names the most similar tag, and all tags.
pub fn tag(text: &str) -> Result<Tag, String> {
    let names = Tag::ALL.map(Tag::as_str);
    Tag::ALL
        .into_iter()
        .find(|tag| tag.as_str() == text)
        .ok_or_else(|| format!("there is no tag {}; {}", quote(text), parameters::among("tags", text, &names)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(query: &str) -> Vec<&'static str> {
        CatalogueSearch::from_query(query).unwrap().cards().iter().map(|card| card.id).collect()
    }

    fn found(text: &str) -> Vec<&'static str> {
        CatalogueSearch::new(text, None).cards().iter().map(|card| card.id).collect()
    }

    /// Returns the lines of a table whose columns are a text that people type, and the game that they look for.
    fn typed(table: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
        table.lines().filter_map(|line| line.split_once('\t'))
    }

    /// Returns the texts that do not find their game first, each with the games that it finds.
    fn missed(table: &'static str) -> Vec<(&'static str, &'static str, Vec<&'static str>)> {
        let first = |text: &str| found(text).into_iter().take(4).collect::<Vec<_>>();
        typed(table)
            .filter(|(text, id)| found(text).first() != Some(id))
            .map(|(text, id)| (text, id, first(text)))
            .collect()
    }

    /// Returns the names of the games that a text names, and that are not here.
    fn elsewhere(text: &str) -> Vec<&'static str> {
        CatalogueSearch::new(text, None).elsewhere().iter().map(|game| game.name).collect()
    }

    #[test]
    fn what_people_type_finds_their_game_first() {
        const TYPED: &str = include_str!("search/searches.tsv");
        assert!(typed(TYPED).count() >= 130);
        assert_eq!(missed(TYPED), []);
    }

    #[test]
    fn problems_find_their_game_and_no_other() {
        const PROBLEMS: &str = include_str!("search/problems.tsv");
        let missed: Vec<_> = missed(PROBLEMS).into_iter().map(|(text, id, _)| (text, id)).collect();
        // A request describes these two games itself, by a graph and by vectors.
        assert_eq!(missed, [("POJ 2425", "graph"), ("Project Euler 665", "rides")]);
        assert_eq!(elsewhere("POJ 2425"), ["A Chess Game (POJ 2425)"]);
        assert_eq!(elsewhere("PE 665"), ["Proportionate Nim (Project Euler 665)"]);
        for (text, _) in typed(PROBLEMS).filter(|(text, _)| text.bytes().any(|letter| letter.is_ascii_digit())) {
            assert!(found(text).len() <= 1 || text.contains("SPOJ"), "{text}: {:?}", found(text));
        }
    }

    #[test]
    fn a_number_is_found_only_with_its_judge() {
        for text in
            ["Luogu P2234", "LeetCode 10165", "PE 1510", "LeetCode 1510 Project Euler", "UVa 292", "1704", "2516"]
        {
            let found = found(text);
            assert!(found.is_empty() || text.starts_with("LeetCode 1510"), "{text}: {found:?}");
        }
        assert_eq!(found("Luogu P3480"), ["staircase-nim"]);
        let advice = CatalogueSearch::new("LeetCode 10165", None).advice();
        assert!(advice.contains("No game is listed for \"LeetCode 10165\"."), "{advice}");
    }

    #[test]
    fn a_game_that_is_not_here_is_named_with_its_reason() {
        for (text, name) in [
            ("domineering", "Domineering"),
            ("who wins Domineering on a 4x4 board", "Domineering"),
            ("hex", "Hex"),
            ("tic tac toe", "Tic-tac-toe"),
            ("TicTacToe", "Tic-tac-toe"),
            ("ultimate tic-tac-toe", "Ultimate tic-tac-toe"),
            ("noughts and crosses", "Tic-tac-toe"),
            ("connect four", "Connect Four"),
            ("Connect4", "Connect Four"),
            ("go", "Go"),
            ("the game of go", "Go"),
            ("chess", "Chess"),
            ("checkers", "Checkers"),
            ("amazons", "Amazons"),
            ("toads and frogs", "Toads and frogs"),
            ("toads & frogs", "Toads and frogs"),
            ("col", "Col"),
            ("snort", "Snort"),
            ("dots and boxes", "Dots and boxes"),
            ("sprouts", "Sprouts"),
            ("brussels sprouts", "Brussels sprouts"),
            ("mancala", "Mancala"),
            ("red-blue hackenbush", "Red-blue hackenbush"),
            ("clobber", "Clobber"),
            ("LeetCode 877", "Stone Game"),
            ("Stone Game IX", "Stone Game"),
            ("othello", "Reversi"),
        ] {
            assert_eq!(elsewhere(text), [name], "{text}");
        }
        for text in
            ["nim", "cram", "impartial domineering", "dawson's chess", "chess knight", "x-only tic-tac-toe", "go left"]
        {
            assert_eq!(elsewhere(text), [""; 0], "{text}");
        }
        // A relative is named only with the warning that it is another game.
        for text in ["domineering", "hex", "go", "col", "snort", "mancala", "amazons"] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
        assert_eq!(found("who wins Connect Four"), [""; 0]);
        assert_eq!(found("how is clobber won"), ["clobber"]);
        let [domineering] = CatalogueSearch::new("domineering", None).elsewhere()[..] else { panic!("one game") };
        assert_eq!((domineering.impartial, domineering.played_by), (Some("cram"), Some("CGSuite")));
        assert!(CatalogueSearch::new("dominering", None).advice().contains("Did you mean Domineering?"));
    }

    #[test]
    fn any_word_counts_and_rare_words_count_more() {
        assert_eq!(found("take the hackenbush")[0], "hackenbush");
        assert_eq!(found("unknownword kayles")[0], "kayles");
        assert!(rarity(1) > rarity(2) && rarity(2) > rarity(5) && rarity(INDEX.len()) == 1 && rarity(0) == 0);
        // Common words alone do not bring in games without the rare word.
        assert!(found("take coins from either end").len() < 30);
    }

    #[test]
    fn each_id_name_and_problem_finds_its_game_first() {
        for card in catalogue::cards() {
            for text in [card.id, card.name] {
                assert_eq!(found(text).first(), Some(&card.id), "{text}");
                assert_eq!(found(&text.to_uppercase()).first(), Some(&card.id), "{text}");
            }
            for problem in card.problems {
                for spelled in [(*problem).to_owned(), problem.replace(' ', ""), problem.to_lowercase()] {
                    assert_eq!(found(&spelled).first(), Some(&card.id), "{spelled}");
                }
            }
        }
    }

    #[test]
    fn no_two_games_claim_one_problem() {
        let mut problems: Vec<_> = catalogue::cards().flat_map(|card| card.problems).collect();
        let count = problems.len();
        problems.sort_unstable();
        problems.dedup();
        assert_eq!(problems.len(), count);
    }

    #[test]
    fn words_are_found_from_their_beginning_and_in_any_form() {
        assert_eq!(found("").len(), catalogue::all().len());
        assert_eq!(found("KAYLES"), ["kayles", "node-kayles", "arc-kayles", "dawsons-kayles", "circular"]);
        assert_eq!(found("kayl").len(), 5);
        // The search does not find the word "prime", which has "rim" only in the middle.
        assert_eq!(found("rim"), ["rims"]);
        assert_eq!(ids("q=guy-smith"), ids("q=GUY%E2%80%93SMITH"));
        assert!(found("guy smith").contains(&"octal"));
        assert_eq!(found("winkle rip"), ["kayles"]);
        for (one, other) in [("pile", "piles"), ("cutting", "cuts")] {
            assert_eq!(HashSet::from_iter(found(one)), HashSet::<&str>::from_iter(found(other)), "{one}");
        }
        assert!(found("heap").len() > 15 && found("pile").len() > 15);
        for nothing in ["xyzzy quux", "...", "?", "sprouts"] {
            assert_eq!(found(nothing), [""; 0], "{nothing}");
        }
    }

    #[test]
    fn advice_names_what_may_be_meant_and_ones_own_games() {
        let advice = |text: &str| CatalogueSearch::new(text, Some(Tag::Coins)).advice();
        assert!(
            advice("kaylse").contains("with the tag coins has these words. Did you mean kayles?"),
            "{}",
            advice("kaylse")
        );
        assert!(!advice("sprouts").contains("Did you mean"));
        assert!(advice("sprouts").contains("under \"games\""));
    }

    #[test]
    fn tags_choose() {
        let all: Vec<_> = Tag::ALL.iter().flat_map(|tag| ids(&format!("tag={}", tag.as_str()))).collect();
        for card in catalogue::all().iter().map(|game| game.card()) {
            assert_eq!(all.iter().filter(|id| **id == card.id).count(), card.tags.len(), "{}", card.id);
        }
        assert_eq!(ids("tag=heaps&q=bouton")[0], "nim");
        for tag in Tag::ALL {
            assert_eq!(serde_json::to_value(tag).unwrap(), tag.as_str());
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (query, detail) in [
            ("tags=heaps", "the parameters are q, tag; did you mean tag?"),
            ("limit=3", "no parameter \"limit\" here; the parameters are q, tag"),
            ("tag=heap", "contest; did you mean heaps?"),
            ("tag=", "no tag \"\"; the tags are"),
            ("q=a&q=b", "twice"),
        ] {
            let faults = CatalogueSearch::from_query(query).unwrap_err();
            assert!(faults.detail().contains(detail), "{query}: {}", faults.detail());
        }
    }
}
