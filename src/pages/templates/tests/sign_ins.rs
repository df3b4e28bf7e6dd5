//! The pages of sign-ins and of the system settings, full and empty.

use chrono::{DateTime, Utc};
use uuid::Uuid;
use waffle_domain::paging::{PageSize, Paging};
use waffle_domain::role::Role;
use waffle_domain::settings::Settings;
use waffle_domain::settings::key::SettingKey;
use waffle_domain::timezone::TimeZone;
use waffle_domain::whois::answer::AddressOwner;
use waffle_store::sign_ins::SignIn;

use super::samples::admin;
use super::{keep, templates};
use crate::context::flash::Flash;
use crate::context::form::{Choice, Field};
use crate::context::pager::TablePager;
use crate::context::sign_ins::{MySignInsPage, SignInRow, SignIns, SignInsPage};
use crate::context::system_settings::{SettingGroup, SystemSettingsPage};
use crate::context::{Frame, Section, SettingsTab};

fn frame(title: &str) -> Frame {
    Frame::new(title, Section::Settings).with_admin(Some(admin()))
}

fn record(browser: &str, os: &str, device_type: &str, ip_address: &str, holder: AddressOwner) -> SignIn {
    SignIn {
        id: Uuid::nil(),
        admin_id: Uuid::nil(),
        username: "olivia".into(),
        ip_address: ip_address.parse().unwrap(),
        user_agent: format!("{browser}/1.0 <script>alert(1)</script>"),
        browser: browser.into(),
        os: os.into(),
        device_type: device_type.into(),
        whois_server: holder.org.as_ref().map(|_| "whois.pwhois.org".into()),
        holder,
        created_at: DateTime::<Utc>::from_timestamp(1_795_196_640, 0).unwrap(),
    }
}

fn history(named: bool) -> SignIns {
    let berlin = TimeZone::parse("Europe/Berlin").unwrap();
    let known = AddressOwner {
        org: Some("Example Hosting GmbH".into()),
        country: Some("DE".into()),
        city: Some("Berlin".into()),
        asn: Some("AS64500".into()),
    };
    let mut records = [
        record("Chrome", "macOS", "desktop", "203.0.113.7", known.clone()),
        record("Instagram", "Android", "mobile", "2001:db8:85a3:8d3:1319:8a2e:370:7348", AddressOwner::default()),
        record("Safari", "iPadOS", "tablet", "192.168.1.7", AddressOwner::default()),
        record("Unknown", "Unknown", "desktop", "203.0.113.8", AddressOwner { org: None, city: None, ..known }),
    ];
    records[3].user_agent.clear();
    let paging = Paging::parse("2", "", PageSize { default: 25, most: 100 }).unwrap();
    SignIns {
        total: 1_234,
        zone: "Europe/Berlin".into(),
        named,
        rows: records.iter().map(|record| SignInRow::new(record, berlin)).collect(),
        pager: TablePager::new(paging, 1_234, "admin_id=1&"),
    }
}

fn nothing(total: i64, page: &str) -> SignIns {
    let paging = Paging::parse(page, "", PageSize { default: 25, most: 100 }).unwrap();
    let pager = TablePager::new(paging, total, "");
    SignIns { total, zone: "UTC".into(), named: true, rows: Vec::new(), pager }
}

fn whole(history: SignIns) -> SignInsPage {
    let choice = |name: &str, checked| Choice { value: name.into(), label: name.into(), detail: None, checked };
    SignInsPage {
        frame: frame("Sign-in history"),
        lead: "Who signed in, from where, and on what device.",
        accounts: vec![choice("ben", false), choice("olivia", true)],
        history,
    }
}

fn settings(flash: Option<Flash>, field: impl Fn(SettingKey) -> Field) -> SystemSettingsPage {
    SystemSettingsPage {
        frame: frame("System settings"),
        tabs: SettingsTab::of(Role::SuperAdmin, "/admin/settings/system"),
        flash,
        groups: SettingGroup::all(field),
    }
}

#[test]
fn every_page_renders_full_and_empty() {
    let templates = templates();
    keep("login-history", &templates.render(&whole(history(true))).unwrap());
    keep("login-history-empty", &templates.render(&whole(nothing(0, "1"))).unwrap());
    keep("login-history-beyond", &templates.render(&whole(nothing(30, "9"))).unwrap());
    let own = MySignInsPage {
        frame: frame("My sign-ins"),
        tabs: SettingsTab::of(Role::SuperAdmin, "/admin/settings/login-history"),
        more: Some("See everyone’s sign-ins"),
        history: history(false),
    };
    keep("my-sign-ins", &templates.render(&own).unwrap());
    let defaults = Settings::default();
    let page = settings(None, |key| Field::new(defaults.get(key)));
    keep("system-settings", &templates.render(&page).unwrap());
    let flash = Flash::failed("No changes yet.");
    let page = settings(Some(flash), |key| Field::refused(defaults.get(key), "Write a whole number from 1 to 8760."));
    keep("system-settings-refused", &templates.render(&page).unwrap());
}

#[test]
fn a_row_shows_its_time_in_the_admins_zone_and_escapes_the_user_agent() {
    let html = templates().render(&whole(history(true))).unwrap();
    assert!(html.contains("<time datetime=\"2026-11-20T18:44:00+01:00\">20 Nov 2026, 18:44</time>"));
    assert!(html.contains("Times are in Europe/Berlin."));
    assert!(!html.contains("<script>alert"));
    for words in
        ["Chrome on macOS", "Berlin, DE", "AS64500", "Source: whois.pwhois.org", "Private address", "Not known"]
    {
        assert!(html.contains(words), "{words}");
    }
}

#[test]
fn the_form_has_every_setting_once() {
    let defaults = Settings::default();
    let page = settings(None, |key| Field::new(defaults.get(key)));
    let html = templates().render(&page).unwrap();
    for key in SettingKey::ALL {
        assert_eq!(html.matches(&format!(" name=\"{}\"", key.as_str())).count(), 1, "{key:?}");
    }
}
