//! `GET /admin/waffles/:id`

use actix_web::{HttpResponse, web};
use uuid::Uuid;
use waffle_actors::waffles::Waffles;
use waffle_domain::money::Currency;
use waffle_domain::role::Permission;
use waffle_domain::waffle::WaffleStatus;
use waffle_store::connect::PgPool;
use waffle_store::events::activity;
use waffle_store::waffles::WaffleRef;

use crate::pages::admin::flash::flash;
use crate::pages::admin::spot_table::SpotTable;
use crate::pages::answer;
use crate::pages::context::draw::Picker;
use crate::pages::context::form::Field;
use crate::pages::context::manage::{ActivityRow, ManagePage, ManagedWaffle, SpotRow};
use crate::pages::context::{Frame, Section};
use crate::pages::query::Query;
use crate::pages::templates::Templates;
use crate::session::signed_in::SignedIn;
use crate::web::error::Failure;
use crate::web::extractors::InPath;
use crate::web::public_origin::PublicOrigin;
use crate::web::refusal::{no_waffle, of_read};

/// The newest transitions on the page; the page's script asks for as many.
const ACTIVITY: i64 = 50;

/// Answers 200 with the waffle, its spots by `status` and `page`, and its activity, also when it is archived; 404 for an unknown id.
#[expect(clippy::too_many_arguments, reason = "each is one part that the page shows")]
pub async fn show(
    me: SignedIn,
    id: InPath<Uuid>,
    query: Query,
    origin: PublicOrigin,
    waffles: web::Data<Waffles>,
    pool: web::Data<PgPool>,
    currency: web::Data<Currency>,
    templates: web::Data<Templates>,
) -> Result<HttpResponse, Failure> {
    me.require(Permission::ManageWaffles)?;
    let id = id.read()?;
    let snapshot = waffles.snapshot(&WaffleRef::Id(id)).await?.ok_or_else(no_waffle)?;
    let entries = activity(&pool, id, i64::MAX, ACTIVITY).await.map_err(of_read)?;
    let waffle = &snapshot.waffle;
    let table = SpotTable::new(&query, waffle, &snapshot.board);
    answer::page(templates.manage(&ManagePage {
        frame: Frame::new(&waffle.title, Section::Admin).with_admin(Some(me.nav())),
        csrf_token: me.csrf_token(),
        currency: (&**currency).into(),
        waffle: ManagedWaffle::new(waffle, snapshot.board.counts(), &currency, &origin),
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
