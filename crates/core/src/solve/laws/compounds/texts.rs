//! Checks the texts about compounds: the rules, the definition of a label, the theorem, and what is said about each
//! component. Each fixed sentence is read here and applied to brute force over the rules, so a wrong word fails.

use std::collections::BTreeSet;

use super::{Oracle, State};
use crate::game::Play;
use crate::game::shape::PlainValue;
use crate::number::Natural;
use crate::solve::compound::CompoundSolution;
use crate::solve::explain::Reason;
use crate::theory::compounds::label::OpenComponents;
use crate::theory::compounds::{Compound, CompoundRule, Label};

/// The fixed sentences of a compound, as its explanation gives them.
struct Sentences {
    rules: String,
    definition: String,
    theorem: String,
    winner: String,
}

impl Sentences {
    fn of(reasons: &[Reason]) -> Self {
        let whole: Vec<&Reason> = reasons.iter().filter(|reason| reason.index.is_none()).collect();
        // A further sentence about the whole position needs a check here.
        let [rules, definition, theorem, winner] = &whole[..] else { panic!("{whole:?}") };
        assert!(theorem.source.is_some(), "{theorem:?}");
        let [rules, definition, theorem, winner] =
            [rules, definition, theorem, winner].map(|reason| reason.fact.text());
        Self { rules, definition, theorem, winner }
    }
}

/// The words of the theorem and of the definition that decide conjunctive compounds.
struct LengthWords<'s> {
    /// "least" if the length of a compound is the least length of a component, else "greatest".
    of_list: &'s str,
    /// "even" or "odd": the lengths of lost positions.
    lost: &'s str,
    /// "least" or "greatest": the choice among the lost options.
    best: &'s str,
    /// The choice if no option is lost.
    else_best: &'s str,
}

impl<'s> LengthWords<'s> {
    fn of(sentences: &'s Sentences) -> Self {
        let definition: Vec<&str> = sentences.definition.trim_end_matches('.').split(' ').collect();
        let theorem: Vec<&str> = sentences.theorem.trim_end_matches('.').split(' ').collect();
        let (
            [
                "A",
                "position",
                "without",
                "a",
                "move",
                "has",
                "the",
                name,
                "0.",
                "Any",
                "other",
                "has",
                "1",
                "more",
                "than",
                "the",
                best,
                parity,
                word,
                "that",
                "a",
                "move",
                "leaves,",
                "or",
                "if",
                "there",
                "is",
                "none,",
                "than",
                "the",
                else_best,
            ],
            [
                "The",
                component,
                "component",
                "ends",
                "the",
                "game.",
                "The",
                "player",
                "to",
                "move",
                "loses",
                "exactly",
                "if",
                "the",
                of_list,
                of_word,
                "is",
                lost,
            ],
        ) = (&definition[..], &theorem[..])
        else {
            panic!("{} {}", sentences.definition, sentences.theorem)
        };
        assert!(name == word && word == of_word && parity == lost, "{}", sentences.definition);
        assert_eq!(*component, if *of_list == "least" { "shortest" } else { "longest" });
        Self { of_list, lost, best, else_best }
    }

    fn is_lost(&self, length: &Natural) -> bool {
        length.is_even() == (self.lost == "even")
    }

    fn choose<'n>(which: &str, lengths: impl Iterator<Item = &'n Natural>) -> Option<Natural> {
        if which == "least" { lengths.min() } else { lengths.max() }.cloned()
    }
}

fn length(label: &Label) -> &Natural {
    let Label::Length(length) = label else { panic!("{label:?}") };
    length
}

