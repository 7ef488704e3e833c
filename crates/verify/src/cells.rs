//! [`CellMoves`]: games in which a move needs some free cells and takes some away.

use std::collections::BTreeSet;

use crate::fields::{fields, list};
use crate::json::Json;
use crate::refusal::{Rejection, need};
use crate::work::Work;

/// The moves of a game: the cells that each needs, and those that it takes if they are free.
pub(crate) struct CellMoves(Vec<[BTreeSet<Json>; 2]>);

/// Reads a set of cells, which have integers and strings as names.
fn cells(value: Option<&Json>) -> Result<BTreeSet<Json>, Rejection> {
    let cells = list(value, "a set of cells")?;
    let are_names = cells.iter().all(|cell| matches!(cell, Json::Integer(_) | Json::Text(_)));
    need(are_names, || "a cell is an integer or a string".to_owned())?;
    Ok(cells.iter().cloned().collect())
}

impl CellMoves {
    /// Reads `{"cells": [{"needs": [1, 2], "takes": [1]}]}`.
    pub(crate) fn of(game: &Json) -> Result<Self, Rejection> {
        let [moves] = fields(game, "the game", ["cells"], 1)?;
        let made = |made| {
            let [needs, takes] = fields(made, "a move", ["needs", "takes"], 2)?;
            Ok([cells(needs)?, cells(takes)?])
        };
        list(moves, "cells")?.iter().map(made).collect::<Result<_, _>>().map(Self)
    }

    /// Returns the free cells in order.
    pub(crate) fn form(position: &Json) -> Result<Json, Rejection> {
        Ok(Json::List(cells(Some(position))?.into_iter().collect()))
    }

    pub(crate) fn options(&self, position: &Json, work: &mut Work) -> Result<Vec<Vec<Json>>, Rejection> {
        let free = cells(Some(position))?;
        let mut options = Vec::new();
        for [needs, takes] in &self.0 {
            work.spend(needs.len().saturating_add(1).saturating_mul(64))?;
            if needs.is_subset(&free) {
                work.spend(free.len().saturating_mul(64))?;
                options.push(vec![Json::List(free.difference(takes).cloned().collect())]);
            }
        }
        Ok(options)
    }
}
