//! `/admin/users/merge`: making all of one handle another's.

use waffle_domain::handle::Handle;
use waffle_http::session::csrf_form::SignedInForm;
use waffle_http::session::signed_in::SignedIn;
use waffle_language::say;
use waffle_service::actions::buyers;
use waffle_service::failure::Failure;
use waffle_store::merge_users::MergeCounts;

use crate::Pages;
use crate::answer::{self, Answer};
use crate::context::form::Form;
use crate::context::{Frame, Section};
use crate::query::Query;
use crate::refused_form::ShownForm;

/// Shows the form.
pub async fn show(me: SignedIn, query: Query, pages: Pages) -> Answer {
    let form = Form::of(["handle", "into"].map(|name| (name, query.text(name).to_owned())));
    page(&pages, &me, ShownForm::fresh(form), None)
}

/// Shows what would move to the other handle. Once confirmed, merges, and redirects to the buyers with names like the
/// other handle. 400 or 409 with the form when it is refused, 503 when a repeat has to finish it.
pub async fn merge(form: SignedInForm, pages: Pages) -> Answer {
    let confirmed = form.fields.text("confirmed") == "yes";
    match try_merge(&form, &pages, !confirmed).await {
        Ok(([_, new], _)) if confirmed => Ok(answer::see_other(&format!("/admin/users?search={new}")).finish()),
        Ok(([old, new], counts)) => {
            let typed = Form::of([("handle", old.to_string()), ("into", new.to_string())]);
            page(&pages, &form.me, ShownForm::fresh(typed), Some(&counts))
        }
        Err(failure) if matches!(failure.code(), "validation_failed" | "draw_locked" | "outcome_unknown") => {
            page(&pages, &form.me, ShownForm::typed(&form.fields, &failure, failure.sentence()), None)
        }
        Err(failure) => Err(failure.into()),
    }
}

async fn try_merge(form: &SignedInForm, pages: &Pages, dry_run: bool) -> Result<([Handle; 2], MergeCounts), Failure> {
    let read = |name: &str| Handle::typed_field(name, form.fields.text(name));
    let (old, new) = (read("handle")?, read("into")?);
    let counts = buyers::merge(&pages.services, &form.me.author(), [&old, &new], dry_run).await?;
    Ok(([old, new], counts))
}

fn page(pages: &Pages, me: &SignedIn, shown: ShownForm, counts: Option<&MergeCounts>) -> Answer {
    pages.show_as(
        shown.status,
        "admin/merge_users",
        values! {
            frame: Frame::of(me, say!("merge-handles"), Section::Users).with_refusal(shown.says),
            form: shown.form,
            preview: counts.filter(|counts| counts.spots > 0),
            nothing: counts.is_some_and(|counts| counts.spots == 0),
        },
    )
}