impl Oracle<'_> {
    /// Returns the label of a component by the definition that the explanation gives.
    fn label(&mut self, component: &PlainValue, rule: CompoundRule, said: &Sentences) -> Label {
        let options = self.options(component);
        let mut labels = Vec::new();
        for parts in &options {
            labels.push(self.of_list(parts, rule, said));
        }
        let wins = labels.contains(&Label::Lost);
        let by_outcome = |wins| if wins { Label::Won } else { Label::Lost };
        match (rule.compound, rule.play) {
            (Compound::Conjunctive | Compound::ContinuedConjunctive, _) => {
                let words = LengthWords::of(said);
                let lengths = || labels.iter().map(length);
                let best = LengthWords::choose(words.best, lengths().filter(|length| words.is_lost(length)));
                let best = best.or_else(|| LengthWords::choose(words.else_best, lengths()));
                Label::Length(best.map_or(Natural::ZERO, |length| &length + &Natural::ONE))
            }
            (Compound::Selective, Play::Normal) => {
                assert_eq!(
                    said.definition,
                    "A component is won for the player to move if a move leaves a lost position, and lost if every move leaves a won \
                     one. A position is lost if all its parts are."
                );
                by_outcome(wins)
            }
            (Compound::Selective, Play::Misere) => {
                assert_eq!(
                    said.definition,
                    "Of one component that is left alone, it matters whether it is lost for the player to move in normal play, and whether \
                     it is lost in misère play."
                );
                let alone: State = (vec![component.clone()], false);
                let mut is_lost = |play| !self.wins(&alone, CompoundRule { play, ..rule });
                Label::Going(if options.is_empty() {
                    OpenComponents::None
                } else {
                    OpenComponents::One { is_normal_lost: is_lost(Play::Normal), is_misere_lost: is_lost(Play::Misere) }
                })
            }
            (Compound::ShortenedSelective, Play::Normal) => {
                assert_eq!(
                    said.definition,
                    "A component that a move can end is won. Any other is won if a move leaves a lost position, and lost if every move \
                     leaves a won one. A position of several parts is lost if one of them has ended, or if all are lost."
                );
                match &labels[..] {
                    [] => Label::Over,
                    _ if labels.contains(&Label::Over) => Label::CanEnd,
                    _ => by_outcome(wins),
                }
            }
            (Compound::ShortenedSelective, Play::Misere) => {
                assert_eq!(
                    said.definition,
                    "A component without a move is won. Any other is won if a move leaves a lost position, and lost if every move leaves \
                     a won one. A position is lost if all its parts are."
                );
                if labels.is_empty() { Label::Over } else { by_outcome(wins) }
            }
            (Compound::DiminishedDisjunctive, Play::Normal) => {
                assert_eq!(
                    said.definition,
                    "A player who can end a component wins. So nobody moves to a position from which the opponent can end one. Grundy \
                     values that leave out such positions are called foreclosed values."
                );
                match &labels[..] {
                    [] => Label::Over,
                    _ if labels.contains(&Label::Over) => Label::AtOnce,
                    _ => foreclosed(&labels),
                }
            }
            (Compound::DiminishedDisjunctive, Play::Misere) => {
                assert_eq!(
                    said.definition,
                    "A player ends a component only if there is no other move. Grundy values that leave out such moves are called \
                     foreclosed values."
                );
                if labels.is_empty() { Label::Over } else { foreclosed(&labels) }
            }
        }
    }

    /// Returns the label of the parts that a move leaves of a component.
    fn of_list(&mut self, parts: &[PlainValue], rule: CompoundRule, said: &Sentences) -> Label {
        let mut labels = Vec::new();
        for part in parts {
            labels.push(self.label(part, rule, said));
        }
        let ends = labels.is_empty() || labels.contains(&Label::Over);
        match rule.compound {
            Compound::Conjunctive | Compound::ContinuedConjunctive => {
                let length = LengthWords::choose(LengthWords::of(said).of_list, labels.iter().map(length));
                Label::Length(length.unwrap_or(Natural::ZERO))
            }
            Compound::Selective if rule.play == Play::Misere => match &going(&labels)[..] {
                [] => Label::Going(OpenComponents::None),
                [one] => (*one).clone(),
                several => Label::Going(OpenComponents::More {
                    are_normal_lost: several.iter().all(|label| is_normal_lost(label)),
                }),
            },
            Compound::Selective if labels.iter().all(|label| *label == Label::Lost) => Label::Lost,
            Compound::Selective => Label::Won,
            Compound::ShortenedSelective | Compound::DiminishedDisjunctive if ends => Label::Over,
            Compound::ShortenedSelective if labels.contains(&Label::CanEnd) => Label::CanEnd,
            Compound::ShortenedSelective if labels.contains(&Label::Won) => Label::Won,
            Compound::ShortenedSelective => Label::Lost,
            Compound::DiminishedDisjunctive if labels.contains(&Label::AtOnce) => Label::AtOnce,
            Compound::DiminishedDisjunctive => Label::Value(xor(&labels)),
        }
    }
}

