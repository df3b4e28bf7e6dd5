//! A local beacon. It works over HTTP as a public one does, with a private key. Its operator can know rounds before
//! they appear, so it is only for the demo without internet, and for tests.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use blst::min_sig::SecretKey;
use chrono::{DateTime, Utc};
use serde_json::json;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{sleep, timeout};
use waffle_domain::draw::beacon::{Chain, PublicKey, SIGNED_FOR, Signature, signed_message};
use waffle_domain::draw::digest::{Digest, Hex, sha256};
use waffle_domain::draw::round::{Round, Timetable};

use crate::local_http::{Reply, path, send};

#[cfg(any(test, feature = "faults"))]
pub mod manners;

/// The most connections at the same time.
const MOST_CONNECTIONS: usize = 64;
/// For one request and its answer.
const PATIENCE: Duration = Duration::from_mins(1);
/// After the system refused a connection.
const PAUSE: Duration = Duration::from_millis(100);

/// Returns the current time.
pub type Now = Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>;

/// The configuration of a beacon.
#[derive(Clone)]
pub struct Plan {
    /// Where it listens; port 0 takes a free one.
    pub listen: SocketAddr,
    /// The seed of its key. The same bytes make the same key.
    pub secret: [u8; 32],
    /// When its rounds appear.
    pub timetable: Timetable,
    pub now: Now,
}

/// A running beacon. It stops when it is dropped.
pub struct LocalBeacon {
    address: SocketAddr,
    signer: Arc<Signer>,
    task: JoinHandle<()>,
}

struct Signer {
    key: SecretKey,
    chain: Chain,
    now: Now,
    #[cfg(any(test, feature = "faults"))]
    manners: manners::Manners,
}

impl LocalBeacon {
    /// Starts a beacon on the caller's runtime.
    pub async fn start(plan: Plan) -> io::Result<Self> {
        let signer = Arc::new(Signer::new(&plan)?);
        let listener = TcpListener::bind(plan.listen).await?;
        let address = listener.local_addr()?;
        let task = tokio::spawn(serve(listener, Arc::clone(&signer)));
        Ok(Self { address, signer, task })
    }

    /// Returns the chain that it signs.
    pub fn chain(&self) -> &Chain {
        &self.signer.chain
    }

    /// Returns its address, as relays are configured.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Signs a round, even one that has not appeared.
    pub fn sign(&self, round: Round) -> Signature {
        self.signer.sign(round)
    }

    /// Returns the environment variables with which a server asks this beacon.
    pub fn settings(&self) -> [(&'static str, String); 5] {
        let (chain, timetable) = (self.chain(), self.chain().timetable());
        [
            ("WAFFLE__DRAW__BEACON__CHAIN", chain.hash().to_string()),
            ("WAFFLE__DRAW__BEACON__PUBLIC_KEY", chain.public_key().bytes().to_string()),
            ("WAFFLE__DRAW__BEACON__GENESIS", timetable.genesis().to_string()),
            ("WAFFLE__DRAW__BEACON__PERIOD_SECONDS", timetable.period_seconds().to_string()),
            ("WAFFLE__DRAW__BEACON__URLS", self.url()),
        ]
    }
}

impl Drop for LocalBeacon {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Signer {
    fn new(plan: &Plan) -> io::Result<Self> {
        let no_key = || io::Error::other("these bytes make no key");
        let key = SecretKey::key_gen(&plan.secret, &[]).map_err(|_| no_key())?;
        let public_key = PublicKey::new(Hex::of(key.sk_to_pk().compress())).ok_or_else(no_key)?;
        let chain = Chain::new(name(&public_key, plan.timetable), public_key, plan.timetable);
        Ok(Self {
            key,
            chain,
            now: Arc::clone(&plan.now),
            #[cfg(any(test, feature = "faults"))]
            manners: manners::Manners::default(),
        })
    }

    fn sign(&self, round: Round) -> Signature {
        Hex::of(self.key.sign(signed_message(round).as_bytes(), SIGNED_FOR, &[]).compress())
    }

    fn reply(&self, path: &str) -> Reply {
        #[cfg(any(test, feature = "faults"))]
        if let Some(reply) = self.misbehave(path) {
            return reply;
        }
        self.honest(path)
    }

    fn honest(&self, path: &str) -> Reply {
        let Some(round) = self.asked_for(path) else {
            return Reply::Json(404, json!({"error": "not found"}).to_string());
        };
        if self.chain.timetable().time_of(round) > (self.now)() {
            return Reply::Json(425, json!({"error": "too early"}).to_string());
        }
        answer(round, self.sign(round))
    }

    /// The newest round that has appeared.
    fn newest(&self) -> Option<Round> {
        #[cfg(any(test, feature = "faults"))]
        if let Some(round) = self.manners.newest() {
            return Some(round);
        }
        self.chain.timetable().newest_at((self.now)())
    }

    /// The round that a path names.
    fn asked_for(&self, path: &str) -> Option<Round> {
        let round = path.strip_prefix(&format!("/{}/public/", self.chain.hash()))?;
        if round == "latest" {
            return self.newest();
        }
        Round::try_from(round.parse::<u64>().ok()?).ok()
    }
}

/// Names a chain as drand does: by the hash of its parameters.
fn name(public_key: &PublicKey, timetable: Timetable) -> Digest {
    let (period, genesis) = (timetable.period_seconds().to_be_bytes(), timetable.genesis().to_be_bytes());
    sha256(&[&period[..], &genesis, public_key.bytes().as_bytes()].concat())
}

fn answer(round: Round, signature: Signature) -> Reply {
    let randomness = sha256(signature.as_bytes());
    Reply::Json(200, json!({"round": round, "randomness": randomness, "signature": signature}).to_string())
}

async fn serve(listener: TcpListener, signer: Arc<Signer>) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept(), if connections.len() < MOST_CONNECTIONS => match accepted {
                Ok((stream, _)) => {
                    let signer = Arc::clone(&signer);
                    connections.spawn(async move { timeout(PATIENCE, converse(stream, &signer)).await });
                }
                Err(_) => sleep(PAUSE).await,
            },
            Some(_) = connections.join_next() => {}
        }
    }
}

async fn converse(mut stream: TcpStream, signer: &Signer) -> io::Result<()> {
    let Some(path) = path(&mut stream).await? else { return Ok(()) };
    let reply = signer.reply(&path);
    send(&mut stream, reply).await
}
