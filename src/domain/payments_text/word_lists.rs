//! The lists of `word_lists.txt`.

/// The words of a list.
pub(super) fn list(name: &str) -> Vec<&'static str> {
    lines(name).flat_map(str::split_whitespace).collect()
}

/// The lines of a list.
pub(super) fn lines(name: &str) -> impl Iterator<Item = &'static str> {
    let lines = include_str!("word_lists.txt").lines().skip_while(move |line| *line != name);
    lines.skip(1).take_while(|line| !line.is_empty())
}
