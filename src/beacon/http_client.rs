//! Asks servers elsewhere over HTTP, within limits of time and size, and without following redirects.

use std::error::Error;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use reqwest::header::{ACCEPT, HeaderValue, LOCATION};
use reqwest::redirect::Policy;
use reqwest::{Certificate, Client, ClientBuilder, RequestBuilder, Response};
use tokio::time::timeout;
use waffle_domain::timeouts::FETCH_REACH;

use crate::resolver::OwnThreads;

/// The HTTP client, set up when it is first used. Clones share it and its connections.
#[derive(Debug, Clone, Default)]
pub struct Fetcher(Arc<OnceLock<Result<Client, FetchError>>>);

/// The limits of an answer.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// For the whole answer, from the DNS look-up to the last byte.
    pub time: Duration,
    /// The longest body.
    pub bytes: usize,
}

/// An answer with any status but a redirect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetched {
    pub status: u16,
    pub body: Vec<u8>,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    #[error("it can't be reached: {0}")]
    Unreachable(String),
    #[error("it takes too long")]
    TooSlow,
    #[error("its answer is too long")]
    TooLong,
    #[error("it leads elsewhere: {0:?}")]
    Redirect(String),
    #[error("its answer breaks off: {0}")]
    Broken(String),
}

impl Fetcher {
    /// Gets what is at an address, over HTTP or HTTPS.
    pub async fn get(&self, url: &str, limits: Limits) -> Result<Fetched, FetchError> {
        timeout(limits.time, self.read(url, limits.bytes)).await.unwrap_or(Err(FetchError::TooSlow))
    }

    async fn read(&self, url: &str, most: usize) -> Result<Fetched, FetchError> {
        let client = self.0.get_or_init(|| trusting_client_builder()?.build().map_err(FetchError::from));
        let client = client.as_ref().map_err(FetchError::clone)?;
        let response = answer(client.get(url).header(ACCEPT, "application/json")).await?;
        Ok(Fetched { status: response.status().as_u16(), body: body(response, most).await? })
    }
}

/// Sends a request, and returns the answer, with any status but a redirect.
pub async fn answer(request: RequestBuilder) -> Result<Response, FetchError> {
    let response = request.send().await?;
    if response.status().is_redirection() {
        let location = response.headers().get(LOCATION).map(HeaderValue::as_bytes);
        return Err(FetchError::Redirect(String::from_utf8_lossy(location.unwrap_or_default()).into_owned()));
    }
    Ok(response)
}

/// Reads the body of an answer.
pub async fn body(mut response: Response, most: usize) -> Result<Vec<u8>, FetchError> {
    let announced = response.content_length().unwrap_or(0);
    if usize::try_from(announced).is_ok_and(|announced| announced > most) {
        return Err(FetchError::TooLong);
    }
    let mut body = Vec::new();
    while let Some(part) = response.chunk().await.map_err(|error| FetchError::Broken(chain(&error.without_url())))? {
        if body.len() + part.len() > most {
            return Err(FetchError::TooLong);
        }
        body.extend_from_slice(&part);
    }
    Ok(body)
}

/// Starts a client's configuration, and installs the cryptography that TLS needs.
pub fn client_builder() -> ClientBuilder {
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder()
}

/// Starts the configuration of a client that trusts the machine's certificate authorities, and those that browsers
/// trust, for machines without any, and that follows no redirect.
pub fn trusting_client_builder() -> reqwest::Result<ClientBuilder> {
    let authorities = webpki_root_certs::TLS_SERVER_ROOT_CERTS.iter().map(|der| Certificate::from_der(der));
    let builder = client_builder()
        .tls_certs_merge(authorities.collect::<reqwest::Result<Vec<_>>>()?)
        .redirect(Policy::none())
        .connect_timeout(FETCH_REACH)
        .dns_resolver(Arc::new(OwnThreads::default()))
        .user_agent(concat!("waffle/", env!("CARGO_PKG_VERSION")));
    Ok(builder)
}

impl From<reqwest::Error> for FetchError {
    fn from(error: reqwest::Error) -> Self {
        if error.is_timeout() { Self::TooSlow } else { Self::Unreachable(chain(&error.without_url())) }
    }
}

/// An error with its causes, on one line.
fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text += ": ";
        text += &error.to_string();
        cause = error.source();
    }
    text
}
