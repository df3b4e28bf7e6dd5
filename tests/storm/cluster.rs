//! A cluster as `make cluster` starts it, and what can happen to it.

use std::cell::Cell;
use std::collections::HashMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use reqwest::{Certificate, Client, Identity, StatusCode};
use tempfile::TempDir;
use tokio::process::Command;
use tokio::time::{Instant, sleep, timeout};
use waffle_beacon::http_client::client_builder;
use waffle_store::pools::{PgConnectOptions, options};
use waffle_tests::PASSWORD;
use waffle_tests::program::{Server, program};

use crate::api::Api;
use crate::arena::Arena;
use crate::disks::Disks;
use crate::evidence::{Answer, Claimed, Wish};
use crate::history::Note;
use crate::terms::SETTINGS;

/// How long another member may take to lead: twice the time after which Patroni gives a primary up.
pub(crate) const PATIENCE: Duration = Duration::from_secs(40);
/// How long a former primary may take to follow the new one without a copy.
const REWIND: Duration = Duration::from_mins(1);
/// How long it may take to copy the new one.
const COPY: Duration = Duration::from_mins(3);
/// How long a disk stays full.
const FULL: Duration = Duration::from_secs(5);
const MEMBERS: [&str; 3] = ["a", "b", "c"];

pub(crate) struct Cluster {
    pub(crate) script: Server,
    // Dropped before the folder in which they are.
    disks: Option<Disks>,
    pub(crate) folder: TempDir,
    pub(crate) ports: HashMap<String, u16>,
}

/// Leaves the logs of a failed test.
impl Drop for Cluster {
    fn drop(&mut self) {
        if thread::panicking() {
            self.folder.disable_cleanup(true);
            println!("The logs are in {}.", self.folder.path().display());
        }
    }
}

/// What happens to a cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// An operator lets another member lead.
    Switchover,
    /// A standby takes over without the agreement of the primary, which is asked to step down later.
    Promotion,
    /// PostgreSQL of the primary is killed.
    Kill,
    /// PostgreSQL and Patroni of the primary stand still, and later go on as they were.
    Freeze,
    /// Patroni of the primary stands still: PostgreSQL goes on, but another member takes over.
    Headless,
    /// The primary does not reach etcd any more: another member takes over.
    CutOff,
    /// PostgreSQL and Patroni of the standby for which commits wait stand still.
    FreezeStandby,
    /// Two of three etcd stand still: no member may lead.
    NoQuorum,
    /// Nothing more fits on the primary's disk for some seconds.
    FullDisk,
}

/// Without the full disk, for which members need [`Disks`].
const ANYWHERE: [Fault; 8] = [
    Fault::Switchover,
    Fault::Promotion,
    Fault::Kill,
    Fault::Freeze,
    Fault::Headless,
    Fault::CutOff,
    Fault::FreezeStandby,
    Fault::NoQuorum,
];

/// A fault that a cluster has overcome: when it began, when there was a primary again, and which processes still stand
/// still.
pub(crate) struct Suffered {
    pub(crate) begun: Instant,
    pub(crate) led: Instant,
    still: Frozen,
}

/// Processes that stand still. They go on when this is dropped, since one that stands still would not end.
#[derive(Default)]
struct Frozen(Vec<String>);

impl Frozen {
    async fn wake(&self) {
        signal("CONT", &self.0).await;
    }
}

impl Drop for Frozen {
    fn drop(&mut self) {
        let mut wake = std::process::Command::new("kill");
        let _ = wake.args(["-s", "CONT", "--"]).args(&self.0).stderr(Stdio::null()).status();
    }
}

impl Suffered {
    /// Lets them go on as they were, after two more seconds.
    pub(crate) async fn undo(&self) {
        if !self.still.0.is_empty() {
            sleep(Duration::from_secs(2)).await;
            self.still.wake().await;
        }
    }
}

impl Cluster {
    pub(crate) async fn start() -> Self {
        Self::start_in(folder(), None, &program(), &[]).await
    }

