//! Verifiable draws: locking, voiding and reading them, and rounds that admins provide by hand.

use std::sync::Arc;

use uuid::Uuid;
use waffle_domain::author::Author;
use waffle_domain::draw::beacon::Signature;
use waffle_domain::draw::clock::Heard;
use waffle_domain::draw::how_won::WinnersOrigin;
use waffle_domain::draw::lock_order::{LockDraft, LockOrder};
use waffle_domain::draw::reason::Reason;
use waffle_domain::draw::replacement::Replacement;
use waffle_domain::draw::round::Round;
use waffle_domain::draw::state_and_deadlines::DrawState;
use waffle_domain::invalid::Invalid;
use waffle_domain::paging::Part;
use waffle_domain::refusal::Refusal;
use waffle_domain::waffle::Waffle;
use waffle_domain::wire::draw::Draw;
use waffle_language::say;
use waffle_store::draws::reading::DrawsPart;
use waffle_store::draws::{self, reading, replace};

use crate::actions::kept_draws::KeptDraw;
use crate::actions::{Services, waffles};
use crate::failure::{Failure, of_read};

/// Lists a part of a public waffle's draws and of the changes to its winners, counted from the newest; 404 if there is
/// no such waffle.
pub async fn part(services: &Services, slug: &str, part: Part) -> Result<DrawsPart, Failure> {
    let snapshot = waffles::public(services, slug).await?;
    reading::part(&services.receipt_pool, snapshot.waffle.id, part).await.map_err(of_read)
}

/// Finds a draw of a public waffle; 404 if there is none.
pub async fn one(services: &Services, slug: &str, number: i32) -> Result<Draw, Failure> {
    let snapshot = waffles::public(services, slug).await?;
    reading::find(&services.receipt_pool, snapshot.waffle.id, number)
        .await
        .map_err(of_read)?
        .ok_or(Refusal::NoDraw.into())
}

/// Finds a draw of any waffle, for sellers; 404 if there is none.
pub async fn of_waffle(services: &Services, id: Uuid, number: i32) -> Result<Draw, Failure> {
    reading::find(&services.pool, id, number).await.map_err(of_read)?.ok_or(Refusal::NoDraw.into())
}

/// Finds a draw of a public waffle, with all that is needed to verify it; 404 if there is none.
pub async fn checkable(services: &Services, slug: &str, number: i32) -> Result<Arc<KeptDraw>, Failure> {
    let snapshot = waffles::public(services, slug).await?;
    let waffle = (snapshot.waffle.id, snapshot.waffle.slug.as_str());
    let draw =
        reading::find(&services.receipt_pool, waffle.0, number).await.map_err(of_read)?.ok_or(Refusal::NoDraw)?;
    let read = async || {
        reading::checkable(&services.receipt_pool, waffle, number).await.map_err(of_read)?.ok_or(Refusal::NoDraw.into())
    };
    services.kept_draws.get(waffle.0, &draw, read).await
}

/// Locks a draw. A refusal that follows from the waffle's state alone asks no relay.
pub async fn lock(services: &Services, author: &Author, id: Uuid, draft: &LockDraft) -> Result<Draw, Failure> {
    // A waffle's number of spots never changes, so this server's copy may decide here; the database decides the rest.
    let order = LockOrder::parse(draft, waffles::by_id(services, id).await?.waffle.total_spots)?;
    draws::check_lockable(&services.pool, id, &order, author.at(services.now())).await?;
    let chain = (&services.draw.chain, services.newest_round.heard().await);
    let locked = draws::lock(&services.pool, id, &order, chain, author, || services.now()).await?;
    shown(services, id, locked).await
}

