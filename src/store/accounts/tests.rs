use crate::pools::PgPool;
use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;
use waffle_domain::email::Email;
use waffle_domain::role::Role;
use waffle_domain::user_agent::UserAgent;
use waffle_domain::username::Username;
use waffle_test_databases::TestDatabase;

use super::{FirstAccount, Presented, any, credentials, insert_first, note_sign_in, rehash, signed_in};
use crate::sessions::{self, Alive};
use crate::sign_ins::SignInFrom;

const HASH: &str = "$2b$04$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZabcde";

fn noon() -> DateTime<Utc> {
    DateTime::from_timestamp(1_700_000_000, 0).unwrap()
}

fn from() -> SignInFrom {
    SignInFrom {
        id: Uuid::from_u128(9),
        session_id: Uuid::from_u128(2),
        expires_at: noon() + TimeDelta::hours(24),
        ip_address: "203.0.113.7".parse().unwrap(),
        user_agent: UserAgent::new("curl/8.8.0"),
    }
}

async fn sign_ins(pool: &PgPool) -> i64 {
    sqlx::query_scalar("SELECT count(*) FROM login_history").fetch_one(pool).await.unwrap()
}

async fn create_first(pool: &PgPool, id: Uuid) -> bool {
    let admin = FirstAccount {
        id,
        username: &Username::parse("admin").unwrap(),
        email: &Email::parse("admin@localhost").unwrap(),
        role: Role::SuperAdmin,
        password_hash: HASH,
        created_at: noon(),
    };
    insert_first(pool, &admin).await.unwrap()
}

#[tokio::test]
async fn of_servers_that_start_at_once_one_creates_the_first_account() {
    let (_database, pool) = TestDatabase::with_pool(8).await.unwrap();
    assert!(!any(&pool).await.unwrap());

    let servers: Vec<_> = (1..=8)
        .map(|id| {
            let pool = pool.clone();
            tokio::spawn(async move { create_first(&pool, Uuid::from_u128(id)).await })
        })
        .collect();
    let mut created = 0;
    for server in servers {
        created += u32::from(server.await.unwrap());
    }

    assert_eq!(created, 1);
    assert!(any(&pool).await.unwrap());
    assert!(!create_first(&pool, Uuid::from_u128(9)).await, "later starts change nothing");
}

/// The session that [`from`] begins, presented this many seconds after noon.
fn presented(seconds: i64) -> Presented {
    Presented {
        admin_id: Uuid::from_u128(1),
        session_id: Uuid::from_u128(2),
        alive: Alive { now: noon() + TimeDelta::seconds(seconds), seen_since: None },
        ip_address: "198.51.100.7".parse().unwrap(),
    }
}

#[tokio::test]
async fn a_session_holds_until_it_is_ended_or_the_account_deactivated() {
    let (_database, pool) = TestDatabase::with_pool(1).await.unwrap();
    let id = Uuid::from_u128(1);
    create_first(&pool, id).await;
    assert_eq!(signed_in(&pool, &presented(0)).await.unwrap(), None, "it has not begun");
    note_sign_in(&pool, (id, HASH), &from(), noon()).await.unwrap().unwrap();
    let found = signed_in(&pool, &presented(0)).await.unwrap().unwrap();
    assert_eq!((found.account.username.as_str(), found.has_second_factor), ("admin", false));
    let of_another = Presented { admin_id: Uuid::from_u128(3), ..presented(0) };
    assert_eq!(signed_in(&pool, &of_another).await.unwrap(), None);

    sqlx::query("UPDATE admins SET active = false").execute(&pool).await.unwrap();
    assert_eq!(signed_in(&pool, &presented(0)).await.unwrap(), None);
    let other = SignInFrom { id: Uuid::from_u128(10), session_id: Uuid::from_u128(11), ..from() };
    assert!(
        note_sign_in(&pool, (id, HASH), &other, noon()).await.unwrap().is_none(),
        "a sign-in that was under way ends there"
    );
    assert_eq!(sign_ins(&pool).await, 1);
    sqlx::query("UPDATE admins SET active = true").execute(&pool).await.unwrap();

    for _ in 0..2 {
        sessions::end(&pool, Uuid::from_u128(2)).await.unwrap();
        assert_eq!(signed_in(&pool, &presented(0)).await.unwrap(), None);
    }
}

