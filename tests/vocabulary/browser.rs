//! A browser, driven in its users' terms.

pub mod chromedriver;
mod keyboard;
pub mod session;

use std::{fmt::Display, net::SocketAddr, path::PathBuf, time::Duration};

use reqwest::Url;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::{sleep, timeout};

use self::chromedriver::{Chromedriver, chromium, headless_shell};
use self::session::{Element, Session};
use crate::app::TestApp;

/// How long anything may take to appear.
const PATIENCE: Duration = Duration::from_secs(15);
/// How long to wait before looking again: a little longer each time, since looking keeps processors busy.
const PAUSES: (Duration, Duration) = (Duration::from_millis(10), Duration::from_millis(80));

/// How long a script may take. The longest page, the description of the API, takes a busy machine 20 seconds to look
/// through.
const SCRIPT_LIMIT: Duration = Duration::from_mins(3);
/// How long a page may take to load: the longest takes a busy machine some seconds.
const PAGE_LIMIT: Duration = Duration::from_mins(1);

const ARGUMENTS: [&str; 11] = [
    "--headless",
    // Over a pipe, Chromium notices when chromedriver is gone, and exits too.
    "--remote-debugging-pipe",
    "--no-sandbox",
    "--disable-breakpad",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

/// What a browser is used with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hand {
    Finger,
    /// The keyboard alone.
    Keys,
    /// A finger, and no scripts: what is new is seen when the page is loaded again.
    PlainForms,
}

/// A browser with its own profile, 1280 × 800 unless resized.
pub struct Browser {
    pub hand: Hand,
    session: Session,
    site: String,
    _profile: TempDir,
}

fn milliseconds(limit: Duration) -> u64 {
    u64::try_from(limit.as_millis()).expect("a number")
}

impl Chromedriver {
    /// Opens a browser for a server's pages.
    pub async fn open(&self, app: &TestApp) -> Browser {
        self.open_with(app, None).await
    }

    /// Opens a browser of a phone's size for pages that are at another address than the server's own.
    pub async fn open_phone_at(&self, app: &TestApp, address: SocketAddr) -> Browser {
        Browser { site: format!("http://{address}"), ..self.open_phone(app).await }
    }

    /// Opens a browser of a phone's size.
    pub async fn open_phone(&self, app: &TestApp) -> Browser {
        let browser = self.open(app).await;
        browser.resize(390, 844).await;
        browser
    }

    /// Opens a browser of a phone's size, used in one of the ways.
    pub async fn open_phone_for(&self, app: &TestApp, hand: Hand) -> Browser {
        let browser =
            if hand == Hand::PlainForms { self.open_without_scripts(app).await } else { self.open(app).await };
        browser.resize(390, 844).await;
        Browser { hand, ..browser }
    }

    /// Opens a browser that prefers reduced motion.
    pub async fn open_without_motion(&self, app: &TestApp) -> Browser {
        self.open_with(app, Some("--force-prefers-reduced-motion")).await
    }

    /// Opens a browser whose user set letters of twice the usual size.
    pub async fn open_with_large_letters(&self, app: &TestApp) -> Browser {
        self.open_with(app, Some("--blink-settings=defaultFontSize=32")).await
    }

    /// Opens a browser that doesn't run the pages' scripts.
    pub async fn open_without_scripts(&self, app: &TestApp) -> Browser {
        let browser = self.open_with(app, None).await;
        browser.devtools("Emulation.setScriptExecutionDisabled", json!({"value": true})).await;
        browser
    }

    /// Opens the whole of Chromium, also what no page sees.
    pub async fn open_whole(&self, app: &TestApp) -> Browser {
        self.launch(app, None, Some("--headless=new")).await
    }

    async fn open_with(&self, app: &TestApp, argument: Option<&'static str>) -> Browser {
        self.launch(app, headless_shell(), argument).await
    }

    async fn launch(&self, app: &TestApp, shell: Option<PathBuf>, argument: Option<&'static str>) -> Browser {
        let profile = TempDir::new_in(self.profiles.path()).expect("a profile");
        let folder = format!("--user-data-dir={}", profile.path().display());
        let mut arguments: Vec<&str> = ARGUMENTS.to_vec();
        arguments.extend([folder.as_str(), "--window-size=1280,800"]);
        arguments.extend(argument);
        let mut options = json!({"args": arguments});
        // chromedriver speaks to it in another way.
        let name = if shell.is_some() { "chrome-headless-shell" } else { "chrome" };
        if let Some(program) = shell.or_else(chromium) {
            options["binary"] = json!(program);
        }
        let capabilities = json!({
            "browserName": name,
            "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL"},
            // Dialogs stay open for the test to look at.
            "unhandledPromptBehavior": "ignore",
            "timeouts": {"script": milliseconds(SCRIPT_LIMIT), "pageLoad": milliseconds(PAGE_LIMIT)},
        });
        let session = Session::open(&self.url, &capabilities).await.expect("a browser");
        self.opened.borrow_mut().push(session.id.clone());
        Browser { hand: Hand::Finger, session, site: format!("http://{}", app.address), _profile: profile }
    }
}

