//! `GET /admin/waffles/:id`

use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::money_desk::{DeskFilter, DeskSearch};
use waffle_domain::spot::{Spot, SpotState, SpotStatus};
use waffle_domain::waffle::WaffleStatus;
use waffle_http::extractors::InPath;
use waffle_http::session::signed_in::SignedInAt;
use waffle_language::Text;
use waffle_service::actions::{money_desk, waffles};
use waffle_store::activity::ActivityPart;
use waffle_store::table::part_of_handle;

use crate::Pages;
use crate::admin::manage_flash::assign_again;
use crate::admin::spot_table::{spot_row, spot_table};
use crate::admin::waffle_head::{Tab, head};
use crate::answer::Answer;
use crate::context::activity::ActivityGroup;
use crate::context::board::Board;
use crate::context::desk::Desk;
use crate::context::flash::Flash;
use crate::context::form::Field;
use crate::context::pick_winners::Picker;
use crate::context::{Frame, Script, Section};
use crate::query::Query;

/// How many changes the page lists at most.
const ACTIVITY: i64 = 50;

/// Shows the waffle, archived or not, with its money desk; with `view` as `draw` or `activity`, its draw or what
/// happened; with `view=spots`, `status` or `page`, a page of its spots. 404 for an unknown id.
pub async fn show(
    SignedInAt { me, origin }: SignedInAt,
    InPath(id): InPath<Uuid>,
    query: Query,
    pages: Pages,
) -> Answer {
    let snapshot = waffles::by_id(&pages.services, id).await?;
    let id = snapshot.waffle.id;
    let history = waffles::history(&pages.services, id, &ActivityPart::newest(ACTIVITY)).await?;
    let (waffle, now) = (&snapshot.waffle, pages.services.now());
    let active = waffle.status == WaffleStatus::Active;
    let tab = Tab::asked_for(&query);
    let typed = query.text("search");
    let desk = if tab == Tab::Buyers {
        let part = part_of_handle(typed).unwrap_or_default();
        let search = DeskSearch::of_spots_or_handles(typed, waffle.total_spots, part);
        let filter = DeskFilter::parse(query.text("filter")).unwrap_or_default();
        let desk = money_desk::show(&pages.services, &snapshot, &search, filter).await?;
        let desk = Desk::new(desk, (typed, filter), (waffle.draw.locked.is_none(), now));
        Some(Desk { spot: search.spot(), ..desk })
    } else {
        None
    };
    let frame = Frame::of(&me, Text::verbatim(&waffle.title), Section::Admin).with_script(Script::Manage);
    pages.show(
        "admin/manage",
        values! {
            ..head(&pages, (&me, &origin), &snapshot, tab),
            ..spot_table(&query, waffle, &snapshot.board),
            live: true,
            id,
            undo: frame.flash.as_ref().map(|flash| undo(flash, &snapshot)).unwrap_or_default(),
            assign_again: frame.flash.as_ref().and_then(|flash| assign_again(flash, &snapshot, None)),
            frame: frame.with_private_chain(pages.services.draw.is_private()),
            currency: pages.services.currency,
            desk,
            board: Board::from(&*snapshot),
            // For the script to copy.
            blank_row: spot_row(&Spot { id: 0, number: 0, state: SpotState::Available }),
            bulk: active,
            activity: ActivityGroup::list(&history.entries, &history.refused),
            now: now.timestamp_millis(),
            picker: active.then(|| Picker::new(&snapshot, Field::default(), &[])),
        },
    )
}

/// The ids of the spots that the last form marked paid and that still are: that can be undone.
fn undo(flash: &Flash, snapshot: &Snapshot) -> Vec<i64> {
    let numbers = flash.numbers.iter().filter(|_| flash.undo && snapshot.waffle.status == WaffleStatus::Active);
    let spots = numbers.filter_map(|number| snapshot.board.spot(*number));
    spots.filter(|spot| spot.status() == SpotStatus::Paid).map(|spot| spot.id).collect()
}
