//! Finds a misère quotient. The search guesses a quotient and tries to prove it. The search corrects the guess until
//! the proof succeeds.
//!
//! The *objects* are the given positions. They are processed in order, so that the options of an object already have
//! elements. For each object, the search tries to find an element of the present quotient with which the proof of
//! [`super::closure`] succeeds. If there is no such element, the object becomes a *generator*. The candidate monoid is
//! a product of cyclic monoids, ⟨*x* | *x*^(*E*+1) = *x*^(*E*−1)⟩ for each generator *x* with the exponent *E*. The
//! elements of the candidate monoid are *words*, which are products of generators. The misère values of words follow from the
//! rules, because the options of a generator are words in earlier generators. The quotient is the coarsest partition of
//! the words that separates words of different misère values and stays consistent when words are multiplied by
//! generators.

use std::collections::HashMap;

use super::closure::{QuotientClosure, bits, mex};
use super::quotient::Quotient;
use crate::number::{cost, meter};

/// The largest number of words of the candidate monoid.
const MAX_WORDS: usize = 2_000_000;
/// The largest exponent of a generator.
const MAX_EXPONENT: usize = 8;

/// A list of positions, each given by the list of its options. An option is a sum of earlier positions of the same
/// list. It is given by the indices of these positions, ascending. The empty sum is the end of play.
pub type ClosedPositions = Vec<Vec<Vec<usize>>>;

/// A quotient that is proved for all sums of some positions, with the element of each position.
#[derive(Clone, Debug)]
pub struct ProvedQuotient {
    /// The quotient.
    pub quotient: Quotient,
    /// The element of each position.
    pub elements: Vec<usize>,
}

/// Searches for a quotient that decides all sums of the positions `objects`. `None` if no quotient is found. A finite
/// quotient need not exist.
#[must_use]
pub fn prove(objects: &ClosedPositions) -> Option<ProvedQuotient> {
    QuotientSearch::new(Quotient::WINNERS).run(objects)
}

/// A search for a quotient of all sums of the *objects*, which are the given positions. After the search, objects may
/// be added and the search continued.
#[derive(Debug)]
pub(super) struct QuotientSearch {
    /// The largest misère value: see [`Quotient`].
    most_value: u16,
    generators: Vec<Generator>,
    /// For each object, the *word* (a product of generators) that the search gave to the object most recently. A word
    /// is stored as an index into the candidate monoid.
    words: Vec<Option<usize>>,
    candidate: Option<Candidate>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Generator {
    object: usize,
    exponent: usize,
}

/// The result of one attempt at a proof.
enum Attempt {
    Proved(ProvedQuotient),
    /// The object with this number must become a generator.
    Promote(usize),
    /// The proof fails for the object with this number, which is a generator.
    Stuck(usize),
}

impl QuotientSearch {
    pub(super) fn new(most_value: u16) -> Self {
        Self { most_value, generators: Vec::new(), words: Vec::new(), candidate: None }
    }

    /// Searches for a quotient of all objects.
    pub(super) fn run(&mut self, objects: &ClosedPositions) -> Option<ProvedQuotient> {
        self.words.resize(objects.len(), None);
        while meter::go_on(0).is_ok() {
            let candidate = match self.candidate.take() {
                Some(candidate) => candidate,
                None => Candidate::new(self.most_value, &self.generators, &self.words, objects)?,
            };
            match self.attempt(&candidate, objects) {
                Attempt::Proved(proved) => {
                    self.candidate = Some(candidate);
                    return Some(proved);
                }
                Attempt::Promote(object) => self.promote(object, &candidate, objects),
                Attempt::Stuck(object) => self.raise_exponent(object, &candidate, objects)?,
            }
        }
        None
    }

