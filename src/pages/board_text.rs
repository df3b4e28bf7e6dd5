//! `GET /waffle/:slug/board.txt`: the board as text, for a chat.

use std::fmt::Write as _;

use actix_web::http::header::{HeaderValue, VARY};
use actix_web::{HttpRequest, web};
use waffle_actors::snapshot::Rendered;
use waffle_domain::board::Board;
use waffle_domain::spot::{Spot, SpotStatus};
use waffle_domain::spot_ranges::runs;
use waffle_domain::waffle::Waffle;
use waffle_http::{etag, reader};
use waffle_language::Language;
use waffle_service::actions::waffles;

use crate::Pages;
use crate::answer::Answer;
use crate::query::Query;

/// Answers 200 with a line for each spot: its number and holder, with a mark once it is paid (`✓`) or won (`★`, with
/// the prize), and once there are winners, a last one for how they were found. With `?free`, with the free numbers
/// only. 404 for an unknown or archived waffle.
pub async fn show(request: HttpRequest, slug: web::Path<String>, query: Query, pages: Pages) -> Answer {
    let (snapshot, language) = (waffles::public(&pages.services, &slug).await?, pages.language());
    let text = if query.has("free") {
        snapshot.free.get_or_init(|| Rendered::new(free(&snapshot.board)))
    } else {
        let text = snapshot.text.get_or_init(Default::default).of(language);
        text.get_or_init(|| Rendered::new(lines(&snapshot.board, &snapshot.waffle, language)))
    };
    let mut response = etag::text(&request, text);
    response.headers_mut().append(VARY, HeaderValue::from_static(reader::VARY));
    Ok(response)
}

fn free(board: &Board) -> String {
    let free = board.spots().filter(|spot| spot.status() == SpotStatus::Available);
    let runs = runs(free.map(|spot| spot.number.unsigned_abs())).into_iter().map(|(first, last)| match last - first {
        0 => first.to_string(),
        _ => format!("{first}-{last}"),
    });
    runs.collect::<Vec<_>>().join(", ") + "\n"
}

fn lines(board: &Board, waffle: &Waffle, language: Language) -> String {
    let mut text = String::new();
    for spot in board.spots() {
        // Writing to a text can't fail.
        let _ = write!(text, "{} {}{}", spot.number, holder(spot), mark(spot.status()));
        let _ = match waffle.prize(spot.number) {
            Some(prize) => writeln!(text, " {prize}"),
            None => writeln!(text),
        };
    }
    if let Some(how_won) = waffle.draw.how_won() {
        let _ = writeln!(text, "★ {}", how_won.text().write(language));
    }
    text
}

fn holder(spot: &Spot) -> &str {
    spot.handle().map_or("–", |handle| handle.as_str())
}

fn mark(status: SpotStatus) -> &'static str {
    match status {
        SpotStatus::Available | SpotStatus::Pending => "",
        SpotStatus::Paid | SpotStatus::Loser => " ✓",
        SpotStatus::Winner => " ★",
    }
}
