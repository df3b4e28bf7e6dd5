//! A proxy between a server and its database that loses answers on demand, or stalls.

use std::{
    io,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
    time::sleep,
};

/// Part of the statement that commits claims.
const SALE: &[u8] = b"claim_spots";

/// Passes everything on until told to cut. Once dropped, it accepts no more connections.
pub(crate) struct Proxy {
    address: SocketAddr,
    cuts: Arc<Cuts>,
    accepting: JoinHandle<()>,
}

#[derive(Default)]
struct Cuts {
    any: AtomicU32,
    of_claims: AtomicU32,
    made: AtomicU32,
    stalled: AtomicBool,
}

impl Cuts {
    async fn until_it_flows(&self) {
        while self.stalled.load(Ordering::Relaxed) {
            sleep(Duration::from_millis(10)).await;
        }
    }

    fn take(&self, of_claims: bool) -> bool {
        let less = |ordered: &AtomicU32| {
            ordered.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |ordered| ordered.checked_sub(1)).is_ok()
        };
        let taken = (of_claims && less(&self.of_claims)) || less(&self.any);
        if taken {
            self.made.fetch_add(1, Ordering::Relaxed);
        }
        taken
    }
}

impl Proxy {
    /// Listens, and connects each client to this local port.
    pub(crate) async fn to(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let cuts = Arc::new(Cuts::default());
        let shared = Arc::clone(&cuts);
        let accepting = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let cuts = Arc::clone(&shared);
                // An error means that one side ended the connection.
                tokio::spawn(async move { pass(client, port, &cuts).await.unwrap_or_default() });
            }
        });
        Self { address, cuts, accepting }
    }

    /// A database's URL, changed to lead through this proxy.
    pub(crate) fn url(&self, database_url: &str) -> String {
        let mut url = reqwest::Url::parse(database_url).unwrap();
        url.set_port(Some(self.address.port())).unwrap();
        url.into()
    }

    /// Loses the next answer of the database, whoever waits for it, and ends that connection.
    pub(crate) fn cut(&self) {
        self.cuts.any.fetch_add(1, Ordering::Relaxed);
    }

    /// Loses the next answer to a batch of claims.
    pub(crate) fn cut_claims(&self) {
        self.cuts.of_claims.fetch_add(1, Ordering::Relaxed);
    }

    /// Stops passing anything on, on old connections and on new ones.
    pub(crate) fn stall(&self) {
        self.cuts.stalled.store(true, Ordering::Relaxed);
    }

    /// How many answers were lost.
    pub(crate) fn made(&self) -> u32 {
        self.cuts.made.load(Ordering::Relaxed)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

/// The port in a database's URL.
pub(crate) fn port(database_url: &str) -> u16 {
    reqwest::Url::parse(database_url).unwrap().port().unwrap()
}

async fn pass(client: TcpStream, port: u16, cuts: &Cuts) -> io::Result<()> {
    let database = TcpStream::connect(("127.0.0.1", port)).await?;
    client.set_nodelay(true)?;
    database.set_nodelay(true)?;
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_database, mut to_database) = database.into_split();
    let sells = AtomicBool::new(false);
    let asking = async {
        let mut question = vec![0; 64 * 1024];
        loop {
            let length = from_client.read(&mut question).await?;
            if length == 0 {
                return Ok(());
            }
            // The statement's text is sent only with its first use.
            if question[..length].windows(SALE.len()).any(|text| text == SALE) {
                sells.store(true, Ordering::Relaxed);
            }
            cuts.until_it_flows().await;
            to_database.write_all(&question[..length]).await?;
        }
    };
    let answering = async {
        let mut answer = vec![0; 64 * 1024];
        let mut prepared = false;
        loop {
            let length = from_database.read(&mut answer).await?;
            // The database answers, so it has done what it was asked.
            if length == 0 || cuts.take(prepared) {
                return Ok(());
            }
            prepared = sells.load(Ordering::Relaxed);
            cuts.until_it_flows().await;
            to_client.write_all(&answer[..length]).await?;
        }
    };
    tokio::select! {
        ended = asking => ended,
        ended = answering => ended,
    }
}
