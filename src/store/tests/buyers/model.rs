//! The rules in plain Rust, without the database and without the code under test.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use uuid::Uuid;
use waffle_domain::buyer::{Entry, Held as Counts, HeldSpot};
use waffle_domain::draw::how_won::{HowWon, WinnersOrigin};
use waffle_domain::spot::SpotStatus;
use waffle_domain::waffle::WaffleStatus;

pub(crate) const HANDLES: [&str; 6] = ["anna", "ben", "c.h-loe_9", "dan", "eve", "nobody"];
/// The last handle never claims.
pub(crate) const CLAIMANTS: usize = HANDLES.len() - 1;
pub(crate) const SPOTS: i32 = 10;
/// Divisible by every number up to [`SPOTS`].
const COMMON: u64 = 2_520;

#[derive(Clone)]
pub(crate) struct Held {
    pub(crate) handle: &'static str,
    pub(crate) claimed_at: DateTime<Utc>,
    pub(crate) paid_at: Option<DateTime<Utc>>,
    /// Whether it won; `None` unless it was in a draw.
    pub(crate) won: Option<bool>,
}

pub(crate) struct Waffle {
    pub(crate) id: Uuid,
    pub(crate) slug: String,
    pub(crate) title: String,
    pub(crate) price: i64,
    pub(crate) items: usize,
    pub(crate) archived: bool,
    pub(crate) created_at: DateTime<Utc>,
    pub(crate) completed_at: Option<DateTime<Utc>>,
    pub(crate) draws_before: i32,
    pub(crate) first_id: i64,
    /// The number of the newest event.
    pub(crate) last_seq: i64,
    /// Spots 1 to N.
    pub(crate) spots: Vec<Option<Held>>,
}

#[derive(Default)]
pub(crate) struct Model {
    /// In order of creation.
    pub(crate) waffles: Vec<Waffle>,
    pub(crate) first_seen: HashMap<&'static str, DateTime<Utc>>,
}

impl Waffle {
    pub(crate) fn completed(&self) -> bool {
        self.completed_at.is_some()
    }

    /// Whether these numbers can be drawn.
    pub(crate) fn may_draw(&self, numbers: &[i64]) -> bool {
        let paid = |number: &i64| {
            let spot = usize::try_from(*number).ok().and_then(|n| self.spots.get(n.checked_sub(1)?));
            spot.is_some_and(|spot| spot.as_ref().is_some_and(|held| held.paid_at.is_some()))
        };
        let repeated = (1..numbers.len()).any(|i| numbers[i..].contains(&numbers[i - 1]));
        numbers.len() == self.items && !repeated && numbers.iter().all(paid)
    }

    /// Draws, or undoes the draw.
    pub(crate) fn draw(&mut self, numbers: Option<&[i64]>) {
        self.draws_before += i32::from(self.completed());
        for (number, spot) in (1_i64..).zip(&mut self.spots) {
            if let Some(held) = spot.as_mut().filter(|held| held.paid_at.is_some()) {
                held.won = numbers.map(|numbers| numbers.contains(&number));
            }
        }
    }

    pub(crate) fn spot(&self, number: i32) -> Option<&Held> {
        self.spots[usize::try_from(number - 1).unwrap()].as_ref()
    }

    pub(crate) fn spot_mut(&mut self, number: i32) -> &mut Option<Held> {
        &mut self.spots[usize::try_from(number - 1).unwrap()]
    }

    pub(crate) fn spot_id(&self, number: i32) -> i64 {
        self.first_id + i64::from(number) - 1
    }

    pub(crate) fn held(&self) -> impl Iterator<Item = &Held> {
        self.spots.iter().flatten()
    }

    fn drawn(&self) -> (u32, u32) {
        let count = |f: fn(&Held) -> bool| u32::try_from(self.held().filter(|held| f(held)).count()).unwrap();
        (count(|held| held.won == Some(true)), count(|held| held.won.is_some()))
    }
}

impl Held {
    pub(crate) fn status(&self) -> SpotStatus {
        match (self.paid_at, self.won) {
            (None, _) => SpotStatus::Pending,
            (Some(_), None) => SpotStatus::Paid,
            (Some(_), Some(true)) => SpotStatus::Winner,
            (Some(_), Some(false)) => SpotStatus::Loser,
        }
    }
}

impl Model {
    pub(crate) fn has(&self, waffle_id: Uuid) -> bool {
        self.waffles.iter().any(|waffle| waffle.id == waffle_id)
    }

    /// A buyer's history: newest waffle first.
    pub(crate) fn entries(&self, name: &str) -> Vec<Entry> {
        let entry = |waffle: &Waffle| {
            let by_hand = HowWon { origin: WinnersOrigin::Hand, draws_before: waffle.draws_before };
            let spots = (1..).zip(&waffle.spots).filter_map(|(number, spot)| {
                let held = spot.as_ref().filter(|held| held.handle == name)?;
                Some(HeldSpot { number, status: held.status(), claimed_at: held.claimed_at, paid_at: held.paid_at })
            });
            let spots: Vec<_> = spots.collect();
            Entry {
                waffle_id: waffle.id,
                slug: waffle.slug.clone(),
                title: waffle.title.clone(),
                status: if waffle.completed() { WaffleStatus::Completed } else { WaffleStatus::Active },
                archived: waffle.archived,
                spot_price: waffle.price,
                total_spots: SPOTS,
                created_at: waffle.created_at,
                completed_at: waffle.completed_at,
                how_won: waffle.completed().then_some(by_hand),
                held: Counts::count(&spots),
                spots,
            }
        };
        self.waffles.iter().rev().map(entry).filter(|entry| !entry.spots.is_empty()).collect()
    }

    /// Wins, losses, spots claimed, spots paid.
    pub(crate) fn counts(&self, name: &str) -> [u32; 4] {
        let mut counts = [0; 4];
        for held in self.waffles.iter().flat_map(Waffle::held).filter(|held| held.handle == name) {
            counts[0] += u32::from(held.won == Some(true));
            counts[1] += u32::from(held.won == Some(false));
            counts[2] += 1;
            counts[3] += u32::from(held.paid_at.is_some());
        }
        counts
    }

    /// Win rate and expected rate in percent with one decimal, computed in integers.
    pub(crate) fn rates(&self, name: &str) -> [String; 2] {
        let (mut spots, mut wins, mut chances) = (0, 0, 0);
        for waffle in &self.waffles {
            let (winners, drawn) = waffle.drawn();
            for held in waffle.held().filter(|held| held.handle == name && held.won.is_some()) {
                spots += 1;
                wins += u64::from(held.won == Some(true));
                chances += u64::from(winners) * COMMON / u64::from(drawn);
            }
        }
        [(wins, spots), (chances, spots * COMMON)].map(|(part, whole)| {
            let tenths = if whole == 0 { 0 } else { (2_000 * part + whole) / (2 * whole) };
            format!("{}.{}", tenths / 10, tenths % 10)
        })
    }

    /// Available, pending, paid and drawn spots of each waffle.
    pub(crate) fn counters(&self) -> impl Iterator<Item = (Uuid, [i32; 4])> {
        self.waffles.iter().map(|waffle| {
            let count = |f: fn(&&Held) -> bool| i32::try_from(waffle.held().filter(f).count()).unwrap();
            let (held, paid) = (count(|_| true), count(|held| held.paid_at.is_some()));
            (waffle.id, [SPOTS - held, held - paid, paid, count(|held| held.won.is_some())])
        })
    }
}
