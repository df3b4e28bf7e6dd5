//! Counts the messages in what a WebSocket sends (RFC 6455, section 5.2).

/// A text as short as this is `{"type":"ping"}`, which does not count.
const PING: usize = 15;
const LONGEST_HEADER: usize = 10;

/// What remains of a frame between two pieces of its bytes.
#[derive(Default)]
pub struct Frames {
    header: [u8; LONGEST_HEADER],
    filled: usize,
    payload: usize,
}

impl Frames {
    /// Takes the next bytes, and returns how many messages began in them.
    pub fn feed(&mut self, mut bytes: &[u8]) -> u64 {
        let mut messages = 0;
        loop {
            let skipped = self.payload.min(bytes.len());
            self.payload -= skipped;
            bytes = &bytes[skipped..];
            let Some((first, rest)) = bytes.split_first() else { return messages };
            self.header[self.filled] = *first;
            self.filled += 1;
            bytes = rest;
            if let Some(length) = self.length() {
                (self.payload, self.filled) = (length, 0);
                messages += u64::from(self.header[0] & 0xf == 1 && length > PING);
            }
        }
    }

    /// Returns the length of the payload once the header is whole.
    fn length(&self) -> Option<usize> {
        let header = &self.header[..self.filled];
        let long = match header.get(1)? {
            126 => header.get(2..4)?,
            127 => header.get(2..10)?,
            short => return Some(usize::from(*short)),
        };
        Some(long.iter().fold(0, |length, byte| length << 8 | usize::from(*byte)))
    }
}
