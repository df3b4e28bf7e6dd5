//! `waffle demo`: the whole service to try out on this machine, with its own PostgreSQL, secrets and sample waffles.

mod beacon;
mod crowd;
mod data_folder;
mod evening;
mod goods;
mod opening;
mod password;
mod people;
mod shop;
mod story;
mod waffles_on_sale;
mod welcome;
mod year;

use std::{
    error::Error,
    future::Future,
    io::{self, ErrorKind, Write},
    net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener},
    path::PathBuf,
    pin::{Pin, pin},
};

use waffle_domain::{account::Account, password_queue::Asker, username::Username};
use waffle_private_postgres::Cluster;
use waffle_service::clock::Clock;
use waffle_service::config::{Config, ConfigError, Environment, Secret, Secrets};
use waffle_service::session::password_hash::PasswordHasher;
use waffle_store::accounts::{self, Credentials};
use waffle_store::pools;

use crate::logging;
use crate::server::{self, Server, StartError};
use data_folder::{Folder, FolderError};

const DATABASE: &str = "waffle";
const USERNAME: &str = "admin";
const PORT: u16 = 8080;
/// The crowd sends its buyers' addresses as a proxy on this machine would.
const LOOPBACK: &str = "127.0.0.0/8, ::1";
const PRIVATE: &str = "10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16";

/// How the demo is started.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Empty the data folder first: new secrets, new samples
    #[arg(long)]
    fresh: bool,
    /// Port on 127.0.0.1; 0 takes a free one [default: 8080]
    #[arg(long)]
    port: Option<u16>,
    /// Let simulated buyers claim, and a simulated seller mark paid, so that the boards move
    #[arg(long)]
    crowd: bool,
    /// Use an empty database, whose address is in the environment, instead of a private PostgreSQL
    #[arg(long, conflicts_with = "fresh")]
    no_postgres: bool,
    /// Folder that keeps the data between runs
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
}

