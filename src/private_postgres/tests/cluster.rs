//! The private PostgreSQL serves its owner and never outlives it.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::net::TcpStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use sqlx::{Connection, PgConnection};
use waffle_private_postgres::{Cluster, Error, StopMode};

const GONE_WITHIN: Duration = Duration::from_secs(20);
const POLL: Duration = Duration::from_millis(10);

/// What must be gone once the owner is gone.
struct Traces {
    folder: PathBuf,
    port: u16,
    postmaster: String,
}

impl Traces {
    fn of(folder: &Path, port: u16) -> Self {
        let pid_file = fs::read_to_string(folder.join("cluster/postmaster.pid")).unwrap();
        Self { folder: folder.to_owned(), port, postmaster: pid_file.lines().next().unwrap().to_owned() }
    }

    fn server_runs(&self) -> bool {
        // A zombie keeps its number until it is reaped.
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.postmaster)).unwrap_or_default();
        if stat.contains(") Z ") {
            return false;
        }
        let running = Command::new("kill").args(["-0", &self.postmaster]).stderr(Stdio::null()).status().unwrap();
        running.success() || TcpStream::connect(("127.0.0.1", self.port)).is_ok()
    }

    fn assert_gone_soon(&self) {
        let deadline = Instant::now() + GONE_WITHIN;
        while self.server_runs() || self.folder.exists() {
            assert!(Instant::now() < deadline, "{} or process {} is left", self.folder.display(), self.postmaster);
            std::thread::sleep(POLL);
        }
    }
}

