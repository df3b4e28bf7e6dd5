//! Accounts that sign in, and requests with their tokens.

use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use crate::app::{Answer, Site, answer};

/// The password that [`TestApp`] gives the first account.
pub const PASSWORD: &str = "cherry-iron-42";

/// Signs in from an IP address.
pub async fn login_from(app: &Site, address: &str, username: &str, password: &str) -> Answer {
    let request = app.request(Method::POST, "/api/admin/login").header("x-forwarded-for", address);
    answer(request.json(&json!({"username": username, "password": password}))).await
}

/// Signs in from the usual IP address.
pub async fn login(app: &Site, username: &str, password: &str) -> Answer {
    login_from(app, "203.0.113.7", username, password).await
}

/// The token of the first account.
pub async fn token(app: &Site) -> String {
    login(app, "admin", PASSWORD).await.ok().json()["token"].as_str().unwrap().to_owned()
}

/// Builds a request with a token in its `Authorization` header.
pub fn bearer(app: &Site, method: Method, path: &str, token: &str) -> RequestBuilder {
    app.request(method, path).header("authorization", format!("Bearer {token}"))
}

/// Sends JSON with a token.
pub async fn call_as(app: &Site, token: &str, method: Method, path: &str, body: &Value) -> Answer {
    answer(bearer(app, method, path, token).json(body)).await
}

/// Builds a request with a token in its cookie.
pub fn with_cookie(app: &Site, method: Method, path: &str, token: &str) -> RequestBuilder {
    app.request(method, path).header("cookie", format!("token={token}"))
}

/// Asks who a token belongs to.
pub async fn me(app: &Site, token: &str) -> Answer {
    answer(bearer(app, Method::GET, "/api/admin/me", token)).await
}

/// Encodes fields as a browser's form does.
pub fn form<'a>(request: RequestBuilder, fields: impl IntoIterator<Item = (&'a str, &'a str)>) -> RequestBuilder {
    let encoded = |text: &str| text.bytes().map(|byte| format!("%{byte:02X}")).collect::<Vec<_>>().concat();
    let pairs: Vec<_> =
        fields.into_iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value))).collect();
    request.header("content-type", "application/x-www-form-urlencoded").body(pairs.join("&"))
}

/// Encodes fields and a file as a browser's form with a file does.
pub fn form_with_file(request: RequestBuilder, fields: &[(&str, &str)], (name, file): (&str, &[u8])) -> RequestBuilder {
    let mut body = Vec::new();
    for (field, value) in fields {
        let head = format!("--end of part\r\nContent-Disposition: form-data; name=\"{field}\"\r\n\r\n{value}\r\n");
        body.extend(head.into_bytes());
    }
    // What it says of the file is not believed.
    let head = format!(
        "--end of part\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"../photo.jpg\"\r\n\
         Content-Type: image/jpeg\r\n\r\n"
    );
    body.extend([head.as_bytes(), file, b"\r\n--end of part--\r\n"].concat());
    request.header("content-type", "multipart/form-data; boundary=\"end of part\"").body(body)
}

/// The status and error code of a refusal.
pub fn refusal(answer: &Answer) -> (u16, String) {
    (answer.status.as_u16(), answer.json()["code"].as_str().unwrap_or_default().to_owned())
}

/// The fields that a refusal names as faulty.
#[track_caller]
pub fn faults(answer: &Answer) -> Vec<String> {
    assert_eq!(refusal(answer), refused(400, "validation_failed"), "{}", answer.text());
    each(&answer.json()["fields"], "field").iter().map(|field| field.as_str().unwrap().to_owned()).collect()
}

/// A field of each element of a list.
pub fn each(list: &Value, field: &str) -> Vec<Value> {
    list.as_array().unwrap_or_else(|| panic!("{list} is no list")).iter().map(|one| one[field].clone()).collect()
}

/// What [`refusal`] returns for a status and an error code.
pub fn refused(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}
