//! Decodes a client's frames as their bytes arrive (RFC 6455, section 5). It never holds more than one short frame: a
//! frame that is too long or invalid is refused at its first bytes.

use std::str::from_utf8;

/// The longest frame a client may send, in bytes.
pub const MOST_INBOUND: usize = 1_024;
/// The longest header: two bytes, eight for the length, four for the mask.
const LONGEST_HEADER: usize = 14;
/// The longest payload of a close, ping or pong.
const LONGEST_CONTROL: u64 = 125;

const CONTINUATION: u8 = 0x0;
const TEXT: u8 = 0x1;
const BINARY: u8 = 0x2;
const CLOSE: u8 = 0x8;
const PING: u8 = 0x9;
const PONG: u8 = 0xa;

/// A frame that matters to the session.
#[derive(Debug, PartialEq, Eq)]
pub enum Inbound {
    /// A text message, at most as long as a frame may be. Longer ones come in fragments and are ignored.
    Text(String),
    /// A ping, with the payload that the pong must repeat.
    Ping(Vec<u8>),
    /// A pong.
    Pong,
    /// The client says goodbye.
    Close,
    /// Any other valid frame.
    Other,
}

/// Why reading from a client stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Violation {
    /// A frame is too long.
    TooLong,
    /// The bytes are not frames, or the frames are out of order.
    Protocol,
    /// A text is not UTF-8.
    NotUtf8,
}

/// The state between two chunks of bytes.
#[derive(Debug, Default)]
pub struct Decoder {
    header: Vec<u8>,
    frame: Option<Header>,
    payload: Vec<u8>,
    /// The message whose fragments arrive.
    fragmented: Option<Fragmented>,
}

#[derive(Debug, Clone, Copy)]
struct Header {
    last: bool,
    code: u8,
    length: usize,
    mask: [u8; 4],
}

#[derive(Debug)]
enum Fragmented {
    /// The text so far. For one that is too long, only the bytes of a character that ends in the next fragment.
    Text {
        bytes: Vec<u8>,
        whole: bool,
    },
    Binary,
}

impl Decoder {
    /// Returns whether a frame has begun and not ended.
    pub fn is_within_a_frame(&self) -> bool {
        !self.header.is_empty() || self.frame.is_some()
    }

    /// Takes bytes up to the end of a frame off the front; `None` if there are too few.
    pub fn next(&mut self, bytes: &mut &[u8]) -> Result<Option<Inbound>, Violation> {
        let Some(header) = self.header(bytes)? else { return Ok(None) };
        let (now, rest) = bytes.split_at(bytes.len().min(header.length - self.payload.len()));
        *bytes = rest;
        let place = self.payload.len();
        self.payload.extend(now.iter().zip(place..).map(|(byte, place)| byte ^ header.mask[place % 4]));
        if self.payload.len() < header.length {
            return Ok(None);
        }
        self.frame = None;
        let payload = std::mem::take(&mut self.payload);
        self.judge(header, payload).map(Some)
    }

    fn header(&mut self, bytes: &mut &[u8]) -> Result<Option<Header>, Violation> {
        if let Some(header) = self.frame {
            return Ok(Some(header));
        }
        while let Some((byte, rest)) = bytes.split_first() {
            *bytes = rest;
            self.header.push(*byte);
            if let Some(header) = read_header(&self.header)? {
                self.check_order(header)?;
                self.header.clear();
                self.frame = Some(header);
                return Ok(Some(header));
            }
        }
        Ok(None)
    }

    fn check_order(&self, header: Header) -> Result<(), Violation> {
        let in_order = match header.code {
            CONTINUATION => self.fragmented.is_some(),
            TEXT | BINARY => self.fragmented.is_none(),
            _ => true,
        };
        if in_order { Ok(()) } else { Err(Violation::Protocol) }
    }

    fn judge(&mut self, header: Header, payload: Vec<u8>) -> Result<Inbound, Violation> {
        match (header.code, header.last) {
            (TEXT, true) => String::from_utf8(payload).map(Inbound::Text).map_err(|_| Violation::NotUtf8),
            (TEXT, false) => {
                incomplete_end(&payload)?;
                self.fragmented = Some(Fragmented::Text { bytes: payload, whole: true });
                Ok(Inbound::Other)
            }
            (BINARY, last) => {
                self.fragmented = (!last).then_some(Fragmented::Binary);
                Ok(Inbound::Other)
            }
            (CONTINUATION, last) => self.go_on(payload, last),
            (PING, _) => Ok(Inbound::Ping(payload)),
            (PONG, _) => Ok(Inbound::Pong),
            _ => check_close(&payload).map(|()| Inbound::Close),
        }
    }

