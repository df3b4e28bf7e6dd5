//! Watchers: how fast news reaches them, how much memory they take, what one large claim does to them, and whether
//! their work spreads over the server's threads.
//!
//! `cargo bench -p waffle-tests --bench watchers`

#![expect(clippy::unwrap_used, reason = "a benchmark stops at the first failure")]
#![expect(clippy::cast_precision_loss, reason = "numbers for people")]

mod fan_out;
mod large_claim;
mod memory;
mod spread;

use waffle_tests::rig;

use rig::stage::Stage;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    rig::raise_open_files();
    let stage = Stage::set().await;
    fan_out::measure(&stage).await;
    memory::measure(&stage).await;
    large_claim::measure(&stage).await;
    spread::measure(&stage).await;
    stage.clear().await;
}
