//! `GET /admin/audit`

mod links;
mod query;

use actix_web::http::StatusCode;
use actix_web::web;
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::audit_filter::AuditScope;
use waffle_domain::role::Permission;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::audit;
use waffle_store::audit::trail;

use crate::Pages;
use crate::answer::{self, Answer};
use crate::context::audit::{AuditPage, AuditRow, FilterOption};
use crate::context::{Frame, Section};
use crate::query::Query;
use links::Links;
use query::AuditQuery;

/// Shows a page of the entries that match the filters, newest first; 400 with an empty list when a filter is invalid.
pub async fn show(me: SignedIn, query: Query, pages: web::Data<Pages>) -> Answer {
    me.require(Permission::ReadAuditLog)?;
    let (scope, zone) = (AuditScope::of(&me.account), me.account.timezone);
    let asked = AuditQuery::read(&query)?;
    let admins = audit::authors(&pages.services, scope).await?;
    let found = match &asked.filter {
        Ok(filter) => audit::list(&pages.services, scope, filter, asked.paging).await?,
        Err(_) => trail::AuditPage { entries: Vec::new(), total: 0 },
    };
    let links = Links::of(&pages.services, &found.entries).await?;
    let refused = asked.filter.is_err();
    let page = pages.templates.render(&AuditPage {
        frame: Frame::of(&me, "Audit log", Section::AuditLog),
        filtered: asked.is_filtered(),
        refused,
        entries: found.entries.iter().map(|entry| AuditRow::new(entry, links.href(entry), zone)).collect(),
        total: found.total.unsigned_abs(),
        pager: asked.pager(found.total),
        csv: asked.csv(),
        zone: zone.name(),
        zone_note: query::zone_note(zone),
        everyone: scope == AuditScope::Everyone,
        form: asked.form(),
        admins: FilterOption::list(admins),
        actions: FilterOption::list(AuditAction::ALL.map(|action| (action, action.words()))),
        entity_types: FilterOption::list(EntityType::ALL.map(|kind| (kind, kind.words()))),
    });
    answer::page_with(if refused { StatusCode::BAD_REQUEST } else { StatusCode::OK }, page)
}
