//! What pages show. A page's own struct is in the file of its handler, which fills it; here is what pages share.
//!
//! Templates read rows of the domain as they are, and write their amounts, moments and ranges with helpers. Words are
//! [`Text`]s, which templates write in the reader's language.

pub mod activity;
pub mod board;
pub mod buyer;
pub mod claim;
pub mod desk;
pub mod draws;
pub mod flash;
pub mod form;
pub mod how_won;
pub mod list;
pub mod payments;
pub mod pick_winners;
pub mod profile;
pub mod reports;
pub mod seller;
pub mod sign_ins;
pub mod table;
pub mod terms;
pub mod waffle;

use serde::Serialize;
use waffle_domain::role::{Permission, Role};
use waffle_domain::timezone::TimeZone;
use waffle_http::session::signed_in::SignedIn;
use waffle_language::say;
pub use waffle_language::{Moment, Text};

use crate::context::flash::Flash;
use crate::templates::Values;

/// The frame of every page: its title, its place in the navigation, and the signed-in seller.
#[derive(Debug, Clone, Serialize)]
pub struct Frame {
    /// The page's own title; the layout appends the service's name.
    pub title: Text,
    /// One sentence for search results and link previews.
    pub description: Option<Text>,
    /// A picture for link previews, as an absolute URL.
    pub preview_image: Option<String>,
    /// Whether search engines leave it out: pages for sellers.
    pub unlisted: bool,
    /// The page's own address for link previews, as an absolute URL.
    pub url: Option<String>,
    /// The navigation entry to mark as current.
    pub section: Section,
    /// The signed-in seller, if any.
    pub admin: Option<AdminNav>,
    pub script: Script,
    /// Whether draws use a private chain, which proves nothing to outsiders.
    pub private_chain: bool,
    /// What the last form did.
    pub flash: Option<Flash>,
    /// Where the reader is, to come back to after choosing another language. `Pages` fills it.
    pub here: String,
}

/// The script of a page, by its static file. It includes what all pages need: a page has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Script {
    /// The script of public pages without a separate one.
    #[serde(rename = "page.js")]
    Page,
    #[serde(rename = "home.js")]
    Home,
    /// The script of sellers' pages without a separate one.
    #[serde(rename = "keys.js")]
    Seller,
    #[serde(rename = "dashboard.js")]
    Dashboard,
    #[serde(rename = "list.js")]
    List,
    #[serde(rename = "board.js")]
    Board,
    #[serde(rename = "large_board.js")]
    LargeBoard,
    #[serde(rename = "manage.js")]
    Manage,
    #[serde(rename = "winner_picker.js")]
    Draw,
    #[serde(rename = "draw_page.js")]
    DrawCheck,
    #[serde(rename = "share.js")]
    Share,
    #[serde(rename = "receipt.js")]
    Receipt,
    #[serde(rename = "stage.js")]
    Stage,
    #[serde(rename = "waffle_form.js")]
    WaffleForm,
    #[serde(rename = "offline.js")]
    Offline,
}

impl Frame {
    /// Makes a frame for a visitor who is not signed in.
    pub fn new(title: impl Into<Text>, section: Section) -> Self {
        let unlisted = !section.is_public();
        Self {
            title: title.into(),
            description: unlisted.then(|| say!("frame-sellers-only")),
            unlisted,
            preview_image: None,
            url: None,
            section,
            admin: None,
            script: Script::Page,
            private_chain: false,
            flash: None,
            here: String::new(),
        }
    }

    /// Makes a frame for a page of the signed-in seller.
    pub fn of(me: &SignedIn, title: impl Into<Text>, section: Section) -> Self {
        Self::new(title, section)
            .with_script(Script::Seller)
            .with_admin(Some(me.into()))
            .with_flash(me.flash.as_deref().and_then(Flash::read))
    }

    /// Adds the signed-in seller to the navigation. Public pages omit the links to the seller pages.
    #[must_use]
    pub fn with_admin(mut self, admin: Option<AdminNav>) -> Self {
        self.admin = admin;
        if let Some(admin) = self.admin.as_mut().filter(|_| self.section.is_public()) {
            admin.parts.clear();
        }
        self
    }

    /// Says whether draws use a private chain.
    #[must_use]
    pub const fn with_private_chain(mut self, private: bool) -> Self {
        self.private_chain = private;
        self
    }

    /// Sets the page's script.
    #[must_use]
    pub fn with_script(mut self, script: Script) -> Self {
        self.script = script;
        self
    }