#[tokio::test]
async fn a_session_ends_when_it_expires_or_was_idle_for_too_long() {
    let (_database, pool) = TestDatabase::with_pool(1).await.unwrap();
    create_first(&pool, Uuid::from_u128(1)).await;
    note_sign_in(&pool, (Uuid::from_u128(1), HASH), &from(), noon()).await.unwrap().unwrap();
    let holds = async |seconds: i64, idle: Option<i64>| {
        let mut presented = presented(seconds);
        presented.alive.seen_since = idle.map(|idle| noon() + TimeDelta::seconds(seconds - idle));
        signed_in(&pool, &presented).await.unwrap().is_some()
    };
    assert!(holds(3_599, Some(3_600)).await);
    assert!(!holds(3_599 + 3_600, Some(3_600)).await, "idle for an hour");
    assert!(holds(3_599 + 3_600, None).await, "nobody asks");
    assert!(holds(3_599 + 3_600 + 3_599, Some(3_600)).await, "it was seen in between");
    assert!(holds(24 * 3_600 - 1, None).await);
    assert!(!holds(24 * 3_600, None).await);
}

#[tokio::test]
async fn where_and_when_a_session_was_seen_is_noted_once_a_minute() {
    let (_database, pool) = TestDatabase::with_pool(1).await.unwrap();
    let id = Uuid::from_u128(1);
    create_first(&pool, id).await;
    note_sign_in(&pool, (id, HASH), &from(), noon()).await.unwrap().unwrap();
    let alive = presented(0).alive;
    let seen = async |seconds: i64| {
        signed_in(&pool, &presented(seconds)).await.unwrap().unwrap();
        let session = sessions::of_account(&pool, (id, Uuid::nil()), alive).await.unwrap().remove(0);
        ((session.last_seen_at - noon()).num_seconds(), session.ip_address.to_string())
    };
    assert_eq!(seen(59).await, (0, "203.0.113.7".to_owned()));
    assert_eq!(seen(60).await, (60, "198.51.100.7".to_owned()));
    assert_eq!(seen(119).await.0, 60);
    assert_eq!(seen(120).await.0, 120);
}

#[tokio::test]
async fn a_sign_in_is_noted() {
    let (_database, pool) = TestDatabase::with_pool(1).await.unwrap();
    let id = Uuid::from_u128(1);
    create_first(&pool, id).await;
    let at = noon() + TimeDelta::hours(1);
    let account = note_sign_in(&pool, (id, HASH), &from(), at).await.unwrap().unwrap();
    assert_eq!(account.last_login_at, Some(at));
    assert_eq!(sign_ins(&pool).await, 1);

    let later = at + TimeDelta::hours(1);
    assert!(note_sign_in(&pool, (id, HASH), &from(), later).await.is_err(), "the same record twice");
    let account = signed_in(&pool, &presented(7_000)).await.unwrap().unwrap().account;
    assert_eq!(account.last_login_at, Some(at), "without a record there is no sign-in");
}

#[tokio::test]
async fn a_hash_is_replaced_only_where_it_still_stands() {
    let (_database, pool) = TestDatabase::with_pool(1).await.unwrap();
    let (id, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
    create_first(&pool, id).await;
    let renewed = HASH.replace("$04$", "$05$");
    assert!(!rehash::replace(&pool, other, HASH, &renewed).await.unwrap(), "another account");
    assert!(!rehash::replace(&pool, id, &renewed, HASH).await.unwrap(), "another hash");
    assert!(rehash::replace(&pool, id, HASH, &renewed).await.unwrap());
    assert!(!rehash::replace(&pool, id, HASH, &renewed).await.unwrap(), "it was replaced already");
    let found = credentials(&pool, &Username::parse("admin").unwrap()).await.unwrap().unwrap();
    assert_eq!(found.password_hash, renewed);
}

#[tokio::test]
async fn the_database_refuses_what_the_domain_would_not_write() {
    let (_database, pool) = TestDatabase::with_pool(1).await.unwrap();
    create_first(&pool, Uuid::from_u128(1)).await;
    for (change, constraint) in [
        ("username = 'Admin'", "admins_username_shape"),
        ("email = 'nobody'", "admins_email_shape"),
        ("role = 'root'", "admins_role_known"),
        ("password_hash = 'plain text'", "admins_password_hash_is_bcrypt"),
        ("social_links = '{}'", "admins_social_links_are_ten_at_most"),
    ] {
        let statement = sqlx::AssertSqlSafe(format!("UPDATE admins SET {change}"));
        let error = sqlx::query(statement).execute(&pool).await.unwrap_err();
        assert_eq!(error.as_database_error().unwrap().constraint(), Some(constraint), "{change}");
    }
    let twin = "INSERT INTO admins (id, username, email, role, password_hash, created_at)
                SELECT gen_random_uuid(), 'other', 'ADMIN@localhost', role, password_hash, created_at FROM admins";
    let error = sqlx::query(twin).execute(&pool).await.unwrap_err();
    assert_eq!(error.as_database_error().unwrap().constraint(), Some("admins_email_taken"));
}
