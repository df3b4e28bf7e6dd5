//! The server of chaos that is not the cluster's, and what happens to it.

use std::env::consts::ARCH;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rand::{RngExt, rngs::StdRng};
use tokio::time::{sleep, timeout};
use waffle_beacon::local::LocalBeacon;
use waffle_test_databases::breaking_proxy::BreakingProxy;
use waffle_test_databases::inspection::{end_listeners, end_sessions};
use waffle_tests::FlakyNetwork;
use waffle_tests::program::Server;

use super::wires::Wires;
use crate::api::Api;
use crate::cluster::{Cluster, PATIENCE};
use crate::terms::SETTINGS;

/// How long the third server stands still at most.
pub(super) const STILL: Duration = Duration::from_secs(3);

/// What happens to the third server alone, to its way to the database, or to its clients' way to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blow {
    /// It is killed, and started again.
    KillServer,
    /// It stands still for some seconds.
    FreezeServer,
    /// Ten answers of the database are lost, with their connections.
    Cut,
    /// Nothing goes through its connections to the database for some seconds, then all that was held back.
    Silence,
    /// The database's answers take a tenth of a second longer.
    Slow,
    /// The database ends all sessions, of all servers.
    EndSessions,
    /// The database ends the sessions in which servers wait for hints.
    EndListeners,
    /// Its buyers, sellers and watchers lose their connections, ten times.
    CutClients,
    /// Nothing goes through its clients' connections for some seconds; then they end.
    SilenceClients,
    /// The server's clock jumps, by a minute and a half at most, and later back.
    Clock,
}

/// The blows that can be struck everywhere.
pub(super) const ANYWHERE: [Blow; 9] = [
    Blow::KillServer,
    Blow::FreezeServer,
    Blow::Cut,
    Blow::Silence,
    Blow::Slow,
    Blow::EndSessions,
    Blow::EndListeners,
    Blow::CutClients,
    Blow::SilenceClients,
];

/// A server that is not the cluster's, reached over one way however often it is started again.
pub(super) struct Third {
    pub(super) server: Server,
    network: FlakyNetwork,
    pub(super) api: Api,
    pub(super) proxy: BreakingProxy,
    url: String,
    secret: String,
    clock: PathBuf,
    /// Where its logs are kept.
    folder: PathBuf,
    /// How often it was started.
    starts: u32,
    beacon: Arc<LocalBeacon>,
}

/// Debian's libfaketime, without which clocks don't jump.
pub(super) fn fake_time() -> Option<String> {
    let library = format!("/usr/lib/{ARCH}-linux-gnu/faketime/libfaketime.so.1");
    Path::new(&library).exists().then_some(library)
}

async fn start(url: &str, secret: &str, listen: &str, clock: &Path, beacon: &LocalBeacon) -> Server {
    let clock = clock.to_str().unwrap();
    let mut settings = vec![
        ("JWT_SECRET", secret),
        ("WAFFLE__SERVER__LISTEN", listen),
        ("WAFFLE__LOG__FILTER", "warn,waffle=info,waffle_pages=error,waffle_api=error"),
    ];
    let fake_time = fake_time();
    if let Some(library) = &fake_time {
        settings.extend([
            ("LD_PRELOAD", library.as_str()),
            ("FAKETIME_TIMESTAMP_FILE", clock),
            ("FAKETIME_CACHE_DURATION", "1"),
            ("FAKETIME_DONT_FAKE_MONOTONIC", "1"),
        ]);
    }
    let beacon = beacon.settings();
    settings.extend(beacon.iter().map(|(name, value)| (*name, value.as_str())));
    settings.extend(SETTINGS);
    Server::start(url, &settings).await
}

async fn ten_times(cut: impl Fn()) {
    for _ in 0..10 {
        cut();
        sleep(Duration::from_millis(100)).await;
    }
}

impl Third {
    /// Keeps its log so far, apart from those of its earlier starts.
    pub(super) fn keep_log(&self) {
        let file = self.folder.join(format!("server-3-{}.log", self.starts));
        fs::write(file, self.server.log()).unwrap();
    }

    /// The newest lines of its log, the last one first.
    pub(super) fn said_last(&self) -> String {
        self.server.log().lines().rev().take(40).collect::<Vec<_>>().join("\n")
    }

    pub(super) async fn start(cluster: &Cluster, beacon: &Arc<LocalBeacon>, wires: &Wires) -> Self {
        let read = |name: &str| fs::read_to_string(cluster.folder.path().join(name)).unwrap();
        let proxy = wires.spawn(BreakingProxy::passing(cluster.ports["database"], "")).await.unwrap().unwrap();
        let url = format!("postgres://waffle:{}@127.0.0.1:{}/waffle", read("waffle"), proxy.port());
        let (secret, clock) = (read("jwt").repeat(2), cluster.folder.path().join("clock"));
        fs::write(&clock, "+0").unwrap();
        let server = start(&url, &secret, "127.0.0.1:0", &clock, beacon).await;
        let network = wires.spawn(FlakyNetwork::to(server.address.parse().unwrap())).await.unwrap();
        let (api, beacon) = (Api::of_strangers(network.address.to_string(), wires.thread()), Arc::clone(beacon));
        let folder = cluster.folder.path().to_owned();
        Self { server, network, api, proxy, url, secret, clock, folder, starts: 1, beacon }
    }

    pub(super) async fn suffer(&mut self, blow: Blow, cluster: &Cluster, rng: &mut StdRng) {
        let while_it_lasts = sleep(Duration::from_millis(rng.random_range(500..5_000)));
        match blow {
            Blow::KillServer => {
                self.server.kill().await;
                self.keep_log();
                self.starts += 1;
                while_it_lasts.await;
                self.server = start(&self.url, &self.secret, &self.server.address, &self.clock, &self.beacon).await;
            }
            Blow::FreezeServer => {
                self.server.freeze().await;
                timeout(STILL, while_it_lasts).await.unwrap_or_default();
                self.server.wake().await;
            }
            Blow::Cut => ten_times(|| self.proxy.cut()).await,
            Blow::Silence => {
                self.proxy.stall();
                while_it_lasts.await;
                self.proxy.resume();
            }
            Blow::Slow => {
                self.proxy.delay(100);
                while_it_lasts.await;
                self.proxy.delay(0);
            }
            Blow::CutClients => ten_times(|| self.network.cut()).await,
            Blow::SilenceClients => {
                self.network.silence();
                timeout(STILL, while_it_lasts).await.unwrap_or_default();
                self.network.cut();
            }
            // Without a primary there are none.
            Blow::EndSessions => drop(timeout(PATIENCE, end_sessions(&cluster.database())).await),
            Blow::EndListeners => drop(timeout(PATIENCE, end_listeners(&cluster.database())).await),
            Blow::Clock => {
                fs::write(&self.clock, format!("{:+}", rng.random_range(-90..=90))).unwrap();
                while_it_lasts.await;
                fs::write(&self.clock, "+0").unwrap();
            }
        }
    }
}
