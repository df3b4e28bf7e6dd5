//! The configuration: `config/default.toml`, overridden by the environment, checked before anything starts.

mod auth;
mod database;
mod draw;
mod environment;
mod error;
mod log;
mod payments;
mod proxies;
mod public_url;
mod secret;
mod waffles;

use std::{net::SocketAddr, path::PathBuf};

use serde::Deserialize;
use waffle_domain::money::Currency;
use waffle_domain::payment_link::PaymentTypes;
use waffle_domain::slug::SlugPrefix;
use waffle_language::Language;

pub use auth::Auth;
use auth::RawAuth;
pub use database::Database;
use database::RawDatabase;
pub use draw::Draw;
use draw::RawDraw;
pub use environment::Environment;
pub use error::ConfigError;
use log::RawLog;
pub use log::{Log, LogFormat};
use payments::RawPayments;
pub use proxies::TrustedProxies;
pub use public_url::PublicUrl;
pub use secret::{Secret, Secrets};
use waffles::RawWaffles;

const HOST_FROM_PROXIES: &str = "server.public_url is not set, so links and share cards show the host that a trusted \
     proxy passes on: set WAFFLE__SERVER__PUBLIC_URL=https://…, and let the proxy replace X-Forwarded-Host";

/// Every setting of the server, with all values within their bounds.
#[derive(Debug, Clone)]
pub struct Config {
    pub server: Server,
    pub log: Log,
    pub database: Database,
    /// What the slugs of new waffles begin with.
    pub slug_prefix: SlugPrefix,
    pub claims: Claims,
    pub rate_limit: RateLimits,
    pub live: Live,
    pub cards: Cards,
    pub currency: Currency,
    /// The names of the payment types, and how their handles become links.
    pub payments: PaymentTypes,
    pub draw: Draw,
    pub whois: Whois,
    pub auth: Auth,
    pub secrets: Secrets,
    /// Oddities in the environment that do not stop startup; logged once the logger runs.
    pub warnings: Vec<String>,
}

/// Where and how HTTP is served.
#[derive(Debug, Clone)]
pub struct Server {
    /// Address and port; port 0 picks a free one.
    pub listen: SocketAddr,
    /// The address at which buyers reach the service, if known.
    pub public_url: Option<PublicUrl>,
    /// Number of HTTP threads; 0 means one per core.
    pub workers: usize,
    /// Number of threads that run the waffles' actors and the ledger's lanes; 0 means one for every two cores.
    pub actor_threads: usize,
    pub trusted_proxies: TrustedProxies,
    /// The language of readers who prefer none that there is.
    pub language: Language,
    /// Address and port for metrics, if wanted; port 0 picks a free one.
    pub metrics_listen: Option<SocketAddr>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claims {
    /// Whether a claim that is sure to fail is refused from memory.
    pub memory_guard: bool,
    /// How many lanes of the ledger share the waffles; 0 means one for every two cores, 8 at most.
    pub lanes: usize,
}

/// Token buckets per client address: tokens per minute, and the size of the bucket. 0 in either turns a limiter off.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RateLimits {
    pub claims_per_minute: u32,
    pub claims_burst: u32,
    pub buyers_per_minute: u32,
    pub buyers_burst: u32,
    pub receipts_per_minute: u32,
    pub receipts_burst: u32,
    pub cards_per_minute: u32,
    pub cards_burst: u32,
    pub login_per_minute: u32,
    pub login_burst: u32,
}

