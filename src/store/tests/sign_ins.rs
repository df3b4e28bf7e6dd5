//! The login history: written with the sign-in, read by scope, enriched later.

use chrono::TimeDelta;
use uuid::Uuid;
use waffle_domain::sign_ins::Scope;
use waffle_domain::user_agent::UserAgent;
use waffle_domain::whois::answer::AddressOwner;
use waffle_store::accounts::note_sign_in;
use waffle_store::pools::PgPool;
use waffle_store::sign_ins::{SignIn, SignInFrom, SignIns, enrich};
use waffle_store::table::Table;
use waffle_test_databases::TestDatabase;
use waffle_test_databases::inspection::{HASH, add_account};

use crate::test_store::{at, page};

const PHONE: &str =
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36";
const ADA: Uuid = Uuid::from_u128(1);
const BEN: Uuid = Uuid::from_u128(2);
const CLEO: Uuid = Uuid::from_u128(3);

async fn crew() -> (TestDatabase, PgPool) {
    let (database, pool) = TestDatabase::with_pool(2).await.unwrap();
    for (id, name, role) in [(ADA, "ada", "super_admin"), (BEN, "ben", "admin"), (CLEO, "cleo", "waffle_manager")] {
        add_account(&database.connect_options(), id, name, role).await.unwrap();
    }
    (database, pool)
}

fn owner(sign_in: &SignIn) -> AddressOwner {
    let SignIn { ip_org, ip_country, ip_city, ip_asn, .. } = sign_in.clone();
    AddressOwner { org: ip_org, country: ip_country, city: ip_city, asn: ip_asn }
}

async fn sign_in(pool: &PgPool, who: Uuid, address: &str, seconds: i64) -> Uuid {
    let from = SignInFrom {
        id: Uuid::new_v4(),
        session_id: Uuid::new_v4(),
        expires_at: at(seconds + 60),
        ip_address: address.parse().unwrap(),
        user_agent: UserAgent::new(PHONE),
    };
    note_sign_in(pool, (who, HASH), &from, at(seconds)).await.unwrap().unwrap();
    from.id
}

#[tokio::test]
async fn the_holder_of_an_address_is_noted_on_the_records_that_were_named() {
    let (_database, pool) = crew().await;
    let (one, other) = (sign_in(&pool, ADA, "203.0.113.1", 1).await, sign_in(&pool, ADA, "203.0.113.1", 2).await);
    let holder =
        AddressOwner { org: Some("Example GmbH".into()), asn: Some("AS64500".into()), ..AddressOwner::default() };
    for _ in 0..2 {
        enrich(&pool, &[one, Uuid::from_u128(9)], &holder, "whois.example.net").await.unwrap();
    }
    let (records, _) = SignIns::read(&pool, &Scope::Everyone, page(1, 10)).await.unwrap();
    let told: Vec<_> = records.iter().map(|r| (r.id, owner(r), r.whois_server.as_deref())).collect();
    assert_eq!(told, [(other, AddressOwner::default(), None), (one, holder, Some("whois.example.net"))]);
}

#[tokio::test]
async fn scopes_and_the_purge_find_their_rows_by_index() {
    let (_database, pool) = crew().await;
    sqlx::query(
        "INSERT INTO login_history
             (id, admin_id, admin_username, ip_address, user_agent, browser, os, device_type, created_at)
         SELECT gen_random_uuid(), id, username, '203.0.113.1', '', 'x', 'x', 'desktop', $1 + make_interval(secs => n)
         FROM admins, generate_series(1, 5000) n WHERE username = 'ada' OR n % 1000 = 0",
    )
    .bind(at(0))
    .execute(&pool)
    .await
    .unwrap();
    sqlx::query("ANALYZE login_history").execute(&pool).await.unwrap();
    for (index, statement) in [
        ("login_history_created_at", "SELECT * FROM login_history ORDER BY created_at DESC, id DESC LIMIT 25"),
        ("login_history_created_at", "DELETE FROM login_history WHERE created_at < '2024-10-04T00:00:05Z'"),
        (
            "login_history_admin_created_at",
            "SELECT * FROM login_history WHERE admin_id = '00000000-0000-0000-0000-000000000002'
             ORDER BY created_at DESC, id DESC LIMIT 25",
        ),
    ] {
        let explain = sqlx::AssertSqlSafe(format!("EXPLAIN {statement}"));
        let plan: Vec<String> = sqlx::query_scalar(explain).fetch_all(&pool).await.unwrap();
        assert!(plan.join("\n").contains(index), "{statement}: {plan:#?}");
    }
    let (records, total) = SignIns::read(&pool, &Scope::Everyone, page(1, 3)).await.unwrap();
    assert_eq!((total, records[0].created_at), (5_010, at(0) + TimeDelta::seconds(5_000)));
}
