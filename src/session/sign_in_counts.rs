//! How tries to sign in ended, counted.

use waffle_actors::telemetry::Count;

use crate::session::sign_in::SignedIn;
use crate::web::error::Failure;

/// Tries to sign in on this server, by how they ended.
#[derive(Debug, Default)]
pub struct SignInCounts {
    ok: Count,
    wrong: Count,
    locked_out: Count,
    deactivated: Count,
    unavailable: Count,
}

impl SignInCounts {
    pub(super) fn note(&self, outcome: &Result<SignedIn, Failure>) {
        let count = match outcome.as_ref().map_err(Failure::code) {
            Ok(_) => &self.ok,
            Err("invalid_credentials") => &self.wrong,
            Err("locked_out") => &self.locked_out,
            Err("account_deactivated") => &self.deactivated,
            Err(_) => &self.unavailable,
        };
        count.one();
    }

    /// Each outcome's name, and how many tries ended so.
    pub fn read(&self) -> [(&'static str, u64); 5] {
        [
            ("ok", self.ok.get()),
            ("wrong", self.wrong.get()),
            ("locked_out", self.locked_out.get()),
            ("deactivated", self.deactivated.get()),
            ("unavailable", self.unavailable.get()),
        ]
    }
}
