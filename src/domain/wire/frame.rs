//! WebSocket frames as a server sends them: whole and unmasked (RFC 6455, section 5.2).

/// What a frame carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum FrameKind {
    /// A text message.
    Text = 0x1,
    /// The end of the session.
    Close = 0x8,
    /// Asks for a pong.
    Ping = 0x9,
    /// Answers a ping.
    Pong = 0xa,
}

/// The most bytes that come before a frame's payload.
const LONGEST_HEADER: usize = 10;
/// Set in a frame that is a message's last one, which here is every frame.
const FIN: u8 = 0x80;

/// Writes a frame.
pub fn frame(kind: FrameKind, payload: &[u8]) -> Vec<u8> {
    let mut frame = Vec::with_capacity(LONGEST_HEADER + payload.len());
    frame.push(FIN | kind as u8);
    match (u8::try_from(payload.len()), u16::try_from(payload.len())) {
        (Ok(length @ 0..=125), _) => frame.push(length),
        (_, Ok(length)) => {
            frame.push(126);
            frame.extend_from_slice(&length.to_be_bytes());
        }
        _ => {
            frame.push(127);
            frame.extend_from_slice(&(payload.len() as u64).to_be_bytes());
        }
    }
    frame.extend_from_slice(payload);
    frame
}

#[cfg(test)]
mod tests {
    use super::{FrameKind, frame};

    #[test]
    fn the_length_takes_as_much_room_as_it_needs() {
        for (length, header) in [
            (0, &[0x81, 0][..]),
            (125, &[0x81, 125]),
            (126, &[0x81, 126, 0, 126]),
            (65_535, &[0x81, 126, 0xff, 0xff]),
            (65_536, &[0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]),
        ] {
            let payload = vec![b'x'; length];
            let frame = frame(FrameKind::Text, &payload);
            assert_eq!((&frame[..header.len()], &frame[header.len()..]), (header, &payload[..]), "{length}");
        }
    }

    #[test]
    fn every_kind_has_its_code() {
        for (kind, first) in
            [(FrameKind::Close, 0x88), (FrameKind::Ping, 0x89), (FrameKind::Pong, 0x8a), (FrameKind::Text, 0x81)]
        {
            assert_eq!(frame(kind, b"")[0], first);
        }
    }
}