    /// Starts a cluster whose disks can be full, where that is possible, with further settings.
    pub(crate) async fn start_on_disks(settings: &[(&str, String)]) -> Self {
        let folder = folder();
        let disks = Disks::mount(MEMBERS.map(|name| folder.path().join(format!("postgres-{name}"))));
        Self::start_in(folder, disks, &program(), settings).await
    }

    /// Starts a cluster with servers of this build.
    pub(crate) async fn start_with(build: &Path) -> Self {
        Self::start_in(folder(), None, build, &[]).await
    }

    async fn start_in(folder: TempDir, disks: Option<Disks>, build: &Path, settings: &[(&str, String)]) -> Self {
        fs::write(folder.path().join("admin"), PASSWORD).unwrap();
        let mut command = script(build, folder.path());
        if *build != program() {
            command.env("CLUSTER_DATABASE", "proxy");
        }
        command.envs(settings.iter().map(|(name, value)| (name, value)));
        let script = Server::spawn(command);
        script.says("Stop  ").await;
        Self::started(script, disks, folder)
    }

    /// The cluster in a folder, which this script has started.
    pub(crate) fn started(script: Server, disks: Option<Disks>, folder: TempDir) -> Self {
        let ports = ports(folder.path());
        Self { script, disks, folder, ports }
    }

    /// Ends it, one member after the other.
    pub(crate) async fn stop(&mut self) {
        self.script.terminate().await;
        self.script.ended_within(Duration::from_mins(1)).await;
    }

    /// The faults that it can suffer.
    pub(crate) fn faults(&self) -> Vec<Fault> {
        let full = self.disks.as_ref().map(|_| Fault::FullDisk);
        ANYWHERE.into_iter().chain(full).collect()
    }

    pub(crate) fn at(&self, name: &str) -> Api {
        Api::at(format!("127.0.0.1:{}", self.ports[name]))
    }

    pub(crate) fn database(&self) -> PgConnectOptions {
        let password = fs::read_to_string(self.folder.path().join("waffle")).unwrap();
        options(&format!("postgres://waffle:{password}@127.0.0.1:{}/waffle", self.ports["database"])).unwrap()
    }

    /// A client that knows the cluster by its authority, with or without a member's certificate.
    fn client(&self, as_member: bool) -> Client {
        let file = |name: &str| fs::read(self.folder.path().join("certificates").join(name)).unwrap();
        let client = client_builder().timeout(Duration::from_secs(1));
        let client = client.tls_certs_only([Certificate::from_pem(&file("ca.crt")).unwrap()]);
        let identity = || Identity::from_pem(&[file("member.crt"), file("member.key")].concat()).unwrap();
        if as_member { client.identity(identity()) } else { client }.build().unwrap()
    }

