//! The `waffle` program.

use std::process::ExitCode;

/// Gives the memory back that a crowd took, within seconds after it has left.
#[cfg(feature = "jemalloc")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    waffle::cli::run()
}
