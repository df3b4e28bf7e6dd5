//! Filters of the audit log.

use uuid::Uuid;
use waffle_language::{Text, say};

use crate::account::Account;
use crate::audit::{AuditAction, EntityType};
use crate::invalid::{Invalid, checked};
use crate::report::period::Range;
use crate::role::Role;

/// Whose entries an account may see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuditScope {
    /// Everyone's.
    Everyone,
    /// The account's own, and those of everyone who is a `waffle_manager` now.
    SelfAndManagers(Uuid),
}

impl AuditScope {
    /// Returns the scope of an account that may read the log.
    pub fn of(account: &Account) -> Self {
        match account.role {
            Role::SuperAdmin => Self::Everyone,
            Role::Admin | Role::WaffleManager => Self::SelfAndManagers(account.id),
        }
    }
}

/// The conditions on the entries; `None` or an open range is no condition.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AuditFilter {
    /// Who did it.
    pub admin_id: Option<Uuid>,
    pub action: Option<AuditAction>,
    pub entity_type: Option<EntityType>,
    /// When it was done.
    pub range: Range,
}

/// A filter as it was sent; empty text is no condition.
#[derive(Debug, Clone, Copy, Default)]
pub struct FilterTexts<'a> {
    pub admin_id: &'a str,
    pub action: &'a str,
    pub entity_type: &'a str,
    pub from: &'a str,
    pub to: &'a str,
}

impl AuditFilter {
    /// The pattern of `action` in the API's description.
    pub fn action_pattern() -> String {
        format!("^({})?$", AuditAction::ALL.map(AuditAction::as_str).join("|"))
    }

    /// Parses a filter. Fails with all invalid fields.
    pub fn parse(texts: &FilterTexts<'_>) -> Result<Self, Invalid> {
        checked!(Self {
            admin_id: known("admin_id", texts.admin_id, say!("fault-admin-id"), |id| Uuid::parse_str(id).ok()),
            action: known("action", texts.action, say!("fault-audit-action"), AuditAction::parse),
            entity_type: known("entity_type", texts.entity_type, say!("fault-entity-type"), EntityType::parse),
            range: Range::parse(texts.from, texts.to),
        })
    }
}

fn known<T>(field: &str, text: &str, refusal: Text, read: impl Fn(&str) -> Option<T>) -> Result<Option<T>, Invalid> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    read(text).map(Some).ok_or_else(|| Invalid::field(field, refusal))
}
