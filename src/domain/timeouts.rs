//! All time limits of the service, in one place, so that a test can show that inner waits give up before outer ones.
//!
//! Only limits belong here. Pauses between attempts, and intervals, are defined where they are used.

use std::time::Duration;

const fn seconds(count: u64) -> Duration {
    Duration::from_secs(count)
}

const fn millis(count: u64) -> Duration {
    Duration::from_millis(count)
}

// Connections of clients.

/// The head of a request: slow clients must not hold connections.
pub const REQUEST_HEAD: Duration = seconds(5);
/// The same if no such limit could be set up, for want of a file descriptor.
pub const REQUEST_HEAD_AT_LAST: Duration = seconds(60);
/// The body of a request, for the same reason.
pub const REQUEST_BODY: Duration = seconds(5);
/// The same for a form with a photo, which phones send slowly.
pub const UPLOAD_BODY: Duration = seconds(60);
/// An idle connection: longer than most proxies keep theirs, so that the proxy is the one to close it.
pub const KEEP_ALIVE: Duration = seconds(75);
/// A connection whose peer acknowledges nothing.
pub const TCP_USER_TIMEOUT: Duration = seconds(30);
/// A WebSocket client that acknowledges packets, but does not read the few KiB that wait for it.
pub const CLIENT_READS: Duration = seconds(30);
/// Waiting for the client to close a connection that the server ends, so that it can read the rest.
pub const CONNECTION_END: Duration = seconds(1);
/// The time between two pings on a watcher's socket.
pub const WATCHER_HEARTBEAT: Duration = seconds(30);
/// A watcher that sends nothing, not even a pong: two and a half heartbeats.
pub const WATCHER_SILENCE: Duration = seconds(75);
/// A watcher that reads nothing of what waits for it: after that it must reconnect.
pub const WATCHER_STALL: Duration = seconds(5);
/// The longest a watcher may take to finish a frame.
pub const WATCHER_FRAME: Duration = seconds(10);

// Requests.

/// The promise to clients: every request is answered within this time.
pub const REQUEST: Duration = seconds(10);
/// A request is refused with 503 after this time, whatever it waits for.
pub const REQUEST_DEADLINE: Duration = millis(9_500);
/// The answer of a waffle's actor.
pub const ACTOR_ANSWER: Duration = REQUEST_DEADLINE;
/// The claim from a form without JavaScript, whose page must still be rendered after it.
pub const CLAIM_PAGE: Duration = seconds(9);
/// A share card, including the wait for its slot.
pub const CARD: Duration = seconds(8);
/// Waiting for a slot to receive a photo.
pub const UPLOAD_SLOT: Duration = seconds(2);
/// Making a JPEG of an uploaded file, including the wait for those before it.
pub const DEVELOP: Duration = seconds(8);
/// A request with a photo is refused with 503 after this time, whatever it waits for.
pub const UPLOAD_DEADLINE: Duration = seconds(90);
/// Reading a photo, including the wait for those before it.
pub const PHOTO_READ: Duration = seconds(4);
/// Waiting for a slot to send a long history.
pub const HISTORY_SLOT: Duration = seconds(2);
/// Sending a long history, once it has a slot. It may take longer than other answers, because it is long.
pub const HISTORY: Duration = seconds(30);
/// Waiting for a slot to read a report.
pub const REPORT_SLOT: Duration = seconds(2);
/// Waiting for admission to try a password, while as many tries of the same name are under way as may fail.
pub const PASSWORD_TRY: Duration = seconds(1);
/// Hashing a password, including the wait for a slot: as long as a request can wait, since a crowd may be ahead of it.
pub const PASSWORD_HASH: Duration = seconds(8);
/// Finding out who is signed in, on pages that can do without.
pub const VISITOR: Duration = seconds(1);
/// The database's answers on the system page, which can do without them.
pub const SYSTEM_INFORMATION: Duration = seconds(1);
/// Reading what pages show of the seller. Without an answer, they show what was read last.
pub const SELLER_READ: Duration = millis(400);
/// The promise to probes: they are answered within this time.
pub const PROBE: Duration = seconds(2);
/// The database's answer to probes. A probe that comes while it is awaited waits for it, and for the next.
pub const PROBE_DATABASE: Duration = millis(900);

// Connections to the database.

