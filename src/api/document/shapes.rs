//! The shapes of what the layers below hand up, which know nothing of the API's description. The tests hold real answers against them.

#![expect(dead_code, reason = "nobody makes one: they only describe")]

use chrono::{DateTime, Utc};
use utoipa::ToSchema;
use uuid::Uuid;

/// What is wrong with one field.
#[derive(ToSchema)]
pub struct FieldError {
    /// The field's name, as it was sent.
    #[schema(example = "total_spots")]
    field: String,
    /// A sentence for a person.
    #[schema(example = "A waffle has 2 to 10,000 spots.")]
    message: String,
}

/// What an account may do. Each role may do all that the one before it may.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub enum Role {
    WaffleManager,
    Admin,
    SuperAdmin,
}

/// Selects the icon and the format of links.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub enum PaymentType {
    WalletA,
    WalletB,
    WalletC,
    WalletD,
}

/// A buyer's numbers, counted over the spots that carry the handle now.
#[derive(ToSchema)]
pub struct BuyerStats {
    total_wins: u32,
    total_losses: u32,
    total_spots_claimed: u32,
    /// Paid spots, winners and losers among them.
    total_paid: u32,
    waffles_entered: u32,
    /// Wins of wins and losses, in percent, to one decimal; 0 without a draw.
    #[schema(example = 33.3)]
    win_rate: f64,
    /// When the handle claimed for the first time.
    #[schema(required)]
    first_seen: Option<DateTime<Utc>>,
}

/// A spot that a buyer holds.
#[derive(ToSchema)]
pub struct HeldSpot {
    #[schema(example = 3)]
    number: i32,
    status: waffle_domain::spot::SpotStatus,
    claimed_at: DateTime<Utc>,
    #[schema(required)]
    paid_at: Option<DateTime<Utc>>,
}

/// What became of a buyer's spots in a waffle: one drawn at least, none drawn, or none in a draw yet.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub enum EntryResult {
    Won,
    Lost,
    Open,
}

/// A way to pay that waffles can offer.
#[derive(ToSchema)]
pub struct PaymentMethod {
    id: Uuid,
    r#type: PaymentType,
    /// The label that buyers see.
    #[schema(example = "Wallet A")]
    display_name: String,
    /// A handle at the payment service, or a full address.
    #[schema(example = "@anna")]
    handle_or_url: String,
    /// Whether waffles offer it.
    is_active: bool,
}

/// A text that share messages start from.
#[derive(ToSchema)]
pub struct ShareTemplate {
    id: Uuid,
    #[schema(example = "Short")]
    name: String,
    /// The text with its placeholders.
    #[schema(example = "{title}: {spots} spots at {price}. {url}")]
    body: String,
    /// Whether it is the one that waffles without a message of their own are shared with.
    default: bool,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

/// An account elsewhere, private to the profile.
#[derive(ToSchema)]
pub struct SocialLink {
    platform: Platform,
    #[schema(min_length = 1, max_length = 100, example = "anna")]
    handle: String,
}

/// Where a social link leads.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum Platform {
    Instagram,
    Tiktok,
    X,
    Facebook,
    Youtube,
    Twitch,
    Discord,
    Threads,
    Bluesky,
    Mastodon,
    Website,
}

/// What a sign-in came from.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum DeviceType {
    Desktop,
    Mobile,
    Tablet,
}

/// That it is done.
#[derive(ToSchema)]
pub struct Done {
    /// A sentence for a person.
    message: String,
}

/// All templates.
#[derive(ToSchema)]
pub struct ShareTemplates {
    /// The oldest first.
    templates: Vec<ShareTemplate>,
}
