#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_fuzz::continued_fraction::continued_fraction(data));
