//! The pool of payment methods that waffles choose from.

use std::collections::HashMap;

use uuid::Uuid;
use waffle_domain::audit::AuditAction;
use waffle_domain::author::Author;
use waffle_domain::payment::{PaymentMethod, PaymentMethodEdit};
use waffle_domain::refusal::Refusal;
use waffle_store::payment_methods;

use crate::actions::Services;
use crate::failure::{Failure, of_read};

/// Lists all methods, active or not.
pub async fn list(services: &Services) -> Result<Vec<PaymentMethod>, Failure> {
    payment_methods::list(&services.pool).await.map_err(of_read)
}

/// Finds a method; 404 when there is none.
pub async fn find(services: &Services, id: Uuid) -> Result<PaymentMethod, Failure> {
    payment_methods::find(&services.pool, id).await.map_err(of_read)?.ok_or(Refusal::NoPaymentMethod.into())
}

/// Counts the active waffles that use each method. Unused methods have no entry.
pub async fn uses(services: &Services) -> Result<HashMap<Uuid, i64>, Failure> {
    Ok(payment_methods::in_use(&services.pool).await.map_err(of_read)?.into_iter().collect())
}

/// Creates an active method.
pub async fn create(services: &Services, author: &Author, method: PaymentMethod) -> Result<PaymentMethod, Failure> {
    let detail = format!("{} ({}): {}", method.display_name, method.kind, method.handle_or_url);
    payment_methods::insert(&services.pool, &method, &detail, author.at(services.now())).await?;
    Ok(method)
}

/// Changes a method, and announces the change on the waffles that show it.
pub async fn edit(
    services: &Services,
    author: &Author,
    id: Uuid,
    edit: &PaymentMethodEdit,
) -> Result<PaymentMethod, Failure> {
    save(services, author, id, edit, AuditAction::UpdatePaymentMethod).await
}

/// Deactivates a method: waffles no longer offer it.
pub async fn deactivate(services: &Services, author: &Author, id: Uuid) -> Result<PaymentMethod, Failure> {
    save(services, author, id, &PaymentMethodEdit::active(false), AuditAction::DeactivatePaymentMethod).await
}

/// Reactivates a method, also on the waffles that had chosen it.
pub async fn activate(services: &Services, author: &Author, id: Uuid) -> Result<PaymentMethod, Failure> {
    edit(services, author, id, &PaymentMethodEdit::active(true)).await
}

async fn save(
    services: &Services,
    author: &Author,
    id: Uuid,
    edit: &PaymentMethodEdit,
    action: AuditAction,
) -> Result<PaymentMethod, Failure> {
    let changed = payment_methods::update(&services.pool, id, edit, action, author.at(services.now())).await?;
    services.waffles.announce(&changed.waffles).await;
    Ok(changed.method)
}
