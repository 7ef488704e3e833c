//! Reads a request from the parameters of a query string, or from the words of a command.

use std::borrow::Cow;

use super::{Defaults, Fields, Rejected, Request, field, fields};
use crate::catalogue::UnknownKey;
use crate::number::{cost, meter};
use crate::solve::{Sum, Summand};
use crate::wire::fault::{Code, Fault, Faults, for_shell, foreign_letter, quote};
use crate::wire::field_value::FieldValue;
use crate::wire::games::Games;
use crate::wire::keys::Keys;
use crate::wire::limits::{LimitCounter, RequestLimits};
use crate::wire::position::{self, MOST_COMPARED};

impl<E: Fields> Request<E> {
    /// Reads a query string, percent-encoded, without its question mark.
    ///
    /// # Errors
    /// Returns all faults in the query string.
    pub fn from_query(query: &str, limits: &RequestLimits) -> Result<Self, Rejected> {
        Self::from_parameters(form_urlencoded::parse(query.as_bytes()), ParameterOrigin::Url, &Games::default(), limits)
    }

    /// Reads the words of a command. Each word is a parameter. `games` are the games that the client defines.
    ///
    /// # Errors
    /// Returns all faults in the words.
    pub fn from_words(words: &[(String, String)], games: &Games, limits: &RequestLimits) -> Result<Self, Rejected> {
        let words = words.iter().map(|(name, text)| (name.into(), text.into()));
        Self::from_parameters(words, ParameterOrigin::Command, games, limits)
    }

    fn from_parameters<'q>(
        parameters: impl Iterator<Item = (Cow<'q, str>, Cow<'q, str>)>,
        door: ParameterOrigin,
        games: &Games,
        limits: &RequestLimits,
    ) -> Result<Self, Rejected> {
        let (mut request, mut faults) = (Self::empty(Defaults::default(), limits), Faults::default());
        let mut counts = LimitCounter::new(limits);
        meter::work_at("reading the request");
        meter::charge(cost::COMPONENT);
        let mut parts = ReadParameters::default();
        let mut seen = Vec::new();
        for (name, text) in parameters {
            meter::go_on(cost::COMPONENT).map_err(Fault::spent)?;
            meter::charge_each(name.len().saturating_add(text.len()), cost::ENTRY);
            let outcome = match field::<E>(&name) {
                None | Some("position") => {
                    parts.push::<E>(&mut faults, (&name, &text), door, games, &mut counts);
                    continue;
                }
                Some(field) if seen.contains(&field) => {
                    Err(Fault::new(Code::InvalidQuery, "this parameter appears twice"))
                }
                Some(field) => {
                    seen.push(field);
                    match field {
                        "games" => Err(Fault::new(Code::InvalidQuery, door.where_games_are())),
                        field => request.set(field, FieldValue::Text(&text)),
                    }
                }
            };
            if let Err(fault) = outcome {
                faults.push(fault.under(&name));
            }
        }
        let is_of_game = |fault: &Fault| fields::<E>().all(|field| fault.pointer.strip_prefix('/') != Some(field));
        if parts.list.is_empty() && !faults.listed().iter().any(is_of_game) {
            let detail = "there is no game: ask for one such as euclid=5,26";
            faults.push(Fault::new(Code::InvalidQuery, detail).under("position"));
        }
        if let Some((missing, detail)) = request.own.missing() {
            faults.push(Fault::new(Code::InvalidQuery, detail).under(missing));
        }
        request.rewritten = counts.rewritten;
        request.position = Sum::new(parts.list.into_iter().map(|(part, _)| part));
        request.finish(faults.of_parameters())
    }
}

/// The source of parameters. The source decides whether hints are written for a URL or for a command.
#[derive(Clone, Copy, Debug)]
enum ParameterOrigin {
    /// A query string.
    Url,
    /// The words of a command.
    Command,
}

