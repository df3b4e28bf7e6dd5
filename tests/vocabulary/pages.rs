//! Pages, as a browser without JavaScript sees them.

mod forms;

use std::sync::Arc;
use std::time::Duration;

use reqwest::Method;
use reqwest::header::{CONTENT_TYPE, LOCATION};
use scraper::{ElementRef, Html, Selector};

use crate::app::{Answer, Site, TestApp, answer};
use crate::seller::Waffle;
use crate::sign_in::{form, form_with_file, token};

/// A browser that keeps its cookie and sends forms, but doesn't follow redirects by itself.
#[derive(Clone)]
pub struct Visitor {
    pub app: Arc<Site>,
    pub cookie: String,
}

/// A page that the browser received.
pub struct Page {
    pub answer: Answer,
    pub document: Html,
}

impl TestApp {
    /// A browser that isn't signed in.
    pub fn visitor(&self) -> Visitor {
        Visitor { app: self.site(), cookie: String::new() }
    }

    /// Opens the stage of a waffle.
    pub async fn stage(&self, waffle: &Waffle, query: &str) -> Page {
        self.visitor().get(&format!("{}/stage{query}", waffle.page())).await
    }

    /// Makes the first account a waffle manager.
    pub async fn demote(&self) {
        self.sql("UPDATE admins SET role = 'waffle_manager'").await;
    }

    /// A browser signed in as the first account.
    pub async fn signed_in(&self) -> Visitor {
        Visitor { app: self.site(), cookie: format!("token={}", token(self).await) }
    }
}

impl Visitor {
    /// A browser signed in as a new account of a role.
    pub async fn of_role(app: &TestApp, username: &str, role: &str) -> Self {
        Self { app: app.site(), cookie: format!("token={}", app.seller_as(username, role).await.token) }
    }
}

impl Visitor {
    pub async fn get(&self, path: &str) -> Page {
        self.get_with(path, &self.cookie).await
    }

    async fn get_with(&self, path: &str, cookie: &str) -> Page {
        let request = self.app.request(Method::GET, path).header("accept", "text/html").header("cookie", cookie);
        Page::new(answer(request).await)
    }

    /// Follows the redirect after a form, with the cookie that it sets, if any.
    pub async fn follow(&self, redirect: &Page) -> Page {
        assert_eq!(redirect.status(), 303, "{}", redirect.words("main"));
        let set = redirect.answer.headers.get("set-cookie").map(|cookie| cookie.to_str().unwrap());
        let set = set.and_then(|cookie| cookie.split(';').next()).unwrap_or_default();
        self.get_with(redirect.location(), &format!("{}; {set}", self.cookie)).await
    }

    /// Sends a form with these fields alone.
    pub async fn post(&self, path: &str, fields: &[(&str, &str)]) -> Page {
        let request = self.app.request(Method::POST, path).header("cookie", &self.cookie);
        Page::new(answer(form(request, fields.iter().copied())).await)
    }

    /// Sends a seller's form, with the CSRF token from one of their pages.
    pub async fn send(&self, path: &str, fields: &[(&str, &str)]) -> Page {
        let proof = self.get("/admin").await.value("form.who [name=csrf_token]");
        let mut fields = fields.to_vec();
        fields.push(("csrf_token", &proof));
        self.post(path, &fields).await
    }

    /// Sends a seller's form with a photo.
    pub async fn send_photo(&self, path: &str, fields: &[(&str, &str)], photo: &[u8]) -> Page {
        let proof = self.get("/admin").await.value("form.who [name=csrf_token]");
        let fields = [fields, &[("csrf_token", &*proof)]].concat();
        let request = self.app.request(Method::POST, path).header("cookie", &self.cookie);
        Page::new(answer(form_with_file(request, &fields, ("photo", photo))).await)
    }

    /// Sends a seller's form and follows the redirect.
    pub async fn send_and_follow(&self, path: &str, fields: &[(&str, &str)]) -> Page {
        let redirect = self.send(path, fields).await;
        self.follow(&redirect).await
    }

    /// Creates a waffle with this many spots at $25.00, a second newer than the last one.
    pub async fn create(&self, title: &str, spots: u32) -> Waffle {
        self.app.clock.advance(Duration::from_secs(1));
        let spots = spots.to_string();
        let fields = [("title", title), ("total_spots", &*spots), ("spot_price", "25.00"), ("item_count", "1")];
        let manage = self.send_and_follow("/admin/waffles/new", &fields).await;
        let (id, slug) = (manage.attribute("[data-manage]", "data-id"), manage.attribute("[data-manage]", "data-slug"));
        Waffle::read(&self.app, id, slug).await
    }

