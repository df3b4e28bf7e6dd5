//! A durable PostgreSQL in a temporary folder.

use std::fs;

use sqlx::{Connection, Executor, PgConnection};
use tempfile::TempDir;
use waffle_test_databases::Cluster;

/// The database server of a benchmark. Its databases are new, and never analyzed.
pub struct Stage {
    pub cluster: Cluster,
    folder: TempDir,
}

impl Stage {
    pub async fn set() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let cluster = Cluster::durable(folder.path().join("postgres")).await.unwrap();
        Self { cluster, folder }
    }

    pub fn url(&self, database: &str) -> String {
        self.cluster.url(database)
    }

    /// Returns the folder for other files that a benchmark writes.
    pub fn folder(&self) -> &std::path::Path {
        self.folder.path()
    }

    /// Returns the id of PostgreSQL's first process.
    pub fn postmaster(&self) -> u32 {
        let text = fs::read_to_string(self.cluster.folder().join("cluster/postmaster.pid")).unwrap();
        text.lines().next().unwrap().trim().parse().unwrap()
    }

    /// Flushes what the previous run left unwritten, so that the next one does not pay for it.
    pub async fn checkpoint(&self) {
        let mut connection = PgConnection::connect(&self.url("postgres")).await.unwrap();
        connection.execute("CHECKPOINT").await.unwrap();
    }

    pub async fn clear(self) {
        self.cluster.stop().await.unwrap();
    }
}
