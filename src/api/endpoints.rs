//! All endpoints, in the order of the description.

use actix_web::web::ServiceConfig;
use waffle_http::route::at;

use crate::endpoint::Endpoint;
use crate::{admin, buyers, claims, health, openapi, photos, receipts, version, waffles};

macro_rules! files {
    ($($($part:ident)::+,)+) => { [$($($part)::+::endpoints),+] };
}

/// Lists the endpoints, file by file.
pub(crate) fn all() -> Vec<Endpoint> {
    let files: [fn() -> Vec<Endpoint>; _] = files![
        waffles::list,
        waffles::detail,
        waffles::spots,
        waffles::export,
        waffles::card,
        waffles::draws,
        photos,
        claims,
        receipts,
        buyers::stats,
        buyers::history,
        buyers::card,
        admin::sign_in,
        admin::sign_out,
        admin::me,
        admin::sessions,
        admin::second_factor,
        admin::change_password,
        admin::forgot_password,
        admin::reset_password,
        admin::waffles,
        admin::waffles::clone,
        admin::waffles::edit,
        admin::uploads,
        admin::waffles::archive,
        admin::waffles::delete,
        admin::waffles::assign,
        admin::waffles::rename,
        admin::waffles::expired,
        admin::waffles::sources,
        admin::activity,
        admin::tries,
        admin::spots::unpay,
        admin::spots::extend,
        admin::spots,
        admin::money_desk,
        admin::money_desk::match_payments,
        admin::money_desk::take_payments,
        admin::waffles::winners,
        admin::waffles::draws,
        admin::waffles::share,
        admin::share_templates,
        admin::payment_methods,
        admin::reports::drought,
        admin::reports::power_buyers,
        admin::reports::monthly_activity,
        admin::reports::spot_velocity,
        admin::buyers,
        admin::merge_users,
        admin::blocked_handles,
        admin::payers,
        admin::accounts,
        admin::accounts::standing,
        admin::accounts::password,
        admin::accounts::profile,
        admin::accounts::second_factor,
        admin::password_resets,
        admin::audit,
        admin::sign_ins,
        admin::settings,
        admin::seller,
        health,
        version,
        openapi,
    ];
    files.into_iter().flat_map(|endpoints| endpoints()).collect()
}

/// Registers every path of the API, once, with all its methods.
pub fn routes(services: &mut ServiceConfig) {
    let endpoints = all();
    let mut paths: Vec<&str> = Vec::new();
    for endpoint in &endpoints {
        if !paths.contains(&endpoint.path) {
            paths.push(endpoint.path);
        }
    }
    // The first path that fits a request gets it: `audit/export` has to be asked before `audit/{id}`.
    paths.sort_by_key(|path| path.contains('{'));
    for path in paths {
        let methods = endpoints.iter().filter(|endpoint| endpoint.path == path);
        services.service(methods.fold(at(path), |path, endpoint| (endpoint.mount)(path, endpoint)));
    }
}

/// Lists all addresses, such as `GET /api/waffles`.
pub fn addresses() -> Vec<String> {
    all().iter().map(|endpoint| format!("{} {}", endpoint.method, endpoint.path)).collect()
}