    /// Gives each position of `objects` an element of the candidate's quotient, and tries to prove this quotient.
    fn attempt(&mut self, candidate: &Candidate, objects: &ClosedPositions) -> Attempt {
        let quotient = &candidate.quotient;
        let mut closure = QuotientClosure::new(quotient);
        let mut elements: Vec<usize> = Vec::new();
        let mut result = None;
        // Generators are added first. Otherwise an element might be chosen that fits the earlier objects but not a
        // later generator.
        for ((generator, options), word) in self.generators.iter().zip(&candidate.options).zip(&candidate.place) {
            let moves = closure.moves(options.iter().map(|option| candidate.elements[*option]));
            if !closure.add(candidate.elements[*word], &moves) {
                return Attempt::Stuck(generator.object);
            }
        }
        let mut next_generator = 0;
        for (object, options) in objects.iter().enumerate() {
            if options.is_empty() {
                self.words[object] = Some(0);
                elements.push(0);
                continue;
            }
            let image =
                |option: &Vec<usize>| option.iter().fold(0, |product, part| quotient.times(product, elements[*part]));
            meter::charge_each(options.len(), cost::WORD);
            let moves = closure.moves(options.iter().map(image));
            if self.generators.get(next_generator).is_some_and(|generator| generator.object == object) {
                let word = candidate.place[next_generator];
                next_generator += 1;
                let element = candidate.elements[word];
                if !closure.add(element, &moves) {
                    result = Some(Attempt::Stuck(object));
                    break;
                }
                self.words[object] = Some(word);
                elements.push(element);
                continue;
            }
            // The options of a generator must be words in earlier generators, and this object may occur in an option of
            // a later generator. So only words in the generators before this object are tried.
            let end = candidate.place[next_generator];
            let usual = self.words[object].filter(|word| *word < end).map(|word| candidate.elements[word]);
            let others = (0..quotient.order()).filter(|element| candidate.words[*element] < end);
            let Some(element) = usual.into_iter().chain(others).find(|element| closure.add(*element, &moves)) else {
                result = Some(Attempt::Promote(object));
                break;
            };
            if usual.is_some_and(|usual| usual != element) && next_generator < self.generators.len() {
                // The later generators were found with the old word of this object. So the object gets no new word, but
                // becomes a generator itself. It is never wrong to make an object a generator.
                result = Some(Attempt::Promote(object));
                break;
            }
            elements.push(element);
            if usual != Some(element) {
                self.words[object] = Some(candidate.words[element]);
            }
        }
        result.unwrap_or_else(|| Attempt::Proved(ProvedQuotient { quotient: quotient.clone(), elements }))
    }

    /// Makes an object a generator, and forgets the generators after it. There is one exception: if there are
    /// generators after the object, and some generator has the exponent 2, this exponent may be too small. Then the
    /// last generator with the exponent 2 gets the exponent 3, and nothing else is done.
    fn promote(&mut self, object: usize, candidate: &Candidate, objects: &ClosedPositions) {
        let later = self.generators.last().is_some_and(|generator| generator.object > object);
        let coarse = self.generators.iter().rposition(|generator| generator.exponent == 2);
        if let (true, Some(coarse)) = (later, coarse) {
            self.set_exponent(coarse, 3, candidate);
            return;
        }
        self.generators.retain(|generator| generator.object < object);
        // A position whose options all end the game is equal to a heap of 1 in nim. Two such positions cancel.
        let exponent = if objects[object].iter().all(Vec::is_empty) { 1 } else { 2 };
        self.generators.push(Generator { object, exponent });
        self.words[object + 1..].fill(None);
    }

    /// Sets the exponent of a generator. This changes the indices of words.
    fn set_exponent(&mut self, index: usize, exponent: usize, candidate: &Candidate) {
        self.generators[index].exponent = exponent;
        for word in self.words.iter_mut().flatten() {
            *word = candidate.renumber(*word, &self.generators);
        }
    }

