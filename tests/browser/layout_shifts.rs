//! Nothing moves under the thumb while a page loads.

use std::net::SocketAddr;
use std::sync::Arc;

use serde_json::json;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use waffle_tests::TestApp;
use waffle_tests::browser::Browser;
use waffle_tests::browser::chromedriver::Chromedriver;

/// The most that may move on a page, as the sum of its layout shifts: a fifth of what counts as good.
pub(crate) const MOST: f64 = 0.02;

/// More pictures than there are on a page.
const MOST_PICTURES: usize = 8;

/// Adds up what moves, and notes what it was. No one touches these pages, but to the browser a change of its size is an
/// input, so everything counts.
pub(crate) const WATCH: &str = "window.moved = {sum: 0, what: []};
    new PerformanceObserver((list) => list.getEntries().forEach((it) => {
        moved.sum += it.value;
        moved.what.push(...it.sources.map(({node, previousRect: from, currentRect: to}) =>
            `${node?.outerHTML?.slice(0, 60)} from ${from.x},${from.y} to ${to.x},${to.y}`));
    })).observe({type: 'layout-shift', buffered: true});";

/// Asks the pictures' server to go on as soon as something is painted. The policy of the pages lets only pictures
/// come from elsewhere.
fn release_after_paint(pictures: SocketAddr) -> String {
    format!(
        "new PerformanceObserver((list) => list.getEntriesByName('first-contentful-paint').forEach(() => \
         requestAnimationFrame(() => requestAnimationFrame(() => {{ new Image().src = 'http://{pictures}/go'; }})))) \
         .observe({{type: 'paint', buffered: true}});"
    )
}

/// Serves a picture, and one that is broken, but only once it is asked to go on. The permits are what it may serve.
async fn pictures() -> (SocketAddr, Arc<Semaphore>) {
    let mut png = Vec::new();
    let mut writer = png::Encoder::new(&mut png, 1_200, 900).write_header().expect("a picture's size");
    writer.write_image_data(&vec![0; 1_200 * 900]).and_then(|()| writer.finish()).expect("a picture");
    let png = Arc::new(png);
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("its address");
    let turns = Arc::new(Semaphore::new(0));
    let served = Arc::clone(&turns);
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            tokio::spawn(serve(socket, Arc::clone(&png), Arc::clone(&served)));
        }
    });
    (address, turns)
}

async fn serve(socket: TcpStream, png: Arc<Vec<u8>>, turns: Arc<Semaphore>) {
    let mut socket = BufReader::new(socket);
    let (mut request, mut line) = (String::new(), String::new());
    while socket.read_line(&mut line).await.is_ok_and(|read| read > 2) {
        request.push_str(&line);
        line.clear();
    }
    let (status, body) = if request.contains(" /go ") {
        turns.add_permits(MOST_PICTURES);
        ("204 No Content", &[][..])
    } else {
        if let Ok(turn) = turns.acquire().await {
            turn.forget();
        }
        if request.contains(" /broken.png ") { ("404 Not Found", &[][..]) } else { ("200 OK", &png[..]) }
    };
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-type: image/png\r\ncontent-length: {length}\r\ncache-control: no-store\r\n\
         connection: close\r\n\r\n"
    );
    if socket.write_all(head.as_bytes()).await.is_ok() {
        let _ = socket.write_all(body).await;
    }
}

/// What moved on the page, if it is more than may, once everything is loaded and drawn.
pub(crate) async fn what_moved(browser: &Browser, name: &str) -> Option<String> {
    browser.value("(window.drawn = 0, requestAnimationFrame(() => requestAnimationFrame(() => drawn = 1)))").await;
    browser.becomes("window.drawn && [...document.images].every((it) => it.complete)").await;
    let moved = browser.value("window.moved").await;
    (moved["sum"].as_f64().unwrap_or(1.0) > MOST).then(|| format!("{name} moves: {moved}"))
}

/// Fails if more than may moved on the page.
pub(crate) async fn stands_still(browser: &Browser, name: &str) {
    assert_eq!(what_moved(browser, name).await, None);
}

#[tokio::test]
async fn a_buyers_page_is_the_same_before_the_script_arrives() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    app.claims(&waffle, &[2, 3], "anna").await;
    let browser = chromedriver.open(&app).await;
    browser.resize(412, 823).await;
    let mut places = Vec::new();
    for blocked in [true, false] {
        browser.block_scripts(blocked).await;
        browser.goto("/buyer/anna").await;
        browser.becomes(format!("document.querySelector('.js') {} null", if blocked { "===" } else { "!==" })).await;
        places.push(browser.value("document.querySelector('.counts').getBoundingClientRect().y").await);
    }
    assert_eq!(places[0], places[1]);
}

#[tokio::test]
async fn a_picture_that_comes_late_or_never_moves_nothing() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let (pictures, turns) = pictures().await;
    let mut pages = vec![("home".to_owned(), "/".to_owned()), ("buyer".to_owned(), "/buyer/anna".to_owned())];
    for picture in ["late", "broken"] {
        let draft = json!({
            "title": format!("A {picture} picture"), "total_spots": 40, "description": "With its case.",
            "image_url": format!("http://{pictures}/{picture}.png"),
        });
        let waffle = app.waffle_of(&draft, &[("wallet_a", "Honey Pay", "@honey")]).await;
        app.claims(&waffle, &[2, 3], "anna").await;
        pages.push((format!("the board with a {picture} picture"), waffle.page()));
    }
    let browser = chromedriver.open(&app).await;
    browser.first_run(WATCH).await;
    browser.first_run(&release_after_paint(pictures)).await;
    for (width, height) in [(390, 844), (1280, 800)] {
        browser.resize(width, height).await;
        for (name, path) in &pages {
            turns.forget_permits(MOST_PICTURES);
            browser.goto(path).await;
            if path.starts_with("/waffle/") {
                browser.says("[data-live]", "Live").await;
            }
            stands_still(&browser, &format!("{name} at {width} px")).await;
        }
    }
}
