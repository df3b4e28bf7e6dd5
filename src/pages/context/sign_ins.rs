//! Sign-ins, as the pages show them.

use serde::Serialize;
use waffle_domain::timezone::TimeZone;
use waffle_domain::whois::address::is_worth_asking;
use waffle_store::sign_ins::SignIn;

use crate::pages::context::form::Choice;
use crate::pages::context::pager::TablePager;
use crate::pages::context::{Frame, SettingsTab};

/// `GET /admin/login-history`: the sign-ins that the role sees.
#[derive(Debug, Clone, Serialize)]
pub struct LoginHistoryPage {
    pub frame: Frame,
    /// Whose sign-ins these are, in a sentence.
    pub lead: &'static str,
    /// The accounts to choose from; empty for who may not choose.
    pub accounts: Vec<Choice>,
    pub history: SignIns,
}

/// `GET /admin/settings/login-history`: the own sign-ins.
#[derive(Debug, Clone, Serialize)]
pub struct MySignInsPage {
    pub frame: Frame,
    pub tabs: Vec<SettingsTab>,
    /// What the link to the whole history says, for who sees more than the own sign-ins.
    pub more: Option<&'static str>,
    pub history: SignIns,
}

/// A page of sign-ins.
#[derive(Debug, Clone, Serialize)]
pub struct SignIns {
    /// How many there are in all.
    pub total: i64,
    /// The zone of all times.
    pub zone: String,
    /// Whether rows say who it was.
    pub named: bool,
    pub rows: Vec<SignInRow>,
    pub pager: Option<TablePager>,
}

/// A sign-in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SignInRow {
    /// RFC 3339.
    pub iso: String,
    /// In the zone of the admin: `20 Nov 2026, 18:44`.
    pub time: String,
    pub username: String,
    /// As `Chrome on macOS`.
    pub client: String,
    /// `Desktop`, `Mobile` or `Tablet`.
    pub device: &'static str,
    /// What the browser says of itself; empty when it says nothing.
    pub user_agent: String,
    pub ip_address: String,
    /// As `Berlin, DE`; empty when it is not known.
    pub place: String,
    /// The holder of the address, or why there is none.
    pub network: String,
    /// As `AS64500`; empty when it is not known.
    pub asn: String,
    /// The WHOIS server that said so; empty when none did.
    pub source: String,
}

impl SignInRow {
    /// Shows a record in a time zone.
    pub fn new(record: &SignIn, zone: TimeZone) -> Self {
        let at = record.created_at.with_timezone(&zone.rules());
        let holder = &record.holder;
        let place: Vec<&str> = [&holder.city, &holder.country].into_iter().flatten().map(String::as_str).collect();
        let network = holder.org.clone().unwrap_or_else(|| {
            if is_worth_asking(record.ip_address) { "Not known" } else { "Private address" }.to_owned()
        });
        Self {
            iso: at.to_rfc3339(),
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

fn client(browser: &str, os: &str) -> String {
    use waffle_domain::user_agent::UNKNOWN;
    match (browser, os) {
        (UNKNOWN, UNKNOWN) => "Unknown browser".to_owned(),
        (UNKNOWN, os) => format!("Unknown browser on {os}"),
        (browser, UNKNOWN) => browser.to_owned(),
        (browser, os) => format!("{browser} on {os}"),
    }
}

fn device(code: &str) -> &'static str {
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
