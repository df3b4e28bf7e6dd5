//! `GET /admin`

use waffle_domain::link::percent_encoded;
use waffle_domain::role::Permission;
use waffle_http::session::signed_in::SignedIn;
use waffle_language::{Text, say};
use waffle_service::actions::waffles;
use waffle_store::waffles::{Listing, SellersOrder};

use crate::Pages;
use crate::answer::Answer;
use crate::context::list::Neighbours;
use crate::context::waffle::WaffleCard;
use crate::context::{Frame, Script, Section};
use crate::query::Query;

const PER_PAGE: u32 = 60;
/// The most characters of a title that a search takes.
const MOST: usize = 200;
/// Up to how many waffles a list has no search.
const FEW: usize = 6;

/// Shows a page of the waffles: with `archived=true` of the archived ones, with `show` as `open`, `full` or `drawn` of
/// those; whose title contains `search`, sorted by `sort`: `newest`, `title` or `owed`.
pub async fn show(me: SignedIn, query: Query, pages: Pages) -> Answer {
    let archived = query.text("archived") == "true";
    let (listing, show) = match query.text("show") {
        _ if archived => (Listing::Archived, "archived"),
        "open" => (Listing::Open, "open"),
        "full" => (Listing::Full, "full"),
        "drawn" => (Listing::Drawn, "drawn"),
        _ => (Listing::Current, ""),
    };
    let (order, sort) = match query.text("sort") {
        "title" => (SellersOrder::Title, "title"),
        "owed" => (SellersOrder::Owed, "owed"),
        _ => (SellersOrder::Newest, "newest"),
    };
    // PostgreSQL has no texts with a NUL.
    let title: String = query.text("search").trim().chars().filter(|letter| *letter != '\0').take(MOST).collect();
    let wanted = Neighbours::wanted(query.page(), PER_PAGE);
    let waffles = waffles::search(&pages.services, listing, (&title, order), wanted.part).await?;
    let (waffles, neighbours) = wanted.found(&waffles);
    let script = if archived { Script::Seller } else { Script::Dashboard };
    let card = |listed| WaffleCard::new(listed, &pages.services.currency, pages.services.now());
    let sought = !title.is_empty() || order != SellersOrder::Newest;
    let sought_by = if sought { format!("search={}&sort={sort}&", percent_encoded(&title)) } else { String::new() };
    let keeping = |show: &str| {
        let which = match show {
            "" => String::new(),
            "archived" => "archived=true&".to_owned(),
            _ => format!("show={show}&"),
        };
        format!("{which}{sought_by}")
    };
    let tab = |(key, label): (&str, Text)| {
        let href = format!("/admin?{}", keeping(key)).trim_end_matches(['&', '?']).to_owned();
        values! { href, label, current: key == show }
    };
    pages.show(
        "admin/dashboard",
        values! {
            frame: Frame::of(&me, say!("nav-your-waffles"), Section::Admin).with_script(script),
            archived,
            show,
            tabs: [
                ("", say!("dashboard-all")),
                ("open", say!("status-open")),
                ("full", say!("status-full")),
                ("drawn", say!("status-drawn")),
                ("archived", say!("dashboard-archived")),
            ].map(tab),
            search: &title,
            sort,
            sorts: [
                ("newest", say!("dashboard-newest")),
                ("title", say!("dashboard-by-title")),
                ("owed", say!("dashboard-most-owed")),
            ].map(|(key, label)| values! { key, label, current: key == sort }),
            waffles: waffles.iter().map(card).collect::<Vec<_>>(),
            list: wanted.part.to_string(),
            sought,
            // A few are found by looking.
            searchable: sought || waffles.len() > FEW || neighbours != Neighbours::default(),
            query: keeping(show),
            neighbours,
            may_archive: me.may(Permission::ArchiveWaffles),
        },
    )
}