    /// Changes the generators after the proof has failed for a generator, the position with the index `object`. Raises
    /// the exponent of this generator or of an earlier one, if the exponent may be too small. Otherwise makes an
    /// earlier position a generator. `None` if no earlier position can become a generator, or if the meter is spent.
    fn raise_exponent(&mut self, object: usize, candidate: &Candidate, objects: &ClosedPositions) -> Option<()> {
        let coarse = |generator: &Generator| generator.object <= object && generator.exponent == 2;
        if let Some(index) = self.generators.iter().rposition(coarse) {
            self.set_exponent(index, 3, candidate);
            return Some(());
        }
        let order = candidate.quotient.order();
        let count = self.generators.iter().filter(|generator| generator.object <= object).count();
        for (more, index) in [1, 2].into_iter().flat_map(|more| (0..count).rev().map(move |index| (more, index))) {
            let exponent = self.generators[index].exponent + more;
            if exponent > MAX_EXPONENT {
                continue;
            }
            meter::go_on(0).ok()?;
            let (generators, words) = (self.generators.clone(), self.words.clone());
            self.set_exponent(index, exponent, candidate);
            if let Some(finer) = Candidate::new(self.most_value, &self.generators, &self.words, objects)
                && finer.quotient.order() != order
            {
                return Some(());
            }
            (self.generators, self.words) = (generators, words);
        }
        // The word of some earlier object is wrong, but the results so far do not tell which one.
        let plain = |other: &usize| {
            !objects[*other].is_empty() && self.generators.iter().all(|generator| generator.object != *other)
        };
        let suspect = (0..object).rev().find(plain)?;
        self.promote(suspect, candidate, objects);
        Some(())
    }
}

/// A candidate monoid, with its quotient. The quotient tells the misère value of each word.
#[derive(Debug)]
struct Candidate {
    /// `place[i]` is the index of the word that is generator `i` itself. `place[0]` is 1, and `place[i + 1]` is
    /// `place[i]` · (`exponents[i]` + 1). The last entry is the number of all words.
    place: Vec<usize>,
    exponents: Vec<usize>,
    /// The exponents of all words, one word after the other.
    powers: Vec<u8>,
    /// For each generator, its options as words.
    options: Vec<Vec<usize>>,
    /// For each word, its element of the quotient.
    elements: Vec<usize>,
    /// For each element, the first word that has this element.
    words: Vec<usize>,
    quotient: Quotient,
}

impl Candidate {
    fn new(
        most_value: u16,
        generators: &[Generator],
        words: &[Option<usize>],
        objects: &ClosedPositions,
    ) -> Option<Self> {
        let exponents: Vec<usize> = generators.iter().map(|generator| generator.exponent).collect();
        let mut place = vec![1];
        for exponent in &exponents {
            let next = place[place.len() - 1] * (exponent + 1);
            if next > MAX_WORDS {
                return None;
            }
            place.push(next);
        }
        let word_count = place[exponents.len()];
        let each = meter::steps_of(exponents.len().saturating_add(1), cost::VALUE);
        let mut powers: Vec<u8> = Vec::new();
        for word in 0..word_count {
            meter::go_on(each).ok()?;
            let power = |(place, most): (&usize, &usize)| u8::try_from(word / place % (most + 1)).unwrap_or(u8::MAX);
            powers.extend(place.iter().zip(&exponents).map(power));
        }
        let mut candidate = Self {
            place,
            exponents,
            powers,
            options: Vec::new(),
            elements: Vec::new(),
            words: Vec::new(),
            quotient: Quotient::new(most_value, vec![1], |_, _| 0),
        };
        candidate.options = candidate.options_of(generators, words, objects)?;
        let values = candidate.values(most_value)?;
        candidate.elements = candidate.partition(&values)?;
        let order = candidate.elements.iter().max().map_or(0, |last| last + 1);
        if order > Quotient::MAX_ORDER {
            return None;
        }
        candidate.words = vec![usize::MAX; order];
        for word in (0..word_count).rev() {
            candidate.words[candidate.elements[word]] = word;
        }
        meter::go_on_each(order * order, cost::ENTRY).ok()?;
        let values = candidate.words.iter().map(|word| values[*word]).collect();
        candidate.quotient = Quotient::new(most_value, values, |a, b| {
            candidate.elements[candidate.times(candidate.words[a], candidate.words[b])]
        });
        Some(candidate)
    }

    /// Returns the number of words.
    fn len(&self) -> usize {
        self.place[self.exponents.len()]
    }

    /// Returns the exponents of a word.
    fn powers(&self, word: usize) -> &[u8] {
        &self.powers[word * self.exponents.len()..(word + 1) * self.exponents.len()]
    }

