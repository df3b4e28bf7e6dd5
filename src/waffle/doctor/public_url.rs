//! The public address: a request to this server, as buyers' browsers send theirs.

use actix_web::http::Uri;
use chrono::{DateTime, Utc};
use reqwest::header::{CONNECTION, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE};
use reqwest::tls::TlsInfo;
use reqwest::{Client, RequestBuilder, Response, StatusCode};
use tokio::io::AsyncReadExt as _;
use tokio::time::timeout;
use waffle_beacon::http_client::{FetchError, answer, body, trusting_client_builder};
use waffle_domain::timeouts::DOCTOR_REQUEST;
use waffle_http::arrival::{ADDRESS, Arrival, PROOF, greeting};
use waffle_service::clock::Clock;
use waffle_service::config::{Config, PublicUrl};
use waffle_service::doctor_pass::DoctorPass;

use super::proxy::{
    CLAIMED_ADDRESS, CLAIMED_HOST, CLAIMED_ID, CLIENT_ADDRESS, PROXY_HEADERS, is_between, judge_client_address,
    judge_headers,
};
use super::report::Finding;
use super::{certificate, skipped};

const PUBLIC_URL: &str = "public-url";
const TLS: &str = "tls";
const WEBSOCKET: &str = "websocket";
pub(super) const NAMES: super::Names = &[PUBLIC_URL, TLS, CLIENT_ADDRESS, PROXY_HEADERS, WEBSOCKET];
const AFTER_IT: super::Names = &[TLS, CLIENT_ADDRESS, PROXY_HEADERS, WEBSOCKET];
const BEHIND_IT: super::Names = &[CLIENT_ADDRESS, PROXY_HEADERS, WEBSOCKET];

/// The longest answer that says how a request arrived.
const MOST_BYTES: usize = 256 * 1024;
/// How TLS says that it does not trust a certificate.
const BAD_CERTIFICATE: &str = "invalid peer certificate";
/// 16 bytes in base64; their value does not matter.
const KEY: &str = "d2FmZmxlIGRvY3Rvci4uLg==";

pub(super) async fn examine(config: &Config, clock: &Clock) -> Vec<Finding> {
    let Some(public_url) = &config.server.public_url else {
        return skipped(NAMES, "server.public_url is not set (WAFFLE__SERVER__PUBLIC_URL)");
    };
    let Ok(url) = public_url.as_str().parse::<Uri>() else { return skipped(NAMES, "server.public_url can't be read") };
    let site = match Site::new(public_url, config, clock) {
        Ok(site) => site,
        Err(error) => return [vec![unreached(public_url, &error)], skipped(AFTER_IT, "not reached")].concat(),
    };
    let asked = site.ask().await;
    let tls = judge_tls(&url, asked.as_ref(), clock.now());
    let not_answered = |why| [vec![why, tls.clone()], skipped(BEHIND_IT, "not answered")].concat();
    match asked {
        Err(error) if is_bad_certificate(&error) => {
            not_answered(Finding::skipped(PUBLIC_URL, "its certificate is not valid"))
        }
        Err(error) => not_answered(unreached(public_url, &error)),
        Ok(Asked { arrived: Err(elsewhere), .. }) => not_answered(elsewhere),
        Ok(Asked { arrived: Ok(arrival), .. }) => {
            let between = is_between(&url, &arrival);
            vec![
                Finding::ok(PUBLIC_URL, format!("{public_url} leads to this server")),
                tls,
                judge_client_address(between, &arrival, &config.server.trusted_proxies),
                judge_headers(between, &url, &arrival),
                site.websocket().await,
            ]
        }
    }
}

/// The server at its public address.
struct Site {
    client: Client,
    address: String,
    pass: DoctorPass,
}

/// The answer to a request.
struct Asked {
    /// None without TLS.
    certificate: Option<Vec<u8>>,
    /// How the request arrived, or else what answered instead.
    arrived: Result<Arrival, Finding>,
}

impl Site {
    fn new(url: &PublicUrl, config: &Config, clock: &Clock) -> Result<Self, FetchError> {
        Ok(Self {
            client: trusting_client_builder()?.tls_info(true).build()?,
            address: format!("{url}{ADDRESS}"),
            pass: DoctorPass::new(&config.secrets.jwt_secret, clock),
        })
    }

    /// A request with a proof for the server, and with claims that no proxy should pass on.
    fn request(&self) -> RequestBuilder {
        self.client
            .get(&self.address)
            .timeout(DOCTOR_REQUEST)
            .header(PROOF, self.pass.sign())
            .header("x-forwarded-for", CLAIMED_ADDRESS.to_string())
            .header("x-forwarded-host", CLAIMED_HOST)
            .header("x-request-id", CLAIMED_ID)
    }

