//! The baseline: pgbench, PostgreSQL's own load generator, with one transaction per claim. It writes the rows that a
//! claim writes, with the same guarantees, and talks to the database directly: no HTTP, no JSON, nothing to decide.

use std::{cell::Cell, fmt::Write as _, fs, path::PathBuf};

use tokio::process::Command;

use crate::DATABASE;
use crate::rig::{process::Used, seller::Waffle, stage::Stage};

/// The statements of a claim. The ids are in an array, since pgbench has no way to look one up for free.
const CLAIM: &str = "
\\set turn :turn + 1
\\set place :first + :turn * :clients + :client_id
\\set waffle :place % :waffles + 1
\\set number :place / :waffles + 1
\\set buyer :place % 5000
BEGIN;
UPDATE waffles SET last_seq = last_seq + 1, available_count = available_count - 1, pending_count = pending_count + 1
    WHERE id = ({ids})[:waffle] AND status = 'active' AND NOT archived RETURNING last_seq \\gset
UPDATE spots SET status = 'pending', claimed_by_handle = 'buyer' || :buyer, claimed_at = now()
    WHERE waffle_id = ({ids})[:waffle] AND number = :number AND status = 'available' RETURNING id AS spot \\gset
INSERT INTO events (waffle_id, seq, at, kind, change_id, spot_id, spot_number, from_status, to_status, social_handle)
    VALUES (({ids})[:waffle], :last_seq, now(), 'spot_update', gen_random_uuid(), :spot, :number, 'available',
        'pending', 'buyer' || :buyer);
INSERT INTO holdings AS h (waffle_id, first_claimed_at, last_claimed_at, pending, paid, won, lost, handle)
    VALUES (({ids})[:waffle], now(), now(), 1, 0, 0, 0, 'buyer' || :buyer)
    ON CONFLICT (handle, waffle_id) DO UPDATE
    SET pending = h.pending + 1, last_claimed_at = greatest(h.last_claimed_at, excluded.last_claimed_at);
INSERT INTO buyers (handle, created_at, updated_at) VALUES ('buyer' || :buyer, now(), now())
    ON CONFLICT (handle) DO NOTHING;
COMMIT;
";

/// A set of waffles for pgbench, whose spots are claimed once each.
pub(crate) struct Pgbench {
    program: PathBuf,
    url: String,
    script: PathBuf,
    waffles: usize,
    postmaster: u32,
    first: Cell<u64>,
}

/// What a run reached.
#[derive(Clone, Copy)]
pub(crate) struct Reached {
    /// Claims per second.
    pub(crate) rate: f64,
    /// PostgreSQL's CPU time for each, in microseconds.
    pub(crate) cost: f64,
}

impl Pgbench {
    /// Prepares runs over some waffles. Returns `None` if pgbench is not installed with the server.
    pub(crate) fn new(stage: &Stage, waffles: &[Waffle]) -> Option<Self> {
        let command = fs::read_to_string(stage.cluster.folder().join("cluster/postmaster.opts")).ok()?;
        let server = PathBuf::from(command.split([' ', '"']).find(|word| !word.is_empty())?);
        let program = server.with_file_name("pgbench");
        if !program.is_file() {
            return None;
        }
        let mut ids = String::from("'{");
        for (place, waffle) in waffles.iter().enumerate() {
            write!(ids, "{}{}", if place > 0 { "," } else { "" }, waffle.id).unwrap();
        }
        ids.push_str("}'::uuid[]");
        let script = stage.folder().join(format!("claim_{}.sql", waffles[0].id));
        fs::write(&script, CLAIM.replace("{ids}", &ids)).unwrap();
        let (url, postmaster) = (stage.url(DATABASE), stage.postmaster());
        Some(Self { program, url, script, waffles: waffles.len(), postmaster, first: Cell::new(0) })
    }

    /// Claims for some seconds. Panics unless each claim is granted.
    pub(crate) async fn run(&self, clients: u64, seconds: u64) -> Reached {
        let mut command = Command::new(&self.program);
        command.args(["--no-vacuum", "--protocol=prepared", "--jobs=1"]);
        command.arg(format!("--client={clients}")).arg(format!("--file={}", self.script.display()));
        let defined =
            [("turn", 0), ("first", self.first.get()), ("clients", clients), ("waffles", self.waffles as u64)];
        command.args(defined.map(|(name, value)| format!("--define={name}={value}")));
        command.arg(format!("--time={seconds}"));
        let before = Used::now(0, self.postmaster);
        let output = command.arg(&self.url).output().await.unwrap();
        let used = Used::now(0, self.postmaster).since(before);
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "pgbench: {}", String::from_utf8_lossy(&output.stderr));
        let figure = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name)).expect("a figure of pgbench");
            line.split([' ', '/']).find(|word| !word.is_empty()).expect("its value").to_owned()
        };
        let claims: u64 = figure("number of transactions actually processed:").parse().unwrap();
        // Some clients get further than others.
        self.first.set(self.first.get() + clients + 2 * claims);
        let rate = figure("tps =").parse().unwrap();
        Reached { rate, cost: used.postgres.as_secs_f64() * 1e6 / claims as f64 }
    }
}
