//! What the service does, one file per subject. The JSON API, the pages and the live updates all call these actions.
//!
//! An action takes the author and typed input, and returns a typed outcome. It knows nothing about JSON, HTML or
//! requests, and relies on its caller to have checked permissions.

pub mod accounts;
pub mod audit;
pub mod blocked_handles;
pub mod buyers;
pub mod claims;
pub mod draws;
pub mod expired;
pub mod kept_draws;
pub mod long_histories;
pub mod money_desk;
pub mod newest_round;
pub mod passwords;
pub mod payers;
pub mod payment_methods;
pub mod payments;
pub mod photos;
pub mod receipt_tokens;
pub mod receipts;
pub mod reports;
pub mod second_factor;
pub mod seller;
pub mod sessions;
pub mod settings;
pub mod share;
pub mod share_templates;
pub mod sign_in;
pub mod sign_ins;
mod slow_read_slots;
pub mod sources;
pub mod spots;
pub mod system;
pub mod tables;
pub mod waffles;
pub mod winners;

use std::sync::Arc;

use chrono::{DateTime, Utc};
use tokio::sync::Semaphore;
use waffle_actors::current_source_key::SourceKeys;
use waffle_actors::retention::Retention;
use waffle_actors::waffles::Waffles;
use waffle_beacon::relays::Relays;
use waffle_domain::money::Currency;
use waffle_domain::payment_link::PaymentTypes;
use waffle_domain::slug::SlugPrefix;
use waffle_store::pools::{PgPool, Pools};
use waffle_store::standby::Standby;

use crate::actions::buyers::Buyers;
use crate::actions::kept_draws::KeptDraws;
use crate::actions::long_histories::HistorySlots;
use crate::actions::newest_round::NewestRound;
use crate::actions::receipt_tokens::ReceiptTokens;
use crate::card::Cards;
use crate::clock::Clock;
use crate::config::{Config, Draw};
use crate::photos::Photos;
use crate::seller_cache::SellerCache;
use crate::session::Sessions;
use crate::waffle_lists::Lists;

/// What every action works with, shared by all HTTP threads.
pub struct Services {
    /// For sellers' actions.
    pub(crate) pool: PgPool,
    /// For reports and exports, if there is one.
    pub(crate) standby: Option<Standby>,
    /// For whole histories.
    pub(crate) buyer_pool: PgPool,
    /// For buyers' actions with their receipts, and for reading draws.
    pub(crate) receipt_pool: PgPool,
    pub buyers: Buyers,
    /// For long histories.
    pub histories: HistorySlots,
    /// For long receipts.
    pub(crate) receipt_slots: Arc<Semaphore>,
    pub kept_draws: KeptDraws,
    /// The slots for reading reports.
    pub(crate) report_slots: Arc<Semaphore>,
    pub clock: Clock,
    pub waffles: Waffles,
    pub lists: Lists,
    pub sessions: Arc<Sessions>,
    pub cards: Arc<Cards>,
    pub photos: Arc<Photos>,
    pub(crate) seller: SellerCache,
    pub retention: Retention,
    pub receipt_tokens: ReceiptTokens,
    pub source_keys: SourceKeys,
    /// The beacon that draws wait for.
    pub draw: Draw,
    pub newest_round: NewestRound,
    pub currency: Currency,
    pub payment_types: PaymentTypes,
    pub(crate) slug_prefix: SlugPrefix,
}

impl Services {
    #[expect(clippy::too_many_arguments, reason = "each is one part that actions work with")]
    pub fn new(
        config: &Config,
        clock: &Clock,
        pools: &Pools,
        sessions: &Arc<Sessions>,
        waffles: &Waffles,
        retention: &Retention,
        source_keys: &SourceKeys,
        relays: &Relays,
    ) -> Self {
        let photos = Arc::new(Photos::new(&pools.readers));
        Self {
            pool: pools.sellers.clone(),
            standby: pools.standby.clone().map(Standby::new),
            buyer_pool: pools.buyers.clone(),
            receipt_pool: pools.receipts.clone(),
            buyers: Buyers::new(&pools.buyers),
            histories: HistorySlots::default(),
            receipt_slots: Arc::new(Semaphore::new(receipts::AT_ONCE)),
            kept_draws: KeptDraws::default(),
            report_slots: Arc::new(Semaphore::new(reports::at_once(pools.sellers.options().get_max_connections()))),
            clock: clock.clone(),
            waffles: waffles.clone(),
            lists: Lists::new(pools, clock),
            sessions: Arc::clone(sessions),
            cards: Arc::new(Cards::new(&config.cards.cache_dir, &photos)),
            photos,
            seller: SellerCache::new(pools.readers.clone(), clock.clone()),
            retention: retention.clone(),
            receipt_tokens: ReceiptTokens::new(&config.secrets.jwt_secret),
            source_keys: source_keys.clone(),
            draw: config.draw.clone(),
            newest_round: NewestRound::new(relays.clone(), clock.clone()),
            currency: config.currency.clone(),
            payment_types: config.payments.clone(),
            slug_prefix: config.slug_prefix.clone(),
        }
    }

    /// The current time.
    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }
}
