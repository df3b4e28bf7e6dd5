//! Rate limits: one token bucket per client address and kind of request.

use std::{
    future::{Ready, ready},
    marker::PhantomData,
    net::IpAddr,
    num::NonZeroU32,
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use actix_web::{FromRequest, HttpRequest, dev::Payload, web};
use arc_swap::ArcSwap;
use governor::{Quota, clock::Clock as _, middleware::NoOpMiddleware, nanos::Nanos, state::keyed::DashMapStateStore};
use waffle_actors::telemetry::Count;
use waffle_domain::refusal::Refusal;
use waffle_service::clock::Clock;
use waffle_service::failure::Failure;

use super::{client_ip::ClientIp, error::HttpError};

/// The most buckets to keep. With more addresses, all of them start afresh.
const MAX_BUCKETS: usize = 200_000;
const SWEEP_EVERY: Duration = Duration::from_secs(10);

/// The limit shared by both kinds of claims.
#[derive(Debug)]
pub struct Claims;
/// The limit on how many spots buyers give back. Spots claimed and given back again and again would fill the log and
/// every watcher's queue, however few the requests.
#[derive(Debug)]
pub struct GivenBack;
/// The limit on buyers' whole histories.
#[derive(Debug)]
pub struct Buyers;
/// The limit on buyers' numbers, cards and pages. They cost little, and everyone at a venue may look themselves up from
/// one address.
#[derive(Debug)]
pub struct BuyersNumbers;
/// The limit on reading receipts, as pages and as JSON. One costs little, but all share a few connections, and may be
/// asked for again and again. At a venue, everyone reads one from the same address once the winners are drawn.
#[derive(Debug)]
pub struct Receipts;
/// The limit on share cards.
#[derive(Debug)]
pub struct Cards;
/// The limit on photos that are not in memory.
#[derive(Debug)]
pub struct Photos;
/// The limit shared by signing in, forgotten passwords and password resets.
#[derive(Debug)]
pub struct Login;

/// Extractor: counts the request and refuses a client over limit `L` with 429. It must be a handler's first argument,
/// so that nothing else is done for a refused request.
pub struct Allowed<L>(PhantomData<L>);

/// The buckets of limit `L`.
pub struct RateLimiter<L> {
    rule: Option<Rule>,
    refused: Count,
    limit: PhantomData<fn() -> L>,
}

struct Rule {
    quota: Quota,
    clock: Ticks,
    buckets: ArcSwap<Buckets>,
    max_buckets: usize,
    /// When the next sweep is due, in seconds of the clock.
    next_sweep: AtomicU64,
}

type Buckets = governor::RateLimiter<IpAddr, DashMapStateStore<IpAddr>, Ticks, NoOpMiddleware<Nanos>>;

impl<L> RateLimiter<L> {
    /// Makes buckets that hold `burst` tokens and regain `per_minute` of them a minute. A 0 in either turns the limit
    /// off.
    pub fn new(per_minute: u32, burst: u32, clock: &Clock) -> Self {
        Self::with_capacity(per_minute, burst, clock, MAX_BUCKETS)
    }

    fn with_capacity(per_minute: u32, burst: u32, clock: &Clock, max_buckets: usize) -> Self {
        let rule = NonZeroU32::new(burst).zip(NonZeroU32::new(per_minute)).and_then(|(burst, per_minute)| {
            let quota = Quota::with_period(Duration::from_mins(1) / per_minute.get())?.allow_burst(burst);
            let clock = Ticks(clock.clone());
            Some(Rule {
                quota,
                buckets: ArcSwap::from_pointee(Buckets::dashmap_with_clock(quota, clock.clone())),
                clock,
                max_buckets,
                next_sweep: AtomicU64::new(0),
            })
        });
        Self { rule, refused: Count::default(), limit: PhantomData }
    }

    /// Takes a token from the client's bucket, or returns how long it has to wait for the next one.
    pub fn check(&self, client: ClientIp) -> Result<(), Duration> {
        self.check_many(client, 1)
    }

    /// The same for several tokens together, or for a full bucket if it never holds that many.
    fn check_many(&self, client: ClientIp, tokens: u32) -> Result<(), Duration> {
        self.take(client, tokens).inspect_err(|_| self.note_refused())
    }

    /// The same, without counting a refusal.
    pub(super) fn take(&self, client: ClientIp, tokens: u32) -> Result<(), Duration> {
        let Some(rule) = &self.rule else { return Ok(()) };
        let Some(tokens) = NonZeroU32::new(tokens.min(rule.quota.burst_size().get())) else { return Ok(()) };
        rule.sweep_when_due();
        let checked = rule.buckets.load().check_key_n(&client.network(), tokens).unwrap_or(Ok(()));
        checked.map_err(|refusal| refusal.wait_time_from(rule.clock.now()))
    }

    /// Counts a refused request.
    pub(super) fn note_refused(&self) {
        self.refused.one();
    }

    /// Returns the number of refused requests.
    pub fn refused(&self) -> u64 {
        self.refused.get()
    }
}

impl Rule {
    /// Removes full buckets, since a new one would be the same, and all buckets if there are too many.
    fn sweep_when_due(&self) {
        let now = self.clock.0.elapsed().as_secs();
        let due = self.next_sweep.load(Ordering::Relaxed);
        let next = now + SWEEP_EVERY.as_secs();
        if now < due || self.next_sweep.compare_exchange(due, next, Ordering::Relaxed, Ordering::Relaxed).is_err() {
            return;
        }
        let buckets = self.buckets.load();
        buckets.retain_recent();
        if buckets.len() > self.max_buckets {
            log::warn!(addresses = buckets.len(); "too many client addresses for a rate limit, all start afresh");
            self.buckets.store(Buckets::dashmap_with_clock(self.quota, self.clock.clone()).into());
        }
    }
}

impl<L: 'static> FromRequest for Allowed<L> {
    type Error = HttpError;
    type Future = Ready<Result<Self, HttpError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(spend::<L>(request, 1).map(|()| Self(PhantomData)))
    }
}

