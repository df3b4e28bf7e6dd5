//! `/admin/waffles/:id/payments`: payments that are pasted as a text, reviewed, and marked paid together.

use std::collections::BTreeMap;

use actix_web::http::StatusCode;
use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::handle::Handle;
use waffle_domain::refusal::Refusal;
use waffle_domain::waffle::WaffleStatus;
use waffle_http::error::status_of;
use waffle_http::extractors::InPath;
use waffle_http::session::csrf_form::{Fields, SignedInForm};
use waffle_http::session::signed_in::SignedIn;
use waffle_language::say;
use waffle_service::actions::payments::{self, Line, Taken};
use waffle_service::actions::spots::changed;
use waffle_service::actions::waffles;
use waffle_service::failure::Failure;
use waffle_store::payments::{LineResult, LineUse};

use crate::Pages;
use crate::admin::desk_buyer::frame;
use crate::admin::manage_flash::{IdleLines, locked, not_active, nothing, paid, to};
use crate::answer::Answer;
use crate::context::flash::Flash;
use crate::context::form::Field;
use crate::context::payments::{Found, Stopped, USES, kept_who, tick};

/// The longest form, in KiB. It carries all pasted and typed text and the ticked payments: a text of 64 KiB, which may
/// take three times as much, once more by its lines, their payers and buyers, and up to 10,000 spots by their ids.
const LONGEST: usize = 3 * 1024;

/// Shows the form.
pub async fn show(me: SignedIn, InPath(id): InPath<Uuid>, pages: Pages) -> Answer {
    let snapshot = waffles::by_id(&pages.services, id).await?;
    let shown = Shown { text: Field::default(), found: None, stopped: None };
    page(&pages, &me, &snapshot, StatusCode::OK, (shown, &BTreeMap::new()))
}

/// Shows the payments found in the text, or the form again with 400 if it is too long. A line's buyer may be typed next
/// to it.
pub async fn find(form: SignedInForm<Uuid, LONGEST>, pages: Pages) -> Answer {
    let snapshot = waffles::by_id(&pages.services, form.path).await?;
    let (text, who) = (form.fields.text("text"), who(&form.fields));
    let chosen = who.iter().filter_map(|(line, typed)| Some((*line, Handle::typed(typed).ok()?)));
    let found = payments::find(&pages.services, snapshot.waffle.id, text, chosen).await;
    let (status, text, found) = match found {
        Ok(found) => {
            let found = Found::new(found, &who, snapshot.waffle.spot_price, &pages.services.currency);
            (StatusCode::OK, Field::new(text), Some(found).filter(|found| !found.lines.is_empty()))
        }
        Err(failure) if !failure.fields().is_empty() => {
            (StatusCode::BAD_REQUEST, Field::refused(text, failure.sentence()), None)
        }
        Err(failure) => return Err(failure.into()),
    };
    page(&pages, &form.me, &snapshot, status, (Shown { text, found, stopped: None }, &who))
}

/// Marks the ticked payments paid, and redirects to the money desk. Skips spots that changed since they were shown, and
/// payments that were taken before. When stopped midway, says what was taken, and offers the rest.
pub async fn pay(form: SignedInForm<Uuid, LONGEST>, pages: Pages) -> Answer {
    let id = form.path;
    // Our pages send only lines that they found, so anything else is ignored.
    let of = |line_use| form.fields.all(tick(line_use)).filter_map(move |value| line(line_use, value));
    let lines: Vec<Line> = USES.into_iter().flat_map(of).collect();
    if lines.is_empty() {
        return Ok(to(&form.me, id, &nothing()));
    }
    let Taken { results, stopped } = payments::take(&pages.services, form.me.author(), id, lines.clone()).await?;
    match stopped {
        None => Ok(to(&form.me, id, &done(&lines, results))),
        Some(Failure { refusal: Refusal::PayOneByOne, .. }) if results.is_empty() => {
            Ok(to(&form.me, id, &not_active()))
        }
        Some(Failure { refusal: Refusal::DrawLocked { .. }, .. }) if results.is_empty() => {
            Ok(to(&form.me, id, &locked()))
        }
        Some(refused) => {
            let snapshot = waffles::by_id(&pages.services, id).await?;
            let (price, currency) = (snapshot.waffle.spot_price, &pages.services.currency);
            let shown = Shown {
                text: Field::new(form.fields.text("text")),
                found: Some(Found::rest(lines.get(results.len()..).unwrap_or_default(), price, currency)),
                stopped: Some(Stopped::new(&lines, &results, &refused)),
            };
            let failure = refused.midway(results.len(), lines.len(), "lines");
            page(&pages, &form.me, &snapshot, status_of(&failure), (shown, &who(&form.fields)))
        }
    }
}

/// Counts the results of all lines.
fn done(lines: &[Line], results: Vec<LineResult>) -> Flash {
    let (mut numbers, mut asked, mut idle) = (Vec::new(), 0, IdleLines::default());
    for (line, result) in lines.iter().zip(results) {
        match result {
            LineResult::TakenBefore => idle.before += 1,
            LineResult::Remembered => idle.remembered += 1,
            LineResult::NotRemembered => idle.not_remembered += 1,
            LineResult::Judged(results) => {
                asked += line.spot_ids.len();
                numbers.extend(changed(results).into_iter().map(|change| change.number));
            }
        }
    }
    let skipped = asked.saturating_sub(numbers.len());
    paid(numbers, skipped, idle)
}

/// Reads the typed buyers of lines, by the lines' numbers: `who-3` is the field of the third.
fn who(fields: &Fields) -> BTreeMap<usize, String> {
    let one = |(name, typed): (&str, &str)| {
        let line = name.strip_prefix("who-")?.parse().ok()?;
        Some((line, typed.to_owned())).filter(|_| !typed.trim().is_empty())
    };
    fields.iter().filter_map(one).collect()
}

/// Reads `anna:17,18:Anna Perez:Anna Perez sent you $50.00`.
fn line(line_use: LineUse, value: &str) -> Option<Line> {
    let mut parts = value.splitn(4, ':');
    let (handle, ids, payer, text) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let spot_ids: Vec<i64> = ids.split(',').filter_map(|id| id.parse().ok()).collect();
    let payer = Some(payer.to_owned()).filter(|payer| !payer.is_empty());
    let line = Line { text: text.to_owned(), handle: Handle::parse(handle).ok()?, spot_ids, line_use, payer };
    line.check().is_ok().then_some(line)
}

/// The pasted text, the payments found in it, and where taking them stopped.
struct Shown {
    text: Field,
    found: Option<Found>,
    stopped: Option<Stopped>,
}

fn page(
    pages: &Pages,
    me: &SignedIn,
    snapshot: &Snapshot,
    status: StatusCode,
    (Shown { text, found, stopped }, who): (Shown, &BTreeMap<usize, String>),
) -> Answer {
    pages.show_as(
        status,
        "admin/payments",
        values! {
            ..frame(me, &snapshot.waffle, say!("paste-title")),
            text,
            kept: kept_who(found.as_ref(), who),
            found,
            stopped,
            active: snapshot.waffle.status == WaffleStatus::Active,
        },
    )
}
