//! `POST /api/admin/waffles/:id/match-payments`

use std::collections::HashMap;

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::wire::money_desk::MatchedPayments;
use waffle_http::extractors::InPath;
use waffle_http::json::Body;
use waffle_language::say;
use waffle_service::actions::{Services, payments, waffles};
use waffle_service::failure::Failure;

use crate::endpoint::{Answer, endpoints, ok};

/// The longest body, in bytes: JSON may need this much for a text of 64 KiB.
pub(super) const MAX_BODY: usize = 400 * 1024;

/// Payments as a text.
#[derive(Deserialize, ToSchema)]
pub struct PaymentsText {
    /// Lines that were copied from a payment app, or a CSV file; up to 64 KiB in UTF-8.
    #[schema(required, nullable = false, example = "@anna sent you $25.00\nben 50,00 €")]
    text: Option<String>,
}

endpoints! { "Payments and draws";
    /// Find payments in a text
    ///
    /// Finds buyers and amounts in lines that were copied from a payment app or a CSV file. It changes nothing: after
    /// a look, send the lines to `payments`. A buyer is found by the handle as a whole word, in any case; usual words
    /// and months count only with their `@`. Without a handle, the payer's name counts, where it is remembered; where
    /// it is remembered for another handle, the line is not `sure`. What a payer wrote does not decide: where the
    /// first line names columns, the amount is the column called amount, total, gross, net, betrag or importe;
    /// otherwise a line with several different amounts is `differs`, as is one in another currency. A line that says
    /// that nothing came in is `not_received`.
    POST "/api/admin/waffles/{id}/match-payments" => match_payments as matchPayments for ManageSpots,
        ok::<MatchedPayments>("What each line says."), ValidationFailed, NoWaffle, TextTooLarge;
}

async fn match_payments(InPath(id): InPath<Uuid>, body: Body<PaymentsText>, services: web::Data<Services>) -> Answer {
    waffles::by_id(&services, id).await?;
    let text = body.read_up_to(MAX_BODY).await?.text;
    let text = text.ok_or_else(|| Failure::invalid("text", say!("fault-payments-text-missing")))?;
    let found = payments::find(&services, id, &text, HashMap::new()).await?;
    Ok(HttpResponse::Ok().json(MatchedPayments { lines: found.lines }))
}
