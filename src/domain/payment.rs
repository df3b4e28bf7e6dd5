//! Where a buyer can pay: payment happens outside, the service only shows the way.

use serde::Serialize;
use uuid::Uuid;

use crate::link::is_web_address;

/// A payment method as buyers see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PaymentOption {
    /// The method's id.
    pub id: Uuid,
    /// `wallet_a` to `wallet_d`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The label shown to buyers.
    pub display_name: String,
    /// A raw handle or a full URL.
    pub handle_or_url: String,
}

impl PaymentOption {
    /// Gives where to pay, when the method is a full URL.
    pub fn link(&self) -> Option<&str> {
        Some(self.handle_or_url.as_str()).filter(|address| is_web_address(address))
    }
}
