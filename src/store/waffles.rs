//! Reading waffles without their spots: one, or lists with counters.

use std::collections::HashMap;

use sqlx::postgres::{PgArguments, PgConnection, PgRow, Postgres};
use sqlx::query::Query;
use sqlx::{FromRow, Row};
use uuid::Uuid;
use waffle_domain::board::Counts;
use waffle_domain::draw::digest::Digest;
use waffle_domain::draw::how_won::{Lot, WinnersOrigin};
use waffle_domain::paging::Part;
use waffle_domain::payment::PaymentMethod;
use waffle_domain::photo::PhotoHash;
use waffle_domain::terms::Terms;
use waffle_domain::waffle::{DrawNow, LockedNow, Waffle, WaffleStatus};
use waffle_domain::wire::waffle::WaffleSummary;
use waffle_domain::with_terms;

use crate::failure::StoreFailure;
use crate::pools::{PgPool, acquire};
use crate::row_reader::parsed;

/// Lists the columns that sellers set, each in the field of its name, first those of the waffle and then those of its
/// terms: for reading, and for writing in this order.
///
/// ```ignore
/// set_by_sellers! { columns "w.id, w.slug, "; title; unlisted }
/// // is:
/// const COLUMNS: &str = "w.id, w.slug, title, unlisted";
/// const SET_BY_SELLERS: &str = "title, unlisted";
/// Waffle { title: row.try_get("title")?, terms: Terms { unlisted: row.try_get("unlisted")? }, ..Waffle::default() }
/// query.bind(&waffle.title).bind(&waffle.terms.unlisted)
/// ```
macro_rules! set_by_sellers {
    (columns $others:literal; $first:ident, $($column:ident),+; $($term:ident),+) => {
        pub(crate) const COLUMNS: &str = concat!(
            $others, stringify!($first) $(, ", ", stringify!($column))+ $(, ", ", stringify!($term))+
        );

        pub(crate) const SET_BY_SELLERS: &str =
            concat!(stringify!($first) $(, ", ", stringify!($column))+ $(, ", ", stringify!($term))+);

        /// The places of their values in a statement, of which this is the first.
        pub(crate) fn places_from(first: usize) -> String {
            let count = SET_BY_SELLERS.split(',').count();
            (first..first + count).map(|place| format!("${place}")).collect::<Vec<_>>().join(", ")
        }

        /// Binds their values.
        pub(crate) fn bind<'q>(
            query: Query<'q, Postgres, PgArguments>,
            waffle: &'q Waffle,
        ) -> Query<'q, Postgres, PgArguments> {
            query.bind(&waffle.$first)$(.bind(&waffle.$column))+$(.bind(&waffle.terms.$term))+
        }

        fn set_by_sellers(row: &PgRow) -> Result<Waffle, sqlx::Error> {
            Ok(Waffle {
                $first: row.try_get(stringify!($first))?,
                $($column: row.try_get(stringify!($column))?,)+
                terms: Terms { $($term: row.try_get(stringify!($term))?,)+ },
                ..Waffle::default()
            })
        }
    };
}

with_terms! { set_by_sellers! {
    columns "w.id, w.slug, w.status, w.archived, w.total_spots, w.winning_spot_numbers, w.winning_social_handles, \
        w.winning_prizes, w.share_message, \
        (SELECT t.id FROM share_templates t WHERE t.id = w.share_template_id) AS share_template_id, w.last_seq, \
        w.available_count, w.pending_count, w.paid_count, w.created_at, w.completed_at, w.draw_round_at, \
        w.draw_round, w.draw_number, w.draw_entries, w.winners_by_draw, w.winners_replaced, \
        w.winners_private_chain, w.draws_before, w.draw_chain, w.photo, ";
    title, description, image_url, social_media_links, spot_price, item_count;
} }

/// How a waffle is looked up.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum WaffleRef {
    Id(Uuid),
    /// By its slug in public URLs.
    Slug(String),
}

/// A waffle as lists show it: with counters instead of spots, and without payment methods.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedWaffle {
    pub waffle: Waffle,
    /// Numbers of spots by status.
    pub counts: Counts,
    /// Sequence number of the newest event.
    pub last_seq: i64,
}

impl ListedWaffle {
    /// Summarizes the waffle as lists show it.
    pub fn summary(&self) -> WaffleSummary {
        WaffleSummary::new(&self.waffle, self.counts)
    }
}

