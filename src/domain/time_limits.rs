//! How long anything in the service waits, in one place, so that it can be seen that what waits inside gives up first.
//!
//! Only limits stand here. Pauses between tries, and how often something is done, stand where they are used.

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
/// The body of a request, for the same reason.
pub const REQUEST_BODY: Duration = seconds(5);
/// An idle connection: longer than usual proxies keep theirs, so that the proxy is the one to close.
pub const KEEP_ALIVE: Duration = seconds(75);
/// A connection whose other side acknowledges nothing.
pub const TCP_USER_TIMEOUT: Duration = seconds(30);
/// From one ping of a watcher's socket to the next.
pub const WATCHER_HEARTBEAT: Duration = seconds(30);
/// A watcher who sends nothing, not even a pong: two heartbeats and a half.
pub const WATCHER_SILENCE: Duration = seconds(75);

// Requests.

/// What clients are promised: every request is answered within this time.
pub const REQUEST: Duration = seconds(10);
/// A request is refused with 503 after this time, whatever it waits for.
pub const REQUEST_DEADLINE: Duration = millis(9_500);
/// An answer of a waffle's actor.
pub const ACTOR_ANSWER: Duration = REQUEST_DEADLINE;
/// The claim behind a form without JavaScript, which then has to draw its page.
pub const CLAIM_PAGE: Duration = seconds(9);
/// A share card, its turn to be drawn included.
pub const CARD: Duration = seconds(8);
/// Hashing a password, the turn to do so included.
pub const PASSWORD_HASH: Duration = seconds(5);
/// Who is signed in, on pages that also show without knowing it.
pub const VISITOR: Duration = seconds(1);
/// What the page about the system asks the database; it does without an answer, too.
pub const SYSTEM_INFORMATION: Duration = seconds(1);
/// What probes are promised: an answer within this time.
pub const PROBE: Duration = seconds(2);
/// The database's answer to a probe.
pub const PROBE_DATABASE: Duration = millis(1_200);

// Connections to the database.

/// Making one.
pub const CONNECT: Duration = seconds(2);
/// A free one in the pool.
pub const POOL_TURN: Duration = millis(1_800);
/// A lock, where nothing else is said.
pub const POOL_LOCK: Duration = seconds(3);
/// A statement, where nothing else is said.
pub const POOL_STATEMENT: Duration = seconds(5);
/// A transaction in which nothing happens.
pub const POOL_IDLE_TRANSACTION: Duration = seconds(5);

// Waffles.

/// Loading a waffle, its turn to be loaded included: a database that is away is answered within 2 s.
pub const WAFFLE_LOAD: Duration = millis(1_900);
/// A snapshot that contains a change just made; then it is read from the database.
pub const SNAPSHOT: Duration = seconds(2);
/// A read of the log, by an actor that follows it or for a watcher who comes back.
pub const LOG_READ: Duration = seconds(5);
/// A read of the log of many waffles, after a hint; the next comparison finds what it missed.
pub const HINTED_READ: Duration = seconds(2);
/// A comparison of sequence numbers with the database; there is another one soon.
pub const COMPARISON: Duration = seconds(2);
/// A round of announcements: the keeper goes on with the rest.
pub const ANNOUNCEMENTS: Duration = seconds(1);
/// Connecting for hints, or sending some.
pub const HINT: Duration = seconds(2);
/// A lock, for the connection that sends hints.
pub const HINT_LOCK: Duration = seconds(1);

// Changes of spots by admins.

/// Until when a change that ran into a conflict is tried again.
pub const CHANGE_RETRY: Duration = seconds(2);
/// One try: longer than the database lets a statement run.
pub const CHANGE: Duration = millis(5_500);
/// One look for a change whose answer was lost.
pub const CHANGE_LOOK: Duration = seconds(1);

// Claims, in the order in which they wait.

/// Behind claims in flight that want the same spots.
pub const CLAIM_PARKED: Duration = millis(1_600);
/// From when on a random claim takes what is free, instead of waiting for all that it asked for.
pub const CLAIM_HURRY: Duration = seconds(1);
/// In the ledger's queue, until its commit begins: a database that is away is answered within 2 s.
pub const LEDGER_QUEUE: Duration = millis(1_600);
/// Beside the queue, for a waffle that somebody else holds: since it arrived, and in any case.
pub const LEDGER_HELD_UP: Duration = millis(500);
/// The least that a claim waits for such a waffle, however late it comes.
pub const LEDGER_HELD_UP_LEAST: Duration = millis(100);
/// A lock in a commit.
pub const LEDGER_LOCK: Duration = seconds(1);
/// A lock in a commit after one that waited in vain, which must not hold up the others again.
pub const LEDGER_SHORT_LOCK: Duration = millis(50);
/// The statement of a commit.
pub const LEDGER_STATEMENT: Duration = seconds(4);
/// The answer to a commit, which the database has given up by then.
pub const LEDGER_COMMIT: Duration = seconds(5);
/// Until when, after its arrival, a claim is tried again that failed together with others.
pub const LEDGER_RETRY: Duration = seconds(4);
/// The end of a backend that did not answer.
pub const BACKEND_END: Duration = seconds(3);
/// Until when, after its arrival, a claim whose answer was lost is looked for.
pub const CLAIM_CERTAINTY: Duration = seconds(9);

// Work that nobody waits for.

