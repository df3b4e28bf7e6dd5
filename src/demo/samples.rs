//! Sample waffles in different states, created the same way as real ones.

use chrono::TimeDelta;
use futures_util::{
    future::try_join,
    stream::{StreamExt, TryStreamExt, iter},
};
use rand::seq::IteratorRandom;
use uuid::Uuid;
use waffle_actors::{refusal::Refusal, waffles::Waffles};
use waffle_domain::{
    account::Account,
    audit::{AuditAction, AuditRecord, EntityType},
    author::Author,
    claim::{Claim, Wish},
    handle::Handle,
    invalid::Invalid,
    payment::PaymentOption,
    waffle::{NewWaffle, WaffleDraft},
};
use waffle_store::{
    connect::PgPool,
    create_waffle,
    failure::StoreFailure,
    payment_methods,
    spots::{SpotOperation, SpotOrder},
    waffles::{self, Listing},
    winners::{self, WinnerOperation, WinnersSet},
};

use super::people;
use crate::clock::Clock;

/// Why the samples could not be created.
#[derive(Debug, thiserror::Error)]
pub enum SamplesError {
    #[error(transparent)]
    Store(#[from] StoreFailure),
    #[error(transparent)]
    Claim(#[from] Refusal),
    #[error(transparent)]
    Invalid(#[from] Invalid),
}

struct Sample {
    title: &'static str,
    description: &'static str,
    spots: i64,
    cents: i64,
    winners: u8,
    hours_old: i64,
    claimed: u64,
    paid: usize,
    /// Whether the winners are drawn.
    drawn: bool,
}

const SAMPLES: [Sample; 6] = [
    Sample {
        title: "“Blue Ribbon” waffle iron, restored",
        description: "Two of them, black as night and smooth as butter. The draw is done: look who won.",
        spots: 30,
        cents: 600,
        winners: 2,
        hours_old: 75,
        claimed: 30,
        paid: 28,
        drawn: true,
    },
    Sample {
        title: "First Batch: a crate of maple syrup",
        description: "Twelve bottles from the first run of the year. Every spot is taken: now the seller waits for \
                      the last payments.",
        spots: 24,
        cents: 400,
        winners: 1,
        hours_old: 52,
        claimed: 24,
        paid: 19,
        drawn: false,
    },
    Sample {
        title: "The big one: a “Weekend in Brussels” for two",
        description: "Train, two nights and as many waffles as you can eat. A thousand spots, three winners.",
        spots: 1_000,
        cents: 250,
        winners: 3,
        hours_old: 30,
        claimed: 184,
        paid: 121,
        drawn: false,
    },
    Sample {
        title: "Hand-forged “Oak & Iron” pan set",
        description: "Three pans, one smith, a lifetime of pancakes. Only a few spots are left.",
        spots: 60,
        cents: 800,
        winners: 1,
        hours_old: 21,
        claimed: 56,
        paid: 41,
        drawn: false,
    },
    Sample {
        title: "“Sunrise” espresso machine",
        description: "Refurbished, descaled and ready to wake the house. Two winners: the machine, and the grinder \
                      beside it.",
        spots: 100,
        cents: 1_200,
        winners: 2,
        hours_old: 6,
        claimed: 52,
        paid: 23,
        drawn: false,
    },
    Sample {
        title: "“Golden Waffle Iron” breakfast box",
        description: "A cast-iron waffle maker, flour, and a jar of cherries. It has just opened: be the first.",
        spots: 50,
        cents: 500,
        winners: 1,
        hours_old: 0,
        claimed: 0,
        paid: 0,
        drawn: false,
    },
];

/// The seller's payment methods: type, label, and handle or address.
const WALLETS: [(&str, &str, &str); 2] =
    [("wallet_a", "Wallet A", "@the-waffle-house"), ("wallet_b", "Wallet B", "https://pay.example/the-waffle-house")];

/// How many spots each buyer takes, in turn.
const APPETITES: [u64; 8] = [2, 1, 3, 1, 1, 5, 2, 1];
/// How many buyers claim at once.
const AT_ONCE: usize = 8;

/// Creates the samples on behalf of an account, unless there are any waffles.
pub(super) async fn add_once(
    waffles: &Waffles,
    pool: &PgPool,
    account: &Account,
    clock: &Clock,
) -> Result<(), SamplesError> {
    let (current, archived) =
        try_join(waffles::list(pool, Listing::Current, Some(1), 0), waffles::list(pool, Listing::Archived, Some(1), 0))
            .await?;
    if !current.is_empty() || !archived.is_empty() {
        return Ok(());
    }
    let wallets = wallets(pool, account, clock).await?;
    let seller = Author { account_id: account.id, username: account.username.to_string(), ip_address: None };
    for (place, sample) in SAMPLES.iter().enumerate() {
        let draft = WaffleDraft {
            title: sample.title.to_owned(),
            description: sample.description.to_owned(),
            total_spots: sample.spots,
            spot_price: sample.cents,
            item_count: sample.winners.into(),
            payment_methods: wallets.clone(),
            ..WaffleDraft::default()
        };
        let id = Uuid::now_v7();
        let at = clock.now() - TimeDelta::hours(sample.hours_old);
        create_waffle::create(pool, id, &NewWaffle::parse(&draft)?, &seller, at).await?;
        let mut spots = claim(waffles, id, sample.claimed, place * 7).await?;
        spots.truncate(sample.paid);
        let paid = SpotOrder {
            id: Uuid::now_v7(),
            waffle_id: id,
            spot_ids: spots.iter().map(|(spot, _)| *spot).collect(),
            operation: SpotOperation::Pay,
            active_only: true,
            author: Some(seller.clone()),
        };
        waffles.change_spots(paid).await?;
        if sample.drawn {
            let winners =
                spots.iter().map(|(_, number)| i64::from(*number)).sample(&mut rand::rng(), sample.winners.into());
            draw(waffles, pool, id, winners, &seller, clock).await?;
        }
    }
    Ok(())
}

/// Draws winners among the paid spots, as a seller does.
async fn draw(
    waffles: &Waffles,
    pool: &PgPool,
    id: Uuid,
    numbers: Vec<i64>,
    seller: &Author,
    clock: &Clock,
) -> Result<(), SamplesError> {
    match winners::set(pool, id, &WinnerOperation::Set(numbers), seller, clock.now()).await? {
        WinnersSet::Done(seq) => waffles.snapshot_at(id, seq).await.map(drop).map_err(SamplesError::Claim),
        WinnersSet::Invalid(invalid) => Err(invalid.into()),
        // Somebody else has drawn or deleted it already, so there is nothing left to do.
        WinnersSet::NotFound | WinnersSet::NotActive | WinnersSet::NotCompleted => Ok(()),
    }
}

/// Lets buyers claim `total` spots between them, and returns their ids and numbers.
async fn claim(
    waffles: &Waffles,
    waffle_id: Uuid,
    total: u64,
    first_buyer: usize,
) -> Result<Vec<(i64, i32)>, SamplesError> {
    let mut claims = Vec::new();
    let mut left = total;
    for (buyer, appetite) in APPETITES.iter().cycle().enumerate() {
        if left == 0 {
            break;
        }
        let count = left.min(*appetite);
        left -= count;
        let handle = Handle::parse(&people::regular(first_buyer + buyer))?;
        claims.push(Claim {
            id: Uuid::now_v7(),
            waffle_id,
            wish: Wish::Any(count),
            handle,
            key: None,
            assigned_by: None,
            source: None,
        });
    }
    let granted = iter(claims).map(|claim| waffles.claim(claim)).buffered(AT_ONCE).try_collect::<Vec<_>>().await?;
    Ok(granted.into_iter().flat_map(|granted| granted.spots).collect())
}

async fn wallets(pool: &PgPool, account: &Account, clock: &Clock) -> Result<Vec<Uuid>, SamplesError> {
    let mut ids = Vec::new();
    for (kind, display_name, handle_or_url) in WALLETS {
        let id = Uuid::now_v7();
        let method = PaymentOption {
            id,
            kind: kind.to_owned(),
            display_name: display_name.to_owned(),
            handle_or_url: handle_or_url.to_owned(),
        };
        let record = AuditRecord {
            at: clock.now(),
            admin_id: account.id,
            admin_username: account.username.clone(),
            action: AuditAction::CreatePaymentMethod,
            entity_type: EntityType::Settings,
            entity_id: id.to_string(),
            detail: format!("Added the payment method {display_name}"),
            ip_address: None,
        };
        payment_methods::insert(pool, &method, &record).await?;
        ids.push(id);
    }
    Ok(ids)
}