/// Returns the labels of the components that have not ended.
fn going(labels: &[Label]) -> Vec<&Label> {
    labels.iter().filter(|label| **label != Label::Going(OpenComponents::None)).collect()
}

const fn outcome(is_lost: bool) -> &'static str {
    if is_lost { "lost" } else { "won" }
}

fn is_normal_lost(label: &Label) -> bool {
    matches!(label, Label::Going(OpenComponents::One { is_normal_lost: true, .. }))
}

fn xor(labels: &[Label]) -> Natural {
    labels.iter().fold(Natural::ZERO, |xor, label| match label {
        Label::Value(value) => &xor ^ value,
        _ => panic!("{label:?} has no foreclosed value"),
    })
}

/// Returns the least number that is no foreclosed value of an option.
fn foreclosed(options: &[Label]) -> Label {
    let most = u64::try_from(options.len()).unwrap();
    let is_missing = |value: &u64| !options.contains(&Label::Value((*value).into()));
    Label::Value((0..=most).find(is_missing).unwrap().into())
}

/// Returns whether the player to move loses a compound of components with these labels, by the theorem.
fn loses(rule: CompoundRule, labels: &[Label], said: &Sentences) -> bool {
    let (ended, all_lost) = (labels.contains(&Label::Over), labels.iter().all(|label| *label == Label::Lost));
    let theorem = &said.theorem[..];
    match (rule.compound, rule.play) {
        (Compound::Conjunctive | Compound::ContinuedConjunctive, _) => {
            let words = LengthWords::of(said);
            let length = LengthWords::choose(words.of_list, labels.iter().map(length));
            words.is_lost(&length.unwrap_or(Natural::ZERO))
        }
        (Compound::Selective, Play::Normal) => {
            assert_eq!(
                theorem,
                "The player to move loses exactly if all components are lost. After any move in them, the opponent moves from each won \
                 component to a lost position."
            );
            all_lost
        }
        (Compound::Selective, Play::Misere) => {
            assert_eq!(
                theorem,
                "If two or more components have not ended, the player to move loses exactly if all of them are lost in normal play. If \
                 only one has not ended, misère play of this component decides."
            );
            match &going(labels)[..] {
                [] => said.rules.contains("Who then has to move loses."),
                [one] => matches!(one, Label::Going(OpenComponents::One { is_misere_lost: true, .. })),
                several => several.iter().all(|label| is_normal_lost(label)),
            }
        }
        (Compound::ShortenedSelective, Play::Normal) => {
            assert_eq!(theorem, "The player to move loses exactly if a component has ended, or if all are lost.");
            ended || all_lost
        }
        (Compound::ShortenedSelective, Play::Misere) => {
            assert_eq!(
                theorem,
                "The player to move loses exactly if all components are lost in misère play and none has ended."
            );
            all_lost
        }
        (Compound::DiminishedDisjunctive, Play::Normal) => {
            assert_eq!(
                theorem,
                "If no component has ended and no move ends one, the player to move loses exactly if the XOR of the foreclosed values \
                 is 0."
            );
            ended || (!labels.contains(&Label::AtOnce) && xor(labels).is_zero())
        }
        (Compound::DiminishedDisjunctive, Play::Misere) => {
            assert_eq!(
                theorem,
                "If no component has ended, the player to move loses exactly if the XOR of the foreclosed values is 0."
            );
            !ended && xor(labels).is_zero()
        }
    }
}

