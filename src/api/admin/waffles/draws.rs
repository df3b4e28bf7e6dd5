//! Draws that can be checked: `POST /api/admin/waffles/:id/draws`, and `void`, `beacon` and `replace` of
//! `…/draws/:number`

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::draw::lock_order::LockDraft;
use waffle_domain::wire::draw::Draw;
use waffle_http::extractors::InPath;
use waffle_http::json::{Body, OptionalBody};
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, draws};

use crate::admin::waffles::{Changed, changed};
use crate::endpoint::{Answer, created, endpoints, ok};

/// Why a draw is voided.
#[derive(Deserialize, ToSchema)]
pub struct VoidReason {
    /// Public.
    #[schema(
        required,
        nullable = false,
        min_length = 1,
        max_length = 500,
        format = "line",
        example = "A payment was marked by mistake."
    )]
    reason: Option<String>,
}

/// A round of the beacon.
#[derive(Deserialize, ToSchema)]
pub struct HandedInRound {
    #[schema(required, nullable = false, minimum = 1, example = 31_556_952)]
    round: Option<i64>,
    /// In hexadecimal digits.
    #[schema(required, nullable = false, format = "signature")]
    signature: Option<String>,
}

/// The winner who steps back, and why.
#[derive(Deserialize, ToSchema)]
pub struct WinnerReplacement {
    /// A spot that wins now.
    #[schema(required, nullable = false, minimum = 1, maximum = 10_000, example = 17)]
    spot_number: Option<i64>,
    /// Public.
    #[schema(
        required,
        nullable = false,
        min_length = 1,
        max_length = 500,
        format = "line",
        example = "The winner did not answer."
    )]
    reason: Option<String>,
}

endpoints! { "Payments and draws";
    /// Lock a draw that anyone can check
    ///
    /// Fixes who takes part, and the round of a public beacon that will decide; no one knows it yet. When it appears,
    /// the service draws by itself. On a completed waffle the winners are drawn again. If there were winners before,
    /// a reason is required. The beacon's relays are asked for their newest round before, so that a slow clock does
    /// not lock on a known round.
    POST "/api/admin/waffles/{id}/draws" => lock as lockDraw for SetWinners,
        created::<Draw>("The draw."), ValidationFailed, NoWaffle, NotEnoughPaid, WaffleArchived, DrawLocked, TooLate;

    /// Void a locked draw
    ///
    /// Until 5 seconds before its round appears, by this server's clock and by the beacon's newest round. The draw
    /// stays in the ledger.
    POST "/api/admin/waffles/{id}/draws/{number}/void" => void as voidDraw for SetWinners,
        ok::<Draw>("The draw."), ValidationFailed, NoDraw, TooLate, DrawNotLocked;

    /// Supply the round of a draw
    ///
    /// For a service without internet access. The round is verified like any other.
    POST "/api/admin/waffles/{id}/draws/{number}/beacon" => hand_in as handInRound for SetWinners,
        ok::<Draw>("The draw."), ValidationFailed, NoDraw, TooEarly, DrawNotLocked;

    /// Replace one winner by the next alternate
    ///
    /// The winner steps back, and the next alternate of the draw wins in that place; all others stay. The ledger says
    /// so, and why.
    POST "/api/admin/waffles/{id}/draws/{number}/replace" => replace as replaceWinner for SetWinners,
        ok::<Changed>("The waffle."), ValidationFailed, NoDraw, NoAlternate, DrawNotStanding, DrawLocked;
}

async fn lock(me: SignedIn, id: InPath<Uuid>, body: OptionalBody<LockDraft>, services: web::Data<Services>) -> Answer {
    let draft = body.read().await?.unwrap_or_default();
    Ok(HttpResponse::Created().json(draws::lock(&services, &me.author(), id.0, &draft).await?))
}

async fn void(
    me: SignedIn,
    InPath(path): InPath<(Uuid, i32)>,
    body: Body<VoidReason>,
    services: web::Data<Services>,
) -> Answer {
    let reason = body.read().await?.reason.unwrap_or_default();
    Ok(HttpResponse::Ok().json(draws::void(&services, &me.author(), path, &reason).await?))
}

async fn hand_in(
    me: SignedIn,
    InPath(path): InPath<(Uuid, i32)>,
    body: Body<HandedInRound>,
    services: web::Data<Services>,
) -> Answer {
    let HandedInRound { round, signature } = body.read().await?;
    let drawn = draws::hand_in(&services, &me.author(), path, (round, signature.as_deref())).await?;
    Ok(HttpResponse::Ok().json(drawn))
}

async fn replace(
    me: SignedIn,
    InPath(path): InPath<(Uuid, i32)>,
    body: Body<WinnerReplacement>,
    services: web::Data<Services>,
) -> Answer {
    let WinnerReplacement { spot_number, reason } = body.read().await?;
    let wanted = (spot_number, reason.as_deref().unwrap_or_default());
    let (replacement, seq) = draws::replace(&services, &me.author(), path, wanted).await?;
    let message = format!("Spot {} wins in the place of spot {}.", replacement.next, replacement.out);
    changed(&services, path.0, seq, Some(message)).await
}
