//! `/admin/users/payers/:id/forget`

use actix_web::web;
use uuid::Uuid;
use waffle_domain::link::percent_encoded;
use waffle_http::session::csrf_form::SignedInForm;
use waffle_language::say;
use waffle_service::actions::{Services, payers};

use crate::answer::{self, Answer};
use crate::context::flash::Flash;

const PATH: &str = "/admin/users/payers";

/// Forgets a payer and redirects back to the list, also when another request did so first.
pub async fn forget(form: SignedInForm<Uuid>, services: web::Data<Services>) -> Answer {
    match payers::forget(&services, &form.me.author(), form.path).await {
        Err(failure) if failure.code() != "not_found" => Err(failure.into()),
        _ => {
            let search = percent_encoded(form.fields.text("search"));
            let page: u32 = form.fields.text("page").parse().unwrap_or(1);
            let address = format!("{PATH}?search={search}&page={page}");
            Ok(answer::said(&form.me, &address, &Flash::done(say!("payers-forgotten"))))
        }
    }
}
