use proptest::prelude::{any, prop_oneof, proptest};
use proptest::strategy::{Just, Strategy};

use super::{Device, MAX_LENGTH, UserAgent, client_words};
use Device::{Desktop, Mobile, Tablet};

/// A text sent by a real browser, app or program, and its meaning.
type Sample = (&'static str, &'static str, &'static str, Device);

/// Browsers and apps on phones, tablets and desktops.
fn samples() -> Vec<Sample> {
    let lines = include_str!("samples.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let [device, browser, os, text] = line.splitn(4, " | ").collect::<Vec<_>>().try_into().unwrap();
            let device = [Mobile, Tablet, Desktop].into_iter().find(|kind| format!("{kind:?}") == device).unwrap();
            (text, browser, os, device)
        })
        .collect()
}

/// Programs, and what says nothing of itself.
const OTHERS: &[Sample] = &[
    ("curl/8.8.0", "curl", "Unknown", Desktop),
    ("Wget/1.21.4", "Wget", "Unknown", Desktop),
    ("PostmanRuntime/7.39.0", "Postman", "Unknown", Desktop),
    ("python-requests/2.32.3", "Python", "Unknown", Desktop),
    ("Go-http-client/1.1", "Go", "Unknown", Desktop),
    ("okhttp/4.12.0", "HTTP library", "Unknown", Desktop),
    ("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "Bot", "Unknown", Desktop),
    ("Mozilla/5.0", "Unknown", "Unknown", Desktop),
    ("-", "Unknown", "Unknown", Desktop),
    ("", "Unknown", "Unknown", Desktop),
    ("  ", "Unknown", "Unknown", Desktop),
    ("waffle iron \u{1f9c7} \u{0}\u{1b}[31m", "Unknown", "Unknown", Desktop),
    ("<script>alert(1)</script>", "Unknown", "Unknown", Desktop),
];

#[test]
fn real_browsers_apps_and_programs_are_recognized() {
    let samples = [&samples(), OTHERS].concat();
    assert_eq!(samples.len(), 72 + OTHERS.len());
    let told = |(text, ..): &Sample| {
        let client = UserAgent::new(text).client();
        (*text, client.browser, client.os, client.device)
    };
    let wrong: Vec<_> =
        samples.iter().map(|sample| (told(sample), *sample)).filter(|(told, sample)| told != sample).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_very_long_text_is_cut_and_still_understood() {
    let (text, browser, os, device) = samples().into_iter().find(|(.., device)| *device == Desktop).unwrap();
    let long = UserAgent::new(&format!("{text} {}", "x".repeat(100_000)));
    assert_eq!(long.as_str().chars().count(), MAX_LENGTH);
    let client = long.client();
    assert_eq!((client.browser, client.os, client.device), (browser, os, device));
    assert_eq!(UserAgent::new(&"é".repeat(MAX_LENGTH)).as_str(), "é".repeat(MAX_LENGTH));
    assert_eq!(UserAgent::new(&"é".repeat(MAX_LENGTH + 1)).as_str(), "é".repeat(MAX_LENGTH));
    let spaced = format!("\0 {} x", "é".repeat(MAX_LENGTH - 1));
    assert_eq!(UserAgent::new(&spaced).as_str(), "é".repeat(MAX_LENGTH - 1), "without spaces at its ends");
}

#[test]
fn what_is_not_known_is_left_out() {
    let words = [("Chrome", "macOS"), ("curl", "Unknown"), ("Unknown", "Linux"), ("Unknown", "Unknown")]
        .map(|(browser, os)| client_words(browser, os).to_string());
    assert_eq!(words, ["Chrome on macOS", "curl", "Unknown browser on Linux", "Unknown browser"]);
}

fn piece() -> impl Strategy<Value = String> {
    let words = "Mozilla/5.0 (compatible; Windows NT 10.0; Phone OS Xbox; Android - iPad like Mac OS X DoCoMo/2.0 \
                 (;FOMA; KDDI- UP.Browser/ SoftBank/1.0/ WILLCOM;/ jig browser; Opera/ Version/ Trident/7.0; rv: \
                 MSIE 9.0; PLAYSTATION 3; PSP (PlayStation Portable); BlackBerry9/ BB10 Version/ CrOS ) FreeBSD ; \
                 Chrome/ Safari/ Firefox/ Gecko/ bot/ Googlebot Mobile Java/ HttpClient/ InternetTVBrowser/";
    let words: Vec<_> = words.split_whitespace().collect();
    prop_oneof![proptest::sample::select(words).prop_map(str::to_owned), any::<String>(), Just(" ".to_owned())]
}

proptest! {
    #[test]
    fn no_text_breaks_it(pieces in proptest::collection::vec(piece(), 0..12)) {
        let client = UserAgent::new(&pieces.concat()).client();
        assert!(!client.browser.is_empty() && !client.os.is_empty());
    }
}
