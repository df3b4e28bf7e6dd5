//! Counts of sign-in attempts, by outcome.

use waffle_actors::telemetry::Count;

/// Sign-in attempts on this server, by outcome.
#[derive(Debug, Default)]
pub struct SignInCounts {
    ok: Count,
    wrong: Count,
    locked_out: Count,
    deactivated: Count,
    code_asked: Count,
    unavailable: Count,
}

impl SignInCounts {
    /// Counts an attempt; `refused` is the code of the refusal, if any.
    pub(crate) fn note(&self, refused: Option<&str>) {
        let count = match refused {
            None => &self.ok,
            Some("invalid_credentials" | "invalid_code") => &self.wrong,
            Some("second_factor_required") => &self.code_asked,
            Some("locked_out") => &self.locked_out,
            Some("account_deactivated") => &self.deactivated,
            Some(_) => &self.unavailable,
        };
        count.one();
    }

    /// Returns each outcome's name and count.
    pub fn read(&self) -> [(&'static str, u64); 6] {
        [
            ("ok", self.ok.get()),
            ("wrong", self.wrong.get()),
            ("locked_out", self.locked_out.get()),
            ("deactivated", self.deactivated.get()),
            ("code_asked", self.code_asked.get()),
            ("unavailable", self.unavailable.get()),
        ]
    }
}