    /// Returns the product of two words.
    fn times(&self, a: usize, b: usize) -> usize {
        let powers = self.powers(a).iter().zip(self.powers(b)).map(|(a, b)| usize::from(*a) + usize::from(*b));
        powers.zip(&self.exponents).zip(&self.place).map(|((sum, most), place)| reduced(sum, *most) * place).sum()
    }

    /// Returns the index that `word` gets if the largest exponent of each generator is changed to the one in
    /// `generators`. No largest exponent may become smaller.
    fn renumber(&self, word: usize, generators: &[Generator]) -> usize {
        let mut place = 1;
        let mut number = 0;
        for (power, generator) in self.powers(word).iter().zip(generators) {
            number += usize::from(*power) * place;
            place *= generator.exponent + 1;
        }
        number
    }

    /// Returns, for each generator, its options as words, without repetitions. `None` if an option has no word yet.
    fn options_of(
        &self,
        generators: &[Generator],
        words: &[Option<usize>],
        objects: &ClosedPositions,
    ) -> Option<Vec<Vec<usize>>> {
        let word = |option: &Vec<usize>| option.iter().try_fold(0, |word, part| Some(self.times(word, words[*part]?)));
        let of_one = |generator: &Generator| {
            let mut options = objects[generator.object].iter().map(word).collect::<Option<Vec<usize>>>()?;
            options.sort_unstable();
            options.dedup();
            Some(options)
        };
        generators.iter().map(of_one).collect()
    }

    /// Returns the misère value of each word, with `most_value` for all larger ones. `None` if the meter is spent.
    fn values(&self, most_value: u16) -> Option<Vec<u16>> {
        let mut values: Vec<u16> = Vec::new();
        for word in 0..self.len() {
            meter::go_on(cost::VALUE).ok()?;
            // Options have smaller indices than the word.
            let value = |option: usize| {
                meter::charge_each(1 + self.exponents.len(), cost::BYTE);
                values[option]
            };
            let reached = bits(most_value, self.options_of_word(word).map(value));
            // In misère play a player who cannot move wins.
            values.push(if word == 0 { 1 } else { mex(most_value, reached) });
        }
        Some(values)
    }

    /// Returns the options of a word.
    fn options_of_word(&self, word: usize) -> impl Iterator<Item = usize> {
        self.powers(word).iter().enumerate().filter(|(_, power)| **power > 0).flat_map(move |(index, _)| {
            let rest = word - self.place[index];
            self.options[index].iter().map(move |option| self.times(rest, *option))
        })
    }

    /// Returns the coarsest partition of the words that separates different values and stays consistent when words are
    /// multiplied by generators. `None` if the meter is spent.
    fn partition(&self, values: &[u16]) -> Option<Vec<usize>> {
        let each = meter::steps_of(self.exponents.len(), cost::WORD).saturating_add(cost::VALUE);
        let mut products: Vec<Vec<usize>> = Vec::with_capacity(self.exponents.len());
        for generator in &self.place[..self.exponents.len()] {
            meter::go_on_each(values.len(), each).ok()?;
            products.push((0..values.len()).map(|word| self.times(word, *generator)).collect());
        }
        // The class of word 0 has the number 0, because the identity must be the element 0.
        let mut elements: Vec<usize> = values.iter().map(|value| usize::from(value ^ 1)).collect();
        let mut classes = 0;
        loop {
            let before = classes;
            for products in &products {
                let mut numbers: HashMap<(usize, usize), usize> = HashMap::new();
                let signatures = elements.iter().zip(products).map(|(of_word, product)| (*of_word, elements[*product]));
                let next: Vec<usize> = signatures
                    .map(|signature| {
                        let number = numbers.len();
                        *numbers.entry(signature).or_insert(number)
                    })
                    .collect();
                meter::go_on_each(elements.len(), cost::NUMBER).ok()?;
                elements = next;
                classes = numbers.len();
            }
            if classes == before {
                return Some(elements);
            }
        }
    }
}

/// Returns the exponent to which *x*^`sum` is reduced if *x*^(`most` + 1) = *x*^(`most` − 1).
fn reduced(sum: usize, most: usize) -> usize {
    if sum <= most { sum } else { most - (sum - most) % 2 }
}
