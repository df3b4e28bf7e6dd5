//! The lists that sellers page through, with their addresses: buyers, payers, the audit log and sign-ins.

mod links;

use actix_web::http::StatusCode;
use actix_web::web::ServiceConfig;
use links::Links;
use uuid::Uuid;
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::audit_scope_and_filter::AuditScope;
use waffle_domain::invalid::Invalid;
use waffle_domain::paging::{PageSize, Paging};
use waffle_domain::role::{Permission, Role};
use waffle_domain::sign_ins::Scope;
use waffle_http::error::HttpError;
use waffle_http::route::at_for;
use waffle_http::session::signed_in::SignedIn;
use waffle_language::{Text, say};
use waffle_service::actions::{audit, sign_ins, tables};
use waffle_store::audit::trail::AuditLog;
use waffle_store::buyers::known_buyers::KnownBuyers;
use waffle_store::payers::Payers;
use waffle_store::sign_ins::SignIns;
use waffle_store::table::Table;

use crate::Pages;
use crate::answer::Answer;
use crate::context::form::Form;
use crate::context::table::{TablePage, TablePager, options};
use crate::context::{Frame, Section, settings_tabs};
use crate::query::Query;
use crate::templates::Values;

/// Registers their addresses.
pub fn routes(services: &mut ServiceConfig) {
    services
        .service(at_for(KnownBuyers::PERMISSION, "/admin/users").get(buyers))
        .service(at_for(Payers::PERMISSION, "/admin/users/payers").get(payers))
        .service(at_for(AuditLog::PERMISSION, "/admin/audit").get(audit))
        .service(at_for(SignIns::PERMISSION, "/admin/login-history").get(sign_ins))
        .service(at_for(SignIns::PERMISSION, "/admin/settings/login-history").get(own_sign_ins));
}

/// The audit log is wide: fewer entries fit on a page than the API answers.
const AUDIT_PAGE: PageSize = PageSize { default: 20, most: 100 };

/// Shows a page of the handles that contain `search`, newest first; 400 with the form if it contains a NUL.
async fn buyers(me: SignedIn, query: Query, pages: Pages) -> Answer {
    let list = List::<KnownBuyers>::of(&me, &query, say!("tables-buyers"), Section::Users);
    let mut page = list.read(&pages).await?;
    if query.text("search").is_empty() {
        page.form.set("search", query.text("q"));
    }
    let (may_merge, may_block) = (me.may(Permission::MergeUsers), me.may(Permission::BlockHandles));
    answer(&pages, "admin/known_buyers", &page, &values! { may_merge, may_block })
}

/// Shows a page of the payers whose name or handle contains `search`; 400 with the form if it contains a NUL.
async fn payers(me: SignedIn, query: Query, pages: Pages) -> Answer {
    let mut list = List::<Payers>::of(&me, &query, say!("tables-payers"), Section::Users);
    let mut page = list.read(&pages).await?;
    if page.rows.is_empty() && page.total > 0 {
        // The last row of the last page may have been forgotten.
        list.page = page.pager.map_or(1, |pager| pager.pages);
        page = list.read(&pages).await?;
    }
    answer(&pages, "admin/payers", &page, &Values::new())
}

/// Shows a page of the entries that match the filters, newest first; 400 with an empty list when a filter is invalid.
async fn audit(me: SignedIn, query: Query, pages: Pages) -> Answer {
    let mut list = List::<AuditLog>::of(&me, &query, say!("audit-title"), Section::AuditLog);
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
    let more = values! {
        admins: options(admins),
        actions: options(AuditAction::ALL.map(|action| (action, Text::of_code("audit-action", action.as_str())))),
        entity_types: options(EntityType::ALL.map(|kind| (kind, Text::of_code("audit-entity", kind.as_str())))),
        // The page of each row's entity, if it still exists.
        hrefs: page.rows.iter().map(|entry| links.href(entry)).collect::<Vec<_>>(),
        csv: format!("/api/admin/audit/export?{}", page.kept).trim_end_matches(['?', '&']),
        everyone: scope == AuditScope::Everyone,
    };
    answer(&pages, "admin/audit", &page, &more)
}

