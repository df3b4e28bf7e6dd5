//! Sessions: tokens, cookies, CSRF proofs and passwords.

pub mod caller;
pub mod check_code;
pub mod client;
pub mod csrf;
pub mod first_account;
pub mod jwt;
mod jwt_provider;
pub mod mac;
pub mod new_password;
pub mod own_password;
pub mod password_hash;
mod password_queue;
mod renewed_hash;
pub mod reset_token;
pub mod second_factor;
pub mod settings_cache;
pub mod sign_in_counts;
pub mod sign_in_step;

use chrono::TimeDelta;
use uuid::Uuid;
use waffle_actors::lockout::Lockout;
use waffle_actors::whois::Whois;
use waffle_domain::role::Role;
use waffle_domain::second_factor::Required;
use waffle_store::pools::PgPool as Pool;
use waffle_store::sessions::Alive;

use crate::clock::Clock;
use crate::config::{Auth, Secret};

/// The state that signing in and every signed-in request needs; shared by all HTTP threads.
pub struct Sessions {
    database: Pool,
    clock: Clock,
    pub(crate) tokens: jwt::TokenKeys,
    csrf: csrf::CsrfKeys,
    flashes: mac::SealKey,
    pub steps: sign_in_step::StepKeys,
    pub factors: second_factor::FactorKeys,
    second_factor_required: Required,
    /// How long a session may be idle, if there is a limit.
    idle: Option<TimeDelta>,
    pub(crate) resets: reset_token::ResetKeys,
    /// Hashes and checks passwords.
    pub passwords: password_hash::PasswordHasher,
    /// The current settings.
    pub settings: settings_cache::SettingsCache,
    /// Whether browsers may send cookies over TLS only.
    pub cookie_secure: bool,
    pub(crate) lockout: Lockout,
    pub(crate) whois: Whois,
    /// Counts of sign-in attempts, by outcome.
    pub sign_ins: sign_in_counts::SignInCounts,
}

impl Sessions {
    /// Derives the keys from the server's secret.
    pub fn new(database: Pool, clock: Clock, auth: &Auth, jwt_secret: &Secret, lockout: Lockout, whois: Whois) -> Self {
        Self {
            tokens: jwt::TokenKeys::new(jwt_secret),
            csrf: csrf::CsrfKeys::new(jwt_secret),
            flashes: mac::SealKey::derived(jwt_secret, "waffle flash key 1"),
            steps: sign_in_step::StepKeys::new(jwt_secret),
            factors: second_factor::FactorKeys::new(jwt_secret),
            second_factor_required: auth.require_second_factor,
            idle: (auth.session_idle_hours > 0).then(|| TimeDelta::hours(auth.session_idle_hours.into())),
            resets: reset_token::ResetKeys::new(jwt_secret),
            passwords: password_hash::PasswordHasher::new(auth.bcrypt_cost),
            settings: settings_cache::SettingsCache::new(database.clone(), clock.clone()),
            cookie_secure: auth.cookie_secure,
            lockout,
            whois,
            sign_ins: sign_in_counts::SignInCounts::default(),
            database,
            clock,
        }
    }

    /// Which sessions are alive now.
    pub fn alive(&self) -> Alive {
        let now = self.clock.now();
        Alive { now, seen_since: self.idle.map(|idle| now - idle) }
    }

    /// Returns whether accounts of a role must have a second factor.
    pub fn needs_second_factor(&self, role: Role) -> bool {
        self.second_factor_required.of(role)
    }

    /// Makes a fresh proof for a form.
    pub fn csrf_token(&self, owner: csrf::FormOwner<'_>) -> String {
        self.csrf.token(owner, rand::random())
    }

    /// Returns whether a form's proof is genuine and belongs to this owner.
    pub fn csrf_holds(&self, owner: csrf::FormOwner<'_>, proof: &str) -> bool {
        self.csrf.holds(owner, proof)
    }

    /// Seals the message that a session's next page of this path shows.
    pub fn seal_flash(&self, session: Uuid, path: &str, message: String) -> Option<String> {
        self.flashes.seal(&format!("{session} {path}"), message.into_bytes())
    }

    /// Opens the message that was sealed for this session and path.
    pub fn open_flash(&self, session: Uuid, path: &str, sealed: &str) -> Option<String> {
        String::from_utf8(self.flashes.open(&format!("{session} {path}"), sealed)?).ok()
    }

    /// Reads a genuine token that has not expired, without asking the database whether its session was ended.
    pub fn check_token(&self, token: &str) -> Option<jwt::TokenSession> {
        self.tokens.check(token, self.clock.now()).ok()
    }
}
