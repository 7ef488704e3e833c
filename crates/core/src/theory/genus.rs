//! [`Genus`]: the genus of a position, which the literature prints for wild games (Conway 1976, chapter 12).
//!
//! The genus of G is g followed by the digits γ₀γ₁γ₂…. Here g is the Grundy value of G in normal play. γᵢ is the Grundy
//! value in misère play of the sum of G and i heaps of two. If a heap of m is added to this sum, the result is lost in
//! misère play if and only if m = γᵢ. For a sum of a wild position and anything else, the genus does not tell who wins.
//!
//! The digits follow from the digits of the options. γ₀ is the mex of the options' γ₀, or 1 if there is no option. γᵢ₊₁
//! is the mex of γᵢ, γᵢ ⊕ 1 and the options' γᵢ₊₁, because a heap of two has the options 0 and 1. From some place on,
//! the digits alternate between two numbers. Suppose that the digits of all options alternate from N on, and that
//! γᵢ₊₂ = γᵢ for some i ≥ N. Then γᵢ₊₃ follows from the same numbers as γᵢ₊₁, and so on. Hence the digits of the
//! position alternate from i on.

use std::fmt;
use std::ops::BitXor;

use smallvec::SmallVec;

use crate::number::cost;

use crate::number::meter::{self, Spent};
use crate::theory::graphs::graph::{index, vertex};
use crate::theory::graphs::{Graph, GraphLimits, Rows};
use crate::theory::tame::{TameGenus, mex};

/// The genus of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus<V = u64> {
    /// The Grundy value in normal play.
    normal: V,
    /// The digits γ₀γ₁… of the genus, up to the second of the two digits that alternate. There are at least two digits.
    /// If the genus is partial, they are the digits that are known, and there is at least one.
    misere: SmallVec<[V; 4]>,
    is_tame: bool,
    /// True if only the first digits are known.
    is_partial: bool,
}

impl<V: Clone + From<u8>> Genus<V>
where
    for<'v> &'v V: BitXor<Output = V>,
{
    /// Returns the genus of a tame position.
    #[must_use]
    pub fn of_tame(TameGenus { value, is_fickle }: TameGenus<V>) -> Self {
        // The sum of any tame position and a heap of two is firm.
        let firm = &value ^ &V::from(2);
        let misere = if is_fickle {
            SmallVec::from_iter([&value ^ &V::from(1), firm, value.clone()])
        } else {
            SmallVec::from_iter([value.clone(), firm])
        };
        Self { normal: value, misere, is_tame: true, is_partial: false }
    }
}

impl Genus {
    /// Returns the genus of a position, given the genera of its options.
    ///
    /// # Errors
    /// If the meter is spent.
    pub fn over(options: &[&Self]) -> Result<Self, Spent> {
        if options.is_empty() {
            return Ok(Self::of_tame(TameGenus::nothing()));
        }
        meter::go_on(cost::COMPONENT)?;
        let all_alternate = options.iter().map(|option| option.misere.len() - 2).max().unwrap_or(0);
        let normal = mex(options.iter().map(|option| option.normal));
        let mut digits: SmallVec<[u64; 8]> = SmallVec::new();
        loop {
            meter::go_on_each(options.len(), cost::VALUE)?;
            let of_options = options.iter().map(|option| option.digit(digits.len()));
            // Each digit after the first belongs to a sum with one more heap of two. A move may make this heap 0 or 1.
            // The values of these options are the previous digit, and the previous digit xor 1.
            let before = digits.last().map(|before| [*before, before ^ 1]);
            digits.push(mex(of_options.chain(before.into_iter().flatten())));
            if let [.., first, _, third] = digits[..]
                && first == third
                && digits.len() - 3 >= all_alternate
            {
                break;
            }
        }
        let is_tame = options.iter().all(|option| option.is_tame) && TameGenus::of_genus(normal, &digits[0]).is_some();
        Ok(Self::new(normal, &digits, is_tame))
    }

    /// Creates the genus that begins with these digits. After them, the last two of these digits alternate.
    pub(crate) fn new(normal: u64, digits: &[u64], is_tame: bool) -> Self {
        let mut end = digits.len();
        while let Some([.., first, _, third]) = digits.get(..end)
            && first == third
        {
            end -= 1;
        }
        Self { normal, misere: SmallVec::from_slice(&digits[..end]), is_tame, is_partial: false }
    }