/// Opening a connection.
pub const CONNECT: Duration = seconds(2);
/// Asking one of several servers of the database whether it takes writes.
pub const PRIMARY_ANSWER: Duration = seconds(1);
/// Waiting for a connection of a pool, or opening it. If that takes longer, it is still opened for the next one, within
/// [`CONNECT`].
pub const POOL_SLOT: Duration = millis(1_800);
/// Connecting to the standby for reports: a report that finds it away is then read at the primary.
pub const STANDBY_CONNECT: Duration = millis(600);
/// A report, or a part of an export, at the standby: after that, a primary that is not busy still answers in time.
pub const STANDBY_READ: Duration = seconds(7);
/// A lock, unless stated otherwise.
pub const POOL_LOCK: Duration = seconds(3);
/// A statement, unless stated otherwise.
pub const POOL_STATEMENT: Duration = seconds(5);
/// An idle transaction.
pub const POOL_IDLE_TRANSACTION: Duration = seconds(5);

// Waffles.

/// Loading a waffle, counted from when another one was loaded: if the database is unreachable, clients are answered
/// within 2 s.
pub const WAFFLE_LOAD: Duration = millis(1_900);
/// Loading a waffle when many others are queued before it, as after a restart.
pub const WAFFLE_LINE: Duration = seconds(7);
/// Waiting for a snapshot that contains a change just made. After that it is read from the database.
pub const SNAPSHOT: Duration = seconds(2);
/// Reading a list, or what a handle holds, for all requests at the same time. A request that comes during such a read
/// waits for it, and for the next.
pub const LIST_READ: Duration = seconds(4);
/// Reading the log, for an actor that follows it or a watcher that reconnects.
pub const LOG_READ: Duration = seconds(5);
/// Reading the logs of many waffles after a hint. The next comparison finds what this misses.
pub const HINTED_READ: Duration = seconds(2);
/// Comparing sequence numbers with the database. The next comparison is soon.
pub const COMPARISON: Duration = seconds(2);
/// A round of announcements. The keeper takes care of any that are left over.
pub const ANNOUNCEMENTS: Duration = seconds(1);
/// Connecting to send or receive hints, or sending some.
pub const HINT: Duration = seconds(2);
/// A lock, on the connection that sends hints.
pub const HINT_LOCK: Duration = seconds(1);

// Changes to a waffle's spots, and to buyers' reports of payments.

/// Waiting until earlier changes of the same waffle are through.
pub const CHANGE_SLOT: Duration = millis(1_500);
/// Waiting until a lane of the ledger begins to make a change. After that it is made without the ledger.
pub const LEDGER_CHANGE: Duration = millis(300);
/// How long after its arrival a change that runs into conflicts is retried.
pub const CHANGE_RETRY: Duration = seconds(2);
/// One attempt: longer than the database lets a statement run.
pub const CHANGE: Duration = millis(5_500);
/// Finding the waffles whose deadlines may have passed.
pub const DEADLINES_READ: Duration = seconds(2);
/// Finding the draws that are due.
pub const DRAWS_READ: Duration = seconds(2);
/// How long a merge of handles starts further parts. The rest is left to a repeat.
pub const MERGE_PARTS: Duration = seconds(3);
/// A merge, counted from its beginning, including the wait until what is loaded here shows it.
pub const MERGE: Duration = seconds(9);
/// How long the taking of payments starts further ones. The rest is left to a repeat.
pub const PAYMENTS_PARTS: Duration = seconds(3);
/// Taking payments, counted from the beginning.
pub const PAYMENTS: Duration = seconds(9);
/// One search for a change whose answer was lost.
pub const CHANGE_LOOK: Duration = seconds(1);

// Claims, in the order of their waits.

/// Waiting for claims in flight that want the same spots.
pub const CLAIM_PARKED: Duration = millis(1_600);
/// Finding out whether a claim's key was used, including the wait for earlier look-ups.
pub const KEY_LOOK_UP: Duration = millis(1_900);
/// Waiting in the ledger's queue until the commit begins: if the database is unreachable, buyers are answered within 2
/// s.
pub const LEDGER_QUEUE: Duration = millis(1_600);
/// Waiting outside the queue for a waffle that another transaction has locked, counted from the claim's arrival.
pub const LEDGER_BUSY: Duration = millis(1_500);
/// Waiting for such a waffle on the lane for large claims.
pub const LEDGER_LINE: Duration = millis(400);
/// A lock in any other commit: not a waffle's, for which no commit waits there, but that of a buyer or a table.
pub const LEDGER_LOCK: Duration = seconds(1);
/// A commit's statement.
pub const LEDGER_STATEMENT: Duration = seconds(4);
/// The answer to a commit. The database itself has given up by then.
pub const LEDGER_COMMIT: Duration = seconds(5);
/// How long after its arrival a claim is retried after failing together with others.
pub const LEDGER_RETRY: Duration = seconds(4);
/// Ending a database backend that did not answer.
pub const BACKEND_END: Duration = seconds(3);
/// How long after the arrival of a claim or a change its answer is held back until this server shows its effect.
pub const READ_OWN: Duration = seconds(8);
/// How long after its arrival a claim whose answer was lost is searched for.
pub const CLAIM_CERTAINTY: Duration = seconds(9);

