//! Who may see whose sign-ins.

use uuid::Uuid;

use crate::role::{Permission, Role};

/// Whose sign-ins are seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Those of one account.
    Account(Uuid),
    /// Those of one account and of all that are waffle managers now.
    WithManagers(Uuid),
    /// Those of everybody.
    Everyone,
}

/// The role does not choose whose sign-ins it sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("only a super admin chooses whose sign-ins to see")]
pub struct NotYours;

impl Scope {
    /// What an account of a role sees, of one account alone where it asks for that. Asking is refused, also for the own account, unless
    /// the role sees everybody.
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
