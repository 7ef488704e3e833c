//! Checks a certificate in the page. The rules of the catalogue's games are those of `check/rules`, which this crate runs
//! by the interpreter of grundy-rules.

mod exports;
mod rules;

use grundy_verify::verify;

use rules::PythonRules;

/// The most work of a check, in steps.
const MOST_STEPS: u64 = 20_000_000_000;

/// Checks a certificate. `own` are the rules of a client, in any order. Returns whether the certificate is proved, and
/// what it proves, or why it is refused. The rules that were used follow, each after two empty lines.
#[must_use]
pub fn check(certificate: &[u8], own: &[&str]) -> (bool, String) {
    let mut rules = PythonRules::new(own, MOST_STEPS);
    let (is_proved, mut text) = match verify(certificate, &mut rules, MOST_STEPS) {
        Ok(proof) => (true, proof.to_string()),
        Err(refusal) => (false, refusal.to_string()),
    };
    for source in rules.used() {
        text.extend(["\n\n\n", source.trim_end()]);
    }
    (is_proved, text)
}
