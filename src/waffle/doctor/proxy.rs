//! What the proxies make of a request.

use std::net::{IpAddr, Ipv4Addr};

use actix_web::http::Uri;
use waffle_http::arrival::Arrival;
use waffle_service::config::TrustedProxies;

use super::report::Finding;

pub(super) const CLIENT_ADDRESS: &str = "client-address";
pub(super) const PROXY_HEADERS: &str = "proxy-headers";

/// What the doctor claims about itself, as a client might. The address is for documentation (RFC 5737), no machine's.
pub(super) const CLAIMED_ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::new(198, 51, 100, 66));
pub(super) const CLAIMED_HOST: &str = "claimed.invalid";
pub(super) const CLAIMED_ID: &str = "claimed-id";

const REPLACE: &str = "Let the proxy replace X-Forwarded-For, as in docs/deployment.md, section 5. If it believes \
     other proxies, this machine must not be among them.";

/// Whether there is a proxy: the server itself speaks no TLS, and names no headers.
pub(super) fn is_between(url: &Uri, arrival: &Arrival) -> bool {
    let changed = |header: &Option<String>, claimed: &str| header.as_deref().is_none_or(|value| value != claimed);
    url.scheme_str() == Some("https")
        || arrival.via.is_some()
        || arrival.forwarded_proto.is_some()
        || changed(&arrival.forwarded_for, &CLAIMED_ADDRESS.to_string())
        || changed(&arrival.forwarded_host, CLAIMED_HOST)
}

/// Judges whether the server knows clients by their addresses, and whether they can choose one.
pub(super) fn judge_client_address(between: bool, arrival: &Arrival, trusted: &TrustedProxies) -> Finding {
    let Arrival { peer, client, .. } = arrival;
    let wrong = |seen: String, to_do: &str| Finding::wrong(CLIENT_ADDRESS, seen, to_do);
    let hops = arrival.forwarded_for.as_deref().unwrap_or_default();
    let claimed = CLAIMED_ADDRESS.to_string();
    if trusted.contains(CLAIMED_ADDRESS) {
        let seen =
            "TRUSTED_PROXIES includes addresses of clients, who can choose another one for each claim".to_owned();
        return wrong(seen, "Name only the proxies in TRUSTED_PROXIES.");
    }
    if *client == CLAIMED_ADDRESS {
        if hops.trim() == claimed {
            return wrong("a client can choose its address: the server believes X-Forwarded-For".to_owned(), REPLACE);
        }
        let seen =
            format!("the proxy only adds to X-Forwarded-For: who is at a trusted address can choose another: {hops}");
        return Finding::warning(CLIENT_ADDRESS, seen, REPLACE);
    }
    if !between {
        return Finding::ok(CLIENT_ADDRESS, format!("no proxy: the server sees this machine as {client}"));
    }
    if !arrival.peer_trusted {
        let seen = format!("all buyers seem to come from {peer} and share its limits: that proxy is not trusted");
        return wrong(seen, &format!("Set TRUSTED_PROXIES={peer} for the server, with all other proxies."));
    }
    if client == peer && !hops.contains(&peer.to_string()) {
        let seen = format!("all buyers seem to come from the proxy, {peer}, which does not name them");
        return wrong(seen, "Let the proxy set X-Forwarded-For, as in docs/deployment.md, section 5.");
    }
    Finding::ok(CLIENT_ADDRESS, format!("the server sees this machine as {client}, through {peer}"))
}

/// Judges the other headers that a proxy sets.
pub(super) fn judge_headers(between: bool, url: &Uri, arrival: &Arrival) -> Finding {
    if !between {
        return Finding::skipped(PROXY_HEADERS, "no proxy");
    }
    let shown = |header: &Option<String>| header.clone().unwrap_or_else(|| "nothing".to_owned());
    let mut odd = Vec::new();
    let own = url.authority().map_or("", |authority| authority.as_str());
    if !arrival.host.as_deref().is_some_and(|host| host.eq_ignore_ascii_case(own)) {
        odd.push(format!("Host arrives as {}, not {own}", shown(&arrival.host)));
    }
    // The nearest proxy wrote the last one.
    let scheme = arrival.forwarded_proto.as_deref().and_then(|scheme| scheme.rsplit(',').next()).unwrap_or_default();
    if url.scheme_str() == Some("https") && !scheme.trim().eq_ignore_ascii_case("https") {
        let arrives = shown(&arrival.forwarded_proto);
        odd.push(format!("X-Forwarded-Proto arrives as {arrives}: no Strict-Transport-Security is sent"));
    }
    for (name, header, claimed) in
        [("X-Forwarded-Host", &arrival.forwarded_host, CLAIMED_HOST), ("X-Request-Id", &arrival.request_id, CLAIMED_ID)]
    {
        if header.as_deref().is_some_and(|value| value.contains(claimed)) {
            odd.push(format!("{name} arrives as the client claims it"));
        }
    }
    if odd.is_empty() {
        return Finding::ok(PROXY_HEADERS, "host and scheme arrive, and what clients claim does not");
    }
    let to_do = "Let the proxy set these headers, as in docs/deployment.md, section 5.";
    Finding::warning(PROXY_HEADERS, odd.join("; "), to_do)
}
