//! [`BoundedSums`]: misère play of all sums of heaps of one game up to a certain weight, together with heaps of two.
//!
//! A heap of n weighs 2n + δ, with δ such that each move makes a sum lighter. Sums are decided in the order of their
//! weights. Each sum *x* of a class and one more heap gets a *class*: a sum *p* that is no heavier, and may be *x* itself.
//! A heap of one may stand beside *p*, since it only turns each misère value *v* into *v* ⊕ 1. If W is the largest weight,
//! two conditions are checked for each class *q* for which *x* + *q* weighs at most W:
//!
//! 1. *x* + *q* and *p* + *q* have the same misère value *v*.
//! 2. The values below *v* that moves in *p* reach beside *q* are reached by moves in *x*, too.
//!
//! Then all sums up to W have the values of their classes, if the class of a sum is found by adding its heaps one by one, in
//! any order.
//!
//! *Proof.* Suppose that this is so for all lighter sums. Then in a lighter sum, each part may be replaced by its class.
//! Let M(*s*, *q*) be the values of the sums to which moves in *s* lead, with *q* beside them. They are lighter. For a sum
//! *s* with the class *p* and for each class *q*, let *v* be the value of *p* + *q*. We show that M(*s*, *q*) has all
//! values below *v* that are in M(*p*, *q*), but not *v*. Without heaps, *s* is *p*. Otherwise *s* is *s*′ + *h* with a heap
//! *h*. Let *b* be the class of *s*′, and *r* the class of *q* + *h*. Then M(*s*, *q*) = M(*s*′, *r*) ∪ M(*h*, *q* + *b*).
//! In the same way, M(*b* + *h*, *q*) = M(*b*, *r*) ∪ M(*h*, *q* + *b*). By the first condition, *b* + *r*, *b* + *h* + *q*
//! and *p* + *q* have the same value *v*. By induction on the number of heaps, M(*s*′, *r*) has all values below *v* that
//! are in M(*b*, *r*), but not *v*. So the same is true of M(*s*, *q*) and M(*b* + *h*, *q*), and by the second condition,
//! of M(*s*, *q*) and M(*p*, *q*). If *q* is nothing, M(*p*, *q*) has all values below *v*. So *v* is the value of *s*.
//!
//! The classes up to the weight T + 1 are found from those up to T: each pair that weighs T + 1 together is checked, and a
//! sum that fails gets another class. So all values that a check needs are known. The same holds beside any number of
//! heaps of two. There, moves in the heaps of two reach two more values, and only the others matter. So one table has the
//! first digits of all genera: see [`crate::theory::genus`]. If the last digit of each class is equal to the last but two,
//! the digits of all sums alternate from the last but two on.

use std::collections::HashMap;

use super::multisets::{MOST_BYTES, NotSearched};
use crate::number::{cost, meter};
use crate::theory::heaps::moves::HeapCode;

/// For each number of heaps of two, a set of misère values as bits.
type Reached<const D: usize> = [u32; D];

/// For each number of heaps of two, a misère value.
type Digits<const D: usize> = [u8; D];

/// The first digits of a genus, and whether the last two of them are proved to alternate for ever.
pub type FirstDigits = (Vec<u64>, bool);

/// The class without heaps.
const NOTHING: usize = 0;

/// A class, perhaps with a heap of one beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    class: usize,
    one: bool,
}

/// No heap at all.
const EMPTY: Place = Place { class: NOTHING, one: false };

/// The part of a sum that a heap counts as: nothing if it has no move, or a heap of one if its moves end it. Heaps with equal options are
/// one generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Term {
    Nothing,
    One,
    Generator(usize),
}

#[derive(Debug)]
struct Generator {
    weight: usize,
    options: Vec<Vec<Term>>,
}

/// A class and one more heap.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    weight: usize,
    base: usize,
    generator: usize,
    /// The class of the sum. `None` if the sum is new.
    place: Option<Place>,
}

#[derive(Debug)]
struct Class {
    /// The index of the candidate that is this class.
    number: usize,
    weight: usize,
    /// The number of earlier classes of the same weight.
    rank: usize,
    /// The heaps of the class, ascending.
    heaps: Vec<usize>,
    /// For each generator, the index of the sum of this class and the generator.
    with: Vec<Option<usize>>,
}

