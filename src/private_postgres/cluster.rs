//! A cluster: one PostgreSQL server and its folder.

use std::fmt;
use std::fs::{self, DirBuilder, File, Permissions, TryLockError};
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::fs::{DirBuilderExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use sqlx::{AssertSqlSafe, Connection, PgConnection};
use uuid::Uuid;

use crate::stop_with_parent::{Keeper, Plan};
use crate::user::User;
use crate::{Error, binaries};

const LOOPBACK_ONLY: &str = "-c listen_addresses=127.0.0.1 -c unix_socket_directories=";
const DURABLE: &str = "-c max_connections=200";
/// Its data is never read again after the run, so nothing has to reach the disk.
const THROWAWAY: &str = "-c max_connections=300 -c shared_buffers=64MB -c fsync=off -c full_page_writes=off -c jit=off";
const ALONE: &str = "-c wal_level=minimal -c max_wal_senders=0";
/// Below the ports of outgoing connections. Otherwise a client that tries to reach a stopped server could be given the
/// server's port.
const PORTS: std::ops::Range<u16> = 20_000..32_000;
const PORT_ATTEMPTS: u32 = 20;
/// How long the keeper of a killed owner may take to stop the server.
const LOCK_LIMIT: Duration = Duration::from_secs(25);
const LOCK_PAUSE: Duration = Duration::from_millis(50);

/// How a running server is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopMode {
    /// Ends every connection and shuts down cleanly.
    Fast,
    /// Ends immediately, like a crash; the next start recovers.
    Immediate,
}

/// A private PostgreSQL server. It stops when the cluster is dropped, or when the process ends for any reason.
#[derive(Clone)]
pub struct Cluster {
    keeper: Arc<Mutex<Keeper>>,
    folder: PathBuf,
    port: u16,
    password: String,
}

impl Cluster {
    /// Starts a cluster that keeps its data safely in a folder. Creates it if the folder is absent or empty.
    pub async fn durable(folder: impl AsRef<Path>) -> Result<Self, Error> {
        let folder = folder.as_ref().to_owned();
        blocking(move || {
            let (folder, user, lock) = take(&folder)?;
            let written_by = fs::read_to_string(folder.join("cluster/PG_VERSION")).ok();
            let bin = binaries::find(written_by.and_then(|major| major.trim().parse().ok()))?;
            Self::start(Plan {
                bin: &bin,
                user,
                place: &folder,
                durable: Some(lock),
                standby_of: None,
                options: &format!("{LOOPBACK_ONLY} {DURABLE}"),
                password: &password(),
            })
        })
        .await
    }

    /// Starts a cluster in a temporary folder, which is removed at the end. A crash of the machine may corrupt it.
    pub async fn throwaway() -> Result<Self, Error> {
        Self::temporary(ALONE, None, password()).await
    }

    /// Starts one that standbys can follow.
    pub async fn primary() -> Result<Self, Error> {
        Self::temporary("", None, password()).await
    }

    /// Starts a standby of this one, in a temporary folder too.
    pub async fn standby(&self) -> Result<Self, Error> {
        Self::temporary("-c wal_retrieve_retry_interval=100ms", Some(self.port), self.password.clone()).await
    }

    async fn temporary(besides: &'static str, standby_of: Option<u16>, password: String) -> Result<Self, Error> {
        blocking(move || {
            Self::start(Plan {
                bin: &binaries::find(None)?,
                user: User::unprivileged(None)?,
                place: &std::env::temp_dir(),
                durable: None,
                standby_of,
                options: &format!("{LOOPBACK_ONLY} {THROWAWAY} {besides}"),
                password: &password,
            })
        })
        .await
    }

