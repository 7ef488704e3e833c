//! What takes the whole machine: attacks, slow clients by the hundred, restarts under load. Apart from the other tests, which
//! run before it and not beside it.

#[path = "../common/mod.rs"]
mod common;

mod attacks;
mod rolling;
mod slow;
