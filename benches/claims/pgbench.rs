//! The floors: what PostgreSQL can do by itself, with pgbench, its own load generator, which talks to it directly: no
//! HTTP, no JSON, nothing to decide. The first one is a call per claim that leaves the rows of a claim, with the same
//! guarantees, in as few statements as that takes. The second one is a call for 64 claims at a time that leaves such
//! rows in tables without checks, which is near the most that PostgreSQL can do.

use std::{cell::Cell, fmt::Write as _, fs, path::PathBuf, rc::Rc};

use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection};
use tokio::process::Command;

use crate::DATABASE;
use crate::rig::{process::Used, seller::Waffle, stage::Stage};

/// The numbers of clients to try pgbench with; the fastest one is compared.
const CLIENTS: [u64; 7] = [1, 2, 4, 8, 16, 32, 64];
/// How long each of them is tried, in seconds.
pub(crate) const BRIEFLY: u64 = 2;
/// The claims of a call of the second floor, and the boards of each of its clients.
const BATCH: u64 = 64;
const BOARDS: u64 = 100;
/// Where its tables are, which nothing vacuums.
const LEAN_DATABASE: &str = "lean";
/// The most clients that it is tried with.
const BATCHERS: u64 = 2;

const FUNCTION: &str = "
CREATE OR REPLACE FUNCTION bench_claim(board uuid, wanted integer, buyer text, key text) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
    seq bigint;
    spot bigint;
    due timestamptz;
BEGIN
    UPDATE waffles
    SET last_seq = last_seq + 1, available_count = available_count - 1, pending_count = pending_count + 1,
        next_pay_by = least(next_pay_by, now() + pay_within_minutes * interval '1 minute')
    WHERE id = board AND status = 'active' AND NOT archived
    RETURNING last_seq, now() + pay_within_minutes * interval '1 minute' INTO seq, due;
    UPDATE spots
    SET status = 'pending', claimed_by_handle = buyer, claimed_at = now(), pay_by = due, claim_seq = seq
    WHERE waffle_id = board AND number = wanted AND status = 'available' RETURNING id INTO spot;
    INSERT INTO events (waffle_id, seq, at, kind, change_id, spot_id, spot_number, from_status, to_status,
        social_handle, pay_by, source)
    VALUES (board, seq, now(), 'spot_update', gen_random_uuid(), spot, wanted, 'available', 'pending', buyer, due,
        '\\x00112233445566778899aabbccddeeff');
    INSERT INTO holdings AS h (waffle_id, first_claimed_at, last_claimed_at, pending, paid, won, lost, handle)
    VALUES (board, now(), now(), 1, 0, 0, 0, buyer)
    ON CONFLICT (handle, waffle_id) DO UPDATE
    SET pending = h.pending + 1, last_claimed_at = greatest(h.last_claimed_at, excluded.last_claimed_at);
    INSERT INTO buyers (handle, created_at, updated_at) VALUES (buyer, now(), now()) ON CONFLICT (handle) DO NOTHING;
    IF key IS NOT NULL THEN
        INSERT INTO idempotency_keys (created_at, first_seq, key, fingerprint, spot_ids, spot_numbers)
        VALUES (now(), seq, decode(key, 'hex'), decode(key, 'hex'), ARRAY[spot], ARRAY[wanted]);
    END IF;
    RETURN seq;
END
$$";

/// A claim of the first floor. The ids are in an array, since pgbench has no way to look one up for free.
const CLAIM: &str = "
\\set turn :turn + 1
\\set place :first + :turn * :clients + :client_id
\\set waffle :place % :waffles + 1
\\set number :place / :waffles + 1
SELECT bench_claim(({ids})[:waffle], :number, {buyer}, {key});
";

