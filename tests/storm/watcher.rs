//! A watcher of a board, which reconnects when its connection ends.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, AtomicU32, Ordering},
    },
    time::Duration,
};

use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use tokio::{
    sync::{oneshot, watch},
    task::JoinHandle,
    time::{sleep, timeout},
};
use tokio_tungstenite::{connect_async, tungstenite::Message};

use crate::{
    api::Api,
    evidence::{Spot, Watched},
};

/// How long a watcher waits for the last change.
const PATIENCE: Duration = Duration::from_secs(8);

/// How long a watcher waits before it connects to a server that is away once more.
const AGAIN: Duration = Duration::from_millis(250);

/// A running watcher.
pub(crate) struct Watcher {
    work: JoinHandle<Watched>,
    end: watch::Sender<Option<i64>>,
    newest: Arc<AtomicI64>,
    reconnects: Arc<AtomicU32>,
}

#[derive(Deserialize)]
struct Heard {
    r#type: String,
    seq: Option<i64>,
    spot: Option<Spot>,
}

impl Watcher {
    /// Starts to watch, and is connected when this returns. `since` is the last sequence number that it knows.
    pub(crate) async fn start(name: &str, api: &Api, slug: &str, since: Option<i64>) -> Self {
        let (end, ending) = watch::channel(None);
        let (connected, is_connected) = oneshot::channel();
        let (newest, reconnects) = (Arc::new(AtomicI64::new(0)), Arc::new(AtomicU32::new(0)));
        let watched = Watched { name: name.into(), from_start: since == Some(0), ..Watched::default() };
        let work = tokio::spawn(work(
            watched,
            (api.clone(), slug.to_owned(), since),
            connected,
            ending,
            (Arc::clone(&newest), Arc::clone(&reconnects)),
        ));
        is_connected.await.expect("a watcher that connects");
        Self { work, end, newest, reconnects }
    }

    /// The newest sequence number that it has seen.
    pub(crate) fn newest(&self) -> i64 {
        self.newest.load(Ordering::Relaxed)
    }

    /// How often it had to reconnect.
    pub(crate) fn reconnects(&self) -> u32 {
        self.reconnects.load(Ordering::Relaxed)
    }

    /// Waits, [`PATIENCE`] at most, until it has seen the sequence number, and returns what it saw.
    pub(crate) async fn until(self, seq: i64) -> Watched {
        self.end.send_replace(Some(seq));
        self.work.await.unwrap()
    }
}

async fn work(
    mut watched: Watched,
    (api, slug, mut since): (Api, String, Option<i64>),
    connected: oneshot::Sender<()>,
    mut ending: watch::Receiver<Option<i64>>,
    (newest, reconnects): (Arc<AtomicI64>, Arc<AtomicU32>),
) -> Watched {
    let mut connected = Some(connected);
    let mut deadline = std::pin::pin!(async move {
        ending.wait_for(Option::is_some).await.ok();
        ending.borrow().unwrap_or_default()
    });
    // Set once the end is known.
    let mut end = None;
    // The newest sequence number of a board that was fetched because of a resync.
    let mut fetched = 0;
    let mut rest = std::pin::pin!(sleep(Duration::from_hours(1)));
    loop {
        let query = since.map(|since| format!("?since={since}")).unwrap_or_default();
        let url = format!("ws://{}/ws/{slug}{query}", api.address());
        let Ok(Ok((mut socket, _))) = timeout(Duration::from_secs(2), connect_async(url)).await else {
            sleep(AGAIN).await;
            if end.is_some() && rest.is_elapsed() {
                return watched;
            }
            continue;
        };
        match connected.take() {
            Some(connected) => connected.send(()).unwrap_or_default(),
            None => _ = reconnects.fetch_add(1, Ordering::Relaxed),
        }
        loop {
            if end.is_some_and(|end| since.unwrap_or_default() >= end) {
                return watched;
            }
            let message = tokio::select! {
                message = socket.next() => message,
                known = &mut deadline, if end.is_none() => {
                    end = Some(known);
                    rest.as_mut().reset(tokio::time::Instant::now() + PATIENCE);
                    continue;
                }
                () = &mut rest => return watched,
            };
            match message {
                Some(Ok(Message::Text(text))) => {
                    let heard: Heard = serde_json::from_str(&text).unwrap();
                    match (heard.r#type.as_str(), heard.seq) {
                        ("resync", through) => {
                            if through.is_none() {
                                // As clients do, who then ignore what is older.
                                let Some(board) = api.board(&slug).await else { break };
                                fetched = board.seq;
                            }
                            let (after, through) = (since.unwrap_or_default(), through.unwrap_or(fetched));
                            watched.resyncs.push((after, through));
                            since = Some(through);
                            newest.store(through, Ordering::Relaxed);
                        }
                        (_, Some(seq)) if seq <= fetched => {}
                        ("ping", _) => _ = socket.send(Message::text("pong")).await,
                        (_, Some(seq)) => {
                            watched.told.push((seq, heard.r#type, heard.spot));
                            since = Some(seq);
                            newest.store(seq, Ordering::Relaxed);
                        }
                        (other, None) => panic!("a message {other}"),
                    }
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                Some(Ok(_)) => {}
            }
        }
    }
}
