//! One's own sessions: listing and ending them.

use uuid::Uuid;
use waffle_store::sessions::{self, Session};

use crate::actions::Services;
use crate::failure::{Failure, of_read};
use crate::session::caller::Caller;

/// Lists the seller's sessions, the most recently seen one first.
pub async fn list(services: &Services, me: &Caller) -> Result<Vec<Session>, Failure> {
    let (whose, alive) = ((me.id(), me.session.jti), services.sessions.alive());
    sessions::of_account(&services.pool, whose, alive).await.map_err(of_read)
}

/// Ends one of the seller's sessions; 404 if there is no such session.
pub async fn end(services: &Services, me: &Caller, id: Uuid) -> Result<(), Failure> {
    Ok(sessions::end_own(&services.pool, id, me.author().at(services.now())).await?)
}

/// Ends all of the seller's sessions but this one, and returns how many.
pub async fn end_others(services: &Services, me: &Caller) -> Result<u64, Failure> {
    let alive = services.sessions.alive();
    Ok(sessions::end_others(&services.pool, me.session.jti, &me.author(), alive).await?)
}
