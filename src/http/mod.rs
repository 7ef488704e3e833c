//! The service over HTTP. It knows no game.

pub mod layers;
pub mod routes;
