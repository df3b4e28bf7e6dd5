//! Where the database is: one server, or several of which one takes writes.

use std::future;
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use log::LevelFilter;
use sqlx::ConnectOptions;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool};
use tokio::sync::watch;
use tokio::time::timeout;
use waffle_domain::timeouts::PRIMARY_ANSWER;

use crate::failure::StoreFailure;

/// The most servers that a connection string may name.
const MOST_SERVERS: usize = 16;

/// The servers that a connection string names. Clones share the knowledge which of them is the primary.
#[derive(Clone)]
pub struct Database(Arc<Servers>);

struct Servers {
    options: Vec<PgConnectOptions>,
    /// The place of the primary among them, as far as is known.
    primary: AtomicUsize,
    /// What connects to the primary by itself.
    pools: Mutex<Vec<PgPool>>,
    let_go: LetGo,
    /// The newest branch of the database's history that was seen.
    newest: Mutex<Option<Timeline>>,
    turns: watch::Sender<()>,
}

/// The number of a branch of the database's history. Each promotion of a standby begins another one, with a higher
/// number.
type Timeline = String;

/// Returns which one a server writes to, or nothing if it takes no writes.
pub(crate) const TIMELINE: &str = "SELECT CASE WHEN current_setting('transaction_read_only') = 'off'
    THEN left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) END";

/// Why a connection is not used: it may lack what was committed. The next try may find the primary.
pub(crate) const NO_PRIMARY: &str = "the server is a standby or a former primary";

/// When connections to an earlier primary were given up.
#[derive(Debug, Clone, Default)]
pub(crate) struct LetGo(Arc<Mutex<Option<Instant>>>);

impl LetGo {
    /// Returns whether a connection of this age leads to an earlier primary.
    pub(crate) fn concerns(&self, age: Duration) -> bool {
        lock(&self.0).is_some_and(|moment| age >= moment.elapsed())
    }

    fn all_until_now(&self) {
        *lock(&self.0) = Some(Instant::now());
    }
}

/// Notices that another server has become the primary since this was made.
#[derive(Debug, Clone)]
pub(crate) struct Turns(watch::Receiver<()>);

impl Turns {
    /// Notices what happens from now on.
    pub(crate) fn beginning_now(&self) -> Self {
        let mut turns = self.0.clone();
        turns.mark_unchanged();
        Self(turns)
    }

    pub(crate) fn has_turned(&self) -> bool {
        self.0.has_changed().unwrap_or(false)
    }

    /// Ends when that happens.
    pub(crate) fn turned(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut turns = self.0.clone();
        async move {
            // Among no servers there is no other one.
            if turns.changed().await.is_err() {
                future::pending::<()>().await;
            }
        }
    }
}

/// Looks at several servers over connections that it keeps.
pub struct Lookout {
    database: Database,
    connections: Vec<Option<PgConnection>>,
    /// Whether no primary was found the last time.
    lost: bool,
}

impl Database {
    /// Parses a connection string, which may name several servers as libpq reads it (its documentation, 34.1.1.2):
    /// `postgres://user@one:5432,two:5432/name?target_session_attrs=read-write`. The one that takes writes is used.
    /// Errors never repeat the string, because it holds a password.
    pub fn parse(url: &str) -> Result<Self, StoreFailure> {
        let options = servers(url).and_then(|urls| {
            let parsed = urls.iter().map(|url| PgConnectOptions::from_str(url).map_err(|_| NO_CONNECTION_STRING));
            parsed.collect::<Result<Vec<_>, _>>()
        });
        match options {
            Ok(options) => {
                Ok(Self::of(options.into_iter().map(|options| options.application_name("waffle")).collect()))
            }
            Err(reason) => Err(StoreFailure::Broken(reason.into())),
        }
    }

    fn of(options: Vec<PgConnectOptions>) -> Self {
        Self(Arc::new(Servers {
            options,
            primary: AtomicUsize::default(),
            pools: Mutex::default(),
            let_go: LetGo::default(),
            newest: Mutex::default(),
            turns: watch::Sender::default(),
        }))
    }

    /// Has every connection log statements that take this long or longer; none without a limit.
    pub fn logging_slow_statements(&self, least: Option<Duration>) -> Self {
        let (level, least) = least.map_or((LevelFilter::Off, Duration::MAX), |least| (LevelFilter::Warn, least));
        Self::of(self.0.options.iter().map(|options| options.clone().log_slow_statements(level, least)).collect())
    }

    /// Returns how to connect to the primary, as far as is known.
    pub fn primary(&self) -> &PgConnectOptions {
        &self.0.options[self.0.primary.load(Relaxed)]
    }

    /// Returns how to connect to each of the servers.
    pub fn servers(&self) -> &[PgConnectOptions] {
        &self.0.options
    }

    /// Returns whether there are several servers.
    pub fn is_several(&self) -> bool {
        self.0.options.len() > 1
    }

