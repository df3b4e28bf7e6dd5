//! Hints between servers: which waffles changed, and up to which sequence number. A hint may be lost or late; the event
//! log is the truth.

use sqlx::postgres::{PgConnection, PgListener, PgNotification};
use sqlx::{AssertSqlSafe, Connection, Executor};
use tokio::runtime::Handle;
use tokio::time::timeout;
use uuid::Uuid;

use crate::database::{Database, Turns};
use crate::failure::StoreFailure;
use crate::pools;
use waffle_domain::timeouts::{HINT, HINT_LOCK};

const CHANNEL: &str = "waffle_hints";
/// What a listener sends first, and again after a silence. Running servers are counted by it.
pub(crate) const LISTEN: &str = r#"LISTEN "waffle_hints""#;
/// PostgreSQL limits payloads to less than 8,000 bytes.
const MOST_BYTES: usize = 7_900;
/// Stands for the sequence number of a waffle that was deleted.
const DELETED: &str = "-";

/// A hint that is lost in a crash does no harm, and a commit that does not wait for the disk holds up no other one.
fn session() -> String {
    let (statement, lock) = (HINT.as_millis(), HINT_LOCK.as_millis());
    format!("SET synchronous_commit = off; SET statement_timeout = {statement}; SET lock_timeout = {lock}")
}

/// The newest state of a waffle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Newest {
    /// The sequence number of its newest event.
    Seq(i64),
    /// It was deleted.
    Deleted,
}

/// The connection on which a server announces its commits.
#[derive(Debug)]
pub struct HintSender {
    connection: PgConnection,
    turns: Turns,
}

impl HintSender {
    /// Connects to the primary within 2 s.
    pub async fn open(database: &Database) -> Result<Self, StoreFailure> {
        let turns = database.turns();
        let open = async {
            let mut connection = PgConnection::connect_with(database.primary()).await?;
            connection.execute(AssertSqlSafe(session())).await?;
            Ok::<_, sqlx::Error>(Self { connection, turns })
        };
        let opened = timeout(HINT, open).await.map_err(|_| StoreFailure::late(HINT))?;
        opened.map_err(|e| StoreFailure::of_connecting(&e))
    }

    /// Sends hints to every server within 2 s. `from` identifies the sender.
    pub async fn send(&mut self, from: Uuid, hints: &[(Uuid, Newest)]) -> Result<(), StoreFailure> {
        let send = sqlx::query("SELECT pg_notify($1, p.payload) FROM unnest($2::text[]) AS p (payload)")
            .bind(CHANNEL)
            .bind(write(from, hints))
            .execute(&mut self.connection);
        timeout(HINT, send).await.map_err(|_| StoreFailure::late(HINT))??;
        Ok(())
    }

    /// Returns whether another server has become the primary since this was opened.
    pub fn is_let_go(&self) -> bool {
        self.turns.has_turned()
    }
}

/// The connection on which a server receives the commits of others. Hints sent while it is closed are lost.
pub struct HintListener {
    /// `None` only while it is dropped.
    listener: Option<PgListener>,
    turns: Turns,
}

impl HintListener {
    /// Connects to the primary within 2 s. From then on no hint is missed until the connection is lost.
    pub async fn open(database: &Database) -> Result<Self, StoreFailure> {
        let turns = database.turns();
        let open = async {
            let mut listener = PgListener::connect_with(pools::pool(database.primary(), 1).of_sqlx()).await?;
            listener.eager_reconnect(false);
            listener.listen(CHANNEL).await?;
            Ok::<_, sqlx::Error>(Self { listener: Some(listener), turns })
        };
        let opened = timeout(HINT, open).await.map_err(|_| StoreFailure::late(HINT))?;
        opened.map_err(|e| StoreFailure::of_connecting(&e))
    }

    /// Waits for hints and returns them with their sender, or `None` if the connection is lost, or leads to a former
    /// primary. Safe to cancel.
    pub async fn next(&mut self) -> Option<(Uuid, Vec<(Uuid, Newest)>)> {
        let listener = self.listener.as_mut()?;
        tokio::select! {
            heard = listener.try_recv() => Some(read(PgNotification::payload(&heard.ok().flatten()?))),
            () = self.turns.turned() => None,
        }
    }

