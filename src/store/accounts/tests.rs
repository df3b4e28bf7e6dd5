use chrono::{DateTime, TimeDelta, Utc};
use sqlx::PgPool;
use uuid::Uuid;
use waffle_domain::email::Email;
use waffle_domain::role::Role;
use waffle_domain::user_agent::UserAgent;
use waffle_domain::username::Username;
use waffle_private_postgres::TestDatabase;

use super::{FirstAccount, any, credentials, insert_first, note_sign_in, rehash, signed_in};
use crate::ended_tokens;
use crate::sign_ins::SignInFrom;

const HASH: &str = "$2b$04$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZabcde";

fn noon() -> DateTime<Utc> {
    DateTime::from_timestamp(1_700_000_000, 0).unwrap()
}

fn from() -> SignInFrom {
    SignInFrom {
        id: Uuid::from_u128(9),
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
    let database = TestDatabase::create().await.unwrap();
    let pool = database.pool(8).await.unwrap();
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

#[tokio::test]
async fn an_account_reads_back_as_stored() {
    let database = TestDatabase::create().await.unwrap();
    let pool = database.pool(1).await.unwrap();
    let id = Uuid::from_u128(1);
    create_first(&pool, id).await;
    sqlx::query(
        r#"UPDATE admins SET display_name = 'The Boss', timezone = 'Europe/Berlin',
           social_links = '[{"platform": "x", "handle": "boss"}]'"#,
    )
    .execute(&pool)
    .await
    .unwrap();

    let found = credentials(&pool, &Username::parse("ADMIN").unwrap()).await.unwrap().unwrap();

    assert_eq!(found.password_hash, HASH);
    let account = found.account;
    assert_eq!((account.id, account.role, account.active), (id, Role::SuperAdmin, true));
    assert_eq!(account.email.as_str(), "admin@localhost");
    assert_eq!(account.timezone.name(), "Europe/Berlin");
    assert_eq!(account.nav_name(), "The Boss");
    assert_eq!(account.profile.social_links[0].handle, "boss");
    assert_eq!((account.created_at, account.last_login_at), (noon(), None));
    assert!(credentials(&pool, &Username::parse("nobody").unwrap()).await.unwrap().is_none());
}

#[tokio::test]
async fn a_session_holds_until_its_token_is_ended_or_the_account_deactivated() {
    let database = TestDatabase::create().await.unwrap();
    let pool = database.pool(1).await.unwrap();
    let (id, jti, other_jti) = (Uuid::from_u128(1), Uuid::from_u128(2), Uuid::from_u128(3));
    create_first(&pool, id).await;
    assert_eq!(signed_in(&pool, id, jti, noon()).await.unwrap().unwrap().username.as_str(), "admin");

    for _ in 0..2 {
        ended_tokens::end(&pool, jti, noon()).await.unwrap();
    }
    assert!(signed_in(&pool, id, jti, noon()).await.unwrap().is_none());
    assert!(signed_in(&pool, id, other_jti, noon()).await.unwrap().is_some());

    sqlx::query("UPDATE admins SET active = false").execute(&pool).await.unwrap();
    assert!(signed_in(&pool, id, other_jti, noon()).await.unwrap().is_none());
    assert!(
        note_sign_in(&pool, id, &from(), noon()).await.unwrap().is_none(),
        "a sign-in that was under way ends there"
    );
    assert_eq!(sign_ins(&pool).await, 0);

    sqlx::query("UPDATE admins SET active = true, sessions_since = $1").bind(noon()).execute(&pool).await.unwrap();
    let before = noon() - TimeDelta::milliseconds(1);
    assert!(signed_in(&pool, id, other_jti, before).await.unwrap().is_none(), "activated again, not its sessions");
    assert!(signed_in(&pool, id, other_jti, noon()).await.unwrap().is_some());
}

#[tokio::test]
async fn a_sign_in_is_noted() {
    let database = TestDatabase::create().await.unwrap();
    let pool = database.pool(1).await.unwrap();
    let id = Uuid::from_u128(1);
    create_first(&pool, id).await;
    let at = noon() + TimeDelta::hours(1);
    let account = note_sign_in(&pool, id, &from(), at).await.unwrap().unwrap();
    assert_eq!(account.last_login_at, Some(at));
    assert_eq!(sign_ins(&pool).await, 1);

    let later = at + TimeDelta::hours(1);
    assert!(note_sign_in(&pool, id, &from(), later).await.is_err(), "the same record twice");
    let account = signed_in(&pool, id, Uuid::from_u128(2), noon()).await.unwrap().unwrap();
    assert_eq!(account.last_login_at, Some(at), "without a record there is no sign-in");
}

#[tokio::test]
async fn a_hash_is_replaced_only_where_it_still_stands() {
    let database = TestDatabase::create().await.unwrap();
    let pool = database.pool(1).await.unwrap();
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
    let database = TestDatabase::create().await.unwrap();
    let pool = database.pool(1).await.unwrap();
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
