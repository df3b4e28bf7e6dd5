use proptest::prelude::{any, proptest};

use super::{AddressOwner, MAX_VALUE, referral};

const ROUTE_SERVER: &str = "IP: 203.0.113.7\nOrigin-AS: 64500\nPrefix: 203.0.113.0/24\nAS-Org-Name: Example Transit\n\
    Org-Name: Example Hosting GmbH\nNet-Name: EXAMPLE\nCache-Date: 1750000000\nLatitude: 52.52\nLongitude: 13.40\n\
    City: Berlin\nRegion: Berlin\nCountry: GERMANY\nCountry-Code: DE\n";

const RIPE: &str = "% This is a remark\n% netname: NOT-THIS\n\ninetnum:        193.0.0.0 - 193.0.7.255\r\n\
    netname:        EXAMPLE-NET\r\ndescr:          Example Network\r\ncountry:        nl # Amsterdam\r\n\
    org:            ORG-EX1-RIPE\r\n\r\norganisation:   ORG-EX1-RIPE\r\n\
    org-name:       Example Co-ordination Centre\r\n\
    \r\n    route:          193.0.0.0/21\r\norigin:         AS3333\r\n";

const ARIN: &str = "#\n# ARIN WHOIS data\n#\n\nNetRange:       8.8.8.0 - 8.8.8.255\nNetName:        GOGL\n\
    OriginAS:       \nOrganization:   Example LLC (EX)\n\nOrgName:        Example LLC\nCity:           Mountain View\n\
    Country:        US\nReferralServer:  whois://whois.ripe.net\n";

const LACNIC: &str = "% LACNIC\n\ninetnum:     200.3.12.0/22\naut-num:     AS28000\nowner:       Registro Ejemplo\n\
    country:     UY\ncity:        Montevideo\n";

fn holder(org: &str, country: &str, city: &str, asn: &str) -> AddressOwner {
    let known = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    AddressOwner { org: known(org), country: known(country), city: known(city), asn: known(asn) }
}

#[test]
fn the_formats_of_the_registries_are_understood() {
    assert_eq!(AddressOwner::parse(ROUTE_SERVER), holder("Example Hosting GmbH", "DE", "Berlin", "AS64500"));
    assert_eq!(AddressOwner::parse(RIPE), holder("Example Co-ordination Centre", "NL", "", "AS3333"));
    assert_eq!(AddressOwner::parse(ARIN), holder("Example LLC", "US", "Mountain View", ""));
    assert_eq!(AddressOwner::parse(LACNIC), holder("Registro Ejemplo", "UY", "Montevideo", "AS28000"));
}

#[test]
fn less_specific_keys_replace_missing_ones() {
    assert_eq!(AddressOwner::parse("netname: NET\ndescr: A network").org.as_deref(), Some("A network"));
    assert_eq!(AddressOwner::parse("netname: NET").org.as_deref(), Some("NET"));
    assert_eq!(AddressOwner::parse("AS-Org-Name: Transit\nOrg-Name: NULL").org.as_deref(), Some("Transit"));
    assert_eq!(AddressOwner::parse("country: Germany").country.as_deref(), Some("Germany"));
}

#[test]
fn networks_are_written_one_way() {
    for (value, asn) in [
        ("64500", Some("AS64500")),
        ("AS64500", Some("AS64500")),
        ("as64500, AS2", Some("AS64500")),
        ("AS4294967295 (x)", Some("AS4294967295")),
        ("AS4294967296", None),
        ("AS0", None),
        ("+1", None),
        ("ASx", None),
        ("", None),
    ] {
        assert_eq!(AddressOwner::parse(&format!("origin: {value}")).asn.as_deref(), asn, "{value}");
    }
}

#[test]
fn garbage_names_no_owner() {
    for answer in
        ["", "\n\n", "No match found", ":::", "Error: limit exceeded", "\u{0}\u{1}\u{2}", "city:\norg-name:   \n"]
    {
        assert!(AddressOwner::parse(answer).is_unknown(), "{answer:?}");
    }
}

#[test]
fn values_are_bounded_and_print_on_one_line() {
    let long = "é".repeat(MAX_VALUE + 1);
    assert_eq!(AddressOwner::parse(&format!("org-name: {long}")).org.unwrap(), "é".repeat(MAX_VALUE));
    let long = format!("org-name: {} x", "é".repeat(MAX_VALUE - 1));
    assert_eq!(AddressOwner::parse(&long).org.unwrap(), "é".repeat(MAX_VALUE - 1));
    assert_eq!(AddressOwner::parse("city: \u{1b}[31mBer\u{0}\tlin \u{202e}x\u{61c}").city.unwrap(), "[31mBer lin x");
}

#[test]
fn a_referral_is_found_in_its_three_spellings() {
    let to = |answer: &str| referral(answer).map(|server| server.to_string());
    assert_eq!(to(ARIN).as_deref(), Some("whois.ripe.net"));
    assert_eq!(to("refer:        whois.arin.net\n").as_deref(), Some("whois.arin.net"));
    assert_eq!(to("whois: whois.apnic.net").as_deref(), Some("whois.apnic.net"));
    assert_eq!(to("ReferralServer: whois://192.0.2.1:4343/ (note)").as_deref(), Some("192.0.2.1:4343"));
    for none in [ROUTE_SERVER, RIPE, "ReferralServer: rwhois://rwhois.example.net:4321", "refer:", "refer: http://x/y"]
    {
        assert_eq!(to(none), None, "{none}");
    }
}

proptest! {
    #[test]
    fn no_answer_breaks_it(answer in any::<String>(), key in "(org-name|city|origin|refer|country): ") {
        let holder = AddressOwner::parse(&format!("{key}{answer}\n{answer}"));
        for value in [holder.org, holder.country, holder.city, holder.asn].into_iter().flatten() {
            assert!(!value.is_empty() && value.chars().count() <= MAX_VALUE && !value.contains(char::is_control));
        }
        let _ = referral(&answer);
    }
}
