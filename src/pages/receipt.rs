//! `/claim/:token`: a buyer's view of a claim and the actions on it, with and without JavaScript.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse};
use waffle_domain::payment_note::PaymentNote;
use waffle_domain::receipt::Receipt;
use waffle_domain::spot_numbers::SpotNumbers;
use waffle_domain::spot_ranges::ranges;
use waffle_http::error::HttpError;
use waffle_http::public_origin::PublicOrigin;
use waffle_http::rate_limit::{Allowed, Claims, GivenBack, Receipts, spend};
use waffle_http::session::csrf_form::ReceiptForm;
use waffle_http::session::signed_in::sessions_of;
use waffle_language::say;
use waffle_service::actions::receipts::{self, Opened};
use waffle_service::session::csrf::FormOwner;

use crate::answer::{self, Answer};
use crate::context::Section;
use crate::context::flash::Flash;
use crate::context::form::Field;
use crate::failure_pages;
use crate::public_page::PublicPage;
use crate::query::Query;
use crate::receipt_view::{Sent, path, show_page};

/// Shows the receipt, also of an archived waffle; 404 for an unknown token, and once the waffle is deleted.
pub async fn show(_: Allowed<Receipts>, request: HttpRequest, query: Query, here: PublicPage) -> Answer {
    let token = token(&request);
    let receipt = receipts::find(here.services(), &token)?;
    let opened = receipts::read(here.services(), &receipt).await?;
    let sent = Sent { flash: said_of(&query, &opened), ..Sent::default() };
    page(&request, &here, &opened, (StatusCode::OK, sent)).await
}

/// Notes that the buyer says "I have paid", or takes that back, and redirects to the receipt; 400 with the form for a
/// note that is too long.
pub async fn say_paid(
    _: Allowed<Claims>,
    request: HttpRequest,
    ReceiptForm(fields): ReceiptForm,
    here: PublicPage,
) -> Answer {
    let token = token(&request);
    let receipt = receipts::find(here.services(), &token)?;
    let back = fields.text("take_back") == "yes";
    // Browsers send line breaks as CRLF.
    let typed = fields.text("note").replace("\r\n", "\n");
    let note = if back { None } else { Some(PaymentNote::parse(&typed)) };
    match note.transpose() {
        Ok(note) => {
            receipts::say_paid(here.services(), &receipt, note.as_ref()).await?;
            Ok(to(&token, if back { "?done=taken-back" } else { "?done=said" }))
        }
        Err(invalid) => {
            let note = Field::typed("note", &typed, &invalid.0);
            let flash = Some(Flash::failed(say!("receipt-note-refused")));
            let sent = Sent { flash, note, ..Sent::default() };
            again(&request, &here, &receipt, (StatusCode::BAD_REQUEST, sent)).await
        }
    }
}

/// Asks whether to give the chosen spots back. Once confirmed, gives them back and redirects to the receipt. 400 with
/// the form when none is chosen or a number is wrong, 409 with the current receipt when one is not the buyer's to give.
pub async fn give_back(
    _: Allowed<Claims>,
    request: HttpRequest,
    ReceiptForm(fields): ReceiptForm,
    here: PublicPage,
) -> Answer {
    let token = token(&request);
    let services = here.services();
    let receipt = receipts::find(services, &token)?;
    let opened = receipts::read(services, &receipt).await?;
    let typed: Vec<&str> = fields.all("spot").chain([fields.text("numbers")]).collect();
    let typed = typed.join(" ");
    let numbers = match SpotNumbers::read("numbers", &typed, opened.snapshot.waffle.total_spots) {
        Ok(numbers) => numbers,
        Err(invalid) => {
            let give_back = Field::typed("numbers", typed.trim(), &invalid.0);
            let flash = Some(Flash::failed(say!("receipt-numbers-refused")));
            let sent = Sent { flash, give_back, ..Sent::default() };
            return page(&request, &here, &opened, (StatusCode::BAD_REQUEST, sent)).await;
        }
    };
    let confirmed = fields.text("confirmed") == "yes";
    let done = match receipts::to_give_back(&opened.claim, &numbers) {
        Ok(spot_ids) if confirmed => {
            spend::<GivenBack>(&request, spot_ids.len())?;
            receipts::give_back(services, &receipt, spot_ids).await.map(drop)
        }
        judged => judged.map(drop),
    };
    match done {
        Ok(()) if confirmed => Ok(to(&token, "?done=given-back")),
        Ok(()) => ask(&request, &here, &opened, &numbers),
        Err(failure) if failure.code() == "not_yours" || failure.code() == "spot_not_pending" => {
            failure_pages::log(&request, &failure);
            let sent = Sent { flash: Some(Flash::failed(failure.sentence())), ..Sent::default() };
            again(&request, &here, &receipt, (StatusCode::CONFLICT, sent)).await
        }
        Err(failure) => Err(failure.into()),
    }
}

/// Names the spots to give back, and their price.
fn ask(request: &HttpRequest, here: &PublicPage, opened: &Opened, numbers: &SpotNumbers) -> Answer {
    let (waffle, currency) = (&opened.snapshot.waffle, &here.services().currency);
    let token = token(request);
    let count = u32::try_from(numbers.as_slice().len()).unwrap_or(u32::MAX);
    here.pages.show(
        "give_back",
        values! {
            frame: here.frame(say!("give-back-title"), Section::Waffles),
            csrf_token: proof(request, &token)?,
            path: path(&token),
            title: waffle.title,
            numbers: ranges(numbers.as_slice().iter().map(|number| number.unsigned_abs())),
            count,
            sum: currency.amount(waffle.spot_price.saturating_mul(count.into())),
            price: currency.amount(waffle.spot_price),
        },
    )
}

/// Shows the current receipt, after a form was refused.
async fn again(
    request: &HttpRequest,
    here: &PublicPage,
    receipt: &Receipt,
    (status, sent): (StatusCode, Sent),
) -> Answer {
    page(request, here, &receipts::read(here.services(), receipt).await?, (status, sent)).await
}

async fn page(request: &HttpRequest, here: &PublicPage, opened: &Opened, (status, sent): (StatusCode, Sent)) -> Answer {
    let token = token(request);
    let link = format!("{}{}", PublicOrigin::of(request)?, path(&token));
    let page = show_page(here, opened, (&token, &link, &proof(request, &token)?), sent).await;
    here.pages.show_as(status, "receipt", page)
}

/// The message about the last form, from the address.
fn said_of(query: &Query, opened: &Opened) -> Option<Flash> {
    let claimed = opened.claim.spots.len();
    match query.text("done") {
        "said" => Some(Flash::done(say!("receipt-done-said"))),
        "taken-back" => Some(Flash::done(say!("receipt-done-taken-back"))),
        "given-back" => Some(Flash::done(say!("receipt-done-given-back"))),
        _ => query
            .parsed::<u64>("of")
            .filter(|of| *of > claimed as u64)
            .map(|of| Flash::done(say!("receipt-fewer", claimed, of))),
    }
}

fn token(request: &HttpRequest) -> String {
    request.match_info().query("token").to_owned()
}

fn to(token: &str, rest: &str) -> HttpResponse {
    answer::see_other(&format!("{}{rest}", path(token))).finish()
}

fn proof(request: &HttpRequest, token: &str) -> Result<String, HttpError> {
    Ok(sessions_of(request)?.csrf_token(FormOwner::Receipt(token)))
}
