//! The share message editor, and its templates.

use serde::Serialize;
use uuid::Uuid;
use waffle_domain::share::ShareTemplate;
use waffle_service::card::Format;

use crate::context::Frame;
use crate::context::form::{Field, Form};

/// `GET /admin/waffles/:id/share`, and the answers to its form.
#[derive(Debug, Clone, Serialize)]
pub struct SharePage {
    pub frame: Frame,
    /// The waffle's uuid.
    pub waffle_id: String,
    pub slug: String,
    pub title: String,
    /// Archived waffles have no public page and no card.
    pub archived: bool,
    pub templates: Vec<ShareTemplate>,
    /// The one that was chosen.
    pub template: Option<Uuid>,
    pub template_error: Option<String>,
    /// The message with its placeholders.
    pub message: Field,
    /// The message as it will be posted.
    pub preview: String,
    /// The placeholders and their values, shown to the seller.
    pub placeholders: Vec<Placeholder>,
    /// The card in each of its formats.
    pub cards: Vec<ShareCard>,
    /// Whether the card leaves out some of the title, since its fonts lack it.
    pub title_cut: bool,
}

template!(SharePage: "admin/share");

/// A share card, as the seller downloads it.
#[derive(Debug, Clone, Serialize)]
pub struct ShareCard {
    /// The format's name.
    pub shape: &'static str,
    /// The picture's address. It changes with the board, so that no browser shows a cached one.
    pub href: String,
    /// The name to save it by.
    pub file: String,
    pub width: u32,
    pub height: u32,
}

impl ShareCard {
    /// Lists a waffle's cards. `version` changes whenever they may look different.
    pub fn all(slug: &str, version: &str) -> Vec<Self> {
        let card = |format: Format| {
            let ((width, height), format) = (format.size(), format.name());
            Self {
                shape: if format == "story" { "Story" } else { "Square" },
                href: format!("/waffle/{slug}/card.png?format={format}&v={version}"),
                file: format!("{slug}-{format}.png"),
                width,
                height,
            }
        };
        Format::ALL.map(card).into()
    }
}

/// A placeholder and its value.
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
