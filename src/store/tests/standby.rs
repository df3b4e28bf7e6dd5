//! What is acknowledged is at the standby, with a real one.

use std::pin::{Pin, pin};
use std::time::Duration;

use chrono::TimeDelta;
use tokio::time::timeout;
use uuid::Uuid;
use waffle_domain::account_standing::StandingChange;
use waffle_domain::audit::AuditAction;
use waffle_domain::draw::beacon::{Chain, PublicKey};
use waffle_domain::draw::clock::Heard;
use waffle_domain::draw::digest::Hex;
use waffle_domain::draw::lock_order::{LockDraft, LockOrder};
use waffle_domain::draw::quicknet;
use waffle_domain::draw::reason::Reason;
use waffle_domain::draw::round::{Round, Timetable};
use waffle_domain::payment::PaymentMethodEdit;
use waffle_domain::profile::ProfileEdit;
use waffle_domain::receipt::Receipt;
use waffle_domain::refusal::Refusal;
use waffle_domain::role::Role;
use waffle_domain::settings::change::SettingsChange;
use waffle_domain::share::ShareTemplateEdit;
use waffle_domain::slug::SlugPrefix;
use waffle_domain::waffle_fields::WaffleEdit;
use waffle_store::accounts::{profile, standing};
use waffle_store::claims::{Verdict, commit};
use waffle_store::draws::{decide, lock, void};
use waffle_store::failure::StoreFailure;
use waffle_store::ledger_session::LedgerSession;
use waffle_store::merge_users::merge;
use waffle_store::pools::{PgConnectOptions, PgPool, options, pool};
use waffle_store::receipts::say_paid;
use waffle_store::sessions::{self, Alive};
use waffle_store::winners::{WinnerOperation, set};
use waffle_store::{create_waffle, edit_waffle, payment_methods, settings, share_message, share_templates, spots};
use waffle_test_databases::Replicated;
use waffle_test_databases::inspection::lock_waffle;

use crate::test_store::{admin, at, claim, handle, keyed, new_waffle, replicated, spot_order};

const SOON: Duration = Duration::from_secs(20);

struct Shop {
    servers: Replicated,
    options: PgConnectOptions,
    pool: PgPool,
}

impl Shop {
    async fn open() -> Self {
        let (servers, options) = replicated().await;
        Self { pool: pool(&options, 4), options, servers }
    }

    async fn waffle(&self) -> Uuid {
        let id = Uuid::new_v4();
        create_waffle::create(&self.pool, id, &SlugPrefix::default(), &new_waffle("Box", 5), admin().at(at(0)))
            .await
            .unwrap();
        id
    }

    /// Asserts that some work is not done before the standby has it, and is once it has.
    fn assert_waits<'a, T>(
        &'a self,
        what: &'a str,
        work: impl Future<Output = T> + 'a,
    ) -> Pin<Box<dyn Future<Output = T> + 'a>> {
        Box::pin(async move {
            self.servers.cut_off().await.unwrap();
            let mut work = pin!(work);
            tokio::select! {
                biased;
                _ = &mut work => panic!("{what}: it does not wait"),
                waits = self.servers.until_waits("") => {
                    assert!(waits.is_ok(), "{what}: something else holds it up");
                }
            }
            self.servers.rejoin().await.unwrap();
            timeout(SOON, work).await.unwrap_or_else(|_| panic!("{what}: it waits for ever"))
        })
    }
}

/// Marks spot 1 of a waffle paid, and returns the order for that.
async fn pay_the_first(shop: &Shop, waffle_id: Uuid, buyer: &str) -> spots::SpotOrder {
    let find = "SELECT id FROM spots WHERE waffle_id = $1 AND number = 1";
    let spot_id = sqlx::query_scalar(find).bind(waffle_id).fetch_one(&shop.pool).await.unwrap();
    let pay = spot_order(waffle_id, vec![spot_id], spots::SpotOperation::Pay);
    let pay = spots::SpotOrder { only_of: Some(handle(buyer)), active_only: true, ..pay };
    spots::change(&shop.pool, &pay, at(3)).await.unwrap();
    pay
}

