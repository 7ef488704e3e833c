//! Certificates of winners. An entry is lost if each of its options has a reply to an earlier entry. This is shown by
//! induction on the place in the list, so play need not end. A draw is a position from which both players can stay
//! among the draws.

use std::collections::HashSet;

use crate::fields::{fields, list};
use crate::game::NumberedPositions;
use crate::json::Json;
use crate::refusal::{Rejection, need};
use crate::rules::GameRules;
use crate::work::Work;

/// A sum: the numbers of its positions that have moves, ascending.
type Total = Vec<usize>;

struct Checker<'a> {
    positions: NumberedPositions<'a>,
    is_misere: bool,
    lost: HashSet<Total>,
    won: HashSet<Total>,
}

impl Checker<'_> {
    fn read(&mut self, total: &Json) -> Result<Total, Rejection> {
        let parts = list(Some(total), "a position")?.iter().map(|part| self.positions.read(part));
        let parts = parts.collect::<Result<Vec<_>, _>>()?;
        self.sorted(parts)
    }

    fn sorted(&mut self, parts: Vec<usize>) -> Result<Total, Rejection> {
        let mut total = Vec::with_capacity(parts.len());
        for part in parts {
            if !self.positions.is_stuck(part)? {
                total.push(part);
            }
        }
        total.sort_unstable();
        Ok(total)
    }

    fn options(&mut self, total: &Total) -> Result<Vec<Total>, Rejection> {
        let mut options = Vec::new();
        for (place, part) in total.iter().enumerate() {
            if place > 0 && total[place - 1] == *part {
                continue;
            }
            for left in self.positions.options(*part)?.iter() {
                self.positions.work.spend(total.len().saturating_add(8))?;
                let others = total[..place].iter().chain(&total[place + 1..]);
                options.push(self.sorted(others.chain(left).copied().collect())?);
            }
        }
        Ok(options)
    }

    /// Returns whether the entries so far show that the player to move wins.
    fn is_won(&mut self, total: &Total) -> Result<bool, Rejection> {
        if self.won.contains(total) {
            return Ok(true);
        }
        let options = self.options(total)?;
        let is_won =
            if options.is_empty() { self.is_misere } else { options.iter().any(|option| self.lost.contains(option)) };
        if is_won {
            self.won.insert(total.clone());
        }
        Ok(is_won)
    }

    fn shown(&self, total: &Total) -> String {
        let parts: Vec<String> = total.iter().map(|part| self.positions.written(*part).to_string()).collect();
        format!("[{}]", parts.join(", "))
    }
}

pub(crate) fn check(cert: &Json, rules: &mut dyn GameRules, work: &mut Work) -> Result<String, Rejection> {
    let names = ["certificate", "kind", "game", "claim", "play", "lost", "drawn"];
    let [_, _, game, claim, play, entries, listed] = fields(cert, "the certificate", names, 6)?;
    let play = play.and_then(Json::text).unwrap_or_default();
    need(["normal", "misere"].contains(&play), || "play is normal or misere".to_owned())?;
    let positions = NumberedPositions::of(game, rules, work)?;
    let (is_misere, lost, won) = (play == "misere", HashSet::new(), HashSet::new());
    let mut checker = Checker { positions, is_misere, lost, won };
    for entry in list(entries, "lost")? {
        let total = checker.read(entry)?;
        let options = checker.options(&total)?;
        need(!is_misere || !options.is_empty(), || format!("{} has no move, which wins", checker.shown(&total)))?;
        for option in &options {
            let is_won = checker.is_won(option)?;
            need(is_won, || {
                format!("{} → {}: no reply to an earlier entry", checker.shown(&total), checker.shown(option))
            })?;
        }
        checker.lost.insert(total);
    }
    let listed = listed.map_or(Ok(&[][..]), |listed| list(Some(listed), "drawn"))?;
    let draws = listed.iter().map(|total| checker.read(total)).collect::<Result<HashSet<_>, _>>()?;
    for total in &draws {
        let options = checker.options(total)?;
        let stays = options.iter().any(|option| draws.contains(option));
        need(stays, || format!("{}: no move to a draw", checker.shown(total)))?;
        for option in options.iter().filter(|option| !draws.contains(*option)) {
            let is_won = checker.is_won(option)?;
            need(is_won, || {
                let (from, to) = (checker.shown(total), checker.shown(option));
                format!("{from} → {to} is neither a draw nor won by the opponent")
            })?;
        }
    }
    let [position, winner] = fields(claim.unwrap_or(&Json::Null), "the claim", ["position", "winner"], 2)?;
    let position = position.unwrap_or(&Json::Null);
    let start = checker.read(position)?;
    let found = if checker.lost.contains(&start) {
        "second"
    } else if draws.contains(&start) {
        "draw"
    } else if checker.is_won(&start)? {
        "first"
    } else {
        return Err(Rejection::refused("no winner follows"));
    };
    need(winner.and_then(Json::text) == Some(found), || format!("the winner is {found}"))?;
    let (position, game) = (position.shown(), game.unwrap_or(&Json::Null).shown());
    let who = if found == "draw" { "nobody wins".to_owned() } else { format!("the {found} player wins") };
    Ok(format!("{who} {position} in {play} play of {game}"))
}
