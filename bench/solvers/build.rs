//! Compiles the rival that is written in C++.

fn main() {
    println!("cargo:rerun-if-changed=src/literal.cpp");
    cc::Build::new().cpp(true).opt_level(3).file("src/literal.cpp").compile("literal");
}
