//! A waffle as the API shows it alone.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::payment::PaymentTypes;
use waffle_wire::waffle::WaffleSummary;

use crate::api::document::shapes;

/// A waffle alone.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Waffle)]
pub struct Detail<'a> {
    #[serde(flatten)]
    summary: WaffleSummary,
    social_media_links: &'a [String],
    /// Ids of the methods that the seller chose.
    payment_methods: &'a [Uuid],
    /// The active ones of them.
    payment_options: Vec<PaymentView<'a>>,
    #[serde(flatten)]
    #[schema(ignore)]
    share: Option<Share<'a>>,
}

/// A way to pay for a spot.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PaymentOption)]
struct PaymentView<'a> {
    id: Uuid,
    #[schema(value_type = shapes::PaymentType)]
    r#type: &'a str,
    /// The label that buyers see.
    #[schema(example = "Wallet A")]
    display_name: &'a str,
    /// A handle at the payment service, or a full address.
    #[schema(example = "@anna")]
    handle_or_url: &'a str,
    /// Where to pay, if that is known.
    #[schema(required, example = "https://pay.example/anna")]
    link: Option<String>,
}

/// What only admins see.
#[derive(Debug, Serialize, ToSchema)]
struct Share<'a> {
    /// The saved message, if any.
    #[schema(required)]
    share_message: Option<&'a str>,
    /// The template that it was made from.
    #[schema(required)]
    share_template_id: Option<Uuid>,
}

/// A waffle as admins see it.
#[derive(Serialize, ToSchema)]
#[schema(as = AdminWaffle)]
pub struct AdminDetail<'a> {
    #[serde(flatten)]
    detail: Detail<'a>,
    #[serde(flatten)]
    share: Share<'a>,
}

impl<'a> Detail<'a> {
    /// Shows a waffle as everybody may see it; the types tell where to pay.
    pub fn public(snapshot: &'a Snapshot, types: &PaymentTypes) -> Self {
        let waffle = &snapshot.waffle;
        let payment = waffle.payment_options.iter().map(|option| PaymentView {
            id: option.id,
            r#type: &option.kind,
            display_name: &option.display_name,
            handle_or_url: &option.handle_or_url,
            link: types.link(option),
        });
        Self {
            summary: WaffleSummary::new(waffle, snapshot.board.counts()),
            social_media_links: &waffle.social_media_links,
            payment_methods: &waffle.payment_methods,
            payment_options: payment.collect(),
            share: None,
        }
    }

    /// Shows a waffle as admins see it.
    pub fn admin(snapshot: &'a Snapshot, types: &PaymentTypes) -> Self {
        let waffle = &snapshot.waffle;
        let share =
            Share { share_message: waffle.share_message.as_deref(), share_template_id: waffle.share_template_id };
        Self { share: Some(share), ..Self::public(snapshot, types) }
    }
}
