//! The server: built once, then run until it is stopped.

mod built_in;
mod database;
mod http;
pub(crate) mod open_files;
pub(crate) mod shared;
mod upgrade;

use std::{future::Future, io, net::SocketAddr, num::NonZero, pin::Pin, sync::Arc, thread::available_parallelism};

use actix_web::{
    App,
    dev::Server as Http,
    middleware::{NormalizePath, from_fn},
    web,
};
use futures_util::future::join_all;
use tokio::time::{sleep, timeout};
use waffle_actors::{
    audit, drawer,
    lockout::Lockout,
    refused_claims::RefusedClaims,
    retention::{Pace, Retention},
    supervised_task::Supervised,
    waffles::{Waffles, WafflesOwner},
    waffles_config::{Now, WafflesConfig},
    whois::{Limits, Whois},
};
use waffle_beacon::http_client::Fetcher;
use waffle_beacon::relays::{Patience, Relays};
use waffle_domain::timeouts::{SHUTDOWN_FLUSH, SHUTDOWN_METRICS, SHUTDOWN_WATCHERS};
use waffle_http::arrival;
use waffle_http::assets::AssetError;
use waffle_http::compress;
use waffle_http::connections::Connections;
use waffle_http::headers;
use waffle_http::request_counts;
use waffle_http::request_id;
use waffle_http::session::flash;
use waffle_http::shutdown::Shutdown;
use waffle_pages::{failure_pages, templates::LoadError};
use waffle_service::clock::Clock;
use waffle_service::config::Config;
use waffle_service::session::Sessions;
use waffle_service::session::first_account::{FirstAccountError, create_first_account};
use waffle_service::session::password_hash::PasswordHasher;
use waffle_store::database::Database;
use waffle_store::pools::{PgPool, Pools};

use crate::metrics;
use crate::routes::routes;
use http::Sizes;
use shared::Shared;

