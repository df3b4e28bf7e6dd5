//! A way to the server on which connections can end, or fall silent as they do when a phone changes its network, and a
//! slow one.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, copy};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// What happens to the connections that are open now.
#[derive(Debug, Clone, Copy)]
enum Fate {
    Ended,
    Silent,
}

/// Passes everything on. It ends, with its connections, when it is dropped.
pub struct FlakyNetwork {
    pub address: SocketAddr,
    fates: watch::Sender<Fate>,
    _passing: JoinSet<()>,
}

impl FlakyNetwork {
    pub async fn to(server: SocketAddr) -> Self {
        Self::start([server; 2], None).await
    }

    /// A way to two servers, as with a load balancer: sockets go to one of them, and everything else to the other.
    pub async fn to_two(sockets: SocketAddr, others: SocketAddr) -> Self {
        Self::start([sockets, others], None).await
    }

    /// A way on which answers come as through a bad mobile network: a few hundred bytes at a time.
    pub async fn slow_to(server: SocketAddr) -> Self {
        Self::start([server; 2], Some(PAUSE)).await
    }

    async fn start(servers: [SocketAddr; 2], pause: Option<Duration>) -> Self {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.bind((Ipv4Addr::LOCALHOST, 0).into()).expect("a port");
        // All that were cut come again together. One that finds no place waits for seconds.
        let listener = socket.listen(4_096).expect("a listener");
        let address = listener.local_addr().expect("an address");
        let (fates, fate) = watch::channel(Fate::Ended);
        let mut passing = JoinSet::new();
        passing.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                connections.spawn(pass(client, servers, pause, fate.clone()));
            }
        });
        Self { address, fates, _passing: passing }
    }

    /// Ends all connections.
    pub fn cut(&self) {
        self.fates.send_replace(Fate::Ended);
    }

    /// Passes nothing on any more on the connections that are open. They stay open until they are cut.
    pub fn silence(&self) {
        self.fates.send_replace(Fate::Silent);
    }
}

/// How a request for a socket begins.
const SOCKET: &[u8] = b"GET /ws/";

async fn pass(
    mut client: TcpStream,
    [sockets, others]: [SocketAddr; 2],
    pause: Option<Duration>,
    mut fate: watch::Receiver<Fate>,
) {
    fate.mark_unchanged();
    let server = if sockets == others || begins(&client, SOCKET).await { sockets } else { others };
    let Ok(mut server) = TcpStream::connect(server).await else { return };
    let ((mut asked, mut answered), (mut answers, mut asks)) = (client.split(), server.split());
    let changed = tokio::select! {
        _ = copy(&mut asked, &mut asks) => return,
        () = trickle(&mut answers, &mut answered, pause) => return,
        changed = fate.changed() => changed,
    };
    if changed.is_ok() && matches!(*fate.borrow(), Fate::Silent) {
        let _ = fate.changed().await;
    }
}

/// Whether what the client sends begins like that.
async fn begins(client: &TcpStream, with: &[u8]) -> bool {
    let mut head = [0; 16];
    while let Ok(length @ 1..) = client.peek(&mut head[..with.len()]).await {
        if length == with.len() || !with.starts_with(&head[..length]) {
            return head[..length] == *with;
        }
    }
    false
}

/// How much comes together on a slow way, and how long that takes.
const PIECE: usize = 512;
const PAUSE: Duration = Duration::from_millis(20);

async fn trickle(from: &mut (impl AsyncRead + Unpin), to: &mut (impl AsyncWrite + Unpin), pause: Option<Duration>) {
    let Some(pause) = pause else {
        let _ = copy(from, to).await;
        return;
    };
    let mut piece = [0; PIECE];
    while let Ok(length @ 1..) = from.read(&mut piece).await {
        tokio::time::sleep(pause).await;
        if to.write_all(&piece[..length]).await.is_err() {
            return;
        }
    }
}