#[tokio::test]
async fn a_claim_and_its_repeat_wait_for_the_standby() {
    let shop = Shop::open().await;
    let id = shop.waffle().await;
    let mut ledger = LedgerSession::open(&shop.options).await.unwrap();
    let order = [keyed(claim(id, "anna", &[1]), "k")];
    let verdicts = shop.assert_waits("a claim", commit(&mut ledger, &order, at(1))).await.unwrap();
    assert!(matches!(verdicts[..], [Verdict::Granted { .. }]), "{verdicts:?}");
    // The repeat locks no row itself when another session holds the waffle.
    for held in [false, true] {
        let lock = if held { Some(lock_waffle(&shop.options, id).await.unwrap()) } else { None };
        let verdicts = shop.assert_waits("a repeat", commit(&mut ledger, &order, at(2))).await.unwrap();
        assert!(matches!(verdicts[..], [Verdict::Replayed { .. }]), "held={held}: {verdicts:?}");
        drop(lock);
    }
    // An admin's action on what is already done changes nothing, but may follow a lost answer.
    let receipt = Receipt::of_handle(id, 1, 1, &handle("anna"));
    let pay = pay_the_first(&shop, id, "anna").await;
    let skipped = shop.assert_waits("paid already", spots::change(&shop.pool, &pay, at(4))).await;
    assert!(matches!(skipped.unwrap().unwrap()[..], [spots::SpotResult::WrongStatus { .. }]));
    say_paid(&shop.pool, &receipt, Some("cash"), at(5)).await.unwrap();
    shop.assert_waits("said already", say_paid(&shop.pool, &receipt, Some("cash"), at(6))).await.unwrap().unwrap();
}

#[tokio::test]
async fn a_standby_is_no_place_to_look_claims_up() {
    let shop = Shop::open().await;
    let standby = options(&shop.servers.standby.url("waffle")).unwrap();
    let refused = LedgerSession::open(&standby).await.unwrap_err();
    assert!(matches!(refused, StoreFailure::Unreachable(_)), "{refused}");
    shop.servers.fail_over().await.unwrap();
    LedgerSession::open(&standby).await.unwrap();
}

#[tokio::test]
async fn what_is_done_already_is_acknowledged_once_the_standby_has_it() {
    let shop = Shop::open().await;
    let (id, by, pool) = (shop.waffle().await, admin(), &shop.pool);
    let template = share_templates::list(pool).await.unwrap().into_iter().find(|one| one.default).unwrap();
    share_message::save(pool, id, template.id, "Come!", by.at(at(1))).await.unwrap();
    edit_waffle::archive(pool, id, true, by.at(at(1))).await.unwrap();
    shop.assert_waits("archived", edit_waffle::archive(pool, id, true, by.at(at(2)))).await.unwrap();
    shop.assert_waits("edited", edit_waffle::edit(pool, id, WaffleEdit::default(), by.at(at(2)))).await.unwrap();
    let again = share_message::save(pool, id, template.id, "Come!", by.at(at(2)));
    shop.assert_waits("a share message", again).await.unwrap();
    shop.assert_waits("a default", share_templates::make_default(pool, template.id, by.at(at(2)))).await.unwrap();
    let again = share_templates::update(pool, template.id, ShareTemplateEdit::default(), by.at(at(2)));
    shop.assert_waits("a template", again).await.unwrap();
    let add = "INSERT INTO payment_methods (id, type, display_name, handle_or_url, created_at, updated_at)
        VALUES ($1, 'wallet_a', 'Wallet', '@shop', now(), now())";
    sqlx::query(add).bind(id).execute(pool).await.unwrap();
    let no_edit = PaymentMethodEdit::default();
    let again = payment_methods::update(pool, id, &no_edit, AuditAction::UpdatePaymentMethod, by.at(at(2)));
    shop.assert_waits("a payment method", again).await.unwrap();
    let same_role = StandingChange { role: Some(Role::SuperAdmin), active: None };
    shop.assert_waits("a role", standing::change(pool, by.account_id, same_role, true, by.at(at(2)))).await.unwrap();
    let again = profile::update(pool, by.account_id, ProfileEdit::default(), by.at(at(2)));
    shop.assert_waits("a profile", again).await.unwrap();
    let [old, new] = ["old", "new"].map(handle);
    shop.assert_waits("a merge", merge(pool, [&old, &new], &[], true, by.at(at(2)))).await.unwrap();
    let no_change = SettingsChange::default();
    shop.assert_waits("settings", settings::change(pool, &no_change, by.at(at(2)))).await.unwrap();
    shop.assert_waits("a sign-out", sessions::end(pool, Uuid::nil())).await.unwrap();
    let ended = shop.assert_waits("an ended session", sessions::end_own(pool, Uuid::nil(), by.at(at(2)))).await;
    assert!(matches!(ended, Err(StoreFailure::Refused(Refusal::NoSession))), "{ended:?}");
    let alive = Alive { now: at(2), seen_since: None };
    shop.assert_waits("other sessions", sessions::end_others(pool, Uuid::nil(), &by, alive)).await.unwrap();
}

