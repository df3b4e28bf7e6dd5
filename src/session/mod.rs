//! Who is signed in: tokens, cookies, forms' proofs and passwords.

pub mod cookie;
pub mod csrf;
pub mod first_account;
pub mod form;
pub mod jwt;
pub mod new_password;
pub mod next;
pub mod own_password;
pub mod password_hash;
mod renewed_hash;
pub mod reset_token;
pub mod same_origin;
pub mod settings_cache;
pub mod sign_in_counts;
pub mod signed_in;
pub mod start;
pub mod visitor;

use actix_web::{HttpRequest, web};
use waffle_actors::lockout::Lockout;
use waffle_actors::whois::Whois;
use waffle_store::connect::PgPool as Pool;

use crate::clock::Clock;
use crate::config::{Auth, Secret};
use crate::web::error::Failure;

/// What signing in and every signed-in request need; shared by all HTTP threads.
pub struct Sessions {
    database: Pool,
    clock: Clock,
    pub(crate) tokens: jwt::TokenKeys,
    csrf: csrf::CsrfKeys,
    pub(crate) resets: reset_token::ResetKeys,
    passwords: password_hash::PasswordHasher,
    settings: settings_cache::SettingsCache,
    cookies: cookie::Cookies,
    pub(crate) lockout: Lockout,
    pub(crate) whois: Whois,
    sign_ins: sign_in_counts::SignInCounts,
}

impl Sessions {
    /// Derives the keys from the server's secret.
    pub fn new(
        database: Pool,
        clock: Clock,
        auth: &Auth,
        jwt_secret: &Secret,
        lockout: Lockout,
        whois: Whois,
    ) -> Result<Self, jsonwebtoken::errors::Error> {
        Ok(Self {
            tokens: jwt::TokenKeys::new(jwt_secret),
            csrf: csrf::CsrfKeys::new(jwt_secret)?,
            resets: reset_token::ResetKeys::new(jwt_secret)?,
            passwords: password_hash::PasswordHasher::new(auth.bcrypt_cost),
            settings: settings_cache::SettingsCache::new(database.clone(), clock.clone()),
            cookies: cookie::Cookies { secure: auth.cookie_secure },
            lockout,
            whois,
            sign_ins: sign_in_counts::SignInCounts::default(),
            database,
            clock,
        })
    }

    /// Hashes and checks passwords.
    pub fn passwords(&self) -> &password_hash::PasswordHasher {
        &self.passwords
    }

    /// The settings of now.
    pub fn settings(&self) -> &settings_cache::SettingsCache {
        &self.settings
    }

    /// How tries to sign in ended.
    pub fn sign_ins(&self) -> &sign_in_counts::SignInCounts {
        &self.sign_ins
    }

    /// How cookies are set.
    pub fn cookies(&self) -> cookie::Cookies {
        self.cookies
    }

    /// A fresh proof for a form. Empty, and so good for nothing, should signing ever fail.
    pub fn csrf_token(&self, holder: csrf::Holder<'_>) -> String {
        self.csrf.token(holder, rand::random()).unwrap_or_default()
    }

    /// The sessions of the server that took the request.
    pub fn of(request: &HttpRequest) -> Result<web::Data<Self>, Failure> {
        request
            .app_data::<web::Data<Self>>()
            .cloned()
            .ok_or_else(|| Failure::internal("the server was built without sessions"))
    }
}