    fn go_on(&mut self, payload: Vec<u8>, last: bool) -> Result<Inbound, Violation> {
        let Some(Fragmented::Text { mut bytes, mut whole }) = self.fragmented.take() else {
            self.fragmented = (!last).then_some(Fragmented::Binary);
            return Ok(Inbound::Other);
        };
        bytes.extend(payload);
        let open = incomplete_end(&bytes)?;
        if last && open < bytes.len() {
            return Err(Violation::NotUtf8);
        }
        if bytes.len() > MOST_INBOUND {
            bytes.drain(..open);
            whole = false;
        }
        if !last {
            self.fragmented = Some(Fragmented::Text { bytes, whole });
        } else if whole {
            return String::from_utf8(bytes).map(Inbound::Text).map_err(|_| Violation::NotUtf8);
        }
        Ok(Inbound::Other)
    }
}

/// Reads a header; `None` if it is incomplete. Invalid bits are refused as soon as they arrive.
fn read_header(bytes: &[u8]) -> Result<Option<Header>, Violation> {
    debug_assert!(bytes.len() <= LONGEST_HEADER, "a header is read by then");
    let &[first, ref rest @ ..] = bytes else { return Ok(None) };
    let (last, reserved, code) = (first & 0x80 != 0, first & 0x70, first & 0x0f);
    let is_control = code >= CLOSE;
    if reserved != 0 || !matches!(code, CONTINUATION | TEXT | BINARY | CLOSE | PING | PONG) || (is_control && !last) {
        return Err(Violation::Protocol);
    }
    let &[second, ref rest @ ..] = rest else { return Ok(None) };
    if second & 0x80 == 0 {
        return Err(Violation::Protocol);
    }
    let (length, rest) = match second & 0x7f {
        126 => {
            let Some((length, rest)) = rest.split_first_chunk() else { return Ok(None) };
            (u64::from(u16::from_be_bytes(*length)), rest)
        }
        127 => {
            let Some((length, rest)) = rest.split_first_chunk() else { return Ok(None) };
            (u64::from_be_bytes(*length), rest)
        }
        short => (u64::from(short), rest),
    };
    let fits = usize::try_from(length).ok().filter(|length| *length <= MOST_INBOUND);
    let length_in_memory = fits.ok_or(Violation::TooLong)?;
    if is_control && length > LONGEST_CONTROL {
        return Err(Violation::Protocol);
    }
    let Some((mask, _)) = rest.split_first_chunk() else { return Ok(None) };
    Ok(Some(Header { last, code, length: length_in_memory, mask: *mask }))
}

/// Where an incomplete character at the end begins; the end of the text if there is none.
fn incomplete_end(text: &[u8]) -> Result<usize, Violation> {
    match from_utf8(text) {
        Ok(_) => Ok(text.len()),
        Err(error) if error.error_len().is_none() => Ok(error.valid_up_to()),
        Err(_) => Err(Violation::NotUtf8),
    }
}

