//! How the server closes a socket.

use waffle_tests::TestApp;

#[tokio::test]
async fn a_shutdown_closes_with_1001() {
    let mut app = TestApp::start().await;
    let seller = app.seller().await;
    seller.waffle("Box", 5).await;
    seller.waffle("Other", 5).await;
    drop(seller);
    let mut watchers = [app.watch("/ws/box").await, app.watch("/ws/box?since=0").await, app.watch("/ws/other").await];
    for watcher in &mut watchers {
        watcher.ping().await;
    }
    let stopping = tokio::task::spawn_blocking(move || app.stop());
    for watcher in &mut watchers {
        assert_eq!(watcher.closed().await, 1001);
    }
    stopping.await.unwrap();
}

#[tokio::test]
async fn a_deleted_waffle_closes_with_1000_and_its_name_is_free() {
    let (app, seller, waffle) = TestApp::selling("Box", 5).await;
    app.claim(&waffle, &[1, 2], "anna").await;
    let mut watcher = app.watch("/ws/box").await;
    app.deletes(&waffle).await;
    assert_eq!(watcher.closed().await, 1000);
    assert_eq!(app.watch_refused("/ws/box?since=2").await, 404);
    assert_eq!(app.get(&waffle.api("")).await.status, 404);
    assert_eq!(app.claim(&waffle, &[3], "anna").await.status, 404);
    assert_eq!(seller.pay(waffle.spot(1)).await.status, 404);
    let heir = seller.waffle("Box", 5).await;
    let mut back = app.watch("/ws/box?since=2").await;
    assert_eq!(back.next().await["type"], "resync");
    app.claim(&heir, &[3], "ben").await;
    assert_eq!(back.next_seqs(1).await, [1]);
}

#[tokio::test]
async fn an_archived_waffle_says_so_and_closes_with_1000() {
    let (app, _, waffle) = TestApp::selling("Box", 5).await;
    let mut watchers = [app.watch("/ws/box").await, app.watch("/ws/box").await];
    app.claim(&waffle, &[1], "anna").await;
    app.archives(&waffle).await;
    for watcher in &mut watchers {
        let (messages, code) = watcher.rest().await;
        let said: Vec<_> =
            messages.iter().map(|message| (message["type"].as_str().unwrap(), message["seq"].as_i64())).collect();
        assert_eq!((said, code), (vec![("spot_update", Some(1)), ("waffle_archived", Some(2))], 1000));
    }
}

#[tokio::test]
async fn an_archived_waffle_that_another_server_archived_closes_within_seconds() {
    let (app, other) = TestApp::two_servers().await;
    let waffle = app.waffle("Box", 5).await;
    let mut watcher = app.watch("/ws/box").await;
    other.archives(&waffle).await;
    let (messages, code) = watcher.rest().await;
    assert_eq!((messages.len(), &messages[0]["type"], code), (1, &"waffle_archived".into(), 1000));
}
