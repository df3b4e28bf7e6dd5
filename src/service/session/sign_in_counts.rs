//! Counts of sign-in attempts, by outcome.

use waffle_actors::telemetry::Count;

const OUTCOMES: [&str; 6] = ["ok", "wrong", "locked_out", "deactivated", "code_asked", "unavailable"];

/// Sign-in attempts on this server, by outcome.
#[derive(Debug, Default)]
pub struct SignInCounts([Count; OUTCOMES.len()]);

impl SignInCounts {
    /// Counts an attempt; `refused` is the code of the refusal, if any.
    pub(crate) fn note(&self, refused: Option<&str>) {
        let outcome = match refused {
            None => "ok",
            Some("invalid_credentials" | "invalid_code") => "wrong",
            Some("second_factor_required") => "code_asked",
            Some("locked_out") => "locked_out",
            Some("account_deactivated") => "deactivated",
            Some(_) => "unavailable",
        };
        self.each().filter(|(name, _)| *name == outcome).for_each(|(_, count)| count.one());
    }

    /// Lists the outcomes' names and counts.
    pub fn each(&self) -> impl Iterator<Item = (&'static str, &Count)> {
        OUTCOMES.into_iter().zip(&self.0)
    }
}
