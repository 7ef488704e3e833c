//! [`HeapListing`]: the options of one heap that have wanted labels. The heap may have any size. The options are
//! counted, and each option can be found by its rank.

use std::sync::OnceLock;

use super::block::Block;
use super::labels::{Cycle, HeapLabels, LabelProduct, NimberLabels};
use super::moves::{HeapCode, LeftHeaps};
use super::pairs::Pairs;
use super::triples::{self, Triples};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::ranks::locate;

/// The options of a heap that have wanted labels, in the order of [`HeapCode::options`].
///
/// At first only the counts are kept. The `Pairs` or `Triples` of a removal are computed again, and kept, when a split
/// of this removal is requested.
#[derive(Debug)]
pub struct HeapListing<'a, P> {
    labels: HeapLabels<'a>,
    product: P,
    /// The labels that are wanted; `None` for any label.
    wanted: Option<Vec<u32>>,
    unequal: bool,
    groups: Vec<Group>,
    count: Natural,
}

/// Some of the wanted options. They belong to one removal and leave the same number of heaps, or they belong to all
/// removals of the repeating block. A group is never empty.
#[derive(Debug)]
struct Group {
    left: Natural,
    count: Natural,
    shape: Shape,
}

#[derive(Debug)]
enum Shape {
    Gone,
    One,
    Two(OnceLock<Option<Pairs>>),
    Three(OnceLock<Option<Triples>>),
    /// The options of all removals larger than [`HeapCode::last_exception`], with the repeating digits of these
    /// removals. In this case, `left` in [`Group`] is the number of tokens that the smallest of these removals leaves.
    Block(Block, Vec<u8>),
}

impl<'a, P: LabelProduct> HeapListing<'a, P> {
    /// Finds the options of `heap` that have a label in `wanted`. `None` if the label of an option is not known, or if
    /// the meter is spent. If a digit that repeats for ever lets moves leave heaps, the result is also `None` if the
    /// label of `heap` itself is not known.
    #[must_use]
    pub fn new(moves: &HeapCode, labels: HeapLabels<'a>, product: P, heap: &Natural, wanted: Vec<u32>) -> Option<Self> {
        Self::of(moves, labels, product, heap, Some(wanted))
    }

    fn of(
        moves: &HeapCode,
        labels: HeapLabels<'a>,
        product: P,
        heap: &Natural,
        wanted: Option<Vec<u32>>,
    ) -> Option<Self> {
        let unequal = moves.unequal();
        let mut listing = Self { labels, product, wanted, unequal, groups: Vec::new(), count: Natural::ZERO };
        if *heap < Natural::from(moves.first()) || heap.is_zero() {
            return Some(listing);
        }
        listing.add(moves.digit(0), heap.clone())?;
        if moves.leave_heaps_for_ever() {
            let last = moves.last_exception();
            for k in 1..=last {
                let Some(left) = heap.checked_sub(&k.into()) else { break };
                listing.add(moves.digit(k) & !1, left)?;
            }
            if let Some(most) = heap.checked_sub(&(last + 1).into()).filter(|most| !most.is_zero()) {
                listing.add_block(moves, heap, most)?;
            }
        } else {
            for (k, digit) in moves.exceptions() {
                let Some(left) = heap.checked_sub(&(*k).into()) else { break };
                listing.add(digit & !1, left)?;
            }
        }
        // The last removal takes the whole heap.
        let whole = moves.digit_of(heap);
        if whole & 1 != 0 && listing.is_wanted(P::NOTHING) {
            listing.push(Natural::ZERO, Natural::ONE, Shape::Gone);
        }
        Some(listing)
    }

    fn is_wanted(&self, label: u32) -> bool {
        self.wanted.as_ref().is_none_or(|wanted| wanted.contains(&label))
    }

    fn push(&mut self, left: Natural, count: Natural, shape: Shape) {
        if !count.is_zero() {
            self.count = &self.count + &count;
            self.groups.push(Group { left, count, shape });
        }
    }

    /// Adds the options that leave `left` tokens as one or more heaps.
    fn add(&mut self, digit: u8, left: Natural) -> Option<()> {
        meter::go_on(cost::NUMBER).ok()?;
        if digit & 2 != 0 && !left.is_zero() && self.is_wanted(self.labels.of(&left)?) {
            self.push(left.clone(), Natural::ONE, Shape::One);
        }
        if digit & 4 != 0 {
            let count = self.pairs(&left)?.count();
            self.push(left.clone(), count, Shape::Two(OnceLock::new()));
        }
        if digit & 8 != 0 {
            let count = self.triples(&left)?.count();
            self.push(left, count, Shape::Three(OnceLock::new()));
        }
        Some(())
    }

