//! What WHOIS servers answer. The owner of a sign-in's address may have written it.

use waffle_domain::link::turns_text;
use waffle_domain::whois::answer::{AddressOwner, MAX_VALUE, referral};
use waffle_domain::whois::server::WhoisServer;

use super::text;
use crate::engine::{Seen, Target};

pub(crate) const TARGET: Target = Target {
    words: &[
        "OrgName: ",
        "org-name: ",
        "descr: ",
        "netname: ",
        "owner: ",
        "Country: ",
        "country-code: ",
        "City: ",
        "origin: ",
        "Origin-AS: ",
        "OriginAS: AS64500, AS64501",
        "aut-num: AS0",
        "ReferralServer: ",
        "refer: ",
        "whois: ",
        "whois://whois.example.net",
        "rwhois://",
        "Example Networks",
        "de",
        "AS64500",
        "% remark",
        "# remark",
        " # ",
        "null",
        "N/A",
        ":43",
        "10.0.0.1",
    ],
    check,
};

fn check(input: &[u8]) -> Seen {
    let answer = text(input);
    let owner = AddressOwner::parse(&answer);
    let values = [&owner.org, &owner.country, &owner.city, &owner.asn];
    for value in values.into_iter().flatten() {
        assert!((1..=MAX_VALUE).contains(&value.chars().count()), "{value:?}");
        assert!(!value.contains(char::is_control) && !turns_text(value) && value.trim() == value, "{value:?}");
    }
    if let Some(asn) = &owner.asn {
        let number: u32 = asn.strip_prefix("AS").unwrap().parse().unwrap();
        assert!(number > 0 && *asn == format!("AS{number}"));
    }
    assert_eq!(owner.is_unknown(), values.iter().all(|value| value.is_none()));
    let referral = referral(&answer);
    if let Some(server) = &referral {
        assert_eq!(WhoisServer::parse(&server.to_string()).as_ref(), Ok(server));
        assert!(server.port() > 0);
    }
    // Line ends of another system mean the same.
    assert_eq!(AddressOwner::parse(&answer.replace("\r\n", "\n").replace('\n', "\r\n")), owner);
    let kind = (values.map(|value| value.as_ref().map(|value| value.len().min(20))), referral.is_some());
    if owner.is_unknown() { Seen::refused(kind) } else { Seen::accepted(kind) }
}
