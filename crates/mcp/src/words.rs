//! Answers in words, for models that see no structured content. The words are few, but contain everything that the next
//! call needs.

use std::fmt::Write;

use serde_json::Value;

/// Describes an answer of `/v1/analyze`, with the position after the recommended move.
pub(super) fn analysis(answer: &Value, after: Option<&str>, is_misere: bool) -> String {
    let who = match answer["winner"].as_str() {
        Some("first") => "The player to move wins",
        Some("second") => "The player to move loses against perfect play",
        _ => "A draw: neither player can win, and play goes on for ever",
    };
    let of = if is_misere { " of normal play, which does not decide misère play" } else { "" };
    let mut text = match (&answer["compound"], &answer["component_numbers"]) {
        (Value::Null, _) => format!("{who}. Grundy value{of}: {}.", answer["grundy"]),
        (compound, Value::Null) => format!("{who}. Compound: {compound}."),
        (compound, numbers) => format!("{who}. Compound: {compound}. What decides each component: {numbers}."),
    };
    let _ = match &answer["drawing_count"] {
        Value::Null if answer["winning_count"].is_null() => write!(text, " Its winning moves are too many to count."),
        Value::Null => write!(text, " Winning moves: {}.", answer["winning_count"]),
        drawing => write!(text, " Winning moves: {}, drawing moves: {drawing}.", answer["winning_count"]),
    };
    match chosen(answer, "move", "combined_move") {
        None => text.push_str(" There is no move."),
        Some(best) => {
            let _ = write!(text, " Recommended: {best}.");
        }
    }
    if let Some(remoteness) = answer.get("remoteness") {
        let _ = write!(text, " Moves that a perfect game lasts: {remoteness}.");
    }
    if let Some(genus) = answer.get("genus") {
        let _ = match genus["sum"]["text"].as_str() {
            Some(sum) => write!(text, " Genus: {sum}."),
            None => write!(text, " The genus is not known."),
        };
    }
    text += &certificate(answer);
    if let Some(position) = answer.get("position") {
        let _ = write!(text, "\nRead as: {position}");
    }
    if let Some(after) = after {
        let _ = write!(text, "\nAfter it: {after}");
    }
    for line in answer["line"].as_array().into_iter().flatten() {
        let _ = write!(text, "\nThen: {}", line["text"].as_str().unwrap_or_default());
    }
    for line in answer["combined_line"].as_array().into_iter().flatten() {
        let moves = line.as_array().into_iter().flatten().filter_map(|each| each["text"].as_str());
        let _ = write!(text, "\nThen: {}", moves.collect::<Vec<_>>().join("; "));
    }
    for reason in answer["explanation"].as_array().into_iter().flatten() {
        let _ = write!(text, "\n{}", reason["text"].as_str().unwrap_or_default());
    }
    text
}

/// Describes an answer of `/v1/moves`.
pub(super) fn moves(answer: &Value, _: Option<&str>, _: bool) -> String {
    let mut text = match &answer["winning_count"] {
        Value::Null => format!("{} moves. How many of them win is not known.", answer["count"]),
        winning => format!("{} moves, {winning} of them win.", answer["count"]),
    };
    for listed in answer["moves"].as_array().into_iter().flatten() {
        let outcome = listed["outcome"].as_str().unwrap_or(if listed["wins"] == true { "win" } else { "loss" });
        let described = combined(&listed["combined_move"]).unwrap_or_else(|| described(listed));
        let _ = write!(text, "\n{outcome}: {described}");
    }
    if let Some(cursor) = answer["next"].as_str() {
        let _ = write!(text, "\nMore with the cursor {cursor}");
    }
    text
}

