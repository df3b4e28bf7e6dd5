//! `POST /api/admin/waffles/:id/winner`, `/clear-winner` and `/change-winner`

use actix_web::web;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::draw::reason::Reason;
use waffle_http::extractors::InPath;
use waffle_http::json::{Body, OptionalBody};
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, winners};
use waffle_store::winners::WinnerOperation;

use crate::admin::waffles::{Changed, changed};
use crate::endpoint::{Answer, endpoints, ok};

/// The numbers drawn.
#[derive(Deserialize, ToSchema)]
#[schema(as = DrawnNumbers)]
pub struct Numbers {
    /// As many as the waffle has items, none twice, each of them paid.
    #[schema(
        required, nullable = false, min_items = 1, max_items = 10, minimum = 1, value_type = Option<BTreeSet<i64>>,
        example = json!([17])
    )]
    winning_spot_numbers: Option<Vec<i64>>,
}

/// Other numbers.
#[derive(Deserialize, ToSchema)]
pub struct OtherNumbers {
    /// As many as the waffle has items, none twice, each of them paid.
    #[schema(
        required, nullable = false, min_items = 1, max_items = 10, minimum = 1, value_type = Option<BTreeSet<i64>>,
        example = json!([17])
    )]
    winning_spot_numbers: Option<Vec<i64>>,
    /// Why the winners are changed; public.
    #[schema(min_length = 1, max_length = 500, example = "The winner gave it back.")]
    reason: Option<String>,
}

/// Why winners are cleared.
#[derive(Default, Deserialize, ToSchema)]
pub struct ClearReason {
    /// Public.
    #[schema(min_length = 1, max_length = 500, example = "A payment was marked by mistake.")]
    reason: Option<String>,
}

endpoints! { "Payments and draws";
    /// Draw winners
    ///
    /// Completes the waffle: the numbers win, every other paid spot loses. The board need not be full.
    POST "/api/admin/waffles/{id}/winner" => set as drawWinners for SetWinners,
        ok::<Changed>("The waffle."), ValidationFailed, NoWaffle, WaffleNotActive, DrawLocked;

    /// Draw other winners instead
    ///
    /// Of the spots that are paid or were in the draw, the numbers win and every other one loses. The ledger keeps
    /// the earlier result and the reason.
    POST "/api/admin/waffles/{id}/change-winner" => change as changeWinners for SetWinners,
        ok::<Changed>("The waffle."), ValidationFailed, NoWaffle, WaffleNotCompleted, DrawLocked;

    /// Take a draw back
    ///
    /// Winners and losers are paid spots again, and the waffle is active. The ledger keeps the result and the reason.
    POST "/api/admin/waffles/{id}/clear-winner" => clear as clearWinners for SetWinners,
        ok::<Changed>("The waffle."), ValidationFailed, NoWaffle, WaffleNotCompleted, DrawLocked;
}

async fn set(me: SignedIn, InPath(id): InPath<Uuid>, body: Body<Numbers>, services: web::Data<Services>) -> Answer {
    let numbers = body.read().await?.winning_spot_numbers.unwrap_or_default();
    let seq = winners::set(&services, &me.author(), id, (&WinnerOperation::Set(numbers), None)).await?;
    changed(&services, id, seq, Some("The winners are drawn.".into())).await
}

async fn change(me: SignedIn, id: InPath<Uuid>, body: Body<OtherNumbers>, services: web::Data<Services>) -> Answer {
    let OtherNumbers { winning_spot_numbers, reason } = body.read().await?;
    let reason = Reason::parse_optional(reason.as_deref())?;
    let operation = WinnerOperation::Change(winning_spot_numbers.unwrap_or_default());
    let seq = winners::set(&services, &me.author(), id.0, (&operation, reason.as_ref())).await?;
    changed(&services, id.0, seq, Some("The winners are changed.".into())).await
}

async fn clear(
    me: SignedIn,
    InPath(id): InPath<Uuid>,
    body: OptionalBody<ClearReason>,
    services: web::Data<Services>,
) -> Answer {
    let reason = body.read().await?.and_then(|body| body.reason);
    let reason = Reason::parse_optional(reason.as_deref())?;
    let seq = winners::set(&services, &me.author(), id, (&WinnerOperation::Clear, reason.as_ref())).await?;
    changed(&services, id, seq, Some("The draw is cleared; the waffle is active again.".into())).await
}
