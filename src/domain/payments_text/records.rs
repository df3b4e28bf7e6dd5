//! The lines of a text, and the fields of a table. A quoted field may span several lines: a payer's text in it must not
//! become a separate line.

/// The separators of a table's fields.
pub(super) const SEPARATORS: [char; 3] = [',', ';', '\t'];

/// The most line breaks within a record: otherwise a quotation mark that is never closed would cost a scan of the whole
/// text, at each line.
const MOST_ENDS: usize = 20;

/// A line of the text, or several where a quoted field spans them.
#[derive(Debug)]
pub(super) struct Record<'a> {
    /// The number of its first line, from 1.
    pub(super) line: usize,
    pub(super) text: &'a str,
    pub(super) fields: Vec<String>,
    /// Whether a quotation mark opens a field and nothing closes it.
    pub(super) stray: bool,
}

/// Reads a text record by record, whichever system wrote its line breaks. Takes time in proportion to it.
#[derive(Clone)]
pub(super) struct Records<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Records<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        Self { rest: text.strip_prefix('\u{feff}').unwrap_or(text), line: 1 }
    }

    /// Reads the next record, whose fields are separated by one of these.
    pub(super) fn next(&mut self, separators: &[char]) -> Option<Record<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        let (fields, end, stray) = match fields(self.rest, separators, true) {
            Some((fields, end)) => (fields, end, false),
            None => fields_of_line(self.rest, separators),
        };
        let (text, after) = self.rest.split_at_checked(end)?;
        let ending = match after.as_bytes() {
            [b'\r', b'\n', ..] => 2,
            [] => 0,
            _ => 1,
        };
        let record = Record { line: self.line, text, fields, stray };
        self.line += ends_of_lines(text) + 1;
        self.rest = after.get(ending..).unwrap_or_default();
        Some(record)
    }
}

/// Splits a line whose quotation marks are plain text, since they don't close.
fn fields_of_line(text: &str, separators: &[char]) -> (Vec<String>, usize, bool) {
    let (fields, end) = fields(text, separators, false).unwrap_or_else(|| (Vec::new(), text.len()));
    (fields, end, true)
}

/// Reads fields up to the end of the record, and returns where that is; `None` if a quoted field contains a line break,
/// and is not closed properly, or not soon enough.
fn fields(text: &str, separators: &[char], quotes: bool) -> Option<(Vec<String>, usize)> {
    let (mut fields, mut field, mut begins) = (Vec::new(), String::new(), true);
    let mut chars = text.char_indices().peekable();
    let mut ends = 0;
    while let Some((place, c)) = chars.next() {
        if quotes && begins && c == '"' {
            let mut over_lines = false;
            loop {
                match (chars.next()?.1, chars.peek()) {
                    ('"', Some((_, '"'))) => {
                        chars.next();
                        field.push('"');
                    }
                    ('"', next) => {
                        let closed = next.is_none_or(|(_, c)| separators.contains(c) || matches!(c, '\n' | '\r'));
                        if over_lines && !closed {
                            return None;
                        }
                        break;
                    }
                    (c, next) => {
                        over_lines |= matches!(c, '\n' | '\r');
                        ends += usize::from(c == '\n' || c == '\r' && next.is_none_or(|(_, next)| *next != '\n'));
                        if ends > MOST_ENDS {
                            return None;
                        }
                        field.push(c);
                    }
                }
            }
            begins = false;
            continue;
        }
        begins = separators.contains(&c);
        if matches!(c, '\n' | '\r') {
            fields.push(field);
            return Some((fields, place));
        }
        if begins {
            fields.push(std::mem::take(&mut field));
        } else {
            field.push(c);
        }
    }
    fields.push(field);
    Some((fields, text.len()))
}

fn ends_of_lines(text: &str) -> usize {
    text.matches('\n').count() + text.matches('\r').count() - text.matches("\r\n").count()
}
