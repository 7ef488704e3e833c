//! `bindgen MODULE FOLDER` writes what wasm-bindgen makes of a module into a folder, as `grundy`.

use std::env;
use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args_os().skip(1);
    let (Some(module), Some(folder)) = (arguments.next(), arguments.next()) else {
        return Err("bindgen MODULE FOLDER".into());
    };
    Bindgen::new()
        .web(true)?
        .input_path(module)
        .out_name("grundy")
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        // What starts a module anew after a panic, which is experimental.
        .reset_state_function(true)
        .generate(folder)?;
    Ok(())
}
