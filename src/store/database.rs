//! Where the database is: one server, or several of which one takes writes.

mod connection_string;
pub mod lookout;

use std::future;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use log::LevelFilter;
use sqlx::ConnectOptions;
use sqlx::postgres::{PgConnectOptions, PgPool};
use tokio::sync::watch;

use self::lookout::Lookout;
use crate::failure::StoreFailure;

/// The servers that a connection string names. Clones share the knowledge which of them is the primary.
#[derive(Clone)]
pub struct Database(Arc<Servers>);

struct Servers {
    options: Vec<PgConnectOptions>,
    /// The place of the primary among them, as far as is known.
    primary: AtomicUsize,
    /// What connects to the primary by itself.
    pools: Mutex<Vec<PgPool>>,
    let_go: watch::Sender<Option<Instant>>,
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
pub(crate) const NO_PRIMARY: &str = "the server takes no writes, as a standby, or is a former primary";

/// When connections to an earlier primary were given up.
#[derive(Debug, Clone)]
pub(crate) struct LetGo(watch::Receiver<Option<Instant>>);

impl LetGo {
    /// Returns whether a connection of this age leads to an earlier primary.
    pub(crate) fn concerns(&self, age: Duration) -> bool {
        self.0.borrow().is_some_and(|moment| age >= moment.elapsed())
    }

    /// Ends when that happens from now on.
    pub(crate) fn next(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut let_go = self.0.clone();
        let_go.mark_unchanged();
        changed(let_go)
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
        changed(self.0.clone())
    }
}

/// Ends when something changes that has not been seen; never once nothing can change it any more.
async fn changed<T>(mut seen: watch::Receiver<T>) {
    if seen.changed().await.is_err() {
        future::pending::<()>().await;
    }
}

impl Database {
    /// Parses a connection string:
    /// `postgres://user@one:5432,two:5432/name?target_session_attrs=read-write`. Of several servers, the one that takes
    /// writes is used. Errors never repeat the string, because it holds a password.
    pub fn parse(url: &str) -> Result<Self, StoreFailure> {
        let options = connection_string::parse(url)?;
        Ok(Self::of(options.into_iter().map(|options| options.application_name("waffle")).collect()))
    }

    fn of(options: Vec<PgConnectOptions>) -> Self {
        Self(Arc::new(Servers {
            options,
            primary: AtomicUsize::default(),
            pools: Mutex::default(),
            let_go: watch::Sender::default(),
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
        LetGo(self.0.let_go.subscribe())
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

    /// Gives up all connections that there are.
    fn let_go_until_now(&self) {
        self.0.let_go.send_replace(Some(Instant::now()));
    }

    fn turn_to(&self, place: usize) {
        let primary = &self.0.options[place];
        log::warn!(host = primary.get_host(), port = primary.get_port(); "the primary is another server");
        self.0.primary.store(place, Relaxed);
        for pool in lock(&self.0.pools).iter() {
            pool.set_connect_options(primary.clone());
        }
        self.let_go_until_now();
        self.0.turns.send_replace(());
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

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_to_a_standby_or_a_former_primary_is_none_to_the_primary() {
        let database = Database::parse("postgres://me@one,two/w").unwrap();
        assert!(database.is_of_primary(Some("00000001")) && !database.is_of_primary(None));
        *lock(&database.0.newest) = Some("0000000A".into());
        let seen = [Some("00000009"), Some("0000000A"), Some("0000000B"), None];
        assert_eq!(seen.map(|timeline| database.is_of_primary(timeline)), [false, true, true, false]);
    }
}