/// Checks the texts about a compound and about each of its components.
pub(super) fn check(solution: &CompoundSolution, components: &[&PlainValue], oracle: &mut Oracle, what: &str) {
    let rule = solution.rule();
    let explanation = solution.explanation(None);
    let said = Sentences::of(&explanation.0);
    check_rules(&said.rules, rule, components, oracle, what);
    let mut labels = Vec::new();
    for (index, component) in components.iter().enumerate() {
        labels.push(oracle.label(component, rule, &said));
        let mut options = Vec::new();
        for parts in oracle.options(component) {
            options.push(oracle.of_list(&parts, rule, &said));
        }
        let texts: Vec<String> = explanation
            .0
            .iter()
            .filter(|reason| reason.index == Some(index))
            .map(|reason| reason.fact.text())
            .collect();
        check_component(rule, &labels[index], &options, &texts, &said, what);
    }
    assert!(solution.labels().map(|(_, label)| label).eq(&labels), "{what}: {labels:?} by the definition");
    let parts: Vec<PlainValue> = components.iter().map(|component| (*component).clone()).collect();
    let whole = oracle.of_list(&parts, rule, &said);
    assert_eq!(*solution.whole(), whole, "{what}: {}", said.definition);
    let state: State = (parts, false);
    assert_eq!(loses(rule, &labels, &said), !oracle.wins(&state, rule), "{what}: {}", said.theorem);
    check_winner(&said.winner, &whole, &state, rule, oracle, what);
}

/// Checks the clause before the winner. [`facts::check_whole`](super::facts::check_whole) checks the winner.
fn check_winner(said: &str, whole: &Label, state: &State, rule: CompoundRule, oracle: &mut Oracle, what: &str) {
    let moves = oracle.moves(state, rule.compound);
    let ends = moves.iter().any(|left| oracle.moves(left, rule.compound).is_empty());
    let ending = if rule.play == Play::Normal { "no move ends a component" } else { "no component has ended" };
    let why = match whole {
        _ if moves.is_empty() => "The game has ended, so ".to_owned(),
        Label::Length(length) if rule.compound == Compound::Conjunctive => {
            format!("Here the least remoteness is {length}: ")
        }
        Label::Length(length) => format!("Here the greatest suspense is {length}: "),
        Label::Value(value) => {
            assert!(!ends || rule.play == Play::Misere, "{what}: {said}");
            format!("Here {ending}, and the XOR is {value}: ")
        }
        Label::AtOnce | Label::CanEnd => {
            assert!(ends, "{what}: {said}");
            "Here a move ends the game: ".to_owned()
        }
        _ => "Here ".to_owned(),
    };
    assert!(said.starts_with(&why), "{what}: {said}, but not {why}");
}

/// Checks the sentence about the rules: the components in which a move is made, the end of the game, and its winner.
fn check_rules(said: &str, rule: CompoundRule, components: &[&PlainValue], oracle: &mut Oracle, what: &str) {
    let (moves, end) = match rule.compound {
        Compound::Conjunctive => ("all components at once", "any of them has ended"),
        Compound::ContinuedConjunctive => ("all components at once that have not ended", "all have ended"),
        Compound::Selective => ("one or more of the components", "all have ended"),
        Compound::ShortenedSelective => ("one or more of the components", "any of them has ended"),
        Compound::DiminishedDisjunctive => ("exactly one component", "any of them has ended"),
    };
    let loses = if rule.play == Play::Normal { "loses" } else { "wins" };
    let mut rules = format!("A move is made in {moves}, and the game ends when {end}. Who then has to move {loses}.");
    let splits = components.iter().any(|component| oracle.options(component).iter().any(|parts| parts.len() > 1));
    let parts = " The parts that a move leaves of a component are components of their own.";
    if splits || said.ends_with(parts) {
        rules.push_str(parts);
    }
    assert_eq!(said, rules, "{what}");
}

