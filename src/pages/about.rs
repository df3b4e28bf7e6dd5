//! `GET /about`

use actix_web::{HttpResponse, web};
use tokio::time::timeout;
use waffle_actors::retention::Retention;
use waffle_actors::waffles::Waffles;
use waffle_domain::role::Permission;
use waffle_domain::time_limits::SYSTEM_INFORMATION;
use waffle_domain::timezone::TimeZone;
use waffle_store::connect::PgPool;
use waffle_store::failure::StoreFailure;
use waffle_store::system::facts;

use crate::clock::Clock;
use crate::pages::answer::page;
use crate::pages::context::Section;
use crate::pages::context::about::{AboutPage, DatabaseView, RetentionView, SystemInformation, lasting};
use crate::pages::public_page::PublicPage;
use crate::web::error::Failure;

/// Answers 200 with what a waffle is, and the server's version; for signed-in admins with how the server fares, also while the database is away.
pub async fn show(
    public: PublicPage,
    clock: web::Data<Clock>,
    waffles: web::Data<Waffles>,
    retention: web::Data<Retention>,
    pool: web::Data<PgPool>,
) -> Result<HttpResponse, Failure> {
    let description =
        "How a waffle works: claim numbered spots with your social handle, pay the seller, watch the draw.";
    let reader = public.visitor.as_ref().filter(|admin| admin.may(Permission::ReadSystemInformation));
    let system = match reader.map(|admin| admin.account.timezone) {
        Some(zone) => Some(system(&clock, &waffles, &retention, &pool, zone).await),
        None => None,
    };
    page(public.templates.about(&AboutPage {
        frame: public.frame("What’s a waffle?", Section::About).with_description(description),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        system,
    }))
}

async fn system(
    clock: &Clock,
    waffles: &Waffles,
    retention: &Retention,
    pool: &PgPool,
    zone: TimeZone,
) -> SystemInformation {
    let late = |_| Err(StoreFailure::late(SYSTEM_INFORMATION));
    let database = timeout(SYSTEM_INFORMATION, facts(pool)).await.unwrap_or_else(late);
    if let Err(failure) = &database {
        log::info!("the about page shows nothing of the database: cause=\"{failure}\"");
    }
    let count = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
    SystemInformation {
        uptime: lasting(clock.elapsed()),
        watchers: count(waffles.watchers()),
        loaded_waffles: count(waffles.count()),
        database: database.ok().map(DatabaseView::from),
        retention: RetentionView::new(&retention.status(), zone),
        zone: zone.name(),
    }
}
