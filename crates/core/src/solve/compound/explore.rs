//! [`ExploredCompound`]: all positions that can be reached from some components. Each position is explored only once,
//! even if it can be reached from several components.

use std::collections::{HashMap, VecDeque};

use crate::game::shape::PlainValue;
use crate::game::{Goal, Positions, Solved, Unsolved};
use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::solve::search::MAX_WEIGHT;
use crate::theory::compounds::pass::labels;
use crate::theory::compounds::{CompoundRule, Label};
use crate::theory::graphs::product::ProductLimits;
use crate::theory::graphs::splitting::SplittingGraph;

/// The positions that can be reached from some components, and their moves.
#[derive(Debug)]
pub(super) struct ExploredCompound {
    graph: SplittingGraph,
    /// The vertices of the components from which the search started.
    starts: Vec<u32>,
}

impl ExploredCompound {
    /// The vertices of the components from which the search started, in the order that the caller gave.
    pub(super) fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// The options of a vertex. Each option is the list of the vertices of its parts.
    pub(super) fn options(&self, v: u32) -> impl Iterator<Item = &[u32]> {
        self.graph.options(v)
    }

    /// `true` if some move leaves no position.
    pub(super) fn leaves_nothing(&self) -> bool {
        (0..self.graph.vertices()).any(|v| self.graph.options(v).any(<[u32]>::is_empty))
    }

    /// The labels of all vertices.
    pub(super) fn labels(&self, rule: CompoundRule) -> Result<Vec<Option<Label>>, Spent> {
        labels(&self.graph, rule)
    }
}

/// Explores the positions that solved components lead to.
///
/// # Errors
/// There are too many positions, or the meter is spent.
pub(super) fn explore(
    solved: &dyn Solved,
    components: &[usize],
    limits: ProductLimits,
    rule: CompoundRule,
) -> Result<ExploredCompound, Unsolved> {
    meter::work_at("the search of the components");
    let Some(first) = components.first() else {
        return Err(too_large(0, rule));
    };
    let too_large = || too_large(*first, rule);
    let mut known: HashMap<PlainValue, u32> = HashMap::new();
    let mut open: VecDeque<Box<dyn Positions>> = VecDeque::new();
    let mut number =
        |part: &dyn Positions, at: usize, open: &mut VecDeque<Box<dyn Positions>>| -> Result<u32, Unsolved> {
            let written = part.written(at);
            meter::go_on(written.words().saturating_mul(cost::LOOK_UP).saturating_add(cost::POSITION))?;
            let next = u32::try_from(known.len()).map_err(|_| too_large())?;
            if let Some(number) = known.get(&written) {
                return Ok(*number);
            }
            if u64::from(next) >= limits.states {
                return Err(too_large());
            }
            known.insert(written, next);
            open.push_back(part.alone(at));
            Ok(next)
        };
    let starts = components.iter().map(|index| number(solved, *index, &mut open)).collect::<Result<_, _>>()?;
    let (mut options, mut sums, mut parts) = (vec![0], vec![0], Vec::new());
    let mut weight = MAX_WEIGHT;
    while let Some(position) = open.pop_front() {
        meter::go_on(cost::POSITION)?;
        let position = solved.solve_more(position)?;
        position.check_listable(&Goal::All)?;
        let count = position.count(0, &Goal::All).to_u64().ok_or_else(too_large)?;
        let each = position.written(0).words().saturating_add(1);
        weight = weight.checked_sub(count.saturating_mul(each)).ok_or_else(too_large)?;
        let listed = position.listed(0);
        // Rules can't list the options of a heap that does not fit into a machine word.
        if u64::try_from(listed.len()) != Ok(count) {
            meter::go_on(0)?;
            return Err(too_large());
        }
        for made in listed {
            let option = position.follow(0, &made);
            for part in 0..option.len() {
                parts.push(number(&*option, part, &mut open)?);
            }
            sums.push(u32::try_from(parts.len()).map_err(|_| too_large())?);
        }
        options.push(u32::try_from(sums.len().saturating_sub(1)).map_err(|_| too_large())?);
    }
    let graph = SplittingGraph::from_arrays(options, sums, parts).ok_or_else(too_large)?;
    Ok(ExploredCompound { graph, starts })
}

fn too_large(index: usize, rule: CompoundRule) -> Unsolved {
    let reason =
        format!("no closed form is known of what decides it in {rule}, and it has too many positions to search");
    Unsolved { index, too_costly: true, reason }
}
