//! [`CatalogueSearch`]: finds games of the catalogue by words and by tag, and returns the best match first.

mod terms;

use std::cmp::Reverse;
use std::sync::LazyLock;

use self::terms::{Fit, Term, joined, terms};
use super::fault::{Code, Fault, Faults, quote};
use super::parameters;
use crate::catalogue;
use crate::game::{Card, Source, Tag};

/// A search of the catalogue.
#[derive(Clone, Debug, Default)]
pub struct CatalogueSearch {
    /// The words as the client wrote them.
    text: String,
    words: Vec<Term>,
    tag: Option<Tag>,
}

/// The largest number of words of a query that are searched for. It only bounds the work, since people type fewer
/// words.
const MOST_WORDS: usize = 32;

/// Words that say nothing about a game.
const EMPTY_WORDS: [&str; 22] = [
    "a", "an", "and", "at", "by", "for", "from", "game", "games", "in", "is", "of", "on", "or", "play", "problem",
    "the", "to", "up", "what", "where", "with",
];

/// Everyday words, each with the words that descriptions of games use instead.
const OTHER_WORDS: [(&str, &[&str]); 23] = [
    ("ball", &["coin", "token"]),
    ("bean", &["stone"]),
    ("bottle", &["pin"]),
    ("brick", &["domino"]),
    ("circle", &["cycle"]),
    ("counter", &["stone"]),
    ("divisor", &["divide"]),
    ("factor", &["divisor", "divide"]),
    ("flip", &["turn"]),
    ("grid", &["board"]),
    ("match", &["stone"]),
    ("matchstick", &["stone"]),
    ("node", &["vertex"]),
    ("object", &["stone"]),
    ("pebble", &["stone"]),
    ("pile", &["heap"]),
    ("rectangle", &["board"]),
    ("remove", &["take"]),
    ("skittle", &["pin"]),
    ("stack", &["heap"]),
    ("stick", &["stone"]),
    ("subtract", &["take"]),
    ("tile", &["domino"]),
];

/// The score of each place in which a whole word of a query may be found. If the query has only the beginning of a
/// word, the score is half.
mod worth {
    pub(super) const NAME: u32 = 24;
    pub(super) const OTHER_NAME: u32 = 16;
    pub(super) const KEYWORD: u32 = 12;
    pub(super) const RULES: u32 = 4;
    pub(super) const SOURCE: u32 = 2;
    /// The bonus if the query is a whole name.
    pub(super) const WHOLE_NAME: u32 = 4_000;
    pub(super) const WHOLE_KEYWORD: u32 = 2_000;
    pub(super) const WHOLE_OTHER_NAME: u32 = 1_000;
}

/// A card of a game, prepared for the search.
struct Indexed {
    card: &'static Card,
    /// Each word of the card, with its score.
    words: Vec<(Term, u32)>,
    /// Whole names and phrases, with the bonus for a query that equals them.
    wholes: Vec<(String, u32)>,
}

/// The words of [`OTHER_WORDS`], as terms.
static OTHERS: LazyLock<Vec<(Term, Vec<Term>)>> = LazyLock::new(|| {
    let of = |(daily, others): &(&str, &[&str])| {
        let others = others.iter().flat_map(|other| terms(other)).collect::<Vec<_>>();
        terms(daily).into_iter().map(move |daily| (daily, others.clone())).collect::<Vec<_>>()
    };
    OTHER_WORDS.iter().flat_map(of).collect()
});

static INDEX: LazyLock<Vec<Indexed>> = LazyLock::new(|| catalogue::cards().map(Indexed::of).collect());

impl Indexed {
    fn of(card: &'static Card) -> Self {
        let Card { id, name, aliases, problems, keywords, tags, rules, sources, .. } = *card;
        let mut index = Self { card, words: Vec::new(), wholes: Vec::new() };
        for text in [id, name] {
            index.add(text, worth::NAME, worth::WHOLE_NAME);
        }
        for text in aliases.iter().chain(problems).copied().chain(card.names_of_aliases()) {
            index.add(text, worth::OTHER_NAME, worth::WHOLE_OTHER_NAME);
        }
        for text in keywords {
            index.add(text, worth::KEYWORD, worth::WHOLE_KEYWORD);
        }
        index.add(rules, worth::RULES, 0);
        for tag in tags {
            index.add(tag.as_str(), worth::RULES, 0);
        }
        for Source { author, year, title } in sources {
            index.add(&format!("{author} {year} {title}"), worth::SOURCE, 0);
        }
        index
    }

    fn add(&mut self, text: &str, word: u32, whole: u32) {
        let terms = terms(text);
        if whole > 0 {
            self.wholes.extend(joined(&terms).map(|name| (name, whole)));
        }
        for term in terms {
            match self.words.iter_mut().find(|(known, _)| *known == term) {
                Some((_, known)) => *known = word.max(*known),
                None => self.words.push((term, word)),
            }
        }
    }

