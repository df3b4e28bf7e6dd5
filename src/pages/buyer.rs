//! `GET /buyer`, `GET /buyer/:handle` and `GET /buyer/:handle/card`

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, web};
use waffle_domain::handle::Handle;
use waffle_domain::invalid::Invalid;
use waffle_http::public_origin::PublicOrigin;
use waffle_http::rate_limit::{Allowed, BuyersNumbers};
use waffle_language::{Text, say};
use waffle_service::actions::buyers;

use crate::answer::{Answer, see_other};
use crate::context::Section;
use crate::context::buyer::history::history_row;
use crate::context::buyer::{BuyerView, PAGE_TROPHIES, Shelf, card_page, card_url, path};
use crate::context::form::Field;
use crate::context::list::Neighbours;
use crate::public_page::PublicPage;
use crate::query::Query;

/// How many waffles a page of the history holds.
const PER_PAGE: u32 = 50;

/// Redirects to the page of the handle that was entered. Shows the form when there was none, with 400 for an invalid
/// one.
pub async fn find(query: Query, here: PublicPage) -> Answer {
    let typed = query.text("handle");
    if typed.is_empty() {
        return form(&here, StatusCode::OK, &Field::default());
    }
    match Handle::typed(typed) {
        Ok(handle) => Ok(see_other(&path(handle.as_str())).finish()),
        Err(invalid) => refused(&here, typed, &invalid),
    }
}

/// Shows what the handle holds and has won, even if it has never claimed; 400 with the form for an invalid handle.
pub async fn show(
    _: Allowed<BuyersNumbers>,
    handle: web::Path<String>,
    request: HttpRequest,
    here: PublicPage,
) -> Answer {
    let wanted = Neighbours::wanted(Query::of(&request).page(), PER_PAGE);
    let buyer = match Handle::parse(&handle) {
        Ok(handle) => {
            buyers::find(here.services(), handle, wanted.part.offset..wanted.part.offset + wanted.part.limit).await?
        }
        Err(invalid) => return refused(&here, &handle, &invalid),
    };
    let origin = PublicOrigin::of(&request)?;
    let (entries, neighbours) = wanted.found(&buyer.waffles);
    let view = BuyerView::new(&buyer, &here.services().currency);
    let title = Text::verbatim(format!("@{}", view.handle));
    let frame = here.frame(title, Section::Elsewhere).with_description(view.sentence());
    let history = entries.iter().map(|entry| history_row(entry, &here.services().currency)).collect::<Vec<_>>();
    let shown = u32::try_from(wanted.part.offset).unwrap_or(u32::MAX).saturating_add(PER_PAGE);
    let older = buyer.totals.waffles.saturating_sub(shown);
    let (shelf, card_url) = (Shelf::new(&view, PAGE_TROPHIES), card_url(&view.handle, &origin));
    here.pages.show("buyer", values! { frame, buyer: view, shelf, history, neighbours, older, card_url })
}

/// Shows the card to share, even if the handle has never claimed; 400 for an invalid handle.
pub async fn card(
    _: Allowed<BuyersNumbers>,
    handle: web::Path<String>,
    origin: PublicOrigin,
    here: PublicPage,
) -> Answer {
    let buyer = buyers::find(here.services(), Handle::parse(&handle)?, 0..0).await?;
    here.pages.show("buyer_card", card_page(&BuyerView::new(&buyer, &here.services().currency), &origin))
}

fn refused(here: &PublicPage, typed: &str, Invalid(faults): &Invalid) -> Answer {
    let error = faults.first().map(|fault| fault.message.clone());
    form(here, StatusCode::BAD_REQUEST, &Field { value: typed.to_owned(), error })
}

fn form(here: &PublicPage, status: StatusCode, handle: &Field) -> Answer {
    let frame = here.frame(say!("find-my-spots"), Section::Elsewhere);
    let frame = frame.with_description(say!("buyer-find-description"));
    here.pages.show_as(status, "find_buyer", values! { frame, handle })
}
