//! Drawing, changing and clearing winners.

use uuid::Uuid;
use waffle_domain::author::Author;
use waffle_domain::draw::reason::Reason;
use waffle_domain::refusal::Refusal;
use waffle_store::winners::{self as store, WinnerOperation, WinnersSet};

use crate::actions::Services;
use crate::failure::Failure;

/// Draws, changes or clears winners, and returns the waffle's newest sequence number. The reason is public.
pub async fn set(
    services: &Services,
    author: &Author,
    id: Uuid,
    (operation, reason): (&WinnerOperation, Option<&Reason>),
) -> Result<i64, Failure> {
    match store::set(&services.pool, id, (operation, reason), author, services.now()).await? {
        WinnersSet::Done(seq) => Ok(seq),
        WinnersSet::NotFound => Err(Refusal::NoWaffle.into()),
        WinnersSet::NotActive => Err(Refusal::DrawnAlready.into()),
        WinnersSet::NotCompleted => Err(Refusal::WaffleNotCompleted.into()),
        WinnersSet::Invalid(invalid) => Err(invalid.into()),
    }
}
