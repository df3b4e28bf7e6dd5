//! CSV responses: RFC 4180, with no value that a spreadsheet would run as a formula.

use std::error::Error;
use std::mem;

use actix_web::http::header;
use actix_web::{HttpResponse, HttpResponseBuilder};
use bytes::Bytes;
use futures_util::Stream;
use waffle_actors::snapshot::Rendered;
use waffle_domain::csv_column::Column;
use waffle_domain::invalid::Invalid;
use waffle_language::say;
use waffle_service::failure::Failure;

use crate::error::HttpError;

/// Whether the parameter `format` asks for CSV.
pub fn is_wanted(format: &str) -> Result<bool, Invalid> {
    match format {
        "" => Ok(false),
        "csv" => Ok(true),
        _ => Err(Invalid::field("format", say!("fault-format"))),
    }
}

/// Writes a table, header first.
pub struct Table(csv::Writer<Vec<u8>>);

impl Table {
    /// Starts a table with its column names.
    pub fn new(columns: &[&str]) -> Result<Self, HttpError> {
        let mut table = Self(writer());
        table.row(columns.iter().copied())?;
        Ok(table)
    }

    /// Starts a table with the names of columns.
    pub fn of<R>(columns: &[Column<R>]) -> Result<Self, HttpError> {
        Self::new(&columns.iter().map(|(name, _)| *name).collect::<Vec<_>>())
    }

    /// Adds rows.
    pub fn rows<R>(&mut self, columns: &[Column<R>], rows: &[R]) -> Result<(), HttpError> {
        rows.iter().try_for_each(|row| self.row(columns.iter().map(|(_, value)| value(row))))
    }

    /// Adds a row. A value that starts like a formula gets a leading `'`.
    pub fn row<S: AsRef<str>>(&mut self, values: impl IntoIterator<Item = S>) -> Result<(), HttpError> {
        Ok(self.0.write_record(values.into_iter().map(|value| harmless(value.as_ref()))).map_err(Failure::internal)?)
    }

    /// Takes what was written since the last call, for a table that is sent in parts.
    pub fn part(&mut self) -> Result<Bytes, HttpError> {
        let written = mem::replace(&mut self.0, writer());
        Ok(written.into_inner().map(Bytes::from).map_err(|e| Failure::internal(e.to_string()))?)
    }

    /// Answers with the table as a file.
    pub fn answer(mut self, file_name: &str) -> Result<HttpResponse, HttpError> {
        let bytes = self.part()?;
        Ok(file(file_name).body(bytes))
    }
}

/// Answers with a table that many clients share, as a file.
pub fn answer_kept(file_name: &str, table: &Rendered) -> HttpResponse {
    let mut response = file(file_name).body(table.body.clone());
    response.extensions_mut().insert(table.codings.clone());
    response
}

/// Answers with a table in parts, each made once the client has taken the previous one. A part that fails ends the
/// connection, so that half a table is never taken for the whole.
pub fn answer_in_parts<E>(file_name: &str, parts: impl Stream<Item = Result<Bytes, E>> + 'static) -> HttpResponse
where
    E: Into<Box<dyn Error>> + 'static,
{
    file(file_name).streaming(parts)
}

fn file(name: &str) -> HttpResponseBuilder {
    let mut response = HttpResponse::Ok();
    response
        .content_type("text/csv; charset=utf-8")
        .insert_header((header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")));
    response
}

fn writer() -> csv::Writer<Vec<u8>> {
    csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new())
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
        assert_eq!(table.part().unwrap(), "a,b\r\n\"x, \"\"y\"\"\",z\r\n");
    }

    #[test]
    fn parts_make_one_table() {
        let mut table = Table::new(&["a"]).unwrap();
        assert_eq!(table.part().unwrap(), "a\r\n");
        assert!(table.part().unwrap().is_empty());
        table.row(["=x"]).unwrap();
        assert_eq!(table.part().unwrap(), "'=x\r\n");
    }
}
