//! What sellers choose from, and what the tests inspect of it.

use uuid::Uuid;
use waffle_domain::payment::PaymentMethod;
use waffle_domain::slug::SlugPrefix;
use waffle_domain::waffle_fields::{NewWaffle, WaffleDraft};
use waffle_store::announcements::{Announced, CHUNK, announce};
use waffle_store::payment_methods;

use crate::test_store::{TestStore, admin, at};

impl TestStore {
    pub(crate) async fn waffle_with(&self, title: &str, payment_methods: &[Uuid]) -> Uuid {
        let id = Uuid::now_v7();
        let draft =
            WaffleDraft { payment_methods: Some(payment_methods.to_vec()), ..WaffleDraft::new(title, 10, 2_500) };
        let new = NewWaffle::parse(&draft).unwrap();
        waffle_store::create_waffle::create(&self.pool, id, &SlugPrefix::default(), &new, admin().at(at(0)))
            .await
            .unwrap();
        id
    }

    pub(crate) async fn method(&self, name: &str) -> Uuid {
        let option = PaymentMethod::parse(Uuid::now_v7(), "wallet_a", name, "@anna", None).unwrap();
        payment_methods::insert(&self.pool, &option, "", admin().at(at(0))).await.unwrap();
        option.id
    }

    /// Makes all waffles that no one has locked announce their changes, as servers do; returns those that did.
    pub(crate) async fn announce(&self) -> Vec<Announced> {
        let mut told = Vec::new();
        loop {
            let next = announce(&self.pool, None, at(0)).await.unwrap();
            assert!(next.len() <= CHUNK);
            if next.is_empty() {
                return told;
            }
            told.extend(next);
        }
    }

    /// The waffles that still have to announce a change.
    pub(crate) async fn owing(&self) -> Vec<Uuid> {
        let owing = "SELECT DISTINCT waffle_id FROM owed_announcements ORDER BY waffle_id";
        sqlx::query_scalar(owing).fetch_all(&self.pool).await.unwrap()
    }

    /// The actions in the entity's audit entries, in order.
    pub(crate) async fn audited(&self, entity: Uuid) -> Vec<String> {
        sqlx::query_scalar("SELECT action FROM audit_outbox WHERE entity_id = $1 ORDER BY seq")
            .bind(entity.to_string())
            .fetch_all(&self.pool)
            .await
            .unwrap()
    }

    /// A waffle's newest sequence number, and its log as sequence numbers and kinds.
    pub(crate) async fn log(&self, waffle: Uuid) -> (i64, Vec<(i64, String)>) {
        let last = sqlx::query_scalar("SELECT last_seq FROM waffles WHERE id = $1");
        let events = sqlx::query_as("SELECT seq, kind FROM events WHERE waffle_id = $1 ORDER BY seq");
        (
            last.bind(waffle).fetch_one(&self.pool).await.unwrap(),
            events.bind(waffle).fetch_all(&self.pool).await.unwrap(),
        )
    }
}
