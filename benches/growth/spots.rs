//! Spots per board: a claim should cost the same on any board, a page no more than its spots.

use crate::{
    LOAD,
    chart::Chart,
    rig::{
        claims::{Load, Targets},
        seller::Seller,
        server::Server,
        stage::Stage,
    },
};

const SPOTS: [u32; 4] = [10, 100, 1_000, 10_000];
/// How many boards of each size, so that there is enough to claim.
const BOARDS: [usize; 4] = [2_000, 200, 50, 50];

pub(crate) async fn measure(stage: &Stage) {
    let server = Server::start(stage, "spots", &[]).await;
    let seller = Seller::sign_in(&server).await;
    let mut claims = Chart::new("One claim, by spots per board");
    let mut pages = Chart::new("A board's page (br), by spots per board");
    let mut lists = Chart::new("The list of spots (br), by spots per board");
    for (spots, boards) in SPOTS.into_iter().zip(BOARDS) {
        let size = spots as usize;
        let waffles = seller.sell_many(boards, spots).await;
        stage.checkpoint().await;
        let figures = LOAD.claim(&server, &Targets::new(&waffles)).await;
        claims.add(size, figures.cost(), format!("{:.0}/s", figures.rate()));
        let slug = &waffles[0].slug;
        for (chart, path) in
            [(&mut pages, format!("/waffle/{slug}")), (&mut lists, format!("/api/waffles/{slug}/spots"))]
        {
            let figures = Load { connections: 8, ..LOAD }.read(&server, &path).await;
            chart.add_growing(size, figures.cost(), format!("{:.0}/s, {:.0} bytes", figures.rate(), figures.body()));
        }
    }
    claims.print();
    pages.print();
    lists.print();
}
