//! The signed-in account that a request comes from.

use std::net::IpAddr;
use std::sync::Arc;

use uuid::Uuid;
use waffle_domain::account::Account;
use waffle_domain::author::Author;
use waffle_domain::refusal::Refusal;
use waffle_domain::role::Permission;
use waffle_domain::username::Username;
use waffle_store::accounts::{Presented, SignedInAccount, signed_in};

use crate::failure::Failure;
use crate::session::Sessions;
use crate::session::csrf::FormOwner;
use crate::session::jwt::TokenSession;

/// The signed-in account that a request comes from, with the current role and name from the database.
#[derive(Clone)]
pub struct Caller {
    pub account: Account,
    pub session: TokenSession,
    /// Where the request came from.
    pub ip_address: IpAddr,
    sessions: Arc<Sessions>,
}

/// An account, and whether it lacks the second factor that its role must have.
pub struct Identified {
    pub caller: Caller,
    pub lacks_second_factor: bool,
}

impl Caller {
    /// Finds the account of a genuine token. Fails with 401 if its session has ended, or its account is not active.
    pub async fn identify(
        sessions: Arc<Sessions>,
        session: TokenSession,
        ip_address: IpAddr,
    ) -> Result<Identified, Failure> {
        let (admin_id, session_id, alive) = (session.admin_id, session.jti, sessions.alive());
        let found = signed_in(&sessions.database, &Presented { admin_id, session_id, alive, ip_address }).await?;
        let SignedInAccount { account, has_second_factor } = found.ok_or(Refusal::NotSignedIn)?;
        let lacks_second_factor = sessions.needs_second_factor(account.role) && !has_second_factor;
        Ok(Identified { caller: Self { account, session, ip_address, sessions }, lacks_second_factor })
    }

    /// The account's id.
    pub fn id(&self) -> Uuid {
        self.account.id
    }

    /// The account's username.
    pub fn username(&self) -> &Username {
        &self.account.username
    }

    /// Returns whether the role has the permission.
    pub fn may(&self, permission: Permission) -> bool {
        self.account.role.may(permission)
    }

    /// Refuses with 403 `forbidden` unless the role has the permission.
    pub fn require(&self, permission: Permission) -> Result<(), Failure> {
        if self.may(permission) {
            return Ok(());
        }
        Err(Refusal::RoleTooLow.into())
    }

    /// Makes a proof for one of this session's forms, to be sent as `csrf_token`.
    pub fn csrf_token(&self) -> String {
        self.sessions.csrf_token(FormOwner::Session(self.session.jti))
    }

    /// Seals the message that this session's next page of a path shows.
    pub fn seal_flash(&self, path: &str, message: String) -> Option<String> {
        self.sessions.seal_flash(self.session.jti, path, message)
    }

    /// Returns whether this session's cookies travel over TLS only.
    pub fn cookie_secure(&self) -> bool {
        self.sessions.cookie_secure
    }

    /// Names this admin as the author of a change, for the event log and the audit log.
    pub fn author(&self) -> Author {
        Author {
            account_id: self.account.id,
            username: self.account.username.to_string(),
            ip_address: Some(self.ip_address),
        }
    }
}
