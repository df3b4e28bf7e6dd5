//! `GET /admin/users`: every handle that has ever claimed a spot.

use actix_web::http::StatusCode;
use actix_web::web;
use waffle_domain::handle::Handle;
use waffle_domain::invalid::Invalid;
use waffle_domain::paging::Paging;
use waffle_domain::role::Permission;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::buyers;

use crate::Pages;
use crate::answer::{self, Answer};
use crate::context::buyers::KnownBuyersPage;
use crate::context::form::Field;
use crate::context::pager::TablePager;
use crate::context::{Frame, Section};
use crate::query::Query;

/// Shows a page of the handles that contain `search`, newest first; 400 with the form if it contains a NUL.
pub async fn show(me: SignedIn, query: Query, pages: web::Data<Pages>) -> Answer {
    me.require(Permission::ReadUsers)?;
    let typed = if query.text("search").is_empty() { query.text("q") } else { query.text("search") };
    let frame = Frame::of(&me, "Buyers", Section::Users);
    let may_merge = me.require(Permission::MergeUsers).is_ok();
    let may_block = me.require(Permission::BlockHandles).is_ok();
    let part = match buyers::part_of_handle(typed) {
        Ok(part) => part,
        Err(Invalid(faults)) => {
            let search = Field::typed("search", typed, &faults);
            let page =
                KnownBuyersPage { frame, search, total: 0, users: Vec::new(), may_merge, may_block, pager: None };
            return answer::page_with(StatusCode::BAD_REQUEST, pages.templates.render(&page));
        }
    };
    let paging = Paging::parse(&query.page().to_string(), "", buyers::PAGE_SIZE)?;
    let (users, total) = buyers::search(&pages.services, &part, paging).await?;
    // Handles need no encoding. A term that would need it matches no handle, so there are no further pages to link to.
    let kept = Handle::parse(&part).map_or_else(|_| String::new(), |part| format!("search={part}&"));
    answer::page(pages.templates.render(&KnownBuyersPage {
        frame,
        search: Field::new(typed),
        total,
        users,
        may_merge,
        may_block,
        pager: TablePager::new(paging, total, &kept),
    }))
}
