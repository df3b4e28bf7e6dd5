//! A way to the server on which connections can end, or fall silent as they do when a phone changes its network, and a
//! slow one.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, copy, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// What became of the connections that were open when it was said.
#[derive(Debug, Clone, Copy)]
enum Fate {
    Ended,
    Silent,
}

/// Passes everything on. It ends, with its connections, when it is dropped.
pub(crate) struct Wire {
    pub(crate) address: SocketAddr,
    fates: watch::Sender<Fate>,
    _passing: JoinSet<()>,
}

impl Wire {
    pub(crate) async fn to(server: SocketAddr) -> Self {
        Self::start(move |client, fate| pass(client, server, fate)).await
    }

    /// A way on which answers come as through a bad mobile network: a few hundred bytes at a time.
    pub(crate) async fn slow_to(server: SocketAddr) -> Self {
        Self::start(move |client, _| pass_slowly(client, server)).await
    }

    async fn start<F>(pass: impl Fn(TcpStream, watch::Receiver<Fate>) -> F + Send + 'static) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (fates, fate) = watch::channel(Fate::Ended);
        let mut passing = JoinSet::new();
        passing.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                connections.spawn(pass(client, fate.clone()));
            }
        });
        Self { address, fates, _passing: passing }
    }

    /// Ends all connections.
    pub(crate) fn cut(&self) {
        self.fates.send_replace(Fate::Ended);
    }

    /// Passes nothing on any more on the connections that are open. They stay open.
    pub(crate) fn silence(&self) {
        self.fates.send_replace(Fate::Silent);
    }
}

async fn pass(mut client: TcpStream, server: SocketAddr, mut fate: watch::Receiver<Fate>) {
    fate.mark_unchanged();
    let Ok(mut server) = TcpStream::connect(server).await else { return };
    let changed = tokio::select! {
        _ = copy_bidirectional(&mut client, &mut server) => return,
        changed = fate.changed() => changed,
    };
    if changed.is_ok() && matches!(*fate.borrow(), Fate::Silent) {
        // Until the wire ends.
        std::future::pending::<()>().await;
    }
}

/// How much comes at once on a slow way, and how long the next takes.
const PIECE: usize = 512;
const PAUSE: Duration = Duration::from_millis(20);

async fn pass_slowly(mut client: TcpStream, server: SocketAddr) {
    let Ok(mut server) = TcpStream::connect(server).await else { return };
    let ((mut asked, mut answered), (mut answers, mut asks)) = (client.split(), server.split());
    tokio::select! {
        _ = copy(&mut asked, &mut asks) => {}
        () = trickle(&mut answers, &mut answered) => {}
    }
}

async fn trickle(from: &mut (impl AsyncRead + Unpin), to: &mut (impl AsyncWrite + Unpin)) {
    let mut piece = [0; PIECE];
    while let Ok(length @ 1..) = from.read(&mut piece).await {
        tokio::time::sleep(PAUSE).await;
        if to.write_all(&piece[..length]).await.is_err() {
            return;
        }
    }
}