/// For each pair of a row and a class, an entry that may be missing. The classes of a row are sorted by weight, because
/// many pairs are too heavy to occur.
type Table<T> = Vec<Vec<Vec<Option<T>>>>;

fn get<T: Copy>(table: &Table<T>, row: usize, class: &Class) -> Option<T> {
    table.get(row)?.get(class.weight)?.get(class.rank).copied()?
}

fn set<T: Copy>(table: &mut Table<T>, row: usize, class: &Class, entry: T) {
    let lengthen = |length: usize, place: usize| length.max(place + 1);
    table.resize_with(lengthen(table.len(), row), Vec::new);
    let row = &mut table[row];
    row.resize_with(lengthen(row.len(), class.weight), Vec::new);
    let entries = &mut row[class.weight];
    entries.resize(lengthen(entries.len(), class.rank), None);
    entries[class.rank] = Some(entry);
}

/// Returns the sets of values with a heap of one beside each sum if `one` is true.
fn beside_one<const D: usize>(reached: Reached<D>, one: bool) -> Reached<D> {
    const EVEN: u32 = 0x5555_5555;
    if one { reached.map(|values| (values & EVEN) << 1 | values >> 1 & EVEN) } else { reached }
}

/// Returns the values that moves in `place` heaps of two reach beside a sum with these digits.
fn reached_by_twos<const D: usize>(digits: &Digits<D>, place: usize) -> u32 {
    if place > 0 { 0b11 << (digits[place - 1] & !1) } else { 0 }
}

/// The sums of heaps of one game up to a weight, with D digits of the genus of each.
#[derive(Debug)]
pub struct BoundedSums<const D: usize> {
    terms: Vec<Term>,
    generators: Vec<Generator>,
    candidates: Vec<Candidate>,
    /// The indices of the candidates, by their heaps.
    numbers: HashMap<Vec<usize>, usize>,
    candidates_of_weight: Vec<Vec<usize>>,
    classes: Vec<Class>,
    classes_of_weight: Vec<Vec<usize>>,
    /// The classes with the same digits, of which the first is made even.
    alike: HashMap<Digits<D>, Vec<usize>>,
    /// The values that moves in a generator reach beside a class.
    in_generators: Table<Reached<D>>,
    /// The values that moves in a class reach beside another class.
    in_classes: Table<Reached<D>>,
    /// The digits of the sum of two classes.
    digits: Table<Digits<D>>,
    bytes: usize,
}

impl<const D: usize> BoundedSums<D> {
    /// Returns the first D digits of the genus of the sum of some heaps of a game.
    ///
    /// # Errors
    /// If there are too many sums, if a digit is too large, or if the meter is spent.
    pub fn digits(moves: &HeapCode, heaps: &[usize]) -> Result<FirstDigits, NotSearched> {
        let mut sums = Self::new(moves, heaps.iter().copied().max().unwrap_or(0))?;
        let weight = |heap: &usize| match sums.terms[*heap] {
            Term::Generator(generator) => sums.generators[generator].weight,
            Term::Nothing | Term::One => 0,
        };
        for total in 1..=heaps.iter().map(weight).sum() {
            sums.add_weight(total)?;
        }
        let place = heaps.iter().try_fold(EMPTY, |place, heap| sums.with(place, sums.terms[*heap]))?;
        let digits = sums.digits_beside(place.class, NOTHING)?;
        let mut alternate = true;
        for class in 0..sums.classes.len() {
            let digits = sums.digits_beside(class, NOTHING)?;
            alternate = alternate && digits[D - 1] == digits[D - 3];
        }
        Ok((digits.iter().map(|digit| u64::from(*digit) ^ u64::from(place.one)).collect(), alternate))
    }