// Work that no one waits for.

/// One call to the database.
pub const BACKGROUND_CALL: Duration = seconds(6);
/// A lock, in a purge.
pub const PURGE_LOCK: Duration = millis(200);
/// A whole WHOIS look-up, including a referral.
pub const WHOIS_LOOK_UP: Duration = seconds(10);
/// Finding a WHOIS server and connecting to it.
pub const WHOIS_REACH: Duration = seconds(3);
/// Connecting to a relay of the beacon, or at the command line to a server.
pub const FETCH_REACH: Duration = seconds(2);
/// The whole answer of one relay.
pub const RELAY: Duration = seconds(3);
/// Asking all relays for a round, the last of them early enough to have its full time.
pub const RELAYS: Duration = seconds(8);
/// Asking all relays for their newest round, before a draw is locked or voided.
pub const NEWEST_ROUND: Duration = seconds(3);
/// Waiting for the others once one has answered that.
pub const NEWEST_ROUND_OF_OTHERS: Duration = seconds(1);
/// Fetching a draw, at the command line.
pub const FETCH_DRAW: Duration = seconds(20);

// Startup.

/// Waiting for a database that is unreachable, silent, or cuts connections. While it works there is no limit.
pub const START_DATABASE: Duration = seconds(60);
/// A working session without a limit that has been idle for this long: its client waits for an answer that was lost.
pub const WATCHED_ANSWER: Duration = seconds(3);
/// After this time the database ends such a session and frees its locks, since its client is gone.
pub const WATCHED_IDLE: Duration = seconds(5);
/// Silence of such a session.
pub const WATCHED_SILENCE: Duration = seconds(5);
/// A lock in such a session: a session that waits for a table holds up all later ones.
pub const WATCHED_LOCK: Duration = seconds(3);
/// One call about the first account.
pub const START_ACCOUNT: Duration = seconds(6);
/// Adding missing handles to the registry of buyers. After that it goes on in the background.
pub const START_REGISTRY: Duration = seconds(1);

// The shutdown, in order.

/// The promise to operators: the process is gone after this time.
pub const SHUTDOWN: Duration = seconds(15);
/// Sending the last events and the close to watchers. Those that do not read are dropped.
pub const SHUTDOWN_WATCHERS: Duration = seconds(3);
/// Requests under way.
pub const SHUTDOWN_REQUESTS: Duration = seconds(10);
/// Writing everything that is left after them.
pub const SHUTDOWN_FLUSH: Duration = seconds(4);
/// Part of that: ending the audit actor.
pub const AUDIT_END: Duration = millis(1_500);
/// Ending the retention actor, at the same time.
pub const RETENTION_END: Duration = millis(500);
/// Writing the last refused claims, at the same time.
pub const REFUSED_CLAIMS_END: Duration = millis(500);
/// The audit actor's own limit for writing what is left. The rest waits for the next start.
pub const AUDIT_FLUSH: Duration = millis(1_400);
/// Claims waiting in the ledger. All requests have ended by then, so there are seldom any.
pub const LEDGER_END: Duration = seconds(2);
/// The last hints to other servers.
pub const LAST_HINTS: Duration = millis(300);
/// Ending a task that has nothing to finish.
pub const TASK_END: Duration = millis(100);
/// Closing the metrics listener.
pub const SHUTDOWN_METRICS: Duration = millis(500);

// Commands at the terminal.

/// One step of `waffle account`, such as finding an account or setting its password.
pub const ACCOUNT_STEP: Duration = seconds(15);

/// One statement of `waffle doctor`.
pub const DOCTOR_STATEMENT: Duration = seconds(3);
/// One request of `waffle doctor` to the public address. It sends two.
pub const DOCTOR_REQUEST: Duration = seconds(4);
/// All that `waffle doctor` asks about one subject, in parallel with the others.
pub const DOCTOR: Duration = seconds(10);

