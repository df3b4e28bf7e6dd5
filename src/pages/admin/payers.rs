//! `/admin/users/payers`: whose payments come from whom.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use uuid::Uuid;
use waffle_domain::handle::Handle;
use waffle_domain::invalid::Invalid;
use waffle_domain::paging::Paging;
use waffle_domain::role::Permission;

use crate::actions::buyers::{PAGE_SIZE, part_of_handle};
use crate::actions::{Services, payers};
use crate::pages::Pages;
use crate::pages::answer;
use crate::pages::context::flash::Flash;
use crate::pages::context::form::Field;
use crate::pages::context::pager::TablePager;
use crate::pages::context::payers::{PayerRow, PayersPage};
use crate::pages::context::{Frame, Section};
use crate::pages::query::Query;
use crate::session::form::SignedInForm;
use crate::session::signed_in::SignedIn;
use crate::web::error::Failure;
use crate::web::extractors::InPath;

const PATH: &str = "/admin/users/payers";

/// Shows a page of the payers in whose name or handle `search` stands; 400 with the form if it contains a NUL.
pub async fn index(me: SignedIn, query: Query, pages: web::Data<Pages>) -> Result<HttpResponse, Failure> {
    me.require(Permission::ManagePayers)?;
    let typed = query.text("search");
    let page = PayersPage {
        frame: Frame::of(&me, "Payers", Section::Users),
        csrf_token: me.csrf_token(),
        flash: (query.text("did") == "forgotten").then(|| Flash::done("Forgotten.")),
        search: Field::new(typed),
        payers: Vec::new(),
        pager: None,
    };
    let part = match part_of_handle(typed) {
        Ok(part) => part,
        Err(Invalid(faults)) => {
            let page = PayersPage { search: Field::typed("search", typed, &faults), ..page };
            return answer::page_with(StatusCode::BAD_REQUEST, pages.templates.payers(&page));
        }
    };
    let paging = Paging::parse(&query.page().to_string(), "", PAGE_SIZE)?;
    let (payers, total) = payers::search(&pages.services, &part, paging).await?;
    // A term that would need encoding in an address is not kept there: who looks for a whole name finds few.
    let kept = Handle::parse(&part).map_or_else(|_| String::new(), |part| format!("search={part}&"));
    answer::page(pages.templates.payers(&PayersPage {
        payers: payers.into_iter().map(PayerRow::from).collect(),
        pager: TablePager::new(paging, total, &kept),
        ..page
    }))
}

/// Forgets a payer and redirects to the list, also when somebody else was faster.
pub async fn forget(
    form: SignedInForm,
    id: InPath<Uuid>,
    services: web::Data<Services>,
) -> Result<HttpResponse, Failure> {
    form.me.require(Permission::ManagePayers)?;
    match payers::forget(&services, &form.me.author(), id.read()?).await {
        Err(failure) if failure.code() != "not_found" => Err(failure),
        _ => Ok(answer::see_other(&format!("{PATH}?did=forgotten")).finish()),
    }
}
