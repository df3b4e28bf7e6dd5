//! Stylesheets name no side of the page, so that they serve languages that run from right to left as they are.

use super::texts::{files, without};

/// What differs between the two directions, once for each.
const OF_A_DIRECTION: [(&str, &str); 4] = [
    ("components.css", "clip-path: inset(0 0 0 var(--dot))"),
    ("components.css", "clip-path: inset(0 var(--dot) 0 0)"),
    ("navigation.css", "mask-image: linear-gradient( to left,"),
    ("navigation.css", "mask-image: linear-gradient( to right,"),
];

/// The values of a declaration, without those in brackets.
fn values(value: &str) -> Vec<&str> {
    let mut depth = 0_i32;
    let divides = |letter: char| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        letter == ' ' && depth == 0
    };
    value.split(divides).collect()
}

/// Whether a declaration means another thing where the page is mirrored.
fn names_a_side(property: &str, value: &str) -> bool {
    let of_word = |letter: char| letter.is_ascii_lowercase() || letter == '-';
    let is_side = |word: &str| word == "left" || word == "right";
    let differ = |value: &str| matches!(values(value).as_slice(), [_, right, _, left] if right != left);
    // Others are selectors.
    property.chars().all(of_word)
        && (property.split('-').any(is_side)
            || value.split(|letter: char| !of_word(letter)).any(is_side)
            || match property {
                "border-radius" => match values(value).as_slice() {
                    [one, two] => one != two,
                    [one, two, three] => one != two || two != three,
                    [one, two, three, four] => one != two || three != four,
                    _ => false,
                },
                "border-color" | "border-style" | "border-width" | "inset" | "margin" | "padding" | "scroll-margin"
                | "scroll-padding" => differ(value),
                "clip-path" => value.strip_prefix("inset(").is_some_and(|inset| differ(inset.trim_end_matches(')'))),
                _ => false,
            })
}

/// The declarations of a stylesheet that name a side.
fn of_sides(css: &str) -> Vec<String> {
    let plain = without(css, "/*", "*/").replace('|', " ");
    let declarations = plain.split([';', '{', '}']).filter_map(|piece| piece.split_once(':'));
    let spaced = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let found = declarations.map(|(property, value)| (property.trim(), spaced(value)));
    found
        .filter(|(property, value)| names_a_side(property, value))
        .map(|(property, value)| format!("{property}: {value}"))
        .collect()
}

#[test]
fn no_stylesheet_names_a_side() {
    let (mut faults, mut known) = (Vec::new(), Vec::new());
    for (path, css) in files("static", "css") {
        for declaration in of_sides(&css) {
            let mut of_a_direction = OF_A_DIRECTION.iter();
            match of_a_direction.find(|(file, begin)| path.ends_with(file) && declaration.starts_with(begin)) {
                Some(of_direction) => known.push(of_direction),
                None => faults.push(format!("{}: {declaration}", path.display())),
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    known.sort_unstable();
    assert_eq!(known, OF_A_DIRECTION.each_ref(), "each once");
}

#[test]
fn a_side_is_found() {
    for (declaration, names) in [
        ("margin-left: 1px", true),
        ("border-top-left-radius: 1px", true),
        ("right: 0", true),
        ("text-align: left", true),
        ("float: right", true),
        ("transform-origin: top left", true),
        ("padding: 0 1px 2px calc(1px + 2px)", true),
        ("inset: 0 auto 0 0", true),
        ("border-radius: 0 4px 4px 0", true),
        ("clip-path: inset(0 0 0 1px)", true),
        ("margin-inline-start: 1px", false),
        ("text-align: start", false),
        ("padding: 0 max(1px, env(safe-area-inset-left)) 2px", false),
        ("padding: 0 1px 2px 1px", false),
        ("border-radius: 4px 4px 0 0", false),
        ("clip-path: inset(50%)", false),
        ("color: red; /* left: 1px */", false),
    ] {
        let css = format!(".left:hover {{\n  /* A note. */\n  {declaration};\n}}\n");
        assert_eq!(!of_sides(&css).is_empty(), names, "{declaration}");
    }
}
