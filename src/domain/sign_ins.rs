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

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::{NotYours, Scope};
    use crate::role::Role;

    #[test]
    fn each_role_sees_its_own_share_and_only_a_super_admin_chooses() {
        let (own, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        assert_eq!(Scope::of(own, Role::WaffleManager, None), Ok(Scope::Account(own)));
        assert_eq!(Scope::of(own, Role::Admin, None), Ok(Scope::WithManagers(own)));
        assert_eq!(Scope::of(own, Role::SuperAdmin, None), Ok(Scope::Everyone));
        assert_eq!(Scope::of(own, Role::SuperAdmin, Some(other)), Ok(Scope::Account(other)));
        for role in [Role::Admin, Role::WaffleManager] {
            for asked in [own, other] {
                assert_eq!(Scope::of(own, role, Some(asked)), Err(NotYours));
            }
        }
    }
}
