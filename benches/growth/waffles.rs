//! Waffles on sale: a claim should cost the same among any number of them.

use std::cell::Cell;

use crate::{
    LOAD,
    chart::Chart,
    rig::{
        claims::{Load, Targets, get},
        seller::Seller,
        server::Server,
        stage::Stage,
    },
};

/// How many waffles there are in all, and the spots of those that are added.
const WAFFLES: [(usize, u32); 5] = [(1, 10_000), (10, 3_000), (100, 300), (1_000, 30), (10_000, 10)];
/// From how many waffles on their first reads are measured.
const MEASURABLE: usize = 1_000;

pub(crate) async fn measure(stage: &Stage) {
    let server = Server::start(stage, "waffles", &[]).await;
    let seller = Seller::sign_in(&server).await;
    let mut loads = Chart::new("The first read of a waffle, by waffles");
    let mut claims = Chart::new("One claim, by waffles");
    let mut home = Chart::new("The home page (br), by waffles");
    let mut made = 0;
    for (size, spots) in WAFFLES {
        let added = seller.sell_many(size - made, spots).await;
        made = size;
        stage.checkpoint().await;
        let (slugs, next) = (added.iter().map(|waffle| waffle.slug.clone()).collect::<Vec<_>>(), Cell::new(0));
        let first = move |request: &mut Vec<u8>| {
            let slug = slugs.get(next.replace(next.get() + 1))?;
            get(request, &format!("/api/waffles/{slug}"));
            Some(0)
        };
        let figures = Load { connections: 8, time: 20 * LOAD.time, ..LOAD }.run(&server, first).await;
        // Fewer take hardly any time.
        if size >= MEASURABLE {
            loads.add(size, figures.cost(), format!("{:.0}/s", figures.rate()));
        }
        let figures = LOAD.claim(&server, &Targets::new(&added)).await;
        claims.add(size, figures.cost(), format!("{:.0}/s, {:.0} MB", figures.rate(), server.megabytes()));
        let figures = Load { connections: 8, ..LOAD }.read(&server, "/").await;
        home.add_growing(size, figures.cost(), format!("{:.0}/s, {:.0} bytes", figures.rate(), figures.body()));
    }
    loads.print();
    claims.print();
    home.print();
}
