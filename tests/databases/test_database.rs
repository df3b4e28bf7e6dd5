//! Databases for tests: one each, cloned from a migrated template.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;
use std::{env, fs, io, thread};

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, PgConnection, PgPool};
use tokio::sync::OnceCell;
use uuid::Uuid;

use waffle_private_postgres::{Cluster, Error, TEST_POSTGRES};

/// Read at run time, so that a changed migration recompiles nothing here.
const MIGRATIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../migrations");
const FUNCTIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../src/store/functions");

/// How long a test waits at its end for its database to be dropped.
const PATIENCE: Duration = Duration::from_secs(2);

/// An arbitrary number; keeps two test programs from building the template together.
const TEMPLATE_LOCK: i64 = 7_033_285_701;

/// Why a test can't get a database, or tamper with it.
#[derive(Debug, thiserror::Error)]
pub enum TestDatabaseError {
    /// There is no server.
    #[error(transparent)]
    Server(#[from] Error),
    /// The server's address is not valid Unicode.
    #[error("{TEST_POSTGRES}: {0}")]
    Address(#[from] env::VarError),
    /// The template could not be migrated.
    #[error(transparent)]
    Migration(#[from] MigrateError),
    /// The texts of the functions could not be read.
    #[error("{FUNCTIONS}: {0}")]
    Functions(#[from] io::Error),
    /// The server refused a statement.
    #[error(transparent)]
    Sql(#[from] sqlx::Error),
    /// A guard to be removed is missing.
    #[error("there is no guard, or no line `{0}`")]
    NoGuard(String),
}

static SERVER: OnceCell<Server> = OnceCell::const_new();

struct Server {
    maintenance: PgConnectOptions,
    template: String,
    /// Lives until the program ends.
    _own: Option<Cluster>,
}

/// A test's own database. It is dropped with this value, even if a client is still connected.
#[derive(Debug)]
pub struct TestDatabase {
    name: String,
    maintenance: PgConnectOptions,
}

impl TestDatabase {
    /// Creates a database with every migration applied.
    pub async fn create() -> Result<Self, TestDatabaseError> {
        let server = server().await?;
        Self::from_template(server, &server.template).await
    }

    /// Creates one, and connections to it.
    pub async fn with_pool<P: From<PgPool>>(connections: u32) -> Result<(Self, P), TestDatabaseError> {
        let database = Self::create().await?;
        let pool = database.pool(connections).await?;
        Ok((database, pool))
    }

    /// Creates an empty database.
    pub async fn empty() -> Result<Self, TestDatabaseError> {
        Self::from_template(server().await?, "template0").await
    }

    /// Copies the database as it is. No session may be connected to it.
    pub async fn copy(&self) -> Result<Self, TestDatabaseError> {
        Self::from_template(server().await?, &self.name).await
    }

    /// Replaces this database by another one, such as an earlier copy, whatever sessions it has. No session may be
    /// connected to the other one.
    pub async fn put_back(&self, other: Self) -> Result<(), TestDatabaseError> {
        let mut connection = self.maintenance.connect().await?;
        for statement in [
            format!(r#"DROP DATABASE "{}" WITH (FORCE)"#, self.name),
            format!(r#"ALTER DATABASE "{}" RENAME TO "{}""#, other.name, self.name),
        ] {
            sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut connection).await?;
        }
        Ok(connection.close().await?)
    }

    async fn from_template(server: &Server, template: &str) -> Result<Self, TestDatabaseError> {
        let database =
            Self { name: format!("test_{}", Uuid::new_v4().simple()), maintenance: server.maintenance.clone() };
        let mut connection = server.maintenance.connect().await?;
        clone(&mut connection, &database.name, template).await?;
        connection.close().await?;
        Ok(database)
    }

    /// Returns the address of the database, with the password.
    pub fn url(&self) -> String {
        self.connect_options().to_url_lossy().into()
    }

    /// Returns the options to connect to the database.
    pub fn connect_options(&self) -> PgConnectOptions {
        self.maintenance.clone().database(&self.name)
    }

    /// Runs statements, as an operator would with `psql`.
    pub async fn execute(&self, statements: &str) -> Result<(), TestDatabaseError> {
        let mut connection = self.connect_options().connect().await?;
        sqlx::raw_sql(AssertSqlSafe(statements.to_owned())).execute(&mut connection).await?;
        Ok(connection.close().await?)
    }

    /// Opens a pool. The server allows 300 connections to all tests together.
    pub async fn pool<P: From<PgPool>>(&self, connections: u32) -> Result<P, TestDatabaseError> {
        Ok(PgPoolOptions::new().max_connections(connections).connect_with(self.connect_options()).await?.into())
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        let (name, maintenance) = (self.name.clone(), self.maintenance.clone());
        // The test's runtime may be ending, so this needs its own.
        let dropped = thread::spawn(move || {
            tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
                let mut connection = maintenance.connect().await?;
                let statement = format!(r#"DROP DATABASE IF EXISTS "{name}" WITH (FORCE)"#);
                sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut connection).await?;
                Ok::<(), Error>(connection.close().await?)
            })
        });
        // PostgreSQL waits for every session before it drops a database, even for one whose client runs on this thread
        // and can't finish connecting. In that case the rest happens once this thread goes on.
        let (sender, done) = mpsc::channel();
        thread::spawn(move || sender.send(dropped.join()));
        match done.recv_timeout(PATIENCE) {
            Ok(Ok(Ok(()))) | Err(mpsc::RecvTimeoutError::Timeout) => {}
            _ => log::warn!("the test database {} was left behind", self.name),
        }
    }
}

async fn server() -> Result<&'static Server, TestDatabaseError> {
    SERVER
        .get_or_try_init(|| async {
            let own = if env::var_os(TEST_POSTGRES).is_some() { None } else { Some(Cluster::throwaway().await?) };
            let url = own.as_ref().map_or_else(|| env::var(TEST_POSTGRES), |cluster| Ok(cluster.url("postgres")))?;
            let maintenance: PgConnectOptions = url.parse()?;
            let template = template(&maintenance).await?;
            Ok(Server { maintenance, template, _own: own })
        })
        .await
}

/// Creates the migrated template unless there is one for these migrations. Returns its name.
async fn template(maintenance: &PgConnectOptions) -> Result<String, TestDatabaseError> {
    let migrations = Migrator::new(Path::new(MIGRATIONS)).await?;
    let functions = functions()?;
    let name = format!("waffle_template_{:016x}", hash(&migrations, &functions));
    let mut connection = maintenance.connect().await?;
    sqlx::query("SELECT pg_advisory_lock($1)").bind(TEMPLATE_LOCK).execute(&mut connection).await?;
    let query = sqlx::query_scalar("SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)");
    let exists: bool = query.bind(&name).fetch_one(&mut connection).await?;
    if !exists {
        build_template(&mut connection, maintenance, &migrations, &functions, &name).await?;
    }
    // Closing the connection releases the lock.
    connection.close().await?;
    Ok(name)
}

async fn build_template(
    connection: &mut PgConnection,
    maintenance: &PgConnectOptions,
    migrations: &Migrator,
    functions: &BTreeMap<String, String>,
    name: &str,
) -> Result<(), TestDatabaseError> {
    // Renamed when it is complete, so that an interrupted attempt is not taken for the template.
    let draft = format!("{name}_draft");
    let statement = format!(r#"DROP DATABASE IF EXISTS "{draft}" WITH (FORCE)"#);
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut *connection).await?;
    clone(connection, &draft, "template0").await?;
    let mut inside = maintenance.clone().database(&draft).connect().await?;
    migrations.run(&mut inside).await?;
    // Of an edition before all others: the program that starts makes them its own.
    sqlx::query("SELECT install_functions(0, $1, $2)")
        .bind(functions.keys().collect::<Vec<_>>())
        .bind(functions.values().collect::<Vec<_>>())
        .execute(&mut inside)
        .await?;
    inside.close().await?;
    // A template can't be cloned while a session is connected to it.
    let statement = format!(r#"ALTER DATABASE "{draft}" WITH ALLOW_CONNECTIONS false"#);
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut *connection).await?;
    let statement = format!(r#"ALTER DATABASE "{draft}" RENAME TO "{name}""#);
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut *connection).await?;
    Ok(())
}

async fn clone(connection: &mut PgConnection, name: &str, template: &str) -> Result<(), TestDatabaseError> {
    // Three times faster for a small template on a server without fsync. PostgreSQL 14 lacks the option.
    let strategy = if connection.server_version_num() >= Some(150_000) { "STRATEGY file_copy" } else { "" };
    let statement = format!(r#"CREATE DATABASE "{name}" TEMPLATE "{template}" {strategy}"#);
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(connection).await?;
    Ok(())
}

/// Reads the functions that a start installs: their texts by their names.
fn functions() -> io::Result<BTreeMap<String, String>> {
    let mut functions = BTreeMap::new();
    for file in fs::read_dir(FUNCTIONS)? {
        let path = file?.path();
        if let Some(name) = path.file_stem() {
            functions.insert(name.to_string_lossy().into_owned(), fs::read_to_string(&path)?);
        }
    }
    Ok(functions)
}

fn hash(migrations: &Migrator, functions: &BTreeMap<String, String>) -> u64 {
    let mut hasher = DefaultHasher::new();
    functions.hash(&mut hasher);
    for migration in migrations.iter() {
        (migration.version, &migration.checksum).hash(&mut hasher);
    }
    hasher.finish()
}
