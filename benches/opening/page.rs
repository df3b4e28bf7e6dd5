//! What a browser loads before its visitor can claim: a board's page, and the files that the page names.

use std::{io, io::Read, net::Ipv4Addr};

use brotli::Decompressor;

use crate::rig::{
    claims::get,
    http::{Http, field},
};

/// How many connections a browser opens to one host.
const CONNECTIONS: usize = 6;
/// The room for pieces of the decompressed page, in bytes.
const PIECE: usize = 4_096;

/// The requests that load a page, one after another on each connection. The page itself is the first of all.
pub(crate) struct Page {
    connections: Vec<Vec<Vec<u8>>>,
    pub(crate) files: usize,
    /// What is sent for all of it, heads included.
    pub(crate) bytes: usize,
}

impl Page {
    /// Loads a waffle's page once, to learn which files it names.
    pub(crate) async fn learn(address: &str, slug: &str) -> Self {
        let mut connection = Http::connect(address, Ipv4Addr::LOCALHOST).await.unwrap();
        let page = request(&format!("/waffle/{slug}"));
        let answer = connection.ask(&page).await.unwrap();
        let html = text(answer.head, answer.body);
        let mut bytes = answer.head.len() + answer.body.len();
        let files = files(&html);
        let mut connections = vec![Vec::new(); CONNECTIONS.min(files.len()).max(1)];
        for (place, path) in files.iter().enumerate() {
            let request = request(path);
            let answer = connection.ask(&request).await.unwrap();
            assert_eq!(answer.status, 200, "{path}");
            bytes += answer.head.len() + answer.body.len();
            let place = place % connections.len();
            connections[place].push(request);
        }
        Self { connections, files: files.len(), bytes }
    }

    /// Loads everything as a browser does, and returns the connection that the page came by.
    pub(crate) async fn load(&self, address: &str, slug: &str, home: Ipv4Addr) -> io::Result<Http> {
        let mut first = Http::connect(address, home).await?;
        ask(&mut first, &request(&format!("/waffle/{slug}"))).await?;
        let others = self.connections[1..].iter().map(async |requests| {
            let mut connection = Http::connect(address, home).await?;
            all(&mut connection, requests).await
        });
        let (own, others) =
            futures_util::join!(all(&mut first, &self.connections[0]), futures_util::future::try_join_all(others));
        own?;
        others?;
        Ok(first)
    }
}

async fn all(connection: &mut Http, requests: &[Vec<u8>]) -> io::Result<()> {
    for request in requests {
        ask(connection, request).await?;
    }
    Ok(())
}

async fn ask(connection: &mut Http, request: &[u8]) -> io::Result<()> {
    match connection.ask(request).await?.status {
        200 => Ok(()),
        status => Err(io::Error::other(format!("answered {status}"))),
    }
}

fn request(path: &str) -> Vec<u8> {
    let mut request = Vec::new();
    get(&mut request, path);
    request
}

fn text(head: &[u8], body: &[u8]) -> String {
    assert_eq!(field(head, "content-encoding"), Some(&b"br"[..]), "the page comes compressed");
    let mut html = String::new();
    Decompressor::new(body, PIECE).read_to_string(&mut html).unwrap();
    html
}

/// Returns the files that a page names, each once: styles, scripts, icons.
fn files(html: &str) -> Vec<String> {
    let mut files = Vec::new();
    for attribute in ["href=\"", "src=\""] {
        for rest in html.split(attribute).skip(1) {
            let path = rest.split(['"', '#']).next().unwrap_or_default().to_owned();
            if path.starts_with("/static/") && !files.contains(&path) {
                files.push(path);
            }
        }
    }
    files
}