/// Why the server can't start: a sentence for the operator.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("The database can't be reached: {0}. Check DATABASE_URL, and that PostgreSQL runs there.")]
    Database(#[from] waffle_store::failure::StoreFailure),
    #[error(
        "The database can't be brought up to date: {0}. If a migration was modified or is missing, another version \
         made this database: name an empty one in DATABASE_URL, or begin the demo anew with --fresh."
    )]
    Migration(#[source] Box<dyn std::error::Error + Send + Sync>),
    #[error(
        "Can't listen on {address}: {source}. Choose another address with WAFFLE__SERVER__LISTEN, \
         or another port with PORT."
    )]
    Listen { address: SocketAddr, source: io::Error },
    #[error(
        "Can't listen on {address} for metrics: {source}. Choose another address with \
         WAFFLE__SERVER__METRICS_LISTEN, or leave it unset to do without."
    )]
    ListenForMetrics { address: SocketAddr, source: io::Error },
    #[error("{0}")]
    Assets(#[from] AssetError),
    #[error("Nobody could sign in: {0}")]
    FirstAccount(#[source] FirstAccountError),
    #[error("{0}")]
    Templates(#[from] LoadError),
    #[error("The API's description can't be written: {0}.")]
    Description(#[from] serde_json::Error),
    #[error("The waffles can't be started: {0}.")]
    Waffles(#[from] waffle_domain::failure::Failure),
}

/// The most lanes of the ledger that are used by default: each costs the database a connection and separate commits.
const MOST_LANES: usize = 8;
/// The connections to the database outside pools and lanes: one for large claims, one for the probe, and three for
/// hints and the keys of claims.
const OTHER_CONNECTIONS: u32 = 5;
/// How many connections there may be besides the sockets, for requests.
const CONNECTIONS_BESIDE_SOCKETS: usize = 10_000;

/// Something to do after the last request, such as writing what an actor still holds.
type Hook = Pin<Box<dyn Future<Output = ()>>>;

/// A server that is listening, but not running yet.
pub struct Server {
    http: Http,
    address: SocketAddr,
    connections: Connections,
    shutdown: Shutdown,
    waffles: Waffles,
    owner: WafflesOwner,
    metrics: Option<metrics::Listener>,
    hooks: Vec<Hook>,
}

/// Brings the database up to date and creates the first account, as [`build`] does, so that a caller can write to it
/// before a server runs.
pub async fn prepare(config: &Config, clock: &Clock) -> Result<(), StartError> {
    make_ready(config, clock, &database_of(config)?, &PasswordHasher::new(config.auth.bcrypt_cost)).await
}

fn database_of(config: &Config) -> Result<Database, StartError> {
    let database = Database::parse(config.secrets.database_url.expose())?;
    Ok(database.logging_slow_statements(config.log.slow_statement))
}

fn standby_of(config: &Config) -> Result<Option<Database>, StartError> {
    let Some(url) = &config.database.reports_url else { return Ok(None) };
    let database = Database::parse(url.expose())?;
    Ok(Some(database.logging_slow_statements(config.log.slow_statement)))
}

async fn make_ready(
    config: &Config,
    clock: &Clock,
    database: &Database,
    passwords: &PasswordHasher,
) -> Result<(), StartError> {
    let first_account = async |pool: &PgPool| {
        let password = &config.secrets.admin_password;
        if create_first_account(pool, passwords, password, clock.now()).await? {
            log::info!(username = "admin"; "the first account was created");
        }
        Ok(())
    };
    database::make_ready(database, first_account).await
}

/// Builds the server: waits up to a minute for the database, migrates it, starts the background tasks, makes what the
/// handlers share, and binds the listening socket.
pub async fn build(config: &Config, clock: &Clock) -> Result<Server, StartError> {
    let database = database_of(config)?;
    let shutdown = Shutdown::default();
    let pools = Pools::new(&database, config.database.max_connections, config.database.actor_connections);
    let pools = pools.with_standby(standby_of(config)?.as_ref());
    let (whois, whois_task) = whois(config, clock, &pools.actors);
    let secret = &config.secrets.jwt_secret;
    let (lockout, lockout_task) = Lockout::start();
    let sessions = Sessions::new(pools.sellers.clone(), clock.clone(), &config.auth, secret, lockout, whois.clone());
    make_ready(config, clock, &database, &sessions.passwords).await?;
    let registry = database::fill_registry(&database).await;
    let mut waffles_config = waffles_config(config, clock);
    let counters = Arc::clone(&waffles_config.counters);
    let (refused_claims, refused_task) = RefusedClaims::start(PgPool::clone(&pools.actors), now(clock), counters);
    waffles_config.refused_claims = refused_claims;
    let (waffles, owner) = Waffles::start(&pools, database.clone(), waffles_config)?;
    let source_keys = database::source_keys(&pools.actors).await?;
    let (_, audit) = audit::start(PgPool::clone(&pools.actors), audit::EVERY);
    let (retention, purging) =
        Retention::start(PgPool::clone(&pools.actors), now(clock), Pace::default(), source_keys.clone());
    let relays = Relays::new(config.draw.chain, config.draw.relays.clone(), Fetcher::default(), Patience::default());
    let drawing = drawer::start(&waffles, &pools.actors, &relays, &now(clock));
    let sockets = open_files::sockets(config.live.sockets);
    let shared = Shared::new(
        config,
        clock,
        &database,
        &pools,
        sessions,
        &waffles,
        &retention,
        &source_keys,
        &shutdown,
        sockets,
        &relays,
    )?;
    let metrics = match config.server.metrics_listen {
        Some(address) => {
            let bound = metrics::Listener::bind(address, shared.clone(), clock.now());
            Some(bound.map_err(|source| StartError::ListenForMetrics { address, source })?)
        }
        None => None,
    };
    let app = move || {
        let shared = shared.clone();
        App::new()
            .configure(|services| shared.register(services))
            .configure(routes)
            .default_service(web::to(arrival::answer))
            // Middleware: the last one is the outermost.
            .wrap(NormalizePath::trim())
            .wrap(from_fn(failure_pages::answer))
            .wrap(from_fn(flash::forget_shown))
            .wrap(from_fn(compress::texts))
            .wrap(from_fn(headers::add))
            .wrap(from_fn(request_id::identify))
            .wrap(from_fn(request_counts::measure))
    };
    let connections = Connections::default();
    // One for each worker, so that claims and probes get through however the sockets are spread.
    let sizes = Sizes { workers: config.server.workers, connections: sockets + CONNECTIONS_BESIDE_SOCKETS };
    let address = config.server.listen;
    let (http, address) =
        http::listen(app, address, &sizes, &connections).map_err(|source| StartError::Listen { address, source })?;
    // One after the other; the audit log first writes what is waiting.
    let tasks = [
        vec![Some(drawing)],
        vec![Some(audit), Some(purging), Some(refused_task), registry],
        vec![Some(lockout_task), whois_task],
    ];
    let hooks = tasks.map(stopped).into();
    Ok(Server { http, address, connections, shutdown, waffles, owner, metrics, hooks })
}

fn waffles_config(config: &Config, clock: &Clock) -> WafflesConfig {
    WafflesConfig {
        memory_guard: config.claims.memory_guard,
        threads: or(config.server.actor_threads, half_the_cores()),
        lanes: lanes(config),
        ..WafflesConfig::new(now(clock))
    }
}

fn half_the_cores() -> usize {
    (available_parallelism().map_or(1, NonZero::get) / 2).max(1)
}

fn or(number: usize, usual: usize) -> usize {
    if number == 0 { usual } else { number }
}

fn lanes(config: &Config) -> usize {
    or(config.claims.lanes, half_the_cores().min(MOST_LANES))
}

/// The most connections to the primary that a server holds while it runs: among several servers, one of them is that
/// over which it looks whether it still is the primary.
pub(crate) fn database_connections(config: &Config, several: bool) -> u32 {
    let lanes = u32::try_from(lanes(config)).unwrap_or(u32::MAX);
    let others = OTHER_CONNECTIONS + u32::from(several);
    (config.database.max_connections + config.database.actor_connections).saturating_add(lanes) + others
}

/// Stops tasks, all together.
fn stopped(tasks: Vec<Option<Supervised>>) -> Hook {
    Box::pin(async move {
        join_all(tasks.into_iter().flatten().map(Supervised::stop)).await;
    })
}

fn now(clock: &Clock) -> Now {
    let clock = clock.clone();
    Arc::new(move || clock.now())
}

fn whois(config: &Config, clock: &Clock, pool: &PgPool) -> (Whois, Option<Supervised>) {
    if !config.whois.lookups {
        return (Whois::off(), None);
    }
    let (whois, task) = Whois::start(pool.clone(), now(clock), Limits::default());
    (whois, Some(task))
}

impl Server {
    /// The address on which it listens; port 0 has been replaced by the actual port.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address on which it serves metrics, if it does.
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics.as_ref().map(metrics::Listener::address)
    }

    /// The actors of the waffles that it serves.
    pub fn waffles(&self) -> &Waffles {
        &self.waffles
    }

    /// Serves until `stop` resolves. Then stops accepting, lets requests finish, runs the hooks and returns, all
    /// within 15 s.
    pub async fn run(self, stop: impl Future<Output = ()>) -> io::Result<()> {
        let address = format_args!("http://{}", self.address);
        log::info!(address:%, version = env!("CARGO_PKG_VERSION"); "listening");
        let metrics = self.metrics.map(metrics::Listener::run);
        let handle = self.http.handle();
        let mut serving = actix_web::rt::spawn(self.http);
        tokio::select! {
            ended = &mut serving => return ended?,
            () = stop => log::info!("stopping"),
        }
        self.shutdown.begin();
        self.owner.close_watchers();
        let answered = async {
            sleep(SHUTDOWN_WATCHERS).await;
            self.connections.are_gone().await;
        };
        tokio::select! {
            () = handle.stop(true) => {}
            () = answered => log::info!("closing the sockets of watchers that do not read"),
        }
        serving.abort();
        let flush = async {
            for hook in self.hooks {
                hook.await;
            }
            self.owner.stop().await;
        };
        if timeout(SHUTDOWN_FLUSH, flush).await.is_err() {
            log::error!(waited_ms = SHUTDOWN_FLUSH.as_millis(); "stopped before everything was flushed");
        }
        if let Some(metrics) = metrics {
            // Without letting requests finish: the client that reads metrics will ask again.
            let _ = timeout(SHUTDOWN_METRICS, metrics.stop(false)).await;
        }
        log::info!("stopped");
        Ok(())
    }
}