    /// Opens a waffle's page and sends its claim form.
    pub async fn claim(&self, waffle: &Waffle, fields: &[(&str, &str)]) -> Page {
        let key = self.get(&waffle.page()).await.value("#claim [name=idempotency_key]");
        let mut fields = fields.to_vec();
        fields.push(("idempotency_key", &key));
        self.post(&waffle.claim(), &fields).await
    }

    /// Marks a spot paid.
    pub async fn pay(&self, waffle: &Waffle, number: u32) {
        let page = self.get(&waffle.manage("?status=all")).await;
        let pay = page.attribute(&format!("[data-number='{number}'] [data-act=pay]"), "formaction");
        self.send_and_follow(&pay, &[]).await;
    }

    /// Claims spots and asserts that it worked.
    pub async fn claims(&self, waffle: &Waffle, numbers: &str, handle: &str) {
        let redirect = self.claim(waffle, &[("social_handle", handle), ("numbers", numbers)]).await;
        assert_eq!(redirect.status(), 303, "{}", redirect.words("main"));
    }
}

impl Page {
    pub fn new(answer: Answer) -> Self {
        if answer.header(CONTENT_TYPE).starts_with("text/html") {
            assert_keeps_the_rules(&answer.text());
        }
        let document = Html::parse_document(&answer.text());
        Self { answer, document }
    }

    pub fn status(&self) -> u16 {
        self.answer.status.as_u16()
    }

    pub fn location(&self) -> &str {
        self.answer.header(LOCATION)
    }

    pub fn all(&self, selector: &str) -> Vec<ElementRef<'_>> {
        self.document.select(&Selector::parse(selector).unwrap()).collect()
    }

    pub fn has(&self, selector: &str) -> bool {
        !self.all(selector).is_empty()
    }

    pub fn one(&self, selector: &str) -> ElementRef<'_> {
        *self.all(selector).first().unwrap_or_else(|| panic!("no {selector} in {}", self.answer.text()))
    }

    /// An element's text, with single spaces.
    pub fn words(&self, selector: &str) -> String {
        words(self.one(selector))
    }

    pub fn attribute(&self, selector: &str, name: &str) -> String {
        self.one(selector).value().attr(name).unwrap_or_default().to_owned()
    }

    pub fn value(&self, selector: &str) -> String {
        self.attribute(selector, "value")
    }

    /// Asserts that fields hold what was typed, and that all are marked as mistakes but one.
    pub fn assert_marks_all_but(&self, right: &str, fields: &[(&str, &str)]) {
        assert!(self.has("[role=alert]"));
        for (name, value) in fields {
            let field = self.one(&format!("#{name}"));
            let text = || field.text().collect();
            let shown = if field.value().name() == "textarea" { text() } else { self.value(&format!("#{name}")) };
            assert_eq!(shown, *value, "{name}");
            assert_eq!(field.value().attr("aria-invalid").is_some(), *name != right, "{name}");
        }
    }
}

pub fn words(element: ElementRef<'_>) -> String {
    // Names are separated by invisible characters.
    let text = element.text().flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
    text.replace(['\u{2068}', '\u{2069}'], "")
}

/// What every page keeps to: it is whole, its style and its one script are files, one field has the focus, and moments
/// have milliseconds at most. A list that must be chosen from begins with no choice, and what is read out has a role.
fn assert_keeps_the_rules(html: &str) {
    assert!(html.starts_with("<!doctype html>") && html.trim_end().ends_with("</html>"), "a whole page: {html}");
    assert!(!html.contains("style=") && !html.contains("<style"), "it keeps to the stylesheet: {html}");
    assert!(html.matches("<script").count() <= 1, "one script: {html}");
    assert!(!html.contains("<script>") && !html.contains(" onclick="), "no inline script: {html}");
    assert!(html.matches(" autofocus").count() <= 1, "two fields with the focus: {html}");
    for (element, attribute, without) in [("select", "required", "<option value=\"\">"), ("pre", "aria-label", "role=")]
    {
        for (at, _) in html.match_indices(&format!("<{element} ")) {
            let (tag, rest) = html[at..].split_once('>').expect("a whole tag");
            let fits = tag.contains(without) || rest.trim_start().starts_with(without);
            assert!(!tag.contains(attribute) || fits, "a {element} with {attribute}, without {without}: {html}");
        }
    }
    for time in html.split(" datetime=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        let part = time.split('.').nth(1).map_or(0, |rest| rest.chars().take_while(char::is_ascii_digit).count());
        assert!(part <= 3, "a moment of {part} decimals: {time}");
    }
}
