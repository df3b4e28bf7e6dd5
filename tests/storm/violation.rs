//! What a storm may reveal.

use std::time::Duration;

use crate::history::Deed;

/// Something that must not happen.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Violation {
    /// A spot had more acknowledged owners than releases allow, or was given away while it had an owner.
    Oversold { number: i32, owners: Vec<String> },
    /// A claim was acknowledged, but not stored, or not whole.
    Lost { handle: String, missing: Vec<i32> },
    /// A claim was stored, though it was refused or never made, or other spots than were acknowledged.
    Unasked { handle: String, stored: Vec<i32> },
    /// The attempts of one claim got different spots.
    TwoAnswers { handle: String },
    /// A claim was refused as taken, though no one else ever had the spot.
    FalseRefusal { handle: String, number: i32 },
    /// The log has a transition that the rules don't allow, or a change of one buyer's spot as another's.
    Impossible { seq: i64 },
    /// The log's sequence has a gap or a repeat.
    Gap { after: i64, next: i64 },
    /// The database's spots, its counters or what handles hold are not what the log adds up to.
    Contradiction { what: String },
    /// A watcher saw something twice, out of order, differently, or not at all.
    Watched { watcher: String, expected: i64, got: Option<i64> },
    /// A watcher had to fetch the spots again.
    Resynced { watcher: String },
    /// A board differs from what the log adds up to.
    Shown { number: i32 },
    /// A board is older or newer than the log.
    Stale { seq: i64, newest: i64 },
    /// An answer came too late, or none within the client's time-out.
    Slow { handle: String, took: Duration, answer: String },
    /// A buyer got an answer that no buyer may get.
    Failed { status: u16, code: String },
    /// A claim gave a handle more than it may hold.
    BeyondCap { seq: i64, held: usize },
    /// A claim was granted before the opening.
    BeforeOpening { seq: i64 },
    /// A claim was granted during a pause.
    WhilePaused { seq: i64 },
    /// A claim was granted to a handle that was blocked.
    Blocked { seq: i64 },
    /// A spot expired before it was to be paid, or without a deadline.
    TooEarly { seq: i64 },
    /// A spot was still pending long after it was to be paid.
    TooLate { number: i32, handle: String },
    /// A spot expired though its buyer had said that it was paid.
    ExpiredThoughSaid { seq: i64 },
    /// A spot was given back by someone other than its buyer, or not given back though it was acknowledged.
    GivenBack { handle: String, number: i32 },
    /// A rename was stored in part, or though it was refused, or not though it was acknowledged.
    Renamed { handle: String, stored: Vec<i32> },
    /// A change meant for one buyer's spot was made to another's.
    OfAnother { number: i32, handle: String },
    /// A spot was released that did not come from a source that was to be released.
    OtherSource { seq: i64 },
    /// What was locked for a draw is not what was paid for, or not what was hashed.
    Entries { draw: i32 },
    /// A paid spot changed, or a spot was paid, while a draw was locked.
    Thawed { seq: i64 },
    /// Others won than the algorithm says.
    WrongWinners { draw: i32 },
    /// A draw was not decided once, as it says itself.
    Decided { draw: i32 },
    /// The log has draws in an impossible order.
    Disorder { seq: i64 },
    /// A seller's change was acknowledged but not stored, or stored but not asked for.
    Deed { number: i32, deed: Deed, done: usize, stored: usize },
}
