//! `POST /api/admin/waffles/:id/payments`

use actix_web::{HttpResponse, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::handle::Handle;
use waffle_domain::wire::spot::Spot;
use waffle_http::error::HttpError;
use waffle_http::extractors::InPath;
use waffle_http::json::Body;
use waffle_http::session::signed_in::SignedIn;
use waffle_language::say;
use waffle_service::actions::payments::{self, Line};
use waffle_service::actions::{Services, waffles};
use waffle_service::failure::Failure;
use waffle_store::payments::{LineResult, LineUse};

use super::match_payments::MAX_BODY;
use crate::admin::spots::{BulkPaid, Skipped};
use crate::endpoint::{Answer, endpoints, ok};

/// Lines of payments to take.
#[derive(Deserialize, ToSchema)]
pub struct Payments {
    /// As a match returned them, or as the seller decides.
    #[schema(required, nullable = false, min_items = 1, max_items = 1000)]
    lines: Option<Vec<NewLine>>,
}

/// A line that pays for spots of a buyer.
#[derive(Deserialize, ToSchema)]
#[schema(as = PaymentLine)]
pub struct NewLine {
    #[schema(required, nullable = false, min_length = 1, max_length = 65536, example = "Anna Perez sent you $25.00")]
    text: Option<String>,
    #[schema(required, nullable = false, example = "@anna")]
    social_handle: Option<String>,
    /// Ids, not numbers.
    #[schema(required, nullable = false, min_items = 1, max_items = 10000, example = json!([17]))]
    spot_ids: Option<Vec<i64>>,
    /// Whether it counts although it was taken before.
    #[schema(default = false)]
    again: Option<bool>,
    /// Whether it pays for nothing, and is only remembered: its spots were marked paid by hand. Not with `again`.
    #[schema(default = false)]
    remember: Option<bool>,
    /// The payer's name, as a match returned it. Without it, the words before the amount are the name.
    #[schema(example = "Anna Perez")]
    payer: Option<String>,
}

/// The result for each line, in the order of the request.
#[derive(Serialize, ToSchema)]
struct TakenPayments {
    results: Vec<TakenLine>,
}

/// The result for a line.
#[derive(Serialize, ToSchema)]
struct TakenLine {
    /// Its position in the request, from 1.
    #[schema(example = 1)]
    line: usize,
    paid: Vec<Spot>,
    skipped: Vec<Skipped>,
    /// Whether it said `remember`, and is remembered now.
    #[schema(example = false)]
    remembered: bool,
}

impl TakenLine {
    fn of(line: usize, result: LineResult, spot_ids: &[i64]) -> Self {
        let skip = |reason| spot_ids.iter().map(|id| Skipped { id: *id, reason }).collect();
        let (paid, skipped, remembered) = match result {
            LineResult::TakenBefore => (Vec::new(), skip("taken_before"), false),
            LineResult::Remembered => (Vec::new(), Vec::new(), true),
            LineResult::NotRemembered => (Vec::new(), skip("spot_not_paid"), false),
            LineResult::Judged(results) => {
                let BulkPaid { paid, skipped } = BulkPaid::of(results);
                (paid, skipped, false)
            }
        };
        Self { line, paid, skipped, remembered }
    }
}

endpoints! { "Payments and draws";
    /// Take payments that were found in a text
    ///
    /// Marks the spots of each line paid, as `spots/pay` does, and remembers the line for 180 days: if it comes
    /// again, on any waffle, it is skipped as `taken_before`, unless it says `again`. A line that pays for nothing is
    /// not remembered, unless its buyer has paid the spots already. With `remember`, a line pays for nothing,
    /// whatever the state of its spots: it is remembered if its buyer has paid all of them, else it is skipped as
    /// `spot_not_paid`. If the handle is not in the line, the payer's name is remembered for the handle. It goes some
    /// lines at a time. When it takes too long for a request, or is interrupted, the failure says how many are done;
    /// the same request goes on with the others, and counts none twice.
    POST "/api/admin/waffles/{id}/payments" => take as takePayments for ManageSpots,
        ok::<TakenPayments>("The result for each line."),
        ValidationFailed, NoWaffle, WaffleNotActive, DrawLocked, TextTooLarge, Overloaded;
}

async fn take(me: SignedIn, InPath(id): InPath<Uuid>, body: Body<Payments>, services: web::Data<Services>) -> Answer {
    waffles::by_id(&services, id).await?;
    let lines = body.read_up_to(MAX_BODY).await?.lines.unwrap_or_default();
    let lines = lines.into_iter().map(NewLine::parse).collect::<Result<Vec<_>, _>>()?;
    payments::check(&lines)?;
    let asked: Vec<Vec<i64>> = lines.iter().map(|line| line.spot_ids.clone()).collect();
    let taken = payments::take(&services, me.author(), id, lines).await?;
    if let Some(failure) = taken.stopped {
        let done = taken.results.len();
        return Err(if done > 0 { failure.midway(done, asked.len(), "lines").into() } else { failure.into() });
    }
    let results = taken.results.into_iter().zip(&asked).zip(1..);
    let results = results.map(|((result, ids), line)| TakenLine::of(line, result, ids)).collect();
    Ok(HttpResponse::Ok().json(TakenPayments { results }))
}

impl NewLine {
    fn parse(self) -> Result<Line, HttpError> {
        let line_use = match (self.again.unwrap_or_default(), self.remember.unwrap_or_default()) {
            (true, true) => return Err(Failure::invalid("lines", say!("fault-line-use")).into()),
            (true, false) => LineUse::Again,
            (false, true) => LineUse::Remember,
            (false, false) => LineUse::Once,
        };
        Ok(Line {
            handle: Handle::parse_field("lines", &self.social_handle.unwrap_or_default())?,
            text: self.text.unwrap_or_default(),
            spot_ids: self.spot_ids.unwrap_or_default(),
            line_use,
            payer: self.payer,
        })
    }
}
