//! `bindgen MODULE FOLDER` runs wasm-bindgen on a module, and writes the result into a folder, under the name
//! `grundy`.

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
        // Lets the module be restarted after a panic. wasm-bindgen calls this feature experimental.
        .reset_state_function(true)
        .generate(folder)?;
    Ok(())
}
