//! Finding a WHOIS server and knocking at its door.

use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::time::timeout;
use waffle_domain::whois::server::{Host, WhoisServer};

/// How many addresses of a server are tried.
const MOST_ADDRESSES: usize = 4;
/// How long a server may take to be found and to accept, when it is only tried whether it does.
const REACH: Duration = Duration::from_secs(3);

/// Tells whether a server can be found and accepts connections, within 3 s.
pub async fn is_reachable(server: &WhoisServer) -> bool {
    let reached = async {
        for address in resolve(server).await? {
            if TcpStream::connect(address).await.is_ok() {
                return Ok::<bool, io::Error>(true);
            }
        }
        Ok(false)
    };
    matches!(timeout(REACH, reached).await, Ok(Ok(true)))
}

/// The addresses of a server, those of IPv4 first, since not every network reaches others. Waits as long as the system's resolver does.
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

/// On a thread of its own: the runtime's own ones would hold up the end of the process until the resolver gives up.
async fn resolve_name(name: String, port: u16) -> io::Result<Vec<SocketAddr>> {
    let (sender, found) = oneshot::channel();
    std::thread::Builder::new().name("resolver".to_owned()).spawn(move || {
        let found = (name.as_str(), port).to_socket_addrs().map(Iterator::collect);
        // Nobody may be waiting any more.
        let _ = sender.send(found);
    })?;
    found.await.map_err(io::Error::other)?
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;
    use waffle_domain::whois::server::WhoisServer;

    use super::{is_reachable, resolve};

    fn server(text: &str) -> WhoisServer {
        WhoisServer::parse(text).unwrap()
    }

    #[tokio::test]
    async fn a_door_that_opens_is_reachable_and_one_that_is_not_there_is_not() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        assert!(is_reachable(&server(&format!("127.0.0.1:{port}"))).await);
        assert!(is_reachable(&server(&format!("localhost:{port}"))).await);
        drop(listener);
        assert!(!is_reachable(&server(&format!("127.0.0.1:{port}"))).await);
        assert!(!is_reachable(&server("no-such-host.invalid")).await);
    }

    #[tokio::test]
    async fn ipv4_comes_first() {
        let found = resolve(&server("localhost")).await.unwrap();
        assert!(found[0].is_ipv4() && found.iter().all(|address| address.port() == 43), "{found:?}");
        assert_eq!(resolve(&server("[::1]:4343")).await.unwrap(), ["[::1]:4343".parse().unwrap()]);
    }
}
