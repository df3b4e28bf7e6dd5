//! Trophies: the texts in double quotes in titles.

use std::collections::HashSet;

/// Lists the texts in double quotes in titles, in order, without repeats.
pub fn trophies<'a>(titles: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut found = HashSet::new();
    titles.flat_map(quoted).filter(|text| found.insert(*text)).map(str::to_owned).collect()
}

/// Lists the texts in double quotes, trimmed, without empty ones. A straight quote ends at the next straight one, a
/// curly or an angular one at its counterpart.
fn quoted(title: &str) -> Vec<&str> {
    let mut texts = Vec::new();
    let mut rest = title;
    while let Some((at, open)) = rest.char_indices().find(|(_, c)| matches!(c, '"' | '“' | '„' | '«')) {
        rest = rest.get(at + open.len_utf8()..).unwrap_or_default();
        let ends = |c: char| match open {
            '“' => c == '”',
            '„' => matches!(c, '“' | '”'),
            '«' => c == '»',
            _ => c == open,
        };
        // A quote that is never closed is ignored.
        let Some((text, after)) = rest.find(ends).and_then(|end| rest.split_at_checked(end)) else { continue };
        rest = after.get(after.chars().next().map_or(0, char::len_utf8)..).unwrap_or_default();
        if !text.trim().is_empty() {
            texts.push(text.trim());
        }
    }
    texts
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

    use super::{quoted, trophies};

    #[test]
    fn quotes_are_straight_curly_or_angular() {
        for (title, texts) in [
            (r#"Win the "Golden Iron""#, vec!["Golden Iron"]),
            ("“Midnight” knife", vec!["Midnight"]),
            (r#""One" and “Two” and "Three""#, vec!["One", "Two", "Three"]),
            (r#"“The "best" box”"#, vec![r#"The "best" box"#]),
            ("Das „Messer“ und „noch” eins", vec!["Messer", "noch"]),
            ("Le couteau «\u{a0}Minuit\u{a0}» et «Midi»", vec!["Minuit", "Midi"]),
            ("Un «cuchillo “fino”» y “otro”", vec!["cuchillo “fino”", "otro"]),
            ("fermé » avant « ouvert", vec![]),
            (r#" " spaced " "#, vec!["spaced"]),
            (r#"A 5" blade"#, vec![]),
            (r#"A 5" “Fine” blade"#, vec!["Fine"]),
            (r#""" and " ""#, vec![]),
            ("It's 'single'", vec![]),
            ("closed” before “open", vec![]),
            ("“🧇 Ünï”", vec!["🧇 Ünï"]),
        ] {
            assert_eq!(quoted(title), texts, "{title}");
        }
    }

    #[test]
    fn each_appears_once_in_order() {
        let titles = [r#""B" "A""#, "nothing", r#""A" "C""#, "“B”"];
        assert_eq!(trophies(titles.into_iter()), ["B", "A", "C"]);
    }

    proptest! {
        #[test]
        fn any_title_is_read(title in "[\"“”„«»a é🧇]{0,30}") {
            for text in quoted(&title) {
                prop_assert!(!text.is_empty() && title.contains(text));
            }
        }

        #[test]
        fn quoted_texts_come_back(texts in vec("[a-zé🧇]{1,5}( [a-z]{1,3})?", 0..5), curly in proptest::bool::ANY) {
            let (open, close) = if curly { ('“', '”') } else { ('"', '"') };
            let title = texts.iter().map(|text| format!("x {open}{text}{close}")).collect::<Vec<_>>().concat();
            prop_assert_eq!(quoted(&title), texts);
        }
    }
}
