//! A way to the server on which connections can end, or fall silent as they do when a phone changes its network.

use std::net::SocketAddr;

use tokio::io::copy_bidirectional;
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
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (fates, fate) = watch::channel(Fate::Ended);
        let mut passing = JoinSet::new();
        passing.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                connections.spawn(pass(client, server, fate.clone()));
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
