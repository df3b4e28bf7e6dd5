//! Sign-ins, as the pages show them.

use chrono::SecondsFormat;
use serde::Serialize;
use waffle_domain::timezone::TimeZone;
use waffle_domain::whois::address::is_worth_asking;
use waffle_store::sign_ins::SignIn;

use crate::context::form::Choice;
use crate::context::pager::TablePager;
use crate::context::{Frame, SettingsTab};

/// `GET /admin/login-history`: the sign-ins that the role may see.
#[derive(Debug, Clone, Serialize)]
pub struct SignInsPage {
    pub frame: Frame,
    /// Whose sign-ins these are, in a sentence.
    pub lead: &'static str,
    /// The accounts to choose from; empty if the role may not choose.
    pub accounts: Vec<Choice>,
    pub history: SignIns,
}

template!(SignInsPage: "admin/sign_ins");

/// `GET /admin/settings/login-history`: the seller's own sign-ins.
#[derive(Debug, Clone, Serialize)]
pub struct MySignInsPage {
    pub frame: Frame,
    pub tabs: Vec<SettingsTab>,
    /// The text of the link to the whole history, for roles that see more than their own sign-ins.
    pub more: Option<&'static str>,
    pub history: SignIns,
}

template!(MySignInsPage: "admin/my_sign_ins");

/// A page of sign-ins.
#[derive(Debug, Clone, Serialize)]
pub struct SignIns {
    /// How many sign-ins there are on all pages.
    pub total: i64,
    /// The zone of all times.
    pub zone: String,
    /// Whether rows name the account.
    pub named: bool,
    pub rows: Vec<SignInRow>,
    pub pager: Option<TablePager>,
}

/// A sign-in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SignInRow {
    /// RFC 3339.
    pub iso: String,
    /// In the seller's zone: `20 Nov 2026, 18:44`.
    pub time: String,
    pub username: String,
    /// For example `Chrome on macOS`.
    pub client: String,
    /// `Desktop`, `Mobile` or `Tablet`.
    pub device: &'static str,
    /// The browser's `User-Agent` header; empty if it sent none.
    pub user_agent: String,
    pub ip_address: String,
    /// For example `Berlin, DE`; empty if unknown.
    pub place: String,
    /// The address's holder, or why it is unknown.
    pub network: String,
    /// For example `AS64500`; empty if unknown.
    pub asn: String,
    /// The WHOIS server that said so; empty if none did.
    pub source: String,
}

impl SignInRow {
    /// Describes a sign-in, with its time in a zone.
    pub fn new(record: &SignIn, zone: TimeZone) -> Self {
        let at = record.created_at.with_timezone(&zone.rules());
        let holder = &record.holder;
        let place: Vec<&str> = [&holder.city, &holder.country].into_iter().flatten().map(String::as_str).collect();
        let network = holder.org.clone().unwrap_or_else(|| {
            if is_worth_asking(record.ip_address) { "Not known" } else { "Private address" }.to_owned()
        });
        Self {
            iso: at.to_rfc3339_opts(SecondsFormat::Secs, false),
            time: at.format("%-d %b %Y, %H:%M").to_string(),
            username: record.username.clone(),
            client: client(&record.browser, &record.os),
            device: device(&record.device_type),
            user_agent: record.user_agent.clone(),
            ip_address: record.ip_address.to_string(),
            place: place.join(", "),
            network,
            asn: holder.asn.clone().unwrap_or_default(),
            source: record.whois_server.clone().unwrap_or_default(),
        }
    }
}

/// A browser and its system in words: `Chrome on macOS`.
pub(super) fn client(browser: &str, os: &str) -> String {
    use waffle_domain::user_agent::UNKNOWN;
    match (browser, os) {
        (UNKNOWN, UNKNOWN) => "Unknown browser".to_owned(),
        (UNKNOWN, os) => format!("Unknown browser on {os}"),
        (browser, UNKNOWN) => browser.to_owned(),
        (browser, os) => format!("{browser} on {os}"),
    }
}

/// A kind of device in words.
pub(super) fn device(code: &str) -> &'static str {
    match code {
        "mobile" => "Mobile",
        "tablet" => "Tablet",
        _ => "Desktop",
    }
}

#[cfg(test)]
mod tests {
    use super::client;

    #[test]
    fn what_is_not_known_is_left_out() {
        let told = [("Chrome", "macOS"), ("curl", "Unknown"), ("Unknown", "Linux"), ("Unknown", "Unknown")];
        let told = told.map(|(browser, os)| client(browser, os));
        assert_eq!(told, ["Chrome on macOS", "curl", "Unknown browser on Linux", "Unknown browser"]);
    }
}
