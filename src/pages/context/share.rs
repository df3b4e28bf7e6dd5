//! The share editor and the templates that it starts from.

use serde::Serialize;
use waffle_domain::share::ShareTemplate;

use crate::pages::context::flash::Flash;
use crate::pages::context::form::Field;
use crate::pages::context::{Frame, Moment};

/// `GET /admin/waffles/:id/share`, and the answers to its form.
#[derive(Debug, Clone, Serialize)]
pub struct SharePage {
    pub frame: Frame,
    pub csrf_token: String,
    /// The waffle's uuid.
    pub waffle_id: String,
    pub slug: String,
    pub title: String,
    /// Archived waffles have no public page and no card.
    pub archived: bool,
    pub flash: Option<Flash>,
    pub templates: Vec<TemplateChoice>,
    pub template_error: Option<String>,
    /// The message with its placeholders.
    pub message: Field,
    /// The message as it will be posted.
    pub preview: String,
    /// What the placeholders stand for, for the seller to see.
    pub placeholders: Vec<Placeholder>,
}

/// A template to start from.
#[derive(Debug, Clone, Serialize)]
pub struct TemplateChoice {
    /// The template's uuid.
    pub id: String,
    pub name: String,
    pub body: String,
    pub chosen: bool,
}

/// A placeholder and what it stands for.
#[derive(Debug, Clone, Serialize)]
pub struct Placeholder {
    /// With its braces.
    pub name: &'static str,
    pub value: String,
}

/// `GET /admin/share-templates`.
#[derive(Debug, Clone, Serialize)]
pub struct ShareTemplatesPage {
    pub frame: Frame,
    pub csrf_token: String,
    pub flash: Option<Flash>,
    pub templates: Vec<TemplateCard>,
}

/// One template of the list.
#[derive(Debug, Clone, Serialize)]
pub struct TemplateCard {
    /// The template's uuid.
    pub id: String,
    pub name: String,
    pub body: String,
    pub default: bool,
    pub updated: Moment,
}

impl From<&ShareTemplate> for TemplateCard {
    fn from(template: &ShareTemplate) -> Self {
        Self {
            id: template.id.to_string(),
            name: template.name.clone(),
            body: template.body.clone(),
            default: template.default,
            updated: template.updated_at.into(),
        }
    }
}

/// `GET /admin/share-templates/new` and `/admin/share-templates/:id`, and the answers to forms with mistakes.
#[derive(Debug, Clone, Serialize)]
pub struct ShareTemplatePage {
    pub frame: Frame,
    pub csrf_token: String,
    /// Where the form goes.
    pub action: String,
    /// A sentence above the form.
    pub error: Option<String>,
    pub name: Field,
    pub body: Field,
}

/// `GET /admin/share-templates/:id/delete`: the question before.
#[derive(Debug, Clone, Serialize)]
pub struct DeleteTemplatePage {
    pub frame: Frame,
    pub csrf_token: String,
    pub template: TemplateCard,
    /// The template that becomes the default, if this one is.
    pub successor: Option<String>,
    /// Whether it is the only one, which stays.
    pub last: bool,
}