#[tokio::test]
async fn what_became_of_a_draw_already_is_said_once_the_standby_has_it() {
    let shop = Shop::open().await;
    let (id, by, pool) = (shop.waffle().await, admin(), &shop.pool);
    let mut ledger = LedgerSession::open(&shop.options).await.unwrap();
    commit(&mut ledger, &[claim(id, "anna", &[1])], at(1)).await.unwrap();
    pay_the_first(&shop, id, "anna").await;
    let timetable = Timetable::new(quicknet::GENESIS, quicknet::PERIOD_SECONDS).unwrap();
    let key = PublicKey::new(Hex::parse(quicknet::PUBLIC_KEY).unwrap()).unwrap();
    let chain = Chain::new(Hex::parse(quicknet::HASH).unwrap(), key, timetable);
    let round = Round::try_from(657_413).unwrap();
    let signature = "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be\
        41076862b98fad56e91a6b85b89cd97b";
    let verified = chain.verify(round, Hex::parse(signature).unwrap()).unwrap();
    let (round_at, why) = (timetable.time_of(round), Reason::parse("A mistake.").unwrap());
    let then = round_at - TimeDelta::seconds(60);
    let order = LockOrder::parse(&LockDraft::default(), 5).unwrap();
    let locking = async || lock(pool, id, &order, (&chain, Heard::Nothing), &by, || then).await;
    locking().await.unwrap();
    let again = shop.assert_waits("locked", locking()).await;
    assert!(matches!(again, Err(StoreFailure::Refused(Refusal::DrawLocked { .. }))), "{again:?}");
    let voiding = async || void(pool, (id, 1), &why, Heard::Nothing, &by, || then).await;
    voiding().await.unwrap();
    assert_eq!(shop.assert_waits("void", voiding()).await, Err(Refusal::DrawNotLocked.into()));
    locking().await.unwrap();
    let deciding = async || decide(pool, id, 2, &verified, Some(&by), round_at).await;
    deciding().await.unwrap();
    assert_eq!(shop.assert_waits("drawn", deciding()).await, Err(Refusal::DrawNotLocked.into()));
    let [draw, clear] = [WinnerOperation::Set(vec![1]), WinnerOperation::Clear];
    let setting = async |operation: &WinnerOperation| set(pool, id, (operation, None), by.at(at(2))).await;
    assert_eq!(shop.assert_waits("winners", setting(&draw)).await, Err(Refusal::DrawnAlready.into()));
    setting(&clear).await.unwrap();
    assert_eq!(shop.assert_waits("no winners", setting(&clear)).await, Err(Refusal::WaffleNotCompleted.into()));
}
