use std::collections::HashMap;
use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::theory::deletion::{Layout, Setting, Solver};
use crate::theory::graphs::Play;
use crate::theory::orders::Order;
use crate::theory::tame::{TameGenus, mex};

/// A poset that is played by the rules alone. For each element, `up` has a set of bits: the element and all elements
/// above it.
struct Plain {
    up: Vec<u32>,
    known: HashMap<u32, (u64, u64, Option<TameGenus>)>,
}

impl Plain {
    fn new(elements: usize, pairs: &[[usize; 2]]) -> Self {
        let mut up: Vec<u32> = (0..elements).map(|element| 1 << element).collect();
        for _ in 0..elements {
            for [low, high] in pairs {
                up[*low] |= up[*high];
            }
        }
        Self { up, known: HashMap::new() }
    }

    fn options(&self, free: u32) -> Vec<(usize, u32)> {
        (0..self.up.len()).filter(|at| free >> at & 1 == 1).map(|at| (at, free & !self.up[at])).collect()
    }

    /// Returns the values of normal and misère play, and the genus if the position is tame. All are computed by the
    /// definitions.
    fn solve(&mut self, free: u32) -> (u64, u64, Option<TameGenus>) {
        if let Some(known) = self.known.get(&free) {
            return *known;
        }
        let options: Vec<_> = self.options(free).into_iter().map(|(_, left)| self.solve(left)).collect();
        let normal = mex(options.iter().map(|option| option.0));
        let misere = if options.is_empty() { 1 } else { mex(options.iter().map(|option| option.1)) };
        let all_tame = options.iter().all(|option| option.2.is_some());
        let tame = TameGenus::of_genus(normal, &misere).filter(|_| all_tame);
        self.known.insert(free, (normal, misere, tame));
        (normal, misere, tame)
    }
}

fn solver(elements: usize, pairs: &[[usize; 2]]) -> Solver {
    let order = Order::closed(elements, pairs).unwrap();
    let rules = Arc::new(DeletionRules::new(elements, order.moves(), Layout::Order));
    let setting = Setting { play: Play::Misere, ..Setting::default() };
    Solver::of(&rules, &Cells::all(elements), false, &setting).unwrap().unwrap()
}

/// A random series-parallel poset: its number of elements, and its comparable pairs.
fn arb_n_free(most: usize) -> impl Strategy<Value = (usize, Vec<[usize; 2]>)> {
    (1..=most, any::<u64>()).prop_map(|(size, seed)| {
        let mut random = crate::theory::graphs::testing::Random(seed);
        let mut pairs = Vec::new();
        let mut open = vec![(0, size)];
        while let Some((start, end)) = open.pop() {
            if end - start < 2 {
                continue;
            }
            let width = u32::try_from(end - start - 1).unwrap();
            let middle = start + 1 + usize::try_from(random.below(width)).unwrap();
            if random.below(2) == 0 {
                pairs.extend((start..middle).flat_map(|low| (middle..end).map(move |high| [low, high])));
            }
            open.extend([(start, middle), (middle, end)]);
        }
        // The elements are renumbered, because their numbers must not matter.
        let turn = |element: usize| (element * 7 + 3) % size;
        let is_renumbered = size % 7 != 0;
        let pairs = pairs.into_iter().map(|pair| if is_renumbered { pair.map(turn) } else { pair });
        (size, pairs.collect())
    })
}

/// A random poset.
fn arb_order(most: usize) -> impl Strategy<Value = (usize, Vec<[usize; 2]>)> {
    (1..=most, any::<u64>(), 1..6_u32).prop_map(|(size, seed, density)| {
        let mut random = crate::theory::graphs::testing::Random(seed);
        let pairs = (0..size).flat_map(|high| (0..high).map(move |low| [low, high]));
        (size, pairs.filter(|_| random.below(6) < density).collect())
    })
}

