//! `GET /api/admin/audit/export`

use actix_web::web;
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use waffle_domain::audit_filter::{AuditFilter, AuditScope};
use waffle_http::csv::{Column, Table, answer_in_parts, time};
use waffle_http::error::HttpError;
use waffle_http::extractors::InQuery;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, audit};
use waffle_store::audit::trail::AuditEntry;

use super::Parameters;
use crate::endpoint::values::text;
use crate::endpoint::{Answer, endpoints, file};

/// Entries read at a time; no more than these are in memory.
const PART: i64 = 1_000;

const COLUMNS: [Column<AuditEntry>; 9] = [
    ("id", |entry| entry.id.to_string()),
    ("timestamp", |entry| time(entry.at)),
    ("admin_id", |entry| entry.admin_id.map_or_else(String::new, |id| id.to_string())),
    ("admin_username", |entry| entry.admin_username.clone().unwrap_or_default()),
    ("action", |entry| entry.action.clone()),
    ("entity_type", |entry| entry.entity_type.clone()),
    ("entity_id", |entry| entry.entity_id.clone()),
    ("detail", |entry| entry.detail.clone()),
    ("ip_address", |entry| entry.ip_address.map(|address| address.to_string()).unwrap_or_default()),
];

/// An export in progress.
struct Export {
    services: web::Data<Services>,
    scope: AuditScope,
    filter: AuditFilter,
    table: Table,
    /// The sequence number of the last entry written.
    last: Option<i64>,
    done: bool,
}

impl Export {
    /// Reads the next part. Each part is a separate statement that continues after the last one, so that a slow client
    /// holds nothing open.
    async fn part(&mut self) -> Result<Bytes, HttpError> {
        let entries = audit::before(&self.services, self.scope, &self.filter, self.last, PART).await?;
        self.table.rows(&COLUMNS, &entries)?;
        self.last = entries.last().map(|entry| entry.seq).or(self.last);
        self.done = i64::try_from(entries.len()).unwrap_or_default() < PART;
        self.table.part()
    }
}

endpoints! { "Audit log";
    /// Download the audit log as CSV
    ///
    /// All entries that pass the filters, the newest first.
    GET "/api/admin/audit/export" => export as exportAuditLog for ReadAuditLog,
        file("text/csv", "The columns \
                `id,timestamp,admin_id,admin_username,action,entity_type,entity_id,detail,ip_address`. What a \
                spreadsheet would take for a formula begins with `'`. If the connection ends early, the file is \
                incomplete.", Some(text)),
        ValidationFailed;
}

async fn export(me: SignedIn, parameters: InQuery<Parameters>, services: web::Data<Services>) -> Answer {
    let (filter, _) = parameters.read()?.check()?;
    let (scope, table) = (AuditScope::of(&me.account), Table::of(&COLUMNS)?);
    let mut export = Export { services, scope, filter, table, last: None, done: false };
    // Read before the response begins, so that a failure can still set the status.
    let first = export.part().await?;
    let rest = stream::unfold(export, |mut export| async move {
        if export.done {
            return None;
        }
        let part = export.part().await.map_err(|failure| {
            log::warn!("an export of the audit log broke off: cause=\"{failure}\"");
            export.done = true;
            failure.to_string()
        });
        Some((part, export))
    });
    Ok(answer_in_parts("audit.csv", stream::iter([Ok(first)]).chain(rest)))
}
