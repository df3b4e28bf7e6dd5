//! The form that creates a waffle.

use serde::Serialize;

use crate::pages::context::form::{Choice, Field};
use crate::pages::context::{Currency, Frame};

/// `GET /admin/waffles/new`, and the answer to a form with mistakes.
#[derive(Debug, Clone, Serialize)]
pub struct NewWafflePage {
    pub frame: Frame,
    pub csrf_token: String,
    pub currency: Currency,
    /// A sentence above the form, when something failed that belongs to no field.
    pub error: Option<String>,
    pub form: NewWaffleForm,
}

/// The fields, each with what was typed and what is wrong with it.
#[derive(Debug, Clone, Serialize)]
pub struct NewWaffleForm {
    pub title: Field,
    pub description: Field,
    pub total_spots: Field,
    /// In whole units with decimals: `25.00`.
    pub spot_price: Field,
    pub item_count: Field,
    pub image_url: Field,
    /// One link per line.
    pub social_media_links: Field,
    /// The active payment methods; empty hides the question.
    pub payment_methods: Vec<Choice>,
    pub payment_methods_error: Option<String>,
}

impl NewWaffleForm {
    /// The form as a seller first meets it.
    pub fn empty(payment_methods: Vec<Choice>) -> Self {
        Self {
            title: Field::default(),
            description: Field::default(),
            total_spots: Field::new("100"),
            spot_price: Field::default(),
            item_count: Field::new("1"),
            image_url: Field::default(),
            social_media_links: Field::default(),
            payment_methods,
            payment_methods_error: None,
        }
    }
}
