//! Who may see whose sign-ins.

use uuid::Uuid;

use crate::role::{Permission, Role};

/// Whose sign-ins to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// One account's.
    Account(Uuid),
    /// One account's, and those of everyone who is a waffle manager now.
    WithManagers(Uuid),
    /// Everyone's.
    Everyone,
}

/// The account asked for the sign-ins of one account, which its role may not choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("only a super admin chooses whose sign-ins to see")]
pub struct NotYours;

impl Scope {
    /// Returns what an account sees, given its role and the account it asked for, if any. Only a role that sees
    /// everyone may ask, even for its own account.
    pub fn of(id: Uuid, role: Role, asked: Option<Uuid>) -> Result<Self, NotYours> {
        match (role, asked) {
            (_, Some(asked)) if role.may(Permission::ReadAllLoginHistory) => Ok(Self::Account(asked)),
            (_, Some(_)) => Err(NotYours),
            (Role::SuperAdmin, None) => Ok(Self::Everyone),
            (Role::Admin, None) => Ok(Self::WithManagers(id)),
            (Role::WaffleManager, None) => Ok(Self::Account(id)),
        }
    }
}
