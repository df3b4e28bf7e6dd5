//! The form that creates or edits a waffle.

use serde::Serialize;

use crate::context::form::{Choice, Form};
use crate::context::terms::Opening;
use crate::context::{Currency, Frame};

/// `GET /admin/waffles/new` and `GET /admin/waffles/:id/edit`, and the answers to invalid forms.
#[derive(Debug, Clone, Serialize)]
pub struct WaffleFormPage {
    pub frame: Frame,
    pub currency: Currency,
    /// A sentence above the form if something failed.
    pub error: Option<String>,
    /// The new price, in cents, that the sentence asks about; saving again confirms it.
    pub confirm_price: Option<i64>,
    /// The waffle to edit; `None` for a new one.
    pub edited: Option<EditedWaffle>,
    /// Whether the number of winners can be changed: until they are drawn.
    pub items: bool,
    #[serde(flatten)]
    pub fields: WaffleForm,
}

template!(WaffleFormPage: "admin/waffle_form");

/// The waffle that a form edits.
#[derive(Debug, Clone, Serialize)]
pub struct EditedWaffle {
    /// The waffle's uuid.
    pub id: String,
    pub title: String,
    pub total_spots: u32,
    /// The spots claimed so far, which keep the price at which they were claimed.
    pub claimed: u32,
}

/// The fields as stored or as typed, and what they are chosen from.
#[derive(Debug, Clone, Serialize)]
pub struct WaffleForm {
    pub form: Form,
    /// The active payment methods, and those chosen before. If there are none, the form leaves the question out.
    pub payment_methods: Vec<Choice>,
    pub opening: Opening,
}
