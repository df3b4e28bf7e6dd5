//! The second factor, as its owner sees it.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

/// The state of the second factor.
#[derive(Debug, Serialize, ToSchema)]
pub struct SecondFactor {
    /// Whether signing in requires a code.
    pub on: bool,
    #[schema(required)]
    pub on_since: Option<DateTime<Utc>>,
    /// How many recovery codes are left.
    #[schema(example = 10)]
    pub recovery_codes_left: i64,
    /// Whether the account must have one.
    pub needed: bool,
}

/// A secret for an app that makes codes. It is shown this once.
#[derive(Debug, Serialize, ToSchema)]
pub struct SecondFactorSecret {
    /// In base 32, as people type it.
    #[schema(example = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")]
    pub secret: String,
    /// For a QR code.
    #[schema(
        example = "otpauth://totp/Waffle:anna?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Waffle&digits=6&period=30"
    )]
    pub otpauth_uri: String,
}

/// Codes for when the app is lost, each good for one sign-in. They are shown this once.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecoveryCodes {
    #[schema(min_items = 10, max_items = 10)]
    pub recovery_codes: Vec<String>,
}
