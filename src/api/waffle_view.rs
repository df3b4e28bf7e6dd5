//! A waffle as the API shows it: the summary of lists, and the detail.

use chrono::{DateTime, Utc};
use serde::Serialize;
use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::board::Counts;
use waffle_domain::waffle::Waffle;
use waffle_store::waffles::ListedWaffle;

/// A waffle in a list.
#[derive(Debug, Serialize)]
pub struct Summary<'a> {
    id: Uuid,
    slug: &'a str,
    title: &'a str,
    description: Option<&'a str>,
    image_url: Option<&'a str>,
    status: &'a str,
    archived: bool,
    total_spots: i32,
    spot_price: i64,
    item_count: i32,
    available_count: i32,
    pending_count: i32,
    claimed_count: i32,
    paid_count: i32,
    fill_percent: f64,
    winning_spot_numbers: &'a [i32],
    winning_social_handles: &'a [String],
    created_at: DateTime<Utc>,
    completed_at: Option<DateTime<Utc>>,
}

impl<'a> Summary<'a> {
    /// Shows a waffle with its counts.
    pub fn new(waffle: &'a Waffle, counts: Counts) -> Self {
        Self {
            id: waffle.id,
            slug: &waffle.slug,
            title: &waffle.title,
            description: waffle.description.as_deref(),
            image_url: waffle.image_url.as_deref(),
            status: waffle.status.as_str(),
            archived: waffle.archived,
            total_spots: waffle.total_spots,
            spot_price: waffle.spot_price,
            item_count: waffle.item_count,
            available_count: counts.available,
            pending_count: counts.pending,
            claimed_count: counts.claimed(),
            paid_count: counts.paid,
            fill_percent: counts.fill_percent(),
            winning_spot_numbers: &waffle.winning_spot_numbers,
            winning_social_handles: &waffle.winning_social_handles,
            created_at: waffle.created_at,
            completed_at: waffle.completed_at,
        }
    }
}

impl<'a> From<&'a ListedWaffle> for Summary<'a> {
    fn from(listed: &'a ListedWaffle) -> Self {
        Self::new(&listed.waffle, listed.counts)
    }
}

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
    link: Option<&'a str>,
}

/// What only admins see.
#[derive(Debug, Serialize)]
struct Share<'a> {
    share_message: Option<&'a str>,
    share_template_id: Option<Uuid>,
}

impl<'a> Detail<'a> {
    /// Shows a waffle as everybody may see it.
    pub fn public(snapshot: &'a Snapshot) -> Self {
        let waffle = &snapshot.waffle;
        let payment = waffle.payment_options.iter().map(|option| PaymentView {
            id: option.id,
            r#type: &option.kind,
            display_name: &option.display_name,
            handle_or_url: &option.handle_or_url,
            link: option.link(),
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
    pub fn admin(snapshot: &'a Snapshot) -> Self {
        let waffle = &snapshot.waffle;
        let share =
            Share { share_message: waffle.share_message.as_deref(), share_template_id: waffle.share_template_id };
        Self { share: Some(share), ..Self::public(snapshot) }
    }
}
