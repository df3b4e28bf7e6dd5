//! `/waffle/:slug/board.txt`

use reqwest::{Method, StatusCode};
use waffle_tests::{TestApp, answer};

#[tokio::test]
async fn the_board_is_told_line_by_line_or_by_its_free_numbers() {
    let (app, seller, waffle) = TestApp::selling("Box", 9).await;
    app.claim(&waffle, &[1, 2], "anna").await;
    app.claim(&waffle, &[5], "ben").await;
    seller.pay(waffle.spot(1)).await;
    let board = app.get("/waffle/box/board.txt").await;
    assert_eq!(board.header("content-type"), "text/plain; charset=utf-8");
    assert_eq!(board.text(), "1 anna ✓\n2 anna\n3 –\n4 –\n5 ben\n6 –\n7 –\n8 –\n9 –\n");
    assert_eq!(app.get("/waffle/box/board.txt?free").await.text(), "3-4, 6-9\n");
    for path in ["/waffle/box/board.txt", "/waffle/box/board.txt?free"] {
        let tag = app.get(path).await.header("etag").to_owned();
        let again = answer(app.request(Method::GET, path).header("if-none-match", tag)).await;
        assert_eq!(again.status, StatusCode::NOT_MODIFIED, "{path}");
    }
    app.claim(&waffle, &[7], "cleo").await;
    seller.pay(waffle.spot(5)).await;
    app.draws(&waffle, &[5]).await;
    let drawn = app.get("/waffle/box/board.txt").await;
    assert!(drawn.text().starts_with("1 anna ✓\n2 anna\n3 –\n4 –\n5 ben ★\n"), "{}", drawn.text());
    assert!(drawn.text().ends_with("\n9 –\n★ Picked by hand\n"), "{}", drawn.text());
    assert_eq!(app.get("/waffle/box/board.txt?free=1").await.text(), "3-4, 6, 8-9\n");
    assert_eq!(app.get("/waffle/none/board.txt").await.status, StatusCode::NOT_FOUND);
    app.archives(&waffle).await;
    assert_eq!(app.get("/waffle/box/board.txt").await.status, StatusCode::NOT_FOUND);
}
