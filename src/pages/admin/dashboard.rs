//! `GET /admin`

use waffle_domain::role::Permission;
use waffle_http::session::signed_in::SignedIn;
use waffle_language::say;
use waffle_service::actions::waffles;
use waffle_store::waffles::Listing;

use crate::Pages;
use crate::answer::Answer;
use crate::context::list::Neighbours;
use crate::context::waffle::WaffleCard;
use crate::context::{Frame, Script, Section};
use crate::query::Query;

const PER_PAGE: u32 = 60;

/// Shows a page of the waffles; with `archived=true`, of the archived ones.
pub async fn show(me: SignedIn, query: Query, pages: Pages) -> Answer {
    let archived = query.text("archived") == "true";
    let listing = if archived { Listing::Archived } else { Listing::Current };
    let wanted = Neighbours::wanted(query.page(), PER_PAGE);
    let waffles = waffles::list(&pages.services, listing, Some(wanted.part.limit), wanted.part.offset).await?;
    let (waffles, neighbours) = wanted.found(&waffles);
    let script = if archived { Script::Seller } else { Script::Dashboard };
    let card = |listed| WaffleCard::new(listed, &pages.services.currency, pages.services.now());
    pages.show(
        "admin/dashboard",
        values! {
            frame: Frame::of(&me, say!("nav-your-waffles"), Section::Admin).with_script(script),
            archived,
            waffles: waffles.iter().map(card).collect::<Vec<_>>(),
            list: wanted.part.to_string(),
            neighbours,
            may_archive: me.may(Permission::ArchiveWaffles),
        },
    )
}
