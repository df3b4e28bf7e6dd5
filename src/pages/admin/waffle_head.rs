//! What stands above every page of a waffle: its title, its state, the link for buyers, and the tabs.

use serde::Serialize;
use waffle_actors::snapshot::Snapshot;
use waffle_http::public_origin::PublicOrigin;
use waffle_http::session::signed_in::SignedIn;

use crate::Pages;
use crate::context::terms::TermsView;
use crate::context::waffle::WaffleView;
use crate::query::Query;
use crate::templates::Values;

/// The pages of a waffle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Tab {
    /// The money desk.
    Buyers,
    /// The list of its spots.
    Board,
    Draw,
    Activity,
    Share,
    Settings,
}

impl Tab {
    /// The one of the manage page that a query asks for: `view`, or a filter or a page of the list of spots.
    pub(super) fn asked_for(query: &Query) -> Self {
        match query.text("view") {
            "draw" => Self::Draw,
            "activity" => Self::Activity,
            _ if ["view", "status", "page"].into_iter().any(|parameter| query.has(parameter)) => Self::Board,
            _ => Self::Buyers,
        }
    }
}

/// The values of `partials/waffle_head`, for a page that no script keeps up to date.
pub(super) fn head(pages: &Pages, (me, origin): (&SignedIn, &PublicOrigin), snapshot: &Snapshot, tab: Tab) -> Values {
    let waffle = &snapshot.waffle;
    values! {
        waffle: WaffleView::of(snapshot, &pages.services.currency),
        terms: TermsView::in_zone(&waffle.terms, pages.services.now(), me.account.timezone),
        share_url: origin.waffle_page(&waffle.slug),
        tab,
        live: false,
    }
}
