//! `/admin/users/payers`: which payer's payments are for which handle.

use actix_web::http::StatusCode;
use actix_web::web;
use uuid::Uuid;
use waffle_domain::invalid::Invalid;
use waffle_domain::paging::Paging;
use waffle_domain::payment::percent_encoded;
use waffle_domain::role::Permission;
use waffle_http::extractors::InPath;
use waffle_http::session::form::SignedInForm;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::buyers::{PAGE_SIZE, part_of_handle};
use waffle_service::actions::{Services, payers};

use crate::Pages;
use crate::answer::{self, Answer};
use crate::context::flash::Flash;
use crate::context::form::Field;
use crate::context::pager::TablePager;
use crate::context::payers::PayersPage;
use crate::context::{Frame, Section};
use crate::query::Query;

const PATH: &str = "/admin/users/payers";

/// Shows a page of the payers whose name or handle contains `search`; 400 with the form if it contains a NUL.
pub async fn index(me: SignedIn, query: Query, pages: web::Data<Pages>) -> Answer {
    me.require(Permission::ManagePayers)?;
    let typed = query.text("search");
    let page = PayersPage {
        frame: Frame::of(&me, "Payers", Section::Users),
        flash: (query.text("did") == "forgotten").then(|| Flash::done("Forgotten.")),
        search: Field::new(typed),
        payers: Vec::new(),
        page: 1,
        pager: None,
    };
    let part = match part_of_handle(typed) {
        Ok(part) => part,
        Err(Invalid(faults)) => {
            let page = PayersPage { search: Field::typed("search", typed, &faults), ..page };
            return answer::page_with(StatusCode::BAD_REQUEST, pages.templates.render(&page));
        }
    };
    let mut paging = Paging::parse(&query.page().to_string(), "", PAGE_SIZE)?;
    let (mut payers, total) = payers::search(&pages.services, &part, paging).await?;
    if payers.is_empty() && total > 0 {
        // The last row of the last page may have been forgotten.
        let last = u64::try_from(total).unwrap_or_default().div_ceil(u64::from(paging.per_page()));
        paging = Paging::parse(&last.to_string(), "", PAGE_SIZE)?;
        (payers, _) = payers::search(&pages.services, &part, paging).await?;
    }
    answer::page(pages.templates.render(&PayersPage {
        payers,
        page: paging.page(),
        pager: TablePager::new(paging, total, &format!("search={}&", percent_encoded(typed))),
        ..page
    }))
}

/// Forgets a payer and redirects back to the list, also when another request did so first.
pub async fn forget(form: SignedInForm, id: InPath<Uuid>, services: web::Data<Services>) -> Answer {
    form.me.require(Permission::ManagePayers)?;
    match payers::forget(&services, &form.me.author(), id.read()?).await {
        Err(failure) if failure.code() != "not_found" => Err(failure.into()),
        _ => {
            let search = percent_encoded(form.fields.text("search"));
            let page: u32 = form.fields.text("page").parse().unwrap_or(1);
            Ok(answer::see_other(&format!("{PATH}?did=forgotten&search={search}&page={page}")).finish())
        }
    }
}