    fn new(moves: &HeapCode, largest: usize) -> Result<Self, NotSearched> {
        let (mut terms, mut generators) = (vec![Term::Nothing], Vec::<Generator>::new());
        let mut known: HashMap<Vec<Vec<Term>>, usize> = HashMap::new();
        let mut first = Vec::new();
        // A move that leaves t heaps and takes k makes a sum lighter by 2k − (t − 1)δ.
        let mut delta = 2 * largest;
        for heap in 1..=largest {
            let mut options = Vec::new();
            for parts in moves.options(heap) {
                meter::go_on(cost::OPTION)?;
                let taken = heap - parts.iter().sum::<usize>();
                if parts.len() > 1 {
                    // Counted from −1, since a move that only splits a heap needs this δ.
                    delta = delta.min((2 * taken + parts.len() - 2) / (parts.len() - 1));
                }
                let mut option: Vec<Term> = parts.into_iter().map(|part| terms[part]).collect();
                option.retain(|term| *term != Term::Nothing);
                option.sort_unstable();
                options.push(option);
            }
            options.sort_unstable();
            options.dedup();
            terms.push(if options.is_empty() {
                Term::Nothing
            } else if options == [[]] {
                Term::One
            } else {
                let number = *known.entry(options.clone()).or_insert(generators.len());
                if number == generators.len() {
                    first.push(heap);
                    generators.push(Generator { weight: 0, options });
                }
                Term::Generator(number)
            });
        }
        for (generator, heap) in generators.iter_mut().zip(first) {
            generator.weight = 2 * heap + delta - 1;
        }
        let nothing =
            Class { number: usize::MAX, weight: 0, rank: 0, heaps: Vec::new(), with: vec![None; generators.len()] };
        let mut sums = Self {
            terms,
            generators,
            candidates: Vec::new(),
            numbers: HashMap::new(),
            candidates_of_weight: vec![Vec::new()],
            classes: vec![nothing],
            classes_of_weight: vec![vec![NOTHING]],
            alike: HashMap::new(),
            in_generators: Table::new(),
            in_classes: Table::new(),
            digits: Table::new(),
            bytes: 0,
        };
        let digits = sums.digits_beside(NOTHING, NOTHING)?;
        sums.alike.insert(digits.map(|digit| digit ^ digits[0] & 1), vec![NOTHING]);
        Ok(sums)
    }

    /// Returns the heaps of a class and one more heap, ascending.
    fn heaps_of(&self, base: usize, generator: usize) -> Vec<usize> {
        let mut heaps = self.classes[base].heaps.clone();
        heaps.insert(heaps.partition_point(|heap| *heap < generator), generator);
        heaps
    }

    /// Returns the class of the sum of a class and a heap.
    fn with(&self, Place { class, one }: Place, term: Term) -> Result<Place, NotSearched> {
        let number = match term {
            Term::Nothing => return Ok(Place { class, one }),
            Term::One => return Ok(Place { class, one: !one }),
            Term::Generator(number) => self.classes[class].with[number],
        };
        let place = number.and_then(|number| self.candidates[number].place).ok_or(NotSearched::TooLarge)?;
        Ok(Place { class: place.class, one: place.one ^ one })
    }

    /// Returns what moves in a generator reach beside a class.
    fn reached_in_generator(&mut self, generator: usize, beside: usize) -> Result<Reached<D>, NotSearched> {
        if let Some(known) = get(&self.in_generators, generator, &self.classes[beside]) {
            return Ok(known);
        }
        let options = self.generators[generator].options.iter();
        let mut left = options
            .map(|option| option.iter().try_fold(EMPTY, |place, term| self.with(place, *term)))
            .collect::<Result<Vec<Place>, NotSearched>>()?;
        meter::go_on_each(left.len(), cost::NUMBER)?;
        left.sort_unstable();
        left.dedup();
        let mut reached = [0; D];
        for Place { class, one } in left {
            meter::go_on(cost::LOOK_UP)?;
            let digits = self.digits_beside(class, beside)?;
            for (reached, digit) in reached.iter_mut().zip(digits) {
                *reached |= 1 << (digit ^ u8::from(one));
            }
        }
        self.keep::<Reached<D>>()?;
        set(&mut self.in_generators, generator, &self.classes[beside], reached);
        Ok(reached)
    }

    /// Returns what moves in a class reach beside another class.
    fn reached_in_class(&mut self, class: usize, beside: usize) -> Result<Reached<D>, NotSearched> {
        if class == NOTHING {
            return Ok([0; D]);
        }
        if let Some(known) = get(&self.in_classes, class, &self.classes[beside]) {
            return Ok(known);
        }
        let reached = self.reached(self.candidates[self.classes[class].number], beside)?;
        self.keep::<Reached<D>>()?;
        set(&mut self.in_classes, class, &self.classes[beside], reached);
        Ok(reached)
    }

