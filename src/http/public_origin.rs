//! The public address of the service, for absolute links.

use std::{
    fmt,
    future::{Ready, ready},
};

use actix_web::{
    FromRequest, HttpMessage as _, HttpRequest,
    dev::Payload,
    http::{
        header::{self, HeaderMap, HeaderName, HeaderValue},
        uri::Authority,
    },
    web,
};
use waffle_domain::refusal::Refusal;
use waffle_service::config::{PublicUrl, TrustedProxies};

use crate::error::HttpError;

/// A DNS name of 253 bytes, a colon and a port.
const LONGEST_HOST: usize = 259;
const X_FORWARDED_HOST: HeaderName = HeaderName::from_static("x-forwarded-host");

/// Marks a request whose answer depends on the host that it names, for [`vary`].
struct HostShows;

/// Scheme and host of the service as buyers see it, without a trailing slash: `server.public_url`, or else `https://`
/// and the host of the request, which only a trusted proxy may override.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicOrigin(String);

impl PublicOrigin {
    /// Determines it for an answer that shows it; 400 `bad_host` when the request names no valid host.
    pub fn of(request: &HttpRequest) -> Result<Self, HttpError> {
        if request.app_data::<web::Data<PublicUrl>>().is_none() {
            request.extensions_mut().insert(HostShows);
        }
        Self::asked(request)
    }

    /// Determines it for a decision that the answer does not show.
    pub fn asked(request: &HttpRequest) -> Result<Self, HttpError> {
        if let Some(url) = request.app_data::<web::Data<PublicUrl>>() {
            return Ok(Self(url.to_string()));
        }
        let behind_proxy = request
            .peer_addr()
            .zip(request.app_data::<web::Data<TrustedProxies>>())
            .is_some_and(|(peer, proxies)| proxies.contains(peer.ip()));
        Ok(host(request.headers(), behind_proxy)
            .or_else(|| request.uri().authority().cloned())
            .map(|host| Self(format!("https://{host}")))
            .ok_or(Refusal::BadHost)?)
    }

    /// The URL of a waffle's public page.
    pub fn waffle_page(&self, slug: &str) -> String {
        format!("{self}/waffle/{slug}")
    }

    /// The URL of the public page of a draw.
    pub fn draw_page(&self, slug: &str, number: i32) -> String {
        format!("{self}/waffle/{slug}/draws/{number}")
    }

    /// The URL of the page that resets a password with this token.
    pub fn reset_page(&self, token: &str) -> String {
        format!("{self}/admin/reset-password?token={token}")
    }

    /// The origin, such as `https://waffles.example.com`.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PublicOrigin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl FromRequest for PublicOrigin {
    type Error = HttpError;
    type Future = Ready<Result<Self, HttpError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Self::of(request))
    }
}

/// Returns what else, besides its address, the answer to this request depends on, for its `Vary`. A cache whose keys
/// lack the host, or the forwarded one, would show one visitor's links to another.
pub(super) fn vary(request: &HttpRequest) -> Option<HeaderValue> {
    request.extensions().contains::<HostShows>().then(|| HeaderValue::from_static("Host, X-Forwarded-Host"))
}

fn host(headers: &HeaderMap, behind_proxy: bool) -> Option<Authority> {
    let forwarded = if behind_proxy { headers.get(X_FORWARDED_HOST) } else { None };
    let first = |text: &str| text.split(',').next().unwrap_or_default().trim().parse::<Authority>().ok();
    let usable = |host: &Authority| {
        !host.host().is_empty() && host.as_str().len() <= LONGEST_HOST && !host.as_str().contains('@')
    };
    forwarded
        .and_then(|value| first(value.to_str().ok()?))
        .filter(usable)
        .or_else(|| headers.get(header::HOST).and_then(|value| value.to_str().ok()?.parse().ok()).filter(usable))
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn request(peer: &str) -> TestRequest {
        TestRequest::default()
            .peer_addr(peer.parse().unwrap())
            .app_data(web::Data::new(TrustedProxies::parse("10.0.0.1", &mut Vec::new())))
            .insert_header(("host", "inner.example:8080"))
            .insert_header(("x-forwarded-host", "waffles.example.com, other.example"))
    }

    #[test]
    fn the_host_comes_from_the_request_and_from_trusted_proxies() {
        let origin = |peer| PublicOrigin::of(&request(peer).to_http_request()).unwrap().0;
        assert_eq!(origin("203.0.113.7:1"), "https://inner.example:8080");
        assert_eq!(origin("10.0.0.1:1"), "https://waffles.example.com");
    }

    #[test]
    fn an_invalid_host_is_refused() {
        let longest = "a".repeat(259);
        let request = |host: &str| request("203.0.113.7:1").insert_header(("host", host)).to_http_request();
        assert!(PublicOrigin::of(&request(&longest)).is_ok());
        for host in ["", "a b", "user@host", "<script>", &format!("{longest}a")] {
            assert!(PublicOrigin::of(&request(host)).is_err(), "{host:?}");
        }
    }
}
