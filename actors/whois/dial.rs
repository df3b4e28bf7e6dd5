//! Finding a WHOIS server and connecting to it.

use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};

use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::time::timeout;
use waffle_domain::timeouts::WHOIS_REACH;
use waffle_domain::whois::server::{Host, WhoisServer};

/// How many addresses of a server are tried.
const MOST_ADDRESSES: usize = 4;

/// Returns whether a server can be found and accepts connections, within 3 s.
pub async fn is_reachable(server: &WhoisServer) -> bool {
    let reached = async { first_open(&resolve(server).await?).await };
    matches!(timeout(WHOIS_REACH, reached).await, Ok(Ok(_)))
}

/// Finds the first address that accepts connections. Each gets the same share of 3 s, so that a silent one leaves time
/// for the others.
pub(super) async fn first_open(addresses: &[SocketAddr]) -> io::Result<SocketAddr> {
    let mut last = io::Error::from(io::ErrorKind::AddrNotAvailable);
    let share = WHOIS_REACH / u32::try_from(addresses.len().max(1)).unwrap_or(u32::MAX);
    for address in addresses {
        match timeout(share, TcpStream::connect(address)).await {
            // Closed again: whois-rust makes its own connection.
            Ok(Ok(_)) => return Ok(*address),
            Ok(Err(error)) => last = error,
            Err(late) => last = late.into(),
        }
    }
    Err(last)
}

/// Lists the addresses of a server, those of IPv4 first, since not every network reaches others. Waits as long as the
/// system's resolver does.
pub(super) async fn resolve(server: &WhoisServer) -> io::Result<Vec<SocketAddr>> {
    let port = server.port();
    let mut found = match server.host() {
        Host::Address(address) => vec![SocketAddr::new(*address, port)],
        Host::Name(name) => resolve_name(name.clone(), port).await?,
    };
    found.sort_by_key(|address| !is_v4(address.ip()));
    found.truncate(MOST_ADDRESSES);
    Ok(found)
}

fn is_v4(address: IpAddr) -> bool {
    address.to_canonical().is_ipv4()
}

/// On a separate thread: at its end, the process would wait for one of the runtime's until the resolver gives up.
async fn resolve_name(name: String, port: u16) -> io::Result<Vec<SocketAddr>> {
    let (sender, found) = oneshot::channel();
    std::thread::Builder::new().name("resolver".to_owned()).spawn(move || {
        let found = (name.as_str(), port).to_socket_addrs().map(Iterator::collect);
        // The caller may have gone.
        let _ = sender.send(found);
    })?;
    found.await.map_err(io::Error::other)?
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;
    use std::time::Duration;

    use tokio::net::{TcpListener, TcpSocket, TcpStream};
    use tokio::time::timeout;
    use waffle_domain::whois::server::WhoisServer;

    use super::{WHOIS_REACH, first_open, is_reachable, resolve};

    fn server(text: &str) -> WhoisServer {
        WhoisServer::parse(text).unwrap()
    }

    fn any_port() -> SocketAddr {
        ([127, 0, 0, 1], 0).into()
    }

    /// An address that neither accepts nor refuses: too many wait there already.
    async fn silent() -> (TcpListener, Vec<TcpStream>) {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(any_port()).unwrap();
        let (listener, mut waiting) = (socket.listen(0).unwrap(), Vec::new());
        let address = listener.local_addr().unwrap();
        while let Ok(let_in) = timeout(Duration::from_millis(100), TcpStream::connect(address)).await {
            waiting.push(let_in.unwrap());
        }
        (listener, waiting)
    }

    #[tokio::test]
    async fn a_server_that_accepts_is_reachable_and_one_that_is_not_there_is_not() {
        let listener = TcpListener::bind(any_port()).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        assert!(is_reachable(&server(&format!("127.0.0.1:{port}"))).await);
        assert!(is_reachable(&server(&format!("localhost:{port}"))).await);
        drop(listener);
        assert!(!is_reachable(&server(&format!("127.0.0.1:{port}"))).await);
        assert!(!is_reachable(&server("no-such-host.invalid")).await);
    }

    #[tokio::test]
    async fn addresses_that_do_not_answer_leave_time_for_the_others() {
        let (open, closed) = (TcpListener::bind(any_port()).await.unwrap(), TcpSocket::new_v4().unwrap());
        closed.bind(any_port()).unwrap();
        let (open_at, closed_at) = (open.local_addr().unwrap(), closed.local_addr().unwrap());
        let silent = silent().await;
        let silent_at = silent.0.local_addr().unwrap();
        for addresses in [&[silent_at, closed_at, open_at][..], &[open_at, silent_at]] {
            assert_eq!(timeout(WHOIS_REACH, first_open(addresses)).await.expect("in time").unwrap(), open_at);
        }
        assert!(first_open(&[closed_at, closed_at]).await.is_err());
        assert!(first_open(&[]).await.is_err());
        assert!(timeout(Duration::from_millis(100), first_open(&[silent_at])).await.is_err(), "it is silent");
    }

    #[tokio::test]
    async fn ipv4_comes_first() {
        let found = resolve(&server("localhost")).await.unwrap();
        assert!(found[0].is_ipv4() && found.iter().all(|address| address.port() == 43), "{found:?}");
        assert_eq!(resolve(&server("[::1]:4343")).await.unwrap(), ["[::1]:4343".parse().unwrap()]);
    }
}
