//! `GET /api/admin/login-history`

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use uuid::Uuid;
use waffle_domain::paging::Paging;
use waffle_domain::role::Permission;
use waffle_domain::wire::sign_ins::{SignInHistory, SignInRecord};
use waffle_http::error::HttpError;
use waffle_http::extractors::InQuery;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, sign_ins};
use waffle_service::failure::Failure;
use waffle_store::sign_ins::SignIn;

use crate::endpoint::{Answer, endpoints, ok};

/// The query; absent and empty parameters have their defaults.
#[derive(Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct Parameters {
    /// From 1; a page past the end is empty.
    #[param(example = "1")]
    page: String,
    /// Records of a page: 25 unless asked otherwise; more than 100 are 100.
    #[param(example = "25")]
    per_page: String,
    /// Only those of one account, for super admins.
    #[param(example = "0197a1c4-8f1e-7c52-9d3b-5e8f0a6b2c41")]
    admin_id: String,
}

fn shown(sign_in: SignIn) -> SignInRecord {
    SignInRecord {
        id: sign_in.id,
        admin_id: sign_in.admin_id,
        username: sign_in.username,
        ip_address: sign_in.ip_address,
        user_agent: sign_in.user_agent,
        browser: sign_in.browser,
        os: sign_in.os,
        device_type: sign_in.device_type,
        ip_org: sign_in.holder.org,
        ip_country: sign_in.holder.country,
        ip_city: sign_in.holder.city,
        ip_asn: sign_in.holder.asn,
        whois_server: sign_in.whois_server,
        created_at: sign_in.created_at,
    }
}

endpoints! { "Sign-in history";
    /// Read who signed in, when and from where
    GET "/api/admin/login-history" => index as listLogins for ReadLoginHistory,
        ok::<SignInHistory>("A page of sign-ins, the newest first."), ValidationFailed, NotYoursToChoose;
}

async fn index(me: SignedIn, parameters: InQuery<Parameters>, services: web::Data<Services>) -> Answer {
    let parameters = parameters.read()?;
    let asked = asked(&me, &parameters.admin_id)?;
    let scope = sign_ins::scope(&me, asked)?;
    let paging = Paging::parse(&parameters.page, &parameters.per_page, sign_ins::PAGE_SIZE)?;
    let (records, total) = sign_ins::list(&services, scope, paging).await?;
    Ok(HttpResponse::Ok().json(SignInHistory {
        records: records.into_iter().map(shown).collect(),
        page: paging.page(),
        per_page: paging.per_page(),
        total,
    }))
}

/// The account whose sign-ins are asked for, if any.
fn asked(me: &SignedIn, id: &str) -> Result<Option<Uuid>, HttpError> {
    if id.is_empty() {
        return Ok(None);
    }
    // An admin who may not choose gets 403, even for an invalid id.
    me.require(Permission::ReadAllLoginHistory)?;
    let no_id = |_| Failure::invalid("admin_id", "This is not the id of an account.");
    Ok(id.parse().map(Some).map_err(no_id)?)
}
