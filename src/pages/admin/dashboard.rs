//! `GET /admin`

use actix_web::{HttpResponse, web};
use waffle_domain::money::Currency;
use waffle_domain::role::Permission;
use waffle_store::connect::PgPool;
use waffle_store::waffles::{Listing, list};

use crate::pages::answer::page;
use crate::pages::context::dashboard::{AdminCard, DashboardPage};
use crate::pages::context::list::Neighbours;
use crate::pages::context::{Frame, Section};
use crate::pages::query::Query;
use crate::pages::templates::Templates;
use crate::session::current_admin::CurrentAdmin;
use crate::web::error::Failure;
use crate::web::refusal::of_read;

const PER_PAGE: u32 = 60;

/// Answers 200 with the waffles, a page of them at a time; with `archived=true` those that are archived.
pub async fn show(
    admin: CurrentAdmin,
    query: Query,
    pool: web::Data<PgPool>,
    currency: web::Data<Currency>,
    templates: web::Data<Templates>,
) -> Result<HttpResponse, Failure> {
    admin.require(Permission::ManageWaffles)?;
    let archived = query.text("archived") == "true";
    let listing = if archived { Listing::Archived } else { Listing::Current };
    let wanted = Neighbours::wanted(query.page(), PER_PAGE);
    let mut waffles = list(&pool, listing, Some(wanted.limit), wanted.offset).await.map_err(of_read)?;
    let neighbours = wanted.found(&mut waffles);
    page(templates.dashboard(&DashboardPage {
        frame: Frame::new("Your waffles", Section::Admin).with_admin(Some(admin.nav())),
        archived,
        waffles: waffles.iter().map(|listed| AdminCard::new(listed, &currency)).collect(),
        neighbours,
    }))
}