/// Takes this many tokens from the client's bucket of limit `L`; 429 if there are fewer.
pub fn spend<L: 'static>(request: &HttpRequest, tokens: usize) -> Result<(), HttpError> {
    let checked = limiter::<L>(request)?.check_many(ClientIp::of(request)?, u32::try_from(tokens).unwrap_or(u32::MAX));
    Ok(checked.map_err(|wait| Refusal::RateLimited { wait })?)
}

/// Finds the buckets of limit `L`.
pub(super) fn limiter<L: 'static>(request: &HttpRequest) -> Result<&web::Data<RateLimiter<L>>, HttpError> {
    Ok(request.app_data().ok_or_else(|| Failure::internal("no such rate limit is registered"))?)
}

/// Adapts our clock to governor's.
#[derive(Clone, Debug)]
struct Ticks(Clock);

impl governor::clock::Clock for Ticks {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        self.0.elapsed().into()
    }
}

#[cfg(test)]
mod tests {
    use actix_web::{
        App, HttpResponse,
        test::{TestRequest, call_service, init_service},
    };
    use chrono::DateTime;
    use waffle_service::config::TrustedProxies;

    use super::*;
    use crate::{json::Body, route::at};

    fn client(text: &str) -> ClientIp {
        ClientIp(text.parse().unwrap())
    }

    fn taken(limiter: &RateLimiter<Claims>, client: ClientIp, tries: u32) -> u32 {
        (0..tries).map(|_| u32::from(limiter.check(client).is_ok())).sum()
    }

    #[test]
    fn a_bucket_holds_its_burst_and_not_one_more() {
        for (per_minute, burst) in [(60, 100), (30, 30), (30, 20)] {
            let limiter = RateLimiter::new(per_minute, burst, &Clock::manual(DateTime::UNIX_EPOCH));
            assert_eq!(taken(&limiter, client("203.0.113.7"), burst), burst);
            assert!(limiter.check(client("203.0.113.7")).is_err());
        }
    }

    #[test]
    fn many_tokens_are_taken_together_or_not_at_all() {
        let clock = Clock::manual(DateTime::UNIX_EPOCH);
        let limiter = RateLimiter::<GivenBack>::new(600, 20_000, &clock);
        let buyer = client("203.0.113.7");
        assert_eq!(limiter.check_many(buyer, 10_000), Ok(()));
        assert!(limiter.check_many(buyer, 10_001).is_err());
        assert_eq!(limiter.check_many(buyer, 10_000), Ok(()));
        assert_eq!(limiter.check_many(buyer, 0), Ok(()));
        clock.advance(Duration::from_secs(1));
        assert_eq!(limiter.check_many(buyer, 11), Err(Duration::from_millis(100)));
        assert_eq!(limiter.check_many(buyer, 10), Ok(()));
        let small = RateLimiter::<GivenBack>::new(60, 5, &clock);
        assert_eq!(small.check_many(buyer, 7), Ok(()), "it will never hold more than five");
        assert!(small.check_many(buyer, 1).is_err());
    }