    /// Removes a durable cluster with all its data. An absent folder is fine, one in use is not.
    pub async fn erase(folder: impl AsRef<Path>) -> Result<(), Error> {
        let folder = folder.as_ref().to_owned();
        blocking(move || {
            let refused = |source| Error::Folder { folder: folder.clone(), source };
            let lock = match File::open(&folder) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
                opened => opened.map_err(refused)?,
            };
            wait_for_lock(&lock, &folder)?;
            fs::remove_dir_all(&folder).map_err(refused)
        })
        .await
    }

    fn start(plan: Plan<'_>) -> Result<Self, Error> {
        let mut keeper = Keeper::start(plan)?;
        let folder = keeper.home().to_owned();
        let password = fs::read_to_string(folder.join("password"))?.trim().to_owned();
        let mut attempt = 1;
        let port = loop {
            let port = free_port()?;
            match keeper.start_server(port) {
                Ok(()) => break port,
                Err(Error::Failed { log, .. }) if attempt < PORT_ATTEMPTS && log.contains("could not bind") => {
                    attempt += 1;
                }
                Err(error) => return Err(error),
            }
        };
        Ok(Self { keeper: Arc::new(Mutex::new(keeper)), folder, port, password })
    }

    /// Returns the address of a database. It contains the password, so keep it out of logs.
    pub fn url(&self, database: &str) -> String {
        let (password, port) = (&self.password, self.port);
        format!("postgres://waffle:{password}@{}:{port}/{database}?sslmode=disable", Ipv4Addr::LOCALHOST)
    }

    /// Returns the port on 127.0.0.1, which stays the same while the cluster lives.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Returns the folder that holds the data, the password and the log.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Creates a database unless it exists.
    pub async fn create_database(&self, name: &str) -> Result<(), Error> {
        let allowed = |character: char| matches!(character, 'a'..='z' | '0'..='9' | '_');
        if name.is_empty() || !name.chars().all(allowed) {
            return Err(Error::DatabaseName(name.to_owned()));
        }
        let mut connection = PgConnection::connect(&self.url("postgres")).await?;
        let query = sqlx::query_scalar("SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)");
        let exists: bool = query.bind(name).fetch_one(&mut connection).await?;
        if !exists {
            let statement = format!(r#"CREATE DATABASE "{name}""#);
            sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut connection).await?;
        }
        Ok(connection.close().await?)
    }

    /// Stops the server and keeps its data, until `start_server`.
    pub async fn stop_server(&self, mode: StopMode) -> Result<(), Error> {
        let mode = match mode {
            StopMode::Fast => "fast",
            StopMode::Immediate => "immediate",
        };
        let cluster = self.clone();
        blocking(move || cluster.lock_keeper().stop_server(mode)).await
    }

    /// Starts the server again, on the same port, and waits until it answers.
    pub async fn start_server(&self) -> Result<(), Error> {
        let cluster = self.clone();
        blocking(move || cluster.lock_keeper().start_server(cluster.port)).await
    }

    /// Stops the server for good and waits until nothing of it runs; a throwaway folder is gone then.
    pub async fn stop(self) -> Result<(), Error> {
        blocking(move || self.lock_keeper().end()).await
    }

    fn lock_keeper(&self) -> std::sync::MutexGuard<'_, Keeper> {
        self.keeper.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Cluster {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Leaves out the password.
        formatter
            .debug_struct("Cluster")
            .field("folder", &self.folder)
            .field("port", &self.port)
            .finish_non_exhaustive()
    }
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Result<T, Error> + Send + 'static) -> Result<T, Error> {
    tokio::task::spawn_blocking(work).await.map_err(io::Error::other)?
}

/// Creates the folder unless it exists, locks it, and gives it to the user that will run PostgreSQL.
fn take(folder: &Path) -> Result<(PathBuf, Option<User>, File), Error> {
    let refused = |source| Error::Folder { folder: folder.to_owned(), source };
    if let Some(parent) = folder.parent() {
        fs::create_dir_all(parent).map_err(refused)?;
    }
    DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(refused)?;
    let folder = folder.canonicalize().map_err(refused)?;
    let lock = File::open(&folder).map_err(refused)?;
    wait_for_lock(&lock, &folder)?;
    let user = User::unprivileged(Some(&folder))?;
    let give = || {
        fs::set_permissions(&folder, Permissions::from_mode(0o700))?;
        user.map_or(Ok(()), |user| chown(&folder, Some(user.uid), Some(user.gid)))
    };
    give().map_err(refused)?;
    Ok((folder, user, lock))
}

fn wait_for_lock(lock: &File, folder: &Path) -> Result<(), Error> {
    let deadline = Instant::now() + LOCK_LIMIT;
    loop {
        match lock.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) if Instant::now() < deadline => thread::sleep(LOCK_PAUSE),
            Err(TryLockError::WouldBlock) => return Err(Error::InUse(folder.to_owned())),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
    }
}

fn password() -> String {
    format!("{}{}", Uuid::new_v4().simple(), Uuid::new_v4().simple())
}

fn free_port() -> Result<u16, Error> {
    let count = u128::from(PORTS.end - PORTS.start);
    for _ in 0..PORT_ATTEMPTS {
        let offset = u16::try_from(Uuid::new_v4().as_u128() % count).unwrap_or_default();
        let port = PORTS.start + offset;
        if TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok() {
            return Ok(port);
        }
    }
    Err(io::Error::new(io::ErrorKind::AddrInUse, "no free port for PostgreSQL on 127.0.0.1").into())
}
