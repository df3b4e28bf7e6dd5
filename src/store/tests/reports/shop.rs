//! A random shop: waffles and spots at one moment.

use chrono::{DateTime, TimeDelta, Utc};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use sqlx::PgPool;
use uuid::Uuid;
use waffle_domain::waffle::WaffleStatus;

const HANDLES: [&str; 9] = ["anna", "bob", "cleo", "dan", "eve", "-flo", "g.us", "hal_9", "zoe"];

pub(crate) struct Shop {
    pub(crate) waffles: Vec<Waffle>,
}

pub(crate) struct Waffle {
    pub(crate) id: Uuid,
    pub(crate) slug: String,
    pub(crate) title: String,
    pub(crate) status: WaffleStatus,
    pub(crate) price: i64,
    pub(crate) created_at: DateTime<Utc>,
    pub(crate) completed_at: Option<DateTime<Utc>>,
    pub(crate) spots: Vec<Spot>,
}

#[derive(Default)]
pub(crate) struct Spot {
    pub(crate) status: &'static str,
    pub(crate) handle: Option<&'static str>,
    pub(crate) claimed_at: Option<DateTime<Utc>>,
    pub(crate) paid_at: Option<DateTime<Utc>>,
}

/// A moment within three and a half months; half of them are at midnight or right next to it.
pub(crate) fn moment(rng: &mut StdRng) -> DateTime<Utc> {
    let start: DateTime<Utc> = "2025-11-20T00:00:00Z".parse().unwrap();
    let midnight = start + TimeDelta::days(rng.random_range(0..105));
    midnight
        + match rng.random_range(0..6) {
            0 => TimeDelta::zero(),
            1 => TimeDelta::microseconds(1),
            2 => TimeDelta::microseconds(-1),
            _ => TimeDelta::microseconds(rng.random_range(0..86_400_000_000)),
        }
}

fn later(rng: &mut StdRng, than: DateTime<Utc>) -> DateTime<Utc> {
    moment(rng).max(than)
}

impl Shop {
    pub(crate) fn random(rng: &mut StdRng) -> Self {
        Self { waffles: (0..14).map(|number| Waffle::random(rng, number)).collect() }
    }

    pub(crate) async fn write(&self, pool: &PgPool) {
        for waffle in &self.waffles {
            waffle.write(pool).await;
        }
        sqlx::query(
            "INSERT INTO holdings (waffle_id, first_claimed_at, last_claimed_at, pending, paid, won, lost, handle)
             SELECT s.waffle_id, min(s.claimed_at), max(s.claimed_at), count(*) FILTER (WHERE s.status = 'pending'),
                count(*) FILTER (WHERE s.status = 'paid'), count(*) FILTER (WHERE s.status = 'winner'),
                count(*) FILTER (WHERE s.status = 'loser'), s.claimed_by_handle
             FROM spots s WHERE s.claimed_by_handle IS NOT NULL GROUP BY s.waffle_id, s.claimed_by_handle",
        )
        .execute(pool)
        .await
        .unwrap();
    }
}

impl Waffle {
    fn random(rng: &mut StdRng, number: usize) -> Self {
        let created_at = moment(rng);
        let mut spots: Vec<_> = (0..rng.random_range(2..40)).map(|_| Spot::random(rng, created_at)).collect();
        let paid: Vec<usize> = (0..spots.len()).filter(|spot| spots[*spot].status == "paid").collect();
        let mut completed_at = None;
        if rng.random_bool(0.7) && !paid.is_empty() {
            let drawn_at = spots.iter().filter_map(|spot| spot.paid_at).fold(created_at, DateTime::max);
            completed_at = Some(later(rng, drawn_at));
            let winners: Vec<usize> = paid.sample(rng, paid.len().min(2)).copied().collect();
            for spot in paid {
                // A spot paid after the draw neither won nor lost.
                spots[spot].status = match winners.contains(&spot) {
                    true => "winner",
                    false if rng.random_bool(0.1) => "paid",
                    false => "loser",
                };
            }
        }
        Self {
            id: Uuid::from_u128(rng.next_u64().into()),
            slug: format!("waffle-{number}"),
            title: format!("Waffle {number}"),
            status: if completed_at.is_some() { WaffleStatus::Completed } else { WaffleStatus::Active },
            price: rng.random_range(1..6) * 500,
            created_at,
            completed_at,
            spots,
        }
    }

    async fn write(&self, pool: &PgPool) {
        let count =
            |all: &[&str]| i32::try_from(self.spots.iter().filter(|spot| all.contains(&spot.status)).count()).unwrap();
        let winners = self.spots.iter().zip(1..).filter(|(spot, _)| spot.status == "winner");
        let (handles, numbers): (Vec<_>, Vec<i32>) = winners.map(|(spot, number)| (spot.handle, number)).unzip();
        sqlx::query(
            "INSERT INTO waffles (id, slug, title, social_media_links, status, archived, total_spots, spot_price,
                item_count, winning_spot_numbers, winning_social_handles, available_count, pending_count, paid_count,
                created_at, completed_at)
             VALUES ($1, $2, $3, '{}', $4, $5, $6, $7, 2, $8, $9, $10, $11, $12, $13, $14)",
        )
        .bind(self.id)
        .bind(&self.slug)
        .bind(&self.title)
        .bind(self.status.as_str())
        .bind(self.slug.ends_with('3'))
        .bind(i32::try_from(self.spots.len()).unwrap())
        .bind(self.price)
        .bind(numbers)
        .bind(handles)
        .bind(count(&["available"]))
        .bind(count(&["pending"]))
        .bind(count(&["paid", "winner", "loser"]))
        .bind(self.created_at)
        .bind(self.completed_at)
        .execute(pool)
        .await
        .unwrap();
        for (spot, number) in self.spots.iter().zip(1_i32..) {
            sqlx::query(
                "INSERT INTO spots (waffle_id, number, status, claimed_by_handle, claimed_at, paid_at)
                 VALUES ($1, $2, $3, $4, $5, $6)",
            )
            .bind(self.id)
            .bind(number)
            .bind(spot.status)
            .bind(spot.handle)
            .bind(spot.claimed_at)
            .bind(spot.paid_at)
            .execute(pool)
            .await
            .unwrap();
        }
    }
}

impl Spot {
    fn random(rng: &mut StdRng, created_at: DateTime<Utc>) -> Self {
        if rng.random_bool(0.3) {
            return Self { status: "available", ..Self::default() };
        }
        let claimed_at = later(rng, created_at);
        let paid = rng.random_bool(0.7);
        Self {
            status: if paid { "paid" } else { "pending" },
            handle: HANDLES.choose(rng).copied(),
            claimed_at: Some(claimed_at),
            paid_at: paid.then(|| later(rng, claimed_at)),
        }
    }
}
