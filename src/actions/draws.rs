//! Draws that can be checked: locking, voiding and reading them, and rounds that admins hand in.

use std::sync::Arc;

use uuid::Uuid;
use waffle_domain::author::Author;
use waffle_domain::draw::beacon::Signature;
use waffle_domain::draw::entries::NotEnough;
use waffle_domain::draw::order::{LockDraft, LockOrder};
use waffle_domain::draw::reason::Reason;
use waffle_domain::draw::round::Round;
use waffle_domain::draw::state::{NotDrawable, NotVoidable};
use waffle_store::draws::{self, Decided, DrawChanged, Locked, Voided, reading};
use waffle_wire::draw::{Draw, Draws};

use crate::actions::kept_draws::KeptDraw;
use crate::actions::{Services, waffles};
use crate::web::error::Failure;
use crate::web::refusal::{no_waffle, of_read};

/// Lists the draws of a public waffle and what happened to its winners; 404 if there is no such waffle.
pub async fn all(services: &Services, slug: &str) -> Result<Draws, Failure> {
    let snapshot = waffles::public(services, slug).await?;
    reading::all(&services.receipt_pool, snapshot.waffle.id).await.map_err(of_read)
}

/// Finds a draw of a public waffle; 404 if there is none.
pub async fn one(services: &Services, slug: &str, number: i32) -> Result<Draw, Failure> {
    let snapshot = waffles::public(services, slug).await?;
    reading::find(&services.receipt_pool, snapshot.waffle.id, number).await.map_err(of_read)?.ok_or_else(no_draw)
}

/// Finds a draw of a public waffle, with all that it takes to check it; 404 if there is none.
pub async fn checkable(services: &Services, slug: &str, number: i32) -> Result<Arc<KeptDraw>, Failure> {
    let snapshot = waffles::public(services, slug).await?;
    let waffle = (snapshot.waffle.id, snapshot.waffle.slug.as_str());
    let draw = reading::find(&services.receipt_pool, waffle.0, number).await.map_err(of_read)?.ok_or_else(no_draw)?;
    let read =
        async || reading::checkable(&services.receipt_pool, waffle, number).await.map_err(of_read)?.ok_or_else(no_draw);
    services.kept_draws.get(waffle.0, draw, read).await
}

/// Locks a draw.
pub async fn lock(services: &Services, author: &Author, id: Uuid, draft: &LockDraft) -> Result<Draw, Failure> {
    let snapshot = waffles::by_id(services, id).await?;
    let order = LockOrder::parse(draft, snapshot.waffle.total_spots)?;
    match draws::lock(&services.pool, id, &order, &services.draw.chain, author, || services.now()).await? {
        Locked::Done(done) => told(services, id, *done).await,
        Locked::NotFound => Err(no_waffle()),
        Locked::Archived => Err(Failure::conflict("waffle_archived", "This waffle is archived: unarchive it first.")),
        Locked::NotEnough(NotEnough { found, needed, handles }) => {
            let what = if handles { "buyers with a paid spot" } else { "paid spots" };
            let sentence = format!("{needed} winners can't be drawn from {found} {what}.");
            Err(Failure::conflict("not_enough_paid", sentence))
        }
        Locked::Invalid(invalid) => Err(invalid.into()),
    }
}

/// Voids a locked draw, up to five seconds before its round appears.
pub async fn void(
    services: &Services,
    author: &Author,
    (id, number): (Uuid, i32),
    reason: &str,
) -> Result<Draw, Failure> {
    let reason = Reason::parse(reason)?;
    match draws::void(&services.pool, id, number, &reason, author, || services.now()).await? {
        Voided::Done(done) => told(services, id, *done).await,
        Voided::NotFound => Err(no_draw()),
        Voided::Refused(refused @ NotVoidable::NotLocked) => {
            Err(Failure::conflict("draw_not_locked", refused.to_string()))
        }
        Voided::Refused(refused @ NotVoidable::TooLate) => Err(Failure::conflict("too_late", refused.to_string())),
    }
}

/// Decides a draw with a round that an admin hands in. It is verified like one from a relay.
pub async fn hand_in(
    services: &Services,
    author: &Author,
    (id, number): (Uuid, i32),
    (round, signature): (Option<i64>, Option<&str>),
) -> Result<Draw, Failure> {
    let draw = reading::find(&services.pool, id, number).await.map_err(of_read)?.ok_or_else(no_draw)?;
    let now = services.now();
    if draw.state != "locked" {
        return Err(not_drawable(NotDrawable::NotLocked));
    }
    if now < draw.round_at {
        return Err(not_drawable(NotDrawable::TooEarly));
    }
    if round != Some(draw.round) {
        return Err(Failure::invalid("round", format!("This draw waits for round {}.", draw.round)));
    }
    let round = u64::try_from(draw.round).ok().and_then(|round| Round::try_from(round).ok());
    let round = round.ok_or_else(|| Failure::internal("a draw has no such round"))?;
    let refused = || Failure::invalid("signature", "This is not the round's signature: copy all its 96 digits.");
    let signature = signature.and_then(Signature::parse).ok_or_else(refused)?;
    let verified = services.draw.chain.verify(round, signature).map_err(|_| refused())?;
    match draws::decide(&services.pool, id, number, &verified, Some(author), now).await? {
        Decided::Done(done) => told(services, id, *done).await,
        Decided::NotFound => Err(no_draw()),
        Decided::Refused(refused) => Err(not_drawable(refused)),
        Decided::OtherRound(other) => Err(Failure::conflict("other_chain", other.to_string())),
    }
}

fn not_drawable(refused: NotDrawable) -> Failure {
    let code = match refused {
        NotDrawable::NotLocked => "draw_not_locked",
        NotDrawable::TooEarly => "too_early",
    };
    Failure::conflict(code, refused.to_string())
}

/// Waits until whoever reads the waffle here sees what was done to its draw.
async fn told(services: &Services, id: Uuid, done: DrawChanged) -> Result<Draw, Failure> {
    waffles::after_commit(services, id, done.seq).await?;
    Ok(done.draw)
}

fn no_draw() -> Failure {
    Failure::not_found("There is no such draw.")
}
