//! Prints the words of the fuzzer's dictionary that come from the games: `cargo run --package grundy-fuzz --example
//! words`.

use grundy_core::catalogue::all;
use grundy_core::game::entry::example_key;

fn main() {
    for card in all().iter().map(|game| game.card()) {
        let key = example_key(card);
        let example = card.example;
        for word in [format!("{key}={example}"), format!("&{key}={example}"), format!("\"{key}\""), card.id.to_owned()]
        {
            println!("{word:?}");
        }
    }
}
