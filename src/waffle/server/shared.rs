//! The state that handlers share. Each handler takes just the parts that it needs.

use std::sync::Arc;

use actix_web::web::{Data, ServiceConfig};
use waffle_actors::current_source_key::SourceKeys;
use waffle_actors::retention::Retention;
use waffle_actors::waffles::Waffles;
use waffle_beacon::relays::Relays;
use waffle_domain::openings::CLAIMS_TIMES;
use waffle_http::claim_limit::Opening;
use waffle_http::rate_limit::{self, BuyersNumbers, Claims, GivenBack, Login, RateLimiter};
use waffle_http::reader::UsualLanguage;
use waffle_http::request_counts::Requests;
use waffle_http::shutdown::Shutdown;
use waffle_http::socket_slots::SocketSlots;
use waffle_pages::AllPages;
use waffle_pages::offline::Offline;
use waffle_service::actions::Services;
use waffle_service::clock::Clock;
use waffle_service::config::Config;
use waffle_service::doctor_pass::DoctorPass;
use waffle_service::health_probe::Probe;
use waffle_service::session::Sessions;
use waffle_store::database::Database;
use waffle_store::pools::{self, Pools};

use super::StartError;
use super::built_in::BuiltIn;

/// How many spots a client may give back for each claim that it may make, both per minute and in a burst. Two of the
/// largest boards by default.
const GIVEN_BACK_PER_MINUTE: u32 = 10;
const GIVEN_BACK_BURST: u32 = 200;
/// How often a client may read buyers' numbers, cards and pages for each whole history that it may read.
const NUMBERS_PER_HISTORY: u32 = 10;
/// How many photos that are not in memory a client may read for each share card.
const PHOTOS_PER_CARD: u32 = 20;

/// One value of each type, for all workers. Those that metrics show also have names here.
#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) claims: Data<RateLimiter<Claims>>,
    pub(crate) given_back: Data<RateLimiter<GivenBack>>,
    pub(crate) buyers: Data<RateLimiter<rate_limit::Buyers>>,
    pub(crate) buyers_numbers: Data<RateLimiter<BuyersNumbers>>,
    pub(crate) receipts: Data<RateLimiter<rate_limit::Receipts>>,
    pub(crate) cards: Data<RateLimiter<rate_limit::Cards>>,
    pub(crate) photos: Data<RateLimiter<rate_limit::Photos>>,
    pub(crate) login: Data<RateLimiter<Login>>,
    pub(crate) socket_slots: Data<SocketSlots>,
    pub(crate) pools: Pools,
    pub(crate) services: Data<Services>,
    /// None when metrics are off.
    pub(crate) requests: Option<Data<Requests>>,
    registered: Registered,
}

type Add = dyn Fn(&mut ServiceConfig) + Send + Sync;

/// What handlers can ask for by its type.
#[derive(Clone, Default)]
struct Registered(Vec<Arc<Add>>);

impl Registered {
    fn share<T: Send + Sync + 'static>(&mut self, value: T) -> Data<T> {
        self.share_data(Data::new(value))
    }

    fn share_data<T: Send + Sync + 'static>(&mut self, data: Data<T>) -> Data<T> {
        let added = data.clone();
        self.0.push(Arc::new(move |services| {
            services.app_data(added.clone());
        }));
        data
    }
}

impl Shared {
    #[expect(clippy::too_many_arguments, reason = "each is one part that the handlers share")]
    pub(super) fn new(
        config: &Config,
        clock: &Clock,
        database: &Database,
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
        let mut all = Registered::default();
        let services =
            all.share(Services::new(config, clock, pools, &sessions, waffles, retention, source_keys, relays));
        all.share_data(Data::from(sessions));
        all.share_data(Data::from(services.waffles.openings()));
        all.share(AllPages { services: services.clone(), templates: templates.clone() });
        // With a separate connection, so that a busy pool does not look like a missing database.
        all.share(Probe::new(pools::pool(database, 1)));
        all.share(UsualLanguage(config.server.language));
        all.share(config.server.trusted_proxies.clone());
        all.share(DoctorPass::new(&config.secrets.jwt_secret, clock));
        all.share(shutdown.clone());
        all.share_data(assets.clone());
        all.share_data(document.clone());
        all.share_data(api_docs.clone());
        all.share(Offline::default());
        if let Some(public_url) = &config.server.public_url {
            all.share(public_url.clone());
        }
        // Together with the usual bucket it holds ten times as much.
        all.share(RateLimiter::<Opening>::new(
            limits.claims_per_minute.saturating_mul(CLAIMS_TIMES),
            limits.claims_burst.saturating_mul(CLAIMS_TIMES - 1),
            clock,
        ));
        Ok(Self {
            claims: all.share(RateLimiter::new(limits.claims_per_minute, limits.claims_burst, clock)),
            given_back: all.share(RateLimiter::new(
                limits.claims_per_minute.saturating_mul(GIVEN_BACK_PER_MINUTE),
                limits.claims_burst.saturating_mul(GIVEN_BACK_BURST),
                clock,
            )),
            buyers: all.share(RateLimiter::new(limits.buyers_per_minute, limits.buyers_burst, clock)),
            buyers_numbers: all.share(RateLimiter::new(
                limits.buyers_per_minute.saturating_mul(NUMBERS_PER_HISTORY),
                limits.buyers_burst.saturating_mul(NUMBERS_PER_HISTORY),
                clock,
            )),
            receipts: all.share(RateLimiter::new(limits.receipts_per_minute, limits.receipts_burst, clock)),
            cards: all.share(RateLimiter::new(limits.cards_per_minute, limits.cards_burst, clock)),
            photos: all.share(RateLimiter::new(
                limits.cards_per_minute.saturating_mul(PHOTOS_PER_CARD),
                limits.cards_burst.saturating_mul(PHOTOS_PER_CARD),
                clock,
            )),
            login: all.share(RateLimiter::new(limits.login_per_minute, limits.login_burst, clock)),
            socket_slots: all.share(SocketSlots::new(config.live.sockets_per_address, sockets)),
            pools: pools.clone(),
            services,
            requests: config.server.metrics_listen.map(|_| all.share(Requests::default())),
            registered: all,
        })
    }

    pub(super) fn register(&self, services: &mut ServiceConfig) {
        self.registered.0.iter().for_each(|add| add(services));
    }
}
