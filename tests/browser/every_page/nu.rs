//! Whether the markup of every page is valid, by the Nu Html Checker.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use waffle_language::Language;
use waffle_tests::ROOT;
use waffle_tests::browser::Browser;
use waffle_tests::browser::chromedriver::Chromedriver;

use super::site::{FILL, Page, Site, visit};

const CHECKER: &str = "tests/tools/node_modules/vnu-jar/build/dist/vnu.jar";

/// The page as the server sends it in a language, which is chosen on the way.
async fn source(browser: &Browser, page: &Page, language: &str) -> String {
    let choice = json!({"lang": language, "to": page.path});
    let text = format!(
        "fetch('/language', {{method: 'POST', body: new URLSearchParams({choice})}}).then((answer) => answer.text())"
    );
    let read = match &page.sends {
        None => text,
        Some((form, fields)) => format!(
            "(async () => {{
                const text = await {text};
                const form = new DOMParser().parseFromString(text, 'text/html').querySelector({});
                const fields = {fields};
                {FILL}
                const body = new URLSearchParams(new FormData(form));
                return (await fetch(form.getAttribute('action'), {{method: 'POST', body}})).text();
            }})()",
            json!(form)
        ),
    };
    let text = browser.value(&read).await;
    let text = text.as_str().unwrap_or_else(|| panic!("{}: {text}", page.name)).to_owned();
    assert!(text.contains(&format!("<html lang=\"{language}\"")), "{} is not in {language}: {text}", page.name);
    text
}

/// The languages, without those that are made up for tests.
fn languages() -> Vec<&'static str> {
    Language::all().map(Language::tag).filter(|tag| !tag.starts_with("en-X")).collect()
}

#[tokio::test]
async fn every_page_is_valid_html() {
    let (site, chromedriver) = (Site::open().await, Chromedriver::start());
    let browser = chromedriver.open(&site.app).await;
    browser.goto("/about").await;
    let folder = tempfile::tempdir().expect("a folder");
    for (page, in_turn) in site.pages.iter().zip(languages().into_iter().cycle()) {
        // Signs in, once it has to.
        if page.path.starts_with("/admin") {
            visit(&browser, &Page { name: page.name, path: page.path.clone(), sends: None, presses: None }).await;
        }
        // What a form does can't be done twice.
        let languages = if page.sends.is_some() { vec![in_turn] } else { languages() };
        for language in languages {
            let file = folder.path().join(format!("{}.{language}.html", page.name));
            fs::write(file, source(&browser, page, language).await).expect("a file");
        }
    }
    let checker = Path::new(ROOT).join(CHECKER);
    assert!(checker.is_file(), "the Nu Html Checker is missing: `make checkers` installs it");
    let mut run = Command::new("java");
    run.arg("-jar").arg(checker).args(["--format", "json", "--exit-zero-always", "--stdout"]).arg(folder.path());
    let answer = run.output().expect("java");
    let report: Value = serde_json::from_slice(&answer.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&answer.stderr)));
    let messages = report["messages"].as_array().expect("messages");
    let faults: Vec<String> = messages.iter().map(told).collect();
    assert!(faults.is_empty(), "{} faults: {faults:#?}", faults.len());
}

fn told(message: &Value) -> String {
    let text = |field: &str| message[field].as_str().unwrap_or_default().to_owned();
    let file = text("url").rsplit('/').next().unwrap_or_default().to_owned();
    format!("{file}:{} {}: {} in {}", message["lastLine"], text("type"), text("message"), text("extract"))
}