    /// Returns whether the server still answers, within 2 s.
    pub async fn is_alive(&mut self) -> bool {
        let Some(listener) = &mut self.listener else { return false };
        matches!(timeout(HINT, listener.execute(LISTEN)).await, Ok(Ok(_)))
    }
}

impl Drop for HintListener {
    fn drop(&mut self) {
        // Dropping the listener spawns a task, which panics without a runtime. Then the process is about to end anyway.
        if Handle::try_current().is_err() {
            std::mem::forget(self.listener.take());
        }
    }
}

/// Writes hints as `<from> <waffle>:<seq> …`, in as many payloads as needed.
fn write(from: Uuid, hints: &[(Uuid, Newest)]) -> Vec<String> {
    let mut payloads: Vec<String> = Vec::new();
    for (waffle, newest) in hints {
        let hint = match newest {
            Newest::Seq(seq) => format!(" {}:{seq}", waffle.simple()),
            Newest::Deleted => format!(" {}:{DELETED}", waffle.simple()),
        };
        match payloads.last_mut().filter(|payload| payload.len() + hint.len() <= MOST_BYTES) {
            Some(payload) => payload.push_str(&hint),
            None => payloads.push(format!("{}{hint}", from.simple())),
        }
    }
    payloads
}

/// Reads a payload, skipping everything that is not a hint.
fn read(payload: &str) -> (Uuid, Vec<(Uuid, Newest)>) {
    let mut words = payload.split(' ');
    let from = words.next().and_then(|word| Uuid::try_parse(word).ok()).unwrap_or_default();
    let hint = |word: &str| {
        let (waffle, newest) = word.split_once(':')?;
        let newest = if newest == DELETED { Newest::Deleted } else { Newest::Seq(newest.parse().ok()?) };
        Some((Uuid::try_parse(waffle).ok()?, newest))
    };
    (from, words.filter_map(hint).collect())
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;
    use waffle_test_databases::TestDatabase;

    use super::{Database, HintListener, HintSender, Newest, read, write};

    fn hints(count: u128) -> Vec<(Uuid, Newest)> {
        (1..=count).map(|n| (Uuid::from_u128(u128::MAX - n), Newest::Seq(i64::MAX))).collect()
    }

    #[test]
    fn what_is_written_is_read_in_payloads_that_fit() {
        let from = Uuid::from_u128(7);
        for count in [1, 147, 148, 149, 1_000] {
            let payloads = write(from, &hints(count));
            assert!(payloads.iter().all(|payload| payload.len() < 8_000));
            let heard: Vec<_> = payloads.iter().map(|payload| read(payload)).collect();
            assert!(heard.iter().all(|(sender, _)| *sender == from));
            assert_eq!(heard.into_iter().flat_map(|(_, hints)| hints).collect::<Vec<_>>(), hints(count));
        }
        assert!(write(from, &[]).is_empty());
        let gone = [(Uuid::nil(), Newest::Deleted)];
        assert_eq!(read(&write(from, &gone)[0]).1, gone);
        assert!(Newest::Deleted > Newest::Seq(i64::MAX));
    }

    #[test]
    fn what_is_no_hint_is_left_out() {
        assert_eq!(read(""), (Uuid::nil(), Vec::new()));
        let one = Uuid::from_u128(1);
        let payload = format!("nobody {one}:5 {one}:x {one} :5 x:5 {one}:-");
        assert_eq!(read(&payload), (Uuid::nil(), vec![(one, Newest::Seq(5)), (one, Newest::Deleted)]));
    }

    #[tokio::test]
    async fn what_is_sent_is_heard_until_the_connection_is_lost() {
        let database = TestDatabase::create().await.unwrap();
        let options = database.connect_options();
        let (from, sent) = (Uuid::from_u128(7), hints(400));
        let mut listener = HintListener::open(&Database::from(&options)).await.unwrap();
        let mut sender = HintSender::open(&Database::from(&options)).await.unwrap();
        sender.send(from, &sent).await.unwrap();
        let mut heard = Vec::new();
        while heard.len() < sent.len() {
            heard.extend(listener.next().await.unwrap().1);
        }
        assert_eq!(heard, sent);
        assert!(listener.is_alive().await);
        waffle_test_databases::inspection::end_sessions(&options).await.unwrap();
        assert_eq!(listener.next().await, None);
        assert!(sender.send(from, &sent).await.is_err());
    }
}
