//! The service over HTTP. No code here depends on a certain game.

pub mod layers;
pub mod routes;
