//! Changed certificates. Most are no proofs; some are again, such as one with a spare entry left out.

use grundy_verify::json::Json;

use crate::certificates;
use crate::random::Random;

pub(crate) struct Mutant {
    pub(crate) name: String,
    pub(crate) text: String,
    /// Whether the changed certificate may still be a proof of a true claim.
    pub(crate) may_be_proof: bool,
}

/// Changes a certificate.
type Change<'c> = &'c mut dyn FnMut(&mut Json);

/// Returns a part of a value, by the names and places on the way to it.
fn at<'j>(value: &'j mut Json, path: &[&str]) -> Option<&'j mut Json> {
    let Some((first, rest)) = path.split_first() else { return Some(value) };
    match value {
        Json::Object(fields) => at(&mut fields.iter_mut().find(|(name, _)| **name == **first)?.1, rest),
        Json::List(items) => at(items.get_mut(first.parse::<usize>().ok()?)?, rest),
        _ => None,
    }
}

/// Returns the paths to all values that are no lists and no objects.
fn leaves(value: &Json, path: &mut Vec<String>, found: &mut Vec<Vec<String>>) {
    match value {
        Json::Object(fields) => {
            for (name, value) in fields {
                path.push(name.to_string());
                leaves(value, path, found);
                path.pop();
            }
        }
        Json::List(items) => {
            for (place, value) in items.iter().enumerate() {
                path.push(place.to_string());
                leaves(value, path, found);
                path.pop();
            }
        }
        _ => found.push(path.clone()),
    }
}

pub(crate) fn of_all() -> Vec<Mutant> {
    let mut random = Random(61);
    let mut all = Vec::new();
    // Without its mask, check.py takes long for a large one.
    for (name, text) in certificates().into_iter().filter(|(_, text)| text.len() < 5000) {
        let certificate = Json::read(text.as_bytes()).unwrap();
        of(&name, &certificate, &mut random, &mut all);
    }
    all
}

fn of(name: &str, certificate: &Json, random: &mut Random, all: &mut Vec<Mutant>) {
    let mut add = |what: &str, may_be_proof: bool, change: Change<'_>| {
        let mut changed = certificate.clone();
        change(&mut changed);
        if changed != *certificate {
            all.push(Mutant { name: format!("{name}: {what}"), text: changed.to_string(), may_be_proof });
        }
    };
    // Fields.
    let Json::Object(fields) = certificate else { panic!("an object") };
    for (field, _) in fields {
        let is_spare = ["mask", "drawn", "infinite"].contains(&&**field);
        add(&format!("without {field}"), is_spare, &mut |it| {
            if let Json::Object(fields) = it {
                fields.retain(|(other, _)| other != field);
            }
        });
        for other in [Json::Null, Json::Bool(true), Json::List(Vec::new()), Json::Object(Vec::new()), Json::of(7)] {
            let may_be_proof = field.as_ref() == "mask" || (is_spare && other == Json::List(Vec::new()));
            add(&format!("another {field}"), may_be_proof, &mut |it| *at(it, &[field]).unwrap() = other.clone());
        }
    }
    // The claim.
    for step in [1, 2, 5] {
        for field in ["from", "length", "saltus", "grundy"] {
            for up in [true, false] {
                // A later start of an arithmetic period is a start. Other periods then lack a value.
                let may_be_proof = field == "from" && name.starts_with("arithmetic");
                add(&format!("{field} by {step}"), may_be_proof, &mut |it| {
                    let Some(number) = at(it, &["claim", field]) else { return };
                    let Some(old) = number.small() else { return };
                    *number = Json::of(if up { old + step } else { old.saturating_sub(step) });
                });
            }
        }
    }
    for winner in ["first", "second", "draw"] {
        add("another winner", false, &mut |it| {
            if let Some(old) = at(it, &["claim", "winner"]) {
                *old = Json::Text(winner.into());
            }
        });
    }
    for play in ["normal", "misere"] {
        add("another play", false, &mut |it| {
            if let Some(old) = at(it, &["play"]) {
                *old = Json::Text(play.into());
            }
        });
    }
    // Lists: an entry left out, moved to the end, or doubled; the order reversed.
    for field in ["lost", "drawn", "labels", "infinite", "values", "images", "table"] {
        let Some(Json::List(items)) = at(&mut certificate.clone(), &[field]).cloned() else { continue };
        let is_data = ["values", "images", "table"].contains(&field);
        for _ in 0..items.len().min(12) {
            let place = random.below(items.len());
            let with = |change: &dyn Fn(&mut Vec<Json>)| {
                let mut items = items.clone();
                change(&mut items);
                items
            };
            for (what, changed) in [
                ("an entry left out", with(&|items| drop(items.remove(place)))),
                (
                    "an entry moved",
                    with(&|items| {
                        let item = items.remove(place);
                        items.push(item);
                    }),
                ),
                ("an entry doubled", with(&|items| items.insert(place, items[place].clone()))),
                ("the order reversed", with(&|items| items.reverse())),
            ] {
                // An arithmetic period may have spare values at its end.
                let may_be_proof = !is_data || (what == "an entry left out" && name.starts_with("arithmetic"));
                add(&format!("{field}: {what}"), may_be_proof, &mut |it| {
                    *at(it, &[field]).unwrap() = Json::List(changed.clone());
                });
            }
        }
    }
    of_leaves(certificate, random, name.contains("cells"), &mut add);
    // Another code, which may have the same values.
    add("another game", true, &mut |it| {
        if let Some(Json::Text(code)) = at(it, &["game", "code"]) {
            *code = format!("{code}7").into();
        }
    });
}

/// Adds certificates in which a single number or word is changed. The name of a cell may be of another type: then no
/// move needs the cell.
fn of_leaves(certificate: &Json, random: &mut Random, has_cells: bool, add: &mut dyn FnMut(&str, bool, Change<'_>)) {
    let mut paths = Vec::new();
    leaves(certificate, &mut Vec::new(), &mut paths);
    for _ in 0..40 {
        let path = random.pick(&paths).clone();
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        let add_one = random.below(3) + 1;
        // Another game may have the same values, and a table that only differs where no sum of heaps goes is a proof.
        // So may be the value of another position.
        let may_be_proof = match path[..] {
            ["claim", "position" | "from", ..] | ["labels", _, "0", ..] => true,
            ["claim" | "values" | "labels" | "play", ..] => false,
            _ => true,
        };
        add(&format!("{path:?} changed"), may_be_proof, &mut |it| {
            let value = at(it, &path).unwrap();
            *value = match value {
                Json::Integer(_) => Json::of(value.small().unwrap_or(0) ^ add_one),
                _ => Json::Text("x".into()),
            };
        });
        let other =
            random.pick(&[Json::Null, Json::Bool(true), Json::Text("1".into()), Json::List(Vec::new())]).clone();
        let is_type = path[0] != "game" && path[0] != "mask" && !has_cells;
        add(&format!("{path:?} of another type"), !is_type, &mut |it| *at(it, &path).unwrap() = other.clone());
    }
}