    /// Creates the genus of a position of which only these first digits are known. `None` if there is no digit.
    pub(crate) fn partial(normal: u64, digits: &[u64]) -> Option<Self> {
        let misere = SmallVec::from_slice(digits);
        (!digits.is_empty()).then_some(Self { normal, misere, is_tame: false, is_partial: true })
    }

    /// Returns γᵢ for i = `twos`: the Grundy value in misère play of the sum of the position and i heaps of two.
    #[must_use]
    pub fn digit(&self, twos: usize) -> u64 {
        let digits = &self.misere;
        let past = twos.saturating_sub(digits.len() - 1);
        digits[twos.min(digits.len() - 1) - past % 2]
    }

    /// Returns the same genus with numbers of another type.
    #[must_use]
    pub fn map<W>(&self, number: impl Fn(u64) -> W) -> Genus<W> {
        let misere = self.misere.iter().map(|digit| number(*digit)).collect();
        Genus { normal: number(self.normal), misere, is_tame: self.is_tame, is_partial: self.is_partial }
    }
}

impl<V> Genus<V> {
    /// Returns the Grundy value in normal play.
    #[must_use]
    pub fn normal(&self) -> &V {
        &self.normal
    }

    /// Returns the digits γ₀γ₁… of the genus, up to the second of the two digits that alternate. γᵢ is the Grundy value
    /// in misère play of the sum of the position and i heaps of two.
    #[must_use]
    pub fn misere(&self) -> &[V] {
        &self.misere
    }

    /// Returns whether only the first digits are known.
    #[must_use]
    pub fn is_partial(&self) -> bool {
        self.is_partial
    }

    /// Returns whether the position is tame. This depends on the genera of its options, not only on its own digits.
    #[must_use]
    pub fn is_tame(&self) -> bool {
        self.is_tame
    }
}

impl<V: fmt::Display + PartialOrd + From<u8>> fmt::Display for Genus<V> {
    /// Writes the genus as the literature does: `4^146`. If a digit is 10 or more, dots separate the digits:
    /// `4^1.12.14`. Three dots at the end say that only the first digits are known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dots = if self.misere.iter().any(|digit| *digit > V::from(9)) { "." } else { "" };
        write!(f, "{}^", self.normal)?;
        for (place, digit) in self.misere.iter().enumerate() {
            write!(f, "{}{digit}", if place > 0 { dots } else { "" })?;
        }
        if self.is_partial { f.write_str("…") } else { Ok(()) }
    }
}

/// Returns the genus of each vertex of a graph; `None` for vertices from which play may never end.
///
/// # Errors
/// If the meter is spent.
pub fn of_vertices(graph: &Graph) -> Result<Vec<Option<Genus>>, Spent> {
    let vertices = index(graph.vertices());
    let reversed = graph.reversed();
    // The genus of a vertex is computed after the genera of all its options.
    let mut left: Vec<usize> = (0..graph.vertices()).map(|at| graph.options(at).len()).collect();
    let mut ready: Vec<u32> = (0..graph.vertices()).filter(|at| left[index(*at)] == 0).collect();
    let mut found: Vec<Option<Genus>> = vec![None; vertices];
    while let Some(at) = ready.pop() {
        let options: Vec<&Genus> = graph.options(at).iter().filter_map(|to| found[index(*to)].as_ref()).collect();
        let genus = Genus::over(&options)?;
        found[index(at)] = Some(genus);
        meter::go_on_each(reversed.options(at).len().saturating_add(1), cost::ENTRY)?;
        for before in reversed.options(at) {
            left[index(*before)] -= 1;
            if left[index(*before)] == 0 {
                ready.push(*before);
            }
        }
    }
    Ok(found)
}

