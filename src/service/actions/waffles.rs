//! Finding, listing, creating, editing, archiving and deleting waffles.

use std::sync::Arc;

use uuid::Uuid;
use waffle_actors::snapshot::{Rendered, Snapshot};
use waffle_domain::author::Author;
use waffle_domain::paging::Part;
use waffle_domain::refusal::Refusal;
use waffle_domain::refused_spot::RefusedSpot;
use waffle_domain::slug::Slug;
use waffle_domain::waffle_fields::{NewWaffle, WaffleEdit};
use waffle_language::say;
use waffle_store::activity::{self, ActivityEntry, ActivityPart};
use waffle_store::refused_claims::{self, KeptRefusal};
use waffle_store::waffles::{ListedWaffle, Listing, SellersOrder, WaffleRef};
use waffle_store::{create_waffle, edit_waffle, waffles};

use crate::actions::Services;
use crate::failure::{Failure, FieldError, of_read};
use crate::session::caller::Caller;
use crate::waffle_lists::WaffleList;

/// What the seller types to confirm a deletion.
const CONFIRMATION: &str = "DELETE";

/// Finds a waffle, archived or not; 404 if there is none.
pub async fn by_id(services: &Services, id: Uuid) -> Result<Arc<Snapshot>, Failure> {
    services.waffles.snapshot(&WaffleRef::Id(id)).await?.ok_or(Refusal::NoWaffle.into())
}

/// Finds a waffle by its slug, archived or not; 404 if there is none.
pub async fn by_slug(services: &Services, slug: &str) -> Result<Arc<Snapshot>, Failure> {
    let slug = Slug::parse(slug).ok_or(Refusal::NoWaffle)?;
    services.waffles.snapshot(&WaffleRef::Slug(slug.to_string())).await?.ok_or(Refusal::NoWaffle.into())
}

/// Finds a waffle that the public may see; 404 for an archived one.
pub async fn public(services: &Services, slug: &str) -> Result<Arc<Snapshot>, Failure> {
    let snapshot = by_slug(services, slug).await?;
    if snapshot.waffle.archived { Err(Refusal::NoWaffle.into()) } else { Ok(snapshot) }
}

/// Finds a waffle without its spots, straight from the database; 404 if there is none.
pub async fn described(services: &Services, id: Uuid) -> Result<ListedWaffle, Failure> {
    waffles::describe(&services.pool, id).await.map_err(of_read)?.ok_or(Refusal::NoWaffle.into())
}

/// Lists the waffles that the public may see; requests at the same time share one read.
pub async fn public_list(services: &Services, part: Part) -> Result<Arc<WaffleList>, Failure> {
    services.lists.get(part).await
}

/// Lists all waffles that the public may see, in JSON. If there are many, the caller may wait for up to a second.
pub async fn whole_public_list(services: &Services) -> Result<Arc<Rendered>, Failure> {
    services.lists.whole().await
}

/// Lists waffles for sellers: active ones first, then newest first.
pub async fn list(
    services: &Services,
    listing: Listing,
    limit: Option<i64>,
    offset: i64,
) -> Result<Vec<ListedWaffle>, Failure> {
    waffles::list(&services.pool, listing, limit, offset).await.map_err(of_read)
}

/// Lists the waffles whose title contains a text, for sellers.
pub async fn search(
    services: &Services,
    listing: Listing,
    sought: (&str, SellersOrder),
    part: Part,
) -> Result<Vec<ListedWaffle>, Failure> {
    waffles::search(&services.pool, listing, sought, part).await.map_err(of_read)
}

/// Finds the newest waffle that an account created.
pub async fn last_of(services: &Services, account: Uuid) -> Result<Option<Uuid>, Failure> {
    waffles::last_of(&services.pool, account).await.map_err(of_read)
}

/// Lists the changes of a waffle's spots, newest first.
pub async fn activity(services: &Services, id: Uuid, part: &ActivityPart) -> Result<Vec<ActivityEntry>, Failure> {
    activity::list(&services.pool, id, part, true).await.map_err(of_read)
}

/// What happened to a spot, or to the spots of a handle.
pub struct History {
    /// The changes, newest first.
    pub entries: Vec<ActivityEntry>,
    /// What buyers asked for in their time and did not get, newest first.
    pub refused: Vec<RefusedSpot>,
    /// The part that follows, if there is more.
    pub older: Option<ActivityPart>,
}

