//! The exports of WebAssembly. All bytes are handed over one at a time, so no pointer leaves the module.

#![allow(unsafe_code, reason = "an exported name counts as unsafe, since two functions could have the same one")]

use std::cell::RefCell;

thread_local! {
    /// The bytes that were handed over: a certificate, and the rules of a client, each after a zero byte.
    static GIVEN: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// The text that the check returned.
    static SAID: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Takes one more byte of the certificate and the rules.
#[unsafe(no_mangle)]
pub extern "C" fn give(byte: u8) {
    GIVEN.with_borrow_mut(|given| given.push(byte));
}

/// Checks what was given. Returns 1 if it is proved, and else 0.
#[unsafe(no_mangle)]
pub extern "C" fn check() -> u32 {
    let given = GIVEN.take();
    let mut parts = given.split(|byte| *byte == 0);
    let certificate = parts.next().unwrap_or_default();
    let own: Vec<&str> = parts.filter_map(|rules| std::str::from_utf8(rules).ok()).collect();
    let (is_proved, text) = crate::check(certificate, &own);
    SAID.set(text.into_bytes());
    u32::from(is_proved)
}

/// Returns a byte of the text that the last check returned; −1 after the last one.
#[unsafe(no_mangle)]
pub extern "C" fn said(place: usize) -> i32 {
    SAID.with_borrow(|said| said.get(place).map_or(-1, |byte| i32::from(*byte)))
}
