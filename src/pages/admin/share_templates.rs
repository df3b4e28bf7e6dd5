//! `/admin/share-templates`: the templates that share messages start from.

use actix_web::{HttpResponse, web};
use uuid::Uuid;
use waffle_domain::refusal::Refusal;
use waffle_domain::share::{NewShareTemplate, ShareTemplate, ShareTemplateEdit};
use waffle_http::extractors::InPath;
use waffle_http::session::csrf_form::SignedInForm;
use waffle_http::session::signed_in::SignedIn;
use waffle_language::{Text, say};
use waffle_service::actions::{Services, share_templates};
use waffle_service::failure::Failure;

use crate::Pages;
use crate::answer::{self, Answer};
use crate::context::flash::{Flash, set_apart};
use crate::context::form::Form;
use crate::context::{Frame, Section};
use crate::refused_form::ShownForm;

const PATH: &str = "/admin/share-templates";

/// Lists all templates, the oldest first, as the reader reads them.
pub(super) async fn all(pages: &Pages) -> Result<Vec<ShareTemplate>, Failure> {
    let templates = share_templates::list(&pages.services).await?;
    Ok(templates.into_iter().map(|template| template.in_language(pages.language())).collect())
}

/// Shows all templates.
pub async fn index(me: SignedIn, pages: Pages) -> Answer {
    let templates = all(&pages).await?;
    let frame = Frame::of(&me, say!("share-template-all"), Section::ShareTemplates);
    pages.show("admin/share_templates", values! { frame, templates })
}

/// Shows the empty form.
pub async fn new(me: SignedIn, pages: Pages) -> Answer {
    form_page(&pages, &me, None, &ShownForm::fresh(Form::default()))
}

/// Creates the template and redirects to the list; 400 with the form as typed when a field is invalid.
pub async fn create(form: SignedInForm, pages: Pages) -> Answer {
    match NewShareTemplate::parse(form.fields.text("name"), form.fields.text("body")) {
        Ok(new) => {
            let template = share_templates::create(&pages.services, &form.me.author(), &new).await?;
            Ok(to_list(&form.me, say!("share-template-created", name = named(&template))))
        }
        Err(invalid) => {
            let shown = ShownForm::refused(&form.fields, invalid.into(), say!("form-not-saved"))?;
            form_page(&pages, &form.me, None, &shown)
        }
    }
}

/// Shows a template's form; 404 for an unknown id.
pub async fn show(me: SignedIn, InPath(id): InPath<Uuid>, pages: Pages) -> Answer {
    let template = share_templates::find(&pages.services, id).await?.in_language(pages.language());
    let form = Form::of([("name", template.name), ("body", template.body)]);
    form_page(&pages, &me, Some(id), &ShownForm::fresh(form))
}

/// Saves the template and redirects to the list; 400 with the form as typed when a field is invalid.
pub async fn edit(form: SignedInForm<Uuid>, pages: Pages) -> Answer {
    let id = form.path;
    let mut shown = share_templates::find(&pages.services, id).await?.in_language(pages.language());
    match ShareTemplateEdit::parse(Some(form.fields.text("name")), Some(form.fields.text("body"))) {
        Ok(edit) => {
            // What is sent back as it was shown changes nothing, also where other words are stored.
            let edit = if edit.clone().apply(&mut shown).is_empty() { ShareTemplateEdit::default() } else { edit };
            let template = share_templates::edit(&pages.services, &form.me.author(), id, edit).await?;
            let name = named(&template.in_language(pages.language()));
            Ok(to_list(&form.me, say!("share-template-saved", name)))
        }
        Err(invalid) => {
            let shown = ShownForm::refused(&form.fields, invalid.into(), say!("form-not-saved"))?;
            form_page(&pages, &form.me, Some(id), &shown)
        }
    }
}

/// Makes the template the default and redirects to the list.
pub async fn make_default(form: SignedInForm<Uuid>, pages: Pages) -> Answer {
    let template = share_templates::make_default(&pages.services, &form.me.author(), form.path).await?;
    let name = named(&template.in_language(pages.language()));
    Ok(to_list(&form.me, say!("share-template-defaulted", name)))
}

/// Asks before deleting: says which template becomes the default, and that waffles keep their text.
pub async fn ask(me: SignedIn, InPath(id): InPath<Uuid>, pages: Pages) -> Answer {
    let templates = all(&pages).await?;
    let template = templates.iter().find(|template| template.id == id).ok_or(Refusal::NoShareTemplate)?;
    let oldest = templates.iter().find(|other| other.id != id);
    pages.show(
        "admin/delete_template",
        values! {
            frame: Frame::of(&me, say!("share-template-delete-title"), Section::ShareTemplates),
            template,
            successor: oldest.filter(|_| template.default).map(|other| &other.name),
            last: oldest.is_none(),
        },
    )
}

/// Deletes the template and redirects to the list. The last template stays, and the list says so.
pub async fn delete(form: SignedInForm<Uuid>, services: web::Data<Services>) -> Answer {
    let flash = match share_templates::delete(&services, &form.me.author(), form.path).await {
        Ok(()) => Flash::done(say!("share-template-deleted")),
        Err(failure) if matches!(failure.refusal, Refusal::LastTemplate) => Flash::failed(failure.sentence()),
        Err(failure) => return Err(failure.into()),
    };
    Ok(answer::said(&form.me, PATH, &flash))
}

fn form_page(pages: &Pages, me: &SignedIn, id: Option<Uuid>, shown: &ShownForm) -> Answer {
    let title = if id.is_some() { say!("share-template-edit-title") } else { say!("share-template-new-title") };
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

/// Redirects to the list, which says what was done.
fn to_list(me: &SignedIn, says: Text) -> HttpResponse {
    answer::said(me, PATH, &Flash::done(says))
}

/// The name of a template within one of our sentences.
fn named(template: &ShareTemplate) -> String {
    set_apart(&template.name)
}
