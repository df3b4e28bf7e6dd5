//! `GET /api/admin/login-history`

use std::net::IpAddr;

use actix_web::{HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::paging::Paging;
use waffle_domain::role::Permission;
use waffle_domain::user_agent::Device;
use waffle_store::sign_ins::SignIn;

use crate::actions::{Services, sign_ins};
use crate::api::document::refusals::{NotYoursToChoose, ValidationFailed};
use crate::session::signed_in::SignedIn;
use crate::web::error::Failure;
use crate::web::extractors::InQuery;

/// Which records are asked for; what is absent or empty has its default.
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

/// A page of sign-ins.
#[derive(Serialize, ToSchema)]
#[schema(as = LoginHistory)]
struct Found<'a> {
    records: Vec<Record<'a>>,
    #[schema(example = 1)]
    page: u32,
    #[schema(example = 25)]
    per_page: u32,
    /// How many there are on all pages.
    #[schema(example = 1)]
    total: i64,
}

/// A sign-in.
#[derive(Serialize, ToSchema)]
#[schema(as = LoginRecord)]
struct Record<'a> {
    id: Uuid,
    admin_id: Uuid,
    /// The name at that time.
    #[schema(example = "anna")]
    username: &'a str,
    #[schema(value_type = String, example = "203.0.113.7")]
    ip_address: IpAddr,
    /// As the browser sent it.
    user_agent: &'a str,
    #[schema(example = "Firefox")]
    browser: &'a str,
    #[schema(example = "Linux")]
    os: &'a str,
    #[schema(value_type = Device)]
    device_type: &'a str,
    /// Whom the address belongs to, as soon as WHOIS has told.
    #[schema(required)]
    ip_org: Option<&'a str>,
    #[schema(required)]
    ip_country: Option<&'a str>,
    #[schema(required)]
    ip_city: Option<&'a str>,
    /// The number of the network.
    #[schema(required)]
    ip_asn: Option<&'a str>,
    /// Who told it.
    #[schema(required)]
    whois_server: Option<&'a str>,
    created_at: DateTime<Utc>,
}

impl<'a> From<&'a SignIn> for Record<'a> {
    fn from(record: &'a SignIn) -> Self {
        Self {
            id: record.id,
            admin_id: record.admin_id,
            username: &record.username,
            ip_address: record.ip_address,
            user_agent: &record.user_agent,
            browser: &record.browser,
            os: &record.os,
            device_type: &record.device_type,
            ip_org: record.holder.org.as_deref(),
            ip_country: record.holder.country.as_deref(),
            ip_city: record.holder.city.as_deref(),
            ip_asn: record.holder.asn.as_deref(),
            whois_server: record.whois_server.as_deref(),
            created_at: record.created_at,
        }
    }
}

/// Answers 200 with the sign-ins that this admin may see, newest first. 403 for `admin_id` from anybody but a super
/// admin, 400 for an invalid parameter.
#[utoipa::path(
    get, path = "/api/admin/login-history", tag = "Login history", operation_id = "listLogins",
    summary = "Read who signed in, when and from where",
    params(Parameters),
    responses(
        (status = 200, description = "A page of sign-ins, the newest first.", body = Found),
        ValidationFailed, NotYoursToChoose,
    ),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn index(
    me: SignedIn,
    parameters: InQuery<Parameters>,
    services: web::Data<Services>,
) -> Result<HttpResponse, Failure> {
    let parameters = parameters.read()?;
    let asked = asked(&me, &parameters.admin_id)?;
    let scope = sign_ins::scope(&me, asked)?;
    let paging = Paging::parse(&parameters.page, &parameters.per_page, sign_ins::PAGE_SIZE)?;
    let (records, total) = sign_ins::list(&services, scope, paging).await?;
    Ok(HttpResponse::Ok().json(Found {
        records: records.iter().map(Record::from).collect(),
        page: paging.page(),
        per_page: paging.per_page(),
        total,
    }))
}

/// The account whose sign-ins are asked for, if any.
fn asked(me: &SignedIn, id: &str) -> Result<Option<Uuid>, Failure> {
    if id.is_empty() {
        return Ok(None);
    }
    // Without the right to choose it is a 403, even for an invalid id.
    me.require(Permission::ReadAllLoginHistory)?;
    let no_id = |_| Failure::invalid("admin_id", "This is not the id of an account.");
    id.parse().map(Some).map_err(no_id)
}
