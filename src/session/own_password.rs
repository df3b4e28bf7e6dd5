//! The admin's own password, asked for again before something that can't be undone.

use waffle_store::admins;

use crate::session::Sessions;
use crate::session::current_admin::CurrentAdmin;
use crate::web::error::Failure;

impl Sessions {
    /// Refuses with 403 `invalid_password` unless this is the admin's current password.
    pub async fn check_own_password(&self, admin: &CurrentAdmin, password: &str) -> Result<(), Failure> {
        let credentials = admins::credentials(&self.database, admin.username()).await?;
        let hash = credentials.map(|found| found.password_hash);
        if self.passwords.matches(password, hash).await? {
            return Ok(());
        }
        Err(invalid_password())
    }
}

/// 403 for another password than the current one.
pub(super) fn invalid_password() -> Failure {
    Failure::forbidden("invalid_password", "This is not your current password; nothing was changed.")
}
