//! The part of the log to show: read from the page's address, and written into its links.

use waffle_domain::audit_filter::{AuditFilter, FilterTexts};
use waffle_domain::invalid::Invalid;
use waffle_domain::paging::{PageSize, Paging};
use waffle_domain::timezone::TimeZone;

use crate::context::form::Form;
use crate::context::pager::TablePager;
use crate::query::Query;

/// How many entries a page holds.
const PAGE_SIZE: PageSize = PageSize { default: 20, most: 100 };

/// The page's query.
pub(super) struct AuditQuery<'a> {
    texts: FilterTexts<'a>,
    pub(super) filter: Result<AuditFilter, Invalid>,
    pub(super) paging: Paging,
    /// The page size as a parameter for the links, if the address gave one.
    rows: String,
}

impl<'a> AuditQuery<'a> {
    /// Reads the query; a page that is not a number counts as absent.
    pub(super) fn read(query: &'a Query) -> Result<Self, Invalid> {
        let texts = FilterTexts {
            admin_id: query.text("admin_id"),
            action: query.text("action"),
            entity_type: query.text("entity_type"),
            from: query.text("from"),
            to: query.text("to"),
        };
        let per_page = query.parsed::<u32>("per_page").map(|rows| rows.to_string()).unwrap_or_default();
        let paging = Paging::parse(&query.page().to_string(), &per_page, PAGE_SIZE)?;
        let rows = if per_page.is_empty() { String::new() } else { format!("per_page={}&", paging.per_page()) };
        Ok(Self { texts, filter: AuditFilter::parse(&texts), paging, rows })
    }

    /// Whether any filter is set.
    pub(super) fn is_filtered(&self) -> bool {
        let FilterTexts { admin_id, action, entity_type, from, to } = self.texts;
        [admin_id, action, entity_type, from, to].iter().any(|text| !text.trim().is_empty())
    }

    /// The filters for the form, with their errors.
    pub(super) fn form(&self) -> Form {
        let FilterTexts { admin_id, action, entity_type, from, to } = self.texts;
        let (faults, from, to) = match &self.filter {
            Ok(AuditFilter { range, .. }) => (&[][..], range.from_text(), range.to_text()),
            Err(Invalid(faults)) => (&faults[..], Some(from.to_owned()), Some(to.to_owned())),
        };
        let chosen = [("admin_id", admin_id), ("action", action), ("entity_type", entity_type)];
        let chosen = chosen.map(|(name, text)| (name, text.trim().to_owned()));
        let days = [("from", from), ("to", to)].map(|(name, day)| (name, day.unwrap_or_default()));
        Form::of(chosen.into_iter().chain(days)).with(faults)
    }

    /// The links to the other pages, if there are any.
    pub(super) fn pager(&self, total: i64) -> Option<TablePager> {
        TablePager::new(self.paging, total, &format!("{}{}", self.rows, self.parameters()))
    }

    /// The address of all matching entries as CSV.
    pub(super) fn csv(&self) -> String {
        format!("/api/admin/audit/export?{}", self.parameters()).trim_end_matches(['?', '&']).to_owned()
    }

    /// The filters as query parameters. They are written from parsed values, so nothing needs escaping.
    fn parameters(&self) -> String {
        let Ok(filter) = &self.filter else { return String::new() };
        [
            ("admin_id", filter.admin_id.map(|id| id.to_string())),
            ("action", filter.action.map(|action| action.as_str().to_owned())),
            ("entity_type", filter.entity_type.map(|kind| kind.as_str().to_owned())),
            ("from", filter.range.from_text()),
            ("to", filter.range.to_text()),
        ]
        .into_iter()
        .filter_map(|(name, value)| value.map(|value| format!("{name}={value}&")))
        .collect()
    }
}

/// Filters use whole days in UTC, as in the API; only times are shown in the seller's zone.
pub(super) fn zone_note(zone: TimeZone) -> String {
    if zone == TimeZone::UTC {
        return "Dates and times are in UTC.".to_owned();
    }
    format!("Times are in {zone}. The filters use days in UTC.")
}

#[cfg(test)]
mod tests {
    use actix_web::FromRequest as _;
    use actix_web::dev::Payload;
    use actix_web::test::TestRequest;

    use super::{AuditQuery, Query};

    async fn query(text: &str) -> Query {
        let request = TestRequest::with_uri(&format!("/admin/audit?{text}")).to_http_request();
        Query::from_request(&request, &mut Payload::None).await.unwrap()
    }

    #[actix_web::test]
    async fn the_pager_and_the_file_keep_the_filters() {
        let query = query("action=mark_paid&from=2026-06-01&to=2026-06-01T14:00:00%2B02:00&page=2&per_page=10").await;
        let asked = AuditQuery::read(&query).unwrap();
        assert!(asked.is_filtered());
        let rest = "action=mark_paid&from=2026-06-01&to=2026-06-01T12:00:00Z";
        let pager = asked.pager(21).unwrap();
        assert_eq!((pager.page, pager.pages), (2, 3));
        assert_eq!(pager.previous.unwrap(), format!("?per_page=10&{rest}&page=1"));
        assert_eq!(pager.next.unwrap(), format!("?per_page=10&{rest}&page=3"));
        assert_eq!(asked.csv(), format!("/api/admin/audit/export?{rest}"));
    }

    #[actix_web::test]
    async fn without_filters_nothing_is_added() {
        let query = query("action=&from=&page=x").await;
        let asked = AuditQuery::read(&query).unwrap();
        assert!(!asked.is_filtered());
        assert_eq!((asked.paging.page(), asked.paging.per_page()), (1, 20));
        assert_eq!(asked.pager(20), None, "one page needs no pager");
        assert_eq!(asked.pager(21).unwrap().next.unwrap(), "?page=2");
        assert_eq!(asked.csv(), "/api/admin/audit/export");
    }

    #[actix_web::test]
    async fn a_wrong_filter_goes_back_into_the_form() {
        let query = query("from=soon&action=drop").await;
        let form = serde_json::to_value(AuditQuery::read(&query).unwrap().form()).unwrap();
        assert_eq!(form["from"]["value"], "soon");
        assert!(form["from"]["error"].is_string() && form["to"]["error"].is_null());
        assert!(form["action"]["error"].is_string() && form["entity_type"]["error"].is_null());
    }
}
