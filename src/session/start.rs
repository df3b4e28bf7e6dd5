//! Setting up sessions when the server starts.

use waffle_actors::lockout::Lockout;
use waffle_actors::whois::Whois;
use waffle_store::connect::PgPool as Pool;

use crate::clock::Clock;
use crate::config::Config;
use crate::session::first_account::{FirstAccountError, create_first_account};
use crate::session::{KeysError, Sessions};

/// Why sessions could not be set up, for the operator.
#[derive(Debug, thiserror::Error)]
pub enum SessionsError {
    #[error("the keys for forms, reset links and second factors can't be derived from JWT_SECRET")]
    Keys(#[from] KeysError),
    #[error(transparent)]
    FirstAccount(#[from] FirstAccountError),
}

/// Makes the sessions, and creates the first account if there is none.
pub async fn start(config: &Config, clock: &Clock, database: &Pool, whois: &Whois) -> Result<Sessions, SessionsError> {
    let lockout = Lockout::default();
    let secrets = &config.secrets;
    let whois = whois.clone();
    let sessions = Sessions::new(database.clone(), clock.clone(), &config.auth, &secrets.jwt_secret, lockout, whois)?;
    let created = create_first_account(database, sessions.passwords(), &secrets.admin_password, clock.now()).await?;
    if created {
        log::info!("the first account was created: username=admin");
    }
    Ok(sessions)
}
