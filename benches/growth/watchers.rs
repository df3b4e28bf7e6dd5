//! Watchers of one waffle: a delivery should cost the same however many there are.

use std::time::Duration;

use crate::{
    chart::Chart,
    rig::{crowd::sell_out, process::Used, seller::Seller, server::Server, stage::Stage},
};

const BUYERS: usize = 16;
const WATCHERS: [usize; 7] = [0, 1, 10, 100, 1_000, 10_000, 20_000];
/// How many messages each number of watchers gets in all, about.
const DELIVERIES: usize = 1_000_000;
/// The fewest and the most claims.
const CLAIMS: (usize, usize) = (100, 3_000);
/// The part of its open files that the server gives to sockets, in quarters, and how many files stay free besides.
const SOCKETS: (usize, usize) = (3, 100);

/// Measures as many watchers as the limit on open files allows.
pub(crate) async fn measure(stage: &Stage, open_files: usize) {
    let most = open_files / 4 * SOCKETS.0 - SOCKETS.1;
    let mut chart = Chart::new("One delivery, by watchers of the waffle");
    let mut alone = (0.0, 0.0);
    let mut sizes = WATCHERS.map(|watchers| watchers.min(most)).to_vec();
    sizes.dedup();
    for watchers in sizes {
        // Each number has a separate server, whose memory shows what they take.
        let server = Server::start(stage, &format!("watchers_{watchers}"), &[]).await;
        let spots = (DELIVERIES / watchers.max(1)).clamp(CLAIMS.0, CLAIMS.1);
        let seller = Seller::sign_in(&server).await;
        let told = sell_out(&server, &seller, u32::try_from(spots).unwrap(), (BUYERS, watchers)).await;
        let cost = per(told.used, spots);
        if watchers == 0 {
            alone = cost;
        } else {
            let share = watchers as f64;
            let each = ((cost.0 - alone.0) / share, (cost.1 - alone.1) / share);
            let (rate, kilobytes) = (told.rate(), (told.megabytes.1 - told.megabytes.0) * 1e3 / share);
            let (p99, lost) = (told.figures.all().percentile(99), told.lost);
            let note = format!("{rate:.0}/s, {kilobytes:.1} kB a socket, answers p99 {p99:.0} ms, {lost} cut off");
            chart.add(watchers, (each.0.max(0.0), each.1.max(0.0)), note);
        }
    }
    chart.print();
}

fn per(used: Used, count: usize) -> (f64, f64) {
    let each = |time: Duration| time.as_secs_f64() * 1e6 / count as f64;
    (each(used.server), each(used.postgres))
}