    async fn ask(&self) -> Result<Asked, FetchError> {
        let response = answer(self.request()).await?;
        let tls = response.extensions().get::<TlsInfo>();
        let certificate = tls.and_then(TlsInfo::peer_certificate).map(<[u8]>::to_vec);
        let status = response.status();
        let arrival = body(response, MOST_BYTES).await.ok().and_then(|body| serde_json::from_slice(&body).ok());
        let arrived = arrival.filter(|_| status == StatusCode::OK).ok_or_else(|| elsewhere(status));
        Ok(Asked { certificate, arrived })
    }

    async fn websocket(&self) -> Finding {
        let request = self
            .request()
            .header(CONNECTION, "upgrade")
            .header(UPGRADE, "websocket")
            .header(SEC_WEBSOCKET_VERSION, "13")
            .header(SEC_WEBSOCKET_KEY, KEY);
        let asked = async {
            match answer(request).await {
                Ok(response) if response.status() == StatusCode::SWITCHING_PROTOCOLS => {
                    (!is_greeted(response).await).then(|| "after an upgrade, no message arrives".to_owned())
                }
                Ok(response) => Some(format!("the proxy does not pass upgrades on: status {}", response.status())),
                Err(error) => Some(format!("the proxy does not pass upgrades on: {error}")),
            }
        };
        let late = || Some("after an upgrade, no message arrives in time".to_owned());
        let to_do =
            "Let the proxy pass upgrades on, as in docs/deployment.md, section 5: until then, boards are not live.";
        match timeout(DOCTOR_REQUEST, asked).await.unwrap_or_else(|_| late()) {
            None => Finding::ok(WEBSOCKET, "upgrades and messages pass"),
            Some(seen) => Finding::wrong(WEBSOCKET, seen, to_do),
        }
    }
}

/// Whether the server's first message arrives.
async fn is_greeted(response: Response) -> bool {
    let mut arrived = greeting();
    arrived.fill(0);
    let Ok(mut connection) = response.upgrade().await else { return false };
    connection.read_exact(&mut arrived).await.is_ok() && arrived == greeting()
}

fn is_bad_certificate(error: &FetchError) -> bool {
    error.to_string().contains(BAD_CERTIFICATE)
}

fn unreached(url: &PublicUrl, error: &FetchError) -> Finding {
    let to_do = match error {
        FetchError::Redirect(_) => {
            "Set server.public_url to where that leads, or let the proxy pass requests for it on."
        }
        _ => "Check its DNS records, the proxy and the firewall, and that this machine may reach it.",
    };
    Finding::wrong(PUBLIC_URL, format!("{url}: {error}"), to_do)
}

/// What an answer means that is not the server's to its doctor.
fn elsewhere(status: StatusCode) -> Finding {
    let (what, to_do) = if matches!(status.as_u16(), 502..=504) {
        (
            "the proxy does not reach the server",
            "Start the server, and let the proxy lead to the address of server.listen.",
        )
    } else {
        let same = "Let the proxy lead to this server. If it does: its version, JWT_SECRET and clock must be as here.";
        ("something else answers", same)
    };
    Finding::wrong(PUBLIC_URL, format!("{what}: status {status}"), to_do)
}

fn judge_tls(url: &Uri, asked: Result<&Asked, &FetchError>, now: DateTime<Utc>) -> Finding {
    if url.scheme_str() == Some("http") {
        if is_this_machine(url.host().unwrap_or_default()) {
            return Finding::skipped(TLS, "plain HTTP, on this machine only");
        }
        let to_do = "Put a proxy with TLS before the server (docs/deployment.md, section 5), and set \
                     WAFFLE__SERVER__PUBLIC_URL=https://…";
        return Finding::wrong(TLS, "plain HTTP: signing in fails, and others can read what is sent", to_do);
    }
    match asked {
        Ok(Asked { certificate: Some(certificate), .. }) => certificate::judge(TLS, certificate, now),
        Ok(_) => Finding::skipped(TLS, "the certificate is not known"),
        Err(error) if is_bad_certificate(error) => {
            let to_do =
                "Give the proxy a certificate for this name with its whole chain, and look at this machine's clock.";
            Finding::wrong(TLS, error.to_string(), to_do)
        }
        Err(_) => Finding::skipped(TLS, "not reached"),
    }
}

fn is_this_machine(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<std::net::IpAddr>();
    host.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}
