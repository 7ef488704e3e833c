//! [`Order`]: a partial order on finitely many elements.

use crate::number::{cost, meter};
use crate::theory::deletion::{CellMove, Cells};

/// A partial order, given by the set of elements above each element.
#[derive(Clone, Debug)]
pub struct Order(Vec<Cells>);

impl Order {
    /// Returns the smallest partial order that contains these pairs. In each pair the lower element comes first.
    ///
    /// # Errors
    /// If the pairs contain a cycle. The error lists the elements of the cycle, each below the next. The last element
    /// of the list is the first one again.
    pub fn closed(elements: usize, below: &[[usize; 2]]) -> Result<Self, Vec<usize>> {
        let mut next: Vec<Vec<usize>> = vec![Vec::new(); elements];
        for [low, high] in below {
            next[*low].push(*high);
        }
        let mut above: Vec<Option<Cells>> = vec![None; elements];
        for start in 0..elements {
            // The present path upwards. Each entry has an element of the path, and the place in `next[element]` at
            // which the search goes on.
            let mut way = vec![(start, 0)];
            while let Some((at, turn)) = way.last_mut() {
                let (element, which) = (*at, *turn);
                *turn += 1;
                meter::charge(cost::NUMBER);
                if above[element].is_some() {
                    way.pop();
                    continue;
                }
                if let Some(higher) = next[element].get(which).copied() {
                    if let Some(place) = way.iter().position(|(on, _)| *on == higher) {
                        let mut cycle: Vec<usize> = way[place..].iter().map(|(element, _)| *element).collect();
                        cycle.push(higher);
                        return Err(cycle);
                    }
                    meter::charge_each(way.len(), cost::WORD);
                    if above[higher].is_none() {
                        way.push((higher, 0));
                    }
                    continue;
                }
                let mut all = Cells::none(elements);
                for higher in &next[element] {
                    meter::charge_each(elements, cost::BYTE);
                    all.insert(*higher);
                    above[*higher].iter().flat_map(Cells::iter).for_each(|higher| {
                        all.insert(higher);
                    });
                }
                above[element] = Some(all);
                way.pop();
            }
        }
        Ok(Self(above.into_iter().map(|above| above.unwrap_or_else(|| Cells::none(elements))).collect()))
    }

    /// Returns the pairs that do not follow from the other pairs.
    #[must_use]
    pub fn needed(&self, pairs: &[[usize; 2]]) -> Vec<[usize; 2]> {
        let elements = self.0.len();
        // If a pair puts `high` above `low`, `beyond[low]` contains all elements above `high`.
        let mut beyond = vec![Cells::none(elements); elements];
        for [low, high] in pairs {
            meter::charge_each(elements, cost::BYTE);
            self.0[*high].iter().for_each(|higher| {
                beyond[*low].insert(higher);
            });
        }
        pairs.iter().filter(|[low, high]| !beyond[*low].contains(*high)).copied().collect()
    }

    /// Returns the moves of the poset game. Each move takes an element with all elements above it (Gale and Neyman
    /// 1982).
    #[must_use]
    pub fn moves(&self) -> Vec<CellMove> {
        let takes = |element: usize| std::iter::once(element).chain(self.0[element].iter()).collect::<Vec<_>>();
        (0..self.0.len())
            .map(|element| {
                let takes = takes(element);
                meter::charge_each(takes.len(), cost::ENTRY);
                CellMove::new([element], takes)
            })
            .collect()
    }
}
