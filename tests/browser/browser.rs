//! A browser, in the words of those who use it.

use std::{fmt::Display, time::Duration};

use fantoccini::{Client, ClientBuilder, Locator, elements::Element};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Map, Value, json};
use tempfile::TempDir;
use tokio::time::{interval, timeout};

use crate::app::TestApp;
use crate::chromedriver::{Chromedriver, chromium};

/// How long anything may take to show.
const PATIENCE: Duration = Duration::from_secs(15);
const LOOK_EVERY: Duration = Duration::from_millis(25);

const ARGUMENTS: [&str; 11] = [
    "--headless=new",
    // Through a pipe, it notices when chromedriver is gone, and goes, too.
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

/// A browser with a profile of its own, 1280 × 800 unless it is made smaller.
pub(crate) struct Browser {
    client: Client,
    /// The session's address at chromedriver, for what the standard does not have.
    session: String,
    site: String,
    _profile: TempDir,
}

impl Chromedriver {
    /// Opens a browser on the pages of a server.
    pub(crate) async fn open(&self, app: &TestApp) -> Browser {
        self.open_with(app, &json!({}), None).await
    }

    /// Opens a browser on a phone.
    pub(crate) async fn open_phone(&self, app: &TestApp) -> Browser {
        let browser = self.open(app).await;
        browser.resize(390, 844).await;
        browser
    }

    /// Opens a browser of somebody who asked for less motion.
    pub(crate) async fn open_without_motion(&self, app: &TestApp) -> Browser {
        self.open_with(app, &json!({}), Some("--force-prefers-reduced-motion")).await
    }

    /// Opens a browser that runs no scripts of pages.
    pub(crate) async fn open_without_scripts(&self, app: &TestApp) -> Browser {
        self.open_with(app, &json!({"profile.managed_default_content_settings.javascript": 2}), None).await
    }

    async fn open_with(&self, app: &TestApp, preferences: &Value, argument: Option<&'static str>) -> Browser {
        let profile = TempDir::new_in(self.profiles.path()).expect("a profile");
        let folder = format!("--user-data-dir={}", profile.path().display());
        let mut arguments: Vec<&str> = ARGUMENTS.to_vec();
        arguments.extend([folder.as_str(), "--window-size=1280,800"]);
        arguments.extend(argument);
        let mut options = json!({"args": arguments, "prefs": preferences});
        if let Some(program) = chromium() {
            options["binary"] = json!(program);
        }
        let capabilities: Map<String, Value> = [
            ("goog:chromeOptions".to_owned(), options),
            ("goog:loggingPrefs".to_owned(), json!({"browser": "ALL"})),
            // What asks to be confirmed is looked at by the test.
            ("unhandledPromptBehavior".to_owned(), json!("ignore")),
        ]
        .into_iter()
        .collect();
        let client = ClientBuilder::new(HttpConnector::new()).capabilities(capabilities).connect(&self.url).await;
        let client = client.expect("a browser");
        let id = client.session_id().await.expect("a session").expect("a session's id");
        let session = format!("{}/session/{id}", self.url);
        self.opened.borrow_mut().push(id);
        Browser { client, session, site: format!("http://{}", app.address), _profile: profile }
    }
}

impl Browser {
    pub(crate) async fn goto(&self, path: &str) {
        self.client.goto(&format!("{}{path}", self.site)).await.expect("a page");
    }

    pub(crate) async fn reload(&self) {
        self.client.refresh().await.expect("a page");
    }

    pub(crate) async fn path(&self) -> String {
        self.client.current_url().await.expect("an address").path().to_owned()
    }

    /// What an expression in the page's own language is now.
    pub(crate) async fn value(&self, expression: &str) -> Value {
        self.client.execute(&format!("return ({expression})"), Vec::new()).await.expect(expression)
    }

    /// Waits until an expression in the page's own language is true.
    pub(crate) async fn becomes(&self, expression: impl Display) {
        let script = format!("try {{ return Boolean({expression}) }} catch {{ return false }}");
        let looking = async {
            let mut looks = interval(LOOK_EVERY);
            // A page that is just being left answers nothing.
            while self.client.execute(&script, Vec::new()).await.ok() != Some(Value::Bool(true)) {
                looks.tick().await;
            }
        };
        if timeout(PATIENCE, looking).await.is_err() {
            let page = self.client.execute("return location + '\\n' + document.body.innerText", Vec::new()).await;
            panic!("never became true: {expression}\non {}", page.unwrap_or_default().as_str().unwrap_or_default());
        }
    }

    /// Waits until an element says something.
    pub(crate) async fn says(&self, css: &str, words: &str) {
        let (css, words) = (json!(css), json!(words));
        self.becomes(format!("document.querySelector({css}).innerText.replace(/\\s+/g, ' ').includes({words})")).await;
    }

    /// Waits until an element is there and to be seen.
    pub(crate) async fn shows(&self, css: &str) -> Element {
        self.becomes(format!("document.querySelector({}).checkVisibility()", json!(css))).await;
        self.client.find(Locator::Css(css)).await.expect(css)
    }

    /// Presses what is there; once more where the page was just being replaced by the next one, which has it too.
    pub(crate) async fn press(&self, css: &str) {
        let Err(error) = self.shows(css).await.click().await else { return };
        let gone =
            ["does not belong to the document", "stale element"].iter().any(|why| error.to_string().contains(why));
        assert!(gone, "{css} can't be pressed: {error}");
        self.shows(css).await.click().await.unwrap_or_else(|error| panic!("{css} can't be pressed: {error}"));
    }

    /// Replaces what stands in a field.
    pub(crate) async fn fill(&self, css: &str, text: &str) {
        let field = self.shows(css).await;
        field.clear().await.expect(css);
        field.send_keys(text).await.expect(css);
    }

    /// What an element says.
    pub(crate) async fn words(&self, css: &str) -> String {
        let element = self.shows(css).await;
        element.text().await.expect(css).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// How many such elements are to be seen.
    pub(crate) async fn count(&self, css: &str) -> u64 {
        let script =
            format!("[...document.querySelectorAll({})].filter((it) => it.checkVisibility()).length", json!(css));
        self.value(&script).await.as_u64().expect("a count")
    }

    /// Presses a key, wherever the focus is.
    pub(crate) async fn key(&self, key: impl Display) {
        let focused = self.client.active_element().await.expect("a focus");
        focused.send_keys(&key.to_string()).await.expect("a key");
    }

    /// Says yes to what the page asks.
    pub(crate) async fn confirm(&self) {
        let asked = async {
            let mut looks = interval(LOOK_EVERY);
            while self.client.accept_alert().await.is_err() {
                looks.tick().await;
            }
        };
        timeout(PATIENCE, asked).await.expect("a question");
    }

    /// Makes the page as large as on some device.
    pub(crate) async fn resize(&self, width: u32, height: u32) {
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600});
        self.devtools("Emulation.setDeviceMetricsOverride", size).await;
    }

    /// Prefers a color scheme, `light` or `dark`.
    pub(crate) async fn prefer(&self, scheme: &str) {
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        self.devtools("Emulation.setEmulatedMedia", json!({"features": features})).await;
    }

    /// Runs a script in every page from now on, before its own.
    pub(crate) async fn first_run(&self, script: &str) {
        self.devtools("Page.addScriptToEvaluateOnNewDocument", json!({"source": script})).await;
    }

    /// What the console complained of since it was asked last: faults of scripts, refused loads, breaches of the policy.
    pub(crate) async fn complaints(&self) -> Vec<String> {
        let log = self.ask("se/log", json!({"type": "browser"})).await;
        let entries = log.as_array().cloned().unwrap_or_default();
        let bad = entries.iter().filter(|entry| entry["level"] == "SEVERE" || entry["level"] == "WARNING");
        bad.map(|entry| entry["message"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// A picture of what is to be seen, as PNG.
    pub(crate) async fn picture(&self) -> Vec<u8> {
        self.client.screenshot().await.expect("a picture")
    }

    async fn devtools(&self, command: &str, parameters: Value) {
        self.ask("goog/cdp/execute", json!({"cmd": command, "params": parameters})).await;
    }

    async fn ask(&self, command: &str, body: Value) -> Value {
        let request = reqwest::Client::new().post(format!("{}/{command}", self.session)).json(&body);
        let answer: Value = request.send().await.expect("chromedriver").json().await.expect("an answer");
        assert!(answer["value"].get("error").is_none(), "{command}: {answer}");
        answer["value"].clone()
    }
}
