//! `GET /api/waffles/:slug/export`

use actix_web::web;
use chrono::{DateTime, Utc};
use waffle_actors::snapshot::{Rendered, Snapshot, kept};
use waffle_domain::csv_column::time;
use waffle_domain::draw::how_won::HowWon;
use waffle_domain::refusal::Refusal;
use waffle_domain::spot::{Spot, SpotStatus};
use waffle_http::csv::{Table, answer_kept};
use waffle_http::error::HttpError;
use waffle_http::session::signed_in::MaybeSignedIn;
use waffle_service::actions::{Services, waffles};

use crate::endpoint::values::text;
use crate::endpoint::{Answer, endpoints, file};

/// The columns of every export.
const PUBLIC: [&str; 3] = ["spot_number", "status", "claimed_by_handle"];
/// Added once there are winners: how they were found, and after how many other results.
const WON: [&str; 2] = ["won_by", "draws_before"];
/// Added if the draw names prizes.
const PRIZE: &str = "prize";
/// A column of times: its name, and the time it holds.
type Times = (&'static str, fn(&Spot) -> Option<DateTime<Utc>>);
/// The columns for admins only; the last one is added if there are deadlines.
const TIMES: [Times; 3] = [("claimed_at", Spot::claimed_at), ("paid_at", Spot::paid_at), ("pay_by", Spot::pay_by)];

endpoints! { "Waffles";
    /// Download the board as CSV
    ///
    /// Signed-in admins get the times too, and archived waffles; an invalid token counts as none.
    GET "/api/waffles/{slug}/export" => show as exportSpots,
        file("text/csv", "The columns `spot_number,status,claimed_by_handle`, and for admins `claimed_at,paid_at`, \
                with deadlines `pay_by` as well. Once there are winners, `won_by,draws_before`, and where the draw \
                names prizes `prize`, which only their rows fill. What a spreadsheet would take for a formula begins \
                with `'`.", Some(text)),
        NoPublicWaffle;
}

async fn show(slug: web::Path<String>, MaybeSignedIn(me): MaybeSignedIn, services: web::Data<Services>) -> Answer {
    let snapshot = waffles::by_slug(&services, &slug).await?;
    if snapshot.waffle.archived && me.is_none() {
        return Err(Refusal::NoWaffle.into());
    }
    let file_name = format!("{}.csv", snapshot.waffle.slug);
    if me.is_none() {
        let made = kept(&snapshot.export, || table(&snapshot, &[])?.part().map(Rendered::new))?;
        return Ok(answer_kept(&file_name, made));
    }
    let deadlines = snapshot.waffle.terms.pay_within_minutes.is_some()
        || snapshot.board.spots().any(|spot| spot.pay_by().is_some());
    let [always @ .., _] = &TIMES;
    table(&snapshot, if deadlines { &TIMES } else { always })?.answer(&file_name)
}

/// Writes the spots, with some of the times.
fn table(snapshot: &Snapshot, times: &[Times]) -> Result<Table, HttpError> {
    let how_won = snapshot.waffle.draw.how_won();
    let won: &[&str] = if how_won.is_some() { &WON } else { &[] };
    let times_named = times.iter().map(|(name, _)| *name);
    let waffle = &snapshot.waffle;
    let prize_named = waffle.winning_prizes.as_ref().map(|_| PRIZE);
    let columns: Vec<_> = PUBLIC.into_iter().chain(times_named).chain(won.iter().copied()).chain(prize_named).collect();
    let mut table = Table::new(&columns)?;
    for spot in snapshot.board.spots() {
        let handle = spot.handle().map(ToString::to_string).unwrap_or_default();
        let public = [spot.number.to_string(), spot.status().to_string(), handle];
        let times = times.iter().map(|(_, of)| time(of(spot)));
        let won = how_won.map(|how_won| won_by(how_won, spot)).into_iter().flatten();
        let prize = prize_named.map(|_| waffle.prize(spot.number).unwrap_or_default().to_owned());
        table.row(public.into_iter().chain(times).chain(won).chain(prize))?;
    }
    Ok(table)
}

fn won_by(how_won: HowWon, spot: &Spot) -> [String; 2] {
    if spot.status() == SpotStatus::Winner {
        [how_won.origin.won_by().as_str().to_owned(), how_won.draws_before.to_string()]
    } else {
        Default::default()
    }
}