    /// Sets the message about the last form.
    #[must_use]
    pub fn with_flash(mut self, flash: Option<Flash>) -> Self {
        self.flash = flash;
        self
    }

    /// Sets the message about a form that was refused, if one was.
    #[must_use]
    pub fn with_refusal(self, says: Option<Text>) -> Self {
        match says {
            Some(says) => self.with_flash(Some(Flash::failed(says))),
            None => self,
        }
    }

    /// Adds the sentence for search results and link previews.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<Text>) -> Self {
        self.description = Some(description.into());
        self
    }
}

/// The part of the site that a page belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Section {
    Home,
    Waffles,
    About,
    Admin,
    ShareTemplates,
    PaymentMethods,
    Reports,
    Users,
    AuditLog,
    Admins,
    Settings,
    /// None of them, for example an error page.
    Elsewhere,
}

impl Section {
    fn is_public(self) -> bool {
        matches!(self, Self::Home | Self::Waffles | Self::About | Self::Elsewhere)
    }
}

/// The signed-in seller in the navigation.
#[derive(Debug, Clone, Serialize)]
pub struct AdminNav {
    /// The name to show, following the rules for navigation names.
    pub nav_name: String,
    /// The session's CSRF token, for every form.
    pub csrf_token: String,
    /// The seller pages that this role may open.
    pub parts: Vec<AdminPart>,
    /// The IANA name of the zone in which scripts show times. `None` if the seller left it at UTC: then it is the
    /// browser's zone.
    pub timezone: Option<&'static str>,
}

impl From<&SignedIn> for AdminNav {
    fn from(me: &SignedIn) -> Self {
        Self {
            nav_name: me.account.nav_name(),
            csrf_token: me.csrf_token(),
            parts: AdminPart::of(me.account.role),
            timezone: Some(me.account.timezone).filter(|zone| *zone != TimeZone::UTC).map(TimeZone::name),
        }
    }
}

/// A seller page in the navigation.
#[derive(Debug, Clone, Serialize)]
pub struct AdminPart {
    pub section: Section,
    pub href: &'static str,
    pub text: Text,
}

impl AdminPart {
    /// Lists the pages that a role may open, in navigation order.
    pub fn of(role: Role) -> Vec<Self> {
        let parts = [
            (Permission::ManageWaffles, Section::Admin, "/admin", say!("nav-your-waffles")),
            (
                Permission::ManageShareTemplates,
                Section::ShareTemplates,
                "/admin/share-templates",
                say!("nav-share-templates"),
            ),
            (Permission::ReadReports, Section::Reports, "/admin/reports", say!("nav-reports")),
            (
                Permission::ManagePaymentMethods,
                Section::PaymentMethods,
                "/admin/payment-methods",
                say!("nav-payment-methods"),
            ),
            (Permission::ReadUsers, Section::Users, "/admin/users", say!("nav-buyers")),
            (Permission::ReadAuditLog, Section::AuditLog, "/admin/audit", say!("nav-audit-log")),
            (Permission::ManageAdmins, Section::Admins, "/admin/admins", say!("nav-accounts")),
            (Permission::ChangeOwnAccount, Section::Settings, "/admin/settings", say!("nav-settings")),
        ];
        let open = parts.into_iter().filter(|(permission, ..)| role.may(*permission));
        open.map(|(_, section, href, text)| Self { section, href, text }).collect()
    }
}

/// The tabs of the settings that a role may open, with the one at `current` marked.
pub fn settings_tabs(role: Role, current: &str) -> Vec<Values> {
    let tabs = [
        (Permission::ChangeOwnAccount, "/admin/settings", say!("settings-tab-profile")),
        (Permission::ChangeOwnAccount, "/admin/settings/security", say!("settings-tab-security")),
        (Permission::ReadLoginHistory, "/admin/settings/login-history", say!("settings-tab-sign-ins")),
        (Permission::ManageSettings, "/admin/settings/system", say!("settings-tab-system")),
    ];
    let open = tabs.into_iter().filter(|(permission, ..)| role.may(*permission));
    open.map(|(_, href, text)| values! { href, text, current: href == current }).collect()
}

/// A link and its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Link {
    pub href: String,
    pub text: Text,
}

impl Link {
    /// Makes a link.
    pub fn new(href: impl Into<String>, text: impl Into<Text>) -> Self {
        Self { href: href.into(), text: text.into() }
    }
}
