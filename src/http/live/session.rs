//! A watcher's session as plain state: what it has seen, and when it was last heard. It knows nothing about sockets.

use std::time::Duration;

use bytes::Bytes;
use waffle_actors::watch::{Broadcast, SubscriptionEnd};
use waffle_domain::timeouts::{WATCHER_FRAME, WATCHER_SILENCE, WATCHER_STALL};

use crate::live::decoder::Violation;

/// How many frames a client may send within a second.
const MOST_FRAMES: u32 = 100;
const SECOND: Duration = Duration::from_secs(1);

/// What a watcher has seen, and when it was last heard. Moments are measured from the session's start.
#[derive(Debug, Default)]
pub struct Session {
    seen: Option<i64>,
    heard: Duration,
    /// When the connection was last given something, if it has not asked for more since.
    gave: Option<Duration>,
    /// When the current, unfinished frame began.
    unfinished_since: Option<Duration>,
    /// When the current second of counting frames began, and how many there were in it.
    counted: (Duration, u32),
}

/// Why a session ends: the close code and reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    /// The WebSocket close code.
    pub code: u16,
    /// The close reason, for people who debug.
    pub reason: &'static str,
}

impl Ending {
    /// The client said goodbye.
    pub const FAREWELL: Self = Self { code: 1000, reason: "" };
    /// The waffle was deleted.
    pub const GONE: Self = Self { code: 1000, reason: "the waffle is gone" };
    /// The waffle can't be watched for now.
    pub const UNAVAILABLE: Self = Self { code: 1013, reason: "not available now: come back with since" };
    /// The client took nothing for too long.
    pub const SLOW: Self = Self { code: 1013, reason: "too slow: come back with since" };
    const SILENT: Self = Self { code: 1001, reason: "silent for too long" };
    const TOO_MANY: Self = Self { code: 1008, reason: "more than 100 frames in a second" };
    const UNFINISHED: Self = Self { code: 1002, reason: "a frame was not finished within 10 s" };
}

impl From<Violation> for Ending {
    fn from(violation: Violation) -> Self {
        match violation {
            Violation::TooLong => Self { code: 1009, reason: "a frame has at most 1 KiB" },
            Violation::Protocol => Self { code: 1002, reason: "not understood" },
            Violation::NotUtf8 => Self { code: 1007, reason: "a text is UTF-8" },
        }
    }
}

impl Session {
    /// Starts a session. `since` is the last event that the client says it has seen.
    pub fn new(since: Option<i64>) -> Self {
        Self { seen: since, ..Self::default() }
    }

    /// The last event seen, from which a new subscription continues.
    pub fn seen(&self) -> Option<i64> {
        self.seen
    }

    /// Takes a broadcast and returns the frames that are new to the client, in order.
    pub fn take(&mut self, broadcast: &Broadcast) -> Bytes {
        if broadcast.starts_over() {
            // The client continues from there, even if the number is lower than the one it had.
            self.seen = Some(broadcast.through());
            return broadcast.all();
        }
        let news = self.seen.map_or_else(|| broadcast.all(), |seen| broadcast.after(seen));
        self.seen = Some(broadcast.through().max(self.seen.unwrap_or_default()));
        news
    }

