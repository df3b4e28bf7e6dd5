//! Drawing, changing and clearing winners.

use uuid::Uuid;
use waffle_domain::author::Author;
use waffle_domain::draw::reason::Reason;
use waffle_store::winners::{self as store, WinnerOperation};

use crate::actions::Services;
use crate::failure::Failure;

/// Draws, changes or clears winners, and returns the waffle's newest sequence number. The reason is public.
pub async fn set(
    services: &Services,
    author: &Author,
    id: Uuid,
    (operation, reason): (&WinnerOperation, Option<&Reason>),
) -> Result<i64, Failure> {
    Ok(store::set(&services.pool, id, (operation, reason), author.at(services.now())).await?)
}
