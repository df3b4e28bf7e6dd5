//! Boards under terms: openings, pauses, deadlines, caps and blocks, with receipts and everything that sellers do.

mod control;

use chrono::TimeDelta;
use waffle_tests::program::Server;

/// How long a minute to pay lasts, in milliseconds.
pub(crate) const MINUTE: u32 = 200;
pub(crate) const SETTINGS: &[(&str, &str)] = &[("WAFFLE__RATE_LIMIT__CLAIMS_PER_MINUTE", "0")];
/// The codes of refusals that buyers may get.
pub(crate) const REFUSALS: &[&str] =
    &["too_many_spots", "not_open_yet", "claims_paused", "handle_blocked", "waffle_not_active"];

/// How long after its deadline a spot may be released: five seconds, or more on a busy machine.
pub(crate) fn grace(server: &Server) -> TimeDelta {
    TimeDelta::from_std(server.two_seconds().mul_f64(2.5)).unwrap()
}
