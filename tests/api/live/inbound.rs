//! What a watcher may send.

use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use waffle_tests::TestApp;

#[tokio::test]
async fn pongs_and_anything_else_short_are_taken_in_silence() {
    let (app, _, waffle) = TestApp::selling("Box", 5).await;
    let mut watcher = app.watch("/ws/box").await;
    for text in
        ["pong", r#"{"type": "pong"}"#, r#"{"type": "spot_update"}"#, "", "{", "null", "\u{0}", &"x".repeat(1_024)]
    {
        watcher.send(Message::text(text)).await;
    }
    for bytes in [&b"pong"[..], &[0xff; 1_024], &[]] {
        watcher.send(Message::binary(bytes.to_vec())).await;
    }
    watcher.send(Message::Pong("unasked".into())).await;
    watcher.ping().await;
    app.claim(&waffle, &[1], "anna").await;
    assert_eq!(watcher.next_seqs(1).await, [1]);
}

#[tokio::test]
async fn a_frame_over_1_kib_closes_with_1009_and_only_this_socket() {
    let (app, _, waffle) = TestApp::selling("Box", 5).await;
    let mut good = app.watch("/ws/box").await;
    for message in
        [Message::text("x".repeat(1_025)), Message::binary(vec![0; 1_025]), Message::text("x".repeat(20_000))]
    {
        let mut watcher = app.watch("/ws/box").await;
        watcher.send(message).await;
        assert_eq!(watcher.closed().await, 1009);
    }
    app.claim(&waffle, &[1], "anna").await;
    assert_eq!(good.next_seqs(1).await, [1]);
}

#[tokio::test]
async fn who_says_goodbye_is_answered_and_forgotten() {
    let (app, _, waffle) = TestApp::selling("Box", 5).await;
    let mut watcher = app.watch("/ws/box").await;
    let mut other = app.watch("/ws/box").await;
    app.claim(&waffle, &[1], "anna").await;
    assert_eq!((watcher.next_seqs(1).await, other.next_seqs(1).await), (vec![1], vec![1]));
    assert_eq!(app.waffles.watchers(), 2);
    watcher.send(Message::Close(Some(CloseFrame { code: CloseCode::Away, reason: "".into() }))).await;
    assert_eq!(watcher.closed().await, 1000);
    drop(other);
    app.becomes(&waffle.api(""), |_| app.waffles.watchers() == 0).await;
}

/// A frame of a client; the mask is zero, which leaves the payload as it is.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    [&[first, 0x80 | u8::try_from(payload.len()).unwrap(), 0, 0, 0, 0], payload].concat()
}

#[tokio::test]
async fn bytes_that_break_the_protocol_close_with_the_code_that_says_how() {
    let app = TestApp::start().await;
    app.seller().await.waffle("Box", 5).await;
    let terabyte = [&[0x82, 0xff][..], &(1_u64 << 40).to_be_bytes(), &[0; 4]].concat();
    let split_letter = [frame(0x01, b"\xe2"), frame(0x80, b"x")].concat();
    for (bytes, code) in [
        (terabyte, 1009),
        (frame(0x81, b"\xff"), 1007),
        (split_letter, 1007),
        (vec![0x81, 1, b'x'], 1002),
        (frame(0xc1, b"x"), 1002),
        (frame(0x80, b"x"), 1002),
    ] {
        let mut watcher = app.watch("/ws/box").await;
        watcher.send_raw(&bytes).await;
        assert_eq!(watcher.closed().await, code, "{bytes:x?}");
    }
    let mut watcher = app.watch("/ws/box").await;
    watcher.send_raw(&[frame(0x01, b"\xe2"), frame(0x00, b""), frame(0x80, b"\x98\x83")].concat()).await;
    watcher.ping().await;
}

#[tokio::test]
async fn a_hundred_frames_in_a_second_are_taken_and_more_close_with_1008() {
    let app = TestApp::start().await;
    app.seller().await.waffle("Box", 5).await;
    let mut watcher = app.watch("/ws/box").await;
    watcher.send_raw(&frame(0x8a, b"").repeat(99)).await;
    watcher.ping().await;
    let mut watcher = app.watch("/ws/box").await;
    // Empty fragments are frames as well.
    watcher.send_raw(&[frame(0x01, b""), frame(0x00, b"").repeat(100)].concat()).await;
    assert_eq!(watcher.closed().await, 1008);
}
