//! The marks of browsers, systems and devices that the parser does not know.

const MARKS: &str = include_str!("browser_marks.txt");

/// Returns the meaning of the first mark of a list that the text contains.
pub(super) fn first(list: &str, text: &str) -> Option<&'static str> {
    let marks = MARKS.lines().skip_while(|line| *line != list).skip(1).take_while(|line| !line.is_empty());
    let mut known = marks.filter_map(|line| line.split_once(": "));
    known.find(|(_, mark)| text.contains(mark.trim_matches('"'))).map(|(meaning, _)| meaning)
}
