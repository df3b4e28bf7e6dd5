//! A watcher's session as plain state: what it has seen, and when it was last heard. Knows nothing about sockets.

use std::time::Duration;

use waffle_actors::watch::{Broadcast, Encoded, SubscriptionState};
use waffle_domain::time_limits::WATCHER_SILENCE;

/// The longest frame a watcher may send, in bytes.
pub const MOST_INBOUND: usize = 1_024;

/// What a watcher has seen, and when it was last heard.
#[derive(Debug)]
pub struct Session {
    seen: Option<i64>,
    heard: Duration,
}

/// Why a session ends: the close code and reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    /// The WebSocket close code.
    pub code: u16,
    /// The close reason, for people who debug.
    pub reason: &'static str,
}

impl Session {
    /// Starts a session at `now`, measured from any fixed moment. `since` is the last event the client says it has
    /// seen.
    pub fn new(since: Option<i64>, now: Duration) -> Self {
        Self { seen: since, heard: now }
    }

    /// The last event seen, from which a new subscription continues.
    pub fn seen(&self) -> Option<i64> {
        self.seen
    }

    /// Takes a broadcast and returns the messages that are new to the client, in order.
    pub fn take<'a>(&mut self, broadcast: &'a Broadcast) -> impl Iterator<Item = &'a Encoded> + use<'a> {
        let seen = self.seen;
        let resync = broadcast.messages.first().is_some_and(|message| message.seq == 0);
        // A client that has to fetch the spots again continues from there, even if the number is lower than the one
        // it had.
        self.seen =
            if resync { Some(broadcast.through) } else { Some(broadcast.through.max(seen.unwrap_or_default())) };
        broadcast.messages.iter().filter(move |m| m.seq == 0 || resync || seen.is_none_or(|seen| m.seq > seen))
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

    /// Tells how much longer the client may be silent; zero when it has been silent for too long.
    pub fn patience(&self, now: Duration) -> Duration {
        WATCHER_SILENCE.saturating_sub(now.saturating_sub(self.heard))
    }
}

/// Tells how the session ends in this state of its subscription; none when it goes on or subscribes again.
pub fn ending(state: SubscriptionState) -> Option<Ending> {
    match state {
        SubscriptionState::Live | SubscriptionState::Lost => None,
        SubscriptionState::Evicted => Some(Ending { code: 1013, reason: "too slow: come back with since" }),
        SubscriptionState::Over => Some(Ending { code: 1000, reason: "the waffle is closed" }),
        SubscriptionState::Stopping => Some(Ending { code: 1001, reason: "the server stops" }),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use waffle_actors::watch::{Broadcast, Encoded, SubscriptionState};

    use super::{Session, WATCHER_SILENCE, ending};

    fn broadcast(seqs: &[i64], through: i64) -> Broadcast {
        let messages: Vec<Encoded> =
            seqs.iter().map(|seq| Encoded { seq: *seq, text: seq.to_string().into() }).collect();
        Broadcast::new(messages, through)
    }

    fn taken(session: &mut Session, seqs: &[i64], through: i64) -> Vec<i64> {
        session.take(&broadcast(seqs, through)).map(|m| m.seq).collect()
    }

    #[test]
    fn an_event_from_two_subscriptions_is_sent_once() {
        let mut session = Session::new(Some(4), Duration::ZERO);
        assert_eq!(taken(&mut session, &[5, 6], 6), [5, 6]);
        assert_eq!(taken(&mut session, &[5, 6, 7], 7), [7]);
        assert_eq!(session.seen(), Some(7));
        assert_eq!(taken(&mut session, &[], 3), [0; 0]);
        assert_eq!(session.seen(), Some(7));
    }

    #[test]
    fn without_since_it_begins_where_the_subscription_does() {
        let mut session = Session::new(None, Duration::ZERO);
        assert_eq!(taken(&mut session, &[], 9), [0; 0]);
        assert_eq!(taken(&mut session, &[9, 10], 10), [10]);
    }

    #[test]
    fn a_resync_continues_from_the_newest_number_even_a_lower_one() {
        let mut session = Session::new(Some(500), Duration::ZERO);
        assert_eq!(taken(&mut session, &[0], 3), [0]);
        assert_eq!(taken(&mut session, &[4], 4), [4]);
    }

    #[test]
    fn only_a_pong_is_a_sign_of_life() {
        for (text, counts) in
            [("pong", true), (r#"{"type": "pong"}"#, true), ("ping", false), ("{", false), ("{}", false)]
        {
            let mut session = Session::new(None, Duration::ZERO);
            session.hear(text, Duration::from_secs(10));
            let left = if counts { Duration::from_secs(10) } else { Duration::ZERO };
            assert_eq!(session.patience(WATCHER_SILENCE), left, "{text}");
        }
    }

    #[test]
    fn silence_ends_at_75_seconds_and_not_before() {
        let session = Session::new(None, Duration::from_secs(1));
        assert_eq!(session.patience(Duration::from_secs(1)), WATCHER_SILENCE);
        assert_eq!(session.patience(Duration::from_secs(75)), Duration::from_secs(1));
        assert_eq!(session.patience(Duration::from_secs(76)), Duration::ZERO);
        assert_eq!(session.patience(Duration::from_secs(99)), Duration::ZERO);
    }

    #[test]
    fn endings_have_their_codes() {
        let code = |state| ending(state).map(|ending| ending.code);
        assert_eq!(code(SubscriptionState::Evicted), Some(1013));
        assert_eq!(code(SubscriptionState::Over), Some(1000));
        assert_eq!(code(SubscriptionState::Stopping), Some(1001));
        assert_eq!((code(SubscriptionState::Live), code(SubscriptionState::Lost)), (None, None));
    }
}
