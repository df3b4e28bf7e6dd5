//! The state that handlers share. Each handler takes just the parts that it needs.

use std::sync::Arc;

use actix_web::web::{Data, ServiceConfig};
use tokio::sync::Semaphore;
use waffle_actors::openings::Openings;
use waffle_actors::retention::Retention;
use waffle_actors::source_keys::SourceKeys;
use waffle_actors::waffles::Waffles;
use waffle_api::openapi::Document;
use waffle_beacon::relays::Relays;
use waffle_domain::money::Currency;
use waffle_domain::openings::CLAIMS_TIMES;
use waffle_http::assets::Assets;
use waffle_http::claim_limit::Opening;
use waffle_http::rate_limit::{self, BuyersNumbers, Claims, GivenBack, Login, RateLimiter};
use waffle_http::request_counts::Requests;
use waffle_http::shutdown::Shutdown;
use waffle_http::socket_slots::SocketSlots;
use waffle_pages::{Pages, api_docs::ApiDocs};
use waffle_service::actions::{
    Services, buyers::Buyers, histories::HistorySlots, kept_draws::KeptDraws, newest_round::NewestRound,
    receipt_tokens::ReceiptTokens, receipts, reports,
};
use waffle_service::card::Cards;
use waffle_service::clock::Clock;
use waffle_service::config::{Config, PublicUrl, TrustedProxies};
use waffle_service::health_probe::Probe;
use waffle_service::session::Sessions;
use waffle_service::waffle_lists::Lists;
use waffle_store::pools::{self, PgConnectOptions, Pools};

use super::StartError;
use super::built_in::BuiltIn;

/// How many spots a client may give back for each claim that it may make, both per minute and in a burst. Two of the
/// largest boards by default.
const GIVEN_BACK_PER_MINUTE: u32 = 10;
const GIVEN_BACK_BURST: u32 = 200;
/// How often a client may read buyers' numbers, cards and pages for each whole history that it may read.
const NUMBERS_PER_HISTORY: u32 = 10;

/// One value of each type, for all workers.
#[derive(Clone)]
pub(crate) struct Shared {
    trusted_proxies: Data<TrustedProxies>,
    public_url: Option<Data<PublicUrl>>,
    pub(crate) claims: Data<RateLimiter<Claims>>,
    claims_at_openings: Data<RateLimiter<Opening>>,
    openings: Data<Openings>,
    pub(crate) given_back: Data<RateLimiter<GivenBack>>,
    pub(crate) buyers: Data<RateLimiter<rate_limit::Buyers>>,
    pub(crate) buyers_numbers: Data<RateLimiter<BuyersNumbers>>,
    pub(crate) cards: Data<RateLimiter<rate_limit::Cards>>,
    pub(crate) login: Data<RateLimiter<Login>>,
    pub(crate) socket_slots: Data<SocketSlots>,
    assets: Data<Assets>,
    pub(crate) pools: Pools,
    pub(crate) services: Data<Services>,
    sessions: Data<Sessions>,
    pages: Data<Pages>,
    probe: Data<Probe>,
    shutdown: Data<Shutdown>,
    /// None when metrics are off.
    pub(crate) requests: Option<Data<Requests>>,
    document: Data<Document>,
    api_docs: Data<ApiDocs>,
}

impl Shared {
    #[expect(clippy::too_many_arguments, reason = "each is one part that the handlers share")]
    pub(super) fn new(
        config: &Config,
        clock: &Clock,
        database: &PgConnectOptions,
        pools: &Pools,
        sessions: Sessions,
        waffles: &Waffles,
        retention: &Retention,
        source_keys: &SourceKeys,
        shutdown: &Shutdown,
        sockets: usize,
        relays: &Relays,
    ) -> Result<Self, StartError> {
        let BuiltIn { assets, templates, document, api_docs } = BuiltIn::get()?;
        let limits = &config.rate_limit;
        let sessions = Arc::new(sessions);
        let services = Data::new(Services {
            pool: pools.sellers.clone(),
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
            sessions: Arc::clone(&sessions),
            cards: Arc::new(Cards::new(&config.cards.cache_dir)),
            retention: retention.clone(),
            receipt_tokens: ReceiptTokens::new(&config.secrets.jwt_secret),
            source_keys: source_keys.clone(),
            draw: config.draw.clone(),
            newest_round: NewestRound::new(relays.clone(), clock.clone()),
            currency: Currency { symbol: config.currency.symbol.clone(), decimals: config.currency.decimals.into() },
            payment_types: config.payments.clone(),
        });
        Ok(Self {
            trusted_proxies: Data::new(config.server.trusted_proxies.clone()),
            public_url: config.server.public_url.clone().map(Data::new),
            claims: Data::new(RateLimiter::new(limits.claims_per_minute, limits.claims_burst, clock)),
            // Together with the usual bucket it holds ten times as much.
            claims_at_openings: Data::new(RateLimiter::new(
                limits.claims_per_minute.saturating_mul(CLAIMS_TIMES),
                limits.claims_burst.saturating_mul(CLAIMS_TIMES - 1),
                clock,
            )),
            openings: Data::from(services.waffles.openings()),
            given_back: Data::new(RateLimiter::new(
                limits.claims_per_minute.saturating_mul(GIVEN_BACK_PER_MINUTE),
                limits.claims_burst.saturating_mul(GIVEN_BACK_BURST),
                clock,
            )),
            buyers: Data::new(RateLimiter::new(limits.buyers_per_minute, limits.buyers_burst, clock)),
            buyers_numbers: Data::new(RateLimiter::new(
                limits.buyers_per_minute.saturating_mul(NUMBERS_PER_HISTORY),
                limits.buyers_burst.saturating_mul(NUMBERS_PER_HISTORY),
                clock,
            )),
            cards: Data::new(RateLimiter::new(limits.cards_per_minute, limits.cards_burst, clock)),
            login: Data::new(RateLimiter::new(limits.login_per_minute, limits.login_burst, clock)),
            socket_slots: Data::new(SocketSlots::new(config.live.sockets_per_address, sockets)),
            assets: assets.clone(),
            pools: pools.clone(),
            pages: Data::new(Pages { services: services.clone(), templates: templates.clone() }),
            services,
            sessions: Data::from(sessions),
            // With a separate connection, so that a busy pool does not look like a missing database.
            probe: Data::new(Probe::new(pools::pool(database, 1))),
            shutdown: Data::new(shutdown.clone()),
            document: document.clone(),
            api_docs: api_docs.clone(),
            requests: config.server.metrics_listen.map(|_| Data::default()),
        })
    }

    pub(super) fn register(&self, services: &mut ServiceConfig) {
        if let Some(public_url) = &self.public_url {
            services.app_data(public_url.clone());
        }
        if let Some(requests) = &self.requests {
            services.app_data(requests.clone());
        }
        services
            .app_data(self.trusted_proxies.clone())
            .app_data(self.claims.clone())
            .app_data(self.claims_at_openings.clone())
            .app_data(self.openings.clone())
            .app_data(self.given_back.clone())
            .app_data(self.buyers.clone())
            .app_data(self.buyers_numbers.clone())
            .app_data(self.cards.clone())
            .app_data(self.login.clone())
            .app_data(self.socket_slots.clone())
            .app_data(self.assets.clone())
            .app_data(self.services.clone())
            .app_data(self.sessions.clone())
            .app_data(self.pages.clone())
            .app_data(self.probe.clone())
            .app_data(self.shutdown.clone())
            .app_data(self.document.clone())
            .app_data(self.api_docs.clone());
    }
}
