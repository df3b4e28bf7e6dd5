//! `GET /admin/waffles/:id`

use actix_web::{HttpResponse, web};
use uuid::Uuid;
use waffle_domain::role::Permission;
use waffle_domain::waffle::WaffleStatus;
use waffle_store::events::ActivityPart;

use crate::actions::waffles;
use crate::pages::Pages;
use crate::pages::admin::manage_flash::flash;
use crate::pages::admin::spot_table::SpotTable;
use crate::pages::answer;
use crate::pages::context::draw::Picker;
use crate::pages::context::form::Field;
use crate::pages::context::manage::{ActivityRow, ManagePage, ManagedWaffle, SpotRow};
use crate::pages::context::{Frame, Script, Section};
use crate::pages::query::Query;
use crate::session::signed_in::SignedInAt;
use crate::web::error::Failure;
use crate::web::extractors::InPath;

/// How many changes the page lists; its script asks for as many.
const ACTIVITY: i64 = 50;

/// Shows the waffle, archived or not, with a page of its spots by `status` and its activity; 404 for an unknown id.
pub async fn show(
    SignedInAt { me, origin }: SignedInAt,
    id: InPath<Uuid>,
    query: Query,
    pages: web::Data<Pages>,
) -> Result<HttpResponse, Failure> {
    me.require(Permission::ManageWaffles)?;
    let id = id.read()?;
    let snapshot = waffles::by_id(&pages.services, id).await?;
    let entries = waffles::activity(
        &pages.services,
        id,
        &ActivityPart { before: i64::MAX, limit: ACTIVITY, spot: None, handle: None },
    )
    .await?;
    let waffle = &snapshot.waffle;
    let table = SpotTable::new(&query, waffle, &snapshot.board);
    answer::page(pages.templates.manage(&ManagePage {
        frame: Frame::of(&me, &waffle.title, Section::Admin).with_script(Script::Manage),
        csrf_token: me.csrf_token(),
        currency: (&pages.services.currency).into(),
        waffle: ManagedWaffle::new(waffle, snapshot.board.counts(), &pages.services.currency, &origin),
        board: (&*snapshot).into(),
        filter: table.filter.to_owned(),
        tabs: table.tabs,
        rows: table.rows,
        blank_row: SpotRow::blank(),
        bulk: waffle.status == WaffleStatus::Active,
        page: table.page,
        pager: table.pager,
        activity: entries.iter().map(ActivityRow::from).collect(),
        flash: flash(&query, &snapshot),
        picker: (waffle.status == WaffleStatus::Active).then(|| Picker::new(&snapshot, Field::default(), &[])),
        may_archive: me.may(Permission::ArchiveWaffles),
    }))
}