    /// The members of which Patroni says this, such as `primary`, to the proxy, which has no certificate.
    async fn members(&self, role: &str) -> Vec<&'static str> {
        let client = self.client(false);
        let mut found = Vec::new();
        for name in MEMBERS {
            let port = self.ports[&format!("patroni {name}")];
            let said = client.get(format!("https://127.0.0.1:{port}/{role}")).send().await;
            if said.is_ok_and(|said| said.status() == StatusCode::OK) {
                found.push(name);
            }
        }
        found
    }

    /// Checks that etcd and Patroni let no one decide who leads without a certificate and, for Patroni, the password.
    pub(crate) async fn refuses_others(&self) {
        let password = fs::read_to_string(self.folder.path().join("patroni")).unwrap();
        let etcd = format!("https://127.0.0.1:{}/v2/keys/service/waffle/leader", self.ports["client a"]);
        assert!(self.client(true).get(&etcd).send().await.unwrap().status() == StatusCode::OK);
        assert!(self.client(false).get(&etcd).send().await.is_err(), "etcd answers without a certificate");
        let settings = format!("https://127.0.0.1:{}/config", self.ports["patroni a"]);
        let mut statuses = Vec::new();
        for (as_member, password) in [(false, &*password), (true, "wrong"), (true, &password)] {
            let change = self.client(as_member).patch(&settings).basic_auth("patroni", Some(password));
            statuses.push(change.body(r#"{"loop_wait": 5}"#).send().await.unwrap().status().as_u16());
        }
        assert_eq!(statuses, [403, 401, 200], "no certificate, the wrong password, both");
    }

    /// Checks that each standby takes its password from a file that no other member writes.
    pub(crate) fn passwords_are_apart(&self) {
        let mut standbys = 0;
        for name in MEMBERS {
            let conf = self.folder.path().join(format!("postgres-{name}/data/postgresql.conf"));
            let conf = fs::read_to_string(conf).unwrap_or_default();
            if let Some((_, file)) = conf.split_once("passfile=") {
                assert!(file.split(' ').next().unwrap().ends_with(&format!("/home-{name}/pgpass")), "{name}: {file}");
                standbys += 1;
            }
        }
        assert!(standbys > 0);
    }

    async fn until(&self, what: &str, holds: impl AsyncFn() -> bool) {
        self.within(PATIENCE, what, holds).await;
    }

    async fn within(&self, patience: Duration, what: &str, holds: impl AsyncFn() -> bool) {
        let begun = Instant::now();
        while !holds().await {
            assert!(begun.elapsed() < patience, "{what} takes longer than {patience:?}");
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// Waits for standbys. One whose rewind was interrupted starts for good, so after a while the primary is copied, as
    /// operators do; also to one that would have come.
    async fn until_followed(&self, what: &str, holds: impl AsyncFn() -> bool) {
        let patient = timeout(REWIND, self.within(COPY, what, &holds)).await;
        if patient.is_err() {
            for member in MEMBERS {
                self.copy_anew(member).await;
            }
            self.within(COPY, what, holds).await;
        }
    }

    /// Copies the primary to this member, unless it leads or follows.
    async fn copy_anew(&self, member: &'static str) {
        for role in ["primary", "synchronous", "asynchronous"] {
            if self.members(role).await.contains(&member) {
                return;
            }
        }
        let reinit = self.patronictl(&["reinit", "--force", "waffle", member]).status().await.unwrap();
        println!("member {member} neither leads nor follows: it is copied, {reinit}");
    }

    fn patronictl(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("patronictl");
        command.arg("-c").arg(self.folder.path().join("patronictl.yml")).args(arguments).stdout(Stdio::null());
        command
    }

    /// Waits until there is a primary with a standby for which commits wait.
    pub(crate) async fn until_whole(&self) -> [&'static str; 2] {
        let members = Cell::new([""; 2]);
        let whole = async || {
            let [primaries, standbys] = [self.members("primary").await, self.members("synchronous").await];
            let ([primary], [standby]) = (&primaries[..], &standbys[..]) else { return false };
            members.set([*primary, *standby]);
            true
        };
        self.until_followed("a whole cluster", whole).await;
        members.get()
    }

    fn process(&self, file: &str) -> String {
        fs::read_to_string(self.folder.path().join(file)).unwrap().lines().next().unwrap().to_owned()
    }

    /// The processes of a member's PostgreSQL, the postmaster first.
    async fn postgres(&self, member: &str) -> Vec<String> {
        let mut all = vec![self.process(&format!("postgres-{member}/data/postmaster.pid"))];
        let children = Command::new("ps").args(["-o", "pid=", "--ppid", &all[0]]).output().await.unwrap();
        all.extend(String::from_utf8(children.stdout).unwrap().split_whitespace().map(str::to_owned));
        all
    }

    /// Lets a fault happen to a whole cluster, until there is a primary again, with a standby that answers.
    pub(crate) async fn suffer(&self, fault: Fault) -> Suffered {
        let [primary, standby] = self.until_whole().await;
        let begun = Instant::now();
        let patroni = self.process(&format!("patroni-{primary}.pid"));
        let mut still = Frozen::default();
        let another = async || self.members("primary").await.iter().any(|member| *member != primary);
        let led = match fault {
            Fault::Switchover | Fault::Promotion => {
                let mut command = match fault {
                    Fault::Switchover => self.patronictl(&["switchover", "--force", "waffle"]),
                    _ => self.patronictl(&["failover", "--force", "--candidate", standby, "waffle"]),
                };
                let mut done = command.spawn().unwrap();
                self.until("a switchover", another).await;
                let led = Instant::now();
                assert!(done.wait().await.unwrap().success());
                led
            }
            Fault::Kill => {
                signal("KILL", &self.postgres(primary).await).await;
                self.until("another primary after a kill", another).await;
                Instant::now()
            }
            Fault::Freeze | Fault::Headless | Fault::CutOff => {
                still.0.push(match fault {
                    Fault::CutOff => self.process(&format!("etcd-{primary}.pid")),
                    _ => patroni,
                });
                if fault == Fault::Freeze {
                    still.0.extend(self.postgres(primary).await);
                }
                signal("STOP", &still.0).await;
                self.until("another primary", another).await;
                Instant::now()
            }
            Fault::FreezeStandby => {
                // While it copies the primary, the third member can't take the place of the second.
                let second = async || !self.members("asynchronous").await.is_empty();
                self.until_followed("a second standby", second).await;
                still.0.push(self.process(&format!("patroni-{standby}.pid")));
                still.0.extend(self.postgres(standby).await);
                signal("STOP", &still.0).await;
                let other = async || self.members("synchronous").await.iter().any(|member| *member != standby);
                self.within(2 * PATIENCE, "another standby", other).await;
                Instant::now()
            }
            Fault::NoQuorum => {
                still.0 = ["a", "b"].map(|name| self.process(&format!("etcd-{name}.pid"))).into();
                signal("STOP", &still.0).await;
                self.until("a primary that steps down", async || self.members("primary").await.is_empty()).await;
                still.wake().await;
                self.until("a primary", async || !self.members("primary").await.is_empty()).await;
                Instant::now()
            }
            Fault::FullDisk => {
                let (disks, place) = (self.disks.as_ref().unwrap(), MEMBERS.iter().position(|name| *name == primary));
                disks.fill(place.unwrap());
                sleep(FULL).await;
                disks.extend(place.unwrap());
                self.until("a primary", async || !self.members("primary").await.is_empty()).await;
                Instant::now()
            }
        };
        Suffered { begun, led, still }
    }
}

/// A command that starts a cluster in a folder.
pub(crate) fn script(build: &Path, folder: &Path) -> Command {
    let mut command = Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy/cluster"));
    // A member can be cut off, and buyers come from few addresses.
    command.arg(build).arg(folder).arg("--empty").env("CLUSTER_ETCD", "own").envs(SETTINGS.iter().copied());
    command.kill_on_drop(true).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The ports of a cluster by their names.
pub(crate) fn ports(folder: &Path) -> HashMap<String, u16> {
    serde_json::from_str(&fs::read_to_string(folder.join("ports.json")).unwrap()).unwrap()
}

pub(crate) fn folder() -> TempDir {
    let open = Permissions::from_mode(0o755);
    tempfile::Builder::new().prefix("waffle-cluster").permissions(open).tempdir().unwrap()
}

async fn signal(name: &str, processes: &[String]) {
    // One that has just ended by itself is no failure.
    Command::new("kill").args(["-s", name, "--"]).args(processes).stderr(Stdio::null()).status().await.unwrap();
}

/// Claims at a server until it grants something again.
pub(crate) async fn claims_go_on(api: &Api, arena: &Arena, name: &str) -> Vec<Note> {
    let mut notes = Vec::new();
    for attempt in 0.. {
        let order = arena.board().order(format!("{name}-{attempt}"), Wish::Any(1));
        let told = api.claim(&order, "192.0.2.1").await;
        let granted = matches!(told.answer, Answer::Granted(_));
        notes.push(Note::Claim(Claimed { order, answers: vec![(told.answer, told.took)] }));
        if granted {
            break;
        }
        sleep(Duration::from_millis(50)).await;
    }
    notes
}
