//! Accounts: created, lowered, deactivated, changed, each with its audit entries.

use std::sync::Arc;

use tokio::sync::Barrier;
use uuid::Uuid;
use waffle_domain::account::Account;
use waffle_domain::account_standing::StandingChange;
use waffle_domain::author::Author;
use waffle_domain::new_account::{AccountDraft, NewAccount};
use waffle_domain::password::PasswordPolicy;
use waffle_domain::profile::ProfileEdit;
use waffle_domain::refusal::Refusal;
use waffle_domain::role::Role;
use waffle_domain::settings::change::SettingsChange;
use waffle_domain::slug::SlugPrefix;
use waffle_store::accounts::create::create;
use waffle_store::accounts::standing::change;
use waffle_store::accounts::{list, password, profile};
use waffle_store::failure::StoreFailure;
use waffle_store::password_resets::read_open;
use waffle_store::pools::PgPool;
use waffle_store::{create_waffle, edit_waffle, settings};
use waffle_test_databases::TestDatabase;
use waffle_test_databases::inspection::HASH;

use crate::test_store::{add_account, admin, at, new_waffle};

const OTHER_HASH: &str = "$2b$04$ABCDEFGHIJKLMNOPQRSTUUabcdefghijklmnopqrstuvwxyzABCDE";

pub(crate) struct Office {
    pub(crate) pool: PgPool,
    pub(crate) database: TestDatabase,
}

impl Office {
    pub(crate) async fn open() -> Self {
        let database = TestDatabase::create().await.unwrap();
        Self { pool: database.pool(8).await.unwrap(), database }
    }

    pub(crate) async fn account(&self, username: &str, role: Role) -> Account {
        // The founder only creates the others, and is removed, so that they are the only accounts.
        add_account(&self.database, &founder()).await;
        let new = new_account(username, role);
        let created = create(&self.pool, Uuid::new_v4(), &new, HASH, founder().at(at(0))).await;
        sqlx::query("DELETE FROM admins WHERE id = $1").bind(founder().account_id).execute(&self.pool).await.unwrap();
        created.unwrap()
    }

    /// The account's audit entries as author and action, in order.
    pub(crate) async fn told(&self, account: &Account) -> Vec<String> {
        let sql = "SELECT admin_username || ' ' || action FROM audit_outbox
                   WHERE entity_type = 'admin' AND entity_id = $1 ORDER BY seq";
        sqlx::query_scalar(sql).bind(account.id.to_string()).fetch_all(&self.pool).await.unwrap()
    }

    pub(crate) async fn deactivate(&self, account: &Account, by: &Account) -> Result<Account, StoreFailure> {
        let deactivation = StandingChange { role: None, active: Some(false) };
        change(&self.pool, account.id, deactivation, true, author(by).at(at(1))).await
    }

    async fn managers(&self) -> usize {
        let all = list(&self.pool).await.unwrap();
        all.iter().filter(|account| account.active && account.role == Role::SuperAdmin).count()
    }
}

fn new_account(username: &str, role: Role) -> NewAccount {
    let draft = AccountDraft {
        username: username.to_owned(),
        email: format!("{username}@Example.org"),
        password: "correct horse".to_owned(),
        role: role.as_str().to_owned(),
        ..AccountDraft::default()
    };
    NewAccount::parse(&draft, PasswordPolicy { min_length: 8 }).unwrap()
}

fn founder() -> Author {
    Author { account_id: Uuid::from_u128(70), username: "founder".into(), ip_address: None }
}

pub(crate) fn author(account: &Account) -> Author {
    Author { account_id: account.id, username: account.username.to_string(), ip_address: None }
}

fn role(role: Role) -> StandingChange {
    StandingChange { role: Some(role), active: None }
}

#[tokio::test]
async fn of_two_who_lower_each_other_at_the_same_time_one_stays() {
    let office = Office::open().await;
    for round in 0..10 {
        let one = office.account(&format!("one{round}"), Role::SuperAdmin).await;
        let other = office.account(&format!("other{round}"), Role::SuperAdmin).await;
        let start = Arc::new(Barrier::new(2));
        let duel = |by: Account, whom: Uuid, change_to: StandingChange| {
            let (pool, start) = (office.pool.clone(), Arc::clone(&start));
            tokio::spawn(async move {
                start.wait().await;
                change(&pool, whom, change_to, true, author(&by).at(at(1))).await
            })
        };
        let deactivation = StandingChange { role: None, active: Some(false) };
        let how = if round % 2 == 0 { role(Role::Admin) } else { deactivation };
        let (first, second) = (duel(one.clone(), other.id, how), duel(other.clone(), one.id, role(Role::Admin)));
        let outcomes = [first.await.unwrap(), second.await.unwrap()];
        let done = outcomes.iter().filter(|outcome| outcome.is_ok()).count();
        assert_eq!((done, office.managers().await), (1, 1), "{outcomes:?}");
        let sent_away = outcomes.contains(&Err(Refusal::RoleTooLow.into()));
        assert!(sent_away, "who was lowered lowers nobody: {outcomes:?}");
        let told = [office.told(&one).await, office.told(&other).await].concat();
        assert_eq!(told.len(), 3, "two were created, one was changed: {told:?}");
        sqlx::query("DELETE FROM admins").execute(&office.pool).await.unwrap();
    }
}

