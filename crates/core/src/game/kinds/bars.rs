//! Bars of chocolate. {*m*, *n*} is a bar whose sides are *m* and *n* squares long, in either order. A move breaks a
//! bar along a line into two bars, and both bars stay in the game.

use crate::game::shape::{Pair, Unordered};
use crate::game::{Follower, Illegal, Moves};
use crate::number::Natural;
use crate::theory::ranks::locate;

/// All ways to break a bar. A break divides one side into two lengths, and the smaller length is at least `least`.
/// Breaks of the bar's shorter side come first. For each side, the smaller length ascends from break to break.
pub(crate) struct Breaks<'b> {
    bar: &'b Unordered,
    least: Natural,
}

impl<'b> Breaks<'b> {
    pub(crate) fn new(bar: &'b Unordered, least: u64) -> Self {
        Self { bar, least: least.into() }
    }

    /// The lengths of the sides that can be broken. Each comes with the length of the other side, which stays. A square
    /// bar has only one entry.
    pub(crate) fn sides(&self) -> Vec<(&'b Natural, &'b Natural)> {
        let (small, large) = self.bar.0.sorted();
        if small == large { vec![(small, large)] } else { vec![(small, large), (large, small)] }
    }

    /// The number of ways to break a side of this length.
    pub(crate) fn on(&self, side: &Natural) -> Natural {
        (&side.shift_right(1) + &Natural::ONE).saturating_sub(&self.least)
    }

    /// Returns the two parts of the bar after the side with index `side` is broken, `place` squares from its end.
    pub(crate) fn broken(&self, side: usize, place: &Natural) -> Follower<Unordered> {
        let Pair { first, second } = &self.bar.0;
        let (small, large) = self.bar.0.sorted();
        let (broken, kept) = if side == 0 { (small, large) } else { (large, small) };
        // The sides of each part are written in the client's order: the side that is not broken keeps its place.
        let part = |length: Natural| {
            if first == kept && second == broken {
                Unordered::new(kept.clone(), length)
            } else {
                Unordered::new(length, kept.clone())
            }
        };
        Follower::sorted(vec![part(place.clone()), part(broken - place)])
    }

    /// Returns all breaks.
    pub(crate) fn moves(self) -> Moves<'b, Follower<Unordered>> {
        Moves::counted(self.count(), move |rank| self.nth(rank))
    }

    fn count(&self) -> Natural {
        self.sides().iter().map(|(side, _)| self.on(side)).sum()
    }

    fn nth(&self, rank: &Natural) -> Option<Follower<Unordered>> {
        let sides = self.sides();
        let (side, rank) = locate(rank, sides.iter().map(|(side, _)| self.on(side)))?;
        Some(self.broken(side, &(&rank + &self.least)))
    }

    /// Iterates over all breaks, for small bars.
    pub(crate) fn all(self) -> impl Iterator<Item = Follower<Unordered>> {
        let ranks = 0..self.count().to_u64().unwrap_or_default();
        ranks.filter_map(move |rank| self.nth(&rank.into()))
    }

    pub(crate) fn check(&self, parts: &[Unordered]) -> Result<(), Illegal> {
        let [left, right] = parts else { return Err("the bar must break into two parts".into()) };
        let fits = |(broken, kept): &(&Natural, &Natural)| match (left.0.other(kept), right.0.other(kept)) {
            (Some(left), Some(right)) => &(left + right) == *broken && left.min(right) >= &self.least,
            _ => false,
        };
        if self.sides().iter().any(fits) {
            return Ok(());
        }
        let (small, large) = self.bar.0.sorted();
        let [small, large, least] = [small, large, &self.least].map(Natural::short);
        Err(Illegal::new(format!(
            "both parts must have one side of the bar, {small} or {large}, and make up the other, each at least {least}"
        )))
    }

    pub(crate) fn describe(&self, parts: &[Unordered]) -> String {
        let bar = |bar: &Unordered| format!("{} × {}", bar.0.first.short(), bar.0.second.short());
        let parts: Vec<String> = parts.iter().map(bar).collect();
        format!("break {} into {}", bar(self.bar), parts.join(" and "))
    }
}
