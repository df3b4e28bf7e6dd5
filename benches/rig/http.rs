//! A client for HTTP/1.1 that does no more than the benchmarks need, to be cheap.

use std::{
    io::{self, ErrorKind},
    net::{Ipv4Addr, SocketAddr},
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
};

/// The room for an answer at first, in bytes.
const ROOM: usize = 4_096;

/// A connection that is kept alive.
pub struct Http {
    stream: TcpStream,
    /// What was received: the latest answer, and what came after it.
    received: Vec<u8>,
    filled: usize,
}

/// An answer as it came, without the marks between its chunks.
pub struct Answer<'a> {
    pub status: u16,
    pub head: &'a [u8],
    pub body: &'a [u8],
}

/// Returns an address of the loopback network for each client, so that they differ and have enough ports.
pub fn home(client: usize) -> Ipv4Addr {
    // macOS has the one address only.
    if !cfg!(target_os = "linux") {
        return Ipv4Addr::LOCALHOST;
    }
    let place = u32::try_from(client % 50_000).unwrap_or_default();
    Ipv4Addr::from_bits(Ipv4Addr::new(127, 1, 0, 1).to_bits() + place)
}

impl Http {
    pub async fn connect(address: &str, from: Ipv4Addr) -> io::Result<Self> {
        let address: SocketAddr = address.parse().map_err(io::Error::other)?;
        let socket = TcpSocket::new_v4()?;
        if !from.is_loopback() || from != Ipv4Addr::LOCALHOST {
            socket.bind((from, 0).into())?;
        }
        let stream = socket.connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, received: vec![0; ROOM], filled: 0 })
    }

    /// Sends a request and reads its answer.
    pub async fn ask(&mut self, request: &[u8]) -> io::Result<Answer<'_>> {
        self.stream.write_all(request).await?;
        self.filled = 0;
        let head = loop {
            self.more().await?;
            if let Some(end) = self.received[..self.filled].windows(4).position(|end| end == b"\r\n\r\n") {
                break end + 4;
            }
        };
        let body = match field(&self.received[..head], "content-length") {
            Some(length) => decimal(length)?,
            None if field(&self.received[..head], "transfer-encoding").is_some() => self.chunks(head).await?,
            // An upgrade has no body.
            None => 0,
        };
        while self.filled < head + body {
            self.more().await?;
        }
        let (head, rest) = self.received.split_at(head);
        Ok(Answer { status: status(head)?, head, body: &rest[..body] })
    }

    /// Asks for an upgrade, and returns the stream with what came after the answer.
    pub async fn upgrade(self, slug: &str) -> io::Result<(TcpStream, Vec<u8>)> {
        match self.try_upgrade(slug).await? {
            (101, stream, rest) => Ok((stream, rest)),
            (status, ..) => Err(io::Error::other(format!("the upgrade was answered {status}"))),
        }
    }

    /// The same, with the status of the answer, whatever it is.
    pub async fn try_upgrade(mut self, slug: &str) -> io::Result<(u16, TcpStream, Vec<u8>)> {
        let request = format!(
            "GET /ws/{slug} HTTP/1.1\r\nhost: bench\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        );
        let answer = self.ask(request.as_bytes()).await?;
        let (status, head) = (answer.status, answer.head.len());
        self.received.truncate(self.filled);
        Ok((status, self.stream, self.received.split_off(head)))
    }

    /// Reads a body in chunks, puts them together and returns their length. They begin at `start`.
    async fn chunks(&mut self, start: usize) -> io::Result<usize> {
        let (mut at, mut end) = (start, start);
        loop {
            let Some(line) = self.received[at..self.filled].windows(2).position(|end| end == b"\r\n") else {
                self.more().await?;
                continue;
            };
            let text = std::str::from_utf8(&self.received[at..at + line]).map_err(io::Error::other)?;
            let size = usize::from_str_radix(text, 16).map_err(io::Error::other)?;
            let data = at + line + 2;
            while self.filled < data + size + 2 {
                self.more().await?;
            }
            self.received.copy_within(data..data + size, end);
            (at, end) = (data + size + 2, end + size);
            if size == 0 {
                return Ok(end - start);
            }
        }
    }

    async fn more(&mut self) -> io::Result<()> {
        if self.filled == self.received.len() {
            self.received.resize(2 * self.filled, 0);
        }
        match self.stream.read(&mut self.received[self.filled..]).await? {
            0 => Err(ErrorKind::UnexpectedEof.into()),
            read => {
                self.filled += read;
                Ok(())
            }
        }
    }
}

/// Returns a field of a head.
pub fn field<'a>(head: &'a [u8], name: &str) -> Option<&'a [u8]> {
    head.split(|byte| *byte == b'\n').find_map(|line| {
        let (own, value) = line.split_at_checked(name.len())?;
        let value = value.strip_prefix(b":")?;
        own.eq_ignore_ascii_case(name.as_bytes()).then(|| value.trim_ascii())
    })
}

fn status(head: &[u8]) -> io::Result<u16> {
    let digits = head.get(9..12).ok_or(ErrorKind::InvalidData)?;
    u16::try_from(decimal(digits)?).map_err(io::Error::other)
}

fn decimal(digits: &[u8]) -> io::Result<usize> {
    std::str::from_utf8(digits).map_err(io::Error::other)?.parse().map_err(io::Error::other)
}