/// Starts `with-postgres` around a command that waits forever, as the leader of a new process group.
fn wrapper(waiting: &str) -> (Child, Traces) {
    let report = tempfile::NamedTempFile::new().unwrap();
    let command = format!("printf '%s\\n' \"$WAFFLE_TEST_POSTGRES\" >\"$0\"; {waiting}");
    let child = Command::new(env!("CARGO_BIN_EXE_with-postgres"))
        .args(["sh", "-c", &command])
        .arg(report.path())
        .stdin(Stdio::piped())
        .process_group(0)
        .spawn()
        .unwrap();
    let deadline = Instant::now() + Duration::from_mins(1);
    let url = loop {
        let url = fs::read_to_string(report.path()).unwrap();
        if url.ends_with('\n') {
            break url;
        }
        assert!(Instant::now() < deadline, "the wrapper did not start its command");
        std::thread::sleep(POLL);
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let folder = runtime.block_on(async {
        let mut connection = PgConnection::connect(url.trim()).await.unwrap();
        let query = sqlx::query_scalar::<_, String>("SELECT current_setting('data_directory')");
        PathBuf::from(query.fetch_one(&mut connection).await.unwrap()).parent().unwrap().to_owned()
    });
    let port = url.split([':', '/']).rev().find_map(|part| part.parse().ok()).unwrap();
    let traces = Traces::of(&folder, port);
    (child, traces)
}

fn send(signal: &str, target: &str) {
    assert!(Command::new("kill").args([signal, "--", target]).status().unwrap().success());
}

async fn one(url: &str) -> Result<i32, sqlx::Error> {
    let mut connection = PgConnection::connect(url).await?;
    sqlx::query_scalar("SELECT 1").fetch_one(&mut connection).await
}

#[test]
fn a_killed_owner_leaves_nothing_behind() {
    let (mut child, traces) = wrapper("read -r forever");
    child.kill().unwrap();
    child.wait().unwrap();
    traces.assert_gone_soon();
}

#[test]
fn a_ctrl_c_leaves_nothing_behind() {
    let (mut child, traces) = wrapper("read -r forever");
    send("-INT", &format!("-{}", child.id()));
    child.wait().unwrap();
    traces.assert_gone_soon();
}

#[test]
fn the_end_of_the_command_is_the_end_of_the_server_and_its_exit_code_is_kept() {
    let (mut child, traces) = wrapper("read -r word; exit 7");
    drop(child.stdin.take());
    assert_eq!(child.wait().unwrap().code(), Some(7));
    assert!(!traces.server_runs() && !traces.folder.exists());
}

#[tokio::test]
async fn a_panic_of_the_owner_leaves_nothing_behind() {
    let cluster = Cluster::throwaway().await.unwrap();
    let traces = Traces::of(cluster.folder(), cluster.port());
    let owner = tokio::spawn(async move {
        let _cluster = cluster;
        panic!("on purpose");
    });
    assert!(owner.await.unwrap_err().is_panic());
    traces.assert_gone_soon();
}

#[tokio::test]
async fn a_server_stops_and_starts_on_the_same_address() {
    let cluster = Cluster::throwaway().await.unwrap();
    let url = cluster.url("postgres");
    for mode in [StopMode::Fast, StopMode::Immediate] {
        cluster.stop_server(mode).await.unwrap();
        assert!(one(&url).await.is_err());
        cluster.start_server().await.unwrap();
        assert_eq!(one(&url).await.unwrap(), 1);
    }
    let traces = Traces::of(cluster.folder(), cluster.port());
    cluster.stop().await.unwrap();
    assert!(!traces.server_runs() && !traces.folder.exists());
}

#[tokio::test]
async fn the_server_wants_the_password_and_listens_to_this_machine_only() {
    let cluster = Cluster::throwaway().await.unwrap();
    let without = format!("postgres://waffle:wrong@127.0.0.1:{}/postgres?sslmode=disable", cluster.port());
    let refusal = one(&without).await.unwrap_err();
    assert_eq!(refusal.as_database_error().unwrap().code().unwrap(), "28P01");
    let mut connection = PgConnection::connect(&cluster.url("postgres")).await.unwrap();
    let listens = sqlx::query_scalar::<_, String>("SELECT current_setting('listen_addresses')");
    assert_eq!(listens.fetch_one(&mut connection).await.unwrap(), "127.0.0.1");
    assert!(!format!("{cluster:?}").contains(cluster.url("").split(['@', ':']).nth(2).unwrap()));
}

#[tokio::test]
async fn durable_data_outlives_its_server_and_a_crash() {
    let parent = tempfile::tempdir().unwrap();
    // The temporary folder is closed to other users, like root's home.
    let folder = parent.path().join("data/postgres");
    let cluster = Cluster::durable(&folder).await.unwrap();
    cluster.create_database("kept").await.unwrap();
    cluster.create_database("kept").await.unwrap();
    let mut connection = PgConnection::connect(&cluster.url("kept")).await.unwrap();
    sqlx::raw_sql("CREATE TABLE note AS SELECT 42 AS answer").execute(&mut connection).await.unwrap();
    // As when the owner is killed: the next one must wait until the server is down.
    drop(cluster);

    let cluster = Cluster::durable(&folder).await.unwrap();
    let traces = Traces::of(&folder, cluster.port());
    send("-KILL", &traces.postmaster);
    cluster.stop().await.unwrap();
    // The process id in the file left by a crash may belong to another process by now.
    let pid_file = folder.join("cluster/postmaster.pid");
    fs::write(&pid_file, format!("{}\n", std::process::id())).unwrap();

    let cluster = Cluster::durable(&folder).await.unwrap();
    let mut connection = PgConnection::connect(&cluster.url("kept")).await.unwrap();
    let answer: i32 = sqlx::query_scalar("SELECT answer FROM note").fetch_one(&mut connection).await.unwrap();
    assert_eq!(answer, 42);
    cluster.stop().await.unwrap();

    Cluster::erase(&folder).await.unwrap();
    Cluster::erase(&folder).await.unwrap();
    assert!(!folder.exists());
}

#[tokio::test]
async fn a_name_that_needs_quoting_is_refused() {
    let cluster = Cluster::throwaway().await.unwrap();
    let refusal = cluster.create_database("x\" OWNER postgres --").await.unwrap_err();
    assert!(matches!(refusal, Error::DatabaseName(_)));
}
