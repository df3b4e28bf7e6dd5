//! An account's role and whether it is active, and which changes to them are allowed.

use waffle_language::say;

use crate::refusal::Refusal;
use crate::role::Role;

/// What an account may do now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub role: Role,
    pub active: bool,
}

/// A change to a standing; `None` leaves a part as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StandingChange {
    pub role: Option<Role>,
    pub active: Option<bool>,
}

/// Other facts that decide whether a change is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Circumstances {
    /// Whether the change is to the author's own account.
    pub own: bool,
    /// How many other accounts are active super admins.
    pub other_super_admins: usize,
    /// Whether the author has given their current password.
    pub confirmed: bool,
}

/// Refuses a change that needs the author's password without it.
pub fn not_confirmed() -> Refusal {
    Refusal::invalid("current_password", say!("fault-standing-unconfirmed"))
}

impl Standing {
    fn manages_accounts(self) -> bool {
        self.active && self.role == Role::SuperAdmin
    }
}

impl StandingChange {
    /// Returns whether the change needs its author's password, because it lowers the role or deactivates.
    pub fn needs_password(self, before: Standing) -> bool {
        self.active == Some(false) || self.role.is_some_and(|role| role < before.role)
    }

    /// Decides on a change, and returns the new standing, which may be the same as before. Accounts may not deactivate
    /// themselves, and someone must be left to manage accounts.
    pub fn decide(self, before: Standing, circumstances: Circumstances) -> Result<Standing, Refusal> {
        let after = Standing { role: self.role.unwrap_or(before.role), active: self.active.unwrap_or(before.active) };
        if self.needs_password(before) && !circumstances.confirmed {
            return Err(not_confirmed());
        }
        if circumstances.own && before.active && !after.active {
            return Err(Refusal::OwnAccount);
        }
        if before.manages_accounts() && !after.manages_accounts() && circumstances.other_super_admins == 0 {
            return Err(Refusal::LastSuperAdmin);
        }
        Ok(after)
    }
}

#[cfg(test)]
mod tests {
    use super::{Circumstances, Refusal, Standing, StandingChange, not_confirmed};
    use crate::role::Role;

    const SUPER: Standing = Standing { role: Role::SuperAdmin, active: true };
    const ADMIN: Standing = Standing { role: Role::Admin, active: true };
    const GONE: Standing = Standing { role: Role::Admin, active: false };
    const AMONG_TWO: Circumstances = Circumstances { own: false, other_super_admins: 1, confirmed: true };

    fn role(role: Role) -> StandingChange {
        StandingChange { role: Some(role), active: None }
    }

    fn active(active: bool) -> StandingChange {
        StandingChange { role: None, active: Some(active) }
    }

    #[test]
    fn lowering_and_deactivating_need_the_password_and_nothing_else_does() {
        let unconfirmed = Circumstances { confirmed: false, ..AMONG_TWO };
        for (before, change) in [(SUPER, role(Role::Admin)), (ADMIN, role(Role::WaffleManager)), (ADMIN, active(false))]
        {
            assert_eq!(change.decide(before, unconfirmed), Err(not_confirmed()), "{change:?}");
            assert!(change.decide(before, AMONG_TWO).is_ok());
        }
        for (before, change) in [
            (ADMIN, role(Role::SuperAdmin)),
            (ADMIN, role(Role::Admin)),
            (GONE, active(true)),
            (SUPER, StandingChange::default()),
        ] {
            assert!(change.decide(before, unconfirmed).is_ok(), "{change:?}");
        }
    }

    #[test]
    fn the_last_super_admin_stays_one() {
        let alone = Circumstances { other_super_admins: 0, ..AMONG_TWO };
        for change in [role(Role::Admin), active(false)] {
            assert_eq!(change.decide(SUPER, alone), Err(Refusal::LastSuperAdmin));
            assert!(change.decide(SUPER, AMONG_TWO).is_ok());
        }
        let deactivated = Standing { active: false, ..SUPER };
        assert!(role(Role::Admin).decide(deactivated, alone).is_ok(), "this one manages nothing anyway");
        assert!(active(false).decide(deactivated, alone).is_ok(), "a repeat");
    }

    #[test]
    fn an_account_may_lower_itself_but_not_deactivate() {
        let own = Circumstances { own: true, ..AMONG_TWO };
        assert_eq!(active(false).decide(SUPER, own), Err(Refusal::OwnAccount));
        assert_eq!(role(Role::Admin).decide(SUPER, own), Ok(ADMIN));
        assert_eq!(active(true).decide(SUPER, own), Ok(SUPER));
    }
}
