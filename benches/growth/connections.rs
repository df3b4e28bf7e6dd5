//! Connections that claim at the same time: more of them should cost less for each claim, since they share commits.

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

const CONNECTIONS: [usize; 6] = [1, 4, 16, 64, 256, 1_000];
const BOARDS: (usize, u32) = (100, 3_000);

pub(crate) async fn measure(stage: &Stage) {
    let server = Server::start(stage, "connections", &[]).await;
    let waffles = Seller::sign_in(&server).await.sell_many(BOARDS.0, BOARDS.1).await;
    let targets = Targets::new(&waffles);
    let mut chart = Chart::new("One claim, by connections");
    for connections in CONNECTIONS {
        stage.checkpoint().await;
        let figures = Load { connections, ..LOAD }.claim(&server, &targets).await;
        chart.add(connections, figures.cost(), format!("{:.0}/s, {}", figures.rate(), figures.all()));
    }
    chart.print();
}
