//! Ways to pay as clients see them.

use crate::payment::{PaymentMethod, PaymentType};
use crate::payment_link::PaymentTypes;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

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
    pub fn new(method: &'a PaymentMethod, types: &PaymentTypes) -> Self {
        Self {
            id: method.id,
            r#type: &method.kind,
            display_name: &method.display_name,
            handle_or_url: &method.handle_or_url,
            instructions: method.instructions.as_deref(),
            link: types.link(method),
        }
    }

    /// Shows a way to pay an amount, which the link carries where it can.
    pub fn of_amount(method: &'a PaymentMethod, types: &PaymentTypes, amount: &str) -> Self {
        Self { link: types.link_with(method, amount), ..Self::new(method, types) }
    }
}
