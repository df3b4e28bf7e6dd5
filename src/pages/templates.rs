//! The templates: embedded in the binary, parsed once at startup, strict about missing values.

use std::sync::Arc;

use handlebars::{
    Context, Handlebars, Helper, HelperResult, Output, RenderContext, RenderError, RenderErrorReason, TemplateError,
    handlebars_helper,
};
use rust_embed::RustEmbed;
use serde::Serialize;
use waffle_domain::number::grouped;

use crate::context::about::AboutPage;
use crate::context::accounts::{AccountPage, AccountsPage, NewAccountPage};
use crate::context::api_docs::{ApiDescription, ApiDocsPage};
use crate::context::audit::AuditPage;
use crate::context::buyer::{BuyerCardPage, BuyerPage, FindBuyerPage, path};
use crate::context::buyers::{BlockedHandlesPage, KnownBuyersPage, MergePage};
use crate::context::claim::LimitedPage;
use crate::context::dashboard::DashboardPage;
use crate::context::delete_waffle::DeleteWafflePage;
use crate::context::desk::{DeskBuyerPage, ExpiredPage, HistoryPage, ReleaseSourcePage, SourcesPage};
use crate::context::draw::{ClearDrawPage, ConfirmDrawPage, DrawPage};
use crate::context::draws::{DrawsPage, LockDrawPage, PublicDrawPage};
use crate::context::error::ErrorPage;
use crate::context::list::{HomePage, WafflesPage};
use crate::context::manage::ManagePage;
use crate::context::own_account::{OwnProfilePage, SecurityPage};
use crate::context::password_reset::{ForgotPasswordPage, ResetPasswordPage};
use crate::context::payers::PayersPage;
use crate::context::payment_methods::{DeactivatePage, PaymentMethodPage, PaymentMethodsPage};
use crate::context::payments::PaymentsPage;
use crate::context::receipt::{GiveBackPage, ReceiptPage};
use crate::context::reports::ReportsPage;
use crate::context::second_factor::SecondFactorPage;
use crate::context::share::{DeleteTemplatePage, SharePage, ShareTemplatePage, ShareTemplatesPage};
use crate::context::sign_in::{SignInCodePage, SignInPage};
use crate::context::sign_ins::{MySignInsPage, SignInsPage};
use crate::context::stage::StagePage;
use crate::context::system_settings::SystemSettingsPage;
use crate::context::waffle::WafflePage;
use crate::context::waffle_form::WaffleFormPage;

#[cfg(test)]
mod tests;

#[derive(RustEmbed)]
#[folder = "../../templates/"]
struct Sources;

/// The templates of all pages, ready to render.
#[derive(Debug, Clone)]
pub struct Templates {
    registry: Arc<Handlebars<'static>>,
}

/// Marks the attribute `autofocus` until the page is whole: only the first refused field keeps it.
const FOCUS: &str = "\u{e000}focus";

/// Why the templates failed to load: a bug in the build, found at startup.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    #[error("template {0} is not UTF-8")]
    Encoding(String),
    #[error("template does not parse")]
    Syntax(#[from] Box<TemplateError>),
}

/// Why a page could not be rendered: its template needs a value that is missing.
#[derive(Debug, thiserror::Error)]
#[error("page {page} does not render")]
pub struct PageError {
    page: &'static str,
    #[source]
    source: Box<RenderError>,
}