const LEAN: &str = "
CREATE TABLE lean_waffles (
    board integer PRIMARY KEY, last_seq bigint NOT NULL, available integer NOT NULL, pending integer NOT NULL,
    next_pay_by timestamptz
) WITH (fillfactor = 70, autovacuum_enabled = off);
CREATE TABLE lean_spots (
    board integer, number integer, id bigint GENERATED ALWAYS AS IDENTITY, status text NOT NULL DEFAULT 'available',
    handle text, claimed_at timestamptz, pay_by timestamptz, claim_seq bigint, PRIMARY KEY (board, number)
) WITH (fillfactor = 50, autovacuum_enabled = off);
CREATE TABLE lean_events (
    board integer, seq bigint, at timestamptz, kind text, change_id uuid, spot_id bigint, number integer,
    from_status text, to_status text, handle text, pay_by timestamptz, source bytea, PRIMARY KEY (board, seq)
) WITH (autovacuum_enabled = off);
CREATE TABLE lean_holdings (
    board integer, first timestamptz, last timestamptz, pending integer, paid integer, won integer, lost integer,
    handle text, PRIMARY KEY (handle, board)
) WITH (autovacuum_enabled = off);
CREATE TABLE lean_buyers (handle text PRIMARY KEY, created_at timestamptz, updated_at timestamptz);
INSERT INTO lean_waffles SELECT n, 0, {spots}, 0, NULL FROM generate_series(0, {boards} - 1) n;
INSERT INTO lean_spots (board, number)
SELECT w, n FROM generate_series(0, {boards} - 1) w, generate_series(1, {spots}) n;
ANALYZE lean_waffles, lean_spots;
CREATE OR REPLACE FUNCTION bench_claims(first bigint, client integer) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
    sold bigint;
BEGIN
    WITH claims AS (
        SELECT (client * {own} + p % {own})::integer AS board, (p / {own} + 1)::integer AS number,
            'buyer' || p % 5000 AS handle
        FROM generate_series(first, first + {batch} - 1) p
    ), counted AS (
        UPDATE lean_waffles w
        SET last_seq = w.last_seq + 1, available = w.available - 1, pending = w.pending + 1,
            next_pay_by = least(w.next_pay_by, now())
        FROM claims c WHERE w.board = c.board
        RETURNING w.board, w.last_seq, c.number, c.handle
    ), taken AS (
        UPDATE lean_spots s
        SET status = 'pending', handle = w.handle, claimed_at = now(), claim_seq = w.last_seq
        FROM counted w WHERE s.board = w.board AND s.number = w.number AND s.status = 'available'
        RETURNING s.id, w.*
    ), noted AS (
        INSERT INTO lean_events
        SELECT t.board, t.last_seq, now(), 'spot_update', gen_random_uuid(), t.id, t.number, 'available', 'pending',
            t.handle, NULL, '\\x00112233445566778899aabbccddeeff'
        FROM taken t
    ), held AS (
        INSERT INTO lean_holdings AS h SELECT t.board, now(), now(), 1, 0, 0, 0, t.handle FROM taken t
        ON CONFLICT (handle, board) DO UPDATE SET pending = h.pending + 1, last = excluded.last
    ), known AS (
        INSERT INTO lean_buyers SELECT DISTINCT t.handle, now(), now() FROM taken t ORDER BY 1 ON CONFLICT DO NOTHING
    )
    SELECT count(*) INTO sold FROM taken;
    ASSERT sold = {batch}, 'not all were available';
END
$$";

/// Sixty-four claims, one of each of as many boards, which no other client has.
const CLAIMS: &str = "
\\set turn :turn + 1
\\set place (:first + :turn) * {batch}
SELECT bench_claims(:place, :client_id);
";

/// What pgbench does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Floor {
    /// A call for each claim, by 5,000 handles.
    Plain,
    /// The same, each with a key and by a new handle.
    Keyed,
}

