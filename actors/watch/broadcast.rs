//! What watchers are sent: finished frames, encoded once and shared by all of them.

use std::sync::Arc;

use bytes::Bytes;
use waffle_domain::wire::event::Event;
use waffle_domain::wire::frame::{FrameKind, frame};
use waffle_domain::wire::message::Message;

/// The bytes that a broadcast counts in addition to its frames, so that small ones are bounded as well.
const ENVELOPE: usize = 128;

/// A message as it is sent.
#[derive(Debug, Clone)]
pub struct Encoded {
    /// The sequence number of the first event that it stands for; 0 for a message that is no event.
    pub first: i64,
    /// The sequence number of the last event that it stands for; 0 for a message that is no event.
    pub seq: i64,
    frame: Bytes,
}

impl Encoded {
    /// Encodes an event for watchers.
    pub fn event(event: Event) -> Self {
        Self::new(event.seq, event.seq, &event.into_message())
    }

    /// Asks the client to fetch the spots again, since it missed too much.
    pub fn resync() -> Self {
        Self::new(0, 0, &Message::Resync { seq: None })
    }

    /// Asks the client to fetch the spots again, instead of many events.
    pub fn resync_instead(first: i64, last: i64) -> Self {
        Self::new(first, last, &Message::Resync { seq: Some(last) })
    }

    fn new(first: i64, seq: i64, message: &Message) -> Self {
        let text = serde_json::to_vec(message).unwrap_or_default();
        Self { first, seq, frame: frame(FrameKind::Text, &text).into() }
    }
}

/// Messages that are sent together: all their frames in one piece, which is never copied. Clones share it.
#[derive(Debug, Clone)]
pub struct Broadcast {
    whole: Arc<Whole>,
    /// How many messages of the whole are left out at its beginning.
    skipped: usize,
}

#[derive(Debug)]
struct Whole {
    frames: Bytes,
    /// The sequence number of each message, and where its frame begins.
    messages: Box<[(i64, usize)]>,
    through: i64,
}

impl Broadcast {
    /// Bundles messages, in order, after which a watcher has seen everything up to `through`.
    pub fn new(messages: &[Encoded], through: i64) -> Self {
        let mut end = 0;
        let messages_at = messages.iter().map(|message| {
            let begin = end;
            end += message.frame.len();
            (message.seq, begin)
        });
        let messages_at = messages_at.collect();
        let frames = match messages {
            [only] => only.frame.clone(),
            all => all.iter().map(|message| message.frame.as_ref()).collect::<Vec<_>>().concat().into(),
        };
        Self { whole: Arc::new(Whole { frames, messages: messages_at, through }), skipped: 0 }
    }

    /// Leaves out the messages up to a sequence number.
    #[must_use]
    pub fn since(&self, seen: i64) -> Self {
        Self { whole: Arc::clone(&self.whole), skipped: self.skipped + self.old(seen) }
    }

    /// Returns whether the client has to start over, whatever it has seen.
    pub fn starts_over(&self) -> bool {
        self.seqs().next() == Some(0)
    }

    /// The frames of the messages after a sequence number.
    pub fn after(&self, seen: i64) -> Bytes {
        self.frames(self.old(seen))
    }

    /// The frames of all messages.
    pub fn all(&self) -> Bytes {
        self.frames(0)
    }

    /// The sequence numbers of the messages, in order; 0 for one that asks to start over.
    pub fn seqs(&self) -> impl Iterator<Item = i64> {
        self.messages().iter().map(|(seq, _)| *seq)
    }

    /// The sequence number up to which a watcher has seen everything after these messages.
    pub fn through(&self) -> i64 {
        self.whole.through
    }

    /// Counts the messages.
    pub(super) fn count(&self) -> usize {
        self.messages().len()
    }

    /// The bytes that it counts while it is unread.
    pub(super) fn bytes(&self) -> usize {
        ENVELOPE + self.whole.frames.len()
    }

    fn messages(&self) -> &[(i64, usize)] {
        self.whole.messages.get(self.skipped..).unwrap_or_default()
    }

    /// Counts the messages up to a sequence number.
    fn old(&self, seen: i64) -> usize {
        self.messages().partition_point(|(seq, _)| *seq <= seen)
    }

    /// The frames without those of the first messages.
    fn frames(&self, without: usize) -> Bytes {
        let frames = &self.whole.frames;
        let begin = self.messages().get(without).map_or(frames.len(), |(_, begin)| *begin);
        frames.slice(begin..)
    }
}
