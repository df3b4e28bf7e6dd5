//! Two cells, as `make cluster ARGS=--cells` starts them: the common address leads to each, and buyers of one notice
//! nothing while the other one loses its primary.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use reqwest::StatusCode;
use reqwest::header::LOCATION;
use reqwest::redirect::Policy;
use tempfile::TempDir;
use tokio::time::{sleep, timeout};
use waffle_beacon::http_client::client_builder;
use waffle_tests::PASSWORD;
use waffle_tests::program::{Server, program};

use crate::api::{Api, Board, Seller};
use crate::beside_others;
use crate::cluster::{Cluster, Fault, PATIENCE, folder, ports, script};
use crate::evidence::{Answer, Wish};

const PAUSE: Duration = Duration::from_millis(20);

struct Cells {
    /// The one that suffers faults; the script of both belongs to it.
    a: Cluster,
    b: Api,
    /// Host and port.
    common: String,
    // Dropped after the cell in it.
    _folder: TempDir,
}

impl Cells {
    async fn start() -> Self {
        let folder = folder();
        let a = tempfile::Builder::new().prefix("cell-a").rand_bytes(0).tempdir_in(&folder).unwrap();
        let b = folder.path().join("cell-b");
        fs::create_dir(&b).unwrap();
        for cell in [a.path(), &b] {
            fs::write(cell.join("admin"), PASSWORD).unwrap();
        }
        let mut command = script(&program(), folder.path());
        command.arg("--cells");
        let script = Server::spawn(command);
        let common = script.says("Common     http://").await;
        script.says("Stop  ").await;
        let b = Api::at(format!("127.0.0.1:{}", ports(&b)["service"]));
        Self { a: Cluster::started(script, None, a), b, common, _folder: folder }
    }

    /// Asks at the common address: the status, where it leads, and the words of the answer.
    async fn ask(&self, path: &str) -> (StatusCode, Option<String>, String) {
        let client = client_builder().redirect(Policy::none()).tls_certs_only([]).build().unwrap();
        let answer = client.get(format!("http://{}{path}", self.common)).send().await.unwrap();
        let leads = answer.headers().get(LOCATION).map(|address| address.to_str().unwrap().to_owned());
        (answer.status(), leads, answer.text().await.unwrap())
    }
}

async fn is_granted(api: &Api, board: &Board, name: &str) -> bool {
    let answer = api.claim(&board.order(name, Wish::Any(1)), "192.0.2.1").await.answer;
    matches!(answer, Answer::Granted(_))
}

/// Claims until it is over, and returns how often. Panics if a claim is not granted.
async fn claim_all_the_time(api: Api, board: Board, over: Arc<AtomicBool>) -> usize {
    for count in 0.. {
        assert!(is_granted(&api, &board, &format!("steady-{count}")).await, "claim {count} is not granted");
        if over.load(Ordering::Relaxed) {
            return count;
        }
        sleep(PAUSE).await;
    }
    unreachable!()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_common_address_leads_to_each_cell_and_none_suffers_with_the_other() {
    let _place = beside_others().await;
    let mut cells = Cells::start().await;
    let a = cells.a.at("service");
    let mut boards = Vec::new();
    for (cell, slug) in [(&a, "a-box"), (&cells.b, "b-box")] {
        let board = Seller::sign_in(cell).await.create("Box", 10_000).await;
        assert_eq!(board.slug, slug);
        for path in [format!("/waffle/{slug}?lang=en"), format!("/api/waffles/{slug}/spots")] {
            let (status, leads, _) = cells.ask(&path).await;
            assert_eq!(
                (status, leads),
                (StatusCode::TEMPORARY_REDIRECT, Some(format!("http://{}{path}", cell.address())))
            );
            assert!(cell.get(&path).send().await.unwrap().status().is_success(), "{path}");
        }
        assert!(is_granted(cell, &board, "anna").await, "{slug}");
        boards.push(board);
    }
    for path in ["/", "/admin/login", "/api/claims", "/waffle/c-box", "/waffle/box", "/api/waffles"] {
        let (status, leads, words) = cells.ask(path).await;
        assert_eq!((status, leads), (StatusCode::NOT_FOUND, None), "{path}");
        assert!(words.contains("only has links of waffles"), "{path}: {words}");
    }

    let over = Arc::<AtomicBool>::default();
    let steady = tokio::spawn(claim_all_the_time(cells.b.clone(), boards.remove(1), Arc::clone(&over)));
    cells.a.suffer(Fault::Kill).await;
    let go_on = async {
        while !is_granted(&a, &boards[0], "ben").await {
            sleep(PAUSE).await;
        }
    };
    timeout(PATIENCE, go_on).await.expect("cell a grants again");
    over.store(true, Ordering::Relaxed);
    let granted = steady.await.unwrap();
    println!("{granted} claims in cell b while cell a lost its primary");
    assert!(granted > 10, "{granted} claims show nothing");
    // Longer than one cluster takes.
    cells.a.script.terminate().await;
    assert!(cells.a.script.exit().await.success());
}
