//! `/admin/share-templates`: the templates that share messages start from.

use actix_web::{HttpResponse, web};
use uuid::Uuid;
use waffle_domain::refusal::Refusal;
use waffle_domain::share::{NewShareTemplate, ShareTemplate, ShareTemplateEdit};
use waffle_http::extractors::InPath;
use waffle_http::session::csrf_form::SignedInForm;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, share_templates};
use waffle_service::failure::Failure;

use crate::Pages;
use crate::answer::{self, Answer};
use crate::context::flash::{Flash, set_apart};
use crate::context::form::Form;
use crate::context::{Frame, Section};
use crate::refused_form::ShownForm;

const PATH: &str = "/admin/share-templates";
const NOT_SAVED: &str = "Not saved yet. Check the highlighted fields.";

/// Shows all templates.
pub async fn index(me: SignedIn, pages: web::Data<Pages>) -> Answer {
    let templates = share_templates::list(&pages.services).await?;
    let frame = Frame::of(&me, "Share templates", Section::ShareTemplates);
    pages.show("admin/share_templates", values! { frame, templates })
}

/// Shows the empty form.
pub async fn new(me: SignedIn, pages: web::Data<Pages>) -> Answer {
    form_page(&pages, &me, None, &ShownForm::fresh(Form::default()))
}

/// Creates the template and redirects to the list; 400 with the form as typed when a field is invalid.
pub async fn create(form: SignedInForm, pages: web::Data<Pages>) -> Answer {
    match NewShareTemplate::parse(form.fields.text("name"), form.fields.text("body")) {
        Ok(new) => {
            let template = share_templates::create(&pages.services, &form.me.author(), &new).await?;
            Ok(to_list(&form.me, "{} is ready to use.", &template))
        }
        Err(invalid) => {
            form_page(&pages, &form.me, None, &ShownForm::refused(&form.fields, invalid.into(), NOT_SAVED)?)
        }
    }
}

/// Shows a template's form; 404 for an unknown id.
pub async fn show(me: SignedIn, InPath(id): InPath<Uuid>, pages: web::Data<Pages>) -> Answer {
    let template = share_templates::find(&pages.services, id).await?;
    let form = Form::of([("name", template.name), ("body", template.body)]);
    form_page(&pages, &me, Some(id), &ShownForm::fresh(form))
}

/// Saves the template and redirects to the list; 400 with the form as typed when a field is invalid.
pub async fn edit(form: SignedInForm<Uuid>, pages: web::Data<Pages>) -> Answer {
    let id = form.path;
    share_templates::find(&pages.services, id).await?;
    match ShareTemplateEdit::parse(Some(form.fields.text("name")), Some(form.fields.text("body"))) {
        Ok(edit) => {
            let template = share_templates::edit(&pages.services, &form.me.author(), id, edit).await?;
            Ok(to_list(&form.me, "{} is saved.", &template))
        }
        Err(invalid) => {
            form_page(&pages, &form.me, Some(id), &ShownForm::refused(&form.fields, invalid.into(), NOT_SAVED)?)
        }
    }
}

/// Makes the template the default and redirects to the list.
pub async fn make_default(form: SignedInForm<Uuid>, services: web::Data<Services>) -> Answer {
    let template = share_templates::make_default(&services, &form.me.author(), form.path).await?;
    Ok(to_list(&form.me, "New messages start from {}.", &template))
}

/// Asks before deleting: says which template becomes the default, and that waffles keep their text.
pub async fn ask(me: SignedIn, InPath(id): InPath<Uuid>, pages: web::Data<Pages>) -> Answer {
    let templates = share_templates::list(&pages.services).await?;
    let template = templates.iter().find(|template| template.id == id).ok_or(Refusal::NoShareTemplate)?;
    let oldest = templates.iter().find(|other| other.id != id);
    pages.show(
        "admin/delete_template",
        values! {
            frame: Frame::of(&me, "Delete share template", Section::ShareTemplates),
            template,
            successor: oldest.filter(|_| template.default).map(|other| &other.name),
            last: oldest.is_none(),
        },
    )
}

/// Deletes the template and redirects to the list. The last template stays, and the list says so.
pub async fn delete(form: SignedInForm<Uuid>, services: web::Data<Services>) -> Answer {
    let flash = match share_templates::delete(&services, &form.me.author(), form.path).await {
        Ok(()) => Flash::done("The template is deleted."),
        Err(Failure { refusal: Refusal::LastTemplate, .. }) => {
            Flash::failed("This is your only template. Create another one before you delete it.")
        }
        Err(failure) => return Err(failure.into()),
    };
    Ok(answer::said(&form.me, PATH, &flash))
}

fn form_page(pages: &Pages, me: &SignedIn, id: Option<Uuid>, shown: &ShownForm) -> Answer {
    let title = if id.is_some() { "Edit share template" } else { "New share template" };
    pages.show_as(
        shown.status,
        "admin/share_template",
        values! {
            frame: Frame::of(me, title, Section::ShareTemplates),
            action: id.map_or_else(|| format!("{PATH}/new"), |id| format!("{PATH}/{id}")),
            error: shown.says,
            form: shown.form,
        },
    )
}

/// Redirects to the list, which says what was done to which template.
fn to_list(me: &SignedIn, says: &str, template: &ShareTemplate) -> HttpResponse {
    let flash = Flash::done(says.replace("{}", &format!("“{}”", set_apart(&template.name))));
    answer::said(me, PATH, &flash)
}
