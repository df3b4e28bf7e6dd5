//! `GET /about`

use waffle_domain::role::Permission;
use waffle_domain::timezone::TimeZone;
use waffle_service::actions::{Services, system::database_facts};

use crate::answer::{Answer, page};
use crate::context::Section;
use crate::context::about::{AboutPage, DatabaseView, RetentionView, SystemInformation, lasting};
use crate::public_page::PublicPage;

/// Shows what a waffle is and the server's version. Signed-in sellers also see how the server is doing, even while the
/// database is away.
pub async fn show(public: PublicPage) -> Answer {
    let description =
        "How a waffle works: claim numbered spots with your social handle, pay the seller and watch the draw.";
    let reader = public.visitor.as_ref().filter(|admin| admin.may(Permission::ReadSystemInformation));
    let system = match reader.map(|admin| admin.account.timezone) {
        Some(zone) => Some(system(public.services(), zone).await),
        None => None,
    };
    page(public.templates().render(&AboutPage {
        frame: public.frame("What’s a waffle?", Section::About).with_description(description),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        system,
    }))
}

async fn system(services: &Services, zone: TimeZone) -> SystemInformation {
    let database = database_facts(services).await;
    let count = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
    SystemInformation {
        uptime: lasting(services.clock.elapsed()),
        watchers: count(services.waffles.watchers()),
        loaded_waffles: count(services.waffles.count()),
        database: database.map(DatabaseView::from),
        retention: RetentionView::new(&services.retention.status().await, zone),
        zone: zone.name(),
    }
}
