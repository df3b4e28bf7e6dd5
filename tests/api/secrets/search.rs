//! Secrets, and the search for them in logs and answers.

use std::fmt::Write as _;

/// Where a secret must not appear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hidden {
    Everywhere,
    /// Some page has to show it.
    FromLogs,
}

/// A text that must not be shown.
struct Secret {
    name: String,
    hidden: Hidden,
    /// The encodings that it may appear in.
    forms: Vec<String>,
}

/// All secrets of a run.
#[derive(Default)]
pub(super) struct Secrets(Vec<Secret>);

impl Secrets {
    /// Adds a secret; a failure calls it by this name.
    pub(super) fn add(&mut self, name: &str, text: &str, hidden: Hidden) {
        assert!(text.len() >= 7, "{name} is too short to be found without doubt");
        self.0.push(Secret { name: name.to_owned(), hidden, forms: forms(text) });
    }

    /// Adds a session's token as a whole, and its signature, which no one else can make.
    pub(super) fn add_token(&mut self, name: &str, token: &str) {
        self.add(name, token, Hidden::Everywhere);
        let signature = token.rsplit('.').next().expect("a signature");
        self.add(&format!("{name}, signature"), signature, Hidden::Everywhere);
    }

    /// Lists the secrets found in a log, each with its line.
    pub(super) fn in_log(&self, log: &str) -> Vec<String> {
        self.among(log, |_| true)
    }

    /// Lists the secrets found in answers, each with its line.
    pub(super) fn in_answers(&self, answers: &str) -> Vec<String> {
        self.among(answers, |hidden| hidden == Hidden::Everywhere)
    }

    fn among(&self, text: &str, hidden: impl Fn(Hidden) -> bool) -> Vec<String> {
        let mut found = Vec::new();
        for secret in self.0.iter().filter(|secret| hidden(secret.hidden)) {
            let holds = |line: &&str| secret.forms.iter().any(|form| line.contains(form));
            found.extend(text.lines().filter(holds).map(|line| format!("{}: {line}", secret.name)));
        }
        found
    }
}

/// The text as it is, with every byte percent-encoded (as our forms are sent), with only special bytes percent-encoded,
/// in hexadecimal, and as a list of bytes.
fn forms(text: &str) -> Vec<String> {
    let mut usual = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            usual.push(char::from(byte));
        } else {
            let _ = write!(usual, "%{byte:02X}");
        }
    }
    let joined =
        |write: &dyn Fn(u8) -> String, between: &str| text.bytes().map(write).collect::<Vec<_>>().join(between);
    let forms = [
        text.to_owned(),
        joined(&|byte| format!("%{byte:02X}"), ""),
        usual,
        joined(&|byte| format!("{byte:02x}"), ""),
        joined(&|byte| byte.to_string(), ", "),
    ];
    forms.to_vec()
}

#[test]
fn a_secret_is_found_in_every_form_and_only_where_it_is() {
    let mut secrets = Secrets::default();
    secrets.add("password", "top secret", Hidden::Everywhere);
    secrets.add("proof", "csrf.proof", Hidden::FromLogs);
    secrets.add_token("token", "head.body.signature");
    for shown in [
        "a top secret b",
        "a=top%20secret",
        "%74%6F%70%20%73%65%63%72%65%74",
        "116, 111, 112, 32, 115, 101, 99, 114, 101, 116",
    ] {
        let text = format!("fine\n{shown}\nfine");
        assert_eq!(secrets.in_log(&text), [format!("password: {shown}")]);
        assert_eq!(secrets.in_answers(&text), [format!("password: {shown}")]);
    }
    assert_eq!(secrets.in_log("csrf.proof").len(), 1);
    assert!(secrets.in_answers("csrf.proof").is_empty());
    assert_eq!(secrets.in_log("head.body.signature").len(), 2);
    assert_eq!(secrets.in_log("other.signature").len(), 1);
    assert!(secrets.in_log("top\nsecret, head.body").is_empty());
}