/// Describes an answer of `/v1/play`, with the position after the reply.
pub(super) fn turn(answer: &Value, after: Option<&str>, _: bool) -> String {
    let was = if answer["winning"] == true { "a winning move" } else { "no winning move" };
    let mut text = format!("Your move was {was}.");
    match chosen(answer, "reply", "combined_reply") {
        None => text.push_str(" The oracle has no move."),
        Some(reply) => {
            let _ = write!(text, " The oracle replies: {reply}.");
        }
    }
    let winner = match (answer["over"] == true, answer["winner"].as_str()) {
        (true, Some("caller")) => "The game is over: you have won.",
        (true, _) => "The game is over: the oracle has won.",
        (false, Some("caller")) => "It is your move, and you can win.",
        (false, Some("oracle")) => "It is your move, and the oracle wins if it makes no mistake.",
        (false, _) => "It is your move, and with perfect play it is a draw.",
    };
    let _ = write!(text, " {winner}");
    if let Some(after) = after {
        let _ = write!(text, "\nOn the table: {after}");
    }
    text
}

/// Describes an answer of `/v1/values`: a line for each of the first positions, how the values repeat, and formulas.
pub(super) fn values(answer: &Value, _: Option<&str>, _: bool) -> String {
    /// The largest number of positions that are put into words. The structured answer has all positions.
    const MOST: usize = 200;
    const COLUMNS: [&str; 4] = ["grundy", "winner", "remoteness", "genus"];
    let positions = answer["positions"].as_array().map_or(&[][..], Vec::as_slice);
    let columns: Vec<&str> = COLUMNS.into_iter().filter(|name| answer.get(name).is_some()).collect();
    let mut text = match answer["count"].as_u64() {
        Some(count) if columns.is_empty() => format!("The number of these positions of {} is {count}.", answer["game"]),
        None if columns.is_empty() => format!("{} positions of {}.", positions.len(), answer["game"]),
        _ => format!("{} positions of {}: {}.", positions.len(), answer["game"], columns.join(", ")),
    };
    let formulas = formulas(answer);
    // Positions without columns would say nothing about a formula.
    let shown = if columns.is_empty() && !formulas.is_empty() { 0 } else { MOST };
    for (row, position) in positions.iter().take(shown).enumerate() {
        let _ = write!(text, "\n{position}:");
        for name in &columns {
            let cell = &answer[name][row];
            let _ = write!(text, " {}", cell.get("text").unwrap_or(cell));
        }
    }
    if shown > 0 && positions.len() > shown {
        let _ = write!(text, "\nand {} more.", positions.len() - shown);
    }
    if let Some(count) = answer["count"].as_u64().filter(|_| !columns.is_empty()) {
        let _ = write!(text, "\nTheir number is {count}.");
    }
    if let Some(known) = answer.get("known_to") {
        let _ = write!(text, "\nAll is known up to {known}.");
    }
    let period = &answer["period"];
    if let Some(status) = period["status"].as_str() {
        let saltus = period["saltus"].as_u64().map_or_else(String::new, |saltus| format!(" + {saltus}"));
        let _ = write!(
            text,
            "\nThe values repeat, which is {status}: g(n + {}) = g(n){saltus} from n = {} on.",
            period["length"], period["from"]
        );
    }
    text + &formulas + &certificate(answer)
}

/// Describes the formulas that were found, and the result for the formula of the request.
fn formulas(answer: &Value) -> String {
    let mut text = String::new();
    for found in answer["conjectures"].as_array().into_iter().flatten() {
        let (about, formula) = (&found["about"], found["text"].as_str().unwrap_or_default());
        let _ = write!(text, "\n{about} looks like: {formula} ({}).", found["status"]);
    }
    if answer["conjectures"].as_array().is_some_and(Vec::is_empty) {
        text.push_str("\nNo formula was found.");
    }
    let checked = &answer["checked"];
    if let Some(status) = checked["status"].as_str() {
        let _ = write!(
            text,
            "\nYour formula of {}: {status}. Positions that agree: {}.",
            checked["about"], checked["tested"]
        );
        let counterexample = &checked["counterexample"];
        if let Some(position) = counterexample.get("position") {
            let (formula, value) = (&counterexample["formula"], &counterexample["value"]);
            let _ = write!(text, " At {position} it gives {formula}, and right is {value}.");
        }
    }
    text
}

/// Says whether an answer has a certificate, if one was asked for.
fn certificate(answer: &Value) -> String {
    let Some(certificate) = answer.get("certificate") else { return String::new() };
    match certificate["refused"].as_str() {
        Some(reason) => format!(" There is no certificate: {reason}."),
        None => " The answer has a certificate.".to_owned(),
    }
}