/// Shows a page of the sign-ins that the role may see. `admin_id` narrows them to one account, for super admins only:
/// 403 for others.
async fn sign_ins(me: SignedIn, query: Query, pages: Pages) -> Answer {
    let asked: Option<Uuid> = query.parsed("admin_id");
    let scope = sign_ins::scope(&me, asked)?;
    let mut list = List::<SignIns>::of(&me, &query, say!("sign-ins-title"), Section::Settings).with_filter(scope);
    list.form.set("admin_id", asked.map(|id| id.to_string()).unwrap_or_default());
    let accounts = if me.may(Permission::ReadAllLoginHistory) {
        options(sign_ins::accounts(&pages.services).await?)
    } else {
        Vec::new()
    };
    let lead = match me.account.role {
        Role::SuperAdmin => say!("sign-ins-lead-super-admin"),
        Role::Admin => say!("sign-ins-lead-admin"),
        Role::WaffleManager => say!("sign-ins-lead-waffle-manager"),
    };
    let named = !matches!(scope, Scope::Account(id) if id == me.id());
    answer(&pages, "admin/sign_ins", &list.read(&pages).await?, &values! { lead, accounts, named })
}

/// Shows a page of the seller's own sign-ins.
async fn own_sign_ins(me: SignedIn, query: Query, pages: Pages) -> Answer {
    let list = List::<SignIns>::of(&me, &query, say!("my-sign-ins-title"), Section::Settings);
    let list = List { asked: SignIns::default(), ..list }.with_filter(Scope::Account(me.id()));
    let tabs = settings_tabs(me.account.role, "/admin/settings/login-history");
    // The link to the whole history, for roles that see more than their own sign-ins.
    let more = match me.account.role {
        Role::SuperAdmin => Some(say!("my-sign-ins-more-everyone")),
        Role::Admin => Some(say!("my-sign-ins-more-managers")),
        Role::WaffleManager => None,
    };
    answer(&pages, "admin/my_sign_ins", &list.read(&pages).await?, &values! { tabs, more, named: false })
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
    /// Reads the query. A page that is not a number counts as absent.
    fn of(me: &'a SignedIn, query: &Query, title: Text, section: Section) -> Self {
        let asked: T = query.read();
        Self {
            frame: Frame::of(me, title, section),
            filter: asked.filter(&me.account),
            form: Form::of(query.pairs().map(|(name, text)| (name, text.to_owned()))),
            page: query.page(),
            rows: None,
            size: T::PAGE_SIZE,
            me,
            asked,
        }
    }

    fn with_filter(self, filter: T::Filter) -> Self {
        Self { filter: Ok(filter), ..self }
    }

    /// Reads the page, which is empty if a filter is invalid.
    async fn read(&self, pages: &Pages) -> Result<TablePage<T>, HttpError> {
        let asked_rows = self.rows.map(|rows| rows.to_string()).unwrap_or_default();
        let paging = Paging::parse(&self.page.to_string(), &asked_rows, self.size)?;
        let mut page = TablePage {
            frame: self.frame.clone(),
            form: self.form.clone(),
            filtered: false,
            refused: false,
            rows: Vec::new(),
            total: 0,
            page: paging.page(),
            pager: None,
            kept: String::new(),
            zone: self.me.account.timezone.name(),
        };
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

fn answer<T: Table>(pages: &Pages, template: &'static str, page: &TablePage<T>, more: &Values) -> Answer {
    let status = if page.refused { StatusCode::BAD_REQUEST } else { StatusCode::OK };
    pages.show_as(status, template, values! { ..page, ..more })
}

#[cfg(test)]
mod tests {
    use waffle_domain::audit::{AuditAction, EntityType};
    use waffle_domain::role::Role;
    use waffle_domain::user_agent::Device;
    use waffle_language::Text;

    #[test]
    fn every_code_has_a_text() {
        let actions = AuditAction::ALL.map(|action| ("audit-action", action.as_str()));
        let entities = EntityType::ALL.map(|kind| ("audit-entity", kind.as_str()));
        let roles = Role::ALL.map(|role| ["role", "role-detail"].map(|kind| (kind, role.as_str())));
        let devices = Device::ALL.map(|device| ("device", device.as_str()));
        for (kind, code) in [&actions[..], &entities, roles.as_flattened(), &devices].concat() {
            assert!(Text::of_code(kind, code).is_known(), "{kind} {code}");
        }
    }
}