    /// Returns what moves in a candidate reach beside a class.
    fn reached(&mut self, candidate: Candidate, beside: usize) -> Result<Reached<D>, NotSearched> {
        meter::go_on_each(D, cost::ENTRY)?;
        meter::go_on(cost::COMPONENT)?;
        let Candidate { base, generator, .. } = candidate;
        let beside = Place { class: beside, one: false };
        let mut rest = beside;
        for heap in &self.classes[base].heaps {
            rest = self.with(rest, Term::Generator(*heap))?;
        }
        let mut reached = beside_one(self.reached_in_generator(generator, rest.class)?, rest.one);
        if base != NOTHING {
            let rest = self.with(beside, Term::Generator(generator))?;
            let in_base = beside_one(self.reached_in_class(base, rest.class)?, rest.one);
            for (reached, in_base) in reached.iter_mut().zip(in_base) {
                *reached |= in_base;
            }
        }
        Ok(reached)
    }

    /// Returns the digits of the sum of two classes.
    fn digits_beside(&mut self, class: usize, other: usize) -> Result<Digits<D>, NotSearched> {
        let (class, other) = (class.max(other), class.min(other));
        if let Some(known) = get(&self.digits, class, &self.classes[other]) {
            return Ok(known);
        }
        let in_class = self.reached_in_class(class, other)?;
        let digits = Self::digits_over(in_class, self.reached_in_class(other, class)?, class == NOTHING)?;
        self.keep::<Digits<D>>()?;
        set(&mut self.digits, class, &self.classes[other], digits);
        Ok(digits)
    }

    /// Returns the digits of a sum of two parts, of which moves reach these values.
    fn digits_over(one: Reached<D>, other: Reached<D>, is_over: bool) -> Result<Digits<D>, NotSearched> {
        let mut digits = [1; D];
        for place in usize::from(is_over)..D {
            let digit = (one[place] | other[place] | reached_by_twos(&digits, place)).trailing_ones();
            // The set of a digit and of this digit ⊕ 1 must have a bit for both.
            digits[place] = u8::try_from(digit).ok().filter(|digit| *digit < 30).ok_or(NotSearched::TooLarge)?;
        }
        Ok(digits)
    }

    /// Returns what moves in a candidate reach beside a class, and the digits of the sum of the two.
    fn row(&mut self, number: usize, beside: usize) -> Result<(Reached<D>, Digits<D>), NotSearched> {
        let candidate = self.candidates[number];
        let reached = self.reached(candidate, beside)?;
        let in_beside = match candidate.place {
            Some(Place { class, one }) if beside != NOTHING => beside_one(self.reached_in_class(beside, class)?, one),
            _ => [0; D],
        };
        Ok((reached, Self::digits_over(reached, in_beside, false)?))
    }

    /// Returns whether a class may stand for a candidate beside the class `beside`: the two conditions of the module.
    fn fits(
        &mut self,
        (reached, digits): &(Reached<D>, Digits<D>),
        Place { class, one }: Place,
        beside: usize,
    ) -> Result<bool, NotSearched> {
        let of_class = self.digits_beside(class, beside)?;
        if (0..D).any(|place| digits[place] != of_class[place] ^ u8::from(one)) {
            return Ok(false);
        }
        let in_class = beside_one(self.reached_in_class(class, beside)?, one);
        Ok((0..D).all(|place| {
            // The heap of one beside the class has a move, too.
            let in_class = in_class[place] | u32::from(one) << of_class[place];
            in_class & ((1 << digits[place]) - 1) & !reached_by_twos(digits, place) & !reached[place] == 0
        }))
    }

    /// Finds the classes of all sums whose weight with the class beside them is at most `total`. For smaller totals, they
    /// must be found.
    fn add_weight(&mut self, total: usize) -> Result<(), NotSearched> {
        self.classes_of_weight.push(Vec::new());
        self.candidates_of_weight.push(Vec::new());
        for generator in 0..self.generators.len() {
            let rest = total.checked_sub(self.generators[generator].weight);
            for class in rest.map_or_else(Vec::new, |rest| self.classes_of_weight[rest].clone()) {
                self.candidate(class, generator, None)?;
            }
        }
        let mut first = 0;
        while first < self.classes.len() {
            let known = self.classes.len();
            for weight in 1..=total {
                meter::go_on_each(self.candidates_of_weight[weight].len(), cost::BYTE)?;
                let mut place = 0;
                while let Some(number) = self.candidates_of_weight[weight].get(place) {
                    self.settle(*number, total, first)?;
                    place += 1;
                }
            }
            // Classes that are new stand beside candidates that were settled before.
            first = known;
        }
        Ok(())
    }

