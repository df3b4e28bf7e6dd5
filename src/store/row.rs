//! Reads rows into structs, each column into the field of its name.

/// Declares structs that are read from rows:
///
/// ```ignore
/// row! {
///     pub struct Held {
///         pub spots: i64,
///     }
/// }
/// // … is the struct, and:
/// impl FromRow<'_, PgRow> for Held {
///     fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
///         Ok(Self { spots: row.try_get("spots")? })
///     }
/// }
/// ```
macro_rules! row {
    ($(#[$about:meta])* $sees:vis struct $name:ident {
        $($(#[$of_field:meta])* $field_sees:vis $field:ident: $type:ty,)+
    }) => {
        $(#[$about])*
        $sees struct $name {
            $($(#[$of_field])* $field_sees $field: $type,)+
        }

        impl sqlx::FromRow<'_, sqlx::postgres::PgRow> for $name {
            fn from_row(row: &sqlx::postgres::PgRow) -> Result<Self, sqlx::Error> {
                Ok(Self { $($field: sqlx::Row::try_get(row, stringify!($field))?,)+ })
            }
        }
    };
}
