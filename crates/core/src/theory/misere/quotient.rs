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
///
/// A finer quotient tells the *misère values* of sums. The misère value of a position is the mex of the misère values of
/// its options, or 1 if it has no option. A position is lost if and only if its misère value is 0. Values above
/// `most_value` count as `most_value`, so with `most_value` 1 the quotient tells the winners only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotient {
    order: usize,
    /// The product of *a* and *b* is at the place *a* · order + *b*.
    table: Vec<u16>,
    most_value: u16,
    /// The misère values of the elements.
    values: Vec<u16>,
}

impl Quotient {
    /// The largest number of elements. There is a limit because the table has an entry for each pair of elements.
    pub const MAX_ORDER: usize = 512;

    /// The largest misère value in a quotient that tells only who wins.
    pub const WINNERS: u16 = 1;

    /// The largest misère value in a quotient that gives the digits of genera. Larger digits are so rare that more bits
    /// for each element of a proof cost more than they give.
    pub const DIGITS: u16 = 16;

    /// Creates a monoid from its products and the misère values of its elements, which are at most `most_value`: a power
    /// of two, and at most 32. The identity must be the element 0.
    pub(super) fn new(most_value: u16, values: Vec<u16>, product: impl Fn(usize, usize) -> usize) -> Self {
        let order = values.len();
        let pairs = (0..order).flat_map(|a| (0..order).map(move |b| (a, b)));
        let table = pairs.map(|(a, b)| u16::try_from(product(a, b)).unwrap_or(0)).collect();
        Self { order, table, most_value, values }
    }

    /// Returns the bytes that the quotient has allocated.
    pub(super) fn bytes(&self) -> usize {
        allocated::<u16>(self.table.capacity()) + allocated::<u16>(self.values.capacity())
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
        self.values[element] == 0
    }

    /// Returns the number of elements in the P-portion.
    #[must_use]
    pub fn lost_count(&self) -> usize {
        self.values.iter().filter(|value| **value == 0).count()
    }

    /// Returns the misère value of an element; `None` if it may be larger than the quotient tells.
    #[must_use]
    pub fn value(&self, element: usize) -> Option<u16> {
        Some(self.values[element]).filter(|value| *value < self.most_value)
    }

    /// Returns the misère value of an element. All values from [`Self::most_value`] on count as this one.
    pub(super) fn capped_value(&self, element: usize) -> u16 {
        self.values[element]
    }

    /// Returns the value that stands for itself and all larger misère values.
    pub(super) fn most_value(&self) -> u16 {
        self.most_value
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
