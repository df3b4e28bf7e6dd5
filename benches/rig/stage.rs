//! A durable PostgreSQL in a temporary folder.

use std::fs;

use sqlx::{Connection, Executor, PgConnection};
use tempfile::TempDir;
use waffle_private_postgres::Cluster;

/// The database server of a benchmark. Its databases are new, and nobody analyzes them.
pub(crate) struct Stage {
    pub(crate) cluster: Cluster,
    folder: TempDir,
}

impl Stage {
    pub(crate) async fn set() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let cluster = Cluster::durable(folder.path().join("postgres")).await.unwrap();
        Self { cluster, folder }
    }

    pub(crate) fn url(&self, database: &str) -> String {
        self.cluster.url(database)
    }

    /// Returns the folder for whatever else a benchmark writes.
    pub(crate) fn folder(&self) -> &std::path::Path {
        self.folder.path()
    }

    /// Returns the id of PostgreSQL's first process.
    pub(crate) fn postmaster(&self) -> u32 {
        let text = fs::read_to_string(self.cluster.folder().join("cluster/postmaster.pid")).unwrap();
        text.lines().next().unwrap().trim().parse().unwrap()
    }

    /// Flushes what the previous run left unwritten, so that the next one does not pay for it.
    pub(crate) async fn checkpoint(&self) {
        let mut connection = PgConnection::connect(&self.url("postgres")).await.unwrap();
        connection.execute("CHECKPOINT").await.unwrap();
    }

    pub(crate) async fn clear(self) {
        self.cluster.stop().await.unwrap();
    }
}
