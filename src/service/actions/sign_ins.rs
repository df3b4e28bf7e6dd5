//! The login history: who signed in, when, from where and with which browser.

use uuid::Uuid;
use waffle_domain::audit_scope_and_filter::AuditScope;
use waffle_domain::refusal::Refusal;
use waffle_domain::role::Permission;
use waffle_domain::sign_ins::Scope;
use waffle_store::audit::trail::authors;

use crate::actions::Services;
use crate::failure::{Failure, of_read};
use crate::session::caller::Caller;

/// Decides whose sign-ins a seller may see, narrowed to one account where `asked` names it. 403 if the role does not
/// allow that.
pub fn scope(me: &Caller, asked: Option<Uuid>) -> Result<Scope, Failure> {
    me.require(Permission::ReadLoginHistory)?;
    Scope::of(me.id(), me.account.role, asked).map_err(|_| Failure::from(Refusal::NotYoursToChoose))
}

/// Lists the ids and usernames of the accounts that have ever signed in.
pub async fn accounts(services: &Services) -> Result<Vec<(Uuid, String)>, Failure> {
    authors(&services.pool, AuditScope::Everyone).await.map_err(of_read)
}
