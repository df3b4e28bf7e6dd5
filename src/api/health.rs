//! `GET /health` and `GET /ready`: probes for monitoring and load balancers.

use actix_web::{
    HttpResponse,
    http::header::{CACHE_CONTROL, RETRY_AFTER},
    web::Data,
};
use serde::Serialize;
use utoipa::ToSchema;
use waffle_http::shutdown::Shutdown;
use waffle_service::health_probe::Probe;

use crate::endpoint::values::u64;
use crate::endpoint::{endpoints, json, ok};

/// The server's health.
#[derive(Serialize, ToSchema)]
struct Health {
    /// `ok` or `error`.
    #[schema(example = "ok")]
    status: &'static str,
    /// `connected` or `disconnected`.
    #[schema(example = "connected")]
    db: &'static str,
}

endpoints! { "Service";
    /// Check whether the server is alive
    ///
    /// Answers within 2 seconds.
    GET "/health" => health as getHealth,
        ok::<Health>("The database answers.")
            .and(json::<Health>(503, "The database does not answer.")
            .header("Retry-After", u64, "Seconds to wait before another try."));

    /// Check whether the server takes requests
    ///
    /// Answers within 2 seconds.
    GET "/ready" => ready as getReadiness,
        ok::<Health>("The database answers.")
            .and(json::<Health>(503, "The database does not answer, or the server is stopping.")
            .header("Retry-After", u64, "Seconds to wait before another try."));
}

pub async fn health(probe: Data<Probe>) -> HttpResponse {
    let connected = probe.connected().await;
    answer(connected, connected)
}

pub async fn ready(probe: Data<Probe>, shutdown: Data<Shutdown>) -> HttpResponse {
    let connected = probe.connected().await;
    answer(connected && !shutdown.has_begun(), connected)
}

fn answer(ok: bool, connected: bool) -> HttpResponse {
    let mut response = if ok { HttpResponse::Ok() } else { HttpResponse::ServiceUnavailable() };
    if !ok {
        response.insert_header((RETRY_AFTER, "1"));
    }
    response.insert_header((CACHE_CONTROL, "no-store")).json(Health {
        status: if ok { "ok" } else { "error" },
        db: if connected { "connected" } else { "disconnected" },
    })
}