    /// Takes a text message from the client; only a pong matters.
    pub fn hear(&mut self, text: &str, now: Duration) {
        #[derive(serde::Deserialize)]
        struct Typed {
            r#type: String,
        }
        let pong =
            text.trim() == "pong" || serde_json::from_str::<Typed>(text).is_ok_and(|typed| typed.r#type == "pong");
        if pong {
            self.hear_pong(now);
        }
    }

    /// Notes a sign of life.
    pub fn hear_pong(&mut self, now: Duration) {
        self.heard = now;
    }

    /// Notes whether the connection, which asks until there is nothing more, was given something. It does not ask again
    /// before that is written.
    pub fn note_given(&mut self, something: bool, now: Duration) {
        self.gave = something.then_some(now);
    }

    /// Returns whether the client has taken nothing for too long, now that the connection asks for more.
    pub fn stalled(&self, now: Duration) -> bool {
        self.gave.is_some_and(|gave| now.saturating_sub(gave) > WATCHER_STALL)
    }

    /// Counts a frame.
    pub fn count_frame(&mut self, now: Duration) -> Result<(), Ending> {
        if now.saturating_sub(self.counted.0) >= SECOND {
            self.counted = (now, 0);
        }
        self.counted.1 += 1;
        if self.counted.1 > MOST_FRAMES { Err(Ending::TOO_MANY) } else { Ok(()) }
    }

    /// Notes whether a frame has begun and not ended.
    pub fn note_unfinished(&mut self, is_unfinished: bool, now: Duration) {
        self.unfinished_since = is_unfinished.then_some(self.unfinished_since.unwrap_or(now));
    }

    /// Returns until when the session stays open if the client is silent, and why it ends then.
    pub fn patience(&self) -> (Duration, Ending) {
        let silent = (self.heard + WATCHER_SILENCE, Ending::SILENT);
        let unfinished = self.unfinished_since.map(|since| (since + WATCHER_FRAME, Ending::UNFINISHED));
        unfinished.filter(|unfinished| unfinished.0 < silent.0).unwrap_or(silent)
    }
}

/// Returns how the session ends with its subscription; `None` when it subscribes again.
pub fn ending(end: SubscriptionEnd) -> Option<Ending> {
    match end {
        SubscriptionEnd::Lost => None,
        SubscriptionEnd::Over => Some(Ending { code: 1000, reason: "the waffle is closed" }),
        SubscriptionEnd::Stopping => Some(Ending { code: 1001, reason: "the server stops" }),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use waffle_actors::watch::{Broadcast, Encoded, SubscriptionEnd};

    use super::{MOST_FRAMES, SECOND, Session, WATCHER_FRAME, WATCHER_SILENCE, WATCHER_STALL, ending};

    fn broadcast(seqs: &[i64], through: i64) -> Broadcast {
        let encoded = |seq: &i64| if *seq == 0 { Encoded::resync() } else { Encoded::resync_instead(*seq, *seq) };
        Broadcast::new(&seqs.iter().map(encoded).collect::<Vec<_>>(), through)
    }

    /// The sequence numbers in the frames that are new to a session; 0 for a message without one.
    fn taken(session: &mut Session, seqs: &[i64], through: i64) -> Vec<i64> {
        let frames = session.take(&broadcast(seqs, through));
        let texts = frames.split(|byte| *byte == 0x81).skip(1);
        let seq = |text: &[u8]| {
            let message: serde_json::Value = serde_json::from_slice(&text[1..]).unwrap();
            message["seq"].as_i64().unwrap_or_default()
        };
        texts.map(seq).collect()
    }

    #[test]
    fn an_event_from_two_subscriptions_is_sent_once() {
        let mut session = Session::new(Some(4));
        assert_eq!(taken(&mut session, &[5, 6], 6), [5, 6]);
        assert_eq!(taken(&mut session, &[5, 6, 7], 7), [7]);
        assert_eq!(session.seen(), Some(7));
        assert_eq!(taken(&mut session, &[5, 6], 7), [0; 0]);
        assert_eq!(taken(&mut session, &[], 3), [0; 0]);
        assert_eq!(session.seen(), Some(7));
    }

    #[test]
    fn without_since_it_begins_where_the_subscription_does() {
        let mut session = Session::new(None);
        assert_eq!(taken(&mut session, &[], 9), [0; 0]);
        assert_eq!(taken(&mut session, &[9, 10], 10), [10]);
    }

    #[test]
    fn a_resync_continues_from_the_newest_number_even_a_lower_one() {
        let mut session = Session::new(Some(500));
        assert_eq!(taken(&mut session, &[0], 3), [0]);
        assert_eq!(taken(&mut session, &[4], 4), [4]);
    }

    #[test]
    fn only_a_pong_is_a_sign_of_life() {
        for (text, counts) in
            [("pong", true), (r#"{"type": "pong"}"#, true), ("ping", false), ("{", false), ("{}", false)]
        {
            let mut session = Session::new(None);
            session.hear(text, Duration::from_secs(10));
            let until = if counts { WATCHER_SILENCE + Duration::from_secs(10) } else { WATCHER_SILENCE };
            assert_eq!(session.patience().0, until, "{text}");
        }
    }

    #[test]
    fn silence_ends_it_after_75_seconds_and_half_a_frame_after_10() {
        let mut session = Session::new(None);
        assert_eq!((session.patience().0, session.patience().1.code), (WATCHER_SILENCE, 1001));
        session.note_unfinished(true, Duration::from_secs(7));
        session.note_unfinished(true, Duration::from_secs(9));
        let until = Duration::from_secs(7) + WATCHER_FRAME;
        assert_eq!((session.patience().0, session.patience().1.code), (until, 1002));
        session.note_unfinished(false, Duration::from_secs(10));
        assert_eq!(session.patience().0, WATCHER_SILENCE);
        session.note_unfinished(true, Duration::from_secs(70));
        assert_eq!((session.patience().0, session.patience().1.code), (WATCHER_SILENCE, 1001), "it comes first");
    }

    #[test]
    fn a_hundred_frames_in_a_second_are_allowed_and_not_one_more() {
        let mut session = Session::new(None);
        let mut burst = |at| (0..MOST_FRAMES).all(|_| session.count_frame(at).is_ok());
        assert!(burst(Duration::ZERO) && burst(SECOND));
        assert_eq!(session.count_frame(SECOND + Duration::from_millis(999)).unwrap_err().code, 1008);
    }

    #[test]
    fn a_client_that_takes_what_waits_within_five_seconds_has_not_stalled() {
        let mut session = Session::new(None);
        let given = Duration::from_secs(7);
        assert!(!session.stalled(given));
        session.note_given(true, given);
        assert!(!session.stalled(given + WATCHER_STALL));
        assert!(session.stalled(given + WATCHER_STALL + Duration::from_millis(1)));
        session.note_given(false, given);
        assert!(!session.stalled(given + WATCHER_STALL * 2), "nothing waited for him");
    }

    #[test]
    fn endings_have_their_codes() {
        let code = |end| ending(end).map(|ending| ending.code);
        assert_eq!(code(SubscriptionEnd::Over), Some(1000));
        assert_eq!(code(SubscriptionEnd::Stopping), Some(1001));
        assert_eq!(code(SubscriptionEnd::Lost), None);
    }
}
