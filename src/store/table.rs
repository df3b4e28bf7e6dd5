//! Lists that admins page through, each defined once, next to its statement: what can be asked for, its rows, and the
//! columns of its file. JSON, CSV, and the page with its form and its links follow.

use crate::pools::PgPool;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::postgres::PgConnection;
use utoipa::{IntoParams, ToSchema};
use waffle_domain::account::Account;
use waffle_domain::csv_column::Column;
use waffle_domain::invalid::Invalid;
use waffle_domain::paging::{PageSize, Paging};
use waffle_domain::role::Permission;
use waffle_language::say;

use crate::failure::StoreFailure;

/// A list. The type itself holds the parameters as they are sent; absent and empty ones have their defaults.
pub trait Table: Default + DeserializeOwned + IntoParams + 'static {
    /// A row, as JSON and templates have it.
    type Row: Serialize + ToSchema + 'static;
    /// The checked parameters, without the page.
    type Filter: Send + Sync;

    /// Who may read it.
    const PERMISSION: Permission;
    /// The name of a page of rows in the API's description, and what it says of it.
    const PAGE: [&'static str; 2];
    /// The name of the rows in JSON, and what the description says of them, if anything.
    const ROWS: [&'static str; 2];
    /// What the rows are, for a sentence.
    const THINGS: &'static str;
    const PAGE_SIZE: PageSize = PageSize { default: 25, most: 100 };

    /// Checks the parameters for what an account may see. Fails with all invalid ones.
    fn filter(&self, reader: &Account) -> Result<Self::Filter, Invalid>;

    /// The texts of `page` and `per_page`.
    fn paging(&self) -> [&str; 2];

    /// Checks all parameters, the page's last.
    fn check(&self, reader: &Account) -> Result<(Self::Filter, Paging), Invalid> {
        let [page, per_page] = self.paging();
        Ok((self.filter(reader)?, Paging::parse(page, per_page, Self::PAGE_SIZE)?))
    }

    /// Reads a page, and how many rows there are in all. A page past the end is empty.
    fn read(
        pool: &PgPool,
        filter: &Self::Filter,
        paging: Paging,
    ) -> impl Future<Output = Result<(Vec<Self::Row>, i64), StoreFailure>> + Send;

    /// The parameters that keep the filter in a link, already encoded, each followed by `&`.
    fn kept(&self, filter: &Self::Filter) -> String;
}

/// A list that can be downloaded.
pub trait Exported: Table {
    /// The file's name.
    const FILE: &'static str;
    const COLUMNS: &'static [Column<Self::Row>];

    /// Reads up to `limit` rows after one, so that a file can be written in parts; the first ones without it.
    fn after(
        connection: &mut PgConnection,
        filter: &Self::Filter,
        last: Option<&Self::Row>,
        limit: i64,
    ) -> impl Future<Output = Result<Vec<Self::Row>, StoreFailure>> + Send;
}

/// Normalises a search term as handles are stored: without `@`, in lower case. An empty one matches every handle.
pub fn part_of_handle(typed: &str) -> Result<String, Invalid> {
    if typed.contains('\0') {
        return Err(Invalid::field("search", say!("fault-search")));
    }
    Ok(typed.trim().trim_start_matches('@').to_lowercase())
}
