//! The system information.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use waffle_actors::retention::{Purged, RetentionStatus, Run};
use waffle_domain::timezone::TimeZone;
use waffle_language::Text;
use waffle_store::database_figures::DatabaseFacts;

use super::{admin, templates};
use crate::about::{self, lasting, retention};
use crate::context::{AdminNav, Frame, Section};
use crate::templates::Values;

fn at() -> DateTime<Utc> {
    "2026-11-20T17:44:03.5Z".parse().unwrap()
}

fn berlin() -> TimeZone {
    TimeZone::parse("Europe/Berlin").unwrap()
}

fn system(database: bool, status: &RetentionStatus) -> Values {
    let facts = DatabaseFacts { bytes: 12_345_678, active_waffles: 31, audit_backlog: 1_200 };
    values! {
        uptime: lasting(Duration::from_hours(100)),
        watchers: 1_204,
        loaded_waffles: 12,
        database: database.then(|| about::database(&facts)),
        retention: retention(status, berlin()),
        zone: "Europe/Berlin",
    }
}

fn about(admin: Option<AdminNav>, system: Option<&Values>) -> String {
    let frame = Frame::new(Text::verbatim("About"), Section::About).with_admin(admin);
    templates().render("about", values! { frame, version: "0.1.0", system }).unwrap()
}

#[test]
fn the_about_page_shows_admins_the_servers_state() {
    let purged = |name, rows, complete| Purged { name, rows, complete };
    let run = Run { at: at(), purged: vec![purged("audit entries", 1_200, true), purged("claim keys", 0, false)] };
    let over = RetentionStatus { last: Some(run), next: Some(at() + TimeDelta::hours(1)) };
    let html = about(Some(admin()), Some(&system(true, &over)));
    for words in
        ["4 days, 4 h", "12.3 MB", "1,204", "20 Nov 2026, 18:44", "20 Nov 2026, 19:44", "audit entries (1,200)"]
    {
        assert!(html.contains(words), "{words}");
    }
    let html = about(Some(admin()), Some(&system(false, &RetentionStatus::default())));
    assert!(html.contains("unavailable") && html.contains("none yet") && html.contains("under way"));
    assert!(!about(None, None).contains("This server"));
}