/// Why the demo can't run: a sentence that says what to do about it.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    #[error(transparent)]
    Configuration(#[from] ConfigError),
    #[error(
        "{0} is taken. Choose another port: waffle demo --port {next}",
        next = .0.port().checked_add(1).unwrap_or(PORT)
    )]
    Taken(SocketAddr),
    #[error("The crowd claims on this machine alone, but the server listens on {0}. Leave --crowd or the address out.")]
    NotLocal(IpAddr),
    #[error("With --no-postgres, DATABASE_URL has to name an empty database. Set it, or leave --no-postgres out.")]
    NoDatabase,
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error("The private PostgreSQL: {0}.")]
    Postgres(#[from] waffle_private_postgres::Error),
    #[error(transparent)]
    Start(StartError),
    #[error("The sample waffles: {0}.")]
    Samples(Failed),
    #[error("The first account can't be read: {0}.")]
    Account(Failed),
    #[error("The log can't be started: {0}.")]
    Log(#[from] log::SetLoggerError),
    #[error("The operating system refused something: {0}.")]
    System(#[from] io::Error),
}

/// Why the database can't be filled or read; it is only shown.
type Failed = Box<dyn Error + Send + Sync>;

impl From<StartError> for DemoError {
    fn from(error: StartError) -> Self {
        match error {
            StartError::Listen { address, source } if source.kind() == ErrorKind::AddrInUse => Self::Taken(address),
            other => Self::Start(other),
        }
    }
}

/// Runs the demo until it is stopped. Leaves no process behind.
pub fn run(options: &Options, environment: Environment) -> Result<(), DemoError> {
    let given = match environment.get("DATABASE_URL") {
        Some(url) if options.no_postgres => Some(Secret::new(url)),
        None if options.no_postgres => return Err(DemoError::NoDatabase),
        _ => None,
    };
    let config = configuration(options, environment)?;
    let listen = config.server.listen;
    if options.crowd && !(listen.ip().is_loopback() || listen.ip().is_unspecified()) {
        return Err(DemoError::NotLocal(listen.ip()));
    }
    check_free(listen)?;
    logging::start(&config.log)?;
    for warning in &config.warnings {
        log::warn!("{warning}");
    }
    actix_web::rt::System::new().block_on(async {
        let mut stop = pin!(waffle_http::shutdown::signals()?);
        let folder = Folder::open(&options.data)?;
        if options.fresh {
            folder.empty().await?;
        }
        if let Some(database_url) = given {
            return serve(options, config, &folder, database_url, stop).await;
        }
        say(&format!("Starting a private PostgreSQL in {} …\n", folder.postgres().display()));
        let mut starting = pin!(Cluster::durable(folder.postgres()));
        let cluster = tokio::select! {
            cluster = &mut starting => cluster?,
            () = &mut stop => {
                say("Stopping …\n");
                return Ok(starting.await?.stop().await?);
            }
        };
        cluster.create_database(DATABASE).await?;
        let outcome = serve(options, config, &folder, Secret::new(cluster.url(DATABASE)), stop).await;
        cluster.stop().await?;
        outcome
    })
}

/// Loads the demo's settings. Databases or secrets in the environment belong to another server: the secrets are never
/// used, and the databases only with `--no-postgres`.
fn configuration(options: &Options, environment: Environment) -> Result<Config, ConfigError> {
    let proxies = environment.get("TRUSTED_PROXIES").unwrap_or(PRIVATE);
    let proxies = format!("{proxies}, {LOOPBACK}");
    let cards = options.data.join("cards").to_string_lossy().into_owned();
    let mut environment = environment
        .with("TRUSTED_PROXIES", proxies)
        .with("WAFFLE__CARDS__CACHE_DIR", cards)
        .with("DATABASE_URL", "postgres://")
        .with("JWT_SECRET", "-".repeat(32))
        .with("ADMIN_PASSWORD", "-");
    if !options.no_postgres {
        environment = environment.with("WAFFLE__DATABASE__REPORTS_URL", "");
    }
    for (name, value) in [
        ("WAFFLE__AUTH__COOKIE_SECURE", "false"),
        ("WAFFLE__LOG__FILTER", "warn,sqlx::query=error"),
        ("WAFFLE__PAYMENTS__WALLET_A__LABEL", "Wallet"),
        ("WAFFLE__PAYMENTS__WALLET_A__LINK", "https://pay.example/{handle}?amount={amount}"),
        ("WAFFLE__PAYMENTS__WALLET_B__LABEL", "Card link"),
        ("WAFFLE__PAYMENTS__WALLET_C__LABEL", "Bank transfer"),
        ("WAFFLE__PAYMENTS__WALLET_D__LABEL", "Cash at pickup"),
    ] {
        if environment.get(name).is_none() {
            environment = environment.with(name, value);
        }
    }
    if let Some(port) = options.port {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        environment = environment.with("PORT", "").with("WAFFLE__SERVER__LISTEN", address.to_string());
    }
    let config = Config::load(&environment)?;
    let listen = config.server.listen;
    if environment.get("WAFFLE__SERVER__PUBLIC_URL").is_some() || listen.port() == 0 {
        return Ok(config);
    }
    // Shared links must lead to this machine, without TLS.
    let host = if listen.ip().is_unspecified() { Ipv4Addr::LOCALHOST.into() } else { listen.ip() };
    let address = SocketAddr::new(host, listen.port());
    Config::load(&environment.with("WAFFLE__SERVER__PUBLIC_URL", format!("http://{address}")))
}

/// Checks that the port is free before anything is started.
fn check_free(address: SocketAddr) -> Result<(), DemoError> {
    match TcpListener::bind(address) {
        Err(error) if error.kind() == ErrorKind::AddrInUse => Err(DemoError::Taken(address)),
        // The server reports any other problem better.
        _ => Ok(()),
    }
}

async fn serve(
    options: &Options,
    mut config: Config,
    folder: &Folder,
    database_url: Secret,
    mut stop: Pin<&mut impl Future<Output = ()>>,
) -> Result<(), DemoError> {
    let (jwt_secret, admin_password) = (folder.jwt_secret()?, folder.admin_password()?);
    config.secrets = Secrets { database_url, jwt_secret, admin_password: admin_password.clone() };
    let clock = Clock::system();
    let beacon = beacon::start(&folder.beacon_secret()?, &clock).await?;
    config.draw = beacon::draw(&beacon);
    tokio::select! {
        prepared = server::prepare(&config, &clock) => prepared?,
        () = &mut stop => return Ok(()),
    }
    let (account, known) = first_account(&config, &admin_password).await.map_err(DemoError::Account)?;
    // Before the server starts, since it would draw the samples that are due, at another time. It takes a few seconds,
    // and must not be left half done.
    let before = clock.elapsed();
    let filled = opening::fill_once(&config, &account, &beacon, clock.now()).await.map_err(DemoError::Samples)?;
    let waited = clock.elapsed().saturating_sub(before);
    log::info!(written = filled, waited_ms = waited.as_millis(); "samples");
    let server = tokio::select! {
        server = server::build(&config, &clock) => server?,
        () = &mut stop => return Ok(()),
    };

    let base = format!("http://{}", reachable(&server));
    let receipt = welcome::receipt(&server, &config).await.map(|token| format!("{base}/claim/{token}"));
    say(&welcome::text(&base, known.then_some(&admin_password), receipt.as_deref(), folder, (filled, options.crowd)));
    let crowd = options.crowd.then(|| actix_web::rt::spawn(crowd::gather(base, known.then_some(admin_password))));
    let stop = async {
        stop.await;
        say("Stopping …\n");
        if let Some(crowd) = crowd {
            crowd.abort();
        }
    };
    Ok(server.run(stop).await?)
}

/// Returns the first account, and whether this is its password.
async fn first_account(config: &Config, password: &Secret) -> Result<(Account, bool), Failed> {
    let pool = pools::pool(&pools::options(config.secrets.database_url.expose())?, 1);
    let found = accounts::credentials(&pool, &Username::parse(USERNAME)?).await?;
    pool.close().await;
    let none = || format!("there is none called {USERNAME}; begin anew with: waffle demo --fresh");
    let Credentials { account, password_hash } = found.ok_or_else(none)?;
    let hasher = PasswordHasher::new(config.auth.bcrypt_cost);
    let known = hasher.matches(password.expose(), Some(password_hash), Asker::Known(account.id)).await?;
    Ok((account, known))
}

fn reachable(server: &Server) -> SocketAddr {
    let mut address = server.address();
    if address.ip().is_unspecified() {
        address.set_ip(Ipv4Addr::LOCALHOST.into());
    }
    address
}

/// Prints to the terminal. A closed standard output does not stop the demo.
fn say(text: &str) {
    let mut out = io::stdout();
    if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        log::debug!(error:%; "standard output is closed");
    }
}

#[cfg(test)]
mod tests {
    use waffle_domain::payment::PaymentType;

    use super::*;

    fn options(port: Option<u16>) -> Options {
        Options { fresh: false, port, crowd: false, no_postgres: false, data: "data".into() }
    }

    #[test]
    fn nothing_of_another_servers_secrets_is_used() {
        let production = Environment::default()
            .with("DATABASE_URL", "postgres://shop:hunter2@db.example/shop")
            .with("JWT_SECRET", "the secret of the shop, 32 characters")
            .with("ADMIN_PASSWORD", "the password of the shop")
            .with("WAFFLE__DATABASE__REPORTS_URL", "postgres://shop:hunter2@copy.example/shop");
        let config = configuration(&options(None), production.clone()).unwrap();
        assert_eq!(config.database.reports_url, None);
        let beside_its_database = configuration(&Options { no_postgres: true, ..options(None) }, production).unwrap();
        assert!(beside_its_database.database.reports_url.is_some());
        let secrets = config.secrets;
        for secret in [secrets.database_url, secrets.jwt_secret, secrets.admin_password] {
            assert!(!secret.expose().contains("shop"));
        }
    }

    #[test]
    fn it_listens_on_this_machine_unless_the_environment_says_otherwise() {
        let listens = |options, environment| configuration(&options, environment).unwrap().server.listen.to_string();
        let port = Environment::default().with("PORT", "3000");
        assert_eq!(listens(options(None), Environment::default()), "127.0.0.1:8080");
        assert_eq!(listens(options(Some(9000)), Environment::default()), "127.0.0.1:9000");
        assert_eq!(listens(options(None), port.clone()), "0.0.0.0:3000");
        assert_eq!(listens(options(Some(9000)), port), "127.0.0.1:9000");
    }

    #[test]
    fn payment_types_have_names_that_buyers_know_unless_the_environment_has_others() {
        let labels = |environment| {
            let types = configuration(&options(None), environment).unwrap().payments;
            PaymentType::ALL.map(|kind| types.label(kind).to_owned())
        };
        assert_eq!(labels(Environment::default()), ["Wallet", "Card link", "Bank transfer", "Cash at pickup"]);
        let own = Environment::default().with("WAFFLE__PAYMENTS__WALLET_B__LABEL", "Honey Pay");
        assert_eq!(labels(own)[1], "Honey Pay");
    }

    #[test]
    fn cookies_work_over_http_and_loopback_counts_as_a_proxy() {
        let own = Environment::default().with("TRUSTED_PROXIES", "203.0.113.7");
        let config = configuration(&options(None), own).unwrap();
        assert!(!config.auth.cookie_secure);
        for proxy in ["127.0.0.1", "::1", "203.0.113.7"] {
            assert!(config.server.trusted_proxies.contains(proxy.parse().unwrap()), "{proxy}");
        }
    }

    #[test]
    fn a_port_that_is_taken_is_named_with_the_way_out() {
        let taken = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = taken.local_addr().unwrap();
        let sentence = check_free(address).unwrap_err().to_string();
        assert!(sentence.contains(&address.to_string()) && sentence.contains("--port"), "{sentence}");
    }
}
