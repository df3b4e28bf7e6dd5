//! The system information.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use waffle_actors::retention::{Purged, RetentionStatus, Run};
use waffle_domain::timezone::TimeZone;

use super::{admin, templates};
use crate::about::{AboutPage, DatabaseView, RetentionView, SystemInformation, lasting};
use crate::context::{Frame, Section};

fn at() -> DateTime<Utc> {
    "2026-11-20T17:44:03.5Z".parse().unwrap()
}

fn berlin() -> TimeZone {
    TimeZone::parse("Europe/Berlin").unwrap()
}

fn system(database: bool, status: &RetentionStatus) -> SystemInformation {
    let view = DatabaseView { size: "12.3 MB".into(), active_waffles: 31, audit_backlog: 1_200 };
    SystemInformation {
        uptime: lasting(Duration::from_hours(100)),
        watchers: 1_204,
        loaded_waffles: 12,
        database: database.then_some(view),
        retention: RetentionView::new(status, berlin()),
        zone: "Europe/Berlin",
    }
}

fn about() -> AboutPage {
    AboutPage { frame: Frame::new("About", Section::About), version: "0.1.0".into(), system: None }
}

#[test]
fn the_about_page_shows_admins_the_servers_state() {
    let templates = templates();
    let page = |system| AboutPage {
        frame: Frame::new("About", Section::About).with_admin(Some(admin())),
        system: Some(system),
        ..about()
    };
    let purged = |name, rows, complete| Purged { name, rows, complete };
    let run = Run { at: at(), purged: vec![purged("audit entries", 1_200, true), purged("claim keys", 0, false)] };
    let over = RetentionStatus { last: Some(run), next: Some(at() + TimeDelta::hours(1)) };
    let html = templates.render(&page(system(true, &over))).unwrap();
    for words in
        ["4 days, 4 h", "12.3 MB", "1,204", "20 Nov 2026, 18:44", "20 Nov 2026, 19:44", "audit entries (1,200)"]
    {
        assert!(html.contains(words), "{words}");
    }
    let html = templates.render(&page(system(false, &RetentionStatus::default()))).unwrap();
    assert!(html.contains("unavailable") && html.contains("none yet") && html.contains("under way"));
    assert!(!templates.render(&about()).unwrap().contains("This server"));
}
