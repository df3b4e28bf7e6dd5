//! How tries to sign in ended, counted.

use waffle_actors::telemetry::Count;

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
    /// Counts a try; a refused one by the code of the refusal.
    pub(crate) fn note(&self, refused: Option<&str>) {
        let count = match refused {
            None => &self.ok,
            Some("invalid_credentials") => &self.wrong,
            Some("locked_out") => &self.locked_out,
            Some("account_deactivated") => &self.deactivated,
            Some(_) => &self.unavailable,
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
