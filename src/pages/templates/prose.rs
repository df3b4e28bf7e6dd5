//! The small markup of descriptions: paragraphs, lists, chapters and `code`.

use crate::context::api_docs::{Block, Chapter, Span};

/// Splits a text at its headings.
pub(super) fn chapters(text: &str) -> Vec<Chapter> {
    let (preface, rest) = text.split_once("\n## ").unwrap_or((text, ""));
    let titled = rest.split("\n## ").filter_map(|part| part.split_once('\n')).map(|(title, text)| chapter(title, text));
    std::iter::once(chapter("", preface)).chain(titled).collect()
}

fn chapter(title: &str, text: &str) -> Chapter {
    Chapter { id: anchor(title), title: title.to_owned(), says: blocks(text) }
}

/// A title as the fragment of an address.
pub(super) fn anchor(title: &str) -> String {
    title.to_lowercase().replace(' ', "-")
}

/// Splits a text into paragraphs and lists.
pub(super) fn blocks(text: &str) -> Vec<Block> {
    let parts = text.split("\n\n").map(str::trim).filter(|part| !part.is_empty());
    parts
        .map(|part| match part.strip_prefix("- ") {
            Some(items) => Block { list: true, lines: items.split("\n- ").map(spans).collect() },
            None => Block { list: false, lines: vec![spans(part)] },
        })
        .collect()
}

/// Splits a line into code, between backticks, and other text.
fn spans(line: &str) -> Vec<Span> {
    let pieces = line.split('`').enumerate();
    pieces
        .map(|(at, text)| Span { text: text.to_owned(), code: at % 2 == 1 })
        .filter(|span| !span.text.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{blocks, chapters};

    /// Prints blocks: code in brackets, a dot before each item, a line for each paragraph.
    fn drawn(text: &str) -> String {
        let line = |spans: &Vec<super::Span>| -> String {
            spans.iter().map(|span| if span.code { format!("[{}]", span.text) } else { span.text.clone() }).collect()
        };
        let block = |block: super::Block| -> String {
            let mark = if block.list { "· " } else { "" };
            block.lines.iter().flat_map(|spans| [mark, &line(spans), "\n"].map(str::to_owned)).collect()
        };
        blocks(text).into_iter().map(block).collect()
    }

    #[test]
    fn paragraphs_lists_and_code_are_told_apart() {
        assert_eq!(
            drawn("One `a` two.\n\n- `b`: first\n- second - not third\n\nEnd."),
            "One [a] two.\n· [b]: first\n· second - not third\nEnd.\n"
        );
        assert_eq!(drawn(""), "");
    }

    #[test]
    fn headings_begin_chapters() {
        let titles = |text| chapters(text).into_iter().map(|c| (c.id, c.title, c.says.len())).collect::<Vec<_>>();
        let own = |id: &str, title: &str, count| (id.to_owned(), title.to_owned(), count);
        assert_eq!(
            titles("Before.\n\n## Signing in\n\nA.\n\nB.\n"),
            [own("", "", 1), own("signing-in", "Signing in", 2)]
        );
    }
}
