//! Tests that need the whole machine: attacks, hundreds of slow clients, restarts under load. They run after the other
//! tests and not at the same time.

#[path = "../common/mod.rs"]
mod common;

mod attacks;
mod rolling;
mod slow;
