//! Leaves the comments out of scripts and stylesheets: a fifth of what a browser would load, for nobody to read.

/// A line within backticks looks like the beginning of a comment.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct WithinBackticks;

/// Returns the lines of a script without those of comments. Comments behind code stay.
pub(super) fn out_of_script(text: &str) -> Result<Vec<&str>, WithinBackticks> {
    let (mut kept, mut backticks, mut within) = (Vec::new(), 0, false);
    for line in text.lines() {
        let begins = line.trim_start().starts_with("/*");
        if within || begins || line.trim_start().starts_with("//") {
            if backticks % 2 == 1 {
                return Err(WithinBackticks);
            }
            within = (within || begins) && !line.trim_end().ends_with("*/");
            continue;
        }
        backticks += line.matches('`').count();
        kept.push(line);
    }
    Ok(kept)
}

/// Returns a stylesheet without the comments that have lines of their own.
pub(super) fn out_of_stylesheet(text: &str) -> String {
    let (mut kept, mut within) = (String::with_capacity(text.len()), false);
    for line in text.split_inclusive('\n') {
        within |= line.trim_start().starts_with("/*");
        if !within {
            kept.push_str(line);
        }
        within &= !line.trim_end().ends_with("*/");
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_on_lines_of_their_own_are_left_out() {
        let script =
            "// The page.\none();\n\n/** Two. */\ntwo(); // stays\n  /**\n   * Three.\n   */\n  three('/*');\n";
        assert_eq!(out_of_script(script).unwrap(), ["one();", "", "two(); // stays", "  three('/*');"]);
        let stylesheet = "/* All. */\n\na {\n  /* Why\n     so. */\n  b: c; /* stays */\n}\n";
        assert_eq!(out_of_stylesheet(stylesheet), "\na {\n  b: c; /* stays */\n}\n");
    }

    #[test]
    fn what_looks_like_one_within_a_text_is_refused() {
        assert_eq!(out_of_script("say(`\n// not a comment\n`);\n"), Err(WithinBackticks));
        assert_eq!(out_of_script("say(`one`, `two`);\n// a comment\n").unwrap(), ["say(`one`, `two`);"]);
    }
}
