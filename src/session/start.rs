//! Setting up sessions when the server starts.

use waffle_actors::lockout::Lockout;
use waffle_actors::whois::Whois;
use waffle_store::connect::PgPool as Pool;

use crate::clock::Clock;
use crate::config::Config;
use crate::session::{KeysError, Sessions};

/// Why sessions could not be set up, for the operator.
#[derive(Debug, thiserror::Error)]
#[error("the keys for forms, reset links and second factors can't be derived from JWT_SECRET")]
pub struct SessionsError(#[from] KeysError);

/// Makes the sessions. The database is not asked yet.
pub fn start(config: &Config, clock: &Clock, database: &Pool, whois: &Whois) -> Result<Sessions, SessionsError> {
    let (lockout, whois) = (Lockout::default(), whois.clone());
    let secret = &config.secrets.jwt_secret;
    Ok(Sessions::new(database.clone(), clock.clone(), &config.auth, secret, lockout, whois)?)
}
