//! How long a client may take to send the head of its first request.
//!
//! The HTTP library has such a limit too, but it answers without a body, and its clock stops while the process does. So
//! after a pause, for instance by SIGSTOP, it would turn away every client that waited for a connection.

use std::{io::Read as _, net::Shutdown, time::Duration};

use actix_web::{
    http::StatusCode,
    rt::{self, net::TcpStream},
};
use socket2::{SockRef, Socket};
use tokio::{
    task::AbortHandle,
    time::{Instant, sleep},
};
use waffle_domain::failure::Failure;
use waffle_domain::refusal::Refusal;
use waffle_domain::timeouts::REQUEST_HEAD;

/// A timer that is this late shows that the process was held up. What clients sent in the meantime is yet to be read.
const HELD_UP: Duration = Duration::from_secs(1);
const STATUS: StatusCode = StatusCode::REQUEST_TIMEOUT;

/// A connection's wait for its first request. Dropping this ends it.
#[derive(Debug)]
pub struct FirstRequest(AbortHandle);

impl FirstRequest {
    /// Starts to wait on this thread, one of actix's. `None` if there are no file descriptors left.
    pub fn of(connection: &TcpStream) -> Option<Self> {
        let socket = SockRef::from(connection).try_clone().ok()?;
        let waiting = rt::spawn(async move {
            wait(REQUEST_HEAD).await;
            refuse(&socket);
        });
        Some(Self(waiting.abort_handle()))
    }

    /// Notes that the request has come.
    pub(super) fn has_come(&self) {
        self.0.abort();
    }
}

impl Drop for FirstRequest {
    fn drop(&mut self) {
        self.has_come();
    }
}

/// Waits for that long, not counting the time in which the process was held up.
async fn wait(limit: Duration) {
    loop {
        let begun = Instant::now();
        sleep(limit).await;
        if begun.elapsed() < limit + HELD_UP {
            return;
        }
    }
}

/// Answers 408 and closes the connection, on which nothing was answered yet. The client may be gone.
fn refuse(socket: &Socket) {
    let body = Failure::from(Refusal::RequestTooSlow).json();
    let answer = format!(
        "HTTP/1.1 {STATUS}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nCache-Control: no-store\r\n\
         Connection: close\r\n\r\n{body}",
        body.len()
    );
    let sent = socket.send(answer.as_bytes()).and_then(|_| socket.shutdown(Shutdown::Both));
    // A request that arrived in the meantime must not run any more: this is the thread that would run it.
    let mut dropped = [0; 1_024];
    while (&mut &*socket).read(&mut dropped).is_ok_and(|length| length > 0) {}
    if let Err(error) = sent {
        log::debug!(error:%; "a client that sent no request was gone");
    }
}
