//! A browser's session at chromedriver: the protocol of W3C, as far as the tests speak it.

use base64::{Engine as _, prelude::BASE64_STANDARD};
use reqwest::{Client, Method};
use serde_json::{Value, json};
use waffle_beacon::http_client::client_builder;

/// The field with an element's id.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// Keys that are no letters.
pub mod key {
    pub const TAB: char = '\u{e004}';
    pub const ENTER: char = '\u{e007}';
    pub const CONTROL: char = '\u{e009}';
    pub const ESCAPE: char = '\u{e00c}';
    pub const END: char = '\u{e010}';
    pub const LEFT: char = '\u{e012}';
    pub const UP: char = '\u{e013}';
    pub const RIGHT: char = '\u{e014}';
    pub const DOWN: char = '\u{e015}';
    pub const DELETE: char = '\u{e017}';
}

/// What chromedriver answers, or why it did not do what it was asked.
pub type Answer<T = Value> = Result<T, String>;

/// An open session.
pub struct Session {
    client: Client,
    url: String,
    pub id: String,
}

/// An element of the page that the session shows.
pub struct Element<'a> {
    session: &'a Session,
    id: String,
}

impl Session {
    /// Opens a browser.
    pub async fn open(driver: &str, capabilities: &Value) -> Answer<Self> {
        // Reading certificates takes longer than most commands.
        let client = client_builder().tls_certs_only([]).build().expect("a client");
        let mut session = Self { client, url: format!("{driver}/session"), id: String::new() };
        let opened = session.send(Method::POST, "", &json!({"capabilities": {"alwaysMatch": capabilities}})).await?;
        opened["sessionId"].as_str().expect("a session's id").clone_into(&mut session.id);
        session.url = format!("{driver}/session/{}", session.id);
        Ok(session)
    }

    /// Gives a command.
    pub async fn post(&self, command: &str, body: &Value) -> Answer {
        self.send(Method::POST, &format!("/{command}"), body).await
    }

    /// Asks for something.
    pub async fn get(&self, what: &str) -> Answer {
        self.send(Method::GET, &format!("/{what}"), &Value::Null).await
    }

    async fn send(&self, method: Method, path: &str, body: &Value) -> Answer {
        let request = self.client.request(method, format!("{}{path}", self.url));
        let request = if body.is_null() { request } else { request.json(body) };
        let mut answer: Value = request.send().await.expect("chromedriver").json().await.expect("an answer");
        match answer["value"].get("error") {
            Some(error) => Err(format!("{path}: {error}: {}", answer["value"]["message"])),
            None => Ok(answer["value"].take()),
        }
    }

    /// Runs a script in the page, and returns what it returns.
    pub async fn execute(&self, script: &str) -> Answer {
        self.post("execute/sync", &json!({"script": script, "args": []})).await
    }

    /// The first element that fits.
    pub async fn find(&self, css: &str) -> Answer<Element<'_>> {
        let found = self.post("element", &json!({"using": "css selector", "value": css})).await?;
        Ok(self.element(&found))
    }

    /// The element with the focus.
    pub async fn focused(&self) -> Answer<Element<'_>> {
        Ok(self.element(&self.get("element/active").await?))
    }

    fn element(&self, found: &Value) -> Element<'_> {
        Element { session: self, id: found[ELEMENT].as_str().expect("an element's id").to_owned() }
    }

    /// The page as PNG.
    pub async fn screenshot(&self) -> Answer<Vec<u8>> {
        self.get("screenshot").await.map(|file| decode(&file))
    }

    /// The page as PDF.
    pub async fn print(&self) -> Answer<Vec<u8>> {
        self.post("print", &json!({})).await.map(|file| decode(&file))
    }

    /// Presses a key and releases it.
    pub async fn stroke(&self, key: char) -> Answer {
        let stroke = [json!({"type": "keyDown", "value": key}), json!({"type": "keyUp", "value": key})];
        self.post("actions", &json!({"actions": [{"type": "key", "id": "keyboard", "actions": stroke}]})).await
    }
}

impl Element<'_> {
    async fn post(&self, command: &str, body: &Value) -> Answer {
        self.session.post(&format!("element/{}/{command}", self.id), body).await
    }

    pub async fn click(&self) -> Answer {
        self.post("click", &json!({})).await
    }

    pub async fn clear(&self) -> Answer {
        self.post("clear", &json!({})).await
    }

    pub async fn send_keys(&self, text: &str) -> Answer {
        self.post("value", &json!({"text": text})).await
    }

    pub async fn text(&self) -> Answer<String> {
        let text = self.session.get(&format!("element/{}/text", self.id)).await?;
        Ok(text.as_str().expect("text").to_owned())
    }
}

fn decode(file: &Value) -> Vec<u8> {
    BASE64_STANDARD.decode(file.as_str().expect("text")).expect("base64")
}
