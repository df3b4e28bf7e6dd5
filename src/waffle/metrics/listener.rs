//! The listener for metrics, apart from the service's own so that outsiders don't reach it by accident.

use std::io;
use std::net::SocketAddr;

use actix_web::dev::{Server as Http, ServerHandle};
use actix_web::http::header::{self, HeaderValue};
use actix_web::middleware::{NormalizePath, from_fn};
use actix_web::{App, HttpResponse, HttpServer, web};
use chrono::{DateTime, Utc};
use waffle_domain::timeouts::{KEEP_ALIVE, REQUEST_HEAD};
use waffle_http::error::HttpError;
use waffle_http::route::{self, at};
use waffle_http::{compress, headers};
use waffle_service::failure::Failure;

use super::counters_and_gauges;
use crate::server::shared::Shared;

/// The most connections; few clients read metrics.
const CONNECTIONS: usize = 64;

/// A bound listener, not yet running.
pub struct Listener {
    http: Http,
    address: SocketAddr,
}

impl Listener {
    /// Binds to an address; port 0 picks a free one. A separate thread serves it, however busy the others are.
    pub(crate) fn bind(address: SocketAddr, shared: Shared, started: DateTime<Utc>) -> io::Result<Self> {
        let app = move || {
            App::new()
                .app_data(web::Data::new((shared.clone(), started)))
                .service(at("/metrics").get(show))
                .default_service(web::to(route::not_found))
                .wrap(NormalizePath::trim())
                .wrap(from_fn(compress::texts))
                .wrap(from_fn(headers::add))
        };
        let http = HttpServer::new(app)
            .workers(1)
            .max_connections(CONNECTIONS)
            .disable_signals()
            .client_request_timeout(REQUEST_HEAD)
            .keep_alive(KEEP_ALIVE)
            .bind(address)?;
        let address = http.addrs().first().copied().unwrap_or(address);
        Ok(Self { http: http.run(), address })
    }

    /// The address on which it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Starts serving; the handle stops it.
    pub(crate) fn run(self) -> ServerHandle {
        log::info!(at:% = format_args!("http://{}/metrics", self.address); "serving metrics");
        let handle = self.http.handle();
        actix_web::rt::spawn(async move {
            if let Err(error) = self.http.await {
                log::error!(error:%; "metrics are no longer served");
            }
        });
        handle
    }
}

/// Answers 200 with all current numbers, without waiting for anything.
async fn show(sources: web::Data<(Shared, DateTime<Utc>)>) -> Result<HttpResponse, HttpError> {
    let (shared, started) = sources.get_ref();
    let text = counters_and_gauges::text(shared, *started).map_err(Failure::internal)?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, HeaderValue::from_static(prometheus::TEXT_FORMAT)))
        .insert_header((header::CACHE_CONTROL, HeaderValue::from_static("no-store")))
        .body(text))
}
