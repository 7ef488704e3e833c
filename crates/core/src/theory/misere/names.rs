//! [`ElementNames`]: the elements of a misère quotient, written as products of generators.

use super::quotient::Quotient;
use crate::number::{cost, meter};

/// The elements of a quotient in a fixed order, each with a name such as 1, a or ab^2.
///
/// The first position whose element is not a product of earlier elements gives the next generator. Each element is
/// named by a shortest product of generators. Elements with shorter names come first. So names and order follow from
/// the positions alone, and not from the way in which the quotient was found.
#[derive(Debug)]
pub struct ElementNames {
    /// The elements of the quotient, in order.
    order: Vec<usize>,
    /// For each element of the quotient, its place in `order`.
    places: Vec<usize>,
    names: Vec<String>,
    generators: Vec<usize>,
}

impl ElementNames {
    /// Names the elements. `elements` are the elements of the positions in the quotient, and the positions in options
    /// come first. Each element of the quotient must be a product of them.
    ///
    /// Returns no names if the meter is spent.
    #[must_use]
    pub fn new(quotient: &Quotient, elements: impl Iterator<Item = usize>) -> Self {
        let mut named = Self::with(quotient, Vec::new(), &[]);
        let mut generating = Vec::new();
        for (position, element) in meter::each(elements.enumerate(), cost::ENTRY) {
            if named.places.get(element) == Some(&usize::MAX) {
                generating.push(element);
                let generators = named.generators.iter().copied().chain([position]).collect();
                named = Self::with(quotient, generators, &generating);
            }
        }
        named
    }

    /// Names all products of the elements `generating`. A search by breadth finds the shortest products first.
    fn with(quotient: &Quotient, generators: Vec<usize>, generating: &[usize]) -> Self {
        let (mut order, mut places) = (vec![0], vec![usize::MAX; quotient.order()]);
        let mut words = vec![vec![0_usize; generating.len()]];
        places[0] = 0;
        let mut next = 0;
        while next < order.len() {
            if meter::go_on_each(generating.len(), cost::NUMBER).is_err() {
                break;
            }
            for (number, generator) in generating.iter().enumerate() {
                let product = quotient.times(order[next], *generator);
                if places[product] == usize::MAX {
                    places[product] = order.len();
                    order.push(product);
                    let mut word = words[next].clone();
                    word[number] += 1;
                    words.push(word);
                }
            }
            next += 1;
        }
        Self { order, places, names: words.iter().map(|word| name(word)).collect(), generators }
    }

    /// Returns the elements of the quotient in order. The first is the element of the empty sum.
    #[must_use]
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// Returns the place of an element in [`Self::order`].
    #[must_use]
    pub fn place(&self, element: usize) -> usize {
        self.places[element]
    }

    /// Returns the names of the elements in order.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the positions that are the generators a, b, c, …, as indices into the list of positions.
    #[must_use]
    pub fn generators(&self) -> &[usize] {
        &self.generators
    }

    /// Returns the name of an element; an empty text if the meter was spent before it was named.
    #[must_use]
    pub fn name(&self, element: usize) -> &str {
        self.names.get(self.places[element]).map_or("", String::as_str)
    }
}

/// Returns the name of a generator: a to z, then a1 to z1, a2 and so on.
fn generator(number: usize) -> String {
    let letter = (b'a'..=b'z').nth(number % 26).map_or('a', char::from);
    match number / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

/// Writes a product of powers of the generators.
fn name(word: &[usize]) -> String {
    let powers = word.iter().enumerate().filter(|(_, power)| **power > 0);
    let written: String = powers
        .map(|(number, power)| match power {
            1 => generator(number),
            power => format!("{}^{power}", generator(number)),
        })
        .collect();
    if written.is_empty() { "1".to_owned() } else { written }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_products_of_the_first_positions_that_are_new() {
        // Heaps of nim to 3: the elements 1, a, b, ab, b² and ab² have the numbers 0, 3, 1, 2, 5 and 4.
        let number = [0, 3, 1, 2, 5, 4];
        let place = |element: usize| number.iter().position(|other| *other == element).unwrap();
        let quotient = Quotient::new(Quotient::WINNERS, vec![1; 6], |x, y| {
            let (x, y) = (place(x), place(y));
            let b = x / 2 + y / 2;
            number[(x + y) % 2 + 2 * if b > 2 { b - 2 } else { b }]
        });
        let named = ElementNames::new(&quotient, [0, 3, 1, 2].into_iter());
        assert_eq!(named.generators(), [1, 2]);
        assert_eq!(named.names(), ["1", "a", "b", "ab", "b^2", "ab^2"]);
        assert_eq!(named.order(), number);
        assert_eq!((named.place(5), named.name(4)), (4, "ab^2"));
        assert_eq!([0, 25, 26, 53].map(generator), ["a", "z", "a1", "b2"]);
    }
}
