//! The proof by which a server recognizes requests of `waffle doctor`, which has the same secret.

use chrono::TimeDelta;

use crate::clock::Clock;
use crate::config::Secret;
use crate::session::mac::MacKey;

/// How long a proof is valid, and by how much the clocks of two servers may differ.
const LIFETIME: TimeDelta = TimeDelta::seconds(60);

/// Makes and checks the proofs, with a separate key derived from the server's secret.
pub struct DoctorPass {
    key: MacKey,
    clock: Clock,
}

impl DoctorPass {
    /// Derives the key from the server's secret.
    pub fn new(secret: &Secret, clock: &Clock) -> Self {
        Self { key: MacKey::derived(secret, "waffle doctor key 1"), clock: clock.clone() }
    }

    /// Makes a proof: the time, and its MAC.
    pub fn sign(&self) -> String {
        let now = self.clock.now().timestamp().to_string();
        let mac = self.key.sign(&now);
        format!("{now}.{mac}")
    }

    /// Returns whether a proof is genuine and was made less than a minute ago, by this clock or by another one.
    pub fn holds(&self, proof: &str) -> bool {
        let Some((time, mac)) = proof.split_once('.') else { return false };
        let fresh = time.parse().is_ok_and(|time: i64| {
            self.clock.now().timestamp().saturating_sub(time).unsigned_abs() < LIFETIME.num_seconds().unsigned_abs()
        });
        fresh && self.key.holds(time, mac)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use chrono::DateTime;

    use super::DoctorPass;
    use crate::clock::Clock;
    use crate::config::Secret;

    fn pass(secret: &str, at: i64) -> DoctorPass {
        DoctorPass::new(&Secret::new(secret), &Clock::manual(DateTime::from_timestamp(at, 0).unwrap()))
    }

    #[test]
    fn a_proof_holds_for_a_minute_whichever_clock_is_ahead() {
        let secret = "a secret of more than thirty-two characters";
        let proof = pass(secret, 1_700_000_000).sign();
        for (off_by, holds) in
            [(-60, false), (-59, true), (0, true), (59, true), (60, false), (i64::from(i32::MAX), false)]
        {
            assert_eq!(pass(secret, 1_700_000_000 + off_by).holds(&proof), holds, "{off_by}");
        }
        let clock = Clock::manual(DateTime::UNIX_EPOCH);
        let moved = DoctorPass::new(&Secret::new(secret), &clock);
        let proof = moved.sign();
        clock.advance(Duration::from_mins(1));
        assert!(!moved.holds(&proof) && moved.holds(&moved.sign()));
    }

    #[test]
    fn anything_else_is_refused() {
        let secret = "a secret of more than thirty-two characters";
        let ours = pass(secret, 1_700_000_000);
        let proof = ours.sign();
        let later = proof.replace("1700000000.", "1700000001.");
        assert_ne!(later, proof);
        for bad in ["", ".", "1700000000", "1700000000.", &later, &proof[1..], &proof[..40], &format!("{proof}A")] {
            assert!(!ours.holds(bad), "{bad}");
        }
        for extreme in [i64::MIN, i64::MAX] {
            assert!(!ours.holds(&format!("{extreme}.x")), "{extreme}");
        }
        assert!(!pass("another secret of more than thirty-two characters", 1_700_000_000).holds(&proof));
    }
}