/// Describes an answer of `/v1/quotient`: the order, the lost elements, and the element of each of the first positions.
pub(super) fn quotient(answer: &Value, _: Option<&str>, _: bool) -> String {
    /// The largest number of elements or positions that are put into words. The structured answer has all of them.
    const MOST: usize = 100;
    let list = |name: &str| answer[name].as_array().map_or(&[][..], Vec::as_slice);
    let element = |index: &Value| {
        let name = index.as_u64().and_then(|index| list("elements").get(usize::try_from(index).ok()?)?.as_str());
        name.unwrap_or_default()
    };
    let (elements, p_portion) = (list("elements"), list("p_portion"));
    let names: Vec<&str> = p_portion.iter().take(MOST).map(element).collect();
    let mut text = format!(
        "The misère quotient has {} elements. {} are lost: {}.",
        elements.len(),
        p_portion.len(),
        names.join(", ")
    );
    if p_portion.len() > MOST {
        let _ = write!(text, " And {} more.", p_portion.len() - MOST);
    }
    for (position, image) in list("positions").iter().zip(list("images")).take(MOST) {
        let _ = write!(text, "\n{position}: {}", element(image));
    }
    if list("positions").len() > MOST {
        let _ = write!(text, "\nand {} more.", list("positions").len() - MOST);
    }
    match (answer["period"]["from"].as_u64(), answer["period"]["length"].as_u64()) {
        (Some(from), Some(length)) => {
            let _ = write!(text, "\nFrom heap {from} on, the elements repeat with period {length}, which is proved.");
        }
        _ => text.push_str("\nIt is proved of these positions only."),
    }
    text
}

/// Lists games in words.
pub(super) fn games(answer: &Value) -> String {
    let mut text = String::new();
    for game in answer["games"].as_array().into_iter().flatten() {
        let word = |name: &str| game[name].as_str().unwrap_or_default();
        let _ = writeln!(text, "{} ({}): {} Such as {}", word("id"), word("name"), word("rules"), game["example"]);
        if let Some(proof) = game["known"]["period"]["proof"]["text"].as_str() {
            let _ = writeln!(text, "Its values repeat: {proof}");
        }
    }
    match answer["count"].as_u64() {
        Some(0) => text.push_str(answer["advice"].as_str().unwrap_or("No game was found.")),
        count => {
            let _ = write!(text, "Found: {}.", count.unwrap_or_default());
        }
    }
    if let Some(next) = answer["next"].as_u64() {
        let _ = write!(text, " More from {next} on.");
    }
    text
}

/// Describes a problem. If it lists faults of the request, each fault gets a line with its place.
pub(super) fn problem(problem: &Value) -> String {
    let word = |of: &Value, name: &str| of[name].as_str().unwrap_or_default().to_owned();
    let placed = problem["errors"].as_array().into_iter().flatten();
    let place = |pointer: String| if pointer.is_empty() { pointer } else { format!(" at {pointer}") };
    let lines: Vec<String> = placed
        .map(|error| format!("{}{}: {}", word(error, "code"), place(word(error, "pointer")), word(error, "detail")))
        .collect();
    if lines.is_empty() { format!("{}: {}", word(problem, "code"), word(problem, "detail")) } else { lines.join("\n") }
}

/// Describes the move in the field `single` of an answer, or the combined move in the field `of_compound`; `None` if
/// both fields are empty.
fn chosen(answer: &Value, single: &str, of_compound: &str) -> Option<String> {
    match &answer[single] {
        Value::Null => combined(&answer[of_compound]),
        one => Some(described(one)),
    }
}

/// Describes a combined move. Each of its moves has the fields that the next call needs.
fn combined(moves: &Value) -> Option<String> {
    Some(moves.as_array()?.iter().map(described).collect::<Vec<_>>().join("; "))
}

/// Describes a move in words, with the fields that the next call needs.
fn described(r#move: &Value) -> String {
    let text = r#move["text"].as_str().unwrap_or_default();
    format!(r#"{text} {{"game":{},"index":{},"to":{}}}"#, r#move["game"], r#move["index"], r#move["to"])
}