/// Checks the steps about one component. The labels of its options follow from the definition.
fn check_component(
    rule: CompoundRule,
    label: &Label,
    options: &[Label],
    texts: &[String],
    said: &Sentences,
    what: &str,
) {
    let what = format!("{what}: {texts:?}, but the label is {label:?}, and those of the options are {options:?}");
    let [left @ .., about] = texts else { panic!("{what}") };
    let word = if rule.compound == Compound::Conjunctive { "remoteness" } else { "suspense" };
    let by_value = about.starts_with("By itself it is ");
    let expected = match label {
        Label::Length(length) => {
            let moves = if *length == 1 { "move" } else { "moves" };
            // The winner is the one who leaves lost positions.
            let pace = match LengthWords::of(said).best {
                "least" => "the winner hurries and the loser delays",
                _ => "the winner delays and the loser hurries",
            };
            format!("Alone it lasts {length} {moves} if {pace}: its {word}.")
        }
        Label::Lost | Label::Won if by_value => {
            let outcome = outcome(*label == Label::Lost);
            assert!(about.starts_with(&format!("By itself it is {outcome} for the player to move")), "{what}");
            about.clone()
        }
        Label::Lost => {
            "By itself in such a compound it is lost for the player to move, since no move leaves a lost position."
                .to_owned()
        }
        Label::Won => {
            "By itself in such a compound it is won for the player to move, since a move leaves a lost position."
                .to_owned()
        }
        Label::CanEnd | Label::AtOnce => "A move ends it, and with it the game.".to_owned(),
        Label::Over => "It has ended, and with it the game.".to_owned(),
        Label::Going(OpenComponents::None) => "It has ended.".to_owned(),
        Label::Value(value) => format!("Its foreclosed value is {value}."),
        Label::Going(OpenComponents::One { is_normal_lost, is_misere_lost }) => {
            let (normal, misere) = (outcome(*is_normal_lost), outcome(*is_misere_lost));
            format!("Alone it is {normal} for the player to move in normal play, and {misere} in misère play.")
        }
        _ => panic!("{what}"),
    };
    assert_eq!(*about, expected, "{what}");
    // The law for single positions checks the steps that lead to a Grundy value.
    if by_value {
        return;
    }
    let [left] = left else { panic!("{what}") };
    let different: BTreeSet<&Label> = options.iter().collect();
    match (options.len(), different.len()) {
        (0, _) => assert_eq!(left, "It has no move.", "{what}"),
        (1, _) => assert!(left.starts_with("Its only move leaves "), "{what}"),
        (all, 1) => assert!(left.starts_with(&format!("All its {all} moves leave ")), "{what}"),
        _ => assert!(left.starts_with("Of its moves, "), "{what}"),
    }
    for option in different {
        let count = options.iter().filter(|other| *other == option).count();
        let name = name(option, word);
        let leaves = if count == 1 { "leaves" } else { "leave" };
        let is_counted = if left.starts_with("Of its moves, ") {
            [",", "."].iter().any(|end| left.contains(&format!(" {count} {leaves} {name}{end}")))
        } else {
            left.ends_with(&format!(" {leaves} {name}."))
        };
        assert!(is_counted, "{what}");
    }
}

/// Returns the words for an option with this label.
fn name(label: &Label, word: &str) -> String {
    match label {
        Label::Length(length) => format!("the {word} {length}"),
        Label::Lost => "a lost position".to_owned(),
        Label::Won => "a won position".to_owned(),
        Label::CanEnd | Label::AtOnce => "a position that one more move ends".to_owned(),
        Label::Over | Label::Going(OpenComponents::None) => "a position that has ended".to_owned(),
        Label::Value(value) => format!("the foreclosed value {value}"),
        Label::Going(OpenComponents::One { is_normal_lost, is_misere_lost }) => {
            let (normal, misere) = (outcome(*is_normal_lost), outcome(*is_misere_lost));
            format!("a position that is {normal} in normal play and {misere} in misère play")
        }
        Label::Going(OpenComponents::More { are_normal_lost: true }) => {
            "several positions that are all lost in normal play".to_owned()
        }
        Label::Going(OpenComponents::More { are_normal_lost: false }) => {
            "several positions, at least one of them won in normal play".to_owned()
        }
        Label::Endless | Label::Drawn | Label::Infinite(_) => panic!("{label:?} in play that must end"),
    }
}
