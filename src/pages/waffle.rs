//! `GET /waffle/:slug`

use std::sync::Arc;

use actix_web::{HttpResponse, web};
use uuid::Uuid;
use waffle_actors::snapshot::{Cut, CutPage, Snapshot};
use waffle_domain::handle::Handle;
use waffle_domain::money::Currency;
use waffle_domain::spot::SpotStatus;
use waffle_domain::spot_numbers::SpotNumbers;

use crate::actions::{Services, waffles};
use crate::pages::answer;
use crate::pages::context::board::ranges;
use crate::pages::context::claim::{ClaimForm, ClaimNotice};
use crate::pages::context::form::Field;
use crate::pages::context::waffle::{WafflePage, WaffleView};
use crate::pages::context::{Script, Section};
use crate::pages::public_page::PublicPage;
use crate::pages::query::Query;
use crate::web::cut::OwnCopy;
use crate::web::error::Failure;
use crate::web::public_origin::PublicOrigin;

/// The most characters of a list of numbers in an address: proxies refuse long addresses.
const LONGEST_LIST: usize = 1_500;

/// Shows the board and the claim form; 404 for an unknown or archived waffle.
pub async fn show(
    slug: web::Path<String>,
    query: Query,
    origin: PublicOrigin,
    here: PublicPage,
) -> Result<HttpResponse, Failure> {
    let snapshot = waffles::public(here.services(), &slug).await?;
    let notice = granted(&query, &snapshot, &here.services().currency);
    if notice.is_none() && here.visitor.is_none() {
        return plain(&here, &origin, &snapshot);
    }
    let mut form = ClaimForm { idempotency_key: fresh_key(), ..ClaimForm::default() };
    if let Some(ClaimNotice::Granted { handle, .. }) = &notice {
        form.social_handle = Field::new(handle);
    }
    answer::page(here.templates().waffle(&page(&here, &origin, &snapshot, form, notice)))
}

/// Answers with the page that all strangers see, each with a key of his own. While the board does not change, it is
/// rendered and compressed for the first of them only, unless they came by different hosts.
fn plain(here: &PublicPage, origin: &PublicOrigin, snapshot: &Snapshot) -> Result<HttpResponse, Failure> {
    let key = fresh_key();
    let render = |snapshot: &Snapshot| -> Result<CutPage, Failure> {
        let form = ClaimForm { idempotency_key: key.clone(), ..ClaimForm::default() };
        let html = here.templates().waffle(&page(here, origin, snapshot, form, None)).map_err(Failure::internal)?;
        let (before, after) = html.split_once(&key).ok_or_else(|| Failure::internal("a claim form without its key"))?;
        let text = Cut { before: before.to_owned(), after: after.to_owned() };
        Ok(CutPage::new(origin.as_str().to_owned(), text))
    };
    let mut page = snapshot.page(render)?;
    if page.origin != origin.as_str() {
        page = Arc::new(render(snapshot)?);
    }
    Ok(answer::own_copy(OwnCopy { page, own: key }))
}

/// Makes a waffle's page with a claim form and the result of the last claim.
pub(super) fn page(
    here: &PublicPage,
    origin: &PublicOrigin,
    snapshot: &Snapshot,
    claim: ClaimForm,
    notice: Option<ClaimNotice>,
) -> WafflePage {
    let Services { currency, payment_types, .. } = here.services();
    let counts = snapshot.board.counts();
    let waffle = WaffleView::new(&snapshot.waffle, counts, currency, payment_types, origin);
    let description = format!("{} of {} spots left at {} each.", waffle.available, waffle.total_spots, waffle.price);
    let card = format!("{}/card.png?format=square", waffle.share_url);
    let frame = here
        .frame(&waffle.title, Section::Waffles)
        .with_description(description)
        .with_preview(&waffle.share_url, card)
        .with_script(Script::Board);
    WafflePage {
        frame,
        manage_url: here.visitor.is_some().then(|| format!("/admin/waffles/{}", waffle.id)),
        board: snapshot.into(),
        currency: currency.into(),
        waffle,
        claim,
        notice,
    }
}

/// Makes a new idempotency key: one form, one claim.
pub(super) fn fresh_key() -> String {
    Uuid::new_v4().simple().to_string()
}

/// The address of the page that says what a claim was granted.
pub(super) fn granted_path(slug: &str, numbers: &[i32], handle: &Handle, requested: Option<u64>) -> String {
    let mut list = ranges(numbers.iter().map(|number| number.unsigned_abs())).replace(' ', "");
    if let ([first, .., last], true) = (numbers, list.len() > LONGEST_LIST) {
        // A range may cover more than was claimed; the page shows only what the handle holds of it.
        list = format!("{first}-{last}");
    }
    let of = requested.map(|count| format!("&of={count}")).unwrap_or_default();
    format!("/waffle/{slug}?claimed={list}&handle={handle}{of}#result")
}

/// The notice after a granted claim. Anybody can write such an address, so it counts only spots that the handle holds
/// and has not paid for.
fn granted(query: &Query, snapshot: &Snapshot, currency: &Currency) -> Option<ClaimNotice> {
    let handle = Handle::parse(query.text("handle")).ok()?;
    let numbers = SpotNumbers::read("claimed", query.text("claimed"), snapshot.waffle.total_spots).ok()?;
    let held = |number: &&i32| {
        let spot = snapshot.board.spot(**number);
        spot.is_some_and(|spot| spot.status() == SpotStatus::Pending && spot.handle() == Some(&handle))
    };
    let held: Vec<u32> = numbers.as_slice().iter().filter(held).map(|number| number.unsigned_abs()).collect();
    let count = u32::try_from(held.len()).ok().filter(|count| *count > 0)?;
    Some(ClaimNotice::Granted {
        numbers: ranges(held.into_iter()),
        count,
        sum: currency.format(snapshot.waffle.spot_price.saturating_mul(count.into())),
        handle: handle.to_string(),
        requested: query.parsed("of").filter(|of| *of > count),
    })
}

#[cfg(test)]
mod tests {
    use waffle_domain::handle::Handle;

    use super::{LONGEST_LIST, granted_path};

    #[test]
    fn the_address_of_a_large_claim_stays_short() {
        let anna = Handle::parse("anna").unwrap();
        let path = granted_path("box", &[3, 7, 8, 9], &anna, Some(6));
        assert_eq!(path, "/waffle/box?claimed=3,7-9&handle=anna&of=6#result");
        let odd: Vec<i32> = (1..10_000).step_by(2).collect();
        let path = granted_path("box", &odd, &anna, None);
        assert!(path.contains("claimed=1-9999&") && path.len() < LONGEST_LIST, "{path}");
    }
}
