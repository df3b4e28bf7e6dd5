//! `/api/admin/audit`: what admins did. Admins see their own entries and those of waffle managers, super admins all.

pub mod export;

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use uuid::Uuid;
use waffle_domain::audit_filter::{AuditFilter, AuditScope, FilterTexts};
use waffle_domain::invalid::{Findings, Invalid};
use waffle_domain::paging::{PageSize, Paging};
use waffle_domain::wire::audit::{AuditEntries, AuditEntry};
use waffle_http::error::HttpError;
use waffle_http::extractors::{InPath, InQuery};
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, audit};
use waffle_service::failure::Failure;
use waffle_store::audit::trail;

use crate::endpoint::{Answer, endpoints, ok};

/// Entries per page.
const PAGE_SIZE: PageSize = PageSize { default: 50, most: 100 };

/// The query; absent and empty parameters have their defaults.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct Parameters {
    /// The admin who did it.
    #[param(example = "0197a1c4-8f1e-7c52-9d3b-5e8f0a6b2c41")]
    admin_id: String,
    /// The action's code.
    #[param(example = "mark_paid")]
    action: String,
    /// The kind of entity it was done to.
    #[param(pattern = "^(waffle|spot|admin|settings)?$", example = "spot")]
    entity_type: String,
    /// The start of the range: `YYYY-MM-DD`, a day of UTC, or RFC 3339.
    #[param(example = "2026-11-01")]
    from: String,
    /// The end of the range.
    #[param(example = "2026-11-30")]
    to: String,
    /// From 1; a page past the end is empty. A CSV file is never cut.
    #[param(example = "1")]
    page: String,
    /// Entries of a page: 50 unless asked otherwise; more than 100 are 100.
    #[param(example = "50")]
    per_page: String,
}

impl Parameters {
    /// Checks all of them, though a file has no pages.
    fn check(&self) -> Result<(AuditFilter, Paging), HttpError> {
        let mut findings = Findings::default();
        let filter = findings.keep(self.filter());
        let paging = findings.keep(Paging::parse(&self.page, &self.per_page, PAGE_SIZE));
        findings.into_result()?;
        Ok(filter.zip(paging).ok_or_else(|| Failure::internal("a fault was not kept"))?)
    }

    fn filter(&self) -> Result<AuditFilter, Invalid> {
        AuditFilter::parse(&FilterTexts {
            admin_id: &self.admin_id,
            action: &self.action,
            entity_type: &self.entity_type,
            from: &self.from,
            to: &self.to,
        })
    }
}

fn shown(entry: trail::AuditEntry) -> AuditEntry {
    AuditEntry {
        id: entry.id,
        timestamp: entry.at,
        admin_id: entry.admin_id,
        admin_username: entry.admin_username,
        action: entry.action,
        entity_type: entry.entity_type,
        entity_id: entry.entity_id,
        detail: entry.detail,
        ip_address: entry.ip_address,
    }
}

endpoints! { "Audit log";
    /// Read the audit log
    GET "/api/admin/audit" => index as listAuditEntries for ReadAuditLog,
        ok::<AuditEntries>("A page of entries, the newest first."), ValidationFailed;

    /// Read an entry of the audit log
    GET "/api/admin/audit/{id}" => show as getAuditEntry for ReadAuditLog,
        ok::<AuditEntry>("The entry."), NoAuditEntry;
}

async fn index(me: SignedIn, parameters: InQuery<Parameters>, services: web::Data<Services>) -> Answer {
    let (filter, paging) = parameters.read()?.check()?;
    let found = audit::list(&services, AuditScope::of(&me.account), &filter, paging).await?;
    Ok(HttpResponse::Ok().json(AuditEntries {
        entries: found.entries.into_iter().map(shown).collect(),
        page: paging.page(),
        per_page: paging.per_page(),
        total: found.total,
    }))
}

async fn show(me: SignedIn, id: InPath<Uuid>, services: web::Data<Services>) -> Answer {
    let id = id.read()?;
    let entry = audit::find(&services, AuditScope::of(&me.account), id).await?;
    Ok(HttpResponse::Ok().json(shown(entry)))
}