impl Browser {
    pub async fn goto(&self, path: &str) {
        self.visit(&format!("{}{path}", self.site)).await;
    }

    /// Opens a page of another server.
    pub async fn visit(&self, url: &str) {
        let visit = async || self.session.post("url", &json!({"url": url})).await;
        let Err(first) = visit().await else { return };
        // On a busy machine, chromedriver now and then misses that a page is there.
        assert!(first.contains("timeout"), "{first}");
        println!("{url} once more: {first}");
        visit().await.expect("a page");
    }

    pub async fn reload(&self) {
        self.session.post("refresh", &json!({})).await.expect("a page");
    }

    pub async fn path(&self) -> String {
        let url = self.session.get("url").await.expect("an address");
        Url::parse(url.as_str().expect("text")).expect("an address").path().to_owned()
    }

    /// Evaluates a JavaScript expression in the page.
    pub async fn value(&self, expression: &str) -> Value {
        self.session.execute(&format!("return ({expression})")).await.expect(expression)
    }

    /// Waits until a JavaScript expression is true in the page.
    pub async fn becomes(&self, expression: impl Display) {
        let script = format!("try {{ return Boolean({expression}) }} catch {{ return false }}");
        let looking = async {
            let mut pause = PAUSES.0;
            // While one page replaces another, there is no answer.
            while self.session.execute(&script).await.ok() != Some(Value::Bool(true)) {
                sleep(pause).await;
                pause = PAUSES.1.min(pause * 3 / 2);
            }
        };
        if timeout(PATIENCE, looking).await.is_err() {
            let page = self.session.execute("return location + '\\n' + document.body.innerText").await;
            panic!("never became true: {expression}\non {}", page.unwrap_or_default().as_str().unwrap_or_default());
        }
    }

    /// Waits until an element says these words.
    pub async fn says(&self, css: &str, words: &str) {
        let (css, words) = (json!(css), json!(words));
        self.becomes(format!("document.querySelector({css}).innerText.replace(/\\s+/g, ' ').includes({words})")).await;
    }

    /// Waits until the page shows what happens as it happens, whatever its language calls that.
    pub async fn goes_live(&self) {
        self.becomes("document.querySelector('[data-live]').dataset.state === 'live'").await;
    }

    /// Waits until an element is visible and says these words, of what has just happened.
    pub async fn learns(&self, css: &str, words: &str) {
        let news = format!(
            "((it) => it?.checkVisibility() && it.innerText.replace(/\\s+/g, ' ').includes({}))
             (document.querySelector({}))",
            json!(words),
            json!(css)
        );
        let looking = async {
            while self.value(&news).await != true {
                sleep(PAUSES.0).await;
                self.reload().await;
            }
        };
        if self.hand == Hand::PlainForms {
            timeout(PATIENCE, looking).await.unwrap_or_else(|_| panic!("{css} never says {words}"));
        }
        self.becomes(&news).await;
    }

