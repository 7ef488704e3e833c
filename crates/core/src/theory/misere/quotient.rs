//! [`Quotient`]: a finite commutative monoid whose elements decide misère play.

use crate::number::{cost, meter};
use crate::theory::cache::allocated;
use crate::theory::heaps::labels::{LabelProduct, index};

/// A misère quotient (Plambeck 2005; Plambeck and Siegel 2008). The elements of the quotient are classes of positions
/// of certain games.
///
/// Two positions are in the same class if and only if each can replace the other in every sum of these games without
/// changing the winner. The classes form a commutative monoid. In misère play the player to move loses a sum if and
/// only if the class of the sum is in the *P-portion*. An element tells nothing about sums with other games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotient {
    order: usize,
    /// The product of *a* and *b* is at the place *a* · order + *b*.
    table: Vec<u16>,
    lost: Vec<bool>,
}

impl Quotient {
    /// The largest number of elements. There is a limit because the table has an entry for each pair of elements.
    pub const MAX_ORDER: usize = 512;

    /// Creates a monoid from its products and its P-portion. The identity must be the element 0.
    pub(super) fn new(lost: Vec<bool>, product: impl Fn(usize, usize) -> usize) -> Self {
        let order = lost.len();
        let pairs = (0..order).flat_map(|a| (0..order).map(move |b| (a, b)));
        let table = pairs.map(|(a, b)| u16::try_from(product(a, b)).unwrap_or(0)).collect();
        Self { order, table, lost }
    }

    /// Returns the bytes that the quotient has allocated.
    pub(super) fn bytes(&self) -> usize {
        allocated::<u16>(self.table.capacity()) + allocated::<bool>(self.lost.capacity())
    }

    /// Returns the number of elements. The elements are 0, 1, 2, …, and 0 is the identity.
    #[must_use]
    pub fn order(&self) -> usize {
        self.order
    }

    /// Returns the product of two elements. If two positions have the elements `a` and `b`, their sum has this product
    /// as its element.
    #[must_use]
    pub fn times(&self, a: usize, b: usize) -> usize {
        usize::from(self.table[a * self.order + b])
    }

    /// Returns whether the element is in the P-portion, which means that the player to move loses.
    #[must_use]
    pub fn is_lost(&self, element: usize) -> bool {
        self.lost[element]
    }

    /// Returns the number of elements in the P-portion.
    #[must_use]
    pub fn lost_count(&self) -> usize {
        self.lost.iter().filter(|lost| **lost).count()
    }

    /// Returns the elements whose product with `rest` is in the P-portion. A move to an option with such an element
    /// wins if the other components have the element `rest`.
    #[must_use]
    pub fn winning_beside(&self, rest: usize) -> Vec<usize> {
        meter::charge_each(self.order, cost::BYTE);
        (0..self.order).filter(|element| self.is_lost(self.times(*element, rest))).collect()
    }
}

impl LabelProduct for &Quotient {
    const NOTHING: u32 = 0;

    fn product(&self, a: u32, b: u32) -> u32 {
        u32::from(self.table[index(a) * self.order + index(b)])
    }
}
