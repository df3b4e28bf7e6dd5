//! `/api/admin/audit`: what admins did. Admins see their own entries and those of waffle managers, super admins all.

use actix_web::{HttpResponse, web};
use uuid::Uuid;
use waffle_domain::audit_scope_and_filter::AuditScope;
use waffle_http::extractors::InPath;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, audit};
use waffle_store::audit::trail::{AuditEntry, AuditLog};

use crate::data_as_of::may_be_older;
use crate::endpoint::values::text;
use crate::endpoint::{Answer, endpoints, file, ok};
use crate::table::{export, index, page_of};

endpoints! { "Audit log";
    /// Read the audit log
    GET "/api/admin/audit" => index::<AuditLog> as listAuditEntries for ReadAuditLog,
        page_of::<AuditLog>("A page of entries, the newest first."), ValidationFailed;

    /// Read an entry of the audit log
    GET "/api/admin/audit/{id}" => show as getAuditEntry for ReadAuditLog,
        ok::<AuditEntry>("The entry."), NoAuditEntry;

    /// Download the audit log as CSV
    ///
    /// All entries that pass the filters, the newest first.
    GET "/api/admin/audit/export" => export::<AuditLog> as exportAuditLog for ReadAuditLog,
        may_be_older(file("text/csv", "The columns \
                `id,timestamp,admin_id,admin_username,action,entity_type,entity_id,detail,ip_address`. What a \
                spreadsheet would take for a formula begins with `'`. If the connection ends early, the file is \
                incomplete.", Some(text))),
        ValidationFailed;
}

async fn show(me: SignedIn, InPath(id): InPath<Uuid>, services: web::Data<Services>) -> Answer {
    Ok(HttpResponse::Ok().json(audit::find(&services, AuditScope::of(&me.account), id).await?))
}