/// A floor, whose spots are claimed once each.
pub(crate) struct Pgbench {
    program: PathBuf,
    url: String,
    script: PathBuf,
    waffles: usize,
    postmaster: u32,
    first: Cell<u64>,
    /// The claims of a call.
    claims: u64,
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
    /// Prepares the first floor over some waffles. Returns `None` if pgbench is not installed with the server.
    pub(crate) async fn new(stage: &Stage, waffles: &[Waffle], floor: Floor) -> Option<Self> {
        let mut ids = String::from("'{");
        for (place, waffle) in waffles.iter().enumerate() {
            write!(ids, "{}{}", if place > 0 { "," } else { "" }, waffle.id).unwrap();
        }
        ids.push_str("}'::uuid[]");
        let (buyer, key) = match floor {
            Floor::Plain => ("'buyer' || :place % 5000", "NULL"),
            Floor::Keyed => ("'new.buyer.' || :place", "md5(:place || ({ids})[1]::text)"),
        };
        let script = CLAIM.replace("{buyer}", buyer).replace("{key}", key).replace("{ids}", &ids);
        Self::prepare(stage, (DATABASE, FUNCTION), &script, &waffles[0].id, (waffles.len(), 1)).await
    }

    /// Prepares the second floor, with boards of twice as many spots.
    pub(crate) async fn in_batches(stage: &Stage, spots: u32) -> Option<Self> {
        let fill = |text: &str| {
            text.replace("{boards}", &(BATCHERS * BOARDS).to_string())
                .replace("{own}", &BOARDS.to_string())
                .replace("{spots}", &(2 * spots).to_string())
                .replace("{batch}", &BATCH.to_string())
        };
        stage.cluster.create_database(LEAN_DATABASE).await.unwrap();
        Self::prepare(stage, (LEAN_DATABASE, &fill(LEAN)), &fill(CLAIMS), "batches", (1, BATCH)).await
    }

    async fn prepare(
        stage: &Stage,
        (database, setup): (&str, &str),
        script: &str,
        name: &str,
        (waffles, claims): (usize, u64),
    ) -> Option<Self> {
        let command = fs::read_to_string(stage.cluster.folder().join("cluster/postmaster.opts")).ok()?;
        let server = PathBuf::from(command.split([' ', '"']).find(|word| !word.is_empty())?);
        let program = server.with_file_name("pgbench");
        if !program.is_file() {
            return None;
        }
        let (url, postmaster) = (stage.url(database), stage.postmaster());
        let file = stage.folder().join(format!("{name}.sql"));
        fs::write(&file, script).unwrap();
        let mut connection = PgConnection::connect(&url).await.unwrap();
        connection.execute(sqlx::raw_sql(AssertSqlSafe(setup))).await.unwrap();
        Some(Self { program, url, script: file, waffles, postmaster, first: Cell::new(0), claims })
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
        // The rate is missing if nothing was done, which happens on a disk that hardly moves.
        let figure = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or("0");
            line.split([' ', '/']).find(|word| !word.is_empty()).expect("its value").to_owned()
        };
        let calls: u64 = figure("number of transactions actually processed:").parse().unwrap();
        // Some clients get further than others. On the second floor each has its own boards, and they differ less.
        let begun = if self.claims > 1 { calls.div_ceil(clients) * 5 / 4 } else { calls * 2 };
        self.first.set(self.first.get() + clients + begun);
        let rate = figure("tps =").parse::<f64>().unwrap() * self.claims as f64;
        Reached { rate, cost: used.postgres.as_secs_f64() * 1e6 / (calls * self.claims).max(1) as f64 }
    }
}

/// Returns the number of clients at which a floor is fastest.
pub(crate) async fn best(floor: impl AsyncFn() -> Option<Rc<Pgbench>>) -> u64 {
    let mut best = (0, 0.0);
    for clients in CLIENTS {
        let Some(pgbench) = floor().await else {
            println!("pgbench is not installed beside PostgreSQL: there is nothing to compare with");
            break;
        };
        if pgbench.claims > 1 && clients > BATCHERS {
            break;
        }
        let Reached { rate, cost } = pgbench.run(clients, BRIEFLY).await;
        println!("floor with {clients:>2} clients: {rate:>6.0}/s, CPU each: PostgreSQL {cost:.0} µs");
        if rate > best.1 {
            best = (clients, rate);
        }
    }
    best.0
}
