//! The route table: every address of the service and who answers there.

use actix_web::web::ServiceConfig;

use crate::{
    api::{
        admin::{login, logout, me},
        health, version,
    },
    pages::admin::sign_in,
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
        // Accounts
        .service(at("/api/admin/login").post(login::login))
        .service(at("/api/admin/logout").post(logout::logout))
        .service(at("/api/admin/me").get(me::show))
        .service(at("/admin/login").get(sign_in::show).post(sign_in::submit))
        .service(at("/admin/logout").post(sign_in::sign_out))
        // Static files
        .service(at("/static/{path:.*}").get(assets::serve))
        .service(at("/favicon.ico").get(assets::favicon))
        .service(at("/robots.txt").get(assets::robots));
}