/// A close may carry a code that means something, and then a reason.
fn check_close(payload: &[u8]) -> Result<(), Violation> {
    if payload.is_empty() {
        return Ok(());
    }
    let (code, reason) = payload.split_first_chunk().ok_or(Violation::Protocol)?;
    if !matches!(u16::from_be_bytes(*code), 1000..=1003 | 1007..=1014 | 3000..=4999) {
        return Err(Violation::Protocol);
    }
    from_utf8(reason).map(|_| ()).map_err(|_| Violation::NotUtf8)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop, proptest};

    use super::{Decoder, Inbound, MOST_INBOUND, Violation};

    /// A client's frame, masked.
    fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
        let mask = [0x37, 0xfa, 0x21, 0x3d];
        let mut frame = vec![first];
        if let Ok(length @ 0..=125) = u8::try_from(payload.len()) {
            frame.push(0x80 | length);
        } else {
            frame.push(0xfe);
            frame.extend(u16::try_from(payload.len()).unwrap().to_be_bytes());
        }
        frame.extend(mask);
        frame.extend(payload.iter().zip(0..).map(|(byte, place): (_, usize)| byte ^ mask[place % 4]));
        frame
    }

    /// The result for bytes that arrive in pieces of this length.
    fn decoded(bytes: &[u8], piece: usize) -> (Vec<Inbound>, Option<Violation>) {
        let (mut decoder, mut all) = (Decoder::default(), Vec::new());
        for mut piece in bytes.chunks(piece) {
            loop {
                match decoder.next(&mut piece) {
                    Ok(Some(inbound)) => all.push(inbound),
                    Ok(None) => break,
                    Err(violation) => return (all, Some(violation)),
                }
            }
            assert!(piece.is_empty());
        }
        (all, None)
    }

    fn violation(bytes: &[u8]) -> Option<Violation> {
        let (at_once, by_byte) = (decoded(bytes, bytes.len().max(1)), decoded(bytes, 1));
        assert_eq!(at_once, by_byte);
        at_once.1
    }

    #[test]
    fn frames_are_read_in_whatever_pieces_they_come() {
        let bytes = [
            frame(0x81, b"pong"),
            frame(0x81, &[b'x'; MOST_INBOUND]),
            frame(0x82, &[0xff; 126]),
            frame(0x89, b"here?"),
            frame(0x8a, b""),
            frame(0x88, &[0x03, 0xe9, b'b', b'y', b'e']),
        ]
        .concat();
        let expected = [
            Inbound::Text("pong".into()),
            Inbound::Text("x".repeat(MOST_INBOUND)),
            Inbound::Other,
            Inbound::Ping(b"here?".to_vec()),
            Inbound::Pong,
            Inbound::Close,
        ];
        for piece in [1, 2, 3, 7, 1_000, bytes.len()] {
            let (all, violation) = decoded(&bytes, piece);
            assert_eq!((all.as_slice(), violation), (&expected[..], None), "{piece}");
        }
    }

    #[test]
    fn a_text_may_come_in_fragments_up_to_the_length_of_a_frame() {
        let last = |bytes: Vec<u8>| decoded(&bytes, 3).0.pop();
        let pong = [frame(0x01, b"po"), frame(0x00, b"n"), frame(0x80, b"g")].concat();
        assert_eq!(last(pong), Some(Inbound::Text("pong".into())));
        let halves = |one: usize, other: usize| [frame(0x01, &vec![b'x'; one]), frame(0x80, &vec![b'x'; other])];
        assert_eq!(last(halves(1_000, 24).concat()), Some(Inbound::Text("x".repeat(1_024))));
        assert_eq!(last(halves(1_000, 25).concat()), Some(Inbound::Other));
    }

    #[test]
    fn a_frame_that_is_too_long_is_refused_by_its_header() {
        let too_long = |length: &[u8]| violation(&[&[0x82][..], length].concat());
        assert_eq!(too_long(&[0xfe, 0x04, 0x01]), Some(Violation::TooLong));
        assert_eq!(too_long(&[0xff, 0, 0, 1, 0, 0, 0, 0, 0]), Some(Violation::TooLong));
        assert_eq!(too_long(&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]), Some(Violation::TooLong));
        assert_eq!(too_long(&[0xfe, 0x04, 0x00]), None);
        assert_eq!(violation(&frame(0x89, &[0; 126])), Some(Violation::Protocol), "a ping is short");
        assert_eq!(violation(&frame(0x89, &[0; 125])), None);
    }

    #[test]
    fn what_is_no_frame_of_a_client_is_refused() {
        for (bytes, what) in [
            (&[0x81, 0x01, b'x'][..], "no mask"),
            (&[0xc1], "a reserved bit"),
            (&[0x83], "a reserved code"),
            (&[0x8b], "a reserved code of control"),
            (&[0x09], "a ping in fragments"),
        ] {
            assert_eq!(violation(bytes), Some(Violation::Protocol), "{what}");
        }
        assert_eq!(violation(&frame(0x80, b"")), Some(Violation::Protocol), "it continues nothing");
        let twice = [frame(0x01, b"a"), frame(0x81, b"b")].concat();
        assert_eq!(violation(&twice), Some(Violation::Protocol), "a message within a message");
        assert_eq!(violation(&frame(0x88, &[3])), Some(Violation::Protocol), "half a code");
        for code in [999_u16, 1004, 1005, 1006, 1015, 2999, 5000] {
            assert_eq!(violation(&frame(0x88, &code.to_be_bytes())), Some(Violation::Protocol), "{code}");
        }
    }

    #[test]
    fn texts_are_utf_8_also_across_fragments() {
        let snowman = "\u{2603}".as_bytes();
        assert_eq!(violation(&frame(0x81, &snowman[..2])), Some(Violation::NotUtf8));
        assert_eq!(violation(&frame(0x82, &snowman[..2])), None);
        let apart = |one: &[u8], other: &[u8]| {
            [frame(0x01, one), frame(0x89, b""), frame(0x00, b""), frame(0x80, other)].concat()
        };
        assert_eq!(violation(&apart(&snowman[..1], &snowman[1..])), None);
        assert_eq!(violation(&apart(&snowman[..1], b"x")), Some(Violation::NotUtf8));
        assert_eq!(violation(&apart(snowman, &snowman[..1])), Some(Violation::NotUtf8), "it ends too early");
        let long = [frame(0x01, &[b'x'; 1_023]), frame(0x00, &snowman[..2]), frame(0x80, &snowman[2..])].concat();
        assert_eq!(violation(&long), None);
        let long = [frame(0x01, &[b'x'; 1_023]), frame(0x00, &snowman[..2]), frame(0x80, b"x")].concat();
        assert_eq!(violation(&long), Some(Violation::NotUtf8));
        assert_eq!(violation(&frame(0x88, &[0x03, 0xe8, 0xff])), Some(Violation::NotUtf8), "a reason");
        let binary = [frame(0x02, &[0xff]), frame(0x80, &[0xfe])].concat();
        assert_eq!(violation(&binary), None);
    }

    proptest! {
        #[test]
        fn any_bytes_in_any_pieces_come_to_the_same(
            bytes in prop::collection::vec(any::<u8>(), 0..300), piece in 1_usize..40,
        ) {
            assert_eq!(decoded(&bytes, piece), decoded(&bytes, 300));
        }
    }
}
