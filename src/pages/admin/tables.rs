//! The lists that sellers page through, with their addresses: buyers, payers, the audit log and sign-ins.

mod links;

use actix_web::http::StatusCode;
use actix_web::web::{Data, ServiceConfig};
use links::Links;
use serde::Serialize;
use uuid::Uuid;
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::audit_filter::AuditScope;
use waffle_domain::invalid::Invalid;
use waffle_domain::paging::{PageSize, Paging};
use waffle_domain::role::{Permission, Role};
use waffle_domain::sign_ins::Scope;
use waffle_http::error::HttpError;
use waffle_http::route::at;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{audit, sign_ins, tables};
use waffle_store::audit::trail::AuditLog;
use waffle_store::buyers::known_buyers::KnownBuyers;
use waffle_store::payers::Payers;
use waffle_store::sign_ins::SignIns;
use waffle_store::table::Table;

use crate::Pages;
use crate::answer::{self, Answer};
use crate::context::form::Form;
use crate::context::table::{
    AuditFilters, BuyerActions, FilterOption, OwnSignIns, TablePage, TablePager, WhoseSignIns,
};
use crate::context::{Frame, Section, SettingsTab};
use crate::query::Query;
use crate::templates::Page;

/// Registers their addresses.
pub fn routes(services: &mut ServiceConfig) {
    services
        .service(at("/admin/users").get(buyers))
        .service(at("/admin/users/payers").get(payers))
        .service(at("/admin/audit").get(audit))
        .service(at("/admin/login-history").get(sign_ins))
        .service(at("/admin/settings/login-history").get(own_sign_ins));
}

/// The audit log is wide: fewer entries fit on a page than the API answers.
const AUDIT_PAGE: PageSize = PageSize { default: 20, most: 100 };

/// Shows a page of the handles that contain `search`, newest first; 400 with the form if it contains a NUL.
async fn buyers(me: SignedIn, query: Query, pages: Data<Pages>) -> Answer {
    let list = List::<KnownBuyers>::of(&me, &query, "Buyers", Section::Users)?;
    let more = BuyerActions { may_merge: me.may(Permission::MergeUsers), may_block: me.may(Permission::BlockHandles) };
    let mut page = list.read(&pages).await?;
    if query.text("search").is_empty() {
        page.form.set("search", query.text("q"));
    }
    answer(&pages, &page.with(more))
}

/// Shows a page of the payers whose name or handle contains `search`; 400 with the form if it contains a NUL.
async fn payers(me: SignedIn, query: Query, pages: Data<Pages>) -> Answer {
    let mut list = List::<Payers>::of(&me, &query, "Payers", Section::Users)?;
    let mut page = list.read(&pages).await?;
    if page.rows.is_empty() && page.total > 0 {
        // The last row of the last page may have been forgotten.
        list.page = page.pager.map_or(1, |pager| pager.pages);
        page = list.read(&pages).await?;
    }
    answer(&pages, &page)
}

/// Shows a page of the entries that match the filters, newest first; 400 with an empty list when a filter is invalid.
async fn audit(me: SignedIn, query: Query, pages: Data<Pages>) -> Answer {
    let mut list = List::<AuditLog>::of(&me, &query, "Audit log", Section::AuditLog)?;
    list.size = AUDIT_PAGE;
    list.rows = query.parsed("per_page");
    for name in ["admin_id", "action", "entity_type"] {
        list.form.set(name, query.text(name).trim());
    }
    if let Ok((_, filter)) = &list.filter {
        list.form.set("from", filter.range.from_text().unwrap_or_default());
        list.form.set("to", filter.range.to_text().unwrap_or_default());
    }
    let scope = AuditScope::of(&me.account);
    let admins = audit::authors(&pages.services, scope).await?;
    let page = list.read(&pages).await?;
    let links = Links::of(&pages.services, &page.rows).await?;
    let more = AuditFilters {
        admins: FilterOption::list(admins),
        actions: FilterOption::list(AuditAction::ALL.map(|action| (action, action.words()))),
        entity_types: FilterOption::list(EntityType::ALL.map(|kind| (kind, kind.words()))),
        hrefs: page.rows.iter().map(|entry| links.href(entry)).collect(),
        csv: format!("/api/admin/audit/export?{}", page.kept).trim_end_matches(['?', '&']).to_owned(),
        everyone: scope == AuditScope::Everyone,
    };
    answer(&pages, &page.with(more))
}

