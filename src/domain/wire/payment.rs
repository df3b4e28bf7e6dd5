//! Ways to pay as clients see them.

use crate::payment::{self, PaymentType, PaymentTypes};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A way to pay that waffles can offer.
#[derive(Debug, Serialize, ToSchema)]
pub struct PaymentMethod {
    id: Uuid,
    #[schema(value_type = PaymentType)]
    r#type: String,
    /// The label that buyers see.
    #[schema(example = "Wallet A")]
    display_name: String,
    /// A handle at the payment service, or a full address.
    #[schema(example = "@anna")]
    handle_or_url: String,
    /// Instructions for buyers; `null`: they are asked to mention their handle.
    #[schema(required, example = "Please leave the note empty")]
    instructions: Option<String>,
    /// Whether waffles offer it.
    is_active: bool,
}

impl From<payment::PaymentMethod> for PaymentMethod {
    fn from(payment::PaymentMethod { option, is_active }: payment::PaymentMethod) -> Self {
        let payment::PaymentOption { id, kind, display_name, handle_or_url, instructions } = option;
        Self { id, r#type: kind, display_name, handle_or_url, instructions, is_active }
    }
}

/// A way to pay for a spot.
#[derive(Debug, Serialize, ToSchema)]
pub struct PaymentOption<'a> {
    id: Uuid,
    #[schema(value_type = PaymentType)]
    r#type: &'a str,
    /// The label that buyers see.
    #[schema(example = "Wallet A")]
    display_name: &'a str,
    /// A handle at the payment service, or a full address.
    #[schema(example = "@anna")]
    handle_or_url: &'a str,
    /// Instructions; `null`: mention the handle.
    #[schema(required, example = "Please leave the note empty")]
    instructions: Option<&'a str>,
    /// Where to pay, if that is known.
    #[schema(required, example = "https://pay.example/anna")]
    link: Option<String>,
}

impl<'a> PaymentOption<'a> {
    /// Shows a way to pay; `types` turn it into a link.
    pub fn new(option: &'a payment::PaymentOption, types: &PaymentTypes) -> Self {
        Self {
            id: option.id,
            r#type: &option.kind,
            display_name: &option.display_name,
            handle_or_url: &option.handle_or_url,
            instructions: option.instructions.as_deref(),
            link: types.link(option),
        }
    }

    /// Shows a way to pay an amount, which the link carries where it can.
    pub fn of_amount(option: &'a payment::PaymentOption, types: &PaymentTypes, amount: &str) -> Self {
        Self { link: types.link_with(option, amount), ..Self::new(option, types) }
    }
}
