//! `User-Agent`.

use waffle_domain::user_agent::{MAX_LENGTH, UserAgent};

use super::text;
use crate::engine::{Seen, Target};

pub(crate) const TARGET: Target = Target {
    words: &[
        "Mozilla/5.0 ",
        "(Macintosh; Intel Mac OS X 10_15_7)",
        "(X11; Linux x86_64)",
        "(iPhone; CPU iPhone OS 17_5 like Mac OS X)",
        "(Linux; Android 14; Pixel 8)",
        "(Windows NT 10.0; Win64; x64)",
        " AppleWebKit/605.1.15 (KHTML, like Gecko) ",
        "Version/17.5 ",
        "Mobile/15E148 ",
        "Safari/604.1",
        "Chrome/126.0.0.0 ",
        "Firefox/127.0",
        "Instagram 334.0",
        "FBAN/FBIOS",
        "Edg/126",
        "OPR/111",
        "curl/8.5.0",
        "Googlebot/2.1",
        "iPad",
        "PlayStation",
        "Nintendo",
        "BlackBerry",
        "MSIE 6.0; ",
        "Opera/9.80 (",
        "DoCoMo/2.0",
        "KDDI-",
        "SoftBank/1.0/",
        "J-PHONE",
        "UP.Browser",
        "Vodafone",
        "WILLCOM",
        "; ",
        ")",
        "(",
    ],
    check,
};

fn check(input: &[u8]) -> Seen {
    let sent = text(input);
    let agent = UserAgent::new(&sent);
    let kept = agent.as_str();
    assert!(kept.chars().count() <= MAX_LENGTH && !kept.contains(char::is_control), "{kept:?}");
    assert_eq!(kept, kept.trim(), "what is kept begins and ends with something");
    assert_eq!(UserAgent::new(kept), agent, "what was kept is kept as it is");
    let client = agent.client();
    assert!(!client.browser.is_empty() && !client.os.is_empty());
    assert_eq!(agent.client(), client);
    let kind = (client.browser, client.os, client.device.as_str());
    if client.browser == waffle_domain::user_agent::UNKNOWN { Seen::refused(kind) } else { Seen::accepted(kind) }
}