/// Compares all results with [`Plain`], for a poset and for the position that each first move leaves.
fn check(elements: usize, pairs: &[[usize; 2]]) -> Result<bool, TestCaseError> {
    let (solver, mut plain) = (solver(elements, pairs), Plain::new(elements, pairs));
    let whole = (1_u32 << elements) - 1;
    let cells = |free: u32| {
        let mut cells = Cells::none(elements);
        (0..elements).filter(|at| free >> at & 1 == 1).for_each(|at| {
            cells.insert(at);
        });
        cells
    };
    let mut is_known = false;
    let left: Vec<u32> = plain.options(whole).into_iter().map(|(_, left)| left).chain([whole]).collect();
    for free in left {
        let (value, _, tame) = plain.solve(free);
        prop_assert_eq!(solver.value_of(&cells(free)).unwrap(), value, "{:?} {:b}", pairs, free);
        let class = solver.tameness(&cells(free)).unwrap();
        is_known = class.is_some();
        if let Some((value, is_fickle)) = class {
            prop_assert_eq!(Some(TameGenus { value, is_fickle }), tame, "{:?} {:b}", pairs, free);
        }
        let options: Vec<_> = plain.options(free).into_iter().map(|(at, left)| (at, plain.solve(left))).collect();
        for wanted in 0..=value + 3 {
            prop_assert_eq!(solver.is_worth(&cells(free), wanted).unwrap(), wanted == value);
            let to = |is_fickle| solver.moves_to(&cells(free), wanted, is_fickle).unwrap().unwrap();
            let expected = |is_fickle: Option<bool>| -> Vec<usize> {
                let meets = |found: &(u64, u64, Option<TameGenus>)| {
                    found.0 == wanted
                        && is_fickle.is_none_or(|is_fickle| found.2.is_some_and(|tame| tame.is_fickle == is_fickle))
                };
                options.iter().filter(|(_, found)| meets(found)).map(|(at, _)| *at).collect()
            };
            prop_assert_eq!(to(None), expected(None), "{:?} {:b} to {}", pairs, free, wanted);
            if class.is_some() {
                for is_fickle in [true, false] {
                    prop_assert_eq!(
                        to(Some(is_fickle)),
                        expected(Some(is_fickle)),
                        "{:?} {:b} to {}",
                        pairs,
                        free,
                        wanted
                    );
                }
            }
        }
    }
    Ok(is_known)
}

proptest! {
    /// Checks that N-free posets are solved without a search.
    #[test]
    fn n_free_orders_are_as_the_rules_say((elements, pairs) in arb_n_free(9)) {
        prop_assert!(check(elements, &pairs)?);
        prop_assert_eq!(solver(elements, &pairs).order().map(|(_, is_n_free)| is_n_free), Some(true));
    }

    /// Checks posets of any form, some of which must be searched.
    #[test]
    fn all_orders_are_as_the_rules_say((elements, pairs) in arb_order(8)) {
        check(elements, &pairs)?;
    }

    /// Checks that every poset with a least element is known to be tame, and that all results agree with [`Plain`].
    #[test]
    fn a_least_element_makes_any_order_tame((elements, pairs) in arb_order(7)) {
        let above = pairs.iter().map(|pair| pair.map(|element| element + 1));
        let pairs: Vec<[usize; 2]> = (1..=elements).map(|element| [0, element]).chain(above).collect();
        prop_assert!(check(elements + 1, &pairs)?);
    }
}

#[test]
fn the_smallest_wild_order_is_not_known() {
    assert!(!check(5, &[[0, 2], [0, 4], [1, 2], [1, 3]]).unwrap());
    assert_eq!(solver(5, &[[0, 2], [0, 4], [1, 2], [1, 3]]).order(), Some((1, false)));
}

#[test]
fn orders_of_thousands_of_elements_need_no_search() {
    // The first poset is a chain. The second is a comb, whose parts are nested about 1000 levels deep.
    let chain: Vec<[usize; 2]> = (1..4096).map(|element| [element - 1, element]).collect();
    let chain = solver(4096, &chain);
    assert_eq!((chain.value(), chain.order()), (4096, Some((4096, true))));
    assert_eq!(chain.moves_to(&Cells::all(4096), 4000, None).unwrap().unwrap(), [4000]);
    assert_eq!(chain.tameness(&Cells::all(4096)).unwrap(), Some((4096, false)));
    // Element 2k is below all elements after it. Element 2k + 1 is below no element.
    let pairs: Vec<[usize; 2]> = (0..1000)
        .step_by(2)
        .flat_map(|low| (low + 1..1000).filter(move |high| *high > low).map(move |high| [low, high]))
        .collect();
    let comb = solver(1000, &pairs);
    let mut value = 0;
    for _ in 0..500 {
        value = (value ^ 1) + 1;
    }
    assert_eq!((comb.value(), comb.order().unwrap().1), (value, true));
}
