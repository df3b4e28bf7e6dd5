//! The `waffle` program.

use std::process::ExitCode;

use tikv_jemallocator::Jemalloc;

/// Gives the memory back that a crowd took, within seconds after it has left.
#[global_allocator]
static ALLOCATOR: Jemalloc = Jemalloc;

fn main() -> ExitCode {
    waffle::cli::run()
}