    #[test]
    fn a_token_comes_back_in_time_and_not_before() {
        let clock = Clock::manual(DateTime::UNIX_EPOCH);
        let limiter = RateLimiter::new(60, 100, &clock);
        let buyer = client("203.0.113.7");
        assert_eq!(taken(&limiter, buyer, 101), 100);
        clock.advance(Duration::from_millis(999));
        let wait = limiter.check(buyer).unwrap_err();
        assert!(wait <= Duration::from_millis(1) && wait > Duration::ZERO, "{wait:?}");
        clock.advance(Duration::from_millis(1));
        assert_eq!(taken(&limiter, buyer, 2), 1);
    }

    #[test]
    fn clients_do_not_share_a_bucket_except_within_a_64() {
        let limiter = RateLimiter::<Claims>::new(60, 1, &Clock::manual(DateTime::UNIX_EPOCH));
        for allowed in ["203.0.113.7", "203.0.113.8", "2001:db8::1", "2001:db8:0:1::1"] {
            assert!(limiter.check(client(allowed)).is_ok(), "{allowed}");
        }
        for refused in ["203.0.113.7", "2001:db8::ffff:2", "2001:db8:0:1:8000::"] {
            assert!(limiter.check(client(refused)).is_err(), "{refused}");
        }
    }

    #[test]
    fn zero_in_either_turns_the_limit_off() {
        for (per_minute, burst) in [(0, 1), (1, 0), (0, 0)] {
            let limiter = RateLimiter::new(per_minute, burst, &Clock::manual(DateTime::UNIX_EPOCH));
            assert_eq!(taken(&limiter, client("203.0.113.7"), 1_000), 1_000);
        }
    }

    fn buckets(limiter: &RateLimiter<Claims>) -> usize {
        limiter.rule.as_ref().unwrap().buckets.load().len()
    }

    #[test]
    fn full_buckets_are_forgotten_and_empty_ones_are_not() {
        let clock = Clock::manual(DateTime::UNIX_EPOCH);
        let limiter = RateLimiter::new(60, 2, &clock);
        for host in 0..100 {
            assert!(limiter.check(client(&format!("203.0.113.{host}"))).is_ok());
        }
        clock.advance(Duration::from_secs(9));
        assert_eq!(taken(&limiter, client("198.51.100.1"), 2), 2);
        clock.advance(Duration::from_secs(1));
        assert_eq!(taken(&limiter, client("198.51.100.1"), 2), 1);
        assert_eq!(buckets(&limiter), 1);
    }

    #[test]
    fn the_number_of_buckets_is_bounded() {
        let clock = Clock::manual(DateTime::UNIX_EPOCH);
        let limiter = RateLimiter::with_capacity(1, 1, &clock, 10);
        let fill =
            |count: u8| (0..count).filter(|host| limiter.check(client(&format!("203.0.113.{host}"))).is_ok()).count();
        assert_eq!(fill(10), 10);
        clock.advance(SWEEP_EVERY);
        assert!(limiter.check(client("203.0.113.0")).is_err(), "ten are kept");
        assert_eq!(fill(11), 1);
        clock.advance(SWEEP_EVERY);
        assert!(limiter.check(client("203.0.113.0")).is_ok(), "eleven start afresh");
        assert_eq!(buckets(&limiter), 1);
    }

    #[actix_web::test]
    async fn a_client_over_its_limit_is_refused_before_its_body_is_looked_at() {
        async fn sign_in(_: Allowed<Login>, body: Body<Vec<u32>>) -> Result<HttpResponse, HttpError> {
            body.read().await.map(|_| HttpResponse::Ok().finish())
        }
        let app = App::new()
            .app_data(web::Data::new(TrustedProxies::parse("127.0.0.1", &mut Vec::new())))
            .app_data(web::Data::new(RateLimiter::<Login>::new(30, 1, &Clock::manual(DateTime::UNIX_EPOCH))))
            .service(at("/login").post(sign_in));
        let service = init_service(app).await;
        let post = |client: &'static str| {
            TestRequest::post()
                .uri("/login")
                .peer_addr("127.0.0.1:1".parse().unwrap())
                .insert_header(("x-forwarded-for", client))
                .set_payload("no json")
                .to_request()
        };
        assert_eq!(call_service(&service, post("203.0.113.7")).await.status(), 400);
        let refused = call_service(&service, post("203.0.113.7")).await;
        assert_eq!(refused.status(), 429);
        assert_eq!(refused.headers().get("retry-after").unwrap(), "2");
        assert_eq!(call_service(&service, post("203.0.113.8")).await.status(), 400);
    }
}
