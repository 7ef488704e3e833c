//! [`CatalogueSearch`]: some games of the catalogue, by words and by their kind.

use super::fault::{Code, Fault, Faults, quote};
use super::parameters;
use crate::catalogue;
use crate::game::{Card, Tag};

/// A question for games.
#[derive(Clone, Debug, Default)]
pub struct CatalogueSearch {
    /// In plain letters.
    words: Vec<String>,
    tag: Option<Tag>,
}

impl CatalogueSearch {
    /// The names of the parameters.
    pub const PARAMETERS: [&str; 2] = ["q", "tag"];

    /// The games that have all words of a text in their ids, names, other names or rules, however these are spelled, and
    /// that have a tag.
    #[must_use]
    pub fn new(text: &str, tag: Option<Tag>) -> Self {
        Self { words: plain(text).split_whitespace().map(str::to_owned).collect(), tag }
    }

    /// Reads a query string, percent-encoded, without its question mark.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn from_query(query: &str) -> Result<Self, Faults> {
        let mut faults = Faults::default();
        let [text, tag] = parameters::read(query, Self::PARAMETERS, &mut faults);
        let tag = tag.and_then(|tag| {
            let fault = |detail| faults.push(Fault::new(Code::InvalidQuery, detail).under("tag").of_parameter("tag"));
            self::tag(&tag).map_err(fault).ok()
        });
        if faults.is_empty() { Ok(Self::new(&text.unwrap_or_default(), tag)) } else { Err(faults) }
    }

    /// The games that are found, in the order of the catalogue.
    pub fn cards(&self) -> impl Iterator<Item = &'static Card> {
        catalogue::all().iter().map(|game| game.card()).filter(|card| self.finds(card))
    }

    fn finds(&self, card: &Card) -> bool {
        if self.tag.is_some_and(|tag| !card.tags.contains(&tag)) {
            return false;
        }
        let Card { id, name, aliases, rules, .. } = *card;
        let text = plain(&[&[id, name, rules], aliases].concat().join(" "));
        self.words.iter().all(|word| text.contains(word))
    }
}

/// The tag of a name.
///
/// # Errors
/// That there is none, with the nearest and all others.
pub fn tag(text: &str) -> Result<Tag, String> {
    let names = Tag::ALL.map(Tag::as_str);
    Tag::ALL
        .into_iter()
        .find(|tag| tag.as_str() == text)
        .ok_or_else(|| format!("there is no tag {}; {}", quote(text), parameters::among("tags", text, &names)))
}

/// A text in small letters without the accents of Western languages, and with one kind of dash and of apostrophe: as people
/// type.
fn plain(text: &str) -> String {
    let letter = |letter: char| match letter {
        'à'..='å' => 'a',
        'ç' => 'c',
        'è'..='ë' => 'e',
        'ì'..='ï' => 'i',
        'ñ' => 'n',
        'ò'..='ö' | 'ø' => 'o',
        'ù'..='ü' => 'u',
        'ý' | 'ÿ' => 'y',
        '–' | '—' => '-',
        '’' => '\'',
        letter => letter,
    };
    text.chars().flat_map(char::to_lowercase).map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(query: &str) -> Vec<&'static str> {
        CatalogueSearch::from_query(query).unwrap().cards().map(|card| card.id).collect()
    }

    #[test]
    fn games_are_found_as_people_type() {
        assert_eq!(ids("").len(), catalogue::all().len());
        assert_eq!(ids("q=KAYLES"), ["node-kayles", "arc-kayles", "kayles", "dawsons-kayles"]);
        assert_eq!(ids("q=guy-smith"), ids("q=GUY%E2%80%93SMITH"));
        assert_eq!(ids("q=guy-smith"), ["octal"]);
        assert_eq!(ids("q=winkle+rip"), ["kayles"]);
        assert_eq!(ids("q=no+such+game"), [""; 0]);
        assert_eq!(plain("Bézout’s MISÈRE"), "bezout's misere");
    }

    #[test]
    fn tags_choose() {
        let all: Vec<_> = Tag::ALL.iter().flat_map(|tag| ids(&format!("tag={}", tag.as_str()))).collect();
        for card in catalogue::all().iter().map(|game| game.card()) {
            assert_eq!(all.iter().filter(|id| **id == card.id).count(), card.tags.len(), "{}", card.id);
        }
        assert_eq!(ids("tag=heaps&q=bouton"), ["nim"]);
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