    /// Returns the score of all words together. `None` if at least one word is not found, unless the whole query is a
    /// name or a phrase.
    fn score(&self, words: &[Term], whole: &[String; 2]) -> Option<u32> {
        let wholes = self.wholes.iter().filter(|(name, _)| whole.contains(name)).map(|(_, worth)| *worth);
        let whole = wholes.max().unwrap_or(0);
        let said = words.iter().filter(|word| !EMPTY_WORDS.contains(&&*word.text));
        // If all words of the query are in `EMPTY_WORDS`, they are searched for nevertheless.
        let said: Vec<&Term> = if said.clone().next().is_some() { said.collect() } else { words.iter().collect() };
        let found = said.into_iter().map(|word| self.word(word)).sum::<Option<u32>>();
        if whole > 0 { Some(whole.saturating_add(found.unwrap_or(0))) } else { found }
    }

    /// Returns the score of the card's best match for a word of a query.
    fn word(&self, word: &Term) -> Option<u32> {
        let best = |word: &Term| {
            let fits = self.words.iter().filter_map(|(known, worth)| Some((word.fits(known)?, worth)));
            fits.map(|(fit, worth)| if fit == Fit::Whole { *worth } else { worth / 2 }).max()
        };
        let mut others = OTHERS.iter().filter(|(daily, _)| daily.stem == word.stem).flat_map(|(_, others)| others);
        // If a card has only a word that `OTHER_WORDS` lists for the query's word, the score is 1. So games whose cards
        // have the query's word come first.
        best(word).or_else(|| others.any(|other| best(other).is_some()).then_some(1))
    }
}

impl CatalogueSearch {
    /// The names of the parameters.
    pub const PARAMETERS: [&str; 2] = ["q", "tag"];

    /// Creates a search for the games that have the tag and all words of the text. The words are looked for in ids,
    /// names, other names, problems, keywords, rules, tags and sources. A word may be in the plural or another form,
    /// and in any usual spelling.
    #[must_use]
    pub fn new(text: &str, tag: Option<Tag>) -> Self {
        let words = terms(text).into_iter().take(MOST_WORDS).collect();
        Self { text: text.to_owned(), words, tag }
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

    /// Returns the games that are found, the best first. If the whole query is the name of a game, this game comes
    /// first. The scores of the other games depend on where the words are found. Games with equal scores are in the
    /// order of the catalogue, and so are all games if there are no words.
    #[must_use]
    pub fn cards(&self) -> Vec<&'static Card> {
        let of_tag = INDEX.iter().filter(|game| self.tag.is_none_or(|tag| game.card.tags.contains(&tag)));
        let is_all = self.text.trim().is_empty();
        let whole = joined(&self.words);
        let scored = of_tag.filter_map(|game| {
            // A text without letters and digits finds no game.
            let score = if is_all { Some(0) } else { game.score(&self.words, &whole).filter(|score| *score > 0) };
            Some((score?, game.card))
        });
        let mut scored: Vec<_> = scored.collect();
        scored.sort_by_key(|(score, _)| Reverse(*score));
        scored.into_iter().map(|(_, card)| card).collect()
    }

    /// Returns what to try if nothing is found.
    #[must_use]
    pub fn advice(&self) -> String {
        let meant = catalogue::nearest(&self.text).map_or_else(String::new, |meant| format!(" Did you mean {meant}?"));
        format!(
            "No game has all of these words{}.{meant} Try fewer words, or others; the number of a problem is found, too, such as \
             POJ 1704. Any finite game can be described in the request itself, under \"games\": a graph of its positions, vectors \
             that a move subtracts, or pieces on a board; its name then stands in \"position\".",
            self.tag.map_or_else(String::new, |tag| format!(" and the tag {}", tag.as_str())),
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

    /// Texts that people type, each with the game that they look for.
    const TYPED: &str = include_str!("search/searches.tsv");

    #[test]
    fn what_people_type_finds_their_game_first() {
        let typed: Vec<(&str, &str)> = TYPED.lines().filter_map(|line| line.split_once('\t')).collect();
        assert!(typed.len() >= 80, "{}", typed.len());
        let wrong: Vec<_> = typed.iter().filter(|(text, id)| found(text).first() != Some(id)).collect();
        let wrong: Vec<_> =
            wrong.iter().map(|(text, id)| (text, id, found(text).into_iter().take(4).collect::<Vec<_>>())).collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
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
        assert_eq!(found("pile"), found("piles"));
        assert_eq!(found("cutting"), found("cuts"));
        assert!(found("heap").len() > 15 && found("pile").len() > 15);
        for nothing in ["no such thing", "...", "?", "sprouts"] {
            assert_eq!(found(nothing), [""; 0], "{nothing}");
        }
    }

    #[test]
    fn advice_names_what_may_be_meant_and_ones_own_games() {
        let advice = |text: &str| CatalogueSearch::new(text, Some(Tag::Coins)).advice();
        assert!(advice("kaylse").contains("and the tag coins. Did you mean kayles?"), "{}", advice("kaylse"));
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