/// One call to the database.
pub const BACKGROUND_CALL: Duration = seconds(6);
/// A lock that a purge wants.
pub const PURGE_LOCK: Duration = millis(200);
/// A whole WHOIS look-up, a referral included.
pub const WHOIS_LOOK_UP: Duration = seconds(10);
/// Finding a WHOIS server and connecting to it.
pub const WHOIS_REACH: Duration = seconds(3);

// The start.

/// A database that is away.
pub const START_DATABASE: Duration = seconds(60);
/// Handles that the registry of buyers lacks; then it goes on in the background.
pub const START_REGISTRY: Duration = seconds(1);

// The end, in the order in which it goes.

/// What operators are promised: the process is gone after this time.
pub const SHUTDOWN: Duration = seconds(15);
/// Watchers, to take the last events and the close; one who does not read is left behind.
pub const SHUTDOWN_WATCHERS: Duration = seconds(3);
/// Requests under way.
pub const SHUTDOWN_REQUESTS: Duration = seconds(10);
/// All that is left to write after them.
pub const SHUTDOWN_FLUSH: Duration = seconds(4);
/// Of that, the audit log.
pub const AUDIT_END: Duration = millis(1_500);
/// The retention, beside it.
pub const RETENTION_END: Duration = millis(500);
/// The audit log's own limit, inside of it. What is left then waits for the next start.
pub const AUDIT_FLUSH: Duration = millis(1_400);
/// The claims that wait in the ledger. All requests are over by then, so there are seldom any.
pub const LEDGER_END: Duration = seconds(2);
/// The last hints to other servers.
pub const LAST_HINTS: Duration = millis(300);
/// A task that has nothing to finish.
pub const TASK_END: Duration = millis(100);
/// The listener for metrics.
pub const SHUTDOWN_METRICS: Duration = millis(500);

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
        for inner in [CLAIM_PAGE, CARD, PASSWORD_HASH, REQUEST_BODY, VISITOR, SYSTEM_INFORMATION] {
            assert_nested(&[inner, REQUEST_DEADLINE]);
        }
        assert_nested(&[WAFFLE_LOAD + SNAPSHOT, REQUEST_DEADLINE]);
    }

    #[test]
    fn a_database_that_is_away_is_answered_within_two_seconds() {
        for limit in [POOL_TURN, WAFFLE_LOAD, LEDGER_QUEUE, CLAIM_PARKED, PROBE_DATABASE] {
            assert_nested(&[limit, PROBE]);
        }
        assert!(CONNECT <= PROBE && COMPARISON <= PROBE);
    }

    #[test]
    fn the_database_gives_up_before_its_caller_does() {
        assert_nested(&[POOL_LOCK, POOL_STATEMENT, CHANGE]);
        assert_nested(&[POOL_STATEMENT, BACKGROUND_CALL]);
        assert!(POOL_STATEMENT <= LOG_READ);
        assert_nested(&[PURGE_LOCK, POOL_LOCK]);
        assert_nested(&[LEDGER_SHORT_LOCK, LEDGER_LOCK, LEDGER_STATEMENT, LEDGER_COMMIT]);
        assert_nested(&[BACKEND_END, LEDGER_COMMIT]);
        assert_nested(&[HINT_LOCK, HINT]);
    }

    #[test]
    fn a_claim_is_committed_or_looked_for_before_its_caller_gives_up() {
        assert_nested(&[LEDGER_HELD_UP_LEAST, LEDGER_HELD_UP, LEDGER_QUEUE, LEDGER_RETRY, CLAIM_CERTAINTY]);
        assert_nested(&[CLAIM_HURRY, CLAIM_PARKED]);
        assert_nested(&[LEDGER_RETRY + LEDGER_STATEMENT, CLAIM_CERTAINTY]);
        assert_nested(&[LEDGER_QUEUE + LEDGER_COMMIT, CLAIM_CERTAINTY]);
    }

    #[test]
    fn a_change_is_made_or_looked_for_before_its_caller_gives_up() {
        assert_nested(&[CHANGE_RETRY + CHANGE + CHANGE_LOOK, ACTOR_ANSWER]);
    }

    #[test]
    fn a_look_up_reaches_the_server_and_the_one_that_it_refers_to_in_time() {
        assert_nested(&[WHOIS_REACH * 2, WHOIS_LOOK_UP]);
        assert_nested(&[WHOIS_REACH, REQUEST_DEADLINE]);
    }

    #[test]
    fn a_watcher_may_miss_a_heartbeat() {
        assert_nested(&[WATCHER_HEARTBEAT * 2, WATCHER_SILENCE]);
    }

    #[test]
    fn the_end_fits_into_what_operators_are_promised() {
        assert_nested(&[SHUTDOWN_REQUESTS + SHUTDOWN_FLUSH + SHUTDOWN_METRICS, SHUTDOWN]);
        assert_nested(&[REQUEST_DEADLINE, SHUTDOWN_REQUESTS]);
        assert_nested(&[SHUTDOWN_WATCHERS, SHUTDOWN_REQUESTS]);
        assert_nested(&[TASK_END, RETENTION_END, AUDIT_FLUSH, AUDIT_END]);
        // One after the other: the audit log beside the retention and WHOIS, the ledger, hints, and the other tasks
        // together.
        assert!(AUDIT_END + LEDGER_END + LAST_HINTS + TASK_END <= SHUTDOWN_FLUSH);
    }
}
