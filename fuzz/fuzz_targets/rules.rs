#![no_main]
#[path = "../src/rules.rs"]
mod rules;
libfuzzer_sys::fuzz_target!(|data: &[u8]| rules::rules(data));
