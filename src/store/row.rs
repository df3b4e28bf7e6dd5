//! Reads rows into structs, each column into the field of its name.

use std::net::IpAddr;

use ipnetwork::IpNetwork;
use sqlx::Row;
use sqlx::postgres::PgRow;

/// Declares structs that are read from rows. `as` names the column if it differs from the field, `=` the function that
/// reads it into another type:
///
/// ```ignore
/// row! {
///     pub struct Held {
///         pub spots: i64,
///         pub username: String as "admin_username",
///         pub ip_address: IpAddr = address,
///     }
/// }
/// // … is the struct, and:
/// impl FromRow<'_, PgRow> for Held {
///     fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
///         Ok(Self {
///             spots: row.try_get("spots")?,
///             username: row.try_get("admin_username")?,
///             ip_address: address(row, "ip_address")?,
///         })
///     }
/// }
/// ```
macro_rules! row {
    ($(#[$about:meta])* $sees:vis struct $name:ident {
        $(
            $(#[$of_field:meta])* $field_sees:vis $field:ident: $type:ty $(as $column:literal)? $(= $reader:path)?,
        )+
    }) => {
        $(#[$about])*
        $sees struct $name {
            $($(#[$of_field])* $field_sees $field: $type,)+
        }

        impl sqlx::FromRow<'_, sqlx::postgres::PgRow> for $name {
            fn from_row(row: &sqlx::postgres::PgRow) -> Result<Self, sqlx::Error> {
                Ok(Self { $($field: row!(@read row $field $(as $column)? $(= $reader)?)?,)+ })
            }
        }
    };
    (@read $row:ident $field:ident) => { sqlx::Row::try_get($row, stringify!($field)) };
    (@read $row:ident $field:ident as $column:literal) => { sqlx::Row::try_get($row, $column) };
    (@read $row:ident $field:ident = $reader:path) => { $reader($row, stringify!($field)) };
}

/// Reads a column with the address of a client.
pub(crate) fn address(row: &PgRow, column: &str) -> Result<IpAddr, sqlx::Error> {
    row.try_get(column).map(|network: IpNetwork| network.ip())
}
