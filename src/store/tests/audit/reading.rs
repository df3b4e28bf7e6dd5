//! Pages, filters and scopes, against a model without SQL.

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::audit_scope_and_filter::{AuditFilter, AuditScope};
use waffle_domain::report::period::Range;
use waffle_store::audit::trail::{AuditEntry, before, list};
use waffle_store::pools::acquire;
use waffle_test_databases::inspection::add_account;

use super::{Deed, admin, author, deed};
use crate::test_store::{TestStore, at, page};

/// A `super_admin`, two admins, a manager, and an admin who was a manager until today.
const STAFF: [(u128, &str, &str); 5] = [
    (1, "anna", "super_admin"),
    (2, "ben", "admin"),
    (3, "carl", "admin"),
    (4, "dora", "waffle_manager"),
    (5, "emil", "admin"),
];

async fn staffed() -> TestStore {
    let office = TestStore::new().await;
    for (id, username, role) in STAFF {
        add_account(&office.database.connect_options(), admin(id), username, role).await.unwrap();
    }
    office
}

fn by(number: u128, deed: &Deed) -> Deed {
    Deed { author: author(number, STAFF.iter().find(|(id, ..)| *id == number).unwrap().1), ..*deed }
}

fn seen_by(scope: AuditScope, entry: &AuditEntry) -> bool {
    match scope {
        AuditScope::Everyone => true,
        AuditScope::SelfAndManagers(id) => entry.admin_id == Some(id) || entry.admin_id == Some(admin(4)),
    }
}

fn passes(filter: &AuditFilter, entry: &AuditEntry) -> bool {
    filter.admin_id.is_none_or(|id| entry.admin_id == Some(id))
        && filter.action.is_none_or(|action| entry.action == action.as_str())
        && filter.entity_type.is_none_or(|kind| entry.entity_type == kind.as_str())
        && filter.range.start().is_none_or(|start| entry.at >= start)
        && filter.range.end().is_none_or(|end| entry.at < end)
}

fn random_filter(rng: &mut StdRng) -> AuditFilter {
    let mut moment = || if rng.random() { String::new() } else { at(rng.random_range(0..20)).to_rfc3339() };
    let range = Range::parse(&moment(), &moment()).unwrap_or_default();
    AuditFilter {
        admin_id: rng.random_bool(0.3).then(|| admin(rng.random_range(1..6))),
        action: rng.random_bool(0.3).then(|| *AuditAction::ALL[..3].choose(rng).unwrap()),
        entity_type: rng.random_bool(0.3).then(|| *EntityType::ALL.choose(rng).unwrap()),
        range,
    }
}

#[tokio::test]
async fn pages_filters_and_scopes_equal_a_model_without_sql() {
    let office = staffed().await;
    let mut rng = StdRng::seed_from_u64(1);
    for _ in 0..120 {
        let random = Deed {
            action: *AuditAction::ALL[..3].choose(&mut rng).unwrap(),
            entity_type: *EntityType::ALL.choose(&mut rng).unwrap(),
            // Times don't follow the order of writing, because clocks differ.
            ..deed(rng.random_range(0..20))
        };
        office.write(&by(rng.random_range(1..6), &random)).await;
    }
    office.transfer(60).await;
    let all =
        before(&mut acquire(&office.pool).await.unwrap(), AuditScope::Everyone, &AuditFilter::default(), None, 1_000)
            .await
            .unwrap();
    assert_eq!(all.len(), 120);
    let mut found = 0;
    for _ in 0..150 {
        let filter = random_filter(&mut rng);
        let scope = if rng.random() { AuditScope::Everyone } else { AuditScope::SelfAndManagers(admin(2)) };
        let page = page(rng.random_range(1..4), rng.random_range(1..40));
        let model: Vec<_> = all.iter().filter(|e| seen_by(scope, e) && passes(&filter, e)).cloned().collect();
        let (skip, take) = (usize::try_from(page.offset()).unwrap(), usize::try_from(page.per_page()).unwrap());
        let expected: Vec<_> = model.iter().skip(skip).take(take).cloned().collect();
        let listed = list(&office.pool, scope, &filter, page).await.unwrap();
        assert_eq!(
            (listed.entries, listed.total),
            (expected, i64::try_from(model.len()).unwrap()),
            "{filter:?} {page:?}"
        );
        assert_eq!(
            before(&mut acquire(&office.pool).await.unwrap(), scope, &filter, None, 1_000).await.unwrap(),
            model,
            "{filter:?}"
        );
        found += model.len();
    }
    assert!(found > 500, "the filters let something through: {found}");
}
