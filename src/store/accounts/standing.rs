//! Changes an account's role, and deactivates and reactivates it.

use crate::pools::PgPool;
use sqlx::postgres::PgConnection;
use uuid::Uuid;
use waffle_domain::account::Account;
use waffle_domain::account_standing::{Circumstances, Standing, StandingChange};
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::author::By;
use waffle_domain::role::{Permission, Role};

use super::lock_among;
use crate::accounts::password;
use crate::audit;
use crate::failure::StoreFailure;
use crate::sessions;
use crate::transaction::committed;

/// Changes a role, or whether an account is active, with one audit entry for each of the two that changes. `confirmed`
/// says whether the author entered their own password. Returns the account as it is now, even if nothing changed.
/// Refuses an author who has lost the permission.
///
/// Locks all accounts that matter for the decision: those of every `super_admin`, of the author, and the changed one.
/// If two admins lower each other's roles, the second change is judged by what the first one left.
pub async fn change(
    pool: &PgPool,
    id: Uuid,
    change: StandingChange,
    confirmed: bool,
    by: By<'_>,
) -> Result<Account, StoreFailure> {
    // Also when nothing changes: an earlier request may have made the change, and lost its answer while it waited for
    // standbys.
    committed(pool, async |conn| {
        // The lock also makes requests for a new password wait.
        let (mut account, others) = lock_among(conn, id, by, Permission::ManageAdmins, true).await?;
        let super_admin = |account: &&Account| account.active && account.role == Role::SuperAdmin;
        let other_super_admins = others.iter().filter(super_admin).count();
        let circumstances = Circumstances { own: id == by.author.account_id, other_super_admins, confirmed };
        let before = account.standing();
        let after = change.decide(before, circumstances)?;
        if before != after {
            write(conn, &account, after, by).await?;
        }
        Standing { role: account.role, active: account.active } = after;
        Ok(account)
    })
    .await
}

async fn write(conn: &mut PgConnection, account: &Account, after: Standing, by: By<'_>) -> Result<(), StoreFailure> {
    let sql = "UPDATE admins SET role = $2, active = $3 WHERE id = $1";
    sqlx::query(sql).bind(account.id).bind(after.role.as_str()).bind(after.active).execute(&mut *conn).await?;
    let (name, entity) = (account.username.as_str(), (EntityType::Admin, account.id));
    if after.role != account.role {
        let detail = format!("{name}: {} → {}", account.role.as_str(), after.role.as_str());
        audit::of_actor(conn, by, AuditAction::UpdateAdminRole, entity, &detail).await?;
    }
    if after.active != account.active {
        let action = if after.active { AuditAction::ActivateAdmin } else { AuditAction::DeactivateAdmin };
        audit::of_actor(conn, by, action, entity, name).await?;
    }
    if !after.active {
        password::withdraw_reset(conn, account.id).await?;
        sessions::delete_all(conn, account.id).await?;
    }
    Ok(())
}
