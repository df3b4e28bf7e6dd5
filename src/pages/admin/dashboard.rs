//! `GET /admin`

use actix_web::web;
use serde::Serialize;
use waffle_domain::role::Permission;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::waffles;
use waffle_store::waffles::Listing;

use crate::Pages;
use crate::answer::{Answer, page};
use crate::context::list::Neighbours;
use crate::context::waffle::WaffleCard;
use crate::context::{Frame, Script, Section};
use crate::query::Query;

/// `GET /admin`; with `?archived=true`, the archived waffles.
#[derive(Debug, Clone, Serialize)]
pub struct DashboardPage {
    pub frame: Frame,
    /// Whether the list shows archived waffles.
    pub archived: bool,
    pub waffles: Vec<WaffleCard>,
    /// Which part of the API's list the page shows; it adds unlisted waffles.
    pub list: String,
    pub neighbours: Neighbours,
    /// Whether this seller may unarchive.
    pub may_archive: bool,
}

template!(DashboardPage: "admin/dashboard");

const PER_PAGE: u32 = 60;

/// Shows a page of the waffles; with `archived=true`, of the archived ones.
pub async fn show(me: SignedIn, query: Query, pages: web::Data<Pages>) -> Answer {
    me.require(Permission::ManageWaffles)?;
    let archived = query.text("archived") == "true";
    let listing = if archived { Listing::Archived } else { Listing::Current };
    let wanted = Neighbours::wanted(query.page(), PER_PAGE);
    let waffles = waffles::list(&pages.services, listing, Some(wanted.part.limit), wanted.part.offset).await?;
    let (waffles, neighbours) = wanted.found(&waffles);
    let script = if archived { Script::Page } else { Script::List };
    page(
        pages.templates.render(&DashboardPage {
            frame: Frame::of(&me, "Your waffles", Section::Admin).with_script(script),
            archived,
            waffles: waffles
                .iter()
                .map(|listed| WaffleCard::new(listed, &pages.services.currency, pages.services.now()))
                .collect(),
            list: wanted.part.to_string(),
            neighbours,
            may_archive: me.may(Permission::ArchiveWaffles),
        }),
    )
}
