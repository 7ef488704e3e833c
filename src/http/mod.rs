//! The service over HTTP. This code does not depend on any particular game.

pub mod layers;
pub mod routes;
