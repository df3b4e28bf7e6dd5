//! The lists that admins page through.

use waffle_domain::paging::Paging;
use waffle_store::pools::{PgPool, acquire};
use waffle_store::standby::{Dated, ServerRun, Standby};
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

/// Where the parts of a file are read: all at the same standby, or, from one on, at the primary. So no row is left out
/// between two of them, as it could be at another standby that is further behind.
pub struct Parts {
    standby: Option<Standby>,
    run: Option<ServerRun>,
    primary: PgPool,
}

impl Parts {
    /// Begins a file.
    pub fn new(services: &Services) -> Self {
        Self { standby: services.standby.clone(), run: None, primary: services.pool.clone() }
    }

    /// Reads up to `limit` rows after one.
    pub async fn after<T: Exported>(
        &mut self,
        filter: &T::Filter,
        last: Option<&T::Row>,
        limit: i64,
    ) -> Result<Dated<Vec<T::Row>>, Failure> {
        if let Some(dated) = self.at_standby::<T>(filter, last, limit).await {
            return Ok(dated);
        }
        self.standby = None;
        let mut connection = acquire(&self.primary).await.map_err(of_read)?;
        let read = T::after(&mut connection, filter, last, limit).await.map_err(of_read)?;
        Ok(Dated { read, as_of: None })
    }

    async fn at_standby<T: Exported>(
        &mut self,
        filter: &T::Filter,
        last: Option<&T::Row>,
        limit: i64,
    ) -> Option<Dated<Vec<T::Row>>> {
        let mut lent = self.standby.as_ref()?.lend(self.run).await?;
        let as_of = lent.as_of();
        self.run = Some(lent.run());
        let read = lent.read(|connection| T::after(connection, filter, last, limit)).await?;
        Some(Dated { read, as_of })
    }
}