/// Returns one graph for the sum of several tokens, each on its own graph. Vertex 0 of the result is the sum before the
/// first move. `None` if the sum has more positions or moves than `limits` allow, or if the meter is spent.
#[must_use]
pub fn sum_as_graph(tokens: &[(&Graph, u32)], limits: GraphLimits) -> Option<Graph> {
    let mut factors = Vec::with_capacity(tokens.len());
    let mut states = 1_usize;
    for (graph, at) in tokens {
        let (graph, _) = graph.reachable(*at, index(limits.vertices))?;
        let stride = states;
        states = states.checked_mul(index(graph.vertices())).filter(|states| *states <= index(limits.vertices))?;
        factors.push((graph, stride));
    }
    let mut rows = Rows::new(limits);
    for state in 0..states {
        for (graph, stride) in &factors {
            let at = state / stride % index(graph.vertices());
            let options = graph.options(vertex(at));
            meter::go_on_each(options.len().saturating_add(1), cost::VALUE).ok()?;
            for to in options {
                rows.target(vertex(state - at * stride + index(*to) * stride)).ok()?;
            }
        }
        rows.end_row().ok()?;
    }
    rows.finish().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::graphs::testing::{arb_dag, winners};
    use crate::theory::graphs::{Play, Winner};
    use proptest::prelude::*;

    fn text(tame: TameGenus) -> String {
        Genus::of_tame(tame).to_string()
    }

    /// Checks the heaps of nim, and the firm positions that are worth 0 or 1.
    #[test]
    fn tame_ones_are_printed_as_in_the_literature() {
        let genera = of_vertices(&Graph::nim_heap(10)).unwrap();
        let printed: Vec<String> = genera.iter().flatten().map(Genus::to_string).collect();
        assert_eq!(printed[..5], ["0^120", "1^031", "2^20", "3^31", "4^46"]);
        assert_eq!(printed[9..], ["9^9.11", "10^10.8"]);
        for (value, genus) in (0..).zip(genera.iter().flatten()) {
            assert_eq!(text(TameGenus { value, is_fickle: value < 2 }), genus.to_string());
            assert!(genus.is_tame());
        }
        assert_eq!(text(TameGenus { value: 0, is_fickle: false }), "0^02");
        assert_eq!(text(TameGenus { value: 1, is_fickle: false }), "1^13");
    }

    #[test]
    fn play_without_end_has_no_genus() {
        let graph = Graph::from_rows([vec![], vec![0], vec![2, 0], vec![2, 1]]).unwrap();
        let genera = of_vertices(&graph).unwrap();
        assert_eq!(genera.iter().map(Option::is_some).collect::<Vec<_>>(), [true, true, false, false]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        /// Adds i heaps of two and one heap of m to a position. Checks that the sum is lost in misère play if and only
        /// if m is the digit γᵢ of the position's genus.
        #[test]
        fn digits_are_as_sums_with_heaps_say(graph in arb_dag(9)) {
            let genera = of_vertices(&graph).unwrap();
            let (two, heap) = (Graph::nim_heap(2), Graph::nim_heap(11));
            for twos in 0..3_usize {
                let mut graphs = vec![&graph, &heap];
                graphs.extend(std::iter::repeat_n(&two, twos));
                for (state, (winner, _)) in winners(&graphs, Play::Misere) {
                    if state[2..].iter().all(|at| *at == 2) {
                        let genus = genera[index(state[0])].as_ref().unwrap();
                        prop_assert_eq!(winner == Winner::Second, u64::from(state[1]) == genus.digit(twos), "{}", genus);
                    }
                }
            }
        }

        /// Checks that the sum of two graphs has the genus of the graph that [`sum_as_graph`] makes.
        #[test]
        fn sums_are_graphs(one in arb_dag(6), other in arb_dag(5)) {
            let limits = GraphLimits::NONE;
            let (a, b) = (one.vertices() - 1, other.vertices() - 1);
            let sum = sum_as_graph(&[(&one, a), (&other, b)], limits).unwrap();
            let genus = of_vertices(&sum).unwrap()[0].clone().unwrap();
            let heap = Graph::nim_heap(11);
            for (state, (winner, _)) in winners(&[&one, &other, &heap], Play::Misere) {
                if state[..2] == [a, b] {
                    prop_assert_eq!(winner == Winner::Second, u64::from(state[2]) == genus.digit(0));
                }
            }
            let (one, other) = (of_vertices(&one).unwrap(), of_vertices(&other).unwrap());
            let (one, other) = (one[index(a)].as_ref().unwrap(), other[index(b)].as_ref().unwrap());
            prop_assert_eq!(*genus.normal(), one.normal() ^ other.normal());
            prop_assert!(genus.is_tame() || !one.is_tame() || !other.is_tame());
        }
    }
}
