//! The HTTP server. It does what `actix_web::HttpServer` does, except that a connection on which a client asks for an
//! upgrade leaves the HTTP dispatcher, which has 16 KiB of buffers; `HttpServer` can't do that.

use std::{io, net::SocketAddr, rc::Rc};

use actix_http::{HttpService, Request};
use actix_service::IntoServiceFactory;
use actix_web::{
    Error,
    body::MessageBody,
    dev::{AppConfig, Server, Service as _, ServiceFactory, ServiceResponse, fn_factory},
    rt::net::TcpStream,
};
use socket2::{Domain, Protocol, SockRef, Socket, Type};
use waffle_domain::timeouts::{CONNECTION_END, KEEP_ALIVE, REQUEST_HEAD_AT_LAST, SHUTDOWN_REQUESTS, TCP_USER_TIMEOUT};
use waffle_http::{connections::Connections, first_request::FirstRequest};

use super::upgrade;

/// The longest queue of connections that are not accepted yet.
const BACKLOG: i32 = 1_024;

/// The numbers of threads and connections.
pub(super) struct Sizes {
    /// Threads; 0 for one per core.
    pub(super) workers: usize,
    /// Connections of each worker. When all are taken, no others are accepted.
    pub(super) connections: usize,
}

/// Listens, with an app for each worker. Returns the server, which has to be polled, and its address; port 0 has been
/// replaced by the actual port.
pub(super) fn listen<F, I, S, B>(
    app: F,
    address: SocketAddr,
    sizes: &Sizes,
    opened: &Connections,
) -> io::Result<(Server, SocketAddr)>
where
    F: Fn() -> I + Send + Clone + 'static,
    I: IntoServiceFactory<S, Request>,
    S: ServiceFactory<Request, Config = AppConfig, Response = ServiceResponse<B>, Error = Error, InitError = ()>,
    S: 'static,
    S::Service: 'static,
    B: MessageBody + 'static,
{
    let listener = bind(address)?;
    let address = listener.local_addr()?;
    let mut server = Server::build()
        .disable_signals()
        .shutdown_timeout(SHUTDOWN_REQUESTS.as_secs())
        .max_concurrent_connections(sizes.connections);
    if sizes.workers > 0 {
        server = server.workers(sizes.workers);
    }
    let (stopping, opened) = (server.graceful_shutdown_signal(), opened.clone());
    let worker = move || {
        let (app, stopping, opened) = (app.clone(), stopping.clone(), opened.clone());
        fn_factory(move || {
            let app = app().into_factory().new_service(AppConfig::default());
            let (stopping, opened) = (stopping.clone(), opened.clone());
            async move {
                let app = Rc::new(app.await?);
                let for_upgrades = Rc::clone(&app);
                let http = HttpService::build()
                    .graceful_shutdown_signal(move || {
                        let stopping = stopping.clone();
                        async move { stopping.notified().await }
                    })
                    .keep_alive(KEEP_ALIVE)
                    .client_request_timeout(REQUEST_HEAD_AT_LAST)
                    .client_disconnect_timeout(CONNECTION_END)
                    .h1_write_buffer_size(upgrade::WRITE_BUFFER)
                    .local_addr(address)
                    .on_connect_ext(move |connection: &TcpStream, kept| {
                        kept.insert(opened.open());
                        FirstRequest::of(connection).map(|first| kept.insert(first));
                        tune(connection);
                    })
                    .upgrade(move |asked| upgrade::serve(Rc::clone(&for_upgrades), asked))
                    .finish(move |request| app.call(request))
                    .tcp();
                http.new_service(()).await
            }
        })
    };
    Ok((server.listen("http", listener, worker)?.run(), address))
}

fn bind(address: SocketAddr) -> io::Result<std::net::TcpListener> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, Some(Protocol::TCP))?;
    // A restart must not wait for connections that have ended.
    socket.set_reuse_address(true)?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    Ok(socket.into())
}

/// Tunes an accepted connection: small packets are not delayed, and a client that has vanished is dropped.
fn tune(connection: &TcpStream) {
    let tuned = connection.set_nodelay(true).and_then(|()| give_up_when_silent(&SockRef::from(connection)));
    if let Err(error) = tuned {
        log::debug!(error:%; "a connection can't be tuned");
    }
}

#[cfg(target_os = "linux")]
fn give_up_when_silent(socket: &SockRef<'_>) -> io::Result<()> {
    socket.set_tcp_user_timeout(Some(TCP_USER_TIMEOUT))
}

/// Other systems lack that option; here a keep-alive probe of the idle connection notices.
#[cfg(not(target_os = "linux"))]
fn give_up_when_silent(socket: &SockRef<'_>) -> io::Result<()> {
    socket.set_tcp_keepalive(&socket2::TcpKeepalive::new().with_time(TCP_USER_TIMEOUT))
}