impl ParameterOrigin {
    /// Returns a hint that says where games are defined, since parameters can't define them.
    fn where_games_are(self) -> &'static str {
        match self {
            Self::Url => "games are defined in a body: use POST",
            Self::Command => "games are defined in a file: use --games",
        }
    }

    /// Returns a hint that says how to find games by words, and where to describe a new game.
    fn search(self, word: &str) -> String {
        let word = position::search_word(word);
        match self {
            Self::Url => {
                format!("GET /v1/games?q={word} finds games by words, and a game of your own is described in a body")
            }
            Self::Command => format!(
                "grundy games --search {word} finds games by words, and a game of your own is described in a file for --games"
            ),
        }
    }

    /// Writes a parameter for each of several components of one game.
    fn several(self, key: &str, texts: &[&str]) -> String {
        let each = texts.iter().map(|text| format!("{key}={text}"));
        match self {
            Self::Url => each.collect::<Vec<_>>().join("&"),
            Self::Command => each.map(|word| for_shell(&word)).collect::<Vec<_>>().join(" "),
        }
    }
}

/// A position whose parameters are being read: a [`Summand`] for each key. The number beside a [`Summand`] counts its
/// components in the parameters, including components that could not be read.
#[derive(Default)]
struct ReadParameters {
    list: Vec<(Summand, usize)>,
    keys: Keys,
}

impl ReadParameters {
    /// Adds the components in the parameter `key=text` to the [`Summand`] with this key.
    fn push<E: Fields>(
        &mut self,
        faults: &mut Faults,
        (key, text): (&str, &str),
        door: ParameterOrigin,
        games: &Games,
        counts: &mut LimitCounter,
    ) {
        let Self { list, keys } = self;
        let known = keys.find(key, list.len(), |place| &list[place].0.key);
        if known.is_none() {
            if let Err(fault) = counts.game() {
                return faults.push_with(|| fault.under(key).under("position"));
            }
            match position::part_with(key, games) {
                Ok(part) => list.push((part, 0)),
                Err(UnknownKey::Id) => {
                    return faults.push_with(|| unknown_parameter::<E>(key, door, games).of_parameter(key));
                }
                Err(unknown) => {
                    let fault = || position::worded(unknown, key, games).under(key).under("position");
                    return faults.push_with(fault);
                }
            }
        }
        let place = known.unwrap_or(list.len().saturating_sub(1));
        let Some((part, asked)) = list.get_mut(place) else { return };
        for text in position::texts(part.components.ruleset().shape(), text) {
            let (before, first) = (part.components.len(), *asked);
            let pushed = position::push_text(&mut *part.components, text, counts);
            let added = part.components.len().saturating_sub(before);
            let Err(mut fault) = pushed else {
                *asked = first.saturating_add(added);
                continue;
            };
            // A component that could not be read is counted too, so that the components after it keep their index.
            let index = first.saturating_add(added);
            *asked = index.saturating_add(1);
            let is_full = matches!(fault.code, Code::TooManyComponents | Code::TooCostly);
            faults.push_with(|| {
                let of_shape = matches!(fault.code, Code::InvalidQuery | Code::InvalidInteger);
                if let Some(texts) = position::meant(&*part.components, text, counts) {
                    fault.detail = format!("{}: did you mean {}?", fault.detail, door.several(key, &texts));
                } else if let Some(form) = position::form(&*part.components, key).filter(|_| of_shape) {
                    fault.detail = format!("{}; {form}", fault.detail);
                }
                fault.under(index).under(key).under("position")
            });
            if is_full {
                return;
            }
        }
    }
}

fn unknown_parameter<E: Fields>(name: &str, door: ParameterOrigin, games: &Games) -> Fault {
    let parameters: Vec<_> = fields::<E>().filter(|name| !matches!(*name, "position" | "games")).collect();
    let own = games.names().take(MOST_COMPARED);
    let known = parameters.iter().copied().chain(own).collect::<Vec<_>>();
    let instead = match super::play_of(name) {
        Some(play) => format!("; {play} play is asked for by play={play}"),
        None => position::instead_of(name, &known).unwrap_or_default(),
    };
    let instead = instead.trim_end_matches('.');
    let parameters = parameters.join(", ");
    let mut detail = format!(
        "no parameter and no game is called {}{}{instead}. The parameters are {parameters}, and each game is one, too",
        quote(name),
        foreign_letter(name)
    );
    if instead.is_empty() {
        detail.push_str(": ");
        detail.push_str(&door.search(name));
    }
    Fault::new(Code::InvalidQuery, detail).under(name)
}
