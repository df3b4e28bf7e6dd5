//! `/admin/login-history`, and the settings tab with the seller's own sign-ins.

use actix_web::web;
use uuid::Uuid;
use waffle_domain::paging::Paging;
use waffle_domain::role::{Permission, Role};
use waffle_domain::sign_ins::Scope;
use waffle_http::error::HttpError;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, sign_ins};

use crate::Pages;
use crate::answer::{self, Answer};
use crate::context::form::Choice;
use crate::context::pager::TablePager;
use crate::context::sign_ins::{MySignInsPage, SignInRow, SignIns, SignInsPage};
use crate::context::{Frame, Section, SettingsTab};
use crate::query::Query;

const OWN: &str = "/admin/settings/login-history";

/// Shows a page of the sign-ins that the role may see. `admin_id` narrows them to one account, for super admins only:
/// 403 for others.
pub async fn index(me: SignedIn, query: Query, pages: web::Data<Pages>) -> Answer {
    let asked: Option<Uuid> = query.parsed("admin_id");
    let scope = sign_ins::scope(&me, asked)?;
    let kept = asked.map_or_else(String::new, |id| format!("admin_id={id}&"));
    let page = SignInsPage {
        frame: Frame::of(&me, "Sign-in history", Section::Settings),
        lead: match me.account.role {
            Role::SuperAdmin => "Who signed in, from where, and on what device.",
            Role::Admin => "Your own sign-ins and those of the waffle managers.",
            Role::WaffleManager => "Where and how you signed in.",
        },
        accounts: choices(&pages.services, &me, asked).await?,
        history: history(&pages.services, &me, scope, &query, &kept).await?,
    };
    answer::page(pages.templates.render(&page))
}

/// Shows a page of the seller's own sign-ins.
pub async fn own(me: SignedIn, query: Query, pages: web::Data<Pages>) -> Answer {
    me.require(Permission::ReadLoginHistory)?;
    let page = MySignInsPage {
        frame: Frame::of(&me, "My sign-ins", Section::Settings),
        tabs: SettingsTab::of(me.account.role, OWN),
        more: match me.account.role {
            Role::SuperAdmin => Some("See everyone’s sign-ins"),
            Role::Admin => Some("Include waffle managers"),
            Role::WaffleManager => None,
        },
        history: history(&pages.services, &me, Scope::Account(me.id()), &query, "").await?,
    };
    answer::page(pages.templates.render(&page))
}

async fn history(
    services: &Services,
    me: &SignedIn,
    scope: Scope,
    query: &Query,
    kept: &str,
) -> Result<SignIns, HttpError> {
    let paging = Paging::parse(&query.page().to_string(), "", sign_ins::PAGE_SIZE)?;
    let (records, total) = sign_ins::list(services, scope, paging).await?;
    let zone = me.account.timezone;
    Ok(SignIns {
        total,
        zone: zone.to_string(),
        named: !matches!(scope, Scope::Account(id) if id == me.id()),
        rows: records.iter().map(|record| SignInRow::new(record, zone)).collect(),
        pager: TablePager::new(paging, total, kept),
    })
}

/// The accounts to choose from.
async fn choices(services: &Services, me: &SignedIn, chosen: Option<Uuid>) -> Result<Vec<Choice>, HttpError> {
    if !me.may(Permission::ReadAllLoginHistory) {
        return Ok(Vec::new());
    }
    let accounts = sign_ins::accounts(services).await?;
    let choice = |(id, label): (Uuid, String)| Choice {
        value: id.to_string(),
        label,
        detail: None,
        checked: chosen == Some(id),
    };
    Ok(accounts.into_iter().map(choice).collect())
}