/// Voids a locked draw, up to five seconds before its round appears. If it is too late by this server's clock, no relay
/// is asked.
pub async fn void(services: &Services, author: &Author, draw: (Uuid, i32), reason: &str) -> Result<Draw, Failure> {
    let reason = Reason::parse(reason)?;
    let found = waiting(services, draw).await?.ok_or(Refusal::DrawNotLocked)?;
    DrawState::Locked.void(found.round_at, services.now())?;
    // The relays know no other chains.
    let ours = found.chain == services.draw.chain.hash().to_string();
    let heard = if ours { services.newest_round.heard().await } else { Heard::Nothing };
    let voided = draws::void(&services.pool, draw, &reason, heard, author, || services.now()).await?;
    shown(services, draw.0, voided).await
}

/// Decides a draw with a round that an admin provides by hand. It is verified like one from a relay.
pub async fn hand_in(
    services: &Services,
    author: &Author,
    (id, number): (Uuid, i32),
    (round, signature): (Option<i64>, Option<&str>),
) -> Result<Draw, Failure> {
    let draw = waiting(services, (id, number)).await?.ok_or(Refusal::DrawNotLocked)?;
    let now = services.now();
    if now < draw.round_at {
        return Err(Refusal::TooEarly.into());
    }
    if round != Some(draw.round) {
        return Err(Failure::invalid("round", say!("fault-other-round", round = draw.round.to_string())));
    }
    let round = u64::try_from(draw.round).ok().and_then(|round| Round::try_from(round).ok());
    let round = round.ok_or_else(|| Failure::internal("a draw has no such round"))?;
    let refused = || Failure::invalid("signature", say!("fault-signature"));
    let signature = signature.and_then(Signature::parse).ok_or_else(refused)?;
    let verified = services.draw.chain.verify(round, signature).map_err(|_| refused())?;
    let decided = draws::decide(&services.pool, id, number, &verified, Some(author), now).await?;
    shown(services, id, decided).await
}

/// Finds a draw that waits for its round; `None` if it has ended, 404 if there is none.
async fn waiting(services: &Services, (id, number): (Uuid, i32)) -> Result<Option<Draw>, Failure> {
    let draw = reading::find_settled(&services.pool, id, number).await?.ok_or(Refusal::NoDraw)?;
    Ok(Some(draw).filter(|draw| draw.state == DrawState::Locked.as_str()))
}

/// Finds the draw that chose a waffle's winners, and the spots of its next alternates; `None` while a draw is locked,
/// or if the winners were picked by hand.
pub async fn alternates_left(services: &Services, waffle: &Waffle) -> Result<Option<(i32, Vec<i32>)>, Failure> {
    let standing = waffle.draw.won.filter(|_| waffle.draw.locked.is_none());
    let Some(number) = standing.and_then(WinnersOrigin::draw) else { return Ok(None) };
    let Some(draw) = reading::find(&services.pool, waffle.id, number).await.map_err(of_read)? else { return Ok(None) };
    Ok(Some((number, replace::left(&services.pool, waffle, &draw).await.map_err(of_read)?)))
}

/// Removes a winner of a draw and lets the next alternate win instead. Returns the new winner, and the waffle's newest
/// sequence number.
pub async fn replace(
    services: &Services,
    author: &Author,
    path: (Uuid, i32),
    (spot, reason): (Option<i64>, &str),
) -> Result<(Replacement, i64), Failure> {
    let spot = spot.ok_or_else(|| Invalid::field("spot_number", say!("fault-replaced-missing")));
    let (spot, reason) = match (spot, Reason::parse(reason)) {
        (Ok(spot), Ok(reason)) => (spot, reason),
        (spot, reason) => return Err(Invalid::of_all([spot.err(), reason.err()]).into()),
    };
    Ok(replace::replace(&services.pool, path, spot, &reason, author.at(services.now())).await?)
}

/// Waits until readers of the waffle on this server see what was done to its draw.
async fn shown(services: &Services, id: Uuid, (draw, seq): (Draw, i64)) -> Result<Draw, Failure> {
    waffles::after_commit(services, id, seq).await?;
    Ok(draw)
}
