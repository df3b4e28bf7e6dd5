//! Every page renders in strict mode, full and empty. With `WAFFLE_PAGES_DIR` set, the pages are also written there, to
//! be viewed in a browser.

mod accounts;
mod api_docs;
mod audit;
mod buyers;
mod directions;
mod draws;
mod known_buyers;
mod money_desk;
mod payments_and_sharing;
mod samples;
mod sign_ins;
mod words;

use std::path::Path;

use super::Templates;
use crate::context::Script;
use crate::context::claim::ClaimNotice;
use crate::context::error::ErrorPage;

fn templates() -> Templates {
    Templates::load(|name| {
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../static"))
            .join(name)
            .is_file()
            .then(|| format!("/static/0/{name}"))
    })
    .unwrap()
}

fn keep(name: &str, html: &str) {
    assert!(html.starts_with("<!doctype html>"), "{name} is a whole page");
    assert!(html.trim_end().ends_with("</html>"), "{name} is a whole page");
    assert!(!html.contains("style=") && !html.contains("<style"), "{name} keeps to the stylesheet");
    assert!(html.matches("<script").count() <= 1, "{name} has one script");
    assert!(!html.contains("<script>") && !html.contains(" onclick="), "{name} has no inline script");
    assert!(html.matches(" autofocus").count() <= 1, "{name} has two fields with the focus");
    for (element, attribute, without) in [("select", "required", "<option value=\"\">"), ("pre", "aria-label", "role=")]
    {
        for (at, _) in html.match_indices(&format!("<{element} ")) {
            let (tag, rest) = html[at..].split_once('>').unwrap();
            let fits = tag.contains(without) || rest.trim_start().starts_with(without);
            assert!(!tag.contains(attribute) || fits, "{name} has a {element} with {attribute}, without {without}");
        }
    }
    for time in html.split(" datetime=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        let part = time.split('.').nth(1).map_or(0, |rest| rest.chars().take_while(char::is_ascii_digit).count());
        assert!(part <= 3, "{name} has a moment of {part} decimals: {time}");
    }
    if let Some(folder) = std::env::var_os("WAFFLE_PAGES_DIR") {
        std::fs::write(Path::new(&folder).join(format!("{name}.html")), html).unwrap();
    }
}

#[test]
fn every_page_renders_full_and_empty() {
    let templates = templates();
    keep("home", &templates.render(&samples::home()).unwrap());
    keep("home-empty", &templates.render(&samples::home_empty()).unwrap());
    keep("waffles", &templates.render(&samples::waffles()).unwrap());
    keep("waffles-empty", &templates.render(&samples::waffles_empty()).unwrap());
    keep("waffle", &templates.render(&samples::waffle(100)).unwrap());
    keep("waffle-big", &templates.render(&samples::waffle(10_000)).unwrap());
    keep("waffle-bare", &templates.render(&samples::waffle_bare()).unwrap());
    keep("claim-limited", &templates.render(&samples::limited()).unwrap());
    keep("waffle-completed", &templates.render(&samples::waffle_completed()).unwrap());
    keep("stage", &templates.render(&samples::stage(100, false)).unwrap());
    keep("stage-big", &templates.render(&samples::stage(10_000, true)).unwrap());
    keep("stage-completed", &templates.render(&samples::stage_completed()).unwrap());
    keep("receipt", &templates.render(&samples::receipt()).unwrap());
    keep("receipt-bare", &templates.render(&samples::receipt_bare()).unwrap());
    keep("give-back", &templates.render(&samples::give_back()).unwrap());
    keep("about", &templates.render(&samples::about()).unwrap());
    keep("login", &templates.render(&samples::login(None)).unwrap());
    keep("login-refused", &templates.render(&samples::login(Some("Wrong username or password."))).unwrap());
    keep("dashboard", &templates.render(&samples::dashboard()).unwrap());
    keep("dashboard-empty", &templates.render(&samples::dashboard_empty(false)).unwrap());
    keep("dashboard-archived-empty", &templates.render(&samples::dashboard_empty(true)).unwrap());
    keep("new-waffle", &templates.render(&samples::new_waffle()).unwrap());
    keep("new-waffle-refused", &templates.render(&samples::new_waffle_refused()).unwrap());
    keep("edit-waffle", &templates.render(&samples::edit_waffle()).unwrap());
    keep("manage", &templates.render(&samples::manage()).unwrap());
    keep("manage-empty", &templates.render(&samples::manage_empty()).unwrap());
    keep("reports", &templates.render(&samples::reports()).unwrap());
    keep("reports-empty", &templates.render(&samples::reports_empty()).unwrap());
    for before in [false, true] {
        keep(&format!("draw-{before}"), &templates.render(&samples::draw(before)).unwrap());
        keep(&format!("confirm-draw-{before}"), &templates.render(&samples::confirm_draw(before)).unwrap());
    }
    keep("clear-draw", &templates.render(&samples::clear_draw()).unwrap());
    keep("delete-waffle", &templates.render(&samples::delete_waffle()).unwrap());
    for status in [400, 401, 403, 404, 405, 409, 413, 429, 500, 503] {
        let page = ErrorPage::new(status, None, Some("01JD3".into()));
        keep(&format!("error-{status}"), &templates.render(&page).unwrap());
    }
}