impl Templates {
    /// Parses all templates. `asset_url` returns the address of a static file by its name, such as `app.css`, or `None`
    /// if there is no such file.
    pub fn load<F>(asset_url: F) -> Result<Self, LoadError>
    where
        F: Fn(&str) -> Option<String> + Send + Sync + 'static,
    {
        let mut registry = Handlebars::new();
        registry.set_strict_mode(true);
        // Indented partials would add spaces to the text in a textarea.
        registry.set_prevent_indent(true);
        handlebars_helper!(plural: |count: u64, one: String, many: String| if count == 1 { one } else { many });
        registry.register_helper("plural", Box::new(plural));
        handlebars_helper!(tally: |count: u64| grouped(count));
        registry.register_helper("tally", Box::new(tally));
        handlebars_helper!(buyer_path: |handle: String| path(&handle));
        registry.register_helper("buyer_path", Box::new(buyer_path));
        registry.register_helper(
            "focus",
            Box::new(
                |_: &Helper,
                 _: &Handlebars,
                 _: &Context,
                 _: &mut RenderContext,
                 out: &mut dyn Output|
                 -> HelperResult { Ok(out.write(FOCUS)?) },
            ),
        );
        registry.register_helper(
            "asset",
            Box::new(
                move |helper: &Helper,
                      _: &Handlebars,
                      _: &Context,
                      _: &mut RenderContext,
                      out: &mut dyn Output|
                      -> HelperResult {
                    let name = helper.param(0).and_then(|param| param.value().as_str()).unwrap_or_default();
                    let url = asset_url(name)
                        .ok_or_else(|| RenderErrorReason::Other(format!("there is no static file {name:?}")))?;
                    out.write(&handlebars::html_escape(&url))?;
                    Ok(())
                },
            ),
        );
        for file in Sources::iter() {
            let source = Sources::get(&file).map(|source| source.data.into_owned()).unwrap_or_default();
            let source = String::from_utf8(source).map_err(|_| LoadError::Encoding(file.to_string()))?;
            let name = file.strip_suffix(".hbs").unwrap_or(&file);
            registry.register_template_string(name, source).map_err(Box::new)?;
        }
        Ok(Self { registry: Arc::new(registry) })
    }

    /// Renders `GET /`.
    pub fn home(&self, page: &HomePage) -> Result<String, PageError> {
        self.render("home", page)
    }

    /// Renders `GET /waffles`.
    pub fn waffles(&self, page: &WafflesPage) -> Result<String, PageError> {
        self.render("waffles", page)
    }

    /// Renders `GET /waffle/:slug`.
    pub fn waffle(&self, page: &WafflePage) -> Result<String, PageError> {
        self.render("waffle", page)
    }

    /// Renders the refusal of a claim over the rate limit.
    pub fn claim_limited(&self, page: &LimitedPage) -> Result<String, PageError> {
        self.render("claim_limited", page)
    }

    /// Renders `GET /waffle/:slug/draws`.
    pub fn draws(&self, page: &DrawsPage) -> Result<String, PageError> {
        self.render("draws", page)
    }

    /// Renders `GET /waffle/:slug/draws/:number`.
    pub fn public_draw(&self, page: &PublicDrawPage) -> Result<String, PageError> {
        self.render("public_draw", page)
    }

    /// Renders `GET /waffle/:slug/stage`.
    pub fn stage(&self, page: &StagePage) -> Result<String, PageError> {
        self.render("stage", page)
    }

    /// Renders `GET /claim/:token`.
    pub fn receipt(&self, page: &ReceiptPage) -> Result<String, PageError> {
        self.render("receipt", page)
    }

    /// Renders the question before spots are given back.
    pub fn give_back(&self, page: &GiveBackPage) -> Result<String, PageError> {
        self.render("give_back", page)
    }

    /// Renders `GET /buyer`.
    pub fn find_buyer(&self, page: &FindBuyerPage) -> Result<String, PageError> {
        self.render("find_buyer", page)
    }

    /// Renders `GET /buyer/:handle`.
    pub fn buyer(&self, page: &BuyerPage) -> Result<String, PageError> {
        self.render("buyer", page)
    }

    /// Renders `GET /buyer/:handle/card`.
    pub fn buyer_card(&self, page: &BuyerCardPage) -> Result<String, PageError> {
        self.render("buyer_card", page)
    }

    /// Renders `GET /about`.
    pub fn about(&self, page: &AboutPage) -> Result<String, PageError> {
        self.render("about", page)
    }

    /// Renders the part of `GET /api/docs` that is the same for everyone.
    pub fn api_description(&self, description: &ApiDescription) -> Result<String, PageError> {
        self.render("partials/api_description", description)
    }

    /// Renders `GET /api/docs`.
    pub fn api_docs(&self, page: &ApiDocsPage) -> Result<String, PageError> {
        self.render("api_docs", page)
    }

