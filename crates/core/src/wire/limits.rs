//! [`Limits`]: how much one request may ask for, and the [`Meter`] that counts it while the request is read.

use serde::Serialize;

use super::fault::{Code, Fault};

/// How much one position may ask for. The costs are known before any of the work is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Limits {
    /// Decimal digits of one integer.
    pub max_digits: usize,
    /// Components of one position.
    pub max_components: usize,
    /// Σ digits² over the integers of one position that are longer than a machine word: conversion from decimal and
    /// Euclid's algorithm both take about that.
    pub max_cost: u64,
    /// Vertices of one graph.
    pub max_vertices: u32,
    /// Edges of one graph.
    pub max_edges: u32,
    /// Cells of the table of one game of vectors.
    pub max_cells: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_digits: 100_000,
            max_components: 2_000_000,
            max_cost: 100_000_000_000,
            max_vertices: 4_000_000,
            max_edges: 4_000_000,
            max_cells: 1_000_000,
        }
    }
}

/// Counts what a position asks for while it is read, so that reading stops at the limit and not at the end.
#[derive(Debug)]
pub struct Meter<'l> {
    limits: &'l Limits,
    components: usize,
    parts: usize,
    squares: u64,
}

impl<'l> Meter<'l> {
    /// A meter at 0.
    #[must_use]
    pub fn new(limits: &'l Limits) -> Self {
        Self { limits, components: 0, parts: 0, squares: 0 }
    }

    /// The limits.
    #[must_use]
    pub fn limits(&self) -> &'l Limits {
        self.limits
    }

    /// Σ digits² over the integers read so far that are longer than a machine word.
    #[must_use]
    pub fn squares(&self) -> u64 {
        self.squares
    }

    /// A meter at 0 with the same limits.
    #[must_use]
    pub fn restarted(&self) -> Self {
        Self::new(self.limits)
    }

    /// The most digits that one integer may have.
    #[must_use]
    pub fn max_digits(&self) -> usize {
        self.limits.max_digits
    }

    /// The most components that a position may have.
    #[must_use]
    pub fn max_components(&self) -> usize {
        self.limits.max_components
    }

    /// The most elements that the lists inside of a position may have.
    #[must_use]
    pub fn max_parts(&self) -> usize {
        self.limits.max_components
    }

    /// Counts one component.
    ///
    /// # Errors
    /// `too-many-components` over the limit.
    pub fn component(&mut self) -> Result<(), Fault> {
        self.components = self.components.saturating_add(1);
        if self.components <= self.limits.max_components {
            return Ok(());
        }
        let limit = self.limits.max_components;
        Err(Fault::new(Code::TooManyComponents, format!("a position may have at most {limit} components")))
    }

    /// Counts one element of a list inside of a position.
    ///
    /// # Errors
    /// `too-many-components` over the limit, which is the same: either takes about as much.
    pub fn part(&mut self) -> Result<(), Fault> {
        self.parts = self.parts.saturating_add(1);
        if self.parts <= self.limits.max_components {
            return Ok(());
        }
        let limit = self.limits.max_components;
        Err(Fault::new(
            Code::TooManyComponents,
            format!("the lists of a position may have at most {limit} elements in all"),
        ))
    }

    /// Counts the work that an integer of this many digits makes.
    ///
    /// # Errors
    /// `too-costly` over the limit.
    pub fn digits(&mut self, digits: usize) -> Result<(), Fault> {
        self.digits_of_each(digits, 1)
    }

    /// Counts the work that `count` integers of this many digits make.
    ///
    /// # Errors
    /// `too-costly` over the limit.
    pub fn digits_of_each(&mut self, digits: usize, count: usize) -> Result<(), Fault> {
        /// Up to here an integer is a machine word, and its cost is that of its bytes.
        const WORD: usize = 19;
        if digits > WORD && digits <= self.limits.max_digits {
            let [digits, count] = [digits, count].map(|number| u64::try_from(number).unwrap_or(u64::MAX));
            self.squares = self.squares.saturating_add(digits.saturating_mul(digits).saturating_mul(count));
        }
        if self.squares <= self.limits.max_cost {
            return Ok(());
        }
        let limit = self.limits.max_cost;
        let detail = format!("the squares of the lengths of its long integers (digits²) add up to more than {limit}");
        Err(Fault::new(Code::TooCostly, detail))
    }
}
