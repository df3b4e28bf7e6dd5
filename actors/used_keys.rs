//! Whether the keys of claims were used before: looked up for many claims together, on a separate connection.

use std::sync::Arc;

use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::time::timeout;
use waffle_domain::failure::Failure;
use waffle_domain::idempotency_key::IdempotencyKey;
use waffle_domain::refusal::Refusal;
use waffle_domain::timeouts::KEY_LOOK_UP;
use waffle_store::claims::used_keys;
use waffle_store::database::Database;
use waffle_store::failure::{StoreFailure, of_read};
use waffle_store::ledger_session::LedgerSession;

use crate::awaited_answer::Reply;
use crate::database_call::{within, within_primary};
use crate::supervised_task::Supervised;

/// How many may wait; one more is refused immediately.
const MOST_WAITING: usize = 4_096;
/// How many keys are looked up in one call.
const MOST: usize = 1_000;

type Question = (IdempotencyKey, Reply<bool>);

/// The way to the look-up. Clones lead to the same one.
#[derive(Clone)]
pub(crate) struct Keys(mpsc::Sender<Question>);

impl Keys {
    /// Starts the look-up, which connects at the first question.
    pub(crate) fn start(database: Database) -> (Self, Supervised) {
        let (questions, queue) = mpsc::channel(MOST_WAITING);
        let queue = Arc::new(Mutex::new(queue));
        let task = Supervised::endless("look-up of keys", move || look_up(Arc::clone(&queue), database.clone()));
        (Self(questions), task)
    }

    /// Returns whether anything was granted under a key before now, on any server. A key that has expired may count as
    /// well.
    pub(crate) async fn is_used(&self, key: &IdempotencyKey) -> Result<bool, Failure> {
        let (reply, answer) = oneshot::channel();
        self.0.try_send((key.clone(), reply)).map_err(|_| Refusal::Overloaded)?;
        let unanswered = || Err(Failure::unavailable("looking the key up takes too long"));
        timeout(KEY_LOOK_UP, answer)
            .await
            .map_or_else(|_| unanswered(), |answer| answer.unwrap_or_else(|_| unanswered()))
    }
}

/// Answers questions until it is dropped.
async fn look_up(queue: Arc<Mutex<mpsc::Receiver<Question>>>, database: Database) {
    let (mut queue, mut session) = (queue.lock().await, None);
    let mut asked: Vec<Question> = Vec::new();
    while queue.recv_many(&mut asked, MOST).await > 0 {
        asked.retain(|(_, reply)| !reply.is_closed());
        let keys: Vec<&str> = asked.iter().map(|(key, _)| key.as_str()).collect();
        let work = async {
            let known = session.is_some();
            match read(&mut session, &database, &keys).await {
                // The database may have ended the connection since it was used last.
                Err(_) if known => read(&mut session, &database, &keys).await,
                done => done,
            }
        };
        // A caller that has gone needs no answer.
        match within(KEY_LOOK_UP, work).await.map_err(of_read) {
            Ok(used) => asked.drain(..).zip(used).for_each(|((_, reply), used)| drop(reply.send(Ok(used)))),
            Err(failure) => asked.drain(..).for_each(|(_, reply)| drop(reply.send(Err(failure.clone())))),
        }
    }
}

/// Reads for each key whether it was used, and keeps the session if that works.
async fn read(
    session: &mut Option<LedgerSession>,
    database: &Database,
    keys: &[&str],
) -> Result<Vec<bool>, StoreFailure> {
    let mut open = match session.take() {
        Some(open) if !open.is_let_go() => open,
        _ => LedgerSession::open(database).await?,
    };
    let used = within_primary(KEY_LOOK_UP, open.let_go(), used_keys(&mut open, keys)).await?;
    *session = Some(open);
    Ok(used)
}

#[cfg(test)]
mod tests {
    use futures_util::future::join_all;
    use tokio::sync::mpsc;
    use waffle_domain::failure::Failure;
    use waffle_domain::idempotency_key::IdempotencyKey;
    use waffle_domain::refusal::Refusal;

    use super::{Keys, MOST_WAITING};

    #[tokio::test]
    async fn one_more_than_may_wait_is_refused_and_the_others_learn_in_time_that_there_is_no_answer() {
        let (questions, _unanswered) = mpsc::channel(MOST_WAITING);
        let (keys, key) = (Keys(questions), IdempotencyKey::parse("k").unwrap());
        let mut answers = join_all((0..=MOST_WAITING).map(|_| keys.is_used(&key))).await;
        assert_eq!(answers.pop(), Some(Err(Refusal::Overloaded.into())));
        assert!(
            answers.iter().all(|answer| matches!(answer, Err(Failure { refusal: Refusal::DatabaseUnavailable, .. })))
        );
    }
}
