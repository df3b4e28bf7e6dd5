//! What sellers and buyers do with forms.

use std::sync::Arc;

use reqwest::Method;

use super::{Page, Visitor};
use crate::app::answer;
use crate::seller::Waffle;
use crate::sign_in::{PASSWORD, with_cookie};

const FORGOT: &str = "/admin/forgot-password";
const RESET: &str = "/admin/reset-password";

impl Visitor {
    /// Creates an account and returns the path of its page.
    pub async fn account(&self, username: &str, role: &str) -> String {
        let email = format!("{username}@example.org");
        let fields = [("username", username), ("email", &email), ("password", PASSWORD), ("role", role)];
        let list = self.send_and_follow("/admin/admins/new", &fields).await;
        assert!(list.words("[role=status]").starts_with(username), "{}", list.words("main"));
        list.attribute(&format!("a[aria-label='Manage {username}']"), "href")
    }

    /// Posts an action on a waffle, as the scripts of the seller's pages do.
    pub async fn call(&self, waffle: &Waffle, action: &str, body: &serde_json::Value) {
        let path = format!("/api/admin/waffles/{}/{action}", waffle.id);
        let token = self.cookie.trim_start_matches("token=");
        let request = with_cookie(&self.app, Method::POST, &path, token).header("sec-fetch-site", "same-origin");
        answer(request.json(body)).await.ok();
    }

    /// Marks pending spots paid on the manage page.
    pub async fn pays(&self, waffle: &Waffle, numbers: &[&str]) {
        let manage = self.get(&waffle.manage("?view=spots")).await;
        let id = |number: &&str| manage.attribute(&format!("[data-number='{number}']"), "data-spot");
        let ids: Vec<_> = numbers.iter().map(id).collect();
        let fields: Vec<_> = ids.iter().map(|id| ("spot_ids", id.as_str())).collect();
        self.send_and_follow(&waffle.manage("/spots/pay"), &fields).await;
    }
}

impl Visitor {
    /// Opens a public page; returns a browser with the cookie that its form is bound to, and the CSRF token.
    pub async fn open(&self, path: &str) -> (Visitor, String) {
        let page = self.get(path).await;
        let cookie = page.answer.header("set-cookie").split(';').next().unwrap_or_default().to_owned();
        (Visitor { app: Arc::clone(&self.app), cookie }, page.value("main [name=csrf_token]"))
    }

    pub async fn ask_for_a_link(&self, name: &str) -> Page {
        let (browser, proof) = self.open(FORGOT).await;
        browser.post(FORGOT, &[("username", name), ("csrf_token", &proof)]).await
    }

    pub async fn reset(&self, token: &str, new: &str, repeat: &str) -> Page {
        let (browser, proof) = self.open(FORGOT).await;
        let fields = [("token", token), ("new_password", new), ("repeat_password", repeat), ("csrf_token", &proof)];
        browser.post(RESET, &fields).await
    }

    /// The path of the reset link that a super admin sees.
    pub async fn link(&self) -> String {
        let link = self.get("/admin/admins").await.value(".resets input");
        link[link.find("/admin/").unwrap()..].to_owned()
    }

    /// Adds a method and returns its id.
    pub async fn method(&self, kind: &str, name: &str, handle: &str) -> String {
        let fields = [("type", kind), ("display_name", name), ("handle_or_url", handle)];
        let list = self.send_and_follow("/admin/payment-methods/new", &fields).await;
        assert!(list.words("[role=status]").starts_with(name), "{}", list.words("main"));
        let link = list.attribute(&format!("a[aria-label='Edit {name}']"), "href");
        link.rsplit('/').next().unwrap().to_owned()
    }

    /// Creates a template and returns its id.
    pub async fn template(&self, name: &str, body: &str) -> String {
        let list = self.send_and_follow("/admin/share-templates/new", &[("name", name), ("body", body)]).await;
        assert!(list.words("[role=status]").contains(name), "{}", list.words("main"));
        let link = list.attribute(&format!("a[aria-label='Edit {name}']"), "href");
        link.rsplit('/').next().unwrap().to_owned()
    }
}