/// Shows a page of the sign-ins that the role may see. `admin_id` narrows them to one account, for super admins only:
/// 403 for others.
async fn sign_ins(me: SignedIn, query: Query, pages: Data<Pages>) -> Answer {
    let asked: Option<Uuid> = query.parsed("admin_id");
    let scope = sign_ins::scope(&me, asked)?;
    let mut list = List::<SignIns>::of(&me, &query, "Sign-in history", Section::Settings)?.with_filter(scope);
    list.form.set("admin_id", asked.map(|id| id.to_string()).unwrap_or_default());
    let accounts = if me.may(Permission::ReadAllLoginHistory) {
        FilterOption::list(sign_ins::accounts(&pages.services).await?)
    } else {
        Vec::new()
    };
    let more = WhoseSignIns {
        lead: match me.account.role {
            Role::SuperAdmin => "Who signed in, from where, and on what device.",
            Role::Admin => "Your own sign-ins and those of the waffle managers.",
            Role::WaffleManager => "Where and how you signed in.",
        },
        accounts,
        named: !matches!(scope, Scope::Account(id) if id == me.id()),
    };
    answer(&pages, &list.read(&pages).await?.with(more))
}

/// Shows a page of the seller's own sign-ins.
async fn own_sign_ins(me: SignedIn, query: Query, pages: Data<Pages>) -> Answer {
    let list = List::<SignIns>::of(&me, &query, "My sign-ins", Section::Settings)?;
    let list = List { asked: SignIns::default(), ..list }.with_filter(Scope::Account(me.id()));
    let more = OwnSignIns {
        tabs: SettingsTab::of(me.account.role, "/admin/settings/login-history"),
        more: match me.account.role {
            Role::SuperAdmin => Some("See everyone’s sign-ins"),
            Role::Admin => Some("Include waffle managers"),
            Role::WaffleManager => None,
        },
        named: false,
    };
    answer(&pages, &list.read(&pages).await?.with(more))
}

/// What a page's address asks for.
struct List<'a, T: Table> {
    me: &'a SignedIn,
    frame: Frame,
    asked: T,
    filter: Result<T::Filter, Invalid>,
    /// The filters as typed.
    form: Form,
    page: u32,
    /// How many rows the address asks for, if it may.
    rows: Option<u32>,
    size: PageSize,
}

impl<'a, T: Table> List<'a, T> {
    /// Reads the query, for an account that may read the list. A page that is not a number counts as absent.
    fn of(me: &'a SignedIn, query: &Query, title: &str, section: Section) -> Result<Self, HttpError> {
        me.require(T::PERMISSION)?;
        let asked: T = query.read();
        Ok(Self {
            frame: Frame::of(me, title, section),
            filter: asked.filter(&me.account),
            form: Form::of(query.pairs().map(|(name, text)| (name, text.to_owned()))),
            page: query.page(),
            rows: None,
            size: T::PAGE_SIZE,
            me,
            asked,
        })
    }

    fn with_filter(self, filter: T::Filter) -> Self {
        Self { filter: Ok(filter), ..self }
    }

    /// Reads the page, which is empty if a filter is invalid.
    async fn read(&self, pages: &Pages) -> Result<TablePage<T>, HttpError> {
        let asked_rows = self.rows.map(|rows| rows.to_string()).unwrap_or_default();
        let paging = Paging::parse(&self.page.to_string(), &asked_rows, self.size)?;
        let mut page = TablePage::new(self.frame.clone(), self.form.clone());
        (page.page, page.zone) = (paging.page(), self.me.account.timezone.name());
        match &self.filter {
            Ok(filter) => {
                (page.rows, page.total) = tables::read::<T>(&pages.services, filter, paging).await?;
                page.kept = self.asked.kept(filter);
                page.filtered = !page.kept.is_empty();
                let rows = self.rows.map(|_| format!("per_page={}&", paging.per_page())).unwrap_or_default();
                page.pager = TablePager::new(paging, page.total, &format!("{rows}{}", page.kept));
            }
            Err(Invalid(faults)) => {
                page.form = page.form.with(faults);
                (page.filtered, page.refused) = (true, true);
            }
        }
        Ok(page)
    }
}

fn answer<T: Table, M: Serialize>(pages: &Pages, page: &TablePage<T, M>) -> Answer
where
    TablePage<T, M>: Page,
{
    let status = if page.refused { StatusCode::BAD_REQUEST } else { StatusCode::OK };
    answer::page_with(status, pages.templates.render(page))
}
