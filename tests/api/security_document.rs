//! docs/SECURITY.md names tests that exist, and leaves no requirement out.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use waffle_tests::ROOT;

const DOCUMENT: &str = include_str!("../../docs/SECURITY.md");

/// The sections of ASVS 5.0.0 that apply, and how many requirements of the levels 1 and 2 each of them has.
const SECTIONS: [(u32, u32, u32); 65] = [
    (1, 1, 2),
    (1, 2, 9),
    (1, 3, 11),
    (1, 4, 3),
    (1, 5, 2),
    (2, 1, 3),
    (2, 2, 3),
    (2, 3, 4),
    (2, 4, 1),
    (3, 2, 2),
    (3, 3, 4),
    (3, 4, 6),
    (3, 5, 5),
    (3, 7, 2),
    (4, 1, 3),
    (4, 2, 1),
    (4, 3, 2),
    (4, 4, 4),
    (5, 1, 1),
    (5, 2, 3),
    (5, 3, 2),
    (5, 4, 3),
    (6, 1, 3),
    (6, 2, 12),
    (6, 3, 4),
    (6, 4, 4),
    (6, 5, 5),
    (6, 6, 3),
    (6, 8, 4),
    (7, 1, 3),
    (7, 2, 4),
    (7, 3, 2),
    (7, 4, 5),
    (7, 5, 2),
    (7, 6, 2),
    (8, 1, 2),
    (8, 2, 3),
    (8, 3, 1),
    (8, 4, 1),
    (9, 1, 3),
    (9, 2, 4),
    (11, 1, 2),
    (11, 2, 3),
    (11, 3, 3),
    (11, 4, 4),
    (11, 5, 1),
    (11, 6, 1),
    (12, 1, 3),
    (12, 2, 2),
    (12, 3, 4),
    (13, 1, 1),
    (13, 2, 5),
    (13, 3, 2),
    (13, 4, 5),
    (14, 1, 2),
    (14, 2, 4),
    (14, 3, 3),
    (15, 1, 3),
    (15, 2, 3),
    (15, 3, 7),
    (16, 1, 1),
    (16, 2, 5),
    (16, 3, 4),
    (16, 4, 3),
    (16, 5, 3),
];

#[test]
fn every_test_that_it_names_is_there() {
    let root = Path::new(ROOT);
    let mut seen = 0;
    for named in DOCUMENT.split('`').skip(1).step_by(2).filter(|words| words.contains(".rs")) {
        let (file, function) = named.split_once("::").unwrap_or((named, ""));
        let code = fs::read_to_string(root.join(file)).unwrap_or_else(|error| panic!("{named}: {error}"));
        let (_, after) = code.split_once(&format!("fn {function}")).unwrap_or_else(|| panic!("there is no {named}"));
        assert!(function.is_empty() || after.starts_with('('), "there is no {named}");
        seen += 1;
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn every_requirement_has_a_row_and_no_row_is_empty() {
    let mut told = BTreeSet::new();
    let rows = DOCUMENT.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    for row in rows.filter(|row| row.starts_with(|c: char| c.is_ascii_digit())) {
        let cells: Vec<&str> = row.split(" | ").collect();
        let [numbers, what, shown] = cells.as_slice() else { panic!("{row}") };
        assert!(!what.trim().is_empty() && !shown.trim().is_empty(), "{row}");
        let (first, last) = numbers.split_once(" to ").unwrap_or((numbers, ""));
        let first: Vec<u32> = first.split('.').map(|number| number.parse().unwrap()).collect();
        let [chapter, section, first] = first[..] else { panic!("{row}") };
        for number in first..=last.parse().unwrap_or(first) {
            assert!(told.insert((chapter, section, number)), "{row}: twice");
        }
    }
    let all = SECTIONS
        .into_iter()
        .flat_map(|(chapter, section, count)| (1..=count).map(move |number| (chapter, section, number)));
    assert_eq!(told, all.collect());
}

#[test]
fn there_are_four_deviations_at_most() {
    let named: BTreeSet<char> = DOCUMENT
        .match_indices("Deviation ")
        .filter_map(|(at, word)| DOCUMENT[at + word.len()..].chars().next())
        .collect();
    assert!(named.len() <= 4 && named.iter().all(|number| ('1'..='4').contains(number)), "{named:?}");
}

#[test]
fn no_script_writes_markup() {
    let scripts = fs::read_dir(Path::new(ROOT).join("static")).unwrap();
    let mut seen = 0;
    for script in scripts.map(|entry| entry.unwrap().path()).filter(|path| path.extension() == Some("js".as_ref())) {
        let code = fs::read_to_string(&script).unwrap();
        for writes in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"] {
            assert!(!code.contains(writes), "{}: {writes}", script.display());
        }
        seen += 1;
    }
    assert!(seen > 3, "{seen}");
}
