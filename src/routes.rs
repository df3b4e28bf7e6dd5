//! The route table: every address of the service and who answers there.

use actix_web::web::ServiceConfig;

use crate::{
    api::{health, version},
    web::{assets, route::at},
};

/// Registers every address. Each path stands here once, with all its methods.
pub fn routes(services: &mut ServiceConfig) {
    services
        // Probes
        .service(at("/health").get(health::health))
        .service(at("/ready").get(health::ready))
        // Public API
        .service(at("/api/version").get(version::version))
        // Static files
        .service(at("/static/{path:.*}").get(assets::serve))
        .service(at("/favicon.ico").get(assets::favicon))
        .service(at("/robots.txt").get(assets::robots));
}
