//! Takes a poset apart into sums and series.

use std::sync::Arc;

use super::super::bits::Cells;
use super::super::rules::DeletionRules;
use super::super::section::listed;
use super::super::solver::MOST_MOVES;
use super::{Part, Series};
use crate::number::cost;
use crate::number::meter::{self, Spent};

/// A set of elements that is still to be taken apart. Its elements are sorted by the number of elements below them,
/// fewest first.
struct Open {
    elements: Vec<usize>,
    /// The number of elements of the poset that are below all `elements`.
    below: usize,
    /// The number of elements of the poset that are above all `elements`.
    above: usize,
}

/// A poset whose elements are numbered.
struct Numbered {
    /// For each element: its cell, and its move. The move needs this cell. It takes the element and all elements above.
    elements: Vec<(usize, usize)>,
    /// For each element, the number of elements below it.
    below: Vec<usize>,
    /// For each element, the number of elements above it.
    above: Vec<usize>,
    comparable: Vec<Cells>,
}

impl Numbered {
    fn new(rules: &DeletionRules, free: &Cells) -> Result<Self, Spent> {
        let mut elements = Vec::new();
        let mut numbers = vec![0; rules.cells()];
        for made in rules.possible(free) {
            for cell in rules.moves()[made].needs() {
                numbers[*cell] = elements.len();
                elements.push((*cell, made));
            }
        }
        let count = elements.len();
        meter::go_on_each(count.saturating_mul(count.div_ceil(64)), cost::WORD)?;
        let mut numbered = Self {
            below: vec![0; count],
            above: vec![0; count],
            comparable: vec![Cells::none(count); count],
            elements,
        };
        for low in 0..count {
            let (cell, made) = numbered.elements[low];
            for high in rules.moves()[made].taken().filter(|high| *high != cell && free.contains(*high)) {
                meter::go_on(cost::ENTRY)?;
                let high = numbers[high];
                numbered.below[high] += 1;
                numbered.above[low] += 1;
                numbered.comparable[low].insert(high);
                numbered.comparable[high].insert(low);
            }
        }
        Ok(numbered)
    }

    /// Returns where new factors begin in the sorted elements. Each result is the size of a prefix of the elements. A
    /// new factor begins right after this prefix.
    ///
    /// A prefix contains every element that is below one of its elements. For each element of a prefix, add the number
    /// of elements above it, and subtract the number of elements below it. The result is the number of comparable pairs
    /// between the prefix and the rest. A new factor begins if every element of the prefix is comparable to every
    /// element of the rest.
    fn factors(&self, open: &Open) -> Vec<usize> {
        let (mut pairs, mut ends) = (0, Vec::new());
        for (place, element) in open.elements.iter().enumerate() {
            pairs += self.above[*element] - open.above;
            pairs -= self.below[*element] - open.below;
            let size = place + 1;
            let rest = open.elements.len() - size;
            if rest > 0 && pairs == size * rest {
                ends.push(size);
            }
        }
        ends
    }

    /// Returns the components of the graph whose edges join comparable elements.
    fn components(&self, elements: &[usize]) -> Result<Vec<Vec<usize>>, Spent> {
        meter::go_on_each(self.elements.len(), cost::WORD)?;
        let mut unseen = Cells::none(self.elements.len());
        for element in elements {
            unseen.insert(*element);
        }
        let mut component = vec![0; self.elements.len()];
        let mut count = 0;
        for start in elements {
            if !unseen.contains(*start) {
                continue;
            }
            unseen.remove(*start);
            let mut way = vec![*start];
            while let Some(element) = way.pop() {
                meter::go_on_each(unseen.words(), cost::WORD)?;
                component[element] = count;
                for next in self.comparable[element].and(&unseen).iter() {
                    unseen.remove(next);
                    way.push(next);
                }
            }
            count += 1;
        }
        let mut components = vec![Vec::new(); count];
        for element in elements {
            components[component[*element]].push(*element);
        }
        Ok(components)
    }

    /// Returns the cells of some elements.
    fn cells(&self, elements: &[usize], of: usize) -> Cells {
        let mut cells = Cells::none(of);
        for element in elements {
            cells.insert(self.elements[*element].0);
        }
        cells
    }
}

impl Series {
    /// Takes a poset apart; `None` if a part that must be searched has more than [`MOST_MOVES`] elements.
    ///
    /// # Errors
    /// If the meter is spent.
    pub(in crate::theory::deletion) fn of(rules: &Arc<DeletionRules>, free: &Cells) -> Result<Option<Self>, Spent> {
        let order = Numbered::new(rules, free)?;
        let mut all: Vec<usize> = (0..order.elements.len()).collect();
        all.sort_by_key(|element| order.below[*element]);
        let mut open = vec![Open { elements: all, below: 0, above: 0 }];
        let mut parts: Vec<Part> = Vec::new();
        while let Some(next) = open.get_mut(parts.len()) {
            let here = Open { elements: std::mem::take(&mut next.elements), ..*next };
            meter::go_on_each(here.elements.len().saturating_add(1), cost::NUMBER)?;
            if let [element] = here.elements[..] {
                let (cell, made) = order.elements[element];
                parts.push(Part::Element { cell, made });
                continue;
            }
            let ends = order.factors(&here);
            let first = open.len();
            if !ends.is_empty() {
                let size = here.elements.len();
                let starts = std::iter::once(0).chain(ends.iter().copied());
                for (start, end) in starts.zip(ends.iter().copied().chain([size])) {
                    let elements = here.elements[start..end].to_vec();
                    open.push(Open { elements, below: here.below + start, above: here.above + size - end });
                }
                parts.push(Part::Series((first..open.len()).collect()));
                continue;
            }
            let components = order.components(&here.elements)?;
            if components.len() != 1 {
                open.extend(components.into_iter().map(|elements| Open { elements, ..here }));
                parts.push(Part::Sum((first..open.len()).collect()));
                continue;
            }
            if here.elements.len() > MOST_MOVES {
                return Ok(None);
            }
            let cells = order.cells(&here.elements, rules.cells());
            let section = listed(rules, &cells)?;
            parts.push(Part::Searched { cells, section });
        }
        Ok(Some(Self { rules: Arc::clone(rules), parts }))
    }
}
