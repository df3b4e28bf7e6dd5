//! The lists that admins page through.

use waffle_domain::paging::Paging;
use waffle_store::table::{Exported, Table};

use crate::actions::Services;
use crate::failure::{Failure, of_read};

/// Reads a page, and how many rows there are in all.
pub async fn read<T: Table>(
    services: &Services,
    filter: &T::Filter,
    paging: Paging,
) -> Result<(Vec<T::Row>, i64), Failure> {
    T::read(&services.pool, filter, paging).await.map_err(of_read)
}

/// Reads up to `limit` rows after one, so that a file can be written in parts.
pub async fn after<T: Exported>(
    services: &Services,
    filter: &T::Filter,
    last: Option<&T::Row>,
    limit: i64,
) -> Result<Vec<T::Row>, Failure> {
    T::after(&services.pool, filter, last, limit).await.map_err(of_read)
}