    /// Lets a pool follow the primary, for as long as this lives.
    pub(crate) fn lead(&self, pool: &PgPool) {
        if self.is_several() {
            lock(&self.0.pools).push(pool.clone());
        }
    }

    pub(crate) fn let_go(&self) -> LetGo {
        self.0.let_go.clone()
    }

    pub(crate) fn turns(&self) -> Turns {
        Turns(self.0.turns.subscribe())
    }

    /// Finds the primary among several servers, as [`Lookout::look`] does.
    pub async fn find_primary(&self) -> Result<(), StoreFailure> {
        if self.is_several() { Lookout::new(self).look().await } else { Ok(()) }
    }

    /// Returns whether a server that writes to this branch of the history, or takes no writes, is no standby and no
    /// former primary, as far as is known. A connection that was on its way to a former primary when another one was
    /// found would otherwise be used for as long as it lasts.
    pub(crate) fn is_of_primary(&self, timeline: Option<&str>) -> bool {
        timeline.is_some_and(|timeline| lock(&self.0.newest).as_ref().is_none_or(|newest| timeline >= newest.as_str()))
    }

    fn turn_to(&self, place: usize) {
        let primary = &self.0.options[place];
        log::warn!(host = primary.get_host(), port = primary.get_port(); "the primary is another server");
        self.0.primary.store(place, Relaxed);
        for pool in lock(&self.0.pools).iter() {
            pool.set_connect_options(primary.clone());
        }
        self.0.let_go.all_until_now();
        self.0.turns.send_replace(());
    }
}

impl Lookout {
    /// Makes one that connects when it looks.
    pub fn new(database: &Database) -> Self {
        Self { database: database.clone(), connections: Vec::new(), lost: false }
    }

    /// Returns whether no primary was found the last time.
    pub fn is_lost(&self) -> bool {
        self.lost
    }

    /// Finds the primary, within a second: the server that takes writes. If several do, it is the one whose history
    /// branched off last, since a former primary that could not be stopped has an older one; one that was promoted
    /// since the last time is used as soon as it answers. Fails if none takes writes, or only former primaries do.
    pub async fn look(&mut self) -> Result<(), StoreFailure> {
        let servers = &self.database.0;
        let (known, newest) = (servers.primary.load(Relaxed), lock(&servers.newest).clone());
        self.connections.resize_with(servers.options.len(), || None);
        let kept = self.connections.iter_mut().map(Option::take);
        let asks = servers.options.iter().zip(kept).enumerate();
        let mut answers: FuturesUnordered<_> =
            asks.map(|(place, (options, kept))| async move { (place, timeline(options, kept).await) }).collect();
        let (mut found, mut reasons) = (None, Vec::new());
        while let Some((place, answer)) = answers.next().await {
            let name = || format!("{}:{}", servers.options[place].get_host(), servers.options[place].get_port());
            let (timeline, connection) = match answer {
                Ok(answer) => answer,
                Err(reason) => {
                    reasons.push(format!("{}: {reason}", name()));
                    continue;
                }
            };
            self.connections[place] = Some(connection);
            match timeline {
                None => reasons.push(format!("{}: it takes no writes", name())),
                Some(timeline) if newest.as_ref().is_some_and(|newest| timeline < *newest) => {
                    reasons.push(format!("{}: it is a former primary", name()));
                }
                Some(timeline) => {
                    let was_promoted = newest.as_ref().is_some_and(|newest| timeline > *newest);
                    found = found.max(Some((timeline, place == known, place)));
                    if was_promoted {
                        break;
                    }
                }
            }
        }
        let Some((timeline, _, place)) = found else {
            self.lost = true;
            return Err(StoreFailure::Unreachable(format!("no server takes writes: {}", reasons.join("; "))));
        };
        *lock(&servers.newest) = Some(timeline);
        if place != known {
            self.database.turn_to(place);
        } else if self.lost {
            // Connections from before may be dead.
            servers.let_go.all_until_now();
        }
        self.lost = false;
        Ok(())
    }
}

impl From<&PgConnectOptions> for Database {
    fn from(options: &PgConnectOptions) -> Self {
        Self::of(vec![options.clone()])
    }
}

impl From<PgConnectOptions> for Database {
    fn from(options: PgConnectOptions) -> Self {
        Self::of(vec![options])
    }
}

impl From<&Self> for Database {
    fn from(database: &Self) -> Self {
        database.clone()
    }
}

/// Returns which branch of the database's history a server writes to, if it takes writes, and the connection over which
/// it said so. A standby takes none, nor does a server that was made read-only. Says why if it does not answer.
async fn timeline(
    options: &PgConnectOptions,
    kept: Option<PgConnection>,
) -> Result<(Option<Timeline>, PgConnection), String> {
    let ask = async {
        if let Some(mut connection) = kept
            && let Ok(timeline) = timeline_over(&mut connection).await
        {
            return Ok((timeline, connection));
        }
        let mut connection = options.connect().await?;
        let timeline = timeline_over(&mut connection).await?;
        Ok::<_, sqlx::Error>((timeline, connection))
    };
    match timeout(PRIMARY_ANSWER, ask).await {
        Ok(answer) => answer.map_err(|error| error.to_string()),
        Err(_) => Err(format!("no answer within {} s", PRIMARY_ANSWER.as_secs())),
    }
}

