//! Reading a page of a long log costs no more than what it shows.

use std::time::Duration;

use sqlx::{Connection, PgConnection};
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::audit_scope_and_filter::{AuditFilter, AuditScope};
use waffle_domain::report::period::Range;
use waffle_store::audit::trail::list;
use waffle_test_databases::inspection::add_account;

use super::admin;
use crate::test_store::{TestStore, page};

/// An entry every minute, nearly always a payment, nine out of ten by admin 1.
const LOG: &str = "
    INSERT INTO audit_log (seq, id, at, admin_id, admin_username, action, entity_type, entity_id, detail)
    SELECT n, md5(n::text)::uuid, timestamptz '2026-06-01 12:00Z' + n * interval '1 minute',
        lpad(CASE WHEN n % 500 = 3 THEN '3' WHEN n % 10 = 2 THEN '2' ELSE '1' END, 32, '0')::uuid, 'anna',
        CASE WHEN n % 1000 = 7 THEN 'update_waffle' ELSE 'mark_paid' END,
        CASE WHEN n % 1000 = 7 THEN 'waffle' ELSE 'spot' END, n::text, repeat('x', 100)
    FROM generate_series(1, 40000) n";

/// Counts the pages read so far from the log's table, without its indexes, by connections that are closed.
async fn fetched(office: &TestStore) -> i64 {
    let mut connection = PgConnection::connect_with(&office.database.connect_options()).await.unwrap();
    let (sql, mut last) =
        ("SELECT heap_blks_read + heap_blks_hit FROM pg_statio_user_tables WHERE relname = 'audit_log'", -1);
    loop {
        let now: i64 = sqlx::query_scalar(sql).fetch_one(&mut connection).await.unwrap();
        if now == last {
            return now;
        }
        last = now;
        tokio::time::sleep(Duration::from_millis(150)).await;
    }
}

#[tokio::test]
async fn what_a_filter_leaves_out_is_not_fetched() {
    let office = TestStore::new().await;
    for number in 1..=3 {
        let name = format!("admin{number}");
        add_account(&office.database.connect_options(), admin(number), &name, "admin").await.unwrap();
    }
    office.database.execute(LOG).await.unwrap();
    office.database.execute("VACUUM (FREEZE, ANALYZE) audit_log").await.unwrap();
    let day = Range::parse("2026-06-05", "2026-06-05").unwrap();
    let action = AuditFilter { action: Some(AuditAction::UpdateWaffle), ..AuditFilter::default() };
    let entity_type = AuditFilter { entity_type: Some(EntityType::Waffle), ..AuditFilter::default() };
    let range = AuditFilter { range: day, ..AuditFilter::default() };
    let both = AuditFilter { range: day, ..action };
    let never = AuditFilter { action: Some(AuditAction::MarkPaid), ..entity_type };
    let (everyone, scoped) = (AuditScope::Everyone, AuditScope::SelfAndManagers(admin(3)));
    for (what, scope, filter, number, total) in [
        ("a rare action", everyone, action, 1, 40),
        ("a rare type, its end", everyone, entity_type, 2, 40),
        ("a day long ago", everyone, range, 1, 1_440),
        ("its end", everyone, range, 72, 1_440),
        ("a rare action on it", everyone, both, 1, 1),
        ("what never happens", everyone, never, 1, 0),
        ("few of one's own", scoped, AuditFilter::default(), 1, 80),
    ] {
        let before = fetched(&office).await;
        let pool = office.database.pool(1).await.unwrap();
        let listed = list(&pool, scope, &filter, page(number, 20)).await.unwrap();
        assert_eq!(listed.total, total, "{what}");
        assert!(listed.entries.len() == 20 || total < 20, "{what}: {}", listed.entries.len());
        // A connection reports its statistics when it closes.
        pool.close().await;
        let fetched = fetched(&office).await - before;
        assert!(fetched <= 50, "{what}: {fetched} pages fetched for 20 entries");
    }
}
