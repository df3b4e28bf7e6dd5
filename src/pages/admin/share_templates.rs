//! `/admin/share-templates`: the templates that share messages start from.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use serde::Serialize;
use uuid::Uuid;
use waffle_domain::invalid::FieldError;
use waffle_domain::refusal::Refusal;
use waffle_domain::role::Permission;
use waffle_domain::share::{NewShareTemplate, ShareTemplate, ShareTemplateEdit};
use waffle_http::extractors::InPath;
use waffle_http::session::csrf_form::{Fields, SignedInForm};
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, share_templates};
use waffle_service::failure::Failure;

use crate::Pages;
use crate::answer::{self, Answer};
use crate::context::flash::{Flash, set_apart};
use crate::context::form::Form;
use crate::context::{Frame, Section};
use crate::templates::Templates;

/// `GET /admin/share-templates`.
#[derive(Debug, Clone, Serialize)]
pub struct ShareTemplatesPage {
    pub frame: Frame,
    pub templates: Vec<ShareTemplate>,
}

template!(ShareTemplatesPage: "admin/share_templates");

/// `GET /admin/share-templates/new` and `/admin/share-templates/:id`, and the answers to invalid forms.
#[derive(Debug, Clone, Serialize)]
pub struct ShareTemplatePage {
    pub frame: Frame,
    /// Where the form is sent.
    pub action: String,
    /// A sentence above the form.
    pub error: Option<String>,
    pub form: Form,
}

template!(ShareTemplatePage: "admin/share_template");

/// `GET /admin/share-templates/:id/delete`: the question before deleting.
#[derive(Debug, Clone, Serialize)]
pub struct DeleteTemplatePage {
    pub frame: Frame,
    pub template: ShareTemplate,
    /// The template that becomes the default if this one is the default.
    pub successor: Option<String>,
    /// Whether it is the only one, which can't be deleted.
    pub last: bool,
}

template!(DeleteTemplatePage: "admin/delete_template");

const PATH: &str = "/admin/share-templates";

/// Shows all templates.
pub async fn index(me: SignedIn, pages: web::Data<Pages>) -> Answer {
    me.require(Permission::ManageShareTemplates)?;
    let templates = share_templates::list(&pages.services).await?;
    answer::page(
        pages.templates.render(&ShareTemplatesPage {
            frame: Frame::of(&me, "Share templates", Section::ShareTemplates),
            templates,
        }),
    )
}

/// Shows the empty form.
pub async fn new(me: SignedIn, pages: web::Data<Pages>) -> Answer {
    me.require(Permission::ManageShareTemplates)?;
    let page = form_page(&me, None, Form::default());
    answer::page(pages.templates.render(&page))
}

/// Creates the template and redirects to the list; 400 with the form as typed when a field is invalid.
pub async fn create(form: SignedInForm, pages: web::Data<Pages>) -> Answer {
    form.me.require(Permission::ManageShareTemplates)?;
    match NewShareTemplate::parse(form.fields.text("name"), form.fields.text("body")) {
        Ok(new) => {
            let template = share_templates::create(&pages.services, &form.me.author(), &new).await?;
            Ok(to_list(&form.me, "{} is ready to use.", &template))
        }
        Err(invalid) => refused(&form.me, None, &form.fields, &invalid.0, &pages.templates),
    }
}

/// Shows a template's form; 404 for an unknown id.
pub async fn show(me: SignedIn, id: InPath<Uuid>, pages: web::Data<Pages>) -> Answer {
    me.require(Permission::ManageShareTemplates)?;
    let id = id.read()?;
    let template = share_templates::find(&pages.services, id).await?;
    let page = form_page(&me, Some(id), Form::of([("name", template.name), ("body", template.body)]));
    answer::page(pages.templates.render(&page))
}

/// Saves the template and redirects to the list; 400 with the form as typed when a field is invalid.
pub async fn edit(form: SignedInForm, id: InPath<Uuid>, pages: web::Data<Pages>) -> Answer {
    form.me.require(Permission::ManageShareTemplates)?;
    let id = id.read()?;
    share_templates::find(&pages.services, id).await?;
    match ShareTemplateEdit::parse(Some(form.fields.text("name")), Some(form.fields.text("body"))) {
        Ok(edit) => {
            let template = share_templates::edit(&pages.services, &form.me.author(), id, edit).await?;
            Ok(to_list(&form.me, "{} is saved.", &template))
        }
        Err(invalid) => refused(&form.me, Some(id), &form.fields, &invalid.0, &pages.templates),
    }
}

/// Makes the template the default and redirects to the list.
pub async fn make_default(form: SignedInForm, id: InPath<Uuid>, services: web::Data<Services>) -> Answer {
    form.me.require(Permission::ManageShareTemplates)?;
    let id = id.read()?;
    let template = share_templates::make_default(&services, &form.me.author(), id).await?;
    Ok(to_list(&form.me, "New messages start from {}.", &template))
}

/// Asks before deleting: says which template becomes the default, and that waffles keep their text.
pub async fn ask(me: SignedIn, id: InPath<Uuid>, pages: web::Data<Pages>) -> Answer {
    me.require(Permission::ManageShareTemplates)?;
    let id = id.read()?;
    let templates = share_templates::list(&pages.services).await?;
    let template = templates.iter().find(|template| template.id == id).ok_or(Refusal::NoShareTemplate)?;
    let oldest = templates.iter().find(|other| other.id != id);
    answer::page(pages.templates.render(&DeleteTemplatePage {
        frame: Frame::of(&me, "Delete share template", Section::ShareTemplates),
        template: template.clone(),
        successor: oldest.filter(|_| template.default).map(|other| other.name.clone()),
        last: oldest.is_none(),
    }))
}

/// Deletes the template and redirects to the list. The last template stays, and the list says so.
pub async fn delete(form: SignedInForm, id: InPath<Uuid>, services: web::Data<Services>) -> Answer {
    form.me.require(Permission::ManageShareTemplates)?;
    let id = id.read()?;
    let flash = match share_templates::delete(&services, &form.me.author(), id).await {
        Ok(()) => Flash::done("The template is deleted."),
        Err(Failure { refusal: Refusal::LastTemplate, .. }) => {
            Flash::failed("This is your only template. Create another one before you delete it.")
        }
        Err(failure) => return Err(failure.into()),
    };
    Ok(answer::said(&form.me, PATH, &flash))
}

fn form_page(me: &SignedIn, id: Option<Uuid>, form: Form) -> ShareTemplatePage {
    let title = if id.is_some() { "Edit share template" } else { "New share template" };
    ShareTemplatePage {
        frame: Frame::of(me, title, Section::ShareTemplates),
        action: id.map_or_else(|| format!("{PATH}/new"), |id| format!("{PATH}/{id}")),
        error: None,
        form,
    }
}

fn refused(me: &SignedIn, id: Option<Uuid>, fields: &Fields, faults: &[FieldError], pages: &Templates) -> Answer {
    let page = ShareTemplatePage {
        error: Some("Not saved yet. Check the highlighted fields.".to_owned()),
        ..form_page(me, id, Form::typed(fields, faults))
    };
    answer::page_with(StatusCode::BAD_REQUEST, pages.render(&page))
}

/// Redirects to the list, which says what was done to which template.
fn to_list(me: &SignedIn, says: &str, template: &ShareTemplate) -> HttpResponse {
    let flash = Flash::done(says.replace("{}", &format!("“{}”", set_apart(&template.name))));
    answer::said(me, PATH, &flash)
}
