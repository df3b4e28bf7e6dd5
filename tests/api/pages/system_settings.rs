//! `/admin/settings/system`

use waffle_domain::settings::SettingKey;
use waffle_test_databases::TestDatabase;
use waffle_tests::{Page, TestApp, Visitor};

use crate::whois_server::{WhoisServer, closed_port};

const PATH: &str = "/admin/settings/system";
const ALL: [(&str, &str); 7] = [
    ("jwt_expiration_hours", "24"),
    ("password_min_length", "8"),
    ("lockout_max_attempts", "5"),
    ("lockout_duration_minutes", "15"),
    ("audit_retention_days", "90"),
    ("login_history_retention_days", "90"),
    ("whois_server", "whois.pwhois.org"),
];

/// The values in the form.
fn held(page: &Page) -> Vec<(&'static str, String)> {
    ALL.iter().map(|(name, _)| (*name, page.value(&format!("#{name}")))).collect()
}

fn with(changes: &[(&'static str, &str)]) -> Vec<(&'static str, String)> {
    let value = |name: &str, default: &str| {
        changes.iter().find(|(changed, _)| *changed == name).map_or(default, |(_, value)| value).to_owned()
    };
    ALL.iter().map(|(name, default)| (*name, value(name, default))).collect()
}

async fn send(boss: &Visitor, fields: &[(&'static str, String)]) -> Page {
    let fields: Vec<_> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
    boss.send(PATH, &fields).await
}

#[tokio::test]
async fn the_form_shows_the_settings_and_changes_them() {
    let (app, boss) = TestApp::with_browser().await;
    let form = boss.get(PATH).await;
    assert_eq!(held(&form), with(&[]));
    for key in SettingKey::ALL {
        assert_eq!(form.all(&format!("main [name={}]", key.as_str())).len(), 1, "{key:?}");
    }
    assert_eq!(form.words(".tabs [aria-current]"), "System");
    let server = WhoisServer::saying("");
    let wanted = with(&[("jwt_expiration_hours", "48"), ("whois_server", &server.name())]);
    let saved = send(&boss, &wanted).await;
    assert_eq!((saved.status(), saved.location()), (303, PATH));
    let form = boss.follow(&saved).await;
    assert_eq!(held(&form), wanted);
    assert!(form.words("[role=status]").starts_with("Settings saved."));
    app.holds(
        "(SELECT string_agg(action, ' ' ORDER BY seq) FROM audit_trail) = 'update_whois_settings update_setting'",
    )
    .await;
}

#[tokio::test]
async fn a_mistake_is_shown_at_its_field_and_nothing_that_was_typed_is_lost() {
    let (_app, boss) = TestApp::with_browser().await;
    let closed = closed_port();
    let gone = closed.local_addr().unwrap().to_string();
    for (name, value, words) in [
        ("jwt_expiration_hours", "", "Enter a whole number from 1 to 8760."),
        ("password_min_length", "73", "Enter a whole number from 1 to 72."),
        ("whois_server", "<b>", "Enter the name or address of a server"),
        ("whois_server", &gone, "We couldn’t reach this server"),
    ] {
        let typed = with(&[("lockout_max_attempts", "3"), (name, value)]);
        let page = send(&boss, &typed).await;
        assert_eq!(page.status(), 400);
        assert_eq!(held(&page), typed);
        let note = page.words(&format!("#{name}-note.field-error"));
        assert!(note.starts_with(words), "{note}");
        assert_eq!(page.all("[aria-invalid]").len(), 1);
        assert!(page.has("[role=alert]"));
    }
    assert_eq!(held(&boss.get(PATH).await), with(&[]));
}

#[tokio::test]
async fn fields_that_were_not_sent_stay() {
    let (_app, boss) = TestApp::with_browser().await;
    assert_eq!(send(&boss, &[("lockout_max_attempts", "3".to_owned())]).await.status(), 303);
    assert_eq!(held(&boss.get(PATH).await), with(&[("lockout_max_attempts", "3")]));
}

#[tokio::test]
async fn a_database_that_is_busy_loses_nothing_that_was_typed() {
    let database = TestDatabase::create().await.unwrap();
    let app = TestApp::on(&database.url(), &[]).await;
    let boss = app.signed_in().await;
    let held_lock = "DO $$ BEGIN ASSERT EXISTS (SELECT FROM pg_locks
        WHERE relation = 'settings'::regclass AND mode = 'ExclusiveLock' AND granted); END $$";
    let typed = with(&[("lockout_max_attempts", "3")]);
    let try_it = async {
        while database.execute(held_lock).await.is_err() {}
        send(&boss, &typed).await
    };
    // The sleep ends together with the test's database.
    let page = tokio::select! {
        _ = database.execute("BEGIN; LOCK TABLE settings IN EXCLUSIVE MODE; SELECT pg_sleep(600)") => {
            panic!("the lock is gone")
        }
        page = try_it => page,
    };
    assert_eq!((page.status(), page.answer.header("retry-after")), (503, "1"));
    assert_eq!(held(&page), typed);
    assert!(page.words("[role=alert]").contains("nothing was done"), "{}", page.words("main"));
}
