//! Reads rows into structs, each column into the field of its name.

use std::error::Error;
use std::net::IpAddr;
use std::str::FromStr;

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
    (@read $row:ident $field:ident as $column:literal = $reader:path) => { $reader($row, $column) };
    (@name $field:ident) => { stringify!($field) };
    (@name $field:ident as $column:literal) => { $column };
}

/// Declares a function that reads a struct of another package, with the same signs as in `row!`; fields that are no
/// columns follow a semicolon. With a constant in front, that lists the columns for the query:
///
/// ```ignore
/// reader! {
///     const COLUMNS;
///     fn template(row) -> Template { id, default as "is_default", state = parsed; words: words(row)? }
/// }
/// // … is:
/// const COLUMNS: &str = "id, is_default, state";
/// fn template(row: &PgRow) -> Result<Template, sqlx::Error> {
///     Ok(Template {
///         id: row.try_get("id")?,
///         default: row.try_get("is_default")?,
///         state: parsed(row, "state")?,
///         words: words(row)?,
///     })
/// }
/// ```
macro_rules! reader {
    (
        $(#[$about_columns:meta])* $columns_see:vis const $columns:ident;
        $(#[$about:meta])* $sees:vis fn $name:ident($row:ident) -> $type:ident {
            $first:ident, $($field:ident $(as $column:literal)? $(= $reader:path)?),+ $(,)?
            $(; $($more:ident: $value:expr),+ $(,)?)?
        }
    ) => {
        $(#[$about_columns])*
        $columns_see const $columns: &str =
            concat!(stringify!($first) $(, ", ", row!(@name $field $(as $column)?))+);

        reader! {
            $(#[$about])* $sees fn $name($row) -> $type {
                $first, $($field $(as $column)? $(= $reader)?),+ $(; $($more: $value),+)?
            }
        }
    };
    ($(#[$about:meta])* $sees:vis fn $name:ident($row:ident) -> $type:ident {
        $($field:ident $(as $column:literal)? $(= $reader:path)?),+ $(,)?
        $(; $($more:ident: $value:expr),+ $(,)?)?
    }) => {
        $(#[$about])*
        $sees fn $name($row: &sqlx::postgres::PgRow) -> Result<$type, sqlx::Error> {
            Ok($type {
                $($field: row!(@read $row $field $(as $column)? $(= $reader)?)?,)+
                $($($more: $value,)+)?
            })
        }
    };
}

/// Reads a column whose text is parsed by its type.
pub(crate) fn parsed<T>(row: &PgRow, column: &str) -> Result<T, sqlx::Error>
where
    T: FromStr<Err: Into<Box<dyn Error + Send + Sync>>>,
{
    parsed_by(row, column, T::from_str)
}

/// Reads a column whose text is parsed by a function.
pub(crate) fn parsed_by<T, E>(
    row: &PgRow,
    column: &str,
    parse: impl FnOnce(&str) -> Result<T, E>,
) -> Result<T, sqlx::Error>
where
    E: Into<Box<dyn Error + Send + Sync>>,
{
    let unreadable = |error: E| sqlx::Error::ColumnDecode { index: column.to_owned(), source: error.into() };
    parse(row.try_get(column)?).map_err(unreadable)
}

/// Reads a column with the address of a client.
pub(crate) fn address(row: &PgRow, column: &str) -> Result<IpAddr, sqlx::Error> {
    row.try_get(column).map(|network: IpNetwork| network.ip())
}