    /// Renders the error page.
    pub fn error(&self, page: &ErrorPage) -> Result<String, PageError> {
        self.render("error", page)
    }

    /// Renders `GET /admin/login`.
    pub fn sign_in(&self, page: &SignInPage) -> Result<String, PageError> {
        self.render("admin/sign_in", page)
    }

    /// Renders the second step of signing in.
    pub fn sign_in_code(&self, page: &SignInCodePage) -> Result<String, PageError> {
        self.render("admin/sign_in_code", page)
    }

    /// Renders `GET /admin/settings/second-factor`.
    pub fn second_factor(&self, page: &SecondFactorPage) -> Result<String, PageError> {
        self.render("admin/second_factor", page)
    }

    /// Renders `GET /admin/forgot-password`.
    pub fn forgot_password(&self, page: &ForgotPasswordPage) -> Result<String, PageError> {
        self.render("admin/forgot_password", page)
    }

    /// Renders `GET /admin/reset-password`.
    pub fn reset_password(&self, page: &ResetPasswordPage) -> Result<String, PageError> {
        self.render("admin/reset_password", page)
    }

    /// Renders `GET /admin/admins`.
    pub fn accounts(&self, page: &AccountsPage) -> Result<String, PageError> {
        self.render("admin/accounts", page)
    }

    /// Renders the form for a new account.
    pub fn new_account(&self, page: &NewAccountPage) -> Result<String, PageError> {
        self.render("admin/new_account", page)
    }

    /// Renders `GET /admin/admins/:id`.
    pub fn account(&self, page: &AccountPage) -> Result<String, PageError> {
        self.render("admin/account", page)
    }

    /// Renders `GET /admin/settings`.
    pub fn own_profile(&self, page: &OwnProfilePage) -> Result<String, PageError> {
        self.render("admin/own_profile", page)
    }

    /// Renders `GET /admin/settings/security`.
    pub fn security(&self, page: &SecurityPage) -> Result<String, PageError> {
        self.render("admin/security", page)
    }

    /// Renders `GET /admin`.
    pub fn dashboard(&self, page: &DashboardPage) -> Result<String, PageError> {
        self.render("admin/dashboard", page)
    }

    /// Renders the question before deleting a waffle.
    pub fn delete_waffle(&self, page: &DeleteWafflePage) -> Result<String, PageError> {
        self.render("admin/delete_waffle", page)
    }

    /// Renders the form that picks winners.
    pub fn draw(&self, page: &DrawPage) -> Result<String, PageError> {
        self.render("admin/draw", page)
    }

    /// Renders `GET /admin/waffles/:id/draws`.
    pub fn lock_draw(&self, page: &LockDrawPage) -> Result<String, PageError> {
        self.render("admin/lock_draw", page)
    }

    /// Renders the question before drawing winners.
    pub fn confirm_draw(&self, page: &ConfirmDrawPage) -> Result<String, PageError> {
        self.render("admin/confirm_draw", page)
    }

    /// Renders the question before clearing a draw.
    pub fn clear_draw(&self, page: &ClearDrawPage) -> Result<String, PageError> {
        self.render("admin/clear_draw", page)
    }

    /// Renders the form that creates or edits a waffle.
    pub fn waffle_form(&self, page: &WaffleFormPage) -> Result<String, PageError> {
        self.render("admin/waffle_form", page)
    }

    /// Renders `GET /admin/waffles/:id`.
    pub fn manage(&self, page: &ManagePage) -> Result<String, PageError> {
        self.render("admin/manage", page)
    }

    /// Renders `GET /admin/waffles/:id/buyer`.
    pub fn desk_buyer(&self, page: &DeskBuyerPage) -> Result<String, PageError> {
        self.render("admin/desk_buyer", page)
    }

    /// Renders `GET /admin/waffles/:id/history`.
    pub fn history(&self, page: &HistoryPage) -> Result<String, PageError> {
        self.render("admin/history", page)
    }

    /// Renders `/admin/waffles/:id/payments`.
    pub fn payments(&self, page: &PaymentsPage) -> Result<String, PageError> {
        self.render("admin/payments", page)
    }