/// Reads a part of the history of a spot or of a handle; without either, of the whole activity, less what was refused.
/// A draw that goes on beyond a part of the whole activity is in it with its winners alone, and so is what came before.
pub async fn history(services: &Services, id: Uuid, part: &ActivityPart) -> Result<History, Failure> {
    let whole = part.spot.is_none() && part.handle.is_none();
    let is_full = |length: usize| i64::try_from(length).is_ok_and(|length| length == part.limit);
    let mut entries = activity(services, id, part).await?;
    let mut full = is_full(entries.len());
    if whole && full && entries.last().is_some_and(ActivityEntry::is_of_draw) {
        entries = activity::list(&services.pool, id, part, false).await.map_err(of_read)?;
        full = is_full(entries.len());
        // There may be more winners of the last draw: it belongs to the next part.
        if full && let Some(last) = entries.last().cloned() {
            entries.retain(|entry| !entry.is_of_same_draw(&last));
        }
    }
    let last = entries.last().filter(|_| full);
    let mut older = last.map(|last| ActivityPart { before: last.seq, before_refused: None, ..part.clone() });
    let kept = if whole {
        Vec::new()
    } else {
        refused_claims::list(&services.pool, id, part, last.map(|last| last.at)).await.map_err(of_read)?
    };
    if let Some(last) = kept.last().filter(|_| is_full(kept.len())) {
        // What happened before the last of them belongs to the next part.
        let newer = entries.iter().take_while(|entry| entry.at > last.spot.at).count();
        entries.truncate(newer);
        let before = entries.last().map_or(part.before, |entry| entry.seq);
        older = Some(ActivityPart { before, before_refused: Some(last.id), ..part.clone() });
    }
    Ok(History { entries, refused: kept.into_iter().map(|kept| kept.spot).collect(), older })
}

/// Lists what buyers asked for and did not get, newest first.
pub async fn refused(services: &Services, id: Uuid, part: &ActivityPart) -> Result<Vec<KeptRefusal>, Failure> {
    refused_claims::list(&services.pool, id, part, None).await.map_err(of_read)
}

/// Creates a waffle. An unknown or deactivated payment method is rejected as an invalid field.
pub async fn create(services: &Services, author: &Author, new: &NewWaffle) -> Result<Uuid, Failure> {
    let id = Uuid::now_v7();
    let by = author.at(services.now());
    let created = create_waffle::create(&services.pool, id, &services.slug_prefix, new, by).await;
    // Also after a failure, since it may be there all the same.
    services.waffles.created();
    created?;
    Ok(id)
}

/// Saves an edit and returns the waffle's newest sequence number.
pub async fn edit(services: &Services, author: &Author, id: Uuid, edit: WaffleEdit) -> Result<i64, Failure> {
    Ok(edit_waffle::edit(&services.pool, id, edit, author.at(services.now())).await?)
}

/// Archives or unarchives a waffle, and returns its newest sequence number.
pub async fn archive(services: &Services, author: &Author, id: Uuid, archived: bool) -> Result<i64, Failure> {
    Ok(edit_waffle::archive(&services.pool, id, archived, author.at(services.now())).await?)
}

/// Deletes a waffle and its cards for good, and disconnects its watchers. Takes the word DELETE and the seller's own
/// password.
pub async fn delete(
    services: &Services,
    me: &Caller,
    listed: &ListedWaffle,
    word: &str,
    password: &str,
) -> Result<(), Failure> {
    let faults = [
        (word != CONFIRMATION).then(|| FieldError::new("confirmation", say!("fault-confirmation"))),
        password.is_empty().then(|| FieldError::new("password", say!("fault-own-password-missing"))),
    ];
    if faults.iter().any(Option::is_some) {
        return Err(Failure::validation(faults.into_iter().flatten()));
    }
    services.sessions.check_own_password(me, password).await?;
    let id = listed.waffle.id;
    edit_waffle::delete(&services.pool, id, me.author().at(services.now())).await?;
    services.waffles.deleted(id);
    services.cards.forget(&listed.waffle.slug).await;
    Ok(())
}

/// Reads the waffle after a committed change. A failed read becomes "outcome unknown": an ordinary 503 would wrongly
/// promise that nothing was done.
pub async fn after_commit(services: &Services, id: Uuid, seq: i64) -> Result<Arc<Snapshot>, Failure> {
    let snapshot = services.waffles.snapshot_at(id, seq).await.map_err(|_| Failure::outcome_unknown())?;
    snapshot.ok_or(Refusal::NoWaffle.into())
}

/// Reads a waffle that was just created. A failed read becomes "outcome unknown", for the same reason as in
/// [`after_commit`].
pub async fn after_creation(services: &Services, id: Uuid) -> Result<Arc<Snapshot>, Failure> {
    let snapshot = services.waffles.snapshot(&WaffleRef::Id(id)).await.map_err(|_| Failure::outcome_unknown())?;
    snapshot.ok_or(Refusal::NoWaffle.into())
}

/// Waits until pages show a committed change. If that takes too long, the next page is a little behind.
pub async fn caught_up(services: &Services, id: Uuid, seq: i64) {
    if let Err(refusal) = services.waffles.snapshot_at(id, seq).await {
        log::info!(waffle:% = id, cause:% = refusal; "a page does not show its change yet");
    }
}