#[test]
fn every_script_of_a_page_is_there() {
    for script in [
        Script::Page,
        Script::List,
        Script::Board,
        Script::Manage,
        Script::Draw,
        Script::Share,
        Script::Receipt,
        Script::DrawCheck,
        Script::Stage,
    ] {
        let mut home = samples::home();
        home.frame = home.frame.with_script(script);
        let html = templates().render(&home).unwrap();
        assert_eq!(html.matches("<script").count(), 1, "{script:?}");
    }
}

#[test]
fn every_notice_says_what_became_of_the_claim() {
    let templates = templates();
    for (name, notice, words) in samples::notices() {
        let mut page = samples::waffle(100);
        page.notice = Some(notice);
        let html = templates.render(&page).unwrap();
        assert!(html.contains(words), "{name} says {words:?}");
        keep(&format!("notice-{name}"), &html);
    }
}

#[test]
fn search_engines_find_no_page_for_sellers() {
    let templates = templates();
    let noindex = "<meta name=\"robots\" content=\"noindex\">";
    let described = "<meta name=\"description\"";
    for html in [templates.render(&samples::manage()), templates.render(&samples::dashboard())].map(Result::unwrap) {
        assert!(html.contains(noindex) && html.contains(described));
    }
    for html in [templates.render(&samples::home()), templates.render(&samples::waffle(10))].map(Result::unwrap) {
        assert!(!html.contains(noindex));
    }
}

#[test]
fn of_several_refused_fields_the_first_has_the_focus() {
    let html = templates().render(&samples::new_waffle_refused()).unwrap();
    assert!(html.matches("aria-invalid=\"true\"").count() > 1);
    assert!(html.split_once(" autofocus").unwrap().0.ends_with("aria-invalid=\"true\""));
    assert_eq!(html.find("aria-invalid").map(|at| at + 19), html.find(" autofocus"));
}

#[test]
fn what_people_typed_is_escaped() {
    let templates = templates();
    let mut page = samples::waffle(10);
    page.waffle.title = "<script>alert(1)</script>".into();
    page.waffle.description = Some("\"><img src=x onerror=alert(1)>".into());
    page.claim.social_handle.value = "\" autofocus onfocus=\"alert(1)".into();
    page.notice = Some(ClaimNotice::Invalid);
    let html = templates.render(&page).unwrap();
    assert!(!html.contains("<script>alert"));
    assert!(!html.contains("<img src=x"));
    assert!(!html.contains("\" autofocus"));
}

#[test]
fn a_claim_form_carries_its_key_and_the_spots_as_checkboxes() {
    let html = templates().render(&samples::waffle(100)).unwrap();
    assert!(html.contains("name=\"idempotency_key\" value=\"key-1\""));
    assert!(html.contains("type=\"checkbox\" name=\"spot\" value=\"1\" form=\"claim\""));
}

#[test]
fn a_page_of_ten_thousand_spots_stays_small() {
    let html = templates().render(&samples::waffle(10_000)).unwrap();
    assert!(html.len() < 120_000, "{} bytes", html.len());
}
