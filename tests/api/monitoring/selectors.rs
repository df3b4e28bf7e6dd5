//! Finds the series that an expression of `PromQL` asks for.

/// A metric's name, and labels that a series of it has to have.
pub(super) type Selector = (String, Vec<(String, String)>);

/// Finds all metrics in a text, each with its labels; alternatives as in `a|b` make one for each.
pub(super) fn selectors(text: &str) -> Vec<Selector> {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(part) {
        let (name, after) = split_where(&rest[at..], |c| !part(c));
        rest = after;
        let metric = ["waffle_", "process_"].iter().any(|prefix| name.starts_with(prefix));
        if metric {
            let labels = rest.strip_prefix('{').and_then(|labels| labels.split_once('}')).map_or("", |it| it.0);
            let mut each = vec![(name.to_owned(), Vec::new())];
            for (label, values) in labels.split("\",").filter_map(|matcher| matcher.split_once('=')) {
                let values = values.trim_start_matches('~').trim_matches('"');
                each = each.iter().flat_map(|it| values.split('|').map(move |value| with(it, label, value))).collect();
            }
            found.extend(each);
            rest = &rest[labels.len()..];
        }
    }
    found
}

fn with((name, labels): &Selector, label: &str, value: &str) -> Selector {
    let mut labels = labels.clone();
    labels.push((label.to_owned(), value.to_owned()));
    (name.clone(), labels)
}

fn split_where(text: &str, ends: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(ends).unwrap_or(text.len()))
}

#[test]
fn each_alternative_is_a_selector() {
    let label = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let found = selectors(r#"sum(rate(waffle_x_total{a="b",c=~"d|e"}[5m])) / up + process_y"#);
    let x = |c| ("waffle_x_total".to_owned(), vec![label("a", "b"), label("c", c)]);
    assert_eq!(found, [x("d"), x("e"), ("process_y".to_owned(), Vec::new())]);
}
