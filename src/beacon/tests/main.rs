//! Relays and fetching, against real servers on this machine.

#![expect(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod beacons;
mod fetching;
mod local;
mod lying_relays;