    /// Adds the options whose removals are larger than [`HeapCode::last_exception`]. Such removals leave at most `most`
    /// tokens.
    fn add_block(&mut self, moves: &HeapCode, heap: &Natural, most: Natural) -> Option<()> {
        let of = |left: &Natural| self.leaving(moves.digit_of(&(heap - left)), left);
        if let Some(cycle) = self.labels.cycle()
            && !moves.leave_for_ever(3)
            && Block::is_needed(cycle, moves.block().len(), &most)
        {
            let block = Block::new(cycle, moves.block().len(), of)?;
            let count = block.up_to(&most);
            self.push(most, count, Shape::Block(block, moves.block().to_vec()));
            return Some(());
        }
        // Otherwise each removal is looked at separately. For this, the label of the heap must be known.
        let known = heap.to_usize().filter(|heap| self.labels.of(&(*heap).into()).is_some())?;
        for k in moves.last_exception() + 1..=known {
            self.add(moves.digit(k) & !1, heap - &k.into())?;
        }
        Some(())
    }

    /// Returns the number of wanted options that leave `left` tokens as one heap or as two heaps.
    fn leaving(&self, digit: u8, left: &Natural) -> Option<Natural> {
        meter::go_on(cost::NUMBER).ok()?;
        let one = digit & 2 != 0 && !left.is_zero() && self.is_wanted(self.labels.of(left)?);
        let pairs = if digit & 4 == 0 { Natural::ZERO } else { self.pairs(left)?.count() };
        Some(&pairs + &Natural::from(one))
    }

    fn pairs(&self, left: &Natural) -> Option<Pairs> {
        Pairs::new(self.labels, &self.product, left, self.unequal, |label| self.is_wanted(label))
    }

    fn triples(&self, left: &Natural) -> Option<Triples> {
        Triples::new(self.labels, &self.product, left, &|label| self.is_wanted(label))
    }

    /// Returns the number of wanted options.
    #[must_use]
    pub fn count(&self) -> &Natural {
        &self.count
    }

    /// Returns the wanted option with the number `rank`, counted from 0; `None` if there is none.
    #[must_use]
    pub fn nth(&self, rank: &Natural) -> Option<LeftHeaps> {
        meter::charge_each(self.groups.len(), cost::ENTRY);
        let (group, rank) = locate(rank, self.groups.iter().map(|group| group.count.clone()))?;
        let Group { left, shape, .. } = &self.groups[group];
        match shape {
            Shape::Gone => Some(Vec::new()),
            Shape::One => Some(vec![left.clone()]),
            Shape::Two(pairs) => {
                let a = pairs.get_or_init(|| self.pairs(left)).as_ref()?.nth(&rank)?;
                let b = left - &a;
                Some(vec![a, b])
            }
            Shape::Block(block, digits) => {
                let (tokens, rank) = block.nth(left, &rank)?;
                let digit = digits[super::labels::remainder(&(left - &tokens), digits.len())];
                let is_one = digit & 2 != 0 && self.is_wanted(self.labels.of(&tokens)?);
                let Some(rank) = rank.checked_sub(&Natural::from(is_one)) else { return Some(vec![tokens]) };
                let a = self.pairs(&tokens)?.nth(&rank)?;
                let b = &tokens - &a;
                Some(vec![a, b])
            }
            Shape::Three(triples) => {
                let (a, rank) = triples.get_or_init(|| self.triples(left)).as_ref()?.nth(&rank)?;
                let pairs = triples::pairs(self.labels, &self.product, left, &a, &|label| self.is_wanted(label))?;
                let b = pairs.nth(&(&rank + &pairs.before(&a)))?;
                let c = &(left - &a) - &b;
                Some(vec![a, b, c])
            }
        }
    }
}

impl HeapListing<'static, NimberLabels> {
    /// Finds all options of `heap`, whatever their labels. `None` if the meter is spent. Also `None` if `heap` is large
    /// and the code repeats for ever a digit that allows moves to three heaps.
    #[must_use]
    pub fn all(moves: &HeapCode, heap: &Natural) -> Option<Self> {
        /// All heaps have the same label here, so every pattern has period 1.
        const LABELS: [u32; 2] = [0; 2];
        let labels = HeapLabels::new(&LABELS, Some(Cycle { from: 1, length: 1 }));
        if moves.leave_for_ever(3)
            && heap.to_usize().is_none_or(|heap| heap > super::growth::TableLimits::DEFAULT_MAX_HEAPS)
        {
            return None;
        }
        Self::of(moves, labels, NimberLabels, heap, None)
    }
}