/// Which waffles a list holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listing {
    /// What the public sees: neither archived nor unlisted.
    Public,
    /// Not archived.
    Current,
    /// Of the current ones, those with free spots.
    Open,
    /// Of the current ones, those without free spots whose winners are not drawn.
    Full,
    /// Of the current ones, those whose winners are drawn.
    Drawn,
    Archived,
}

impl Listing {
    const fn condition(self) -> &'static str {
        match self {
            Self::Public => "NOT w.archived AND NOT w.unlisted",
            Self::Current => "NOT w.archived",
            Self::Open => "NOT w.archived AND w.status = 'active' AND w.available_count > 0",
            Self::Full => "NOT w.archived AND w.status = 'active' AND w.available_count = 0",
            Self::Drawn => "NOT w.archived AND w.status = 'completed'",
            Self::Archived => "w.archived",
        }
    }
}

/// How a seller's list is sorted, after what can still be claimed, what is full, and what is drawn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum SellersOrder {
    #[default]
    Newest,
    Title,
    /// What is owed for pending spots, the most first.
    Owed,
}

/// The statement of [`list`].
pub(crate) fn list_statement(listing: Listing) -> String {
    let listed = listing.condition();
    format!(
        "SELECT {COLUMNS} FROM waffles w WHERE {listed} ORDER BY w.status, w.created_at DESC, w.id LIMIT $1 OFFSET $2"
    )
}

/// Lists the waffles whose title contains a text, whatever its case.
pub async fn search(
    pool: &PgPool,
    listing: Listing,
    (title, order): (&str, SellersOrder),
    part: Part,
) -> Result<Vec<ListedWaffle>, StoreFailure> {
    let listed = listing.condition();
    let order = match order {
        SellersOrder::Newest => "w.created_at DESC",
        SellersOrder::Title => "lower(w.title)",
        SellersOrder::Owed => "w.pending_count * w.spot_price DESC",
    };
    let sql = format!(
        "SELECT {COLUMNS} FROM waffles w WHERE {listed} AND (strpos(lower(w.title), lower($1)) > 0 OR $1 = '')
         ORDER BY w.status, w.available_count = 0, {order}, w.created_at DESC, w.id LIMIT $2 OFFSET $3"
    );
    let found = sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(title).bind(part.limit).bind(part.offset);
    Ok(found.fetch_all(pool).await?)
}

/// Lists waffles, active ones first, then newest first.
pub async fn list(
    pool: &PgPool,
    listing: Listing,
    limit: Option<i64>,
    offset: i64,
) -> Result<Vec<ListedWaffle>, StoreFailure> {
    Ok(sqlx::query_as(sqlx::AssertSqlSafe(list_statement(listing))).bind(limit).bind(offset).fetch_all(pool).await?)
}

/// Reads a waffle without its spots, but with its payment methods.
pub async fn describe(pool: &PgPool, id: Uuid) -> Result<Option<ListedWaffle>, StoreFailure> {
    let mut connection = acquire(pool).await?;
    let sql = format!("SELECT {COLUMNS} FROM waffles w WHERE w.id = $1");
    let found = sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(id).fetch_optional(&mut *connection).await?;
    let Some(mut listed): Option<ListedWaffle> = found else { return Ok(None) };
    (listed.waffle.payment_methods, listed.waffle.payment_options) = payment(&mut connection, id).await?;
    Ok(Some(listed))
}

/// Finds the newest waffle that an account created.
pub async fn last_of(pool: &PgPool, account: Uuid) -> Result<Option<Uuid>, StoreFailure> {
    let sql = "SELECT id FROM waffles WHERE created_by = $1 ORDER BY created_at DESC, id DESC LIMIT 1";
    Ok(sqlx::query_scalar(sql).bind(account).fetch_optional(pool).await?)
}

/// Reads the newest sequence number of each waffle; deleted waffles are missing in the result.
pub async fn sequences(pool: &PgPool, ids: &[Uuid]) -> Result<Vec<(Uuid, i64)>, StoreFailure> {
    Ok(sqlx::query_as("SELECT id, last_seq FROM waffles WHERE id = ANY ($1)").bind(ids).fetch_all(pool).await?)
}

/// Reads the payment methods of a waffle: all that were chosen, and those of them that are active.
pub(crate) async fn payment(
    connection: &mut PgConnection,
    id: Uuid,
) -> Result<(Vec<Uuid>, Vec<PaymentMethod>), StoreFailure> {
    Ok(payments(connection, &[id]).await?.remove(&id).unwrap_or_default())
}

