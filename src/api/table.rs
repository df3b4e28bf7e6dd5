//! The lists that admins page through: a page as JSON, or all rows as CSV.

use actix_web::{HttpResponse, web};
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use utoipa::ToSchema;
use utoipa::openapi::schema::{ArrayBuilder, Object, ObjectBuilder};
use waffle_domain::paging::Paging;
use waffle_http::csv::{self, answer_in_parts};
use waffle_http::error::HttpError;
use waffle_http::extractors::InQuery;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, tables};
use waffle_store::standby::Dated;
use waffle_store::table::{Exported, Table};

use crate::data_as_of::dated;
use crate::endpoint::values::{i64, u32};
use crate::endpoint::{Answer, Answers, described_as, refer};

/// Rows of a file that are read at a time; no more than these are in memory.
const PART: i64 = 1_000;

/// A page of rows.
struct Page<T: Table> {
    rows: Vec<T::Row>,
    paging: Paging,
    total: i64,
}

impl<T: Table> Serialize for Page<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [name, _] = T::ROWS;
        let mut page = serializer.serialize_struct("Page", 4)?;
        page.serialize_field(name, &self.rows)?;
        page.serialize_field("page", &self.paging.page())?;
        page.serialize_field("per_page", &self.paging.per_page())?;
        page.serialize_field("total", &self.total)?;
        page.end()
    }
}

/// 200 with a page of rows.
pub(crate) fn page_of<T: Table>(description: &str) -> Answers {
    let ([name, says], [rows, order]) = (T::PAGE, T::ROWS);
    let mut schemas = Vec::new();
    let row = refer::<T::Row>(T::Row::name().into_owned(), &mut schemas);
    let order = Some(order).filter(|order| !order.is_empty());
    let total = format!("The number of {} on all pages.", T::THINGS);
    let number = |mut kind: Object, example: u32| {
        kind.example = Some(example.into());
        ObjectBuilder::from(kind)
    };
    let page = ObjectBuilder::new()
        .description(Some(says))
        .property(rows, ArrayBuilder::new().description(order).items(row))
        .property("page", number(u32(), 1))
        .property("per_page", number(u32(), T::PAGE_SIZE.default))
        .property("total", number(i64(), 1).description(Some(total)));
    let page = [rows, "page", "per_page", "total"].into_iter().fold(page, ObjectBuilder::required);
    schemas.insert(0, (name.to_owned(), page.build().into()));
    described_as(name, description, schemas)
}

/// Answers with a page as JSON.
pub(crate) async fn index<T: Table>(me: SignedIn, InQuery(table): InQuery<T>, services: web::Data<Services>) -> Answer {
    answer(&me, &table, &services).await
}

/// Answers with a page as JSON.
pub(crate) async fn answer<T: Table>(me: &SignedIn, table: &T, services: &Services) -> Answer {
    let (filter, paging) = table.check(&me.account)?;
    let (rows, total) = tables::read::<T>(services, &filter, paging).await?;
    Ok(HttpResponse::Ok().json(Page::<T> { rows, paging, total }))
}

/// An export in progress.
struct Export<T: Exported> {
    parts: tables::Parts,
    filter: T::Filter,
    table: csv::Table,
    /// The last row written.
    last: Option<T::Row>,
    done: bool,
}

impl<T: Exported> Export<T> {
    /// Reads the next part. Each part is a separate statement that continues after the last one, so that a slow client
    /// holds nothing open.
    async fn part(&mut self) -> Result<Dated<Bytes>, HttpError> {
        let part = self.parts.after::<T>(&self.filter, self.last.as_ref(), PART).await?;
        let Dated { read: mut rows, as_of } = part;
        self.table.rows(T::COLUMNS, &rows)?;
        self.done = i64::try_from(rows.len()).unwrap_or_default() < PART;
        self.last = rows.pop().or(self.last.take());
        Ok(Dated { read: self.table.part()?, as_of })
    }
}

/// Answers with all rows as CSV.
pub(crate) async fn export<T: Exported>(me: SignedIn, table: InQuery<T>, services: web::Data<Services>) -> Answer {
    let (filter, _) = table.0.check(&me.account)?;
    let table = csv::Table::of(T::COLUMNS)?;
    let mut export = Export::<T> { parts: tables::Parts::new(&services), filter, table, last: None, done: false };
    // Read before the response begins, so that a failure can still set the status.
    let Dated { read: first, as_of } = export.part().await?;
    let rest = stream::unfold(export, |mut export| async move {
        if export.done {
            return None;
        }
        let part = export.part().await.map(|part| part.read).map_err(|failure| {
            log::warn!(file = T::FILE, cause:% = failure; "an export broke off");
            export.done = true;
            failure.to_string()
        });
        Some((part, export))
    });
    Ok(dated(answer_in_parts(T::FILE, stream::iter([Ok(first)]).chain(rest)), as_of))
}
