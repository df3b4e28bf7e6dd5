//! The pool of payment methods, as sellers who manage it see it.

use serde::Serialize;
use waffle_domain::payment::{PaymentMethod, PaymentType, PaymentTypes};

use crate::context::Frame;
use crate::context::form::{Choice, Form};

/// `GET /admin/payment-methods`.
#[derive(Debug, Clone, Serialize)]
pub struct PaymentMethodsPage {
    pub frame: Frame,
    pub active: Vec<MethodCard>,
    pub inactive: Vec<MethodCard>,
}

template!(PaymentMethodsPage: "admin/payment_methods");

/// One method of the pool.
#[derive(Debug, Clone, Serialize)]
pub struct MethodCard {
    /// The method's uuid.
    pub id: String,
    /// The type: `wallet_a`, `wallet_b`, …
    pub kind: String,
    /// The type's name for sellers.
    pub kind_label: String,
    pub display_name: String,
    pub handle_or_url: String,
    /// Instructions for buyers, if any.
    pub instructions: Option<String>,
    /// The link for buyers, unless `handle_or_url` is that link.
    pub link: Option<String>,
    /// How many active waffles use it.
    pub waffles: i64,
}

impl MethodCard {
    /// Shows a method and how many active waffles use it.
    pub fn new(method: &PaymentMethod, types: &PaymentTypes, waffles: i64) -> Self {
        let option = &method.option;
        Self {
            id: option.id.to_string(),
            kind: option.kind.clone(),
            kind_label: kind_label(&option.kind, types),
            display_name: option.display_name.clone(),
            handle_or_url: option.handle_or_url.clone(),
            instructions: option.instructions.clone(),
            link: types.link(option).filter(|link| *link != option.handle_or_url),
            waffles,
        }
    }
}

/// The name of a type for sellers.
pub fn kind_label(kind: &str, types: &PaymentTypes) -> String {
    PaymentType::parse(kind).map_or(kind, |kind| types.label(kind)).to_owned()
}

/// `GET /admin/payment-methods/new` and `/admin/payment-methods/:id`, and the answers to invalid forms.
#[derive(Debug, Clone, Serialize)]
pub struct PaymentMethodPage {
    pub frame: Frame,
    /// Where the form is sent.
    pub action: String,
    /// A sentence above the form.
    pub error: Option<String>,
    /// The types to choose from; empty for an existing method, whose type is fixed.
    pub types: Vec<Choice>,
    pub form: Form,
    /// How many active waffles will show the change immediately; 0 for a new method.
    pub waffles: i64,
}

template!(PaymentMethodPage: "admin/payment_method");

/// Lists all types, with the chosen one ticked, or the first if none is.
pub fn type_choices(types: &PaymentTypes, chosen: &str) -> Vec<Choice> {
    let chosen = PaymentType::parse(chosen).unwrap_or(PaymentType::WalletA);
    let choice = |kind: PaymentType| Choice {
        value: kind.to_string(),
        label: types.label(kind).to_owned(),
        detail: None,
        checked: kind == chosen,
    };
    PaymentType::ALL.into_iter().map(choice).collect()
}

/// `GET /admin/payment-methods/:id/deactivate`: the warning before deactivating.
#[derive(Debug, Clone, Serialize)]
pub struct DeactivatePage {
    pub frame: Frame,
    pub method: MethodCard,
}

template!(DeactivatePage: "admin/deactivate_method");
