//! CSV answers: RFC 4180, and no value that a spreadsheet would run.

use actix_web::HttpResponse;
use actix_web::http::header;

use crate::web::error::Failure;

/// Writes a table, header first.
pub struct Table(csv::Writer<Vec<u8>>);

impl Table {
    /// Begins with the names of the columns.
    pub fn new(columns: &[&str]) -> Result<Self, Failure> {
        let mut table = Self(csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new()));
        table.row(columns.iter().copied())?;
        Ok(table)
    }

    /// Adds a row. A value that starts like a formula gets a leading `'`.
    pub fn row<S: AsRef<str>>(&mut self, values: impl IntoIterator<Item = S>) -> Result<(), Failure> {
        self.0.write_record(values.into_iter().map(|value| harmless(value.as_ref()))).map_err(Failure::internal)
    }

    /// Answers with the table as a file.
    pub fn answer(self, file_name: &str) -> Result<HttpResponse, Failure> {
        let bytes = self.0.into_inner().map_err(|e| Failure::internal(e.to_string()))?;
        Ok(HttpResponse::Ok()
            .content_type("text/csv; charset=utf-8")
            .insert_header((header::CONTENT_DISPOSITION, format!("attachment; filename=\"{file_name}\"")))
            .body(bytes))
    }
}

fn harmless(value: &str) -> String {
    if value.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']) { format!("'{value}") } else { value.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::{Table, harmless};

    #[test]
    fn formulas_are_disarmed() {
        for value in ["=1+1", "+1", "-a", "@a", "\tx", "\rx", "\nx"] {
            assert_eq!(harmless(value), format!("'{value}"));
        }
        assert_eq!(harmless("a=b"), "a=b");
        assert_eq!(harmless(""), "");
    }

    #[test]
    fn quotes_and_commas_are_quoted() {
        let mut table = Table::new(&["a", "b"]).unwrap();
        table.row(["x, \"y\"", "z"]).unwrap();
        assert_eq!(table.0.into_inner().unwrap(), b"a,b\r\n\"x, \"\"y\"\"\",z\r\n");
    }
}