async fn timeline_over(connection: &mut PgConnection) -> Result<Option<Timeline>, sqlx::Error> {
    sqlx::query_scalar(TIMELINE).fetch_one(connection).await
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

const NO_CONNECTION_STRING: &str = "DATABASE_URL is no PostgreSQL connection string";

/// Makes a connection string for each server of one that names several.
fn servers(url: &str) -> Result<Vec<String>, &'static str> {
    let (scheme, rest) = url.split_once("://").ok_or(NO_CONNECTION_STRING)?;
    let (authority, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let (user, hosts) = authority.rsplit_once('@').map_or(("", authority), |(user, hosts)| (user, hosts));
    let at = if authority.contains('@') { "@" } else { "" };
    let (path, parameters) = path.split_once('?').unwrap_or((path, ""));
    let (target, others): (Vec<_>, Vec<_>) =
        parameters.split('&').partition(|parameter| parameter.starts_with("target_session_attrs="));
    if !target.iter().all(|target| target.ends_with("=read-write") || target.ends_with("=primary")) {
        return Err("DATABASE_URL: target_session_attrs can only be read-write or primary, which are the same here");
    }
    if others.iter().any(|parameter| {
        parameter.starts_with("host") && (parameter.contains(',') || parameter.to_lowercase().contains("%2c"))
    }) {
        return Err("DATABASE_URL: name several servers as postgres://user@one:5432,two:5432/database");
    }
    let question = if parameters.is_empty() { "" } else { "?" };
    let parameters = others.join("&");
    let urls: Vec<String> =
        hosts.split(',').map(|host| format!("{scheme}://{user}{at}{host}{path}{question}{parameters}")).collect();
    if urls.len() > MOST_SERVERS || (urls.len() > 1 && hosts.split(',').any(str::is_empty)) {
        return Err("DATABASE_URL can name up to 16 servers, separated by commas");
    }
    Ok(urls)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(url: &str) -> Vec<(String, u16)> {
        let database = Database::parse(url).unwrap();
        database.0.options.iter().map(|options| (options.get_host().to_owned(), options.get_port())).collect()
    }

    fn refusal(url: &str) -> String {
        Database::parse(url).err().expect("a refusal").to_string()
    }

    #[test]
    fn one_server_or_several_are_found_in_a_connection_string() {
        assert_eq!(hosts("postgres://me:secret@one:5433/w"), [("one".into(), 5433)]);
        let several = hosts("postgres://me:a,b%40c@one:1,two/w?sslmode=disable&target_session_attrs=read-write");
        assert_eq!(several, [("one".into(), 1), ("two".into(), 5432)]);
        assert_eq!(hosts("postgres:///w?host=%2Frun%2Fpostgresql&port=5433")[0].1, 5433);
        let database = Database::parse("postgres://me:a,b%40c@one,two/w?target_session_attrs=primary").unwrap();
        for options in &database.0.options {
            assert_eq!((options.get_username(), options.get_database()), ("me", Some("w")));
        }
        assert!(database.is_several() && !Database::parse("postgres://one/w").unwrap().is_several());
    }

    #[test]
    fn a_connection_to_a_standby_or_a_former_primary_is_none_to_the_primary() {
        let database = Database::parse("postgres://me@one,two/w").unwrap();
        assert!(database.is_of_primary(Some("00000001")) && !database.is_of_primary(None));
        *lock(&database.0.newest) = Some("0000000A".into());
        let seen = [Some("00000009"), Some("0000000A"), Some("0000000B"), None];
        assert_eq!(seen.map(|timeline| database.is_of_primary(timeline)), [false, true, true, false]);
    }

    #[test]
    fn up_to_sixteen_servers_may_be_named() {
        let url = |count: usize| format!("postgres://me@{}/w", vec!["one"; count].join(","));
        assert_eq!(hosts(&url(16)).len(), 16);
        assert!(refusal(&url(17)).contains("up to 16 servers"));
        assert!(refusal("postgres://me@one,,two/w").contains("separated by commas"));
    }

    #[test]
    fn what_is_refused_is_said_without_the_password() {
        for (url, reason) in [
            ("hunter2", "no PostgreSQL connection string"),
            ("postgres://me:hunter2@one:x,two/w", "no PostgreSQL connection string"),
            ("postgres://me:hunter2@one,two/w?target_session_attrs=standby", "read-write"),
            ("postgres://me:hunter2@one/w?host=one,two", "postgres://user@one:5432,two:5432/database"),
            ("postgres://me:hunter2@one/w?host=one%2Ctwo", "postgres://user@one:5432,two:5432/database"),
        ] {
            let refusal = refusal(url);
            assert!(refusal.contains(reason) && !refusal.contains("hunter2"), "{refusal}");
        }
    }
}
