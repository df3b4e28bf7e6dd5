//! Finds the primary among several servers.

use std::sync::atomic::Ordering::Relaxed;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use sqlx::ConnectOptions;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use tokio::time::timeout;
use waffle_domain::timeouts::PRIMARY_ANSWER;

use super::{Database, TIMELINE, Timeline, lock};
use crate::failure::StoreFailure;

/// Looks at several servers over connections that it keeps.
pub struct Lookout {
    database: Database,
    connections: Vec<Option<PgConnection>>,
    /// Whether no primary was found the last time.
    lost: bool,
}

impl Lookout {
    /// Makes one that connects when it looks.
    pub fn new(database: &Database) -> Self {
        Self { database: database.clone(), connections: Vec::new(), lost: false }
    }

    /// Returns whether no primary was found the last time.
    pub fn is_lost(&self) -> bool {
        self.lost
    }

    /// Finds the primary, within a second: the server that takes writes. If several do, it is the one whose history
    /// branched off last, since a former primary that could not be stopped has an older one; one that was promoted
    /// since the last time is used as soon as it answers. Fails if none takes writes, or only former primaries do.
    pub async fn look(&mut self) -> Result<(), StoreFailure> {
        let servers = &self.database.0;
        let (known, newest) = (servers.primary.load(Relaxed), lock(&servers.newest).clone());
        self.connections.resize_with(servers.options.len(), || None);
        let kept = self.connections.iter_mut().map(Option::take);
        let asks = servers.options.iter().zip(kept).enumerate();
        let mut answers: FuturesUnordered<_> =
            asks.map(|(place, (options, kept))| async move { (place, timeline(options, kept).await) }).collect();
        let (mut found, mut reasons) = (None, Vec::new());
        while let Some((place, answer)) = answers.next().await {
            let name = || format!("{}:{}", servers.options[place].get_host(), servers.options[place].get_port());
            let (timeline, connection) = match answer {
                Ok(answer) => answer,
                Err(reason) => {
                    reasons.push(format!("{}: {reason}", name()));
                    continue;
                }
            };
            self.connections[place] = Some(connection);
            match timeline {
                None => reasons.push(format!("{}: it takes no writes", name())),
                Some(timeline) if newest.as_ref().is_some_and(|newest| timeline < *newest) => {
                    reasons.push(format!("{}: it is a former primary", name()));
                }
                Some(timeline) => {
                    let was_promoted = newest.as_ref().is_some_and(|newest| timeline > *newest);
                    found = found.max(Some((timeline, place == known, place)));
                    if was_promoted {
                        break;
                    }
                }
            }
        }
        let Some((timeline, _, place)) = found else {
            self.lost = true;
            return Err(StoreFailure::Unreachable(format!("no server takes writes: {}", reasons.join("; "))));
        };
        // Behind the same address there may be another server.
        let is_later = newest.is_some_and(|newest| timeline > newest);
        *lock(&servers.newest) = Some(timeline);
        if place != known || is_later {
            self.database.turn_to(place);
        } else if self.lost {
            // Connections from before may be dead.
            self.database.let_go_until_now();
        }
        self.lost = false;
        Ok(())
    }
}

/// Returns which branch of the database's history a server writes to, if it takes writes, and the connection over which
/// it said so. A standby takes none, nor does a server that was made read-only. Says why if it does not answer.
async fn timeline(
    options: &PgConnectOptions,
    kept: Option<PgConnection>,
) -> Result<(Option<Timeline>, PgConnection), String> {
    let ask = async {
        if let Some(mut connection) = kept
            && let Ok(timeline) = timeline_over(&mut connection).await
        {
            return Ok((timeline, connection));
        }
        let mut connection = options.connect().await?;
        let timeline = timeline_over(&mut connection).await?;
        Ok::<_, sqlx::Error>((timeline, connection))
    };
    match timeout(PRIMARY_ANSWER, ask).await {
        Ok(answer) => answer.map_err(|error| error.to_string()),
        Err(_) => Err(format!("no answer within {} s", PRIMARY_ANSWER.as_secs())),
    }
}

async fn timeline_over(connection: &mut PgConnection) -> Result<Option<Timeline>, sqlx::Error> {
    sqlx::query_scalar(TIMELINE).fetch_one(connection).await
}