    /// Renders `GET /admin/waffles/:id/expired`.
    pub fn expired(&self, page: &ExpiredPage) -> Result<String, PageError> {
        self.render("admin/expired", page)
    }

    /// Renders the question before a source is released.
    pub fn release_source(&self, page: &ReleaseSourcePage) -> Result<String, PageError> {
        self.render("admin/release_source", page)
    }

    /// Renders `GET /admin/waffles/:id/sources`.
    pub fn sources(&self, page: &SourcesPage) -> Result<String, PageError> {
        self.render("admin/sources", page)
    }

    /// Renders `GET /admin/waffles/:id/share`.
    pub fn share(&self, page: &SharePage) -> Result<String, PageError> {
        self.render("admin/share", page)
    }

    /// Renders `GET /admin/share-templates`.
    pub fn share_templates(&self, page: &ShareTemplatesPage) -> Result<String, PageError> {
        self.render("admin/share_templates", page)
    }

    /// Renders the form for a share template.
    pub fn share_template(&self, page: &ShareTemplatePage) -> Result<String, PageError> {
        self.render("admin/share_template", page)
    }

    /// Renders the question before deleting a share template.
    pub fn delete_template(&self, page: &DeleteTemplatePage) -> Result<String, PageError> {
        self.render("admin/delete_template", page)
    }

    /// Renders `GET /admin/payment-methods`.
    pub fn payment_methods(&self, page: &PaymentMethodsPage) -> Result<String, PageError> {
        self.render("admin/payment_methods", page)
    }

    /// Renders the form for a payment method.
    pub fn payment_method(&self, page: &PaymentMethodPage) -> Result<String, PageError> {
        self.render("admin/payment_method", page)
    }

    /// Renders the warning before deactivating a payment method.
    pub fn deactivate_method(&self, page: &DeactivatePage) -> Result<String, PageError> {
        self.render("admin/deactivate_method", page)
    }

    /// Renders `GET /admin/users`.
    pub fn known_buyers(&self, page: &KnownBuyersPage) -> Result<String, PageError> {
        self.render("admin/known_buyers", page)
    }

    /// Renders `GET /admin/users/merge`.
    pub fn merge_buyers(&self, page: &MergePage) -> Result<String, PageError> {
        self.render("admin/merge_buyers", page)
    }

    /// Renders `GET /admin/users/payers`.
    pub fn payers(&self, page: &PayersPage) -> Result<String, PageError> {
        self.render("admin/payers", page)
    }

    /// Renders `GET /admin/users/blocked`.
    pub fn blocked_handles(&self, page: &BlockedHandlesPage) -> Result<String, PageError> {
        self.render("admin/blocked_handles", page)
    }

    /// Renders `GET /admin/reports`.
    pub fn reports(&self, page: &ReportsPage) -> Result<String, PageError> {
        self.render("admin/reports", page)
    }

    /// Renders `GET /admin/audit`.
    pub fn audit(&self, page: &AuditPage) -> Result<String, PageError> {
        self.render("admin/audit", page)
    }

    /// Renders `GET /admin/login-history`.
    pub fn sign_ins(&self, page: &SignInsPage) -> Result<String, PageError> {
        self.render("admin/sign_ins", page)
    }

    /// Renders `GET /admin/settings/login-history`.
    pub fn my_sign_ins(&self, page: &MySignInsPage) -> Result<String, PageError> {
        self.render("admin/my_sign_ins", page)
    }

    /// Renders `GET /admin/settings/system`.
    pub fn system_settings(&self, page: &SystemSettingsPage) -> Result<String, PageError> {
        self.render("admin/system_settings", page)
    }

    fn render<P: Serialize>(&self, name: &'static str, page: &P) -> Result<String, PageError> {
        let html =
            self.registry.render(name, page).map_err(|source| PageError { page: name, source: Box::new(source) })?;
        if !html.contains(FOCUS) {
            return Ok(html);
        }
        Ok(html.replacen(FOCUS, " autofocus", 1).replace(FOCUS, ""))
    }
}
