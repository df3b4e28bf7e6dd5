//! The frames of WebSocket clients. An input is what they send, or a plan of frames, which says more with less.

use waffle_http::live::decoder::{Decoder, Inbound, MOST_INBOUND, Violation};

use crate::engine::{Seen, Target};

pub(crate) const TARGET: Target = Target {
    words: &[
        "raw:",
        "\u{1}",
        "\u{2}",
        "pong",
        "ping",
        "{\"type\": \"pong\"}",
        "☃",
        "\u{3}\u{e8}",
        "\u{0}\u{0}\u{0}\u{0}",
        "~\u{4}\u{0}",
    ],
    check,
};

fn check(input: &[u8]) -> Seen {
    let sent = input.strip_prefix(b"raw:").map_or_else(|| planned(input), <[u8]>::to_vec);
    let whole = decoded(&sent, sent.len().max(1));
    for piece in [1, 2, 3, 7, 1 + usize::from(input.first().copied().unwrap_or_default())] {
        assert_eq!(decoded(&sent, piece), whole, "in pieces of {piece}");
    }
    let (all, violation) = &whole;
    // The shortest frame is a header of two bytes and a mask of four.
    assert!(all.len() <= sent.len() / 6, "{} frames of {} bytes", all.len(), sent.len());
    for inbound in all {
        match inbound {
            Inbound::Text(text) => assert!(text.len() <= MOST_INBOUND),
            Inbound::Ping(payload) => assert!(payload.len() <= 125),
            Inbound::Pong | Inbound::Close | Inbound::Other => {}
        }
    }
    let count = |kind: fn(&Inbound) -> bool| all.iter().filter(|inbound| kind(inbound)).count().min(3);
    let texts = count(|inbound| matches!(inbound, Inbound::Text(_)));
    let (pings, closes) = (count(|inbound| matches!(inbound, Inbound::Ping(_))), count(|it| *it == Inbound::Close));
    let longest = all.iter().map(|inbound| if let Inbound::Text(text) = inbound { text.len() } else { 0 }).max();
    let longest = longest.and_then(usize::checked_ilog2);
    let kind = (texts, pings, closes, all.len().min(8), violation.map(|it| it as u8), longest);
    if violation.is_none() && !all.is_empty() { Seen::accepted(kind) } else { Seen::refused(kind) }
}

/// The result of bytes that arrive in pieces: the frames, and why no more were read.
fn decoded(sent: &[u8], piece: usize) -> (Vec<Inbound>, Option<Violation>) {
    let (mut decoder, mut all) = (Decoder::default(), Vec::new());
    for mut piece in sent.chunks(piece) {
        loop {
            let before = piece.len();
            match decoder.next(&mut piece) {
                Ok(Some(inbound)) => {
                    assert!(!decoder.is_within_a_frame(), "a frame has ended");
                    all.push(inbound);
                }
                Ok(None) => {
                    assert!(piece.is_empty(), "it waits for more, and leaves some");
                    assert!(before == 0 || decoder.is_within_a_frame(), "it took bytes for nothing");
                    break;
                }
                Err(violation) => return (all, Some(violation)),
            }
        }
    }
    (all, None)
}

/// Makes frames of a plan: for each, a byte for its kind, one for its length, and its payload.
fn planned(mut plan: &[u8]) -> Vec<u8> {
    let mut sent = Vec::new();
    while let [kind, length, rest @ ..] = plan {
        // The upper half of the byte makes the odd ones: reserved bits, and more fragments than not.
        let first = (kind & 0x0f) | if kind & 0x10 == 0 { 0x80 } else { 0 } | if *kind >= 0xf0 { 0x40 } else { 0 };
        // Long ones are made by saying the same again.
        let length = if *length < 200 { usize::from(*length) } else { (usize::from(*length) - 200) * 25 };
        let (payload, rest) = rest.split_at(rest.len().min(length));
        let payload: Vec<u8> =
            payload.iter().chain(payload.iter().cycle().take(length - payload.len())).copied().collect();
        append(&mut sent, first, &payload, [*kind, 0, 0xff, plan[1]]);
        plan = rest;
    }
    sent
}

fn append(sent: &mut Vec<u8>, first: u8, payload: &[u8], mask: [u8; 4]) {
    sent.push(first);
    if let Ok(length @ 0..=125) = u8::try_from(payload.len()) {
        sent.push(0x80 | length);
    } else {
        sent.push(0xfe);
        sent.extend(u16::try_from(payload.len()).unwrap().to_be_bytes());
    }
    sent.extend(mask);
    sent.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
}