    /// Adds the sum of a class and a generator.
    fn candidate(&mut self, base: usize, generator: usize, place: Option<Place>) -> Result<(), NotSearched> {
        meter::go_on(cost::COMPONENT)?;
        let heaps = self.heaps_of(base, generator);
        let next = self.candidates.len();
        self.keep::<(Candidate, [usize; 8])>()?;
        let number = *self.numbers.entry(heaps).or_insert(next);
        if number == next {
            let weight = self.classes[base].weight + self.generators[generator].weight;
            self.candidates.push(Candidate { weight, base, generator, place });
            self.candidates_of_weight[weight].push(number);
        }
        self.classes[base].with[generator] = Some(number);
        Ok(())
    }

    /// Checks the class of a candidate beside all classes from `first` on with which it weighs `total`. If it does not
    /// fit, finds another class, or makes the candidate a class.
    fn settle(&mut self, number: usize, total: usize, first: usize) -> Result<(), NotSearched> {
        let Candidate { weight, base, generator, place: old } = self.candidates[number];
        let mut fits = old.is_some();
        if let Some(old) = old {
            if self.classes[old.class].number == number {
                return Ok(());
            }
            let mut rank = 0;
            while fits && let Some(beside) = self.classes_of_weight[total - weight].get(rank).copied() {
                if beside >= first {
                    let row = self.row(number, beside)?;
                    fits = self.fits(&row, old, beside)?;
                }
                rank += 1;
            }
        }
        if fits {
            return Ok(());
        }
        let beside: Vec<usize> = self.classes_of_weight[..=total - weight].iter().flatten().copied().collect();
        let rows = beside.iter().map(|beside| self.row(number, *beside)).collect::<Result<Vec<_>, NotSearched>>()?;
        let digits = rows.first().map_or([0; D], |(_, digits)| *digits);
        let is_odd = digits[0] & 1;
        let alike = digits.map(|digit| digit ^ is_odd);
        for class in self.alike.get(&alike).cloned().unwrap_or_default() {
            meter::go_on(cost::VALUE)?;
            if self.classes[class].weight > weight {
                continue;
            }
            let place = Place { class, one: self.digits_beside(class, NOTHING)?[0] & 1 != is_odd };
            let mut fits = true;
            // Heavier classes tell more.
            for (beside, row) in beside.iter().zip(&rows).rev() {
                meter::go_on(cost::LOOK_UP)?;
                fits = self.fits(row, place, *beside)?;
                if !fits {
                    break;
                }
            }
            if fits {
                self.candidates[number].place = Some(place);
                return Ok(());
            }
        }
        let class = self.classes.len();
        let heaps = self.heaps_of(base, generator);
        let with = vec![None; self.generators.len()];
        self.bytes = self.bytes.saturating_add(with.len().saturating_mul(size_of::<Option<usize>>()));
        self.classes.push(Class { number, weight, rank: self.classes_of_weight[weight].len(), heaps, with });
        self.classes_of_weight[weight].push(class);
        self.alike.entry(alike).or_default().push(class);
        self.candidates[number].place = Some(Place { class, one: false });
        // Up to the last total, the new class was equal to the old one.
        for generator in 0..self.generators.len() {
            let with = weight + self.generators[generator].weight;
            if with <= total {
                let place = old.filter(|_| with < total).map(|old| self.with(old, Term::Generator(generator)));
                self.candidate(class, generator, place.transpose()?)?;
            }
        }
        Ok(())
    }

    /// Counts the bytes of one more entry, which takes up to twice its size in a list that grows.
    fn keep<T>(&mut self) -> Result<(), NotSearched> {
        self.bytes = self.bytes.saturating_add(2 * size_of::<T>());
        if self.bytes > MOST_BYTES { Err(NotSearched::TooLarge) } else { Ok(()) }
    }
}
