//! A waffle as the API shows it alone.

use serde::Serialize;
use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::payment::PaymentTypes;
use waffle_domain::summary::Summary;

/// A waffle alone.
#[derive(Debug, Serialize)]
pub struct Detail<'a> {
    #[serde(flatten)]
    summary: Summary<'a>,
    social_media_links: &'a [String],
    payment_methods: &'a [Uuid],
    payment_options: Vec<PaymentView<'a>>,
    #[serde(flatten)]
    share: Option<Share<'a>>,
}

#[derive(Debug, Serialize)]
struct PaymentView<'a> {
    id: Uuid,
    r#type: &'a str,
    display_name: &'a str,
    handle_or_url: &'a str,
    link: Option<String>,
}

/// What only admins see.
#[derive(Debug, Serialize)]
struct Share<'a> {
    share_message: Option<&'a str>,
    share_template_id: Option<Uuid>,
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
            summary: Summary::new(waffle, snapshot.board.counts()),
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
