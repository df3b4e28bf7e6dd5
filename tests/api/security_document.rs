//! docs/SECURITY.md names tests that exist, and leaves no requirement out.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use waffle_tests::ROOT;

const DOCUMENT: &str = include_str!("../../docs/SECURITY.md");

/// The chapters of ASVS 5.0.0 that apply, and how many requirements of the levels 1 and 2 each of their sections has,
/// in order; none where a section does not apply.
const CHAPTERS: [(u32, &[u32]); 15] = [
    (1, &[2, 9, 11, 3, 2]),
    (2, &[3, 3, 4, 1]),
    (3, &[0, 2, 4, 6, 5, 0, 2]),
    (4, &[3, 1, 2, 4]),
    (5, &[1, 3, 2, 3]),
    (6, &[3, 12, 4, 4, 5, 3, 0, 4]),
    (7, &[3, 4, 2, 5, 2, 2]),
    (8, &[2, 3, 1, 1]),
    (9, &[3, 4]),
    (11, &[2, 3, 3, 4, 1, 1]),
    (12, &[3, 2, 4]),
    (13, &[1, 5, 2, 5]),
    (14, &[2, 4, 3]),
    (15, &[3, 3, 7]),
    (16, &[1, 5, 4, 3, 3]),
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
    let sections = CHAPTERS.into_iter().flat_map(|(chapter, counts)| (1..).zip(counts).map(move |it| (chapter, it)));
    let all =
        sections.flat_map(|(chapter, (section, count))| (1..=*count).map(move |number| (chapter, section, number)));
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
