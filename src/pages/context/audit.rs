//! The audit log's page.

use chrono::SecondsFormat;
use serde::Serialize;
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::timezone::TimeZone;
use waffle_store::audit::trail::AuditEntry;

use crate::context::Frame;
use crate::context::form::Form;
use crate::context::pager::TablePager;

/// `GET /admin/audit`.
#[derive(Debug, Clone, Serialize)]
pub struct AuditPage {
    pub frame: Frame,
    /// The filters as applied, or as typed with their errors.
    pub form: Form,
    pub admins: Vec<FilterOption>,
    pub actions: Vec<FilterOption>,
    pub entity_types: Vec<FilterOption>,
    /// Whether any filter is set.
    pub filtered: bool,
    /// Whether a filter is invalid: then nothing is listed.
    pub refused: bool,
    /// Newest first.
    pub entries: Vec<AuditRow>,
    /// The number of entries on all pages.
    pub total: u64,
    /// `None` if everything fits on one page.
    pub pager: Option<TablePager>,
    /// The address of the same entries as CSV.
    pub csv: String,
    /// The zone in which times are shown.
    pub zone: &'static str,
    /// A note on the zones of days and times.
    pub zone_note: String,
    /// Whether the reader sees everyone's entries.
    pub everyone: bool,
}

template!(AuditPage: "admin/audit");

/// What a filter can be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FilterOption {
    pub value: String,
    pub label: String,
}

impl FilterOption {
    /// Lists values with their labels.
    pub fn list(options: impl IntoIterator<Item = (impl ToString, impl ToString)>) -> Vec<Self> {
        options.into_iter().map(|(value, label)| Self { value: value.to_string(), label: label.to_string() }).collect()
    }
}

/// One entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AuditRow {
    /// RFC 3339 with `Z`.
    pub iso: String,
    /// The time in the reader's zone: `20 Nov 2026, 17:44:03`.
    pub time: String,
    pub admin: String,
    /// The action in words.
    pub deed: String,
    /// The type of entity in words: `Spot`.
    pub kind: String,
    pub detail: String,
    /// The page of the entity, if it still exists.
    pub href: Option<String>,
    pub ip_address: Option<String>,
}

impl AuditRow {
    /// Makes an entry's row, with its time in the reader's zone.
    pub fn new(entry: &AuditEntry, href: Option<String>, zone: TimeZone) -> Self {
        // An unknown code, from another version of the program, is shown as it is.
        let words = |known: Option<&'static str>, code: &str| known.map_or_else(|| code.to_owned(), str::to_owned);
        Self {
            iso: entry.at.to_rfc3339_opts(SecondsFormat::Millis, true),
            time: entry.at.with_timezone(&zone.rules()).format("%-d %b %Y, %H:%M:%S").to_string(),
            admin: entry.admin_username.clone().unwrap_or_else(|| "The service".to_owned()),
            deed: words(AuditAction::parse(&entry.action).map(AuditAction::words), &entry.action),
            kind: words(EntityType::parse(&entry.entity_type).map(EntityType::words), &entry.entity_type),
            detail: entry.detail.clone(),
            href,
            ip_address: entry.ip_address.map(|address| address.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use waffle_domain::audit::AuditAction;

    #[test]
    fn every_action_has_words_of_its_own() {
        let words: HashSet<_> = AuditAction::ALL.iter().map(|action| action.words()).collect();
        assert_eq!(words.len(), AuditAction::ALL.len());
    }
}
