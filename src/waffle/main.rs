//! The `waffle` program.

use std::process::ExitCode;

/// Returns memory to the system within seconds after a crowd has left.
#[cfg(feature = "jemalloc")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    waffle::cli::run()
}
