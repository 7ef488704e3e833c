//! Tests that take the whole machine: attacks, slow clients by the hundred, restarts under load. The other tests run
//! before them and not beside them.

#[path = "../common/mod.rs"]
mod common;

mod attacks;
mod rolling;
mod slow;
