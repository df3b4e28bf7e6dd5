//! How cost grows with size: spots per board, waffles, connections, watchers, boards in memory. What counts is CPU
//! time, the server's and PostgreSQL's, for each claim, load or delivery. A `!` marks what grows faster than its work.
//!
//! `cargo bench -p waffle-tests --bench growth`, or with names of some at the end: `-- memory`

#![expect(clippy::unwrap_used, reason = "a benchmark stops at the first failure")]
#![expect(clippy::cast_precision_loss, reason = "numbers for people")]

mod chart;
mod connections;
mod memory;
mod spots;
mod waffles;
mod watchers;

use std::time::Duration;

use waffle_tests::rig;

use rig::{claims::Load, stage::Stage};

/// 64 buyers, or readers, for a short while.
const LOAD: Load = Load { connections: 64, time: Duration::from_millis(1_500), status: 200 };

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let open_files = rig::raise_open_files();
    let stage = Stage::set().await;
    let names: Vec<String> = std::env::args().skip(1).filter(|name| !name.starts_with('-')).collect();
    let wanted = |name: &str| names.is_empty() || names.iter().any(|wanted| wanted == name);
    if wanted("spots") {
        spots::measure(&stage).await;
    }
    if wanted("waffles") {
        waffles::measure(&stage).await;
    }
    if wanted("connections") {
        connections::measure(&stage).await;
    }
    if wanted("watchers") {
        watchers::measure(&stage, open_files).await;
    }
    if wanted("memory") {
        memory::measure(&stage).await;
    }
    stage.clear().await;
}
