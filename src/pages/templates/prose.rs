//! The small markup of descriptions: paragraphs, lists, chapters and `code`.

use serde_json::{Value, json};

/// Splits a text at its headings; what comes before the first one has no title.
pub(crate) fn chapters(text: &str) -> Vec<Value> {
    let (preface, rest) = text.split_once("\n## ").unwrap_or((text, ""));
    let titled = rest.split("\n## ").filter_map(|part| part.split_once('\n'));
    let chapter = |(title, text)| json!({"title": title, "description": text});
    std::iter::once(("", preface)).chain(titled).map(chapter).collect()
}

/// Writes a title as the fragment of an address.
pub(crate) fn anchor(title: &str) -> String {
    title.to_lowercase().replace(' ', "-")
}

/// Splits a text into paragraphs, of one line, and lists, of one line for each item.
pub(super) fn blocks(text: &str) -> Vec<Value> {
    let parts = text.split("\n\n").map(str::trim).filter(|part| !part.is_empty());
    parts
        .map(|part| match part.strip_prefix("- ") {
            Some(items) => json!({"list": true, "lines": items.split("\n- ").map(spans).collect::<Vec<_>>()}),
            None => json!({"list": false, "lines": [spans(part)]}),
        })
        .collect()
}

/// Splits a line into code, between backticks, and other text.
fn spans(line: &str) -> Value {
    let pieces = line.split('`').enumerate().filter(|(_, text)| !text.is_empty());
    pieces.map(|(at, text)| json!({"text": text, "code": at % 2 == 1})).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{anchor, blocks, chapters};

    /// Prints blocks: code in brackets, a dot before each item, a line for each paragraph.
    fn drawn(text: &str) -> String {
        let span = |span: &Value| {
            let text = span["text"].as_str().unwrap();
            if span["code"] == true { format!("[{text}]") } else { text.to_owned() }
        };
        let line = |spans: &Value| spans.as_array().unwrap().iter().map(span).collect::<String>();
        let block = |block: Value| -> String {
            let mark = if block["list"] == true { "· " } else { "" };
            let lines = block["lines"].as_array().unwrap().iter();
            lines.flat_map(|spans| [mark, &line(spans), "\n"].map(str::to_owned)).collect()
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
        let expected = [
            json!({"title": "", "description": "Before.\n"}),
            json!({"title": "Signing in", "description": "\nA.\n\nB.\n"}),
        ];
        assert_eq!(chapters("Before.\n\n## Signing in\n\nA.\n\nB.\n"), expected);
        assert_eq!(anchor("Signing in"), "signing-in");
    }
}