reader! {
    pub(crate) const METHOD_COLUMNS;
    pub(crate) fn method(row) -> PaymentMethod {
        id, kind as "type", display_name, handle_or_url, instructions, is_active
    }
}

/// Reads the payment methods of waffles; one without any is missing.
pub(crate) async fn payments(
    connection: &mut PgConnection,
    ids: &[Uuid],
) -> Result<HashMap<Uuid, (Vec<Uuid>, Vec<PaymentMethod>)>, StoreFailure> {
    let rows = sqlx::query(
        "SELECT m.waffle_id, p.id, p.type, p.display_name, p.handle_or_url, p.instructions, p.is_active
         FROM waffle_payment_methods m JOIN payment_methods p ON p.id = m.payment_method_id
         WHERE m.waffle_id = ANY ($1) ORDER BY m.place",
    )
    .bind(ids)
    .fetch_all(connection)
    .await?;
    let mut payments = HashMap::new();
    for row in &rows {
        let (ids, options): &mut (Vec<_>, Vec<_>) = payments.entry(row.try_get("waffle_id")?).or_default();
        let method = method(row)?;
        ids.push(method.id);
        options.extend(Some(method).filter(|method| method.is_active));
    }
    Ok(payments)
}

/// Writes the payment methods of a waffle that has none, in their order.
pub(crate) async fn choose_methods(
    connection: &mut PgConnection,
    waffle: Uuid,
    methods: &[Uuid],
) -> Result<(), sqlx::Error> {
    let sql = "INSERT INTO waffle_payment_methods (waffle_id, payment_method_id, place)
        SELECT $1, m.id, m.place FROM unnest($2::uuid[]) WITH ORDINALITY AS m (id, place)";
    sqlx::query(sql).bind(waffle).bind(methods).execute(connection).await?;
    Ok(())
}

impl FromRow<'_, PgRow> for ListedWaffle {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            waffle: Waffle {
                id: row.try_get("id")?,
                slug: row.try_get("slug")?,
                status: parsed(row, "status")?,
                archived: row.try_get("archived")?,
                photo: row.try_get::<Option<[u8; 32]>, _>("photo")?.map(PhotoHash::from_bytes),
                total_spots: row.try_get("total_spots")?,
                winning_spot_numbers: row.try_get("winning_spot_numbers")?,
                winning_social_handles: row.try_get("winning_social_handles")?,
                winning_prizes: row.try_get("winning_prizes")?,
                draw: DrawNow {
                    locked: locked(row)?,
                    won: winners_origin(row)?,
                    draws_before: row.try_get("draws_before")?,
                },
                share_message: row.try_get("share_message")?,
                share_template_id: row.try_get("share_template_id")?,
                created_at: row.try_get("created_at")?,
                completed_at: row.try_get("completed_at")?,
                ..set_by_sellers(row)?
            },
            counts: Counts {
                available: row.try_get("available_count")?,
                pending: row.try_get("pending_count")?,
                paid: row.try_get("paid_count")?,
            },
            last_seq: row.try_get("last_seq")?,
        })
    }
}

/// Reads where a waffle's winners come from; none while there are no winners.
pub(crate) fn winners_origin(row: &PgRow) -> Result<Option<WinnersOrigin>, sqlx::Error> {
    let status: &str = row.try_get("status")?;
    if status != WaffleStatus::Completed.as_str() {
        return Ok(None);
    }
    let Some(number) = row.try_get("winners_by_draw")? else { return Ok(Some(WinnersOrigin::Hand)) };
    let lot = Lot { number, private_chain: row.try_get("winners_private_chain")? };
    let replaced: bool = row.try_get("winners_replaced")?;
    Ok(Some(if replaced { WinnersOrigin::DrawReplaced(lot) } else { WinnersOrigin::Draw(lot) }))
}

fn locked(row: &PgRow) -> Result<Option<LockedNow>, sqlx::Error> {
    let Some(round_at) = row.try_get("draw_round_at")? else { return Ok(None) };
    let chain: &str = row.try_get("draw_chain")?;
    Ok(Some(LockedNow {
        number: row.try_get("draw_number")?,
        entries: row.try_get("draw_entries")?,
        round: row.try_get("draw_round")?,
        round_at,
        chain: Digest::parse(chain).ok_or_else(|| sqlx::Error::Decode("no hash of a chain".into()))?,
    }))
}