/// How many sockets of watchers may be open.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Live {
    /// In total.
    pub sockets: usize,
    /// For one client address.
    pub sockets_per_address: usize,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cards {
    /// Folder for rendered share cards.
    pub cache_dir: PathBuf,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Whois {
    /// Whether a WHOIS server is asked who owns the addresses of sign-ins.
    pub lookups: bool,
}

/// The structure of the file, before values that need more than a type are parsed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    server: RawServer,
    log: RawLog,
    database: RawDatabase,
    waffles: RawWaffles,
    claims: Claims,
    rate_limit: RateLimits,
    live: Live,
    cards: Cards,
    currency: Currency,
    payments: RawPayments,
    draw: RawDraw,
    whois: Whois,
    auth: RawAuth,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawServer {
    listen: String,
    public_url: String,
    workers: usize,
    actor_threads: usize,
    trusted_proxies: String,
    metrics_listen: String,
    language: String,
}

impl Config {
    /// Loads the defaults, overridden by `environment`. Fails with a sentence for the operator that names the key and
    /// the fix.
    pub fn load(environment: &Environment) -> Result<Self, ConfigError> {
        let raw = environment.override_defaults()?;
        let listen = match environment.get("PORT") {
            Some(port) => SocketAddr::from(([0, 0, 0, 0], port_number(port)?)),
            None => address("server.listen", &raw.server.listen, "an address with a port, as in 0.0.0.0:8080")?,
        };
        let metrics_listen = match raw.server.metrics_listen.trim() {
            "" => None,
            text => Some(address("server.metrics_listen", text, "an address with a port, as in 127.0.0.1:9090")?),
        };
        let mut warnings = Vec::new();
        let proxies = environment.get("TRUSTED_PROXIES").unwrap_or(&raw.server.trusted_proxies);
        let public_url = PublicUrl::parse(&raw.server.public_url)?;
        // The private ranges are trusted by default, but only matter to a server that listens beyond its own machine.
        let named = ["TRUSTED_PROXIES", "WAFFLE__SERVER__TRUSTED_PROXIES"];
        let behind_proxy = named.iter().any(|name| environment.get(name).is_some()) || !listen.ip().is_loopback();
        if public_url.is_none() && behind_proxy {
            warnings.push(HOST_FROM_PROXIES.to_owned());
        }
        let config = Self {
            server: Server {
                listen,
                public_url,
                workers: raw.server.workers,
                actor_threads: raw.server.actor_threads,
                trusted_proxies: TrustedProxies::parse(proxies, &mut warnings),
                metrics_listen,
                language: language(&raw.server.language)?,
            },
            log: raw.log.parse(environment)?,
            database: raw.database.parse()?,
            slug_prefix: raw.waffles.slug_prefix()?,
            claims: raw.claims,
            rate_limit: raw.rate_limit,
            live: raw.live,
            cards: raw.cards,
            currency: raw.currency,
            payments: raw.payments.parse()?,
            draw: raw.draw.parse()?,
            whois: raw.whois,
            auth: raw.auth.parse()?,
            secrets: Secrets::load(environment)?,
            warnings,
        };
        config.check_bounds()?;
        Ok(config)
    }

    fn check_bounds(&self) -> Result<(), ConfigError> {
        within("server.workers", self.server.workers as u64, 0, 1024)?;
        within("server.actor_threads", self.server.actor_threads as u64, 0, 1024)?;
        within("claims.lanes", self.claims.lanes as u64, 0, 64)?;
        within("live.sockets", self.live.sockets as u64, 1, 1_000_000)?;
        within("live.sockets_per_address", self.live.sockets_per_address as u64, 1, 1_000_000)?;
        within("currency.decimals", self.currency.decimals.into(), 0, 4)?;
        within("auth.bcrypt_cost", self.auth.bcrypt_cost.into(), 4, 20)?;
        within("auth.session_idle_hours", self.auth.session_idle_hours.into(), 0, 8_760)?;
        if self.cards.cache_dir.as_os_str().is_empty() {
            return Err(ConfigError::bad_value("cards.cache_dir", "", "the path of a folder"));
        }
        Ok(())
    }
}

fn address(key: &'static str, text: &str, needed: &str) -> Result<SocketAddr, ConfigError> {
    text.parse().map_err(|_| ConfigError::bad_value(key, text, needed))
}

fn language(tag: &str) -> Result<Language, ConfigError> {
    Language::parse(tag).ok_or_else(|| {
        let tags: Vec<_> = Language::all().map(Language::tag).collect();
        ConfigError::bad_value("server.language", tag, &format!("one of {}", tags.join(", ")))
    })
}

fn within(key: &'static str, value: u64, least: u64, most: u64) -> Result<(), ConfigError> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(ConfigError::bad_value(key, &value.to_string(), &format!("a whole number from {least} to {most}")))
}

fn port_number(text: &str) -> Result<u16, ConfigError> {
    text.trim()
        .parse()
        .map_err(|_| ConfigError::bad_variable("PORT", text, "a port number from 0 to 65535, where 0 takes a free one"))
}

#[cfg(test)]
mod tests;
