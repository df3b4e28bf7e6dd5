//! The `waffle` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    waffle::cli::run()
}