/// One request of `waffle watch`, or sending a message to the server.
pub const WATCH_REQUEST: Duration = seconds(20);
/// Waiting for the server to end the connection after `waffle watch` said goodbye.
pub const WATCH_FAREWELL: Duration = seconds(1);

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_nested(limits: &[Duration]) {
        assert!(limits.is_sorted_by(|inner, outer| inner < outer), "{limits:?}");
    }

    #[test]
    fn what_a_request_waits_for_gives_up_before_the_request_does() {
        assert_nested(&[CLAIM_CERTAINTY, ACTOR_ANSWER, REQUEST]);
        assert!(ACTOR_ANSWER <= REQUEST_DEADLINE);
        for inner in [CLAIM_PAGE, CARD, HISTORY_SLOT, PASSWORD_HASH, REQUEST_BODY, VISITOR, SYSTEM_INFORMATION] {
            assert_nested(&[inner, REQUEST_DEADLINE]);
        }
        assert_nested(&[REQUEST_HEAD, REQUEST_HEAD_AT_LAST, KEEP_ALIVE]);
        assert_nested(&[PASSWORD_TRY + PASSWORD_HASH, REQUEST_DEADLINE]);
        assert_nested(&[REPORT_SLOT + STANDBY_CONNECT + POOL_SLOT + POOL_STATEMENT, REQUEST_DEADLINE]);
        assert_nested(&[STANDBY_CONNECT + STANDBY_READ + POOL_SLOT, REQUEST_DEADLINE]);
        assert_nested(&[POOL_STATEMENT, STANDBY_READ]);
        assert_nested(&[WAFFLE_LOAD, WAFFLE_LINE]);
        assert_nested(&[WAFFLE_LINE + SNAPSHOT, REQUEST_DEADLINE]);
        assert_nested(&[VISITOR + 2 * LIST_READ, REQUEST_DEADLINE]);
        assert_nested(&[VISITOR + WAFFLE_LINE + SELLER_READ, REQUEST_DEADLINE]);
        assert_nested(&[CLAIM_PAGE + SELLER_READ, REQUEST_DEADLINE]);
        assert_nested(&[PHOTO_READ, CARD]);
        assert_nested(&[UPLOAD_SLOT + UPLOAD_BODY + DEVELOP + 2 * (POOL_SLOT + POOL_STATEMENT), UPLOAD_DEADLINE]);
    }

    #[test]
    fn a_database_that_is_away_is_answered_within_two_seconds() {
        for limit in [POOL_SLOT, WAFFLE_LOAD, KEY_LOOK_UP, LEDGER_QUEUE, LEDGER_BUSY, CLAIM_PARKED, 2 * PROBE_DATABASE]
        {
            assert_nested(&[limit, PROBE]);
        }
        assert_nested(&[LEDGER_BUSY + LEDGER_LINE, PROBE]);
        assert!(CONNECT <= PROBE && COMPARISON <= PROBE);
    }

    #[test]
    fn the_database_gives_up_before_its_caller_does() {
        assert_nested(&[POOL_LOCK, POOL_STATEMENT, CHANGE]);
        assert_nested(&[POOL_STATEMENT, BACKGROUND_CALL]);
        assert!(POOL_STATEMENT <= LOG_READ);
        assert_nested(&[PURGE_LOCK, POOL_LOCK]);
        assert_nested(&[LEDGER_LINE, LEDGER_LOCK, LEDGER_STATEMENT, LEDGER_COMMIT]);
        assert_nested(&[BACKEND_END, LEDGER_COMMIT]);
        assert_nested(&[HINT_LOCK, HINT]);
    }

    #[test]
    fn a_claim_is_committed_or_looked_for_before_its_caller_gives_up() {
        assert_nested(&[LEDGER_BUSY, LEDGER_QUEUE, LEDGER_RETRY, CLAIM_CERTAINTY]);
        assert_nested(&[LEDGER_RETRY + LEDGER_STATEMENT, CLAIM_CERTAINTY]);
        assert_nested(&[LEDGER_QUEUE + LEDGER_COMMIT, CLAIM_CERTAINTY]);
        assert_nested(&[LOG_READ, READ_OWN, CLAIM_PAGE, ACTOR_ANSWER]);
    }

    #[test]
    fn a_change_is_made_or_looked_for_once_before_its_caller_gives_up() {
        assert_nested(&[CHANGE_SLOT + LEDGER_CHANGE, CHANGE_RETRY]);
        assert_nested(&[CHANGE_SLOT + LEDGER_CHANGE + LEDGER_COMMIT + CHANGE_LOOK, ACTOR_ANSWER]);
        assert_nested(&[CHANGE_RETRY + CHANGE + CHANGE_LOOK, ACTOR_ANSWER]);
        assert_nested(&[MERGE_PARTS + CHANGE, MERGE, REQUEST_DEADLINE]);
        assert_nested(&[PAYMENTS_PARTS + CHANGE, PAYMENTS, REQUEST_DEADLINE]);
    }

    #[test]
    fn a_start_gives_an_attempt_up_and_begins_another_one_in_time() {
        assert_nested(&[WATCHED_ANSWER, WATCHED_IDLE, START_DATABASE]);
        assert_nested(&[CONNECT, WATCHED_SILENCE]);
        assert_nested(&[WATCHED_SILENCE + CONNECT + WATCHED_IDLE, START_DATABASE]);
        assert_nested(&[POOL_SLOT, POOL_STATEMENT, START_ACCOUNT, START_DATABASE]);
    }

    #[test]
    fn a_look_up_reaches_the_server_and_the_one_that_it_refers_to_in_time() {
        assert_nested(&[WHOIS_REACH * 2, WHOIS_LOOK_UP]);
        assert_nested(&[WHOIS_REACH, REQUEST_DEADLINE]);
    }

    #[test]
    fn a_relay_that_hangs_leaves_time_for_two_more() {
        assert_nested(&[FETCH_REACH, RELAY]);
        assert_nested(&[RELAY * 2, RELAYS, REQUEST_DEADLINE]);
        assert_nested(&[FETCH_REACH, FETCH_DRAW]);
        assert_nested(&[NEWEST_ROUND_OF_OTHERS, NEWEST_ROUND]);
        assert_nested(&[NEWEST_ROUND + CHANGE, REQUEST_DEADLINE]);
    }

    #[test]
    fn an_account_is_changed_in_time() {
        assert_nested(&[PASSWORD_HASH + POOL_SLOT + POOL_STATEMENT, ACCOUNT_STEP]);
        assert_nested(&[PRIMARY_ANSWER + CONNECT + DOCTOR_STATEMENT, ACCOUNT_STEP]);
    }

    #[test]
    fn the_doctor_connects_twice_and_asks_something_slow_in_time() {
        assert_nested(&[PRIMARY_ANSWER + CONNECT * 2 + DOCTOR_STATEMENT, DOCTOR]);
        assert_nested(&[RELAY, DOCTOR]);
        assert_nested(&[FETCH_REACH, DOCTOR_REQUEST, DOCTOR_REQUEST * 2, DOCTOR]);
    }

    #[test]
    fn a_watcher_may_miss_a_heartbeat() {
        assert_nested(&[WATCHER_HEARTBEAT * 2, WATCHER_SILENCE]);
        // While a watcher reads nothing, its messages are not read either: it must not count as silent afterwards.
        assert_nested(&[CLIENT_READS + WATCHER_HEARTBEAT, WATCHER_SILENCE]);
        // The server asks a watcher to reconnect before it drops the connection.
        assert_nested(&[WATCHER_STALL, CLIENT_READS]);
    }

    #[test]
    fn a_watcher_at_a_terminal_waits_for_whatever_the_server_needs() {
        assert_nested(&[WATCH_FAREWELL, FETCH_REACH, REQUEST, WATCH_REQUEST, WATCHER_SILENCE]);
    }

    #[test]
    fn the_end_fits_into_what_operators_are_promised() {
        assert_nested(&[SHUTDOWN_REQUESTS + SHUTDOWN_FLUSH + SHUTDOWN_METRICS, SHUTDOWN]);
        assert_nested(&[REQUEST_DEADLINE, SHUTDOWN_REQUESTS]);
        assert_nested(&[SHUTDOWN_WATCHERS, SHUTDOWN_REQUESTS]);
        assert_nested(&[TASK_END, RETENTION_END, AUDIT_FLUSH, AUDIT_END]);
        assert_nested(&[REFUSED_CLAIMS_END, AUDIT_END]);
        // These end one after the other: the audit actor along with retention, refused claims and the registry's, then
        // the ledger, the hints, all other tasks together, and WHOIS.
        assert!(AUDIT_END + LEDGER_END + LAST_HINTS + 2 * TASK_END <= SHUTDOWN_FLUSH);
    }
}
