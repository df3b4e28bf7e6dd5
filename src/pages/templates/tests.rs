//! What no request can show of templates. The tests of the whole service hold every page that a server answers to the
//! rules of all pages.

mod buyers;
mod calls;
mod directions;
mod money_desk;
mod styles;
mod system;
mod texts;
mod words;

use std::path::Path;

use waffle_domain::role::Role;
use waffle_language::{ENGLISH, Text};

use super::Templates;
use crate::context::claim::ClaimNotice;
use crate::context::{AdminNav, AdminPart, Frame, Script, Section};
use crate::failure_pages::error_page;

fn templates() -> Templates {
    Templates::load(ENGLISH, |_, name| {
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../static"))
            .join(name)
            .is_file()
            .then(|| format!("/static/0/{name}"))
    })
    .unwrap()
}

fn admin() -> AdminNav {
    AdminNav {
        nav_name: "Olivia Honey".into(),
        csrf_token: "csrf-1".into(),
        parts: AdminPart::of(Role::SuperAdmin),
        timezone: Some("Europe/Berlin"),
    }
}

#[test]
fn every_script_of_a_page_is_there() {
    for script in [
        Script::Page,
        Script::Home,
        Script::Seller,
        Script::Dashboard,
        Script::List,
        Script::Board,
        Script::LargeBoard,
        Script::Manage,
        Script::Draw,
        Script::Share,
        Script::Receipt,
        Script::DrawCheck,
        Script::Stage,
        Script::WaffleForm,
        Script::Offline,
    ] {
        let frame = Frame::new(Text::verbatim("Alone"), Section::Elsewhere).with_script(script);
        let html = templates().render("error", values! { ..error_page(404, None, None), frame }).unwrap();
        assert_eq!(html.matches("<script").count(), 1, "{script:?}");
    }
}

#[test]
fn every_notice_says_what_became_of_the_claim() {
    let taken = ClaimNotice::Taken { numbers: Text::verbatim("7"), count: 1, handle: "anna".into(), rest: None };
    for (notice, words) in [
        (taken, "7 was just taken"),
        (ClaimNotice::NoneLeft, "No spots left"),
        (ClaimNotice::Invalid, "check the form"),
        (ClaimNotice::FormReused, "already used"),
        (ClaimNotice::NotActive, "closed"),
        (ClaimNotice::Unavailable, "weren’t claimed"),
        (ClaimNotice::OutcomeUnknown, "tell yet"),
    ] {
        let html = templates().render("partials/claim_notice", values! { notice }).unwrap();
        assert!(html.contains(words), "{words:?} in {html}");
    }
}

#[test]
fn the_navigation_leads_where_the_role_may_go() {
    let leads_to = |role, href| AdminPart::of(role).iter().any(|part| part.href == href);
    for role in Role::ALL {
        assert!(leads_to(role, "/admin") && leads_to(role, "/admin/share-templates"), "{role:?}");
        assert_eq!(leads_to(role, "/admin/payment-methods"), role != Role::WaffleManager, "{role:?}");
    }
}
