//! Explores all positions that can be reached from one position, and makes a graph of them. [`super::game`] uses the
//! graph for rules under which a coordinate can grow.

use super::rules::VectorRules;
use crate::number::{cost, meter};
use crate::theory::graphs::{Graph, GraphLimits, Rows};
use std::collections::HashMap;

/// All positions that can be reached from one position.
#[derive(Debug)]
pub struct Explored {
    /// The graph of the moves. The start position is vertex 0, and there is no cycle.
    pub graph: Graph,
    /// The position of each vertex.
    pub positions: Vec<Vec<u64>>,
}

impl Explored {
    /// Finds all positions that can be reached from `start`. `None` as soon as the numbers of positions or moves exceed
    /// the limits, or if the meter is spent.
    #[must_use]
    pub fn from(rules: &VectorRules, start: &[u64], limits: GraphLimits) -> Option<Self> {
        let mut positions = vec![start.to_vec()];
        let mut numbers: HashMap<Vec<u64>, u32> = HashMap::from([(start.to_vec(), 0)]);
        let mut rows = Rows::new(limits);
        let steps = meter::steps_of(start.len(), cost::NUMBER).saturating_add(cost::COMPONENT);
        while let Some(position) = positions.get(rows.len()).cloned() {
            for target in rules.targets(&position) {
                meter::go_on(steps).ok()?;
                let number = if let Some(&number) = numbers.get(&target) {
                    number
                } else {
                    let number = u32::try_from(positions.len()).ok().filter(|&number| number < limits.vertices)?;
                    numbers.insert(target.clone(), number);
                    positions.push(target);
                    number
                };
                rows.target(number).ok()?;
            }
            rows.end_row().ok()?;
        }
        Some(Self { graph: rows.finish().ok()?, positions })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_knight() {
        let rules = VectorRules::new(vec![vec![1, 2], vec![2, 1], vec![-1, 2], vec![2, -1]], vec![]).unwrap();
        let explored = Explored::from(&rules, &[2, 2], GraphLimits { vertices: 6, edges: 6 }).unwrap();
        assert_eq!(explored.positions, [[2, 2], [1, 0], [0, 1], [3, 0], [0, 3], [1, 1]]);
        assert_eq!(
            explored.graph,
            Graph::from_rows([vec![1, 2, 3, 4], vec![], vec![], vec![5], vec![5], vec![]]).unwrap()
        );
    }

    #[test]
    fn limits() {
        let rules = VectorRules::new(vec![], vec![vec![1]]).unwrap();
        let fits = |vertices, edges| Explored::from(&rules, &[9], GraphLimits { vertices, edges }).is_some();
        assert!(fits(10, 45));
        assert!(!fits(9, 45));
        assert!(!fits(10, 44));
    }
}
