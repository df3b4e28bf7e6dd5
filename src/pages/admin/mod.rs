//! The pages under `/admin`.

pub mod account;
pub mod accounts;
pub mod archive;
pub mod blocked_handles;
pub mod by_hand;
pub mod clear_draw;
pub mod dashboard;
pub mod delete_waffle;
pub mod desk_buyer;
pub mod draws;
pub mod edit_waffle;
pub mod manage;
pub mod manage_flash;
pub mod merge_buyers;
pub mod new_waffle;
pub mod own_account;
pub mod password_reset;
pub mod payers;
pub mod payment_methods;
pub mod payments;
pub mod pick_winners;
pub mod reports;
pub mod second_factor;
pub mod share;
pub mod share_templates;
pub mod sign_in;
pub mod spot_table;
pub mod spots;
pub mod system_settings;
pub mod tables;
pub mod terms_form;
pub mod waffle_form;

use std::sync::Arc;

use uuid::Uuid;
use waffle_actors::snapshot::Snapshot;
use waffle_domain::role::Permission;
use waffle_http::error::HttpError;
use waffle_http::extractors::InPath;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, waffles};

/// Finds the waffle in a page's address, for an account with a permission: 403 for others, 404 for an unknown id.
async fn waffle_for(
    services: &Services,
    me: &SignedIn,
    permission: Permission,
    id: InPath<Uuid>,
) -> Result<Arc<Snapshot>, HttpError> {
    me.require(permission)?;
    Ok(waffles::by_id(services, id.read()?).await?)
}
