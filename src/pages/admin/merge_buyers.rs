//! `/admin/users/merge`: making all of one handle another's.

use actix_web::web;
use serde::Serialize;
use waffle_domain::handle::Handle;
use waffle_domain::role::Permission;
use waffle_http::error::status_of;
use waffle_http::session::csrf_form::SignedInForm;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::buyers;
use waffle_service::failure::{Failure, FieldError};
use waffle_store::merge_users::MergeCounts;

use crate::Pages;
use crate::answer::{self, Answer};
use crate::context::flash::Flash;
use crate::context::form::Form;
use crate::context::{Frame, Section};
use crate::query::Query;

/// `GET /admin/users/merge`, and its answers.
#[derive(Debug, Clone, Serialize)]
pub struct MergePage {
    pub frame: Frame,
    /// The handle that goes, and the one that gets everything.
    pub form: Form,
    /// The changes; shown before they are confirmed.
    pub preview: Option<MergeCounts>,
    /// Whether the first handle holds no spots.
    pub nothing: bool,
}

template!(MergePage: "admin/merge_buyers");

/// Shows the form.
pub async fn show(me: SignedIn, query: Query, pages: web::Data<Pages>) -> Answer {
    me.require(Permission::MergeUsers)?;
    let form = Form::of(["handle", "into"].map(|name| (name, query.text(name).to_owned())));
    let page = MergePage { form, ..blank(&me) };
    answer::page(pages.templates.render(&page))
}

/// Shows what would move to the other handle. Once confirmed, merges, and redirects to the buyers with names like the
/// other handle. 400 or 409 with the form when it is refused, 503 when a repeat has to finish it.
pub async fn merge(form: SignedInForm, pages: web::Data<Pages>) -> Answer {
    form.me.require(Permission::MergeUsers)?;
    let confirmed = form.fields.text("confirmed") == "yes";
    match try_merge(&form, &pages, !confirmed).await {
        Ok(([_, new], _)) if confirmed => Ok(answer::see_other(&format!("/admin/users?search={new}")).finish()),
        Ok(([old, new], counts)) => {
            let preview = (counts.spots > 0).then_some(counts);
            let nothing = preview.is_none();
            let typed = Form::of([("handle", old.to_string()), ("into", new.to_string())]);
            let page = MergePage { form: typed, preview, nothing, ..blank(&form.me) };
            answer::page(pages.templates.render(&page))
        }
        Err(failure) => refused(&form, &pages, failure),
    }
}

async fn try_merge(form: &SignedInForm, pages: &Pages, dry_run: bool) -> Result<([Handle; 2], MergeCounts), Failure> {
    let read = |name: &str| Handle::parse_field(name, form.fields.text(name));
    let (old, new) = (read("handle")?, read("into")?);
    let counts = buyers::merge(&pages.services, &form.me.author(), [&old, &new], dry_run).await?;
    Ok(([old, new], counts))
}

fn refused(form: &SignedInForm, pages: &Pages, failure: Failure) -> Answer {
    let faults: &[FieldError] = match failure.code() {
        "validation_failed" => failure.fields(),
        "draw_locked" | "outcome_unknown" => &[],
        _ => return Err(failure.into()),
    };
    let mut page = MergePage { form: Form::typed(&form.fields, faults), ..blank(&form.me) };
    page.frame.flash = Some(Flash::failed(failure.sentence()));
    answer::page_with(status_of(&failure), pages.templates.render(&page))
}

fn blank(me: &SignedIn) -> MergePage {
    MergePage {
        frame: Frame::of(me, "Merge handles", Section::Users),
        form: Form::default(),
        preview: None,
        nothing: false,
    }
}
