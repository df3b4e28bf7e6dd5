//! `GET /admin`

use actix_web::{HttpResponse, web};
use waffle_domain::money::Currency;
use waffle_domain::role::Permission;
use waffle_store::connect::PgPool;
use waffle_store::waffles::{Listing, describe, list};

use crate::pages::answer::page;
use crate::pages::context::dashboard::{AdminCard, DashboardPage};
use crate::pages::context::list::Neighbours;
use crate::pages::context::manage::Flash;
use crate::pages::context::{Frame, Section};
use crate::pages::query::Query;
use crate::pages::templates::Templates;
use crate::session::signed_in::SignedIn;
use crate::web::error::Failure;
use crate::web::refusal::of_read;

const PER_PAGE: u32 = 60;

/// Answers 200 with the waffles, a page of them at a time; with `archived=true` those that are archived.
pub async fn show(
    me: SignedIn,
    query: Query,
    pool: web::Data<PgPool>,
    currency: web::Data<Currency>,
    templates: web::Data<Templates>,
) -> Result<HttpResponse, Failure> {
    me.require(Permission::ManageWaffles)?;
    let archived = query.text("archived") == "true";
    let listing = if archived { Listing::Archived } else { Listing::Current };
    let wanted = Neighbours::wanted(query.page(), PER_PAGE);
    let mut waffles = list(&pool, listing, Some(wanted.limit), wanted.offset).await.map_err(of_read)?;
    let neighbours = wanted.found(&mut waffles);
    page(templates.dashboard(&DashboardPage {
        frame: Frame::new("Your waffles", Section::Admin).with_admin(Some(me.nav())),
        archived,
        waffles: waffles.iter().map(|listed| AdminCard::new(listed, &currency)).collect(),
        neighbours,
        csrf_token: me.csrf_token(),
        may_archive: me.may(Permission::ArchiveWaffles),
        flash: deleted(&query, &pool).await?,
    }))
}

/// Tells that a waffle was deleted, if there is none with its id. Anybody can write such an address.
async fn deleted(query: &Query, pool: &PgPool) -> Result<Option<Flash>, Failure> {
    let Some(id) = query.parsed("waffle").filter(|_| query.text("did") == "deleted") else { return Ok(None) };
    let gone = describe(pool, id).await.map_err(of_read)?.is_none();
    Ok(gone.then(|| Flash { failed: false, text: "The waffle is deleted.".to_owned() }))
}
