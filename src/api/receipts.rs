//! `/api/receipts/:token`

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;
use waffle_domain::change::Change;
use waffle_domain::payment_note::PaymentNote;
use waffle_domain::spot_numbers::SpotNumbers;
use waffle_domain::wire::payment::PaymentOption;
use waffle_domain::wire::receipt::{Receipt, ReceiptSpot};
use waffle_domain::wire::waffle::WaffleSummary;
use waffle_http::json::Body;
use waffle_http::rate_limit::{Allowed, Claims, GivenBack, Receipts, spend};
use waffle_language::say;
use waffle_service::actions::Services;
use waffle_service::actions::receipts::{self, Opened};
use waffle_service::failure::Failure;

use crate::endpoint::values::i64;
use crate::endpoint::{Answer, endpoints, ok};

/// A buyer's note that the spots are paid.
#[derive(Deserialize, ToSchema)]
pub struct SaysPaid {
    /// A note for the seller, such as where the money went; may be empty. `null` takes it back.
    #[serde(default)]
    #[schema(
        required, value_type = Option<String>, max_length = 200, format = "lines_or_none",
        example = "by wallet, from Anna B."
    )]
    note: Change<Option<String>>,
}

/// Spots that a buyer gives back.
#[derive(Deserialize, ToSchema)]
pub struct GiveBack {
    /// Numbers of the claim's pending spots, none twice.
    #[schema(
        required, nullable = false, min_items = 1, minimum = 1, value_type = Option<BTreeSet<i64>>,
        example = json!([3, 7])
    )]
    spots: Option<Vec<i64>>,
}

endpoints! { "Receipts";
    /// Read a receipt
    GET "/api/receipts/{token}" => show as getReceipt,
        ok::<Receipt>("The claim and the state of its spots.")
            .header("X-Event-Seq", i64, "The waffle's newest event that is certainly included."),
        NoReceipt, ReceiptsLimited, ReceiptsBusy;

    /// Say that it is paid
    ///
    /// The seller sees it, and the spots don't expire, or only `says_paid_grace_hours` after the deadline. It marks
    /// nothing paid: the seller does.
    POST "/api/receipts/{token}/paid" => say_paid as sayPaid,
        ok::<Receipt>("The receipt."), ValidationFailed, NoReceipt, ClaimsLimited, ReceiptsBusy, Overloaded;

    /// Give spots back
    ///
    /// All of them, or none. They become available again. There is a limit on spots too: by default 20,000 in a burst
    /// for each address, then ten a second.
    POST "/api/receipts/{token}/give-back" => give_back as giveBack,
        ok::<Receipt>("The receipt."),
        ValidationFailed, NoReceipt, NotYours, NotToGiveBack, ClaimsLimited, ReceiptsBusy, Overloaded;
}

async fn show(_: Allowed<Receipts>, token: web::Path<String>, services: web::Data<Services>) -> Answer {
    let receipt = receipts::find(&services, &token)?;
    let opened = receipts::read(&services, &receipt).await?;
    Ok(answer(&services, &opened))
}

async fn say_paid(
    _: Allowed<Claims>,
    token: web::Path<String>,
    body: Body<SaysPaid>,
    services: web::Data<Services>,
) -> Answer {
    let receipt = receipts::find(&services, &token)?;
    let Change::To(note) = body.read().await?.note else {
        return Err(Failure::invalid("note", say!("fault-note-missing")).into());
    };
    let note = note.as_deref().map(PaymentNote::parse).transpose()?;
    let opened = receipts::say_paid(&services, &receipt, note.as_ref()).await?;
    Ok(answer(&services, &opened))
}

async fn give_back(
    _: Allowed<Claims>,
    request: HttpRequest,
    body: Body<GiveBack>,
    services: web::Data<Services>,
) -> Answer {
    let receipt = receipts::find(&services, request.match_info().query("token"))?;
    let numbers = SpotNumbers::parse("spots", &body.read().await?.spots.unwrap_or_default())?;
    let spot_ids = receipts::to_give_back(&receipts::claim(&services, &receipt).await?, &numbers)?;
    spend::<GivenBack>(&request, spot_ids.len())?;
    let opened = receipts::give_back(&services, &receipt, spot_ids).await?;
    Ok(answer(&services, &opened))
}

fn answer(services: &Services, opened: &Opened) -> HttpResponse {
    let Opened { snapshot, claim, .. } = opened;
    let (owed, amount_to_send, waffle) = (opened.owed(), opened.amount_to_send(), &snapshot.waffle);
    let amount = services.currency.plain(amount_to_send.unsigned_abs());
    let types = &services.payment_types;
    let option = |option| match owed {
        0 => PaymentOption::new(option, types),
        _ => PaymentOption::of_amount(option, types, &amount),
    };
    let spots = claim.spots.iter().map(|spot| ReceiptSpot {
        number: spot.number,
        status: spot.status,
        claimed_at: spot.claimed_at,
        pay_by: spot.pay_by.filter(|_| opened.is_due(spot)),
        in_draw: opened.in_draw(spot),
        prize: opened.prize(spot).map(str::to_owned),
        alternate: opened.alternate(spot),
        yours: spot.yours,
    });
    HttpResponse::Ok().insert_header(("x-event-seq", snapshot.seq)).json(Receipt {
        waffle: WaffleSummary::new(waffle, snapshot.board.counts()),
        social_handle: claim.handle.as_str(),
        spots: spots.collect(),
        owed,
        amount_to_send,
        payment_options: waffle.payment_options.iter().map(option).collect(),
        says_paid_at: claim.says_paid.as_ref().map(|said| said.at),
        says_paid_until: claim.says_paid.as_ref().and_then(|said| said.kept_until),
        result: opened.result(),
    })
}
