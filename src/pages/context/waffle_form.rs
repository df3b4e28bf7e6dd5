//! The form that creates or edits a waffle.

use serde::Serialize;

use crate::context::form::{Choice, Field};
use crate::context::terms::TermsForm;
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
    pub form: WaffleForm,
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

/// The fields as typed, with their errors.
#[derive(Debug, Clone, Serialize)]
pub struct WaffleForm {
    pub title: Field,
    pub description: Field,
    /// `None` for an existing waffle, whose number of spots is fixed.
    pub total_spots: Option<Field>,
    /// In whole units with decimals: `25.00`.
    pub spot_price: Field,
    /// `None` once the winners are drawn, which fixes their number.
    pub item_count: Option<Field>,
    pub image_url: Field,
    /// One link per line.
    pub social_media_links: Field,
    /// The active payment methods, and those chosen before. If there are none, the form leaves the question out.
    pub payment_methods: Vec<Choice>,
    pub payment_methods_error: Option<String>,
    pub terms: TermsForm,
}

impl WaffleForm {
    /// The empty form for a new waffle.
    pub fn empty(payment_methods: Vec<Choice>, terms: TermsForm) -> Self {
        Self {
            title: Field::default(),
            description: Field::default(),
            total_spots: Some(Field::new("100")),
            spot_price: Field::default(),
            item_count: Some(Field::new("1")),
            image_url: Field::default(),
            social_media_links: Field::default(),
            payment_methods,
            payment_methods_error: None,
            terms,
        }
    }
}
