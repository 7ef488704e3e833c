//! The games of CONTRIBUTING: they are compiled, keep the laws, and are what that file shows.

use crate::game::kinds::heaps::{HeapGame, Named};
use crate::game::run::RunOf;
use crate::game::search::Searched;
use crate::solve::laws;

mod fringes;
mod halves;
mod one_two_four;

#[test]
fn the_examples_keep_the_laws() {
    laws::check(&RunOf::new(one_two_four::OneTwoFour));
    laws::check(&RunOf::new(Searched::new(halves::Halves)));
    laws::check(&RunOf::new(HeapGame::<fringes::Fringes>::new(fringes::Fringes::rules())));
}

#[test]
fn contributing_shows_them_as_they_are() {
    // The package of the crate has no such file.
    let Ok(text) = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../CONTRIBUTING.md")) else {
        return;
    };
    for example in [include_str!("one_two_four.rs"), include_str!("halves.rs"), include_str!("fringes.rs")] {
        assert!(text.contains(&format!("```rust\n{example}```")), "CONTRIBUTING shows another:\n{example}");
    }
}
