//! The costs of work, in steps of the [`meter`](crate::number::meter).
//!
//! Each cost is about 2.5 times the one before it. So for any kind of work, the nearest cost differs from the measured
//! one by a factor of at most 2. Finer numbers would be false precision, because the same work takes up to three times
//! as long on another machine or beside other work. Each cost is named after its most frequent use. For other work, the
//! cost that is nearest in nanoseconds is used. `bench/steps` prints the nanoseconds of a step for usual requests of
//! each theory, and so shows where a wrong cost is charged.

/// A word of memory that a loop passes over.
pub const WORD: u64 = 1;

/// A byte of a text that is read, written or compared, or a test of one word.
pub const BYTE: u64 = 2;

/// An entry of a list or of a table, such as an edge of a graph, with a little arithmetic on it. Also an access to
/// memory that is hardly ever in the processor's cache.
pub const ENTRY: u64 = 5;

/// A value that is computed from machine words and stored, or a division of a word of a long integer.
pub const VALUE: u64 = 10;

/// A [`Natural`](crate::number::Natural) that is made or compared, and mostly below 2^64. Also a short allocation.
pub const NUMBER: u64 = 20;

/// A look-up in a hash table or in an ordered set, or a division of long integers.
pub const LOOK_UP: u64 = 50;

/// An option that is pulled from a list of moves, without the words of its position. It takes as long as a look-up.
pub const OPTION: u64 = LOOK_UP;

/// A component of a position that is read, solved by a formula or written. Also a greatest common divisor, or a test
/// whether a number is prime.
pub const COMPONENT: u64 = 150;

/// A position that is made, looked up and stored, or a table or list that is started.
pub const POSITION: u64 = 500;

/// A sentence of an explanation or of an error. Also some hundred bytes that are kept. Their memory is worth more steps
/// than their time.
pub const SENTENCE: u64 = 1_000;

/// The tables of one board, which take some 500 bytes. They take less time than this, but a request may have a million
/// boards, and their memory has to be bounded.
pub const TABLE: u64 = 2_500;
