//! Where a sign-in came from, in words.

use std::net::IpAddr;

use waffle_domain::whois::address::is_worth_asking;

/// Why the owner of an address is not known.
pub fn unknown_network(address: IpAddr) -> &'static str {
    if is_worth_asking(address) { "Not known" } else { "Private address" }
}

/// A browser and its system in words: `Chrome on macOS`.
pub fn client(browser: &str, os: &str) -> String {
    use waffle_domain::user_agent::UNKNOWN;
    match (browser, os) {
        (UNKNOWN, UNKNOWN) => "Unknown browser".to_owned(),
        (UNKNOWN, os) => format!("Unknown browser on {os}"),
        (browser, UNKNOWN) => browser.to_owned(),
        (browser, os) => format!("{browser} on {os}"),
    }
}

/// A kind of device in words.
pub fn device(code: &str) -> &'static str {
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
