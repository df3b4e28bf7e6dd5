//! `GET /api/admin/waffles/:id/activity`

use actix_web::{HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;
use waffle_actors::waffles::Waffles;
use waffle_domain::role::Permission;
use waffle_store::connect::PgPool;
use waffle_store::events::{Activity, activity};
use waffle_store::waffles::WaffleRef;

use crate::session::current_admin::CurrentAdmin;
use crate::web::error::Failure;
use crate::web::refusal::{no_waffle, of_read};

/// Which part of the list.
#[derive(Deserialize)]
pub struct Part {
    before: Option<i64>,
    limit: Option<i64>,
}

#[derive(Serialize)]
struct Entries<'a> {
    entries: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    seq: i64,
    at: DateTime<Utc>,
    spot_number: i32,
    from_status: &'a str,
    to_status: &'a str,
    social_handle: &'a str,
    admin_username: Option<&'a str>,
}

impl<'a> From<&'a Activity> for Entry<'a> {
    fn from(activity: &'a Activity) -> Self {
        Self {
            seq: activity.seq,
            at: activity.at,
            spot_number: activity.spot_number,
            from_status: activity.from_status.as_str(),
            to_status: activity.to_status.as_str(),
            social_handle: &activity.social_handle,
            admin_username: activity.admin_username.as_deref(),
        }
    }
}

/// Answers 200 with the transitions of the waffle's spots, newest first: those before `before`, at most `limit` (1 to 100, default 100; a
/// larger one is lowered, a smaller one is the default). 404 for an unknown waffle.
pub async fn show(
    admin: CurrentAdmin,
    id: web::Path<Uuid>,
    part: web::Query<Part>,
    waffles: web::Data<Waffles>,
    pool: web::Data<PgPool>,
) -> Result<HttpResponse, Failure> {
    admin.require(Permission::ManageWaffles)?;
    waffles.snapshot(&WaffleRef::Id(*id)).await?.ok_or_else(no_waffle)?;
    let limit = part.limit.filter(|limit| *limit >= 1).unwrap_or(100).min(100);
    let entries = activity(&pool, *id, part.before.unwrap_or(i64::MAX), limit).await.map_err(of_read)?;
    Ok(HttpResponse::Ok().json(Entries { entries: entries.iter().map(Entry::from).collect() }))
}
