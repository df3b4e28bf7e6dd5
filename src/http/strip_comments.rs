//! Strips comments from scripts and stylesheets: a fifth of what a browser would load, and of no use to it.

/// A line that may or may not be a comment: within backticks, or with code behind the comment's end.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unclear;

/// Returns the lines of a script without comment lines. Comments behind code stay.
pub(super) fn out_of_script(text: &str) -> Result<Vec<&str>, Unclear> {
    let (mut kept, mut backticks, mut within) = (Vec::new(), 0, false);
    for line in text.lines() {
        let begins = line.trim_start().starts_with("/*");
        if within || begins || line.trim_start().starts_with("//") {
            let in_block = within || begins;
            if backticks % 2 == 1 || in_block && has_code_behind(line) {
                return Err(Unclear);
            }
            within = in_block && !line.contains("*/");
            continue;
        }
        backticks += line.matches('`').count();
        kept.push(line);
    }
    Ok(kept)
}

/// Returns a stylesheet without comments on separate lines.
pub(super) fn out_of_stylesheet(text: &str) -> Result<String, Unclear> {
    let (mut kept, mut within) = (String::with_capacity(text.len()), false);
    for line in text.split_inclusive('\n') {
        within |= line.trim_start().starts_with("/*");
        if !within {
            kept.push_str(line);
        } else if has_code_behind(line) {
            return Err(Unclear);
        }
        within &= !line.contains("*/");
    }
    Ok(kept)
}

/// Returns whether anything follows the end of a comment.
fn has_code_behind(line: &str) -> bool {
    line.split_once("*/").is_some_and(|(_, rest)| !rest.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_on_separate_lines_are_left_out() {
        let script =
            "// The page.\none();\n\n/** Two. */\ntwo(); // stays\n  /**\n   * Three.\n   */\n  three('/*');\n";
        assert_eq!(out_of_script(script).unwrap(), ["one();", "", "two(); // stays", "  three('/*');"]);
        let stylesheet = "/* All. */\n\na {\n  /* Why\n     so. */\n  b: c; /* stays */\n}\n";
        assert_eq!(out_of_stylesheet(stylesheet).unwrap(), "\na {\n  b: c; /* stays */\n}\n");
    }

    #[test]
    fn code_behind_a_comment_is_refused_and_not_lost() {
        for text in ["/* one */ two();\n", "/*\n one */ two();\n", "/* one */ two(); /* three */\n"] {
            assert_eq!((out_of_script(text), out_of_stylesheet(text)), (Err(Unclear), Err(Unclear)), "{text}");
        }
    }

    #[test]
    fn what_looks_like_one_within_a_text_is_refused() {
        assert_eq!(out_of_script("say(`\n// not a comment\n`);\n"), Err(Unclear));
        assert_eq!(out_of_script("say(`one`, `two`);\n// a comment\n").unwrap(), ["say(`one`, `two`);"]);
    }
}
