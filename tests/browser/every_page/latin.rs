//! Words in Latin letters on pages of a language in another script: they are in no language's file.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// The texts of a page with words in Latin letters: the pages of a language in another script have none. What people
/// wrote is in elements that find its direction (a test of the templates sees to it), and may be named in other texts.
pub(super) const LATIN: &str = r"(() => {
    const people = 'bdi, [dir=auto]';
    const apart = 'code, kbd, pre, textarea, [dir=ltr], [translate=no], script, style, template, noscript';
    const texts = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const {data, parentElement} = walker.currentNode;
        if (!parentElement.closest(`${people}, ${apart}`)) texts.push(data);
    }
    for (const name of ['alt', 'aria-description', 'aria-label', 'data-label', 'label', 'placeholder', 'title']) {
        for (const it of document.querySelectorAll(`[${name}]`)) {
            if (!it.closest('[lang=en]')) texts.push(it.getAttribute(name));
        }
    }
    const fields = 'input:not([type=hidden], [type=checkbox], [type=radio])';
    const theirs = [...document.querySelectorAll(`${people}, ${fields}`)]
        .flatMap((it) => [String(it.value ?? ''), it.textContent]);
    const spaced = (all) => [...new Set(all.map((text) => text.replace(/\s+/g, ' ').trim()))];
    return {texts: spaced(texts).filter((text) => /[a-z]{2}/i.test(text)), theirs: spaced(theirs)};
})()";

/// Words that are the same in all languages, or that the site's buyers, sellers and networks are called by where no
/// element says that they are names: units, time zones and countries; what people use, and where they have profiles;
/// buyers, accounts and ways to pay; and what is typed to delete a waffle.
const NAMES: &str = "CA DE GB MB UTC kB \
    Android Chrome Chromium Firefox Headless Instagram Linux Safari Windows macOS \
    Bluesky Discord Facebook Mastodon Threads TikTok Twitch YouTube \
    admin anna ben Wallet DELETE";

/// The same of several words: a way to pay, networks and a city.
const LONG_NAMES: [&str; 4] =
    ["Honey Pay", "Example Hosting und Telekommunikation GmbH", "Syrup Mobile", "Frankfurt am Main"];

/// The texts in Latin letters, with the pages that have them.
#[derive(Default)]
pub(super) struct Latin<'a> {
    texts: BTreeMap<String, BTreeSet<&'a str>>,
    /// What people wrote, the longest first.
    theirs: BTreeSet<Reverse<(usize, String)>>,
}

impl<'a> Latin<'a> {
    /// Takes in what [`LATIN`] found on a page.
    pub(super) fn read(&mut self, page: &'a str, found: &Value) {
        let strings = |name: &str| {
            let list = found[name].as_array().into_iter().flatten();
            list.filter_map(Value::as_str).map(str::to_owned).collect::<Vec<_>>()
        };
        for text in strings("texts") {
            self.texts.entry(text).or_default().insert(page);
        }
        // Shorter ones would be found in words.
        let theirs = strings("theirs").into_iter().filter(|text| text.len() > 2);
        self.theirs.extend(theirs.map(|text| Reverse((text.len(), text))));
    }

    /// Those that have words of no one, with their pages.
    pub(super) fn left_over(&self) -> Vec<String> {
        let without_names = |text: &str| {
            let text = LONG_NAMES.iter().fold(text.to_owned(), |text, name| text.replace(name, " "));
            self.theirs.iter().fold(text, |text, Reverse((_, name))| text.replace(name, " "))
        };
        // Charts cut long titles.
        let is_cut = |text: &str| {
            let start = text.strip_suffix('…');
            start.is_some_and(|start| self.theirs.iter().any(|Reverse((_, name))| name.starts_with(start)))
        };
        let texts = self.texts.iter().filter(|(text, _)| has_words(text) && !is_cut(text));
        let left_over = texts.filter(|(text, _)| has_words(&without_names(text)));
        left_over.map(|(text, pages)| format!("{text}: {pages:?}")).collect()
    }
}

/// Whether a text has words besides handles, addresses, codes and names.
fn has_words(text: &str) -> bool {
    let is_code = |token: &str| {
        let inner = token.trim_matches(|sign: char| !sign.is_alphanumeric());
        inner.contains('.') || token.contains(|sign: char| "@/_{".contains(sign) || sign.is_ascii_digit())
    };
    let tokens = text.split_whitespace().filter(|token| !is_code(token));
    let mut words = tokens.flat_map(|token| token.split(|sign: char| !sign.is_ascii_alphabetic()));
    words.any(|word| word.len() > 1 && !NAMES.split(' ').any(|name| name == word))
}

#[test]
fn handles_addresses_codes_and_names_are_no_words() {
    for text in ["@anna: 3, 7", "UTC", "syrup.sam", "127.0.0.1:80/waffle/box", "{title}", "אבג (kB) 3fa2b1"] {
        assert!(!has_words(text), "{text}");
    }
    for text in ["Paid", "@anna paid.", "אבג and", "“Paid”"] {
        assert!(has_words(text), "{text}");
    }
}
