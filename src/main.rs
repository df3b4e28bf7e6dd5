//! The `waffle` program.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// Gives the memory back that a crowd of watchers took, once it has left.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    waffle::cli::run()
}
