//! Where a draw is read from.

use std::io::{self, Read};
use std::path::PathBuf;

use actix_web::http::Uri;
use waffle_beacon::http_client::{FetchError, Fetched, Fetcher, Limits};
use waffle_domain::timeouts::FETCH_DRAW;

/// The longest draw: 10,000 entries of the longest handles have less than a megabyte.
const MOST_BYTES: usize = 4 * 1024 * 1024;

/// Where a draw is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Source {
    File(PathBuf),
    Url(String),
}

/// Why a draw can't be read.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    #[error("{path} can't be read: {error}.", path = .0.display(), error = .1)]
    File(PathBuf, io::Error),
    #[error("{path} is too long for a draw.", path = .0.display())]
    LongFile(PathBuf),
    #[error("There is no draw at {0}: {1}.")]
    Url(String, FetchError),
    #[error("There is no draw at {0}: the status of the answer is {1}.")]
    Status(String, u16),
}

impl Source {
    /// Takes an address, or else the path of a file. The address of a draw's page becomes that of its JSON.
    pub(super) fn parse(text: &str) -> Self {
        let lower = text.to_ascii_lowercase();
        if lower.starts_with("http://") || lower.starts_with("https://") {
            return Self::Url(json_of(text).unwrap_or_else(|| text.to_owned()));
        }
        Self::File(text.into())
    }

    pub(super) async fn read(&self, fetcher: &Fetcher) -> Result<Vec<u8>, Unreadable> {
        match self {
            Self::File(path) => {
                let mut text = Vec::new();
                let file = std::fs::File::open(path);
                let read = file.and_then(|file| file.take(MOST_BYTES as u64 + 1).read_to_end(&mut text));
                read.map_err(|error| Unreadable::File(path.clone(), error))?;
                if text.len() > MOST_BYTES {
                    return Err(Unreadable::LongFile(path.clone()));
                }
                Ok(text)
            }
            Self::Url(url) => match fetcher.get(url, Limits { time: FETCH_DRAW, bytes: MOST_BYTES }).await {
                Ok(Fetched { status: 200, body }) => Ok(body),
                Ok(Fetched { status, .. }) => Err(Unreadable::Status(url.clone(), status)),
                Err(error) => Err(Unreadable::Url(url.clone(), error)),
            },
        }
    }
}

/// The address of the JSON, for that of a page: `/waffle/:slug/draws/:number`.
fn json_of(page: &str) -> Option<String> {
    let page = page.split_once('#').map_or(page, |(page, _)| page);
    let uri: Uri = page.parse().ok()?;
    let path: Vec<_> = uri.path().trim_end_matches('/').split('/').collect();
    match path.as_slice() {
        ["", "waffle", slug, "draws", number] => {
            Some(format!("{}://{}/api/waffles/{slug}/draws/{number}", uri.scheme_str()?, uri.authority()?))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Source;

    #[test]
    fn the_address_of_a_page_becomes_that_of_its_json() {
        let json = "https://waffles.example.com/api/waffles/camera/draws/2";
        for page in [
            "https://waffles.example.com/waffle/camera/draws/2",
            "https://waffles.example.com/waffle/camera/draws/2/",
            "https://waffles.example.com/waffle/camera/draws/2?from=chat#check",
            json,
        ] {
            assert_eq!(Source::parse(page), Source::Url(json.into()));
        }
        let port = "http://127.0.0.1:8080/waffle/camera/draws/1";
        assert_eq!(Source::parse(port), Source::Url("http://127.0.0.1:8080/api/waffles/camera/draws/1".into()));
        for other in ["https://a.example/draw.json", "HTTP://a.example/waffle/camera/draws"] {
            assert_eq!(Source::parse(other), Source::Url(other.into()));
        }
    }

    #[test]
    fn everything_else_is_a_file() {
        for path in ["draw.json", "/waffle/camera/draws/2", "ftp://a.example/x", "https", ""] {
            assert_eq!(Source::parse(path), Source::File(path.into()));
        }
    }
}