#[tokio::test]
async fn of_many_who_lower_themselves_at_the_same_time_one_stays() {
    let office = Office::open().await;
    let mut all = Vec::new();
    for number in 0..6 {
        all.push(office.account(&format!("boss{number}"), Role::SuperAdmin).await);
    }
    let lowered = all.into_iter().map(|account| {
        let pool = office.pool.clone();
        tokio::spawn(
            async move { change(&pool, account.id, role(Role::Admin), true, author(&account).at(at(1))).await },
        )
    });
    let mut last = 0;
    for outcome in lowered.collect::<Vec<_>>() {
        last += usize::from(outcome.await.unwrap() == Err(Refusal::LastSuperAdmin.into()));
    }
    assert_eq!((last, office.managers().await), (1, 1));
}

#[tokio::test]
async fn a_password_changes_only_from_the_one_that_was_known() {
    let office = Office::open().await;
    let (boss, anna) = (office.account("boss", Role::SuperAdmin).await, office.account("anna", Role::Admin).await);
    let changed_before = Err(Refusal::WrongPassword.into());
    for (expected, why) in [(Ok(()), "it is the current one"), (changed_before, "it was changed meanwhile")] {
        let outcome = password::change_own(&office.pool, (HASH, OTHER_HASH), None, author(&anna).at(at(1))).await;
        assert_eq!(outcome, expected, "{why}");
    }
    assert_eq!(password::reset(&office.pool, anna.id, HASH, author(&boss).at(at(2))).await.as_ref(), Ok(&anna));
    let nobody = password::reset(&office.pool, Uuid::nil(), HASH, author(&boss).at(at(2))).await;
    assert_eq!(nobody, Err(Refusal::NoAccount.into()));
    let told = office.told(&anna).await;
    assert_eq!(told, ["founder create_admin", "anna change_password", "boss reset_admin_password"]);
}

#[tokio::test]
async fn who_lost_the_right_meanwhile_changes_nothing() {
    let office = Office::open().await;
    let (boss, anna) = (office.account("boss", Role::SuperAdmin).await, office.account("anna", Role::Admin).await);
    let lowered = author(&office.account("ben", Role::Admin).await);
    let pool = &office.pool;
    office.deactivate(&anna, &boss).await.unwrap();
    add_account(&office.database, &admin()).await;
    let waffle = Uuid::now_v7();
    create_waffle::create(pool, waffle, &SlugPrefix::default(), &new_waffle("Box", 2), admin().at(at(1)))
        .await
        .unwrap();
    let records =
        || async { sqlx::query_scalar::<_, i64>("SELECT count(*) FROM audit_trail").fetch_one(pool).await.unwrap() };
    let before = records().await;

    let new = new_account("zoe", Role::Admin);
    let wish = SettingsChange::parse([("lockout_max_attempts", Some("3"))]).unwrap();
    let gone = author(&anna);
    for author in [&lowered, &gone] {
        let refusals = [
            create(pool, Uuid::new_v4(), &new, HASH, author.at(at(2))).await.err(),
            password::reset(pool, boss.id, HASH, author.at(at(2))).await.err(),
            profile::update(pool, boss.id, ProfileEdit::default(), author.at(at(2))).await.err(),
            settings::change(pool, &wish, author.at(at(2))).await.err(),
            read_open(pool, author.at(at(2))).await.err(),
        ];
        for (number, refusal) in refusals.iter().enumerate() {
            assert_eq!(*refusal, Some(Refusal::RoleTooLow.into()), "{number}");
        }
    }
    let own = [
        password::change_own(pool, (HASH, OTHER_HASH), None, gone.at(at(2))).await.err(),
        profile::update(pool, anna.id, ProfileEdit::default(), gone.at(at(2))).await.err(),
        edit_waffle::delete(pool, waffle, gone.at(at(2))).await.err(),
    ];
    assert!(own.iter().all(|refusal| *refusal == Some(Refusal::RoleTooLow.into())), "{own:?}");
    assert_eq!(records().await, before);
    // An admin still may.
    edit_waffle::delete(pool, waffle, lowered.at(at(3))).await.unwrap();
}

#[tokio::test]
async fn the_database_refuses_names_that_the_domain_would_not_write() {
    let office = Office::open().await;
    office.account("anna", Role::Admin).await;
    for column in ["first_name", "last_name", "display_name"] {
        for (name, fits) in [("''", false), ("repeat('é', 100)", true), ("repeat('é', 101)", false)] {
            let update = sqlx::AssertSqlSafe(format!("UPDATE admins SET {column} = {name}"));
            let refused = sqlx::query(update).execute(&office.pool).await.err();
            let constraint = refused.as_ref().and_then(|error| error.as_database_error()?.constraint());
            let expected = format!("admins_{column}_length");
            assert_eq!(constraint, (!fits).then_some(expected.as_str()), "{name}");
        }
    }
}
