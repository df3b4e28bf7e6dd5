//! Request counts by route pattern: how many, with which status, how long they took.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage as _, web};
use waffle_actors::telemetry::{Count, DURATIONS, Histogram};

use super::first_request::FirstRequest;

/// The pattern that stands for requests that no route matched.
const NO_ROUTE: &str = "none";
const METHODS: [&str; 8] = ["GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS", "PUT", "other"];
const STATUSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

/// The requests of this server, over all its threads.
#[derive(Debug)]
pub struct Requests {
    in_flight: AtomicU64,
    routes: Mutex<BTreeMap<&'static str, Arc<Route>>>,
    no_route: Arc<Route>,
}

/// The requests of one route.
#[derive(Debug)]
pub struct Route {
    ended: [[Count; STATUSES.len()]; METHODS.len()],
    took: Histogram<{ DURATIONS.len() }>,
}

/// A request in flight; dropped when it is answered or abandoned.
struct Flight(web::Data<Requests>);

impl Default for Requests {
    fn default() -> Self {
        let no_route = Arc::new(Route::new());
        let routes = BTreeMap::from([(NO_ROUTE, Arc::clone(&no_route))]);
        Self { in_flight: AtomicU64::new(0), routes: Mutex::new(routes), no_route }
    }
}

/// Middleware: notes that a connection's first request has come, and counts every request, unless metrics are off.
pub async fn measure<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    if let Some(first) = request.request().conn_data::<FirstRequest>() {
        first.has_come();
    }
    let Some(requests) = request.app_data::<web::Data<Requests>>().cloned() else { return next.call(request).await };
    let method = method(request.method());
    let begun = Instant::now();
    let flight = Flight::begin(requests);
    let answered = next.call(request).await;
    let (route, status) = match &answered {
        Ok(response) => (response.request().extensions().get::<Arc<Route>>().cloned(), response.status()),
        Err(error) => (None, error.as_response_error().status_code()),
    };
    route.as_ref().unwrap_or(&flight.0.no_route).count(method, status, begun.elapsed());
    answered
}

/// Marks a request with its route. `kept` caches the route's counts, so that they are looked up only once.
pub fn matched(request: &ServiceRequest, pattern: &'static str, kept: &OnceCell<Arc<Route>>) {
    if let Some(requests) = request.app_data::<web::Data<Requests>>() {
        let route = kept.get_or_init(|| requests.route(pattern));
        request.extensions_mut().insert(Arc::clone(route));
    }
}

impl Requests {
    fn route(&self, pattern: &'static str) -> Arc<Route> {
        Arc::clone(self.routes().entry(pattern).or_insert_with(|| Arc::new(Route::new())))
    }

    fn routes(&self) -> MutexGuard<'_, BTreeMap<&'static str, Arc<Route>>> {
        self.routes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the routes requested so far, by pattern.
    pub fn by_route(&self) -> BTreeMap<&'static str, Arc<Route>> {
        self.routes().clone()
    }

    /// Returns how many requests are being answered.
    pub fn in_flight(&self) -> u64 {
        self.in_flight.load(Ordering::Relaxed)
    }
}

impl Route {
    /// Returns how many were answered, by method and status class.
    pub fn ended(&self) -> impl Iterator<Item = (&'static str, &'static str, u64)> {
        METHODS.iter().zip(&self.ended).flat_map(|(method, statuses)| {
            STATUSES.iter().zip(statuses).map(move |(status, count)| (*method, *status, count.get()))
        })
    }

    /// Returns how long they took.
    pub fn took(&self) -> &Histogram<{ DURATIONS.len() }> {
        &self.took
    }

    fn new() -> Self {
        Self { ended: Default::default(), took: Histogram::new(DURATIONS) }
    }

    fn count(&self, method: usize, status: StatusCode, took: Duration) {
        let class = usize::from(status.as_u16() / 100).saturating_sub(1);
        if let Some(count) = self.ended.get(method).and_then(|statuses| statuses.get(class)) {
            count.one();
        }
        self.took.note_duration(took);
    }
}

impl Flight {
    fn begin(requests: web::Data<Requests>) -> Self {
        requests.in_flight.fetch_add(1, Ordering::Relaxed);
        Self(requests)
    }
}

impl Drop for Flight {
    fn drop(&mut self) {
        self.0.in_flight.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The index of a method; unknown ones share the last.
fn method(method: &Method) -> usize {
    METHODS.iter().position(|known| *known == method.as_str()).unwrap_or(METHODS.len() - 1)
}
