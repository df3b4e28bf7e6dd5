//! The messages on the manage page that forms of several pages share.

use actix_web::HttpResponse;
use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::event::SpotChanged;
use waffle_domain::refusal::Refusal;
use waffle_domain::spot_ranges::ranges;
use waffle_domain::waffle::WaffleStatus;
use waffle_http::error::HttpError;
use waffle_http::session::csrf_form::Fields;
use waffle_http::session::signed_in::SignedIn;
use waffle_language::say;
use waffle_service::failure::Failure;

use crate::answer;
use crate::context::flash::Flash;
use crate::templates::Values;

/// How many lines of payments paid for nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct IdleLines {
    /// They are remembered now, as was asked for.
    pub remembered: usize,
    /// They were not, since their spots are no longer paid.
    pub not_remembered: usize,
    /// They were taken before.
    pub before: usize,
}

/// Redirects to the manage page, which says what was done.
pub fn to(me: &SignedIn, waffle: Uuid, flash: &Flash) -> HttpResponse {
    answer::said(me, &format!("/admin/waffles/{waffle}"), flash)
}

/// The address of the page that a form came from: of a spot, if it names one, or of the waffle.
pub fn page_of(waffle: Uuid, fields: &Fields) -> String {
    match fields.text("spot").parse::<u32>() {
        Ok(number) => format!("/admin/waffles/{waffle}/history?spot={number}"),
        Err(_) => format!("/admin/waffles/{waffle}"),
    }
}

/// The numbers of spots that were changed.
pub fn numbers(changes: &[SpotChanged]) -> Vec<i32> {
    changes.iter().map(|change| change.number).collect()
}

/// Says what was done to these spots, or that nothing was if there are none.
pub fn any(flash: Flash, numbers: Vec<i32>) -> Flash {
    if numbers.is_empty() { nothing() } else { flash.naming(numbers) }
}

pub fn nothing() -> Flash {
    Flash::failed(say!("said-nothing-changed"))
}

pub fn locked() -> Flash {
    Flash::failed(say!("said-locked"))
}

pub fn not_active() -> Flash {
    Flash::failed(say!("said-one-at-a-time"))
}

pub fn not_drawn() -> Flash {
    Flash::failed(say!("said-not-drawn"))
}

/// Says which spots were paid, how many were skipped because they were no longer pending, and what became of the lines
/// that paid for nothing.
pub fn paid(numbers: Vec<i32>, skipped: usize, lines: IdleLines) -> Flash {
    let IdleLines { remembered, not_remembered, before } = lines;
    let failed = numbers.is_empty() && remembered == 0;
    let rest = [
        (remembered > 0).then(|| say!("said-remembered", lines = remembered)),
        (skipped > 0).then(|| say!("said-skipped", spots = skipped)),
        (before > 0).then(|| say!("said-lines-before", lines = before)),
        (not_remembered > 0).then(|| say!("said-not-remembered", lines = not_remembered)),
    ];
    let rest = rest.into_iter().flatten().reduce(|one, two| say!("said-two-sentences", one, two));
    // The numbers are a value of the whole text, not of a part of it.
    let text = match (numbers.len(), rest) {
        (0, Some(rest)) if !failed => rest,
        (0, Some(rest)) => say!("said-two-sentences", one = say!("said-nothing-paid"), two = rest),
        (0, None) => say!("said-nothing-paid"),
        (1, Some(rest)) => say!("said-spot-paid-and", rest),
        (1, None) => say!("said-spot-paid"),
        (_, Some(rest)) => say!("said-marked-paid-and", rest),
        (_, None) => say!("said-marked-paid"),
    };
    Flash { failed, undo: true, ..Flash::done(text).naming(numbers) }
}

/// The spots that the last form released and that are still free, and whose they were: that can be undone. `spot` is
/// the one whose page shows the message, and will show the next one.
pub fn assign_again(flash: &Flash, snapshot: &Snapshot, spot: Option<i32>) -> Option<Values> {
    let handle = flash.released_from.as_ref().filter(|_| snapshot.waffle.status == WaffleStatus::Active)?;
    let is_free = |number: &&i32| snapshot.board.taken_among(&[**number]).is_empty();
    let numbers = ranges(flash.numbers.iter().filter(is_free).map(|number| number.unsigned_abs()));
    (!numbers.is_empty()).then(|| values! { handle, numbers, spot })
}

/// The money desk's message for a result.
pub fn said(done: Result<Flash, Failure>) -> Result<Flash, HttpError> {
    let failure = match done {
        Ok(done) => return Ok(done),
        Err(failure) => failure,
    };
    match &failure.refusal {
        Refusal::PayOneByOne => Ok(not_active()),
        Refusal::DrawLocked { .. } => Ok(locked()),
        Refusal::SpotNotReleasable { .. } | Refusal::SpotNotRenamable { .. } | Refusal::SpotNotPending { .. } => {
            Ok(nothing())
        }
        // In the meantime they have become another buyer's.
        _ if failure.code() == "not_found" => Ok(nothing()),
        _ => Err(failure.into()),
    }
}