    /// Waits until an element is visible.
    pub async fn shows(&self, css: &str) -> Element<'_> {
        self.becomes(format!("document.querySelector({}).checkVisibility()", json!(css))).await;
        self.session.find(css).await.expect(css)
    }

    /// Presses an element; tries again if the next page, which has it too, was just replacing this one.
    pub async fn press(&self, css: &str) {
        if self.hand == Hand::Keys {
            return self.press_by_keys(css).await;
        }
        let Err(error) = self.shows(css).await.click().await else { return };
        let gone = ["does not belong to the document", "stale element"].iter().any(|why| error.contains(why));
        assert!(gone, "{css} can't be pressed: {error}");
        self.shows(css).await.click().await.unwrap_or_else(|error| panic!("{css} can't be pressed: {error}"));
    }

    /// Replaces the text in a field.
    pub async fn fill(&self, css: &str, text: &str) {
        if self.hand == Hand::Keys {
            return self.fill_by_keys(css, text).await;
        }
        let field = self.shows(css).await;
        field.clear().await.expect(css);
        field.send_keys(text).await.expect(css);
    }

    /// An element's text.
    pub async fn words(&self, css: &str) -> String {
        let element = self.shows(css).await;
        element.text().await.expect(css).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// How many matching elements are visible.
    pub async fn count(&self, css: &str) -> u64 {
        let script =
            format!("[...document.querySelectorAll({})].filter((it) => it.checkVisibility()).length", json!(css));
        self.value(&script).await.as_u64().expect("a count")
    }

    /// Presses a key, wherever the focus is.
    pub async fn key(&self, key: impl Display) {
        let focused = self.session.focused().await.expect("a focus");
        focused.send_keys(&key.to_string()).await.expect("a key");
    }

    /// Accepts the page's dialog.
    pub async fn confirm(&self) {
        let asked = async {
            while self.session.post("alert/accept", &json!({})).await.is_err() {
                sleep(PAUSES.0).await;
            }
        };
        timeout(PATIENCE, asked).await.expect("a question");
    }

    /// Gives the page the size of a device.
    pub async fn resize(&self, width: u32, height: u32) {
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600});
        self.devtools("Emulation.setDeviceMetricsOverride", size).await;
    }

    /// Moves the device to a time zone.
    pub async fn travel(&self, zone: &str) {
        self.devtools("Emulation.setTimezoneOverride", json!({"timezoneId": zone})).await;
    }

    /// Asks for pages in these languages from now on, such as `de-AT,de;q=0.9,en;q=0.5`.
    pub async fn prefer_languages(&self, accepted: &str) {
        self.devtools("Network.enable", json!({})).await;
        let headers = json!({"Accept-Language": accepted});
        self.devtools("Network.setExtraHTTPHeaders", json!({"headers": headers})).await;
    }

    /// Chooses another language at the foot of the page, which comes again in it.
    pub async fn choose_language(&self, tag: &str) {
        self.press(&format!(".languages [value='{tag}']")).await;
        self.becomes(format!("document.documentElement.lang === {}", json!(tag))).await;
    }

    /// Sets the preferred color scheme, `light` or `dark`.
    pub async fn prefer(&self, scheme: &str) {
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        self.devtools("Emulation.setEmulatedMedia", json!({"features": features})).await;
    }

    /// Shows pages as they are printed.
    pub async fn prefer_on_paper(&self) {
        self.devtools("Emulation.setEmulatedMedia", json!({"media": "print"})).await;
    }

    /// How many sheets of letter paper the page takes, which is shorter than A4.
    pub async fn printed_pages(&self) -> usize {
        let pdf = self.session.print().await.expect("a print");
        let page = b"/Type /Page\n";
        pdf.windows(page.len()).filter(|bytes| bytes == page).count()
    }

    /// Runs a script in every page from now on, before the page's own.
    pub async fn first_run(&self, script: &str) {
        self.devtools("Page.addScriptToEvaluateOnNewDocument", json!({"source": script})).await;
    }

    /// What the console complained of since the last call: script errors, failed loads, violations of the CSP.
    pub async fn complaints(&self) -> Vec<String> {
        let log = self.ask("se/log", json!({"type": "browser"})).await;
        let entries = log.as_array().cloned().unwrap_or_default();
        let bad = entries.iter().filter(|entry| entry["level"] == "SEVERE" || entry["level"] == "WARNING");
        bad.map(|entry| entry["message"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// A screenshot, as PNG.
    pub async fn picture(&self) -> Vec<u8> {
        self.session.screenshot().await.expect("a picture")
    }

    /// Slows the processor down, by this factor: a phone is 4 times as slow as a desktop.
    pub async fn slow_down(&self, factor: u32) {
        self.devtools("Emulation.setCPUThrottlingRate", json!({"rate": factor})).await;
    }

    /// Loads everything again from now on, as at a first visit.
    pub async fn forget_files(&self) {
        self.devtools("Network.enable", json!({})).await;
        self.devtools("Network.setCacheDisabled", json!({"cacheDisabled": true})).await;
    }

    /// Lets no script arrive from now on, or all of them again.
    pub async fn block_scripts(&self, blocked: bool) {
        self.forget_files().await;
        let urls = if blocked { json!(["*.js"]) } else { json!([]) };
        self.devtools("Network.setBlockedURLs", json!({"urls": urls})).await;
    }

    /// What the browser makes of the page's manifest: its address, its text, and what is wrong with it.
    pub async fn manifest(&self) -> Value {
        self.devtools("Page.getAppManifest", json!({})).await
    }

    /// Why the browser can't install the site from this page; nothing if it can. Only the whole of Chromium knows.
    pub async fn installability_errors(&self) -> Value {
        self.devtools("Page.getInstallabilityErrors", json!({})).await["installabilityErrors"].clone()
    }

    /// What the page's scripts hold after garbage collection: bytes, and nodes of the document.
    pub async fn held(&self) -> [f64; 2] {
        self.devtools("HeapProfiler.collectGarbage", json!({})).await;
        self.metrics(["JSHeapUsedSize", "Nodes"]).await
    }

    /// The processor time of the page since the first call, in seconds of its main thread, and how many frames it made
    /// in that time.
    pub async fn work(&self) -> [f64; 2] {
        self.metrics(["TaskDuration", "RecalcStyleCount"]).await
    }

    async fn metrics(&self, names: [&str; 2]) -> [f64; 2] {
        self.devtools("Performance.enable", json!({"timeDomain": "threadTicks"})).await;
        let metrics = self.devtools("Performance.getMetrics", json!({})).await;
        let metrics = metrics["metrics"].as_array().cloned().unwrap_or_default();
        names.map(|name| {
            let metric = metrics.iter().find(|metric| metric["name"] == name).expect(name);
            metric["value"].as_f64().expect("a number")
        })
    }

    async fn devtools(&self, command: &str, parameters: Value) -> Value {
        self.ask("goog/cdp/execute", json!({"cmd": command, "params": parameters})).await
    }

    async fn ask(&self, command: &str, body: Value) -> Value {
        self.session.post(command, &body).await.unwrap_or_else(|error| panic!("{error}"))
    }
}
