//! The audit log and the system information, full and empty.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;
use waffle_actors::retention::{Purged, RetentionStatus, Run};
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::timezone::TimeZone;
use waffle_store::audit::trail::AuditEntry;

use super::samples::{about, admin, form};
use super::{keep, templates};
use crate::context::about::{AboutPage, DatabaseView, RetentionView, SystemInformation, lasting};
use crate::context::audit::{AuditPage, AuditRow, FilterOption};
use crate::context::pager::TablePager;
use crate::context::{Frame, Section};

fn at() -> DateTime<Utc> {
    "2026-11-20T17:44:03.5Z".parse().unwrap()
}

fn berlin() -> TimeZone {
    TimeZone::parse("Europe/Berlin").unwrap()
}

fn row(action: AuditAction, entity_type: EntityType, detail: &str, href: Option<&str>) -> AuditRow {
    let entry = AuditEntry {
        seq: 1,
        id: Uuid::nil(),
        at: at(),
        admin_id: Some(Uuid::nil()),
        admin_username: Some("olivia.honey".into()),
        action: action.as_str().into(),
        entity_type: entity_type.as_str().into(),
        entity_id: "17".into(),
        detail: detail.into(),
        ip_address: href.map(|_| "2001:db8:85a3:8d3:1319:8a2e:370:7348".parse().unwrap()),
    };
    AuditRow::new(&entry, href.map(str::to_owned), berlin())
}

fn page() -> AuditPage {
    AuditPage {
        frame: Frame::new("Audit log", Section::AuditLog).with_admin(Some(admin())),
        form: form(&[("admin_id", "2", ""), ("action", "mark_paid", ""), ("from", "2026-11-01", "")]),
        admins: FilterOption::list([("1", "anna"), ("2", "olivia.honey")]),
        actions: FilterOption::list(AuditAction::ALL.map(|action| (action, action.words()))),
        entity_types: FilterOption::list(EntityType::ALL.map(|kind| (kind, kind.words()))),
        filtered: true,
        refused: false,
        entries: vec![
            row(
                AuditAction::MarkPaid,
                EntityType::Spot,
                "spot 3 of golden-hour, claimed by anna: pending to paid",
                Some("/admin/waffles/1"),
            ),
            row(AuditAction::SetWinner, EntityType::Waffle, "golden-hour: 3, 17", Some("/admin/waffles/1")),
            row(
                AuditAction::DeleteWaffle,
                EntityType::Waffle,
                "a-very-long-slug-of-a-waffle-that-nobody-remembers-any-more-since-it-is-gone",
                None,
            ),
            row(AuditAction::UpdateAdminRole, EntityType::Admin, "anna: admin to super_admin", None),
            row(AuditAction::UpdateSetting, EntityType::Settings, "<script>alert(1)</script>", None),
        ],
        total: 1_241,
        pager: Some(TablePager {
            page: 2,
            pages: 63,
            previous: Some("?action=mark_paid&page=1".into()),
            next: Some("?action=mark_paid&page=3".into()),
        }),
        csv: "/api/admin/audit/export?action=mark_paid".into(),
        zone: "Europe/Berlin",
        zone_note: "Times are shown in your zone, Europe/Berlin; the filters ask for whole days of UTC.".into(),
        everyone: true,
    }
}

#[test]
fn the_audit_log_renders_full_empty_and_refused() {
    let templates = templates();
    let html = templates.render(&page()).unwrap();
    assert!(html.contains("<time datetime=\"2026-11-20T17:44:03.500Z\">20 Nov 2026, 18:44:03</time>"), "in the zone");
    assert!(html.contains("When (Europe/Berlin)") && html.contains("1,241 entries with these filters"));
    assert!(html.contains("<option value=\"mark_paid\" selected>Marked a spot paid</option>"));
    assert_eq!(html.matches(" selected>").count(), 2, "one of each list that is filtered by, of the others none");
    assert!(!html.contains("<script>alert"));
    keep("audit", &html);
    let empty = AuditPage { entries: Vec::new(), total: 0, pager: None, ..page() };
    assert!(templates.render(&empty).unwrap().contains("No entries match these filters."));
    keep("audit-filtered-empty", &templates.render(&empty).unwrap());
    let empty = AuditPage { filtered: false, everyone: false, ..empty };
    assert!(templates.render(&empty).unwrap().contains("No changes yet."));
    keep("audit-empty", &templates.render(&empty).unwrap());
    let refused = AuditPage { refused: true, ..empty };
    let faults = [("action", "", "There is no such action."), ("from", "soon", "A date is YYYY-MM-DD.")];
    let refused = AuditPage { form: form(&faults), ..refused };
    let html = templates.render(&refused).unwrap();
    assert!(html.contains("Check the highlighted filters.") && html.contains("There is no such action."));
    keep("audit-refused", &html);
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
    keep("about-system", &html);
    let html = templates.render(&page(system(false, &RetentionStatus::default()))).unwrap();
    assert!(html.contains("unavailable") && html.contains("none yet") && html.contains("under way"));
    keep("about-system-away", &html);
    assert!(!templates.render(&about()).unwrap().contains("This server"));
}
